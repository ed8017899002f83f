#include "count.hpp"

#include <algorithm>
#include <cmath>

namespace mineproof {

namespace {

constexpr double choose[9][9] = {
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

std::uint64_t hash_of(const Key& key) {
    std::uint64_t h = key.low * 0x9E3779B97F4A7C15ull ^ (key.high + 1) * 0xC2B2AE3D27D4EB4Full;
    return h ^ h >> 29;
}

}  // namespace

// ---------------------------------------------------------------------------------------- Bits

void Bits::set(int x) {
    if (x / 64 >= int(words.size())) words.resize(x / 64 + 1);
    words[x / 64] |= std::uint64_t(1) << (x % 64);
}

bool Bits::any() const {
    return std::any_of(words.begin(), words.end(), [](std::uint64_t word) { return word != 0; });
}

void Bits::add_shifted(const Bits& other, int by) {
    int jump = by / 64, part = by % 64, size = int(other.words.size());
    if (int(words.size()) < size + jump + 1) words.resize(size + jump + 1);
    for (int w = 0; w < size; ++w) {
        words[w + jump] |= other.words[w] << part;
        if (part) words[w + jump + 1] |= other.words[w] >> (64 - part);
    }
}

void Bits::assign_shifted_down(const Bits& other, int by) {
    int jump = by / 64, part = by % 64, size = int(other.words.size());
    words.assign(std::max(0, size - jump), 0);
    for (int w = jump; w < size; ++w) {
        words[w - jump] |= other.words[w] >> part;
        if (part && w + 1 < size) words[w - jump] |= other.words[w + 1] << (64 - part);
    }
}

void Bits::keep_only(const Bits& other) {
    if (words.size() > other.words.size()) words.resize(other.words.size());
    for (std::size_t w = 0; w < words.size(); ++w) words[w] &= other.words[w];
}

// ------------------------------------------------------------------------------ building fronts

void Counter::begin(int cell_limit) {
    front_list.clear();
    free_fronts.clear();
    unweighed.clear();
    steps.clear();
    step_cells.clear();
    edges.clear();
    nodes.clear();
    took.clear();
    forget_values();
    product.clear();
    product.cuts = true;
    tilt = 0;
    living_nodes = sum_least = sum_most = widest = 0;
    node_limit = std::max(most_in_all, 4 * cell_limit);
    if (int(cell_stamp.size()) < cell_limit) {
        cell_stamp.resize(cell_limit, 0);
        cell_slot.resize(cell_limit);
    }
}

int Counter::add_front(const std::vector<int>& need, const std::vector<int>& start,
                       const std::vector<int>& clue_cells, int free) {
    if (int(nodes.size()) > 2 * living_nodes + 4096) tidy();
    std::size_t steps_before = steps.size(), cells_before = step_cells.size();
    std::size_t edges_before = edges.size(), nodes_before = nodes.size();
    Front front{};
    try {
        group_cells(need, start, clue_cells);
        drop_twins(need, free);
        order_groups(int(need.size()));
        make_steps(need, start, free, front);
        make_layers(front);
    } catch (...) {
        steps.resize(steps_before);
        step_cells.resize(cells_before);
        edges.resize(edges_before);
        nodes.resize(nodes_before);
        throw;
    }
    front.ends = int(keys.size());
    front.first_took = int(took.size());
    for (const Key& key : keys) {
        int left = free < 0 ? 0 : int((slot_of[free] / 16 ? key.high : key.low) >> slot_of[free] % 16 * 4 & 15);
        took.push_back(free < 0 ? 0 : start[free + 1] - start[free] - left);
    }
    front.living = true;
    front.gaps = -1;
    living_nodes += int(nodes.size() - nodes_before);
    sum_least += front.least;
    sum_most += front.most;
    widest = std::max(widest, front.most - front.least);
    int number = fronts();
    if (free_fronts.empty()) {
        front_list.push_back(front);
    } else {
        number = free_fronts.back();
        free_fronts.pop_back();
        front_list[number] = front;
    }
    unweighed.push_back(number);
    return number;
}

void Counter::drop_front(int k) {
    Front& front = front_list[k];
    int first = steps[front.first_step].first_node, end = front.last_node + front.ends;
    if (front.forwarded == values_now) {
        const Node& last = nodes[end - 1];
        stale_values += std::size_t(last.value + last.most - last.least + 1 - nodes[first].value);
    }
    if (front.weighed) product.remove(k);
    living_nodes -= end - first;
    sum_least -= front.least;
    sum_most -= front.most;
    front.living = front.weighed = false;
    free_fronts.push_back(k);
}

// Close the gaps that dropped fronts have left in the pools.
void Counter::tidy() {
    storage_order.clear();
    for (int k = 0; k < fronts(); ++k)
        if (front_list[k].living) storage_order.push_back(k);
    std::sort(storage_order.begin(), storage_order.end(),
              [this](int a, int b) { return front_list[a].first_step < front_list[b].first_step; });
    int step_at = 0, cell_at = 0, edge_at = 0, node_at = 0, took_at = 0;
    for (int k : storage_order) {
        Front& front = front_list[k];
        const Step first = steps[front.first_step], last = steps[front.end_step - 1];
        int by_cells = cell_at - first.first_cell, by_edges = edge_at - first.first_edge;
        int by_nodes = node_at - first.first_node, by_steps = step_at - front.first_step;
        for (int c = first.first_cell; c < last.end_cell; ++c) step_cells[cell_at++] = step_cells[c];
        for (int e = first.first_edge; e < last.end_edge; ++e)
            edges[edge_at++] = {edges[e].u + by_nodes, edges[e].v + by_nodes, edges[e].m};
        for (int u = first.first_node; u < front.last_node + front.ends; ++u) nodes[node_at++] = nodes[u];
        for (int t = 0; t < front.ends; ++t) took[took_at + t] = took[front.first_took + t];
        for (int s = front.first_step; s < front.end_step; ++s) {
            Step step = steps[s];
            step.first_cell += by_cells;
            step.end_cell += by_cells;
            step.first_edge += by_edges;
            step.end_edge += by_edges;
            step.first_node += by_nodes;
            step.end_node += by_nodes;
            steps[step_at++] = step;
        }
        front.first_step += by_steps;
        front.end_step += by_steps;
        front.last_node += by_nodes;
        front.first_took = took_at;
        took_at += front.ends;
    }
    steps.resize(step_at);
    step_cells.resize(cell_at);
    edges.resize(edge_at);
    nodes.resize(node_at);
    took.resize(took_at);
}

// Cells with the same clues form a group. Cells are numbered as they first appear.
void Counter::group_cells(const std::vector<int>& need, const std::vector<int>& start,
                          const std::vector<int>& clue_cells) {
    int clues = int(need.size());
    ++stamp;
    cells.clear();
    cell_clue_start.clear();
    for (int at = 0; at < start[clues]; ++at) {
        int cell = clue_cells[at];
        if (cell_stamp[cell] != stamp) {
            cell_stamp[cell] = stamp;
            cell_slot[cell] = int(cells.size());
            cells.push_back(cell);
            cell_clue_start.push_back(0);
        }
        ++cell_clue_start[cell_slot[cell]];
    }
    int count = int(cells.size()), total = 0;
    cell_clue_start.push_back(0);
    for (int c = 0; c <= count; ++c) {
        int size = cell_clue_start[c];
        cell_clue_start[c] = total;
        total += size;
    }
    cell_clues.resize(total);
    filler.assign(cell_clue_start.begin(), cell_clue_start.end());
    for (int k = 0; k < clues; ++k)
        for (int at = start[k]; at < start[k + 1]; ++at)
            cell_clues[filler[cell_slot[clue_cells[at]]]++] = k;

    // A group is looked for among those that share its first clue.
    chain_head.assign(clues, -1);
    group_first.clear();
    group_size.clear();
    group_next.clear();
    group_of_cell.resize(count);
    for (int c = 0; c < count; ++c) {
        const int* mine = &cell_clues[cell_clue_start[c]];
        int size = cell_clue_start[c + 1] - cell_clue_start[c];
        int group = chain_head[mine[0]];
        for (; group >= 0; group = group_next[group]) {
            int other = group_first[group];
            if (cell_clue_start[other + 1] - cell_clue_start[other] == size &&
                std::equal(mine, mine + size, &cell_clues[cell_clue_start[other]]))
                break;
        }
        if (group < 0) {
            group = int(group_first.size());
            group_first.push_back(c);
            group_size.push_back(0);
            group_next.push_back(chain_head[mine[0]]);
            chain_head[mine[0]] = group;
        }
        ++group_size[group];
        group_of_cell[c] = group;
    }

    int groups = int(group_first.size());
    clue_group_start.assign(clues + 1, 0);
    for (int g = 0; g < groups; ++g)
        for (int at = cell_clue_start[group_first[g]]; at < cell_clue_start[group_first[g] + 1]; ++at)
            ++clue_group_start[cell_clues[at] + 1];
    for (int k = 0; k < clues; ++k) clue_group_start[k + 1] += clue_group_start[k];
    clue_groups.resize(clue_group_start[clues]);
    filler.assign(clue_group_start.begin(), clue_group_start.end());
    for (int g = 0; g < groups; ++g)
        for (int at = cell_clue_start[group_first[g]]; at < cell_clue_start[group_first[g] + 1]; ++at)
            clue_groups[filler[cell_clues[at]]++] = g;
}

// Of clues over the same cells one is enough; with different numbers they clash.
void Counter::drop_twins(const std::vector<int>& need, int free) {
    int clues = int(need.size()), groups = int(group_first.size());
    dropped.assign(clues, 0);
    for (int k = 0; k < clues; ++k) {
        if (k == free) continue;
        const int* mine = &clue_groups[clue_group_start[k]];
        int size = clue_group_start[k + 1] - clue_group_start[k];
        int cell = group_first[mine[0]];
        for (int at = cell_clue_start[cell]; at < cell_clue_start[cell + 1]; ++at) {
            int other = cell_clues[at];
            if (other >= k) break;
            if (other == free || dropped[other] || clue_group_start[other + 1] - clue_group_start[other] != size ||
                !std::equal(mine, mine + size, &clue_groups[clue_group_start[other]]))
                continue;
            if (need[other] != need[k]) throw Clash("clues clash");
            dropped[k] = 1;
            break;
        }
    }
    group_clue_start.clear();
    group_clues.clear();
    for (int g = 0; g < groups; ++g) {
        group_clue_start.push_back(int(group_clues.size()));
        for (int at = cell_clue_start[group_first[g]]; at < cell_clue_start[group_first[g] + 1]; ++at)
            if (!dropped[cell_clues[at]]) group_clues.push_back(cell_clues[at]);
    }
    group_clue_start.push_back(int(group_clues.size()));
}

int Counter::newly_opened(int clue) {
    int fresh = 0;
    ++mark_stamp;
    for (int at = clue_group_start[clue]; at < clue_group_start[clue + 1]; ++at) {
        int group = clue_groups[at];
        if (done[group]) continue;
        for (int b = group_clue_start[group]; b < group_clue_start[group + 1]; ++b) {
            int other = group_clues[b];
            if (!opened[other] && mark[other] != mark_stamp) {
                mark[other] = mark_stamp;
                ++fresh;
            }
        }
    }
    return fresh;
}

// Finish one clue after another: of the open ones the one that opens fewest others.
void Counter::order_groups(int clues) {
    int groups = int(group_first.size());
    if (int(mark.size()) < clues) mark.resize(clues, 0);
    // The start: the last clue that a breadth-first walk from the first one reaches.
    opened.assign(clues, 0);
    open_clues.assign(1, 0);
    opened[0] = 1;
    for (std::size_t i = 0; i < open_clues.size(); ++i)
        for (int at = clue_group_start[open_clues[i]]; at < clue_group_start[open_clues[i] + 1]; ++at)
            for (int b = group_clue_start[clue_groups[at]]; b < group_clue_start[clue_groups[at] + 1]; ++b)
                if (!opened[group_clues[b]]) {
                    opened[group_clues[b]] = 1;
                    open_clues.push_back(group_clues[b]);
                }
    int first = open_clues.back();

    done.assign(groups, 0);
    opened.assign(clues, 0);
    opened[first] = 1;
    open_clues.assign(1, first);
    order.clear();
    while (!open_clues.empty()) {
        std::size_t best = 0;
        if (open_clues.size() > 1) {
            int fewest = clues + 1;
            for (std::size_t i = 0; i < open_clues.size(); ++i) {
                int fresh = newly_opened(open_clues[i]);
                if (fresh < fewest) {
                    fewest = fresh;
                    best = i;
                    if (!fresh) break;
                }
            }
        }
        int clue = open_clues[best];
        open_clues.erase(open_clues.begin() + long(best));
        // Groups that other clues share go first: what is left to the last is then forced.
        std::size_t from = order.size();
        for (int at = clue_group_start[clue]; at < clue_group_start[clue + 1]; ++at)
            if (!done[clue_groups[at]]) {
                done[clue_groups[at]] = 1;
                order.push_back(clue_groups[at]);
            }
        std::stable_sort(order.begin() + long(from), order.end(), [&](int a, int b) {
            return group_clue_start[a + 1] - group_clue_start[a] > group_clue_start[b + 1] - group_clue_start[b];
        });
        for (std::size_t i = from; i < order.size(); ++i)
            for (int b = group_clue_start[order[i]]; b < group_clue_start[order[i] + 1]; ++b)
                if (!opened[group_clues[b]]) {
                    opened[group_clues[b]] = 1;
                    open_clues.push_back(group_clues[b]);
                }
    }
}

void Counter::make_steps(const std::vector<int>& need, const std::vector<int>& start, int free, Front& front) {
    int clues = int(need.size()), groups = int(group_first.size());
    if (int(members.size()) < groups) members.resize(groups);
    for (int g = 0; g < groups; ++g) members[g].clear();
    for (std::size_t c = 0; c < cells.size(); ++c) members[group_of_cell[c]].push_back(cells[c]);
    capacity.resize(clues);
    for (int k = 0; k < clues; ++k) capacity[k] = start[k + 1] - start[k];
    slot_of.assign(clues, -1);
    free_slots.clear();
    slots.clear();
    int used = 0;
    front.first_step = int(steps.size());
    for (int group : order) {
        Step step{};
        step.first_cell = int(step_cells.size());
        step_cells.insert(step_cells.end(), members[group].begin(), members[group].end());
        step.end_cell = int(step_cells.size());
        step.first_slot = int(slots.size());
        for (int b = group_clue_start[group]; b < group_clue_start[group + 1]; ++b) {
            int clue = group_clues[b];
            bool enters = slot_of[clue] < 0;
            if (enters) {
                if (free_slots.empty()) {
                    if (used == slots_of_a_key) throw TooWide("too wide to count: more than 32 open clues");
                    free_slots.push_back(used++);
                }
                slot_of[clue] = free_slots.back();
                free_slots.pop_back();
            }
            int word = slot_of[clue] / 16, shift = slot_of[clue] % 16 * 4;
            std::uint64_t& enter = word ? step.enter.high : step.enter.low;
            std::uint64_t& mask = word ? step.mask.high : step.mask.low;
            // A free clue may take all its cells, need not take any, and keeps its slot to the end.
            int wants = clue == free ? start[clue + 1] - start[clue] : need[clue];
            if (enters) enter += std::uint64_t(wants) << shift;
            mask += std::uint64_t(1) << shift;
            capacity[clue] -= group_size[group];
            slots.push_back({word, shift, clue == free ? wants : capacity[clue]});
        }
        step.end_slot = int(slots.size());
        for (int b = group_clue_start[group]; b < group_clue_start[group + 1]; ++b)
            if (!capacity[group_clues[b]] && group_clues[b] != free) free_slots.push_back(slot_of[group_clues[b]]);
        steps.push_back(step);
    }
    front.end_step = int(steps.size());
}

void Counter::grow_table() {
    std::size_t size = table.empty() ? 256 : table.size() * 2;
    table.assign(size, 0);
    table_stamp.assign(size, 0);
    table_now = 1;
    for (std::size_t i = 0; i < next_keys.size(); ++i) {
        std::size_t at = hash_of(next_keys[i]) & (size - 1);
        while (table_stamp[at] == table_now) at = (at + 1) & (size - 1);
        table_stamp[at] = table_now;
        table[at] = int(i);
    }
}

int Counter::find_or_add(const Key& key) {
    if (next_keys.size() * 2 >= table.size()) grow_table();
    std::size_t at = hash_of(key) & (table.size() - 1);
    while (table_stamp[at] == table_now) {
        if (next_keys[table[at]] == key) return table[at];
        at = (at + 1) & (table.size() - 1);
    }
    table_stamp[at] = table_now;
    table[at] = int(next_keys.size());
    next_keys.push_back(key);
    return table[at];
}

void Counter::make_layers(Front& front) {
    keys.assign(1, Key{});
    int layer = int(nodes.size()), first = layer;
    nodes.push_back({0, 0, 0});
    for (int s = front.first_step; s < front.end_step; ++s) {
        Step& step = steps[s];
        step.first_node = layer;
        step.end_node = int(nodes.size());
        step.first_edge = int(edges.size());
        int size = step.end_cell - step.first_cell, next = step.end_node;
        next_keys.clear();
        if (table_now == INT32_MAX) {
            std::fill(table_stamp.begin(), table_stamp.end(), 0);
            table_now = 0;
        }
        ++table_now;
        for (int u = layer; u < next; ++u) {
            Key key = keys[u - layer];
            key.low += step.enter.low;
            key.high += step.enter.high;
            int low = 0, high = size;
            for (int t = step.first_slot; t < step.end_slot; ++t) {
                const Slot& slot = slots[t];
                int left = int((slot.word ? key.high : key.low) >> slot.shift & 15);
                high = std::min(high, left);
                low = std::max(low, left - slot.later);
            }
            for (int m = low; m <= high; ++m) {
                Key after{key.low - std::uint64_t(m) * step.mask.low, key.high - std::uint64_t(m) * step.mask.high};
                int v = next + find_or_add(after);
                int fewest = nodes[u].least + m, most_mines = nodes[u].most + m;
                if (v == int(nodes.size())) {
                    if (v - first >= most_nodes) throw TooWide("too wide to count: more than 250000 states");
                    if (living_nodes + v - first >= node_limit)
                        throw TooWide("too wide to count: more than 1000000 states in all");
                    nodes.push_back({fewest, most_mines, 0});
                } else {
                    nodes[v].least = std::min(nodes[v].least, fewest);
                    nodes[v].most = std::max(nodes[v].most, most_mines);
                }
                edges.push_back({u, v, m});
            }
        }
        step.end_edge = int(edges.size());
        if (step.end_edge == step.first_edge) throw Clash("clues clash");
        layer = next;
        keys.swap(next_keys);
    }
    front.last_node = layer;
    front.least = nodes[layer].least;
    front.most = nodes[layer].most;
}

// -------------------------------------------------------------------------------- the mine count

bool Counter::totals_matter(int sea, int mines) const {
    return !(mines - sea <= sum_least && sum_most <= mines);
}

// By node the numbers of mines put down so far.
void Counter::reach(int k, std::vector<Bits>& by_node) const {
    const Front& front = front_list[k];
    if (by_node.size() < nodes.size()) by_node.resize(nodes.size());
    int first = steps[front.first_step].first_node;
    for (int u = first; u <= front.last_node; ++u) by_node[u].clear();
    by_node[first].set(0);
    for (int e = steps[front.first_step].first_edge; e < steps[front.end_step - 1].end_edge; ++e)
        by_node[edges[e].v].add_shifted(by_node[edges[e].u], edges[e].m);
}

// Nearly every front can take every number from its least to its most, and what the others can take is
// then just a range. Fronts with gaps change nothing as long as the ranges of those without, less the
// widest of them, cover all the gaps there may be.
bool Counter::any_total_fits_the_others() {
    int even = 0, uneven = 0, widest_even = 0;
    for (int k = 0; k < fronts(); ++k) {
        Front& front = front_list[k];
        if (!front.living) continue;
        int width = front.most - front.least;
        if (front.gaps < 0) {
            front.gaps = 0;
            if (width > 1) {
                reach(k, reached);
                for (int t = front.least; t <= front.most; ++t) front.gaps |= !reached[front.last_node].test(t);
            }
        }
        (front.gaps ? uneven : even) += width;
        if (!front.gaps) widest_even = std::max(widest_even, width);
    }
    return uneven <= even - widest_even;
}

// `restricted`: the fronts that the mine count forbids some numbers; `allowed`: what is left to them.
void Counter::find_totals(int sea, int mines) {
    restricted.clear();
    allowed.resize(fronts());
    int low = std::max(0, mines - sea), slack = std::min(mines - sum_least, sum_most - low);
    if (slack < 0) throw Clash("the mine count fits no layout");
    whole_range = any_total_fits_the_others();
    if (!whole_range) return find_totals_one_by_one(sea, mines);
    if (widest <= slack) return;
    for (int k = 0; k < fronts(); ++k) {
        const Front& front = front_list[k];
        if (!front.living || front.most - front.least <= slack) continue;
        int from = std::max(front.least, low - (sum_most - front.most));
        int to = std::min(front.most, mines - (sum_least - front.least));
        allowed[k].clear();
        for (int t = from; t <= to; ++t) allowed[k].set(t);
        restricted.push_back(k);
    }
}

// The same with the sets of numbers that fronts can take, for any fronts.
void Counter::find_totals_one_by_one(int sea, int mines) {
    for (int k = 0; k < fronts(); ++k)
        if (front_list[k].living) restricted.push_back(k);
    int count = int(restricted.size());
    totals_of.resize(count);
    for (int i = 0; i < count; ++i) {
        reach(restricted[i], reached);
        totals_of[i] = reached[front_list[restricted[i]].last_node];
    }
    // before[i]: what the fronts before i can take together
    std::vector<Bits> before_bits(std::size_t(count) + 1);
    before_bits[0].set(0);
    for (int i = 0; i < count; ++i)
        for (int t = 0; t < totals_of[i].end(); ++t)
            if (totals_of[i].test(t)) before_bits[i + 1].add_shifted(before_bits[i], t);
    all_totals = before_bits[count];
    // By mines in the fronts up to this one: can the later ones and the sea take the rest?
    Bits open_to, earlier;
    for (int x = std::max(0, mines - sea); x <= std::min(mines, all_totals.end()); ++x) open_to.set(x);
    shifted = all_totals;
    shifted.keep_only(open_to);
    if (!shifted.any()) throw Clash("the mine count fits no layout");
    for (int i = count - 1; i >= 0; --i) {
        Bits& own = allowed[restricted[i]];
        own.clear();
        earlier.clear();
        for (int t = 0; t < totals_of[i].end(); ++t) {
            if (!totals_of[i].test(t)) continue;
            shifted.assign_shifted_down(open_to, t);
            earlier.add_shifted(shifted, 0);
            shifted.keep_only(before_bits[i]);
            if (shifted.any()) own.set(t);
        }
        open_to = earlier;
    }
}

Verdict Counter::sea_verdict(int sea, int mines) const {
    if (!sea) return unknown;
    if (!totals_matter(sea, mines) || whole_range) {
        int fewest = mines - std::min(sum_most, mines);  // in the sea
        int most_there = mines - std::max(sum_least, mines - sea);
        return most_there == 0 ? safe : fewest == sea ? mined : unknown;
    }
    bool none = true, all = true;
    for (int x = 0; x < all_totals.end(); ++x) {
        int in_sea = mines - x;
        if (!all_totals.test(x) || in_sea < 0 || in_sea > sea) continue;
        none &= in_sea == 0;
        all &= in_sea == sea;
    }
    return none ? safe : all ? mined : unknown;
}

void Counter::prepare_alive(const Front& front, const Bits& totals) {
    if (alive_totals.size() < nodes.size()) alive_totals.resize(nodes.size());
    for (int u = steps[front.first_step].first_node; u < front.last_node; ++u) alive_totals[u].clear();
    alive_totals[front.last_node] = totals;
}

bool Counter::leads_within(const Edge& edge) {
    shifted.assign_shifted_down(alive_totals[edge.v], edge.m);
    shifted.keep_only(reached[edge.u]);
    if (!shifted.any()) return false;
    alive_totals[edge.u].add_shifted(shifted, 0);
    return true;
}

// -------------------------------------------------------------------------------------- values

// Ways of each node, as doubles. Layers of long fronts are scaled down now and then: only ratios
// within a front are ever used.
void Counter::forward(int k) {
    Front& front = front_list[k];
    front.forwarded = values_now;
    int first = steps[front.first_step].first_node;
    nodes[first].value = int(values.size());
    values.push_back(1.0);
    for (int s = front.first_step; s < front.end_step; ++s) {
        const Step& step = steps[s];
        int size = step.end_cell - step.first_cell;
        int next_first = step.end_node;
        int next_end = s + 1 < front.end_step ? steps[s + 1].end_node : front.last_node + front.ends;
        int from = int(values.size()), at = from;
        for (int v = next_first; v < next_end; ++v) {
            nodes[v].value = at;
            at += nodes[v].most - nodes[v].least + 1;
        }
        values.resize(at, 0.0);
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            const Edge& edge = edges[e];
            const Node &u = nodes[edge.u], &v = nodes[edge.v];
            double weight = choose[size][edge.m] * tilt_power[edge.m];
            const double* in = &values[u.value];
            double* out = &values[v.value + (u.least + edge.m - v.least)];
            for (int x = 0, width = u.most - u.least; x <= width; ++x) out[x] += weight * in[x];
        }
        if ((s - front.first_step) % 16 == 15) {
            double largest = *std::max_element(values.begin() + from, values.end());
            if (largest > 1e100 || (largest > 0 && largest < 1e-100))
                for (int i = from; i < at; ++i) values[i] /= largest;
        }
    }
}

void Counter::forget_values() {
    values.clear();
    stale_values = 0;
    ++values_now;
}

void Counter::keep_forward(int k) {
    if (front_list[k].forwarded == values_now) return;
    if (stale_values > values.size() / 2 + 4096) forget_values();
    forward(k);
}

// Fronts count a mine as `tilt`, the sea takes that back: so all terms of a sum are of one size.
void Counter::set_tilt(double wanted) {
    tilt = wanted;
    tilt_power[0] = 1.0;
    for (int m = 1; m <= largest_group; ++m) tilt_power[m] = tilt_power[m - 1] * tilt;
    forget_values();
    product.clear();
    unweighed.clear();
    for (int k = 0; k < fronts(); ++k) {
        front_list[k].weighed = false;
        if (front_list[k].living) unweighed.push_back(k);
    }
}

double Counter::weigh(int sea, int mines) {
    int left = mines - sum_least;  // in the sea, if the fronts take as few as they can
    int low = std::max(0, left - sea), high = std::min(sum_most - sum_least, left);
    if (low > high) throw Clash("the mine count fits no layout");
    if (tilt == 0) {
        double about = std::min(sea - 0.5, std::max(0.5, left - 0.5 * (low + high)));
        set_tilt(sea ? about / (sea - about) : 1.0);
    }
    for (int attempt = 0;; ++attempt) {
        for (int k : unweighed) {
            Front& front = front_list[k];
            if (!front.living || front.weighed) continue;
            keep_forward(k);
            product.set(k, &values[nodes[front.last_node].value], front.most - front.least + 1);
            front.weighed = true;
        }
        unweighed.clear();
        double in_sea = 0.0;
        if (join(sea, left, in_sea)) return in_sea;
        if (attempt == 2) throw Clash("the mine count fits no layout");
        // The game has moved on from the tilt, or, hardly ever, there is no good one.
        double wanted = balanced_tilt(sea, left);
        product.cuts = attempt == 0;
        set_tilt(wanted);
    }
}

// The product of all fronts joined with the sea; false if what it rests on was cut off, or is lost to
// underflow.
bool Counter::join(int sea, int left, double& in_sea) {
    const Product::Terms& all = product.all();
    int low = std::max({0, left - sea, all.first}), high = std::min(left, all.end() - 1);
    if (low > high) return false;
    // C(sea, left - x), tilted, by ratios from its peak: there a mine is worth as much in the sea.
    sea_ways.assign(all.ways.size(), 0.0);
    auto ways = [&](int x) -> double& { return sea_ways[x - all.first]; };
    auto together = [&](int x) { return all.ways[x - all.first] * ways(x); };
    double peak = std::ceil((left - tilt * (double(sea) - left + 1)) / (1 + tilt));
    int middle = int(std::min(double(high), std::max(double(low), peak)));
    ways(middle) = 1.0;
    for (int x = middle; x < high; ++x) {
        double there = left - x;
        ways(x + 1) = ways(x) * there / (sea - there + 1) / tilt;
    }
    for (int x = middle; x > low; --x) {
        double there = left - x;
        ways(x - 1) = ways(x) * (sea - there) / (there + 1) * tilt;
    }
    double sum = 0.0, mines_there = 0.0, best = 0.0;
    for (int x = low; x <= high; ++x) {
        sum += together(x);
        mines_there += together(x) * (left - x);
        best = std::max(best, together(x));
    }
    if (!(sum > 1e-200)) return false;
    if (all.cut_low && low == all.first && together(low) > 1e-25 * best) return false;
    if (all.cut_high && high == all.end() - 1 && together(high) > 1e-25 * best) return false;
    product.weigh(sea_ways);

    // What one more mine elsewhere is worth lies within its worth in the sea, over all numbers that
    // count: the weights of a front are sums of the sea's.
    while (together(low) < 1e-13 * best) ++low;
    while (together(high) < 1e-13 * best) --high;
    auto worth = [&](int x) { return std::log(double(left - x) / (double(sea) - left + x + 1)); };
    worth_high = worth(std::max({0, left - sea, low - widest}));
    worth_low = worth(std::min(left, high + widest));
    in_sea = sea ? mines_there / sum / sea : 0.0;
    return true;
}

// The tilt at which fronts and sea hold as many mines as are left, on average.
double Counter::balanced_tilt(int sea, int left) {
    double low = 1.0 / 64, high = 64.0;  // beyond, sixteen steps of forward() might overflow
    for (int round = 0; round < 50; ++round) {
        double middle = std::sqrt(low * high), by = middle / tilt;
        double mines = sea * middle / (1 + middle);
        for (int k = 0; k < fronts(); ++k) {
            if (!front_list[k].weighed) continue;
            double power = 1.0, sum = 0.0, weighted = 0.0;
            const std::vector<double>& ways = product.ways(k);
            for (std::size_t t = 0; t < ways.size(); ++t, power *= by) {
                if (power > 1e150) power *= 1e-150, sum *= 1e-150, weighted *= 1e-150;
                sum += ways[t] * power;
                weighted += ways[t] * power * double(t);
            }
            mines += weighted / sum;
        }
        (mines < left ? low : high) = middle;
    }
    return low;
}

double Counter::least_odds(int k) const {
    const Front& front = front_list[k];
    double drift = std::max(worth_high - front.worth_low, front.worth_high - worth_low);
    double bound = front.least_odds * (1.0 - (front.most - front.least) * drift);
    return bound > 0 ? bound : 0.0;  // also if there is no bound to the drift
}

// Backward over one front: how many layouts go through each edge, hence the odds of each group.
void Counter::spread(int k) {
    keep_forward(k);
    Front& front = front_list[k];
    spread_from(front, 0, product.weights(k).data());
    front.least_odds = 1.0;
    for (int s = front.first_step; s < front.end_step; ++s)
        front.least_odds = std::min(front.least_odds, steps[s].odds);
    front.worth_low = worth_low;
    front.worth_high = worth_high;
}

// The same from one end of the front.
void Counter::spread_from(const Front& front, int number, const double* seed) {
    back.resize(values.size());
    for (int u = front.last_node; u < front.last_node + front.ends; ++u) {
        const Node& node = nodes[u];
        int width = node.most - node.least + 1;
        if (u == front.last_node + number)
            std::copy(seed, seed + width, back.begin() + node.value);
        else
            std::fill(back.begin() + node.value, back.begin() + node.value + width, 0.0);
    }
    for (int s = front.end_step - 1; s >= front.first_step; --s) {
        Step& step = steps[s];
        int size = step.end_cell - step.first_cell;
        int from = nodes[step.first_node].value, to = nodes[step.end_node].value;
        std::fill(back.begin() + from, back.begin() + to, 0.0);
        double all = 0.0, mines_there = 0.0;
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            const Edge& edge = edges[e];
            const Node &u = nodes[edge.u], &v = nodes[edge.v];
            double weight = choose[size][edge.m] * tilt_power[edge.m];
            const double* so_far = &values[u.value];
            double* onward = &back[u.value];
            const double* ahead = &back[v.value + (u.least + edge.m - v.least)];
            double through = 0.0;
            for (int x = 0, width = u.most - u.least; x <= width; ++x) {
                double more = weight * ahead[x];
                onward[x] += more;
                through += so_far[x] * more;
            }
            all += through;
            mines_there += through * edge.m;
        }
        step.odds = mines_there / all / size;
        if ((s - front.first_step) % 16 == 15) {
            double largest = *std::max_element(back.begin() + from, back.begin() + to);
            if (largest > 1e100 || (largest > 0 && largest < 1e-100))
                for (int i = from; i < to; ++i) back[i] /= largest;
        }
    }
}

