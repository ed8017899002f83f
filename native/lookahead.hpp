// Which risk to take: every promising cell is opened in thought, for each clue that it may show.
//
// A what-if counts again only the fronts that the opened cell touches; the others keep their ways by
// number of mines, so that one costs some microseconds. Chances are exact. What is estimated is the worth
// of a position: the chance to survive the guesses seen ahead, cells that become certain being opened for
// nothing, times the share of games that no coin flip to come will cost (see find_flips).
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "endgame.hpp"
#include "game.hpp"

namespace mineproof {

constexpr int most_plies = 12;

// How hard to think, in steps that are the same on every machine.
struct Think {
    int layouts = 1000;          // endings with so many layouts at most are played out
    long ending_work = 2000000;  // steps that one may take
    bool living = true;          // never a dead cell while another is alive
    double window = 0.20;        // cells this much less promising than the best are looked at
    int sea_cells = 12;          // and so many of the sea
    bool flips = true;           // whether coin flips to come count
    double least_flip = 0.003;   // the chance below which one is not looked at
    int plies = 12;              // 1: the least risk; 2: and that of the next guess; more: deeper
    double close = 0.10;         // cells this close to the best are looked at more deeply
    int answers = 8;             // after a clue that leaves nothing certain so many cells are tried
    double reach = 0.04;         // but no deeper after what is less likely than this
    long work = 20000;           // and no more cells are opened in thought then
    bool regions = true;         // whether what only the mine count links is a game of its own
};

struct Candidate {
    int cell;
    double risk;
    double next = 0.0;     // chance to survive this guess and the next
    double certain = 0.0;  // chance that it opens something certain (or wins at once)
    double flip = 0.0;     // chance that a coin flip is still to come, if it is safe
    double win = -1.0;     // exact chance to win, negative if not computed
    double clears = -1.0;  // if nothing but the mine count links its region to the rest: the chance to clear
    double part = -1.0;    // that by itself, beginning here and at best; negative if not computed
    double score = 0.0;
    bool dead = false;
    bool fifty = false;      // one side of a coin flip that no clue will decide
    bool looked_at = false;  // otherwise `next` and `certain` are bounds
};

class Thinker {
  public:
    explicit Thinker(const Field& field);
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;

    // A cell to open after a deduce() that gave no safe cell; -1 if nothing is hidden.
    int choose(Live& live, const Think& think) { return choose(live, think, false, {}); }
    // The same, with everything known of every cell that is promising, and of those asked for.
    int weigh(Live& live, const Think& think, const std::vector<int>& asked) {
        return choose(live, think, true, asked);
    }
    std::vector<Candidate> candidates;
    bool exact = false;  // whether the choice was made by playing the ending out
    double risk = 0.0;   // of the choice
    double win = 0.0;    // its chance to win, if it is exact

  private:
    int choose(Live& live, const Think& think, bool all, const std::vector<int>& asked);
    int think_it_over(Live& live, bool all, const std::vector<int>& asked);

    struct Front {
        std::vector<int> clues, cells, group_start;  // groups of cells; one more start than groups
        int least;
        std::vector<double> ways, mined;  // by number of mines; mined has a row a group
        int width() const { return int(ways.size()); }
        int groups() const { return int(group_start.size()) - 1; }
    };
    struct Position {
        std::vector<const Front*> fronts;
        int sea, gone, mines;  // cells of the sea now, and those that left it since the root
        double total, sea_odds;
        std::uint64_t key;  // of the cells opened in thought and what they show
    };
    // Undecided cells that touch or share a clue: see find_regions().
    struct Region {
        std::vector<int> cells;
        std::vector<const Front*> fronts;
        int sea = 0;
        double layouts = HUGE_VAL;
        Endgame::Mines mines;
        bool told = false;  // its cells are candidates
    };
    // Fronts side by side; then, for weights of their total, what each number of mines of one weighs.
    struct Joined {
        std::vector<const Front*> parts;
        std::vector<std::vector<double>> before, after;
        int least = 0;
        void build();
        void contract(const std::vector<double>& weights);
        void weights(std::size_t part, std::vector<double>& out) const;
        const std::vector<double>& all() const { return before[parts.size()]; }
    };
    struct Next {
        double risk;  // the least
        int cell;     // one that has it
        int certain;  // cells that are certainly safe, or some if the game is won
    };
    // What is remembered of a position: its worth so many levels deep, or no less than that.
    struct Kept {
        std::uint64_t key, stamp;
        double worth;
        int left;
        bool exact;
    };
    struct Ply {
        Counter counter;
        Joined rest;
        std::vector<std::unique_ptr<Front>> extra;
        std::size_t extras = 0;
        bool has_free = false;
        int cell = -1, gone = 0, sea = 0, base = 0, mines = 0;
        std::vector<double> of_total, chances;  // G by mines of the free front; P(v) by end
        int first_total = 0;
        std::vector<double> weights, share, odds;
        std::vector<std::vector<int>> clues;  // by front of the counter
        std::vector<std::pair<int, Verdict>> forced;
        std::vector<std::pair<int, const Front*>> moved;
        std::vector<const Front*> touched;
        Position child;
        Joined joined;
        std::vector<double> by_cell;
        std::vector<std::pair<double, int>> ranked;
        std::vector<Next> nexts;  // by end
        std::vector<int> order;
        bool dead = false;
    };
    // Two sets of cells, and the cells that touch them unequally
    struct Shape {
        int size, ones[2], others[2];
        int first_edge, end_edge;
    };

