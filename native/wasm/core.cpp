// The core in WebAssembly: a C interface over linear memory. It only converts arguments and results.
//
// A caller writes array arguments into the memory at input(size), calls a function, and reads the result at
// output(), which has output_size() bytes. The result is valid until the next call. Numbers are
// little-endian. Every function returns a number of at least -1, or a Failure; then the output is a message
// in UTF-8. Objects are numbered; an unknown number is a wrong argument.
//
// core.mjs makes these functions available in JavaScript; core/_webassembly.py is the only caller.
//
// An array is passed once a question as a block of bytes: some 18 µs for an expert position. An analysis
// takes 36 µs (26 if compiled for the processor), a game of `guess` 5.8 ms (4.5). C++ exceptions are those of
// WebAssembly, which browsers support since 2022. Beyond the memory that the Makefile allows, a call fails
// with MemoryError. A call cannot be interrupted: the page replaces its worker. The file has 282 KB, 102 KB
// compressed; -Os was tried: it saves 17 KB of those and takes 5.5 times as long.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "base/poll.hpp"
#include "board/shapes.hpp"
#include "checked.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

using namespace mineproof;

// Asks the host whether the caller still wants the result; not zero means that it does not.
extern "C" __attribute__((import_module("host"), import_name("is_cancelled"))) int host_is_cancelled();

namespace {

enum Failure {
    contradiction = -2,   // no layout fits
    too_wide = -3,        // counting would need too much memory
    cancelled = -4,       // the caller no longer wants the result
    wrong_argument = -5,  // a value that the function does not accept
    out_of_memory = -6,   // the memory has reached its limit
    other_failure = -7    // any other exception, see the message
};

std::vector<std::uint8_t> in, out;

class Output {
  public:
    Output() { out.clear(); }
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
    template <class T> std::vector<T> next(std::size_t count) {
        require_bytes(count, sizeof(T));
        std::vector<T> values(count);
        if (count) std::memcpy(values.data(), in.data() + at, count * sizeof(T));
        at += count * sizeof(T);
        return values;
    }
    template <class T> T* bytes(std::size_t count) {
        static_assert(sizeof(T) == 1, "larger items may be unaligned");
        require_bytes(count, 1);
        T* first = reinterpret_cast<T*>(in.data() + at);
        at += count;
        return first;
    }

  private:
    void require_bytes(std::size_t count, std::size_t size) const {
        if (count > (in.size() - at) / size) throw std::invalid_argument("input: it is too short");
    }
    std::size_t at = 0;  // where the next array starts
};

// Objects by number.
template <class T> class Numbered {
  public:
    template <class... Arguments> int create(Arguments&&... arguments) {
        auto made = std::make_unique<T>(std::forward<Arguments>(arguments)...);
        objects.emplace(++last, std::move(made));
        return last;
    }
    T& at(int number) const {
        auto found = objects.find(number);
        if (found == objects.end()) throw std::invalid_argument("there is no object of that number");
        return *found->second;
    }
    void forget(int number) { objects.erase(number); }

  private:
    std::map<int, std::unique_ptr<T>> objects;
    int last = 0;  // the number given last
};

// A board. Objects that use it keep it alive.
using SharedField = std::shared_ptr<const Field>;
struct LiveOfField {
    explicit LiveOfField(const SharedField& field) : field(field), live(*field) {}
    SharedField field;
    CheckedLive live;
};
struct ThinkerOfField {
    explicit ThinkerOfField(const SharedField& field) : field(field), thinker(*field) {}
    SharedField field;
    CheckedThinker thinker;
};
Numbered<SharedField> fields;
Numbered<LiveOfField> lives;
Numbered<ThinkerOfField> thinkers;

class HostWatch : public Watch {
  public:
    void check() override {
        if (host_is_cancelled()) throw Cancelled("");
    }
};

int fail(Failure failure, const char* message) {
    try {
        Output().add(message, std::strlen(message));
    } catch (const std::bad_alloc&) {
        out.clear();
    }
    return failure;
}

// Return the result of `work`; a Failure if it throws.
template <class Work> int answer(Work work) {
    try {
        HostWatch watch;
        return work();
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
    } catch (...) {
        return fail(other_failure, "unknown failure");
    }
}

// The fields of Think as the caller sees them, in the order of the values.
constexpr char think_fields[] = "layouts ending_work living window sea_cells flips least_flip plies close "
                                "answers reach work regions rollouts";
constexpr std::size_t think_values = 14;

std::string candidate_fields() {
    std::string names;
    Candidate::each_field([&](const char* name, auto) { (names += names.empty() ? "" : " ") += name; });
    return names;
}

template <class Whole> Whole whole(const char* name, double value) {
    require(name, value, 0.0, 2147483647.0);
    return Whole(value);
}

Think next_think(Input& input) {
    std::vector<double> value = input.next<double>(think_values);
    Think think;
    think.layouts = whole<int>("layouts", value[0]);
    think.ending_work = whole<long>("ending_work", value[1]);
    think.living = value[2] != 0;
    think.window = value[3];
    think.sea_cells = whole<int>("sea_cells", value[4]);
    think.flips = value[5] != 0;
    think.least_flip = value[6];
    think.plies = whole<int>("plies", value[7]);
    think.close = value[8];
    think.answers = whole<int>("answers", value[9]);
    think.reach = value[10];
    think.work = whole<long>("work", value[11]);
    think.regions = value[12] != 0;
    think.rollouts = whole<int>("rollouts", value[13]);
    return think;
}

template <class Number> double number(Number value) { return double(value); }

template <class Number> double number(const std::optional<Number>& value) {
    return value ? double(*value) : std::nan("");
}

void add_candidate(Output& output, const Candidate& one) {
    Candidate::each_field([&](const char*, auto field) { output.add(number(one.*field)); });
}

std::size_t count_of(const char* name, int value) {
    require(name, value, 0, most_cells);
    return std::size_t(value);
}

}  // namespace

