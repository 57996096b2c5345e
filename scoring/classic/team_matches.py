"""Matches over shared deals: the four-pair match, and fours with 2, 1 and 0.

The better total over all shared deals wins a match. Contestants with equal matches are separated by
their tricks.

In the four-pair match every two pairs that held the same cards play a match. In fours a match is
between two teams that sat both ways on the same deals.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from movements.option import Option
from scoring.classic.absent import score_groups
from scoring.classic.safford import difference_points
from scoring.display import exact_text, format_contestant_name
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.model import (
    Board,
    Field,
    Line,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    TeamMatch,
    get_contestant_keys,
)
from scoring.totals.ranking import FinalFigures, place
from scoring.totals.standings import make_lone_notes

_HALF = Fraction(1, 2)

Contestant = tuple[str | None, int]


@dataclass(slots=True)
class _Record:
    """The matches and tricks of one contestant, while they are added up."""

    matches: Points = 0
    tricks: int = 0
    boards: int = 0


def points_for_match(own_total: int, other_total: int, win: int = 2) -> tuple[Points, Points]:
    """Return the points of a match: *win* for the higher total, half each for equal ones.

    >>> points_for_match(53, 51), points_for_match(52, 52)
    ((2, 0), (Fraction(1, 1), Fraction(1, 1)))

    Source: [WDW1900] p. 49.
    """
    if own_total == other_total:
        return win * _HALF, win * _HALF
    if own_total > other_total:
        return (win, 0)
    return (0, win)


def odd_pair_total(own_total: int, other_direction_scores: Sequence[int]) -> Fraction:
    """Return the total of a team with a pair too many in one direction.

    It is the team's own total and the average of all scores in the other direction, of both teams.

    >>> odd_pair_total(100, [30, 32, 34])
    Fraction(132, 1)

    Source: [WDW1900] p. 57.
    """
    return own_total + Fraction(sum(other_direction_scores), len(other_direction_scores))


def _rank_records(
    key: str,
    name: str,
    records: Mapping[Contestant, _Record],
    boards: tuple[ScoredBoard, ...],
    matches: Sequence[TeamMatch],
    first_notes: Sequence[str] = (),
) -> Ranking:
    """Return the ranking by matches, then by tricks. *name* is the word for one contestant."""
    most_tricks = max((abs(record.tricks) for record in records.values()), default=0)
    results = []
    for (direction, number), record in records.items():
        # Matches differ by a half at least. The tricks add less than a quarter either way.
        merit = record.matches + Fraction(record.tricks, 4 * most_tricks + 1)
        results.append(
            FinalFigures(number, direction, record.matches, None, record.boards, merit=merit)
        )
    standings = place(results)
    notes = list(first_notes)
    for standing in standings:
        contestant = format_contestant_name(standing.direction, standing.contestant, kind=name)
        tricks = records[standing.direction, standing.contestant].tricks
        notes.append(f"{contestant}: trick score {_format_signed_tricks(tricks)}.")
    return Ranking(key, boards, standings, tuple(notes), tuple(matches))


def _format_signed_tricks(tricks: Points) -> str:
    """Return *tricks* with their sign. A revoke settled by an average leaves fractions."""
    sign = "-" if tricks < 0 else "+"
    return f"{sign}{exact_text(max(tricks, -tricks))}"


def _iter_shared_deals(field: Field) -> Iterator[tuple[Contestant, Contestant, int]]:
    """Yield two contestants and the first one's gain for every deal that both held the same way."""
    for board in field.boards:
        lines = [line for line in board.lines if line.score is not None]
        for first, second in combinations(lines, 2):
            if first.group != second.group:
                continue
            gain = (first.score or 0) - (second.score or 0)
            first_ns, first_ew = get_contestant_keys(field, first)
            second_ns, second_ew = get_contestant_keys(field, second)
            for contestant, opponent, contestant_gain in (
                (first_ns, second_ns, gain),
                (first_ew, second_ew, -gain),
            ):
                # A pair that sat the other way is ranked in the other list, without a match here.
                if contestant[0] == opponent[0]:
                    yield contestant, opponent, contestant_gain


def _collect_gains(field: Field) -> dict[tuple[Contestant, Contestant], list[int]]:
    """Return the gain of the first of two contestants on each deal that they share."""
    gains: defaultdict[tuple[Contestant, Contestant], list[int]] = defaultdict(list)
    for first, second, gain in _iter_shared_deals(field):
        # The lower number comes first, so that both orders count for one match.
        if first[1] < second[1]:
            gains[first, second].append(gain)
        else:
            gains[second, first].append(-gain)
    return gains


