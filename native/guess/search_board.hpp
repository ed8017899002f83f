// The board of a search. The search opens and closes cells on it without changing the game.
//
// A position is its fronts, each counted by its number of mines, and the sea. A number of mines of one front
// says all that the other fronts have to know of it. So a search counts only the fronts that a cell touches,
// and multiplies polynomials for the rest. For this a front also keeps, for each group, its ways by number of
// mines (`CountedFront::mined`), which takes memory of groups times numbers of mines.
//
// Ways are plain doubles and not scaled, because the search compares positions that are several plies apart:
// all share one table of the sea (`SeaTable`). Therefore a front may have 300 cells at most
// (OutcomeCounter::longest_front); with a longer one the Thinker takes the least risk.
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

// A position, described by its fronts and its sea.
struct Position {
    std::vector<const CountedFront*> fronts;  // all fronts
    int sea = 0;                              // cells of the sea
    int gone = 0;                             // cells that left the sea since the root
    int mines = 0;                            // undiscovered mines
    double total = 0;                         // number of layouts, scaled as in the SeaTable
    double sea_odds = 0;                      // probability of a mine in a sea cell; 1 without a sea
    std::uint64_t key = 0;  // hash of the cells that the search has opened and of their clues
};

// The position at which the search starts.
struct Root : Position {
    FrontJoin join;                  // the product of its fronts
    std::vector<double> odds;        // by cell: probability of a mine; 2 if it is decided
    std::vector<int> hidden;         // undecided cells
    std::vector<int> sea_cells;      // cells of the sea
    std::vector<int> sea_by_degree;  // cells of the sea, those with the fewest neighbours first
    int least = 0;                   // fewest mines of all fronts
    int most = 0;                    // most mines of all fronts, plus the cells of the sea
};

class SearchBoard {
  public:
    explicit SearchBoard(const Field& field);

    // Copy a position as the root. Returns false if a front has too many cells to count in doubles.
    bool read(Live& live);

    // Open a safe cell that touches `mines` undiscovered mines; close it again.
    void open_cell(int cell, int mines);
    void close_cell(int cell);
    // Assume that a cell is safe or a mine, without opening it; returns false if a clue contradicts.
    // retract() undoes this in both cases.
    bool assume(int cell, Verdict verdict);
    void retract(int cell, Verdict verdict);

    // Collect the clues linked to `first` into `links`. The number of the clue `free` is not known.
    void walk(int first, int free = no_clue);

    // Compute the odds of every front cell of a position, and set its `total` and `sea_odds`. Throws
    // Contradiction if no layout fits.
    void find_odds(Position& position, FrontJoin& join, std::vector<double>& odds);

    // Compute the odds of all cells of the root, including sea cells.
    void find_root_odds();

    // Postpone a region, of which `of_the_sea` cells are in the sea: the search does not guess there.
    void postpone(const std::vector<int>& cells, int of_the_sea);
    void postpone_nothing();
    bool is_postponed(int cell) const { return postponed[cell]; }
    bool sea_is_postponed(int sea) const { return sea <= postponed_sea; }

    bool in_sea(int cell) const { return known[cell] == unknown && !front_of[cell]; }
    // The first cell of a list that is in the sea and not postponed; -1 if there is none.
    int first_in_sea(const std::vector<int>& list) const;

    const Field& field;                         // which cells touch
    const int cells;                            // number of cells
    std::vector<std::int8_t> known;             // by cell: a Verdict
    std::vector<std::int8_t> need;              // by opened cell: undiscovered mines around it
    std::vector<std::int8_t> undecided;         // by opened cell: undecided cells around it
    std::vector<char> open;                     // by cell: is it open?
    std::vector<const CountedFront*> front_of;  // by cell: its front, null in the sea
    LinkedClues links;                          // clues of the front that is being built
    Root root;                                  // the position at which the search starts
    SeaTable sea_ways;                          // ways to place mines in the sea

  private:
    void read_cells(Live& live);
    void read_sea();

    OutcomeCounter counter;                                  // counts the fronts of the root
    std::vector<std::unique_ptr<CountedFront>> root_fronts;  // owns the fronts of the root
    std::vector<char> postponed;                             // by cell: is it in a postponed region?
    int postponed_sea = 0;                                   // postponed cells of the sea
    std::vector<double> scratch;                             // of find_odds()
};

// Copy front `number` out of a counter, for one outcome of its free clue.
void copy_front(OutcomeCounter& counter, int number, int outcome, const std::vector<int>& clues,
                CountedFront& front);

}  // namespace mineproof
