"""From scored boards to standings, for all methods of pairs.

A method whose boards have tops is ranked by percentage, any other method by total. This module adds
up points, treats boards sat out by the options of the event, puts own averages in the place of
artificial scores, and writes the notes on unusual lines. Points of boards are left to the methods,
tie-breaks to ``ties``, and penalties and other extras to ``ranking``.

A *share* is a percentage of the top of a board. An *own average* is that of a contestant's other
boards. *counted* boards have the points that count, *shown* boards those to print.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scoring.bridge.rulings import LineState
from scoring.display import format_for_note, make_board_notes, make_contestant_notes
from scoring.model import (
    Board,
    ContestantKey,
    Field,
    Line,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    Standing,
    Tally,
    get_line_contestants,
)
from scoring.option import Option, make_number_phrases
from scoring.totals.ranking import (
    ExtraPoints,
    FinalFigures,
    collect_extras_by_contestant,
    compute_excess_by_contestant,
    compute_mean_percents_by_contestant,
    count_session_boards,
    make_extra_notes,
    make_standings,
    make_tallies,
    round_points,
    with_moved_points,
)
from scoring.totals.ties import break_ties, make_tie_notes

SHARE_SIT_OUTS = Option(
    "sit_outs",
    "Pairs that played fewer boards",
    {
        "scaled": "as if they had played as many as others in their direction",
        "as-played": "as played, without missing boards",
        "sixty": "with 60 % of the top per board sat out",
        "average": "with 50 % of the top per board sat out",
        "scaled-to-session": "scaled to the boards of the whole session",
    },
    note="Ranked by percentage.",
)
PLUS_SIT_OUTS = Option(
    SHARE_SIT_OUTS.name,
    SHARE_SIT_OUTS.label,
    {
        "as-played": "as played, average (0) per board sat out",
        "scaled": SHARE_SIT_OUTS.phrases["scaled"],
        "sixty": "with average plus per board sat out",
        "scaled-to-session": SHARE_SIT_OUTS.phrases["scaled-to-session"],
    },
)
AVERAGE_PLUS = Option(
    "average_plus",
    "IMPs of an average plus",
    make_number_phrases(2, 3),
    note="For A60. Other artificial scores are in proportion; A50 scores 0.",
)

_SIT_OUT_SHARES = {"sixty": Fraction(60, 100), "average": Fraction(50, 100)}
_SIT_OUT_NOTES = {
    "scaled": "total scaled",
    "as-played": "total as played",
    "sixty": "60 % per board sat out",
    "average": "50 % per board sat out",
    "scaled-to-session": "total scaled to the session",
}
UNRANKED_MERIT = -(10**9)
"""The merit of a contestant without a percentage, below any that has one."""
MAX_UNCOMPARED_NAMED = 12
"""Results without the other table's that are named one by one. A longer list would bury the standings."""


@dataclass(frozen=True, slots=True)
class TotalsRules:
    """The rules by which an event makes totals."""

    sit_out_choice: str  # a choice of the option for boards sat out
    tie_choice: str  # a choice of the option for ties
    ranks_by_percent: bool  # whether boards have tops
    sit_out_plus: Points = 0  # without tops, the value of a board sat out at 60 %
    compares_results: bool = True  # results count against each other, so a lone result needs a note
    decimals: int = 2  # those of the method's points
    # Choices of three options of the ranking.
    total_choice: str = "points"
    percent_from: str = "exact-total"
    gain_cap: str = "none"
    even_score: Points = 0  # what either side has on an even board without a top


