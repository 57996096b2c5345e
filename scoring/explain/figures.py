"""Explain the points of a line or a total: other results, comparison, formula and rule.

``explain_line`` explains the points of one side of a line, ``explain_total`` the total of a
contestant. An ``Explainer`` explains any number of figures of one field, which it ranks once. The
text of a formula is left to ``formulas``, the parts of a total to ``totals``. A rule is named in a few
words, with its source.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from scoring.bridge.rulings import AWARD
from scoring.display import SIDE_NAMES, exact_text, format_contestant_name, points_text
from scoring.errors import ScoringError
from scoring.explain.formulas import ScoredSide, format_score, is_adjusted, is_special, make_formula
from scoring.explain.totals import PlayerTotals, TotalPart, Totals, make_total_formula
from scoring.method import ScoringMethod
from scoring.model import (
    USUAL_LISTS,
    Board,
    Field,
    Key,
    Line,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    TeamMatch,
    get_contestant_keys,
    lists_to_json,
)
from scoring.registry import find_method
from scoring.totals.players import IndividualField, add_up_rounds, get_player_settings, rank_players
from scoring.totals.ranking import signed_text
from scoring.totals.sections import divide_by_section

_MAX_LISTED_SCORES = 6
_OUTCOME_VERBS = (
    ("beaten", "beats"),
    ("tied", "ties with"),
    ("lost", "loses to"),
    ("parts", "by its parts against"),
)
_OUTCOME_BY_SIGN = {1: "beaten", 0: "tied", -1: "lost"}


@dataclass(frozen=True, slots=True)
class OtherResult:
    """Another result, and its *outcome* for the explained side: "beaten", "tied" or "lost".

    If one of the two scores is weighted and its parts have different outcomes, it is ``"parts"``.
    *lists* are those of its line.
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

    - *what* is the name of the figure.
    - *score* is the side's own result, or None if it has none, and *others* are the results that
      it was compared with.
    - *formula* ends in the exact *points*, if there are any, and names the points of rulings.
    - *rule* says what is counted, *source* where the rule is written.
    - *parts* and *boards* are those of a total, *matches* those of the total of a team, as it has
      them.
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
    matches: tuple[TeamMatch, ...] = ()

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
        """The comparison, as the end of a sentence that begins with the name of the figure."""
        if self.score is None:
            return "no result."
        if not self.others:
            return f"{self.score}."
        parts = []
        for outcome, verb in _OUTCOME_VERBS:
            scores = [result.score for result in self.others if result.outcome == outcome]
            if scores:
                parts.append(f"{verb} {_format_scores(scores)}")
        return f"{self.score} {'; '.join(parts)}."

    @property
    def calculation(self) -> str:
        """The formula, with its rule and source."""
        return f"{self.formula} ({self.rule}, {self.source})."


def _format_scores(scores: list[str]) -> str:
    """Return each of *scores* with its frequency, or only their number if they are many."""
    frequencies = Counter(scores)
    if len(frequencies) > _MAX_LISTED_SCORES:
        return f"{len(scores)} results"
    texts = []
    for score, count in frequencies.items():
        texts.append(score if count == 1 else f"{count} × {score}")
    return ", ".join(texts)


_RankedLine: TypeAlias = tuple[Board, ScoredBoard, ScoredLine]


