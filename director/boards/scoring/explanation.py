"""Explanations of points, totals and places, for the pages that show them.

A page gives each figure with an explanation a key (``"total-7"``, ``"7-4-11"``) and asks for the
explanation of one of them. The explanations are calculated by ``scoring.Explainer``; this module
finds the figure and shortens the text to what the page doesn't show yet.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from director.boards.movement.lines.page_input import line_key
from director.boards.movement.scoring_field import Key
from director.boards.scoring.matches.sheets import MatchSheet
from director.boards.scoring.scored import Scored
from director.core.base.grids.sheet import Reason, Why
from director.sheets import BoardSheet, PairCard, Points, StandingGroup, StandingRow
from scoring import (
    Explanation,
    exact_text,
    find_method,
    percent_text,
)

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}
_SOURCES = re.compile(r"\[LAWS2017\] |[;,] \[(?!LAWS2017)[A-Z0-9]+\](?: pp?\. [0-9, -]+[0-9])?")
"""Sources of a formula. Visitors have no list of the books, but may know the numbers of laws."""
_TOTAL_KEY = re.compile(r"total-(\d{1,8})")


def why_standings(scored: Scored, group: StandingGroup, asked_key: str) -> Why:
    """Explain the total of one contestant of *group*. The key ``"total-7"`` means pair 7."""
    keys = tuple(f"total-{row.contestant}" if row.place else "" for row in group.rows)
    match = _TOTAL_KEY.fullmatch(asked_key)
    if asked_key not in keys or not match:
        return Why(keys)
    explanation = total_explained(scored, int(match[1]))
    row = group.rows[keys.index(asked_key)]
    board_tops = sum(board.top or 0 for board in explanation.boards)
    available = scored.field.most_carried.added_to(board_tops)
    reason = _reason("", explanation, available, row.percent)
    unit = find_method(scored.scoring_field.scored_by.scoring).unit
    sentence = total_sentence(explanation, row, available, unit)
    if sentence:  # The sentence contains the percentage.
        reason = replace(reason, formula=sentence, share="")
    return Why(keys, asked_key, (reason,))


_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def place_sentence(place: str) -> str:
    """Return a place as a sentence.

    >>> place_sentence("1"), place_sentence("3="), place_sentence("12")
    ('First place.', 'Tied for third place.', 'Place 12.')
    """
    number = int(place.removesuffix("="))
    if number > len(_ORDINALS):
        return f"Place {place}."
    if place.endswith("="):
        return f"Tied for {_ORDINALS[number - 1]} place."
    return f"{_ORDINALS[number - 1].capitalize()} place."


def total_sentence(explanation: Explanation, row: StandingRow, available: Points, unit: str) -> str:
    """Return a total that is made of boards alone as a sentence, or "" for any other total.

    For example "163 matchpoints of a possible 252 (12 on each of 21 boards) = 64.68%. First place."
    """
    if len(explanation.parts) != 1 or not available or row.percent is None:
        return ""
    # The sentence is a division, so it must give the percentage of the row.
    if explanation.points is None or row.percent * available != 100 * explanation.points:
        return ""
    tops = {board.top for board in explanation.boards}
    count = len(explanation.boards)
    if len(tops) == 1 and count > 1:
        out_of = f" ({exact_text(tops.pop() or 0)} on each of {count} boards)"
    else:
        out_of = f" on {count} board{'s' * (count != 1)}"
    # The calculation is the formula with its rule in brackets; the sentence replaces the formula.
    rule_in_brackets = explanation.calculation.removeprefix(explanation.formula)
    rule = _SOURCES.sub("", rule_in_brackets).strip(" ().")
    return (
        f"{exact_text(explanation.points)} {unit} of a possible {exact_text(available)}{out_of} "
        f"= {percent_text(row.percent)}%. {place_sentence(row.place)} {rule}."
    )


def why_board(scored: Scored, board: BoardSheet, asked_key: str) -> Why:
    """Explain both sides' points on a line of *board*. The key is ``"7-4-11"``."""
    lines = {(board.board_no, line.ns_no, line.ew_no): ("NS", "EW") for line in board.lines}
    return _why_lines(scored, lines, asked_key)


def why_card(scored: Scored, card: PairCard, asked_key: str) -> Why:
    """Explain the points of the pair of *card* on one line.

    A team whose halves met has the line twice; only the first of the two gets a key, and its
    explanation covers both sides.
    """
    lines: dict[Key, tuple[str, ...]] = {}
    first_flags = []
    for line in card.lines:
        if line.direction == "NS":
            key = (line.board_no, line.own_no, line.opponents_no)
        else:
            key = (line.board_no, line.opponents_no, line.own_no)
        first_flags.append(key not in lines)
        lines[key] = (*lines.get(key, ()), line.direction)
    why = _why_lines(scored, lines, asked_key)
    keys = iter(why.keys)
    return replace(why, keys=tuple(next(keys) if is_first else "" for is_first in first_flags))


