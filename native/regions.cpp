// Regions: parts of a position that nothing links but the mine count, and endings played out.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "lookahead.hpp"

namespace mineproof {

namespace {
constexpr std::size_t most_told = 100;
}

// A cell opened in one region says nothing about another, but for how many mines are left. So each is a
// game of its own, in which a layout weighs as much as there are ways to place the other mines; and the
// order in which they are played matters little. One that is small enough to be played out later can
// wait: what is learnt elsewhere of the mine count can only help there, so that its chance by itself is the
// least it has. What may not be done is to count a guess in it as a way on for the rest.
void Thinker::find_regions() {
    std::vector<char> met(cells, 0);
    for (int cell : hidden) {
        if (met[cell]) continue;
        regions.emplace_back();
        gather_region(cell, met, regions.back());
    }
    if (regions.size() < 2) regions.clear();
    for (Region& region : regions) count_region(region);
}

// Cells that touch, or share a clue; in the order of their fronts, so that layouts are found soon.
void Thinker::gather_region(int first, std::vector<char>& met, Region& region) {
    std::vector<int> found;
    auto meet = [&](int cell) {
        if (known[cell] != unknown || met[cell]) return;
        met[cell] = 1;
        found.push_back(cell);
    };
    meet(first);
    for (std::size_t k = 0; k < found.size(); ++k)
        for (int there : field.around(found[k])) {
            meet(there);
            if (!open[there] || met[there]) continue;
            met[there] = 1;
            for (int other : field.around(there)) meet(other);
        }
    for (int cell : found) {
        const Front* front = front_of[cell];
        if (!front || front->cells[0] != cell) continue;
        region.fronts.push_back(front);
        region.cells.insert(region.cells.end(), front->cells.begin(), front->cells.end());
    }
    region.sea = int(found.size() - region.cells.size());
    for (int cell : found)
        if (!front_of[cell]) region.cells.push_back(cell);
}

// How many layouts a region has, and what each weighs by its number of mines; the latter only if they are
// few enough to be played out. Much of the sea is too much. After risks() of the root.
void Thinker::count_region(Region& region) {
    if (region.sea >= sea_rows) return;
    Joined within;
    within.parts = region.fronts;
    within.build();
    int least = within.least, most = least + int(within.all().size()) - 1 + region.sea;
    int fewest = std::max(least, root.mines - (root_most - most));
    int limit = std::min(most, root.mines - (root_least - least));
    std::vector<double> ways(std::size_t(limit - fewest + 1), 0.0);
    double in_our_sea = 1.0;  // ways to have k mines there
    for (int k = 0; k <= region.sea; ++k) {
        for (std::size_t x = 0; x < within.all().size(); ++x) {
            int mines = least + int(x) + k;
            if (mines >= fewest && mines <= limit && within.all()[x] > 0)
                ways[std::size_t(mines - fewest)] += within.all()[x] * in_our_sea;
        }
        in_our_sea *= double(region.sea - k) / (k + 1);
    }
    region.layouts = std::accumulate(ways.begin(), ways.end(), 0.0);
    if (region.layouts <= think.layouts) weigh_region(region, fewest, limit);
}

void Thinker::weigh_region(Region& region, int fewest, int most) {
    region.mines = {fewest, std::vector<double>(std::size_t(most - fewest + 1), 0.0)};
    if (!region.sea && region.fronts.size() == 1) {
        // One front and nothing of the sea: the odds needed the same weights.
        std::size_t k = std::size_t(
            std::find(joined.parts.begin(), joined.parts.end(), region.fronts[0]) - joined.parts.begin());
        joined.weights(k, scratch);
        for (int m = fewest; m <= most; ++m)
            region.mines.weights[std::size_t(m - fewest)] = scratch[std::size_t(m - region.fronts[0]->least)];
    } else {
        Joined without;
        for (const Front* front : root.fronts)
            if (std::find(region.fronts.begin(), region.fronts.end(), front) == region.fronts.end())
                without.parts.push_back(front);
        without.build();
        for (int m = fewest; m <= most; ++m)
            for (std::size_t x = 0; x < without.all().size(); ++x)
                region.mines.weights[std::size_t(m - fewest)] +=
                    without.all()[x] * in_sea(region.sea, root.mines - m - without.least - int(x));
    }
    // Whole numbers of some 2^-50 of all, for Endgame; what is possible stays possible.
    for (double& weight : region.mines.weights)
        if (weight > 0) weight = std::max(1.0, std::nearbyint(weight / root.total * 0x1p50));
}

// What can wait is sealed: it is no candidate, and no way on in thought.
void Thinker::seal(const Region& region) {
    for (int cell : region.cells) sealed[cell] = 1;
    sealed_sea += region.sea;
}

void Thinker::unseal() {
    sealed.assign(cells, 0);
    sealed_sea = 0;
}

bool Thinker::play_out_all(bool all) {
    double layouts = std::exp(std::log(root.total) + scale);
    if (layouts > think.layouts + 0.5) return false;
    std::vector<int> order;
    for (const Front* front : root.fronts) order.insert(order.end(), front->cells.begin(), front->cells.end());
    for (int cell : hidden)
        if (!front_of[cell]) order.push_back(cell);
    if (!play_out(order, {root.mines, {1.0}}, all, candidates)) return false;
    for (Candidate& one : candidates) one.win = one.score;
    return exact = true;
}

// The region with most layouts, if that can be done; otherwise all others that could be are sealed.
bool Thinker::play_out_largest(bool all) {
    if (think.regions) find_regions();
    if (regions.empty()) return false;
    Region& largest = *std::max_element(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
        return a.layouts < b.layouts;
    });
    if (largest.layouts <= think.layouts && play_out(largest.cells, largest.mines, all, candidates)) {
        tell_clears(candidates);
        return largest.told = true;
    }
    for (const Region& region : regions)
        if (&region != &largest && region.layouts <= think.layouts) seal(region);
    return false;
}