class Explainer:
    """Explains any figure of a field, which is ranked at most once.

    In an *individual* contest lines are those of partnerships and totals those of players. *deal*
    is the sum of both sides' scores, 13 if they are tricks, so that E-W see their own.

    A contestant is found on a board by side and list, because it can be ranked in the list of the
    other direction than it sat.

    >>> from scoring.model import Board
    >>> boards = (Board(7, (Line(1, 2, 420), Line(3, 4, 170))),)
    >>> explainer = Explainer("matchpoints", Field(1, boards))
    >>> explainer.explain_line(board_no=7, contestant=4, side="EW").formula
    '2 × 1 beaten = 2'
    >>> explainer.explain_total(contestant=4).formula
    '2 on 1 board = 2, 100.00 %, place 1='

    :raises ScoringError: as ``rank``
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
            self._settings = get_player_settings(self._method, options)
            ranking = ranking or rank_players(self._method, individual, self._settings)
            if self._method.player_totals_by == "rounds":
                field = add_up_rounds(individual.field)
            else:
                field = individual.field
            individual = replace(individual, field=field)
        self._individual = individual
        self.ranking = ranking or self._method.rank(field, self._settings)
        self._deal = 0 if self._settings.get("unit") == "points" else deal
        # Totals are those of the whole field, lines are compared in the field of their section.
        self._whole_field = field
        if self._settings.get("compare") == "section":
            field = divide_by_section(field)
        self._field = field
        self._lines: dict[tuple[int, str, Key], _RankedLine] = {}
        self._lines_by_id: dict[int, _RankedLine] = {}
        for board, scored_board in zip(field.boards, self.ranking.boards, strict=True):
            for scored in scored_board.lines:
                ranked_line = (board, scored_board, scored)
                self._lines_by_id[id(scored)] = ranked_line
                for side, key in zip(
                    USUAL_LISTS, get_contestant_keys(field, scored.line), strict=True
                ):
                    # A contestant can have several lines of a board: one with a result counts.
                    if scored.line.has_result_for(side):
                        self._lines[board.board_no, side, key] = ranked_line
                    self._lines.setdefault((board.board_no, side, key), ranked_line)
        self._standings = {
            (standing.direction, standing.contestant): standing
            for standing in self.ranking.standings
        }

    def explain_line(
        self,
        *,
        board_no: int,
        contestant: int,
        side: str,
        direction: str | None = None,
        scored: ScoredLine | None = None,
    ) -> Explanation:
        """Explain the points of *contestant* on *side* of *board_no*.

        With two winners, *direction* is the list in which it is ranked. Without *direction* it is
        that of *side*, or else the other list. *scored* is the line in the ranking, if the caller
        has it: a large team can have several lines of a board.

        :raises ScoringError: if there is no such line
        """
        ranked_line = self._lines_by_id.get(id(scored))
        if ranked_line is None:
            ranked_line = self._find_line(board_no, contestant, side, direction)
        board, scored_board, scored = ranked_line
        points = scored.ns_points if side == "NS" else scored.ew_points
        case = ScoredSide(
            field=self._field,
            board=board,
            line=scored.line,
            side=side,
            points=points or 0,
            top=scored_board.top,
            options=self._method.with_fixed(self._settings),
            deal=self._deal,
        )
        return _make_line_explanation(self._method, case, points)

    def _find_line(
        self, board_no: int, contestant: int, side: str, direction: str | None
    ) -> _RankedLine:
        directions = (direction,) if direction else (None, side, *USUAL_LISTS)
        for name in directions:
            ranked_line = self._lines.get((board_no, side, (name, contestant)))
            if ranked_line is not None:
                return ranked_line
        raise _make_nothing_to_explain_error(
            what=f"Board {board_no}: {SIDE_NAMES.get(side, side)} {contestant}",
        )

    def explain_total(self, *, contestant: int, direction: str | None = None) -> Explanation:
        """Explain the total of *contestant* in *direction*.

        :raises ScoringError: if there is no such contestant
        """
        kind = "Player" if self._individual else "Contestant"
        contestant_text = format_contestant_name(direction, contestant, kind=kind)
        key = direction, contestant
        standing = self._standings.get(key)
        if standing is None:
            raise _make_nothing_to_explain_error(what=contestant_text)
        parts = self._totals.parts(key)
        knockout = self._whole_field.knockout
        knockout_text = knockout.describe_run(contestant) if knockout else ""
        is_penalised = any(part.kind in ("rulings", "penalty", AWARD) for part in parts)
        rule, source = get_total_rule(self._method, is_penalised=is_penalised)
        return Explanation(
            what=contestant_text,
            score=points_text(standing.total),
            others=(),
            formula=make_total_formula(parts, standing, knockout_text),
            points=standing.total,
            rule=rule,
            source=source,
            parts=parts,
            boards=tuple(self._iter_board_points(*key)),
            matches=tuple(self._iter_matches(contestant)),
        )

    def _iter_board_points(self, direction: str | None, contestant: int) -> Iterator[BoardPoints]:
        """Yield the boards in a total. The total of a team is the sum of its matches instead."""
        if self.ranking.matches:
            return
        partners = self._individual.partners if self._individual else {}
        for scored_board in self.ranking.boards:
            for scored in scored_board.lines:
                ns_key, ew_key = get_contestant_keys(self._field, scored.line)
                for key, points in ((ns_key, scored.ns_points), (ew_key, scored.ew_points)):
                    key_direction, number = key
                    is_own = contestant in partners.get(number, (number,))
                    if is_own and key_direction == direction and points is not None:
                        yield BoardPoints(scored_board.board_no, points, scored_board.top)

    def _iter_matches(self, team: int) -> Iterator[TeamMatch]:
        """Yield the matches of *team* as it has them, in the order in which they were ranked."""
        for match in self.ranking.matches:
            if team in match.teams:
                yield match.seen_from(team)

    @cached_property
    def _totals(self) -> Totals | PlayerTotals:
        if self._individual:
            return PlayerTotals(self._individual, self._settings, self.ranking)
        return Totals(self._method, self._whole_field, self._settings, self.ranking)


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

    *direction* is the list in which it is ranked, if it isn't that of *side*. *deal* is 13 if
    scores are tricks, so that E-W see their own.

    >>> from scoring.model import Board
    >>> lines = (Line(1, 2, 420), Line(3, 4, 420), Line(5, 6, 170))
    >>> print(explain_line("matchpoints", Field(1, (Board(7, lines),)), board_no=7, contestant=1, side="NS").text)
    Board 7, 1 N-S against 2 E-W: 420 beats 170; ties with 420.
    2 × 1 beaten + 1 tied = 3 (Matchpoints: 2 per result beaten, 1 per tie, [LAWS2017] Law 78A).

    :raises ScoringError: if there is no such line, and as ``rank``
    """
    return Explainer(method_key, field, options, deal=deal).explain_line(
        board_no=board_no, contestant=contestant, side=side, direction=direction
    )


