// The compiled core as Python sees it. Nothing is decided here.
//
// Every argument is checked: whatever Python passes gives an answer or an error, never a crash. Long calls
// release Python's lock, and end with the exception of a signal handler (Ctrl-C) soon after the signal.
//
// Arrays come and go as buffers (memory views), so that Python needs no array library. The generated
// stub src/mineproof/_native.pyi is the contents page of this file.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <ctime>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "board/shapes.hpp"
#include "guards.hpp"
#include "play.hpp"

namespace nb = nanobind;
using namespace mineproof;

using Seen = nb::ndarray<const std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WritableSeen = nb::ndarray<std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Cells = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Layouts = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T> using Memory = nb::ndarray<nb::memview, T, nb::ndim<1>>;

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

template <class T> Memory<T> own(std::vector<T>&& values) {
    auto* held = new std::vector<T>(std::move(values));
    nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Memory<T>(held->data(), {held->size()}, owner);
}

constexpr long most_work = LONG_MAX > 100000000000 ? long(100000000000) : LONG_MAX;
constexpr int most_layouts = 10000000;
constexpr int most_cells = 1 << 24;

const Think& checked(const Think& think) {
    require("layouts", think.layouts, 0, most_layouts);
    require("ending_work", think.ending_work, 0L, most_work);
    require("window", think.window, 0.0, 1.0);
    require("sea_cells", think.sea_cells, 0, most_cells);
    require("least_flip", think.least_flip, 0.0, 1.0);
    require("plies", think.plies, 0, INT_MAX);  // more than 12 are 12
    require("close", think.close, 0.0, 1.0);
    require("answers", think.answers, 0, most_cells);
    require("reach", think.reach, 0.0, 1.0);
    require("work", think.work, 0L, most_work);
    return think;
}

class PyField {
  public:
    PyField(int rows, int cols, const std::string& shape) : PyField(table_of_shape(rows, cols, shape)) {}
    Field field;

  private:
    explicit PyField(const std::vector<std::int32_t>& table)
        : field(table.data(), int(table.size() / 8), 8) {}
};

// What an analysis of a position tells.
struct PyPosition {
    std::vector<int> safe, mined;  // what is certain
    Memory<double> odds;           // by cell; not a number where a cell is open
    // The ways of each front by its number of mines, with the fewest first; none if one is too large.
    std::optional<std::vector<std::pair<int, std::vector<std::uint64_t>>>> ways;
    int sea = 0;             // the cells that no clue touches
    int mines_to_place = 0;  // the mines in the sea and in the fronts
};

// One game of many.
struct PyPlayed {
    Played played;
    double ms;  // CPU time
};

// One position or one game at a time. A second thread is refused.
class PyLive {
  public:
    explicit PyLive(const PyField& field) : field(field.field), live(field.field) {}

    void start(int mines) {
        InUse use(in_use);
        require("mines", mines, 0, field.cells());
        live.reset(mines);
        complete = true;
    }
    void open(int cell, int clue) {
        InUse use(in_use);
        require_complete();
        require_cell(cell, field);
        require("clue", clue, 0, 8);
        if (live.is_open(cell)) throw nb::value_error("cell: it is open already");
        live.open(cell, clue);
    }
    std::pair<std::vector<int>, std::vector<int>> deduce(bool with_count) {
        compute([&] { live.deduce(with_count); });
        return {live.fresh_safe, live.fresh_mined};
    }
    Memory<double> odds() {
        std::vector<double> out(field.cells(), std::numeric_limits<double>::quiet_NaN());
        compute([&] { live.odds(out.data()); });
        return own(std::move(out));
    }
    int least_risk() {
        int cell = -1;
        compute([&] { cell = live.least_risk(); });
        return cell;
    }

    // Read a position and deduce all that follows; no odds. evaluate() can follow.
    void read(Seen seen, int mines) {
        InUse use(in_use);
        read_position(seen, mines);
    }
    // The same, with everything that is to be told of the position.
    PyPosition analyse(Seen seen, int mines) {
        InUse use(in_use);
        read_position(seen, mines);
        PyPosition found;
        std::vector<double> odds(field.cells(), std::numeric_limits<double>::quiet_NaN());
        run([&] {
            for (int cell = 0; cell < field.cells(); ++cell) {
                if (live.is_open(cell) || live.verdict(cell) == unknown) continue;
                (live.verdict(cell) == safe ? found.safe : found.mined).push_back(cell);
            }
            live.odds(odds.data());
            found.ways.emplace();
            for (int k = 0; found.ways && k < live.count().fronts(); ++k) {
                found.ways->emplace_back(live.count().least(k), std::vector<std::uint64_t>());
                if (!live.count().whole_ways(k, found.ways->back().second)) found.ways.reset();
            }
            found.sea = live.sea();
            found.mines_to_place = live.to_place();
        });
        found.odds = own(std::move(odds));
        return found;
    }

