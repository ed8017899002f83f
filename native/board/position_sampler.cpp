#include "board/position_sampler.hpp"

#include <algorithm>
#include <utility>

namespace mineproof {

void PositionSampler::begin(Live& position) {
    live = &position;
    live->prepare_fronts();
    live->count().begin_samples(live->sea(), live->to_place());
    known.assign(std::size_t(field.cells()), 0);
    sea.clear();
    for (int cell = 0; cell < field.cells(); ++cell) {
        known[std::size_t(cell)] = live->verdict(cell) == Verdict::mined;
        if (live->in_sea(cell)) sea.push_back(cell);
    }
}

void PositionSampler::sample(Random& random, std::uint8_t* layout) {
    std::copy(known.begin(), known.end(), layout);
    mined.clear();
    int in_sea = live->count().sample(random, mined);
    for (int cell : mined) layout[cell] = 1;
    // The mine count may have decided the whole sea after the fronts were built. Then `known` has its mines.
    if (sea.empty()) return;
    // Shuffle the first `in_sea` cells, and undo this afterwards, so that samples do not depend on each
    // other.
    swapped.clear();
    for (int k = 0; k < in_sea; ++k) {
        int other = k + random.below(int(sea.size()) - k);
        std::swap(sea[std::size_t(k)], sea[std::size_t(other)]);
        swapped.push_back(other);
        layout[sea[std::size_t(k)]] = 1;
    }
    for (int k = in_sea - 1; k >= 0; --k)
        std::swap(sea[std::size_t(k)], sea[std::size_t(swapped[std::size_t(k)])]);
}

}  // namespace mineproof
