"""Official figures of a night that was scored elsewhere, and where ours differ from them.

Contestants are known by their numbers as people call them, with their direction where there are two
winners, as in the field that is scored.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from director.boards.movement.scoring_field import ScoringField
from director.models import OfficialLine, OfficialTotal
from scoring import Points, Ranking, ScoredLine, Standing

# Official figures as they are printed, compared with exact ones at the precision of the print.
#
# Programs print a figure with more or fewer decimals than another, drop noughts at the end or do
# not, and round halves up or to the even digit. So a figure agrees if it is no farther off than
# half of the last place that is printed, and the last place of a figure without decimals is that of
# the figures around it.

_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure as it is printed: its *value*, and how many *decimals* can be relied on.

    >>> figure = Printed(Fraction("31.6"), 1)
    >>> figure.agrees(Fraction("31.55")), figure.agrees(Fraction("31.5"))
    (True, False)
    """

    value: Fraction
    decimals: int

    def agrees(self, exact: Fraction | int) -> bool:
        """Return whether *exact*, printed so, could be this figure."""
        if self.value == exact:  # most figures; the rest is slow in a large field
            return True
        places: int = 10**self.decimals
        return abs(self.value - exact) * 2 * places <= 1

    def simplest(self, exact: Fraction | int) -> Fraction:
        """Return what to add to *exact* for a match: nothing, or the fewest decimals.

        >>> Printed(Fraction("6.33"), 2).simplest(Fraction(13, 3))
        Fraction(2, 1)
        """
        missing = self.value - exact
        for decimals in range(self.decimals):
            amount = _round_half_up(missing, decimals)
            if self.agrees(exact + amount):
                return amount
        return _round_half_up(missing, self.decimals)


def decimals_of(figure: Decimal) -> int:
    """Return how many decimals *figure* is written with.

    >>> decimals_of(Decimal("12.50")), decimals_of(Decimal(7))
    (2, 0)
    """
    exponent = figure.as_tuple().exponent
    if isinstance(exponent, int):
        return max(0, -exponent)
    return 0


def usual_decimals(figures: Iterable[Decimal | None]) -> int:
    """Return the most decimals that at least three of *figures* have.

    >>> usual_decimals(map(Decimal, ("12", "9.5", "7.25", "8.5", "10")))
    1
    """
    given = [figure for figure in figures if figure is not None]
    objects = {id(figure): figure for figure in given}  # however many lines, few different figures
    counts = Counter(map(id, given))
    written = []
    for at, count in counts.items():
        for _ in range(min(count, _ENOUGH)):
            written.append(decimals_of(objects[at]))
    if written:
        return sorted(written, reverse=True)[min(_ENOUGH, len(written)) - 1]
    return 0


def printed_alike(figures: Sequence[Decimal | None], usual: int) -> dict[int, Printed | None]:
    """Return *figures* with the decimals that they are printed with.

    They are known by their identity: a reader makes one object of all that are written alike, and
    equal figures may be written with different decimals.
    """
    objects = {id(figure): figure for figure in figures}
    here = usual_decimals(figures) or usual
    return {at: read_printed_figure(figure, here) for at, figure in objects.items()}


def read_printed_figure(figure: Decimal | None, usual: int) -> Printed | None:
    """Return *figure* as printed with *usual* decimals, or None."""
    if figure is None:
        return None
    return _shared_figure(str(figure), usual)


@lru_cache(maxsize=100_000)
def _shared_figure(text: str, usual: int) -> Printed:
    """Return one record for all figures written alike: however many lines, few of them differ."""
    figure = Decimal(text)
    return Printed(Fraction(figure), max(decimals_of(figure), usual))


def _round_half_up(value: Fraction, decimals: int) -> Fraction:
    """Return *value* with that many decimals, halves away from zero."""
    scale = 10**decimals
    units = int(abs(value) * scale + Fraction(1, 2))
    return Fraction(units if value >= 0 else -units, scale)


LineKey = tuple[int, int, int]
"""Board, N-S and E-W."""
PairKey = tuple[str | None, int]
"""Direction, ``None`` with one winner, and number."""


