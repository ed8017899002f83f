// The order in which the groups of a front get their mines. Few clues are open at a time: layers are small.
#pragma once

#include <cstdint>
#include <vector>

#include "count/cell_groups.hpp"

namespace mineproof {

class GroupOrder {
  public:
    // All groups in a good order, by a greedy search: of the open clues, complete the one that opens the
    // fewest others (as in counting/fronts.py).
    const std::vector<int>& find(const CellGroups& groups, int clues);

  private:
    int last_reached(const CellGroups& groups, int clues);
    int newly_opened(const CellGroups& groups, int clue);
    std::size_t cheapest(const CellGroups& groups, int clues);
    void open_clues_of(const CellGroups& groups, int group);

    std::vector<int> order;           // groups placed so far
    std::vector<char> placed;         // by group: is it in `order`?
    std::vector<int> open_clues;      // clues with a placed group that are not finished, oldest first
    std::vector<char> opened;         // by clue: is it open, or finished?
    std::vector<std::uint64_t> mark;  // by clue: the newly_opened() that counted it
    std::uint64_t mark_stamp = 0;     // of this newly_opened(); 64 bits never run out
};

}  // namespace mineproof
