"""Explanations of figures: other results, comparisons, formula and rule.

``explain_line`` answers for the points of one side of a line, ``explain_total`` for a contestant's
total; an ``Explainer`` answers for any number of figures of one field, which it ranks once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from scoring.bridge.sentences import BridgeSentences
from scoring.display import exact_text, points_text
from scoring.errors import ScoringError
from scoring.explain.formulas import Case, formula, score_text
from scoring.explain.totals import (
    PlayerTotals,
    TotalPart,
    Totals,
    rule_of_line,
    rule_of_total,
    total_formula,
)
from scoring.knockout import knockout_words
from scoring.method import ScoringMethod
from scoring.model import (
    USUAL_LISTS,
    Board,
    Field,
    Line,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    lists_to_json,
)
from scoring.naming import contestant_name
from scoring.ranking import Key, contestant_keys
from scoring.registry import find_method
from scoring.totals.adjusting import signed_text
from scoring.totals.players import (
    IndividualField,
    rank_players,
    rounds_together,
    settings_of_players,
)
from scoring.totals.sections import divide_by_section

_MOST_LISTED = 6
_WORDS = (
    ("beaten", "beats"),
    ("tied", "ties with"),
    ("lost", "loses to"),
    ("parts", "by its parts against"),
)
_OUTCOMES = {1: "beaten", 0: "tied", -1: "lost"}
_SIDES = {"NS": "N-S", "EW": "E-W"}


@dataclass(frozen=True, slots=True)
class OtherResult:
    """Another result for the asking side: "beaten", "tied" or "lost".

    Where a ruling put one of the two scores together and its parts fare differently, it is
    ``"parts"``.  *lists* are those of its line.
    """

    ns: int
    ew: int
    score: str
    outcome: str
    lists: tuple[str, str] = USUAL_LISTS


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """A contestant's points on a board, and its *top*."""

    board_no: int
    points: Points
    top: Points | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a figure.

    *what* names the figure; *score* is the side's own result (``None`` if it has none); *others*
    are those it was compared with; *formula* ends in the exact *points*, where there are any, and
    names what rulings add; *rule* says what is counted, *source* where that stands.  *parts* are
    those of a total, *boards* what it is the sum of.
    """

    what: str
    score: str | None
    others: tuple[OtherResult, ...]
    formula: str
    points: Points | None
    rule: str
    source: str
    parts: tuple[TotalPart, ...] = ()
    boards: tuple[BoardPoints, ...] = ()

    @property
    def by_board(self) -> str:
        """The sum of a total board by board, or "".

        >>> boards = (BoardPoints(1, 2, 4), BoardPoints(2, Fraction(7, 2), 4))
        >>> Explanation("Contestant 1", None, (), "", Fraction(11, 2), "", "", boards=boards).by_board
        'Board 1: 2, board 2: 3.5; in all 5.5'
        """
        if not self.boards:
            return ""
        points = ", ".join(
            f"board {board.board_no}: {exact_text(board.points)}" for board in self.boards
        )
        total = exact_text(sum(board.points for board in self.boards))
        return f"{points[:1].upper()}{points[1:]}; in all {total}"

    @property
    def text(self) -> str:
        """The explanation in two lines: comparison, and formula with rule."""
        return f"{self.what}: {self.comparison}\n{self.calculation}"

    @property
    def comparison(self) -> str:
        """Return the comparison as the rest of a sentence after the name of the figure."""
        return f"{self._compared}."

    @property
    def calculation(self) -> str:
        """How the figure was counted, and by which rule."""
        return f"{self.formula} ({self.rule}, {self.source})."

    @property
    def _compared(self) -> str:
        if self.score is None:
            return "no result"
        if not self.others:
            return self.score
        parts = []
        for outcome, words in _WORDS:
            scores = [other.score for other in self.others if other.outcome == outcome]
            if scores:
                parts.append(f"{words} {_scores_text(scores)}")
        return f"{self.score} {'; '.join(parts)}"


def _scores_text(scores: list[str]) -> str:
    """Return *scores* in a few words, with how often each was made."""
    counted = Counter(scores)
    if len(counted) > _MOST_LISTED:
        return f"{len(scores)} results"
    return ", ".join(
        score if times == 1 else f"{times} × {score}" for score, times in counted.items()
    )


class Explainer:
    """Explains any figure of a field, which is ranked at most once.

    The field of an *individual* contest is that of its partnerships, and totals are those of its
    players. *deal* is what the scores of both sides make together: 13 where they are tricks, so
    that E-W read their own.

    >>> from scoring import Board
    >>> explain = Explainer("matchpoints", Field(1, (Board(7, (Line(1, 2, 420), Line(3, 4, 170))),)))
    >>> explain.line(board_no=7, contestant=4, side="EW").formula, explain.total(contestant=4).formula
    ('2 × 1 beaten = 2', '2 on 1 board = 2, 100.00 %, place 1=')

    :raises ScoringError: as ``rank``.
    """

    def __init__(
        self,
        method_key: str,
        field: Field,
        options: Mapping[str, str] | None = None,
        *,
        ranking: Ranking | None = None,
        deal: int = 0,
        individual: IndividualField | None = None,
    ) -> None:
        self._method = find_method(method_key)
        self._settings = self._method.settings(options or {})
        if individual:
            self._settings = settings_of_players(self._method, options)
            ranking = ranking or rank_players(self._method, individual, self._settings)
            if self._method.for_players == "rounds":
                field = rounds_together(individual.field)
            else:
                field = individual.field
            individual = replace(individual, field=field)
        self._individual = individual
        self.ranking = ranking or self._method.rank(field, self._settings)
        self._deal = 0 if self._settings.get("unit") == "points" else deal
        self._whole = field
        field = divide_by_section(field) if self._settings.get("compare") == "section" else field
        self._field = field
        self._lines: dict[tuple[int, str, Key], tuple[Board, ScoredBoard, ScoredLine]] = {}
        self._itself: dict[int, tuple[Board, ScoredBoard, ScoredLine]] = {}
        for board, scored_board in zip(field.boards, self.ranking.boards, strict=True):
            for scored in scored_board.lines:
                self._itself[id(scored)] = (board, scored_board, scored)
                for side, key in zip(USUAL_LISTS, contestant_keys(field, scored.line), strict=True):
                    if scored.line.has_result_for(side):
                        self._lines[board.board_no, side, key] = (board, scored_board, scored)
                    self._lines.setdefault(
                        (board.board_no, side, key), (board, scored_board, scored)
                    )
        self._standings = {
            (standing.direction, standing.contestant): standing
            for standing in self.ranking.standings
        }

    def line(
        self,
        *,
        board_no: int,
        contestant: int,
        side: str,
        direction: str | None = None,
        scored: ScoredLine | None = None,
    ) -> Explanation:
        """Explain the points of *contestant* on *side* of *board_no*.

        *direction* is the list in which it is ranked, with two winners: without it that of *side*,
        or if nobody of that sat there the other.  *scored* is the line of the ranking itself, since
        a large team may have several.

        :raises ScoringError: if there is no such line.
        """
        wanted = (direction,) if direction else (None, side, *USUAL_LISTS)
        keys = ((board_no, side, (name, contestant)) for name in wanted)
        own = self._itself.get(id(scored)) or next(
            (self._lines[key] for key in keys if key in self._lines), None
        )
        if own is None:
            raise ScoringError(
                BridgeSentences.NOTHING_TO_EXPLAIN,
                what=f"Board {board_no}: {_SIDES.get(side, side)} {contestant}",
            )
        board, scored_board, scored = own
        points = scored.ns_points if side == "NS" else scored.ew_points
        top, settings = scored_board.top, self._method.with_fixed(self._settings)
        case = Case(self._field, board, scored.line, side, points or 0, top, settings, self._deal)
        return _explain(self._method, case, points)

    def total(self, *, contestant: int, direction: str | None = None) -> Explanation:
        """Explain the total of *contestant* in *direction*.

        :raises ScoringError: if there is no such contestant.
        """
        kind = "Player" if self._individual else "Contestant"
        what = contestant_name(direction, contestant, kind=kind)
        standing = self._standings.get((direction, contestant))
        if standing is None:
            raise ScoringError(BridgeSentences.NOTHING_TO_EXPLAIN, what=what)
        parts = self._totals.parts((direction, contestant))
        came = knockout_words(self._whole.knockout, contestant) if self._whole.knockout else ""
        text, total = total_formula(parts, standing, came), standing.total
        is_penalised = any(part.kind in ("rulings", "penalty") for part in parts)
        rule, source = rule_of_total(self._method, is_penalised=is_penalised)
        boards = tuple(self._boards((direction, contestant)))
        return Explanation(what, points_text(total), (), text, total, rule, source, parts, boards)

    def _boards(self, key: Key) -> Iterator[BoardPoints]:
        """Yield the boards in the total of *key*."""
        if self.ranking.matches:
            return
        partners = self._individual.partners if self._individual else {}
        for scored_board in self.ranking.boards:
            for scored in scored_board.lines:
                keys = contestant_keys(self._field, scored.line)
                for (direction, number), points in zip(
                    keys, (scored.ns_points, scored.ew_points), strict=True
                ):
                    if (
                        points is not None
                        and direction == key[0]
                        and key[1] in partners.get(number, (number,))
                    ):
                        yield BoardPoints(scored_board.board_no, points, scored_board.top)

    @cached_property
    def _totals(self) -> Totals | PlayerTotals:
        if self._individual:
            return PlayerTotals(self._individual, self._settings, self.ranking)
        return Totals(self._method, self._whole, self._settings, self.ranking)


def explain_line(  # noqa: PLR0913
    method_key: str,
    field: Field,
    options: Mapping[str, str] | None = None,
    *,
    board_no: int,
    contestant: int,
    side: str,
    direction: str | None = None,
    deal: int = 0,
) -> Explanation:
    """Explain the points of *contestant* on *side* of *board_no*.

    *direction* is the list in which it is ranked where that is not the one of *side*; *deal* is 13
    where scores are tricks, so that those of E-W are their own.

    >>> from scoring import Board
    >>> lines = (Line(1, 2, 420), Line(3, 4, 420), Line(5, 6, 170))
    >>> print(explain_line("matchpoints", Field(1, (Board(7, lines),)), board_no=7, contestant=1, side="NS").text)
    Board 7, N-S 1 against E-W 2: 420 beats 170; ties with 420.
    2 × 1 beaten + 1 tied = 3 (Matchpoints: 2 per result beaten, 1 per tie, [LAWS2017] Law 78A).

    :raises ScoringError: if there is no such line.
    :raises ScoringError: as ``rank``.
    """
    return Explainer(method_key, field, options, deal=deal).line(
        board_no=board_no, contestant=contestant, side=side, direction=direction
    )


def _explain(method: ScoringMethod, case: Case, points: Points | None) -> Explanation:
    line = case.line
    compared = case.others if line.is_scored else []
    rule, source = rule_of_line(method, case)
    return Explanation(
        what=f"Board {case.board.board_no}, {line.meeting}",
        score=_own_score(line, case),
        others=tuple(_other_result(case, other) for other in compared),
        formula=f"{_no_points(method, line) if points is None else _formula(method, case)}{_adjustment_text(case)}",
        points=points,
        rule=rule,
        source=source,
    )


def _formula(method: ScoringMethod, case: Case) -> str:
    """Return the formula of the points of *case*, with later adjustments."""
    if case.line.moved is None:
        return formula(method, case)
    moved = case.line.moved.of(case.side)
    bare = replace(case, points=case.points - moved)
    return f"{formula(method, bare)}; {signed_text(moved)} adjusted by hand = {exact_text(case.points)}"


def _own_score(line: Line, case: Case) -> str | None:
    if line.artificial is not None:
        return str(line.artificial)
    if line.is_scored:
        return score_text(case.parts(line))
    return None


def _no_points(method: ScoringMethod, line: Line) -> str:
    if line.artificial is not None and line.artificial.is_one_sided:
        return "No points: the board wasn't due for this side"
    if line.artificial is not None and method.averages_missing:
        return "No points on this line; the board average is in the total"
    if line.state is not None:
        return f"No points: {line.state.value.replace('-', ' ')}{f', {line.reason}' if line.reason else ''}"
    if not line.is_scored:
        return "No points"
    return "No points yet"


def _adjustment_text(case: Case) -> str:
    """Return the points that rulings add to the line for its side, and where."""
    where = "in the match" if case.field.contest == "teams" else "in the total"
    said = []
    for adjustment in case.line.adjustments:
        if adjustment.side == case.side.lower():
            share = Fraction(case.top or 0) / 100 if adjustment.unit == "%" else 1
            of_top = str(adjustment).replace(" %", " % of the top", 1)
            said.append(
                f"; besides {of_top} by a ruling, {exact_text(adjustment.amount * share)} {where}"
            )
    return "".join(said)


def _other_result(case: Case, other: Line) -> OtherResult:
    mine, theirs = case.parts(case.line), case.parts(other)
    signs = set()
    for score, _ in mine:
        for rival, _ in theirs:
            signs.add((score > rival) - (score < rival))
    outcome = _OUTCOMES[signs.pop()] if len(signs) == 1 else "parts"
    return OtherResult(other.ns, other.ew, score_text(theirs), outcome, other.lists)


def explain_total(
    method_key: str,
    field: Field,
    options: Mapping[str, str] | None = None,
    *,
    contestant: int,
    direction: str | None = None,
) -> Explanation:
    """Explain the total of *contestant* in *direction*.

    The formula names the points of the boards, what sit-outs, rounding and rulings change,
    carry-over, handicap and each penalty, and the percentage.

    >>> from scoring import Board
    >>> boards = (Board(1, (Line(1, 2, 50), Line(3, 4, 0))), Board(2, (Line(1, 3, 50), Line(2, 4, 50))))
    >>> explain_total("matchpoints", Field(1, boards), contestant=1).formula
    '3 on 2 boards = 3, 75.00 %, place 1='

    :raises ScoringError: if there is no such contestant.
    :raises ScoringError: as ``rank``.
    """
    return Explainer(method_key, field, options).total(contestant=contestant, direction=direction)


def explanation_to_json(explanation: Explanation) -> dict[str, object]:
    """Return *explanation* as JSON, with ``text`` for people."""
    return {
        "what": explanation.what,
        "score": explanation.score,
        "others": [
            {
                "ns": other.ns,
                "ew": other.ew,
                **lists_to_json(other.lists),
                "score": other.score,
                "outcome": other.outcome,
            }
            for other in explanation.others
        ],
        "formula": explanation.formula,
        "parts": [
            {"kind": part.kind, "points": exact_text(part.points), "words": part.words}
            for part in explanation.parts
        ],
        "points": None if explanation.points is None else exact_text(explanation.points),
        "rule": explanation.rule,
        "source": explanation.source,
        "text": explanation.text,
    }
