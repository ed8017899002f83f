#include "count/product_tree.hpp"

#include <algorithm>

#include "base/poll.hpp"

namespace mineproof {

namespace {

constexpr int short_product = 64;     // terms; a product this short is never cut
constexpr double negligible = 1e-45;  // relative to a largest term of 1

}  // namespace

void ProductTree::clear(bool with_cuts) {
    cuts = with_cuts;
    for (int k = 1; k < 2 * leaves; ++k) {
        nodes[k].empty = true;
        nodes[k].changed = false;
    }
}

void ProductTree::set(int leaf, const double* ways, int count) {
    if (leaf >= leaves) {
        int before = leaves, size = std::max(1, leaves);
        while (size <= leaf) size *= 2;
        std::vector<Node> grown(std::size_t(size) * 2);
        for (int k = 0; k < before; ++k) std::swap(grown[size + k], nodes[before + k]);
        nodes.swap(grown);
        leaves = size;
    }
    Node& node = nodes[leaves + leaf];
    node.terms.first = 0;
    node.terms.ways.assign(ways, ways + count);
    node.terms.cut_low = node.terms.cut_high = false;
    scale(node.terms.ways);  // no terms are cut off: weights() must cover every term of a front
    node.empty = false;
    invalidate_above(leaves + leaf);
}

void ProductTree::remove(int leaf) {
    if (leaf >= leaves || nodes[leaves + leaf].empty) return;
    nodes[leaves + leaf].empty = true;
    invalidate_above(leaves + leaf);
}

void ProductTree::invalidate_above(int node) {
    nodes[node].changed = false;
    nodes[node].weighed = 0;
    for (int k = node / 2; k && !nodes[k].changed; k /= 2) nodes[k].changed = true;
}

const ProductTree::Terms& ProductTree::all() {
    static const Terms one{0, {1.0}, false, false};
    if (!leaves) return one;
    renew(1);
    return nodes[1].empty ? one : nodes[1].terms;
}

void ProductTree::renew(int at) {
    Node& node = nodes[at];
    if (!node.changed) return;
    node.changed = false;
    node.weighed = 0;
    if (at >= leaves) return;
    renew(2 * at);
    renew(2 * at + 1);
    const Node &left = nodes[2 * at], &right = nodes[2 * at + 1];
    node.empty = left.empty && right.empty;
    if (node.empty) return;
    if (left.empty || right.empty)
        node.terms = (left.empty ? right : left).terms;
    else
        multiply(left.terms, right.terms, node.terms);
}

void ProductTree::multiply(const Terms& a, const Terms& b, Terms& out) const {
    const Terms &few = a.ways.size() < b.ways.size() ? a : b, &many = &few == &a ? b : a;
    out.first = a.first + b.first;
    out.cut_low = a.cut_low || b.cut_low;
    out.cut_high = a.cut_high || b.cut_high;
    out.ways.assign(a.ways.size() + b.ways.size() - 1, 0.0);
    const double* from = many.ways.data();
    for (std::size_t x = 0; x < few.ways.size(); ++x) {
        poll_if_long(std::int64_t(many.ways.size()));
        double factor = few.ways[x];
        double* to = out.ways.data() + x;
        for (std::size_t y = 0, count = many.ways.size(); y < count; ++y) to[y] += factor * from[y];
    }
    scale(out.ways);
    cut(out);
}

void ProductTree::scale(std::vector<double>& terms) {
    double largest = *std::max_element(terms.begin(), terms.end());
    if (largest > 0)
        for (double& term : terms) term /= largest;
}

void ProductTree::cut(Terms& terms) const {
    if (!cuts || int(terms.ways.size()) <= short_product) return;
    int low = 0, high = int(terms.ways.size());
    while (terms.ways[low] < negligible) ++low;
    while (terms.ways[high - 1] < negligible) --high;
    if (high < int(terms.ways.size())) {
        terms.cut_high = true;
        terms.ways.resize(high);
    }
    if (low) {
        terms.cut_low = true;
        terms.first += low;
        terms.ways.erase(terms.ways.begin(), terms.ways.begin() + low);
    }
}

void ProductTree::set_weights(const std::vector<double>& weights) {
    if (!leaves) return;
    ++weighing;
    nodes[1].outside = weights;
    nodes[1].weighed = weighing;
}

const std::vector<double>& ProductTree::weights(int leaf) {
    path.clear();
    for (int k = leaves + leaf; nodes[k].weighed != weighing; k /= 2) path.push_back(k);
    for (; !path.empty(); path.pop_back()) {
        int at = path.back();
        Node& node = nodes[at];
        const Node &above = nodes[at / 2], &sibling = nodes[at ^ 1];
        node.weighed = weighing;
        if (sibling.empty) {
            node.outside = above.outside;
            continue;
        }
        int count = int(node.terms.ways.size());
        node.outside.assign(count, 0.0);
        for (int s = 0; s < int(sibling.terms.ways.size()); ++s) {
            // Term t of this node and term s of its sibling add to term t + shift of their parent.
            int shift = node.terms.first + sibling.terms.first + s - above.terms.first;
            int from = std::max(0, -shift), to = std::min(count, int(above.outside.size()) - shift);
            poll_if_long(to - from);
            double factor = sibling.terms.ways[s];
            const double* in = above.outside.data() + (from + shift);
            double* out = node.outside.data() + from;
            for (int t = 0; t < to - from; ++t) out[t] += factor * in[t];
        }
        scale(node.outside);
    }
    return nodes[leaves + leaf].outside;
}

}  // namespace mineproof
