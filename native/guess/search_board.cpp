#include "guess/search_board.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/poll.hpp"
#include "guess/think.hpp"

namespace mineproof {

namespace {

// The most cells that a search takes out of the sea: each opened cell takes itself and its neighbours.
int most_gone(const Field& field) { return (std::max(8, field.most_degree()) + 1) * most_plies; }

}  // namespace

SearchBoard::SearchBoard(const Field& field) : field(field), cells(field.cells()), front_of(cells) {
    links.resize(cells);
    postpone_nothing();
}

bool SearchBoard::read(Live& live) {
    read_cells(live);
    counter.begin(cells);
    links.forget();
    std::vector<std::vector<int>> clues;  // by front
    for (int cell = 0; cell < cells; ++cell)
        if (open[cell] && undecided[cell] && !links.visited(cell)) {
            poll(64);
            walk(cell);
            int front = counter.add_front(links.set);
            clues.push_back(links.clues);
            if (counter.cells_of(front) > OutcomeCounter::longest_front) return false;
        }
    counter.count_ways();
    root.fronts.clear();
    root_fronts.clear();
    std::fill(front_of.begin(), front_of.end(), nullptr);
    int fewest = 0, most = 0;
    for (int k = 0; k < counter.fronts(); ++k) {
        root_fronts.push_back(std::make_unique<CountedFront>());
        CountedFront* front = root_fronts.back().get();
        copy_front(counter, k, 0, clues[k], *front);
        root.fronts.push_back(front);
        for (int cell : front->cells) front_of[cell] = front;
        fewest += front->least;
        most += front->least + front->width() - 1;
    }
    read_sea();
    root.gone = 0;
    root.mines = live.mines_left();
    root.key = 0;
    root.least = fewest;
    root.most = most + root.sea;
    sea_ways.fill(root.sea, root.mines, fewest, most, most_gone(field));
    return true;
}

void SearchBoard::read_cells(Live& live) {
    known = live.verdicts();
    need = live.needs();
    undecided = live.undecided_around();
    open.assign(cells, 0);
    root.hidden.clear();
    for (int cell = 0; cell < cells; ++cell) {
        open[cell] = live.is_open(cell);
        if (known[cell] == unknown) root.hidden.push_back(cell);
        if (open[cell] && (need[cell] < 0 || need[cell] > undecided[cell]))
            throw Contradiction("clues clash");
    }
}

void SearchBoard::read_sea() {
    root.sea_cells.clear();
    for (int cell : root.hidden)
        if (!front_of[cell]) root.sea_cells.push_back(cell);
    root.sea_by_degree = root.sea_cells;
    std::stable_sort(root.sea_by_degree.begin(), root.sea_by_degree.end(),
                     [this](int a, int b) { return field.degree(a) < field.degree(b); });
    root.sea = int(root.sea_cells.size());
}

void SearchBoard::walk(int first, int free) {
    links.walk(
        field, first, [this](int cell) { return known[cell] == unknown; },
        [this](int cell) { return open[cell]; },
        [this, free](int clue) { return clue == free ? 0 : int(need[clue]); });
}

void SearchBoard::open_cell(int cell, int mines) {
    known[cell] = safe;
    open[cell] = 1;
    need[cell] = std::int8_t(mines);
    int around = 0;
    for (int there : field.around(cell)) {
        around += known[there] == unknown;
        if (open[there]) --undecided[there];
    }
    undecided[cell] = std::int8_t(around);
}

void SearchBoard::close_cell(int cell) {
    known[cell] = unknown;
    open[cell] = 0;
    need[cell] = 0;
    undecided[cell] = 0;
    for (int there : field.around(cell))
        if (open[there]) ++undecided[there];
}

bool SearchBoard::assume(int cell, Verdict verdict) {
    known[cell] = verdict;
    bool fits = true;
    for (int there : field.around(cell)) {
        if (!open[there]) continue;
        --undecided[there];
        need[there] -= verdict == mined;
        fits &= need[there] >= 0 && need[there] <= undecided[there];
    }
    return fits;
}

void SearchBoard::retract(int cell, Verdict verdict) {
    known[cell] = unknown;
    for (int there : field.around(cell)) {
        if (!open[there]) continue;
        ++undecided[there];
        need[there] += verdict == mined;
    }
}

void SearchBoard::find_odds(Position& position, FrontJoin& join, std::vector<double>& by_cell) {
    join.fronts = position.fronts;
    join.build();
    const std::vector<double>& ways = join.all();
    scratch.assign(ways.size(), 0.0);
    double total = 0.0, mines_there = 0.0;
    for (std::size_t x = 0; x < ways.size(); ++x) {
        int left = position.mines - join.least - int(x);
        scratch[x] = sea_ways.ways(position.gone, left);
        total += ways[x] * scratch[x];
        mines_there += ways[x] * scratch[x] * left;
    }
    if (!(total > 0)) throw Contradiction("the mine count fits no layout");
    position.total = total;
    join.set_weights(scratch);
    position.sea_odds = position.sea ? mines_there / total / position.sea : 1.0;
    for (std::size_t k = 0; k < join.fronts.size(); ++k) {
        const CountedFront& front = *join.fronts[k];
        join.weights(k, scratch);
        for (int g = 0; g < front.groups(); ++g) {
            double mines = front.mined_ways(g, scratch);
            for (int c = front.group_start[g]; c < front.group_start[g + 1]; ++c)
                by_cell[front.cells[c]] = mines / total;
        }
    }
}

void SearchBoard::find_root_odds() {
    root.odds.assign(cells, 2.0);
    find_odds(root, root.join, root.odds);
    for (int cell : root.sea_cells) root.odds[cell] = root.sea_odds;
}

void SearchBoard::postpone(const std::vector<int>& region_cells, int of_the_sea) {
    for (int cell : region_cells) postponed[cell] = 1;
    postponed_sea += of_the_sea;
}

void SearchBoard::postpone_nothing() {
    postponed.assign(cells, 0);
    postponed_sea = 0;
}

int SearchBoard::first_in_sea(const std::vector<int>& list) const {
    for (int cell : list)
        if (in_sea(cell) && !postponed[cell]) return cell;
    return -1;
}

void copy_front(OutcomeCounter& counter, int number, int outcome, const std::vector<int>& clues,
                CountedFront& front) {
    front.clues = clues;
    front.cells.clear();
    front.group_start.assign(1, 0);
    counter.groups(number, [&](const int* first, const int* last) {
        front.cells.insert(front.cells.end(), first, last);
        front.group_start.push_back(int(front.cells.size()));
    });
    OutcomeCounter::Outcome ways = counter.outcome(number, outcome);
    front.least = ways.least;
    front.ways.assign(ways.ways, ways.ways + (ways.most - ways.least + 1));
    counter.mined_by_total(number, outcome, front.mined);
}

}  // namespace mineproof
