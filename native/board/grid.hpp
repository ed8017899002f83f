// Neighbour tables of rectangular boards, for programs that use the core without Python.
#pragma once

#include <cstdint>
#include <vector>

namespace mineproof {

// Eight entries for each cell, row by row; rows * cols where nothing is there. `wrap`: opposite edges touch.
inline std::vector<std::int32_t> neighbours(int rows, int cols, bool wrap) {
    std::vector<std::int32_t> table;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            for (int down = -1; down <= 1; ++down)
                for (int right = -1; right <= 1; ++right) {
                    if (!down && !right) continue;
                    int to_row = row + down, to_col = col + right;
                    if (wrap) to_row = (to_row + rows) % rows, to_col = (to_col + cols) % cols;
                    bool inside = to_row >= 0 && to_row < rows && to_col >= 0 && to_col < cols;
                    table.push_back(inside ? to_row * cols + to_col : rows * cols);
                }
    return table;
}

}  // namespace mineproof
