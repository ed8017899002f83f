#include "guess/endgame.hpp"

#include <algorithm>
#include <numeric>

#include "base/errors.hpp"
#include "base/hash.hpp"
#include "base/poll.hpp"
#include "board/field.hpp"

namespace mineproof {

namespace {
constexpr std::uint8_t a_mine = 255;  // stored in place of a number
constexpr int most_values = most_neighbours + 1;
constexpr unsigned mine_bit = 1u << most_values;  // in a set of values
}  // namespace

bool Endgame::gather(const std::vector<Cell>& cells, const std::vector<int>& need_of, const Mines& mines,
                     int most, std::int64_t work) {
    int size = int(cells.size());
    std::vector<int> need = need_of, left(need_of.size(), 0), choice(size, -1);
    for (const Cell& cell : cells)
        for (int clue : cell.clues) ++left[clue];
    mine_in.clear();
    weights.clear();
    count = 0;
    size_of_layout = size;
    // Depth-first search without recursion. choice[at] is 1 if cell `at` is a mine now, 0 if it is safe, -1
    // if neither was tried.
    int at = 0, to_place = mines.most(), spare = mines.most() - mines.fewest;
    auto take = [&](int cell, int mine, int sign) {
        to_place -= sign * mine;
        for (int clue : cells[cell].clues) {
            left[clue] -= sign;
            need[clue] -= sign * mine;
        }
    };
    auto fits = [&](int cell) {
        if (to_place < 0 || to_place - spare > size - cell - 1) return false;
        for (int clue : cells[cell].clues)
            if (need[clue] < 0 || need[clue] > left[clue]) return false;
        return true;
    };
    std::int64_t steps = 0;
    while (at >= 0) {
        if (at == size) {
            double weight = mines.weights[spare - to_place];
            --at;
            if (!(weight > 0)) continue;
            if (count == most) return false;
            ++count;
            weights.push_back(weight);
            for (int cell = 0; cell < size; ++cell) mine_in.push_back(std::uint8_t(choice[cell]));
            continue;
        }
        if (++steps > work) return false;
        if (!(steps & 1023)) poll(1024);
        if (choice[at] >= 0) take(at, choice[at], -1);
        if (++choice[at] > 1) {
            choice[at--] = -1;
            continue;
        }
        take(at, choice[at], 1);
        if (fits(at)) ++at;
    }
    find_clues(cells);
    return true;
}

// Compute what each cell shows in each layout.
void Endgame::find_clues(const std::vector<Cell>& cells) {
    int size = size_of_layout;
    shown.resize(std::size_t(size) * count);
    int largest = 0;
    for (int cell = 0; cell < size; ++cell) {
        poll_if_long(count);
        for (int layout = 0; layout < count; ++layout) {
            const std::uint8_t* row = &mine_in[std::size_t(layout) * size];
            int clue = cells[cell].known_mines;
            for (int there : cells[cell].around) clue += row[there];
            largest = std::max(largest, clue);
            shown[std::size_t(cell) * count + layout] = row[cell] ? a_mine : std::uint8_t(clue);
        }
    }
    different_values = largest + 1;
}

void Endgame::allow(std::int64_t work) {
    allowed = work;
    next_check = std::min(allowed, spent + steps_between_checks);
}

void Endgame::check_work() {
    if (spent > allowed) throw OutOfWork{};
    try {
        poll(steps_between_checks);
    } catch (const Stopped&) {
        throw OutOfWork{};
    }
    allow(allowed);
}

double Endgame::weight() const { return std::accumulate(weights.begin(), weights.end(), 0.0); }

void Endgame::prepare(const std::vector<std::vector<int>>& symmetries) {
    spent = 0;
    memo.clear();
    parts.clear();
    pool.resize(count);
    std::iota(pool.begin(), pool.end(), 0);
    words.assign(symmetries.size() + 1, {});
    for (std::size_t g = 0; g < words.size(); ++g) {
        words[g].resize(count);
        for (int layout = 0; layout < count; ++layout) {
            Hash word{0, 1};
            // Without symmetries the index of a layout identifies it. With them its mines do.
            if (symmetries.empty())
                word.low = std::uint64_t(layout);
            else
                for (int cell = 0; cell < size_of_layout; ++cell)
                    if (mine_in[std::size_t(layout) * size_of_layout + cell])
                        word.low += child(7, std::uint64_t(g ? symmetries[g - 1][cell] : cell));
            words[g][layout] = {child(0, word.low), child(1, word.low)};
        }
        poll_if_long(count);
    }
}

Endgame::Hash Endgame::key_of(int from, int size) const {
    Hash key{};
    for (std::size_t g = 0; g < words.size(); ++g) {
        Hash sum{std::uint64_t(size), 0};
        for (int i = from; i < from + size; ++i) {
            sum.low += words[g][pool[i]].low;
            sum.high += words[g][pool[i]].high;
        }
        if (!g || sum.low < key.low) key = sum;
    }
    return key;
}

double Endgame::best(const std::vector<std::vector<int>>& symmetries, std::int64_t work) {
    prepare(symmetries);
    allow(work);
    std::vector<int> everything(size_of_layout);
    std::iota(everything.begin(), everything.end(), 0);
    try {
        return worth(0, count, everything, -1);
    } catch (const OutOfWork&) {
        return -1;
    }
}

// Open a safe cell that shows different numbers in different layouts, if there is one: push the parts and
// return -1. Otherwise return the cell to guess, or -1 if one layout is left. `view` gets the number that a
// cell shows in all layouts of the set, or -1.
int Endgame::open_everything_safe(int from, int size, const std::vector<int>& cells, std::vector<int>& view) {
    int telling = -1;
    for (int cell : cells) {
        poll_if_long(size);
        unsigned values = 0;
        for (int i = from; i < from + size; ++i) {
            std::uint8_t value = shows(cell, pool[i]);
            values |= value == a_mine ? mine_bit : 1u << value;
        }
        view[cell] = -1;
        if (values & mine_bit) continue;
        if (values & (values - 1))
            telling = cell;
        else
            view[cell] = shows(cell, pool[from]);
    }
    if (telling >= 0) {
        split(telling, from, size);
        return -1;
    }
    return size > 1 ? best_guess(from, size, cells) : -1;
}

// The cell to guess if no safe cell splits the set: the cell that wins most, then the safest.
int Endgame::best_guess(int from, int size, const std::vector<int>& cells) {
    int best = -1, best_safe = 0;
    double best_wins = -1;
    for (int cell : cells) {
        int safe = 0;
        for (int i = from; i < from + size; ++i) safe += shows(cell, pool[i]) != a_mine;
        if (!safe || safe == size) continue;
        double wins = open(cell, from, size, cells, -1);
        if (wins > best_wins || (wins == best_wins && safe > best_safe)) {
            best = cell;
            best_wins = wins;
            best_safe = safe;
        }
    }
    return best;
}

bool Endgame::solve(std::vector<Move>& moves, bool all, std::int64_t work) {
    prepare({});
    allow(work);
    moves.assign(size_of_layout, {});
    std::vector<int> living, order;
    for (int cell = 0; cell < size_of_layout; ++cell) {
        unsigned values = 0;
        for (int layout = 0; layout < count; ++layout) {
            if (shows(cell, layout) == a_mine) continue;
            moves[cell].safe += weights[layout];
            values |= 1u << shows(cell, layout);
        }
        moves[cell].dead = !(values & (values - 1));
        if (!moves[cell].dead) living.push_back(cell);
        if (moves[cell].safe > 0) order.push_back(cell);
    }
    // Cells that are not dead come first, the safest of them first.
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        if (moves[a].dead != moves[b].dead) return moves[b].dead;
        return moves[a].safe > moves[b].safe;
    });
    int best = -1;
    double best_wins = 0;
    try {
        for (int cell : order) {
            if (moves[cell].safe <= best_wins || (moves[cell].dead && best >= 0)) continue;
            double wins = open(cell, 0, count, living, best_wins);
            if (wins <= best_wins) continue;
            moves[cell].wins = best_wins = wins;
            best = cell;
        }
    } catch (const OutOfWork&) {
        return false;
    }
    if (best >= 0) moves[best].exact = true;
    if (all) solve_others(moves, best, order, living, work);
    return true;
}