def rank_boards(
    method_key: str,
    field: Field,
    counted_boards: Sequence[ScoredBoard],
    rules: TotalsRules,
    notes: Iterable[str] = (),
    shown_boards: Sequence[ScoredBoard] | None = None,
) -> Ranking:
    """Return the ranking by the *counted_boards*, with the *shown_boards* to print if they differ.

    *notes* of the method come first; those on lines, sit-outs and adjustments follow.
    """
    # Without any ruling there is nothing to replace, add or note on lines.
    is_ruled = any(board.ruled_lines for board in field.boards)
    moved_boards = with_moved_points(counted_boards) if is_ruled else counted_boards
    tallies = make_tallies(field, moved_boards)
    if is_ruled and any(map(_list_lines_with_averages, counted_boards)):
        averages = compute_average_by_contestant(field, moved_boards, tallies)
        counted_boards = with_own_averages(field, counted_boards, averages)
        moved_boards = with_moved_points(counted_boards)
        tallies = make_tallies(field, moved_boards)
        if shown_boards is not None:
            shown_boards = with_own_averages(field, shown_boards, averages)
    if is_ruled and shown_boards is not None:
        shown_boards = with_moved_points(shown_boards)
    counted_boards = moved_boards
    has_extras = is_ruled or bool(field.credits)
    extras_by_key = collect_extras_by_contestant(field, counted_boards) if has_extras else {}
    results = _TotalsCalculator(field, counted_boards, tallies, rules, extras_by_key)
    figures_with_tie_breaks = break_ties(
        field,
        counted_boards,
        map(results.compute_figures, tallies),
        rules.tie_choice,
        rules.even_score,
    )
    standings = make_standings(figures_with_tie_breaks)

    all_notes = list(notes)
    if rules.compares_results:
        all_notes += make_lone_notes(field.boards, counted_boards, rules.decimals)
    if is_ruled:
        all_notes += make_line_notes(field)
    all_notes += _make_sit_out_notes(
        tallies, results.most_boards_by_direction, rules.sit_out_choice, field.contestant_noun
    )
    all_notes += make_tie_notes(field, figures_with_tie_breaks, rules.tie_choice)
    if has_extras:
        all_notes += make_extra_notes(field, rules.decimals)
    boards = tuple(counted_boards if shown_boards is None else shown_boards)
    return Ranking(method_key, boards, standings, tuple(all_notes), tallies=tallies)


class _TotalScale(NamedTuple):
    """How points become totals, for contestants who played the same number of boards."""

    factor: Points  # by which points are multiplied after *sit_out_points* are added
    sit_out_points: Points
    available_points: Points  # the points that were possible
    # How many percent a point is worth, as a numerator and a denominator. Points that could be
    # carried over count as available here.
    percent_per_point: tuple[int, int]


