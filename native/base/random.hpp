// A stream of pseudo-random numbers that is the same on every machine.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace mineproof {

class Random {
  public:
    explicit Random(std::uint64_t seed) : seed(seed) {}

    std::uint64_t word() { return child(seed, drawn++); }
    // A number in [0, 1).
    double fraction() { return double(word() >> 11) * 0x1p-53; }
    // An integer in [0, limit), all equally likely. `limit` is positive.
    int below(int limit) {
        auto range = std::uint32_t(limit);
        std::uint32_t unfair = (0u - range) % range;  // low parts below this would favour some numbers
        for (;;) {
            std::uint64_t product = (word() >> 32) * range;
            if (std::uint32_t(product) >= unfair) return int(product >> 32);
        }
    }
    // Draw one of `count` weights in proportion to its value and return its place; their sum is `total`. A
    // weight of 0 is never drawn. Returns -1 if every weight is 0.
    template <class Weight> int draw(int count, double total, Weight weight) {
        double left = fraction() * total;
        int last = -1;
        for (int k = 0; k < count; ++k) {
            double own = weight(k);
            if (!(own > 0)) continue;
            last = k;
            if ((left -= own) < 0) break;  // if rounding leaves a rest, the last one is drawn
        }
        return last;
    }

  private:
    std::uint64_t seed;       // of the stream
    std::uint64_t drawn = 0;  // words drawn so far
};

}  // namespace mineproof
