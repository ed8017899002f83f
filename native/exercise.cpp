// A program without Python that plays games and analyses positions under sanitizers: make sanitize
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/errors.hpp"
#include "board/shapes.hpp"
#include "depth.hpp"
#include "play.hpp"

using namespace mineproof;

namespace {

struct Kind {
    int rows;   // number of rows
    int cols;   // number of columns
    int mines;  // number of mines
    bool wrap;  // do opposite edges touch?
};

// Solve a 3x3 board with 3 mines and a safe corner, with its mirror symmetry. Returns the number of guesses
// in the optimal policy.
int solve_a_small_board() {
    auto table = table_of_shape(3, 3, "grid");
    std::vector<Endgame::Cell> cells(9);
    for (int cell = 0; cell < 9; ++cell)
        for (int way = 0; way < 8; ++way)
            if (table[cell * 8 + way] < 9) cells[cell].around.push_back(table[cell * 8 + way]);
    cells[0].clues.push_back(0);
    Endgame endgame;
    int guesses = 0;
    if (!endgame.gather(cells, {0}, {3, {1.0}}, 100, 100000)) return 0;
    if (endgame.best({{0, 3, 6, 1, 4, 7, 2, 5, 8}}, 1000000) < 1) return 0;
    endgame.policy([&](const std::vector<int>&, int, int, int) { ++guesses; });
    return guesses;
}

}  // namespace

int main(int argc, char** argv) {
    int games = argc > 1 ? std::atoi(argv[1]) : 1000;
    int played = 0, won = 0, solved = 0, thought = 0, refused = 0, positions = 0, guesses = 0;
    const Kind kinds[] = {{9, 9, 10, false},  {16, 16, 40, false}, {16, 30, 99, false}, {3, 3, 2, false},
                          {16, 16, 40, true}, {1, 12, 3, false},   {8, 8, 40, false},   {40, 40, 320, false}};
    for (const Kind& kind : kinds) {
        int cells = kind.rows * kind.cols;
        auto table = table_of_shape(kind.rows, kind.cols, kind.wrap ? "torus" : "grid");
        Field field(table.data(), cells, 8);
        Live live(field), reader(field);
        Thinker thinker(field);
        Think deep;
        deep.reach = 0.01;
        deep.rollouts = 40;
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
            solved += depth_of(live, field, layout.data(), kind.mines, {0}).has_value();
            if (game % 8 == 0)
                thought += play(live, field, layout.data(), kind.mines, {0}, Stuck::think, &thinker,
                                game % 32 ? Think{} : deep)
                               .won;
            // Make a position with two thirds of the safe cells open. Every tenth one has a wrong clue.
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
                if (reader.fresh_safe.empty())
                    thinker.weigh(reader, game % 4 ? Think{} : deep, {0, cells / 2, cells - 1});
                ++positions;
            } catch (const Contradiction&) {
                ++refused;
            } catch (const TooWide&) {
                ++refused;
            }
        }
    }
    guesses = solve_a_small_board();
    std::printf("%d games played, %d won, %d by thinking, %d without a guess; %d positions analysed, %d "
                "refused; %d guesses of a "
                "policy\n",
                played, won, thought, solved, positions, refused, guesses);
    return played && won && thought && solved && positions && refused && guesses ? 0 : 1;
}
