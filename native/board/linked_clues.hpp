// Clues linked by undecided cells: the input of a front.
#pragma once

#include <cstdint>
#include <vector>

#include "board/field.hpp"
#include "count/clue_set.hpp"

namespace mineproof {

// Walks from a clue to all clues that share an undecided cell with it, directly or through others.
class LinkedClues {
  public:
    void resize(int cells) {
        clue_stamp.resize(cells, 0);
        cell_stamp.resize(cells, 0);
    }
    // Start a new round of walks: no clue is visited yet.
    void forget() { ++stamp; }
    void visit(int clue) { clue_stamp[clue] = stamp; }
    bool visited(int clue) const { return clue_stamp[clue] == stamp; }

    // Collect the clues linked to `first` into `clues` and `set`. `undecided(cell)` and `open(cell)` return
    // the state of a cell; `need_of(clue)` is called once for each collected clue.
    template <class Undecided, class Open, class Need>
    void walk(const Field& field, int first, Undecided undecided, Open open, Need need_of) {
        clues.assign(1, first);
        visit(first);
        set.need.clear();
        set.start.clear();
        set.cells.clear();
        for (std::size_t i = 0; i < clues.size(); ++i) {
            set.need.push_back(need_of(clues[i]));
            set.start.push_back(int(set.cells.size()));
            for (int there : field.around(clues[i])) {
                if (!undecided(there)) continue;
                set.cells.push_back(there);
                if (cell_stamp[there] == stamp) continue;
                cell_stamp[there] = stamp;
                for (int other : field.around(there))
                    if (open(other) && !visited(other)) {
                        visit(other);
                        clues.push_back(other);
                    }
            }
        }
        set.start.push_back(int(set.cells.size()));
    }

    std::vector<int> clues;  // the opened cells found by the last walk
    ClueSet set;             // the same clues, as the input of a front

  private:
    // Stamps only grow, so a stamp of an earlier round never looks current.
    std::uint64_t stamp = 0;                // of the current round
    std::vector<std::uint64_t> clue_stamp;  // by cell: the round that last visited it as a clue
    std::vector<std::uint64_t> cell_stamp;  // by cell: the round that last met it as an undecided cell
};

}  // namespace mineproof
