// Coin flips: cells that only a guess can decide, whatever is learnt on the way there.
//
// A coin flip is two sets of cells, one all mines and the other all safe, that no clue will ever tell
// apart, since every cell that touches them unequally is a mine itself. In half of such layouts every
// player loses. A cell that would rule a coin flip out, or decide it, is worth more.
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

    // Forget the coin flips of another position.
    void clear();
    // Find those of the root, whose odds are known.
    void find(const Think& think);

    // By cell: the share of games that coin flips to come do not cost, if the cell is safe.
    double factor(int cell) const { return keep[cell]; }
    // Is the cell one side of a coin flip that is certain to be one?
    bool is_side(int cell) const { return side[cell]; }

  private:
    // Two sets of cells that may be a coin flip.
    struct Shape {
        int size;        // cells of each set: 1, or 2 for the diagonals of a square
        int ones[2];     // the first set, for which the layouts with mines here are counted
        int others[2];   // the second set
        int first_edge;  // of the cells that touch the sets unequally, in `edges`
        int end_edge;    // one past the last
    };
    void make_shapes();
    void add_shape(Shape shape, std::vector<int>& balance);
    bool may_matter(const Shape& shape, double least_flip) const;
    void examine(const Shape& shape, double least_flip);
    void weigh(double least_flip);
    bool assume(int cell, Verdict verdict);
    void retract_all();

    SearchBoard& board;                            // the position
    Recount recount;                               // of the fronts that a coin flip touches
    FrontJoin join;                                // product of the fronts, given a coin flip
    std::vector<Shape> shapes;                     // all shapes of the board, made once
    std::vector<int> edges;                        // of all shapes: cells that touch the sets unequally
    std::vector<std::pair<int, Verdict>> assumed;  // what the shape in question decides
    std::vector<double> odds;                      // by cell: probability of a mine, given a coin flip
    std::vector<double> keep;                      // by cell: see factor()
    std::vector<char> side;                        // by cell: see is_side()
};

}  // namespace mineproof
