// Neighbour tables of the shapes that game/board.py defines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mineproof {

// Make a table with eight entries for each cell: its neighbours in ascending order, then rows * cols in
// unused entries. The shape is "grid", "torus" or "hex"; any other throws std::invalid_argument.
std::vector<std::int32_t> table_of_shape(int rows, int cols, const std::string& shape);

// Check a neighbour table with `ways` entries for each cell: its neighbours in ascending order, then the
// number of cells in unused entries. Throws std::invalid_argument unless the table is valid and symmetric.
// Returns the number of cells.
int require_symmetric(const std::int32_t* table, std::size_t size, int ways);

}  // namespace mineproof
