// What the core asks of the program that loaded it: to let its other threads run during a long call, whether
// the call shall end, and the functions that the caller gave.
//
// In Python the library has six functions of Python's own interface, as addresses: so it needs neither its
// headers nor its library, and one build serves every version. An exception of a callback, or of a signal
// handler (Ctrl-C), stays with Python; the call only ends. In WebAssembly there are no other threads, and
// core.mjs is asked.
#pragma once

#include <chrono>

#include "base/poll.hpp"

namespace mineproof {

// A function of the host; null for none.
using Callback = void*;

// A function of the host has failed; the host knows why.
struct HostFailure {};

// While this object lives, other threads of the host run, and poll() asks from time to time whether to go on.
class LongCall : public Watch {
  public:
    explicit LongCall(Callback is_cancelled = nullptr);
    ~LongCall() override;
    void check() override;
    // What `report(played, planned)` says: false to end.
    bool go_on(Callback report, int played, int planned);

  private:
    [[maybe_unused]] Callback is_cancelled;        // called without arguments
    [[maybe_unused]] void* thread = nullptr;       // the state of this thread, which Python keeps meanwhile
    std::chrono::steady_clock::time_point next{};  // the time of the next check
};

}  // namespace mineproof
