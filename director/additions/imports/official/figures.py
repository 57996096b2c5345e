"""Official figures of a session that was scored elsewhere, and where ours differ.

Official figures are compared with exact ones at the precision with which they are printed. Programs
print more or fewer decimals, keep or drop zeros at the end, and round halves up or to the even
digit. So a figure agrees if it is off by at most half a unit of its last printed place. A figure
without decimals has the decimals of the figures around it: its zeros may have been dropped.

Contestants are known by the numbers by which people call them, and by their direction if there are
two winners, as in the scored field.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple

from director.additions.imports.formats.source.model import SourceMatch
from director.boards.movement.sections import ScoringField
from director.models import OfficialLine, OfficialTotal
from scoring.model import Line, MatchKey, Points, Ranking, ScoredLine, Standing, TeamMatch

MIN_FIGURES = 3
"""Figures that must have a number of decimals before it is taken as usual."""
_MAX_DECIMALS = 4
"""Figures with more decimals are floating-point numbers, whose last decimals are wrong."""
_VICTORY_POINTS = "vp"
_MAX_PERCENT = 100
_DECIMALS_OF_SCORES = 2
"""Victory points without decimals are whole ones, not rounded hundredths."""


@dataclass(frozen=True, slots=True)
class OfficialFigure:
    """A figure as it is printed.

    >>> figure = OfficialFigure(Fraction("31.6"), 1)
    >>> figure.is_rounded_from(Fraction("31.55")), figure.is_rounded_from(Fraction("31.5"))
    (True, False)
    """

    value: Fraction
    decimals: int  # those that are reliable

    def is_rounded_from(self, exact: Fraction | int) -> bool:
        """Return whether *exact*, rounded to the same decimals, could be this figure."""
        if self.value == exact:  # true of most figures; the division is slow in a large field
            return True
        # Compared in half units of the last printed decimal.
        units_per_point: int = 10**self.decimals
        return abs(self.value - exact) * 2 * units_per_point <= 1

    def compute_simplest_correction(self, exact: Fraction | int) -> Fraction:
        """Return what to add to *exact* for a match, with as few decimals as possible.

        >>> OfficialFigure(Fraction("6.33"), 2).compute_simplest_correction(Fraction(13, 3))
        Fraction(2, 1)
        """
        missing_points = self.value - exact
        for decimals in range(self.decimals):
            amount = _round_half_up(missing_points, decimals)
            if self.is_rounded_from(exact + amount):
                return amount
        return _round_half_up(missing_points, self.decimals)


def count_decimals(figure: Decimal) -> int:
    """Return how many decimals *figure* is written with.

    >>> count_decimals(Decimal("12.50")), count_decimals(Decimal(7))
    (2, 0)
    """
    exponent = figure.as_tuple().exponent
    if isinstance(exponent, int):  # it is a letter for NaN and infinity
        return max(0, -exponent)
    return 0


def detect_printed_decimals(figures: Iterable[Decimal | None]) -> int:
    """Return the largest number of decimals that at least three of *figures* have.

    >>> detect_printed_decimals(map(Decimal, ("12", "9.5", "7.25", "8.5", "10")))
    1
    """
    known_figures = [figure for figure in figures if figure is not None]
    # Few objects stand for many figures, so decimals are counted once for each object.
    figures_by_id = {id(figure): figure for figure in known_figures}
    counts_by_id = Counter(map(id, known_figures))
    decimals: list[int] = []
    for object_id, count in counts_by_id.items():
        # More than three times the same says no more than three times.
        decimals += [count_decimals(figures_by_id[object_id])] * min(count, MIN_FIGURES)
    largest_decimals = nlargest(MIN_FIGURES, decimals)
    return min(largest_decimals, default=0)


def make_printed_figures_by_id(
    figures: Sequence[Decimal | None], default_decimals: int
) -> dict[int, OfficialFigure | None]:
    """Return *figures* as printed, by the identity of their objects.

    Equal figures can be written with different decimals, and readers make one object of all that
    are written alike. *default_decimals* is the number of decimals if none of *figures* has any.
    """
    figures_by_id = {id(figure): figure for figure in figures}
    decimals = detect_printed_decimals(figures) or default_decimals
    return {
        object_id: make_printed_figure(figure, decimals)
        for object_id, figure in figures_by_id.items()
    }


def make_printed_figure(figure: Decimal | None, min_decimals: int) -> OfficialFigure | None:
    """Return *figure* as printed with *min_decimals* decimals, or None."""
    if figure is None:
        return None
    return _get_shared_figure(str(figure), min_decimals)


@lru_cache(maxsize=100_000)
def _get_shared_figure(text: str, min_decimals: int) -> OfficialFigure:
    """Return one record for all figures that are written alike, of which a file has few."""
    figure = Decimal(text)
    decimals = max(count_decimals(figure), min_decimals)
    return OfficialFigure(Fraction(figure), min(decimals, _MAX_DECIMALS))


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
    ns = _sign_number(line.ns, is_turned=ns_list != "NS")
    ew = _sign_number(line.ew, is_turned=ew_list != "EW")
    return board_no, ns, ew


def _sign_number(number: int, *, is_turned: bool) -> int:
    """Return *number*, negative for a pair that sat against its direction."""
    return -number if is_turned else number


def make_pair_keys(line_key: LineKey, winners: int) -> tuple[PairKey, PairKey]:
    """Return the keys of both pairs of a line.

    >>> make_pair_keys((7, 1, 6), 1), make_pair_keys((7, -6, -1), 2)
    (((None, 1), (None, 6)), (('EW', 6), ('NS', 1)))
    """
    _board_no, ns, ew = line_key
    if winners == 1:
        return (None, ns), (None, ew)
    ns_direction = "NS" if ns > 0 else "EW"
    ew_direction = "EW" if ew > 0 else "NS"
    return (ns_direction, abs(ns)), (ew_direction, abs(ew))


class LinePoints(NamedTuple):
    """The points of a line as written, or the percentages in their place."""

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
    rank: int | None


@dataclass(frozen=True, slots=True)
class OfficialPair:
    """The figures of a pair with their precision."""

    total: OfficialFigure | None
    percent: OfficialFigure | None
    rank: int | None

    def count_differences(self, our_standing: Standing | None) -> int:
        """Return the number of figures that differ from *our_standing*."""
        if our_standing is None:
            return 0
        has_other_percent = False
        if self.percent is not None and our_standing.percent is not None:
            has_other_percent = not self.percent.is_rounded_from(our_standing.percent)
        has_other_rank = self.rank is not None and self.rank != our_standing.rank
        return self.differs_in_total(our_standing) + has_other_percent + has_other_rank

    def differs_in_total(self, our_standing: Standing) -> bool:
        """Return whether the total is known and differs from that of *our_standing*."""
        return self.total is not None and not self.total.is_rounded_from(our_standing.total)

    @property
    def known_count(self) -> int:
        """The number of figures that are known."""
        return sum(figure is not None for figure in (self.total, self.percent, self.rank))


OfficialLineFigures = tuple[OfficialFigure | None, OfficialFigure | None]
"""The points of N-S and of E-W."""


@dataclass(frozen=True, slots=True)
class OfficialMatch:
    """The figures of a match with their precision, those of the lower number first."""

    points: OfficialLineFigures  # of the boards
    scores: OfficialLineFigures  # what counts; in a file without points they may be the points

    def is_matching(self, our_match: TeamMatch) -> bool:
        """Return whether all its figures are those of *our_match*, as far as both have them."""
        # If victory points were reported, nobody knows the points of the boards.
        has_points = any(self.points) and our_match.reported_unit != _VICTORY_POINTS
        if has_points and not self.has_matching_points(our_match):
            return False
        return self.has_matching_scores(our_match)

    def has_matching_scores(self, our_match: TeamMatch) -> bool:
        """Return whether the scores match ours. Without points they may be the points of boards."""
        if not any(self.scores) or _are_matching(self.scores, our_match.score):
            return True
        if any(self.points):
            return False
        return _are_match_points(self.scores, our_match)

    def has_matching_points(self, our_match: TeamMatch) -> bool:
        """Return whether the points of boards match ours."""
        return _are_match_points(self.points, our_match)


def _are_match_points(figures: OfficialLineFigures, our_match: TeamMatch) -> bool:
    """Return whether *figures* are the points of boards of *our_match*, in any of three forms.

    A match of 24 to 10 IMPs is printed as 14 and −14 (the margin of each side), as 24 and 10 (the
    IMPs won), or as 14 and 0 (the difference).
    """
    if _are_matching(figures, our_match.points):
        return True
    if our_match.imps_won is None:
        return False
    if _are_matching(figures, our_match.imps_won):
        return True
    first, second = figures
    if first is None or second is None:
        return False
    return first.value - second.value == our_match.points[0]


def _are_matching(figures: OfficialLineFigures, our_points: tuple[Points, Points]) -> bool:
    return all(
        figure is None or figure.is_rounded_from(points)
        for figure, points in zip(figures, our_points, strict=True)
    )


@dataclass(frozen=True, slots=True)
class MatchDifference:
    """A match with an official figure that differs from ours."""

    key: MatchKey
    official_match: OfficialMatch
    our_match: TeamMatch


@dataclass(frozen=True, slots=True)
class LineDifference:
    """A line whose official points differ from ours."""

    key: LineKey
    official_figures: OfficialLineFigures
    our_line: ScoredLine
    line_count: int  # lines of its board


@dataclass(frozen=True, slots=True)
class PairDifference:
    """A pair with an official figure that differs from ours."""

    key: PairKey
    official_pair: OfficialPair
    our_standing: Standing


@dataclass(frozen=True, slots=True)
class FigureDifferences:
    """All differences between official figures and ours."""

    pairs: tuple[PairDifference, ...]  # by direction and number
    lines: tuple[LineDifference, ...]  # by board
    matches: tuple[MatchDifference, ...] = ()  # by round

    def __len__(self) -> int:
        return len(self.pairs) + len(self.lines) + len(self.matches)


NO_DIFFERENCES = FigureDifferences((), ())


@dataclass(frozen=True, slots=True)
class OfficialFigures:
    """All official figures of a session."""

    pairs_by_key: Mapping[PairKey, OfficialPair]
    lines_by_key: Mapping[LineKey, OfficialLineFigures]
    # Of lines without points. Only methods with a top can compare them.
    percents_by_key: Mapping[LineKey, OfficialLineFigures] = field(default_factory=dict)
    # The round in the key is None if rounds don't matter.
    matches_by_key: Mapping[MatchKey, OfficialMatch] = field(default_factory=dict)

    @property
    def line_count(self) -> int:
        """The number of lines with any figure."""
        return len(self.lines_by_key) + len(self.percents_by_key)

    def count_incomparable_lines(self, ranking: Ranking) -> int:
        """Return the number of lines with a percentage that *ranking* has no top for."""
        if not self.percents_by_key or any(board.top for board in ranking.boards):
            return 0
        return len(self.percents_by_key)

    def compute_percent_points_by_key(self, ranking: Ranking) -> dict[LineKey, OfficialLineFigures]:
        """Return the official percentages as points, by the tops of *ranking*.

        A percentage that agrees with our points becomes exactly those.
        """
        points_by_key = {}
        for board in ranking.boards:
            if not board.top:
                continue
            top = Fraction(board.top)
            for scored_line in board.lines:
                key = make_line_key(board.board_no, scored_line.line)
                if key in self.percents_by_key:
                    ns_percent, ew_percent = self.percents_by_key[key]
                    ns_points = _convert_percent(ns_percent, scored_line.ns_points, top)
                    ew_points = _convert_percent(ew_percent, scored_line.ew_points, top)
                    points_by_key[key] = ns_points, ew_points
        return points_by_key

    def compute_differences(self, ranking: Ranking) -> FigureDifferences:
        """Return the differences of *ranking* from the official figures."""
        our_standings_by_key = _get_standings_by_key(ranking)
        pairs = []
        for key, official_pair in self.pairs_by_key.items():
            our_standing = our_standings_by_key.get(key)
            if our_standing and official_pair.count_differences(our_standing):
                pairs.append(PairDifference(key, official_pair, our_standing))
        return FigureDifferences(
            tuple(pairs),
            tuple(self.iter_line_differences(ranking)),
            tuple(self.iter_match_differences(ranking)),
        )

    def count_matching_matches(self, ranking: Ranking) -> int:
        """Return the number of official matches that *ranking* has with the same figures."""
        if not self.matches_by_key:
            return 0
        our_count = sum(make_match_key(match) in self.matches_by_key for match in ranking.matches)
        return our_count - len(list(self.iter_match_differences(ranking)))

    def iter_match_differences(self, ranking: Ranking) -> Iterable[MatchDifference]:
        """Yield the matches with another figure than *ranking* has."""
        if not self.matches_by_key:
            return
        for match in ranking.matches:
            key = make_match_key(match)
            official_match = self.matches_by_key.get(key)
            our_match = match.view_from_team(min(match.teams))
            if official_match and not official_match.is_matching(our_match):
                yield MatchDifference(key, official_match, our_match)

    def iter_line_differences(self, ranking: Ranking) -> Iterable[LineDifference]:
        """Yield the lines on which *ranking* differs."""
        official_lines_by_key = self.lines_by_key
        if self.percents_by_key:
            official_lines_by_key = {
                **self.lines_by_key,
                **self.compute_percent_points_by_key(ranking),
            }
        if not official_lines_by_key:
            return
        for board in ranking.boards:
            for scored_line in board.lines:
                key = make_line_key(board.board_no, scored_line.line)
                official_points = official_lines_by_key.get(key)
                if official_points and not has_matching_points(official_points, scored_line):
                    yield LineDifference(key, official_points, scored_line, len(board.lines))

    def has_other_totals(self, ranking: Ranking) -> bool:
        """Return whether the total of any pair differs from that of *ranking*."""
        our_standings_by_key = _get_standings_by_key(ranking)
        for key, official_pair in self.pairs_by_key.items():
            our_standing = our_standings_by_key.get(key)
            if our_standing and official_pair.differs_in_total(our_standing):
                return True
        return False

    def count_pair_differences(self, ranking: Ranking) -> int:
        """Return the number of pairs' figures in which *ranking* differs."""
        our_standings_by_key = _get_standings_by_key(ranking)
        return sum(
            official_pair.count_differences(our_standings_by_key.get(key))
            for key, official_pair in self.pairs_by_key.items()
        )


