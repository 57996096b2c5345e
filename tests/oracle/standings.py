"""Totals, percentages and ranks from rows of points, by a second and plainer calculation.

A *row* is one side of one line. Every figure is looked up again in all rows, and ranks are counted
instead of sorted, so that this shares no mistake with ``totals.standings``. Tie-breaks are compared as
lists of figures: the first figure that differs decides.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from scoring.bridge.rulings import CARRY_OVER
from scoring.elimination import Elimination, Knockout
from scoring.model import (
    ContestantNo,
    DueMatch,
    Field,
    Points,
)
from tests.oracle import definitions as by_definition
from tests.oracle.definitions import Options, PointsOfSides

MATCH_TIE_BREAKS = (
    "ebu",
    "cbai",
    "own-match",
    "opponents",
    "buchholz-cut",
    "magic",
    "quotient",
    "margin",
    "wins",
)
"""The tie-breaks that look at matches."""


def needs_matches(rule: str) -> bool:
    """Return whether any tie-break in *rule*, a list with commas, looks at matches."""
    return any(name in MATCH_TIE_BREAKS for name in rule.split(","))


_Figures: TypeAlias = list[tuple[Points, ...]]


class ContestantMatch(NamedTuple):
    """A finished match of one contestant."""

    opponent: int
    score: Fraction
    other_score: Fraction
    margin: Fraction  # its points minus the opponent's
    length: Fraction = Fraction(1)  # 1, or ½ for a half match


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """The matches of each contestant, its points won and lost, and its boards above average."""

    matches_by_contestant: Mapping[int, Sequence[ContestantMatch]]
    swings_by_contestant: Mapping[int, tuple[Fraction, Fraction]]
    boards_won_by_contestant: Mapping[int, int]


def sum_won_and_lost(points: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the sums of the positive and of the negative *points*, both without sign."""
    won = lost = Fraction(0)
    for figure in points:
        won += max(figure, Fraction(0))
        lost += max(-figure, Fraction(0))
    return won, lost


def compute_tie_break_figures(
    match_figures: MatchFigures,
    rule: str,
    total_by_contestant: Mapping[int, Fraction],
    *,
    tied_contestants: Sequence[int],
    contestant: ContestantNo,
) -> _Figures:
    """Return the figures of *contestant* by the tie-break *rule*, among *tied_contestants*."""
    own_matches = match_figures.matches_by_contestant[contestant]
    opponent_totals = [total_by_contestant[match.opponent] for match in own_matches]
    won, lost = match_figures.swings_by_contestant[contestant]
    # Without points lost there is no quotient. That is better than any, and the points won decide.
    quotient: tuple[Points, ...] = (0, won / lost) if lost else (1, won)
    own_figures = _compute_figures_among_tied(match_figures, tied_contestants, contestant)
    margin = sum((match.margin for match in own_matches), Fraction(0))
    max_matches = max(len(match_figures.matches_by_contestant[other]) for other in tied_contestants)
    # Buchholz drops the weakest opponent, but a contestant with fewer matches has one less already.
    dropped_total = Fraction(0)
    if len(opponent_totals) == max_matches:
        dropped_total = min(opponent_totals, default=Fraction(0))
    mean = Fraction(0)
    if opponent_totals:
        mean = sum(opponent_totals) / Fraction(len(opponent_totals))
    figures_by_rule: dict[str, _Figures] = {
        "ebu": [
            *own_figures,
            (sum(opponent_totals),),
            (margin,),
            (match_figures.boards_won_by_contestant[contestant],),
        ],
        "cbai": [
            *own_figures,
            quotient,
            _list_common_scores(match_figures, total_by_contestant, tied_contestants, contestant),
        ],
        "own-match": own_figures,
        "opponents": [(sum(opponent_totals),)],
        "buchholz-cut": [(sum(opponent_totals) - dropped_total,)],
        "magic": [(mean,), quotient],
        "quotient": [quotient],
        "margin": [(margin,)],
        "wins": [(sum(match.score > match.other_score for match in own_matches),)],
    }
    return figures_by_rule[rule]


