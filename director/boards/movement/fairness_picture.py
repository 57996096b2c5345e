"""How fair a movement is, as a picture and in words, and what the grid editor shows while it is typed.

The picture shows who met whom, and who was compared with whom. It has a row and a column for every
pair. Above the diagonal a dot stands for every meeting.
Below it each square shows how many board sets the two played in the same direction: as a figure, and
by ever darker hatching, which is readable in black and white. The figures come from
``movements.balance.compute_pair_counts``; ``_Canvas`` turns them into SVG paths.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from director.core.base.pictures import PictureLabel
from movements.balance import PairCounts, compute_pair_counts
from movements.model import Movement
from movements.option import format_count

MAX_PAIRS_WITH_FIGURES = 32  # with more pairs the squares are too small for figures
LARGE_SIDE, SMALL_SIDE = 26, 13  # of a square
LABEL_STEP = 5  # of small squares every fifth has its number, since a number is broader than one
MARGIN = 46  # for the names on the left and above
MAX_DOTS = 3  # more meetings of two pairs don't fit into a square as dots
SHADES = 5  # from blank to the darkest hatching
RIGHT_EDGE = 6  # beyond the last square


@dataclass(frozen=True, slots=True)
class Shade:
    """Squares with the same hatching, as one SVG *path*. *text* says which counts they show."""

    level: int
    text: str
    path: str


@dataclass(frozen=True, slots=True)
class FairnessPicture:
    """The picture in its own units, and its description in words."""

    size: int
    side: int  # of a square
    margin: int  # left and above, for the names
    columns: tuple[PictureLabel, ...]
    rows: tuple[PictureLabel, ...]
    lines: tuple[PictureLabel, ...]  # with two winners "N-S" and "E-W" over their columns
    frame: str  # the lines round the squares, as a path
    dots: str  # every dot as a path of points
    has_dots: bool
    shades: tuple[Shade, ...]
    figures: tuple[PictureLabel, ...]
    followed: str  # the squares of the followed pair, as a path
    meetings: str  # fewest and most meetings of two pairs, "0–1"
    same_direction: str  # fewest and most board sets in the same direction
    sentences: tuple[str, ...]  # about the followed pair

    @property
    def description(self) -> str:
        """A description of the picture for screen readers."""
        return (
            "A square with a row and a column for every pair."
            f" Above the diagonal the meetings: all pairs meet {self.meetings} times."
            f" Below it the board sets played in the same direction: {self.same_direction}."
        )


def draw_fairness_picture(
    movement: Movement, pair_no: int, format_label: Callable[[int], str]
) -> FairnessPicture:
    """Return the picture of *movement* with the squares of *pair_no* framed."""
    pair_counts = compute_pair_counts(movement)
    canvas = _Canvas(pair_counts, format_label)
    index = pair_counts.contestants.index(pair_no)
    half = canvas.side / 2
    meetings = _group_pairs_by_count(pair_counts, pair_counts.meetings[index], index, format_label)
    comparisons = _group_pairs_by_count(
        pair_counts, pair_counts.same_direction[index], index, format_label
    )
    return FairnessPicture(
        size=canvas.size,
        side=canvas.side,
        margin=MARGIN,
        columns=tuple(
            PictureLabel(canvas.get_offset(column) + half, MARGIN - 5, name)
            for column, name in canvas.names
        ),
        rows=tuple(
            PictureLabel(MARGIN - 5, canvas.get_offset(row) + half, name)
            for row, name in canvas.names
        ),
        lines=tuple(canvas.iter_direction_labels()),
        frame=canvas.draw_frame(),
        dots=canvas.draw_dots(),
        has_dots=pair_counts.meetings_max <= MAX_DOTS,
        shades=canvas.make_shades(),
        figures=tuple(canvas.iter_figures()),
        followed=canvas.draw_followed_frames(index),
        meetings=_format_count_range(pair_counts.meetings_min, pair_counts.meetings_max),
        same_direction=_format_count_range(
            pair_counts.same_direction_min, pair_counts.same_direction_max
        ),
        sentences=(_format_meetings(meetings), _format_comparisons(comparisons)),
    )


class _Canvas:
    """Turns counts into SVG paths. A couple is (row, column) with the smaller index first."""

    def __init__(self, pair_counts: PairCounts, format_label: Callable[[int], str]) -> None:
        self.pair_counts = pair_counts
        self.count = len(pair_counts.contestants)
        self.side = LARGE_SIDE if self.count <= MAX_PAIRS_WITH_FIGURES else SMALL_SIDE
        labels = [
            format_label(number).split() for number in pair_counts.contestants
        ]  # "5", or "5 N-S"
        step = 1 if self.side == LARGE_SIDE else LABEL_STEP
        self.names = tuple(
            (index, label_parts[0]) for index, label_parts in enumerate(labels) if index % step == 0
        )
        self.directions = [label_parts[1] if len(label_parts) > 1 else "" for label_parts in labels]
        self.size = MARGIN + self.count * self.side + RIGHT_EDGE
        self.couples = list(combinations(range(self.count), 2))

    def get_offset(self, index: int) -> int:
        """Return the start of the row or column *index*."""
        return MARGIN + index * self.side

    def iter_direction_labels(self) -> Iterable[PictureLabel]:
        """Yield the name of each direction over the middle of its columns."""
        for direction in dict.fromkeys(filter(None, self.directions)):
            first = self.directions.index(direction)
            width = self.directions.count(direction) * self.side
            yield PictureLabel(self.get_offset(first) + width / 2, 16, direction)

    def draw_frame(self) -> str:
        """Return the lines round all squares, and the diagonal from corner to corner."""
        length = self.count * self.side
        lines = []
        for index in range(self.count + 1):
            offset = self.get_offset(index)
            lines.append(f"M{MARGIN} {offset}h{length}M{offset} {MARGIN}v{length}")
        return "".join(lines) + f"M{MARGIN} {MARGIN}l{length} {length}"

    def draw_dots(self) -> str:
        """Return a dot for every meeting, or "" if the picture shows figures."""
        if self.pair_counts.meetings_max > MAX_DOTS:
            return ""
        gap = self.side / 4
        points = []
        for row, column in self.couples:
            count = self.pair_counts.meetings[row][column]
            x = self.get_offset(column) + self.side / 2
            y = self.get_offset(row) + self.side / 2
            for dot in range(count):
                from_middle = dot - (count - 1) / 2
                points.append(f"M{x + from_middle * gap:g} {y:g}h0")
        return "".join(points)

    def make_shades(self) -> tuple[Shade, ...]:
        """Return the squares below the diagonal, by how dark they are."""
        squares: dict[int, list[str]] = defaultdict(list)
        side = self.side
        for row, column in self.couples:
            count = self.pair_counts.same_direction[row][column]
            path = f"M{self.get_offset(row)} {self.get_offset(column)}h{side}v{side}h-{side}z"
            squares[count].append(path)
        counts_by_level: dict[int, list[int]] = defaultdict(list)
        for count, level in _compute_level_by_count(sorted(squares)).items():
            counts_by_level[level].append(count)
        shades = []
        for level, counts in counts_by_level.items():
            path = "".join("".join(squares[count]) for count in counts)
            shades.append(Shade(level, _format_count_range(counts[0], counts[-1]), path))
        return tuple(shades)

    def iter_figures(self) -> Iterable[PictureLabel]:
        """Yield the counts below the diagonal, and the meetings above it if there are no dots."""
        if self.side == SMALL_SIDE:
            return
        half = self.side / 2
        for row, column in self.couples:
            x, y = self.get_offset(column) + half, self.get_offset(row) + half
            same_direction = self.pair_counts.same_direction[row][column]
            # Below the diagonal row and column change places.
            yield PictureLabel(y, x, str(same_direction))
            meetings = self.pair_counts.meetings[row][column]
            if self.pair_counts.meetings_max > MAX_DOTS and meetings:
                yield PictureLabel(x, y, str(meetings))

    def draw_followed_frames(self, index: int) -> str:
        """Return the frames round the row and the column of one pair."""
        length = self.count * self.side
        offset, side = self.get_offset(index), self.side
        row = f"M{MARGIN} {offset}h{length}v{side}h-{length}z"
        column = f"M{offset} {MARGIN}h{side}v{length}h-{side}z"
        return row + column


def _compute_level_by_count(counts: Sequence[int]) -> dict[int, int]:
    """Return the darkness of each of *counts*. 0 is blank.

    >>> _compute_level_by_count([0, 7]), _compute_level_by_count([7, 8, 9]), _compute_level_by_count([1, 2, 3, 4, 9])
    ({0: 0, 7: 2}, {7: 1, 8: 2, 9: 3}, {1: 1, 2: 1, 3: 1, 4: 2, 9: 4})
    """
    positive_counts = [count for count in counts if count]
    if len(positive_counts) == 1:
        level_by_count = {positive_counts[0]: 2}
    elif len(positive_counts) < SHADES:
        level_by_count = {count: level for level, count in enumerate(positive_counts, start=1)}
    else:  # too many counts for a level each: levels of equal width
        low = positive_counts[0]
        width = positive_counts[-1] - low + 1
        level_by_count = {
            count: 1 + (count - low) * (SHADES - 1) // width for count in positive_counts
        }
    return dict.fromkeys(counts, 0) | level_by_count


def _format_count_range(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low}–{high}"


def _group_pairs_by_count(
    pair_counts: PairCounts,
    counts: Sequence[int],
    own_index: int,
    format_label: Callable[[int], str],
) -> dict[int, str]:
    """Return the pairs by how often each was met or compared, the highest count first.

    For example ``{2: "5", 1: "1–3", 0: "4"}``, or ``{1: "everybody"}``.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for index, count in enumerate(counts):
        if index != own_index:
            groups[count].append(index)
    if len(groups) == 1:
        return dict.fromkeys(groups, "everybody")
    return {
        count: _format_pair_runs(groups[count], pair_counts.contestants, format_label)
        for count in sorted(groups, reverse=True)
    }


