"""`grade`: play the boards, check the player's claims, compare it with others, compute points.

The player, the reference strategy and the upper bound (`complete`) play the same boards. Board n of
a level is the one that `mineproof solve --level LEVEL --seed SEED+n` deals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from mineproof.base.json_object import Json
from mineproof.game.deal import Deal, deal
from mineproof.game.game import Game
from mineproof.game.levels import Level, custom, level
from mineproof.grade._clauses import ClauseReport
from mineproof.grade._missed import Missed, first_missed, missed_cells
from mineproof.grade._smallest import Search, Smallest
from mineproof.grade._watched import Claim, Watched, Watcher
from mineproof.grade.rubric import PARTS, Rubric
from mineproof.lab.stats import standard_deviation
from mineproof.play.outside.players import sandbox_of
from mineproof.play.outside.process import Limits
from mineproof.play.player import MINE, Move, play_game
from mineproof.play.rates import Difference, Rate, Z, paired_difference, wilson
from mineproof.play.strategies import StrategyPlayer, strategy

CEILING, CLUES = "complete", "complete-clues"
BOARDS = {"easy": 400, "medium": 200, "hard": 100}
"""The default levels and their numbers of boards."""
_FOR_LEVELS = 0.8  # of the time; the rest is for the cost and the smallest board
_WALL = 2.0  # times the minutes of a player: all elapsed time, after which no more games begin
LEAST = 20  # boards of a level that count, even if the player has no time left for them
_UNLIKELY = 1e-4  # luck that is flagged
CHECKED = 20  # boards a level whose clauses are checked
MOST_FAULTS = 10  # faults in a row after which the other boards of a level count as lost
GROWTH = (("8x8", 10), ("12x12", 22), ("16x16", 20), ("16x16", 38), ("16x16", 51), ("24x24", 86))
"""Sizes and mines by which the growth of the cost is measured: 15 % mines, and 8 and 20 % once."""
GROWTH_BOARDS = 5


@dataclass(frozen=True)
class Side:
    """The results of one player on the boards of a level."""

    complete: Rate
    cells_determined: Rate
    deduced: int
    """cells that were claimed rightly; given cells and guesses do not count"""
    wrong: int
    ms: float


@dataclass(frozen=True)
class LevelGrade:
    """The results of all three players on the boards of one level."""

    level: str
    boards: int
    player: Side
    against: Side
    ceiling: Side
    against_difference: Difference
    ceiling_difference: Difference


@dataclass(frozen=True)
class BadClaim:
    """A wrong or unjustified claim, and its board."""

    board: str
    deal: Deal
    claim: Claim


@dataclass(frozen=True)
class Fault:
    """A game that was lost by a fault."""

    board: str
    reason: str
    lines: list[str]


@dataclass(frozen=True)
class Cost:
    """The mean cost of boards of one size."""

    size: str
    mines: int
    ms: float
    clauses: float


@dataclass
class Grade:
    """The complete result of grading."""

    player: str
    against: str
    seed: int
    levels: list[LevelGrade] = field(default_factory=list)
    bad_claims: list[BadClaim] = field(default_factory=list)
    bad_games: int = 0
    """games with a wrong or unjustified claim"""
    missed: list[tuple[str, Missed]] = field(default_factory=list)
    stuck: int = 0
    """games in which the player guessed or gave up"""
    smallest: Smallest | None = None
    searched: int = 0
    """games played in the search for the smallest board"""
    clauses: ClauseReport = field(default_factory=ClauseReport)
    growth: list[Cost] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    gambles: list[tuple[float, bool]] = field(default_factory=list)
    """the risk of each cell that was opened and did not follow, and whether it was a mine"""
    out_of_time: int = 0
    """boards that were not played because the time was over; they do not count"""
    too_slow: int = 0
    """boards that count as lost because the player had used its time before"""
    not_played: int = 0
    """boards that count as lost because of faults in a row"""

    @property
    def sound(self) -> bool:
        """Whether no claim was wrong."""
        return not self.bad_claims

    @property
    def games(self) -> int:
        """The number of games of all levels."""
        return sum(one.boards for one in self.levels)

    @property
    def all_faults(self) -> bool:
        """Whether every game was lost by a fault."""
        return self.not_played + self.too_slow + len(self.faults) >= self.games

    @property
    def deduced(self) -> float:
        """The cells that the player deduced, as a share of those that the strategy deduced.

        It is at most 1 for each level, and the mean of the levels.
        """
        return _mean(
            [
                min(1.0, one.player.deduced / one.against.deduced)
                for one in self.levels
                if one.against.deduced
            ]
        )


Advance = Callable[[int], None]


def grade(
    name: str,
    *,
    against: str = "assignment",
    boards: dict[str, int] | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    minutes: float = 5.0,
    search: int = 2000,
    advance: Advance = lambda _part: None,
) -> Grade:
    """Grade a player: a class, a program, or a strategy of this project.

    `boards` gives the number of boards of each level. `search` is the number of games in the search
    for the smallest board. `advance` is called after every board,
    and with 0 when the player is loaded.

    The player has these minutes, of its CPU time and sleep. The levels share four fifths of them,
    so that each gets boards, and no game may use more than a tenth. Boards for which no time is
    left do not count, but for the first `LEAST` of a level, which are lost then. After twice the
    minutes no more games begin, whoever used the time; boards not played then do not count.
    """
    strategy(against)  # raises for a wrong name before anything is played
    found = Grade(name, against, seed)
    limits = limits or Limits(sandbox=sandbox_of(name))
    seconds = 60 * minutes
    limits = replace(limits, game_seconds=min(limits.game_seconds, seconds / 10))
    began = limits.clock()

    def is_over(share: float) -> bool:
        return limits.clock() > began + _WALL * seconds * share

    def has_used(share: float) -> bool:
        return watcher.seconds > seconds * share

    def ends() -> bool:
        return is_over(1) or has_used(1)

    watcher = Watcher(name, limits)
    advance(0)
    seen: list[Deal] = []
    chosen = BOARDS if boards is None else boards
    try:
        for n, (wanted, count) in enumerate(chosen.items(), 1):
            share = _FOR_LEVELS * n / len(chosen)
            over = partial(is_over, share), partial(has_used, share)
            _grade_level(found, watcher, level(wanted), count, seen, advance, *over)
        if not found.not_played:
            found.growth = [
                _growth(watcher, size, mines, seed) for size, mines in GROWTH if not ends()
            ]
            if not found.all_faults:
                _find_smallest(found, watcher, seen, search, ends)
    finally:
        watcher.close()
    return found


def _grade_level(
    found: Grade,
    watcher: Watcher,
    wanted: Level,
    count: int,
    seen: list[Deal],
    advance: Advance,
    is_over: Callable[[], bool],
    has_used: Callable[[], bool],
) -> None:
    builtin = strategy(found.against).player(record=False)
    ceiling = strategy(CEILING).player(record=False)
    ours, theirs, tops = list[_Row](), list[_Row](), list[_Row]()
    # A player that broke off one level gets one chance at the next.
    in_a_row = MOST_FAULTS - 1 if found.not_played else 0
    for number in range(count):
        used = number > 0 and has_used()
        if number and (is_over() or (used and number >= LEAST)):
            found.out_of_time += count - number
            advance(count - number)
            break
        dealt = deal(wanted, seed=found.seed + number)
        board = f"{wanted.name} {found.seed + number}"
        theirs.append(_played(builtin, dealt))
        tops.append(_played(ceiling, dealt))
        if used or in_a_row >= MOST_FAULTS:
            found.too_slow += used
            found.not_played += not used
            ours.append(_Row())
        else:
            played = watcher.play(dealt, keep_lines=number < CHECKED)
            in_a_row = in_a_row + 1 if played.fault else 0
            wrong = sum(claim.wrong for claim in played.claims)
            ours.append(_Row(played.complete, played.determined, played.deduced, wrong, played.ms))
            _note(found, board, played, seen, watcher.has_count)
        advance(1)
    mine, other, top = ([row.complete for row in rows] for rows in (ours, theirs, tops))
    found.levels.append(
        LevelGrade(
            wanted.name,
            len(ours),
            _side(ours),
            _side(theirs),
            _side(tops),
            paired_difference(mine, other),
            paired_difference(mine, top),
        )
    )


@dataclass(frozen=True)
class _Row:
    complete: bool = False
    determined: float = 0.0
    deduced: int = 0
    wrong: int = 0
    ms: float = 0.0


def _played(player: StrategyPlayer, dealt: Deal) -> _Row:
    claimed: set[int] = set()

    def before(move: Move) -> None:
        if move.certain and bool(dealt.layout[move.cell]) == (move.verdict is MINE):
            claimed.add(move.cell)

    result = play_game(Game(dealt), player, before=before)
    game = result.game
    determined = 1 - (game.unmarked + game.wrong) / dealt.board.cells
    deduced = len(claimed.difference(dealt.initial))
    return _Row(result.complete, determined, deduced, game.wrong, result.ms)


def _side(rows: Sequence[_Row]) -> Side:
    n = len(rows)
    shares = [row.determined for row in rows]
    mean = sum(shares) / n if n else 0.0
    spread = Z * standard_deviation(shares) / n**0.5 if n else 1.0
    return Side(
        wilson(sum(row.complete for row in rows), n),
        Rate(mean, max(0.0, mean - spread), min(1.0, mean + spread)),
        sum(row.deduced for row in rows),
        sum(row.wrong for row in rows),
        sum(row.ms for row in rows) / n if n else 0.0,
    )


def _note(found: Grade, board: str, played: Watched, seen: list[Deal], has_count: bool) -> None:
    """Add the result of one game."""
    found.bad_claims += [BadClaim(board, played.deal, claim) for claim in played.claims]
    found.bad_games += bool(played.claims)
    found.gambles += played.gambles
    if played.fault:
        found.faults.append(Fault(board, played.fault.reason, played.fault.lines))
    found.clauses.check(board, played)
    stop = played.stop
    if stop is None or played.fault:
        return
    found.stuck += 1
    missed = missed_cells(stop, with_count=has_count)
    if missed:
        found.missed.append((board, first_missed(stop, missed)))
        opened = tuple(cell for cell, value in enumerate(stop.cells.tolist()) if value >= 0)
        seen.append(Deal(played.deal.board, played.deal.layout, opened))


def _growth(watcher: Watcher, size: str, mines: int, seed: int) -> Cost:
    wanted, spent, clauses = custom(size, mines), 0.0, 0
    for number in range(GROWTH_BOARDS):
        played = watcher.play(deal(wanted, seed=seed + number), judge=False, keep_lines=True)
        spent += played.ms
        clauses += sum(line.word == "clause" for line in played.lines)
        if played.fault:
            break
    return Cost(size, mines, spent / GROWTH_BOARDS, clauses / GROWTH_BOARDS)


def _find_smallest(
    found: Grade, watcher: Watcher, seen: list[Deal], games: int, is_over: Callable[[], bool]
) -> None:
    if games == 0:
        return
    search = Search(watcher, games, found.seed, is_over)
    if found.bad_claims:
        found.smallest = search.claim({one.board: one.deal for one in found.bad_claims}.values())
    else:
        against = found.against if watcher.has_count else CLUES
        found.smallest = search.missed(seen, Watcher(against, Limits()))
    found.searched = search.games


def points(found: Grade, rubric: Rubric) -> dict[str, float]:
    """Return the points of each part of a rubric.

    Play earns the points: those for all parts but `complete` are in proportion to the cells that
    the player deduced. A program that does nothing breaks no rule and costs nothing.
    """
    sound = _left(found.bad_games / max(1, found.games - found.too_slow), rubric.sound_lost_at)
    complete = _mean(
        [
            min(1.0, one.player.complete.rate / one.against.complete.rate)
            for one in found.levels
            if one.against.complete.rate
        ]
    )
    rules = _rules(found.clauses, rubric)
    budgets = [(one, rubric.cost[one.level]) for one in found.levels if one.level in rubric.cost]
    cost = _mean([min(1.0, ms / one.player.ms) if one.player.ms else 1.0 for one, ms in budgets])
    if found.all_faults:
        complete = cost = rules = 0.0
    lost = len(found.faults) + found.not_played + found.too_slow
    faults = lost / max(1, found.games)
    reliable = _left(faults, rubric.reliable_lost_at)
    shares = {"sound": sound, "rules": rules, "reliable": reliable, "cost": cost}
    shares = {part: share * found.deduced for part, share in shares.items()}
    shares["complete"] = complete
    return {part: round(shares[part] * rubric.weights[part], 2) for part in PARTS}


def flags(found: Grade) -> list[Json]:
    """Return what neither deduction nor luck explains, for a teacher to look at.

    `ceiling`: more complete boards than complete deduction has, beyond the interval. `luck`: of the
    cells that were opened though they did not follow, more were safe than their risks make likely.
    """
    found_flags: list[Json] = [
        {"kind": "ceiling", "level": one.level, "difference": one.ceiling_difference._asdict()}
        for one in found.levels
        if one.ceiling_difference.low > 0
    ]
    mines = sum(mine for _, mine in found.gambles)
    at_most = [1.0]  # the probability of each number of mines
    for risk, _ in found.gambles:
        with_mine = [0.0, *(share * risk for share in at_most)]
        without = [*(share * (1 - risk) for share in at_most), 0.0]
        at_most = [one + other for one, other in zip(with_mine, without, strict=True)]
    chance = sum(at_most[: mines + 1])
    if chance < _UNLIKELY:
        expected = sum(risk for risk, _ in found.gambles)
        counts = {"guesses": len(found.gambles), "mines": mines, "expected": round(expected, 1)}
        found_flags.append({"kind": "luck", **counts, "chance": float(f"{chance:.1e}")})
    return found_flags


def _rules(told: ClauseReport, rubric: Rubric) -> float:
    """Return the share of the points for rules: a mean over the claims of the checked games.

    A claim that follows from the reported clauses as a unit counts by how good these are. Any other
    claim counts as one of a player that reports nothing.
    """
    good = 1.0
    if told.told:
        bad = told.told - told.entailed + told.duplicates + told.subsumed
        good = _left(bad / told.told, rubric.rules_lost_at) * (1 - told.units_left / told.games)
    by_clauses = told.claims_by_clauses / told.claims if told.claims else 0.0
    return by_clauses * good + (1 - by_clauses) * min(good, rubric.rules_untold)


def below_floors(found: Grade, rubric: Rubric) -> list[str]:
    """Return the levels on which the player completes too few boards."""
    return [
        one.level
        for one in found.levels
        if one.player.complete.rate < rubric.floors.get(one.level, 0.0) * one.against.complete.rate
    ]


def passed(found: Grade, rubric: Rubric) -> bool:
    """Tell whether the player is sound, without faults and above the minimum shares."""
    floor = rubric.floors.get("rules", 0.0) if rubric.weights["rules"] else 0.0
    keeps_rules = _rules(found.clauses, rubric) >= floor
    return found.sound and not found.faults and keeps_rules and not below_floors(found, rubric)


def _left(share: float, lost_at: float) -> float:
    """Return 1 for a share of 0, falling linearly to 0 at `lost_at`."""
    if share == 0:
        return 1.0
    return max(0.0, 1 - share / lost_at) if lost_at else 0.0


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 1.0