def _compute_figures_among_tied(
    match_figures: MatchFigures, tied_contestants: Sequence[int], contestant: int
) -> _Figures:
    """Return the score and the margin of matches among *tied_contestants*, 0 unless all have met."""
    have_all_met = all(
        _get_opponents(match_figures, other) >= set(tied_contestants) - {other}
        for other in tied_contestants
    )
    own_matches: list[ContestantMatch] = []
    if have_all_met:
        own_matches = [
            match
            for match in match_figures.matches_by_contestant[contestant]
            if match.opponent in tied_contestants
        ]
    score = sum((match.score for match in own_matches), Fraction(0))
    margin = sum((match.margin for match in own_matches), Fraction(0))
    return [(score,), (margin,)]


def _list_common_scores(
    match_figures: MatchFigures,
    total_by_contestant: Mapping[int, Fraction],
    tied_contestants: Sequence[int],
    contestant: int,
) -> tuple[Points, ...]:
    """Return the scores against opponents that all *tied_contestants* have met, the best one first."""
    common_opponents = set.intersection(
        *(_get_opponents(match_figures, other) for other in tied_contestants)
    ) - set(tied_contestants)
    scores = []
    for opponent in sorted(
        common_opponents, key=lambda number: (-total_by_contestant[number], number)
    ):
        scores.append(
            sum(
                match.score
                for match in match_figures.matches_by_contestant[contestant]
                if match.opponent == opponent
            )
        )
    return tuple(scores)


def _get_opponents(match_figures: MatchFigures, contestant: int) -> set[int]:
    return {match.opponent for match in match_figures.matches_by_contestant[contestant]}


Contestant: TypeAlias = tuple[str | None, int]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]
"""Total, percentage, rank, and whether the rank is shared."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One side of one line: contestant, opponents and points."""

    board_index: int
    contestant: Contestant
    rival: Contestant
    points: Fraction | None
    rival_points: Fraction | None
    top: Fraction | None
    artificial_percentage: Fraction | None  # that of an artificial score
    depends_on_average: bool  # whether an artificial score depends on the contestant's own average
    adjustment_points: Fraction  # the adjustments of the line
    section: str
    point_shift: Fraction = Fraction(0)  # the points moved by hand


@dataclass(frozen=True)
class FieldRows:
    """All rows of a field, and the rules by which they are added up."""

    rows: tuple[FieldRow, ...]
    field: Field
    options: Options
    ranks_by_percentage: bool
    # In contests of matches, where points aren't added up from rows: the total and the number of
    # boards of each team.
    totals_by_team: Mapping[int, tuple[Fraction, int]] | None = None
    match_figures: MatchFigures | None = None  # break the ties of teams

    @cached_property
    def rows_by_contestant(self) -> dict[Contestant, list[FieldRow]]:
        rows: dict[Contestant, list[FieldRow]] = {}
        for row in self.rows:
            rows.setdefault(row.contestant, []).append(row)
        # A team that has only had a bye has no row.
        for number in self.totals_by_team or ():
            rows.setdefault((None, number), [])
        return rows

    @cached_property
    def max_boards_by_group(self) -> dict[tuple[str | None, str], tuple[int, int]]:
        """The most boards of a contestant with a line, and with points, by direction and section."""
        max_boards: dict[tuple[str | None, str], tuple[int, int]] = {}
        for contestant in self.rows_by_contestant:
            direction, _number = contestant
            key = (direction, self.get_section(contestant))
            line_boards, played_boards = max_boards.get(key, (0, 0))
            max_boards[key] = (
                max(line_boards, self.count_boards(contestant)),
                max(played_boards, len(self.list_played_rows(contestant))),
            )
        return max_boards

    def get_rows(self, contestant: Contestant) -> list[FieldRow]:
        return self.rows_by_contestant[contestant]

    def count_boards(self, contestant: Contestant) -> int:
        """Return the number of boards on which *contestant* has a line."""
        # A contestant can have two lines on a board if it wasn't due on one of them.
        return len({row.board_index for row in self.get_rows(contestant)})

    def list_contestants(self, direction: str | None) -> list[Contestant]:
        return sorted(
            (key for key in self.rows_by_contestant if key[0] == direction), key=lambda key: key[1]
        )

    def list_played_rows(self, contestant: Contestant) -> list[FieldRow]:
        return [row for row in self.get_rows(contestant) if row.points is not None]

    def get_section(self, contestant: Contestant) -> str:
        """Return the section in which *contestant* is compared, or "" if all are compared together."""
        if self.options.get("compare") == "section":
            return self.get_rows(contestant)[0].section
        return ""

    def get_tops(self, contestant: Contestant) -> list[Fraction]:
        return self._tops_by_section[self.get_section(contestant)]

    @cached_property
    def _tops_by_section(self) -> dict[str, list[Fraction]]:
        tops: dict[str, list[Fraction]] = {}
        for contestant in self.rows_by_contestant:
            tops.setdefault(self.get_section(contestant), []).extend(
                row.top for row in self.get_rows(contestant) if row.top is not None
            )
        return tops


