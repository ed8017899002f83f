// The input of the counting code: clues as cells and a number. It does not know the shape of the board.
#pragma once

#include <vector>

namespace mineproof {

// The clues of one front.
struct ClueSet {
    std::vector<int> need;   // by clue: the number of mines among its cells
    std::vector<int> start;  // by clue, and one more: where its cells start in `cells`
    std::vector<int> cells;  // the undecided cells of all clues, one clue after another

    int count() const { return int(need.size()); }
    int size(int clue) const { return start[clue + 1] - start[clue]; }
};

constexpr int no_clue = -1;

}  // namespace mineproof