def _make_line_explanation(
    method: ScoringMethod, case: ScoredSide, points: Points | None
) -> Explanation:
    line = case.line
    # An artificial score isn't compared with any result.
    compared = case.others if line.is_scored else []
    rule, source = get_line_rule(method, case)
    if points is None:
        text = _explain_missing_points(method, line)
    else:
        text = _make_moved_formula(method, case)
    return Explanation(
        what=f"Board {case.board.board_no}, {line.meeting}",
        score=_format_own_score(line, case),
        others=tuple(_make_other_result(case, other_line) for other_line in compared),
        formula=f"{text}{_format_adjustments(case)}",
        points=points,
        rule=rule,
        source=source,
    )


def _make_moved_formula(method: ScoringMethod, case: ScoredSide) -> str:
    """Return the formula of the points of *case*, with points that were moved by hand."""
    if case.line.moved is None:
        return make_formula(method, case)
    moved = case.line.moved.get_points(case.side)
    text = make_formula(method, replace(case, points=case.points - moved))
    return f"{text}; {signed_text(moved)} adjusted by hand = {exact_text(case.points)}"


def _format_own_score(line: Line, case: ScoredSide) -> str | None:
    if line.artificial is not None:
        return str(line.artificial)
    if line.is_scored:
        return format_score(case.parts(line))
    return None


def _explain_missing_points(method: ScoringMethod, line: Line) -> str:
    if line.artificial is not None and line.artificial.is_one_sided:
        return "No points: the board wasn't due for this side"
    if line.artificial is not None and method.has_average_for_missing:
        return "No points on this line; the board average is in the total"
    if line.state is not None:
        state = line.state.value.replace("-", " ")
        reason = f", {line.reason}" if line.reason else ""
        return f"No points: {state}{reason}"
    if not line.is_scored:
        return "No points"
    return "No points yet"


def _format_adjustments(case: ScoredSide) -> str:
    """Return the points that rulings add for the side, which count outside the line."""
    place = "in the match" if case.field.contest == "teams" else "in the total"
    texts = []
    for adjustment in case.line.adjustments:
        if adjustment.side != case.side.lower():
            continue
        points = adjustment.amount
        if adjustment.unit == "%":
            points *= Fraction(case.top or 0) / 100
        amount = str(adjustment).replace(" %", " % of the top", 1)
        texts.append(f"; besides {amount} by a ruling, {exact_text(points)} {place}")
    return "".join(texts)


