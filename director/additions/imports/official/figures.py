"""Official figures of a session that was scored elsewhere, and where ours differ.

Official figures are compared with exact ones at the precision with which they are printed. Programs
print more or fewer decimals, keep or drop zeros at the end, and round halves up or to the even
digit. So a figure agrees if it is off by at most half a unit of its last printed place. A figure
without decimals has the decimals of the figures around it: its zeros may have been dropped.

Contestants are known by the numbers by which people call them, and by their direction if there are
two winners, as in the scored field.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from director.boards.movement.sections import ScoringField
from director.models import OfficialLine, OfficialTotal
from scoring.model import Line, Points, Ranking, ScoredLine, Standing

MIN_FIGURES = 3
"""Figures that must have a number of decimals before it is taken as usual."""


@dataclass(frozen=True, slots=True)
class OfficialFigure:
    """A figure as it is printed: its *value*, and the *decimals* that are reliable.

    >>> figure = OfficialFigure(Fraction("31.6"), 1)
    >>> figure.agrees(Fraction("31.55")), figure.agrees(Fraction("31.5"))
    (True, False)
    """

    value: Fraction
    decimals: int

    def agrees(self, exact: Fraction | int) -> bool:
        """Return whether *exact*, rounded to the same decimals, could be this figure."""
        if self.value == exact:  # true of most figures; the division is slow in a large field
            return True
        # Compared in half units of the last printed decimal.
        units_per_point: int = 10**self.decimals
        return abs(self.value - exact) * 2 * units_per_point <= 1

    def find_simplest_correction(self, exact: Fraction | int) -> Fraction:
        """Return what to add to *exact* for a match, with as few decimals as possible.

        >>> OfficialFigure(Fraction("6.33"), 2).find_simplest_correction(Fraction(13, 3))
        Fraction(2, 1)
        """
        missing = self.value - exact
        for decimals in range(self.decimals):
            amount = _round_half_up(missing, decimals)
            if self.agrees(exact + amount):
                return amount
        return _round_half_up(missing, self.decimals)


def count_decimals(figure: Decimal) -> int:
    """Return how many decimals *figure* is written with.

    >>> count_decimals(Decimal("12.50")), count_decimals(Decimal(7))
    (2, 0)
    """
    exponent = figure.as_tuple().exponent
    if isinstance(exponent, int):
        return max(0, -exponent)
    return 0


def find_usual_decimals(figures: Iterable[Decimal | None]) -> int:
    """Return the largest number of decimals that at least three of *figures* have.

    >>> find_usual_decimals(map(Decimal, ("12", "9.5", "7.25", "8.5", "10")))
    1
    """
    present = [figure for figure in figures if figure is not None]
    # Few objects stand for many figures, so decimals are counted once for each object.
    objects = {id(figure): figure for figure in present}
    counts = Counter(map(id, present))
    decimals = []
    for object_id, count in counts.items():
        decimals += [count_decimals(objects[object_id])] * min(count, MIN_FIGURES)
    if decimals:
        return sorted(decimals, reverse=True)[min(MIN_FIGURES, len(decimals)) - 1]
    return 0


def read_printed_figures(
    figures: Sequence[Decimal | None], usual: int
) -> dict[int, OfficialFigure | None]:
    """Return *figures* as printed, by the identity of their objects.

    Equal figures can be written with different decimals, and readers make one object of all that
    are written alike. *usual* is the number of decimals if none of *figures* has any.
    """
    objects = {id(figure): figure for figure in figures}
    decimals = find_usual_decimals(figures) or usual
    return {
        object_id: read_printed_figure(figure, decimals) for object_id, figure in objects.items()
    }


def read_printed_figure(figure: Decimal | None, usual: int) -> OfficialFigure | None:
    """Return *figure* as printed with *usual* decimals, or None."""
    if figure is None:
        return None
    return _get_shared_figure(str(figure), usual)


@lru_cache(maxsize=100_000)
def _get_shared_figure(text: str, usual: int) -> OfficialFigure:
    """Return one record for all figures that are written alike, of which a file has few."""
    figure = Decimal(text)
    return OfficialFigure(Fraction(figure), max(count_decimals(figure), usual))


def _round_half_up(value: Fraction, decimals: int) -> Fraction:
    """Return *value* rounded to *decimals*, halves away from zero."""
    scale = 10**decimals
    units = int(abs(value) * scale + Fraction(1, 2))
    return Fraction(units if value >= 0 else -units, scale)


LineKey = tuple[int, int, int]
"""Board, N-S and E-W. A pair that sat against its direction has a negative number."""
PairKey = tuple[str | None, int]
"""Direction (None with one winner) and number."""


def make_line_key(board_no: int, line: Line) -> LineKey:
    """Return the key of *line*.

    >>> make_line_key(7, Line(1, 6)), make_line_key(7, Line(6, 1, lists=("EW", "NS")))
    ((7, 1, 6), (7, -6, -1))
    """
    ns_list, ew_list = line.lists
    return (
        board_no,
        line.ns if ns_list == "NS" else -line.ns,
        line.ew if ew_list == "EW" else -line.ew,
    )


def make_pair_keys(line_key: LineKey, winners: int) -> tuple[PairKey, PairKey]:
    """Return the keys of both pairs of a line.

    >>> make_pair_keys((7, 1, 6), 1), make_pair_keys((7, -6, -1), 2)
    (((None, 1), (None, 6)), (('EW', 6), ('NS', 1)))
    """
    _board_no, ns, ew = line_key
    if winners == 1:
        return ((None, ns), (None, ew))
    return (("NS" if ns > 0 else "EW", abs(ns)), ("EW" if ew > 0 else "NS", abs(ew)))


class LinePoints(NamedTuple):
    """The points of the line *key*, as written, or the percentages in their place."""

    key: LineKey
    ns_points: Decimal | None
    ew_points: Decimal | None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None

    @property
    def has_points(self) -> bool:
        """Whether there are points of any side."""
        return self.ns_points is not None or self.ew_points is not None


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The figures of a pair, as written."""

    direction: str | None
    number: int
    total: Decimal | None
    percent: Decimal | None
    place: int | None


