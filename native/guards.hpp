// Support for long calls from Python: they release Python's lock, and stop on request.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

#include "base/errors.hpp"
#include "base/poll.hpp"

namespace mineproof {

namespace nb = nanobind;

// Runs the signal handlers of Python during a long computation, and checks whether it was cancelled.
class PythonWatch : public Watch {
  public:
    explicit PythonWatch(nb::handle is_cancelled = {}) : is_cancelled(is_cancelled) {}
    void check() override {
        auto now = std::chrono::steady_clock::now();
        if (now < next) return;
        next = now + std::chrono::milliseconds(50);
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals()) throw nb::python_error();
        if (is_cancelled.is_valid() && !is_cancelled.is_none() && nb::cast<bool>(is_cancelled()))
            throw Cancelled("cancelled");
    }

  private:
    nb::handle is_cancelled;                       // a function without arguments, or None
    std::chrono::steady_clock::time_point next{};  // the time of the next check
};

// While this object lives, Python's lock is released and poll() checks for signals and cancellation.
struct LongCall {
    explicit LongCall(nb::handle is_cancelled = {}) : watch(is_cancelled) {}
    nb::gil_scoped_release release;
    PythonWatch watch;
};

// Run `work` as a long call, and return its result.
template <class Work> auto during_long_call(Work work) {
    LongCall call;
    return work();
}

}  // namespace mineproof