    bool read(Live& live);
    void add_front(Ply& ply, int clue, int free);
    Front* keep(Ply& ply, int number, int end);
    void regroup(Ply& ply, const Position& position);
    double in_sea(int gone, int mines) const;
    void fill_sea(int sea, int mines, int fewest, int most);
    void what_if(Ply& ply, const Position& position, int cell);
    Next after(Ply& ply, int end);
    Counter::End end_of(const Ply& ply, int number) const;
    void touch(Ply& ply, int cell);
    void fill(Ply& ply, int number, int end, Front& front);
    void weigh_flip();
    void risks(Position& position, Joined& joined, std::vector<double>& by_cell);
    double look(const Position& position, int cell, double bound, Candidate* told, int depth, int left);
    double deeper(const Position& position, int depth, int end, int left, double bound);
    double answer(Ply& ply, const Next& next, int depth, int left, double bound);
    void rank(Position& position, Ply& ply);
    int first_in_sea(const std::vector<int>& list) const;
    void find_flips();
    void make_shapes();
    void flip(const Shape& shape);
    bool force(int cell, Verdict verdict);
    void unforce();
    void find_regions();
    void gather_region(int first, std::vector<char>& met, Region& region);
    void count_region(Region& region);
    void weigh_region(Region& region, int fewest, int most);
    void seal(const Region& region);
    void unseal();
    bool play_out_all(bool all);
    bool play_out_largest(bool all);
    bool play_out(const std::vector<int>& order, const Endgame::Mines& mines, bool all, std::vector<Candidate>& told);
    void tell_of_region(const Region& region, const std::vector<int>& asked);
    void tell_clears(std::vector<Candidate>& found) const;
    void tell_more(const std::vector<int>& asked);
    static int best_of(const std::vector<Candidate>& found);
    int look_ahead(Live& live, bool all);
    double margin() const;
    void look_closer();
    void consider(int cell, bool dead_too, bool all);
    void by_promise(std::vector<int>& list) const;
    double best_score = 0;
    int best_cell = -1;
    double optimistic(int cell) const;
    std::vector<int> promising();

    const Field& field;
    Think think;
    int cells;
    std::vector<std::int8_t> known, need, unk;
    std::vector<char> open;
    std::vector<const Front*> front_of;
    std::vector<int> hidden;  // undecided cells
    std::vector<Region> regions;  // if there are two or more
    std::vector<int> place;       // by cell: its number, or that of the clue, where an ending is played out
    std::vector<char> sealed;     // by cell: whether it is in a region that can wait
    int sealed_sea = 0;           // such cells of the sea
    std::vector<int> sea_cells, sea_by_degree;  // those of the sea at first, twice
    Position root;
    int root_least = 0, root_most = 0;  // mines of all fronts, and at most of them and the sea
    Ply plies[most_plies], flip_ply;
    std::vector<Kept> memo;
    std::uint64_t root_stamp = 0;
    long spent = 0;
    std::vector<Shape> shapes;
    std::vector<int> shape_edges;
    std::vector<double> flip_odds, flip_factor;
    std::vector<char> is_flip;
    std::vector<std::unique_ptr<Front>> root_fronts;
    double scale = 0;
    int sea_rows = 0;
    Joined joined;
    std::vector<double> odds_now;
    std::vector<double> sea_table;
    int sea_low = 0, sea_width = 0;
    Gathering part;  // a front that is being made
    std::vector<double> scratch;
    Endgame endgame;
};

}  // namespace mineproof