def why_match(scored: Scored, match: MatchSheet, asked_key: str) -> Why:
    """Explain both teams' points on a board of a match."""
    lines = {}
    for board in match.boards:
        line = board.open_room or board.closed_room
        if line:
            lines[board.board_no, line.ns_no, line.ew_no] = ("NS", "EW")
    return _why_lines(scored, lines, asked_key)


def line_explained(scored: Scored, line: Key, side: str) -> Explanation | None:
    """Return the explanation of the points of *side* on *line*, or None without points."""
    if not _has_points(scored, line, (side,)):
        return None
    board_no, ns, ew = line
    pair_no = ns if side == "NS" else ew
    scoring_field = scored.scoring_field
    method = find_method(scoring_field.scored_by.scoring)
    # With several tables of two teams on a board, contestant and side don't identify the line.
    needs_line = method.has_large_teams or method.many_tables
    scored_line = scored.points[line] if needs_line else None
    return scored.explainer.line(
        board_no=board_no,
        contestant=scoring_field.number(pair_no),
        side=side,
        direction=scoring_field.direction(pair_no) or None,
        scored=scored_line,
    )


def total_explained(scored: Scored, pair_no: int) -> Explanation:
    """Return why a ranked pair has its total."""
    scoring_field = scored.scoring_field
    return scored.explainer.total(
        contestant=scoring_field.number(pair_no), direction=scoring_field.direction(pair_no) or None
    )


def _why_lines(scored: Scored, lines: Mapping[Key, tuple[str, ...]], asked_key: str) -> Why:
    """Return the keys of *lines*, and the explanations of the line with the key *asked_key*."""
    keys = tuple(
        line_key(*line) if _has_points(scored, line, sides) else "" for line, sides in lines.items()
    )
    if not asked_key or asked_key not in keys:
        return Why(keys)
    line, sides = list(lines.items())[keys.index(asked_key)]
    board_no, ns, ew = line
    titles = SIDE_NAMES if len(sides) > 1 else {}
    tops = {"NS": scored.top(board_no, ns), "EW": scored.top(board_no, ew)}
    reasons = []
    settled = scored.settled.get(line)
    if settled:
        reasons.append(Reason("", "", settled))
    for side in sides:
        explanation = line_explained(scored, line, side)
        if explanation:
            reasons.append(_reason(titles.get(side, ""), explanation, tops[side]))
    return Why(keys, asked_key, tuple(reasons))


def _has_points(scored: Scored, line: Key, sides: tuple[str, ...]) -> bool:
    """Return whether one of *sides* has points on *line*."""
    if line not in scored.points:
        return False
    points = {"NS": scored.points[line].ns_points, "EW": scored.points[line].ew_points}
    return any(points[side] is not None for side in sides)


def _reason(
    title: str, explanation: Explanation, available: Points, percent: Fraction | None = None
) -> Reason:
    """Return *explanation* without anything that the row beside it shows.

    *available* is the maximum of the points. *percent* is the percentage of a total, in which
    penalties may count otherwise than in the points.
    """
    comparison = explanation.comparison if explanation.others else ""
    return Reason(
        title,
        comparison,
        _SOURCES.sub("", explanation.calculation),
        tuple((board.board_no, exact_text(board.points)) for board in explanation.boards),
        _share_text(explanation.points, available, percent),
    )


def _share_text(points: Points, available: Points, percent: Fraction | None = None) -> str:
    """Return *points* as a percentage of the *available* points.

    >>> _share_text(10, 12), _share_text(21, 40, Fraction(35)), _share_text(0, 12), _share_text(3, None)
    ('10 of 12 = 83.33%', '21 of 60 = 35.00%', '0 of 12 = 0.00%', '')

    A percentage that is the mean of others is shown without points.

    >>> _share_text(10, 12, Fraction(70))
    '70.00%'
    """
    if points is None or not (available or percent):
        return ""
    maximum = Fraction(available or 0)
    if percent is not None and percent * maximum != 100 * points:
        # The percentage is of another maximum than the tops of the boards. If that isn't whole,
        # the percentage is no share of points at all.
        maximum = Fraction(100 * points) / percent if percent else Fraction(0)
        if not maximum or maximum.denominator > 1:
            return f"{percent_text(percent)}%"
    share = percent_text(Fraction(100 * points) / maximum)
    return f"{exact_text(points)} of {exact_text(maximum)} = {share}%"
