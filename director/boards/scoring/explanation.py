"""Explanations of points: of a line, and of a total in the standings.

A page gives each figure with an explanation a key (``"7-4-11"`` for a line, ``"total-7"`` for the
total of pair 7) and asks for the explanation of one of them. The explanations are calculated by
``scoring.explain.figures.Explainer``; this module finds the figure, puts names in place of numbers
and shortens the text to what the page doesn't show yet.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.sections import Key
from director.boards.scoring.scored import ScoredSession
from director.boards.scoring.units import format_match_imps
from director.core.base.grids import ExplainedScores, ScoreExplanation
from director.formats.figures import Column, ColumnKind, TableData, Value
from director.sheets import BoardSheet, PairCard, Points, StandingRow, Standings
from movements.option import format_count
from scoring.display import format_figure, format_percent
from scoring.explain.figures import Explanation
from scoring.explain.totals import TotalPart
from scoring.registry import get_method

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}
_SOURCES = re.compile(r"\[LAWS2017\] |[;,] \[(?!LAWS2017)[A-Z0-9]+\](?: pp?\. [0-9, -]+[0-9])?")
"""Sources of a formula. Visitors have no list of the books, but may know the numbers of laws."""


def explain_board_line(
    scored: ScoredSession, board: BoardSheet, requested_key: str
) -> ExplainedScores:
    """Explain both sides' points on a line of *board*. The key is ``"7-4-11"``."""
    lines = {line.key: ("NS", "EW") for line in board.lines}
    return explain_lines(scored, lines, requested_key)


def explain_card_line(scored: ScoredSession, card: PairCard, requested_key: str) -> ExplainedScores:
    """Explain the points of the pair of *card* on one line.

    A team whose halves met has the line twice; only the first of the two gets a key, and its
    explanation covers both sides.
    """
    lines: dict[Key, tuple[str, ...]] = {}
    first_flags = []
    for line in card.lines:
        first_flags.append(line.key not in lines)
        lines[line.key] = (*lines.get(line.key, ()), line.direction)
    explained_scores = explain_lines(scored, lines, requested_key)
    keys = iter(explained_scores.keys)
    return replace(
        explained_scores, keys=tuple(next(keys) if is_first else "" for is_first in first_flags)
    )


def explain_line(scored: ScoredSession, line: Key, side: str) -> Explanation | None:
    """Return the explanation of the points of *side* on *line*, or None without points."""
    if not _has_points(scored, line, (side,)):
        return None
    board_no, ns, ew = line
    pair_no = ns if side == "NS" else ew
    scoring_field = scored.scoring_field
    method = get_method(scoring_field.scoring_record.scoring)
    # With several tables of two teams on a board, contestant and side don't identify the line. Nor
    # do they if every round of a contest of matches begins at the same board.
    needs_line = method.has_large_teams or method.has_many_tables or scored.lines.is_by_round
    scored_line = scored.points_by_line[line] if needs_line else None
    return scored.explainer.explain_line(
        board_no=board_no,
        contestant=scoring_field.get_scoring_number(pair_no),
        side=side,
        direction=scoring_field.get_direction(pair_no) or None,
        scored=scored_line,
    )


def explain_total(scored: ScoredSession, pair_no: int) -> Explanation:
    """Return why a ranked pair has its total."""
    scoring_field = scored.scoring_field
    return scored.explainer.explain_total(
        contestant=scoring_field.get_scoring_number(pair_no),
        direction=scoring_field.get_direction(pair_no) or None,
    )


def explain_lines(
    scored: ScoredSession, lines: Mapping[Key, tuple[str, ...]], requested_key: str
) -> ExplainedScores:
    """Return the keys of *lines*, and the explanations of the line with the key *requested_key*."""
    keys = tuple(
        format_line_key(*line) if _has_points(scored, line, sides) else ""
        for line, sides in lines.items()
    )
    if not requested_key or requested_key not in keys:
        return ExplainedScores(keys)
    line, sides = list(lines.items())[keys.index(requested_key)]
    board_no, ns, ew = line
    titles = SIDE_NAMES if len(sides) > 1 else {}
    top_by_side = {"NS": scored.get_top(board_no, ns), "EW": scored.get_top(board_no, ew)}
    reasons = []
    settled_reason = scored.reasons_by_line.get(line)
    if settled_reason:
        reasons.append(ScoreExplanation("", "", settled_reason))
    for side in sides:
        explanation = explain_line(scored, line, side)
        if explanation:
            reasons.append(_make_reason(titles.get(side, ""), explanation, top_by_side[side]))
    return ExplainedScores(keys, requested_key, tuple(reasons))


def _has_points(scored: ScoredSession, line: Key, sides: tuple[str, ...]) -> bool:
    """Return whether one of *sides* has points on *line*."""
    if line not in scored.points_by_line:
        return False
    points = {
        "NS": scored.points_by_line[line].ns_points,
        "EW": scored.points_by_line[line].ew_points,
    }
    return any(points[side] is not None for side in sides)


