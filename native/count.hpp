// How many layouts fit, and how likely each cell is a mine: the compiled twin of counting/.
//
// It takes clues (cells and a number), the size of the sea and the mines, never a grid. The algorithm
// is that of counting/exact.py, which explains it; here are the data structures that make it fast.
// All memory is pooled in one Counter and reused from position to position. Fronts come and go one by
// one: those that a move leaves alone keep their layers, their ways, and their place in the product.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "product.hpp"

namespace mineproof {

struct Clash : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct TooWide : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum Verdict : std::int8_t { unknown = 0, safe = 1, mined = 2 };

// What the open clues still need, four bits each. No subtraction borrows across slots, so the two
// words never talk to each other.
struct Key {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Key& other) const { return low == other.low && high == other.high; }
};
constexpr int slots_of_a_key = 32;
constexpr int most_nodes = 250000;  // of one front; as in counting/exact.py
constexpr int most_in_all = 1000000;  // of all fronts, or four a cell
constexpr int largest_group = 8;    // cells of one clue, at most

// A set of small numbers.
class Bits {
  public:
    void set(int x);
    bool test(int x) const { return x >= 0 && x / 64 < int(words.size()) && words[x / 64] >> (x % 64) & 1; }
    bool any() const;
    void add_shifted(const Bits& other, int by);      // this |= other << by
    void assign_shifted_down(const Bits& other, int by);  // this = other >> by
    void keep_only(const Bits& other);
    int end() const { return int(words.size()) * 64; }
    void clear() { words.clear(); }

  private:
    std::vector<std::uint64_t> words;
};

class Counter {
  public:
    // Forget all fronts; cells that clues speak of are below `cells`.
    void begin(int cells);

    // Clues linked by shared cells: need[k] of clue_cells[start[k] .. start[k + 1]) are mines. Builds
    // the layers; throws Clash if nothing fits, TooWide if there are too many nodes. A clue that is
    // `free` takes any number of mines: the front then has an end for each number (see ends()).
    int add_front(const std::vector<int>& need, const std::vector<int>& start,
                  const std::vector<int>& clue_cells, int free = -1);

    // Forget one front; its number is given to another later.
    void drop_front(int front);

    int fronts() const { return int(front_list.size()); }  // numbers given so far
    int living_fronts() const { return fronts() - int(free_fronts.size()); }
    bool living(int front) const { return front_list[front].living; }
    int least(int front) const { return front_list[front].least; }
    int most(int front) const { return front_list[front].most; }

    // Cells of one front that all its layouts agree on, the mine count aside.
    template <class Tell> void decide(int front, Tell tell) { decide_front(front, nullptr, tell); }

    // The same for all fronts under the mine count, if it matters; true if it does. Throws Clash if
    // no number of mines fits. `tell(cell, verdict)` hears each certain cell.
    template <class Tell> bool decide_by_count(int sea, int mines, Tell tell) {
        if (!totals_matter(sea, mines)) return false;
        find_totals(sea, mines);
        for (int k : restricted) decide_front(k, &allowed[k], tell);
        return true;
    }
    // What all layouts say of the sea; decide_by_count first.
    Verdict sea_verdict(int sea, int mines) const;

    // Join all fronts with the sea; returns the odds of a sea cell. Then the odds of the cells of any
    // front can be had: `tell(cell, odds)`.
    double weigh(int sea, int mines);
    template <class Tell> void odds(int k, Tell tell) {
        spread(k);
        const Front& front = front_list[k];
        for (int s = front.first_step; s < front.end_step; ++s)
            for (int c = steps[s].first_cell; c < steps[s].end_cell; ++c)
                tell(step_cells[c], steps[s].odds);
    }
    // A bound below the odds of all cells of a front, without a look at it: from its odds when it was
    // looked at last, and how far the worth of a mine elsewhere can have moved since.
    double least_odds(int front) const;

    // The ways of one front by number of mines, from least() on; false if one exceeds 64 bits.
    bool whole_ways(int front, std::vector<std::uint64_t>& ways);

    // For what-ifs: ways as plain numbers, of fronts of at most `longest_plain` cells, so that those of
    // two positions can be compared. First plain_ways(), then the others.
    static constexpr int longest_plain = 300;
    void plain_ways();
    int cells_of(int front) const {
        const Front& one = front_list[front];
        return steps[one.end_step - 1].end_cell - steps[one.first_step].first_cell;
    }
    // How a front can end: the mines that its free clue took, and the ways by number of mines of the
    // whole front from `least` on.
    struct End {
        int took, least, most;
        const double* ways;
    };
    int ends(int front) const { return front_list[front].ends; }
    End end(int front, int number) const;
    // Which cells form a group: `tell(first, last)`, pointers into the cells of a front.
    template <class Tell> void groups(int front, Tell tell) const {
        for (int s = front_list[front].first_step; s < front_list[front].end_step; ++s)
            tell(&step_cells[0] + steps[s].first_cell, &step_cells[0] + steps[s].end_cell);
    }
    // By group, in that order: mines in a cell of it by number of mines of the front; one row a group.
    void mined_by_total(int front, int number, std::vector<double>& rows);
    // The odds by group, in that order, if a number of mines of the front from least on weighs so.
    void odds_at(int front, int number, const double* weights, std::vector<double>& out);

    int nodes_used() const { return living_nodes; }  // of all fronts
    // What is held in memory, dropped fronts that are not tidied up yet included.
    std::size_t states() const { return nodes.size() + edges.size() + steps.size() + values.size(); }

