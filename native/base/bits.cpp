#include "base/bits.hpp"

#include <algorithm>

namespace mineproof {

void Bits::set(int x) {
    if (x / 64 >= int(words.size())) words.resize(x / 64 + 1);
    words[x / 64] |= std::uint64_t(1) << (x % 64);
}

bool Bits::any() const {
    return std::any_of(words.begin(), words.end(), [](std::uint64_t word) { return word != 0; });
}

void Bits::add_shifted(const Bits& other, int by) {
    int jump = by / 64, part = by % 64, size = int(other.words.size());
    if (int(words.size()) < size + jump + 1) words.resize(size + jump + 1);
    for (int w = 0; w < size; ++w) {
        words[w + jump] |= other.words[w] << part;
        if (part) words[w + jump + 1] |= other.words[w] >> (64 - part);
    }
}

void Bits::assign_shifted_down(const Bits& other, int by) {
    int jump = by / 64, part = by % 64, size = int(other.words.size());
    words.assign(std::max(0, size - jump), 0);
    for (int w = jump; w < size; ++w) {
        words[w - jump] |= other.words[w] >> part;
        if (part && w + 1 < size) words[w - jump] |= other.words[w + 1] << (64 - part);
    }
}

void Bits::keep_only(const Bits& other) {
    if (words.size() > other.words.size()) words.resize(other.words.size());
    for (std::size_t w = 0; w < words.size(); ++w) words[w] &= other.words[w];
}

}  // namespace mineproof
