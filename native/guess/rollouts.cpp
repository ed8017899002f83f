#include "guess/rollouts.hpp"

#include "base/errors.hpp"
#include "base/hash.hpp"
#include "base/poll.hpp"

namespace mineproof {

namespace {

constexpr std::uint64_t most_draws = 10000;  // most layouts drawn to find one in which a cell is safe
constexpr std::size_t memo_size = 1 << 14;   // entries of the memo; a new one replaces another

// The hash of a position is the sum of these words over its open cells.
std::uint64_t word_of(int cell, int clue) { return child(std::uint64_t(cell), std::uint64_t(clue)); }

}  // namespace

void Rollouts::begin(const Live& position, const Think& player, std::uint64_t seed_of_layouts) {
    think = player;
    think.rollouts = 0;
    seed = seed_of_layouts;
    mines = position.all_mines();
    safe_cells = field.cells() - mines;
    seen.resize(std::size_t(field.cells()));
    opened_at_root = 0;
    root_key = 0;
    for (int cell = 0; cell < field.cells(); ++cell) {
        seen[std::size_t(cell)] = std::int8_t(position.shown(cell));
        if (!position.is_open(cell)) continue;
        ++opened_at_root;
        root_key += word_of(cell, position.shown(cell));
    }
    // Another position, number of mines or player: entries with an older stamp are not used again.
    memo.resize(memo_size);
    forget_choices();
    // The fronts of `position` have the order in which they were found, and the sampler draws front by
    // front. A position that is read has one order, so a seed gives the same layouts after any history.
    root.read(seen.data(), mines);
    root.deduce_all();
    root_sampler.begin(root);
}

double Rollouts::play(int cell, double risk, std::uint64_t number) {
    std::uint64_t stream = child(seed, number);
    if (!(risk < 1) || !draw_safe(root_sampler, cell, stream)) return 0.0;
    try {
        return play_on(cell, 1.0 - risk, stream);
    } catch (const TooWide&) {
        return 0.0;  // a front is too wide to count: the player gives up
    }
}

// Draw layouts until one has no mine in the cell. The first one drawn is the same for all cells.
bool Rollouts::draw_safe(PositionSampler& from, int cell, std::uint64_t stream) {
    for (std::uint64_t k = 0; k < most_draws; ++k) {
        Random random(child(stream, k));
        from.sample(random, layout.data());
        if (!layout[std::size_t(cell)]) return true;
        poll(64);
    }
    return false;
}

double Rollouts::play_on(int cell, double chance, std::uint64_t stream) {
    live.read(seen.data(), mines);
    opened = opened_at_root;
    key = root_key;
    open(cell);
    while (opened < safe_cells) {
        poll(64);
        live.deduce();
        certain.swap(live.fresh_safe);
        for (int safe_cell : certain) open(safe_cell);
        if (!certain.empty()) continue;
        Choice choice = choose();
        if (choice.win) return chance * *choice.win;
        if (choice.cell < 0) return 0.0;
        chance *= 1.0 - choice.risk;
        if (layout[std::size_t(choice.cell)]) {
            sampler.begin(live);
            if (!draw_safe(sampler, choice.cell, child(stream, most_draws + std::uint64_t(opened))))
                return 0.0;
        }
        open(choice.cell);
    }
    return chance;
}

void Rollouts::open(int cell) {
    int clue = 0;
    for (int there : field.around(cell)) clue += layout[std::size_t(there)];
    live.open(cell, clue);
    ++opened;
    key += word_of(cell, clue);
}

const Choice& Rollouts::choose() {
    Kept& kept = memo[key % memo_size];
    if (kept.stamp != stamp || kept.key != key) {
        kept.choice = thinker.choose(live, think);  // it may throw: then the entry stays as it is
        kept.key = key;
        kept.stamp = stamp;
    }
    return kept.choice;
}

}  // namespace mineproof
