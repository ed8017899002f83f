// The position that a search starts from, with cells opened in thought and closed again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/verdict.hpp"
#include "board/field.hpp"
#include "board/linked_clues.hpp"
#include "board/live.hpp"
#include "count/outcome_counter.hpp"
#include "guess/counted_front.hpp"
#include "guess/sea_table.hpp"

namespace mineproof {

constexpr double negligible = 1e-12;  // probabilities below this are rounding errors

// A position as its fronts and its sea.
struct Position {
    std::vector<const CountedFront*> fronts;  // all of them
    int sea = 0;                              // cells of the sea
    int gone = 0;                             // cells that left the sea since the root
    int mines = 0;                            // undiscovered mines
    double total = 0;                         // number of layouts, scaled as in the SeaTable
    double sea_odds = 0;                      // probability of a mine in a sea cell; 1 without a sea
    std::uint64_t key = 0;                    // hash of the cells opened in thought and what they show
};

// The position that was read, and what is known of it before the search.
struct Root : Position {
    FrontJoin join;                  // the product of its fronts
    std::vector<double> odds;        // by cell: probability of a mine; 2 if it is decided
    std::vector<int> hidden;         // undecided cells
    std::vector<int> sea_cells;      // those that no clue touches
    std::vector<int> sea_by_degree;  // the same, those with the fewest neighbours first
    int least = 0;                   // fewest mines of all fronts
    int most = 0;                    // most mines of all fronts, plus the cells of the sea
};

// The board on which cells are opened in thought.
class SearchBoard {
  public:
    explicit SearchBoard(const Field& field);

    // Take over a position as the root. False if a front is too long for plain numbers.
    bool read(Live& live);

    // Open a safe cell in thought that touches `mines` undiscovered mines, and close it again.
    void open_cell(int cell, int mines);
    void close_cell(int cell);
    // Decide a cell in thought without opening it; false if a clue contradicts. Then take it back.
    bool assume(int cell, Verdict verdict);
    void retract(int cell, Verdict verdict);

    // Collect the clues linked to `first` into `links`; the clue `free` has no number.
    void walk(int first, int free = no_clue);

    // Find the odds of every front cell of a position, its `total` and its `sea_odds`. Throws Contradiction
    // if no layout fits.
    void find_odds(Position& position, FrontJoin& join, std::vector<double>& odds);

    // The same for the root, and for its sea cells.
    void find_root_odds();

    // Put off a region that can wait: its cells are neither candidates nor answers of the search.
    void postpone(const std::vector<int>& cells, int of_the_sea);
    void postpone_nothing();
    bool is_postponed(int cell) const { return postponed[cell]; }
    bool sea_is_postponed(int sea) const { return sea <= postponed_sea; }

    bool in_sea(int cell) const { return known[cell] == unknown && !front_of[cell]; }
    // The first cell of a list that is in the sea and not postponed, or -1.
    int first_in_sea(const std::vector<int>& list) const;

    const Field& field;                         // which cells touch
    const int cells;                            // number of cells
    std::vector<std::int8_t> known;             // by cell: a Verdict
    std::vector<std::int8_t> need;              // by opened cell: undiscovered mines around it
    std::vector<std::int8_t> undecided;         // by opened cell: undecided cells around it
    std::vector<char> open;                     // by cell: is it open?
    std::vector<const CountedFront*> front_of;  // by cell: its front, null in the sea
    LinkedClues links;                          // clues of the front that is being built
    Root root;                                  // where the search starts
    SeaTable sea_ways;                          // ways to place mines in the sea

  private:
    void read_cells(Live& live);
    void read_sea();

    OutcomeCounter counter;                                  // of the fronts of the root
    std::vector<std::unique_ptr<CountedFront>> root_fronts;  // owns the fronts of the root
    std::vector<char> postponed;                             // by cell: is it in a region that can wait?
    int postponed_sea = 0;                                   // postponed cells of the sea
    std::vector<double> scratch;                             // of find_odds()
};

// Copy a front out of a counter, for one outcome of its free clue.
void copy_front(OutcomeCounter& counter, int number, int outcome, const std::vector<int>& clues,
                CountedFront& front);

}  // namespace mineproof
