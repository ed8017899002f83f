// Ways of many fronts together, by their number of mines: products in a tree.
//
// A front that changes costs the products on its way to the root, not those of the whole board; what
// the rest of the board has to say to one front is one way down. Only ratios matter, so every product
// is scaled to a largest term of 1. Terms that are nothing beside it are cut off at both ends of long
// products: with thousands of fronts some hundred terms are left of ten thousand. Whoever joins the
// sea to the product must see that it gives no weight to what was cut (see Counter::weigh).
#pragma once

#include <cstdint>
#include <vector>

namespace mineproof {

class Product {
  public:
    struct Terms {
        int first = 0;  // mines above the fewest there can be, of the first term
        std::vector<double> ways;
        bool cut_low = false, cut_high = false;
        int end() const { return first + int(ways.size()); }
    };

    void clear();
    // The ways of one front, from its fewest mines on; `leaf` is any number that is free.
    void set(int leaf, const double* ways, int count);
    void remove(int leaf);
    const std::vector<double>& ways(int leaf) const { return nodes[leaves + leaf].terms.ways; }
    bool cuts = true;  // whether negligible terms are cut off; to be set when it is empty

    // The product of all.
    const Terms& all();
    // From now on a number of mines of all fronts weighs so; one weight a term of all().
    void weigh(const std::vector<double>& weights);
    // Then: what each number of mines of one front weighs, up to a factor, from its fewest on.
    const std::vector<double>& weights(int leaf);

  private:
    struct Node {
        Terms terms;
        bool empty = true, changed = true;
        std::vector<double> outside;  // by term: the ways of all that is not below this node
        std::uint64_t weighed = 0;    // for which weigh() that holds
    };
    void touch(int node);
    void renew(int node);
    void multiply(const Terms& a, const Terms& b, Terms& out) const;
    static void scale(std::vector<double>& terms);
    void cut(Terms& terms) const;

    int leaves = 0;  // a power of two; node k has the children 2k and 2k + 1
    std::vector<Node> nodes;
    std::uint64_t weighing = 0;
    std::vector<int> path;
};

}  // namespace mineproof