def _make_other_result(case: ScoredSide, other_line: Line) -> OtherResult:
    parts = case.parts(other_line)
    # A weighted score has several parts, each of which is compared.
    signs = set()
    for score, _weight in case.parts(case.line):
        for other_score, _other_weight in parts:
            if score > other_score:
                signs.add(1)
            elif score < other_score:
                signs.add(-1)
            else:
                signs.add(0)
    outcome = _OUTCOME_BY_SIGN[signs.pop()] if len(signs) == 1 else "parts"
    return OtherResult(other_line.ns, other_line.ew, format_score(parts), outcome, other_line.lists)


def explain_total(
    method_key: str,
    field: Field,
    options: Mapping[str, str] | None = None,
    *,
    contestant: int,
    direction: str | None = None,
) -> Explanation:
    """Explain the total of *contestant* in *direction*.

    The formula has the points of the boards, the points by sit-outs, rounding and rulings,
    carry-over, handicap and each penalty, and the percentage.

    >>> from scoring.model import Board
    >>> boards = (Board(1, (Line(1, 2, 50), Line(3, 4, 0))), Board(2, (Line(1, 3, 50), Line(2, 4, 50))))
    >>> explain_total("matchpoints", Field(1, boards), contestant=1).formula
    '3 on 2 boards = 3, 75.00 %, place 1='

    :raises ScoringError: if there is no such contestant, and as ``rank``
    """
    return Explainer(method_key, field, options).explain_total(
        contestant=contestant, direction=direction
    )


def explanation_to_json(explanation: Explanation) -> dict[str, object]:
    """Return *explanation* as JSON, with ``text`` for people."""
    other_results = []
    for result in explanation.others:
        other_results.append(
            {
                "ns": result.ns,
                "ew": result.ew,
                **lists_to_json(result.lists),
                "score": result.score,
                "outcome": result.outcome,
            }
        )
    parts = [
        {"kind": part.kind, "points": exact_text(part.points), "words": part.words}
        for part in explanation.parts
    ]
    points = None if explanation.points is None else exact_text(explanation.points)
    return {
        "what": explanation.what,
        "score": explanation.score,
        "others": other_results,
        "formula": explanation.formula,
        "parts": parts,
        "points": points,
        "rule": explanation.rule,
        "source": explanation.source,
        "text": explanation.text,
    }


_PENALTY_LAW = "[LAWS2017] Law 90"
_SMALL_GROUP_SOURCES = {"special": "[WHITEBOOK] 4.2.3.3", "acbl": "[ACBLSCORE]"}


def get_line_rule(method: ScoringMethod, case: ScoredSide) -> tuple[str, str]:
    """Return the rule of the points of *case*, and its source.

    Artificial and assigned scores follow the law of rulings, a very small group of a fouled board
    its own rule.
    """
    artificial = case.line.artificial
    uses_averages = method.artificial in ("direction", "nothing")
    if case.line.moved is not None and (artificial is None or method.artificial != "direction"):
        rule = "points moved by a ruling"
        source = f"[LAWS2017] Law 12; {method.source}"
    elif artificial is not None and uses_averages:
        rule = "the average instead of a result"
        source = method.source
    elif artificial is not None:
        rule = "artificial score instead of a result"
        is_own = artificial.ns_own if case.side == "NS" else artificial.ew_own
        source = "[LAWS2017] Law 12C2(c)" if is_own else "[LAWS2017] Law 12C2"
    elif case.line.assigned is not None:
        rule = "assigned score, each result by its weight"
        source = f"[LAWS2017] Law 12C1; {method.source}"
    elif "small_groups" in case.options and case.line.score is not None and is_special(case):
        rule = "a group too small to be compared"
        source = _SMALL_GROUP_SOURCES[case.options["small_groups"]]
    else:
        rule = method.rule
        source = method.source
        # The second source is that of Neuberg's formula, named only if the formula was used.
        if "neuberg" in case.options and not is_adjusted(case):
            source = source.partition("; ")[0]
    return f"{method.name}: {rule}", source


def get_total_rule(method: ScoringMethod, *, is_penalised: bool) -> tuple[str, str]:
    """Return the rule of a total, and its source."""
    source = method.source
    if is_penalised:
        source = f"{source}; {_PENALTY_LAW}"
    return f"{method.name}: {method.rule}", source


def _make_nothing_to_explain_error(*, what: object) -> ScoringError:
    return ScoringError(
        "nothing-to-explain",
        "{what} has no result to explain. Correct the board, number or side.",
        what=what,
    )
