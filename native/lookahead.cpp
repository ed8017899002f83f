#include "lookahead.hpp"

#include <algorithm>
#include <cmath>

namespace mineproof {

namespace {
constexpr double nothing = 1e-12;
constexpr int in_the_sea = -2;  // a cell that need not be named
constexpr int won = 1000;       // as good as so many certain cells
constexpr int most_gone = 9 * most_plies;  // cells that may leave the sea in thought
constexpr int most_cells_with_shapes = 20000;  // of a board: there are a dozen shapes a cell
}  // namespace

Thinker::Thinker(const Field& field)
    : field(field), cells(field.cells()), front_of(cells), memo(1 << 14, {0, 0, 0.0, 0, false}) {
    part.resize(cells);
    place.assign(cells, -1);
}

// ----------------------------------------------------------------------------------- a position

// The position as the fronts' ways by number of mines; false if a front is too long for plain numbers.
bool Thinker::read(Live& live) {
    known = live.verdicts();
    need = live.needs();
    unk = live.undecided_around();
    open.assign(cells, 0);
    hidden.clear();
    std::fill(front_of.begin(), front_of.end(), nullptr);
    Ply& ply = plies[0];
    ply.extras = 0;
    ply.counter.begin(cells);
    ply.clues.clear();
    part.forget();
    for (int cell = 0; cell < cells; ++cell) {
        open[cell] = live.is_open(cell);
        if (known[cell] == unknown) hidden.push_back(cell);
    }
    for (int cell = 0; cell < cells; ++cell)
        if (open[cell] && unk[cell] && !part.met(cell)) {
            add_front(ply, cell, -1);
            if (ply.counter.cells_of(ply.counter.fronts() - 1) > Counter::longest_plain) return false;
        }
    ply.counter.plain_ways();
    root.fronts.clear();
    root_fronts.clear();
    int in_fronts = 0, fewest = 0, most = 0;
    for (int k = 0; k < ply.counter.fronts(); ++k) {
        root_fronts.push_back(std::make_unique<Front>());
        Front* front = root_fronts.back().get();
        fill(ply, k, 0, *front);
        root.fronts.push_back(front);
        for (int cell : front->cells) front_of[cell] = front;
        in_fronts += int(front->cells.size());
        fewest += front->least;
        most += front->least + front->width() - 1;
    }
    root.sea = int(hidden.size()) - in_fronts;
    sea_cells.clear();
    for (int cell : hidden)
        if (!front_of[cell]) sea_cells.push_back(cell);
    sea_by_degree.clear();
    for (int degree = 0; degree <= 8; ++degree)
        for (int cell : sea_cells)
            if (field.degree(cell) == degree) sea_by_degree.push_back(cell);
    root.gone = 0;
    root.mines = live.mines_left();
    root_least = fewest;
    root_most = most + root.sea;
    fill_sea(root.sea, root.mines, fewest, most);
    return true;
}

// C(sea - gone, mines) for what may be asked, all divided by the same number.
void Thinker::fill_sea(int sea, int mines, int fewest, int most) {
    int low = std::max(0, mines - most), high = std::min(sea, mines - fewest);
    if (low > high) throw Clash("the mine count fits no layout");
    int middle = (low + high) / 2;
    sea_low = std::max(0, low - most_gone);
    sea_width = high - sea_low + 1;
    int rows = std::min(sea, most_gone) + 1;
    sea_rows = rows;
    sea_table.assign(std::size_t(rows) * sea_width, 0.0);
    sea_table[middle - sea_low] = 1.0;
    for (int k = middle; k < high; ++k)
        sea_table[k + 1 - sea_low] = sea_table[k - sea_low] * (sea - k) / (k + 1);
    for (int k = middle; k > sea_low; --k)
        sea_table[k - 1 - sea_low] = sea_table[k - sea_low] * k / (sea - k + 1);
    for (int gone = 1; gone < rows; ++gone)
        for (int k = 0; k < sea_width; ++k) {
            int from = sea - gone + 1, mines_there = sea_low + k;
            sea_table[std::size_t(gone) * sea_width + k] =
                mines_there > sea - gone
                    ? 0.0
                    : sea_table[std::size_t(gone - 1) * sea_width + k] * (from - mines_there) / from;
        }
    scale = std::lgamma(sea + 1.0) - std::lgamma(middle + 1.0) - std::lgamma(sea - middle + 1.0);
}

double Thinker::in_sea(int gone, int mines) const {
    int k = mines - sea_low;
    return k < 0 || k >= sea_width || gone >= sea_rows ? 0.0 : sea_table[std::size_t(gone) * sea_width + k];
}

// The front that a clue belongs to. The clue `free` takes any number of mines.
void Thinker::add_front(Ply& ply, int first, int free) {
    part.walk(
        field, first, [this](int cell) { return known[cell] == unknown; }, [this](int cell) { return open[cell]; },
        [this, free](int clue) { return clue == free ? 0 : int(need[clue]); });
    ply.counter.add_front(part.need, part.start, part.cells, free < 0 ? -1 : 0);
    ply.clues.push_back(part.clues);
}

void Thinker::fill(Ply& ply, int number, int end, Front& front) {
    front.clues = ply.clues[number];
    front.cells.clear();
    front.group_start.assign(1, 0);
    ply.counter.groups(number, [&](const int* first, const int* last) {
        front.cells.insert(front.cells.end(), first, last);
        front.group_start.push_back(int(front.cells.size()));
    });
    Counter::End ways = ply.counter.end(number, end);
    front.least = ways.least;
    front.ways.assign(ways.ways, ways.ways + (ways.most - ways.least + 1));
    ply.counter.mined_by_total(number, end, front.mined);
}

Thinker::Front* Thinker::keep(Ply& ply, int number, int end) {
    if (ply.extras == ply.extra.size()) ply.extra.push_back(std::make_unique<Front>());
    Front* front = ply.extra[ply.extras++].get();
    fill(ply, number, end, *front);
    return front;
}

void Thinker::Joined::build() {
    before.resize(parts.size() + 1);
    before[0].assign(1, 1.0);
    least = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::vector<double>&a = before[k], &b = parts[k]->ways;
        std::vector<double>& to = before[k + 1];
        to.assign(a.size() + b.size() - 1, 0.0);
        for (std::size_t x = 0; x < a.size(); ++x)
            for (std::size_t y = 0; y < b.size(); ++y) to[x + y] += a[x] * b[y];
        least += parts[k]->least;
    }
}

