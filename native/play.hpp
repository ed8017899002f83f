// Whole games, many at once: the compiled twin of play/bulk.py.
#pragma once

#include <cstdint>
#include <vector>

#include "game.hpp"
#include "lookahead.hpp"

namespace mineproof {

struct Played {
    bool won;
    int guesses;
    int opened;
    // Luck, each nothing on average: of every guess before the ending 1 if it was survived, less the chance
    // to; and once the ending is played out, 1 if the game was won, less the chance to.
    double guess_luck = 0.0, ending_luck = 0.0;
};

// What to do when nothing safe is left: give up, take the least risk, think about which to take, or be
// given the next safe cell of a list.
enum class Stuck { stop, guess, think, gift };

// One game: open `initial`, then everything certain; when stuck do as asked, and so on. `layout` has
// a byte a cell. Guesses (or gifts) are counted, and appended to `path` if given.
Played play(Live& live, const Field& field, const std::uint8_t* layout, int mines,
            const std::vector<int>& initial, Stuck stuck, std::vector<int>* path = nullptr,
            const std::vector<int>* gifts = nullptr, Thinker* thinker = nullptr, const Think& think = {});

}  // namespace mineproof
