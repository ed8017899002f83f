// The ways of many fronts together, by their total number of mines: polynomial products in a binary tree.
//
// A changed front costs only the products on its path to the root. The weights of the mine counts of one
// front, given the rest of the board, cost one path down. Only ratios matter, so every product is scaled to a
// largest term of 1. Negligible terms are cut off at both ends of long products: with thousands of fronts,
// some hundred terms of ten thousand are left. A caller that multiplies the product with the sea must check
// that the terms cut off have no weight (see FrontWeigher::join).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace mineproof {

class ProductTree {
  public:
    struct Terms {
        int first = 0;             // mines of the first term, above the fewest that are possible
        std::vector<double> ways;  // by number of mines, from `first` on
        bool cut_low = false;      // were terms before the first cut off?
        bool cut_high = false;     // were terms after the last cut off?
        int end() const { return first + int(ways.size()); }
    };

    // Remove all fronts. `cuts` says whether negligible terms are cut off from now on.
    void clear(bool cuts);
    // Set the ways of one front, from its fewest mines on. `leaf` is any number, best a small one.
    void set(int leaf, const double* ways, int count);
    void remove(int leaf);
    const std::vector<double>& ways(int leaf) const { return nodes[leaves + leaf].terms.ways; }

    // The product of all fronts.
    const Terms& all();
    // Set the weight of each total mine count, one for each term of all().
    void set_weights(const std::vector<double>& weights);
    // After set_weights(): the weight of each mine count of one front, from its fewest on, up to a factor.
    const std::vector<double>& weights(int leaf);

    // After all(): distribute `total` mines at random over the fronts, above their fewest; call
    // `tell(leaf, mines)` for each front.
    template <class Tell> void sample_split(int total, Random& random, Tell tell) const {
        if (leaves && !nodes[1].empty) sample_split(1, total, random, tell);
    }

  private:
    template <class Tell> void sample_split(int at, int total, Random& random, Tell& tell) const {
        if (at >= leaves) {
            tell(at - leaves, total);
            return;
        }
        const Node &left = nodes[2 * at], &right = nodes[2 * at + 1];
        if (left.empty || right.empty) return sample_split(2 * at + left.empty, total, random, tell);
        int first = std::max(left.terms.first, total - right.terms.end() + 1);
        int end = std::min(left.terms.end(), total - right.terms.first + 1);
        auto together = [&](int k) {
            int mines = first + k;
            return left.terms.ways[std::size_t(mines - left.terms.first)] *
                   right.terms.ways[std::size_t(total - mines - right.terms.first)];
        };
        double sum = 0.0;
        for (int k = 0; k < end - first; ++k) sum += together(k);
        int mines = first + random.draw(end - first, sum, together);
        sample_split(2 * at, mines, random, tell);
        sample_split(2 * at + 1, total - mines, random, tell);
    }

    struct Node {
        Terms terms;                  // the product of the leaves below
        bool empty = true;            // is there no front below?
        bool changed = true;          // must `terms` be computed again?
        std::vector<double> outside;  // by term: the weighted ways of all leaves that are not below
        std::uint64_t weighed = 0;    // the set_weights() that `outside` belongs to
    };
    void invalidate_above(int node);
    void renew(int node);
    void multiply(const Terms& a, const Terms& b, Terms& out) const;
    static void scale(std::vector<double>& terms);
    void cut(Terms& terms) const;

    int leaves = 0;              // a power of two
    std::vector<Node> nodes;     // node k has the children 2k and 2k + 1; leaf i is node leaves + i
    bool cuts = true;            // are negligible terms cut off?
    std::uint64_t weighing = 0;  // number of the latest set_weights()
    std::vector<int> path;       // scratch of weights(): from a leaf up to a node that is weighed
};

}  // namespace mineproof
