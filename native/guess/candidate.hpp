// The candidates of a guess, with everything that is known of them, and the choice between them.
#pragma once

#include <optional>
#include <vector>

namespace mineproof {

using Chance = std::optional<double>;  // a probability; nothing if it was not computed

struct Candidate {
    int cell;                       // the cell to open
    double risk;                    // probability that it is a mine
    Chance survival{};              // probability to survive this guess and the next one
    Chance certain_next{};          // probability that it is safe, and makes another cell certain or wins
    Chance flip_loss{};             // probability to lose to a coin flip later, if the cell is safe
    Chance win{};                   // exact probability to win with the best play
    Chance region_clears{};         // probability to clear its region from here; only with several regions
    Chance region_best{};           // the same, from the best cell of the region
    Chance win_estimate{};          // probability to win of the player in rollouts, estimated by them
    Chance win_margin{};            // half the width of the 95 % interval of `win_estimate`
    std::optional<int> rollouts{};  // number of rollouts of `win_estimate`
    double score = 0.0;      // the best score is chosen: `win` or `region_clears` if known, else an estimate
    bool dead = false;       // does it show the same number in every layout in which it is safe?
    bool coin_flip = false;  // is it one side of a coin flip that is certain to be one?

    // Visits each field with its name, as callers in other languages see them.
    template <class Visit> static void each_field(Visit visit) {
        visit("cell", &Candidate::cell);
        visit("risk", &Candidate::risk);
        visit("survival", &Candidate::survival);
        visit("certain_next", &Candidate::certain_next);
        visit("flip_loss", &Candidate::flip_loss);
        visit("win", &Candidate::win);
        visit("dead", &Candidate::dead);
        visit("coin_flip", &Candidate::coin_flip);
        visit("region_clears", &Candidate::region_clears);
        visit("region_best", &Candidate::region_best);
        visit("win_estimate", &Candidate::win_estimate);
        visit("win_margin", &Candidate::win_margin);
        visit("rollouts", &Candidate::rollouts);
        visit("score", &Candidate::score);
    }
};

struct Choice {
    int cell = -1;      // the cell to open; -1 if no cell is undecided
    double risk = 0.0;  // probability that it is a mine
    Chance win{};       // probability to win with the best play, if the whole ending was played out
    bool exact() const { return win.has_value(); }
};

// How much more a player wins after one cell than after another, estimated by rollouts on the same layouts.
struct WinDifference {
    double mean;    // difference of the probabilities to win
    double margin;  // half the width of its 95 % interval
    int rollouts;   // number of rollouts from each of the two cells
};

struct Weighing {
    Choice choice;                            // the cell to open
    std::vector<Candidate> candidates;        // the promising cells and the requested ones
    bool by_rollouts = false;                 // did rollouts decide? Otherwise they only estimate
    std::optional<WinDifference> difference;  // of the first two requested cells, if rollouts were played
};

}  // namespace mineproof
