#include "play.hpp"

#include "base/errors.hpp"
#include "base/poll.hpp"

namespace mineproof {

Played play(Live& live, const Field& field, const std::uint8_t* layout, int mines,
            const std::vector<int>& initial, Stuck stuck, Thinker* thinker, const Think& think) {
    Played result{};
    Chance ending_chance;  // probability to win, when the ending was first solved exactly
    auto finish = [&](bool won) {
        result.won = won;
        if (ending_chance) result.ending_luck = won - *ending_chance;
        return result;
    };
    int safe_cells = field.cells() - mines;
    live.reset(mines);
    auto open = [&](int cell) {
        int clue = 0;
        for (int there : field.around(cell)) clue += layout[there];
        live.open(cell, clue);
        ++result.opened;
    };
    for (int cell : initial)
        if (!live.is_open(cell)) open(cell);
    std::vector<int> certain;
    while (result.opened < safe_cells) {
        poll(64);
        try {
            live.deduce();
        } catch (const TooWide&) {
            return finish(false);  // a front is too wide to count: the player gives up
        }
        certain.swap(live.fresh_safe);
        for (int cell : certain) open(cell);
        if (!certain.empty()) continue;
        if (stuck == Stuck::stop) return finish(false);
        Choice choice;
        try {
            if (stuck == Stuck::guess) choice.cell = live.least_risk(&choice.risk);
            if (stuck == Stuck::think) choice = thinker->choose(live, think);
        } catch (const TooWide&) {
            return finish(false);
        }
        if (!ending_chance) ending_chance = choice.win;
        int cell = choice.cell;
        if (cell < 0) return finish(false);
        ++result.guesses;
        if (!ending_chance) result.guess_luck += choice.risk - layout[cell];
        if (layout[cell]) return finish(false);
        open(cell);
    }
    return finish(true);
}

}  // namespace mineproof
