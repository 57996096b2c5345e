"""Totals, percentages and places from rows of points, by a second and plainer calculation.

A *row* is one side of one line. Every figure is looked up again in all rows, and places are counted
instead of sorted, so that this shares no mistake with ``totals.standings``. The figures of tie-breaks
are compared as lists, of which the first different one decides.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from scoring import definitions as by_definition
from scoring.bridge.rulings import CARRY_OVER
from scoring.definitions import Options, Sides
from scoring.model import DueMatch, Elimination, Field, Knockout, Points

MATCH_RULES = (
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
    """Return whether *rule*, one tie-break or several with commas, looks at matches."""
    return any(name in MATCH_RULES for name in rule.split(","))


_Figures: TypeAlias = list[tuple[Points, ...]]


class MatchOfOne(NamedTuple):
    """A finished match of one contestant. *margin* is its points less those of the opponent.

    *length* is 1, or a half of a half match.
    """

    opponent: int
    score: Fraction
    other_score: Fraction
    margin: Fraction
    length: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """The matches of every contestant, its points won and lost, and its boards above average."""

    played: Mapping[int, Sequence[MatchOfOne]]
    swings: Mapping[int, tuple[Fraction, Fraction]]
    boards_won: Mapping[int, int]


def sum_won_and_lost(points: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the sums of the positive and of the negative *points*, both without sign."""
    won = lost = Fraction(0)
    for figure in points:
        won += max(figure, Fraction(0))
        lost += max(-figure, Fraction(0))
    return won, lost


def compute_tie_figures(
    matches: MatchFigures,
    rule: str,
    totals: Mapping[int, Fraction],
    *,
    equal: Sequence[int],
    contestant: int,
) -> _Figures:
    """Return the figures of *contestant* by the tie-break *rule*, among those that are *equal*."""
    played = matches.played[contestant]
    opponents = [totals[match.opponent] for match in played]
    won, lost = matches.swings[contestant]
    # Without points lost there is no quotient: better than any, and then the points won decide.
    quotient: tuple[Points, ...] = (0, won / lost) if lost else (1, won)
    own_figures = _compute_own_figures(matches, equal, contestant)
    margin = sum((match.margin for match in played), Fraction(0))
    longest = max(len(matches.played[other]) for other in equal)
    # A contestant with a match fewer than others has left out its weakest opponent already.
    is_complete = len(opponents) == longest
    left_out = min(opponents, default=Fraction(0)) if is_complete else Fraction(0)
    mean = sum(opponents) / Fraction(len(opponents)) if opponents else Fraction(0)
    figures: dict[str, _Figures] = {
        "ebu": [*own_figures, (sum(opponents),), (margin,), (matches.boards_won[contestant],)],
        "cbai": [*own_figures, quotient, _list_common_scores(matches, totals, equal, contestant)],
        "own-match": own_figures,
        "opponents": [(sum(opponents),)],
        "buchholz-cut": [(sum(opponents) - left_out,)],
        "magic": [(mean,), quotient],
        "quotient": [quotient],
        "margin": [(margin,)],
        "wins": [(sum(match.score > match.other_score for match in played),)],
    }
    return figures[rule]


def _compute_own_figures(matches: MatchFigures, equal: Sequence[int], contestant: int) -> _Figures:
    """Return the score and the margin of the matches among *equal*, 0 unless all have met."""
    own_matches: list[MatchOfOne] = []
    if all(_list_opponents(matches, other) >= set(equal) - {other} for other in equal):
        own_matches = [match for match in matches.played[contestant] if match.opponent in equal]
    score = sum((match.score for match in own_matches), Fraction(0))
    margin = sum((match.margin for match in own_matches), Fraction(0))
    return [(score,), (margin,)]


def _list_common_scores(
    matches: MatchFigures, totals: Mapping[int, Fraction], equal: Sequence[int], contestant: int
) -> tuple[Points, ...]:
    """Return the scores against the opponents that all of *equal* have met, best first."""
    common = set.intersection(*(_list_opponents(matches, other) for other in equal)) - set(equal)
    scores = []
    for opponent in sorted(common, key=lambda number: (-totals[number], number)):
        scores.append(
            sum(match.score for match in matches.played[contestant] if match.opponent == opponent)
        )
    return tuple(scores)


def _list_opponents(matches: MatchFigures, contestant: int) -> set[int]:
    return {match.opponent for match in matches.played[contestant]}


Contestant: TypeAlias = tuple[str | None, int]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]
"""Total, percentage, place, and whether the place is shared."""


