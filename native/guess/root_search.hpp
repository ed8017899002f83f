// Chooses a cell of the root by looking ahead: it evaluates all promising cells, then the best ones deeper.
//
// The probability that a cell is safe, times its factor for coin flips, is an upper bound of its score. Cells
// are evaluated by falling bounds, until no bound can reach the best score. A shallow score is an upper bound
// of a deeper one, so only the leader is searched deeper, until it stays the leader.
//
// What was tried (points of expert games; bench/measured/guess.json): never a dead cell wins 1.87 ± 0.98 more
// than the least risk. A window of 20 % with 12 sea cells for 10 % with 8: 0.07 ± 0.07. Windows of 30 % and
// 20 % with 24 sea cells: nothing. What depth is worth and costs is in tree_search.hpp.
#pragma once

#include <utility>
#include <vector>

#include "guess/candidate.hpp"
#include "guess/coin_flips.hpp"
#include "guess/search_board.hpp"
#include "guess/think.hpp"
#include "guess/tree_search.hpp"

namespace mineproof {

// The score of a cell is its worth (see TreeSearch) times its factor for later coin flips (see CoinFlips).
class RootSearch {
  public:
    RootSearch(const SearchBoard& board, const CoinFlips& flips, TreeSearch& tree)
        : board(board), flips(flips), tree(tree) {}

    // Return the best cell, or -1 if there is none, and put all evaluated cells into `candidates`. With
    // `all`, every promising cell is evaluated completely. Otherwise the evaluation of a cell stops when it
    // cannot be the best.
    int choose(const Think& think, bool all, std::vector<Candidate>& candidates);

    // After choose(): the `most` cells with the best scores at full depth, the best first, among those close
    // to the best. Dead cells are excluded, except the chosen one. Of cells with equal scores only the first
    // is included. `candidates` get the scores of the cells that were searched.
    std::vector<Candidate> leaders(std::vector<Candidate>& candidates, std::size_t most);

  private:
    double full_score(int cell);
    double upper_bound(int cell) const { return (1.0 - board.root.odds[cell]) * flips.factor(cell); }
    double margin() const { return think.plies > 2 ? think.close : 0.0; }
    std::vector<int> promising() const;
    std::vector<int> other_cells(const std::vector<int>& but) const;
    void add_sea_cells(const std::vector<int>& sea, std::vector<int>& chosen) const;
    void sort_by_upper_bound(std::vector<int>& cells) const;
    void consider(int cell, bool dead_too, bool all, std::vector<Candidate>& candidates);
    void search_leaders_deeper(std::vector<Candidate>& candidates);
    void offer(const Candidate& candidate);

    const SearchBoard& board;  // the position
    const CoinFlips& flips;    // its coin flips
    TreeSearch& tree;          // evaluates cells
    Think think;               // limits of the search
    double best_score = 0;     // score of the best cell so far
    int best_cell = -1;        // the best cell so far
};

}  // namespace mineproof
