"""The curve of a contestant's results over the boards, in the order in which they were played."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby
from operator import itemgetter

from director.core.base.curves import Axis, Curve, make_curve
from director.core.base.pictures import make_scale
from director.core.base.tags.cards import format_points, percent
from director.sheets import BoardLine, PairCard

MIN_BOARDS = 3  # of a curve
MAX_LABELS = 40
"""With more boards their numbers would touch each other."""
MAX_ROUNDS = 15
HALF = 50


@dataclass(frozen=True, slots=True)
class CardCurve:
    """The curve of a card: the running figure as a line, and each board as a column."""

    curve: Curve
    caption: str  # "Percentage after each board"
    description: str  # a sentence with the last, the highest and the lowest figure


def make_card_curve(card: PairCard) -> CardCurve | None:
    """Return the curve of *card*, or None if its boards can't be compared with a middle.

    Percentages run around 50. IMPs and other points that can be negative add up around 0.
    """
    lines = _list_in_played_order(card)
    percents = [line.own.percent for line in lines if line.own.percent is not None]
    if len(percents) >= MIN_BOARDS:
        scored_lines = [line for line in lines if line.own.percent is not None]
        sums = accumulate(percents)
        averages = [total / count for count, total in enumerate(sums, start=1)]
        return _make_curve_of_lines(scored_lines, averages, percents, is_percentage=True)
    scored_lines = [line for line in lines if line.own.points is not None]
    points = [Fraction(line.own.points) for line in scored_lines if line.own.points is not None]
    if len(points) < MIN_BOARDS or min(points) >= 0:
        return None
    totals = list(accumulate(points))
    return _make_curve_of_lines(scored_lines, totals, points, is_percentage=False)


def _list_in_played_order(card: PairCard) -> list[BoardLine]:
    """Return the lines of *card* by round and board, or by board if an imported event has no rounds.

    A team plays a board at two tables, and gets its points once.
    """
    lines_by_board: dict[tuple[int, int], BoardLine] = {}
    for line in card.lines:
        lines_by_board.setdefault((line.round_no or 0, line.board_no), line)
    return [line for _key, line in sorted(lines_by_board.items(), key=itemgetter(0))]


def _make_curve_of_lines(
    lines: Sequence[BoardLine],
    running_figures: Sequence[Fraction],
    board_figures: Sequence[Fraction],
    *,
    is_percentage: bool,
) -> CardCurve:
    rounds = [
        (str(round_no), len(list(round_lines)))
        for round_no, round_lines in groupby(lines, key=lambda line: line.round_no)
    ]
    # Rounds of one board each are named by the board.
    has_rounds = all(line.round_no for line in lines) and 1 < len(rounds) < len(lines)
    has_rounds = has_rounds and len(rounds) <= MAX_ROUNDS
    axes = []
    if len(lines) <= MAX_LABELS:
        axes.append(Axis("Board", tuple((str(line.board_no), 1) for line in lines)))
    if has_rounds:
        axes.append(Axis("Round", tuple(rounds)))
    if is_percentage:
        scale = make_scale([0, 100], middle=HALF)
        caption = "Percentage after each board"
    else:
        scale = make_scale([*running_figures, *board_figures], middle=0)
        caption = "Total after each board"

    def format_figure(figure: Fraction) -> str:
        return f"{percent(figure)}%" if is_percentage else format_points(figure)

    highest = max(running_figures)
    lowest = min(running_figures)
    highest_line = lines[running_figures.index(highest)]
    lowest_line = lines[running_figures.index(lowest)]
    description = (
        f"{caption}: {format_figure(running_figures[-1])} after the last, "
        f"highest {format_figure(highest)} after board {highest_line.board_no}, "
        f"lowest {format_figure(lowest)} after board {lowest_line.board_no}"
    )
    return CardCurve(
        curve=make_curve(
            running_figures,
            scale,
            unit="%" if is_percentage else "",
            columns=board_figures,
            axes=axes,
        ),
        caption=caption,
        description=description,
    )
