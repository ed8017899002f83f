#include "base/poll.hpp"

namespace mineproof {

namespace {
thread_local Watch* latest = nullptr;
}

Watch::Watch() : before(latest) { latest = this; }

Watch::~Watch() { latest = before; }

void check_watch() {
    steps_until_check = steps_between_checks;
    if (latest) latest->check();
}

}  // namespace mineproof
