#include "game.hpp"

#include <algorithm>
#include <cmath>

namespace mineproof {

Field::Field(const std::int32_t* from, int cells, int ways)
    : count(cells), table(std::size_t(cells) * 8), degrees(cells) {
    for (int cell = 0; cell < cells; ++cell)
        for (int way = 0; way < ways; ++way) {
            std::int32_t there = from[std::size_t(cell) * ways + way];
            if (there < cells) table[std::size_t(cell) * 8 + degrees[cell]++] = there;
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
    shown.assign(cells, -1);
    known.assign(cells, unknown);
    need.assign(cells, 0);
    unk.assign(cells, 0);
    touching.assign(cells, 0);
    near = 0;
    queued.assign(cells, 0);
    is_dirty.assign(cells, 0);
    // Stamps only ever grow, so what an earlier game left behind can never look fresh.
    clue_stamp.resize(cells, 0);
    cell_stamp.resize(cells, 0);
    queue.clear();
    dirty.clear();
    active.clear();
    fresh_safe.clear();
    fresh_mined.clear();
}

void Live::read(const std::int8_t* seen, int mines_on_board) {
    reset(mines_on_board);
    int cells = field.cells(), hidden_cells = 0, touched_cells = 0;
    for (int cell = 0; cell < cells; ++cell) {
        bool open = seen[cell] >= 0;
        shown[cell] = open ? seen[cell] : -1;
        known[cell] = open ? safe : unknown;
        hidden_cells += !open;
    }
    unknown_cells = hidden_cells;
    // Through plain pointers: bytes may alias anything, so a vector's own would be read again and
    // again.
    const std::int8_t* open_at = shown.data();
    std::int8_t* touching_at = touching.data();
    for (int cell = 0; cell < cells; ++cell) {
        int clue = open_at[cell], hidden = 0;
        if (clue < 0) continue;
        for (int there : field.around(cell))
            if (open_at[there] < 0) {
                ++hidden;
                touched_cells += !touching_at[there]++;
            }
        if (!hidden && !clue) continue;
        need[cell] = std::int8_t(clue);
        unk[cell] = std::int8_t(hidden);
        active.push_back(cell);
        queued[cell] = 1;
        queue.push_back(cell);
    }
    near = touched_cells;
}

void Live::touch(int clue) {
    if (!queued[clue]) {
        queued[clue] = 1;
        queue.push_back(clue);
    }
}

void Live::open(int cell, int clue) {
    if (known[cell] == mined) throw Clash("an opened cell was a mine");
    bool was_unknown = known[cell] == unknown;
    if (was_unknown) {
        known[cell] = safe;
        --unknown_cells;
        leave_front(cell);
    }
    fronts_ready = false;
    shown[cell] = std::int8_t(clue);
    int left = clue, hidden = 0;
    for (int there : field.around(cell)) {
        left -= known[there] == mined;
        if (known[there] == unknown) {
            ++hidden;
            near += !touching[there];
        }
        ++touching[there];
        if (was_unknown && shown[there] >= 0) {
            --unk[there];
            touch(there);
        }
    }
    need[cell] = std::int8_t(left);
    unk[cell] = std::int8_t(hidden);
    if (hidden || left) {
        active.push_back(cell);
        touch(cell);
    }
}

// `quiet`: its fronts have been counted with it, so no clue can say anything new about it.
void Live::learn(int cell, Verdict verdict, bool quiet) {
    known[cell] = verdict;
    --unknown_cells;
    leave_front(cell);
    mines_known += verdict == mined;
    (verdict == mined ? fresh_mined : fresh_safe).push_back(cell);
    for (int there : field.around(cell)) {
        if (shown[there] < 0) continue;
        --unk[there];
        need[there] -= verdict == mined;
        if (!quiet) touch(there);
    }
}

void Live::settle() {
    while (!queue.empty()) {
        int clue = queue.back();
        queue.pop_back();
        queued[clue] = 0;
        int left = need[clue], hidden = unk[clue];
        if (left < 0 || left > hidden) throw Clash("clues clash");
        if (!hidden) continue;
        if (left && left < hidden) {
            if (!is_dirty[clue]) {
                is_dirty[clue] = 1;
                dirty.push_back(clue);
            }
            continue;
        }
        Verdict verdict = left ? mined : safe;
        for (int there : field.around(clue))
            if (known[there] == unknown) learn(there, verdict, false);
    }
}

// The clues linked to one, in `part`; their needs and cells in the front_ arrays.
void Live::gather(int first) {
    part.assign(1, first);
    clue_stamp[first] = stamp;
    front_need.clear();
    front_start.clear();
    front_cells.clear();
    for (std::size_t i = 0; i < part.size(); ++i) {
        int clue = part[i];
        front_need.push_back(need[clue]);
        front_start.push_back(int(front_cells.size()));
        for (int there : field.around(clue)) {
            if (known[there] != unknown) continue;
            front_cells.push_back(there);
            if (cell_stamp[there] == stamp) continue;
            cell_stamp[there] = stamp;
            ++cells_in_fronts;
            for (int other : field.around(there))
                if (shown[other] >= 0 && clue_stamp[other] != stamp) {
                    clue_stamp[other] = stamp;
                    part.push_back(other);
                }
        }
    }
    front_start.push_back(int(front_cells.size()));
}

// Fronts whose clues have changed.
void Live::deepen() {
    counter.begin(field.cells());
    fronts_ready = false;
    ++stamp;
    for (std::size_t i = 0; i < dirty.size(); ++i) {
        int clue = dirty[i];
        is_dirty[clue] = 0;
        if (!unk[clue] || clue_stamp[clue] == stamp) continue;
        gather(clue);
        int front = counter.add_front(front_need, front_start, front_cells);
        counter.decide(front, [this](int cell, Verdict verdict) { learn(cell, verdict, true); });
    }
    dirty.clear();
}

void Live::leave_front(int cell) { near -= touching[cell] > 0; }

// Not if the mines left are more than the fronts have cells and fewer than the sea has: then the sea
// can take whatever the fronts leave, and is neither empty of mines nor full of them.
bool Live::count_may_matter() const {
    int left = mines - mines_known, sea = unknown_cells - near;
    return !(near < left && left < sea);
}

// All fronts, ready to be joined by the mine count.
void Live::build_fronts() {
    counter.begin(field.cells());
    ++stamp;
    cells_in_fronts = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < active.size(); ++i) {
        int clue = active[i];
        if (!unk[clue]) continue;
        active[kept++] = clue;
        if (clue_stamp[clue] == stamp) continue;
        gather(clue);
        counter.add_front(front_need, front_start, front_cells);
    }
    active.resize(kept);
    sea_cells = unknown_cells - cells_in_fronts;
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
            if (known[cell] == unknown && cell_stamp[cell] != stamp) found.push_back({cell, of_sea});
    learn_found();
}

void Live::learn_found() {
    for (auto [cell, verdict] : found)
        if (known[cell] == unknown) learn(cell, verdict, true);
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
    for (int clue : dirty) is_dirty[clue] = 0;
    dirty.clear();
    build_fronts();
    found.clear();
    for (int k = 0; k < counter.fronts(); ++k)
        counter.decide(k, [this](int cell, Verdict verdict) { found.push_back({cell, verdict}); });
    learn_found();
    count_in();
}

void Live::odds(double* out) {
    if (!fronts_ready) build_fronts();
    double in_sea = counter.odds(sea_cells, mines_to_place, [out](int cell, double odds) { out[cell] = odds; });
    for (int cell = 0; cell < field.cells(); ++cell) {
        if (shown[cell] >= 0) continue;
        if (known[cell] != unknown)
            out[cell] = known[cell] == mined ? 1.0 : 0.0;
        else if (cell_stamp[cell] != stamp)
            out[cell] = in_sea;
    }
}

int Live::least_risk(double* risk) {
    int cells = field.cells(), best = -1;
    risks.resize(cells);
    odds(risks.data());
    // Odds are compared in steps of 1e-9. The offset keeps the steps' edges away from the fractions
    // that boards like (1/1024 lies on an edge of plain rounding), where the twins might differ.
    auto rank = [this](int cell) { return std::floor(risks[cell] * 1e9 + 0.37); };
    auto opened_around = [this](int cell) {
        int count = 0;
        for (int there : field.around(cell))
            count += shown[there] >= 0;
        return count;
    };
    double best_rank = 0;
    int best_opened = -1;
    for (int cell = 0; cell < cells; ++cell) {
        if (known[cell] != unknown) continue;
        double own = rank(cell);
        if (best >= 0) {
            if (own > best_rank) continue;
            if (own == best_rank) {
                if (field.degree(cell) > field.degree(best)) continue;
                if (field.degree(cell) == field.degree(best)) {
                    if (best_opened < 0) best_opened = opened_around(best);
                    int opened = opened_around(cell);
                    if (opened <= best_opened) continue;
                    best = cell;
                    best_opened = opened;
                    continue;
                }
            }
        }
        best = cell;
        best_rank = own;
        best_opened = -1;
    }
    if (risk && best >= 0) *risk = risks[best];
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
