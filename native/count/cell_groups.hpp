// Groups of cells that touch the same clues. Only the number of mines in a group matters, not where they are.
//
// So a group of s cells is one variable with the values 0 to s, and m mines in it are C(s, m) layouts. Of two
// clues over the same cells one is dropped, because it would only widen the keys of the nodes.
//
// What it gains: 200 stuck expert positions (bench/table.py) have 19.8 front cells on average, in 15.7
// groups; with a group for each cell their fronts have 58.8 nodes instead of 43.9. It costs one pass over the
// cells of the clues: a cell compares its clues only with groups that have the same first clue, and stamps
// save clearing arrays of the size of the board.
#pragma once

#include <cstdint>
#include <vector>

#include "base/lists.hpp"
#include "count/clue_set.hpp"

namespace mineproof {

class CellGroups {
  public:
    // Cells are below `cells`.
    void resize(int cells);

    // Group the cells of linked clues. Of several clues over the same cells only the first is kept; throws
    // Contradiction if their numbers differ. The `free` clue, which has no number, is never dropped.
    void build(const ClueSet& clues, int free);

    int count() const { return int(first_cell.size()); }
    int size(int group) const { return cells_of[group].size(); }
    Lists::Range cells(int group) const { return cells_of[group]; }
    Lists::Range clues(int group) const { return clues_of[group]; }  // without dropped ones
    Lists::Range groups(int clue) const { return groups_of[clue]; }

  private:
    void number_cells(const ClueSet& clues);
    void find_groups(int clues);
    void link_clues(int clues);
    void drop_duplicates(const ClueSet& clues, int free);

    std::vector<int> number_of;             // by board cell: its number here, if its stamp is current
    std::vector<std::uint64_t> cell_stamp;  // by board cell: the build() that numbered it
    std::uint64_t stamp = 0;                // of this build(); 64 bits never run out

    std::vector<int> board_cells;    // by number: the cell of the board
    Lists clues_of_cell;             // by number: its clues
    std::vector<int> group_of_cell;  // by number: its group

    std::vector<int> first_cell;    // by group: the number of its first cell
    std::vector<int> next_group;    // by group: another one with the same first clue, or -1
    std::vector<int> latest_group;  // by clue: the latest group that has it as its first clue, or -1

    Lists cells_of;             // by group: its cells of the board
    Lists clues_of;             // by group: its clues that are not dropped
    Lists groups_of;            // by clue: its groups
    std::vector<char> dropped;  // by clue: is it a duplicate?
};

}  // namespace mineproof
