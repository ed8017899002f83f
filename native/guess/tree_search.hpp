// Evaluates cells by a tree search: each ply opens a cell and considers every clue that it may show.
//
// Probabilities of clues are exact. The worth of a position is an estimate of the probability to win: the
// probability to survive the guesses within the search depth, where cells that become certain are opened
// without risk. A deeper search can only find more risk, so every worth is an upper bound of the worths of
// deeper searches.
//
// What was tried (points of expert games, paired; data in bench/measured/guess.json):
//   - Depth pays because certain cells are opened in the search instead of being counted as 1, and because
//     likely lines are followed to their end: two plies 2.25 above the least risk; three and four plies 0.2
//     and 0.36 more; twelve plies with a reach of 4 %, every cell of a group and eight answers 0.26 more
//     (open start; from a safe corner nothing is shown). A third ply without opening certain cells gained
//     nothing.
//   - A fifth ply with a reach of 1 %, a reach of 2 %, wider windows, more cells of the sea: nothing.
//   - Other leaf values: less for few certain cells, less where nothing is certain, more for what narrows the
//     layouts down: nothing or a loss. A correction of the score by nine features, fitted to 117,000
//     decisions that were played to the end, gained 0.00 on boards that were held out.
//   - Four plies at least before unlikely lines end: nothing, and 0.6 ms a game dearer.
// Searching the leader to full depth at once, with shallow worths as bounds, made twelve plies cost 2.4 ms a
// game instead of 6.5.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "guess/search_board.hpp"
#include "guess/think.hpp"
#include "guess/what_if.hpp"

namespace mineproof {

// The evaluation of a cell.
struct Evaluation {
    double worth = 0.0;         // probability to survive the guesses within the search depth
    double certain_next = 0.0;  // probability that it is safe, and makes another cell certain or wins
    bool dead = false;          // is it a dead cell?
};

class TreeSearch {
  public:
    explicit TreeSearch(SearchBoard& board);

    // Start with a new root.
    void begin(const Think& think);
    // Start the work of the deeper search from 0 again.
    void reset_work() { work_done = 0; }
    bool has_work_left() const { return work_done < think.work; }

    // Evaluate a cell of the root, `plies` levels deeper than the next guess. The search stops when the worth
    // is known to be at most `bound`; the result is then only an upper bound. With `skip_dead`, a dead cell
    // is not searched: its worth is the probability that it is safe.
    Evaluation evaluate(int cell, double bound, int plies, bool skip_dead) {
        return evaluate(board.root, cell, bound, 0, plies, skip_dead);
    }

  private:
    // A guess after an outcome. Guesses are sorted by risk, then by cell.
    struct Answer {
        double order;  // rank of the risk
        int cell;      // the cell to open
        double risk;   // probability that it is a mine
        bool operator<(const Answer& other) const {
            return order != other.order ? order < other.order : cell < other.cell;
        }
    };
    // Memory of one level of the search.
    struct Ply {
        explicit Ply(SearchBoard& board) : what_if(board) {}
        WhatIf what_if;               // the cell opened at this level
        std::vector<NextGuess> next;  // by outcome: the safest next guess
        std::vector<int> deepened;    // outcomes likely enough to be searched deeper
        FrontJoin join;               // product of the fronts after an outcome
        std::vector<double> odds;     // by cell: probability of a mine after an outcome
        std::vector<Answer> answers;  // guesses after an outcome, the safest first
    };
    // An entry of the transposition table.
    struct Entry {
        std::uint64_t key = 0;    // hash of the position
        std::uint64_t stamp = 0;  // stamp of the root that it belongs to
        double worth = 0.0;       // worth of the position
        int plies = 0;            // depth of the search that found it
        bool exact = false;       // is `worth` exact for this depth? Otherwise it is an upper bound
    };

    Evaluation evaluate(const Position& position, int cell, double bound, int depth, int plies,
                        bool skip_dead);
    double deepen(const Position& position, double worth, double bound, int depth, int plies);
    double worth_after(const Position& position, int outcome, double bound, int depth, int plies);
    double best_answer(Position& position, const NextGuess& next, double bound, int depth, int plies);
    void sort_answers(Position& position, Ply& ply);

    SearchBoard& board;                        // the position
    Think think;                               // limits of the search
    std::vector<std::unique_ptr<Ply>> levels;  // by depth
    std::vector<Entry> memo;                   // the transposition table, indexed by key
    std::uint64_t root_stamp = 0;              // stamp of the current root
    std::int64_t work_done = 0;                // cells opened by the search since reset_work()
};

}  // namespace mineproof