class _TotalsCalculator:
    """The final figures of each contestant, from the *tallies* of its boards."""

    def __init__(
        self,
        field: Field,
        counted: Sequence[ScoredBoard],
        tallies: Sequence[Tally],
        rules: TotalsRules,
        extras_by_key: Mapping[ContestantKey, ExtraPoints],
    ) -> None:
        self._field = field
        self._counted_boards = counted
        self._tallies = tallies
        self._rules = rules
        self._extras = extras_by_key
        self._carry_over_limit = field.max_carry_over
        self.most_boards_by_direction = _get_largest_by_direction(
            {(sums.direction, sums.board_count) for sums in tallies}
        )
        self._most_lines_by_direction = _get_largest_by_direction(
            {(sums.direction, sums.line_count) for sums in tallies}
        )
        self._cached_scales: dict[tuple[object, ...], _TotalScale] = {}
        self._session_boards = 0
        if rules.sit_out_choice == "scaled-to-session":
            self._session_boards = count_session_boards(tallies, field.winner_count)
        self._sit_out_points, self._sit_out_available = self._compute_sit_out_value()
        self._excess_by_contestant: dict[ContestantKey, Points] = {}
        if rules.gain_cap != "none":
            self._excess_by_contestant = compute_excess_by_contestant(
                field, counted, rules.gain_cap
            )
        self._mean_percent_by_contestant: dict[ContestantKey, Fraction] = {}
        if rules.total_choice == "mean-of-boards":
            self._mean_percent_by_contestant = self._compute_mean_percents_by_contestant()

    def _compute_sit_out_value(self) -> tuple[Points, Points]:
        """Return the points for a board sat out, and the points that were available on it."""
        rules = self._rules
        if not rules.ranks_by_percent:
            return (rules.sit_out_plus if rules.sit_out_choice == "sixty" else 0), 0
        share = _SIT_OUT_SHARES.get(rules.sit_out_choice)
        if share is None:
            return 0, 0
        top = max((board.top for board in self._counted_boards if board.top is not None), default=0)
        return share * top, top

    def _compute_mean_percents_by_contestant(self) -> dict[ContestantKey, Fraction]:
        boards_sat_out = {
            (boards_tally.direction, boards_tally.contestant): self._count_missed_boards(
                boards_tally
            )
            for boards_tally in self._tallies
        }
        share = _SIT_OUT_SHARES.get(self._rules.sit_out_choice)
        return compute_mean_percents_by_contestant(
            self._field, self._counted_boards, boards_sat_out, share
        )

    def _count_missed_boards(self, boards_tally: Tally) -> int:
        return self._most_lines_by_direction[boards_tally.direction] - boards_tally.line_count

    def compute_figures(self, boards_tally: Tally) -> FinalFigures:
        """Return the final figures of the contestant of *boards_tally*, without a place."""
        rules = self._rules
        key = (boards_tally.direction, boards_tally.contestant)
        scale = self._get_scale(boards_tally)
        points = boards_tally.point_sum
        if self._excess_by_contestant:
            points += self._excess_by_contestant.get(key, 0)
        if scale.sit_out_points:
            points += scale.sit_out_points
        if scale.factor != 1:
            points *= scale.factor
        if rules.percent_from == "rounded-total":
            points = round_points(points, 2)
        # Extras come last: they are neither scaled nor rounded.
        total = points
        if key in self._extras:
            total += self._extras[key].compute_points(
                scale.available_points, self._carry_over_limit
            )
        percent = None
        merit = total
        if rules.ranks_by_percent:
            merit = UNRANKED_MERIT
            if scale.available_points:
                percent_points = total
                if key in self._mean_percent_by_contestant:
                    mean_points = (
                        self._mean_percent_by_contestant[key]
                        * Fraction(scale.available_points)
                        / 100
                    )
                    percent_points = mean_points + total - points
                numerator, denominator = percent_points.as_integer_ratio()
                percent_per_point = scale.percent_per_point
                merit = percent = Fraction(
                    numerator * percent_per_point[0], denominator * percent_per_point[1]
                )
        direction, contestant = key
        return FinalFigures(
            contestant,
            direction,
            total=total,
            percent=percent,
            board_count=boards_tally.board_count,
            merit=merit,
        )

    def _get_scale(self, boards_tally: Tally) -> _TotalScale:
        """Return the scale of a contestant. Most have played as many boards as others."""
        key = (
            boards_tally.direction,
            boards_tally.board_count,
            boards_tally.line_count,
            boards_tally.available_points,
        )
        scale = self._cached_scales.get(key)
        if scale is None:
            scale = self._cached_scales[key] = self._make_scale(boards_tally)
        return scale

    def _make_scale(self, boards_tally: Tally) -> _TotalScale:
        boards_sat_out = self._count_missed_boards(boards_tally)
        available = boards_tally.available_points + boards_sat_out * self._sit_out_available
        full_boards = self._session_boards
        if self._rules.sit_out_choice == "scaled":
            full_boards = self.most_boards_by_direction[boards_tally.direction]
        factor: Points = 1
        if 0 < boards_tally.board_count < full_boards:
            factor = Fraction(full_boards, boards_tally.board_count)
        available *= factor
        all_available = available
        if any(self._carry_over_limit):
            all_available = self._carry_over_limit.compute_available(available)
        percent = Fraction(100) / all_available if all_available else Fraction(0)
        return _TotalScale(
            factor=factor,
            sit_out_points=boards_sat_out * self._sit_out_points,
            available_points=available,
            percent_per_point=percent.as_integer_ratio(),
        )


def make_lone_notes(
    boards: Iterable[Board], scored: Iterable[ScoredBoard], decimals: int = 2
) -> list[str]:
    """Return a sentence for each result without another to compare, with its points in *scored*.

    >>> from scoring.model import Line, ScoredLine
    >>> line = Line(1, 6, 420, group="b")
    >>> make_lone_notes([Board(7, (line, Line(2, 7)))], [ScoredBoard(7, 6, (ScoredLine(line, 3, 3),))])
    ['Board 7: 1 N-S against 6 E-W is the only score of group "b", with nothing to compare; \
N-S get 3 and E-W 3, of a top of 6.']
    """
    notes: list[tuple[int, str]] = []
    for board, scored_board in zip(boards, scored, strict=True):
        if 1 in board.size_by_group.values():
            for note in _make_lone_result_notes(board, scored_board, decimals):
                notes.append((board.board_no, note))
    return make_board_notes(notes)


