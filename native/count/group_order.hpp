// The order in which the groups of a front get their mines. Few clues are open at a time: layers are small.
//
// A greedy search finishes one clue after another: next comes the open clue that opens the fewest others. The
// compiled twin of `_order` in counting/fronts.py. It costs a look at each open clue for each clue.
//
// What was tried (nodes of all fronts of a position, mean): the order matters where fronts are wide. On
// expert boards with 45 % of the safe cells open at random (20 boards) this order has 1,758 nodes, the order
// in which the clues name the cells 2,577, clues in breadth-first order 6,565. On 200 stuck expert positions
// the three have 44, 46 and 49. Two details hardly matter on either: to begin at one end of the front (1,741
// nodes from the first clue), and to sort the groups of a clue (1,766 unsorted).
#pragma once

#include <cstdint>
#include <vector>

#include "count/cell_groups.hpp"

namespace mineproof {

class GroupOrder {
  public:
    // All groups in a good order.
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