def make_match_key(match: TeamMatch) -> MatchKey:
    low, high = sorted(match.teams)
    return match.round_no, low, high


def _get_standings_by_key(ranking: Ranking) -> dict[PairKey, Standing]:
    return {(standing.direction, standing.contestant): standing for standing in ranking.standings}


def _convert_percent(
    percent: OfficialFigure | None, our_points: Points | None, top: Fraction
) -> OfficialFigure | None:
    """Return *percent* as points with two decimals, exactly ours if they agree with it."""
    if percent is None:
        return None
    if our_points is not None and percent.is_rounded_from(100 * Fraction(our_points) / top):
        return OfficialFigure(_round_half_up(Fraction(our_points), 2), 2)
    return OfficialFigure(_round_half_up(percent.value * top / 100, 2), 2)


def has_matching_points(official_points: OfficialLineFigures, scored_line: ScoredLine) -> bool:
    """Return whether the official points of both sides match ours."""
    ns_official, ew_official = official_points
    is_ns_matching = _is_matching_side(ns_official, scored_line.ns_points)
    return is_ns_matching and _is_matching_side(ew_official, scored_line.ew_points)


def make_official_figures(
    pairs: Iterable[PairFigures],
    lines: Iterable[LinePoints],
    matches: Mapping[MatchKey, SourceMatch] | None = None,
    *,
    has_matches: bool = False,
) -> OfficialFigures:
    """Return the figures of *pairs*, *lines* and *matches* with their reliable precision.

    Points without decimals get those of the other lines of their board, or else of the file. In a
    contest that *has_matches*, whole totals are exact.
    """
    pairs = _with_percentages_as_totals(list(pairs))
    lines_by_board = defaultdict(list)
    percent_lines = []
    for line in lines:
        if line.has_points:
            lines_by_board[line.key[0]].append(line)
        elif line.ns_percent is not None or line.ew_percent is not None:
            percent_lines.append(line)
    total_decimals = detect_printed_decimals(pair.total for pair in pairs)
    if has_matches:
        total_decimals = total_decimals or _DECIMALS_OF_SCORES
    percent_decimals = detect_printed_decimals(pair.percent for pair in pairs)
    point_decimals = detect_printed_decimals(
        points
        for board_lines in lines_by_board.values()
        for points in _iter_line_points(board_lines)
    )
    figures_by_line: dict[LineKey, OfficialLineFigures] = {}
    for board_lines in lines_by_board.values():
        figures_by_id = make_printed_figures_by_id(
            list(_iter_line_points(board_lines)), point_decimals
        )
        for line in board_lines:
            figures_by_line[line.key] = (
                figures_by_id[id(line.ns_points)],
                figures_by_id[id(line.ew_points)],
            )
    figures_by_pair: dict[PairKey, OfficialPair] = {}
    # Differences are listed in this order: N-S before E-W, then by number.
    for pair in sorted(pairs, key=lambda pair: (pair.direction == "EW", pair.number)):
        figures_by_pair[pair.direction, pair.number] = OfficialPair(
            make_printed_figure(pair.total, total_decimals),
            make_printed_figure(pair.percent, percent_decimals),
            pair.rank,
        )
    return OfficialFigures(
        figures_by_pair,
        figures_by_line,
        _make_percent_figures_by_line(percent_lines),
        _make_match_figures_by_key(matches or {}),
    )


