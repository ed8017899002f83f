#include "guess/what_if.hpp"

#include <algorithm>

namespace mineproof {

void WhatIf::open(const Position& position, int opened) {
    cell = opened;
    recount.begin();
    recount.touch(cell);
    bool touches_undecided = false;
    for (int there : board.field.around(cell))
        if (board.known[there] == unknown) {
            touches_undecided = true;
            recount.touch(there);
        }
    board.open_cell(cell, 0);
    if (touches_undecided) recount.add_free_front(cell);
    board.links.visit(cell);
    recount.count(position);
    board.close_cell(cell);
    sea = position.sea - recount.left_sea();
    gone = position.gone + recount.left_sea();
    mines = position.mines;
    find_chances(position);
}

void WhatIf::find_chances(const Position& position) {
    int outcomes = recount.outcomes(), low = 0, high = 0;
    for (int i = 0; i < outcomes; ++i) {
        OutcomeCounter::Outcome outcome = recount.outcome(i);
        low = i ? std::min(low, outcome.least) : outcome.least;
        high = std::max(high, outcome.most);
    }
    first_total = low;
    free_weight.assign(high - low + 1, 0.0);
    const std::vector<double>& rest = recount.rest.all();
    for (int t = low; t <= high; ++t)
        for (std::size_t x = 0; x < rest.size(); ++x)
            free_weight[t - low] +=
                rest[x] * board.sea_ways.ways(gone, mines - recount.rest.least - t - int(x));
    chance.assign(outcomes, 0.0);
    for (int i = 0; i < outcomes; ++i) {
        OutcomeCounter::Outcome outcome = recount.outcome(i);
        for (int t = outcome.least; t <= outcome.most; ++t)
            chance[i] += outcome.ways[t - outcome.least] * free_weight[t - low];
        chance[i] /= position.total;
    }
}

bool WhatIf::dead() const {
    return std::count_if(chance.begin(), chance.end(), [](double p) { return p > negligible; }) < 2;
}

NextGuess WhatIf::next_guess(int number) {
    NextGuess next;
    auto offer = [&next](double risk, int cell, int size) {
        if (risk <= 0) next.certain += size;
        if (risk < next.risk) next.risk = risk, next.cell = cell;
    };
    OutcomeCounter::Outcome outcome = recount.outcome(number);
    if (recount.has_free_front()) {
        recount.free_odds(number, &free_weight[outcome.least - first_total], odds);
        int group = 0;
        recount.free_groups(
            [&](const int* first, const int* last) { offer(odds[group++], *first, int(last - first)); });
        if (next.certain) return next;
    }
    const std::vector<double>& rest = recount.rest.all();
    total_weight.assign(rest.size(), 0.0);
    double total = 0.0, mines_there = 0.0;
    for (std::size_t x = 0; x < rest.size(); ++x)
        for (int t = outcome.least; t <= outcome.most; ++t) {
            int left = mines - recount.rest.least - t - int(x);
            double ways = outcome.ways[t - outcome.least] * board.sea_ways.ways(gone, left);
            total_weight[x] += ways;
            total += ways * rest[x];
            mines_there += ways * rest[x] * left;
        }
    if (!board.sea_is_postponed(sea)) offer(mines_there / total / sea, NextGuess::some_sea_cell, sea);
    if (next.certain) return next;
    recount.rest.set_weights(total_weight);
    for (std::size_t k = 0; k < recount.rest.fronts.size(); ++k) {
        const CountedFront& front = *recount.rest.fronts[k];
        if (board.is_postponed(front.cells[0])) continue;
        recount.rest.weights(k, front_weight);
        for (int g = 0; g < front.groups(); ++g)
            offer(front.mined_ways(g, front_weight) / total, front.cells[front.group_start[g]],
                  front.size(g));
    }
    if (next.risk > 1 - negligible) next.certain = NextGuess::won;
    return next;
}

Position& WhatIf::enter(const Position& position, int outcome) {
    child.fronts = recount.rest.fronts;
    child.sea = sea;
    child.gone = gone;
    child.mines = mines;
    child.total = position.total * chance[outcome];
    if (recount.has_free_front()) child.fronts.push_back(recount.copy_free(outcome));
    earlier_front.clear();
    recount.recounted([this](const CountedFront& front) {
        for (int there : front.cells) {
            earlier_front.push_back({there, board.front_of[there]});
            board.front_of[there] = &front;
        }
    });
    board.open_cell(cell, mines_around(outcome));
    return child;
}

void WhatIf::leave() {
    board.close_cell(cell);
    for (std::size_t k = earlier_front.size(); k-- > 0;)
        board.front_of[earlier_front[k].first] = earlier_front[k].second;
    if (recount.has_free_front()) recount.drop_free();
}

}  // namespace mineproof
