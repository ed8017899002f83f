// The core behind checks, for every binding: any argument gives an answer or an exception, never a crash.
// It knows neither Python nor JavaScript. A wrong argument throws std::invalid_argument; a second thread
// in the same object throws std::runtime_error.
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
#include "play.hpp"

namespace mineproof {

constexpr long most_work = LONG_MAX > 100000000000 ? long(100000000000) : LONG_MAX;
constexpr int most_layouts = 10000000;
constexpr int most_cells = 1 << 24;

template <class T> void require(const char* name, T value, T least, T most) {
    if (value >= least && value <= most) return;  // false for not-a-number
    std::string words = std::string(name) + ": " + std::to_string(value) + " is not between ";
    throw std::invalid_argument(words + std::to_string(least) + " and " + std::to_string(most));
}

inline void require_cell(int cell, const Field& field) { require("cell", cell, 0, field.cells() - 1); }

const Think& checked(const Think& think);

// Lets one thread use an object at a time; another one is refused.
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

// What an analysis of a position tells.
struct Analysis {
    std::vector<int> safe, mined;  // what is certain
    std::vector<double> odds;      // by cell; not a number where a cell is open
    // The ways of each front by its number of mines, with the fewest first; none if one is too large.
    std::optional<std::vector<std::pair<int, std::vector<std::uint64_t>>>> ways;
    int sea = 0;             // the cells that no clue touches
    int mines_to_place = 0;  // the mines in the sea and in the fronts
};

// One position or one game at a time. A second thread is refused. The field must outlive it.
class CheckedLive {
  public:
    explicit CheckedLive(const Field& field) : field(field), live(field) {}

    void start(int mines);
    void open(int cell, int clue);
    // Cells that have become certain since the last call: safe ones and mines.
    std::pair<std::vector<int>, std::vector<int>> deduce(bool with_count);
    std::vector<double> odds();  // by cell; not a number where a cell is open
    int least_risk();

    // Read a position of `size` bytes and deduce all that follows; no odds. CheckedThinker can follow.
    void read(const std::int8_t* seen, std::size_t size, int mines);
    // The same, with everything that is to be told of the position.
    Analysis analyse(const std::int8_t* seen, std::size_t size, int mines);

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
    // An exception that the core knows leaves the position usable; any other stops it half-way.
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

// Which risk to take. A second thread is refused. The field must outlive it.
class CheckedThinker {
  public:
    explicit CheckedThinker(const Field& field) : field(field), thinker(field) {}

    int choose(CheckedLive& live, Think think);
    // After an analysis that found nothing safe: the choice, and all promising cells and those asked for.
    Weighing evaluate(CheckedLive& live, Think think, const std::vector<int>& also);

  private:
    void require_same_field(const CheckedLive& live) const;

    const Field& field;                // which cells touch
    Thinker thinker;                   // the search and its memory
    std::atomic<bool> in_use = false;  // is a call running?
};

// A whole small board played as well as can be.
struct OptimalPlay {
    int layouts;  // that are possible
    int wins;     // those that the best play wins; -1 if it takes too much work
    // Every guess of that play: what is shown, the cell to guess, layouts, wins.
    std::vector<std::tuple<std::vector<int>, int, int, int>> policy;
};
// `free` are the cells that hold no mine; `symmetries` are permutations of the cells.
OptimalPlay optimal_play(const Field& field, const std::vector<int>& free, int mines, int most, long work,
                         const std::vector<std::vector<int>>& symmetries);

// One game of many.
struct TimedGame {
    Played played;
    double ms;  // CPU time
};
// Play every layout of `size` bytes in all, opening the first cell. `guess`: whether to go on when nothing
// is safe; by `think`, or else by the least risk.
std::vector<TimedGame> play_many(const Field& field, const std::uint8_t* layouts, std::size_t size, int first,
                                 bool guess, const Think* think);

// Open one cell of each of many boards (none where it is negative); see flood(). How many cells were opened
// on each. There are `bytes` clues and as many cells of `seen`.
std::vector<std::int32_t> flood_many(const Field& field, const std::int8_t* clues, std::int8_t* seen,
                                     std::size_t bytes, const std::int32_t* cells, std::size_t games);

}  // namespace mineproof
