// Chooses a guess when no cell is certainly safe.
//
// If few layouts are left, the ending is solved exactly. Otherwise, if the position has several regions and
// the largest one has few layouts, that region is solved exactly. Otherwise a look-ahead compares cells;
// regions with few layouts are postponed. The plain twin, core/plain_guess.py, does not look ahead.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "board/field.hpp"
#include "board/live.hpp"
#include "guess/candidate.hpp"
#include "guess/coin_flips.hpp"
#include "guess/ending_player.hpp"
#include "guess/regions.hpp"
#include "guess/root_search.hpp"
#include "guess/search_board.hpp"
#include "guess/think.hpp"
#include "guess/tree_search.hpp"

namespace mineproof {

class Race;

// Called during rollouts with the number played and the budget. It returns false to end them.
using Report = std::function<bool(int, int)>;

class Thinker {
  public:
    explicit Thinker(const Field& field);
    ~Thinker();
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;

    // Choose the cell to open, after a deduction that found no safe cell.
    Choice choose(Live& live, const Think& think) { return choose(live, think, {}); }
    // The same, with a complete evaluation of every promising cell and of the cells in `asked`.
    Weighing weigh(Live& live, const Think& think, const std::vector<int>& asked, const Report& report = {});

  private:
    // What the caller wants to know of a position.
    struct Question {
        bool all = false;          // are candidates wanted, or only the choice?
        std::vector<int> asked{};  // cells that must be among the candidates
        Report report{};           // called during rollouts
    };
    Choice choose(Live& live, const Think& think, const Question& question);
    Choice choose_in_position(Live& live, const Question& question);
    bool play_out_everything(bool all);
    bool play_out_largest_region(bool all);
    int look_ahead(Live& live, const Question& question);
    int race(Live& live, const Question& question);
    void complete_candidates(const std::vector<int>& asked);
    void report_region(const Region& region, const std::vector<int>& asked);

    SearchBoard board;                  // the position
    CoinFlips flips;                    // its coin flips
    TreeSearch tree;                    // evaluates cells
    RootSearch search;                  // compares cells
    EndingPlayer endings;               // solves endings and small regions
    Think think;                        // limits of the search
    std::vector<Region> regions;        // regions of the position; empty if there is only one
    std::vector<Candidate> candidates;  // cells that were evaluated
    std::unique_ptr<Race> rollouts;     // compares the leading cells; made when it is first needed
};

}  // namespace mineproof
