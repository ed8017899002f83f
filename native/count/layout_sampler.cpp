#include "count/layout_sampler.hpp"

#include "base/poll.hpp"

namespace mineproof {

void LayoutSampler::begin(int sea, int mines) {
    all_mines = mines;
    weigher.weigh(sea, mines);
    weigher.count_all_ways();
    first_entry.assign(store.nodes.size() + 1, 0);
    auto for_each_edge = [this](auto tell) {
        for (int k = 0; k < store.fronts(); ++k) {
            if (!store.living(k)) continue;
            for (int s = store[k].first_step; s < store[k].end_step; ++s)
                for (int e = store.steps[s].first_edge; e < store.steps[s].end_edge; ++e) tell(e);
        }
    };
    for_each_edge([this](int e) { ++first_entry[store.edges[e].to]; });
    int total = 0;
    for (int& first : first_entry) {
        total += first;
        first = total;
    }
    entries.resize(std::size_t(total));
    for_each_edge([this](int e) { entries[std::size_t(--first_entry[store.edges[e].to])] = e; });
    poll_if_long(total);
}

int LayoutSampler::sample(Random& random, std::vector<int>& mined) {
    int in_fronts = 0;
    weigher.sample_totals(random, [&](int front, int above_least) {
        int mines = store[front].least + above_least;
        in_fronts += mines;
        sample_front(front, mines, random, mined);
    });
    return all_mines - in_fronts;
}

void LayoutSampler::sample_front(int number, int mines, Random& random, std::vector<int>& mined) {
    const FrontStore::Front& front = store[number];
    int node = front.last_layer;
    for (int s = front.end_step - 1; s >= front.first_step; --s) {
        const FrontStore::Step& step = store.steps[s];
        const FrontStore::Edge& edge = store.edges[sample_edge(node, step, mines, random)];
        sample_group(step, edge.mines, random, mined);
        mines -= edge.mines;
        node = edge.from;
    }
}

// Draw the last edge of a path to `node` with `mines` mines.
int LayoutSampler::sample_edge(int node, const FrontStore::Step& step, int mines, Random& random) {
    const int* first = entries.data() + first_entry[node];
    int count = first_entry[node + 1] - first_entry[node];
    if (count == 1) return *first;
    weights.resize(std::size_t(count));
    double total = 0.0;
    for (int k = 0; k < count; ++k) {
        const FrontStore::Edge& edge = store.edges[first[k]];
        weights[std::size_t(k)] = weigher.ways_over(edge, step.size(), mines);
        total += weights[std::size_t(k)];
    }
    return first[random.draw(count, total, [this](int k) { return weights[std::size_t(k)]; })];
}

// Draw which cells of a group are its mines.
void LayoutSampler::sample_group(const FrontStore::Step& step, int mines, Random& random,
                                 std::vector<int>& mined) {
    for (int c = step.first_cell; mines; ++c) {
        int left = step.end_cell - c;
        if (mines < left && random.below(left) >= mines) continue;
        mined.push_back(store.cells[c]);
        --mines;
    }
}

}  // namespace mineproof
