// Finds the certain cells: those on which all paths through a front agree.
//
// It does not use odds, which are rounded. The mine count is applied with sets of integers: the total
// numbers of mines that each front can have.
#pragma once

#include <vector>

#include "base/bits.hpp"
#include "base/verdict.hpp"
#include "count/front_store.hpp"

namespace mineproof {

class FrontDeducer {
  public:
    explicit FrontDeducer(const FrontStore& store) : store(store) {}

    // Call it for each new front.
    void added(int front);

    // Call `tell(cell, verdict)` for the certain cells of one front, without the mine count.
    template <class Tell> void decide(int front, Tell tell) { decide_front(front, nullptr, tell); }

    // The certain cells of all fronts with the mine count; false if the count decides nothing more. Throws
    // Contradiction if no number of mines fits.
    template <class Tell> bool decide_by_count(int sea, int mines, Tell tell) {
        if (!count_matters(sea, mines)) return false;
        find_totals(sea, mines);
        for (int k : restricted) decide_front(k, &allowed[k], tell);
        return true;
    }
    // The verdict on all cells of the sea, after decide_by_count().
    Verdict sea_verdict(int sea, int mines) const;

  private:
    bool count_matters(int sea, int mines) const;
    void find_totals(int sea, int mines);
    bool others_can_take_any_rest();
    bool has_gaps(int front);
    void find_totals_one_by_one(int sea, int mines);
    void find_reached(int front);
    void begin_with_totals(const FrontStore::Front& front, const Bits& totals);
    bool leads_to_allowed_total(const FrontStore::Edge& edge);

    // Walk backward over the edges that lead to the last layer (with one of `totals` mines, if given).
    template <class Tell> void decide_front(int number, const Bits* totals, Tell tell) {
        const FrontStore::Front& front = store[number];
        if (totals) find_reached(number), begin_with_totals(front, *totals);
        alive.resize(store.nodes.size());
        alive[front.last_layer] = 1;
        for (int s = front.end_step - 1; s >= front.first_step; --s) {
            const FrontStore::Step& step = store.steps[s];
            int size = step.size(), fewest = size, most = 0;
            for (int u = step.first_node; u < step.end_node; ++u) alive[u] = 0;
            for (int e = step.first_edge; e < step.end_edge; ++e) {
                const FrontStore::Edge& edge = store.edges[e];
                bool leads = totals ? leads_to_allowed_total(edge) : alive[edge.to] != 0;
                if (!leads) continue;
                alive[edge.from] = 1;
                if (edge.mines < fewest) fewest = edge.mines;
                if (edge.mines > most) most = edge.mines;
            }
            if (most == 0 || fewest == size)
                for (int c = step.first_cell; c < step.end_cell; ++c)
                    tell(store.cells[c], most == 0 ? safe : mined);
        }
    }

    const FrontStore& store;  // the fronts

    std::vector<signed char>
        gaps;                     // by front: 1 if it cannot have every total from least to most, -1: unknown
    bool no_gaps_matter = false;  // can fronts and sea have every total in their range?

    std::vector<int> restricted;  // fronts for which the mine count rules out some totals
    std::vector<Bits> allowed;    // by restricted front: its remaining totals
    std::vector<Bits> totals_of;  // by place in `restricted`: the totals of the front without the mine count
    Bits all_totals;              // the totals that all fronts can have together

    std::vector<Bits> reached;       // by node: the numbers of mines on paths from the first layer
    std::vector<Bits> alive_totals;  // by node: the same, for paths that continue to an allowed total
    std::vector<char> alive;         // by node: does a path lead from it to the last layer?
    Bits shifted;                    // scratch
};

}  // namespace mineproof
