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
from director.core.base.grids import ExplainedFigures, Reason
from director.formats.figures import Column, Kind, TableData, Value
from director.sheets import BoardSheet, PairCard, Points, StandingRow, Standings
from scoring.display import exact_text, percent_text
from scoring.explain.figures import Explanation
from scoring.explain.totals import TotalPart
from scoring.registry import find_method

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}
_SOURCES = re.compile(r"\[LAWS2017\] |[;,] \[(?!LAWS2017)[A-Z0-9]+\](?: pp?\. [0-9, -]+[0-9])?")
"""Sources of a formula. Visitors have no list of the books, but may know the numbers of laws."""


def explain_board_line(
    scored: ScoredSession, board: BoardSheet, asked_key: str
) -> ExplainedFigures:
    """Explain both sides' points on a line of *board*. The key is ``"7-4-11"``."""
    lines = {line.key: ("NS", "EW") for line in board.lines}
    return explain_lines(scored, lines, asked_key)


def explain_card_line(scored: ScoredSession, card: PairCard, asked_key: str) -> ExplainedFigures:
    """Explain the points of the pair of *card* on one line.

    A team whose halves met has the line twice; only the first of the two gets a key, and its
    explanation covers both sides.
    """
    lines: dict[Key, tuple[str, ...]] = {}
    first_flags = []
    for line in card.lines:
        first_flags.append(line.key not in lines)
        lines[line.key] = (*lines.get(line.key, ()), line.direction)
    why = explain_lines(scored, lines, asked_key)
    keys = iter(why.keys)
    return replace(why, keys=tuple(next(keys) if is_first else "" for is_first in first_flags))


def explain_line(scored: ScoredSession, line: Key, side: str) -> Explanation | None:
    """Return the explanation of the points of *side* on *line*, or None without points."""
    if not _has_points(scored, line, (side,)):
        return None
    board_no, ns, ew = line
    pair_no = ns if side == "NS" else ew
    scoring_field = scored.scoring_field
    method = find_method(scoring_field.scoring_record.scoring)
    # With several tables of two teams on a board, contestant and side don't identify the line.
    needs_line = method.has_large_teams or method.has_many_tables
    scored_line = scored.points[line] if needs_line else None
    return scored.explainer.explain_line(
        board_no=board_no,
        contestant=scoring_field.number(pair_no),
        side=side,
        direction=scoring_field.direction(pair_no) or None,
        scored=scored_line,
    )


def explain_total(scored: ScoredSession, pair_no: int) -> Explanation:
    """Return why a ranked pair has its total."""
    scoring_field = scored.scoring_field
    return scored.explainer.explain_total(
        contestant=scoring_field.number(pair_no), direction=scoring_field.direction(pair_no) or None
    )


def explain_lines(
    scored: ScoredSession, lines: Mapping[Key, tuple[str, ...]], asked_key: str
) -> ExplainedFigures:
    """Return the keys of *lines*, and the explanations of the line with the key *asked_key*."""
    keys = tuple(
        format_line_key(*line) if _has_points(scored, line, sides) else ""
        for line, sides in lines.items()
    )
    if not asked_key or asked_key not in keys:
        return ExplainedFigures(keys)
    line, sides = list(lines.items())[keys.index(asked_key)]
    board_no, ns, ew = line
    titles = SIDE_NAMES if len(sides) > 1 else {}
    tops = {"NS": scored.top(board_no, ns), "EW": scored.top(board_no, ew)}
    reasons = []
    settled = scored.settled_reasons.get(line)
    if settled:
        reasons.append(Reason("", "", settled))
    for side in sides:
        explanation = explain_line(scored, line, side)
        if explanation:
            reasons.append(_make_reason(titles.get(side, ""), explanation, tops[side]))
    return ExplainedFigures(keys, asked_key, tuple(reasons))


def _has_points(scored: ScoredSession, line: Key, sides: tuple[str, ...]) -> bool:
    """Return whether one of *sides* has points on *line*."""
    if line not in scored.points:
        return False
    points = {"NS": scored.points[line].ns_points, "EW": scored.points[line].ew_points}
    return any(points[side] is not None for side in sides)


def _make_reason(title: str, explanation: Explanation, available: Points) -> Reason:
    """Return *explanation* without anything that the row beside it shows.

    *available* is the maximum of the points.
    """
    comparison = explanation.comparison if explanation.others else ""
    return Reason(
        title,
        comparison,
        without_books(explanation.calculation),
        share=_format_share(explanation.points, available),
    )


