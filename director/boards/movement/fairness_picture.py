"""Who met whom, and who was compared with whom, as one square picture and in words.

Above the diagonal a dot stands for every meeting; below it each square says how many board sets the
two held the same way, as a figure and by ever darker hatching, so that it reads in black and white.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from movements import Fairness, Movement, fairness

WITH_FIGURES = 32  # pairs up to which the squares are large enough for figures
LARGE, SMALL = 26, 13  # side of a square
NAMED = 5  # of small squares, every so many has its number
MOST_DOTS = 3
SHADES = 5  # from nothing to the darkest hatching
AIR = 6


@dataclass(frozen=True, slots=True)
class Shade:
    """Squares with the same hatching, as one SVG *path*. *text* says which counts they show."""

    level: int
    text: str
    path: str


@dataclass(frozen=True, slots=True)
class PictureText:
    """A figure or a name in the picture, at the middle of its square."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class FairnessPicture:
    """The picture, all measures in its own units, and the same in words."""

    size: int
    side: int  # of a square
    margin: int  # left and above, for the names
    columns: tuple[PictureText, ...]
    rows: tuple[PictureText, ...]
    lines: tuple[PictureText, ...]  # "N-S" and "E-W" over the columns of each, with two winners
    frame: str  # the lines round the squares, as a path
    dots: str  # every dot as a path of points
    has_dots: bool
    shades: tuple[Shade, ...]
    figures: tuple[PictureText, ...]
    followed: str  # the squares of the pair that is followed, as a path
    meetings: str  # "0–1"
    same_direction: str
    words: tuple[str, ...]  # of the followed pair

    @property
    def in_words(self) -> str:
        """A description of the picture for screen readers."""
        return (
            "A square with a row and a column for every pair."
            f" Above the diagonal the meetings: all pairs meet {self.meetings} times."
            f" Below it the board sets played in the same direction: {self.same_direction}."
        )


def fairness_picture(
    movement: Movement, pair_no: int, label: Callable[[int], str]
) -> FairnessPicture:
    """Return the picture of *movement* with the squares of *pair_no* framed."""
    measured = fairness(movement)
    canvas = _Canvas(measured, label)
    place = measured.numbers.index(pair_no)
    return FairnessPicture(
        size=canvas.size,
        side=canvas.side,
        margin=canvas.margin,
        columns=tuple(
            PictureText(canvas.at(index) + canvas.side / 2, canvas.margin - 5, name)
            for index, name in canvas.names
        ),
        rows=tuple(
            PictureText(canvas.margin - 5, canvas.at(index) + canvas.side / 2, name)
            for index, name in canvas.names
        ),
        lines=tuple(canvas.lines()),
        frame=canvas.frame(),
        dots=canvas.dots(),
        has_dots=measured.meetings_max <= MOST_DOTS,
        shades=canvas.shades(),
        figures=tuple(canvas.figures()),
        followed=canvas.followed(place),
        meetings=_range(measured.meetings_min, measured.meetings_max),
        same_direction=_range(measured.same_direction_min, measured.same_direction_max),
        words=(
            f"Meets {_meeting_counts_text(measured, measured.meetings[place], place, label)}.",
            f"Same direction as {_meeting_counts_text(measured, measured.same_direction[place], place, label)}.",
        ),
    )