def sum_points(points: Iterable[Fraction | None]) -> Fraction:
    """Add up *points*. Missing points count 0."""
    return sum((Fraction(value or 0) for value in points), Fraction(0))


def compute_figures_by_contestant(field_rows: FieldRows) -> dict[Contestant, Figures]:
    """Return the figures of all contestants in *field_rows*. Each direction is ranked separately."""
    standings: dict[Contestant, Figures] = {}
    for direction in (None, "NS", "EW"):
        figures = {
            contestant: _compute_figures(field_rows, contestant)
            for contestant in field_rows.list_contestants(direction)
        }
        contestants_by_merit: dict[tuple[bool, Fraction], list[Contestant]] = {}
        for contestant, total_and_percent in figures.items():
            contestants_by_merit.setdefault(_get_merit(field_rows, total_and_percent), []).append(
                contestant
            )
        for merit, tied_contestants in contestants_by_merit.items():
            count_ahead = sum(
                len(others) for other, others in contestants_by_merit.items() if other > merit
            )
            tie_breaks = {
                contestant: _compute_tie_break(field_rows, contestant, tied_contestants)
                for contestant in tied_contestants
            }
            for contestant in tied_contestants:
                tie_break = tie_breaks[contestant]
                rank = 1 + count_ahead + sum(other > tie_break for other in tie_breaks.values())
                is_shared = list(tie_breaks.values()).count(tie_break) > 1
                standings[contestant] = (*figures[contestant], rank, is_shared)
    return standings


def _get_merit(
    field_rows: FieldRows, figures: tuple[Fraction, Fraction | None]
) -> tuple[bool, Fraction]:
    total, percentage = figures
    if not field_rows.ranks_by_percentage:
        return True, total
    return percentage is not None, percentage or Fraction(0)


def _compute_figures(
    field_rows: FieldRows, contestant: Contestant
) -> tuple[Fraction, Fraction | None]:
    """Return total and percentage of *contestant*."""
    if field_rows.totals_by_team is not None:
        return _compute_team_figures(field_rows, contestant)
    played_rows = field_rows.list_played_rows(contestant)
    total = sum_points(row.points for row in played_rows)
    total -= _sum_gain_beyond_cap(played_rows, field_rows.options.get("round_gain_cap", "none"))
    total, available_points = _compute_with_sit_outs(
        field_rows, contestant, total, sum_points(row.top for row in played_rows)
    )
    if field_rows.options.get("percent_from") == "rounded-total":
        total = by_definition.round_to_nearest(total, Fraction(1, 100))
    if field_rows.options.get("rounding") == "session":
        total = _round_to_whole_average(total, contestant[0])
    # Adjustments and credits are neither scaled nor rounded.
    extra_points = sum_points(
        row.adjustment_points for row in field_rows.get_rows(contestant)
    ) + _sum_credits(field_rows.field, contestant, available_points)
    if not field_rows.ranks_by_percentage or not available_points:
        return total + extra_points, None
    board_total = total
    if field_rows.options.get("total") == "mean-of-boards":
        board_total = _compute_mean_percentage(field_rows, contestant) * available_points / 100
    max_points = available_points + compute_max_carry_over(field_rows.field, available_points)
    return total + extra_points, (board_total + extra_points) * 100 / max_points


def _compute_team_figures(
    field_rows: FieldRows, contestant: Contestant
) -> tuple[Fraction, Fraction | None]:
    total, board_count = (field_rows.totals_by_team or {})[contestant[1]]
    # The top isn't read from the boards: there are none if all matches were reported without them.
    top = Fraction(field_rows.options.get("win", 0))
    available_points = top * board_count
    total += _sum_credits(field_rows.field, contestant, available_points)
    if field_rows.match_figures:
        total += _sum_average_byes(field_rows.field, field_rows.match_figures, contestant[1])
    if not field_rows.ranks_by_percentage or not available_points:
        return total, None
    max_points = available_points + compute_max_carry_over(field_rows.field, available_points)
    return total, total * 100 / max_points


