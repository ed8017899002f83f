// The Python module `_native`. This file only converts arguments and results; it has no logic.
//
// Any argument from Python gives a result or an exception, never a crash: checked.hpp checks them. Long calls
// release Python's lock. After a signal (Ctrl-C) they end soon, with the exception of the signal handler.
//
// Arrays are passed as buffers (memory views), so that Python needs no array library. The generated stub
// src/mineproof/_native.pyi lists everything that this file defines.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "board/shapes.hpp"
#include "checked.hpp"
#include "guards.hpp"
#include "guess/race.hpp"

namespace nb = nanobind;
using namespace mineproof;

using Seen = nb::ndarray<const std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WritableSeen = nb::ndarray<std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Cells = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Layouts = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T> using Memory = nb::ndarray<nb::memview, T, nb::ndim<1>>;

namespace {

template <class T> Memory<T> own(std::vector<T>&& values) {
    auto* held = new std::vector<T>(std::move(values));
    nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Memory<T>(held->data(), {held->size()}, owner);
}

class PyField {
  public:
    PyField(int rows, int cols, const std::string& shape) : PyField(table_of_shape(rows, cols, shape)) {}
    PyField(Cells table, int ways)
        : field(table.data(), require_symmetric(table.data(), table.shape(0), ways), ways) {}
    Field field;

  private:
    explicit PyField(const std::vector<std::int32_t>& table)
        : field(table.data(), int(table.size() / 8), 8) {}
};

// The result of an analysis. The odds are a buffer that Python can keep.
struct PyPosition : Analysis {
    Memory<double> odds;
};

// Calls that may take long release Python's lock and can be interrupted, see LongCall.
class PyLive : public CheckedLive {
  public:
    explicit PyLive(const PyField& field) : CheckedLive(field.field) {}

    std::pair<std::vector<int>, std::vector<int>> deduce(bool with_count) {
        LongCall call;
        return CheckedLive::deduce(with_count);
    }
    Memory<double> odds() {
        std::vector<double> out = during_long_call([&] { return CheckedLive::odds(); });
        return own(std::move(out));
    }
    int least_risk() {
        LongCall call;
        return CheckedLive::least_risk();
    }
    void read(Seen seen, int mines) {
        LongCall call;
        CheckedLive::read(seen.data(), seen.shape(0), mines);
    }
    Memory<std::uint8_t> sample(int count, std::uint64_t seed) {
        std::vector<std::uint8_t> layouts =
            during_long_call([&] { return CheckedLive::sample(count, seed); });
        return own(std::move(layouts));
    }
    PyPosition analyse(Seen seen, int mines) {
        PyPosition found;
        static_cast<Analysis&>(found) =
            during_long_call([&] { return CheckedLive::analyse(seen.data(), seen.shape(0), mines); });
        found.odds = own(std::move(found.Analysis::odds));
        return found;
    }
};

class PyThinker : public CheckedThinker {
  public:
    explicit PyThinker(const PyField& field) : CheckedThinker(field.field) {}

    int choose(PyLive& live, const Think& think) {
        LongCall call;
        return CheckedThinker::choose(live, think);
    }
    // `report(played, planned)` returns false to end the choice early.
    Weighing evaluate(PyLive& live, const Think& think, const std::vector<int>& also, nb::object report) {
        Report tell;
        if (!report.is_none())
            tell = [&report](int rollouts, int budget) {
                nb::gil_scoped_acquire acquire;
                return nb::cast<bool>(report(rollouts, budget));
            };
        LongCall call;
        return CheckedThinker::evaluate(live, think, also, tell);
    }
};

class PyRollouts : public CheckedRollouts {
  public:
    explicit PyRollouts(const PyField& field) : CheckedRollouts(field.field) {}

