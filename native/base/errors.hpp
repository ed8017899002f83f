// What the core throws. The binding turns both into errors of the Python package.
#pragma once

#include <stdexcept>

namespace mineproof {

// No layout fits the clues and the mine count.
struct Contradiction : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Counting would need more memory than is allowed.
struct TooWide : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace mineproof