def _make_lone_result_notes(board: Board, scored: ScoredBoard, decimals: int) -> Iterator[str]:
    sizes = board.size_by_group
    top = "" if scored.top is None else f", of a top of {format_for_note(scored.top, decimals)}"
    for scored_line in scored.lines:
        line = scored_line.line
        ns_points = scored_line.ns_points
        ew_points = scored_line.ew_points
        is_alone = line.is_scored and sizes[line.group] == 1
        if is_alone and ns_points is not None and ew_points is not None:
            ns_text = format_for_note(ns_points, decimals)
            ew_text = format_for_note(ew_points, decimals)
            points = f"N-S get {ns_text} and E-W {ew_text}{top}"
            if line.group:
                where = f' of group "{line.group}"'
            elif len(sizes) > 1:
                where = " outside the groups"
            else:
                where = ""
            yield f"{line.contestants_text} is the only score{where}, with nothing to compare; {points}."


def compute_average_by_contestant(
    field: Field, boards: Iterable[ScoredBoard], tallies: Iterable[Tally]
) -> dict[ContestantKey, Fraction]:
    """Return the average of each contestant with an own average, on its boards without one.

    It is a share of the tops from 0 to 1, or points for each board if boards have no tops. *tallies*
    are those of *boards*. Contestants without any other board are absent. Source: [LAWS2017] Law 12C2(c).
    """
    left_out_by_contestant: defaultdict[ContestantKey, list[tuple[Points, Points]]] = defaultdict(
        list
    )
    has_tops = True
    for board in boards:
        has_tops = board.top is not None
        for scored in _list_lines_with_averages(board):
            for key, points, is_own in _iter_sides(field, scored):
                if points is not None and is_own:
                    available = 1 if board.top is None else board.top
                    left_out_by_contestant[key].append((points, available))
    average_by_contestant = {}
    for tally in tallies:
        key = (tally.direction, tally.contestant)
        if key not in left_out_by_contestant:
            continue
        points_left_out, available_left_out = map(
            sum, zip(*left_out_by_contestant[key], strict=True)
        )
        available = tally.available_points if has_tops else tally.board_count
        available -= available_left_out
        if available:
            average_by_contestant[key] = Fraction(tally.point_sum - points_left_out) / available
    return average_by_contestant


def with_own_averages(
    field: Field,
    boards: Iterable[ScoredBoard],
    average_by_contestant: dict[ContestantKey, Fraction],
) -> list[ScoredBoard]:
    """Return *boards* with own averages in the place of artificial scores that depend on them.

    A share above 50 is replaced by a higher average, a share below 50 by a lower one.
    """
    return [
        replace(
            board,
            lines=tuple(
                _apply_own_averages(field, board.top, scored, average_by_contestant)
                for scored in board.lines
            ),
        )
        for board in boards
    ]


def _has_own_average(line: Line) -> bool:
    return line.artificial is not None and line.artificial.has_own_average


def _list_lines_with_averages(board: ScoredBoard) -> list[ScoredLine]:
    """Return the lines of *board* with an own average of either side."""
    return [scored for scored in board.lines if _has_own_average(scored.line)]


def _iter_sides(
    field: Field, scored: ScoredLine
) -> Iterator[tuple[ContestantKey, Points | None, bool]]:
    """Yield contestant and points of both sides, and whether an own average is asked for."""
    ns, ew = get_line_contestants(field, scored.line)
    artificial = scored.line.artificial
    yield ns, scored.ns_points, artificial is not None and artificial.has_ns_own_average
    yield ew, scored.ew_points, artificial is not None and artificial.has_ew_own_average


def _apply_own_averages(
    field: Field,
    top: Points | None,
    scored: ScoredLine,
    average_by_contestant: dict[ContestantKey, Fraction],
) -> ScoredLine:
    artificial = scored.line.artificial
    if artificial is None:
        return scored
    side_points = []
    shares = (artificial.ns, artificial.ew)
    for (key, points, is_own), share in zip(_iter_sides(field, scored), shares, strict=True):
        # A contestant without any other board has no average and keeps the share.
        if not is_own or points is None or share is None or key not in average_by_contestant:
            side_points.append(points)
            continue
        average_points = average_by_contestant[key] * (1 if top is None else top)
        if share > 50:
            side_points.append(max(points, average_points))
        else:
            side_points.append(min(points, average_points))
    ns_points, ew_points = side_points
    return scored._replace(ns_points=ns_points, ew_points=ew_points)


