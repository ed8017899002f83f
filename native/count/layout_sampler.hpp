// Draws random layouts; every layout that fits is equally likely.
//
// It draws the number of mines in all fronts together, then in each front (down the product tree), then a
// path through each front, from its last layer back to its first. The weight of each choice is the number of
// layouts that remain after it, so no layout is ever rejected.
#pragma once

#include <vector>

#include "base/random.hpp"
#include "count/front_store.hpp"
#include "count/front_weigher.hpp"

namespace mineproof {

class LayoutSampler {
  public:
    LayoutSampler(const FrontStore& store, FrontWeigher& weigher) : store(store), weigher(weigher) {}

    // Prepare for the current fronts and a sea of `sea` cells. Throws Contradiction if the mine count fits no
    // layout.
    void begin(int sea, int mines);
    // Draw a layout. The mines of the fronts are added to `mined`; returns the number of mines in the sea.
    int sample(Random& random, std::vector<int>& mined);

  private:
    void sample_front(int number, int mines, Random& random, std::vector<int>& mined);
    int sample_edge(int node, const FrontStore::Step& step, int mines, Random& random);
    void sample_group(const FrontStore::Step& step, int mines, Random& random, std::vector<int>& mined);

    const FrontStore& store;       // the fronts
    FrontWeigher& weigher;         // their ways
    int all_mines = 0;             // in fronts and sea
    std::vector<int> first_entry;  // by node, and one more: where its edges start in `entries`
    std::vector<int> entries;      // edges by the node that they lead to
    std::vector<double> weights;   // scratch: of the edges that lead to a node
};

}  // namespace mineproof
