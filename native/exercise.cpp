// Plays games and analyses positions with nothing around but the core: for the sanitizers.
//
//     make sanitize
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "play.hpp"

using namespace mineproof;

namespace {

std::vector<std::int32_t> neighbours(int rows, int cols, bool wrap) {
    std::vector<std::int32_t> table;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            for (int down = -1; down <= 1; ++down)
                for (int right = -1; right <= 1; ++right) {
                    if (!down && !right) continue;
                    int to_row = row + down, to_col = col + right;
                    if (wrap) to_row = (to_row + rows) % rows, to_col = (to_col + cols) % cols;
                    bool inside = to_row >= 0 && to_row < rows && to_col >= 0 && to_col < cols;
                    table.push_back(inside ? to_row * cols + to_col : rows * cols);
                }
    return table;
}

struct Kind {
    int rows, cols, mines;
    bool wrap;
};

}  // namespace

int main(int argc, char** argv) {
    int games = argc > 1 ? std::atoi(argv[1]) : 1000, played = 0, won = 0, refused = 0, positions = 0;
    const Kind kinds[] = {{9, 9, 10, false},   {16, 16, 40, false}, {16, 30, 99, false}, {3, 3, 2, false},
                          {16, 16, 40, true},  {1, 12, 3, false},   {8, 8, 40, false},   {40, 40, 320, false}};
    for (const Kind& kind : kinds) {
        int cells = kind.rows * kind.cols;
        auto table = neighbours(kind.rows, kind.cols, kind.wrap);
        Field field(table.data(), cells, 8);
        Live live(field), reader(field);
        std::vector<int> allowed;
        for (int cell = 1; cell < cells; ++cell) allowed.push_back(cell);
        Dealer dealer(allowed, cells, kind.mines, 7);
        std::vector<std::uint8_t> layout(cells);
        std::vector<std::int8_t> seen(cells);
        std::vector<double> odds(cells);
        std::vector<std::uint64_t> ways;
        for (int game = 0; game < games / 8 + 1; ++game, ++played) {
            dealer.deal(game, layout.data());
            won += play(live, field, layout.data(), kind.mines, {0}, Stuck::guess).won;
            // A position with every third safe cell open, now and then with a wrong clue.
            for (int cell = 0; cell < cells; ++cell) {
                int clue = 0;
                for (int there : field.around(cell)) clue += layout[there];
                seen[cell] = std::int8_t(!layout[cell] && (cell + game) % 3 ? clue : -1);
                if (seen[cell] >= 0 && game % 10 == 9 && cell == cells / 2) ++seen[cell];
            }
            try {
                reader.read(seen.data(), kind.mines);
                reader.deduce_all();
                reader.odds(odds.data());
                for (int k = 0; k < reader.count().fronts(); ++k) reader.count().whole_ways(k, ways);
                ++positions;
            } catch (const Clash&) {
                ++refused;
            } catch (const TooWide&) {
                ++refused;
            }
        }
    }
    std::printf("%d games played, %d won; %d positions analysed, %d refused\n", played, won, positions, refused);
    return played && won && positions && refused ? 0 : 1;
}
