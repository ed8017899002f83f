// A set of small non-negative integers, one bit each.
#pragma once

#include <cstdint>
#include <vector>

namespace mineproof {

class Bits {
  public:
    void set(int x);
    bool test(int x) const { return x >= 0 && x / 64 < int(words.size()) && words[x / 64] >> (x % 64) & 1; }
    bool any() const;
    void add_shifted(const Bits& other, int by);          // this |= other << by
    void assign_shifted_down(const Bits& other, int by);  // this = other >> by
    void keep_only(const Bits& other);                    // this &= other
    int end() const { return int(words.size()) * 64; }    // every element is below this
    void clear() { words.clear(); }

  private:
    std::vector<std::uint64_t> words;  // bit x % 64 of words[x / 64] stands for x
};

}  // namespace mineproof
