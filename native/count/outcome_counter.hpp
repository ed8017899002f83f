// Counts ways for a guess: the fronts after one cell is opened, for every clue that it may show.
//
// Ways are not scaled here, so those of two positions can be compared. This limits the length of a front.
#pragma once

#include <vector>

#include "count/clue_set.hpp"
#include "count/front_builder.hpp"
#include "count/front_store.hpp"
#include "count/way_counter.hpp"

namespace mineproof {

class OutcomeCounter {
  public:
    static constexpr int longest_front = 300;  // cells of a front whose ways surely fit into a double

    OutcomeCounter() : builder(store), counter(store) {}
    OutcomeCounter(const OutcomeCounter&) = delete;
    OutcomeCounter& operator=(const OutcomeCounter&) = delete;

    // Forget all fronts; cells are below `cells`.
    void begin(int cells);
    // Build a front, see FrontBuilder::build.
    int add_front(const ClueSet& clues, int free = no_clue) { return builder.build(clues, free); }
    // Count the ways of all fronts. Call it before the functions below.
    void count_ways();

    int fronts() const { return store.fronts(); }
    int cells_of(int front) const { return store.cells_of(front); }
    // The cells of each group: `tell(first, last)`.
    template <class Tell> void groups(int front, Tell tell) const { store.groups(front, tell); }

    // One value of the free clue; a front without a free clue has one outcome.
    struct Outcome {
        int free_mines;      // undecided mines around the free clue
        int least;           // fewest mines of the whole front
        int most;            // most mines of the whole front
        const double* ways;  // by number of mines of the front, from `least` on
    };
    int outcomes(int front) const { return store[front].outcomes; }
    Outcome outcome(int front, int number) const;

    // The odds of a cell of each group, given the weights of the mine counts of the front, from the least of
    // the outcome on.
    void odds(int front, int number, const double* weights, std::vector<double>& odds) {
        counter.backward(front, number, weights, odds);
    }
    // For each group a row: by number of mines of the front, the ways in which one cell of the group is a
    // mine.
    void mined_by_total(int front, int number, std::vector<double>& rows);

  private:
    // The ways from a node on to the outcome in question.
    struct Rest {
        int least;  // fewest mines still to come
        int most;   // most mines still to come, -1 if no path leads to the outcome
        int at;     // where its ways start in `rest_ways`, -1 if no path leads to the outcome
    };
    void prepare_rest(const FrontStore::Step& step, int first_node);

    FrontStore store;               // the fronts
    FrontBuilder builder;           // makes them
    WayCounter counter;             // their ways
    std::vector<Rest> rest;         // by node of the front in question
    std::vector<double> rest_ways;  // of all nodes, by mines still to come
};

}  // namespace mineproof
