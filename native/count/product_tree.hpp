// The ways of many fronts together, by their total number of mines: polynomial products in a binary tree.
//
// A front that changes costs the products on its path to the root, not those of the whole board. The
// weights that the rest of the board gives to one front cost one path down. Only ratios matter, so every
// product is scaled to a largest term of 1. Negligible terms are cut off at both ends of long products:
// with thousands of fronts some hundred terms of ten thousand are left. The caller that joins the sea to
// the product must check that it gives no weight to what was cut (see FrontWeigher::join).
#pragma once

#include <cstdint>
#include <vector>

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

  private:
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
