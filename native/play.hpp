// Whole games, one after another: the compiled twin of play/bulk.py.
#pragma once

#include <cstdint>
#include <vector>

#include "board/deal.hpp"
#include "board/field.hpp"
#include "board/live.hpp"
#include "guess/thinker.hpp"

namespace mineproof {

struct Played {
    bool won;     // was every safe cell opened?
    int guesses;  // risks taken
    int opened;   // cells opened
    // Luck is what happened minus its expectation, so it is 0 on average.
    double guess_luck = 0.0;  // sum over the guesses before the ending: survived (1 or 0) minus the chance to
    double ending_luck = 0.0;  // if the ending was played out: won (1 or 0) minus the chance to
};

// What to do when no cell is certainly safe.
enum class Stuck {
    stop,   // give up
    guess,  // take the least risk
    think   // let a Thinker choose the risk
};

// Play one game: open `initial`, then all certain cells. When no cell is certain, do what the Stuck argument
// says, and repeat. `layout` has a byte for each cell. `thinker` is needed for Stuck::think.
Played play(Live& live, const Field& field, const std::uint8_t* layout, int mines,
            const std::vector<int>& initial, Stuck stuck, Thinker* thinker = nullptr,
            const Think& think = {});

}  // namespace mineproof
