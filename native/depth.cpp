#include "depth.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/errors.hpp"
#include "base/poll.hpp"

namespace mineproof {

namespace {

constexpr int deepest = 4;
constexpr int most_undecided = 20;  // with more undecided cells the mine count is not compared with clues

// Exactly `mines` of `cells`, in ascending order, are mines.
struct Constraint {
    std::vector<int> cells;
    int mines;
};

// A board while it is solved. What an inference decides does not depend on the order of inferences, and
// knowing more never decides less: so each step may take what it finds first.
class Path {
  public:
    Path(Live& live, const Field& field, bool with_count)
        : live(live), field(field), with_count(with_count) {}

    // Decide cells by inferences up to a depth. `live` has the new ones; none if there is no inference.
    void advance(int depth) {
        if (depth == deepest) return live.deduce(with_count);
        live.deduce_simply();
        if (live.found_any()) return;
        int left = live.mines_left(), cells = live.undecided();
        if (with_count && (left == 0 || left == cells))
            for (int cell = 0; cell < field.cells(); ++cell) live.learn(cell, left ? mined : safe);
        for (int low = 2; low <= depth && !live.found_any(); ++low) compare(low);
    }

  private:
    // Compare every two constraints; from depth 3 on also the differences of those that contain each other.
    void compare(int depth) {
        read();
        for (std::size_t i = 0; i < list.size(); ++i) {
            poll(std::int64_t(i));
            for (std::size_t j = 0; j < i; ++j) compare(i, j, depth > 2);
            if (depth > 2 && live.found_any()) return;
        }
    }

    void compare(std::size_t i, std::size_t j, bool with_differences) {
        const Constraint &a = list[i], &b = list[j];
        if (a.cells.back() < b.cells.front() || b.cells.back() < a.cells.front()) return;
        split(a.cells, b.cells);
        if (both.empty()) return;
        int low = std::max({0, a.mines - int(only_a.size()), b.mines - int(only_b.size())});
        int high = std::min({int(both.size()), a.mines, b.mines});
        decide(both, low, high);
        decide(only_a, a.mines - high, a.mines - low);
        decide(only_b, b.mines - high, b.mines - low);
        if (with_differences && only_a.empty() != only_b.empty())
            add(only_a.empty() ? only_b : only_a, std::abs(a.mines - b.mines));
    }

    // The cells of one constraint only, of the other only, and of both.
    void split(const std::vector<int>& a, const std::vector<int>& b) {
        only_a.clear();
        only_b.clear();
        both.clear();
        std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only_a));
        std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(only_b));
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    }

    void decide(const std::vector<int>& cells, int fewest, int most) {
        if (most && fewest < int(cells.size())) return;
        for (int cell : cells) live.learn(cell, most ? mined : safe);
    }

    // The clues over undecided cells, and the mine count if it is over few.
    void read() {
        list.clear();
        known.clear();
        std::vector<int> cells;
        for (int clue = 0; clue < field.cells(); ++clue) {
            if (!live.is_open(clue)) continue;
            cells.clear();
            int mines = live.shown(clue);
            for (int there : field.around(clue)) {
                mines -= live.verdict(there) == mined;
                if (live.verdict(there) == unknown) cells.push_back(there);
            }
            std::sort(cells.begin(), cells.end());
            add(cells, mines);
        }
        if (!with_count || live.undecided() > most_undecided) return;
        cells.clear();
        for (int cell = 0; cell < field.cells(); ++cell)
            if (live.verdict(cell) == unknown) cells.push_back(cell);
        add(cells, live.mines_left());
    }

    void add(const std::vector<int>& cells, int mines) {
        if (!cells.empty() && known.insert(cells).second) list.push_back({cells, mines});
    }

    Live& live;                             // the position
    const Field& field;                     // which cells touch
    bool with_count;                        // may inferences use the mine count?
    std::vector<Constraint> list;           // one for each set of cells
    std::set<std::vector<int>> known;       // these sets
    std::vector<int> only_a, only_b, both;  // see split()
};

}  // namespace

std::optional<Depth> depth_of(Live& live, const Field& field, const std::uint8_t* layout, int mines,
                              const std::vector<int>& initial) {
    for (bool with_count : {false, true}) {
        live.reset(mines);
        Path path(live, field, with_count);
        std::vector<int> cells = initial;
        for (int depth = 1; depth <= deepest;) {
            for (int cell : cells) {
                int clue = 0;
                for (int there : field.around(cell)) clue += layout[there];
                if (!live.is_open(cell)) live.open(cell, clue);
            }
            if (!live.undecided()) return Depth{depth, with_count};
            try {
                path.advance(depth);
            } catch (const TooWide&) {
                return {};
            }
            cells = live.fresh_safe;
            if (!live.found_any()) ++depth;
        }
    }
    return {};
}

}  // namespace mineproof
