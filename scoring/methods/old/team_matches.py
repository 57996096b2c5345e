"""Matches over shared deals: the four-pair match, and fours with 2, 1 and 0.

A match is won by the better total over all shared deals; ties in matches are broken by tricks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from movements.option import Option
from scoring.display import exact_text
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.old.absent import score_groups
from scoring.methods.old.safford import difference_points
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine, TeamMatch
from scoring.naming import contestant_name
from scoring.ranking import FinalFigures, contestant_keys, place
from scoring.sentences import ScoringSentences
from scoring.totals.standings import lone_notes

_HALF = Fraction(1, 2)

Contestant = tuple[str | None, int]


@dataclass(slots=True)
class _Record:
    """Matches and tricks of one contestant so far."""

    matches: Points = 0
    tricks: int = 0
    boards: int = 0


def match_points(own_total: int, other_total: int, win: int = 2) -> tuple[Points, Points]:
    """Return the match points of two contestants: *win* for the higher total, half each if equal.

    >>> match_points(53, 51), match_points(52, 52)
    ((2, 0), (Fraction(1, 1), Fraction(1, 1)))

    Source: [WDW1900] p. 49.
    """
    if own_total == other_total:
        return win * _HALF, win * _HALF
    if own_total > other_total:
        return (win, 0)
    return (0, win)


def odd_pair_total(own_total: int, other_direction_scores: Sequence[int]) -> Fraction:
    """Return the total of a team with one pair too many in one direction.

    It adds the average of *all* scores made in the other direction, those of both teams.

    >>> odd_pair_total(100, [30, 32, 34])
    Fraction(132, 1)

    Source: [WDW1900] p. 57.
    """
    return own_total + Fraction(sum(other_direction_scores), len(other_direction_scores))


def _merit(record: _Record, most: int) -> Fraction:
    """Return matches with tricks as a tie-break. *most* is at least the largest number of tricks."""
    return record.matches + Fraction(record.tricks, 4 * most + 1)


def _rank_records(
    key: str,
    name: str,
    records: Mapping[Contestant, _Record],
    boards: tuple[ScoredBoard, ...],
    matches: Sequence[TeamMatch],
    first_notes: Sequence[str] = (),
) -> Ranking:
    most = max((abs(record.tricks) for record in records.values()), default=0)
    results = [
        FinalFigures(
            number, direction, record.matches, None, record.boards, merit=_merit(record, most)
        )
        for (direction, number), record in records.items()
    ]
    standings = place(results)
    notes = [
        f"{contestant_name(standing.direction, standing.contestant, kind=name)}: trick score "
        f"{_signed_tricks(records[standing.direction, standing.contestant].tricks)}."
        for standing in standings
    ]
    return Ranking(key, boards, standings, (*first_notes, *notes), tuple(matches))


def _signed_tricks(tricks: Points) -> str:
    """Return *tricks* with their sign. A revoke settled by an average leaves fractions."""
    return f"{'-' if tricks < 0 else '+'}{exact_text(max(tricks, -tricks))}"


def _shared_deals(field: Field) -> Iterator[tuple[Contestant, Contestant, int]]:
    """Yield two contestants and the first one's gain for every deal that both held the same way."""
    for board in field.boards:
        lines = [line for line in board.lines if line.score is not None]
        for first, second in combinations(lines, 2):
            if first.group == second.group:
                difference = (first.score or 0) - (second.score or 0)
                couples = zip(
                    contestant_keys(field, first), contestant_keys(field, second), strict=True
                )
                for (mine, theirs), gain in zip(couples, (difference, -difference), strict=True):
                    if (
                        mine[0] == theirs[0]
                    ):  # who sat the other way is in another list, and has no match with these
                        yield mine, theirs, gain


def _meetings(field: Field) -> dict[tuple[Contestant, Contestant], list[int]]:
    """Return by how much the first of two contestants beat the second on each deal they share."""
    meetings: dict[tuple[Contestant, Contestant], list[int]] = {}
    for first, second, difference in _shared_deals(field):
        key, signed = (
            ((first, second), difference)
            if first[1] < second[1]
            else ((second, first), -difference)
        )
        meetings.setdefault(key, []).append(signed)
    return meetings