// Evaluate the moves other than the best one. If that takes more than `work` steps, none of them is exact.
void Endgame::solve_others(std::vector<Move>& moves, int best, const std::vector<int>& order,
                           const std::vector<int>& living, std::int64_t work) {
    allow(spent + work);
    try {
        for (int cell : order)
            if (cell != best) moves[cell].wins = open(cell, 0, count, living, -1.0);
    } catch (const OutOfWork&) {
        return;
    }
    for (int cell : order) moves[cell].exact = true;
}

// Split the set pool[from .. from + size) into new parts by the number that `cell` shows. Layouts in which it
// is a mine are dropped.
void Endgame::split(int cell, int from, int size) {
    int counts[most_values], at[most_values];
    double weight[most_values];
    for (int value = 0; value < different_values; ++value) counts[value] = 0, weight[value] = 0.0;
    const std::uint8_t* values = &shown[std::size_t(cell) * count];
    for (int i = from; i < from + size; ++i)
        if (values[pool[i]] != a_mine) {
            ++counts[values[pool[i]]];
            weight[values[pool[i]]] += weights[pool[i]];
        }
    int next = int(pool.size());
    for (int value = 0; value < different_values; ++value) {
        at[value] = next;
        if (counts[value]) parts.push_back({next, counts[value], weight[value]});
        next += counts[value];
    }
    pool.resize(next);
    for (int i = from; i < from + size; ++i) {
        std::uint8_t value = values[pool[i]];
        if (value != a_mine) pool[at[value]++] = pool[i];
    }
}

