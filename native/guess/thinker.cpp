#include "guess/thinker.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "guess/race.hpp"

namespace mineproof {

namespace {

constexpr std::size_t most_racing = 4;      // most leading cells that are compared by rollouts
constexpr int least_rollouts_shown = 400;   // of each cell whose estimate is shown, if the budget allows
constexpr std::size_t most_reported = 100;  // with more candidates, only requested cells are added

bool contains(const std::vector<int>& list, int cell) {
    return std::find(list.begin(), list.end(), cell) != list.end();
}

// Copy the scores of the cells of a solved region: they are probabilities to clear the region.
void set_region_chances(std::vector<Candidate>& candidates) {
    double best = 0.0;
    for (const Candidate& candidate : candidates) best = std::max(best, candidate.score);
    for (Candidate& candidate : candidates) {
        candidate.region_clears = candidate.score;
        candidate.region_best = best;
    }
}

}  // namespace

Thinker::Thinker(const Field& field)
    : board(field), flips(board), tree(board), search(board, flips, tree), endings(board) {}

Thinker::~Thinker() = default;

Weighing Thinker::weigh(Live& live, const Think& how, const std::vector<int>& asked, const Report& report) {
    Choice choice = choose(live, how, {true, asked, report});
    return {choice, candidates};
}

Choice Thinker::choose(Live& live, const Think& how, const Question& question) {
    think = how;
    think.plies = std::min(think.plies, most_plies);
    candidates.clear();
    try {
        if (board.read(live)) return choose_in_position(live, question);
    } catch (const TooWide&) {
        candidates.clear();
    }
    // A front is too large to count, at the root or during the search: take the least risk.
    Choice choice;
    choice.cell = live.least_risk(&choice.risk);
    return choice;
}

Choice Thinker::choose_in_position(Live& live, const Question& question) {
    bool all = question.all;
    if (board.root.hidden.empty()) return {};
    board.find_root_odds();
    board.postpone_nothing();
    flips.clear();
    tree.begin(think);
    regions.clear();
    bool played_out = play_out_everything(all), whole = played_out;
    if (!played_out) played_out = play_out_largest_region(all);
    Choice choice;
    choice.cell = played_out ? EndingPlayer::best_of(candidates).cell : look_ahead(live, question);
    choice.risk = board.root.odds[choice.cell];
    for (const Candidate& candidate : candidates)
        if (candidate.cell == choice.cell) choice.win = candidate.win;
    if (!all) return choice;
    if (played_out && (think.flips || whole)) flips.find(think);
    complete_candidates(question.asked);
    return choice;
}

bool Thinker::play_out_everything(bool all) {
    double layouts = std::exp(std::log(board.root.total) + board.sea_ways.log_scale());
    if (layouts > think.layouts + 0.5) return false;
    std::vector<int> cells;
    for (const CountedFront* front : board.root.fronts)
        cells.insert(cells.end(), front->cells.begin(), front->cells.end());
    cells.insert(cells.end(), board.root.sea_cells.begin(), board.root.sea_cells.end());
    candidates = endings.play_out(cells, {board.root.mines, {1.0}}, think, all);
    for (Candidate& candidate : candidates) candidate.win = candidate.score;
    return !candidates.empty();
}

// Solve the region with the most layouts. If it has too many, postpone every other region that can be solved.
bool Thinker::play_out_largest_region(bool all) {
    if (think.regions) regions = find_regions(board, think.layouts);
    if (regions.empty()) return false;
    Region& largest = *std::max_element(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
        return a.layouts < b.layouts;
    });
    if (largest.layouts <= think.layouts) {
        candidates = endings.play_out(largest.cells, largest.mines, think, all);
        set_region_chances(candidates);
        largest.reported = !candidates.empty();
    }
    if (largest.reported) return true;
    for (const Region& region : regions)
        if (&region != &largest && region.layouts <= think.layouts) board.postpone(region.cells, region.sea);
    return false;
}

int Thinker::look_ahead(Live& live, const Question& question) {
    if (think.plies < 2 && !think.living) return live.least_risk();
    if (think.flips) flips.find(think);
    int cell = search.choose(think, question.all, candidates);
    if (cell < 0) return live.least_risk();
    return think.rollouts ? race(live, question) : cell;
}

// Compare the leading cells and the requested ones by rollouts. Return the best cell.
int Thinker::race(Live& live, const Question& question) {
    std::vector<Race::Runner> runners;
    for (const Candidate& candidate : search.leaders(candidates, most_racing))
        runners.push_back({candidate.cell, candidate.risk, candidate.score});
    for (int cell : question.asked) {
        if (board.known[cell] != unknown || board.is_postponed(cell)) continue;
        auto same = [cell](const Race::Runner& runner) { return runner.cell == cell; };
        auto found = std::find_if(runners.begin(), runners.end(), same);
        if (found == runners.end())
            found = runners.insert(found, {cell, board.root.odds[cell], search.full_score(cell)});
        found->stays = true;
    }
    bool early = Race::is_early(live, board.field);
    if ((early || runners.size() < 2) && !question.all) return runners[0].cell;
    if (!rollouts) rollouts = std::make_unique<Race>(board.field);
    int shown = question.all ? std::min(least_rollouts_shown, think.rollouts / int(runners.size())) : 0;
    std::size_t winner = rollouts->run(live, std::move(runners), think.rollouts, shown, question.report);
    for (const Race::Runner& runner : rollouts->results()) {
        auto same = [&runner](const Candidate& candidate) { return candidate.cell == runner.cell; };
        auto found = std::find_if(candidates.begin(), candidates.end(), same);
        if (found == candidates.end()) found = candidates.insert(found, {runner.cell, runner.risk});
        found->score = runner.score;
        if (runner.values.empty()) continue;
        found->win_estimate = runner.mean();
        found->win_margin = runner.half_width();
        found->rollouts = int(runner.values.size());
    }
    return rollouts->results()[early ? 0 : winner].cell;
}

// Add the best cell of each other region and the requested cells to the candidates, and fill in what the
// choice did not need.
void Thinker::complete_candidates(const std::vector<int>& asked) {
    board.postpone_nothing();
    for (const Region& region : regions)
        if (!region.reported) report_region(region, asked);
    for (int cell : asked) {
        bool there = board.known[cell] != unknown;
        for (const Candidate& candidate : candidates) there |= candidate.cell == cell;
        if (!there) candidates.push_back({cell, board.root.odds[cell]});
    }
    for (Candidate& candidate : candidates) {
        Evaluation evaluation = tree.evaluate(candidate.cell, -1.0, 0, false);
        candidate.dead = evaluation.dead;
        candidate.survival = evaluation.worth;
        candidate.certain_next = evaluation.certain_next;
        candidate.flip_loss = 1.0 - flips.factor(candidate.cell);
        candidate.coin_flip = flips.is_side(candidate.cell);
    }
}

// Add the best cell of a region that can be solved, and its requested cells, to the candidates.
void Thinker::report_region(const Region& region, const std::vector<int>& asked) {
    if (region.layouts > think.layouts) return;
    std::vector<Candidate> region_candidates = endings.play_out(region.cells, region.mines, think, true);
    if (region_candidates.empty()) return;
    set_region_chances(region_candidates);
    int best = EndingPlayer::best_of(region_candidates).cell;
    for (Candidate& candidate : region_candidates) {
        candidate.score = 0.0;  // its region is postponed
        bool wanted = candidate.cell == best && candidates.size() < most_reported;
        if (wanted || contains(asked, candidate.cell)) candidates.push_back(candidate);
    }
}

}  // namespace mineproof
