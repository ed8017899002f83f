#include "guess/coin_flips.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/poll.hpp"

namespace mineproof {

namespace {

constexpr int most_cells_with_patterns = 20000;  // there are a dozen patterns for each cell of a board
constexpr double not_in_a_front = 2.0;           // stored in place of odds

}  // namespace

void CoinFlips::clear() {
    keep.assign(board.cells, 1.0);
    side.assign(board.cells, 0);
    assumed.clear();  // it is not empty if counting has thrown TooWide
}

void CoinFlips::find(const Think& think) {
    if (board.cells > most_cells_with_patterns) return;
    if (patterns.empty()) make_patterns();
    auto undecided = [this](int cell) { return board.known[cell] == unknown; };
    for (const Pattern& pattern : patterns) {
        if (!undecided(pattern.ones[0]) || !undecided(pattern.others[0])) continue;
        if (pattern.size > 1 && (!undecided(pattern.ones[1]) || !undecided(pattern.others[1]))) continue;
        if (may_matter(pattern, think.least_flip)) examine(pattern, think.least_flip);
    }
}

// Make all patterns: pairs of cells, and the two diagonals of squares.
void CoinFlips::make_patterns() {
    const Field& field = board.field;
    std::vector<int> balance(board.cells, 0), last(board.cells, -1);
    for (int a = 0; a < board.cells; ++a) {
        for (int near : field.around(a))
            for (int b : field.around(near)) {
                if (b <= a || last[b] == a) continue;
                last[b] = a;
                add_pattern({1, {a, -1}, {b, -1}, 0, 0}, balance);
            }
        for (int b : field.around(a)) {
            if (b < a) continue;
            int other[2] = {-1, -1}, common = 0;
            for (int x : field.around(a))
                for (int y : field.around(b))
                    if (x == y && common++ < 2) other[common - 1] = x;
            if (common == 2 && a < std::min(other[0], other[1]))
                add_pattern({2, {a, b}, {other[0], other[1]}, 0, 0}, balance);
        }
    }
}

// Find the cells that touch the two sets unequally, and store the pattern. `balance` is all 0 before and
// after.
void CoinFlips::add_pattern(Pattern pattern, std::vector<int>& balance) {
    std::vector<int> seen;
    for (int k = 0; k < 2 * pattern.size; ++k)
        for (int there : board.field.around(k % 2 ? pattern.others[k / 2] : pattern.ones[k / 2])) {
            seen.push_back(there);
            balance[there] += k % 2 ? -1 : 1;
        }
    for (int k = 0; k < pattern.size; ++k) balance[pattern.ones[k]] = balance[pattern.others[k]] = 0;
    pattern.first_edge = int(edges.size());
    for (int there : seen)
        if (balance[there]) {
            edges.push_back(there);
            balance[there] = 0;
        }
    pattern.end_edge = int(edges.size());
    patterns.push_back(pattern);
}

// Estimate quickly whether a coin flip is likely enough to be examined. The product of the odds is a good
// estimate in the sea. It can be far off where clues link the cells, so the threshold is lower there.
bool CoinFlips::may_matter(const Pattern& pattern, double least_flip) const {
    double about = 1.0, least = least_flip * 0.7;
    for (int k = 0; k < pattern.size; ++k) {
        about *= board.root.odds[pattern.ones[k]] * (1.0 - board.root.odds[pattern.others[k]]);
        if (board.front_of[pattern.ones[k]] || board.front_of[pattern.others[k]]) least = least_flip * 0.1;
    }
    for (int e = pattern.first_edge; e < pattern.end_edge; ++e) {
        int cell = edges[e];
        if (board.known[cell] == mined) continue;
        if (board.known[cell] == safe) return false;
        about *= board.root.odds[cell];
        if (board.front_of[cell]) least = least_flip * 0.1;
        if (about < least_flip * 0.1) return false;
    }
    return about >= least;
}

void CoinFlips::examine(const Pattern& pattern, double least_flip) {
    bool fits = true;
    for (int k = 0; k < pattern.size; ++k)
        fits = fits && assume(pattern.ones[k], mined) && assume(pattern.others[k], safe);
    for (int e = pattern.first_edge; e < pattern.end_edge; ++e) fits = fits && assume(edges[e], mined);
    if (fits) weigh(least_flip);
    retract_all();
}

bool CoinFlips::assume(int cell, Verdict verdict) {
    if (board.known[cell] != unknown) return board.known[cell] == verdict;
    assumed.push_back({cell, verdict});
    return board.assume(cell, verdict);
}

void CoinFlips::retract_all() {
    for (auto [cell, verdict] : assumed) board.retract(cell, verdict);
    assumed.clear();
}

// Compute the probability of the assumed coin flip, and lower `keep` of each cell by the games that the flip
// loses if that cell is opened and safe.
void CoinFlips::weigh(double least_flip) {
    poll(256);
    recount.begin();
    Position position;
    position.mines = board.root.mines;
    for (auto [cell, verdict] : assumed) {
        recount.touch(cell);
        position.mines -= verdict == mined;
    }
    odds.assign(board.cells, not_in_a_front);
    try {
        recount.count(board.root);
        position.fronts = recount.rest.fronts;
        position.sea = board.root.sea - recount.left_sea();
        position.gone = recount.left_sea();
        board.find_odds(position, join, odds);
    } catch (const Contradiction&) {
        return;
    }
    double chance = position.total / board.root.total;
    if (chance < least_flip) return;
    if (chance > 0.5 - 1e-9)
        for (auto [cell, verdict] : assumed) side[cell] = 1;
    for (int cell : board.root.hidden) {
        // Opening an assumed cell excludes the coin flip or decides it, so it loses no games later.
        if (board.known[cell] != unknown || board.root.odds[cell] > 1 - negligible) continue;
        double mine = odds[cell] == not_in_a_front ? position.sea_odds : odds[cell];
        double loss = chance * (1.0 - mine) / (1.0 - board.root.odds[cell]);
        keep[cell] *= 1.0 - std::min(0.5, loss);
    }
}

}  // namespace mineproof