def _count_missed_boards(field_rows: FieldRows, contestant: Contestant) -> int:
    most_boards, _most_played = field_rows.max_boards_by_group[
        contestant[0], field_rows.get_section(contestant)
    ]
    return most_boards - field_rows.count_boards(contestant)


def _compute_with_sit_outs(
    field_rows: FieldRows, contestant: Contestant, total: Fraction, available_points: Fraction
) -> tuple[Fraction, Fraction]:
    """Return *total* and *available_points*, each with the boards that *contestant* sat out."""
    sit_out_count = _count_missed_boards(field_rows, contestant)
    played_count = len(field_rows.list_played_rows(contestant))
    rule = field_rows.options.get("sit_outs", "as-played")
    if rule in ("sixty", "average") and field_rows.ranks_by_percentage:
        top = max(field_rows.get_tops(contestant), default=Fraction(0))
        percentage = Fraction(60) if rule == "sixty" else Fraction(50)
        return (
            total + sit_out_count * top * percentage / 100,
            available_points + sit_out_count * top,
        )
    if rule == "sixty":
        sit_out_imps = _compute_sit_out_imps(field_rows, contestant)
        return total + sit_out_count * sit_out_imps, available_points
    if rule in ("scaled", "scaled-to-session") and played_count:
        if rule == "scaled":
            _most_boards, due_boards = field_rows.max_boards_by_group[
                contestant[0], field_rows.get_section(contestant)
            ]
        else:
            due_boards = max(
                _count_session_boards(field_rows, field_rows.get_section(contestant)), played_count
            )
        return total / played_count * due_boards, available_points / played_count * due_boards
    return total, available_points


def _sum_gain_beyond_cap(played_rows: list[FieldRow], cap: str) -> Fraction:
    """Return the points gained beyond the *cap* of a round, added up over all opponents."""
    excess_points = Fraction(0)
    if cap == "none":
        return excess_points
    for rival in {row.rival for row in played_rows}:
        gain = sum_points(row.points for row in played_rows if row.rival == rival)
        excess_points += max(gain - int(cap), Fraction(0))
    return excess_points


def _compute_mean_percentage(field_rows: FieldRows, contestant: Contestant) -> Fraction:
    """Return the mean of the board percentages of *contestant*, with boards sat out if they count."""
    percentages = [
        row.points * 100 / row.top
        for row in field_rows.list_played_rows(contestant)
        if row.points is not None and row.top
    ]
    sit_out_percentage = {"sixty": 60, "average": 50}.get(field_rows.options["sit_outs"])
    if sit_out_percentage is not None:
        percentages += [Fraction(sit_out_percentage)] * _count_missed_boards(field_rows, contestant)
    return sum(percentages, Fraction(0)) / len(percentages)


def _count_session_boards(field_rows: FieldRows, section: str) -> int:
    """Return the number of boards for a contestant who never sat out."""
    contestants = [
        contestant
        for contestant in field_rows.rows_by_contestant
        if field_rows.get_section(contestant) == section
    ]
    board_count = max(len(field_rows.list_played_rows(contestant)) for contestant in contestants)
    if field_rows.field.winner_count == 1:
        table_count = len(contestants) // 2
    else:
        table_count = min(
            len([contestant for contestant in contestants if contestant[0] == side])
            for side in ("NS", "EW")
        )
    # Two contestants share each line.
    line_count = sum(field_rows.count_boards(contestant) for contestant in contestants) // 2
    # More lines than the tables could have: everybody sat out, so the session had more boards.
    while table_count and board_count * table_count < line_count:
        board_count += 1
    return board_count


def _round_to_whole_average(total: Fraction, direction: str | None) -> Fraction:
    """Return *total* relative to a whole average. Halves are rounded up for N-S, down for E-W."""
    if direction == "EW":
        return Fraction(-ceil(-total - Fraction(1, 2)))
    return Fraction(-floor(-total + Fraction(1, 2)))


def _sum_credits(field: Field, contestant: Contestant, board_points: Fraction) -> Fraction:
    total = Fraction(0)
    for credit in field.credits:
        if (credit.direction, credit.contestant) == contestant:
            if credit.unit != "%":
                total += credit.amount
            elif credit.kind == "carry-over":
                # Carry-over is a percentage of the boards alone.
                total += credit.amount * board_points / 100
            else:
                available_points = board_points + compute_max_carry_over(field, board_points)
                total += credit.amount * available_points / 100
    return total


