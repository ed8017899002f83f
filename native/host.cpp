#include "host.hpp"

#include "base/errors.hpp"
#include "export.hpp"

namespace mineproof {

#if defined(__EMSCRIPTEN__)

// Not zero: the caller no longer wants the result.
extern "C" __attribute__((import_module("host"), import_name("is_cancelled"))) int host_is_cancelled();

LongCall::LongCall(Callback is_cancelled) : is_cancelled(is_cancelled) {}
LongCall::~LongCall() = default;

void LongCall::check() {
    if (host_is_cancelled()) throw Cancelled("");
}

bool LongCall::go_on(Callback, int, int) { return true; }

#else

namespace {

// Functions of Python, in the order in which core/_interface.py lists them.
struct Python {
    void* (*save_thread)();                           // PyEval_SaveThread
    void (*restore_thread)(void*);                    // PyEval_RestoreThread
    int (*check_signals)();                           // PyErr_CheckSignals
    void* (*call)(void*, const char*, ...);           // PyObject_CallFunction
    int (*is_true)(void*);                            // PyObject_IsTrue
    void (*forget)(void*);                            // Py_DecRef
    void* (*bytes)(const void* first, Number count);  // PyBytes_FromStringAndSize
};
Python python;  // all null: no other thread waits, and nothing ends a call

// Whether the result of `call` is true. Python's lock is held.
bool is_true(void* result) {
    int truth = result ? python.is_true(result) : -1;
    if (result) python.forget(result);
    if (truth < 0) throw HostFailure{};
    return truth != 0;
}

// While this object lives, this thread holds Python's lock.
class Locked {
  public:
    explicit Locked(void*& thread) : thread(thread) { python.restore_thread(thread); }
    ~Locked() { thread = python.save_thread(); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

  private:
    void*& thread;  // the state of this thread
};

}  // namespace

EXPORT(use_python)(const Python* functions) {
    python = *functions;
    return 0;
}
// The output as an object of Python.
EXPORT(bytes)() {
    void* made = python.bytes(output_address(), output_size());
    clear_output();
    return reinterpret_cast<Number>(made);
}

LongCall::LongCall(Callback is_cancelled) : is_cancelled(is_cancelled) {
    if (python.save_thread) thread = python.save_thread();
}

LongCall::~LongCall() {
    if (thread) python.restore_thread(thread);
}

void LongCall::check() {
    auto now = std::chrono::steady_clock::now();
    if (!thread || now < next) return;
    next = now + std::chrono::milliseconds(50);
    Locked locked(thread);
    if (python.check_signals()) throw HostFailure{};
    if (is_cancelled && is_true(python.call(is_cancelled, nullptr))) throw Cancelled("");
}

bool LongCall::go_on(Callback report, int played, int planned) {
    Locked locked(thread);
    return is_true(python.call(report, "ii", played, planned));
}

#endif

}  // namespace mineproof
