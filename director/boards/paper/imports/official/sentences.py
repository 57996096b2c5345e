"""Sentences about differences between official figures and ours."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.official.figures import (
    Differences,
    LineDifference,
    PairDifference,
    PairKey,
    Printed,
    PrintedLine,
)
from scoring import Points, percent_text, points_text


def difference_sentences(
    scoring_field: ScoringField, differences: Differences, most: int
) -> tuple[str, ...]:
    """Return a sentence for each of the first *most* differences."""
    place = f"Session {scoring_field.session.number}: " if scoring_field.of_several else ""
    return tuple(
        f"{place}{sentence}" for sentence in islice(_sentences(scoring_field, differences), most)
    )


def _sentences(scoring_field: ScoringField, differences: Differences) -> Iterator[str]:
    on_board = Counter(line.key[0] for line in differences.lines)
    of_pair = {pair for line in differences.lines for pair in _pairs(line, scoring_field.winners)}
    for pair in differences.pairs:
        yield f"{_pair_sentence(scoring_field, pair)} {_pair_reason(pair, has_line=pair.key in of_pair)}"
    for line in differences.lines:
        yield f"{_line_sentence(scoring_field, line)} {_line_reason(on_board[line.key[0]], line.of_board)}"


def _pairs(line: LineDifference, winners: int) -> tuple[PairKey, PairKey]:
    _board_no, ns, ew = line.key
    if winners == 1:
        return ((None, ns), (None, ew))
    return (("NS", ns), ("EW", ew))


def _pair_reason(pair: PairDifference, *, has_line: bool) -> str:
    """Return where a figure of a pair comes from that is not ours, as far as the others tell."""
    total = pair.official.total
    if total is None or total.agrees(pair.ours.total):
        return "The total matches, so the place was entered by hand, or other pairs were ranked with this one."
    if has_line:
        return "One of the pair’s results differs too, which may explain the total."
    return "All its results match, so the total was changed, or unplayed boards count differently."


def _line_reason(differing: int, of_board: int) -> str:
    """Return why points of a line may differ."""
    if differing * 2 < of_board:
        return "The rest of the board matches, so the points of this result were changed."
    return f"{differing} of the {of_board} results on the board differ, so another method or field was used."


def _pair_sentence(scoring_field: ScoringField, pair: PairDifference) -> str:
    direction, number = pair.key
    official, ours = pair.official, pair.ours
    theirs = ", ".join(
        _figures(_figure_text(official.total), _figure_text(official.percent), official.place)
    )
    total, percent = _like(ours.total, official.total), None
    if ours.percent is not None:
        percent = percent_text(
            ours.percent, max(2, official.percent.decimals if official.percent else 2)
        )
    here = ", ".join(_figures(total, percent, ours.place))
    called = scoring_field.label(scoring_field.pair_no(number, direction))
    return f"Pair {called}: the file has {theirs}; here it has {here}."


def _line_sentence(scoring_field: ScoringField, line: LineDifference) -> str:
    board_no, ns, ew = line.key
    labels = [
        scoring_field.label(scoring_field.pair_no(number, side))
        for number, side in ((ns, "NS"), (ew, "EW"))
    ]
    here = _both((line.ours.ns_points, line.ours.ew_points), line.official)
    theirs = " and ".join(_figure_text(printed) or "no" for printed in line.official)
    return f"Board {board_no}, {labels[0]} against {labels[1]}: the file gives {theirs} points; here it gets {here}."


def _both(ours: tuple[Points | None, Points | None], official: PrintedLine) -> str:
    return " and ".join(
        "no" if points is None else _like(points, printed)
        for points, printed in zip(ours, official, strict=True)
    )


def _like(points: Points, printed: Printed | None) -> str:
    """Return *points* with at least as many decimals as the official figure has."""
    return points_text(points, max(2, printed.decimals if printed else 2))


def _figure_text(figure: Printed | None) -> str | None:
    if figure is None:
        return None
    return points_text(figure.value, max(2, figure.decimals))


def _figures(total: str | None, percent: str | None, place: int | None) -> Iterator[str]:
    if total is not None:
        yield f"{total} points"
    if percent is not None:
        yield f"{percent}%"
    if place is not None:
        yield f"place {place}"
