// Opens one cell on the search board: the probability of each clue that it may show, and the safest next
// guess after each clue.
//
// The clue of the cell is a free clue of its front (see FrontBuilder), so one count has all values that it
// may show. The sum of their probabilities is the probability that the cell is safe. If the clue that comes
// leaves a cell certain in the free front, the next guess is not sought further: a certain cell comes first.
//
// What it costs: the count of the fronts around the cell (Recount), and for each outcome a product with the
// ways of all other fronts. Entering an outcome changes the board and undoes it; only the list of fronts and
// the free front are copied.
#pragma once

#include <utility>
#include <vector>

#include "guess/recount.hpp"
#include "guess/search_board.hpp"

namespace mineproof {

// The safest next guess after a clue.
struct NextGuess {
    static constexpr int some_sea_cell = -2;  // as `cell`: any cell of the sea
    static constexpr int won = 1000;          // as `certain`: only mines are left

    double risk = 1.0;  // probability of a mine in `cell`
    int cell = -1;      // a cell with the least risk, or `some_sea_cell`
    int certain = 0;    // number of cells that are certainly safe, or `won`
};

class WhatIf {
  public:
    explicit WhatIf(SearchBoard& board) : board(board), recount(board) {}

    // Count all outcomes of opening a cell. An outcome is a clue that it may show. The board does not change.
    void open(const Position& position, int cell);
    const std::vector<double>& chances() const { return chance; }  // probability of each outcome
    // Does the cell show the same clue in every layout in which it is safe?
    bool dead() const;
    // Undiscovered mines around the cell, by outcome.
    int mines_around(int outcome) const { return recount.outcome(outcome).free_mines; }
    NextGuess next_guess(int outcome);

    // Change the board to the position after an outcome, until leave().
    Position& enter(const Position& position, int outcome);
    void leave();
    int opened() const { return cell; }

  private:
    void find_chances(const Position& position);

    SearchBoard& board;  // the position in which the cell is opened
    Recount recount;     // counts the fronts that the cell touches

    int cell = -1;                    // the opened cell
    int sea = 0;                      // cells of the sea after it is opened
    int gone = 0;                     // cells that left the sea since the root
    int mines = 0;                    // undiscovered mines
    std::vector<double> chance;       // by outcome: its probability
    std::vector<double> free_weight;  // by mines of the free front from `first_total` on: ways of the rest
    int first_total = 0;              // fewest mines of the free front over all outcomes

    Position child;                                                  // the position after enter()
    std::vector<std::pair<int, const CountedFront*>> earlier_front;  // changed cells, fronts before enter()

    std::vector<double> odds;          // scratch: odds of the groups of the free front
    std::vector<double> total_weight;  // scratch: by total of the rest
    std::vector<double> front_weight;  // scratch: by mine count of one front
};

}  // namespace mineproof
