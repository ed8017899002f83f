// Counts the fronts after a change of the search board. Only the fronts that the change touches are counted
// again.
//
// A cell and its neighbours lie in a few fronts at most; opening it may join them, split them or take cells
// from the sea. All other fronts are taken as they are, and only their product is made anew.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "count/outcome_counter.hpp"
#include "guess/counted_front.hpp"
#include "guess/search_board.hpp"

namespace mineproof {

class Recount {
  public:
    explicit Recount(SearchBoard& board) : board(board) {}

    // Order of calls: begin(), touch() for each cell that changes, change the board, add_free_front() if a
    // cell is opened next to undecided cells, count().
    void begin();
    void touch(int cell);
    // Build the free front: the front of an opened cell whose clue is not known. It is counted for every
    // clue that the cell may show; each clue is an outcome.
    void add_free_front(int cell);
    // Count the fronts of the position after the change of the board. Throws Contradiction or TooWide.
    void count(const Position& position);

    int left_sea() const { return from_sea; }  // touched cells that were in the sea
    bool has_free_front() const { return has_free; }
    FrontJoin rest;  // the product of all fronts except the free one

    // The free front. Without one there is a single outcome.
    int outcomes() const { return has_free ? counter.outcomes(0) : 1; }
    OutcomeCounter::Outcome outcome(int number) const;
    template <class Tell> void free_groups(Tell tell) const { counter.groups(0, tell); }
    void free_odds(int outcome, const double* weights, std::vector<double>& odds) {
        counter.odds(0, outcome, weights, odds);
    }
    // Copy the free front for one outcome. The copy is valid until drop_free().
    const CountedFront* copy_free(int outcome) { return copy(0, outcome); }
    void drop_free() { --copies; }

    // Call `tell(front)` for each front that was counted again, including a copy of the free front.
    template <class Tell> void recounted(Tell tell) const {
        for (std::size_t k = 0; k < copies; ++k) tell(*fronts[k]);
    }

  private:
    const CountedFront* copy(int number, int outcome);

    SearchBoard& board;                                 // the position
    OutcomeCounter counter;                             // counts the touched fronts; the free one is number 0
    std::vector<std::vector<int>> clues;                // by front of `counter`: its clues
    std::vector<const CountedFront*> touched;           // fronts that must be counted again
    int from_sea = 0;                                   // touched cells that were in the sea
    bool has_free = false;                              // is there a free front?
    std::vector<std::unique_ptr<CountedFront>> fronts;  // copies of counted fronts; memory is reused
    std::size_t copies = 0;                             // how many of `fronts` are in use
};

}  // namespace mineproof
