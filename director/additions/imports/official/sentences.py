"""Sentences about differences between official figures and ours."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from director.additions.imports.official.figures import (
    FigureDifferences,
    LineDifference,
    OfficialFigure,
    OfficialFigures,
    OfficialLineFigures,
    PairDifference,
    PairKey,
    make_pair_keys,
)
from director.additions.imports.official.reasons import explain_lines, explain_totals
from director.boards.movement.scoring_field import ScoringField
from scoring.display import percent_text, points_text
from scoring.model import Points


class DifferenceText(NamedTuple):
    """A sentence about that many *figures* which differ."""

    sentence: str
    figures: int = 1


def describe_differences(
    scoring_field: ScoringField, differences: FigureDifferences, official: OfficialFigures
) -> Iterator[DifferenceText]:
    """Yield sentences about *differences* from the *official* figures of a session.

    If nearly all totals or results differ for one reason, they have one sentence.
    """
    prefix = f"Session {scoring_field.session.number}: " if scoring_field.has_other_sessions else ""
    rest = differences
    if reason := explain_lines(rest, official):
        yield DifferenceText(f"{prefix}{reason}", len(rest))
        return
    if reason := explain_totals(rest, official):
        yield DifferenceText(f"{prefix}{reason}", len(rest.pairs))
        rest = FigureDifferences((), rest.lines)
    for sentence in _make_sentences(scoring_field, rest):
        yield DifferenceText(f"{prefix}{sentence}")


def _make_sentences(scoring_field: ScoringField, differences: FigureDifferences) -> Iterator[str]:
    differing_on_board: Counter[int] = Counter()
    pairs_with_line: set[PairKey] = set()
    for line in differences.lines:
        differing_on_board[line.key[0]] += 1
        pairs_with_line.update(make_pair_keys(line.key, scoring_field.winners))
    for pair in differences.pairs:
        reason = _explain_pair(pair, has_line=pair.key in pairs_with_line)
        yield f"{_describe_pair(scoring_field, pair)} {reason}"
    for line in differences.lines:
        reason = _explain_line(differing_on_board[line.key[0]], line.lines_on_board)
        yield f"{_describe_line(scoring_field, line)} {reason}"


def _explain_pair(pair: PairDifference, *, has_line: bool) -> str:
    """Return the likely reason why a figure of a pair differs from ours."""
    total = pair.official_pair.total
    if total is None or total.agrees(pair.our_standing.total):
        return "The total matches, so the place was entered by hand, or other pairs were ranked with this one."
    if has_line:
        return "One of the pair’s results differs too, which may explain the total."
    return "All its results match, so the total was changed, or unplayed boards count differently."


def _explain_line(differing: int, results_on_board: int) -> str:
    """Return the likely reason why the points of a line differ from ours."""
    # Another method changes most results of a board, a director only a few.
    if differing * 2 < results_on_board:
        return "The rest of the board matches, so the points of this result were changed."
    return f"{differing} of the {results_on_board} results on the board differ, so another method or field was used."


def _describe_pair(scoring_field: ScoringField, pair: PairDifference) -> str:
    direction, number = pair.key
    official, ours = pair.official_pair, pair.our_standing
    official_figures = _format_figures(
        _format_printed_figure(official.total),
        _format_printed_figure(official.percent),
        official.place,
    )
    percent = None
    if ours.percent is not None:
        percent = percent_text(ours.percent, _count_decimals(official.percent))
    our_figures = _format_figures(_format_points(ours.total, official.total), percent, ours.place)
    label = scoring_field.label(scoring_field.pair_no(number, direction))
    return (
        f"Pair {label}: the file has {', '.join(official_figures)}; "
        f"here it has {', '.join(our_figures)}."
    )


def _describe_line(scoring_field: ScoringField, line: LineDifference) -> str:
    board_no = line.key[0]
    scored_line = line.our_line.line
    ns_list, ew_list = scored_line.lists
    ns_label = scoring_field.label(scoring_field.pair_no(scored_line.ns, ns_list))
    ew_label = scoring_field.label(scoring_field.pair_no(scored_line.ew, ew_list))
    official_points = " and ".join(
        _format_printed_figure(figure) or "no" for figure in line.official_figures
    )
    our_points = _format_both_points(
        (line.our_line.ns_points, line.our_line.ew_points), line.official_figures
    )
    return (
        f"Board {board_no}, {ns_label} against {ew_label}: "
        f"the file gives {official_points} points; here it gets {our_points}."
    )


def _format_both_points(
    ours: tuple[Points | None, Points | None], official: OfficialLineFigures
) -> str:
    texts = []
    for points, figure in zip(ours, official, strict=True):
        texts.append("no" if points is None else _format_points(points, figure))
    return " and ".join(texts)


def _format_points(points: Points, figure: OfficialFigure | None) -> str:
    """Return *points* with at least as many decimals as the official *figure*."""
    return points_text(points, _count_decimals(figure))


def _format_printed_figure(figure: OfficialFigure | None) -> str | None:
    if figure is None:
        return None
    return points_text(figure.value, _count_decimals(figure))


def _count_decimals(figure: OfficialFigure | None) -> int:
    if figure is None:
        return 2
    return max(2, figure.decimals)


def _format_figures(total: str | None, percent: str | None, place: int | None) -> Iterator[str]:
    if total is not None:
        yield f"{total} points"
    if percent is not None:
        yield f"{percent}%"
    if place is not None:
        yield f"place {place}"
