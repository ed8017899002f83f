// What keeps calls from Python safe: checks of arguments, one thread at a time, and an end on request.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>

#include "base/poll.hpp"
#include "board/field.hpp"

namespace mineproof {

namespace nb = nanobind;

// Thrown in a computation whose caller no longer wants the result.
struct Cancelled : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Runs the signal handlers of Python during a long computation, and asks whether it was cancelled.
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
    nb::handle is_cancelled;                       // a function without arguments, or nothing
    std::chrono::steady_clock::time_point next{};  // before this time nothing is checked
};

// A long computation: without Python's lock, and watched.
struct LongCall {
    explicit LongCall(nb::handle is_cancelled = {}) : watch(is_cancelled) {}
    nb::gil_scoped_release release;
    PythonWatch watch;
};

// Lets one thread use an object at a time; another one is refused.
class InUse {
  public:
    explicit InUse(std::atomic<bool>& flag) : flag(flag) {
        if (flag.exchange(true)) throw std::runtime_error("the object is in use already");
    }
    ~InUse() { flag = false; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

  private:
    std::atomic<bool>& flag;  // is the object in use?
};

template <class T> void require(const char* name, T value, T least, T most) {
    if (value >= least && value <= most) return;  // false for not-a-number
    std::string words = std::string(name) + ": " + std::to_string(value) + " is not between ";
    throw nb::value_error((words + std::to_string(least) + " and " + std::to_string(most)).c_str());
}

inline void require_cell(int cell, const Field& field) { require("cell", cell, 0, field.cells() - 1); }

}  // namespace mineproof
