"""Every law of `make fuzz` holds for a few cases, so that broken laws are noticed."""

from collections import Counter

import pytest

from engines import needs_native
from fuzz import LAWS, run


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