class LinePoints(NamedTuple):
    """The points of the line *key*, as they are written."""

    key: LineKey
    ns_points: Decimal | None
    ew_points: Decimal | None


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The figures of a pair, as they are written."""

    direction: str | None
    number: int
    total: Decimal | None
    percent: Decimal | None
    place: int | None


@dataclass(frozen=True, slots=True)
class PrintedPair:
    """The figures of a pair, to compare with."""

    total: Printed | None
    percent: Printed | None
    place: int | None

    def faults(self, ours: Standing | None) -> int:
        """Return how many of the figures differ from *ours*."""
        if ours is None:
            return 0
        return sum(
            (
                self.total is not None and not self.total.agrees(ours.total),
                self.percent is not None
                and ours.percent is not None
                and not self.percent.agrees(ours.percent),
                self.place is not None and self.place != ours.place,
            )
        )

    @property
    def count(self) -> int:
        """How many figures there are."""
        return sum(figure is not None for figure in (self.total, self.percent, self.place))


PrintedLine = tuple[Printed | None, Printed | None]
"""What N-S and what E-W got."""


@dataclass(frozen=True, slots=True)
class LineDifference:
    """A line whose official points differ from ours."""

    key: LineKey
    official: PrintedLine
    ours: ScoredLine
    of_board: int


@dataclass(frozen=True, slots=True)
class PairDifference:
    """A pair some of whose official figures are not ours."""

    key: PairKey
    official: PrintedPair
    ours: Standing


@dataclass(frozen=True, slots=True)
class Differences:
    """All differences between official figures and ours: *pairs* by number, *lines* by board."""

    pairs: tuple[PairDifference, ...]
    lines: tuple[LineDifference, ...]

    def __len__(self) -> int:
        return len(self.pairs) + len(self.lines)


NO_DIFFERENCES = Differences((), ())


@dataclass(frozen=True, slots=True)
class OfficialFigures:
    """All official figures of a session."""

    pairs: Mapping[PairKey, PrintedPair]
    lines: Mapping[LineKey, PrintedLine]

    def differences(self, ranking: Ranking) -> Differences:
        """Return where *ranking* differs."""
        ours = {
            (standing.direction, standing.contestant): standing for standing in ranking.standings
        }
        pairs = (
            PairDifference(key, official, ours[key])
            for key, official in self.pairs.items()
            if key in ours and official.faults(ours[key])
        )
        return Differences(tuple(pairs), tuple(self.line_differences(ranking)))

    def line_differences(self, ranking: Ranking) -> Iterable[LineDifference]:
        """Yield the lines on which *ranking* differs."""
        if not self.lines:
            return
        for board in ranking.boards:
            for scored in board.lines:
                key = board.board_no, scored.line.ns, scored.line.ew
                official = self.lines.get(key)
                if official and not agrees(official, scored):
                    yield LineDifference(key, official, scored, len(board.lines))

    def pair_faults(self, ranking: Ranking) -> int:
        """Return in how many figures of pairs *ranking* differs."""
        ours = {
            (standing.direction, standing.contestant): standing for standing in ranking.standings
        }
        return sum(official.faults(ours.get(key)) for key, official in self.pairs.items())


def agrees(official: PrintedLine, ours: ScoredLine) -> bool:
    """Return whether the official points of both sides match ours."""
    return _side_agrees(official[0], ours.ns_points) and _side_agrees(official[1], ours.ew_points)


def official_figures(pairs: Iterable[PairFigures], lines: Iterable[LinePoints]) -> OfficialFigures:
    """Return the figures of *pairs* and *lines* with their reliable precision.

    Points without decimals have those of the other lines of their board, or else of the file.
    """
    pairs, by_board = list(pairs), defaultdict(list)
    for line in lines:
        if line.ns_points is not None or line.ew_points is not None:
            by_board[line.key[0]].append(line)
    totals, percents = (
        usual_decimals(getattr(pair, what) for pair in pairs) for what in ("total", "percent")
    )
    usual = usual_decimals(points for board in by_board.values() for points in _points(board))
    line_figures: dict[LineKey, PrintedLine] = {}
    for board in by_board.values():
        shown = printed_alike(list(_points(board)), usual)
        for line in board:
            line_figures[line.key] = shown[id(line.ns_points)], shown[id(line.ew_points)]
    return OfficialFigures(
        {
            (pair.direction, pair.number): PrintedPair(
                read_printed_figure(pair.total, totals),
                read_printed_figure(pair.percent, percents),
                pair.place,
            )
            for pair in sorted(pairs, key=lambda pair: (pair.direction == "EW", pair.number))
        },
        line_figures,
    )


def field_official(scoring_field: ScoringField) -> OfficialFigures:
    """Return the official figures stored with *scoring_field*. Two queries."""
    sections = {section.pk: section for section in scoring_field.sections}
    of_session = {"section__session": scoring_field.session}
    totals = OfficialTotal.objects.filter(**of_session).order_by("section", "pair_no")
    lines = OfficialLine.objects.filter(**of_session).order_by("section", "board_no", "ns")

    def key(section_id: int, pair_no: int) -> PairKey:
        pair = scoring_field.pair(sections[section_id], pair_no)
        return scoring_field.direction(pair) or None, scoring_field.number(pair)

    return official_figures(
        (
            PairFigures(*key(section_id, pair_no), _read(total), _read(percent), place)
            for section_id, pair_no, total, percent, place in totals.values_list(
                "section", "pair_no", "total", "percent", "place"
            ).iterator()
        ),
        (
            LinePoints(
                (board_no, key(section_id, ns)[1], key(section_id, ew)[1]),
                _read(ns_points),
                _read(ew_points),
            )
            for section_id, board_no, ns, ew, ns_points, ew_points in lines.values_list(
                "section", "board_no", "ns", "ew", "ns_points", "ew_points"
            ).iterator()
        ),
    )


def _points(board: Iterable[LinePoints]) -> Iterable[Decimal | None]:
    for line in board:
        yield line.ns_points
        yield line.ew_points


def _side_agrees(official: Printed | None, ours: Points | None) -> bool:
    return official is None or ours is None or official.agrees(ours)


@lru_cache(maxsize=65_536)  # however many lines, few different figures
def _read(text: str) -> Decimal | None:
    if text:
        return Decimal(text)
    return None