// ------------------------------------------------------------------------------------ what-ifs

void Counter::plain_ways() {
    std::fill(tilt_power, tilt_power + largest_group + 1, 1.0);
    forget_values();
    for (int k = 0; k < fronts(); ++k) forward(k);
}

Counter::End Counter::end(int k, int number) const {
    const Front& front = front_list[k];
    const Node& node = nodes[front.last_node + number];
    return {took[front.first_took + number], node.least, node.most, &values[node.value]};
}

void Counter::odds_at(int k, int number, const double* seed, std::vector<double>& out) {
    const Front& front = front_list[k];
    spread_from(front, number, seed);
    out.clear();
    for (int s = front.first_step; s < front.end_step; ++s) out.push_back(steps[s].odds);
}

// `rest_ways` of a node: the ways to go on to the end asked for, by mines still to come.
void Counter::mined_by_total(int k, int number, std::vector<double>& rows) {
    const Front& front = front_list[k];
    int first = steps[front.first_step].first_node, count = front.last_node + front.ends - first;
    const Node& last = nodes[front.last_node + number];
    int width = last.most - last.least + 1;
    rest_least.assign(count, INT32_MAX);
    rest_most.assign(count, -1);
    rest_at.assign(count, -1);
    rest_least[front.last_node + number - first] = rest_most[front.last_node + number - first] = 0;
    rest_at[front.last_node + number - first] = 0;
    rest_ways.assign(1, 1.0);
    rows.assign(std::size_t(front.end_step - front.first_step) * width, 0.0);
    for (int s = front.end_step - 1; s >= front.first_step; --s) {
        const Step& step = steps[s];
        int size = step.end_cell - step.first_cell;
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            int u = edges[e].u - first, v = edges[e].v - first;
            if (rest_at[v] < 0) continue;
            rest_least[u] = std::min(rest_least[u], rest_least[v] + edges[e].m);
            rest_most[u] = std::max(rest_most[u], rest_most[v] + edges[e].m);
        }
        for (int u = step.first_node - first; u < step.end_node - first; ++u) {
            if (rest_most[u] < 0) continue;
            rest_at[u] = int(rest_ways.size());
            rest_ways.resize(rest_ways.size() + rest_most[u] - rest_least[u] + 1, 0.0);
        }
        double* row = &rows[std::size_t(s - front.first_step) * width];
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            int u = edges[e].u - first, v = edges[e].v - first, m = edges[e].m;
            if (rest_at[v] < 0) continue;
            double weight = choose[size][m], share = weight * m / size;
            const double* ahead = &rest_ways[rest_at[v]];
            double* onward = &rest_ways[rest_at[u] + rest_least[v] + m - rest_least[u]];
            const Node& node = nodes[edges[e].u];
            const double* so_far = &values[node.value];
            double* to = row + (node.least + m + rest_least[v] - last.least);
            int ways_on = rest_most[v] - rest_least[v], ways_here = node.most - node.least;
            for (int y = 0; y <= ways_on; ++y) onward[y] += weight * ahead[y];
            if (!m) continue;
            for (int x = 0; x <= ways_here; ++x) {
                double here = share * so_far[x];
                for (int y = 0; y <= ways_on; ++y) to[x + y] += here * ahead[y];
            }
        }
    }
}

