// Endings played out: the exact chance to win when few layouts are left, and the move that has it.
//
// A layout has a weight, 1 if all are as likely; a position is worth the weight of its layouts that the best
// play wins. What is worth knowing of a position is only which layouts survive: the memo's key.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mineproof {

class Endgame {
  public:
    // A cell still undecided: the clues over it, its undecided neighbours (both numbered from 0), and
    // the mines around it that are known.
    struct Cell {
        std::vector<int> clues, around;
        int known_mines = 0;
    };
    // What a layout weighs by its number of mines, from the fewest on: whole numbers, below 2^53 on the whole, so
    // that sums are exact and bounds are never taken for values.
    struct Mines {
        int fewest;
        std::vector<double> weights;
        int most() const { return fewest + int(weights.size()) - 1; }
    };
    // Write down every layout that is possible; false if there are more than `most`, or if finding them
    // takes more than `work` steps.
    bool gather(const std::vector<Cell>& cells, const std::vector<int>& need, const Mines& mines, int most, long work);
    int layouts() const { return count; }
    double weight() const;  // of all layouts

    // The weight of the layouts won by opening each cell first and playing on as well as possible. False if that
    // takes more than `work` steps. With `all`, exact for every cell; otherwise only for the best,
    // others may be given less. A cell that cannot tell anything new is `dead`.
    struct Move {
        double wins, safe;
        bool dead;
    };
    bool solve(std::vector<Move>& moves, bool all, long work);

    // How many of all layouts the best play wins, -1 if that takes more than `work` steps. Permutations
    // of the cells under which the layouts are the same ones make it shorter.
    double best(const std::vector<std::vector<int>>& symmetries, long work);
    // After best(): every position in which the best play has to guess, `tell(shown, cell, layouts,
    // wins)`; `shown` has what each cell shows, or -1.
    template <class Tell> void policy(Tell tell) {
        allowed = INT64_MAX;
        std::vector<int> everything(size_of_layout);
        for (int cell = 0; cell < size_of_layout; ++cell) everything[cell] = cell;
        pool.resize(count);
        for (int k = 0; k < count; ++k) pool[k] = k;
        walk(0, count, everything, tell);
    }

  private:
    struct Hash {
        std::uint64_t low, high;
        bool operator==(const Hash& other) const { return low == other.low && high == other.high; }
    };
    struct Mix {
        std::size_t operator()(const Hash& hash) const { return std::size_t(hash.low); }
    };
    struct Worth {
        double wins;
        bool exact;  // else no more than that
    };
    struct TooLong {};

    template <class Tell> void walk(int from, int size, const std::vector<int>& cells, Tell tell) {
        std::size_t first_part = parts.size(), kept = pool.size();
        std::vector<int> view(size_of_layout);
        int cell = split_by_all(from, size, cells, view);
        if (cell >= 0) {
            if (size > 1) tell(view, cell, size, int(worth(from, size, cells, -1)));
            if (size > 1) split(cell, from, size);
        }
        for (std::size_t i = first_part, end = parts.size(); i < end; ++i) {
            Part part = parts[i];
            walk(part.from, part.size, cells, tell);
        }
        parts.resize(first_part);
        pool.resize(kept);
    }
    int split_by_all(int from, int size, const std::vector<int>& cells, std::vector<int>& view);
    int choice(int from, int size, const std::vector<int>& cells);
    void prepare(const std::vector<std::vector<int>>& symmetries);
    Hash key_of(int from, int size) const;
    double worth(int from, int size, const std::vector<int>& cells, double floor);
    double guess(int from, int size, const std::vector<int>& living, const std::vector<double>& safe, double floor,
                 bool& exact);
    double open(int cell, int from, int size, const std::vector<int>& living, double floor);
    double sum_of_parts(std::size_t first_part, const std::vector<int>& living, double floor);
    void split(int cell, int from, int size);
    std::uint8_t shows(int cell, int layout) const { return shown[std::size_t(cell) * count + layout]; }
    void spend(std::int64_t steps) {
        spent += steps;
        if (spent > allowed) throw TooLong{};
    }

    int count = 0, size_of_layout = 0;
    std::vector<std::uint8_t> found;  // by layout, then by cell: is it a mine?
    std::vector<std::uint8_t> shown;  // by cell, then by layout: the clue, or `a_mine`
    std::vector<double> weights;      // by layout
    std::vector<int> pool;            // sets of layouts, one after another
    struct Part {
        int from, size;
        double weight;
    };
    std::vector<Part> parts;
    std::unordered_map<Hash, Worth, Mix> memo;
    std::int64_t spent = 0, allowed = 0;
    std::vector<std::vector<Hash>> words;  // by symmetry, then by layout: a set is their sum
};

}  // namespace mineproof
