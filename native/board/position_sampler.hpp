// Draws random layouts of a position; every layout that fits is equally likely.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "board/field.hpp"
#include "board/live.hpp"

namespace mineproof {

class PositionSampler {
  public:
    explicit PositionSampler(const Field& field) : field(field) {}

    // Prepare for a position, after a deduction. The position must not change until the last sample().
    void begin(Live& live);
    // Draw a layout: for each cell 1 for a mine, else 0. It depends on `random` only, not on earlier layouts.
    void sample(Random& random, std::uint8_t* layout);

  private:
    const Field& field;               // which cells touch
    Live* live = nullptr;             // the position
    std::vector<std::uint8_t> known;  // by cell: is it known to be a mine?
    std::vector<int> sea;             // cells of the sea
    std::vector<int> mined;           // scratch: mines of the fronts
    std::vector<int> swapped;         // scratch: places of `sea` that were swapped
};

}  // namespace mineproof