  private:
    struct Slot {
        int word, shift, later;
    };
    struct Step {
        Key enter, mask;
        int first_cell, end_cell;
        int first_slot, end_slot;
        int first_edge, end_edge;
        int first_node, end_node;  // the layer before this step
        double odds;
    };
    struct Edge {
        std::int32_t u, v, m;
    };
    struct Node {
        std::int32_t least, most;  // mines so far
        std::int32_t value;        // where its ways start, from `least` on
    };
    struct Front {
        int first_step, end_step;
        int least, most;
        int last_node;
        int ends, first_took;  // nodes of its last layer; where `took` tells of them
        bool living, weighed;     // weighed: its ways are in `product`
        signed char gaps;         // can it take every number from least to most? 1: no, -1: not asked yet
        std::uint64_t forwarded;  // its ways are in `values` if this is `values_now`
        double least_odds;        // when it was looked at last; and then the range of worths
        double worth_low, worth_high;
    };

    // Building a front
    void group_cells(const std::vector<int>& need, const std::vector<int>& start,
                     const std::vector<int>& clue_cells);
    void drop_twins(const std::vector<int>& need, int free);
    void order_groups(int clues);
    int newly_opened(int clue);
    void make_steps(const std::vector<int>& need, const std::vector<int>& start, int free, Front& front);
    void make_layers(Front& front);
    int find_or_add(const Key& key);
    void grow_table();
    void tidy();

    // The mine count
    bool totals_matter(int sea, int mines) const;
    void find_totals(int sea, int mines);
    bool any_total_fits_the_others();
    void find_totals_one_by_one(int sea, int mines);
    void reach(int front, std::vector<Bits>& by_node) const;

    // Values
    void set_tilt(double tilt);
    double balanced_tilt(int sea, int left);
    void forward(int front);
    void keep_forward(int front);
    bool join(int sea, int left, double& in_sea);
    void forget_values();
    void spread(int front);
    void spread_from(const Front& front, int end, const double* weights);

    template <class Tell> void decide_front(int k, const Bits* totals, Tell tell) {
        const Front& front = front_list[k];
        if (totals) reach(k, reached), prepare_alive(front, *totals);
        alive.resize(nodes.size());
        alive[front.last_node] = 1;
        for (int s = front.end_step - 1; s >= front.first_step; --s) {
            const Step& step = steps[s];
            int size = step.end_cell - step.first_cell, fewest = size, most_mines = 0;
            for (int u = step.first_node; u < step.end_node; ++u) alive[u] = 0;
            for (int e = step.first_edge; e < step.end_edge; ++e) {
                const Edge& edge = edges[e];
                bool leads = totals ? leads_within(edge) : alive[edge.v] != 0;
                if (!leads) continue;
                alive[edge.u] = 1;
                if (edge.m < fewest) fewest = edge.m;
                if (edge.m > most_mines) most_mines = edge.m;
            }
            if (most_mines == 0 || fewest == size)
                for (int c = step.first_cell; c < step.end_cell; ++c)
                    tell(step_cells[c], most_mines == 0 ? safe : mined);
        }
    }
    void prepare_alive(const Front& front, const Bits& totals);
    bool leads_within(const Edge& edge);

    std::vector<Front> front_list;
    std::vector<int> free_fronts, unweighed, restricted, storage_order;
    int living_nodes = 0, sum_least = 0, sum_most = 0;  // of all fronts
    int widest = 0;  // that there has been
    std::vector<Step> steps;
    std::vector<int> step_cells;
    std::vector<Slot> slots;
    std::vector<Edge> edges;
    std::vector<Node> nodes;
    std::vector<double> values, back;
    std::vector<char> alive;
    std::vector<Bits> reached, alive_totals, allowed, totals_of;
    Bits shifted;
    Bits all_totals;
    Product product;  // a leaf a front
    std::vector<double> sea_ways;
    double tilt = 0;  // what a mine in a front counts as; 0: not settled yet
    double worth_low = 0, worth_high = 0;  // logarithms of what one more mine elsewhere is worth
    std::uint64_t values_now = 1;
    std::size_t stale_values = 0;
    bool whole_range = false;  // whether fronts and sea can take every number in their range
    double tilt_power[largest_group + 1] = {1.0};
    std::vector<std::uint64_t> whole;
    std::vector<std::size_t> whole_at;

    // Scratch for building
    // Stamps only grow, and 64 bits never run out.
    std::uint64_t stamp = 0, mark_stamp = 0;
    std::vector<std::uint64_t> cell_stamp, mark;
    std::vector<int> cell_slot;
    int node_limit = most_in_all;
    std::vector<int> cells, cell_clue_start, cell_clues;
    std::vector<int> group_of_cell, group_first, group_size, group_next, chain_head;
    std::vector<int> group_clue_start, group_clues;
    std::vector<int> clue_group_start, clue_groups;
    std::vector<char> dropped, done, opened;
    std::vector<int> open_clues, order, capacity, slot_of, free_slots, filler;
    std::vector<std::vector<int>> members;
    std::vector<Key> keys, next_keys;
    std::vector<int> took;
    std::vector<int> rest_least, rest_most, rest_at;
    std::vector<double> rest_ways;
    std::vector<int> table, table_stamp;
    int table_now = 0;
};

}  // namespace mineproof
