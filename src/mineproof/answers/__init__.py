"""The answers that the command line, the server and the library have in common.

Each function takes a request and returns a dataclass. Its method `as_json` returns the JSON object
that programs receive, the same everywhere. The OpenAPI document of the server is generated from the
types of these objects.
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
    graph_json,
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
from mineproof.answers.positions import PositionSolveAnswer, PositionSolveJson, solve_position
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
    "PositionSolveAnswer",
    "PositionSolveJson",
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
    "graph_json",
    "measure",
    "optimal",
    "review",
    "solve",
    "solve_position",
    "strategies",
    "strategy_json",
]
