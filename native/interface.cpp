// The core as a C library: what Python loads by ctypes on a machine, and core.mjs in WebAssembly. It only
// converts arguments and results.
//
// Every function gets first the address and the size of its array arguments, one after another, then numbers.
// It returns a number of at least -1, or a Failure. Its result is the output of this thread until the
// thread's next call: arrays, after a Failure a message in UTF-8. Numbers in arrays are little-endian. An
// object is known by its address, which a caller gets when it is made; it is used by one thread at a time,
// and a second one gets an exception. checked.hpp checks all other arguments. Long calls: see host.hpp.
//
// core/_interface.py and core.mjs are the callers.
//
// In WebAssembly an array is passed once a question as a block of bytes: some 18 µs for an expert position.
// An analysis takes 36 µs (26 if compiled for the processor), a game of `guess` 5.8 ms (4.5). C++ exceptions
// are those of WebAssembly, which browsers support since 2022. Beyond the memory that the Makefile allows, a
// call fails with MemoryError. A call cannot be interrupted: the page replaces its worker. The file has 334
// KB, 121 KB compressed; -Os was tried: it saves 17 KB of those and takes 5.5 times as long.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "board/shapes.hpp"
#include "checked.hpp"
#include "export.hpp"
#include "guess/race.hpp"
#include "host.hpp"

using namespace mineproof;

namespace {

enum Failure {
    contradiction = -2,   // no layout fits
    too_wide = -3,        // counting would need too much memory
    cancelled = -4,       // the caller no longer wants the result
    wrong_argument = -5,  // a value that the function does not accept
    out_of_memory = -6,   // the memory has reached its limit
    other_failure = -7    // any other exception, see the message
};

thread_local std::vector<std::uint8_t> out;

class Output {
  public:
    Output() { clear_output(); }
    template <class T> void add(const T* first, std::size_t count) {
        if (!count) return;
        std::size_t size = out.size();
        out.resize(size + count * sizeof(T));
        std::memcpy(out.data() + size, first, count * sizeof(T));
    }
    template <class T> void add(const std::vector<T>& values) { add(values.data(), values.size()); }
    template <class T> void add(T value) { add(&value, 1); }
};

// Reads one array after another.
class Input {
  public:
    Input(const void* first, Number size) : at(static_cast<const std::uint8_t*>(first)), left(size) {}

    template <class T> std::vector<T> next(std::size_t count) {
        std::vector<T> values(count);
        const std::uint8_t* first = take(count, sizeof(T));
        if (count) std::memcpy(values.data(), first, count * sizeof(T));
        return values;
    }
    template <class T> T next() {
        T value;
        std::memcpy(&value, take(1, sizeof(T)), sizeof(T));
        return value;
    }
    template <class T> const T* bytes(std::size_t count) {
        static_assert(sizeof(T) == 1, "larger items may be unaligned");
        return reinterpret_cast<const T*>(take(count, 1));
    }
    std::size_t size() const { return std::size_t(left); }  // bytes that are left
    // All that is left.
    template <class T> std::vector<T> rest() { return next<T>(std::size_t(left) / sizeof(T)); }