@dataclass(frozen=True, slots=True)
class Row:
    """One side of one line: contestant, opponents and points.

    *share* is the percentage of an artificial score, *is_own* says whether it depends on the own
    average. *extra* are adjustments of the line, *moved* points moved by hand.
    """

    board: int
    contestant: Contestant
    rival: Contestant
    points: Fraction | None
    rival_points: Fraction | None
    top: Fraction | None
    share: Fraction | None
    is_own: bool
    extra: Fraction
    section: str
    moved: Fraction = Fraction(0)


@dataclass(frozen=True)
class FieldRows:
    """All rows of a field, and the rules by which they are added up.

    *team_totals* are totals and boards of contests whose points aren't added up from rows,
    *matches* those from which such a contest breaks its ties.
    """

    rows: tuple[Row, ...]
    field: Field
    options: Options
    is_percent: bool
    team_totals: Mapping[int, tuple[Fraction, int]] | None = None
    matches: MatchFigures | None = None

    @cached_property
    def by_contestant(self) -> dict[Contestant, list[Row]]:
        rows: dict[Contestant, list[Row]] = {}
        for row in self.rows:
            rows.setdefault(row.contestant, []).append(row)
        # A team that has only had a bye has no row.
        for number in self.team_totals or ():
            rows.setdefault((None, number), [])
        return rows

    @cached_property
    def most(self) -> dict[tuple[str | None, str], tuple[int, int]]:
        """The most boards with a line and with points, by direction and section."""
        most: dict[tuple[str | None, str], tuple[int, int]] = {}
        for contestant in self.by_contestant:
            direction, _number = contestant
            key = (direction, self.section(contestant))
            boards, played = most.get(key, (0, 0))
            most[key] = (
                max(boards, self.boards(contestant)),
                max(played, len(self.played(contestant))),
            )
        return most

    def get_rows(self, contestant: Contestant) -> list[Row]:
        return self.by_contestant[contestant]

    def boards(self, contestant: Contestant) -> int:
        """Return the number of boards on which *contestant* has a line."""
        # A contestant can have two lines on a board, if it wasn't due for one of them.
        return len({row.board for row in self.get_rows(contestant)})

    def everybody(self, direction: str | None) -> list[Contestant]:
        return sorted(
            (key for key in self.by_contestant if key[0] == direction), key=lambda key: key[1]
        )

    def played(self, contestant: Contestant) -> list[Row]:
        return [row for row in self.get_rows(contestant) if row.points is not None]

    def section(self, contestant: Contestant) -> str:
        """Return the section in which *contestant* is compared, or "" if all are compared together."""
        if self.options.get("compare") == "section":
            return self.get_rows(contestant)[0].section
        return ""

    def tops(self, contestant: Contestant) -> list[Fraction]:
        return self._tops[self.section(contestant)]

    @cached_property
    def _tops(self) -> dict[str, list[Fraction]]:
        tops: dict[str, list[Fraction]] = {}
        for contestant in self.by_contestant:
            tops.setdefault(self.section(contestant), []).extend(
                row.top for row in self.get_rows(contestant) if row.top is not None
            )
        return tops


def sum_points(points: Iterable[Fraction | None]) -> Fraction:
    """Add up *points*. Missing points count 0."""
    return sum((Fraction(value or 0) for value in points), Fraction(0))


def compute_plain_standings(sheet: FieldRows) -> dict[Contestant, Figures]:
    """Return the figures of all contestants of *sheet*, with each direction ranked separately."""
    standings: dict[Contestant, Figures] = {}
    for direction in (None, "NS", "EW"):
        figures = {
            contestant: _compute_figures(sheet, contestant)
            for contestant in sheet.everybody(direction)
        }
        ties: dict[tuple[bool, Fraction], list[Contestant]] = {}
        for contestant, total_and_percent in figures.items():
            ties.setdefault(_get_field_merit(sheet, total_and_percent), []).append(contestant)
        for merit, tied in ties.items():
            ahead = sum(len(others) for other, others in ties.items() if other > merit)
            tie_breaks = {
                contestant: _compute_tie_break(sheet, contestant, tied) for contestant in tied
            }
            for contestant in tied:
                tie_break = tie_breaks[contestant]
                place = 1 + ahead + sum(other > tie_break for other in tie_breaks.values())
                is_shared = list(tie_breaks.values()).count(tie_break) > 1
                standings[contestant] = (*figures[contestant], place, is_shared)
    return standings


