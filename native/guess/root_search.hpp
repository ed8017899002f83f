// Chooses between the cells of the root by looking ahead: first all promising ones, then the best deeper.
#pragma once

#include <utility>
#include <vector>

#include "guess/candidate.hpp"
#include "guess/coin_flips.hpp"
#include "guess/search_board.hpp"
#include "guess/think.hpp"
#include "guess/tree_search.hpp"

namespace mineproof {

// The score of a cell is its worth (see TreeSearch) times the share of games that no coin flip to come
// will cost.
class RootSearch {
  public:
    RootSearch(const SearchBoard& board, const CoinFlips& flips, TreeSearch& tree)
        : board(board), flips(flips), tree(tree) {}

    // The best cell, -1 if none is found; what is known of it and the others is put into `candidates`. With
    // `all`, every promising cell is evaluated completely, otherwise only while it may be the best.
    int choose(const Think& think, bool all, std::vector<Candidate>& candidates);

    // After choose(): at most `most` living cells close to the best, each searched to full depth, the best
    // one first. Of cells with equal scores only the first is one of them.
    std::vector<Candidate> leaders(const std::vector<Candidate>& candidates, std::size_t most);
    // What a cell is worth at full depth.
    double full_score(int cell);

  private:
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
    Think think;               // how hard to think
    double best_score = 0;     // of the best cell so far
    int best_cell = -1;        // the best cell so far
};

}  // namespace mineproof
