// How functions of the library are exported, on every system under the same name.
#pragma once

#include <cstddef>
#include <cstdint>

// Begins the definition of a function that returns a Number. Its name begins with `mineproof_`, because the
// names of all C functions of a process are one list; `open` and `read` are in it.
#if defined(__EMSCRIPTEN__)
#define EXPORT(name) extern "C" __attribute__((export_name(#name))) mineproof::Number mineproof_##name
#elif defined(_WIN32)
#define EXPORT(name) extern "C" __declspec(dllexport) mineproof::Number mineproof_##name
#else
#define EXPORT(name) extern "C" __attribute__((visibility("default"))) mineproof::Number mineproof_##name
#endif

namespace mineproof {

// A number of the interface, wide enough for an address.
using Number = std::ptrdiff_t;

// The result of the last call of this thread.
const std::uint8_t* output_address();
Number output_size();
void clear_output();

}  // namespace mineproof
