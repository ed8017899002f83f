#include "board/shapes.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "board/field.hpp"

namespace mineproof {

namespace {

struct Step {
    int down, right;
};
constexpr std::array<Step, 8> eight = {
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
// Every other row of a hexagonal board is shifted by half a cell.
constexpr std::array<Step, 6> even_row = {{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
constexpr std::array<Step, 6> odd_row = {{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}}};

}  // namespace

std::vector<std::int32_t> table_of_shape(int rows, int cols, const std::string& shape) {
    bool hex = shape == "hex", wrap = shape == "torus";
    if (!hex && !wrap && shape != "grid") throw std::invalid_argument("shape: it is not grid, torus or hex");
    if (rows < 1 || cols < 1 || cols > (1 << 24) / rows)
        throw std::invalid_argument("rows and cols: a board has 1 to 16777216 cells");
    std::int32_t cells = rows * cols;
    std::vector<std::int32_t> table;
    table.reserve(std::size_t(cells) * 8);
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) {
            const Step* first = !hex ? eight.data() : row % 2 ? odd_row.data() : even_row.data();
            std::size_t begin = table.size();
            for (const Step* step = first; step != first + (hex ? 6 : 8); ++step) {
                int to_row = row + step->down, to_col = col + step->right;
                if (wrap) to_row = (to_row + rows) % rows, to_col = (to_col + cols) % cols;
                bool inside = to_row >= 0 && to_row < rows && to_col >= 0 && to_col < cols;
                // On a narrow torus, a step can lead back to the cell itself.
                bool itself = to_row == row && to_col == col;
                table.push_back(inside && !itself ? to_row * cols + to_col : cells);
            }
            table.resize(begin + 8, cells);
            std::sort(table.begin() + begin, table.end());
            // On a narrow torus, several directions can lead to the same neighbour.
            auto end = std::unique(table.begin() + begin, table.end());
            table.erase(end, table.end());
            table.resize(begin + 8, cells);
        }
    return table;
}

int require_symmetric(const std::int32_t* table, std::size_t size, int ways) {
    if (ways < 1 || ways > most_neighbours) throw std::invalid_argument("ways: it is not between 1 and 15");
    if (!size || size % std::size_t(ways) || size / std::size_t(ways) > 1 << 24)
        throw std::invalid_argument("table: it needs `ways` entries for each of 1 to 16777216 cells");
    std::int32_t cells = std::int32_t(size / std::size_t(ways));
    auto row = [&](std::int32_t cell) { return table + std::size_t(cell) * std::size_t(ways); };
    for (std::int32_t cell = 0; cell < cells; ++cell)
        for (int way = 0; way < ways; ++way) {
            std::int32_t there = row(cell)[way];
            bool ordered = !way || row(cell)[way - 1] < there || there == cells;
            if (there < 0 || there > cells || there == cell || !ordered)
                throw std::invalid_argument("table: a row needs indices of other cells in ascending order");
        }
    for (std::int32_t cell = 0; cell < cells; ++cell)
        for (int way = 0; way < ways && row(cell)[way] < cells; ++way) {
            const std::int32_t* other = row(row(cell)[way]);
            if (!std::binary_search(other, other + ways, cell))
                throw std::invalid_argument("table: a neighbour does not have the cell as its neighbour");
        }
    return cells;
}

}  // namespace mineproof
