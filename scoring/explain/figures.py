"""Explain the points of a line or a total: other results, comparison, formula and rule.

``explain_line`` explains the points of one side of a line, ``explain_total`` the total of a
contestant. An ``Explainer`` explains any number of figures of one field, which it ranks once. The
working of points is the method's, or else that of ``rulings``; the parts of a total are found in
``totals``. A rule is named in a few words, with its source.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from scoring.bridge.rulings import AWARD
from scoring.display import (
    SIDE_NAMES,
    format_contestant_name,
    format_exact,
    format_figure,
    format_rounded,
)
from scoring.errors import ScoringError
from scoring.explain.rulings import explain_ruling
from scoring.explain.totals import FieldTotalParts, PlayerTotalParts, TotalPart, make_total_formula
from scoring.method import ScoringMethod
from scoring.methods.matchpoints import is_converted_to_full_board, is_in_small_group
from scoring.model import (
    DEFAULT_LISTS,
    Board,
    BoardNo,
    ContestantKey,
    ContestantNo,
    Field,
    Line,
    Points,
    Ranking,
    RoundNo,
    ScoredBoard,
    ScoredLine,
    TeamMatch,
    get_line_contestants,
    make_lists_json,
)
from scoring.registry import get_method
from scoring.totals.players import (
    IndividualField,
    add_up_rounds,
    complete_player_settings,
    rank_players,
)
from scoring.totals.ranking import format_signed
from scoring.totals.sections import divide_by_section
from scoring.working import ScoredSide

_MAX_LISTED_SCORES = 6
_OUTCOME_VERBS = (
    ("beaten", "beats"),
    ("tied", "ties with"),
    ("lost", "loses to"),
    ("parts", "by its parts against"),
)
_OUTCOME_BY_SIGN = {1: "beaten", 0: "tied", -1: "lost"}

_PENALTY_LAW = "[LAWS2017] Law 90"
_SMALL_GROUP_SOURCES = {"special": "[WHITEBOOK] 4.2.3.3", "acbl": "[ACBLSCORE]"}


@dataclass(frozen=True, slots=True)
class OtherResult:
    """Another result, compared with the explained side's."""

    ns: int
    ew: int
    score: str
    # For the explained side: "beaten", "tied" or "lost", or "parts" if one of the scores is
    # weighted and its parts have different outcomes.
    outcome: str
    line_lists: tuple[str, str] = DEFAULT_LISTS  # the lists of its line


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """A contestant's points on a board."""

    board_no: BoardNo
    points: Points
    top: Points | None  # the most that were possible


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a figure."""

    figure_name: str
    score: str | None  # the side's own result, None if it has none
    other_results: tuple[OtherResult, ...]  # the results that it was compared with
    formula: str  # ends in the exact points, if there are any, and names the points of rulings
    points: Points | None
    rule_text: str  # what is counted
    source: str  # where the rule is written
    total_parts: tuple[TotalPart, ...] = ()  # of a total
    board_points: tuple[BoardPoints, ...] = ()  # of a total
    matches: tuple[TeamMatch, ...] = ()  # of the total of a team, as that team has them

    @property
    def board_sum_text(self) -> str:
        """The sum of a total board by board, or "".

        >>> boards = (BoardPoints(1, 2, 4), BoardPoints(2, Fraction(7, 2), 4))
        >>> Explanation("Contestant 1", None, (), "", Fraction(11, 2), "", "", board_points=boards).board_sum_text
        'Board 1: 2, board 2: 3.5; in all 5.5'
        """
        if not self.board_points:
            return ""
        points = ", ".join(
            f"board {board.board_no}: {format_figure(board.points)}" for board in self.board_points
        )
        total = format_figure(sum(board.points for board in self.board_points))
        return f"{points[:1].upper()}{points[1:]}; in all {total}"

    @property
    def text(self) -> str:
        """The explanation in two lines: comparison, and formula with rule."""
        return f"{self.figure_name}: {self.comparison}\n{self.calculation}"

    @property
    def comparison(self) -> str:
        """The comparison, as the end of a sentence that begins with the name of the figure."""
        if self.score is None:
            return "no result."
        if not self.other_results:
            return f"{self.score}."
        parts = []
        for outcome, verb in _OUTCOME_VERBS:
            scores = [result.score for result in self.other_results if result.outcome == outcome]
            if scores:
                parts.append(f"{verb} {_format_scores(scores)}")
        return f"{self.score} {'; '.join(parts)}."

    @property
    def calculation(self) -> str:
        """The formula, with its rule and source."""
        return f"{self.formula} ({self.rule_text}, {self.source})."


def _format_scores(scores: list[str]) -> str:
    """Return each of *scores* with its frequency, or only their number if they are many."""
    frequencies = Counter(scores)
    if len(frequencies) > _MAX_LISTED_SCORES:
        return f"{len(scores)} results"
    texts = []
    for score, count in frequencies.items():
        texts.append(score if count == 1 else f"{count} × {score}")
    return ", ".join(texts)


_LineWithBoards: TypeAlias = tuple[Board, ScoredBoard, ScoredLine]


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
        deal_total: int = 0,
        individual: IndividualField | None = None,
    ) -> None:
        self._method = get_method(method_key)
        self._choice_by_option = self._method.complete_settings(options or {})
        if individual:
            self._choice_by_option = complete_player_settings(self._method, options)
            ranking = ranking or rank_players(self._method, individual, self._choice_by_option)
            if self._method.player_totals_by == "rounds":
                field = add_up_rounds(individual.field)
            else:
                field = individual.field
            individual = replace(individual, field=field)
        self._individual = individual
        self.ranking = ranking or self._method.rank(field, self._choice_by_option)
        self._deal_total = 0 if self._choice_by_option.get("unit") == "points" else deal_total
        # Totals are those of the whole field, lines are compared in the field of their section.
        self._whole_field = field
        if self._choice_by_option.get("compare") == "section":
            field = divide_by_section(field)
        self._field = field
        # By board number, side and contestant, then by round: rounds can begin at the same board.
        self._lines_by_side_and_contestant: defaultdict[
            tuple[BoardNo, str, ContestantKey], dict[RoundNo | None, _LineWithBoards]
        ] = defaultdict(dict)
        self._line_by_id: dict[int, _LineWithBoards] = {}
        for board, scored_board in zip(field.boards, self.ranking.boards, strict=True):
            for scored in scored_board.lines:
                ranked_line = (board, scored_board, scored)
                self._line_by_id[id(scored)] = ranked_line
                for side, key in zip(
                    DEFAULT_LISTS, get_line_contestants(field, scored.line), strict=True
                ):
                    # A contestant can have several lines of a board: one with a result counts.
                    lines = self._lines_by_side_and_contestant[board.board_no, side, key]
                    if scored.line.has_result_for(side):
                        lines[board.round_no] = ranked_line
                    lines.setdefault(board.round_no, ranked_line)
        self._standing_by_contestant = {
            (standing.direction, standing.contestant): standing
            for standing in self.ranking.standings
        }

    def explain_line(
        self,
        *,
        board_no: BoardNo,
        contestant: ContestantNo,
        side: str,
        direction: str | None = None,
        round_no: RoundNo | None = None,
        scored: ScoredLine | None = None,
    ) -> Explanation:
        """Explain the points of *contestant* on *side* of *board_no*.

        *round_no* is needed if the contestant plays a board of this number in several rounds.

        With two winners, *direction* is the list in which it is ranked. Without *direction* it is
        that of *side*, or else the other list. *scored* is the line in the ranking, if the caller
        has it: a large team can have several lines of a board.

        :raises ScoringError: if there is no such line, or several rounds have one
        """
        ranked_line = self._line_by_id.get(id(scored))
        if ranked_line is None:
            ranked_line = self._get_line(
                board_no, contestant, side, direction=direction, round_no=round_no
            )
        board, scored_board, scored = ranked_line
        points = scored.ns_points if side == "NS" else scored.ew_points
        scored_side = ScoredSide(
            field=self._field,
            board=board,
            line=scored.line,
            side=side,
            points=points or 0,
            top=scored_board.top,
            options=self._method.with_fixed_choices(self._choice_by_option),
            deal_total=self._deal_total,
        )
        return _make_line_explanation(self._method, scored_side, points)

    def _get_line(
        self,
        board_no: int,
        contestant: int,
        side: str,
        *,
        direction: str | None,
        round_no: RoundNo | None,
    ) -> _LineWithBoards:
        directions = (direction,) if direction else (None, side, *DEFAULT_LISTS)
        for list_direction in directions:
            line_by_round = self._lines_by_side_and_contestant.get(
                (board_no, side, (list_direction, contestant)), {}
            )
            if round_no is None and len(line_by_round) > 1:
                raise ScoringError(
                    "board-of-several-rounds",
                    "Board {board_no} is played in rounds {rounds}. Name the round.",
                    board_no=board_no,
                    rounds=" and ".join(str(number) for number in line_by_round),
                )
            for number, ranked_line in line_by_round.items():
                if round_no in (None, number):
                    return ranked_line
        raise _make_nothing_to_explain_error(
            what=f"Board {board_no}: {SIDE_NAMES.get(side, side)} {contestant}",
        )

    def explain_total(
        self, *, contestant: ContestantNo, direction: str | None = None
    ) -> Explanation:
        """Explain the total of *contestant* in *direction*.

        :raises ScoringError: if there is no such contestant
        """
        contestant_noun = "Player" if self._individual else "Contestant"
        contestant_text = format_contestant_name(
            direction, contestant, contestant_noun=contestant_noun
        )
        key = direction, contestant
        standing = self._standing_by_contestant.get(key)
        if standing is None:
            raise _make_nothing_to_explain_error(what=contestant_text)
        parts = self._total_parts.list_parts(key)
        knockout = self._whole_field.knockout
        knockout_text = knockout.describe_run(contestant) if knockout else ""
        is_penalised = any(part.kind in ("rulings", "penalty", AWARD) for part in parts)
        rule, source = get_total_rule(self._method, is_penalised=is_penalised)
        return Explanation(
            figure_name=contestant_text,
            score=format_rounded(standing.total),
            other_results=(),
            formula=make_total_formula(parts, standing, knockout_text),
            points=standing.total,
            rule_text=rule,
            source=source,
            total_parts=parts,
            board_points=tuple(self._iter_board_points(*key)),
            matches=tuple(self._iter_matches(contestant)),
        )

    def _iter_board_points(self, direction: str | None, contestant: int) -> Iterator[BoardPoints]:
        """Yield the boards in a total. The total of a team is the sum of its matches instead."""
        if self.ranking.matches:
            return
        players_by_number = self._individual.partners_by_partnership if self._individual else {}
        for scored_board in self.ranking.boards:
            for scored in scored_board.lines:
                ns_key, ew_key = get_line_contestants(self._field, scored.line)
                for key, points in ((ns_key, scored.ns_points), (ew_key, scored.ew_points)):
                    key_direction, number = key
                    is_own = contestant in players_by_number.get(number, (number,))
                    if is_own and key_direction == direction and points is not None:
                        yield BoardPoints(scored_board.board_no, points, scored_board.top)

    def _iter_matches(self, team: int) -> Iterator[TeamMatch]:
        """Yield the matches of *team* as it has them, in the order in which they were ranked."""
        for match in self.ranking.matches:
            if team in match.teams:
                yield match.view_from_team(team)

    @cached_property
    def _total_parts(self) -> FieldTotalParts | PlayerTotalParts:
        if self._individual:
            return PlayerTotalParts(self._individual, self._choice_by_option, self.ranking)
        return FieldTotalParts(
            self._method, self._whole_field, self._choice_by_option, self.ranking
        )


def explain_line(  # noqa: PLR0913
    method_key: str,
    field: Field,
    options: Mapping[str, str] | None = None,
    *,
    board_no: BoardNo,
    contestant: ContestantNo,
    side: str,
    direction: str | None = None,
    round_no: RoundNo | None = None,
    deal_total: int = 0,
) -> Explanation:
    """Explain the points of *contestant* on *side* of *board_no*.

    *direction* is the list in which it is ranked, if it isn't that of *side*. *round_no* is needed if
    the contestant plays a board of this number in several rounds. *deal_total* is 13 if
    scores are tricks, so that E-W see their own.

    >>> from scoring.model import Board
    >>> lines = (Line(1, 2, 420), Line(3, 4, 420), Line(5, 6, 170))
    >>> print(explain_line("matchpoints", Field(1, (Board(7, lines),)), board_no=7, contestant=1, side="NS").text)
    Board 7, 1 N-S against 2 E-W: 420 beats 170; ties with 420.
    2 × 1 beaten + 1 tied = 3 (Matchpoints: 2 per result beaten, 1 per tie, [LAWS2017] Law 78A).

    :raises ScoringError: if there is no such line, or several rounds have one, and as ``rank``
    """
    return Explainer(method_key, field, options, deal_total=deal_total).explain_line(
        board_no=board_no,
        contestant=contestant,
        side=side,
        direction=direction,
        round_no=round_no,
    )


def _make_line_explanation(
    method: ScoringMethod, scored_side: ScoredSide, points: Points | None
) -> Explanation:
    line = scored_side.line
    # An artificial score isn't compared with any result.
    compared_lines = scored_side.compared_lines if line.is_scored else []
    rule, source = get_line_rule(method, scored_side)
    if points is None:
        formula = _explain_missing_points(method, line)
    else:
        formula = _make_formula_with_shift(method, scored_side)
    return Explanation(
        figure_name=f"Board {scored_side.board.board_no}, {line.contestants_text}",
        score=_format_own_score(line, scored_side),
        other_results=tuple(
            _make_other_result(scored_side, other_line) for other_line in compared_lines
        ),
        formula=f"{formula}{_format_adjustments(scored_side)}",
        points=points,
        rule_text=rule,
        source=source,
    )


def _make_formula_with_shift(method: ScoringMethod, scored_side: ScoredSide) -> str:
    """Return the formula of the points of *scored_side*, with points that were moved by hand."""
    if scored_side.line.point_shift is None:
        return _make_formula(method, scored_side)
    shifted_points = scored_side.line.point_shift.get_points(scored_side.side)
    unshifted_side = replace(scored_side, points=scored_side.points - shifted_points)
    formula = _make_formula(method, unshifted_side)
    return f"{formula}; {format_signed(shifted_points)} adjusted by hand = {format_figure(scored_side.points)}"


def _make_formula(method: ScoringMethod, scored_side: ScoredSide) -> str:
    working = explain_ruling(method, scored_side) or method.explain(scored_side)
    return "; ".join(map(str, working))


def _format_weighted_scores(weighted_scores: Sequence[tuple[int, Points]]) -> str:
    """Return the score of a side: ``"420"``, or ``"60 % of 420 and 40 % of -50"``.

    >>> _format_weighted_scores([(420, Fraction(3, 5)), (-50, Fraction(2, 5))])
    '60 % of 420 and 40 % of -50'
    """
    if len(weighted_scores) == 1:
        return str(weighted_scores[0][0])
    return " and ".join(
        f"{format_figure(100 * weight)} % of {score}" for score, weight in weighted_scores
    )


def _format_own_score(line: Line, scored_side: ScoredSide) -> str | None:
    if line.artificial is not None:
        return str(line.artificial)
    if line.is_scored:
        return _format_weighted_scores(scored_side.list_weighted_scores(line))
    return None


def _explain_missing_points(method: ScoringMethod, line: Line) -> str:
    if line.artificial is not None and line.artificial.is_one_sided:
        return "No points: the board wasn’t due for this side"
    if line.artificial is not None and method.has_average_for_missing:
        return "No points on this line; the board average is in the total"
    if line.state is not None:
        state = line.state.value.replace("-", " ")
        reason = f", {line.reason}" if line.reason else ""
        return f"No points: {state}{reason}"
    if not line.is_scored:
        return "No points"
    return "No points yet"


def _format_adjustments(scored_side: ScoredSide) -> str:
    """Return the points that rulings add for the side, which count outside the line."""
    context = "in the match" if scored_side.field.contest == "teams" else "in the total"
    texts = []
    for adjustment in scored_side.line.adjustments:
        if adjustment.side != scored_side.side.lower():
            continue
        points = adjustment.amount
        if adjustment.unit == "%":
            points *= Fraction(scored_side.top or 0) / 100
        amount = str(adjustment).replace(" %", " % of the top", 1)
        texts.append(f"; besides {amount} by a ruling, {format_figure(points)} {context}")
    return "".join(texts)


def _make_other_result(scored_side: ScoredSide, other_line: Line) -> OtherResult:
    other_scores = scored_side.list_weighted_scores(other_line)
    # A weighted score has several parts, each of which is compared.
    signs = set()
    for score, _weight in scored_side.list_weighted_scores(scored_side.line):
        for other_score, _other_weight in other_scores:
            if score > other_score:
                signs.add(1)
            elif score < other_score:
                signs.add(-1)
            else:
                signs.add(0)
    outcome = _OUTCOME_BY_SIGN[signs.pop()] if len(signs) == 1 else "parts"
    return OtherResult(
        other_line.ns,
        other_line.ew,
        score=_format_weighted_scores(other_scores),
        outcome=outcome,
        line_lists=other_line.lists,
    )


def explain_total(
    method_key: str,
    field: Field,
    options: Mapping[str, str] | None = None,
    *,
    contestant: ContestantNo,
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


def make_explanation_json(explanation: Explanation) -> dict[str, object]:
    """Return *explanation* as JSON, with ``text`` for people."""
    other_results = []
    for result in explanation.other_results:
        other_results.append(
            {
                "ns": result.ns,
                "ew": result.ew,
                **make_lists_json(result.line_lists),
                "score": result.score,
                "outcome": result.outcome,
            }
        )
    parts = [
        {"kind": part.kind, "points": format_exact(part.points), "words": part.description}
        for part in explanation.total_parts
    ]
    points = None if explanation.points is None else format_exact(explanation.points)
    return {
        "what": explanation.figure_name,
        "score": explanation.score,
        "others": other_results,
        "formula": explanation.formula,
        "parts": parts,
        "points": points,
        "rule": explanation.rule_text,
        "source": explanation.source,
        "text": explanation.text,
    }


def get_line_rule(method: ScoringMethod, scored_side: ScoredSide) -> tuple[str, str]:
    """Return the rule of the points of *scored_side*, and its source.

    Artificial and assigned scores follow the law of rulings, a very small group of a fouled board
    its own rule.
    """
    artificial = scored_side.line.artificial
    uses_averages = method.artificial_basis in ("direction", "nothing")
    if scored_side.line.point_shift is not None and (
        artificial is None or method.artificial_basis != "direction"
    ):
        rule = "points moved by a ruling"
        source = f"[LAWS2017] Law 12; {method.source}"
    elif artificial is not None and uses_averages:
        rule = "the average instead of a result"
        source = method.source
    elif artificial is not None:
        rule = "artificial score instead of a result"
        depends_on_average = (
            artificial.has_ns_own_average
            if scored_side.side == "NS"
            else artificial.has_ew_own_average
        )
        source = "[LAWS2017] Law 12C2(c)" if depends_on_average else "[LAWS2017] Law 12C2"
    elif scored_side.line.assigned is not None:
        rule = "assigned score, each result by its weight"
        source = f"[LAWS2017] Law 12C1; {method.source}"
    elif (
        "small_groups" in scored_side.options
        and scored_side.line.score is not None
        and is_in_small_group(scored_side)
    ):
        rule = "a group too small to be compared"
        source = _SMALL_GROUP_SOURCES[scored_side.options["small_groups"]]
    else:
        rule = method.rule_text
        source = method.source
        # The second source is that of Neuberg's formula, named only if the formula was used.
        if "neuberg" in scored_side.options and not is_converted_to_full_board(scored_side):
            source = source.partition("; ")[0]
    return f"{method.name}: {rule}", source


def get_total_rule(method: ScoringMethod, *, is_penalised: bool) -> tuple[str, str]:
    """Return the rule of a total, and its source."""
    source = method.source
    if is_penalised:
        source = f"{source}; {_PENALTY_LAW}"
    return f"{method.name}: {method.rule_text}", source


def _make_nothing_to_explain_error(*, what: object) -> ScoringError:
    return ScoringError(
        "nothing-to-explain",
        "{what} has no result to explain. Correct the board, number or side.",
        what=what,
    )
