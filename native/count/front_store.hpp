// Memory for fronts: layered graphs, pooled in a few arrays that are reused from position to position.
//
// A front is stored as in counting/layers.py: layers of nodes (what the open clues still need), and for each
// group of equal cells a step of edges that put m mines into the group. Every path from the first layer to
// the last is a set of layouts that fit. FrontBuilder writes fronts; FrontDeducer, WayCounter and their
// callers read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mineproof {

constexpr int most_nodes = 250000;    // of one front; equals MOST_NODES in counting/layers.py
constexpr int most_in_all = 1000000;  // of all fronts of a position, or four a cell if that is more
constexpr int largest_group = 15;     // a clue has at most 15 cells, so no group is larger

class FrontStore {
  public:
    struct Node {
        std::int32_t least;    // fewest mines on a path from the first layer to this node
        std::int32_t most;     // most mines on such a path
        std::int32_t ways_at;  // where WayCounter stores its numbers of ways, by mines from `least` on
    };
    struct Edge {
        std::int32_t from;   // a node of the layer before the step
        std::int32_t to;     // a node of the layer after it
        std::int32_t mines;  // that go into the group of the step
    };
    struct Step {
        int first_cell;  // of its group, in `cells`
        int end_cell;    // one past the last
        int first_edge;  // in `edges`
        int end_edge;    // one past the last
        int first_node;  // of the layer before this step, in `nodes`
        int end_node;    // one past the last; the layer after this step starts here
        int size() const { return end_cell - first_cell; }
    };
    struct Front {
        int first_step;     // in `steps`
        int end_step;       // one past the last
        int least;          // fewest mines of a layout of this front
        int most;           // most mines
        int last_layer;     // the first node of the last layer
        int outcomes;       // nodes of the last layer: 1, or one for each number the free clue can show
        int first_outcome;  // in `free_mines`
        bool living;        // false after drop()
        int end_node() const { return last_layer + outcomes; }
        int width() const { return most - least + 1; }
    };

    // Forget all fronts; cells are below `cell_limit`.
    void clear(int cell_limit);

    // Register a front whose steps, cells, edges, nodes and outcomes are the last in the pools. Returns its
    // number, which may be that of a dropped front.
    int add(const Front& front);
    void drop(int number);
    // Close the gaps of dropped fronts in the pools, if they are large enough.
    void compact_if_sparse();

    int fronts() const { return int(list.size()); }  // front numbers are below this
    int living_fronts() const { return fronts() - int(free_numbers.size()); }
    bool living(int number) const { return list[number].living; }
    const Front& operator[](int number) const { return list[number]; }

    int first_node(const Front& front) const { return steps[front.first_step].first_node; }
    // One past the last node of the layer after step `s` of the front.
    int layer_end(const Front& front, int s) const {
        return s + 1 < front.end_step ? steps[s + 1].end_node : front.end_node();
    }
    int cells_of(int number) const {
        const Front& front = list[number];
        return steps[front.end_step - 1].end_cell - steps[front.first_step].first_cell;
    }
    // The cells of each group of a front: `tell(first, last)`, pointers into `cells`.
    template <class Tell> void groups(int number, Tell tell) const {
        for (int s = list[number].first_step; s < list[number].end_step; ++s)
            tell(cells.data() + steps[s].first_cell, cells.data() + steps[s].end_cell);
    }

    int nodes_used() const { return living_nodes; }
    int node_limit() const { return limit; }
    int sum_least() const { return fewest_mines; }
    int sum_most() const { return most_mines; }
    int widest() const { return widest_front; }
    // Entries in memory, including those of dropped fronts until the pools are compacted.
    std::size_t entries() const { return nodes.size() + edges.size() + steps.size(); }

    // The sizes of the pools, to undo a front that could not be built.
    struct Mark {
        std::size_t steps;  // size of `steps`
        std::size_t cells;  // size of `cells`
        std::size_t edges;  // size of `edges`
        std::size_t nodes;  // size of `nodes`
    };
    Mark mark() const { return {steps.size(), cells.size(), edges.size(), nodes.size()}; }
    void undo_to(const Mark& mark);

    std::vector<Step> steps;      // of all fronts; those of one front are adjacent, as in every pool
    std::vector<int> cells;       // the cells of all groups
    std::vector<Edge> edges;      // of all steps
    std::vector<Node> nodes;      // of all layers
    std::vector<int> free_mines;  // by outcome: the mines around the clue that is free; 0 if none is

  private:
    void compact();

    std::vector<Front> list;        // by number
    std::vector<int> free_numbers;  // of dropped fronts
    std::vector<int> by_place;      // scratch of compact(): living fronts in the order of the pools
    int living_nodes = 0;           // nodes of all living fronts
    int fewest_mines = 0;           // sum of `least` over all living fronts
    int most_mines = 0;             // sum of `most` over all living fronts
    int widest_front = 0;           // largest `most - least` of any front since clear()
    int limit = most_in_all;        // of the nodes of all living fronts
};

}  // namespace mineproof