    Memory<double> play(PyLive& live, const Think& player, const std::vector<int>& cells, std::uint64_t seed,
                        int first, int count) {
        std::vector<double> values =
            during_long_call([&] { return CheckedRollouts::play(live, player, cells, seed, first, count); });
        return own(std::move(values));
    }
};

std::tuple<int, int, decltype(OptimalPlay::policy)> optimal(const PyField& field,
                                                            const std::vector<int>& free, int mines, int most,
                                                            long work,
                                                            const std::vector<std::vector<int>>& symmetries) {
    LongCall call;
    OptimalPlay found = optimal_play(field.field, free, mines, most, work, symmetries);
    return {found.layouts, found.wins, std::move(found.policy)};
}

// `is_cancelled` is called from time to time; the games end when it returns true.
std::vector<TimedGame> play_all(const PyField& field, Layouts layouts, int first, bool guess,
                                const Think* think, nb::object is_cancelled) {
    LongCall call(is_cancelled);
    return play_many(field.field, layouts.data(), layouts.shape(0), first, guess, think);
}

Memory<std::int32_t> flood_all(const PyField& field, Seen clues, WritableSeen seen, Cells cells) {
    if (seen.shape(0) != clues.shape(0))
        throw nb::value_error("clues and seen: each board needs one byte for each cell");
    std::vector<std::int32_t> opened = during_long_call([&] {
        return flood_many(field.field, clues.data(), seen.data(), clues.shape(0), cells.data(),
                          cells.shape(0));
    });
    return own(std::move(opened));
}

}  // namespace

