// Solves the rest of a game, or one region of it, if few layouts are left.
#pragma once

#include <vector>

#include "guess/candidate.hpp"
#include "guess/endgame.hpp"
#include "guess/search_board.hpp"
#include "guess/think.hpp"

namespace mineproof {

class EndingPlayer {
  public:
    explicit EndingPlayer(const SearchBoard& board) : board(board), number_of(board.cells, -1) {}

    // Evaluate every cell that may be safe. The score of a candidate is the probability to clear all `cells`
    // with the best play after opening it. `mines` has the weights of the layouts. Without `all`, only the
    // score of the best cell is exact. With `all`, every score is exact; if that takes too much work, the
    // best cell is the only candidate. The result is empty if even the best cell takes too much work.
    std::vector<Candidate> play_out(const std::vector<int>& cells, const Endgame::Mines& mines,
                                    const Think& think, bool all);

    // The best of these candidates: a cell that is not dead if there is one (Endgame::solve() skips dead
    // cells), then the highest score, then the least risk.
    static const Candidate& best_of(const std::vector<Candidate>& candidates);

  private:
    bool enumerate(const std::vector<int>& cells, const Endgame::Mines& mines, const Think& think);

    const SearchBoard& board;    // the position
    Endgame endgame;             // the solver
    std::vector<int> number_of;  // by cell: its number among the undecided cells, or among the clues; or -1
};

}  // namespace mineproof
