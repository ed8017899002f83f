// A race between candidates: rollouts from each of them, until one is the best or the budget is spent.
//
// Every round draws layouts and plays one rollout per layout from each cell that is still in the race. The
// difference between two cells is estimated by a posterior mean: the scores of the look-ahead give the prior,
// the rollouts are the data. A cell leaves the race when the expected gain of more rollouts is small.
#pragma once

#include <cstdint>
#include <vector>

#include "board/live.hpp"
#include "guess/rollouts.hpp"
#include "guess/think.hpp"

namespace mineproof {

class Race {
  public:
    explicit Race(const Field& field) : field(field), rollouts(field) {}

    struct Runner {
        int cell;                      // the cell to open
        double risk;                   // probability that it is a mine
        double score;                  // its score of the look-ahead
        bool stays = false;            // must it stay until the end?
        std::vector<double> values{};  // by layout: the value of its rollout
        bool racing = true;            // is it still in the race?
        double mean() const;
        double half_width() const;  // of the 95 % interval of the mean
    };

    // Are too few cells open for rollouts? Early in a game the true differences are small and the rollouts
    // are long, so they tell less than the scores.
    static bool is_early(Live& root, const Field& field);

    // Run the race and return the index of the winner. The first runner is the choice of the look-ahead.
    // After the race every runner gets at least `least_rollouts` rollouts, so that its estimate can be shown.
    std::size_t run(Live& root, std::vector<Runner> starters, int budget, int least_rollouts,
                    const Report& report);
    const std::vector<Runner>& results() const { return runners; }

  private:
    // How much better a runner is than another.
    struct Lead {
        double mean;    // posterior mean of the difference
        double spread;  // posterior standard deviation
    };
    Lead lead(const Runner& runner, const Runner& other) const;
    std::size_t leader() const;
    bool drop_losers();
    void play_round(int layouts);
    void play(Runner& runner);
    std::uint64_t seed_of(Live& root) const;

    const Field& field;           // which cells touch
    Rollouts rollouts;            // plays the games
    std::vector<Runner> runners;  // the compared cells
    int played = 0;               // number of rollouts played
};

}  // namespace mineproof
