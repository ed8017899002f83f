// The compiled core as Python sees it. Nothing is decided here.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <charconv>
#include <cstdio>
#include <ctime>
#include <limits>
#include <memory>
#include <string>

#include "play.hpp"

namespace nb = nanobind;
using namespace mineproof;

using Table = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Seen = nb::ndarray<const std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Risks = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Boards = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using SeenBoards = nb::ndarray<std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Cells = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Layouts = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

namespace {

// CPU time of this thread where the system tells it, else of the process.
double cpu_ms() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
#else
    return double(std::clock()) * 1e3 / CLOCKS_PER_SEC;
#endif
}

template <class T> nb::ndarray<nb::numpy, T> own(std::vector<T>&& values, std::vector<std::size_t> shape) {
    auto* held = new std::vector<T>(std::move(values));
    nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(held->data(), shape.size(), shape.data(), owner);
}

// The fewest digits that read back as the same number, where the library can do that.
std::size_t shortest(char* to, std::size_t room, double value) {
#ifdef __cpp_lib_to_chars
    return std::size_t(std::to_chars(to, to + room, value).ptr - to);
#else
    return std::size_t(std::snprintf(to, room, "%.17g", value));
#endif
}

class PyField {
  public:
    explicit PyField(Table table) : field(table.data(), int(table.shape(0)), ways(table)) {}
    Field field;

  private:
    static int ways(const Table& table) {
        if (table.shape(1) > 8) throw nb::value_error("a cell has at most 8 neighbours here");
        return int(table.shape(1));
    }
};

// One position or one game at a time; not to be shared between threads.
class PyLive {
  public:
    explicit PyLive(const PyField& field) : field(field.field), live(field.field) {}

    void start(int mines) { live.reset(mines); }
    void open(int cell, int clue) {
        if (cell < 0 || cell >= field.cells() || live.is_open(cell))
            throw nb::value_error("cell cannot be opened");
        live.open(cell, clue);
    }
    nb::tuple deduce(bool with_count) {
        {
            nb::gil_scoped_release release;
            live.deduce(with_count);
        }
        return nb::make_tuple(nb::cast(live.fresh_safe), nb::cast(live.fresh_mined));
    }
    auto odds() {
        std::vector<double> out(field.cells(), std::numeric_limits<double>::quiet_NaN());
        {
            nb::gil_scoped_release release;
            live.odds(out.data());
        }
        return own(std::move(out), {std::size_t(field.cells())});
    }
    int least_risk() {
        nb::gil_scoped_release release;
        return live.least_risk();
    }

    // Verdicts (0 undecided, 1 safe, 2 mine), odds, and what the exact number of layouts is made of:
    // the ways of each front by number of mines (None if too large), its least, the sea, the mines.
    nb::tuple analyse(Seen seen, int mines, bool with_odds, bool with_ways) {
        if (int(seen.shape(0)) != field.cells()) throw nb::value_error("another board's cells");
        std::size_t cells = seen.shape(0);
        std::vector<std::int8_t> verdicts(cells);
        std::vector<double> out;
        std::vector<std::pair<int, std::vector<std::uint64_t>>> ways;
        bool whole = with_ways;
        {
            nb::gil_scoped_release release;
            live.read(seen.data(), mines);
            live.deduce_all();
            for (std::size_t cell = 0; cell < cells; ++cell)
                verdicts[cell] = live.is_open(int(cell)) ? 0 : live.verdict(int(cell));
            if (with_odds) {
                out.assign(cells, std::numeric_limits<double>::quiet_NaN());
                live.odds(out.data());
            }
            for (int k = 0; whole && k < live.count().fronts(); ++k) {
                ways.emplace_back(live.count().least(k), std::vector<std::uint64_t>());
                whole = live.count().whole_ways(k, ways.back().second);
            }
        }
        nb::object odds = with_odds ? nb::cast(own(std::move(out), {cells})) : nb::none();
        nb::object exact = whole ? nb::cast(ways) : nb::none();
        return nb::make_tuple(own(std::move(verdicts), {cells}), odds, exact, live.sea(), live.to_place());
    }

    std::size_t states() const { return live.states(); }
    int fronts() { return live.count().living_fronts(); }

    Live& position() { return live; }

  private:
    const Field& field;
    Live live;
};

// Which risk to take; not to be shared between threads.
class PyThinker {
  public:
    explicit PyThinker(const PyField& field) : thinker(field.field) {}
    PyThinker(const PyThinker&) = delete;
    PyThinker& operator=(const PyThinker&) = delete;

    int choose(PyLive& live, const Think& think) {
        nb::gil_scoped_release release;
        return thinker.choose(live.position(), think).cell;
    }
    // After an analyse() that found nothing safe: the choice, whether the ending was played out, and a
    // row a candidate.
    nb::tuple weigh(PyLive& live, const Think& think, const std::vector<int>& asked) {
        Weighing found;
        {
            nb::gil_scoped_release release;
            found = thinker.weigh(live.position(), think, asked);
        }
        auto told = [](const Chance& value) { return value.value_or(-1.0); };
        nb::list rows;
        for (const Candidate& one : found.candidates)
            rows.append(nb::make_tuple(one.cell, one.risk, told(one.survival), told(one.certain_next),
                                       told(one.flip_loss), told(one.win), one.score, one.dead, one.coin_flip,
                                       told(one.region_clears), told(one.region_best)));
        return nb::make_tuple(found.choice.cell, found.choice.exact(), rows);
    }