@dataclass(frozen=True, slots=True)
class OfficialPair:
    """The figures of a pair with their precision."""

    total: OfficialFigure | None
    percent: OfficialFigure | None
    place: int | None

    def faults(self, ours: Standing | None) -> int:
        """Return the number of figures that differ from *ours*."""
        if ours is None:
            return 0
        differs_in_total = self.total is not None and not self.total.agrees(ours.total)
        differs_in_percent = False
        if self.percent is not None and ours.percent is not None:
            differs_in_percent = not self.percent.agrees(ours.percent)
        differs_in_place = self.place is not None and self.place != ours.place
        return differs_in_total + differs_in_percent + differs_in_place

    @property
    def known_count(self) -> int:
        """The number of figures that are known."""
        return sum(figure is not None for figure in (self.total, self.percent, self.place))


OfficialLineFigures = tuple[OfficialFigure | None, OfficialFigure | None]
"""The points of N-S and of E-W."""


@dataclass(frozen=True, slots=True)
class LineDifference:
    """A line whose official points differ from ours. *lines_on_board* counts the lines there."""

    key: LineKey
    official_figures: OfficialLineFigures
    our_line: ScoredLine
    lines_on_board: int


@dataclass(frozen=True, slots=True)
class PairDifference:
    """A pair with an official figure that differs from ours."""

    key: PairKey
    official_pair: OfficialPair
    our_standing: Standing


@dataclass(frozen=True, slots=True)
class FigureDifferences:
    """All differences between official figures and ours: *pairs* by number, *lines* by board."""

    pairs: tuple[PairDifference, ...]
    lines: tuple[LineDifference, ...]

    def __len__(self) -> int:
        return len(self.pairs) + len(self.lines)


