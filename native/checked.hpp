// The engine with checked arguments, for every binding. Any argument gives a result or an exception, never a
// crash: a wrong argument throws std::invalid_argument, a second thread in the same object throws
// std::runtime_error. This file depends neither on Python nor on JavaScript.
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "board/position_sampler.hpp"
#include "depth.hpp"
#include "guess/rollouts.hpp"
#include "play.hpp"

namespace mineproof {

constexpr std::int64_t most_work = 100000000000;
constexpr int most_layouts = 10000000;
constexpr int most_cells = 1 << 24;
constexpr int most_rollouts = 100000000;

template <class T> void require(const char* name, T value, T least, T most) {
    if (value >= least && value <= most) return;  // false for NaN
    std::string words = std::string(name) + ": " + std::to_string(value) + " is not between ";
    throw std::invalid_argument(words + std::to_string(least) + " and " + std::to_string(most));
}

inline void require_cell(int cell, const Field& field) { require("cell", cell, 0, field.cells() - 1); }

const Think& checked(const Think& think);

// Marks an object as in use by one thread. Throws std::runtime_error if another thread uses it already.
class InUse {
  public:
    explicit InUse(std::atomic<bool>& flag) : flag(flag) {
        if (flag.exchange(true)) throw std::runtime_error("the object is in use already");
    }
    ~InUse() { flag = false; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

  private:
    std::atomic<bool>& flag;  // is the object in use?
};

// The result of an analysis of a position.
struct Analysis {
    std::vector<int> safe, mined;  // the certain cells
    std::vector<double> odds;      // by cell; NaN for an open cell
    // For each front its fewest mines, and its number of layouts by number of mines from there on. Nothing if
    // a number does not fit.
    std::optional<std::vector<std::pair<int, std::vector<std::uint64_t>>>> ways;
    int sea = 0;             // number of cells of the sea
    int mines_to_place = 0;  // number of mines in the sea and in the fronts together
};

// One position or one game at a time. A second thread gets an exception. The field must outlive it.
class CheckedLive {
  public:
    explicit CheckedLive(const Field& field) : field(field), live(field) {}

    void start(int mines);
    void open(int cell, int clue);
    // The cells that have become certain since the last call: the safe ones, then the mines.
    std::pair<std::vector<int>, std::vector<int>> deduce(bool with_count);
    std::vector<double> odds();  // by cell; NaN for an open cell
    int least_risk();

    // Read a position of `size` bytes and deduce everything, without odds. CheckedThinker can be used next.
    void read(const std::int8_t* seen, std::size_t size, int mines);
    // The same, with odds and the number of layouts of each front.
    Analysis analyse(const std::int8_t* seen, std::size_t size, int mines);

    // After a deduction: draw `count` random layouts that fit. A layout has a byte for each cell, 1 for a
    // mine.
    std::vector<std::uint8_t> sample(int count, std::uint64_t seed);

    std::size_t states();
    int fronts();

    // Run a computation with the position.
    template <class Work> void compute(Work work) {
        InUse use(in_use);
        require_complete();
        run([&] { work(live); });
    }
    const Field& board() const { return field; }

  private:
    void read_position(const std::int8_t* seen, std::size_t size, int mines);
    // After Contradiction or TooWide the position can still be used. After any other exception it is
    // incomplete.
    template <class Work> void run(Work work) {
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

// Chooses a guess. A second thread gets an exception. The field must outlive it.
class CheckedThinker {
  public:
    explicit CheckedThinker(const Field& field) : field(field), thinker(field) {}

    int choose(CheckedLive& live, Think think);
    // After an analysis that found no safe cell: the choice, all promising cells and the requested ones.
    // `report` is called during rollouts, see Thinker::weigh.
    Weighing evaluate(CheckedLive& live, Think think, const std::vector<int>& also,
                      const Report& report = {});

  private:
    void require_same_field(const CheckedLive& live) const;

    const Field& field;                // which cells touch
    Thinker thinker;                   // the search
    std::atomic<bool> in_use = false;  // is a call running?
};

// Rollouts of some cells of a position. A second thread gets an exception. The field must outlive it.
class CheckedRollouts {
  public:
    explicit CheckedRollouts(const Field& field) : field(field), rollouts(field) {}

    // After an analysis that found no safe cell: play `count` rollouts from each cell, in the layouts from
    // number `first` on. Returns the values of all cells in the first layout, then in the next. See Rollouts.
    std::vector<double> play(CheckedLive& live, Think player, const std::vector<int>& cells,
                             std::uint64_t seed, int first, int count);

  private:
    const Field& field;                // which cells touch
    Rollouts rollouts;                 // plays the games
    std::atomic<bool> in_use = false;  // is a call running?
};

// The optimal play of a small board.
struct OptimalPlay {
    int layouts;  // number of possible layouts
    int wins;     // number of layouts that the optimal play wins; -1 if finding it takes too much work
    // Every guess of that play: what each cell shows, the cell to guess, number of layouts, number of wins.
    std::vector<std::tuple<std::vector<int>, int, int, int>> policy;
};
// `free` has the cells that hold no mine; `symmetries` are permutations of the cells (see Endgame::best).
// `most` is the largest number of layouts, `work` the largest number of steps.
OptimalPlay optimal_play(const Field& field, const std::vector<int>& free, int mines, int most,
                         std::int64_t work, const std::vector<std::vector<int>>& symmetries);

// A game and its time.
struct TimedGame {
    Played played;  // the game
    double ms;      // CPU time
};
// Play every layout (`size` bytes in all), starting at cell `first`. When no cell is certainly safe, the
// player takes the guess that the search with `think` chooses, if `think` is given. Otherwise it opens the
// least risk if `guess` is true, else it stops.
std::vector<TimedGame> play_many(const Field& field, const std::uint8_t* layouts, std::size_t size, int first,
                                 bool guess, const Think* think);

// The depth of a layout (a byte for each cell) from some opened cells, see depth.hpp.
std::optional<Depth> depth_of(const Field& field, const std::vector<std::uint8_t>& layout,
                              const std::vector<int>& initial);

// Open one cell of each of `games` boards, see flood(). A negative cell opens nothing. `clues` and `seen`
// have `bytes` bytes each. Returns for each board what flood() returns.
std::vector<std::int32_t> flood_many(const Field& field, const std::int8_t* clues, std::int8_t* seen,
                                     std::size_t bytes, const std::int32_t* cells, std::size_t games);

}  // namespace mineproof
