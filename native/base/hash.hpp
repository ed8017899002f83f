// The mixing function of game/deal.py, for dealing boards and for hash keys.
#pragma once

#include <cstdint>

namespace mineproof {

// The pseudo-random word number `x` of the seed `h` (the finaliser of SplitMix64).
inline std::uint64_t child(std::uint64_t h, std::uint64_t x) {
    std::uint64_t z = h + 0x9E3779B97F4A7C15ull * (x + 1);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

}  // namespace mineproof