def _get_field_merit(
    sheet: FieldRows, figures: tuple[Fraction, Fraction | None]
) -> tuple[bool, Fraction]:
    total, percent = figures
    if not sheet.is_percent:
        return True, total
    return percent is not None, percent or Fraction(0)


def _compute_figures(sheet: FieldRows, contestant: Contestant) -> tuple[Fraction, Fraction | None]:
    """Return total and percentage of *contestant*."""
    if sheet.team_totals is not None:
        return _compute_team_figures(sheet, contestant)
    played = sheet.played(contestant)
    total = sum_points(row.points for row in played)
    total -= _sum_gain_beyond_cap(played, sheet.options.get("round_gain_cap", "none"))
    total, available = _with_sit_outs(
        sheet, contestant, total, sum_points(row.top for row in played)
    )
    if sheet.options.get("percent_from") == "rounded-total":
        total = by_definition.round_to_nearest(total, Fraction(1, 100))
    if sheet.options.get("rounding") == "session":
        total = _round_to_whole_average(total, contestant[0])
    # Adjustments and credits are neither scaled nor rounded.
    extra = sum_points(row.extra for row in sheet.get_rows(contestant)) + _sum_credits(
        sheet.field, contestant, available
    )
    if not sheet.is_percent or not available:
        return total + extra, None
    board_total = total
    if sheet.options.get("total") == "mean-of-boards":
        board_total = _mean_percent(sheet, contestant) * available / 100
    all_available = available + compute_carried_maximum(sheet.field, available)
    return total + extra, (board_total + extra) * 100 / all_available


def _compute_team_figures(
    sheet: FieldRows, contestant: Contestant
) -> tuple[Fraction, Fraction | None]:
    total, boards = (sheet.team_totals or {})[contestant[1]]
    # Not from the boards: there are none if all matches were reported without them.
    top = Fraction(sheet.options.get("win", 0))
    available = top * boards
    total += _sum_credits(sheet.field, contestant, available)
    if sheet.matches:
        total += _sum_average_byes(sheet.field, sheet.matches, contestant[1])
    if not sheet.is_percent or not available:
        return total, None
    return total, total * 100 / (available + compute_carried_maximum(sheet.field, available))


def _count_missed_boards(sheet: FieldRows, contestant: Contestant) -> int:
    most_boards, _most_played = sheet.most[contestant[0], sheet.section(contestant)]
    return most_boards - sheet.boards(contestant)


def _with_sit_outs(
    sheet: FieldRows, contestant: Contestant, total: Fraction, available: Fraction
) -> tuple[Fraction, Fraction]:
    """Return *total* and *available* points with the boards that *contestant* sat out."""
    sat_out = _count_missed_boards(sheet, contestant)
    played = len(sheet.played(contestant))
    rule = sheet.options.get("sit_outs", "as-played")
    if rule in ("sixty", "average") and sheet.is_percent:
        top = max(sheet.tops(contestant), default=Fraction(0))
        percent = Fraction(60) if rule == "sixty" else Fraction(50)
        return total + sat_out * top * percent / 100, available + sat_out * top
    if rule == "sixty":
        return total + sat_out * _sit_out_plus(sheet, contestant), available
    if rule in ("scaled", "scaled-to-session") and played:
        if rule == "scaled":
            _most_boards, due = sheet.most[contestant[0], sheet.section(contestant)]
        else:
            due = max(_count_session_boards(sheet, sheet.section(contestant)), played)
        return total / played * due, available / played * due
    return total, available


def _sum_gain_beyond_cap(played: list[Row], cap: str) -> Fraction:
    """Return the gain beyond the *cap* of a round, for all opponents together."""
    excess = Fraction(0)
    if cap == "none":
        return excess
    for rival in {row.rival for row in played}:
        gain = sum_points(row.points for row in played if row.rival == rival)
        excess += max(gain - int(cap), Fraction(0))
    return excess


def _mean_percent(sheet: FieldRows, contestant: Contestant) -> Fraction:
    """Return the mean of the board percentages of *contestant*, with boards sat out if they count."""
    percents = [
        row.points * 100 / row.top
        for row in sheet.played(contestant)
        if row.points is not None and row.top
    ]
    sit_out_percent = {"sixty": 60, "average": 50}.get(sheet.options["sit_outs"])
    if sit_out_percent is not None:
        percents += [Fraction(sit_out_percent)] * _count_missed_boards(sheet, contestant)
    return sum(percents, Fraction(0)) / len(percents)


