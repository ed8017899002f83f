// Games played on from a position, to estimate the chance to win after opening a cell.
//
// A layout is drawn, the cell is opened, and a player goes on. The luck of its guesses is left out: a guess
// multiplies the value of the game by its chance to survive, and if it hits a mine, another layout is drawn
// in which that cell is safe. The game ends at the first ending that can be played out, and counts its exact
// chance. So the mean of the values is the player's chance to win, at a smaller variance than that of games
// won and lost. All cells are opened on the same layouts (common random numbers): their differences vary less
// than their values.
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
        : field(field), live(field), thinker(field), root_sampler(field), sampler(field),
          layout(std::size_t(field.cells())) {}

    // Start at a position in which nothing is safe. It must not change between this call and the last play().
    // The games are played by `player`, without rollouts of its own.
    void begin(Live& root, const Think& player, std::uint64_t seed);
    // The value of opening a cell, whose probability of a mine is `risk`, in layout `number`.
    double play(int cell, double risk, std::uint64_t number);

  private:
    bool draw_safe(PositionSampler& from, int cell, std::uint64_t stream);
    double play_on(int cell, double chance, std::uint64_t stream);
    void open(int cell);

    const Field& field;                // which cells touch
    Live live;                         // the game that is played
    Thinker thinker;                   // chooses its guesses
    PositionSampler root_sampler;      // draws layouts of the root
    PositionSampler sampler;           // draws layouts of the game
    Think think;                       // of the player
    std::uint64_t seed = 0;            // of all layouts
    int mines = 0;                     // of the board
    int safe_cells = 0;                // of the board
    int opened_at_root = 0;            // cells opened in the root
    int opened = 0;                    // cells opened in the game
    std::vector<std::int8_t> seen;     // by cell: what the root shows
    std::vector<std::uint8_t> layout;  // of the game
    std::vector<int> certain;          // scratch: cells to be opened
};

}  // namespace mineproof
