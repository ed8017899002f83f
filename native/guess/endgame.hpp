// Solves endings: the exact probability to win when few layouts are left, and the move that reaches it. The
// compiled twin of core/endgame.py.
//
// A layout has a weight, 1 if all layouts are equally likely. The value (worth) of a position is the total
// weight of those of its layouts that the best play wins. It depends only on the set of layouts that are
// still possible, so this set is the key of the memo.
//
// What was tried: endings of at most 200 layouts win 1.65 points more of expert games than the least risk.
// 1,000 layouts are the default; 4,000 gained nothing. Just before an ending (1,001 to 6,000 layouts) a
// choice of the look-ahead costs 0.36 points on average, and one game in fifteen comes to such a position.
#pragma once

#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace mineproof {

class Endgame {
  public:
    // An undecided cell. Cells and clues are numbered from 0.
    struct Cell {
        std::vector<int> clues;   // clues that touch it
        std::vector<int> around;  // undecided cells that touch it
        int known_mines = 0;      // known mines that touch it
    };
    // The weight of a layout by its number of mines. Weights are integers, and the total weight of all
    // layouts is less than 2^53. So sums are exact, and comparing a value with a bound needs no tolerance.
    struct Mines {
        int fewest = 0;               // number of mines of the first weight
        std::vector<double> weights;  // by number of mines, from `fewest` on
        int most() const { return fewest + int(weights.size()) - 1; }
    };
    // Enumerate every layout that fits. `need` has the missing mines of each clue. Returns false if there are
    // more than `most` layouts, or if that takes more than `work` steps.
    bool gather(const std::vector<Cell>& cells, const std::vector<int>& need, const Mines& mines, int most,
                std::int64_t work);
    int layouts() const { return count; }
    double weight() const;  // total weight of all layouts

    // A first move.
    struct Move {
        double wins = 0.0;   // weight of the layouts that it wins, with the best play afterwards
        double safe = 0.0;   // weight of the layouts in which the cell is safe
        bool dead = false;   // does the cell show the same number whenever it is safe?
        bool exact = false;  // is `wins` exact? Otherwise it may be too small
    };
    // Find the best move. Returns false if that takes more than `work` steps. With `all`, the other moves are
    // evaluated too, if that takes at most `work` more steps.
    bool solve(std::vector<Move>& moves, bool all, std::int64_t work);

    // The weight of the layouts that the best play wins; -1 if that takes more than `work` steps.
    // `symmetries` are permutations of the cells that map the set of layouts to itself; they reduce the work.
    double best(const std::vector<std::vector<int>>& symmetries, std::int64_t work);
    // After best(): call `tell(shown, cell, layouts, wins)` for every position in which the best play has to
    // guess. `shown` has the number that each cell shows, or -1 for a hidden cell.
    template <class Tell> void policy(Tell tell) {
        allow(INT64_MAX);
        std::vector<int> everything(size_of_layout);
        std::iota(everything.begin(), everything.end(), 0);
        pool.resize(count);
        std::iota(pool.begin(), pool.end(), 0);
        walk_policy(0, count, everything, tell);
    }

  private:
    // The key of a set of layouts: the sum of the pseudo-random words of its layouts.
    struct Hash {
        std::uint64_t low;   // sum of the first words
        std::uint64_t high;  // sum of the second words
        bool operator==(const Hash& other) const { return low == other.low && high == other.high; }
    };
    struct HashOfHash {
        std::size_t operator()(const Hash& hash) const { return std::size_t(hash.low); }
    };
    struct Worth {
        double wins;  // weight of the layouts that the best play wins
        bool exact;   // is `wins` exact? Otherwise it is an upper bound
    };
    // A set of layouts: pool[from .. from + size).
    struct Part {
        int from;       // its first place in `pool`
        int size;       // number of layouts
        double weight;  // their weight
    };
    // Thrown when the computation has used all its steps.
    struct OutOfWork {};

    template <class Tell> void walk_policy(int from, int size, const std::vector<int>& cells, Tell tell) {
        std::size_t first_part = parts.size(), kept = pool.size();
        std::vector<int> view(size_of_layout);
        int cell = open_everything_safe(from, size, cells, view);
        if (cell >= 0) {
            tell(view, cell, size, int(worth(from, size, cells, -1)));
            split(cell, from, size);
        }
        for (std::size_t i = first_part, end = parts.size(); i < end; ++i) {
            Part part = parts[i];
            walk_policy(part.from, part.size, cells, tell);
        }
        parts.resize(first_part);
        pool.resize(kept);
    }
    int open_everything_safe(int from, int size, const std::vector<int>& cells, std::vector<int>& view);
    int best_guess(int from, int size, const std::vector<int>& cells);
    void prepare(const std::vector<std::vector<int>>& symmetries);
    void find_clues(const std::vector<Cell>& cells);
    Hash key_of(int from, int size) const;
    void solve_others(std::vector<Move>& moves, int best, const std::vector<int>& order,
                      const std::vector<int>& living, std::int64_t work);
    double worth(int from, int size, const std::vector<int>& cells, double floor);
    double open_all(const std::vector<int>& telling, int from, int size, const std::vector<int>& living,
                    double floor);
    double guess(int from, int size, const std::vector<int>& living, const std::vector<double>& safe,
                 double floor, bool& exact);
    double open(int cell, int from, int size, const std::vector<int>& living, double floor);
    double sum_of_parts(std::size_t first_part, const std::vector<int>& living, double floor);
    void split(int cell, int from, int size);
    std::uint8_t shows(int cell, int layout) const { return shown[std::size_t(cell) * count + layout]; }
    void allow(std::int64_t work);
    void check_work();
    void spend(std::int64_t steps) {
        spent += steps;
        if (spent > next_check) check_work();
    }

    int count = 0;                                     // number of layouts
    int size_of_layout = 0;                            // number of cells
    int different_values = 1;                          // all numbers shown are below this
    std::vector<std::uint8_t> mine_in;                 // by layout, then by cell: is it a mine?
    std::vector<std::uint8_t> shown;                   // by cell, then by layout: the number, or `a_mine`
    std::vector<double> weights;                       // by layout: its weight
    std::vector<int> pool;                             // sets of layouts, one after another; used as a stack
    std::vector<Part> parts;                           // sets that are not evaluated yet; used as a stack
    std::unordered_map<Hash, Worth, HashOfHash> memo;  // by set of layouts: its value
    std::vector<std::vector<Hash>> words;              // by symmetry, then by layout: its pseudo-random word
    std::int64_t spent = 0;                            // steps done
    std::int64_t allowed = 0;                          // steps allowed
    std::int64_t next_check = 0;                       // number of steps at which to compare both and to poll
};

}  // namespace mineproof
