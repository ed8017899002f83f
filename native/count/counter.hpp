// Counts the layouts that fit, and the odds of each cell: the compiled twin of counting/exact.py.
//
// Its input is clues (cells and a number), the size of the sea and the mine count; it does not know the shape
// of the board. Fronts are added and removed one by one. This class coordinates the store, the builder, the
// deducer and the weigher; each of them has one job.
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
#include "count/layout_sampler.hpp"

namespace mineproof {

class Counter {
  public:
    Counter() : builder(store), deducer(store), weigher(store), sampler(store, weigher) {}
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

    // Forget all fronts; cells are below `cells`.
    void begin(int cells);
    // Build a front and return its number. Throws Contradiction or TooWide, see FrontBuilder::build.
    int add_front(const ClueSet& clues);
    // Forget a front; a later one may get its number.
    void drop_front(int front);

    int fronts() const { return store.fronts(); }  // front numbers are below this
    int living_fronts() const { return store.living_fronts(); }
    bool living(int front) const { return store.living(front); }
    int least(int front) const { return store[front].least; }
    int nodes_used() const { return store.nodes_used(); }  // of all living fronts
    // Entries in memory, including those of dropped fronts that are not cleaned up yet.
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

    // Random layouts, see LayoutSampler.
    void begin_samples(int sea, int mines) { sampler.begin(sea, mines); }
    int sample(Random& random, std::vector<int>& mined) { return sampler.sample(random, mined); }

    // The ways of a front as exact integers, see exact_ways().
    bool whole_ways(int front, std::vector<std::uint64_t>& ways) const {
        return exact_ways(store, front, ways);
    }

  private:
    FrontStore store;       // the fronts
    FrontBuilder builder;   // makes them
    FrontDeducer deducer;   // finds certain cells
    FrontWeigher weigher;   // finds odds
    LayoutSampler sampler;  // draws layouts
};

}  // namespace mineproof
