#include "guess/root_search.hpp"

#include <algorithm>

#include "base/rank.hpp"

namespace mineproof {

int RootSearch::choose(const Think& how, bool all, std::vector<Candidate>& candidates) {
    think = how;
    best_score = 0.0;
    best_cell = -1;
    std::vector<int> cells = promising();
    sort_by_upper_bound(cells);
    for (int cell : cells) {
        // A cell within the margin may be searched deeper, so it must be evaluated completely.
        if (!all && upper_bound(cell) <= best_score * (1.0 - margin())) break;
        consider(cell, !think.living, all, candidates);
    }
    // All promising cells are dead: evaluate the other cells, the most promising first.
    if (best_cell < 0)
        for (int cell : other_cells(cells)) {
            if (upper_bound(cell) <= best_score) break;
            consider(cell, false, all, candidates);
        }
    // All cells are dead: take the best promising one.
    if (best_cell < 0) {
        candidates.clear();
        for (int cell : cells) consider(cell, true, all, candidates);
    }
    if (think.plies > 2 && best_cell >= 0) search_leaders_deeper(candidates);
    return best_cell;
}

// Take the best cell again and again. Shallow scores are upper bounds, so a cell that is still the best after
// a search to full depth is the next leader.
std::vector<Candidate> RootSearch::leaders(std::vector<Candidate>& candidates, std::size_t most) {
    struct Close {
        Candidate* candidate;   // the cell
        bool searched = false;  // to full depth?
    };
    std::vector<Close> close;
    for (Candidate& candidate : candidates)
        if (candidate.cell == best_cell ||
            (!candidate.dead && candidate.score >= best_score * (1.0 - think.close)))
            close.push_back({&candidate});
    auto worse = [this](const Close& a, const Close& b) {
        if ((a.candidate->cell == best_cell) != (b.candidate->cell == best_cell))
            return b.candidate->cell == best_cell;
        return rank(a.candidate->score) < rank(b.candidate->score);
    };
    std::vector<Candidate> leading;
    while (!close.empty() && leading.size() < most) {
        auto next = std::max_element(close.begin(), close.end(), worse);
        Candidate& candidate = *next->candidate;
        if (!next->searched) {
            candidate.score = std::min(candidate.score, full_score(candidate.cell));
            next->searched = true;
            continue;
        }
        bool tied = !leading.empty() && rank(candidate.score) == rank(leading.back().score);
        if (!tied) leading.push_back(candidate);
        close.erase(next);
    }
    return leading;
}

// The score of a cell, searched to full depth.
double RootSearch::full_score(int cell) {
    tree.reset_work();
    return flips.factor(cell) * tree.evaluate(cell, -1.0, std::max(0, think.plies - 2), false).worth;
}

// Cells whose upper bound is close to the best one, with a limited number of sea cells.
std::vector<int> RootSearch::promising() const {
    double most = 0.0;
    for (int cell : board.root.hidden)
        if (!board.is_postponed(cell)) most = std::max(most, upper_bound(cell));
    std::vector<int> chosen, sea;
    for (int cell : board.root.hidden) {
        if (board.is_postponed(cell) || upper_bound(cell) < most * (1.0 - think.window) - negligible)
            continue;
        (board.front_of[cell] ? chosen : sea).push_back(cell);
    }
    add_sea_cells(sea, chosen);
    return chosen;
}

// Add a limited number of sea cells: half of them with few undecided neighbours, half next to fronts.
void RootSearch::add_sea_cells(const std::vector<int>& sea, std::vector<int>& chosen) const {
    std::vector<std::pair<int, int>> few_neighbours, next_to_fronts;  // sort key (small is better), cell
    for (int cell : sea) {
        int around = 0, shared = 0;
        for (int there : board.field.around(cell)) {
            if (board.known[there] != unknown) continue;
            ++around;
            shared += board.front_of[there] != nullptr;
        }
        few_neighbours.push_back({around * 16 - shared, cell});
        if (shared) next_to_fronts.push_back({around - 2 * shared, cell});
    }
    auto take = [&](std::vector<std::pair<int, int>>& from, int count) {
        auto end = from.begin() + std::min<long>(count, long(from.size()));
        std::partial_sort(from.begin(), end, from.end());
        for (auto entry = from.begin(); entry != end; ++entry)
            if (std::find(chosen.begin(), chosen.end(), entry->second) == chosen.end())
                chosen.push_back(entry->second);
    };
    take(few_neighbours, think.sea_cells / 2);
    take(next_to_fronts, think.sea_cells - think.sea_cells / 2);
}

// All cells that may be safe and are not in `excluded`, the most promising first.
std::vector<int> RootSearch::other_cells(const std::vector<int>& excluded) const {
    std::vector<int> others;
    for (int cell : board.root.hidden)
        if (!board.is_postponed(cell) && board.root.odds[cell] < 1 - negligible &&
            std::find(excluded.begin(), excluded.end(), cell) == excluded.end())
            others.push_back(cell);
    sort_by_upper_bound(others);
    return others;
}

void RootSearch::sort_by_upper_bound(std::vector<int>& cells) const {
    std::stable_sort(cells.begin(), cells.end(),
                     [this](int a, int b) { return rank(upper_bound(a)) > rank(upper_bound(b)); });
}

void RootSearch::consider(int cell, bool dead_too, bool all, std::vector<Candidate>& candidates) {
    double factor = flips.factor(cell);
    double bound = all || think.plies < 2 ? -1.0 : best_score * (1.0 - margin()) / factor;
    Evaluation found = tree.evaluate(cell, bound, 0, think.living && !dead_too);
    Candidate candidate{cell, board.root.odds[cell]};
    candidate.dead = found.dead;
    candidate.score = (think.plies < 2 ? 1.0 - candidate.risk : found.worth) * factor;
    candidates.push_back(candidate);
    if (!candidate.dead || dead_too) offer(candidate);
}

void RootSearch::offer(const Candidate& candidate) {
    if (rank(candidate.score) <= rank(best_score)) return;
    best_score = candidate.score;
    best_cell = candidate.cell;
}

// Search the leader to full depth until it stays the leader. Shallow scores are upper bounds, so no other
// cell can overtake it.
void RootSearch::search_leaders_deeper(std::vector<Candidate>& candidates) {
    std::vector<Candidate*> close;
    for (Candidate& candidate : candidates)
        if (candidate.score >= best_score * (1.0 - think.close) &&
            (!candidate.dead || candidate.cell == best_cell))
            close.push_back(&candidate);
    if (close.size() < 2) return;
    std::vector<const Candidate*> done;
    tree.reset_work();
    best_score = 0.0;
    while (tree.has_work_left()) {
        Candidate* leader = close[0];
        for (Candidate* candidate : close)
            if (rank(candidate->score) > rank(leader->score)) leader = candidate;
        if (std::find(done.begin(), done.end(), leader) != done.end()) return;
        done.push_back(leader);
        double factor = flips.factor(leader->cell);
        double worth = tree.evaluate(leader->cell, best_score / factor, think.plies - 2, false).worth;
        leader->score = std::min(leader->score, factor * worth);
        offer(*leader);
    }
}

}  // namespace mineproof
