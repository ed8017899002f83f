// Boards that are dealt and opened: the compiled twin of game/, and the bookkeeping of what is
// certain while a game goes on (the twin of reason/deduce.py's Deducer).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "count.hpp"

namespace mineproof {

// Which cells touch.
class Field {
  public:
    // `table` has `ways` entries a cell; an entry of `cells` or more means nothing is there.
    Field(const std::int32_t* table, int cells, int ways);
    int cells() const { return count; }
    int degree(int cell) const { return degrees[cell]; }
    struct Cells {
        const std::int32_t *first, *last;
        const std::int32_t* begin() const { return first; }
        const std::int32_t* end() const { return last; }
    };
    Cells around(int cell) const {
        const std::int32_t* first = &table[std::size_t(cell) * 8];
        return {first, first + degrees[cell]};
    }

  private:
    int count;
    std::vector<std::int32_t> table;
    std::vector<std::int8_t> degrees;
};

// Open a cell of a board whose clues are known (negative for mines), and while cells are zeros all
// their neighbours; `seen` is negative where a cell is hidden. How many were opened; -1 for a mine.
int flood(const Field& field, const std::int8_t* clues, std::int8_t* seen, int cell, std::vector<int>& queue);

// What the player knows: opened cells, and all that follows.
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

    Verdict verdict(int cell) const { return Verdict(known[cell]); }
    bool is_open(int cell) const { return shown[cell] >= 0; }
    int sea() const { return sea_cells; }
    int to_place() const { return mines_to_place; }
    Counter& count() { return counter; }
    const Field& board() const { return field; }
    // By cell: what is known, and for an opened one the mines it still needs among so many undecided.
    const std::vector<std::int8_t>& verdicts() const { return known; }
    const std::vector<std::int8_t>& needs() const { return need; }
    const std::vector<std::int8_t>& undecided_around() const { return unk; }
    int mines_left() const { return mines - mines_known; }

    std::vector<int> fresh_safe, fresh_mined;

  private:
    void touch(int clue);
    void learn(int cell, Verdict verdict, bool quiet);
    void settle();
    void deepen();
    void gather(int clue);
    bool count_may_matter() const;
    void leave_front(int cell);
    void build_fronts();
    void count_in();
    void learn_found();

    const Field& field;
    Counter counter;
    int mines = 0, mines_known = 0, unknown_cells = 0;
    int cells_in_fronts = 0, sea_cells = 0, mines_to_place = 0;  // as the fronts were built
    int near = 0;  // undecided cells that touch an opened one
    bool fronts_ready = false;
    std::vector<std::int8_t> shown, known, need, unk, touching;
    std::vector<char> queued, is_dirty;
    std::vector<int> queue, dirty, active;
    // A front being gathered
    std::uint64_t stamp = 0;
    std::vector<std::uint64_t> clue_stamp, cell_stamp;
    std::vector<int> part, front_need, front_start, front_cells;
    std::vector<std::pair<int, Verdict>> found;
    std::vector<double> risks;
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