NO_DIFFERENCES = FigureDifferences((), ())


@dataclass(frozen=True, slots=True)
class OfficialFigures:
    """All official figures of a session.

    *percents* are percentages of lines without points. Only methods with a top can compare them.
    """

    pairs: Mapping[PairKey, OfficialPair]
    lines: Mapping[LineKey, OfficialLineFigures]
    percents: Mapping[LineKey, OfficialLineFigures] = field(default_factory=dict)

    @property
    def line_count(self) -> int:
        """The number of lines with any figure."""
        return len(self.lines) + len(self.percents)

    def count_incomparable_lines(self, ranking: Ranking) -> int:
        """Return the number of lines with a percentage that *ranking* has no top for."""
        if not self.percents or any(board.top for board in ranking.boards):
            return 0
        return len(self.percents)

    def points_of_percents(self, ranking: Ranking) -> dict[LineKey, OfficialLineFigures]:
        """Return the official percentages as points, by the tops of *ranking*.

        A percentage that agrees with our points becomes exactly those.
        """
        points = {}
        for board in ranking.boards:
            if not board.top:
                continue
            top = Fraction(board.top)
            for scored in board.lines:
                key = make_line_key(board.board_no, scored.line)
                if key in self.percents:
                    ns_percent, ew_percent = self.percents[key]
                    ns_points = _convert_percent(ns_percent, scored.ns_points, top)
                    ew_points = _convert_percent(ew_percent, scored.ew_points, top)
                    points[key] = ns_points, ew_points
        return points

    def differences(self, ranking: Ranking) -> FigureDifferences:
        """Return the differences of *ranking* from the official figures."""
        ours = _index_standings(ranking)
        pairs = []
        for key, official in self.pairs.items():
            if key in ours and official.faults(ours[key]):
                pairs.append(PairDifference(key, official, ours[key]))
        return FigureDifferences(tuple(pairs), tuple(self.find_line_differences(ranking)))

    def find_line_differences(self, ranking: Ranking) -> Iterable[LineDifference]:
        """Yield the lines on which *ranking* differs."""
        official_lines = self.lines
        if self.percents:
            official_lines = {**self.lines, **self.points_of_percents(ranking)}
        if not official_lines:
            return
        for board in ranking.boards:
            for scored in board.lines:
                key = make_line_key(board.board_no, scored.line)
                official = official_lines.get(key)
                if official and not has_matching_points(official, scored):
                    yield LineDifference(key, official, scored, len(board.lines))

    def pair_faults(self, ranking: Ranking) -> int:
        """Return the number of pairs' figures in which *ranking* differs."""
        ours = _index_standings(ranking)
        return sum(official.faults(ours.get(key)) for key, official in self.pairs.items())


def _index_standings(ranking: Ranking) -> dict[PairKey, Standing]:
    return {(standing.direction, standing.contestant): standing for standing in ranking.standings}


def _convert_percent(
    percent: OfficialFigure | None, ours: Points | None, top: Fraction
) -> OfficialFigure | None:
    """Return the points of a percentage, ours if they agree, else with two decimals."""
    if percent is None:
        return None
    if ours is not None and percent.agrees(100 * Fraction(ours) / top):
        return OfficialFigure(_round_half_up(Fraction(ours), 2), 2)
    return OfficialFigure(_round_half_up(percent.value * top / 100, 2), 2)


def has_matching_points(official: OfficialLineFigures, ours: ScoredLine) -> bool:
    """Return whether the official points of both sides match ours."""
    ns_official, ew_official = official
    is_ns_matching = _is_matching_side(ns_official, ours.ns_points)
    return is_ns_matching and _is_matching_side(ew_official, ours.ew_points)


