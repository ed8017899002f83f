// What is known about a cell: undecided, safe or a mine.
#pragma once

#include <cstdint>

namespace mineproof {

enum Verdict : std::int8_t { unknown = 0, safe = 1, mined = 2 };

}  // namespace mineproof
