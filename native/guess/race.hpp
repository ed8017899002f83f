// A race between cells: rollouts until one of them is best, or the budget is spent.
//
// Every round draws layouts and plays on from each cell that is still in the race. The difference between two
// cells is a posterior mean: the look-ahead's score gives the prior, the rollouts the data. A cell leaves the
// race when little can be gained by going on with it.
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
        int cell;                      // to open
        double risk;                   // probability of a mine
        double score;                  // of the look-ahead
        bool stays = false;            // never leaves the race
        std::vector<double> values{};  // of its rollouts, by layout
        bool racing = true;            // does it still run?
        double mean() const;
        double half_width() const;  // of the 95 % interval of the mean
    };

    // Too few cells are open for rollouts to tell more than the scores: true differences are small, games
    // long.
    static bool is_early(Live& root, const Field& field);

    // Run. The first runner is the look-ahead's choice. Returns the place of the winner. With
    // `least_rollouts`, all go on to that number after the race is decided, so that their estimates are worth
    // showing.
    std::size_t run(Live& root, std::vector<Runner> starters, int budget, int least_rollouts,
                    const Report& report);
    const std::vector<Runner>& results() const { return runners; }

  private:
    // How much better a runner is than another.
    struct Lead {
        double mean;    // posterior mean of the difference
        double spread;  // posterior standard deviation
    };
    Lead lead(const Runner& one, const Runner& other) const;
    std::size_t leader() const;
    bool drop_losers();
    void play_round(int layouts);
    void play(Runner& runner);
    std::uint64_t seed_of(Live& root) const;

    const Field& field;           // which cells touch
    Rollouts rollouts;            // the games
    std::vector<Runner> runners;  // the cells
    int played = 0;               // rollouts so far
};

}  // namespace mineproof
