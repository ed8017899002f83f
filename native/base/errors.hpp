// The exceptions of the core. A binding turns them into errors of the Python package.
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

// The caller of a computation no longer wants the result. Thrown by a Watch.
struct Cancelled : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A part of a computation takes too long for its caller, who continues without it. Thrown by a Watch.
struct Stopped {};

}  // namespace mineproof
