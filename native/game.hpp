// Boards that are dealt and opened: the compiled twin of game/, and the bookkeeping of what is
// certain while a game goes on (the twin of reason/deduce.py's Deducer).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "count.hpp"

namespace mineproof {

// Which cells touch. A cell has a kind, and a kind has the steps to its neighbours: a board has a dozen
// kinds (corners, edges, odd rows), so that two bytes a cell say what a table of neighbours needs 32 for,
// and large boards stay in the cache.
class Field {
  public:
    // `table` has `ways` entries a cell; an entry of `cells` or more means nothing is there.
    Field(const std::int32_t* table, int cells, int ways);
    int cells() const { return int(kind_of.size()); }
    int degree(int cell) const { return kinds[kind_of[cell]].degree; }
    bool has_degree(int degree) const { return is_degree[degree]; }  // whether any cell has so many

    class Cells {
      public:
        Cells(int cell, const std::int32_t* first, int count) : cell(cell), first(first), last(first + count) {}
        struct Iterator {
            int cell;
            const std::int32_t* step;
            int operator*() const { return cell + *step; }
            Iterator& operator++() { return ++step, *this; }
            bool operator!=(const Iterator& other) const { return step != other.step; }
        };
        Iterator begin() const { return {cell, first}; }
        Iterator end() const { return {cell, last}; }

      private:
        int cell;
        const std::int32_t *first, *last;
    };
    Cells around(int cell) const {
        const Kind& kind = kinds[kind_of[cell]];
        return {cell, kind.steps, kind.degree};
    }

  private:
    struct alignas(64) Kind {  // a power of two, so that finding one is a shift
        std::int32_t degree, steps[8];
        bool operator==(const Kind& other) const {
            return degree == other.degree && std::equal(steps, steps + degree, other.steps);
        }
    };
    std::vector<std::uint16_t> kind_of;
    std::vector<Kind> kinds;
    bool is_degree[9] = {};
};

// Open a cell of a board whose clues are known (negative for mines), and while cells are zeros all
// their neighbours; `seen` is negative where a cell is hidden. How many were opened; -1 for a mine.
int flood(const Field& field, const std::int8_t* clues, std::int8_t* seen, int cell, std::vector<int>& queue);

// Clues linked by undecided cells, walked from one of them: a front as Counter::add_front takes it.
class Gathering {
  public:
    // Stamps only ever grow, so what an earlier game left behind can never look fresh.
    void resize(int cells) {
        clue_stamp.resize(cells, 0);
        cell_stamp.resize(cells, 0);
    }
    void forget() { ++stamp; }  // all that was met
    void meet(int clue) { clue_stamp[clue] = stamp; }
    bool met(int clue) const { return clue_stamp[clue] == stamp; }

    template <class Undecided, class Open, class Need>
    void walk(const Field& field, int first, Undecided undecided, Open open, Need need_of) {
        clues.assign(1, first);
        meet(first);
        need.clear();
        start.clear();
        cells.clear();
        for (std::size_t i = 0; i < clues.size(); ++i) {
            need.push_back(need_of(clues[i]));
            start.push_back(int(cells.size()));
            for (int there : field.around(clues[i])) {
                if (!undecided(there)) continue;
                cells.push_back(there);
                if (cell_stamp[there] == stamp) continue;
                cell_stamp[there] = stamp;
                for (int other : field.around(there))
                    if (open(other) && !met(other)) {
                        meet(other);
                        clues.push_back(other);
                    }
            }
        }
        start.push_back(int(cells.size()));
    }
    std::vector<int> clues, need, start, cells;  // cells by clue, one more start than clues

  private:
    std::uint64_t stamp = 0;
    std::vector<std::uint64_t> clue_stamp, cell_stamp;
};

// What the player knows: opened cells, and all that follows.
//
// Fronts are registered: each clue knows its front, and a front stays in the counter until one of its
// clues changes or is linked to another. Its clues are loose then, until they are gathered again. So a
// move costs the fronts that it touches.
class Live {
  public:
    explicit Live(const Field& field) : field(field) { reset(0); }
    void reset(int mines);

