// A race between candidates: rollouts from each of them, until one is the best or the budget is spent.
//
// Every round draws layouts and plays one rollout per layout from each cell that is still in the race. The
// difference between two cells is estimated by a posterior mean: the scores of the look-ahead give the prior,
// the rollouts are the data. The prior spread grows with the spread of the rollouts, and as the game comes to
// its end: then the scores are less exact, and rollouts tell more. A cell leaves the race when the expected
// gain of more rollouts is small. After the race, more rollouts can be played for estimates that are shown.
//
// Why rollouts: no better score was found (tree_search.hpp), and always opening the best of the four leading
// cells would add a few tenths of a point a game (table "ceiling" of bench/measured/guess.json). Cells
// outside the first four are worse by 1.3 to 1.6 points on average. Early in a game 500 rollouts find nothing
// that the score misses.
//
// The prior was fitted to 3,698 pairs of leading cells with 1,000 rollouts each (table "prior"). The
// difference in games won is 0.9 times that of the scores. The layouts that are as exact as the score fall
// with the hidden safe cells, some two for each. The race takes four, because `normal` wins only 0.81 of the
// gain that `fast` sees; choices with two and with four won the same on new layouts. Revision 2 took one
// spread of 0.65 points for the whole game, and so trusted the score too much late in a game. All of this was
// measured on expert boards.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/live.hpp"
#include "guess/candidate.hpp"
#include "guess/report_watch.hpp"
#include "guess/rollouts.hpp"
#include "guess/think.hpp"

namespace mineproof {

// The constants of the race. Measurements record those that a choice depends on.
struct RaceSettings {
    int revision = 3;             // raised whenever the choices may change
    int runners = 4;              // most leading cells that race
    int layouts_of_a_round = 50;  // layouts between two decisions to drop cells
    int layouts_after_stop = 5;   // layouts of each requested cell after a report has ended the rollouts
    int fewest_opened = 30;       // with fewer opened cells the rollouts decide nothing
    double least_gain = 0.0002;   // a cell stays if it is expected to gain this much win probability
    double score_slope = 0.88;    // prior difference in win probability for a difference in scaled scores
    // The variance of the prior has two parts. The first is that of a mean over this number of layouts for
    // each hidden safe cell. Measured are some two layouts; the others are a discount, because rollouts tell
    // what `fast` wins, and `normal` plays on. The second is the square of this part of the win probability.
    double prior_layouts_per_cell = 4;
    double score_error = 0.003;
    Think player{};  // limits of the player in rollouts: those of `--think fast`

    // Visits each field but `player` with its name, as callers in other languages see them.
    template <class Visit> static void each_field(Visit visit) {
        visit("fewest_opened", &RaceSettings::fewest_opened);
        visit("layouts_after_stop", &RaceSettings::layouts_after_stop);
        visit("layouts_of_a_round", &RaceSettings::layouts_of_a_round);
        visit("least_gain", &RaceSettings::least_gain);
        visit("prior_layouts_per_cell", &RaceSettings::prior_layouts_per_cell);
        visit("revision", &RaceSettings::revision);
        visit("runners", &RaceSettings::runners);
        visit("score_error", &RaceSettings::score_error);
        visit("score_slope", &RaceSettings::score_slope);
    }
};
RaceSettings race_settings();

class Race {
  public:
    explicit Race(const Field& field) : field(field), settings(race_settings()), rollouts(field) {}

    struct Runner {
        int cell;                      // the cell to open
        double risk;                   // probability that it is a mine
        double score = 0.0;            // its score of the look-ahead
        bool racing = false;           // is it in the race?
        std::vector<double> values{};  // by layout: the value of its rollout
        double mean() const;
        double half_width() const;  // of the 95 % interval of the mean
    };

    // Are too few cells open for rollouts? Early in a game rollouts are long, and a thousand of them are less
    // exact than the score.
    static bool is_early(const Live& root, const Field& field);

    // Start at a position. `report` is called after each round with the number of rollouts and with `total`,
    // the most that the caller will ask for.
    void begin(const Live& root, std::vector<Runner> starters, int total, const Report& report);
    // Race until the number of all rollouts is `budget`, and return the index of the winner. The first runner
    // is the choice of the look-ahead.
    std::size_t run(int budget);
    // Play rollouts of these runners until each has `wanted`, or the number of all rollouts is `budget`.
    // After a report has ended the rollouts, each gets a few, so that there is an estimate.
    void estimate(const std::vector<std::size_t>& which, int wanted, int budget);
    bool is_stopped() const { return stopped; }     // has a report ended the rollouts?
    int rollouts_played() const { return played; }  // of all runners
    const std::vector<Runner>& results() const { return runners; }
    // How much more one runner wins than another, on the layouts that both have played.
    std::optional<WinDifference> difference(const Runner& runner, const Runner& other) const;

  private:
    // How much better a runner is than another.
    struct Lead {
        double mean;    // posterior mean of the difference
        double spread;  // posterior standard deviation
    };
    Lead lead(const Runner& runner, const Runner& other) const;
    int racing() const;
    std::size_t leader() const;
    void drop_losers();
    void play_rounds(int budget, const ReportWatch& watch);
    void play_missing(const std::vector<std::size_t>& which, int wanted, int budget,
                      const ReportWatch& watch);
    void play(Runner& runner, const ReportWatch* watch = nullptr);
    void stop();
    void tell();
    std::uint64_t seed_of(const Live& root) const;

    const Field& field;           // which cells touch
    RaceSettings settings;        // the constants
    Rollouts rollouts;            // plays the games
    std::vector<Runner> runners;  // the compared cells
    Report report;                // called after each round
    int played = 0;               // number of rollouts played
    int planned = 0;              // the most rollouts that are reported
    int hidden_safe = 1;          // number of hidden safe cells
    bool stopped = false;         // has a report ended the rollouts?
};

}  // namespace mineproof