  private:
    Thinker thinker;
};

// An ending played out: the layouts, those that the best play wins (-1: too much work), and for each
// cell those won by opening it first, those in which it is safe, and whether it is dead; see
// play/endgame.py. With symmetries (permutations of the cells), or if asked, the policy instead:
// what is shown, the cell to guess, layouts, wins.
nb::tuple play_out(const std::vector<std::vector<int>>& around, const std::vector<std::vector<int>>& clues,
                   const std::vector<int>& known_mines, const std::vector<int>& need, int mines, int most,
                   long work, const std::vector<std::vector<int>>& symmetries, bool policy) {
    std::vector<Endgame::Cell> cells;
    for (std::size_t k = 0; k < around.size(); ++k) cells.push_back({clues[k], around[k], known_mines[k]});
    Endgame endgame;
    double wins = -1;
    std::vector<Endgame::Move> moves;
    std::vector<std::tuple<std::vector<int>, int, int, int>> positions;
    {
        nb::gil_scoped_release release;
        if (endgame.gather(cells, need, {mines, {1.0}}, most, work)) {
            if (policy) {
                wins = endgame.best(symmetries, work);
                if (wins >= 0)
                    endgame.policy([&](const std::vector<int>& view, int cell, int layouts, int won) {
                        positions.emplace_back(view, cell, layouts, won);
                    });
            } else if (endgame.solve(moves, true, work)) {
                wins = 0;
                for (const Endgame::Move& move : moves) wins = std::max(wins, move.wins);
            }
        }
    }
    nb::list rows;
    for (const Endgame::Move& move : moves)
        rows.append(nb::make_tuple(int(move.wins), int(move.safe), move.dead));
    return nb::make_tuple(endgame.layouts(), int(wins), rows, positions);
}

// Play every layout; a row a game: won, guesses, opened, CPU milliseconds, and the luck of the guesses
// and of the ending (see Played).
auto play_many(const PyField& field, Layouts layouts, const std::vector<int>& initial, bool guess,
               const Think* think) {
    std::size_t games = layouts.shape(0), cells = layouts.shape(1);
    if (int(cells) != field.field.cells()) throw nb::value_error("another board's layouts");
    std::vector<double> rows(games * 6);
    {
        nb::gil_scoped_release release;
        Live live(field.field);
        std::unique_ptr<Thinker> thinker;
        if (think) thinker = std::make_unique<Thinker>(field.field);
        Stuck stuck = think ? Stuck::think : guess ? Stuck::guess : Stuck::stop;
        for (std::size_t g = 0; g < games; ++g) {
            const std::uint8_t* layout = layouts.data() + g * cells;
            int mines = 0;
            for (std::size_t cell = 0; cell < cells; ++cell) mines += layout[cell];
            double began = cpu_ms();
            Played played = play(live, field.field, layout, mines, initial, stuck, nullptr, nullptr,
                                 thinker.get(), think ? *think : Think{});
            double* row = &rows[g * 6];
            row[0] = played.won;
            row[1] = played.guesses;
            row[2] = played.opened;
            row[3] = cpu_ms() - began;
            row[4] = played.guess_luck;
            row[5] = played.ending_luck;
        }
    }
    return own(std::move(rows), {games, 6});
}

// The guesses of one game, in order, and whether it was won.
std::pair<bool, std::vector<int>> play_one(const PyField& field, Layouts layouts,
                                           const std::vector<int>& initial) {
    std::vector<int> path;
    int mines = 0;
    for (std::size_t cell = 0; cell < layouts.shape(1); ++cell) mines += layouts.data()[cell];
    Live live(field.field);
    Played played = play(live, field.field, layouts.data(), mines, initial, Stuck::guess, &path);
    return {played.won, path};
}

// One board deduced with safe cells given when stuck: cells opened, and how many were given.
std::pair<int, int> play_with_gifts(const PyField& field, Layouts layouts, const std::vector<int>& initial,
                                    const std::vector<int>& gifts) {
    nb::gil_scoped_release release;
    int mines = 0;
    for (std::size_t cell = 0; cell < layouts.shape(1); ++cell) mines += layouts.data()[cell];
    Live live(field.field);
    Played played = play(live, field.field, layouts.data(), mines, initial, Stuck::gift, nullptr, &gifts);
    return {played.opened, played.guesses};
}