def _rank_pairs(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(score_groups(board, difference_points) for board in field.boards)
    records = _make_pair_records(field, boards)
    if len(records) > 4:
        raise ScoringError(
            "four-pairs",
            "A four-pair match needs four pairs, but there are {pairs}. Choose another method, "
            "such as match.",
            pairs=len(records),
        )
    matches = []
    for (first, second), deal_gains in _collect_gains(field).items():
        gain = sum(deal_gains)
        gains = (max(gain, 0), max(-gain, 0))
        points = points_for_match(gain, 0, win=1)
        for contestant, points_won, tricks in zip((first, second), points, gains, strict=True):
            records[contestant].matches += points_won
            records[contestant].tricks += tricks
        matches.append(TeamMatch(None, first[1], second[1], len(deal_gains), gains, points))
    # With two lists the numbers of a match would not say which pairs are meant.
    shown_matches = matches if field.winners == 1 else ()
    alone_notes = make_lone_notes(field.boards, boards)
    return _rank_records("four-pairs", "Pair", records, boards, shown_matches, alone_notes)


def _make_pair_records(field: Field, boards: tuple[ScoredBoard, ...]) -> dict[Contestant, _Record]:
    records: defaultdict[Contestant, _Record] = defaultdict(_Record)
    for board in boards:
        for scored in board.lines:
            for contestant in get_contestant_keys(field, scored.line):
                record = records[contestant]
                if scored.ns_points is not None:
                    record.boards += 1
    return records


def _iter_line_gains(board: Board) -> Iterator[tuple[Line, Points]]:
    """Yield each line that the same two teams played both ways, with the gain of its N-S team.

    Larger teams play a board at several tables. A line is compared with the average of the tables
    where the teams sat the other way, so that all gains of two teams add up to the difference of
    their totals.
    """
    lines_by_teams: defaultdict[tuple[int, int, str], list[Line]] = defaultdict(list)
    for line in board.lines:
        # Pairs of the same team gain nothing from each other.
        if line.score is not None and line.ns != line.ew:
            lines_by_teams[line.ns, line.ew, line.group].append(line)
    for (ns, ew, group), lines in lines_by_teams.items():
        opposite_lines = lines_by_teams.get((ew, ns, group), [])
        if len(opposite_lines) != len(lines):
            continue
        opposite_total = sum(opposite_line.score or 0 for opposite_line in opposite_lines)
        average = Fraction(opposite_total, len(opposite_lines))
        for line in lines:
            yield line, _to_whole_points((line.score or 0) - average)


def _to_whole_points(points: Fraction) -> Points:
    if points.denominator == 1:
        return int(points)
    return points


def _rank_fours(field: Field, options: Mapping[str, str]) -> Ranking:
    records: dict[Contestant, _Record] = {}
    for board in field.boards:
        for line in board.lines:
            records.setdefault((None, line.ns), _Record())
            records.setdefault((None, line.ew), _Record())
    gains_by_teams: defaultdict[tuple[int, int], list[Points]] = defaultdict(list)
    boards = []
    for board in field.boards:
        gains_by_line: dict[int, Points] = {}
        for line, gain in _iter_line_gains(board):
            gains_by_line[id(line)] = gain
            gains_by_teams[line.ns, line.ew].append(gain)
            records[None, line.ns].boards += 1
        boards.append(_make_scored_board(board, gains_by_line))
    matches = []
    for (home, away), gains in sorted(gains_by_teams.items()):
        # The gains of the other order are the same with the other sign.
        if home < away:
            match = _make_team_match(home, away, gains, int(options["win"]))
            matches.append(match)
            for team, points, score in zip(match.teams, match.points, match.score, strict=True):
                records[None, team].matches += score
                records[None, team].tricks += int(points)
    return _rank_records("fours", "Team", records, tuple(boards), matches)


def _make_team_match(home: int, away: int, gains: Sequence[Points], win: int) -> TeamMatch:
    # The averages of lines add up to whole tricks: one total less the other.
    gain = int(sum(gains))
    points = points_for_match(gain, 0, win)
    return TeamMatch(None, home, away, len(gains), (gain, -gain), points)


def _make_scored_board(board: Board, gains_by_line: Mapping[int, Points]) -> ScoredBoard:
    """Return *board* with the gains, which are by the identity of the line."""
    lines = []
    for line in board.lines:
        gain = gains_by_line.get(id(line))
        if gain is None:
            lines.append(ScoredLine(line, None, None))
        else:
            lines.append(ScoredLine(line, gain, -gain))
    return ScoredBoard(board.board_no, None, tuple(lines))


FOUR_PAIRS = ScoringMethod(
    key="four-pairs",
    name="Four-pair match",
    abbr="M",
    unit="matches",
    decimals=1,
    options=(),
    source="[WDW1900] pp. 27-28",
    compute=_rank_pairs,
    bare_score_meaning="tricks",
    rule="matches between those who held the same cards",
    artificial="direction",
)

FOURS = ScoringMethod(
    key="fours",
    name="Fours, match and trick score",
    abbr="M",
    unit="matches",
    decimals=1,
    options=(Option("win", "A match won counts", {"2": "2, a tie 1", "1": "1, a tie a half"}),),
    source="[WDW1900] p. 49",
    compute=_rank_fours,
    bare_score_meaning="tricks",
    contest="teams",
    rule="tricks over the deals that two teams share",
    default_for_games=("whist",),
    has_many_tables=True,
)
