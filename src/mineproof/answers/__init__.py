"""One answer for every door: the command line, the server and the library all give these.

Each function takes what a person asked and returns a dataclass; `as_json` is the object that
programs rely on, the same from every door. Its type says what is in it, and the server's
description of itself is made from these types.
"""

from mineproof.answers.analysed import (
    Analysed,
    AnalysedJson,
    Best,
    BestJson,
    CandidateJson,
    CertainJson,
    Compared,
    ComparedJson,
    analyse,
    compare,
)
from mineproof.answers.catalogue import AboutJson, LevelJson, StrategyJson, about, strategies
from mineproof.answers.dealt import BoardJson, Dealt, DealtJson, deal_for, deal_from_text
from mineproof.answers.explained import (
    Explained,
    ExplainedJson,
    LineJson,
    Overview,
    OverviewJson,
    SaysJson,
    explain,
    explain_all,
)
from mineproof.answers.perfect import GuessJson, Perfect, PerfectJson, optimal
from mineproof.answers.reviewed import (
    Advice,
    AdviceJson,
    Measured,
    MeasuredJson,
    MeasuresJson,
    Reviewed,
    ReviewedJson,
    SummaryJson,
    measure,
    review,
)
from mineproof.answers.schema import SCHEMA
from mineproof.answers.solved import Solved, SolvedJson, certify, solve

__all__ = [
    "SCHEMA",
    "AboutJson",
    "Advice",
    "AdviceJson",
    "Analysed",
    "AnalysedJson",
    "Best",
    "BestJson",
    "BoardJson",
    "CandidateJson",
    "CertainJson",
    "Compared",
    "ComparedJson",
    "Dealt",
    "DealtJson",
    "Explained",
    "ExplainedJson",
    "GuessJson",
    "LevelJson",
    "LineJson",
    "Measured",
    "MeasuredJson",
    "MeasuresJson",
    "Overview",
    "OverviewJson",
    "Perfect",
    "PerfectJson",
    "Reviewed",
    "ReviewedJson",
    "SaysJson",
    "Solved",
    "SolvedJson",
    "StrategyJson",
    "SummaryJson",
    "about",
    "analyse",
    "certify",
    "compare",
    "deal_for",
    "deal_from_text",
    "explain",
    "explain_all",
    "measure",
    "optimal",
    "review",
    "solve",
    "strategies",
]
