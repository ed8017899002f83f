// Rollouts: games played to the end from a position, to estimate the probability to win after opening a cell.
//
// A rollout draws a layout, opens the cell, and lets a player continue. It removes the luck of guesses: a
// guess multiplies the value of the game by the probability to survive it. If the guess hits a mine, the
// rollout draws another layout in which that cell is safe. The game stops at the first ending that can be
// played out, and its value is multiplied by the exact probability to win there. The mean of the values is
// the player's probability to win, and its variance is smaller than that of won and lost games. All cells are
// opened on the same layouts (common random numbers), so the differences between cells vary less than their
// values.
//
// Many rollouts come to the same positions, so the choices of the player are kept in a memo until the next
// begin(). A choice depends on the position alone, so the memo changes no value.
#pragma once

#include <cstdint>
#include <vector>

#include "board/field.hpp"
#include "board/live.hpp"
#include "board/position_sampler.hpp"
#include "guess/think.hpp"
#include "guess/thinker.hpp"

namespace mineproof {

class Rollouts {
  public:
    explicit Rollouts(const Field& field)
        : field(field), root(field), live(field), thinker(field), root_sampler(field), sampler(field),
          layout(std::size_t(field.cells())) {}

    // Start at a position in which no cell is known to be safe. The position is copied. `player` has the
    // limits of the player; its `rollouts` are ignored.
    void begin(const Live& position, const Think& player, std::uint64_t seed);
    // The value of a rollout in layout `number` after opening a cell whose probability of a mine is `risk`.
    double play(int cell, double risk, std::uint64_t number);
    void forget_choices() { ++stamp; }  // empty the memo

  private:
    // An entry of the memo.
    struct Kept {
        std::uint64_t key = 0;    // hash of the position
        std::uint64_t stamp = 0;  // stamp of the root that it belongs to
        Choice choice;            // what the player chose there
    };

    bool draw_safe(PositionSampler& from, int cell, std::uint64_t stream);
    double play_on(int cell, double chance, std::uint64_t stream);
    void open(int cell);
    const Choice& choose();

    const Field& field;                // which cells touch
    Live root;                         // the position at which all games start
    Live live;                         // the game that is played
    Thinker thinker;                   // chooses its guesses
    PositionSampler root_sampler;      // draws layouts of the root
    PositionSampler sampler;           // draws layouts of the game
    Think think;                       // limits of the player
    std::uint64_t seed = 0;            // seed of all layouts
    int mines = 0;                     // number of mines of the board
    int safe_cells = 0;                // number of safe cells of the board
    int opened_at_root = 0;            // number of opened cells in the root
    int opened = 0;                    // number of opened cells in the game
    std::uint64_t root_key = 0;        // hash of the root
    std::uint64_t key = 0;             // hash of the position in the game
    std::uint64_t stamp = 0;           // stamp of the root
    std::vector<Kept> memo;            // choices of the player, indexed by key
    std::vector<std::int8_t> seen;     // by cell: what the root shows
    std::vector<std::uint8_t> layout;  // by cell: is it a mine in the game?
    std::vector<int> certain;          // scratch: safe cells to open
};

}  // namespace mineproof