def _count_session_boards(sheet: FieldRows, section: str) -> int:
    """Return the number of boards for a contestant who never sat out."""
    everybody = [
        contestant for contestant in sheet.by_contestant if sheet.section(contestant) == section
    ]
    boards = max(len(sheet.played(contestant)) for contestant in everybody)
    if sheet.field.winners == 1:
        tables = len(everybody) // 2
    else:
        tables = min(
            len([contestant for contestant in everybody if contestant[0] == side])
            for side in ("NS", "EW")
        )
    # Each line has two contestants.
    lines = sum(sheet.boards(contestant) for contestant in everybody) // 2
    while tables and boards * tables < lines:
        boards += 1
    return boards


def _round_to_whole_average(plus: Fraction, direction: str | None) -> Fraction:
    """Return *plus* relative to a whole average. Halves are rounded up for N-S, down for E-W."""
    if direction == "EW":
        return Fraction(-ceil(-plus - Fraction(1, 2)))
    return Fraction(-floor(-plus + Fraction(1, 2)))


def _sum_credits(field: Field, contestant: Contestant, available: Fraction) -> Fraction:
    total = Fraction(0)
    for credit in field.credits:
        if (credit.direction, credit.contestant) == contestant:
            if credit.unit != "%":
                total += credit.amount
            elif credit.kind == "carry-over":
                # Carry-over is a percentage of the boards alone.
                total += credit.amount * available / 100
            else:
                all_available = available + compute_carried_maximum(field, available)
                total += credit.amount * all_available / 100
    return total


def _sum_average_byes(field: Field, matches: MatchFigures, contestant: int) -> Fraction:
    """Return what the average of the own matches gives beyond the amounts of the byes."""
    played = matches.played.get(contestant, ())
    length = sum((match.length for match in played), Fraction(0))
    if not length:
        return Fraction(0)
    average = sum((match.score for match in played), Fraction(0)) / length
    return sum(
        (
            average - credit.amount
            for credit in field.credits
            if credit.contestant == contestant and credit.is_average
        ),
        Fraction(0),
    )


def compute_carried_maximum(field: Field, available: Fraction) -> Fraction:
    """Return the most points that could be carried over to boards of *available* points."""
    if field.carried is not None:
        return field.carried.points + field.carried.percent * available / 100
    percents = [Fraction(0)]
    points = [Fraction(0)]
    for credit in field.credits:
        if credit.kind == "carry-over" and credit.out_of != 0:
            amounts = percents if credit.unit == "%" else points
            amounts.append(credit.amount)
            if credit.out_of is not None:
                amounts.append(credit.out_of)
    return max(points) + max(percents) * available / 100


def _compute_tie_break(
    sheet: FieldRows, contestant: Contestant, equal: list[Contestant]
) -> list[tuple[Points, ...]]:
    """Return the figures of *contestant* by every tie-break in use, in their order."""
    rule = sheet.options.get("ties", "split")
    totals: dict[int, Fraction] = {}
    if needs_matches(rule):
        totals = {key[1]: _compute_figures(sheet, key)[0] for key in sheet.everybody(None)}
    figures: list[tuple[Points, ...]] = []
    for name in rule.split(","):
        if sheet.matches and needs_matches(name):
            numbers = [other[1] for other in equal]
            figures += compute_tie_figures(
                sheet.matches, name, totals, equal=numbers, contestant=contestant[1]
            )
        else:
            figures.append((_compute_board_tie_break(sheet, name, contestant, equal),))
    return figures


def _compute_board_tie_break(
    sheet: FieldRows, name: str, contestant: Contestant, equal: list[Contestant]
) -> Fraction:
    if name == "boards-won":
        # Of the 13 tricks of a deal, each side has half on an even board.
        top = 13 if sheet.options.get("unit") == "tricks" else 0
        return Fraction(
            sum(
                (row.points or 0) > Fraction(top if row.top is None else row.top) / 2
                for row in sheet.played(contestant)
            )
        )
    if name != "head-to-head":
        return Fraction(0)
    # Boards against each other decide only if all of them have met.
    if not all(_has_met(sheet, first, second) for first, second in permutations(equal, 2)):
        return Fraction(0)
    rows = [
        row
        for row in sheet.played(contestant)
        if row.rival in equal and row.rival_points is not None
    ]
    return sum_points(row.points for row in rows) - sum_points(row.rival_points for row in rows)


def _has_met(sheet: FieldRows, contestant: Contestant, other: Contestant) -> bool:
    return any(
        row.rival == other and row.rival_points is not None for row in sheet.played(contestant)
    )


