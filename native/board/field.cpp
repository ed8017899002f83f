#include "board/field.hpp"

#include <unordered_map>

#include "base/hash.hpp"

namespace mineproof {

Field::Field(const std::int32_t* table, int cells, int ways) : kind_of(cells) {
    std::unordered_map<Kind, std::uint32_t, HashOfKind> numbers;
    std::uint32_t last = 0;  // adjacent cells are mostly of the same kind
    for (int cell = 0; cell < cells; ++cell) {
        Kind kind{};
        for (int way = 0; way < ways; ++way) {
            std::int32_t there = table[std::size_t(cell) * ways + way];
            if (there < cells) kind.steps[kind.degree++] = there - cell;
        }
        is_degree[kind.degree] = true;
        largest_degree = std::max(largest_degree, int(kind.degree));
        if (kinds.empty() || !(kinds[last] == kind)) {
            last = numbers.emplace(kind, std::uint32_t(kinds.size())).first->second;
            if (last == kinds.size()) kinds.push_back(kind);
        }
        kind_of[cell] = last;
    }
}

std::size_t Field::HashOfKind::operator()(const Kind& kind) const {
    std::uint64_t hash = std::uint64_t(kind.degree);
    for (int way = 0; way < kind.degree; ++way) hash = child(hash, std::uint64_t(kind.steps[way]));
    return std::size_t(hash);
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
            if (seen[there] >= 0 || clues[there] < 0) continue;  // wrong input: a mine beside a zero
            seen[there] = clues[there];
            queue.push_back(there);
        }
    }
    return int(queue.size());
}

}  // namespace mineproof
