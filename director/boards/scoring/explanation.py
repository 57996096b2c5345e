"""Explanations of the points of lines, for the pages that show them.

A page gives each figure with an explanation a key (``"7-4-11"``) and asks for the explanation of
one of them. The explanations are calculated by ``scoring.explain.figures.Explainer``; this module finds the figure
and shortens the text to what the page doesn't show yet. Totals are explained in
``total_explanation``.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.scoring_field import Key
from director.boards.scoring.scored import ScoredSession
from director.core.base.grids import ExplainedFigures, Reason
from director.sheets import BoardSheet, PairCard, Points
from scoring.display import exact_text, percent_text
from scoring.explain.figures import Explanation
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
