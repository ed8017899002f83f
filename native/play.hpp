// Plays whole games. The compiled twin of play/bulk.py.
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
    int guesses;  // number of guesses
    int opened;   // number of opened cells
    // Luck is the result (1 or 0) minus its probability, so its mean is 0.
    double guess_luck = 0.0;  // sum over the guesses before the ending: survived minus probability to survive
    double ending_luck = 0.0;  // if the ending was solved exactly: won minus probability to win
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