void Thinker::Joined::contract(const std::vector<double>& weights) {
    after.resize(parts.size() + 1);
    after[parts.size()] = weights;
    for (std::size_t k = parts.size(); k-- > 0;) {
        const std::vector<double>& ways = parts[k]->ways;
        const std::vector<double>& from = after[k + 1];
        std::vector<double>& to = after[k];
        to.assign(before[k].size(), 0.0);
        for (std::size_t e = 0; e < to.size(); ++e)
            for (std::size_t t = 0; t < ways.size(); ++t) to[e] += ways[t] * from[e + t];
    }
}

void Thinker::Joined::weights(std::size_t k, std::vector<double>& out) const {
    const std::vector<double>&a = before[k], &b = after[k + 1];
    out.assign(parts[k]->ways.size(), 0.0);
    for (std::size_t t = 0; t < out.size(); ++t)
        for (std::size_t e = 0; e < a.size(); ++e) out[t] += a[e] * b[e + t];
}

// The odds of every undecided cell, and the total of a position.
void Thinker::risks(Position& position, Joined& joined, std::vector<double>& by_cell) {
    joined.parts = position.fronts;
    joined.build();
    const std::vector<double>& ways = joined.all();
    scratch.assign(ways.size(), 0.0);
    double total = 0.0, mines_there = 0.0;
    for (std::size_t x = 0; x < ways.size(); ++x) {
        int left = position.mines - joined.least - int(x);
        scratch[x] = in_sea(position.gone, left);
        total += ways[x] * scratch[x];
        mines_there += ways[x] * scratch[x] * left;
    }
    if (!(total > 0)) throw Clash("the mine count fits no layout");
    position.total = total;
    joined.contract(scratch);
    position.sea_odds = position.sea ? mines_there / total / position.sea : 1.0;
    for (std::size_t k = 0; k < joined.parts.size(); ++k) {
        const Front& front = *joined.parts[k];
        joined.weights(k, scratch);
        for (int g = 0; g < front.groups(); ++g) {
            double mines = 0.0;
            const double* row = &front.mined[std::size_t(g) * front.width()];
            for (int t = 0; t < front.width(); ++t) mines += row[t] * scratch[t];
            for (int c = front.group_start[g]; c < front.group_start[g + 1]; ++c)
                by_cell[front.cells[c]] = mines / total;
        }
    }
}

