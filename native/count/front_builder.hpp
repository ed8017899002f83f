// Builds a front from linked clues: groups of cells, their order, then layer after layer of nodes.
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