// Allocate `size` bytes for arguments. Returns their address, or a Failure.
EXPORT(input) int reserve_input(int size) {
    return answer([&] {
        require("size", size, 0, 1 << 28);
        in.resize(std::size_t(size));
        return int(reinterpret_cast<std::uintptr_t>(in.data()));
    });
}
EXPORT(output) const std::uint8_t* output_address() { return out.data(); }
EXPORT(output_size) int output_size() { return int(out.size()); }

// Output: the names of the values of a Think (0) or of a candidate (1), separated by spaces.
EXPORT(field_names) int field_names(int which) {
    return answer([&] {
        std::string names = which ? candidate_fields() : think_fields;
        Output().add(names.data(), names.size());
        return 0;
    });
}

// Input: the name of the shape. Returns the number of the new board.
EXPORT(create_field) int create_field(int rows, int cols, int name_size) {
    return answer([&] {
        Input input;
        std::size_t size = count_of("name_size", name_size);
        std::string shape(input.bytes<char>(size), size);
        std::vector<std::int32_t> table = table_of_shape(rows, cols, shape);
        return fields.create(std::make_shared<const Field>(table.data(), rows * cols, 8));
    });
}
// Input: a neighbour table with `ways` numbers a cell. Returns the number of the new board.
EXPORT(create_field_of_table) int create_field_of_table(int numbers, int ways) {
    return answer([&] {
        Input input;
        std::vector<std::int32_t> table = input.next<std::int32_t>(count_of("numbers", numbers));
        int cells = require_symmetric(table.data(), table.size(), ways);
        return fields.create(std::make_shared<const Field>(table.data(), cells, ways));
    });
}
EXPORT(create_live) int create_live(int field) {
    return answer([&] { return lives.create(fields.at(field)); });
}
EXPORT(create_thinker) int create_thinker(int field) {
    return answer([&] { return thinkers.create(fields.at(field)); });
}
EXPORT(forget_field) void forget_field(int field) { fields.forget(field); }
EXPORT(forget_live) void forget_live(int live) { lives.forget(live); }
EXPORT(forget_thinker) void forget_thinker(int thinker) { thinkers.forget(thinker); }

EXPORT(start) int start(int live, int mines) {
    return answer([&] { return lives.at(live).live.start(mines), 0; });
}
EXPORT(open) int open_cell(int live, int cell, int clue) {
    return answer([&] { return lives.at(live).live.open(cell, clue), 0; });
}
// Output: the cells that have become safe, then those that have become mines (32 bits each). Returns how
// many are safe.
EXPORT(deduce) int deduce(int live, int with_count) {
    return answer([&] {
        auto [safe, mined] = lives.at(live).live.deduce(with_count != 0);
        Output output;
        output.add(safe);
        output.add(mined);
        return int(safe.size());
    });
}
// Output: the odds of each cell (64 bits); NaN for an open cell.
EXPORT(odds) int odds(int live) {
    return answer([&] {
        std::vector<double> found = lives.at(live).live.odds();
        Output().add(found);
        return 0;
    });
}
EXPORT(least_risk) int least_risk(int live) {
    return answer([&] { return lives.at(live).live.least_risk(); });
}

// Input: what each cell shows (a byte, negative if it is hidden).
EXPORT(read) int read_position(int live, int mines) {
    return answer([&] {
        LiveOfField& one = lives.at(live);
        std::size_t cells = std::size_t(one.field->cells());
        one.live.read(Input().bytes<const std::int8_t>(cells), cells, mines);
        return 0;
    });
}
// Input as above. Output: the odds of each cell (64 bits); the ways of all fronts by number of mines (64
// bits, unsigned); then (32 bits each) the number of safe cells, of mined cells, of cells in the sea, of
// mines to place, of fronts (-1 if the ways are too large); the safe cells; the mined cells; and for each
// front its fewest mines and its number of ways. Returns the number of ways.
EXPORT(analyse) int analyse(int live, int mines) {
    return answer([&] {
        LiveOfField& one = lives.at(live);
        std::size_t cells = std::size_t(one.field->cells());
        Analysis found = one.live.analyse(Input().bytes<const std::int8_t>(cells), cells, mines);
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
        return int(count);
    });
}