def _rank_pairs(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(score_groups(board, difference_points) for board in field.boards)
    records = _pair_records(field, boards)
    if len(records) > 4:
        raise ScoringError(ScoringSentences.FOUR_PAIRS, pairs=len(records))
    matches = []
    for (first, second), differences in _meetings(field).items():
        difference = sum(differences)
        gains = (max(difference, 0), max(-difference, 0))
        points = match_points(difference, 0, win=1)
        for contestant, won, gain in zip((first, second), points, gains, strict=True):
            records[contestant].matches += won
            records[contestant].tricks += gain
        matches.append(TeamMatch(None, first[1], second[1], len(differences), *gains, *points))
    alone = lone_notes(field.boards, boards)
    return _rank_records(
        "four-pairs", "Pair", records, boards, matches if field.winners == 1 else (), alone
    )


def _pair_records(field: Field, boards: tuple[ScoredBoard, ...]) -> dict[Contestant, _Record]:
    records: dict[Contestant, _Record] = {}
    for board in boards:
        for scored in board.lines:
            for contestant in contestant_keys(field, scored.line):
                record = records.setdefault(contestant, _Record())
                record.boards += scored.ns_points is not None
    return records


def _swings(board: Board) -> Iterator[tuple[Line, Points]]:
    """Yield each line that was played both ways by the same teams, with the gain of its N-S team.

    Of larger teams a board is at several tables; a line gains against the average of those where
    they sat the other way, so that all lines of two teams together gain one total less the other.
    """
    tables: dict[tuple[int, int, str], list[Line]] = {}
    for line in board.lines:
        if line.score is not None and line.ns != line.ew:  # team-mates gain nothing of each other
            tables.setdefault((line.ns, line.ew, line.group), []).append(line)
    for (ns, ew, group), lines in tables.items():
        others = tables.get((ew, ns, group), [])
        if len(others) == len(lines):
            total = sum(other.score or 0 for other in others)
            yield from (
                (line, _whole_points((line.score or 0) - Fraction(total, len(others))))
                for line in lines
            )


def _whole_points(points: Fraction) -> Points:
    if points.denominator == 1:
        return int(points)
    return points


def _rank_fours(field: Field, options: Mapping[str, str]) -> Ranking:
    teams = (team for board in field.boards for line in board.lines for team in (line.ns, line.ew))
    records: dict[Contestant, _Record] = {(None, team): _Record() for team in teams}
    gains: dict[tuple[int, int], list[Points]] = {}
    boards = []
    for board in field.boards:
        by_line: dict[int, Points] = {}
        for line, gain in _swings(board):
            by_line[id(line)] = gain
            gains.setdefault((line.ns, line.ew), []).append(gain)
            records[None, line.ns].boards += 1
        boards.append(_scored_board(board, by_line))
    matches = [
        _team_match(key, won, int(options["win"]))
        for key, won in sorted(gains.items())
        if key[0] < key[1]
    ]
    for match in matches:
        for team, score, tricks in (
            (match.home, match.home_score, match.home_points),
            (match.away, match.away_score, match.away_points),
        ):
            records[None, team].matches += score
            records[None, team].tricks += int(tricks)
    return _rank_records("fours", "Team", records, tuple(boards), matches)


def _team_match(teams: tuple[int, int], gains: Sequence[Points], win: int) -> TeamMatch:
    gain = int(sum(gains))  # one total less another: the averages of lines come to whole tricks
    return TeamMatch(None, *teams, len(gains), gain, -gain, *match_points(gain, 0, win))


def _scored_board(board: Board, gains: Mapping[int, Points]) -> ScoredBoard:
    lines = tuple(
        ScoredLine(line, gains[id(line)], -gains[id(line)])
        if id(line) in gains
        else ScoredLine(line, None, None)
        for line in board.lines
    )
    return ScoredBoard(board.board_no, None, lines)


FOUR_PAIRS = ScoringMethod(
    key="four-pairs",
    name="Four-pair match",
    abbr="M",
    unit="matches",
    decimals=1,
    options=(),
    source="[WDW1900] pp. 27-28",
    compute=_rank_pairs,
    bare_scores="tricks",
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
    bare_scores="tricks",
    contest="teams",
    rule="tricks over the deals that two teams share",
    usual_for=("whist",),
    many_tables=True,
)