  private:
    const std::uint8_t* take(std::size_t count, std::size_t size) {
        if (count > std::size_t(left) / size) throw std::invalid_argument("input: it is too short");
        const std::uint8_t* first = at;
        at += count * size;
        left -= Number(count * size);
        return first;
    }
    const std::uint8_t* at;  // where the next array starts
    Number left;             // bytes from there on
};

// What a caller holds. Objects of a board keep it alive.
struct Object {
    virtual ~Object() = default;
};
using SharedField = std::shared_ptr<const Field>;
struct FieldObject : Object {
    explicit FieldObject(const SharedField& field) : field(field) {}
    SharedField field;
};
template <class Checked> struct OfField : Object {
    explicit OfField(const SharedField& field) : field(field), checked(*field) {}
    SharedField field;
    Checked checked;
};
using LiveObject = OfField<CheckedLive>;
using ThinkerObject = OfField<CheckedThinker>;
using RolloutsObject = OfField<CheckedRollouts>;

template <class T> T& object(Number address) {
    auto* found = dynamic_cast<T*>(reinterpret_cast<Object*>(address));
    if (!found) throw std::invalid_argument("the object is of another kind");
    return *found;
}
const Field& field_at(Number address) { return *object<FieldObject>(address).field; }
CheckedLive& live_at(Number address) { return object<LiveObject>(address).checked; }

void open_all(CheckedLive& live, Input input) {
    while (input.size()) {
        int cell = input.next<std::int32_t>();
        live.open(cell, input.next<std::int32_t>());
    }
}

Number address_of(Object* object) { return reinterpret_cast<Number>(object); }

Number fail(Failure failure, const char* message) {
    try {
        Output().add(message, std::strlen(message));
    } catch (const std::bad_alloc&) {
        out.clear();
    }
    return failure;
}

// Return the result of `work`; a Failure if it throws.
template <class Work> Number answer(Work work) {
    try {
        return Number(work());
    } catch (const Contradiction& problem) {
        return fail(contradiction, problem.what());
    } catch (const TooWide& problem) {
        return fail(too_wide, problem.what());
    } catch (const Cancelled& problem) {
        return fail(cancelled, problem.what());
    } catch (const std::bad_alloc&) {
        return fail(out_of_memory, "the core has no more memory");
    } catch (const std::length_error&) {
        return fail(out_of_memory, "the core has no more memory");
    } catch (const std::invalid_argument& problem) {
        return fail(wrong_argument, problem.what());
    } catch (const std::exception& problem) {
        return fail(other_failure, problem.what());
    } catch (const HostFailure&) {
        return other_failure;  // the host raises its own error
    } catch (...) {
        return fail(other_failure, "unknown failure");
    }
}

// The same for work that may take long.
template <class Work> Number answer_at_length(Work work) {
    return answer([&] {
        LongCall call;
        return work();
    });
}

int number(const char* name, Number value, int least = INT_MIN, int most = INT_MAX) {
    require(name, value, Number(least), Number(most));
    return int(value);
}
std::size_t count_of(const char* name, Number value, Number most = most_cells) {
    require(name, value, Number(0), most);
    return std::size_t(value);
}

// Fields of a struct as numbers of 64 bits, and the type that each has in Python.

template <class T> const char* type_of(const T&) { return std::is_floating_point_v<T> ? "float" : "int"; }
const char* type_of(const bool&) { return "bool"; }
template <class T> const char* type_of(const std::optional<T>&) { return type_of(T()); }

template <class T> double as_double(const T& value) { return double(value); }
template <class T> double as_double(const std::optional<T>& value) {
    return value ? double(*value) : std::nan("");
}

template <class Struct> std::string names_of_fields(const Struct& any) {
    std::string names;
    Struct::each_field([&](const char* name, auto field) {
        names += std::string(names.empty() ? "" : " ") + name + ":" + type_of(any.*field);
    });
    return names;
}
template <class Struct> void add_fields(Output& output, const Struct& values) {
    Struct::each_field([&](const char*, auto field) { output.add(as_double(values.*field)); });
}

template <class T> void read_field(T& value, const char* name, double given) {
    if constexpr (std::is_same_v<T, bool>)
        value = given != 0;
    else if constexpr (std::is_integral_v<T>) {
        // What fits in the field; checked.hpp has the limits.
        double most = double(std::min<std::int64_t>(std::numeric_limits<T>::max(), most_work));
        require(name, given, -most, most);
        value = T(given);
    } else
        value = given;
}
Think next_think(Input& input) {
    Think think;
    Think::each_field(
        [&](const char* name, auto field) { read_field(think.*field, name, input.next<double>()); });
    return think;
}

}  // namespace

const std::uint8_t* mineproof::output_address() { return out.data(); }
Number mineproof::output_size() { return Number(out.size()); }
void mineproof::clear_output() {
    out.clear();
    if (out.capacity() > 1 << 20) out.shrink_to_fit();
}