def _format_meetings(pairs_by_count: Mapping[int, str]) -> str:
    """Return which pairs are met how often.

    >>> _format_meetings({2: "5", 1: "1–3", 0: "4"})
    'Meets 5 twice; 1–3 once; never 4.'
    """
    parts = []
    for count, pairs in pairs_by_count.items():
        parts.append(f"{pairs} {_format_times(count)}" if count else f"never {pairs}")
    return f"Meets {'; '.join(parts)}."


def _format_comparisons(pairs_by_count: Mapping[int, str]) -> str:
    """Return with which pairs scores are compared directly, and on how many board sets.

    >>> _format_comparisons({5: "1 N-S", 0: "1–5 E-W"})
    'Compared with 1 N-S on 5 board sets; never with 1–5 E-W.'
    """
    parts = []
    for count, pairs in pairs_by_count.items():
        parts.append(
            f"with {pairs} on {format_count(count, 'board set')}"
            if count
            else f"never with {pairs}"
        )
    return f"Compared {'; '.join(parts)}."


def _format_times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _format_pair_runs(
    indexes: Sequence[int], numbers: Sequence[int], format_label: Callable[[int], str]
) -> str:
    """Return the pairs of *indexes* as runs, "1–3, 5". Each run is of one direction only."""
    runs: list[list[str]] = []
    last_index = -2
    for index in indexes:
        pair_label = format_label(numbers[index])
        direction = pair_label.split()[1:]
        is_next = index == last_index + 1
        if is_next and direction == runs[-1][-1].split()[1:]:
            runs[-1].append(pair_label)
        else:
            runs.append([pair_label])
        last_index = index
    texts = []
    for run in runs:
        if len(run) == 1:
            texts.append(run[0])
        else:
            first_name, *_direction = run[0].split()
            texts.append(f"{first_name}–{run[-1]}")
    return ", ".join(texts)


# The grid editor: faults, figures and who meets whom.