// ------------------------------------------------------------------------------------- what if

// The fronts of a position again, except those in ply.touched, which are counted anew as the boards
// now stand; the free front, if there is one, is not among them.
void Thinker::regroup(Ply& ply, const Position& position) {
    for (const Front* front : ply.touched)
        for (int clue : front->clues)
            if (!part.met(clue) && unk[clue]) add_front(ply, clue, -1);
    ply.counter.plain_ways();
    ply.extras = 0;
    ply.rest.parts.clear();
    for (const Front* front : position.fronts)
        if (std::find(ply.touched.begin(), ply.touched.end(), front) == ply.touched.end())
            ply.rest.parts.push_back(front);
    for (int k = ply.has_free; k < ply.counter.fronts(); ++k) ply.rest.parts.push_back(keep(ply, k, 0));
    ply.rest.build();
}

void Thinker::touch(Ply& ply, int cell) {
    const Front* front = front_of[cell];
    if (!front)
        ++ply.gone;
    else if (std::find(ply.touched.begin(), ply.touched.end(), front) == ply.touched.end())
        ply.touched.push_back(front);
}

// Open a cell in thought: ply.chances has the chance of each end, that is, of each clue.
void Thinker::what_if(Ply& ply, const Position& position, int cell) {
    ply.cell = cell;
    ply.counter.begin(cells);
    ply.clues.clear();
    ply.touched.clear();
    ply.gone = 0;
    ply.has_free = false;
    ply.base = 0;
    touch(ply, cell);
    for (int there : field.around(cell)) {
        if (known[there] == unknown) {
            ply.has_free = true;
            touch(ply, there);
        }
        ply.base += known[there] == mined;
        if (open[there]) --unk[there];
    }
    known[cell] = safe;
    open[cell] = 1;
    part.forget();
    if (ply.has_free) add_front(ply, cell, cell);
    part.meet(cell);
    regroup(ply, position);
    known[cell] = unknown;
    open[cell] = 0;
    for (int there : field.around(cell))
        if (open[there]) ++unk[there];
    ply.sea = position.sea - ply.gone;
    ply.gone += position.gone;
    ply.mines = position.mines;

    int ends = ply.has_free ? ply.counter.ends(0) : 1, low = 0, high = 0;
    for (int i = 0; ply.has_free && i < ends; ++i) {
        Counter::End end = ply.counter.end(0, i);
        low = i ? std::min(low, end.least) : end.least;
        high = std::max(high, end.most);
    }
    ply.first_total = low;
    ply.of_total.assign(high - low + 1, 0.0);
    const std::vector<double>& rest = ply.rest.all();
    for (int t = low; t <= high; ++t)
        for (std::size_t x = 0; x < rest.size(); ++x)
            ply.of_total[t - low] += rest[x] * in_sea(ply.gone, ply.mines - ply.rest.least - t - int(x));
    ply.chances.assign(ends, 0.0);
    for (int i = 0; i < ends; ++i) {
        Counter::End end = end_of(ply, i);
        for (int t = end.least; t <= end.most; ++t)
            ply.chances[i] += end.ways[t - end.least] * ply.of_total[t - low];
        ply.chances[i] /= position.total;
    }
}

Counter::End Thinker::end_of(const Ply& ply, int number) const {
    static const double one = 1.0;
    return ply.has_free ? ply.counter.end(0, number) : Counter::End{0, 0, 0, &one};
}

