// How many layouts fit, and how likely each cell is a mine: the compiled twin of counting/exact.py.
//
// It takes clues (cells and a number), the size of the sea and the mines, never a grid. Fronts come and go
// one by one. This class keeps the store, the builder, the deducer and the weigher in step; each of them
// does one of the jobs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/verdict.hpp"
#include "count/clue_set.hpp"
#include "count/front_builder.hpp"
#include "count/front_deducer.hpp"
#include "count/front_store.hpp"
#include "count/front_weigher.hpp"

namespace mineproof {

class Counter {
  public:
    Counter() : builder(store), deducer(store), weigher(store) {}
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

    // Forget all fronts; cells are below `cells`.
    void begin(int cells);
    // Build a front and return its number. Throws Contradiction or TooWide, see FrontBuilder::build.
    int add_front(const ClueSet& clues);
    // Forget a front; a later one may get its number.
    void drop_front(int front);

    int fronts() const { return store.fronts(); }  // numbers given so far
    int living_fronts() const { return store.living_fronts(); }
    bool living(int front) const { return store.living(front); }
    int least(int front) const { return store[front].least; }
    int nodes_used() const { return store.nodes_used(); }  // of all living fronts
    // Entries held in memory, those of dropped fronts included until they are cleaned up.
    std::size_t states() const { return store.entries() + weigher.entries(); }

    // Certain cells, see FrontDeducer.
    template <class Tell> void decide(int front, Tell tell) { deducer.decide(front, tell); }
    template <class Tell> bool decide_by_count(int sea, int mines, Tell tell) {
        return deducer.decide_by_count(sea, mines, tell);
    }
    Verdict sea_verdict(int sea, int mines) const { return deducer.sea_verdict(sea, mines); }

    // Odds, see FrontWeigher.
    double weigh(int sea, int mines) { return weigher.weigh(sea, mines); }
    template <class Tell> void odds(int front, Tell tell) { weigher.odds(front, tell); }
    double least_odds(int front) const { return weigher.least_odds(front); }

    // The ways of a front as exact integers, see exact_ways().
    bool whole_ways(int front, std::vector<std::uint64_t>& ways) const {
        return exact_ways(store, front, ways);
    }

  private:
    FrontStore store;      // the fronts
    FrontBuilder builder;  // makes them
    FrontDeducer deducer;  // finds certain cells
    FrontWeigher weigher;  // finds odds
};

}  // namespace mineproof
