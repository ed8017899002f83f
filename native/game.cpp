#include "game.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace mineproof {

Field::Field(const std::int32_t* table, int cells, int ways) : kind_of(cells) {
    int last = 0;  // neighbours are mostly of one kind
    for (int cell = 0; cell < cells; ++cell) {
        Kind kind{};
        for (int way = 0; way < ways; ++way) {
            std::int32_t there = table[std::size_t(cell) * ways + way];
            if (there < cells) kind.steps[kind.degree++] = there - cell;
        }
        is_degree[kind.degree] = true;
        if (kinds.empty() || !(kinds[last] == kind)) {
            last = int(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
            if (last == UINT16_MAX) throw std::length_error("too many kinds of cells");
            if (last == int(kinds.size())) kinds.push_back(kind);
        }
        kind_of[cell] = std::uint16_t(last);
    }
}

int flood(const Field& field, const std::int8_t* clues, std::int8_t* seen, int cell, std::vector<int>& queue) {
    if (seen[cell] >= 0) return 0;
    if (clues[cell] < 0) return -1;
    queue.assign(1, cell);
    seen[cell] = clues[cell];
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (clues[queue[i]]) continue;
        for (int there : field.around(queue[i])) {
            if (seen[there] >= 0) continue;
            seen[there] = clues[there];
            queue.push_back(there);
        }
    }
    return int(queue.size());
}

void Live::reset(int mines_on_board) {
    int cells = field.cells();
    mines = mines_on_board;
    mines_known = 0;
    unknown_cells = cells;
    fronts_ready = false;
    state.assign(cells, {-1, unknown, 0, 0, 0, false, false, false, false, false});
    front_of.resize(cells);
    near = 0;
    part.resize(cells);
    queue.clear();
    dirty.clear();
    loose.clear();
    changed.clear();
    counter.begin(cells);
    std::fill(sea_from, sea_from + 9, 0);
    fresh_safe.clear();
    fresh_mined.clear();
}

void Live::read(const std::int8_t* seen, int mines_on_board) {
    reset(mines_on_board);
    int cells = field.cells(), hidden_cells = 0, touched_cells = 0;
    Cell* at = state.data();  // plain, as bytes may alias anything: a vector's own is read again and again
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
        at[cell].unk = std::int8_t(hidden);
        loosen(cell);
        at[cell].queued = true;
        queue.push_back(cell);
    }
    near = touched_cells;
}

void Live::touch(int clue) {
    if (!state[clue].queued) {
        state[clue].queued = true;
        queue.push_back(clue);
    }
}

void Live::open(int cell, int clue) {
    Cell& own = state[cell];
    if (own.known == mined) throw Clash("an opened cell was a mine");
    bool was_unknown = own.known == unknown;
    if (was_unknown) {
        own.known = safe;
        --unknown_cells;
        leave_front(cell);
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
            --other.unk;
            if (other.enrolled) changed.push_back(front_of[there]);
            touch(there);
        }
    }
    own.need = std::int8_t(left);
    own.unk = std::int8_t(hidden);
    if (hidden || left) {
        loosen(cell);
        touch(cell);
    }
}

// `quiet`: its fronts have been counted with it, so no clue can say anything new about it.
void Live::learn(int cell, Verdict verdict, bool quiet) {
    state[cell].known = verdict;
    --unknown_cells;
    leave_front(cell);
    mines_known += verdict == mined;
    (verdict == mined ? fresh_mined : fresh_safe).push_back(cell);
    for (int there : field.around(cell)) {
        Cell& clue = state[there];
        if (clue.shown < 0) continue;
        --clue.unk;
        clue.need -= verdict == mined;
        if (clue.enrolled) changed.push_back(front_of[there]);
        if (!quiet) touch(there);
    }
}