// The least risk there is once the cell has shown that clue.
Thinker::Next Thinker::after(Ply& ply, int number) {
    Next next{1.0, -1, 0};
    auto offer = [&next](double risk, int cell, int size) {
        if (risk <= 0) next.certain += size;
        if (risk < next.risk) next.risk = risk, next.cell = cell;
    };
    Counter::End end = end_of(ply, number);
    if (ply.has_free) {
        ply.counter.odds_at(0, number, &ply.of_total[end.least - ply.first_total], ply.odds);
        int group = 0;
        ply.counter.groups(0, [&](const int* first, const int* last) {
            offer(ply.odds[group++], *first, int(last - first));
        });
        if (next.certain) return next;
    }
    const std::vector<double>& rest = ply.rest.all();
    ply.weights.assign(rest.size(), 0.0);
    double total = 0.0, mines_there = 0.0;
    for (std::size_t x = 0; x < rest.size(); ++x)
        for (int t = end.least; t <= end.most; ++t) {
            int left = ply.mines - ply.rest.least - t - int(x);
            double ways = end.ways[t - end.least] * in_sea(ply.gone, left);
            ply.weights[x] += ways;
            total += ways * rest[x];
            mines_there += ways * rest[x] * left;
        }
    if (ply.sea > sealed_sea) offer(mines_there / total / ply.sea, in_the_sea, ply.sea);
    if (next.certain) return next;
    ply.rest.contract(ply.weights);
    for (std::size_t k = 0; k < ply.rest.parts.size(); ++k) {
        const Front& front = *ply.rest.parts[k];
        if (sealed[front.cells[0]]) continue;
        ply.rest.weights(k, ply.share);
        for (int g = 0; g < front.groups(); ++g) {
            double mines = 0.0;
            const double* row = &front.mined[std::size_t(g) * front.width()];
            for (int t = 0; t < front.width(); ++t) mines += row[t] * ply.share[t];
            offer(mines / total, front.cells[front.group_start[g]], front.group_start[g + 1] - front.group_start[g]);
        }
    }
    // Only mines are left: the game is won.
    if (next.risk > 1 - nothing) next.certain = won;
    return next;
}

// --------------------------------------------------------------------------------------- choosing

// What a position is worth after a cell is opened in thought, `left` more levels deep; as soon as that is
// known to be no more than `bound`, a bound only. Deeper never finds more than what is seen at once.
double Thinker::look(const Position& position, int cell, double bound, Candidate* told, int depth, int left) {
    Ply& ply = plies[depth];
    what_if(ply, position, cell);
    ++spent;
    double sum = 0.0, certain = 0.0;
    int values = 0;
    for (double chance : ply.chances) {
        sum += chance;
        values += chance > nothing;
    }
    ply.dead = values < 2;
    if (told) {
        told->dead = ply.dead;
        if (told->dead && think.living && !told->looked_at) return sum;
    }
    ply.nexts.assign(ply.chances.size(), {0.0, -1, won});
    ply.order.clear();
    bool whole = true;
    for (int i = 0; i < int(ply.chances.size()) && whole; ++i) {
        if (ply.chances[i] <= 0) continue;
        Next next = ply.nexts[i] = after(ply, i);
        if (!next.certain) sum -= ply.chances[i] * next.risk;
        certain += next.certain ? ply.chances[i] : 0.0;
        whole = sum > bound;
        if (next.certain < won && ply.chances[i] * position.total > think.reach * root.total) ply.order.push_back(i);
    }
    if (left && whole && spent < think.work) {
        // The likeliest first: they decide soonest whether the rest matters.
        std::stable_sort(ply.order.begin(), ply.order.end(),
                         [&](int a, int b) { return ply.chances[a] > ply.chances[b] + nothing; });
        for (int i : ply.order) {
            double chance = ply.chances[i], seen = ply.nexts[i].certain ? 1.0 : 1.0 - ply.nexts[i].risk;
            sum -= chance * (seen - deeper(position, depth, i, left, seen - (sum - bound) / chance));
            if (sum <= bound) break;
        }
    }
    if (told) {
        told->next = sum;
        told->certain = certain;
        told->looked_at = whole;
    }
    return sum;
}

