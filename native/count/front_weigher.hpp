// The odds of the cells of all fronts under the mine count.
//
// A product tree multiplies the ways of all fronts by number of mines; the sea holds the other mines. A front
// that a move does not change keeps its ways and its place in the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "count/front_store.hpp"
#include "count/product_tree.hpp"
#include "count/way_counter.hpp"

namespace mineproof {

class FrontWeigher {
  public:
    explicit FrontWeigher(FrontStore& store) : store(store), counter(store) {}

    // Forget everything. Call it when the store is cleared.
    void clear();
    // Call these for each new front, and for each front before the store drops it.
    void added(int front);
    void dropped(int front);

    // Combine all fronts with the sea, and return the odds of a sea cell. Throws Contradiction if the mine
    // count fits no layout.
    double weigh(int sea, int mines);
    // After weigh(): call `tell(cell, odds)` for the cells of a front.
    template <class Tell> void odds(int number, Tell tell) {
        find_group_odds(number);
        const FrontStore::Front& front = store[number];
        for (int s = front.first_step; s < front.end_step; ++s) {
            const FrontStore::Step& step = store.steps[s];
            for (int c = step.first_cell; c < step.end_cell; ++c)
                tell(store.cells[c], group_odds[s - front.first_step]);
        }
    }
    // A cheap lower bound of the odds of all cells of a front. It is computed from the odds at the last call
    // of odds(), and from how much the worth of a mine elsewhere can have changed since.
    double least_odds(int front) const;

    // After weigh(), for drawing layouts: count the ways to all nodes of all fronts.
    void count_all_ways();
    // Draw the number of mines of each front, above its least; call `tell(front, mines)` for each.
    template <class Tell> void sample_totals(Random& random, Tell tell) {
        const ProductTree::Terms& all = tree.all();
        auto together = [&](int k) { return all.ways[std::size_t(k)] * sea_ways[std::size_t(k)]; };
        int count = int(all.ways.size());
        double total = 0.0;
        for (int k = 0; k < count; ++k) total += together(k);
        tree.sample_split(all.first + random.draw(count, total, together), random, tell);
    }
    // After count_all_ways(): the weight of all paths with `mines` mines that end with this edge, up to a
    // factor common to all edges to the same node. `size` is the number of cells of its group.
    double ways_over(const FrontStore::Edge& edge, int size, int mines) const {
        const FrontStore::Node& node = store.nodes[edge.from];
        int before = mines - edge.mines;
        if (before < node.least || before > node.most) return 0.0;
        return counter.weight(size, edge.mines) * counter.ways(node)[before - node.least];
    }

    std::size_t entries() const { return counter.size(); }  // numbers held in memory

  private:
    // The worth of a mine elsewhere: bounds of the logarithm of the factor by which the ways of the rest of
    // the board change if one of its mines moves into a front.
    struct Worth {
        double low = 0;   // lower bound
        double high = 0;  // upper bound
    };
    // What is stored about a front.
    struct State {
        bool in_tree = false;       // are its ways in `tree`?
        std::uint64_t counted = 0;  // its ways are in `counter` if this is `generation`
        double least_odds = 0;      // of its cells, when odds() was last called
        Worth worth;                // at that time
    };

    void set_tilt(double tilt);
    double balanced_tilt(int sea, int left) const;
    void count_ways(int front);
    void forget_ways();
    void update_tree();
    bool join(int sea, int left, double& sea_odds);
    void fill_sea_ways(const ProductTree::Terms& all, int sea, int left, int low, int high);
    void find_group_odds(int front);

    FrontStore& store;               // the fronts
    WayCounter counter;              // their ways
    std::uint64_t generation = 1;    // grows whenever the ways of all fronts are forgotten
    std::size_t stale_ways = 0;      // numbers in `counter` that belong to dropped fronts
    ProductTree tree;                // one leaf for each front
    bool cuts = true;                // may the tree cut off negligible terms?
    std::vector<State> states;       // by front
    std::vector<int> not_in_tree;    // fronts that `tree` does not have yet, and some that were dropped
    double tilt = 0;                 // the weight of a mine in a front, undone in the sea; 0: none yet
    std::vector<double> sea_ways;    // by term of the product: ways of the sea, tilted
    Worth worth;                     // after the last weigh()
    std::vector<double> group_odds;  // of the front of the last odds()
};

}  // namespace mineproof
