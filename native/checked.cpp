#include "checked.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <memory>

#include "base/hash.hpp"
#include "base/poll.hpp"

namespace mineproof {

namespace {

// CPU time of this thread if the system provides it, else of the process. WebAssembly provides neither and
// runs one thread, so wall-clock time is used there.
double cpu_ms() {
#if defined(__EMSCRIPTEN__)
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
#elif defined(CLOCK_THREAD_CPUTIME_ID)
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
#else
    return double(std::clock()) * 1e3 / CLOCKS_PER_SEC;
#endif
}

std::vector<double> no_odds(const Field& field) {
    return std::vector<double>(std::size_t(field.cells()), std::numeric_limits<double>::quiet_NaN());
}

void require_permutation(const std::vector<int>& order, std::size_t cells) {
    std::vector<char> met(order.size() == cells ? cells : 0, 0);
    for (int cell : order) {
        bool fresh = cell >= 0 && std::size_t(cell) < met.size() && !met[std::size_t(cell)];
        if (!fresh) throw std::invalid_argument("symmetries: one is not a permutation of the cells");
        met[std::size_t(cell)] = 1;
    }
    if (met.size() != cells) throw std::invalid_argument("symmetries: one is not a permutation of the cells");
}

// Count the mines of a layout, and check that it has valid bytes and no mine in the first cells. `game` is
// its index in the list, for the error message.
int count_mines(const std::vector<std::uint8_t>& layout, const std::vector<int>& initial, std::size_t game) {
    int mines = 0;
    unsigned all = 0;
    for (std::uint8_t byte : layout) {
        mines += byte;
        all |= byte;
    }
    std::string which = "layouts: number " + std::to_string(game);
    if (all > 1) throw std::invalid_argument(which + " has a byte other than 0 and 1");
    for (int cell : initial)
        if (layout[std::size_t(cell)]) throw std::invalid_argument(which + " has a mine in the first cell");
    return mines;
}

}  // namespace

const Think& checked(const Think& think) {
    require("layouts", think.layouts, 0, most_layouts);
    require("ending_work", think.ending_work, std::int64_t(0), most_work);
    require("window", think.window, 0.0, 1.0);
    require("sea_cells", think.sea_cells, 0, most_cells);
    require("least_flip", think.least_flip, 0.0, 1.0);
    require("plies", think.plies, 0, INT_MAX);  // the search uses at most most_plies
    require("close", think.close, 0.0, 1.0);
    require("answers", think.answers, 0, most_cells);
    require("reach", think.reach, 0.0, 1.0);
    require("work", think.work, std::int64_t(0), most_work);
    require("rollouts", think.rollouts, 0, most_rollouts);
    return think;
}

void CheckedLive::start(int mines) {
    InUse use(in_use);
    require("mines", mines, 0, field.cells());
    live.reset(mines);
    complete = true;
}

void CheckedLive::open(int cell, int clue) {
    InUse use(in_use);
    require_complete();
    require_cell(cell, field);
    require("clue", clue, 0, most_neighbours);
    if (live.is_open(cell)) throw std::invalid_argument("cell: it is open already");
    live.open(cell, clue);
}

std::pair<std::vector<int>, std::vector<int>> CheckedLive::deduce(bool with_count) {
    InUse use(in_use);
    require_complete();
    run([&] { live.deduce(with_count); });
    return {live.fresh_safe, live.fresh_mined};
}

std::vector<double> CheckedLive::odds() {
    std::vector<double> out = no_odds(field);
    compute([&](Live&) { live.odds(out.data()); });
    return out;
}

int CheckedLive::least_risk() {
    int cell = -1;
    compute([&](Live&) { cell = live.least_risk(); });
    return cell;
}

void CheckedLive::read(const std::int8_t* seen, std::size_t size, int mines) {
    InUse use(in_use);
    read_position(seen, size, mines);
}

Analysis CheckedLive::analyse(const std::int8_t* seen, std::size_t size, int mines) {
    InUse use(in_use);
    read_position(seen, size, mines);
    Analysis found;
    found.odds = no_odds(field);
    run([&] {
        for (int cell = 0; cell < field.cells(); ++cell) {
            if (live.is_open(cell) || live.verdict(cell) == unknown) continue;
            (live.verdict(cell) == safe ? found.safe : found.mined).push_back(cell);
        }
        live.odds(found.odds.data());
        found.ways.emplace();
        for (int k = 0; found.ways && k < live.count().fronts(); ++k) {
            found.ways->emplace_back(live.count().least(k), std::vector<std::uint64_t>());
            if (!live.count().whole_ways(k, found.ways->back().second)) found.ways.reset();
        }
        found.sea = live.sea();
        found.mines_to_place = live.to_place();
    });
    return found;
}

std::vector<std::uint8_t> CheckedLive::sample(int count, std::uint64_t seed) {
    std::size_t cells = std::size_t(field.cells());
    require("count", count, 0, int((std::size_t(1) << 30) / std::max<std::size_t>(1, cells)));
    std::vector<std::uint8_t> layouts(std::size_t(count) * cells);
    compute([&](Live&) {
        PositionSampler sampler(field);
        sampler.begin(live);
        for (std::size_t k = 0; k < std::size_t(count); ++k) {
            poll(std::int64_t(cells));
            Random random(child(seed, k));
            sampler.sample(random, layouts.data() + k * cells);
        }
    });
    return layouts;
}

std::size_t CheckedLive::states() {
    InUse use(in_use);
    return live.states();
}

int CheckedLive::fronts() {
    InUse use(in_use);
    return live.count().living_fronts();
}

void CheckedLive::read_position(const std::int8_t* seen, std::size_t size, int mines) {
    if (size != std::size_t(field.cells()))
        throw std::invalid_argument("seen: it needs one byte for each cell");
    require("mines", mines, 0, field.cells());
    // A clue that is too large for its cell is accepted: the engine then reports a contradiction.
    require("clue", int(*std::max_element(seen, seen + size)), -128, most_neighbours);
    run([&] {
        live.read(seen, mines);
        live.deduce_all();
    });
}

int CheckedThinker::choose(CheckedLive& live, Think think) {
    checked(think);
    InUse use(in_use);
    require_same_field(live);
    int cell = -1;
    live.compute([&](Live& position) { cell = thinker.choose(position, think).cell; });
    return cell;
}

Weighing CheckedThinker::evaluate(CheckedLive& live, Think think, const std::vector<int>& also,
                                  const Report& report) {
    checked(think);
    for (int cell : also) require_cell(cell, field);
    InUse use(in_use);
    require_same_field(live);
    Weighing found;
    live.compute([&](Live& position) { found = thinker.weigh(position, think, also, report); });
    return found;
}

void CheckedThinker::require_same_field(const CheckedLive& live) const {
    if (&live.board() != &field) throw std::invalid_argument("live: it belongs to another field");
}

std::vector<double> CheckedRollouts::play(CheckedLive& live, Think player, const std::vector<int>& cells,
                                          std::uint64_t seed, int first, int count) {
    checked(player);
    for (int cell : cells) require_cell(cell, field);
    require("first", first, 0, INT_MAX - most_rollouts);
    require("count", count, 0, most_rollouts / std::max(1, int(cells.size())));
    InUse use(in_use);
    if (&live.board() != &field) throw std::invalid_argument("live: it belongs to another field");
    std::vector<double> values, odds = live.odds();
    for (int cell : cells)
        if (!(odds[std::size_t(cell)] >= 0)) throw std::invalid_argument("cells: one is open");
    live.compute([&](Live& position) {
        rollouts.begin(position, player, seed);
        for (int number = first; number < first + count; ++number)
            for (int cell : cells)
                values.push_back(rollouts.play(cell, odds[std::size_t(cell)], std::uint64_t(number)));
    });
    return values;
}

OptimalPlay optimal_play(const Field& field, const std::vector<int>& free, int mines, int most,
                         std::int64_t work, const std::vector<std::vector<int>>& symmetries) {
    require("mines", mines, 0, field.cells());
    require("most", most, 0, most_layouts);
    require("work", work, std::int64_t(0), most_work);
    std::vector<Endgame::Cell> cells(std::size_t(field.cells()));
    for (const std::vector<int>& order : symmetries) require_permutation(order, cells.size());
    for (int cell = 0; cell < field.cells(); ++cell)
        for (int there : field.around(cell)) cells[std::size_t(cell)].around.push_back(there);
    for (int cell : free) {
        require_cell(cell, field);
        cells[std::size_t(cell)].clues = {0};
    }
    Endgame endgame;
    double wins = -1;
    OptimalPlay found{};
    bool gathered = endgame.gather(cells, {0}, {mines, {1.0}}, most, work);
    if (gathered && endgame.layouts()) wins = endgame.best(symmetries, work);
    if (wins >= 0)
        endgame.policy([&](const std::vector<int>& view, int cell, int layouts, int won) {
            found.policy.emplace_back(view, cell, layouts, won);
        });
    found.layouts = endgame.layouts();
    found.wins = int(wins);
    return found;
}

std::vector<TimedGame> play_many(const Field& field, const std::uint8_t* layouts, std::size_t size, int first,
                                 bool guess, const Think* think) {
    std::size_t cells = std::size_t(field.cells()), games = size / cells;
    if (size % cells) throw std::invalid_argument("layouts: each needs one byte for each cell");
    require("first", first, 0, field.cells() - 1);
    Think how = think ? checked(*think) : Think{};
    std::vector<TimedGame> rows(games);
    Live live(field);
    std::unique_ptr<Thinker> thinker;
    if (think) thinker = std::make_unique<Thinker>(field);
    Stuck stuck = think ? Stuck::think : guess ? Stuck::guess : Stuck::stop;
    std::vector<std::uint8_t> layout(cells);  // a copy: another thread may write to the buffer
    for (std::size_t g = 0; g < games; ++g) {
        std::copy_n(layouts + g * cells, cells, layout.begin());
        int mines = count_mines(layout, {first}, g);
        double began = cpu_ms();
        rows[g].played = play(live, field, layout.data(), mines, {first}, stuck, thinker.get(), how);
        rows[g].ms = cpu_ms() - began;
    }
    return rows;
}

std::optional<Depth> depth_of(const Field& field, const std::vector<std::uint8_t>& layout,
                              const std::vector<int>& initial) {
    for (int cell : initial) require_cell(cell, field);
    Live live(field);
    return depth_of(live, field, layout.data(), count_mines(layout, initial, 0), initial);
}

std::vector<std::int32_t> flood_many(const Field& field, const std::int8_t* clues, std::int8_t* seen,
                                     std::size_t bytes, const std::int32_t* cells, std::size_t games) {
    std::size_t size = std::size_t(field.cells());
    if (bytes % size || bytes / size != games)
        throw std::invalid_argument("clues and seen: each board needs one byte for each cell");
    std::vector<std::int32_t> opened(games);
    std::vector<int> queue;
    for (std::size_t g = 0; g < games; ++g) {
        int cell = cells[g];
        require("cell", cell, INT_MIN, int(size) - 1);
        if (cell < 0) continue;
        opened[g] = flood(field, clues + g * size, seen + g * size, cell, queue);
        poll(1 + std::int64_t(queue.size()));
    }
    return opened;
}

}  // namespace mineproof