// What the position after that clue is worth, or if that is no more than `bound` a bound only.
double Thinker::deeper(const Position& position, int depth, int number, int left, double bound) {
    Ply& ply = plies[depth];
    Position& child = ply.child;
    int cell = ply.cell, took = end_of(ply, number).took;
    child.key = position.key + mineproof::child(std::uint64_t(cell), std::uint64_t(took + 1));
    Kept& kept = memo[(child.key + std::uint64_t(left)) % memo.size()];
    if (kept.key == child.key && kept.stamp == root_stamp && kept.left == left && (kept.exact || kept.worth <= bound))
        return kept.worth;
    child.fronts = ply.rest.parts;
    child.sea = ply.sea;
    child.gone = ply.gone;
    child.mines = position.mines;
    child.total = position.total * ply.chances[number];
    std::size_t extras = ply.extras;
    if (ply.has_free) child.fronts.push_back(keep(ply, 0, number));
    ply.moved.clear();
    for (std::size_t k = 0; k < ply.extras; ++k)
        for (int there : ply.extra[k]->cells) {
            ply.moved.push_back({there, front_of[there]});
            front_of[there] = ply.extra[k].get();
        }
    known[cell] = safe;
    open[cell] = 1;
    need[cell] = std::int8_t(took);
    unk[cell] = 0;
    for (int there : field.around(cell)) {
        unk[cell] += known[there] == unknown;
        if (open[there]) --unk[there];
    }
    double worth = answer(ply, ply.nexts[number], depth, left, bound);
    known[cell] = unknown;
    open[cell] = 0;
    need[cell] = 0;
    unk[cell] = 0;
    for (int there : field.around(cell))
        if (open[there]) ++unk[there];
    for (std::size_t k = ply.moved.size(); k-- > 0;) front_of[ply.moved[k].first] = ply.moved[k].second;
    ply.extras = extras;
    kept = {child.key, root_stamp, worth, left, worth > bound};
    return worth;
}

// The best way on from ply.child: a certain cell is opened for nothing; if there is none, some of the
// safest are tried. Whatever is not tried is worth no more than the chance that it is safe.
double Thinker::answer(Ply& ply, const Next& next, int depth, int left, double bound) {
    if (next.certain) {
        int cell = next.cell == in_the_sea ? first_in_sea(sea_cells) : next.cell;
        return look(ply.child, cell, bound, nullptr, depth + 1, left - 1);
    }
    rank(ply.child, ply);
    double best = 0.0, floor = (1.0 - next.risk) * (1.0 - think.window);
    int tried = 0;
    for (std::size_t k = 0; k < ply.ranked.size(); ++k) {
        auto [risk, cell] = ply.ranked[k];
        if (tried == think.answers || 1.0 - risk < floor || 1.0 - risk <= best) break;
        if (1.0 - risk <= bound) return std::max(best, 1.0 - risk);
        best = std::max(best, look(ply.child, cell, std::max(best, bound), nullptr, depth + 1, left - 1));
        tried += !plies[depth + 1].dead;
    }
    return best;
}

// Of a list of the sea's cells the first that is in it still.
int Thinker::first_in_sea(const std::vector<int>& list) const {
    for (int cell : list)
        if (known[cell] == unknown && !front_of[cell] && !sealed[cell]) return cell;
    return -1;
}

// The cells of a position by risk; of the sea only the one with fewest neighbours.
void Thinker::rank(Position& position, Ply& ply) {
    ply.by_cell.resize(cells);
    risks(position, ply.joined, ply.by_cell);
    ply.ranked.clear();
    for (const Front* front : position.fronts)
        for (int g = 0; g < front->groups() && !sealed[front->cells[0]]; ++g) {
            for (int c = front->group_start[g]; c < front->group_start[g + 1]; ++c)
                ply.ranked.push_back({ply.by_cell[front->cells[c]], front->cells[c]});
        }
    if (position.sea > sealed_sea) ply.ranked.push_back({position.sea_odds, first_in_sea(sea_by_degree)});
    std::sort(ply.ranked.begin(), ply.ranked.end());
}

double Thinker::optimistic(int cell) const { return (1.0 - odds_now[cell]) * flip_factor[cell]; }

