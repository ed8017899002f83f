// Counts ways: a forward pass over a front counts them, a backward pass gives odds.
//
// The ways to a node, by number of mines, are the sum over its edges. The backward pass begins at the last
// layer with the weights that the rest of the board gives each number of mines. The layouts through an edge
// are the ways to it times the weighted ways from it, and so one pass gives the odds of all groups. Counting
// a front again for each cell would cost a pass a cell.
//
// Exact integers are what counting/exact.py uses. Doubles are exact enough for odds, but never decide what a
// game takes as certain (FrontDeducer does, without them). Long fronts are scaled, and a mine can have a
// weight, so that the terms of a sum have similar size. An edge costs a step for each number of mines that
// its first node may have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "count/front_store.hpp"

namespace mineproof {

// Binomial coefficients: choose[n][m] ways to put m mines into a group of n cells.
struct Binomials {
    double rows[largest_group + 1][largest_group + 1] = {};
    constexpr Binomials() {
        for (int n = 0; n <= largest_group; ++n) {
            rows[n][0] = 1;
            for (int m = 1; m <= n; ++m) rows[n][m] = rows[n - 1][m - 1] + rows[n - 1][m];
        }
    }
    constexpr const double* operator[](int n) const { return rows[n]; }
};
constexpr Binomials choose;

// Counts ways as doubles. Layers of long fronts are scaled at intervals, so only ratios within a front are
// meaningful. The largest relative error of odds, beside counting/exact.py, is 1.6e-15.
class WayCounter {
  public:
    explicit WayCounter(FrontStore& store) : store(store) { set_mine_weight(1.0); }

    // Forget all ways.
    void clear() { values.clear(); }
    // Give a layout of m mines the weight weight^m; call clear() first.
    void set_mine_weight(double weight);

    // Count the ways to each node of a front, by number of mines.
    void forward(int front);
    // After forward(): the odds of a cell of each group, given the outcome and the weights `seed` of its
    // numbers of mines, from its least on.
    void backward(int front, int outcome, const double* seed, std::vector<double>& odds);

    // The ways to a node, by number of mines from its least on.
    const double* ways(const FrontStore::Node& node) const { return &values[node.ways_at]; }
    // The weight of an edge: the ways to put its mines into a group of `size` cells, times their weight.
    double weight(int size, int mines) const { return choose[size][mines] * mine_weight[mines]; }
    std::size_t size() const { return values.size(); }  // numbers held in memory

  private:
    FrontStore& store;           // the fronts; nodes get their `ways_at`
    std::vector<double> values;  // ways to the nodes of all counted fronts
    std::vector<double> onward;  // like `values`: ways from a node to the end, weighted by the seed
    double mine_weight[largest_group + 1];  // by number of mines: their weight
};

// The ways of a whole front as exact integers, by number of mines from its least on; false if one of them
// does not fit into 64 bits.
bool exact_ways(const FrontStore& store, int front, std::vector<std::uint64_t>& ways);

}  // namespace mineproof