def build_official_figures(
    pairs: Iterable[PairFigures], lines: Iterable[LinePoints]
) -> OfficialFigures:
    """Return the figures of *pairs* and *lines* with their reliable precision.

    Points without decimals get those of the other lines of their board, or else of the file.
    """
    pairs = list(pairs)
    by_board = defaultdict(list)
    percent_lines = []
    for line in lines:
        if line.has_points:
            by_board[line.key[0]].append(line)
        elif line.ns_percent is not None or line.ew_percent is not None:
            percent_lines.append(line)
    total_decimals = find_usual_decimals(pair.total for pair in pairs)
    percent_decimals = find_usual_decimals(pair.percent for pair in pairs)
    point_decimals = find_usual_decimals(
        points for board_lines in by_board.values() for points in _list_line_points(board_lines)
    )
    line_figures: dict[LineKey, OfficialLineFigures] = {}
    for board_lines in by_board.values():
        printed = read_printed_figures(list(_list_line_points(board_lines)), point_decimals)
        for line in board_lines:
            line_figures[line.key] = printed[id(line.ns_points)], printed[id(line.ew_points)]
    pair_figures: dict[PairKey, OfficialPair] = {}
    for pair in sorted(pairs, key=lambda pair: (pair.direction == "EW", pair.number)):
        pair_figures[pair.direction, pair.number] = OfficialPair(
            read_printed_figure(pair.total, total_decimals),
            read_printed_figure(pair.percent, percent_decimals),
            pair.place,
        )
    return OfficialFigures(pair_figures, line_figures, _read_percent_figures(percent_lines))


def _read_percent_figures(lines: Sequence[LinePoints]) -> dict[LineKey, OfficialLineFigures]:
    decimals = find_usual_decimals(
        percent for line in lines for percent in (line.ns_percent, line.ew_percent)
    )
    return {
        line.key: (
            read_printed_figure(line.ns_percent, decimals),
            read_printed_figure(line.ew_percent, decimals),
        )
        for line in lines
    }


def fetch_official_figures(scoring_field: ScoringField) -> OfficialFigures:
    """Return the official figures stored with *scoring_field*. (Costs two queries.)"""
    sections = {section.pk: section for section in scoring_field.sections}
    totals = OfficialTotal.objects.filter(section__session=scoring_field.session)
    total_rows = totals.order_by("section", "pair_no").values_list(
        "section", "pair_no", "total", "percent", "place"
    )
    lines = OfficialLine.objects.filter(section__session=scoring_field.session)
    line_rows = lines.order_by("section", "board_no", "ns").values_list(
        "section", "board_no", "ns", "ew", "ns_points", "ew_points"
    )

    def get_pair_key(section_id: int, pair_no: int) -> PairKey:
        pair = scoring_field.pair(sections[section_id], pair_no)
        return scoring_field.direction(pair) or None, scoring_field.number(pair)

    def get_number(section_id: int, pair_no: int, side: str) -> int:
        direction, number = get_pair_key(section_id, pair_no)
        return number if direction in (None, side) else -number

    return build_official_figures(
        (
            PairFigures(
                *get_pair_key(section_id, pair_no),
                _parse_decimal(total),
                _parse_decimal(percent),
                place,
            )
            for section_id, pair_no, total, percent, place in total_rows.iterator()
        ),
        (
            LinePoints(
                (board_no, get_number(section_id, ns, "NS"), get_number(section_id, ew, "EW")),
                _parse_decimal(ns_points),
                _parse_decimal(ew_points),
            )
            for section_id, board_no, ns, ew, ns_points, ew_points in line_rows.iterator()
        ),
    )


def _list_line_points(lines: Iterable[LinePoints]) -> Iterable[Decimal | None]:
    for line in lines:
        yield line.ns_points
        yield line.ew_points


def _is_matching_side(official: OfficialFigure | None, ours: Points | None) -> bool:
    return official is None or ours is None or official.agrees(ours)


# A file has few different figures, however many lines it has.
@lru_cache(maxsize=65_536)
def _parse_decimal(text: str) -> Decimal | None:
    if text:
        return Decimal(text)
    return None
