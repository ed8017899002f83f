"""One answer for every door: the command line, the server and the library all give these.

Each function takes what a person asked and returns a dataclass; `as_json` is the object that
programs rely on, the same from every door. Its type says what is in it, and the server's
description of itself is made from these types.
"""

from mineproof.answers.analysis import (
    AnalyseAnswer,
    AnalyseJson,
    BestMove,
    BestMoveJson,
    CandidateJson,
    CertaintyJson,
    CompareAnswer,
    CompareJson,
    analyse,
    compare,
)
from mineproof.answers.boards import (
    BoardJson,
    DealAnswer,
    DealJson,
    deal_for,
    deal_from_text,
    generate,
)
from mineproof.answers.catalogue import (
    AboutJson,
    LevelJson,
    StrategyJson,
    about,
    strategies,
    strategy_json,
)
from mineproof.answers.explanation import (
    ArgumentLineJson,
    CertainCell,
    CertainCellJson,
    ExplainAnswer,
    ExplainJson,
    PremiseJson,
    explain,
    explain_all,
)
from mineproof.answers.games import SolveAnswer, SolveJson, certify, solve
from mineproof.answers.optimal_play import GuessJson, OptimalAnswer, OptimalJson, optimal
from mineproof.answers.reviews import (
    MeasureAnswer,
    MeasureJson,
    MeasuresJson,
    ReviewAnswer,
    ReviewedMove,
    ReviewedMoveJson,
    ReviewJson,
    SummaryJson,
    measure,
    review,
)
from mineproof.answers.schema import SCHEMA

__all__ = [
    "SCHEMA",
    "AboutJson",
    "AnalyseAnswer",
    "AnalyseJson",
    "ArgumentLineJson",
    "BestMove",
    "BestMoveJson",
    "BoardJson",
    "CandidateJson",
    "CertainCell",
    "CertainCellJson",
    "CertaintyJson",
    "CompareAnswer",
    "CompareJson",
    "DealAnswer",
    "DealJson",
    "ExplainAnswer",
    "ExplainJson",
    "GuessJson",
    "LevelJson",
    "MeasureAnswer",
    "MeasureJson",
    "MeasuresJson",
    "OptimalAnswer",
    "OptimalJson",
    "PremiseJson",
    "ReviewAnswer",
    "ReviewJson",
    "ReviewedMove",
    "ReviewedMoveJson",
    "SolveAnswer",
    "SolveJson",
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
    "generate",
    "measure",
    "optimal",
    "review",
    "solve",
    "strategies",
    "strategy_json",
]
