// Many short lists of integers in one block of memory.
#pragma once

#include <cstddef>
#include <vector>

namespace mineproof {

class Lists {
  public:
    class Range {
      public:
        Range(const int* first, const int* last) : first(first), last(last) {}
        const int* begin() const { return first; }
        const int* end() const { return last; }
        int size() const { return int(last - first); }
        int operator[](int k) const { return first[k]; }

      private:
        const int* first;  // the first item of the list
        const int* last;   // one past its last item
    };

    Range operator[](int list) const { return {items.data() + start[list], items.data() + start[list + 1]}; }

    // Either append one list after another: call clear(), then push() and close() ...
    void clear() {
        start.assign(1, 0);
        items.clear();
    }
    void push(int item) { items.push_back(item); }
    void close() { start.push_back(int(items.size())); }

    // ... or fill all lists at once: call plan(), then grow() once for each item, then allot(), then add().
    void plan(int lists) { start.assign(std::size_t(lists) + 1, 0); }
    void plan_another() { start.push_back(0); }
    void grow(int list) { ++start[list]; }
    void allot() {
        int total = 0;
        for (int& at : start) {
            int size = at;
            at = total;
            total += size;
        }
        items.resize(total);
        next.assign(start.begin(), start.end());
    }
    void add(int list, int item) { items[next[list]++] = item; }

  private:
    std::vector<int> start;  // by list, and one more: where it starts in `items`; its size until allot()
    std::vector<int> items;  // the items of all lists, one list after another
    std::vector<int> next;   // by list: where add() puts its next item
};

}  // namespace mineproof
