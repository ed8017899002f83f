// Which risk to take when no cell is certainly safe.
//
// Few layouts left: the ending is played out exactly. Otherwise, if the position falls into regions, the
// largest one is played out if it is small enough, and those that are small enough wait. Otherwise cells
// are compared by looking ahead. The plain twin, play/guess.py, does not look ahead.
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

// Is told how many rollouts were played, and of how many; false ends them.
using Report = std::function<bool(int, int)>;

class Thinker {
  public:
    explicit Thinker(const Field& field);
    ~Thinker();
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;

    // The cell to open after a deduce() that gave no safe cell.
    Choice choose(Live& live, const Think& think) { return choose(live, think, {}); }
    // The same, with everything known of every promising cell, and of those asked for. `report` is told how
    // many rollouts were played, of how many, and ends them by returning false.
    Weighing weigh(Live& live, const Think& think, const std::vector<int>& asked, const Report& report = {});

  private:
    // How much is to be said of a position.
    struct Question {
        bool all = false;          // everything, or only the choice
        std::vector<int> asked{};  // cells to tell of in any case
        Report report{};           // of rollouts
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
    RootSearch search;                  // compares them
    EndingPlayer endings;               // plays out what is small enough
    Think think;                        // how hard to think
    std::vector<Region> regions;        // of the position, if there are two or more
    std::vector<Candidate> candidates;  // cells that were looked at
    std::unique_ptr<Race> rollouts;     // between the leading cells; made when it is first needed
};

}  // namespace mineproof