#if defined(__EMSCRIPTEN__)
// Memory for `size` bytes of arguments. Returns its address, or a Failure.
EXPORT(input)(Number size) {
    static std::vector<std::uint8_t> in;
    return answer([&] {
        in.resize(count_of("size", size, 1 << 28));
        return reinterpret_cast<Number>(in.data());
    });
}
EXPORT(output)() { return reinterpret_cast<Number>(out.data()); }
EXPORT(output_size)() { return output_size(); }
#endif

// Output: name:type of each value of a Think (0), of a candidate (1) or of the settings of the race (2),
// separated by spaces.
EXPORT(field_names)(const void*, Number, Number which) {
    return answer([&] {
        std::string names = which == 0   ? names_of_fields(Think{})
                            : which == 1 ? names_of_fields(Candidate{})
                                         : names_of_fields(RaceSettings{});
        Output().add(names.data(), names.size());
        return 0;
    });
}
// Output: the settings of the race, then its player, a Think (64 bits each).
EXPORT(race_settings)(const void*, Number) {
    return answer([&] {
        RaceSettings settings = race_settings();
        Output output;
        add_fields(output, settings);
        add_fields(output, settings.player);
        return 0;
    });
}

// Input: the name of the shape. Returns the new board.
EXPORT(create_field)(const char* shape, Number size, Number rows, Number cols) {
    return answer([&] {
        std::vector<std::int32_t> table =
            table_of_shape(number("rows", rows), number("cols", cols), std::string(shape, std::size_t(size)));
        auto field = std::make_shared<const Field>(table.data(), int(table.size() / 8), 8);
        return address_of(new FieldObject(field));
    });
}
// Input: a neighbour table with `ways` numbers a cell (32 bits). Returns the new board.
EXPORT(create_field_of_table)(const void* first, Number size, Number ways) {
    return answer([&] {
        auto table = Input(first, size).rest<std::int32_t>();
        int cells = require_symmetric(table.data(), table.size(), number("ways", ways));
        auto field = std::make_shared<const Field>(table.data(), cells, int(ways));
        return address_of(new FieldObject(field));
    });
}
// Returns a new game.
EXPORT(create_live)(const void*, Number, Number field, Number mines) {
    return answer([&] {
        auto made = std::make_unique<LiveObject>(object<FieldObject>(field).field);
        made->checked.start(number("mines", mines));
        return address_of(made.release());
    });
}
EXPORT(create_thinker)(const void*, Number, Number field) {
    return answer([&] { return address_of(new ThinkerObject(object<FieldObject>(field).field)); });
}
EXPORT(create_rollouts)(const void*, Number, Number field) {
    return answer([&] { return address_of(new RolloutsObject(object<FieldObject>(field).field)); });
}
EXPORT(forget)(const void*, Number, Number address) {
    delete reinterpret_cast<Object*>(address);
    return 0;
}

// Input: opened cells, each with its clue (32 bits each).
EXPORT(open)(const void* first, Number size, Number live) {
    return answer([&] { return open_all(live_at(live), Input(first, size)), 0; });
}
// Input as above. Output: the cells that have become safe, then those that have become mines (32 bits each),
// then the number of the former. Returns the number of both.
EXPORT(deduce)(const void* first, int size, Number live, int with_count) {
    return answer_at_length([&] {
        CheckedLive& one = live_at(live);
        open_all(one, Input(first, size));
        auto [safe, mined] = one.deduce(with_count != 0);
        Output output;
        output.add(safe);
        output.add(mined);
        output.add(std::int32_t(safe.size()));
        return safe.size() + mined.size();
    });
}
// Output: the odds of each cell (64 bits); NaN for an open cell.
EXPORT(odds)(const void*, Number, Number live) {
    return answer_at_length([&] {
        std::vector<double> found = live_at(live).odds();
        Output().add(found);
        return 0;
    });
}
EXPORT(least_risk)(const void*, Number, Number live) {
    return answer_at_length([&] { return live_at(live).least_risk(); });
}
EXPORT(states)(const void*, Number, Number live) {
    return answer([&] { return live_at(live).states(); });
}
EXPORT(fronts)(const void*, Number, Number live) {
    return answer([&] { return live_at(live).fronts(); });
}

