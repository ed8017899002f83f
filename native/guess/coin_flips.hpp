// Coin flips: cells that no later clue can tell apart.
//
// A coin flip is two sets of cells of equal size. One set is all mines, the other is all safe. A cell that
// touches more cells of one set than of the other would tell them apart, but every such cell is a mine
// itself. So the player has to guess, and loses in half of the layouts. A cell has a higher score if opening
// it excludes or decides a possible coin flip.
//
// What was tried: without coin flips `guess` wins 0.22 points less of expert games (luck taken off); of four
// runs with the luck left in only one showed it. Flips that share a cell are multiplied; counting them once
// was no better. Flips below 0.3 % are ignored; 0.1 % gained nothing. 46 % of expert boards hold a flip that
// no clue can decide.
#pragma once

#include <utility>
#include <vector>

#include "guess/recount.hpp"
#include "guess/search_board.hpp"
#include "guess/think.hpp"

namespace mineproof {

class CoinFlips {
  public:
    explicit CoinFlips(SearchBoard& board) : board(board), recount(board) {}

    // Delete the coin flips of the previous position.
    void clear();
    // Find the coin flips of the root. SearchBoard::find_root_odds() must be called before.
    void find(const Think& think);

    // If the cell is safe: the probability that no later coin flip loses the game.
    double factor(int cell) const { return keep[cell]; }
    // Is the cell one side of a coin flip that exists in every layout?
    bool is_side(int cell) const { return side[cell]; }

  private:
    // Two sets of cells that may be a coin flip.
    struct Pattern {
        int size;        // cells of each set: 1, or 2 for the diagonals of a square
        int ones[2];     // the first set: the layouts with mines in it are counted
        int others[2];   // the second set
        int first_edge;  // index in `edges` of its first cell that touches the sets unequally
        int end_edge;    // index after the last one
    };
    void make_patterns();
    void add_pattern(Pattern pattern, std::vector<int>& balance);
    bool may_matter(const Pattern& pattern, double least_flip) const;
    void examine(const Pattern& pattern, double least_flip);
    void weigh(double least_flip);
    bool assume(int cell, Verdict verdict);
    void retract_all();

    SearchBoard& board;             // the position
    Recount recount;                // counts the fronts that a coin flip touches
    FrontJoin join;                 // product of the fronts if the assumed coin flip exists
    std::vector<Pattern> patterns;  // all patterns of the board, made once
    std::vector<int> edges;         // for all patterns: the cells that touch the sets unequally
    std::vector<std::pair<int, Verdict>> assumed;  // the cells that the examined pattern decides
    std::vector<double> odds;  // by cell: probability of a mine if the assumed coin flip exists
    std::vector<double> keep;  // by cell: see factor()
    std::vector<char> side;    // by cell: see is_side()
};

}  // namespace mineproof