def _sit_out_plus(sheet: FieldRows, contestant: Contestant) -> Fraction:
    """Return the IMPs of a board sat out at average plus."""
    plus = Fraction(sheet.options.get("average_plus", 0))
    if sheet.options.get("sit_out_imps", "average-plus") != "average-plus":
        plus = Fraction(sheet.options["sit_out_imps"])
    # Sums that aren't divided grow with the number of results.
    if sheet.options.get("divisor") == "none":
        section = sheet.section(contestant)
        results = [
            len([line for line in board.lines if by_definition.has_score(line)])
            for board in sheet.field.boards
            if not section or board.section == section
        ]
        plus *= max(results)
    return plus


# In a knock-out places are counted by who came further, and scores of matches are added up again.


Lines = tuple[tuple[Sides | None, ...], ...]


def rank_knockout(
    knockout: Knockout, figures: Mapping[Contestant, Figures]
) -> dict[Contestant, Figures]:
    """Return the *figures* of all contestants in *knockout*, with places by who came further."""
    rounds_left = {lost.contestant: lost.rounds_left for lost in knockout.out}
    placed: dict[Contestant, Figures] = {}
    for number in knockout.everybody:
        above = 0
        equal = 0
        for other in knockout.everybody:
            if _is_further(knockout, rounds_left, other, number):
                above += 1
            elif not _is_further(knockout, rounds_left, number, other):
                equal += 1
        total, percent, *_place = figures.get((None, number), (Fraction(0), None))
        # Each contestant is equal to itself.
        placed[None, number] = total, percent, 1 + above, equal > 1
    return placed


def _is_further(
    knockout: Knockout, rounds_left: Mapping[int, int], number: int, other: int
) -> bool:
    """Return whether *number* came further than *other*."""
    if number in rounds_left or other in rounds_left:
        return other in rounds_left and rounds_left.get(number, -1) < rounds_left[other]
    return number in knockout.won and other not in knockout.won


def find_knockout_differences(field: Field, lines: Lines) -> Iterator[str]:
    """Yield a sentence for each knock-out match whose score by *lines* contradicts its winner.

    Matches with rulings on points, and those that something else decided, are left out.
    """
    if field.knockout is None:
        return
    for lost in (*field.knockout.out, *field.knockout.first_losses):
        margin = None if lost.decided else _compute_loser_margin(field, lines, lost)
        if margin is not None and margin >= 0:
            is_out = lost in field.knockout.out
            beaten = f"put {lost.contestant} out" if is_out else f"beat {lost.contestant}"
            match = f"Round {lost.round_no}: {lost.by} {beaten} by its score"
            yield f"{match}, but didn't make more by the other calculation."


def _compute_loser_margin(field: Field, lines: Lines, lost: Elimination) -> Fraction | None:
    """Return the loser's margin over the winner, or None if there are rulings on points."""
    match = _find_due_match(field, lost)
    if match and match.credits:
        return None
    if match and match.reported:
        result = match.reported
        margin = Fraction(result.home) - Fraction(result.away)
        return _add_carried(field, lost, margin if match.home == lost.contestant else -margin)
    teams = {lost.contestant, lost.by}
    margin = Fraction(0)
    for board, board_points in zip(field.boards, lines, strict=True):
        if board.round_no not in (None, lost.round_no):
            continue
        for line, points in zip(board.lines, board_points, strict=True):
            if {line.ns, line.ew} != teams:
                continue
            if line.adjustments:
                return None
            ns, ew = points or (None, None)
            ns_margin = Fraction(ns or 0) - Fraction(ew or 0)
            margin += ns_margin if line.ns == lost.contestant else -ns_margin
    # The IMPs of a board were added four times: won by one side and lost by the other, on the
    # lines of both tables.
    return _add_carried(field, lost, margin / 4)


def _find_due_match(field: Field, lost: Elimination) -> DueMatch | None:
    teams = {lost.contestant, lost.by}
    for match in field.matches:
        if match.round_no in (None, lost.round_no) and {match.home, match.away} == teams:
            return match
    return None


def _add_carried(field: Field, lost: Elimination, margin: Fraction) -> Fraction:
    """Return *margin* with the IMPs that both carried over, which count in the first match."""
    for team, sign in ((lost.contestant, 1), (lost.by, -1)):
        rounds = [
            match.round_no or 0 for match in field.matches if team in (match.home, match.away)
        ]
        if min(rounds, default=lost.round_no) != lost.round_no:
            continue
        for credit in field.credits:
            is_carried = credit.kind == CARRY_OVER and credit.unit == "imp"
            if is_carried and credit.contestant == team:
                margin += sign * credit.amount
    return margin
