// Chooses a guess when no cell is certainly safe.
//
// If few layouts are left, the ending is solved exactly. Otherwise, if the position has several regions and
// the largest one has few layouts, that region is solved exactly. Otherwise a look-ahead compares cells;
// regions with few layouts are postponed. Rollouts then compare the leading cells, if the limits allow any;
// where they decide nothing, they only estimate the probability to win. The plain twin, core/_plain_guess.py,
// does not look ahead.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "board/field.hpp"
#include "board/live.hpp"
#include "guess/candidate.hpp"
#include "guess/coin_flips.hpp"
#include "guess/ending_player.hpp"
#include "guess/regions.hpp"
#include "guess/report_watch.hpp"
#include "guess/root_search.hpp"
#include "guess/search_board.hpp"
#include "guess/think.hpp"
#include "guess/tree_search.hpp"

namespace mineproof {

class Race;

class Thinker {
  public:
    explicit Thinker(const Field& field);
    ~Thinker();
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;

    // Choose the cell to open, after a deduction that found no safe cell.
    Choice choose(Live& live, const Think& think) { return choose(live, think, {}); }
    // The same, with a complete evaluation of every promising cell and of the cells in `asked`. At most
    // `think.rollouts` rollouts are played for the choice and for estimates, and as many again for the cells
    // in `asked`.
    Weighing weigh(Live& live, const Think& think, const std::vector<int>& asked, const Report& report = {});

  private:
    // What the caller wants to know of a position.
    struct Question {
        bool all = false;          // are candidates wanted, or only the choice?
        std::vector<int> asked{};  // cells that must be among the candidates
        Report report{};           // called during look-ahead, rollouts and endings
    };
    using Candidates = std::vector<Candidate>;
    Choice choose(Live& live, const Think& think, const Question& question);
    void forget();
    Choice choose_in_position(Live& live, const Question& question);
    Candidates play_out(const std::vector<int>& cells, const Endgame::Mines& mines, const Question& question);
    bool play_out_everything(const Question& question);
    bool play_out_largest_region(const Question& question);
    int look_ahead(Live& live, const Question& question);
    Candidates region_leaders(int chosen) const;
    int roll_out(const Live& live, const Candidates& leaders, bool decides, const Question& question);
    void complete_candidates(const Question& question);
    void report_region(const Region& region, const Question& question);
    void add_estimates();

    SearchBoard board;                        // the position
    CoinFlips flips;                          // its coin flips
    TreeSearch tree;                          // evaluates cells
    RootSearch search;                        // compares cells
    EndingPlayer endings;                     // solves endings and small regions
    Think think;                              // limits of the search
    std::vector<Region> regions;              // regions of the position; empty if there is only one
    std::vector<Candidate> candidates;        // cells that were evaluated
    std::unique_ptr<Race> rollouts;           // compares the leading cells; made when it is first needed
    bool estimated = false;                   // are its results estimates for this position?
    bool by_rollouts = false;                 // did rollouts decide?
    bool stopped = false;                     // has a report ended the choice?
    int played = 0;                           // rollouts played for this position
    int planned = 0;                          // the most rollouts that will be played
    std::optional<WinDifference> difference;  // of the first two requested cells
};

}  // namespace mineproof
