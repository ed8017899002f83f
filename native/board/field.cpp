#include "board/field.hpp"

#include <stdexcept>

namespace mineproof {

Field::Field(const std::int32_t* table, int cells, int ways) : kind_of(cells) {
    int last = 0;  // adjacent cells are mostly of the same kind
    for (int cell = 0; cell < cells; ++cell) {
        Kind kind{};
        for (int way = 0; way < ways; ++way) {
            std::int32_t there = table[std::size_t(cell) * ways + way];
            if (there < cells) kind.steps[kind.degree++] = there - cell;
        }
        is_degree[kind.degree] = true;
        if (kinds.empty() || !(kinds[last] == kind)) {
            last = int(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
            if (last == UINT16_MAX) throw std::length_error("too many kinds of cells");
            if (last == int(kinds.size())) kinds.push_back(kind);
        }
        kind_of[cell] = std::uint16_t(last);
    }
}

int flood(const Field& field, const std::int8_t* clues, std::int8_t* seen, int cell,
          std::vector<int>& queue) {
    if (seen[cell] >= 0) return 0;
    if (clues[cell] < 0) return -1;
    queue.assign(1, cell);
    seen[cell] = clues[cell];
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (clues[queue[i]]) continue;
        for (int there : field.around(queue[i])) {
            if (seen[there] >= 0 || clues[there] < 0) continue;  // a mine beside a zero is no board
            seen[there] = clues[there];
            queue.push_back(there);
        }
    }
    return int(queue.size());
}

}  // namespace mineproof
