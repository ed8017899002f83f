// Random boards: the compiled twin of game/deal.py.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace mineproof {

// Deals board after board. The mines of a board are the `mines` cells of `allowed` with the smallest
// pseudo-random words.
class Dealer {
  public:
    Dealer(std::vector<int> allowed, int cells, int mines, std::uint64_t seed)
        : allowed(std::move(allowed)), cells(cells), mines(mines), seed(seed) {}
    // Write board `number` into `layout`, one byte for each cell: 1 for a mine, else 0.
    void deal(std::uint64_t number, std::uint8_t* layout);

  private:
    std::vector<int> allowed;                          // cells that may hold a mine
    int cells;                                         // number of cells of the board
    int mines;                                         // number of mines of each board
    std::uint64_t seed;                                // seed of the series of boards
    std::vector<std::pair<std::uint64_t, int>> words;  // the word of each allowed cell, and the cell
};

}  // namespace mineproof
