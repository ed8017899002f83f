// Tells a caller how far a long computation is, and stops it when the caller wants that.
#pragma once

#include <chrono>
#include <functional>

#include "base/errors.hpp"
#include "base/poll.hpp"

namespace mineproof {

// Called during a long choice with the number of rollouts played and the most that will be played. It returns
// false to end the choice early: the best cell so far is then the choice.
using Report = std::function<bool(int, int)>;

// Calls a report at intervals while it exists, and throws `Stopped` when the report returns false.
class ReportWatch : public Watch {
  public:
    using Milliseconds = std::chrono::milliseconds;
    // Without a report it does nothing. `played` may change meanwhile.
    ReportWatch(const Report& report, const int& played, int planned,
                Milliseconds interval = Milliseconds(50))
        : report(report), played(played), planned(planned), interval(interval) {}
    void check() override {
        check_outer();
        auto now = std::chrono::steady_clock::now();
        if (!report || now < next) return;
        next = now + interval;
        stopped = !report(played, planned);
        if (stopped) throw Stopped{};
    }
    bool has_stopped() const { return stopped; }

  private:
    const Report& report;   // the report
    const int& played;      // rollouts played so far
    int planned;            // the most rollouts that will be played
    Milliseconds interval;  // time between two calls
    bool stopped = false;   // has the report stopped the computation?
    std::chrono::steady_clock::time_point next = std::chrono::steady_clock::now() + interval;  // next call
};

}  // namespace mineproof