def _get_largest_by_direction(figures: Collection[tuple[str | None, int]]) -> dict[str | None, int]:
    """Return the largest of the *figures* of each direction."""
    # In order the largest is the last, and stays.
    return dict(sorted(figures))


def _make_sit_out_notes(
    tallies: Sequence[Tally],
    most_boards: Mapping[str | None, int],
    sit_out_choice: str,
    contestant_noun: str,
) -> list[str]:
    """Return a sentence for contestants with fewer than the *most_boards* in their direction."""
    notes = []
    short_tallies = [sums for sums in tallies if sums.board_count < most_boards[sums.direction]]
    for boards_tally in sorted(
        short_tallies,
        key=lambda boards_tally: (boards_tally.direction == "EW", boards_tally.contestant),
    ):
        most_of_direction = most_boards[boards_tally.direction]
        note = f"{boards_tally.board_count} of {most_of_direction} boards, {_SIT_OUT_NOTES[sit_out_choice]}."
        notes.append((boards_tally.direction, boards_tally.contestant, note))
    return make_contestant_notes(notes, contestant_noun)


def make_other_table_notes(field: Field) -> list[str]:
    """Return a sentence for each result in *field* that the other table of the match lacks.

    More than ``MAX_UNCOMPARED_NAMED`` results are only counted.
    """
    notes = []
    for board in field.boards:
        pairs = {(line.ns, line.ew) for line in board.lines}
        for line in board.lines:
            if line.is_scored and (line.ew, line.ns) not in pairs:
                note = (
                    f"{line.ns} N-S against {line.ew} E-W has no result to compare yet, "
                    f"so it doesn’t count."
                )
                notes.append((board.board_no, note))
    if len(notes) > MAX_UNCOMPARED_NAMED:
        return [f"{len(notes)} results have no result to compare yet, so they don’t count."]
    return make_board_notes(notes)


def make_line_notes(field: Field) -> list[str]:
    """Return a sentence for each line of *field* with a ruling, or without play."""
    notes = []
    for board in field.boards:
        for line in board.ruled_lines:
            if line.state is None and line.assigned is None:
                continue
            note = _make_ruling_note(line)
            if note:
                notes.append(f"Board {board.board_no}: {line.contestants_text} {note}.")
    return notes


def _make_ruling_note(line: Line) -> str:
    if line.assigned is not None:
        if line.assigned.is_split:
            return "has a split score"
        if len(line.assigned.ns) > 1:
            return "has a weighted score"
        return "has an assigned score"
    if line.state is LineState.TO_BE_PLAYED:
        return "hasn’t been played yet; places are provisional"
    if line.state is LineState.NOT_PLAYED:
        return f"wasn’t played: {line.reason}"
    return ""


def rank_members(
    standings: Iterable[Standing], members: Iterable[tuple[str | None, int]]
) -> tuple[Standing, ...]:
    """Return the places among *members* alone, for a stratum, a section or a class.

    *members* are directions and numbers. Ties stay ties; totals and percentages are those of the
    whole field.

    >>> first, second, third = (Standing(n, None, Fraction(9 - n), None, n, False, 4) for n in (1, 2, 3))
    >>> standings = rank_members([first, second, third], [(None, 3), (None, 2)])
    >>> [(standing.contestant, standing.rank_text) for standing in standings]
    [(2, '1'), (3, '2')]
    """
    member_keys = set(members)
    results = []
    for standing in standings:
        if (standing.direction, standing.contestant) in member_keys:
            results.append(
                FinalFigures(
                    contestant=standing.contestant,
                    direction=standing.direction,
                    total=standing.total,
                    percent=standing.percent,
                    board_count=standing.board_count,
                    merit=-standing.rank,
                )
            )
    return make_standings(results)


def make_group_notes(field: Field) -> list[str]:
    """Return a sentence for each board of *field* whose lines are compared in groups."""
    notes = []
    for board in field.boards:
        groups = len(board.size_by_group)
        if groups > 1:
            notes.append((board.board_no, f"{groups} groups, each compared separately."))
    return make_board_notes(notes)
