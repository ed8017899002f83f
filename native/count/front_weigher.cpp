#include "count/front_weigher.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"

namespace mineproof {

void FrontWeigher::clear() {
    states.clear();
    not_in_tree.clear();
    forget_ways();
    cuts = true;
    tree.clear(cuts);
    tilt = 0;
}

void FrontWeigher::added(int number) {
    if (int(states.size()) <= number) states.resize(std::size_t(number) + 1);
    states[number] = State{};
    not_in_tree.push_back(number);
}

void FrontWeigher::dropped(int number) {
    State& state = states[number];
    if (state.counted == generation) {
        const FrontStore::Front& front = store[number];
        const FrontStore::Node &first = store.nodes[store.first_node(front)],
                               &last = store.nodes[front.end_node() - 1];
        stale_ways += std::size_t(last.ways_at + last.most - last.least + 1 - first.ways_at);
    }
    if (state.in_tree) tree.remove(number);
    state.in_tree = false;
}

void FrontWeigher::forget_ways() {
    counter.clear();
    stale_ways = 0;
    ++generation;
}

void FrontWeigher::count_ways(int number) {
    if (states[number].counted == generation) return;
    if (stale_ways > counter.size() / 2 + 4096) forget_ways();
    states[number].counted = generation;
    counter.forward(number);
}

void FrontWeigher::count_all_ways() {
    // The first round may forget the ways of some fronts, because too many numbers were stale; the second
    // cannot.
    for (int round = 0; round < 2; ++round)
        for (int k = 0; k < store.fronts(); ++k)
            if (store.living(k)) count_ways(k);
}

// A mine in a front has the weight `tilt`, and the ways of the sea are divided by it. With a good tilt, all
// terms of a sum have the same magnitude.
void FrontWeigher::set_tilt(double wanted) {
    tilt = wanted;
    forget_ways();
    counter.set_mine_weight(tilt);
    tree.clear(cuts);
    not_in_tree.clear();
    for (int k = 0; k < store.fronts(); ++k) {
        states[k].in_tree = false;
        if (store.living(k)) not_in_tree.push_back(k);
    }
}

void FrontWeigher::update_tree() {
    for (int k : not_in_tree) {
        const FrontStore::Front& front = store[k];
        if (!front.living || states[k].in_tree) continue;
        count_ways(k);
        tree.set(k, counter.ways(store.nodes[front.last_layer]), front.width());
        states[k].in_tree = true;
    }
    not_in_tree.clear();
}

double FrontWeigher::weigh(int sea, int mines) {
    int left = mines - store.sum_least();  // in the sea, if the fronts have the fewest mines
    int low = std::max(0, left - sea), high = std::min(store.sum_most() - store.sum_least(), left);
    if (low > high) throw Contradiction("the mine count fits no layout");
    if (tilt == 0) {
        double about = std::min(sea - 0.5, std::max(0.5, left - 0.5 * (low + high)));
        set_tilt(sea ? about / (sea - about) : 1.0);
    }
    for (int attempt = 0;; ++attempt) {
        update_tree();
        double sea_odds = 0.0;
        if (join(sea, left, sea_odds)) return sea_odds;
        if (attempt == 2) throw Contradiction("the mine count fits no layout");
        // The tilt no longer fits the position. If a new tilt does not help either, no terms are cut off.
        double wanted = balanced_tilt(sea, left);
        cuts = attempt == 0;
        set_tilt(wanted);
    }
}

// Combine the product of all fronts with the sea. False if terms that matter were cut off or underflowed.
bool FrontWeigher::join(int sea, int left, double& sea_odds) {
    const ProductTree::Terms& all = tree.all();
    int low = std::max({0, left - sea, all.first}), high = std::min(left, all.end() - 1);
    if (low > high) return false;
    fill_sea_ways(all, sea, left, low, high);
    auto together = [&](int x) { return all.ways[x - all.first] * sea_ways[x - all.first]; };
    double sum = 0.0, mines_there = 0.0, best = 0.0;
    for (int x = low; x <= high; ++x) {
        sum += together(x);
        mines_there += together(x) * (left - x);
        best = std::max(best, together(x));
    }
    if (!(sum > 1e-200)) return false;
    if (all.cut_low && low == all.first && together(low) > 1e-25 * best) return false;
    if (all.cut_high && high == all.end() - 1 && together(high) > 1e-25 * best) return false;
    tree.set_weights(sea_ways);

    // The weights of a front are sums of those of the sea. Hence the worth of a mine elsewhere lies between
    // its least and its largest worth in the sea, over all mine counts that matter.
    while (together(low) < 1e-13 * best) ++low;
    while (together(high) < 1e-13 * best) --high;
    auto worth_at = [&](int x) { return std::log(double(left - x) / (double(sea) - left + x + 1)); };
    worth.high = worth_at(std::max({0, left - sea, low - store.widest()}));
    worth.low = worth_at(std::min(left, high + store.widest()));
    sea_odds = sea ? mines_there / sum / sea : 0.0;
    return true;
}

// C(sea, left - x) / tilt^x for x in [low, high], by ratios from its peak, which is set to 1.
void FrontWeigher::fill_sea_ways(const ProductTree::Terms& all, int sea, int left, int low, int high) {
    sea_ways.assign(all.ways.size(), 0.0);
    auto ways = [&](int x) -> double& { return sea_ways[x - all.first]; };
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
}

// The tilt at which fronts and sea together hold the right number of mines on average.
double FrontWeigher::balanced_tilt(int sea, int left) const {
    double low = 1.0 / 64, high = 64.0;  // beyond these, 16 unscaled steps of WayCounter might overflow
    for (int round = 0; round < 50; ++round) {
        double middle = std::sqrt(low * high), by = middle / tilt;
        double mines = sea * middle / (1 + middle);
        for (int k = 0; k < store.fronts(); ++k) {
            if (!states[k].in_tree) continue;
            double power = 1.0, sum = 0.0, weighted = 0.0;
            const std::vector<double>& ways = tree.ways(k);
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

double FrontWeigher::least_odds(int number) const {
    const State& state = states[number];
    const FrontStore::Front& front = store[number];
    double drift = std::max(worth.high - state.worth.low, state.worth.high - worth.low);
    double bound = state.least_odds * (1.0 - (front.most - front.least) * drift);
    return bound > 0 ? bound : 0.0;  // also if the drift is unbounded
}

void FrontWeigher::find_group_odds(int number) {
    count_ways(number);
    counter.backward(number, 0, tree.weights(number).data(), group_odds);
    double least = 1.0;
    for (double odds : group_odds) least = std::min(least, odds);
    states[number].least_odds = least;
    states[number].worth = worth;
}

}  // namespace mineproof