class _Canvas:
    """Turns counts into SVG paths. A couple is (row, column) with the smaller number first."""

    def __init__(self, measured: Fairness, label: Callable[[int], str]) -> None:
        self.measured = measured
        self.count = len(measured.numbers)
        self.side = LARGE if self.count <= WITH_FIGURES else SMALL
        called = [label(number).split() for number in measured.numbers]
        every = 1 if self.side == LARGE else NAMED  # a number is broader than a small square
        self.names = tuple(
            (index, words[0]) for index, words in enumerate(called) if index % every == 0
        )
        self.directions = [words[1] if len(words) > 1 else "" for words in called]
        self.margin = 46
        self.size = self.margin + self.count * self.side + AIR
        self.couples = [
            (row, column) for row in range(self.count) for column in range(row + 1, self.count)
        ]

    def at(self, index: int) -> int:
        """Return where the row or column *index* begins."""
        return self.margin + index * self.side

    def lines(self) -> Iterable[PictureText]:
        """Yield the name of each line of two over the middle of its columns."""
        for direction in dict.fromkeys(filter(None, self.directions)):
            first, number = self.directions.index(direction), self.directions.count(direction)
            yield PictureText(self.at(first) + number * self.side / 2, 16, direction)

    def frame(self) -> str:
        """Return the lines round all squares, and the diagonal from corner to corner."""
        start, length = self.margin, self.count * self.side
        lines = (
            f"M{start} {self.at(line_no)}h{length}M{self.at(line_no)} {start}v{length}"
            for line_no in range(self.count + 1)
        )
        return "".join(lines) + f"M{start} {start}l{length} {length}"

    def dots(self) -> str:
        """Return a dot for every meeting, or none if the picture shows figures."""
        if self.measured.meetings_max > MOST_DOTS:
            return ""
        gap, points = self.side / 4, []
        for row, column in self.couples:
            number = self.measured.meetings[row][column]
            x, y = self.at(column) + self.side / 2, self.at(row) + self.side / 2
            points += [
                f"M{x + (place - (number - 1) / 2) * gap:g} {y:g}h0" for place in range(number)
            ]
        return "".join(points)

    def shades(self) -> tuple[Shade, ...]:
        """Return the squares below the diagonal by how dark they are."""
        squares: dict[int, list[str]] = defaultdict(list)
        for row, column in self.couples:
            number = self.measured.same_direction[row][column]
            squares[number].append(
                f"M{self.at(row)} {self.at(column)}h{self.side}v{self.side}h-{self.side}z"
            )
        alike: dict[int, list[int]] = defaultdict(list)
        for number, level in _levels(sorted(squares)).items():
            alike[level].append(number)
        return tuple(
            Shade(
                level,
                _range(counts[0], counts[-1]),
                "".join("".join(squares[count]) for count in counts),
            )
            for level, counts in alike.items()
        )

    def figures(self) -> Iterable[PictureText]:
        """Yield the counts below the diagonal, and above it where dots would be too many."""
        if self.side == SMALL:
            return
        half = self.side / 2
        for row, column in self.couples:
            same = self.measured.same_direction[row][column]
            yield PictureText(self.at(row) + half, self.at(column) + half, str(same))
            if self.measured.meetings_max > MOST_DOTS and (
                met := self.measured.meetings[row][column]
            ):
                yield PictureText(self.at(column) + half, self.at(row) + half, str(met))

    def followed(self, place: int) -> str:
        """Return the frames round the row and the column of one pair."""
        start, length, at, side = self.margin, self.count * self.side, self.at(place), self.side
        return f"M{start} {at}h{length}v{side}h-{length}zM{at} {start}h{side}v{length}h-{side}z"


def _levels(counts: Sequence[int]) -> dict[int, int]:
    """Return how dark each of *counts* is drawn. 0 is blank.

    >>> _levels([0, 7]), _levels([7, 8, 9]), _levels([1, 2, 3, 4, 9])
    ({0: 0, 7: 2}, {7: 1, 8: 2, 9: 3}, {1: 1, 2: 1, 3: 1, 4: 2, 9: 4})
    """
    some = [count for count in counts if count]
    if len(some) == 1:
        levels = {some[0]: 2}
    elif len(some) < SHADES:
        levels = {count: level for level, count in enumerate(some, start=1)}
    else:
        low, width = some[0], some[-1] - some[0] + 1
        levels = {count: 1 + (count - low) * (SHADES - 1) // width for count in some}
    return dict.fromkeys(counts, 0) | levels


def _range(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low}–{high}"


def _meeting_counts_text(
    measured: Fairness, counts: Sequence[int], own: int, label: Callable[[int], str]
) -> str:
    """Return how often each pair was met.

    For example ``"1–3: once; 5: twice; 4: never"``.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for place, count in enumerate(counts):
        if place != own:
            groups[count].append(place)
    if len(groups) == 1:
        return f"everybody {_times(next(iter(groups)))}"
    counts_down = sorted(groups, reverse=True)
    return "; ".join(
        f"{_runs_of_pairs(groups[count], measured.numbers, label)}: {_times(count)}"
        for count in counts_down
    )


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _runs_of_pairs(
    places: Sequence[int], numbers: Sequence[int], label: Callable[[int], str]
) -> str:
    """Return the pairs of *places* as runs: "1–3, 5", each run of one side only."""
    runs: list[list[str]] = []
    last = -2
    for place in places:
        called = label(numbers[place])
        if place == last + 1 and called.split()[1:] == runs[-1][-1].split()[1:]:
            runs[-1].append(called)
        else:
            runs.append([called])
        last = place
    return ", ".join(run[0] if len(run) == 1 else f"{run[0].split()[0]}–{run[-1]}" for run in runs)
