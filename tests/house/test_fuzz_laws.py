"""Every law of `make fuzz` holds for a few cases, so that broken laws are noticed."""

from collections import Counter

import pytest

import fuzz_claims
from engines import needs_native
from fuzz import LAWS, run
from mineproof.core.choice import installed
from mineproof.proof import check as check_module
from mineproof.proof.audit import Position, _Auditor


@needs_native
@pytest.mark.parametrize(("law", "inputs"), LAWS, ids=[law.__name__ for law, _ in LAWS])
def test_a_law_of_the_fuzzer_holds(law, inputs):
    tried = Counter()
    assert run(law, inputs, 5, 1, tried)
    assert tried[law.__name__] >= 1


def test_a_broken_law_is_reported_as_a_test(capsys):
    law, inputs = LAWS[0]

    def broken(view):
        law(view)
        assert view.mines < 0

    assert not run(broken, inputs, 5, 1, Counter())
    assert "def test_broken_here():\n    broken(read(" in capsys.readouterr().out


def test_no_changed_claim_is_accepted_unless_it_is_true():
    tried = fuzz_claims.rounds(150, 7, installed())
    assert tried["changed claims refused"] > 300
    assert tried["changed claims true"] > 10  # such as two lines of the CNF exchanged


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (_Auditor, "_follows_from_clue"),
        (_Auditor, "_follows_from_count"),
        (Position, "check_layout"),
        (check_module, "judge_steps"),
    ],
)
def test_a_check_that_is_missing_in_the_auditor_is_noticed(monkeypatch, owner, name):
    """Every check of the auditor is needed: without it a false claim is soon accepted."""
    monkeypatch.setattr(owner, name, lambda *_: True)
    monkeypatch.setattr(fuzz_claims, "PROVED", 1)
    with pytest.raises(fuzz_claims.Broken, match="accepted, but not entailed"):
        fuzz_claims.rounds(300, 1, installed()[:1])


def test_a_wrong_certainty_is_noticed(monkeypatch):
    monkeypatch.setattr(fuzz_claims, "certain", lambda _view, _layouts: {})
    with pytest.raises(fuzz_claims.Broken, match="read"):
        fuzz_claims.rounds(50, 2, installed()[:1])
