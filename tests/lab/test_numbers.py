"""Intervals, tests and thresholds, and the sentences about them, on exact or artificial rows."""

from math import comb

import numpy as np
import pytest

from lab_rows import SMOKE, made_up, summarised
from mineproof.lab import stats
from mineproof.lab._threshold import exponent, half, thresholds
from mineproof.lab.recipes import recipe
from mineproof.lab.report._reported import reported_tables
from mineproof.play import rates

# Numbers


def test_wilson_and_paired_intervals_cover_what_they_say():
    """Compute the coverage exactly: every outcome of 40 boards, weighted by its probability."""
    n = 40
    for truth in (0.1, 0.5, 0.9):
        covered = sum(
            comb(n, k) * truth**k * (1 - truth) ** (n - k)
            for k in range(n + 1)
            if stats.share([True] * k + [False] * (n - k)).low
            <= truth
            <= stats.share([True] * k + [False] * (n - k)).high
        )
        assert 0.92 < covered < 0.98
    for up, down in ((0.1, 0.1), (0.3, 0.1), (0.05, 0.2)):
        covered = 0.0
        for more in range(n + 1):
            for less in range(n + 1 - more):
                rest = n - more - less
                chance = comb(n, more) * comb(n - more, less) * up**more * down**less
                chance *= (1 - up - down) ** rest
                ours = [True] * more + [False] * (less + rest)
                theirs = [False] * more + [True] * less + [False] * rest
                found = rates.paired_difference(ours, theirs)
                covered += chance * (found.low <= up - down <= found.high)
        assert 0.93 < covered < 0.99


def test_the_bootstrap_interval_of_a_mean_covers_what_it_says():
    chance, hits, rounds = np.random.default_rng(7), 0, 300
    for _ in range(rounds):
        found = stats.mean(chance.exponential(3.0, 80).tolist())
        hits += found.low <= 3.0 <= found.high
    assert 0.89 < hits / rounds < 0.98


def test_mcnemar_is_the_binomial_test():
    for more in range(9):
        for less in range(9):
            n = more + less
            tail = sum(comb(n, k) for k in range(n + 1) if abs(k - n / 2) >= abs(more - n / 2))
            assert rates.mcnemar(more, less) == pytest.approx(tail / 2**n)


def test_a_threshold_is_found_where_it_was_put():
    """Patterns whose number grows with a power of the density leave e^-number of the boards."""
    densities = np.array([0.05, 0.07, 0.09, 0.12, 0.15])
    for truth, power in ((0.06, 6), (0.08, 7), (0.11, 4)):
        shares = 0.5 ** (densities / truth) ** power
        assert np.exp(half(np.log(densities), shares)) == pytest.approx(truth, rel=0.001)


def test_the_drift_of_made_up_thresholds_is_found(tmp_path):
    """Artificial rows with a threshold proportional to n^-0.2: the recipe finds this exponent."""
    chance = np.random.default_rng(1)

    def rows_of(config):
        cells = int(config["size"].split("x")[0]) ** 2
        half_way = 1.2 * cells**-0.2
        share = 1 / (1 + np.exp((np.log(config["density"]) - np.log(half_way)) / 0.15))
        return [(seed, {"won": bool(chance.random() < share), "ms": 1.0}) for seed in range(200)]

    configs = [config for config, _ in recipe("phase-transition").plan(SMOKE)]
    [table] = summarised(tmp_path / "made-up.sqlite", "phase-transition", configs, rows_of)
    found = [one for one in thresholds(table) if one.shape == "torus"]
    value, low, high = exponent(found)
    assert len(found) >= 4
    assert low < 0.2 < high or abs(value - 0.2) < 0.01
    assert high - low < 0.05


# Sentences about the numbers


def said_of(name, row_of, tmp_path, seeds=40):
    """Return the sentences about a recipe whose rows are artificial."""

    def rows_of(config):
        return [(seed, made_up(config) | row_of(config, seed)) for seed in range(seeds)]

    configs = [config for config, _ in recipe(name).plan(SMOKE)]
    tables = summarised(tmp_path / "made-up.sqlite", name, configs, rows_of)
    blocks = [block for table in tables for block in table.part.findings(table)]
    return [block for block in blocks if isinstance(block, str)]


def test_reported_means_are_compared_by_the_sampling_error_of_both_samples(tmp_path):
    """Our rows are artificial: close to the reported means, except for two that are far away."""
    figures = {
        (row.settings["size"], row.settings["ratio"]): row.figures["rules"]
        for row in reported_tables()["D-ratio-rules"].rows
    }
    far = [("9x9", 2.0), ("12x12", 0.5)]

    def row_of(config, seed):
        case = config["size"], config.get("ratio")
        mean = round(figures.get(case, 100))
        return {"inserted": mean + 20 * (seed % 2) - 10 + 100 * (case in far)}

    sentence, *_ = [x for x in said_of("rules", row_of, tmp_path) if x.startswith("Reported means")]
    assert "10 of 12 lie within sampling error of ours" in sentence
    assert sentence.count("(reported ") == 2
    assert all(f"size {size}, mines" in sentence for size, _ in far)


@pytest.mark.parametrize(
    ("back", "said"),
    [
        (3, "fewer resolvents in 0 of 12 cases, more in 12"),
        (0.5, "fewer resolvents in 12 of 12 cases, more in 0"),
    ],
)
def test_both_costs_of_reasoning_back_are_said(back, said, tmp_path):
    def row_of(config, seed):
        made = 10 + 2 * (seed % 3)
        if config["direction"] == "back":
            return {"resolutions": round(back * made), "ms": 0.5 * made}
        return {"resolutions": made, "ms": made}

    for sentence in said_of("chaining", row_of, tmp_path):
        assert said in sentence
        assert "less CPU time in 12 of 12 cases, more in 0" in sentence
        one_rule = "Both directions have one rule" in sentence
        assert one_rule != ("two rules are compared as well as two directions" in sentence)