def _with_percentages_as_totals(pairs: Sequence[PairFigures]) -> list[PairFigures]:
    """Return *pairs* with their percentages as totals if they have none and no maximum fits them.

    Some programs write the IMPs of a pair where matchpoints have a percentage.

    >>> [pair] = _with_percentages_as_totals([PairFigures(None, 1, None, Decimal("-15.6"), 8)])
    >>> pair.total, pair.percent
    (Decimal('-15.6'), None)
    """
    percentages = [pair.percent for pair in pairs if pair.percent is not None]
    has_totals = any(pair.total is not None for pair in pairs)
    if has_totals or all(0 <= percent <= _MAX_PERCENT for percent in percentages):
        return list(pairs)
    return [replace(pair, total=pair.percent, percent=None) for pair in pairs]


def _make_match_figures_by_key(
    matches: Mapping[MatchKey, SourceMatch],
) -> dict[MatchKey, OfficialMatch]:
    score_decimals = detect_printed_decimals(
        score for match in matches.values() for score in match.scores
    )
    min_decimals = score_decimals or _DECIMALS_OF_SCORES

    def make_both(figures: tuple[Decimal | None, Decimal | None]) -> OfficialLineFigures:
        first, second = figures
        return make_printed_figure(first, min_decimals), make_printed_figure(second, min_decimals)

    return {
        key: OfficialMatch(make_both(match.points), make_both(match.scores))
        for key, match in matches.items()
    }


