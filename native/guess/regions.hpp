// Regions: parts of a position that nothing links but the mine count.
//
// A cell opened in one region says nothing about another, except how many mines are left. So each region
// is a game of its own, in which a layout weighs as much as there are ways to place the other mines, and
// the order in which regions are played matters little. A region small enough to be played out later can
// wait: what is learnt elsewhere about the mine count can only help there, so its chance by itself is a
// lower bound. A guess in it must not count as a way on for the rest.
#pragma once

#include <cmath>
#include <vector>

#include "guess/counted_front.hpp"
#include "guess/endgame.hpp"
#include "guess/search_board.hpp"

namespace mineproof {

struct Region {
    std::vector<int> cells;                   // undecided cells that touch or share a clue, front by front
    std::vector<const CountedFront*> fronts;  // its fronts
    int sea = 0;                              // its cells that no clue touches
    double layouts = HUGE_VAL;  // number of its layouts; infinite if there are too many to count
    Endgame::Mines mines;       // weight of a layout by its mines, if it can be played out
    bool reported = false;      // are its cells among the candidates?
};

// The regions of the root, whose odds are known; none if there is only one. Only those with at most
// `most_layouts` layouts get weights.
std::vector<Region> find_regions(const SearchBoard& board, int most_layouts);

}  // namespace mineproof
