// Neighbour tables of the shapes that game/board.py defines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mineproof {

// A table of eight entries a cell: its neighbours in ascending order, then rows * cols if it has fewer. The
// shape is "grid", "torus" or "hex"; throws std::invalid_argument for any other.
std::vector<std::int32_t> table_of_shape(int rows, int cols, const std::string& shape);

// Check a neighbour table of a caller, `ways` entries a cell: neighbours in ascending order, then `cells` if
// there are fewer. Throws std::invalid_argument unless it is symmetric. Returns the number of cells.
int require_symmetric(const std::int32_t* table, std::size_t size, int ways);

}  // namespace mineproof
