// Builds a front from linked clues: groups of cells, their order, then layer after layer of nodes.
//
// The layouts of a front are the paths through its layers, and a node stands for all paths on which the open
// clues still need the same. What they need is packed into a key, four bits a clue, so m mines in a group are
// one subtraction for each of the two words. A clue that is finished gives its four bits to a later one. No
// edge is made that leaves a clue too much for its later cells.
//
// A free clue, whose number is not known, begins with all its cells and keeps its bits to the end. The last
// layer then has a node for each number that it may show: one count serves all of them, instead of one count
// a number.
//
// What it costs: time and memory grow with the nodes and edges, not with the layouts. A stuck expert position
// has 44 nodes and 48 edges on average (200 positions). The worst case is exponential in the clues that are
// open at the same time, hence the limits of 32 open clues and of `most_nodes`.
#pragma once

#include <cstdint>
#include <vector>

#include "count/cell_groups.hpp"
#include "count/clue_set.hpp"
#include "count/front_store.hpp"
#include "count/group_order.hpp"
#include "count/key_table.hpp"

namespace mineproof {

class FrontBuilder {
  public:
    explicit FrontBuilder(FrontStore& store) : store(store) {}

    // Cells are below `cells`.
    void resize(int cells) { groups.resize(cells); }

    // Build a front and return its number. Throws Contradiction if no layout fits, TooWide if the front or
    // all fronts have too many nodes; the store is then unchanged. A `free` clue accepts any number of mines,
    // and the front has an outcome for each number.
    int build(const ClueSet& clues, int free = no_clue);

  private:
    // Where an open clue is kept in a key, for one step.
    struct Slot {
        int number;  // of the slot
        int later;   // cells in the later groups of the clue
    };
    // What a step does to the key of a node.
    struct KeyStep {
        Key enter;       // added before: what the clues that open here need
        Key one_mine;    // subtracted for each mine of the group: 1 in the slots of its clues
        int first_slot;  // of the clues of the group, in `slots`
        int end_slot;    // one past the last
    };

    void make_steps(const ClueSet& clues, int free, FrontStore::Front& front);
    void make_layers(FrontStore::Front& front);
    void make_layer(const KeyStep& key_step, int size, int layer, int next, int first_node);
    int take_slot();
    void add_or_widen_node(int node, int fewest, int most, int first_node);

    FrontStore& store;               // receives the fronts
    CellGroups groups;               // of the front being built
    GroupOrder order;                // of these groups
    std::vector<KeyStep> key_steps;  // by step of the front
    std::vector<Slot> slots;         // of all steps
    std::vector<int> capacity;       // by clue: its cells in later groups
    std::vector<int> slot_of;        // by clue: its slot, -1 before it opens
    std::vector<int> free_slots;     // slots of finished clues
    int used_slots = 0;              // slots that are or were in use
    std::vector<Key> keys;           // by node of the current layer
    KeyTable next_keys;              // of the layer after it
};

}  // namespace mineproof
