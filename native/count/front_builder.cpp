#include "count/front_builder.hpp"

#include <algorithm>
#include <string>

#include "base/errors.hpp"
#include "base/poll.hpp"

namespace mineproof {

int FrontBuilder::build(const ClueSet& clues, int free) {
    store.compact_if_sparse();
    FrontStore::Mark before = store.mark();
    FrontStore::Front front{};
    try {
        groups.build(clues, free);
        make_steps(clues, free, front);
        make_layers(front);
    } catch (...) {
        store.undo_to(before);
        throw;
    }
    front.outcomes = int(keys.size());
    front.first_outcome = int(store.free_mines.size());
    for (const Key& key : keys)
        store.free_mines.push_back(free == no_clue ? 0 : clues.size(free) - key.slot(slot_of[free]));
    return store.add(front);
}

int FrontBuilder::take_slot() {
    if (free_slots.empty()) {
        if (used_slots == slots_of_a_key) throw TooWide("too wide to count: more than 32 open clues");
        return used_slots++;
    }
    int slot = free_slots.back();
    free_slots.pop_back();
    return slot;
}

void FrontBuilder::make_steps(const ClueSet& clues, int free, FrontStore::Front& front) {
    capacity.resize(clues.count());
    for (int k = 0; k < clues.count(); ++k) capacity[k] = clues.size(k);
    slot_of.assign(clues.count(), -1);
    free_slots.clear();
    used_slots = 0;
    slots.clear();
    key_steps.clear();
    front.first_step = int(store.steps.size());
    for (int group : order.find(groups, clues.count())) {
        FrontStore::Step step{};
        step.first_cell = int(store.cells.size());
        store.cells.insert(store.cells.end(), groups.cells(group).begin(), groups.cells(group).end());
        step.end_cell = int(store.cells.size());
        store.steps.push_back(step);

        KeyStep key_step{};
        key_step.first_slot = int(slots.size());
        for (int clue : groups.clues(group)) {
            bool enters = slot_of[clue] < 0;
            if (enters) slot_of[clue] = take_slot();
            bool high = slot_of[clue] / 16;
            int shift = slot_of[clue] % 16 * 4;
            // The free clue accepts 0 mines up to all its cells, and keeps its slot to the end.
            int wants = clue == free ? clues.size(clue) : clues.need[clue];
            if (enters) (high ? key_step.enter.high : key_step.enter.low) += std::uint64_t(wants) << shift;
            (high ? key_step.one_mine.high : key_step.one_mine.low) += std::uint64_t(1) << shift;
            capacity[clue] -= groups.size(group);
            slots.push_back({slot_of[clue], clue == free ? wants : capacity[clue]});
        }
        key_step.end_slot = int(slots.size());
        key_steps.push_back(key_step);
        for (int clue : groups.clues(group))
            if (!capacity[clue] && clue != free) free_slots.push_back(slot_of[clue]);
    }
    front.end_step = int(store.steps.size());
}

void FrontBuilder::make_layers(FrontStore::Front& front) {
    keys.assign(1, Key{});
    int layer = int(store.nodes.size()), first_node = layer;
    store.nodes.push_back({0, 0, 0});
    for (int s = front.first_step; s < front.end_step; ++s) {
        FrontStore::Step& step = store.steps[s];
        step.first_node = layer;
        step.end_node = int(store.nodes.size());
        step.first_edge = int(store.edges.size());
        next_keys.clear();
        make_layer(key_steps[s - front.first_step], step.size(), layer, step.end_node, first_node);
        step.end_edge = int(store.edges.size());
        poll_if_long(step.end_edge - step.first_edge);
        if (step.end_edge == step.first_edge) throw Contradiction("clues clash");
        layer = step.end_node;
        next_keys.swap_keys(keys);
    }
    front.last_layer = layer;
    front.least = store.nodes[layer].least;
    front.most = store.nodes[layer].most;
}

// Add the edges from the nodes [layer, next), and the nodes that they lead to, which start at `next`.
void FrontBuilder::make_layer(const KeyStep& key_step, int size, int layer, int next, int first_node) {
    for (int u = layer; u < next; ++u) {
        Key key = keys[u - layer];
        key.low += key_step.enter.low;
        key.high += key_step.enter.high;
        int low = 0, high = size;
        for (int t = key_step.first_slot; t < key_step.end_slot; ++t) {
            int left = key.slot(slots[t].number);
            high = std::min(high, left);
            low = std::max(low, left - slots[t].later);
        }
        for (int m = low; m <= high; ++m) {
            Key after{key.low - std::uint64_t(m) * key_step.one_mine.low,
                      key.high - std::uint64_t(m) * key_step.one_mine.high};
            int v = next + next_keys.find_or_add(after);
            add_or_widen_node(v, store.nodes[u].least + m, store.nodes[u].most + m, first_node);
            store.edges.push_back({u, v, m});
        }
    }
}

void FrontBuilder::add_or_widen_node(int node, int fewest, int most, int first_node) {
    std::vector<FrontStore::Node>& nodes = store.nodes;
    if (node == int(nodes.size())) {
        if (node - first_node >= most_nodes) throw TooWide("too wide to count: more than 250000 states");
        if (store.nodes_used() + node - first_node >= store.node_limit())
            throw TooWide("too wide to count: more than " + std::to_string(store.node_limit()) +
                          " states in all");
        nodes.push_back({fewest, most, 0});
    } else {
        nodes[node].least = std::min(nodes[node].least, fewest);
        nodes[node].most = std::max(nodes[node].most, most);
    }
}

}  // namespace mineproof
