// The only way in which odds and scores are compared, because they have rounding errors.
#pragma once

#include <cmath>

namespace mineproof {

// Round down to steps of 1e-9. Values of equal rank are ties. This is a strict weak ordering, which
// "equal within a tolerance" is not. The offset keeps the edges of the steps away from the fractions that
// are frequent on boards (1/1024 lies on an edge of plain rounding), where this core and the Python twin
// could round differently.
inline double rank(double value) { return std::floor(value * 1e9 + 0.37); }

}  // namespace mineproof
