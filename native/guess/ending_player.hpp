// Plays out the rest of a game, or one region of it, where few layouts are left.
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

    // The cells that may be safe, with their risk, whether they are dead, and as their score the probability
    // to clear all `cells` with the best play. `mines` weighs the layouts. Empty if that takes too long. With
    // `all`, scores are exact for every cell, otherwise only for the best.
    std::vector<Candidate> play_out(const std::vector<int>& cells, const Endgame::Mines& mines,
                                    const Think& think, bool all);

    // Of such candidates the best one: alive if possible (solve() skips the dead), then by score, then
    // safest.
    static const Candidate& best_of(const std::vector<Candidate>& candidates);

  private:
    bool enumerate(const std::vector<int>& cells, const Endgame::Mines& mines, const Think& think);

    const SearchBoard& board;    // the position
    Endgame endgame;             // solves it
    std::vector<int> number_of;  // by cell: its number among the undecided cells, or among the clues; or -1
};

}  // namespace mineproof
