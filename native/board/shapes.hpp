// Neighbour tables of the shapes that game/board.py defines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mineproof {

// Eight entries a cell, its neighbours in ascending order; where a cell has fewer, the rest are
// rows * cols. The shape is "grid", "torus" or "hex"; throws std::invalid_argument for any other.
std::vector<std::int32_t> table_of_shape(int rows, int cols, const std::string& shape);

}  // namespace mineproof