// Input: what each cell shows (a byte, negative if it is hidden).
EXPORT(read)(const std::int8_t* seen, Number size, Number live, Number mines) {
    return answer_at_length(
        [&] { return live_at(live).read(seen, std::size_t(size), number("mines", mines)), 0; });
}
// Input as above. Output: the odds of each cell (64 bits); the ways of all fronts by number of mines (64
// bits, unsigned); then (32 bits each) the number of safe cells, of mined cells, of cells in the sea, of
// mines to place, of fronts (-1 if the ways are too large); the safe cells; the mined cells; and for each
// front its fewest mines and its number of ways. Returns the number of ways.
EXPORT(analyse)(const std::int8_t* seen, Number size, Number live, Number mines) {
    return answer_at_length([&] {
        Analysis found = live_at(live).analyse(seen, std::size_t(size), number("mines", mines));
        Output output;
        output.add(found.odds);
        std::size_t count = 0;
        std::vector<std::int32_t> fronts;
        if (found.ways)
            for (const auto& [least, ways] : *found.ways) {
                output.add(ways);
                count += ways.size();
                fronts.push_back(least);
                fronts.push_back(std::int32_t(ways.size()));
            }
        for (int value : {int(found.safe.size()), int(found.mined.size()), found.sea, found.mines_to_place,
                          found.ways ? int(found.ways->size()) : -1})
            output.add(std::int32_t(value));
        output.add(found.safe);
        output.add(found.mined);
        output.add(fronts);
        return count;
    });
}

// Input: a seed (64 bits). Output: `count` random layouts that fit the position (a byte for each cell).
EXPORT(sample)(const void* first, Number size, Number live, Number count) {
    return answer_at_length([&] {
        auto seed = Input(first, size).next<std::uint64_t>();
        std::vector<std::uint8_t> layouts = live_at(live).sample(number("count", count), seed);
        Output().add(layouts);
        return count;
    });
}

// Input: a Think. Returns the cell to open.
EXPORT(choose)(const void* first, Number size, Number thinker, Number live) {
    return answer_at_length([&] {
        Input input(first, size);
        Think think = next_think(input);
        return object<ThinkerObject>(thinker).checked.choose(live_at(live), think);
    });
}
// Input: a Think, then cells (32 bits). `report`, if there is one, is called with the rollouts played and
// those planned, and ends them by returning false. Output (64 bits each): whether the ending was played out;
// whether rollouts decided; the difference of the first two cells, its margin and its rollouts, or NaN; then
// the candidates. Returns the cell to open.
EXPORT(evaluate)(const void* first, Number size, Number thinker, Number live, Callback report) {
    return answer([&] {
        LongCall call;
        Input input(first, size);
        Think think = next_think(input);
        std::vector<int> also = input.rest<int>();
        Report tell;
        if (report) tell = [&](int played, int planned) { return call.go_on(report, played, planned); };
        Weighing found = object<ThinkerObject>(thinker).checked.evaluate(live_at(live), think, also, tell);
        Output output;
        output.add(double(found.choice.exact()));
        output.add(double(found.by_rollouts));
        WinDifference none{std::nan(""), std::nan(""), 0}, difference = found.difference.value_or(none);
        for (double value : {difference.mean, difference.margin, double(difference.rollouts)})
            output.add(value);
        for (const Candidate& one : found.candidates) add_fields(output, one);
        return found.choice.cell;
    });
}

// Input: a seed (64 bits), a Think, then cells (32 bits). Output: for each of `count` layouts from number
// `from` on the value of each cell (64 bits).
EXPORT(roll_out)(const void* first, Number size, Number rollouts, Number live, Number from, Number count) {
    return answer_at_length([&] {
        Input input(first, size);
        auto seed = input.next<std::uint64_t>();
        Think player = next_think(input);
        std::vector<int> cells = input.rest<int>();
        std::vector<double> values = object<RolloutsObject>(rollouts).checked.play(
            live_at(live), player, cells, seed, number("first", from), number("count", count));
        Output().add(values);
        return count;
    });
}