def without_books(text: str) -> str:
    """Return *text* without references to books, of which visitors have no list.

    >>> without_books("(IMPs, [LAWS2017] Law 78B; [WHITEBOOK] 4.2.3.3).")
    '(IMPs, Law 78B 4.2.3.3).'
    """
    return _SOURCES.sub("", text)


def _format_share(points: Points, available: Points) -> str:
    """Return *points* as a percentage of the *available* points.

    >>> _format_share(10, 12), _format_share(0, 12), _format_share(3, None)
    ('10 of 12 = 83.33%', '0 of 12 = 0.00%', '')
    """
    if points is None or not available:
        return ""
    share = percent_text(Fraction(100 * points) / available)
    return f"{exact_text(points)} of {exact_text(available)} = {share}%"


_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def explain_standings(
    scored: ScoredSession, standings: Standings, asked_key: str
) -> list[ExplainedFigures]:
    """Explain the total with *asked_key*: one record for each group of *standings*."""
    groups = []
    for group in standings.groups:
        keys = tuple(f"total-{row.contestant}" if row.place else "" for row in group.rows)
        figures = ExplainedFigures(keys)
        if asked_key and asked_key in keys:
            row = group.rows[keys.index(asked_key)]
            figures = ExplainedFigures(
                keys, asked_key, (_explain_row_total(scored, standings, row),)
            )
        groups.append(figures)
    return groups


def _explain_row_total(scored: ScoredSession, standings: Standings, row: StandingRow) -> Reason:
    """Return the explanation of the total of *row*, with names for numbers."""
    contestant_word = standings.heading.contestant_word.capitalize()
    names = {}
    for group in standings.groups:
        for other in group.rows:
            names[other.contestant] = other.names or f"{contestant_word} {other.label}"
    total = _Total(scored, row, names, explain_total(scored, row.contestant))
    boards = tuple((board.board_no, exact_text(board.points)) for board in total.explanation.boards)
    return Reason("", "", total.sentence, boards, sums=total.sums)


def format_place_sentence(place: str) -> str:
    """Return a place as a sentence.

    >>> format_place_sentence("1"), format_place_sentence("3="), format_place_sentence("12")
    ('First place.', 'Tied for third place.', 'Place 12.')
    """
    number = int(place.removesuffix("="))
    if number > len(_ORDINALS):
        return f"Place {place}."
    if place.endswith("="):
        return f"Tied for {_ORDINALS[number - 1]} place."
    return f"{_ORDINALS[number - 1].capitalize()} place."


