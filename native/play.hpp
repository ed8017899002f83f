// Whole games, many at once: the compiled twin of play/bulk.py.
#pragma once

#include <cstdint>
#include <vector>

#include "game.hpp"

namespace mineproof {

struct Played {
    bool won;
    int guesses;
    int opened;
};

// One game: open `initial`, then everything certain, then the least risk (if `guess`), and so on.
// `layout` has a byte a cell. The guesses made are appended to `path` if given.
Played play(Live& live, const Field& field, const std::uint8_t* layout, int mines,
            const std::vector<int>& initial, bool guess, std::vector<int>* path = nullptr);

}  // namespace mineproof
