// A game or a position: the opened cells, and everything that follows from them.
//
// The compiled twin of core/_plain_deducer.py. Fronts are kept from move to move, so a move recomputes only
// the fronts that it touches. Each clue stores its front. A front stays in the counter until one of its clues
// changes or is linked to another clue. Its clues are then loose until they are collected into a new front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/verdict.hpp"
#include "board/field.hpp"
#include "board/linked_clues.hpp"
#include "count/counter.hpp"

namespace mineproof {

class Live {
  public:
    explicit Live(const Field& field) : field(field) { reset(0); }

    // Start a game: all cells are hidden.
    void reset(int mines);
    // Read a position: the clue of each open cell, a negative number for hidden ones.
    void read(const std::int8_t* seen, int mines);
    // Open one cell. Throws Contradiction if it was known to be a mine.
    void open(int cell, int clue);

    // Deduce from single clues, then from changed fronts. If these give no safe cell, deduce from all fronts
    // together with the mine count. `fresh_safe` and `fresh_mined` get the new certain cells. Throws
    // Contradiction or TooWide.
    void deduce(bool with_count = true);
    // The same after read(): everything at once, and all fronts are ready for odds().
    void deduce_all();
    // Deduce from single clues only.
    void deduce_simply();
    // Take note of a cell that the caller found to be certain, as if it was deduced.
    void learn(int cell, Verdict verdict) {
        if (state[cell].known == unknown) decide(cell, verdict, false);
    }
    bool found_any() const { return !fresh_safe.empty() || !fresh_mined.empty(); }
    std::vector<int> fresh_safe;   // cells that the last deduction found safe
    std::vector<int> fresh_mined;  // cells that it found to be mines

    // The odds of every hidden cell, after a deduction that found no safe cell. Nothing is written for
    // opened cells.
    void odds(double* out);
    // The cell with the least odds, then with fewer neighbours, then with more opened neighbours, then the
    // first; -1 if nothing is hidden.
    int least_risk(double* risk = nullptr);

    // Build every front that changed since the last deduction.
    void prepare_fronts() {
        if (!fronts_ready) build_fronts();
    }

    Verdict verdict(int cell) const { return Verdict(state[cell].known); }
    bool is_open(int cell) const { return state[cell].shown >= 0; }
    int shown(int cell) const { return state[cell].shown; }  // the clue of an opened cell, else negative
    // Is it undecided, and does no clue touch it?
    bool in_sea(int cell) const { return state[cell].known == unknown && !state[cell].touching; }
    int all_mines() const { return mines; }  // number of mines of the board
    int mines_left() const { return mines - mines_known; }
    int undecided() const { return unknown_cells; }  // number of undecided cells
    // Number of sea cells and of undiscovered mines, when the fronts were last built.
    int sea() const { return sea_cells; }
    int to_place() const { return mines_to_place; }
    Counter& count() { return counter; }

    // By cell: its verdict. By opened cell: the number of undiscovered mines and of undecided cells around
    // it.
    std::vector<std::int8_t> verdicts() const { return each(&Cell::known); }
    std::vector<std::int8_t> needs() const { return each(&Cell::need); }
    std::vector<std::int8_t> undecided_around() const { return each(&Cell::undecided); }

    // Entries of all containers that grow and shrink during a game. The others have one entry for each cell.
    std::size_t states() const {
        return counter.states() + queue.size() + dirty.size() + loose.size() + changed.size();
    }

  private:
    // The most frequently read data of a cell, in eight bytes: one memory access for each neighbour. A game
    // takes 44 bytes a cell: 4 for neighbours, these 8, and 32 for the search for fronts.
    struct Cell {
        std::int8_t shown;      // the clue of an opened cell, else negative
        std::int8_t known;      // a Verdict
        std::int8_t need;       // of a clue: undiscovered mines around it
        std::int8_t undecided;  // of a clue: undecided cells around it
        std::int8_t touching;   // opened cells around it
        bool queued;            // is it in `queue`?
        bool dirty;             // is it in `dirty`?
        bool enrolled : 1;      // of a clue: does it belong to a front?
        bool is_loose : 1;      // of a clue: does it need a front?
        bool listed : 1;        // is it in `loose`?
    };
    std::vector<std::int8_t> each(std::int8_t Cell::* what) const {
        std::vector<std::int8_t> out(state.size());
        for (std::size_t cell = 0; cell < state.size(); ++cell) out[cell] = state[cell].*what;
        return out;
    }

    // Deducing
    void enqueue(int clue);
    void decide(int cell, Verdict verdict, bool by_front);
    void decide_found();
    void deduce_from_single_clues();
    void deduce_from_changed_fronts();
    void deduce_from_count();
    bool count_may_matter() const;
    int first_sea_cell();

    // Registering fronts
    void gather(int clue);
    void enroll(int front);
    void release(int front);
    void release_changed();
    void loosen(int clue);
    void build_fronts();

    const Field& field;                          // which cells touch
    Counter counter;                             // the fronts
    std::vector<Cell> state;                     // by cell
    int mines = 0;                               // number of mines of the board
    int mines_known = 0;                         // cells known to be mines
    int unknown_cells = 0;                       // undecided cells
    int near = 0;                                // undecided cells that touch an opened one
    int sea_cells = 0;                           // the other undecided cells, when the fronts were built
    int mines_to_place = 0;                      // undiscovered mines, when the fronts were built
    bool fronts_ready = false;                   // does every clue that needs a front have one?
    std::vector<int> queue;                      // changed clues that are not processed yet
    std::vector<int> dirty;                      // changed clues that decide no cell alone
    std::vector<int> front_of;                   // by enrolled clue: its front
    std::vector<std::vector<int>> clues_of;      // by front: its clues
    std::vector<int> loose;                      // clues that need a front, and some that no longer do
    std::vector<int> changed;                    // fronts with a changed clue, and some that were dropped
    LinkedClues links;                           // the clues of a front that is being made
    std::vector<std::pair<int, Verdict>> found;  // certain cells of the front counted last
    int sea_from[most_neighbours + 1] = {};      // by number of neighbours: no sea cell comes before this one
};

}  // namespace mineproof
