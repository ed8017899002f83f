#include "count/way_counter.hpp"

#include <algorithm>

#include "base/poll.hpp"

namespace mineproof {

namespace {

constexpr int steps_between_scalings = 16;

// Divide terms by the largest of them if it has become very large or very small.
void scale_if_extreme(double* first, double* last) {
    double largest = *std::max_element(first, last);
    if (largest > 1e100 || (largest > 0 && largest < 1e-100))
        for (double* term = first; term < last; ++term) *term /= largest;
}

}  // namespace

void WayCounter::set_mine_weight(double weight) {
    mine_weight[0] = 1.0;
    for (int m = 1; m <= largest_group; ++m) mine_weight[m] = mine_weight[m - 1] * weight;
}

void WayCounter::forward(int number) {
    const FrontStore::Front& front = store[number];
    std::vector<FrontStore::Node>& nodes = store.nodes;
    nodes[store.first_node(front)].ways_at = int(values.size());
    values.push_back(1.0);
    for (int s = front.first_step; s < front.end_step; ++s) {
        const FrontStore::Step& step = store.steps[s];
        int size = step.size(), from = int(values.size()), at = from;
        for (int v = step.end_node, end = store.layer_end(front, s); v < end; ++v) {
            nodes[v].ways_at = at;
            at += nodes[v].most - nodes[v].least + 1;
        }
        values.resize(at, 0.0);
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            const FrontStore::Edge& edge = store.edges[e];
            const FrontStore::Node &u = nodes[edge.from], &v = nodes[edge.to];
            double weight = choose[size][edge.mines] * mine_weight[edge.mines];
            const double* in = &values[u.ways_at];
            double* out = &values[v.ways_at + (u.least + edge.mines - v.least)];
            for (int x = 0, width = u.most - u.least; x <= width; ++x) out[x] += weight * in[x];
        }
        if ((s - front.first_step) % steps_between_scalings == steps_between_scalings - 1)
            scale_if_extreme(&values[from], &values[from] + (at - from));
        poll_if_long(at - from);
    }
}

// Odds follow from the number of layouts through each edge: (ways to it) * (weighted ways from it).
void WayCounter::backward(int number, int outcome, const double* seed, std::vector<double>& odds) {
    const FrontStore::Front& front = store[number];
    const std::vector<FrontStore::Node>& nodes = store.nodes;
    odds.resize(front.end_step - front.first_step);
    onward.resize(values.size());
    for (int u = front.last_layer; u < front.end_node(); ++u) {
        const FrontStore::Node& node = nodes[u];
        int width = node.most - node.least + 1;
        if (u == front.last_layer + outcome)
            std::copy(seed, seed + width, onward.begin() + node.ways_at);
        else
            std::fill(onward.begin() + node.ways_at, onward.begin() + node.ways_at + width, 0.0);
    }
    for (int s = front.end_step - 1; s >= front.first_step; --s) {
        const FrontStore::Step& step = store.steps[s];
        int size = step.size(), from = nodes[step.first_node].ways_at, to = nodes[step.end_node].ways_at;
        std::fill(onward.begin() + from, onward.begin() + to, 0.0);
        double all = 0.0, mines = 0.0;
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            const FrontStore::Edge& edge = store.edges[e];
            const FrontStore::Node &u = nodes[edge.from], &v = nodes[edge.to];
            double weight = choose[size][edge.mines] * mine_weight[edge.mines];
            const double* so_far = &values[u.ways_at];
            double* here = &onward[u.ways_at];
            const double* ahead = &onward[v.ways_at + (u.least + edge.mines - v.least)];
            double through = 0.0;
            for (int x = 0, width = u.most - u.least; x <= width; ++x) {
                double more = weight * ahead[x];
                here[x] += more;
                through += so_far[x] * more;
            }
            all += through;
            mines += through * edge.mines;
        }
        odds[s - front.first_step] = mines / all / size;
        if ((s - front.first_step) % steps_between_scalings == steps_between_scalings - 1)
            scale_if_extreme(&onward[from], &onward[from] + (to - from));
        poll_if_long(to - from);
    }
}

bool exact_ways(const FrontStore& store, int number, std::vector<std::uint64_t>& ways) {
    const FrontStore::Front& front = store[number];
    const std::vector<FrontStore::Node>& nodes = store.nodes;
    int first = store.first_node(front);
    std::vector<std::uint64_t> values(1, 1);
    std::vector<std::size_t> at(std::size_t(front.last_layer - first) + 1, 0);  // by node
    for (int s = front.first_step; s < front.end_step; ++s) {
        const FrontStore::Step& step = store.steps[s];
        for (int v = step.end_node, end = store.layer_end(front, s); v < end; ++v) {
            at[v - first] = values.size();
            values.resize(values.size() + nodes[v].most - nodes[v].least + 1, 0);
        }
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            const FrontStore::Edge& edge = store.edges[e];
            const FrontStore::Node &u = nodes[edge.from], &v = nodes[edge.to];
            auto weight = std::uint64_t(choose[step.size()][edge.mines]);
            const std::uint64_t* in = &values[at[edge.from - first]];
            std::uint64_t* out = &values[at[edge.to - first] + (u.least + edge.mines - v.least)];
            for (int x = 0, width = u.most - u.least; x <= width; ++x) {
                if (in[x] > (UINT64_MAX >> 1) / weight || out[x] > UINT64_MAX >> 1) return false;
                out[x] += weight * in[x];
            }
        }
        poll_if_long(step.end_edge - step.first_edge);
    }
    ways.assign(values.begin() + long(at[front.last_layer - first]), values.end());
    return true;
}

}  // namespace mineproof
