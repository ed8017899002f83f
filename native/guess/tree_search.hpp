// What a cell is worth: cells are opened in thought, ply after ply, for each clue that they may show.
//
// Probabilities are exact. What is estimated is the worth of a position: the probability to survive the
// guesses seen ahead, where cells that become certain are opened for free. Looking deeper never finds more
// than was seen at once, so every worth is an upper bound of the worths of deeper searches.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "guess/search_board.hpp"
#include "guess/think.hpp"
#include "guess/what_if.hpp"

namespace mineproof {

// What was found out about a cell.
struct Evaluation {
    double worth = 0.0;         // probability to survive the guesses seen ahead
    double certain_next = 0.0;  // probability that it is safe and makes another cell certain, or wins
    bool dead = false;          // it can show one clue only
};

class TreeSearch {
  public:
    explicit TreeSearch(SearchBoard& board);

    // Start with another root.
    void begin(const Think& think);
    // Let the deeper search have all its work again.
    void reset_work() { work_done = 0; }
    bool has_work_left() const { return work_done < think.work; }

    // Evaluate a cell of the root, `plies` more levels deep than the next guess. Stop as soon as the worth is
    // known to be at most `bound`: what is found is then an upper bound of the worth, and no more. With
    // `skip_dead`, a dead cell gets the probability that it is safe.
    Evaluation evaluate(int cell, double bound, int plies, bool skip_dead) {
        return evaluate(board.root, cell, bound, 0, plies, skip_dead);
    }

  private:
    // A guess that may be tried after an outcome. The safest comes first, then the first cell.
    struct Answer {
        double order;  // rank of the risk
        int cell;      // to open
        double risk;   // probability that it is a mine
        bool operator<(const Answer& other) const {
            return order != other.order ? order < other.order : cell < other.cell;
        }
    };
    // Memory of one level of the search.
    struct Ply {
        explicit Ply(SearchBoard& board) : what_if(board) {}
        WhatIf what_if;               // the cell opened at this level
        std::vector<NextGuess> next;  // by outcome of it: the safest next guess
        std::vector<int> deepened;    // outcomes likely enough to be searched deeper
        FrontJoin join;               // product of the fronts after an outcome
        std::vector<double> odds;     // by cell, after an outcome
        std::vector<Answer> answers;  // guesses after an outcome, the safest first
    };
    // An entry of the transposition table.
    struct Entry {
        std::uint64_t key = 0;    // of the position
        std::uint64_t stamp = 0;  // of the root that it belongs to
        double worth = 0.0;       // of the position
        int plies = 0;            // how deep it was searched
        bool exact = false;       // else `worth` is an upper bound
    };

    Evaluation evaluate(const Position& position, int cell, double bound, int depth, int plies,
                        bool skip_dead);
    double deepen(const Position& position, double worth, double bound, int depth, int plies);
    double worth_after(const Position& position, int outcome, double bound, int depth, int plies);
    double best_answer(Position& position, const NextGuess& next, double bound, int depth, int plies);
    void sort_answers(Position& position, Ply& ply);

    SearchBoard& board;                        // the position
    Think think;                               // how hard to think
    std::vector<std::unique_ptr<Ply>> levels;  // by depth
    std::vector<Entry> memo;                   // the transposition table, by key
    std::uint64_t root_stamp = 0;              // of the current root
    long work_done = 0;                        // cells opened in thought since reset_work()
};

}  // namespace mineproof
