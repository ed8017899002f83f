// What if this cell is opened? The probability of each clue it may show, and the least risk after it.
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

    // Open a cell of a position in thought. An outcome is a clue that it may show.
    void open(const Position& position, int cell);
    const std::vector<double>& chances() const { return chance; }  // by outcome
    // Can the cell show one clue only?
    bool dead() const;
    // Undiscovered mines around the cell, by outcome.
    int mines_around(int outcome) const { return recount.outcome(outcome).free_mines; }
    NextGuess next_guess(int outcome);

    // Go on to the position after an outcome: the board changes until leave().
    Position& enter(const Position& position, int outcome);
    void leave();
    int opened() const { return cell; }

  private:
    void find_chances(const Position& position);

    SearchBoard& board;  // the position that cells are opened in
    Recount recount;     // of the fronts that the cell touches

    int cell = -1;                    // the opened one
    int sea = 0;                      // cells of the sea after it is opened
    int gone = 0;                     // cells that left the sea since the root
    int mines = 0;                    // undiscovered mines
    std::vector<double> chance;       // by outcome: its probability
    std::vector<double> free_weight;  // by mines of the free front, from `first_total` on: ways of the rest
    int first_total = 0;              // fewest mines of the free front over all outcomes

    Position child;                                              // after enter()
    std::vector<std::pair<int, const CountedFront*>> front_was;  // cells that enter() gave another front

    std::vector<double> odds;          // scratch: of the groups of the free front
    std::vector<double> total_weight;  // scratch: by term of the product of the rest
    std::vector<double> front_weight;  // scratch: by mine count of one front
};

}  // namespace mineproof