    // Set all at once: a clue where a cell is open, negative elsewhere.
    void read(const std::int8_t* seen, int mines);
    // Open one cell.
    void open(int cell, int clue);

    // Deduce from single clues, then from changed fronts, then, only if these give no safe cell, from
    // all fronts and the mine count. What is new is in `fresh_safe` and `fresh_mined`. Throws Clash.
    void deduce(bool with_count = true);
    // The same for a position that was read: everything at once, fronts left ready for odds().
    void deduce_all();

    // Odds of every hidden cell (nothing is written for opened ones), after a deduce() that gave no
    // safe cell.
    void odds(double* out);
    // The least odds, ties by fewer neighbours, more opened ones, then index; -1 if nothing is hidden.
    int least_risk(double* risk = nullptr);

    Verdict verdict(int cell) const { return Verdict(state[cell].known); }
    bool is_open(int cell) const { return state[cell].shown >= 0; }
    int sea() const { return sea_cells; }
    int to_place() const { return mines_to_place; }
    Counter& count() { return counter; }
    const Field& board() const { return field; }
    // By cell: what is known, and for an opened one the mines it still needs among so many undecided.
    std::vector<std::int8_t> verdicts() const { return each(&Cell::known); }
    std::vector<std::int8_t> needs() const { return each(&Cell::need); }
    std::vector<std::int8_t> undecided_around() const { return each(&Cell::unk); }
    int mines_left() const { return mines - mines_known; }
    // Entries of everything that grows and shrinks as the game goes; all else has an entry a cell.
    std::size_t states() const {
        return counter.states() + queue.size() + dirty.size() + loose.size() + changed.size();
    }

    std::vector<int> fresh_safe, fresh_mined;

  private:
    // What is looked at most of a cell, side by side in eight bytes: one look at memory a neighbour.
    struct Cell {
        std::int8_t shown;      // the clue of an opened cell, else negative
        std::int8_t known;      // a Verdict
        std::int8_t need, unk;  // of a clue: mines to find among so many undecided neighbours
        std::int8_t touching;   // opened neighbours
        bool queued, dirty;
        bool enrolled : 1, is_loose : 1, listed : 1;  // has a front; wants one; is in `loose`
    };
    std::vector<std::int8_t> each(std::int8_t Cell::*what) const {
        std::vector<std::int8_t> out(state.size());
        for (std::size_t cell = 0; cell < state.size(); ++cell) out[cell] = state[cell].*what;
        return out;
    }

    void touch(int clue);
    void learn(int cell, Verdict verdict, bool quiet);
    void settle();
    void deepen();
    void gather(int clue);
    void enroll(int front);
    void release(int front);
    void release_changed();
    void loosen(int clue);
    bool count_may_matter() const;
    void leave_front(int cell);
    int best_in_sea();
    void build_fronts();
    void count_in();
    void learn_found();

    const Field& field;
    Counter counter;
    int mines = 0, mines_known = 0, unknown_cells = 0;
    int sea_cells = 0, mines_to_place = 0;  // as the fronts were built
    int near = 0;  // undecided cells that touch an opened one
    bool fronts_ready = false;
    std::vector<Cell> state;
    std::vector<int> front_of;  // of an enrolled clue
    std::vector<int> queue, dirty;
    std::vector<std::vector<int>> clues_of;  // by front
    std::vector<int> loose, changed;  // clues without a front, and some others; fronts with a changed clue
    int sea_from[9] = {};  // by number of neighbours: no cell before this one is in the sea
    Gathering part;  // a front that is being made
    std::vector<std::pair<int, Verdict>> found;
};

// The words of game/deal.py.
std::uint64_t child(std::uint64_t h, std::uint64_t x);

// Mines of board `number`: those of `allowed` with the smallest words. `layout` has a byte a cell.
class Dealer {
  public:
    Dealer(std::vector<int> allowed, int cells, int mines, std::uint64_t seed)
        : allowed(std::move(allowed)), cells(cells), mines(mines), seed(seed) {}
    void deal(std::uint64_t number, std::uint8_t* layout);

  private:
    std::vector<int> allowed;
    int cells, mines;
    std::uint64_t seed;
    std::vector<std::pair<std::uint64_t, int>> words;
};

}  // namespace mineproof
