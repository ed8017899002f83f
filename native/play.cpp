#include "play.hpp"

namespace mineproof {

Played play(Live& live, const Field& field, const std::uint8_t* layout, int mines,
            const std::vector<int>& initial, Stuck stuck, std::vector<int>* path,
            const std::vector<int>* gifts, Thinker* thinker, const Think& think) {
    Played result{};
    double in_the_ending = -1.0;  // the chance to win, once it was played out
    auto finish = [&](bool won) {
        result.won = won;
        if (in_the_ending >= 0) result.ending_luck = won - in_the_ending;
        return result;
    };
    int safe_cells = field.cells() - mines;
    live.reset(mines);
    auto open = [&](int cell) {
        int clue = 0;
        for (int there : field.around(cell))
            clue += layout[there];
        live.open(cell, clue);
        ++result.opened;
    };
    for (int cell : initial)
        if (!live.is_open(cell)) open(cell);
    std::vector<int> certain;
    std::size_t next_gift = 0;
    while (result.opened < safe_cells) {
        try {
            live.deduce();
        } catch (const TooWide&) {
            return finish(false);  // given up: a board nobody can count is not won
        }
        certain.swap(live.fresh_safe);
        for (int cell : certain) open(cell);
        if (!certain.empty()) continue;
        if (stuck == Stuck::stop) return finish(false);
        int cell = -1;
        double risk = 0.0;
        if (stuck == Stuck::guess || stuck == Stuck::think) {
            try {
                cell = stuck == Stuck::guess ? live.least_risk(&risk) : thinker->choose(live, think);
            } catch (const TooWide&) {
                return finish(false);
            }
        }
        if (stuck == Stuck::think) {
            risk = thinker->risk;
            if (thinker->exact && in_the_ending < 0) in_the_ending = thinker->win;
        }
        while (stuck == Stuck::gift && next_gift < gifts->size() && (cell < 0 || live.is_open(cell)))
            cell = (*gifts)[next_gift++];
        if (cell < 0 || live.is_open(cell)) return finish(false);
        if (path) path->push_back(cell);
        ++result.guesses;
        if (in_the_ending < 0) result.guess_luck += risk - layout[cell];
        if (layout[cell]) return finish(false);
        open(cell);
    }
    return finish(true);
}

}  // namespace mineproof