def _sum_average_byes(field: Field, match_figures: MatchFigures, contestant: int) -> Fraction:
    """Return the points by which byes are worth more than their amounts.

    They are worth the average of the contestant's own matches.
    """
    own_matches = match_figures.matches_by_contestant.get(contestant, ())
    length = sum((match.length for match in own_matches), Fraction(0))
    if not length:
        return Fraction(0)
    average = sum((match.score for match in own_matches), Fraction(0)) / length
    return sum(
        (
            average - credit.amount
            for credit in field.credits
            if credit.contestant == contestant and credit.is_match_average
        ),
        Fraction(0),
    )


def compute_max_carry_over(field: Field, available_points: Fraction) -> Fraction:
    """Return the most points that could be carried over to boards worth *available_points*."""
    if field.carry_over_limit is not None:
        return (
            field.carry_over_limit.points + field.carry_over_limit.percent * available_points / 100
        )
    percentages = [Fraction(0)]
    points = [Fraction(0)]
    for credit in field.credits:
        if credit.kind == "carry-over" and credit.max_amount != 0:
            amounts = percentages if credit.unit == "%" else points
            amounts.append(credit.amount)
            if credit.max_amount is not None:
                amounts.append(credit.max_amount)
    return max(points) + max(percentages) * available_points / 100


def _compute_tie_break(
    field_rows: FieldRows, contestant: Contestant, tied_contestants: list[Contestant]
) -> list[tuple[Points, ...]]:
    """Return the figures of *contestant* by all tie-breaks in use, in order."""
    rule = field_rows.options.get("ties", "split")
    total_by_contestant: dict[int, Fraction] = {}
    if needs_matches(rule):
        total_by_contestant = {
            key[1]: _compute_figures(field_rows, key)[0]
            for key in field_rows.list_contestants(None)
        }
    figures: list[tuple[Points, ...]] = []
    for name in rule.split(","):
        if field_rows.match_figures and needs_matches(name):
            numbers = [other[1] for other in tied_contestants]
            figures += compute_tie_break_figures(
                field_rows.match_figures,
                name,
                total_by_contestant,
                tied_contestants=numbers,
                contestant=contestant[1],
            )
        else:
            figures.append(
                (_compute_board_tie_break(field_rows, name, contestant, tied_contestants),)
            )
    return figures


def _compute_board_tie_break(
    field_rows: FieldRows, rule: str, contestant: Contestant, tied_contestants: list[Contestant]
) -> Fraction:
    if rule == "boards-won":
        # A board without a top is won with more than half of the 13 tricks, or with more than 0 points.
        default_top = 13 if field_rows.options.get("unit") == "tricks" else 0
        won_count = 0
        for row in field_rows.list_played_rows(contestant):
            top = default_top if row.top is None else row.top
            if (row.points or 0) > Fraction(top) / 2:
                won_count += 1
        return Fraction(won_count)
    if rule != "head-to-head":
        return Fraction(0)
    # Boards against each other decide only if all of them have met.
    if not all(
        _has_met(field_rows, first, second) for first, second in permutations(tied_contestants, 2)
    ):
        return Fraction(0)
    mutual_rows = [
        row
        for row in field_rows.list_played_rows(contestant)
        if row.rival in tied_contestants and row.rival_points is not None
    ]
    return sum_points(row.points for row in mutual_rows) - sum_points(
        row.rival_points for row in mutual_rows
    )


def _has_met(field_rows: FieldRows, contestant: Contestant, other: Contestant) -> bool:
    return any(
        row.rival == other and row.rival_points is not None
        for row in field_rows.list_played_rows(contestant)
    )


def _compute_sit_out_imps(field_rows: FieldRows, contestant: Contestant) -> Fraction:
    """Return the IMPs of a board sat out at average plus."""
    sit_out_imps = Fraction(field_rows.options.get("average_plus", 0))
    if field_rows.options.get("sit_out_imps", "average-plus") != "average-plus":
        sit_out_imps = Fraction(field_rows.options["sit_out_imps"])
    # Sums that aren't divided grow with the number of results.
    if field_rows.options.get("divisor") == "none":
        section = field_rows.get_section(contestant)
        result_counts = [
            len([line for line in board.lines if by_definition.has_score(line)])
            for board in field_rows.field.boards
            if not section or board.section == section
        ]
        sit_out_imps *= max(result_counts)
    return sit_out_imps


# In a knock-out ranks are counted by who came further, and scores of matches are added up again.


