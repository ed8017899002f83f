// The nodes of one layer, found by what the open clues still need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mineproof {

constexpr int slots_of_a_key = 32;

// What up to 32 open clues still need, four bits each. A subtraction never borrows from another slot, so the
// two words are independent.
struct Key {
    std::uint64_t low = 0;   // slots 0 to 15
    std::uint64_t high = 0;  // slots 16 to 31
    bool operator==(const Key& other) const { return low == other.low && high == other.high; }
    int slot(int number) const { return int((number / 16 ? high : low) >> number % 16 * 4 & 15); }
};

// A hash table from keys to the numbers 0, 1, 2, ... in the order of insertion.
class KeyTable {
  public:
    // Forget all keys; the memory stays.
    void clear();
    // The number of a key; a new key is inserted.
    int find_or_add(const Key& key);
    // Swap the keys with those of another layer; call clear() next.
    void swap_keys(std::vector<Key>& other) { keys.swap(other); }

  private:
    void grow();

    std::vector<Key> keys;       // by number
    std::vector<int> number_at;  // by place in the table: the number of a key, if the stamp is current
    std::vector<int> stamp_at;   // by place in the table: the clear() after which it was written
    int stamp = 0;               // of the latest clear()
};

}  // namespace mineproof