bool Counter::whole_ways(int k, std::vector<std::uint64_t>& ways) {
    const Front& front = front_list[k];
    int first = steps[front.first_step].first_node;
    whole.assign(1, 1);
    whole_at.assign(std::size_t(front.last_node - first) + 1, 0);
    for (int s = front.first_step; s < front.end_step; ++s) {
        const Step& step = steps[s];
        int size = step.end_cell - step.first_cell;
        int next_end = s + 1 < front.end_step ? steps[s + 1].end_node : front.last_node + 1;
        for (int v = step.end_node; v < next_end; ++v) {
            whole_at[v - first] = whole.size();
            whole.resize(whole.size() + nodes[v].most - nodes[v].least + 1, 0);
        }
        for (int e = step.first_edge; e < step.end_edge; ++e) {
            const Edge& edge = edges[e];
            const Node &u = nodes[edge.u], &v = nodes[edge.v];
            auto weight = std::uint64_t(choose[size][edge.m]);
            const std::uint64_t* in = &whole[whole_at[edge.u - first]];
            std::uint64_t* out = &whole[whole_at[edge.v - first] + (u.least + edge.m - v.least)];
            for (int x = 0, width = u.most - u.least; x <= width; ++x) {
                if (in[x] > (UINT64_MAX >> 1) / weight || out[x] > UINT64_MAX >> 1) return false;
                out[x] += weight * in[x];
            }
        }
    }
    ways.assign(whole.begin() + long(whole_at[front.last_node - first]), whole.end());
    return true;
}

}  // namespace mineproof
