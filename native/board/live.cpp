#include "board/live.hpp"

#include <algorithm>
#include <iterator>

#include "base/poll.hpp"
#include "base/rank.hpp"

namespace mineproof {

void Live::reset(int mines_on_board) {
    int cells = field.cells();
    mines = mines_on_board;
    mines_known = 0;
    unknown_cells = cells;
    fronts_ready = false;
    state.assign(cells, {-1, unknown, 0, 0, 0, false, false, false, false, false});
    front_of.resize(cells);
    near = 0;
    links.resize(cells);
    queue.clear();
    dirty.clear();
    loose.clear();
    changed.clear();
    counter.begin(cells);
    std::fill(std::begin(sea_from), std::end(sea_from), 0);
    fresh_safe.clear();
    fresh_mined.clear();
}

void Live::read(const std::int8_t* seen, int mines_on_board) {
    reset(mines_on_board);
    int cells = field.cells(), hidden_cells = 0, touched_cells = 0;
    // A plain pointer is faster: a write of bytes may alias the vector, which makes the compiler load the
    // vector's pointer again.
    Cell* at = state.data();
    for (int cell = 0; cell < cells; ++cell) {
        bool open = seen[cell] >= 0;
        at[cell].shown = open ? seen[cell] : -1;
        at[cell].known = open ? safe : unknown;
        hidden_cells += !open;
    }
    unknown_cells = hidden_cells;
    for (int cell = 0; cell < cells; ++cell) {
        int clue = at[cell].shown, hidden = 0;
        if (clue < 0) continue;
        for (int there : field.around(cell))
            if (at[there].shown < 0) {
                ++hidden;
                touched_cells += !at[there].touching++;
            }
        if (!hidden && !clue) continue;
        at[cell].need = std::int8_t(clue);
        at[cell].undecided = std::int8_t(hidden);
        loosen(cell);
        at[cell].queued = true;
        queue.push_back(cell);
    }
    near = touched_cells;
}

void Live::enqueue(int clue) {
    if (!state[clue].queued) {
        state[clue].queued = true;
        queue.push_back(clue);
    }
}

void Live::open(int cell, int clue) {
    Cell& own = state[cell];
    if (own.known == mined) throw Contradiction("an opened cell was a mine");
    bool was_unknown = own.known == unknown;
    if (was_unknown) {
        own.known = safe;
        --unknown_cells;
        near -= state[cell].touching > 0;
    }
    fronts_ready = false;
    own.shown = std::int8_t(clue);
    int left = clue, hidden = 0;
    for (int there : field.around(cell)) {
        Cell& other = state[there];
        left -= other.known == mined;
        if (other.known == unknown) {
            ++hidden;
            near += !other.touching;
        }
        ++other.touching;
        if (was_unknown && other.shown >= 0) {
            --other.undecided;
            if (other.enrolled) changed.push_back(front_of[there]);
            enqueue(there);
        }
    }
    own.need = std::int8_t(left);
    own.undecided = std::int8_t(hidden);
    if (hidden || left) {
        loosen(cell);
        enqueue(cell);
    }
}

// `by_front`: the cell was decided by counting its front, so the clues around it decide nothing new.
void Live::decide(int cell, Verdict verdict, bool by_front) {
    state[cell].known = verdict;
    --unknown_cells;
    near -= state[cell].touching > 0;
    mines_known += verdict == mined;
    (verdict == mined ? fresh_mined : fresh_safe).push_back(cell);
    for (int there : field.around(cell)) {
        Cell& clue = state[there];
        if (clue.shown < 0) continue;
        --clue.undecided;
        clue.need -= verdict == mined;
        if (clue.enrolled) changed.push_back(front_of[there]);
        if (!by_front) enqueue(there);
    }
}

void Live::deduce_from_single_clues() {
    while (!queue.empty()) {
        int clue = queue.back();
        queue.pop_back();
        state[clue].queued = false;
        int left = state[clue].need, hidden = state[clue].undecided;
        if (left < 0 || left > hidden) throw Contradiction("clues clash");
        if (!hidden) continue;
        if (left && left < hidden) {
            if (!state[clue].dirty) {
                state[clue].dirty = true;
                dirty.push_back(clue);
            }
            continue;
        }
        Verdict verdict = left ? mined : safe;
        for (int there : field.around(clue))
            if (state[there].known == unknown) decide(there, verdict, false);
    }
}

void Live::loosen(int clue) {
    Cell& own = state[clue];
    own.enrolled = false;
    own.is_loose = true;
    if (own.listed) return;
    own.listed = true;
    loose.push_back(clue);
}

// Register the clues in `links` as a front of the counter.
void Live::enroll(int front) {
    if (int(clues_of.size()) <= front) clues_of.resize(std::size_t(front) + 1);
    clues_of[front] = links.clues;
    for (int clue : links.clues) {
        front_of[clue] = front;
        state[clue].enrolled = true;
        state[clue].is_loose = false;
    }
}

void Live::release(int front) {
    for (int clue : clues_of[front]) loosen(clue);
    counter.drop_front(front);
}

void Live::release_changed() {
    for (int front : changed)
        if (counter.living(front)) release(front);
    changed.clear();
}

// Collect the clues linked to a clue into `links`. Their old fronts are released.
void Live::gather(int first) {
    links.walk(
        field, first, [this](int cell) { return state[cell].known == unknown; },
        [this](int cell) { return state[cell].shown >= 0; },
        [this](int clue) {
            if (state[clue].enrolled) release(front_of[clue]);
            // A clue that deduce_from_single_clues() has not visited may need too many mines.
            int need = state[clue].need;
            if (need < 0 || need > state[clue].undecided) throw Contradiction("clues clash");
            return need;
        });
    poll(std::int64_t(links.set.cells.size()));
}

// Count the fronts of changed clues.
void Live::deduce_from_changed_fronts() {
    release_changed();
    fronts_ready = false;
    links.forget();
    for (std::size_t i = 0; i < dirty.size(); ++i) {
        int clue = dirty[i];
        state[clue].dirty = false;
        if (!state[clue].undecided || links.visited(clue)) continue;
        gather(clue);
        if (counter.nodes_used() > most_in_all / 2) {
            // Only odds need all fronts at once; odds() throws if there are too many.
            for (int k = 0; k < counter.fronts(); ++k)
                if (counter.living(k)) release(k);
        }
        int front = counter.add_front(links.set);
        found.clear();
        counter.decide(front, [this](int cell, Verdict verdict) { found.push_back({cell, verdict}); });
        if (found.empty()) {
            enroll(front);
        } else {
            counter.drop_front(front);
            decide_found();
        }
    }
    dirty.clear();
}

// Can the mine count decide a cell? It cannot if there are more undiscovered mines than front cells and fewer
// than sea cells: the sea can then hold any number of mines that the fronts leave, and is neither empty nor
// full.
bool Live::count_may_matter() const {
    int left = mines - mines_known, sea = unknown_cells - near;
    return !(near < left && left < sea);
}

// Build all fronts. Deductions from the mine count need them.
void Live::build_fronts() {
    release_changed();
    links.forget();
    while (!loose.empty()) {
        int clue = loose.back();
        if (state[clue].is_loose && state[clue].undecided) {
            gather(clue);
            enroll(counter.add_front(links.set));
        } else {
            state[clue].is_loose = state[clue].listed = false;
            loose.pop_back();
        }
    }
    sea_cells = unknown_cells - near;
    mines_to_place = mines - mines_known;
    fronts_ready = true;
}

// The fronts are not rebuilt: the cells decided here follow from them and the mine count, so they still give
// the right odds.
void Live::deduce_from_count() {
    found.clear();
    counter.decide_by_count(sea_cells, mines_to_place,
                            [this](int cell, Verdict verdict) { found.push_back({cell, verdict}); });
    Verdict of_sea = counter.sea_verdict(sea_cells, mines_to_place);
    if (of_sea != unknown)
        for (int cell = 0; cell < field.cells(); ++cell)
            if (in_sea(cell)) found.push_back({cell, of_sea});
    decide_found();
}

void Live::decide_found() {
    for (auto [cell, verdict] : found)
        if (state[cell].known == unknown) decide(cell, verdict, true);
}

void Live::deduce_simply() {
    fresh_safe.clear();
    fresh_mined.clear();
    deduce_from_single_clues();
}

void Live::deduce(bool with_count) {
    deduce_simply();
    if (fresh_safe.empty()) deduce_from_changed_fronts();
    if (!fresh_safe.empty() || !with_count || !count_may_matter()) return;
    build_fronts();
    deduce_from_count();
}

void Live::deduce_all() {
    deduce_simply();
    for (int clue : dirty) state[clue].dirty = false;
    dirty.clear();
    build_fronts();
    found.clear();
    for (int k = 0; k < counter.fronts(); ++k)  // no front is dropped: the position has just been read
        counter.decide(k, [this](int cell, Verdict verdict) { found.push_back({cell, verdict}); });
    decide_found();
    deduce_from_count();
}

void Live::odds(double* out) {
    prepare_fronts();
    double sea_odds = counter.weigh(sea_cells, mines_to_place);
    for (int k = 0; k < counter.fronts(); ++k)
        if (counter.living(k)) counter.odds(k, [out](int cell, double odds) { out[cell] = odds; });
    for (int cell = 0; cell < field.cells(); ++cell) {
        if (state[cell].shown >= 0) continue;
        if (state[cell].known != unknown)
            out[cell] = state[cell].known == mined ? 1.0 : 0.0;
        else if (!state[cell].touching)
            out[cell] = sea_odds;
    }
}

// The first of the sea cells with the fewest neighbours; -1 without a sea. No cell is ever added to the sea,
// so the search continues where it ended.
int Live::first_sea_cell() {
    for (int degree = 0; degree <= field.most_degree(); ++degree) {
        if (!field.has_degree(degree)) continue;
        int& cell = sea_from[degree];
        for (; cell < field.cells(); ++cell)
            if (field.degree(cell) == degree && in_sea(cell)) return cell;
    }
    return -1;
}

int Live::least_risk(double* risk) {
    prepare_fronts();
    double sea_odds = counter.weigh(sea_cells, mines_to_place), best_rank = 0, best_risk = 0;
    int best = -1, best_opened = 0;
    auto consider = [&](int cell, double odds) {
        if (state[cell].known != unknown) return;
        double own = rank(odds);
        if (best >= 0 && own > best_rank) return;
        int opened = state[cell].touching;
        if (best >= 0 && own == best_rank) {
            if (field.degree(cell) != field.degree(best)) {
                if (field.degree(cell) > field.degree(best)) return;
            } else if (opened != best_opened ? opened < best_opened : cell > best) {
                return;
            }
        }
        best = cell;
        best_rank = own;
        best_risk = odds;
        best_opened = opened;
    };
    int at_sea = first_sea_cell();
    if (at_sea >= 0) consider(at_sea, sea_odds);
    for (int k = 0; k < counter.fronts(); ++k) {
        // Skip a front whose lower bound is above the best.
        if (!counter.living(k) || (best >= 0 && rank(counter.least_odds(k)) > best_rank)) continue;
        counter.odds(k, consider);
    }
    if (risk && best >= 0) *risk = best_risk;
    return best;
}

}  // namespace mineproof
