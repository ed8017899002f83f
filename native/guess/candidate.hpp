// What is known of a cell that may be opened, and the choice between such cells.
#pragma once

#include <optional>
#include <vector>

namespace mineproof {

using Chance = std::optional<double>;  // a probability; nothing if it was not computed

struct Candidate {
    int cell;                       // which one
    double risk;                    // probability that it is a mine
    Chance survival{};              // to survive this guess and the next one
    Chance certain_next{};          // that it is safe and makes another cell certain, or wins
    Chance flip_loss{};             // to lose to a coin flip later, if it is safe
    Chance win{};                   // to win with the best play, exactly
    Chance region_clears{};         // to clear its region, starting here; only if there are several regions
    Chance region_best{};           // the same, starting at the best cell of the region
    Chance win_estimate{};          // to win, by rollouts
    Chance win_margin{};            // half the width of the 95 % interval of the estimate
    std::optional<int> rollouts{};  // games of the estimate
    double score = 0.0;      // what the choice is made by: an estimate, unless it is one of the exact chances
    bool dead = false;       // it can show one number only, so it tells nothing new
    bool coin_flip = false;  // it is one side of a coin flip that no clue will decide
};

struct Choice {
    int cell = -1;      // the cell to open; -1 if no cell is undecided
    double risk = 0.0;  // probability that it is a mine
    Chance win{};       // to win with the best play, if the whole ending was played out
    bool exact() const { return win.has_value(); }
};

struct Weighing {
    Choice choice;                      // what a player should do
    std::vector<Candidate> candidates;  // the cells worth a look, and those asked for
};

}  // namespace mineproof