void Live::settle() {
    while (!queue.empty()) {
        int clue = queue.back();
        queue.pop_back();
        state[clue].queued = false;
        int left = state[clue].need, hidden = state[clue].unk;
        if (left < 0 || left > hidden) throw Clash("clues clash");
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
            if (state[there].known == unknown) learn(there, verdict, false);
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

// `part` has become a front of the counter.
void Live::enroll(int front) {
    if (int(clues_of.size()) <= front) clues_of.resize(std::size_t(front) + 1);
    clues_of[front] = part.clues;
    for (int clue : part.clues) {
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

// The clues linked to one, in `part`. A front that turns out to be linked to it is none any more.
void Live::gather(int first) {
    part.walk(
        field, first, [this](int cell) { return state[cell].known == unknown; },
        [this](int cell) { return state[cell].shown >= 0; },
        [this](int clue) {
            if (state[clue].enrolled) release(front_of[clue]);
            return int(state[clue].need);
        });
}

// Fronts whose clues have changed.
void Live::deepen() {
    release_changed();
    fronts_ready = false;
    part.forget();
    for (std::size_t i = 0; i < dirty.size(); ++i) {
        int clue = dirty[i];
        state[clue].dirty = false;
        if (!state[clue].unk || part.met(clue)) continue;
        gather(clue);
        if (counter.nodes_used() > most_in_all / 2) {
            // Only who asks for odds needs all fronts at a time, and is told if they are too many.
            for (int k = 0; k < counter.fronts(); ++k)
                if (counter.living(k)) release(k);
        }
        int front = counter.add_front(part.need, part.start, part.cells);
        found.clear();
        counter.decide(front, [this](int cell, Verdict verdict) { found.push_back({cell, verdict}); });
        if (found.empty()) {
            enroll(front);
        } else {
            counter.drop_front(front);
            learn_found();
        }
    }
    dirty.clear();
}

void Live::leave_front(int cell) { near -= state[cell].touching > 0; }

// Not if the mines left are more than the fronts have cells and fewer than the sea has: then the sea
// can take whatever the fronts leave, and is neither empty of mines nor full of them.
bool Live::count_may_matter() const {
    int left = mines - mines_known, sea = unknown_cells - near;
    return !(near < left && left < sea);
}

// All fronts, ready to be joined by the mine count.
void Live::build_fronts() {
    release_changed();
    part.forget();
    while (!loose.empty()) {
        int clue = loose.back();
        if (state[clue].is_loose && state[clue].unk) {
            gather(clue);
            enroll(counter.add_front(part.need, part.start, part.cells));
        } else {
            state[clue].is_loose = state[clue].listed = false;
            loose.pop_back();
        }
    }
    sea_cells = unknown_cells - near;
    mines_to_place = mines - mines_known;
    fronts_ready = true;
}

// What the number of mines adds. The fronts stay as they were built: what is learnt follows from
// them, so they still give the right odds.
void Live::count_in() {
    found.clear();
    counter.decide_by_count(sea_cells, mines_to_place, [this](int cell, Verdict verdict) {
        found.push_back({cell, verdict});
    });
    Verdict of_sea = counter.sea_verdict(sea_cells, mines_to_place);
    if (of_sea != unknown)
        for (int cell = 0; cell < field.cells(); ++cell)
            if (state[cell].known == unknown && !state[cell].touching) found.push_back({cell, of_sea});
    learn_found();
}

void Live::learn_found() {
    for (auto [cell, verdict] : found)
        if (state[cell].known == unknown) learn(cell, verdict, true);
}

void Live::deduce(bool with_count) {
    fresh_safe.clear();
    fresh_mined.clear();
    settle();
    if (fresh_safe.empty()) deepen();
    if (!fresh_safe.empty() || !with_count || !count_may_matter()) return;
    build_fronts();
    count_in();
}

void Live::deduce_all() {
    fresh_safe.clear();
    fresh_mined.clear();
    settle();
    for (int clue : dirty) state[clue].dirty = false;
    dirty.clear();
    build_fronts();
    found.clear();
    for (int k = 0; k < counter.fronts(); ++k)  // all of them live: the position has just been read
        counter.decide(k, [this](int cell, Verdict verdict) { found.push_back({cell, verdict}); });
    learn_found();
    count_in();
}

void Live::odds(double* out) {
    if (!fronts_ready) build_fronts();
    double in_sea = counter.weigh(sea_cells, mines_to_place);
    for (int k = 0; k < counter.fronts(); ++k)
        if (counter.living(k)) counter.odds(k, [out](int cell, double odds) { out[cell] = odds; });
    for (int cell = 0; cell < field.cells(); ++cell) {
        if (state[cell].shown >= 0) continue;
        if (state[cell].known != unknown)
            out[cell] = state[cell].known == mined ? 1.0 : 0.0;
        else if (!state[cell].touching)
            out[cell] = in_sea;
    }
}

// The cell of the sea with fewest neighbours, the first of them; -1 if there is no sea. What has left
// the sea stays out of it, so the search goes on where it ended.
int Live::best_in_sea() {
    for (int degree = 0; degree < 9; ++degree) {
        if (!field.has_degree(degree)) continue;
        int& cell = sea_from[degree];
        for (; cell < field.cells(); ++cell)
            if (field.degree(cell) == degree && state[cell].known == unknown && !state[cell].touching) return cell;
    }
    return -1;
}

int Live::least_risk(double* risk) {
    if (!fronts_ready) build_fronts();
    double in_sea = counter.weigh(sea_cells, mines_to_place), best_rank = 0, best_risk = 0;
    int best = -1, best_opened = 0;
    // Odds are compared in steps of 1e-9. The offset keeps the steps' edges away from the fractions
    // that boards like (1/1024 lies on an edge of plain rounding), where the twins might differ.
    auto rank = [](double odds) { return std::floor(odds * 1e9 + 0.37); };
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
    int at_sea = best_in_sea();
    if (at_sea >= 0) consider(at_sea, in_sea);
    for (int k = 0; k < counter.fronts(); ++k) {
        // A front that was never better than the best by now is not looked at again.
        if (!counter.living(k) || (best >= 0 && rank(counter.least_odds(k)) > best_rank)) continue;
        counter.odds(k, consider);
    }
    if (risk && best >= 0) *risk = best_risk;
    return best;
}

// ------------------------------------------------------------------------------------- dealing

std::uint64_t child(std::uint64_t h, std::uint64_t x) {
    std::uint64_t z = h + 0x9E3779B97F4A7C15ull * (x + 1);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

void Dealer::deal(std::uint64_t number, std::uint8_t* layout) {
    std::uint64_t key = child(child(child(0, seed), number), 0);
    words.clear();
    for (int cell : allowed) words.push_back({child(key, std::uint64_t(cell)), cell});
    std::fill(layout, layout + cells, 0);
    if (mines > 0 && mines < int(words.size()))
        std::nth_element(words.begin(), words.begin() + (mines - 1), words.end());
    for (int i = 0; i < mines; ++i) layout[words[i].second] = 1;
}

}  // namespace mineproof