// Input: the most steps (64 bits), then (32 bits each) cells without a mine, then permutations of the cells.
// Output (32 bits each): layouts, wins (-1 if it takes too much work), then for each guess what each cell
// shows, the cell, layouts, wins. Returns the number of guesses.
EXPORT(optimal_play)(const void* first, Number size, Number field, Number mines, Number most,
                     Number free_cells, Number symmetries) {
    return answer_at_length([&] {
        const Field& board = field_at(field);
        Input input(first, size);
        auto work = input.next<std::int64_t>();
        require("work", work, std::int64_t(0), most_work);
        std::vector<int> free = input.next<int>(count_of("free_cells", free_cells));
        std::vector<std::vector<int>> orders(count_of("symmetries", symmetries));
        for (std::vector<int>& order : orders) order = input.next<int>(std::size_t(board.cells()));
        if (input.size()) throw std::invalid_argument("symmetries: one is not a permutation of the cells");
        OptimalPlay found =
            optimal_play(board, free, number("mines", mines), number("most", most), work, orders);
        Output output;
        output.add(std::int32_t(found.layouts));
        output.add(std::int32_t(found.wins));
        for (const auto& [shown, cell, layouts, wins] : found.policy) {
            output.add(shown);
            for (int value : {cell, layouts, wins}) output.add(std::int32_t(value));
        }
        return found.policy.size();
    });
}

// Input: a Think if `use_think`, then layouts (a byte for each cell). `is_cancelled`, if there is one, ends
// the call by returning true. Output (64 bits each): for each layout whether it was won, guesses, opened
// cells, milliseconds, luck of the guesses, luck of the ending. Returns the number of layouts.
EXPORT(play_many)(const void* first, Number size, Number field, Number cell, Number guess, Number use_think,
                  Callback is_cancelled) {
    return answer([&] {
        LongCall call(is_cancelled);
        Input input(first, size);
        Think think;
        if (use_think) think = next_think(input);
        std::size_t bytes = input.size();
        auto rows = play_many(field_at(field), input.bytes<std::uint8_t>(bytes), bytes, number("first", cell),
                              guess != 0, use_think ? &think : nullptr);
        Output output;
        for (const TimedGame& row : rows)
            for (double value :
                 {double(row.played.won), double(row.played.guesses), double(row.played.opened), row.ms,
                  row.played.guess_luck, row.played.ending_luck})
                output.add(value);
        return rows.size();
    });
}

// Input: a layout (a byte for each cell), then its initial cells (32 bits). Returns twice its depth, and one
// more if its solution needs the mine count; -1 if it needs a guess.
EXPORT(depth)(const void* first, Number size, Number field) {
    return answer_at_length([&] {
        const Field& board = field_at(field);
        Input input(first, size);
        auto layout = input.next<std::uint8_t>(std::size_t(board.cells()));
        std::optional<Depth> found = depth_of(board, layout, input.rest<int>());
        return found ? 2 * found->depth + found->uses_count : -1;
    });
}

// Input: the cell to open on each board (32 bits), the clues of all boards, what is seen of them (a byte for
// each cell). Output: the number of cells opened on each board (32 bits), then what is seen now.
EXPORT(flood_many)(const void* first, Number size, Number field, Number games) {
    return answer_at_length([&] {
        const Field& board = field_at(field);
        Input input(first, size);
        std::size_t count = count_of("games", games, (1 << 28) / board.cells());
        std::size_t bytes = count * std::size_t(board.cells());
        auto cells = input.next<std::int32_t>(count);
        const auto* clues = input.bytes<std::int8_t>(bytes);
        auto seen = input.next<std::int8_t>(bytes);
        if (input.size()) throw std::invalid_argument("input: it is too long");
        std::vector<std::int32_t> opened = flood_many(board, clues, seen.data(), bytes, cells.data(), count);
        Output output;
        output.add(opened);
        output.add(seen);
        return games;
    });
}
