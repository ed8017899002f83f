// Lets a caller stop long computations: long loops call poll(), and poll() calls the caller at intervals.
#pragma once

#include <cstdint>

namespace mineproof {

// An object that the long loops of this thread call. Watches nest; the latest one is called.
class Watch {
  public:
    Watch();
    virtual ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    // Called after some thousand steps. It stops the computation by throwing.
    virtual void check() = 0;

  protected:
    // Call the watch that this one replaced, if there is one.
    void check_outer() {
        if (before) before->check();
    }

  private:
    Watch* before;  // the watch that this one replaced
};

constexpr std::int64_t steps_between_checks = 1 << 16;
inline thread_local std::int64_t steps_until_check = steps_between_checks;

// Call the watch of this thread, if there is one, and start counting steps again.
void check_watch();

// Report steps of work; a step is a few memory accesses.
inline void poll(std::int64_t steps) {
    if ((steps_until_check -= steps) <= 0) check_watch();
}

// The same for loops that are mostly short: only a long loop pays for the counter.
inline void poll_if_long(std::int64_t steps) {
    if (steps >= 256) poll(steps);
}

}  // namespace mineproof
