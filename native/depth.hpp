// The depth of a board: the highest depth of inference that its easiest solution needs. The compiled twin of
// reason/depth.py, which says what the depths are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/field.hpp"
#include "board/live.hpp"

namespace mineproof {

struct Depth {
    int depth;        // 1 to 4
    bool uses_count;  // does the solution need the mine count?
};

// The depth of a board from its opened cells `initial`; nothing if it needs a guess, or if a front is too
// wide to count. `layout` has a byte for each cell.
std::optional<Depth> depth_of(Live& live, const Field& field, const std::uint8_t* layout, int mines,
                              const std::vector<int>& initial);

}  // namespace mineproof