// The best cell of a region that can be played out, and those asked for; of very many regions only the latter.
void Thinker::tell_of_region(const Region& region, const std::vector<int>& asked) {
    std::vector<Candidate> found;
    if (region.layouts > think.layouts || !play_out(region.cells, region.mines, true, found)) return;
    tell_clears(found);
    int best = best_of(found);
    for (Candidate& one : found) {
        one.score = 0.0;  // it can wait
        bool wanted = one.cell == best && candidates.size() < most_told;
        if (wanted || std::find(asked.begin(), asked.end(), one.cell) != asked.end())
            candidates.push_back(one);
    }
}

void Thinker::tell_clears(std::vector<Candidate>& found) const {
    double most = 0.0;
    for (const Candidate& one : found) most = std::max(most, one.score);
    for (Candidate& one : found) {
        one.clears = one.score;
        one.part = most;
    }
}

bool Thinker::play_out(const std::vector<int>& order, const Endgame::Mines& mines, bool all,
                       std::vector<Candidate>& told) {
    std::vector<int> needs, clues;
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = int(i);
    std::vector<Endgame::Cell> list(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        for (int there : field.around(order[i])) {
            list[i].known_mines += known[there] == mined;
            if (open[there] && place[there] < 0) {
                place[there] = int(needs.size());
                needs.push_back(need[there]);
                clues.push_back(there);
            }
            if (place[there] >= 0) (open[there] ? list[i].clues : list[i].around).push_back(place[there]);
        }
    for (int cell : order) place[cell] = -1;
    for (int clue : clues) place[clue] = -1;
    if (!endgame.gather(list, needs, mines, think.layouts, think.ending_work)) return false;
    std::vector<Endgame::Move> moves;
    if (!endgame.solve(moves, all, think.ending_work)) return false;
    double weight = endgame.weight();
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!(moves[i].safe > 0)) continue;
        Candidate one{order[i], 1.0 - moves[i].safe / weight};
        one.score = moves[i].wins / weight;
        one.dead = moves[i].dead;
        told.push_back(one);
    }
    return !told.empty();
}

// Of the endings played out the living (see solve(), which skips the dead), of them the best, then the safest.
int Thinker::best_of(const std::vector<Candidate>& found) {
    auto rank = [](const Candidate& one) { return std::make_tuple(one.score <= 0, one.dead, -one.score, one.risk); };
    const Candidate* best = &found[0];
    for (const Candidate& one : found)
        if (rank(one) < rank(*best)) best = &one;
    return best->cell;
}

}  // namespace mineproof
