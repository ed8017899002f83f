#include "count/front_deducer.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/poll.hpp"

namespace mineproof {

void FrontDeducer::added(int front) {
    if (int(gaps.size()) <= front) gaps.resize(std::size_t(front) + 1);
    gaps[front] = -1;
}

bool FrontDeducer::count_matters(int sea, int mines) const {
    return !(mines - sea <= store.sum_least() && store.sum_most() <= mines);
}

void FrontDeducer::find_reached(int number) {
    const FrontStore::Front& front = store[number];
    if (reached.size() < store.nodes.size()) reached.resize(store.nodes.size());
    int first = store.first_node(front);
    for (int u = first; u <= front.last_layer; ++u) reached[u].clear();
    reached[first].set(0);
    for (int e = store.steps[front.first_step].first_edge; e < store.steps[front.end_step - 1].end_edge;
         ++e) {
        const FrontStore::Edge& edge = store.edges[e];
        reached[edge.to].add_shifted(reached[edge.from], edge.mines);
    }
}

bool FrontDeducer::has_gaps(int number) {
    if (gaps[number] >= 0) return gaps[number];
    const FrontStore::Front& front = store[number];
    gaps[number] = 0;
    if (front.width() > 2) {
        find_reached(number);
        for (int t = front.least; t <= front.most; ++t) gaps[number] |= !reached[front.last_layer].test(t);
    }
    return gaps[number];
}

// Whether the fronts other than any one of them can have every total in a range. Nearly every front can have
// every total from its least to its most. Fronts with gaps do not matter if the ranges of the fronts without
// gaps, except the widest, add up to at least the ranges of those with gaps.
bool FrontDeducer::others_can_take_any_rest() {
    int even = 0, uneven = 0, widest_even = 0;
    for (int k = 0; k < store.fronts(); ++k) {
        if (!store.living(k)) continue;
        int range = store[k].most - store[k].least;
        if (has_gaps(k)) {
            uneven += range;
        } else {
            even += range;
            widest_even = std::max(widest_even, range);
        }
    }
    return uneven <= even - widest_even;
}

// Find which fronts are `restricted`, and their `allowed` totals.
void FrontDeducer::find_totals(int sea, int mines) {
    restricted.clear();
    allowed.resize(store.fronts());
    int low = std::max(0, mines - sea), slack = std::min(mines - store.sum_least(), store.sum_most() - low);
    if (slack < 0) throw Contradiction("the mine count fits no layout");
    no_gaps_matter = others_can_take_any_rest();
    if (!no_gaps_matter) return find_totals_one_by_one(sea, mines);
    if (store.widest() <= slack) return;
    for (int k = 0; k < store.fronts(); ++k) {
        const FrontStore::Front& front = store[k];
        if (!front.living || front.most - front.least <= slack) continue;
        int from = std::max(front.least, low - (store.sum_most() - front.most));
        int to = std::min(front.most, mines - (store.sum_least() - front.least));
        allowed[k].clear();
        for (int t = from; t <= to; ++t) allowed[k].set(t);
        restricted.push_back(k);
    }
}

// The same without the assumption of ranges: by the sets of totals that the fronts can have.
void FrontDeducer::find_totals_one_by_one(int sea, int mines) {
    for (int k = 0; k < store.fronts(); ++k)
        if (store.living(k)) restricted.push_back(k);
    int count = int(restricted.size());
    totals_of.resize(count);
    for (int i = 0; i < count; ++i) {
        find_reached(restricted[i]);
        totals_of[i] = reached[store[restricted[i]].last_layer];
    }
    std::vector<Bits> before(std::size_t(count) + 1);  // by i: totals of the fronts before i together
    before[0].set(0);
    for (int i = 0; i < count; ++i)
        for (int t = 0; t < totals_of[i].end(); ++t) {
            poll(before[i].end() / 64);
            if (totals_of[i].test(t)) before[i + 1].add_shifted(before[i], t);
        }
    all_totals = before[count];
    // The totals of the fronts up to this one that later fronts and the sea can complete to `mines`.
    Bits open_to, earlier;
    for (int x = std::max(0, mines - sea); x <= std::min(mines, all_totals.end()); ++x) open_to.set(x);
    shifted = all_totals;
    shifted.keep_only(open_to);
    if (!shifted.any()) throw Contradiction("the mine count fits no layout");
    for (int i = count - 1; i >= 0; --i) {
        Bits& own = allowed[restricted[i]];
        own.clear();
        earlier.clear();
        for (int t = 0; t < totals_of[i].end(); ++t) {
            if (!totals_of[i].test(t)) continue;
            poll(open_to.end() / 64);
            shifted.assign_shifted_down(open_to, t);
            earlier.add_shifted(shifted, 0);
            shifted.keep_only(before[i]);
            if (shifted.any()) own.set(t);
        }
        open_to = earlier;
    }
}

Verdict FrontDeducer::sea_verdict(int sea, int mines) const {
    if (!sea) return unknown;
    if (!count_matters(sea, mines) || no_gaps_matter) {
        int fewest = mines - std::min(store.sum_most(), mines);
        int most = mines - std::max(store.sum_least(), mines - sea);
        return most == 0 ? safe : fewest == sea ? mined : unknown;
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

void FrontDeducer::begin_with_totals(const FrontStore::Front& front, const Bits& totals) {
    if (alive_totals.size() < store.nodes.size()) alive_totals.resize(store.nodes.size());
    for (int u = store.first_node(front); u < front.last_layer; ++u) alive_totals[u].clear();
    alive_totals[front.last_layer] = totals;
}

bool FrontDeducer::leads_to_allowed_total(const FrontStore::Edge& edge) {
    shifted.assign_shifted_down(alive_totals[edge.to], edge.mines);
    shifted.keep_only(reached[edge.from]);
    if (!shifted.any()) return false;
    alive_totals[edge.from].add_shifted(shifted, 0);
    return true;
}

}  // namespace mineproof