    std::size_t states() {
        InUse use(in_use);
        return live.states();
    }
    int fronts() {
        InUse use(in_use);
        return live.count().living_fronts();
    }

    // Run a computation with the position, without Python's lock.
    template <class Work> void compute(Work work) {
        InUse use(in_use);
        require_complete();
        run(work);
    }
    Live& position() { return live; }
    const Field& board() const { return field; }

  private:
    void read_position(Seen seen, int mines) {
        if (seen.shape(0) != std::size_t(field.cells()))
            throw nb::value_error("seen: it needs one byte for each cell");
        require("mines", mines, 0, field.cells());
        const std::int8_t* first = seen.data();
        require("clue", int(*std::max_element(first, first + field.cells())), -128, 8);
        complete = true;
        run([&] {
            live.read(first, mines);
            live.deduce_all();
        });
    }
    // An exception that the core knows leaves the position usable; any other stops it half-way.
    template <class Work> void run(Work work) {
        LongCall call;
        complete = false;
        try {
            work();
        } catch (const Contradiction&) {
            complete = true;
            throw;
        } catch (const TooWide&) {
            complete = true;
            throw;
        }
        complete = true;
    }
    void require_complete() const {
        if (!complete) throw std::runtime_error("a computation was interrupted: read or start again");
    }

    const Field& field;                // which cells touch
    Live live;                         // the position
    std::atomic<bool> in_use = false;  // is a call running?
    bool complete = true;              // false after a call that was interrupted
};

// Which risk to take. A second thread is refused.
class PyThinker {
  public:
    explicit PyThinker(const PyField& field) : field(field.field), thinker(field.field) {}

    int choose(PyLive& live, const Think& think) {
        int cell = -1;
        checked(think);
        compute(live, [&] { cell = thinker.choose(live.position(), think).cell; });
        return cell;
    }
    // After an analysis that found nothing safe: the choice, and all promising cells and those asked for.
    Weighing evaluate(PyLive& live, const Think& think, const std::vector<int>& also) {
        checked(think);
        for (int cell : also) require_cell(cell, field);
        Weighing found;
        compute(live, [&] { found = thinker.weigh(live.position(), think, also); });
        return found;
    }

  private:
    template <class Work> void compute(PyLive& live, Work work) {
        InUse use(in_use);
        if (&live.board() != &field) throw nb::value_error("live: it belongs to another field");
        live.compute(work);
    }

    const Field& field;                // which cells touch
    Thinker thinker;                   // the search and its memory
    std::atomic<bool> in_use = false;  // is a call running?
};

void require_permutation(const std::vector<int>& order, std::size_t cells) {
    std::vector<char> met(order.size() == cells ? cells : 0, 0);
    for (int cell : order) {
        bool fresh = cell >= 0 && std::size_t(cell) < met.size() && !met[std::size_t(cell)];
        if (!fresh) throw nb::value_error("symmetries: one is not a permutation of the cells");
        met[std::size_t(cell)] = 1;
    }
    if (met.size() != cells) throw nb::value_error("symmetries: one is not a permutation of the cells");
}

