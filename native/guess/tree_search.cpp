#include "guess/tree_search.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "base/poll.hpp"
#include "base/rank.hpp"

namespace mineproof {

TreeSearch::TreeSearch(SearchBoard& board) : board(board), memo(1 << 14) {
    for (int depth = 0; depth < most_plies; ++depth) levels.push_back(std::make_unique<Ply>(board));
}

void TreeSearch::begin(const Think& how) {
    think = how;
    ++root_stamp;
}

Evaluation TreeSearch::evaluate(const Position& position, int cell, double bound, int depth, int plies,
                                bool skip_dead) {
    Ply& ply = *levels[depth];
    ply.what_if.open(position, cell);
    ++work_done;
    poll(256);
    const std::vector<double>& chances = ply.what_if.chances();
    Evaluation found;
    for (double chance : chances) found.worth += chance;
    found.dead = ply.what_if.dead();
    if (found.dead && skip_dead) return found;
    ply.next.assign(chances.size(), {0.0, -1, NextGuess::won});
    ply.deepened.clear();
    bool complete = true;  // false when the worth has fallen to the bound
    for (int i = 0; i < int(chances.size()) && complete; ++i) {
        if (chances[i] <= 0) continue;
        NextGuess next = ply.next[i] = ply.what_if.next_guess(i);
        if (next.certain)
            found.certain_next += chances[i];
        else
            found.worth -= chances[i] * next.risk;
        complete = found.worth > bound;
        if (next.certain < NextGuess::won && chances[i] * position.total > think.reach * board.root.total)
            ply.deepened.push_back(i);
    }
    if (plies && complete && has_work_left())
        found.worth = deepen(position, found.worth, bound, depth, plies);
    return found;
}

// Lower the worth of the cell opened at `depth` by a deeper search. Stop when it is at most `bound`.
double TreeSearch::deepen(const Position& position, double worth, double bound, int depth, int plies) {
    Ply& ply = *levels[depth];
    const std::vector<double>& chances = ply.what_if.chances();
    // The likeliest outcomes come first, because they lower the worth most.
    std::stable_sort(ply.deepened.begin(), ply.deepened.end(),
                     [&](int a, int b) { return rank(chances[a]) > rank(chances[b]); });
    for (int i : ply.deepened) {
        double seen = ply.next[i].certain ? 1.0 : 1.0 - ply.next[i].risk;
        worth -=
            chances[i] * (seen - worth_after(position, i, seen - (worth - bound) / chances[i], depth, plies));
        if (worth <= bound) break;
    }
    return worth;
}

// The worth of the position after an outcome. A result of at most `bound` is only an upper bound.
double TreeSearch::worth_after(const Position& position, int outcome, double bound, int depth, int plies) {
    WhatIf& what_if = levels[depth]->what_if;
    std::uint64_t shows = std::uint64_t(what_if.mines_around(outcome) + 1);
    std::uint64_t key = position.key + child(std::uint64_t(what_if.opened()), shows);
    Entry& entry = memo[(key + std::uint64_t(plies)) % memo.size()];
    if (entry.key == key && entry.stamp == root_stamp && entry.plies == plies &&
        (entry.exact || entry.worth <= bound))
        return entry.worth;
    Position& after = what_if.enter(position, outcome);
    after.key = key;
    double worth = best_answer(after, levels[depth]->next[outcome], bound, depth, plies);
    what_if.leave();
    entry = {key, root_stamp, worth, plies, worth > bound};
    return worth;
}

// The worth of the best move in a position that was entered at `depth`. A certain cell is opened without
// risk. If there is none, some of the safest cells are searched. The worth of any other cell is at most the
// probability that it is safe.
double TreeSearch::best_answer(Position& position, const NextGuess& next, double bound, int depth,
                               int plies) {
    if (next.certain) {
        int cell =
            next.cell == NextGuess::some_sea_cell ? board.first_in_sea(board.root.sea_cells) : next.cell;
        return evaluate(position, cell, bound, depth + 1, plies - 1, false).worth;
    }
    Ply& ply = *levels[depth];
    sort_answers(position, ply);
    double best = 0.0, floor = (1.0 - next.risk) * (1.0 - think.window);
    int tried = 0;
    for (const Answer& answer : ply.answers) {
        double safety = 1.0 - answer.risk;
        if (tried == think.answers || safety < floor || safety <= best) break;
        if (safety <= bound) return std::max(best, safety);
        Evaluation found =
            evaluate(position, answer.cell, std::max(best, bound), depth + 1, plies - 1, false);
        best = std::max(best, found.worth);
        tried += !found.dead;
    }
    return best;
}

// Sort the cells of a position by risk. Of the sea only the cell with the fewest neighbours is included.
void TreeSearch::sort_answers(Position& position, Ply& ply) {
    ply.odds.resize(board.cells);
    board.find_odds(position, ply.join, ply.odds);
    ply.answers.clear();
    for (const CountedFront* front : position.fronts) {
        if (board.is_postponed(front->cells[0])) continue;
        for (int cell : front->cells) ply.answers.push_back({rank(ply.odds[cell]), cell, ply.odds[cell]});
    }
    if (!board.sea_is_postponed(position.sea))
        ply.answers.push_back(
            {rank(position.sea_odds), board.first_in_sea(board.root.sea_by_degree), position.sea_odds});
    std::sort(ply.answers.begin(), ply.answers.end());
}

}  // namespace mineproof