def _make_reason(title: str, explanation: Explanation, available: Points) -> ScoreExplanation:
    """Return *explanation* without anything that the row beside it shows.

    *available* is the maximum of the points.
    """
    comparison = explanation.comparison if explanation.other_results else ""
    return ScoreExplanation(
        title,
        comparison,
        without_references(explanation.calculation),
        share=_format_percentage(explanation.points, available),
    )


def without_references(text: str) -> str:
    """Return *text* without references to books, of which visitors have no list.

    >>> without_references("(IMPs, [LAWS2017] Law 78B; [WHITEBOOK] 4.2.3.3).")
    '(IMPs, Law 78B 4.2.3.3).'
    """
    return _SOURCES.sub("", text)


def _format_percentage(points: Points, available: Points) -> str:
    """Return *points* as a percentage of the *available* points.

    >>> _format_percentage(10, 12), _format_percentage(0, 12), _format_percentage(3, None)
    ('10 of 12 = 83.33%', '0 of 12 = 0.00%', '')
    """
    if points is None or not available:
        return ""
    percentage = format_percent(Fraction(100 * points) / available)
    return f"{format_figure(points)} of {format_figure(available)} = {percentage}%"


_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def explain_standings(
    scored: ScoredSession, standings: Standings, requested_key: str
) -> list[ExplainedScores]:
    """Explain the total with *requested_key*: one record for each group of *standings*."""
    groups = []
    for group in standings.groups:
        keys = tuple(f"total-{row.contestant}" if row.place else "" for row in group.rows)
        figures = ExplainedScores(keys)
        if requested_key and requested_key in keys:
            row = group.rows[keys.index(requested_key)]
            figures = ExplainedScores(
                keys, requested_key, (_explain_row_total(scored, standings, row),)
            )
        groups.append(figures)
    return groups


def _explain_row_total(
    scored: ScoredSession, standings: Standings, row: StandingRow
) -> ScoreExplanation:
    """Return the explanation of the total of *row*, with names for numbers."""
    contestant_noun = standings.heading.contestant_noun.capitalize()
    names = {}
    for group in standings.groups:
        for other_row in group.rows:
            names[other_row.contestant] = other_row.names or f"{contestant_noun} {other_row.label}"
    total = _Total(scored, row, names, explain_total(scored, row.contestant))
    boards = tuple(
        (board.board_no, format_figure(board.points)) for board in total.explanation.board_points
    )
    return ScoreExplanation("", "", total.sentence, boards, sums=total.sums)


def format_rank_sentence(rank_text: str) -> str:
    """Return a place as a sentence.

    >>> format_rank_sentence("1"), format_rank_sentence("3="), format_rank_sentence("12")
    ('First place.', 'Tied for third place.', 'Place 12.')
    """
    number = int(rank_text.removesuffix("="))
    if number > len(_ORDINALS):
        return f"Place {rank_text}."
    if rank_text.endswith("="):
        return f"Tied for {_ORDINALS[number - 1]} place."
    return f"{_ORDINALS[number - 1].capitalize()} place."


