#include "count/outcome_counter.hpp"

#include <algorithm>
#include <cstdint>

#include "base/poll.hpp"

namespace mineproof {

void OutcomeCounter::begin(int cells) {
    store.clear(cells);
    builder.resize(cells);
}

void OutcomeCounter::count_ways() {
    counter.clear();
    for (int k = 0; k < fronts(); ++k) counter.forward(k);
}

OutcomeCounter::Outcome OutcomeCounter::outcome(int number, int outcome) const {
    const FrontStore::Front& front = store[number];
    const FrontStore::Node& node = store.nodes[front.last_layer + outcome];
    return {store.free_mines[front.first_outcome + outcome], node.least, node.most, counter.ways(node)};
}

void OutcomeCounter::mined_by_total(int number, int outcome, std::vector<double>& rows) {
    const FrontStore::Front& front = store[number];
    int first = store.first_node(front), target = front.last_layer + outcome;
    const FrontStore::Node& last = store.nodes[target];
    int width = last.most - last.least + 1;
    rest.assign(front.end_node() - first, {INT32_MAX, -1, -1});
    rest[target - first] = {0, 0, 0};
    rest_ways.assign(1, 1.0);
    rows.assign(std::size_t(front.end_step - front.first_step) * width, 0.0);
    for (int s = front.end_step - 1; s >= front.first_step; --s) {
        const FrontStore::Step& step = store.steps[s];
        prepare_rest(step, first);
        poll_if_long(std::int64_t(step.end_edge - step.first_edge) * width);
        int size = step.size();
        double* row = &rows[std::size_t(s - front.first_step) * width];
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            const FrontStore::Edge& edge = store.edges[e];
            const Rest &u = rest[edge.from - first], &v = rest[edge.to - first];
            if (v.at < 0) continue;
            double weight = choose[size][edge.mines], share = weight * edge.mines / size;
            const double* ahead = &rest_ways[v.at];
            double* onward = &rest_ways[u.at + v.least + edge.mines - u.least];
            int ways_on = v.most - v.least;
            for (int y = 0; y <= ways_on; ++y) onward[y] += weight * ahead[y];
            if (!edge.mines) continue;
            const FrontStore::Node& node = store.nodes[edge.from];
            const double* so_far = counter.ways(node);
            double* to = row + (node.least + edge.mines + v.least - last.least);
            for (int x = 0, ways_here = node.most - node.least; x <= ways_here; ++x) {
                double here = share * so_far[x];
                for (int y = 0; y <= ways_on; ++y) to[x + y] += here * ahead[y];
            }
        }
    }
}

// Make room for the ways of the nodes before a step; the nodes after it have theirs.
void OutcomeCounter::prepare_rest(const FrontStore::Step& step, int first) {
    for (int e = step.first_edge; e < step.end_edge; ++e) {
        const FrontStore::Edge& edge = store.edges[e];
        Rest& u = rest[edge.from - first];
        const Rest& v = rest[edge.to - first];
        if (v.at < 0) continue;
        u.least = std::min(u.least, v.least + edge.mines);
        u.most = std::max(u.most, v.most + edge.mines);
    }
    for (int k = step.first_node - first; k < step.end_node - first; ++k) {
        if (rest[k].most < 0) continue;
        rest[k].at = int(rest_ways.size());
        rest_ways.resize(rest_ways.size() + rest[k].most - rest[k].least + 1, 0.0);
    }
}

}  // namespace mineproof
