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

from scoring.classic.safford import (
    DIFFERENCES_BASIS,
    compute_difference_points_by_score,
    explain_differences,
)
from scoring.display import format_contestant_name, format_exact
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.absent import score_groups
from scoring.model import (
    Board,
    Field,
    Line,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    TeamMatch,
    get_line_contestants,
)
from scoring.option import Option
from scoring.totals.ranking import FinalFigures, make_standings
from scoring.totals.standings import make_lone_notes
from scoring.working import explain_by_rule

_HALF = Fraction(1, 2)

Contestant = tuple[str | None, int]


@dataclass(slots=True)
class _ContestantSums:
    """The matches and tricks of one contestant, while they are added up."""

    match_points: Points = 0
    tricks: int = 0
    board_count: int = 0


def compute_match_points(
    own_total: int, other_total: int, win_points: int = 2
) -> tuple[Points, Points]:
    """Return the points of a match: *win_points* for the higher total, half each for equal ones.

    >>> compute_match_points(53, 51), compute_match_points(52, 52)
    ((2, 0), (Fraction(1, 1), Fraction(1, 1)))

    Source: [WDW1900] p. 49.
    """
    if own_total == other_total:
        return win_points * _HALF, win_points * _HALF
    if own_total > other_total:
        return (win_points, 0)
    return (0, win_points)


def _rank_by_matches(
    method_key: str,
    contestant_noun: str,
    sums_by_contestant: Mapping[Contestant, _ContestantSums],
    boards: tuple[ScoredBoard, ...],
    matches: Sequence[TeamMatch],
    first_notes: Sequence[str] = (),
) -> Ranking:
    """Return the ranking by matches, then by tricks. *contestant_noun* is the word for one contestant."""
    max_tricks = max((abs(sums.tricks) for sums in sums_by_contestant.values()), default=0)
    results = []
    for (direction, number), sums in sums_by_contestant.items():
        # Matches differ by a half at least. The tricks add less than a quarter either way.
        merit = sums.match_points + Fraction(sums.tricks, 4 * max_tricks + 1)
        results.append(
            FinalFigures(
                number,
                direction,
                total=sums.match_points,
                percent=None,
                board_count=sums.board_count,
                merit=merit,
            )
        )
    standings = make_standings(results)
    notes = list(first_notes)
    for standing in standings:
        contestant = format_contestant_name(
            standing.direction, standing.contestant, contestant_noun=contestant_noun
        )
        tricks = sums_by_contestant[standing.direction, standing.contestant].tricks
        notes.append(f"{contestant}: trick score {_format_signed_tricks(tricks)}.")
    return Ranking(
        method_key, boards, standings=standings, notes=tuple(notes), matches=tuple(matches)
    )


def _format_signed_tricks(tricks: Points) -> str:
    """Return *tricks* with their sign. A revoke settled by an average leaves fractions."""
    sign = "-" if tricks < 0 else "+"
    return f"{sign}{format_exact(max(tricks, -tricks))}"


def _iter_shared_deals(field: Field) -> Iterator[tuple[Contestant, Contestant, int]]:
    """Yield two contestants and the first one's gain for every deal that both held the same way."""
    for board in field.boards:
        lines = [line for line in board.lines if line.score is not None]
        for first_line, second_line in combinations(lines, 2):
            if first_line.group != second_line.group:
                continue
            gain = (first_line.score or 0) - (second_line.score or 0)
            first_ns, first_ew = get_line_contestants(field, first_line)
            second_ns, second_ew = get_line_contestants(field, second_line)
            for contestant, opponent, contestant_gain in (
                (first_ns, second_ns, gain),
                (first_ew, second_ew, -gain),
            ):
                # A pair that sat the other way is ranked in the other list, without a match here.
                if contestant[0] == opponent[0]:
                    yield contestant, opponent, contestant_gain


def _collect_gains_by_couple(field: Field) -> dict[tuple[Contestant, Contestant], list[int]]:
    """Return the gain of the first of two contestants on each deal that they share."""
    gains_by_couple: defaultdict[tuple[Contestant, Contestant], list[int]] = defaultdict(list)
    for first, second, gain in _iter_shared_deals(field):
        # The lower number comes first, so that both orders count for one match.
        if first[1] < second[1]:
            gains_by_couple[first, second].append(gain)
        else:
            gains_by_couple[second, first].append(-gain)
    return gains_by_couple


