#include "guess/thinker.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "base/rank.hpp"
#include "guess/race.hpp"

namespace mineproof {

namespace {

constexpr int least_rollouts_shown = 400;  // of each cell whose estimate is shown, if the budget allows
// Time that a report allows the look-ahead: without its choice only the least risk is left. It takes much
// less, except on huge boards.
constexpr ReportWatch::Milliseconds time_to_look_ahead{1000};
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
    return {choice, candidates, by_rollouts, difference};
}

Choice Thinker::choose(Live& live, const Think& how, const Question& question) {
    think = how;
    think.plies = std::min(think.plies, most_plies);
    forget();
    try {
        if (board.read(live)) return choose_in_position(live, question);
    } catch (const TooWide&) {
        forget();
    } catch (const Stopped&) {
        forget();
    }
    // A front is too large to count, at the root or during the search, or the report has ended the search:
    // take the least risk.
    Choice choice;
    choice.cell = live.least_risk(&choice.risk);
    return choice;
}

void Thinker::forget() {
    candidates.clear();
    difference.reset();
    estimated = by_rollouts = stopped = false;
    played = 0;
}

Choice Thinker::choose_in_position(Live& live, const Question& question) {
    if (board.root.hidden.empty()) return {};
    planned = question.asked.empty() ? think.rollouts : 2 * think.rollouts;
    board.find_root_odds();
    board.postpone_nothing();
    flips.clear();
    tree.begin(think);
    regions.clear();
    bool played_out = play_out_everything(question), whole = played_out;
    if (!played_out) played_out = play_out_largest_region(question);
    Choice choice;
    choice.cell = played_out ? EndingPlayer::best_of(candidates).cell : look_ahead(live, question);
    choice.risk = board.root.odds[choice.cell];
    for (const Candidate& candidate : candidates)
        if (candidate.cell == choice.cell) choice.win = candidate.win;
    if (!question.all) return choice;
    if (played_out && !whole && think.rollouts) roll_out(live, region_leaders(choice.cell), false, question);
    if (played_out && (think.flips || whole)) flips.find(think);
    complete_candidates(question);
    add_estimates();
    return choice;
}

// Solve an ending or a region. The result is empty if that takes too long.
Thinker::Candidates Thinker::play_out(const std::vector<int>& cells, const Endgame::Mines& mines,
                                      const Question& question) {
    if (stopped) return {};
    if (!question.report) return endings.play_out(cells, mines, think, question.all);
    try {
        ReportWatch watch(question.report, played, planned);
        Candidates found = endings.play_out(cells, mines, think, question.all);
        stopped = watch.has_stopped();
        return found;
    } catch (const Stopped&) {
        stopped = true;
        return {};
    }
}

bool Thinker::play_out_everything(const Question& question) {
    double layouts = std::exp(std::log(board.root.total) + board.sea_ways.log_scale());
    if (layouts > think.layouts + 0.5) return false;
    std::vector<int> cells;
    for (const CountedFront* front : board.root.fronts)
        cells.insert(cells.end(), front->cells.begin(), front->cells.end());
    cells.insert(cells.end(), board.root.sea_cells.begin(), board.root.sea_cells.end());
    candidates = play_out(cells, {board.root.mines, {1.0}}, question);
    for (Candidate& candidate : candidates) candidate.win = candidate.score;
    return !candidates.empty();
}

// Solve the region with the most layouts. If it has too many, postpone every other region that can be solved.
bool Thinker::play_out_largest_region(const Question& question) {
    if (think.regions) regions = find_regions(board, think.layouts);
    if (regions.empty()) return false;
    Region& largest = *std::max_element(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
        return a.layouts < b.layouts;
    });
    if (largest.layouts <= think.layouts) {
        candidates = play_out(largest.cells, largest.mines, question);
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
    int cell;
    Candidates leaders;
    {
        ReportWatch watch(question.report, played, planned, time_to_look_ahead);
        if (think.flips) flips.find(think);
        // A race needs complete scores, so that the player and weigh() compare the same cells.
        cell = search.choose(think, question.all || think.rollouts, candidates);
        if (cell < 0) return live.least_risk();
        if (!think.rollouts) return cell;
        leaders = search.leaders(candidates, std::size_t(race_settings().runners));
    }
    bool decides = leaders.size() > 1 && !Race::is_early(live, board.field);
    return decides || question.all ? roll_out(live, leaders, decides, question) : cell;
}

// The chosen cell of a solved region and the next best ones, for estimates. Of cells with equal scores only
// the first is included.
Thinker::Candidates Thinker::region_leaders(int chosen) const {
    Candidates close = candidates, leaders;
    std::stable_sort(close.begin(), close.end(), [chosen](const Candidate& a, const Candidate& b) {
        if ((a.cell == chosen) != (b.cell == chosen)) return a.cell == chosen;
        return rank(a.score) > rank(b.score);
    });
    for (const Candidate& candidate : close) {
        bool tied = !leaders.empty() && rank(candidate.score) == rank(leaders.back().score);
        if (!tied && leaders.size() < std::size_t(race_settings().runners)) leaders.push_back(candidate);
    }
    return leaders;
}

// Play rollouts of the leading cells and of the requested ones. Return the best leading cell: the first one,
// unless the rollouts decide.
int Thinker::roll_out(const Live& live, const Candidates& leaders, bool decides, const Question& question) {
    std::vector<Race::Runner> runners;
    std::vector<std::size_t> leading, asked;
    for (const Candidate& candidate : leaders) {
        leading.push_back(runners.size());
        runners.push_back({candidate.cell, candidate.risk, candidate.score, true});
    }
    for (int cell : question.asked) {
        if (board.known[cell] != unknown) continue;
        auto same = [cell](const Race::Runner& runner) { return runner.cell == cell; };
        auto found = std::find_if(runners.begin(), runners.end(), same);
        asked.push_back(std::size_t(found - runners.begin()));
        if (found == runners.end()) runners.push_back({cell, board.root.odds[cell]});
    }
    if (!rollouts) rollouts = std::make_unique<Race>(board.field);
    int budget = think.rollouts;
    rollouts->begin(live, std::move(runners), planned, question.report);
    std::size_t winner = decides ? rollouts->run(budget) : 0;
    const std::vector<Race::Runner>& results = rollouts->results();
    if (question.all) {
        int shown = std::min(least_rollouts_shown, budget / int(leading.size()));
        if (!rollouts->is_stopped()) rollouts->estimate(leading, shown, budget);
        rollouts->estimate(asked, budget / std::max(2, int(asked.size())), planned);
        if (asked.size() > 1) difference = rollouts->difference(results[asked[0]], results[asked[1]]);
        estimated = true;
    }
    played = rollouts->rollouts_played();
    by_rollouts = decides && played;
    stopped |= rollouts->is_stopped();
    return results[winner].cell;
}

// Copy the estimates of the cells with rollouts to the candidates.
void Thinker::add_estimates() {
    if (!estimated) return;
    for (const Race::Runner& runner : rollouts->results())
        for (Candidate& candidate : candidates) {
            if (candidate.cell != runner.cell || runner.values.empty()) continue;
            candidate.win_estimate = runner.mean();
            candidate.win_margin = runner.half_width();
            candidate.rollouts = int(runner.values.size());
        }
}

// Add the best cell of each other region and the requested cells to the candidates, and fill in what the
// choice did not need.
void Thinker::complete_candidates(const Question& question) {
    board.postpone_nothing();
    for (const Region& region : regions)
        if (!region.reported) report_region(region, question);
    for (int cell : question.asked) {
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
void Thinker::report_region(const Region& region, const Question& question) {
    if (region.layouts > think.layouts) return;
    Candidates region_candidates = play_out(region.cells, region.mines, question);
    if (region_candidates.empty()) return;
    set_region_chances(region_candidates);
    int best = EndingPlayer::best_of(region_candidates).cell;
    for (Candidate& candidate : region_candidates) {
        candidate.score = 0.0;  // its region is postponed
        bool wanted = candidate.cell == best && candidates.size() < most_reported;
        if (wanted || contains(question.asked, candidate.cell)) candidates.push_back(candidate);
    }
}

}  // namespace mineproof
