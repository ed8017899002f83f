// Numbers of ways: one pass forward over a front counts them, one pass backward gives odds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "count/front_store.hpp"

namespace mineproof {

// Binomial coefficients: choose[n][m] ways to put m mines into a group of n cells.
constexpr double choose[largest_group + 1][largest_group + 1] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
};

// Counts ways as doubles. Layers of long fronts are scaled down now and then, so only ratios within a
// front mean anything.
class WayCounter {
  public:
    explicit WayCounter(FrontStore& store) : store(store) { set_mine_weight(1.0); }

    // Forget all ways.
    void clear() { values.clear(); }
    // Let a layout of m mines count as weight^m; clear() first.
    void set_mine_weight(double weight);

    // Count the ways to each node of a front, by number of mines.
    void forward(int front);
    // After forward(): the odds of a cell of each group, if the last layer is left by `outcome` and its
    // number of mines, from its least on, has the weights `seed`.
    void backward(int front, int outcome, const double* seed, std::vector<double>& odds);

    // The ways to a node, by number of mines from its least on.
    const double* ways(const FrontStore::Node& node) const { return &values[node.ways_at]; }
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
