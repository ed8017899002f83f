#include "play.hpp"

namespace mineproof {

Played play(Live& live, const Field& field, const std::uint8_t* layout, int mines,
            const std::vector<int>& initial, bool guess, std::vector<int>* path) {
    Played result{false, 0, 0};
    int safe_cells = field.cells() - mines;
    live.reset(mines);
    auto open = [&](int cell) {
        int clue = 0;
        for (const std::int32_t* there = field.begin(cell); there < field.end(cell); ++there)
            clue += layout[*there];
        live.open(cell, clue);
        ++result.opened;
    };
    for (int cell : initial)
        if (!live.is_open(cell)) open(cell);
    std::vector<int> certain;
    while (result.opened < safe_cells) {
        live.deduce();
        certain.swap(live.fresh_safe);
        for (int cell : certain) open(cell);
        if (!certain.empty()) continue;
        if (!guess) return result;
        int cell = live.least_risk();
        if (path) path->push_back(cell);
        ++result.guesses;
        if (layout[cell]) return result;
        open(cell);
    }
    result.won = true;
    return result;
}

}  // namespace mineproof