def _make_percent_figures_by_line(
    lines: Sequence[LinePoints],
) -> dict[LineKey, OfficialLineFigures]:
    decimals = detect_printed_decimals(
        percent for line in lines for percent in (line.ns_percent, line.ew_percent)
    )
    return {
        line.key: (
            make_printed_figure(line.ns_percent, decimals),
            make_printed_figure(line.ew_percent, decimals),
        )
        for line in lines
    }


def fetch_official_figures(scoring_field: ScoringField) -> OfficialFigures:
    """Return the official figures stored with *scoring_field*. (Costs two queries.)"""
    sections_by_key = {section.pk: section for section in scoring_field.sections}
    totals = OfficialTotal.objects.filter(section__session=scoring_field.session)
    total_rows = totals.order_by("section", "pair_no").values_list(
        "section", "pair_no", "total", "percent", "place"
    )
    lines = OfficialLine.objects.filter(section__session=scoring_field.session)
    line_rows = lines.order_by("section", "board_no", "ns").values_list(
        "section", "board_no", "ns", "ew", "ns_points", "ew_points"
    )

    def get_pair_key(section_id: int, pair_no: int) -> PairKey:
        pair = scoring_field.get_field_number(sections_by_key[section_id], pair_no)
        direction = scoring_field.get_direction(pair) or None
        return direction, scoring_field.get_scoring_number(pair)

    def get_number(section_id: int, pair_no: int, side: str) -> int:
        direction, number = get_pair_key(section_id, pair_no)
        return _sign_number(number, is_turned=direction not in (None, side))

    def iter_pairs() -> Iterator[PairFigures]:
        for section_id, pair_no, total, percent, rank in total_rows.iterator():
            direction, number = get_pair_key(section_id, pair_no)
            yield PairFigures(
                direction,
                number,
                total=_parse_decimal(total),
                percent=_parse_decimal(percent),
                rank=rank,
            )

    def iter_lines() -> Iterator[LinePoints]:
        for section_id, board_no, ns, ew, ns_points, ew_points in line_rows.iterator():
            ns_number = get_number(section_id, ns, "NS")
            ew_number = get_number(section_id, ew, "EW")
            yield LinePoints(
                (board_no, ns_number, ew_number),
                ns_points=_parse_decimal(ns_points),
                ew_points=_parse_decimal(ew_points),
            )

    return make_official_figures(iter_pairs(), iter_lines())


def _iter_line_points(lines: Iterable[LinePoints]) -> Iterable[Decimal | None]:
    for line in lines:
        yield line.ns_points
        yield line.ew_points


def _is_matching_side(official_figure: OfficialFigure | None, our_points: Points | None) -> bool:
    return (
        official_figure is None or our_points is None or official_figure.is_rounded_from(our_points)
    )


# A file has few different figures, however many lines it has.
@lru_cache(maxsize=65_536)
def _parse_decimal(text: str) -> Decimal | None:
    if text:
        return Decimal(text)
    return None