std::vector<int> Thinker::promising() {
    double most = 0.0;
    for (int cell : hidden)
        if (!sealed[cell]) most = std::max(most, optimistic(cell));
    std::vector<int> chosen, sea;
    for (int cell : hidden) {
        if (sealed[cell] || optimistic(cell) < most * (1.0 - think.window) - nothing) continue;
        (front_of[cell] ? chosen : sea).push_back(cell);
    }
    // Of the sea some with few hidden neighbours, and some that share neighbours with a clue.
    std::vector<std::pair<int, int>> plain, sharing;
    for (int cell : sea) {
        int around = 0, shared = 0;
        for (int there : field.around(cell)) {
            if (known[there] != unknown) continue;
            ++around;
            shared += front_of[there] != nullptr;
        }
        plain.push_back({around * 16 - shared, cell});
        if (shared) sharing.push_back({around - 2 * shared, cell});
    }
    auto take = [&](std::vector<std::pair<int, int>>& from, int count) {
        auto end = from.begin() + std::min<long>(count, long(from.size()));
        std::partial_sort(from.begin(), end, from.end());
        for (auto one = from.begin(); one != end; ++one)
            if (std::find(chosen.begin(), chosen.end(), one->second) == chosen.end()) chosen.push_back(one->second);
    };
    take(plain, think.sea_cells / 2);
    take(sharing, think.sea_cells - think.sea_cells / 2);
    return chosen;
}

int Thinker::choose(Live& live, const Think& how, bool all, const std::vector<int>& asked) {
    think = how;
    think.plies = std::min(think.plies, most_plies);
    ++root_stamp;
    root.key = 0;
    candidates.clear();
    exact = false;
    try {
        if (read(live)) return think_it_over(live, all, asked);
    } catch (const TooWide&) {
        candidates.clear();
    }
    // A front too long for plain numbers, or one that grows too wide in thought: the least risk.
    return live.least_risk(&risk);
}

int Thinker::think_it_over(Live& live, bool all, const std::vector<int>& asked) {
    if (hidden.empty()) return -1;
    odds_now.assign(cells, 2.0);
    risks(root, joined, odds_now);
    for (int cell : hidden)
        if (!front_of[cell]) odds_now[cell] = root.sea_odds;
    flip_factor.assign(cells, 1.0);
    is_flip.assign(cells, 0);
    regions.clear();
    unseal();
    bool played_out = play_out_all(all) || play_out_largest(all);
    int cell = played_out ? best_of(candidates) : look_ahead(live, all);
    risk = odds_now[cell];
    for (const Candidate& one : candidates)
        if (one.cell == cell) win = one.win;
    if (!all) return cell;
    if (played_out && (think.flips || exact)) find_flips();
    tell_more(asked);
    return cell;
}

int Thinker::look_ahead(Live& live, bool all) {
    if (think.plies < 2 && !think.living) return live.least_risk();
    if (think.flips) find_flips();
    best_score = 0.0;
    best_cell = -1;

    std::vector<int> order = promising();
    by_promise(order);
    for (int cell : order) {
        // A cell that comes close will be looked at more closely, so it must not stop at a bound.
        if (!all && optimistic(cell) <= best_score * (1.0 - margin())) break;
        consider(cell, !think.living, all);
    }
    // All of them dead: then any cell that is alive, the most promising first; else of the dead the best.
    if (best_cell < 0) {
        std::vector<int> others;
        for (int cell : hidden)
            if (!sealed[cell] && odds_now[cell] < 1 - nothing &&
                std::find(order.begin(), order.end(), cell) == order.end())
                others.push_back(cell);
        by_promise(others);
        for (int cell : others) {
            if (optimistic(cell) <= best_score) break;
            consider(cell, false, all);
        }
    }
    if (best_cell < 0) {
        candidates.clear();
        for (int cell : order) consider(cell, true, all);
    }
    if (think.plies > 2 && best_cell >= 0) look_closer();
    return best_cell >= 0 ? best_cell : live.least_risk();
}

// All there is to say: of the cells chosen from, of the best of each other region, and of those asked for.
void Thinker::tell_more(const std::vector<int>& asked) {
    unseal();
    for (const Region& region : regions)
        if (!region.told) tell_of_region(region, asked);
    for (int cell : asked) {
        bool there = known[cell] != unknown;
        for (const Candidate& one : candidates) there |= one.cell == cell;
        if (!there) candidates.push_back({cell, odds_now[cell]});
    }
    for (Candidate& one : candidates) {
        one.looked_at = true;
        look(root, one.cell, -1.0, &one, 0, 0);
        one.flip = 1.0 - flip_factor[one.cell];
        one.fifty = is_flip[one.cell];
    }
}

