"""What the program that wrote a file made of its results, against what is made of them here, in sentences."""

from collections.abc import Iterator
from itertools import islice

from director.boards.official.read.figures import Differences, LineDifference, PairDifference, PrintedLine
from director.boards.official.read.printed import Printed
from director.boards.sitting import Sitting
from scoring import Points, percent_text, points_text


def difference_sentences(sitting: Sitting, differences: Differences, most: int) -> tuple[str, ...]:
    """Return a sentence for each of the first *most* of *differences*: totals and places first, then lines."""
    place = f"Session {sitting.session.number}: " if sitting.of_several else ""
    return tuple(f"{place}{sentence}" for sentence in islice(_sentences(sitting, differences), most))


def _sentences(sitting: Sitting, differences: Differences) -> Iterator[str]:
    for pair in differences.pairs:
        yield _pair_sentence(sitting, pair)
    for line in differences.lines:
        yield _line_sentence(sitting, line)


def _pair_sentence(sitting: Sitting, pair: PairDifference) -> str:
    direction, number = pair.key
    official, ours = pair.official, pair.ours
    theirs = ", ".join(_figures(_printed(official.total), _printed(official.percent), official.place))
    total, percent = _like(ours.total, official.total), None
    if ours.percent is not None:
        percent = percent_text(ours.percent, max(2, official.percent.decimals if official.percent else 2))
    here = ", ".join(_figures(total, percent, ours.place))
    return f"Pair {sitting.label(sitting.pair_no(number, direction))}: the file has {theirs}; here it is {here}."


def _line_sentence(sitting: Sitting, line: LineDifference) -> str:
    board_no, ns, ew = line.key
    labels = [sitting.label(sitting.pair_no(number, side)) for number, side in ((ns, "NS"), (ew, "EW"))]
    here = _both((line.ours.ns_points, line.ours.ew_points), line.official)
    theirs = " and ".join(_printed(printed) or "no" for printed in line.official)
    return f"Board {board_no}, {labels[0]} against {labels[1]}: the file gives {theirs} points; here it is {here}."


def _both(ours: tuple[Points | None, Points | None], official: PrintedLine) -> str:
    return " and ".join(
        "no" if points is None else _like(points, printed) for points, printed in zip(ours, official, strict=True)
    )


def _like(points: Points, printed: Printed | None) -> str:
    """Return *points* with at least as many decimals as the official figure has."""
    return points_text(points, max(2, printed.decimals if printed else 2))


def _printed(figure: Printed | None) -> str | None:
    return None if figure is None else points_text(figure.value, max(2, figure.decimals))


def _figures(total: str | None, percent: str | None, place: int | None) -> Iterator[str]:
    if total is not None:
        yield f"{total} points"
    if percent is not None:
        yield f"{percent}%"
    if place is not None:
        yield f"place {place}"