@dataclass(frozen=True, slots=True)
class _Total:
    """The total of a *row*, with its *explanation* and the *names* of all contestants."""

    scored: ScoredSession
    row: StandingRow
    names: Mapping[int, str]
    explanation: Explanation

    @property
    def sentence(self) -> str:
        """The total with its maximum, then the place and the rule.

        For example "163 matchpoints of a possible 252 (12 on each of 21 boards) = 64.68%. First
        place." and the rule.
        """
        explanation = self.explanation
        total = f"{exact_text(explanation.points or 0)} {self._unit}{self._origin}"
        sentences = [f"{total}{self._percentage}."]
        knockout = self.scored.field.knockout
        if knockout:
            number = self.scored.scoring_field.number(self.row.contestant)
            how_far = knockout.describe_run(number, self._get_contestant_name)
            sentences.append(f"{_capitalize(how_far)}.")
        sentences.append(format_place_sentence(self.row.place))
        # The calculation is the formula with its rule in brackets. The sentence replaces the formula.
        rule_in_brackets = explanation.calculation.removeprefix(explanation.formula)
        sentences.append(without_books(rule_in_brackets).strip(" ().") + ".")
        return " ".join(sentences)

    @property
    def sums(self) -> TableData | None:
        """The parts of the total with their running sum, or None for boards alone."""
        if self.explanation.matches and self._adds_up_by_matches:
            return self._by_match
        if len(self.explanation.parts) == 1:
            return None
        return self._by_part

    @property
    def _by_match(self) -> TableData:
        """The matches, with their IMPs if these are turned into victory points."""
        columns = [Column("name", "Opponent", Kind.TEXT)]
        if self._has_scale:
            columns.append(Column("imps", "IMPs", Kind.POINTS))
        columns += _make_sum_columns(self._unit)
        running = Fraction(0)
        rows: list[tuple[Value, ...]] = []
        for match in self.explanation.matches:
            score, _opponent_score = match.score
            running += Fraction(score)
            figures: list[Value] = [score, running]
            if match.is_unfinished:
                figures[0] = None
            if self._has_scale:
                figures.insert(0, match.points[0])
            rows.append((self._get_contestant_name(match.away), *figures))
        for part in self._parts_beside_matches:
            running += Fraction(part.points)
            # Only a match has IMPs.
            empty = [None] * (len(columns) - 3)
            rows.append((_capitalize(part.words), *empty, part.points, running))
        return TableData("Sum", tuple(columns), tuple(rows))

    @property
    def _by_part(self) -> TableData:
        """The parts: boards, of a player by partner, and whatever counts beside them."""
        title = "Partner" if self._is_of_player else "For"
        columns = (Column("name", title, Kind.TEXT), *_make_sum_columns("Points"))
        running = Fraction(0)
        rows: list[tuple[Value, ...]] = []
        for part in self.explanation.parts:
            running += Fraction(part.points)
            name = _capitalize(part.words.removeprefix("on "))
            if part.partner:
                name = self._get_contestant_name(part.partner)
            rows.append((name, part.points, running))
        return TableData("Sum", columns, tuple(rows))

    @property
    def _parts_beside_matches(self) -> list[TotalPart]:
        """The parts that are in the score of no match. Rulings on boards are in it."""
        return [part for part in self.explanation.parts if part.kind not in ("boards", "rulings")]

    @property
    def _adds_up_by_matches(self) -> bool:
        """Whether the scores of the matches, with the other parts, are the total."""
        total = sum((Fraction(match.score[0]) for match in self.explanation.matches), Fraction(0))
        for part in self._parts_beside_matches:
            total += Fraction(part.points)
        return total == self.explanation.points

    @property
    def _is_of_player(self) -> bool:
        """Whether the total is that of a single player, who has several partners."""
        return any(part.partner for part in self.explanation.parts)

    @property
    def _has_scale(self) -> bool:
        """Whether the scores of matches are victory points."""
        return self.row.imps is not None

    @property
    def _unit(self) -> str:
        if self._has_scale:
            return "VPs"
        return find_method(self.scored.scoring_field.scoring_record.scoring).unit

    @property
    def _origin(self) -> str:
        """The end of the sentence that says where the points come from, or ""."""
        matches = len(self.explanation.matches)
        if matches:
            return f" from {matches} match{'es' * (matches != 1)}"
        if self._available:
            return f" of a possible {exact_text(self._available)}{self._each_board}"
        if len(self.explanation.parts) == 1:
            return f" {self.explanation.parts[0].words}"
        return self._on_boards

    @property
    def _percentage(self) -> str:
        """The percentage of the row, as the end of the first part of the sentence."""
        percent = self.row.percent
        if percent is None:
            return ""
        # A percentage that is the mean of others is no share of the points.
        equals = " =" if self._available else ","
        return f"{equals} {percent_text(percent)}%"

    @property
    def _available(self) -> Points:
        """The points of which the percentage is a share, or None if there are none."""
        percent, points = self.row.percent, self.explanation.points
        if percent is None or points is None:
            return None
        tops = sum((Fraction(board.top or 0) for board in self.explanation.boards), Fraction(0))
        available = Fraction(self.scored.field.max_carry_over.compute_available(tops))
        if percent * available != 100 * points:
            # The percentage is of another maximum than the tops of the boards, if of any.
            available = Fraction(100 * points) / percent if percent else Fraction(0)
        if available.denominator > 1:
            return None
        return available or None

    @property
    def _each_board(self) -> str:
        """The top of each board if they make the maximum, or their number."""
        boards = self.explanation.boards
        tops = {board.top for board in boards}
        if len(boards) > 1 and len(tops) == 1:
            top = tops.pop() or 0
            if top * len(boards) == self._available:
                return f" ({exact_text(top)} on each of {len(boards)} boards)"
        return self._on_boards

    @property
    def _on_boards(self) -> str:
        count = len(self.explanation.boards)
        return f" on {count} board{'s' * (count != 1)}"

    def _get_contestant_name(self, number: int) -> str:
        """Return the name of the contestant whom people call *number*."""
        pair_no = self.scored.scoring_field.pair_no(number, self.row.direction or None)
        return self.names.get(pair_no, str(number))


def _make_sum_columns(unit: str) -> tuple[Column, Column]:
    """Return the columns of the points of each part, and of their sum so far."""
    return Column("points", _capitalize(unit), Kind.POINTS), Column("running", "Sum", Kind.POINTS)


def _capitalize(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