// Steps of 1e-9, as everywhere: a tolerance would not order.
void Thinker::by_promise(std::vector<int>& list) const {
    std::stable_sort(list.begin(), list.end(), [this](int a, int b) {
        return std::floor(optimistic(a) * 1e9 + 0.37) > std::floor(optimistic(b) * 1e9 + 0.37);
    });
}

void Thinker::consider(int cell, bool dead_too, bool all) {
    Candidate one{cell, odds_now[cell]};
    one.flip = 1.0 - flip_factor[cell];
    one.fifty = is_flip[cell];
    one.looked_at = dead_too;
    double bound = all || think.plies < 2 ? -1.0 : best_score * (1.0 - margin()) / flip_factor[cell];
    double value = look(root, cell, bound, &one, 0, 0);
    if (think.plies < 2) value = 1.0 - one.risk;
    one.score = value * flip_factor[cell];
    candidates.push_back(one);
    if (one.dead && !dead_too) return;
    if (one.score > best_score + nothing) {
        best_score = one.score;
        best_cell = cell;
    }
}

// What may lie between a cell and the best one for both to be looked at more closely.
double Thinker::margin() const { return think.plies > 2 ? think.close : 0.0; }

// Whoever is the best so far is looked at to the full depth, until one stays the best: what was seen of
// the others is more than they can be worth, however deeply one looks.
void Thinker::look_closer() {
    std::vector<Candidate*> close;
    for (Candidate& one : candidates)
        if (one.score >= best_score * (1.0 - think.close) && (!one.dead || one.cell == best_cell))
            close.push_back(&one);
    if (close.size() < 2) return;
    auto step = [](const Candidate* one) { return std::floor(one->score * 1e9 + 0.37); };
    std::vector<const Candidate*> done;
    spent = 0;
    best_score = 0.0;
    while (spent < think.work) {
        Candidate* top = close[0];
        for (Candidate* one : close)
            if (step(one) > step(top)) top = one;
        if (std::find(done.begin(), done.end(), top) != done.end()) return;
        done.push_back(top);
        double factor = flip_factor[top->cell];
        double worth = look(root, top->cell, best_score / factor, nullptr, 0, think.plies - 2);
        top->score = std::min(top->score, factor * worth);
        if (top->score > best_score + nothing) {
            best_score = top->score;
            best_cell = top->cell;
        }
    }
}

// ------------------------------------------------------------------------------------- coin flips

// A coin flip: two sets of cells, one all mines and the other all safe, that no clue will ever tell
// apart, since every cell that touches them unequally is a mine itself. In half of such layouts any
// play loses. Cells that would break one if they are safe, or settle it, are worth more.
void Thinker::find_flips() {
    if (cells > most_cells_with_shapes) return;
    if (shapes.empty()) make_shapes();
    for (const Shape& shape : shapes) {
        if (known[shape.ones[0]] != unknown || known[shape.others[0]] != unknown) continue;
        if (shape.size > 1 && (known[shape.ones[1]] != unknown || known[shape.others[1]] != unknown)) continue;
        flip(shape);
    }
}

// Pairs of cells, and the diagonals of squares, each with the cells that touch them unequally.
void Thinker::make_shapes() {
    std::vector<int> touches(cells, 0), seen;
    auto add = [&](Shape shape) {
        seen.clear();
        for (int k = 0; k < 2 * shape.size; ++k)
            for (int there : field.around(k % 2 ? shape.others[k / 2] : shape.ones[k / 2])) {
                seen.push_back(there);
                touches[there] += k % 2 ? -1 : 1;
            }
        for (int k = 0; k < shape.size; ++k) touches[shape.ones[k]] = touches[shape.others[k]] = 0;
        shape.first_edge = int(shape_edges.size());
        for (int there : seen)
            if (touches[there]) {
                shape_edges.push_back(there);
                touches[there] = 0;
            }
        shape.end_edge = int(shape_edges.size());
        shapes.push_back(shape);
    };
    std::vector<int> last(cells, -1);
    for (int a = 0; a < cells; ++a) {
        for (int near : field.around(a))
            for (int b : field.around(near)) {
                if (b <= a || last[b] == a) continue;
                last[b] = a;
                add({1, {a, -1}, {b, -1}, 0, 0});
            }
        for (int b : field.around(a)) {
            if (b < a) continue;
            int other[2] = {-1, -1}, found = 0;
            for (int x : field.around(a))
                for (int y : field.around(b))
                    if (x == y && found++ < 2) other[found - 1] = x;
            if (found == 2 && a < std::min(other[0], other[1])) add({2, {a, b}, {other[0], other[1]}, 0, 0});
        }
    }
}

