#include "count/key_table.hpp"

#include <algorithm>

namespace mineproof {

namespace {

std::uint64_t hash_of(const Key& key) {
    std::uint64_t h = key.low * 0x9E3779B97F4A7C15ull ^ (key.high + 1) * 0xC2B2AE3D27D4EB4Full;
    return h ^ h >> 29;
}

}  // namespace

void KeyTable::clear() {
    keys.clear();
    if (stamp == INT32_MAX) {
        std::fill(stamp_at.begin(), stamp_at.end(), 0);
        stamp = 0;
    }
    ++stamp;
}

int KeyTable::find_or_add(const Key& key) {
    if (keys.size() * 2 >= number_at.size()) grow();
    std::size_t mask = number_at.size() - 1, at = hash_of(key) & mask;
    while (stamp_at[at] == stamp) {
        if (keys[number_at[at]] == key) return number_at[at];
        at = (at + 1) & mask;
    }
    stamp_at[at] = stamp;
    number_at[at] = int(keys.size());
    keys.push_back(key);
    return number_at[at];
}

void KeyTable::grow() {
    std::size_t size = number_at.empty() ? 256 : number_at.size() * 2;
    number_at.assign(size, 0);
    stamp_at.assign(size, 0);
    stamp = 1;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::size_t at = hash_of(keys[i]) & (size - 1);
        while (stamp_at[at] == stamp) at = (at + 1) & (size - 1);
        stamp_at[at] = stamp;
        number_at[at] = int(i);
    }
}

}  // namespace mineproof