def _rank_pairs(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(
        score_groups(board, compute_difference_points_by_score, basis=DIFFERENCES_BASIS)
        for board in field.boards
    )
    sums_by_contestant = _make_sums_by_contestant(field, boards)
    if len(sums_by_contestant) > 4:
        raise ScoringError(
            "four-pairs",
            "A four-pair match needs four pairs, but there are {pairs}. Choose another method, "
            "such as match.",
            pairs=len(sums_by_contestant),
        )
    matches = []
    for (first, second), deal_gains in _collect_gains_by_couple(field).items():
        total_gain = sum(deal_gains)
        gains = (max(total_gain, 0), max(-total_gain, 0))
        points = compute_match_points(total_gain, 0, win_points=1)
        for contestant, points_won, tricks in zip((first, second), points, gains, strict=True):
            sums_by_contestant[contestant].match_points += points_won
            sums_by_contestant[contestant].tricks += tricks
        matches.append(
            TeamMatch(
                None,
                first[1],
                away=second[1],
                board_count=len(deal_gains),
                points=gains,
                score=points,
            )
        )
    # With two lists the numbers of a match would not say which pairs are meant.
    shown_matches = matches if field.winner_count == 1 else ()
    lone_notes = make_lone_notes(field.boards, boards)
    return _rank_by_matches(
        "four-pairs", "Pair", sums_by_contestant, boards, shown_matches, lone_notes
    )


def _make_sums_by_contestant(
    field: Field, boards: tuple[ScoredBoard, ...]
) -> dict[Contestant, _ContestantSums]:
    sums_by_contestant: defaultdict[Contestant, _ContestantSums] = defaultdict(_ContestantSums)
    for board in boards:
        for scored in board.lines:
            for contestant in get_line_contestants(field, scored.line):
                sums = sums_by_contestant[contestant]
                if scored.ns_points is not None:
                    sums.board_count += 1
    return sums_by_contestant


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
        opposite_average = Fraction(opposite_total, len(opposite_lines))
        for line in lines:
            yield line, _simplify_points((line.score or 0) - opposite_average)


def _simplify_points(points: Fraction) -> Points:
    if points.denominator == 1:
        return int(points)
    return points


def _rank_fours(field: Field, options: Mapping[str, str]) -> Ranking:
    sums_by_team: dict[Contestant, _ContestantSums] = {}
    for board in field.boards:
        for line in board.lines:
            sums_by_team.setdefault((None, line.ns), _ContestantSums())
            sums_by_team.setdefault((None, line.ew), _ContestantSums())
    gains_by_teams: defaultdict[tuple[int, int], list[Points]] = defaultdict(list)
    boards = []
    for board in field.boards:
        gain_by_line_id: dict[int, Points] = {}
        for line, gain in _iter_line_gains(board):
            gain_by_line_id[id(line)] = gain
            gains_by_teams[line.ns, line.ew].append(gain)
            sums_by_team[None, line.ns].board_count += 1
        boards.append(_make_scored_board(board, gain_by_line_id))
    matches = []
    for (home, away), gains in sorted(gains_by_teams.items()):
        # The gains of the other order are the same with the other sign.
        if home < away:
            match = _make_team_match(home, away, gains, int(options["win"]))
            matches.append(match)
            for team, points, score in zip(match.teams, match.points, match.score, strict=True):
                sums_by_team[None, team].match_points += score
                sums_by_team[None, team].tricks += int(points)
    return _rank_by_matches("fours", "Team", sums_by_team, tuple(boards), matches)


def _make_team_match(home: int, away: int, gains: Sequence[Points], win_points: int) -> TeamMatch:
    # The averages of lines add up to whole tricks: one total less the other.
    total_gain = int(sum(gains))
    points = compute_match_points(total_gain, 0, win_points)
    return TeamMatch(
        None,
        home,
        away=away,
        board_count=len(gains),
        points=(total_gain, -total_gain),
        score=points,
    )


def _make_scored_board(board: Board, gain_by_line_id: Mapping[int, Points]) -> ScoredBoard:
    """Return *board* with the gains, which are by the identity of the line."""
    lines = []
    for line in board.lines:
        gain = gain_by_line_id.get(id(line))
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
    explain=explain_differences,
    bare_score_meaning="tricks",
    rule_text="matches between those who held the same cards",
    artificial_basis="direction",
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
    explain=explain_by_rule,
    bare_score_meaning="tricks",
    contest="teams",
    rule_text="tricks over the deals that two teams share",
    default_for_games=("whist",),
    has_many_tables=True,
)