bool Thinker::force(int cell, Verdict verdict) {
    if (known[cell] != unknown) return known[cell] == verdict;
    known[cell] = verdict;
    flip_ply.forced.push_back({cell, verdict});
    bool fits = true;
    for (int there : field.around(cell)) {
        if (!open[there]) continue;
        --unk[there];
        need[there] -= verdict == mined;
        fits &= need[there] >= 0 && need[there] <= unk[there];
    }
    return fits;
}

void Thinker::unforce() {
    for (auto [cell, verdict] : flip_ply.forced) {
        known[cell] = unknown;
        for (int there : field.around(cell)) {
            if (!open[there]) continue;
            ++unk[there];
            need[there] += verdict == mined;
        }
    }
    flip_ply.forced.clear();
}

void Thinker::flip(const Shape& shape) {
    // Odds multiplied are about right in the sea, and may be far off where clues link the cells.
    double about = 1.0, least = think.least_flip * 0.7;
    for (int k = 0; k < shape.size; ++k) {
        about *= odds_now[shape.ones[k]] * (1.0 - odds_now[shape.others[k]]);
        if (front_of[shape.ones[k]] || front_of[shape.others[k]]) least = think.least_flip * 0.1;
    }
    for (int e = shape.first_edge; e < shape.end_edge; ++e) {
        int cell = shape_edges[e];
        if (known[cell] == mined) continue;
        if (known[cell] == safe) return;
        about *= odds_now[cell];
        if (front_of[cell]) least = think.least_flip * 0.1;
        if (about < think.least_flip * 0.1) return;
    }
    if (about < least) return;
    bool fits = true;
    for (int k = 0; k < shape.size; ++k)
        fits = fits && force(shape.ones[k], mined) && force(shape.others[k], safe);
    for (int e = shape.first_edge; e < shape.end_edge; ++e) fits = fits && force(shape_edges[e], mined);
    if (fits) weigh_flip();
    unforce();
}

void Thinker::weigh_flip() {
    Ply& ply = flip_ply;
    ply.counter.begin(cells);
    ply.clues.clear();
    ply.touched.clear();
    ply.gone = 0;
    ply.has_free = false;
    int mines = root.mines;
    for (auto [cell, verdict] : ply.forced) {
        touch(ply, cell);
        mines -= verdict == mined;
    }
    part.forget();
    Position there;
    try {
        regroup(ply, root);
    } catch (const Clash&) {
        return;
    }
    there.fronts = ply.rest.parts;
    there.sea = root.sea - ply.gone;
    there.gone = ply.gone;
    there.mines = mines;
    flip_odds.assign(cells, 2.0);
    try {
        risks(there, joined, flip_odds);
    } catch (const Clash&) {
        return;
    }
    double chance = there.total / root.total;
    if (chance < think.least_flip) return;
    if (chance > 0.5 - 1e-9)
        for (auto [cell, verdict] : ply.forced) is_flip[cell] = 1;
    for (int cell : hidden) {
        if (known[cell] != unknown || odds_now[cell] > 1 - nothing) continue;  // it breaks or settles the flip
        double mine = flip_odds[cell] > 1.5 ? there.sea_odds : flip_odds[cell];
        double loss = chance * (1.0 - mine) / (1.0 - odds_now[cell]);
        flip_factor[cell] *= 1.0 - std::min(0.5, loss);
    }
}

}  // namespace mineproof
