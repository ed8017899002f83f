// The odds of the cells of all fronts under the mine count.
//
// Every front gives its ways by number of mines; a product tree joins them, and the sea takes the mines
// that are left. A front that a move leaves alone keeps its ways and its place in the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "count/front_store.hpp"
#include "count/product_tree.hpp"
#include "count/way_counter.hpp"

namespace mineproof {

class FrontWeigher {
  public:
    explicit FrontWeigher(FrontStore& store) : store(store), counter(store) {}

    // Forget everything: the store was cleared.
    void clear();
    // To be called for each new front, and for each front before the store drops it.
    void added(int front);
    void dropped(int front);

    // Join all fronts with the sea, and return the odds of a sea cell. Throws Contradiction if the mine
    // count fits no layout.
    double weigh(int sea, int mines);
    // After weigh(): the odds of the cells of a front, `tell(cell, odds)`.
    template <class Tell> void odds(int number, Tell tell) {
        find_group_odds(number);
        const FrontStore::Front& front = store[number];
        for (int s = front.first_step; s < front.end_step; ++s) {
            const FrontStore::Step& step = store.steps[s];
            for (int c = step.first_cell; c < step.end_cell; ++c)
                tell(store.cells[c], group_odds[s - front.first_step]);
        }
    }
    // A lower bound of the odds of all cells of a front that costs nothing: from the odds that it had when
    // it was last asked, and from how much the worth of a mine elsewhere can have moved since.
    double least_odds(int front) const;

    std::size_t entries() const { return counter.size(); }  // numbers held in memory

  private:
    // Logarithms of what one more mine elsewhere is worth: the lowest and the highest that count.
    struct Worth {
        double low = 0;   // lower bound
        double high = 0;  // upper bound
    };
    // What is remembered of a front.
    struct State {
        bool in_tree = false;       // are its ways in `tree`?
        std::uint64_t counted = 0;  // its ways are in `counter` if this is `generation`
        double least_odds = 0;      // of its cells, when odds() was last called
        Worth worth;                // at that time
    };

    void set_tilt(double tilt);
    double balanced_tilt(int sea, int left) const;
    void count_ways(int front);
    void forget_ways();
    void update_tree();
    bool join(int sea, int left, double& sea_odds);
    void fill_sea_ways(const ProductTree::Terms& all, int sea, int left, int low, int high);
    void find_group_odds(int front);

    FrontStore& store;               // the fronts
    WayCounter counter;              // their ways
    std::uint64_t generation = 1;    // grows whenever the ways of all fronts are forgotten
    std::size_t stale_ways = 0;      // numbers in `counter` that belong to dropped fronts
    ProductTree tree;                // one leaf for each front
    bool cuts = true;                // may the tree cut off negligible terms?
    std::vector<State> states;       // by front
    std::vector<int> not_in_tree;    // fronts that `tree` does not have yet, and some that were dropped
    double tilt = 0;                 // the weight of a mine in a front, which the sea takes back; 0: none yet
    std::vector<double> sea_ways;    // by term of the product: ways of the sea, tilted
    Worth worth;                     // after the last weigh()
    std::vector<double> group_odds;  // of the front that was last asked for
};

}  // namespace mineproof
