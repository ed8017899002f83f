// The limits of the search for a guess. They count steps, not seconds, so results are the same on every
// machine. Python sets every field (core/think.py); the defaults here are for C++ callers.
#pragma once

#include <cstdint>

namespace mineproof {

constexpr int most_plies = 12;

struct Think {
    int layouts = 1000;                  // endings with at most this many layouts are played out exactly
    std::int64_t ending_work = 2000000;  // most steps for one ending
    bool living = true;                  // never choose a dead cell if there is one that is not dead
    double window = 0.20;       // evaluate cells whose upper bound is at most this share below the best
    int sea_cells = 12;         // evaluate at most this many cells of the sea
    bool flips = true;          // lower the score of a cell by the games that later coin flips cost
    double least_flip = 0.003;  // ignore coin flips less likely than this
    int plies = 12;             // guesses looked ahead: 1 for this guess only, 2 for the next one too
    double close = 0.10;        // search a cell deeper if its score is at most this share below the best
    int answers = 8;            // guesses tried in a position of the search in which no cell is certain
    double reach = 0.04;        // do not search positions that are less likely than this
    std::int64_t work = 20000;  // most cells that the deeper search opens
    bool regions = true;        // solve regions independently
    int rollouts = 0;           // most rollouts for one decision; 0 for none

    // Visits each field with its name, as callers in other languages see them.
    template <class Visit> static void each_field(Visit visit) {
        visit("layouts", &Think::layouts);
        visit("ending_work", &Think::ending_work);
        visit("living", &Think::living);
        visit("window", &Think::window);
        visit("sea_cells", &Think::sea_cells);
        visit("flips", &Think::flips);
        visit("least_flip", &Think::least_flip);
        visit("plies", &Think::plies);
        visit("close", &Think::close);
        visit("answers", &Think::answers);
        visit("reach", &Think::reach);
        visit("work", &Think::work);
        visit("regions", &Think::regions);
        visit("rollouts", &Think::rollouts);
    }
};

}  // namespace mineproof