PointsByBoard = tuple[tuple[PointsOfSides | None, ...], ...]


def rank_knockout(
    knockout: Knockout, figures_by_contestant: Mapping[Contestant, Figures]
) -> dict[Contestant, Figures]:
    """Return the figures of all contestants in *knockout*, ranked by who came further."""
    rounds_left = {
        elimination.contestant: elimination.rounds_left for elimination in knockout.eliminations
    }
    ranked_figures: dict[Contestant, Figures] = {}
    for number in knockout.all_contestants:
        ahead_count = 0
        equal_count = 0
        for other in knockout.all_contestants:
            if _has_come_further(knockout, rounds_left, other, number):
                ahead_count += 1
            elif not _has_come_further(knockout, rounds_left, number, other):
                equal_count += 1
        total, percent, *_rank = figures_by_contestant.get((None, number), (Fraction(0), None))
        # Each contestant is equal to itself.
        ranked_figures[None, number] = total, percent, 1 + ahead_count, equal_count > 1
    return ranked_figures


def _has_come_further(
    knockout: Knockout, rounds_left: Mapping[int, int], number: int, other: int
) -> bool:
    """Return whether *number* came further than *other*."""
    if number in rounds_left or other in rounds_left:
        return other in rounds_left and rounds_left.get(number, -1) < rounds_left[other]
    return number in knockout.winners and other not in knockout.winners


def iter_knockout_differences(field: Field, points_by_board: PointsByBoard) -> Iterator[str]:
    """Yield a sentence for each knock-out match whose score contradicts its winner.

    Matches with rulings on points are left out, and matches decided by something else than the score.
    """
    if field.knockout is None:
        return
    for elimination in (*field.knockout.eliminations, *field.knockout.first_losses):
        if elimination.decision_text:
            continue
        margin = _compute_loser_margin(field, points_by_board, elimination)
        if margin is not None and margin >= 0:
            is_out = elimination in field.knockout.eliminations
            outcome = (
                f"put {elimination.contestant} out" if is_out else f"beat {elimination.contestant}"
            )
            match = f"Round {elimination.round_no}: {elimination.winner} {outcome} by its score"
            yield f"{match}, but didn’t make more by the other calculation."


def _compute_loser_margin(
    field: Field, points_by_board: PointsByBoard, elimination: Elimination
) -> Fraction | None:
    """Return the loser's margin over the winner, or None if there are rulings on points."""
    match = _find_due_match(field, elimination)
    if match and match.credits:
        return None
    if match and match.reported_result:
        result = match.reported_result
        margin = Fraction(result.home) - Fraction(result.away)
        if match.away == elimination.contestant:
            margin = -margin
        return _compute_margin_with_carry_over(field, elimination, margin)
    teams = {elimination.contestant, elimination.winner}
    margin = Fraction(0)
    for board, board_points in zip(field.boards, points_by_board, strict=True):
        if board.round_no not in (None, elimination.round_no):
            continue
        for line, points in zip(board.lines, board_points, strict=True):
            if {line.ns, line.ew} != teams:
                continue
            if line.adjustments:
                return None
            ns, ew = points or (None, None)
            ns_margin = Fraction(ns or 0) - Fraction(ew or 0)
            margin += ns_margin if line.ns == elimination.contestant else -ns_margin
    # The IMPs of a board were added four times: on the lines of both tables, as won by one side and
    # as lost by the other.
    return _compute_margin_with_carry_over(field, elimination, margin / 4)


def _find_due_match(field: Field, elimination: Elimination) -> DueMatch | None:
    teams = {elimination.contestant, elimination.winner}
    for match in field.matches:
        if match.round_no in (None, elimination.round_no) and {match.home, match.away} == teams:
            return match
    return None


def _compute_margin_with_carry_over(
    field: Field, elimination: Elimination, margin: Fraction
) -> Fraction:
    """Return *margin* with the IMPs carried over by either team, which count in its first match."""
    for team, sign in ((elimination.contestant, 1), (elimination.winner, -1)):
        rounds = [
            match.round_no or 0 for match in field.matches if team in (match.home, match.away)
        ]
        if min(rounds, default=elimination.round_no) != elimination.round_no:
            continue
        for credit in field.credits:
            is_carry_over = credit.kind == CARRY_OVER and credit.unit == "imp"
            if is_carry_over and credit.contestant == team:
                margin += sign * credit.amount
    return margin