// Input: a seed (64 bits). Output: `count` random layouts that fit the position (a byte for each cell).
EXPORT(sample) int sample(int live, int count) {
    return answer([&] {
        Input input;
        std::uint64_t seed = input.next<std::uint64_t>(1)[0];
        std::vector<std::uint8_t> layouts = lives.at(live).live.sample(count, seed);
        Output().add(layouts);
        return count;
    });
}

// Input: a Think. Returns the cell to open.
EXPORT(choose) int choose(int thinker, int live) {
    return answer([&] {
        Input input;
        return thinkers.at(thinker).thinker.choose(lives.at(live).live, next_think(input));
    });
}
// Input: a Think, then cells (32 bits). Output (64 bits each): whether the ending was played out; whether
// rollouts decided; the difference of the first two cells, its margin and its rollouts, or NaN; then the
// candidates. Returns the cell to open.
EXPORT(evaluate) int evaluate(int thinker, int live, int also_cells) {
    return answer([&] {
        Input input;
        Think think = next_think(input);
        std::vector<int> also = input.next<int>(count_of("also_cells", also_cells));
        Weighing found = thinkers.at(thinker).thinker.evaluate(lives.at(live).live, think, also);
        Output output;
        output.add(double(found.choice.exact()));
        output.add(double(found.by_rollouts));
        WinDifference none{std::nan(""), std::nan(""), 0}, difference = found.difference.value_or(none);
        for (double value : {difference.mean, difference.margin, double(difference.rollouts)})
            output.add(value);
        for (const Candidate& one : found.candidates) add_candidate(output, one);
        return found.choice.cell;
    });
}

// Input (32 bits each): cells without a mine, then permutations of the cells. Output (32 bits each): layouts,
// wins (-1 if it takes too much work), then for each guess what each cell shows, the cell, layouts, wins.
// Returns the number of guesses.
EXPORT(optimal_play) int optimal(int field, int mines, int most, int work, int free_cells, int symmetries) {
    return answer([&] {
        const Field& board = *fields.at(field);
        Input input;
        std::vector<int> free = input.next<int>(count_of("free_cells", free_cells));
        std::vector<std::vector<int>> orders(count_of("symmetries", symmetries));
        for (std::vector<int>& order : orders) order = input.next<int>(std::size_t(board.cells()));
        OptimalPlay found = optimal_play(board, free, mines, most, work, orders);
        Output output;
        output.add(std::int32_t(found.layouts));
        output.add(std::int32_t(found.wins));
        for (const auto& [shown, cell, layouts, wins] : found.policy) {
            output.add(shown);
            for (int value : {cell, layouts, wins}) output.add(std::int32_t(value));
        }
        return int(found.policy.size());
    });
}

// Input: a Think, then layouts (a byte for each cell). Output (64 bits each): for each layout whether it was
// won, guesses, opened cells, milliseconds, luck of the guesses, luck of the ending.
EXPORT(play_many) int play_all(int field, int games, int first, int guess, int use_think) {
    return answer([&] {
        const Field& board = *fields.at(field);
        Input input;
        Think think = next_think(input);
        require("games", games, 0, (1 << 28) / board.cells());
        std::size_t size = std::size_t(games) * std::size_t(board.cells());
        const std::uint8_t* layouts = input.bytes<const std::uint8_t>(size);
        auto rows = play_many(board, layouts, size, first, guess != 0, use_think ? &think : nullptr);
        Output output;
        for (const TimedGame& row : rows)
            for (double value :
                 {double(row.played.won), double(row.played.guesses), double(row.played.opened), row.ms,
                  row.played.guess_luck, row.played.ending_luck})
                output.add(value);
        return games;
    });
}

// Input: the cell to open on each board (32 bits), the clues of all boards, what is seen of them (a byte for
// each cell). Output: the number of cells opened on each board (32 bits), then what is seen now.
EXPORT(flood_many) int flood_all(int field, int games) {
    return answer([&] {
        const Field& board = *fields.at(field);
        Input input;
        require("games", games, 0, (1 << 28) / board.cells());
        std::size_t count = std::size_t(games), size = count * std::size_t(board.cells());
        std::vector<std::int32_t> cells = input.next<std::int32_t>(count);
        const std::int8_t* clues = input.bytes<const std::int8_t>(size);
        std::int8_t* seen = input.bytes<std::int8_t>(size);
        std::vector<std::int32_t> opened = flood_many(board, clues, seen, size, cells.data(), count);
        Output output;
        output.add(opened);
        output.add(seen, size);
        return games;
    });
}
