// A little of everything that the compiled core does, the same every time. bench/instructions.py builds it
// and counts its instructions.
//
// Each part ends with a mark, a system call that nothing else makes. There callgrind writes down its count.
#include <sys/resource.h>

#include <cstdio>
#include <vector>

#include "base/errors.hpp"
#include "board/shapes.hpp"
#include "depth.hpp"
#include "play.hpp"

using namespace mineproof;

namespace {

void mark() { getpriority(PRIO_PROCESS, 0); }

struct Board {
    int rows;                          // of the board
    int cols;                          // of the board
    int mines;                         // of the board
    int first;                         // the cell that is opened first, never a mine
    Field field;                       // which cells touch
    Live live;                         // the player
    Dealer dealer;                     // of layouts
    std::vector<std::uint8_t> layout;  // dealt last: 1 for a mine

    Board(int rows, int cols, int mines)
        : rows(rows), cols(cols), mines(mines), first(rows / 2 * cols + cols / 2),
          field(table_of_shape(rows, cols, "grid").data(), rows * cols, 8), live(field),
          dealer(allowed(rows * cols, first), rows * cols, mines, 1), layout(std::size_t(rows) * cols) {}

    static std::vector<int> allowed(int cells, int first) {
        std::vector<int> out;
        for (int cell = 0; cell < cells; ++cell)
            if (cell != first) out.push_back(cell);
        return out;
    }
    int clue(int cell) const {
        int clue = 0;
        for (int there : field.around(cell)) clue += layout[there];
        return clue;
    }
};

int games(Board& board, int count, Stuck stuck, Thinker* thinker = nullptr) {
    int opened = 0;
    for (int game = 0; game < count; ++game) {
        board.dealer.deal(game, board.layout.data());
        opened +=
            play(board.live, board.field, board.layout.data(), board.mines, {board.first}, stuck, thinker)
                .opened;
    }
    return opened;
}

// Open cells far from each other. Then choose one guess after another, and open some other safe cell instead.
int many_fronts(Board& board, int guesses) {
    board.dealer.deal(0, board.layout.data());
    board.live.reset(board.mines);
    auto open = [&](int cell) {
        if (!board.layout[cell] && !board.live.is_open(cell)) board.live.open(cell, board.clue(cell));
    };
    for (int row = 2; row < board.rows; row += 8)
        for (int col = 2; col < board.cols; col += 8) open(row * board.cols + col);
    int sum = 0;
    for (int guess = 0; guess < guesses; ++guess) {
        do {
            board.live.deduce();
            std::vector<int> certain = board.live.fresh_safe;
            for (int cell : certain) open(cell);
        } while (!board.live.fresh_safe.empty());
        sum += board.live.least_risk();
        open((guess * 7919 + 13) % board.field.cells());
    }
    return sum;
}

int positions(Board& board, int count) {
    std::vector<std::int8_t> seen(board.layout.size());
    std::vector<double> odds(board.layout.size());
    int decided = 0;
    for (int number = 0; number < count; ++number) {
        board.dealer.deal(number, board.layout.data());
        for (int cell = 0; cell < board.field.cells(); ++cell)
            seen[cell] =
                std::int8_t(!board.layout[cell] && (cell * 31 + number) % 5 < 2 ? board.clue(cell) : -1);
        try {
            board.live.read(seen.data(), board.mines);
            board.live.deduce_all();
            board.live.odds(odds.data());
            decided += int(board.live.fresh_safe.size());
        } catch (const TooWide&) {
        }
    }
    return decided;
}

int depths(Board& board, int count) {
    int sum = 0;
    for (int number = 0; number < count; ++number) {
        board.dealer.deal(number, board.layout.data());
        auto found = depth_of(board.live, board.field, board.layout.data(), board.mines, {board.first});
        sum += found ? found->depth : 0;
    }
    return sum;
}

}  // namespace

int main() {
    Board expert(16, 30, 99), large(150, 150, 3600), dense(160, 160, 6400);
    Thinker thinker(expert.field);
    long sum = 0;
    mark();
    sum += games(expert, 150, Stuck::guess);
    mark();
    sum += games(large, 3, Stuck::stop);
    mark();
    sum += many_fronts(dense, 60);
    mark();
    sum += positions(expert, 40);
    mark();
    sum += games(expert, 4, Stuck::think, &thinker);
    mark();
    sum += depths(expert, 40);
    mark();
    std::printf("%ld\n", sum);
}