// A whole small board played as well as can be: the layouts, those that the best play wins (-1: too much
// work), and every guess of that play: what is shown, the cell to guess, layouts, wins. `free` are the
// cells that hold no mine; symmetries are permutations of the cells.
using Policy = std::vector<std::tuple<std::vector<int>, int, int, int>>;
std::tuple<int, int, Policy> optimal_play(const PyField& field, const std::vector<int>& free, int mines,
                                          int most, long work,
                                          const std::vector<std::vector<int>>& symmetries) {
    std::vector<Endgame::Cell> cells(field.field.cells());
    require("mines", mines, 0, field.field.cells());
    require("most", most, 0, most_layouts);
    require("work", work, 0L, most_work);
    for (const std::vector<int>& order : symmetries) require_permutation(order, cells.size());
    for (int cell = 0; cell < int(cells.size()); ++cell)
        for (int there : field.field.around(cell)) cells[cell].around.push_back(there);
    for (int cell : free) {
        require_cell(cell, field.field);
        cells[cell].clues = {0};
    }
    Endgame endgame;
    double wins = -1;
    Policy policy;
    {
        LongCall call;
        bool gathered = endgame.gather(cells, {0}, {mines, {1.0}}, most, work);
        if (gathered && endgame.layouts()) wins = endgame.best(symmetries, work);
        if (wins >= 0)
            endgame.policy([&](const std::vector<int>& view, int cell, int layouts, int won) {
                policy.emplace_back(view, cell, layouts, won);
            });
    }
    return {endgame.layouts(), int(wins), policy};
}

// The number of mines of a layout that can be played from `first`; `game` is its number in the list.
int count_mines(const std::vector<std::uint8_t>& layout, int first, std::size_t game) {
    int mines = 0;
    unsigned all = 0;
    for (std::uint8_t byte : layout) {
        mines += byte;
        all |= byte;
    }
    std::string which = "layouts: number " + std::to_string(game);
    if (all > 1) throw nb::value_error((which + " has a byte other than 0 and 1").c_str());
    if (layout[std::size_t(first)]) throw nb::value_error((which + " has a mine in the first cell").c_str());
    return mines;
}

// Play every layout, opening the first cell. `guess`: whether to go on when nothing is safe; by `think`,
// or else by the least risk. `is_cancelled` is called now and then; the games end when it returns true.
std::vector<PyPlayed> play_many(const PyField& field, Layouts layouts, int first, bool guess,
                                const Think* think, nb::object is_cancelled) {
    std::size_t cells = field.field.cells(), games = layouts.shape(0) / cells;
    if (layouts.shape(0) % cells) throw nb::value_error("layouts: each needs one byte for each cell");
    require("first", first, 0, int(cells) - 1);
    Think how = think ? checked(*think) : Think{};
    std::vector<PyPlayed> rows(games);
    LongCall call(is_cancelled);
    Live live(field.field);
    std::unique_ptr<Thinker> thinker;
    if (think) thinker = std::make_unique<Thinker>(field.field);
    Stuck stuck = think ? Stuck::think : guess ? Stuck::guess : Stuck::stop;
    std::vector<std::uint8_t> layout(cells);  // a copy: another thread may write to the buffer
    for (std::size_t g = 0; g < games; ++g) {
        std::copy_n(layouts.data() + g * cells, cells, layout.begin());
        int mines = count_mines(layout, first, g);
        double began = cpu_ms();
        rows[g].played = play(live, field.field, layout.data(), mines, {first}, stuck, thinker.get(), how);
        rows[g].ms = cpu_ms() - began;
    }
    return rows;
}