// Open one cell of each of many boards (none where it is negative); see flood().
auto flood_many(const PyField& field, Boards clues, SeenBoards seen, Cells cells) {
    std::size_t games = clues.shape(0), size = clues.shape(1);
    if (int(size) != field.field.cells() || seen.shape(0) != games || seen.shape(1) != size ||
        cells.shape(0) != games)
        throw nb::value_error("another board's cells");
    std::vector<std::int32_t> opened(games);
    {
        nb::gil_scoped_release release;
        std::vector<int> queue;
        for (std::size_t g = 0; g < games; ++g) {
            int cell = cells.data()[g];
            if (cell >= 0 && cell < int(size))
                opened[g] = flood(field.field, clues.data() + g * size, seen.data() + g * size, cell, queue);
        }
    }
    return own(std::move(opened), {games});
}

// The odds of hidden cells as the members of a JSON object: "r1c1": 0.25, "r1c2": 0.5
nb::str write_odds(Risks risks, int cols) {
    std::string out;
    out.reserve(risks.shape(0) * 32);
    char digits[40];
    std::size_t length = 0;
    double last = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t cell = 0; cell < risks.shape(0); ++cell) {
        double odds = risks.data()[cell];
        if (odds != odds) continue;  // an opened cell
        if (odds != last) {          // neighbours in the sea share one number: write its digits once
            length = shortest(digits, sizeof digits, odds);
            last = odds;
        }
        if (!out.empty()) out += ", ";
        out += "\"r";
        out += std::to_string(cell / std::size_t(cols) + 1);
        out += 'c';
        out += std::to_string(cell % std::size_t(cols) + 1);
        out += "\": ";
        out.append(digits, length);
    }
    return nb::str(out.data(), out.size());
}

auto deal_many(const std::vector<int>& allowed, int cells, int mines, std::uint64_t seed, std::uint64_t first,
               std::size_t count) {
    std::vector<std::uint8_t> layouts(count * std::size_t(cells));
    {
        nb::gil_scoped_release release;
        Dealer dealer(allowed, cells, mines, seed);
        for (std::size_t i = 0; i < count; ++i) dealer.deal(first + i, &layouts[i * std::size_t(cells)]);
    }
    return own(std::move(layouts), {count, std::size_t(cells)});
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The compiled core: counting, games and bulk play.";
    nb::exception<Contradiction>(m, "Contradiction");
    nb::exception<TooWide>(m, "TooWide");
    nb::class_<Think>(m, "Think")
        .def(nb::init<>())
        .def_rw("layouts", &Think::layouts)
        .def_rw("ending_work", &Think::ending_work)
        .def_rw("living", &Think::living)
        .def_rw("window", &Think::window)
        .def_rw("sea_cells", &Think::sea_cells)
        .def_rw("flips", &Think::flips)
        .def_rw("least_flip", &Think::least_flip)
        .def_rw("plies", &Think::plies)
        .def_rw("close", &Think::close)
        .def_rw("answers", &Think::answers)
        .def_rw("reach", &Think::reach)
        .def_rw("work", &Think::work)
        .def_rw("regions", &Think::regions);
    nb::class_<PyField>(m, "Field").def(nb::init<Table>(), nb::arg("table"));
    nb::class_<PyLive>(m, "Live")
        .def(nb::init<const PyField&>(), nb::arg("field"), nb::keep_alive<1, 2>())
        .def("start", &PyLive::start, nb::arg("mines"))
        .def("open", &PyLive::open, nb::arg("cell"), nb::arg("clue"))
        .def("deduce", &PyLive::deduce, nb::arg("with_count") = true)
        .def("odds", &PyLive::odds)
        .def("least_risk", &PyLive::least_risk)
        .def("states", &PyLive::states)
        .def("fronts", &PyLive::fronts)
        .def("analyse", &PyLive::analyse, nb::arg("seen"), nb::arg("mines"), nb::arg("with_odds") = true,
             nb::arg("with_ways") = false);
    nb::class_<PyThinker>(m, "Thinker")
        .def(nb::init<const PyField&>(), nb::arg("field"), nb::keep_alive<1, 2>())
        .def("choose", &PyThinker::choose, nb::arg("live"), nb::arg("think"))
        .def("weigh", &PyThinker::weigh, nb::arg("live"), nb::arg("think"), nb::arg("asked"));
    m.def("play_out", &play_out, nb::arg("around"), nb::arg("clues"), nb::arg("known_mines"), nb::arg("need"),
          nb::arg("mines"), nb::arg("most"), nb::arg("work"), nb::arg("symmetries"), nb::arg("policy"));
    m.def("play_many", &play_many, nb::arg("field"), nb::arg("layouts"), nb::arg("initial"), nb::arg("guess"),
          nb::arg("think").none() = nb::none());
    m.def("play_one", &play_one, nb::arg("field"), nb::arg("layouts"), nb::arg("initial"));
    m.def("play_with_gifts", &play_with_gifts, nb::arg("field"), nb::arg("layouts"), nb::arg("initial"),
          nb::arg("gifts"));
    m.def("flood_many", &flood_many, nb::arg("field"), nb::arg("clues"), nb::arg("seen"), nb::arg("cells"));
    m.def("write_odds", &write_odds, nb::arg("risks"), nb::arg("cols"));
    m.def("deal_many", &deal_many, nb::arg("allowed"), nb::arg("cells"), nb::arg("mines"), nb::arg("seed"),
          nb::arg("first"), nb::arg("count"));
}