NB_MODULE(_native, m) {
    // Python ends without deleting what caches of the package keep. That is no leak.
    nb::set_leak_warnings(false);
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
        .def_rw("regions", &Think::regions)
        .def_rw("rollouts", &Think::rollouts);
    nb::class_<Candidate> candidate(m, "Candidate");
    Candidate::each_field([&](const char* name, auto field) { candidate.def_ro(name, field); });
    nb::class_<WinDifference>(m, "WinDifference")
        .def_ro("mean", &WinDifference::mean)
        .def_ro("margin", &WinDifference::margin)
        .def_ro("rollouts", &WinDifference::rollouts);
    nb::class_<Weighing>(m, "Evaluation")
        .def_prop_ro("cell", [](const Weighing& one) { return one.choice.cell; })
        .def_prop_ro("exact", [](const Weighing& one) { return one.choice.exact(); })
        .def_ro("candidates", &Weighing::candidates)
        .def_ro("by_rollouts", &Weighing::by_rollouts)
        .def_ro("difference", &Weighing::difference);
    nb::class_<RaceSettings>(m, "RaceSettings")
        .def_ro("revision", &RaceSettings::revision)
        .def_ro("runners", &RaceSettings::runners)
        .def_ro("layouts_of_a_round", &RaceSettings::layouts_of_a_round)
        .def_ro("fewest_opened", &RaceSettings::fewest_opened)
        .def_ro("least_gain", &RaceSettings::least_gain)
        .def_ro("score_slope", &RaceSettings::score_slope)
        .def_ro("prior_layouts_per_cell", &RaceSettings::prior_layouts_per_cell)
        .def_ro("score_error", &RaceSettings::score_error)
        .def_ro("player", &RaceSettings::player);
    m.def("race_settings", &race_settings);
    nb::class_<PyPosition>(m, "Position")
        .def_ro("safe", &PyPosition::safe)
        .def_ro("mined", &PyPosition::mined)
        .def_prop_ro(
            "odds", [](const PyPosition& one) { return one.odds; }, nb::rv_policy::automatic,
            nb::for_getter(nb::sig("def odds(self) -> Sequence[float]")))
        .def_ro("ways", &PyPosition::ways)
        .def_ro("sea", &PyPosition::sea)
        .def_ro("mines_to_place", &PyPosition::mines_to_place);
    nb::class_<TimedGame>(m, "Played")
        .def_prop_ro("won", [](const TimedGame& one) { return one.played.won; })
        .def_prop_ro("guesses", [](const TimedGame& one) { return one.played.guesses; })
        .def_prop_ro("opened", [](const TimedGame& one) { return one.played.opened; })
        .def_ro("ms", &TimedGame::ms)
        .def_prop_ro("guess_luck", [](const TimedGame& one) { return one.played.guess_luck; })
        .def_prop_ro("ending_luck", [](const TimedGame& one) { return one.played.ending_luck; });
    nb::class_<PyField>(m, "Field")
        .def(nb::init<int, int, const std::string&>(), nb::arg("rows"), nb::arg("cols"), nb::arg("shape"))
        .def(nb::init<Cells, int>(), nb::arg("table"), nb::arg("ways"),
             nb::sig("def __init__(self, table: memoryview, ways: int) -> None"));
    nb::class_<PyLive>(m, "Live")
        .def(nb::init<const PyField&>(), nb::arg("field"), nb::keep_alive<1, 2>())
        .def("start", &PyLive::start, nb::arg("mines"))
        .def("open", &PyLive::open, nb::arg("cell"), nb::arg("clue"))
        .def("deduce", &PyLive::deduce, nb::arg("with_count") = true)
        .def("odds", &PyLive::odds, nb::sig("def odds(self) -> Sequence[float]"))
        .def("least_risk", &PyLive::least_risk)
        .def("sample", &PyLive::sample, nb::arg("count"), nb::arg("seed"),
             nb::sig("def sample(self, count: int, seed: int) -> memoryview"))
        .def("states", &PyLive::states)
        .def("fronts", &PyLive::fronts)
        .def("read", &PyLive::read, nb::arg("seen"), nb::arg("mines"),
             nb::sig("def read(self, seen: memoryview, mines: int) -> None"))
        .def("analyse", &PyLive::analyse, nb::arg("seen"), nb::arg("mines"),
             nb::sig("def analyse(self, seen: memoryview, mines: int) -> Position"));
    nb::class_<PyThinker>(m, "Thinker")
        .def(nb::init<const PyField&>(), nb::arg("field"), nb::keep_alive<1, 2>())
        .def("choose", &PyThinker::choose, nb::arg("live"), nb::arg("think"))
        .def("evaluate", &PyThinker::evaluate, nb::arg("live"), nb::arg("think"), nb::arg("also"),
             nb::arg("report").none() = nb::none(),
             nb::sig("def evaluate(self, live: Live, think: Think, also: Sequence[int], report: "
                     "collections.abc.Callable[[int, int], bool] | None = None) -> Evaluation"));
    nb::class_<PyRollouts>(m, "Rollouts")
        .def(nb::init<const PyField&>(), nb::arg("field"), nb::keep_alive<1, 2>())
        .def("play", &PyRollouts::play, nb::arg("live"), nb::arg("player"), nb::arg("cells"), nb::arg("seed"),
             nb::arg("first"), nb::arg("count"),
             nb::sig("def play(self, live: Live, player: Think, cells: Sequence[int], seed: int, first: int, "
                     "count: int) -> memoryview"));
    m.def("optimal_play", &optimal, nb::arg("field"), nb::arg("free"), nb::arg("mines"), nb::arg("most"),
          nb::arg("work"), nb::arg("symmetries"));
    m.def("play_many", &play_all, nb::arg("field"), nb::arg("layouts"), nb::arg("first"), nb::arg("guess"),
          nb::arg("think").none() = nb::none(), nb::arg("is_cancelled").none() = nb::none(),
          nb::sig("def play_many(field: Field, layouts: memoryview, first: int, guess: bool, think: Think | "
                  "None = None, is_cancelled: collections.abc.Callable[[], bool] | None = None)"
                  " -> list[Played]"));
    m.def("flood_many", &flood_all, nb::arg("field"), nb::arg("clues"), nb::arg("seen"), nb::arg("cells"),
          nb::sig("def flood_many(field: Field, clues: memoryview, seen: memoryview, cells: memoryview) -> "
                  "memoryview"));
}