// Open one cell of each of many boards (none where it is negative); see flood().
Memory<std::int32_t> flood_many(const PyField& field, Seen clues, WritableSeen seen, Cells cells) {
    std::size_t size = field.field.cells(), games = cells.shape(0);
    if (clues.shape(0) % size || clues.shape(0) / size != games || seen.shape(0) != clues.shape(0))
        throw nb::value_error("clues and seen: each board needs one byte for each cell");
    std::vector<std::int32_t> opened(games);
    {
        LongCall call;
        std::vector<int> queue;
        for (std::size_t g = 0; g < games; ++g) {
            int cell = cells.data()[g];
            require("cell", cell, INT_MIN, int(size) - 1);
            if (cell < 0) continue;
            opened[g] = flood(field.field, clues.data() + g * size, seen.data() + g * size, cell, queue);
            poll(1 + std::int64_t(queue.size()));
        }
    }
    return own(std::move(opened));
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The compiled core: counting, games, look-ahead and bulk play.";
    nb::exception<Contradiction>(m, "Contradiction");
    nb::exception<TooWide>(m, "TooWide");
    nb::exception<Cancelled>(m, "Cancelled");
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
    nb::class_<Candidate>(m, "Candidate")
        .def_ro("cell", &Candidate::cell)
        .def_ro("risk", &Candidate::risk)
        .def_ro("survival", &Candidate::survival)
        .def_ro("certain_next", &Candidate::certain_next)
        .def_ro("flip_loss", &Candidate::flip_loss)
        .def_ro("win", &Candidate::win)
        .def_ro("dead", &Candidate::dead)
        .def_ro("coin_flip", &Candidate::coin_flip)
        .def_ro("region_clears", &Candidate::region_clears)
        .def_ro("region_best", &Candidate::region_best)
        .def_ro("score", &Candidate::score);
    nb::class_<Weighing>(m, "Evaluation")
        .def_prop_ro("cell", [](const Weighing& one) { return one.choice.cell; })
        .def_prop_ro("exact", [](const Weighing& one) { return one.choice.exact(); })
        .def_ro("candidates", &Weighing::candidates);
    nb::class_<PyPosition>(m, "Position")
        .def_ro("safe", &PyPosition::safe)
        .def_ro("mined", &PyPosition::mined)
        .def_prop_ro(
            "odds", [](const PyPosition& one) { return one.odds; }, nb::rv_policy::automatic,
            nb::for_getter(nb::sig("def odds(self) -> Sequence[float]")))
        .def_ro("ways", &PyPosition::ways)
        .def_ro("sea", &PyPosition::sea)
        .def_ro("mines_to_place", &PyPosition::mines_to_place);
    nb::class_<PyPlayed>(m, "Played")
        .def_prop_ro("won", [](const PyPlayed& one) { return one.played.won; })
        .def_prop_ro("guesses", [](const PyPlayed& one) { return one.played.guesses; })
        .def_prop_ro("opened", [](const PyPlayed& one) { return one.played.opened; })
        .def_ro("ms", &PyPlayed::ms)
        .def_prop_ro("guess_luck", [](const PyPlayed& one) { return one.played.guess_luck; })
        .def_prop_ro("ending_luck", [](const PyPlayed& one) { return one.played.ending_luck; });
    nb::class_<PyField>(m, "Field")
        .def(nb::init<int, int, const std::string&>(), nb::arg("rows"), nb::arg("cols"), nb::arg("shape"));
    nb::class_<PyLive>(m, "Live")
        .def(nb::init<const PyField&>(), nb::arg("field"), nb::keep_alive<1, 2>())
        .def("start", &PyLive::start, nb::arg("mines"))
        .def("open", &PyLive::open, nb::arg("cell"), nb::arg("clue"))
        .def("deduce", &PyLive::deduce, nb::arg("with_count") = true)
        .def("odds", &PyLive::odds, nb::sig("def odds(self) -> Sequence[float]"))
        .def("least_risk", &PyLive::least_risk)
        .def("states", &PyLive::states)
        .def("fronts", &PyLive::fronts)
        .def("read", &PyLive::read, nb::arg("seen"), nb::arg("mines"),
             nb::sig("def read(self, seen: memoryview, mines: int) -> None"))
        .def("analyse", &PyLive::analyse, nb::arg("seen"), nb::arg("mines"),
             nb::sig("def analyse(self, seen: memoryview, mines: int) -> Position"));
    nb::class_<PyThinker>(m, "Thinker")
        .def(nb::init<const PyField&>(), nb::arg("field"), nb::keep_alive<1, 2>())
        .def("choose", &PyThinker::choose, nb::arg("live"), nb::arg("think"))
        .def("evaluate", &PyThinker::evaluate, nb::arg("live"), nb::arg("think"), nb::arg("also"));
    m.def("optimal_play", &optimal_play, nb::arg("field"), nb::arg("free"), nb::arg("mines"), nb::arg("most"),
          nb::arg("work"), nb::arg("symmetries"));
    m.def("play_many", &play_many, nb::arg("field"), nb::arg("layouts"), nb::arg("first"), nb::arg("guess"),
          nb::arg("think").none() = nb::none(), nb::arg("is_cancelled").none() = nb::none(),
          nb::sig("def play_many(field: Field, layouts: memoryview, first: int, guess: bool, think: Think | "
                  "None = None, is_cancelled: collections.abc.Callable[[], bool] | None = None)"
                  " -> list[Played]"));
    m.def("flood_many", &flood_many, nb::arg("field"), nb::arg("clues"), nb::arg("seen"), nb::arg("cells"),
          nb::sig("def flood_many(field: Field, clues: memoryview, seen: memoryview, cells: memoryview) -> "
                  "memoryview"));
}