// Return the wins of parts[first_part ..] and remove these parts. A result of at most `floor` is only an
// upper bound.
double Endgame::sum_of_parts(std::size_t first_part, const std::vector<int>& living, double floor) {
    std::size_t end = parts.size();
    double bound = 0;
    for (std::size_t i = first_part; i < end; ++i) bound += parts[i].weight;
    std::sort(parts.begin() + long(first_part), parts.end(),
              [](const Part& a, const Part& b) { return a.weight > b.weight; });
    for (std::size_t i = first_part; i < end && bound > floor; ++i) {
        Part part = parts[i];
        bound += worth(part.from, part.size, living, floor - (bound - part.weight)) - part.weight;
    }
    parts.resize(first_part);
    return bound;
}

double Endgame::open(int cell, int from, int size, const std::vector<int>& living, double floor) {
    std::size_t first_part = parts.size(), kept = pool.size();
    split(cell, from, size);
    spend(size);
    double wins = sum_of_parts(first_part, living, floor);
    pool.resize(kept);
    return wins;
}

// The weight of the layouts of a set that the best play wins. A result of at most `floor` is only an upper
// bound. `cells` has every cell that may show different numbers.
double Endgame::worth(int from, int size, const std::vector<int>& cells, double floor) {
    if (size == 1) return weights[pool[from]];
    Hash key = key_of(from, size);
    auto known = memo.find(key);
    if (known != memo.end() && (known->second.exact || known->second.wins <= floor))
        return known->second.wins;
    spend(std::int64_t(size) * std::int64_t(cells.size()) + 1);

    std::vector<int> living, telling;
    std::vector<double> safe;
    for (int cell : cells) {
        int safe_in = 0;
        double weight = 0.0;
        unsigned values = 0;
        for (int i = from; i < from + size; ++i) {
            std::uint8_t value = shows(cell, pool[i]);
            if (value == a_mine) continue;
            ++safe_in;
            weight += weights[pool[i]];
            values |= 1u << value;
        }
        // A cell that is dead in this set is dead in every subset.
        if (!(values & (values - 1))) continue;
        if (safe_in == size) {
            telling.push_back(cell);
        } else {
            living.push_back(cell);
            safe.push_back(weight);
        }
    }
    double wins;
    bool exact = true;
    if (!telling.empty()) {
        wins = open_all(telling, from, size, living, floor);
        exact = wins > floor;
    } else {
        wins = guess(from, size, living, safe, floor, exact);
    }
    memo[key] = {wins, exact};
    return wins;
}

// Open all cells that are safe and show different numbers in different layouts. The result is as in worth().
double Endgame::open_all(const std::vector<int>& telling, int from, int size, const std::vector<int>& living,
                         double floor) {
    std::size_t first_part = parts.size(), kept = pool.size();
    split(telling[0], from, size);
    for (std::size_t t = 1; t < telling.size(); ++t) {
        std::size_t end = parts.size();
        for (std::size_t i = first_part; i < end; ++i) {
            Part part = parts[i];
            split(telling[t], part.from, part.size);
        }
        parts.erase(parts.begin() + long(first_part), parts.begin() + long(end));
    }
    spend(std::int64_t(size) * std::int64_t(telling.size()));
    double wins = sum_of_parts(first_part, living, floor);
    pool.resize(kept);
    return wins;
}

// The wins of the best guess if no safe cell splits the set. The result is as in worth().
double Endgame::guess(int from, int size, const std::vector<int>& living, const std::vector<double>& safe,
                      double floor, bool& exact) {
    double best = 0.0;  // a player who learns nothing more can still bet on one layout, the heaviest
    for (int i = from; i < from + size; ++i) best = std::max(best, weights[pool[i]]);
    std::vector<int> order(living.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return safe[a] > safe[b]; });
    for (int k : order) {
        if (safe[k] <= best) break;
        if (safe[k] <= floor) {
            exact = false;
            return std::max(best, safe[k]);
        }
        double wins = open(living[k], from, size, living, std::max(best, floor));
        if (wins > std::max(best, floor)) {
            best = wins;
        } else if (wins > best) {
            // `wins` is an upper bound here, and at most `floor`.
            exact = false;
            best = wins;
        }
    }
    if (best > floor) exact = true;
    return best;
}

}  // namespace mineproof
