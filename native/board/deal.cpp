#include "board/deal.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace mineproof {

void Dealer::deal(std::uint64_t number, std::uint8_t* layout) {
    std::uint64_t key = child(child(child(0, seed), number), 0);
    words.clear();
    for (int cell : allowed) words.push_back({child(key, std::uint64_t(cell)), cell});
    std::fill(layout, layout + cells, 0);
    if (mines > 0 && mines < int(words.size()))
        std::nth_element(words.begin(), words.begin() + (mines - 1), words.end());
    for (int i = 0; i < mines; ++i) layout[words[i].second] = 1;
}

}  // namespace mineproof