@dataclass(frozen=True, slots=True)
class _Total:
    """The total of a *row*, with its *explanation* and the *name_by_number* of all contestants."""

    scored: ScoredSession
    row: StandingRow
    name_by_number: Mapping[int, str]
    explanation: Explanation

    @property
    def sentence(self) -> str:
        """The total with its maximum, then the place and the rule.

        For example "163 matchpoints of a possible 252 (12 on each of 21 boards) = 64.68%. First
        place." and the rule.
        """
        explanation = self.explanation
        total = f"{format_figure(explanation.points or 0)} {self._unit}{self._origin_phrase}"
        sentences = [f"{total}{self._percentage_phrase}."]
        knockout = self.scored.field.knockout
        if knockout:
            number = self.scored.scoring_field.get_scoring_number(self.row.contestant)
            how_far = knockout.describe_run(number, self._get_contestant_name)
            sentences.append(f"{_capitalize(how_far)}.")
        sentences.append(format_rank_sentence(self.row.place))
        # The calculation is the formula with its rule in brackets. The sentence replaces the formula.
        rule_in_brackets = explanation.calculation.removeprefix(explanation.formula)
        sentences.append(without_references(rule_in_brackets).strip(" ().") + ".")
        return " ".join(sentences)

    @property
    def sums(self) -> TableData | None:
        """The parts of the total with their running sum, or None for boards alone."""
        if self.explanation.matches and self._is_sum_of_matches:
            return self._table_by_match
        if len(self.explanation.total_parts) == 1:
            return None
        return self._table_by_part

    @property
    def _table_by_match(self) -> TableData:
        """The matches, with their IMPs if these are turned into victory points."""
        columns = [Column("name", "Opponent", ColumnKind.TEXT)]
        if self._has_scale:
            columns.append(Column("imps", "IMPs", ColumnKind.TEXT))
        columns += _make_sum_columns(self._unit)
        running_sum = Fraction(0)
        rows: list[tuple[Value, ...]] = []
        for match in self.explanation.matches:
            score, _opponent_score = match.score
            running_sum += Fraction(score)
            figures: list[Value] = [score, running_sum]
            if match.is_unfinished:
                figures[0] = None
            if self._has_scale:
                figures.insert(0, format_match_imps(match).removesuffix(" IMPs"))
            rows.append((self._get_contestant_name(match.away), *figures))
        for part in self._parts_beside_matches:
            running_sum += Fraction(part.points)
            # Only a match has IMPs.
            empty_cells = [None] * (len(columns) - 3)
            rows.append((_capitalize(part.description), *empty_cells, part.points, running_sum))
        return TableData("Sum", tuple(columns), tuple(rows))

    @property
    def _table_by_part(self) -> TableData:
        """The parts: boards, of a player by partner, and whatever counts beside them."""
        title = "Partner" if self._is_player_total else "For"
        columns = (Column("name", title, ColumnKind.TEXT), *_make_sum_columns("Points"))
        running_sum = Fraction(0)
        rows: list[tuple[Value, ...]] = []
        for part in self.explanation.total_parts:
            running_sum += Fraction(part.points)
            name = _capitalize(part.description.removeprefix("on "))
            if part.partner:
                name = self._get_contestant_name(part.partner)
            rows.append((name, part.points, running_sum))
        return TableData("Sum", columns, tuple(rows))

    @property
    def _parts_beside_matches(self) -> list[TotalPart]:
        """The parts that are in the score of no match. Rulings on boards are in it."""
        return [
            part for part in self.explanation.total_parts if part.kind not in ("boards", "rulings")
        ]

    @property
    def _is_sum_of_matches(self) -> bool:
        """Whether the scores of the matches, with the other parts, are the total."""
        total = sum((Fraction(match.score[0]) for match in self.explanation.matches), Fraction(0))
        for part in self._parts_beside_matches:
            total += Fraction(part.points)
        return total == self.explanation.points

    @property
    def _is_player_total(self) -> bool:
        """Whether the total is that of a single player, who has several partners."""
        return any(part.partner for part in self.explanation.total_parts)

    @property
    def _has_scale(self) -> bool:
        """Whether the scores of matches are victory points."""
        return self.row.imps is not None

    @property
    def _unit(self) -> str:
        if self._has_scale:
            return "VPs"
        return get_method(self.scored.scoring_field.scoring_record.scoring).unit

    @property
    def _origin_phrase(self) -> str:
        """The end of the sentence that says where the points come from, or ""."""
        matches = len(self.explanation.matches)
        if matches:
            return f" from {matches} match{'es' * (matches != 1)}"
        if self._available:
            return f" of a possible {format_figure(self._available)}{self._board_tops_phrase}"
        if len(self.explanation.total_parts) == 1:
            return f" {self.explanation.total_parts[0].description}"
        return self._boards_phrase

    @property
    def _percentage_phrase(self) -> str:
        """The percentage of the row, as the end of the first part of the sentence."""
        percent = self.row.percent
        if percent is None:
            return ""
        # A percentage that is the mean of others is no share of the points.
        equals = " =" if self._available else ","
        return f"{equals} {format_percent(percent)}%"

    @property
    def _available(self) -> Points:
        """The points of which the percentage is a share, or None if there are none."""
        percent, points = self.row.percent, self.explanation.points
        if percent is None or points is None:
            return None
        tops = sum(
            (Fraction(board.top or 0) for board in self.explanation.board_points), Fraction(0)
        )
        available = Fraction(self.scored.field.max_carry_over.compute_available(tops))
        if percent * available != 100 * points:
            # The percentage is of another maximum than the tops of the boards, if of any.
            available = Fraction(100 * points) / percent if percent else Fraction(0)
        if available.denominator > 1:
            return None
        return available or None

    @property
    def _board_tops_phrase(self) -> str:
        """The top of each board if they make the maximum, or their number."""
        boards = self.explanation.board_points
        tops = {board.top for board in boards}
        if len(boards) > 1 and len(tops) == 1:
            top = tops.pop() or 0
            if top * len(boards) == self._available:
                return f" ({format_figure(top)} on each of {len(boards)} boards)"
        return self._boards_phrase

    @property
    def _boards_phrase(self) -> str:
        count = len(self.explanation.board_points)
        return f" on {format_count(count, 'board')}"

    def _get_contestant_name(self, number: int) -> str:
        """Return the name of the contestant whom people call *number*."""
        pair_no = self.scored.scoring_field.get_pair_no(number, self.row.direction or None)
        return self.name_by_number.get(pair_no, str(number))


def _make_sum_columns(unit: str) -> tuple[Column, Column]:
    """Return the columns of the points of each part, and of their sum so far."""
    return Column("points", _capitalize(unit), ColumnKind.POINTS), Column(
        "running", "Sum", ColumnKind.POINTS
    )


def _capitalize(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
