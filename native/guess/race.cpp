#include "guess/race.hpp"

#include <algorithm>
#include <cmath>

#include "base/hash.hpp"

namespace mineproof {

namespace {

constexpr int layouts_of_a_round = 50;
constexpr double least_gain = 0.0002;  // a cell stays if it is expected to gain this much win probability
constexpr double score_slope = 0.87;  // prior difference in win probability for a difference in scaled scores
constexpr int fewest_opened = 30;     // with fewer opened cells rollouts decide nothing
constexpr double prior_spread = 0.0065;  // prior standard deviation of a difference in win probability

// The settings of the player in rollouts: those of `--think fast`.
Think rollout_player() {
    Think think;
    think.layouts = 200;
    think.ending_work = 200000;
    think.flips = false;
    think.plies = 2;
    return think;
}

// The expected value of max(0, x) for normal x.
double expected_gain(double mean, double spread) {
    if (!(spread > 0)) return std::max(0.0, mean);
    double z = mean / spread, density = std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979323846);
    return mean * std::erfc(-z / std::sqrt(2.0)) / 2 + spread * density;
}

double variance(const std::vector<double>& values, double mean) {
    double sum = 0.0;
    for (double value : values) sum += (value - mean) * (value - mean);
    return values.size() > 1 ? sum / double(values.size() - 1) : 0.25;
}

}  // namespace

double Race::Runner::mean() const {
    double sum = 0.0;
    for (double value : values) sum += value;
    return values.empty() ? 0.0 : sum / double(values.size());
}

double Race::Runner::half_width() const {
    return values.empty() ? 1.0 : 1.96 * std::sqrt(variance(values, mean()) / double(values.size()));
}

bool Race::is_early(Live& root, const Field& field) {
    int opened = 0;
    for (int cell = 0; cell < field.cells(); ++cell) opened += root.is_open(cell);
    return opened < fewest_opened;
}

std::size_t Race::run(Live& root, std::vector<Runner> starters, int budget, int least_rollouts,
                      const Report& report) {
    runners = std::move(starters);
    played = 0;
    rollouts.begin(root, rollout_player(), seed_of(root));
    bool undecided = runners.size() > 1, wanted = true;
    while (undecided && wanted) {
        int racing =
            int(std::count_if(runners.begin(), runners.end(), [](const Runner& r) { return r.racing; }));
        int layouts = std::min(layouts_of_a_round, (budget - played) / racing);
        if (layouts < 1) break;
        play_round(layouts);
        undecided = drop_losers();
        wanted = !report || report(played, budget);
    }
    std::size_t winner = leader();
    for (Runner& runner : runners)
        while (wanted && int(runner.values.size()) < least_rollouts) {
            for (int k = 0; k < layouts_of_a_round; ++k) play(runner);
            wanted = !report || report(std::min(played, budget), budget);
        }
    return winner;
}

void Race::play_round(int layouts) {
    for (int k = 0; k < layouts; ++k)
        for (Runner& runner : runners)
            if (runner.racing) play(runner);
}

// Rollout k of every runner uses layout k.
void Race::play(Runner& runner) {
    runner.values.push_back(rollouts.play(runner.cell, runner.risk, runner.values.size()));
    ++played;
}

// Combine a normal prior with normally distributed data.
Race::Lead Race::lead(const Runner& runner, const Runner& other) const {
    std::size_t count = std::min(runner.values.size(), other.values.size());
    double top = std::max(runners[0].score, 1e-9);
    double prior = score_slope * runners[0].mean() * (runner.score - other.score) / top;
    double prior_weight = 1 / (prior_spread * prior_spread);
    if (count < 2) return {prior, prior_spread};
    std::vector<double> difference(count);
    double mean = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
        difference[k] = runner.values[k] - other.values[k];
        mean += difference[k] / double(count);
    }
    // The variance has a lower bound: a few equal values do not prove that it is 0.
    double error = std::max(variance(difference, mean), 1e-4) / double(count);
    double weight = prior_weight + 1 / error;
    return {(prior * prior_weight + mean / error) / weight, std::sqrt(1 / weight)};
}

std::size_t Race::leader() const {
    std::size_t best = runners.size();
    for (std::size_t k = 0; k < runners.size(); ++k)
        if (runners[k].racing && (best == runners.size() || lead(runners[k], runners[best]).mean > 0))
            best = k;
    return best;
}

// Drop the runners that are not worth more rollouts. Returns false if the race is decided.
bool Race::drop_losers() {
    const Runner& best = runners[leader()];
    bool undecided = false;
    for (Runner& runner : runners) {
        if (&runner == &best || !runner.racing) continue;
        Lead gain = lead(runner, best);
        runner.racing = runner.stays || expected_gain(gain.mean, gain.spread) > least_gain;
        undecided |= runner.racing;
    }
    return undecided;
}

std::uint64_t Race::seed_of(Live& root) const {
    std::uint64_t seed = child(0, std::uint64_t(root.all_mines()));
    for (int cell = 0; cell < field.cells(); ++cell) seed = child(seed, std::uint64_t(root.shown(cell) + 1));
    return seed;
}

}  // namespace mineproof
