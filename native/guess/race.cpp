#include "guess/race.hpp"

#include <algorithm>
#include <cmath>

#include "base/hash.hpp"

namespace mineproof {

namespace {

constexpr double errors_of_half_width = 1.96;  // half the width of a 95 % interval, in standard errors

// The expected value of max(0, x) for normal x.
double expected_gain(double mean, double spread) {
    if (!(spread > 0)) return std::max(0.0, mean);
    double z = mean / spread, density = std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979323846);
    return mean * std::erfc(-z / std::sqrt(2.0)) / 2 + spread * density;
}

double mean_of(const std::vector<double>& values) {
    double sum = 0.0;
    for (double value : values) sum += value;
    return values.empty() ? 0.0 : sum / double(values.size());
}

double sum_of_squares(const std::vector<double>& values, double mean) {
    double sum = 0.0;
    for (double value : values) sum += (value - mean) * (value - mean);
    return sum;
}

// The difference of two runners on the layouts that both have played; only with two layouts or more.
struct Paired {
    std::size_t count;  // number of layouts
    double mean;        // mean difference
    double variance;    // variance of the difference on one layout

    double squared_error() const { return variance / double(count); }
};

Paired paired(const std::vector<double>& values, const std::vector<double>& others) {
    std::size_t count = std::min(values.size(), others.size());
    std::vector<double> difference(count);
    double mean = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
        difference[k] = values[k] - others[k];
        mean += difference[k] / double(count);
    }
    if (count < 2) return {count, mean, 0.0};
    // The variance has a lower bound: a few equal values do not prove that it is 0.
    double variance = sum_of_squares(difference, mean) / double(count - 1);
    return {count, mean, std::max(variance, 1e-4)};
}

int number_of_opened(const Live& root, const Field& field) {
    int opened = 0;
    for (int cell = 0; cell < field.cells(); ++cell) opened += root.is_open(cell);
    return opened;
}

}  // namespace

RaceSettings race_settings() {
    RaceSettings settings;
    settings.player.layouts = 200;
    settings.player.ending_work = 200000;
    settings.player.flips = false;
    settings.player.plies = 2;
    return settings;
}

double Race::Runner::mean() const { return mean_of(values); }

// The variance is that of the values and two more: a win and a loss. So a loss that is rare and was not met
// yet does not give an interval without width.
double Race::Runner::half_width() const {
    if (values.empty()) return 1.0;
    double middle = mean(), count = double(values.size());
    double squares = sum_of_squares(values, middle) + middle * middle + (1 - middle) * (1 - middle);
    return errors_of_half_width * std::sqrt(squares / (count + 1) / count);
}

bool Race::is_early(const Live& root, const Field& field) {
    return number_of_opened(root, field) < race_settings().fewest_opened;
}

void Race::begin(const Live& root, std::vector<Runner> starters, int total, const Report& report_to) {
    runners = std::move(starters);
    report = report_to;
    planned = total;
    played = 0;
    hidden_safe = std::max(1, field.cells() - root.all_mines() - number_of_opened(root, field));
    stopped = false;
    rollouts.begin(root, settings.player, seed_of(root));
}

std::size_t Race::run(int budget) {
    try {
        ReportWatch watch(report, played, planned);
        play_rounds(budget, watch);
    } catch (const Stopped&) {
        stop();
    }
    return leader();
}

void Race::play_rounds(int budget, const ReportWatch& watch) {
    while (racing() > 1 && !stopped) {
        int layouts = std::min(settings.layouts_of_a_round, (budget - played) / racing());
        if (layouts < 1) break;
        for (int k = 0; k < layouts; ++k)
            for (Runner& runner : runners)
                if (runner.racing) play(runner, &watch);
        drop_losers();
        tell();
    }
}

void Race::estimate(const std::vector<std::size_t>& which, int wanted, int budget) {
    try {
        ReportWatch watch(report, played, planned);
        play_missing(which, wanted, budget, watch);
    } catch (const Stopped&) {
        stop();
    }
    for (std::size_t index : which)
        while (stopped && int(runners[index].values.size()) < settings.layouts_after_stop)
            play(runners[index]);
}

void Race::play_missing(const std::vector<std::size_t>& which, int wanted, int budget,
                        const ReportWatch& watch) {
    for (bool more = !stopped; more;) {
        more = false;
        for (std::size_t index : which) {
            Runner& runner = runners[index];
            int missing = std::min(wanted - int(runner.values.size()), budget - played);
            for (int k = 0; k < std::min(missing, settings.layouts_of_a_round); ++k) play(runner, &watch);
            more |= missing > 0;
        }
        if (more) tell();
        more &= !stopped;
    }
}

// End the rollouts. Choices that were made meanwhile may be those of a search that was given up.
void Race::stop() {
    stopped = true;
    rollouts.forget_choices();
}

void Race::tell() {
    if (report && !report(played, planned)) stopped = true;
}

// Rollout k of every runner uses layout k. It does not count if the watch has ended it, or an ending in it.
void Race::play(Runner& runner, const ReportWatch* watch) {
    double value = rollouts.play(runner.cell, runner.risk, runner.values.size());
    if (watch && watch->has_stopped()) throw Stopped{};
    runner.values.push_back(value);
    ++played;
}

std::optional<WinDifference> Race::difference(const Runner& runner, const Runner& other) const {
    Paired found = paired(runner.values, other.values);
    if (found.count < 2) return {};
    return WinDifference{found.mean, errors_of_half_width * std::sqrt(found.squared_error()),
                         int(found.count)};
}

// Combine a normal prior with normally distributed data.
Race::Lead Race::lead(const Runner& runner, const Runner& other) const {
    double top = std::max(runners[0].score, 1e-9), win = runners[0].mean();
    double prior = settings.score_slope * win * (runner.score - other.score) / top;
    Paired found = paired(runner.values, other.values);
    if (found.count < 2) return {prior, 1.0};  // so wide that no runner is dropped
    double score_error = settings.score_error * win;
    double prior_variance =
        found.variance / (settings.prior_layouts_per_cell * hidden_safe) + score_error * score_error;
    double weight = prior_variance / (prior_variance + found.squared_error());
    return {prior + weight * (found.mean - prior), std::sqrt(weight * found.squared_error())};
}

int Race::racing() const {
    return int(std::count_if(runners.begin(), runners.end(), [](const Runner& one) { return one.racing; }));
}

std::size_t Race::leader() const {
    std::size_t best = runners.size();
    for (std::size_t k = 0; k < runners.size(); ++k)
        if (runners[k].racing && (best == runners.size() || lead(runners[k], runners[best]).mean > 0))
            best = k;
    return best;
}

// Drop the runners that are not worth more rollouts.
void Race::drop_losers() {
    const Runner& best = runners[leader()];
    for (Runner& runner : runners) {
        if (&runner == &best || !runner.racing) continue;
        Lead gain = lead(runner, best);
        runner.racing = expected_gain(gain.mean, gain.spread) > settings.least_gain;
    }
}

std::uint64_t Race::seed_of(const Live& root) const {
    std::uint64_t seed = child(0, std::uint64_t(root.all_mines()));
    for (int cell = 0; cell < field.cells(); ++cell) seed = child(seed, std::uint64_t(root.shown(cell) + 1));
    return seed;
}

}  // namespace mineproof
