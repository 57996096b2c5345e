"""Award byes, and correct a contest of matches after a team has left.

``points_per_match`` is the number of points that both teams of a match share.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import Credit
from scoring.display import format_count
from scoring.model import Field, Points, TeamMatch

BYE_SHARE = Fraction(60, 100)
"""The share of a match for a team that can't play through no fault of its own."""

PATTON_POINTS_PER_BOARD = 4
"""Two points for the board, and two of the aggregate."""

HALF = Fraction(1, 2)


def compute_bye_points(points_per_match: int = 20) -> Fraction:
    """Return the points of a team for a round without an opponent.

    No federation publishes a figure. This is the minimum for opponents of a withdrawn team.

    >>> compute_bye_points(), compute_bye_points(10)
    (Fraction(12, 1), Fraction(6, 1))

    Source: [WHITEBOOK].
    """
    return points_per_match * BYE_SHARE


def get_patton_points_per_match(_settings: Mapping[str, str], boards: int) -> int:
    """Return the points of a match of *boards* boards by Patton.

    >>> get_patton_points_per_match({"aggregate": "ratio"}, 8)
    32
    """
    return PATTON_POINTS_PER_BOARD * boards


@dataclass(frozen=True, slots=True)
class Withdrawals:
    """The result of several withdrawals."""

    matches: tuple[TeamMatch, ...]  # the matches that count
    cancelled_teams: tuple[int, ...]  # the teams whose matches don't count
    # The team that gets each award, the team that it didn't meet, and the points.
    awards: tuple[tuple[int, int, Fraction], ...]


def list_counting_matches(
    matches: Sequence[TeamMatch], team: int, opponents: Collection[int]
) -> tuple[TeamMatch, ...]:
    """Return the *matches* that count after *team* leaves.

    *opponents* are all teams that it was due to meet, if all teams meet each other. An opponent due
    to be met twice is in it twice. Without them, as in a Swiss, all matches count.  Otherwise the
    matches of the team are cancelled if it has played fewer than half of them.

    >>> played = (TeamMatch(1, 1, 2, 8, (10, -10), (Fraction(14), Fraction(6))),)
    >>> list_counting_matches(played, 2, opponents=[1, 3, 4])
    ()

    Source: [WHITEBOOK].
    """
    played_matches = [match for match in matches if team in match.teams]
    if opponents and 2 * len(played_matches) < len(opponents):
        return tuple(match for match in matches if match not in played_matches)
    return tuple(matches)


def apply_withdrawals(
    matches: Sequence[TeamMatch],
    teams: Sequence[int],
    due_matches: Collection[tuple[int, int]],
    *,
    points_per_match: int = 20,
) -> Withdrawals:
    """Return the *matches* that count after *teams* leave, in that order.

    *matches* are the finished ones, *due_matches* the two teams of every scheduled match.  A team whose
    matches are cancelled counts as never entered, so it isn't an opponent of teams that leave
    later.  If the matches of a team count, an opponent that it hasn't met gets the best of three
    figures: the average of its own other matches, the average that the team's opponents have won, or
    60%.  Teams that have left get no awards.

    >>> played = [TeamMatch(1, 1, 2, 8, (10, -10), (Fraction(14), Fraction(6)))]
    >>> due = [(1, 2), (1, 3), (2, 3)]
    >>> apply_withdrawals(played, [2], due).awards, apply_withdrawals(played, [3], due).cancelled_teams
    (((3, 2, Fraction(14, 1)),), (3,))

    Source: [WHITEBOOK] for one team.
    """
    cancelled_teams: list[int] = []
    for team in teams:
        opponents = _list_due_opponents(due_matches, team, cancelled_teams)
        matches = list_counting_matches(matches, team, opponents)
        if opponents and not any(team in match.teams for match in matches):
            cancelled_teams.append(team)
    # Awards follow from the matches that count after all withdrawals.
    awards = []
    for team in teams:
        if team in cancelled_teams:
            continue
        opponents = _list_due_opponents(due_matches, team, cancelled_teams)
        for opponent, points in _iter_awards(matches, team, opponents, points_per_match):
            if opponent not in teams:
                awards.append((opponent, team, points))
    return Withdrawals(tuple(matches), tuple(cancelled_teams), tuple(awards))


def _list_due_opponents(
    due_matches: Collection[tuple[int, int]], team: int, cancelled_teams: Collection[int]
) -> list[int]:
    opponents = []
    for home, away in due_matches:
        if team not in (home, away):
            continue
        opponent = away if team == home else home
        if opponent != team and opponent not in cancelled_teams:
            opponents.append(opponent)
    return opponents


def _iter_awards(
    matches: Sequence[TeamMatch], team: int, opponents: Collection[int], points_per_match: int
) -> Iterator[tuple[int, Fraction]]:
    """Yield an award for each match of *opponents* against *team* that wasn't played."""
    match_counts = Counter(
        number for match in matches if team in match.teams for number in match.teams
    )
    average_against = points_per_match - _compute_average_score(matches, team, points_per_match)
    for opponent in sorted((Counter(opponents) - match_counts).elements()):
        own_average = _compute_average_score(matches, opponent, points_per_match)
        yield opponent, max(own_average, average_against, compute_bye_points(points_per_match))


def _compute_average_score(
    matches: Sequence[TeamMatch], team: int, points_per_match: int
) -> Fraction:
    """Return the average score of *team*, half of *points_per_match* if it has not played."""
    scores = []
    for match in matches:
        if team in match.teams:
            scores.append(Fraction(match.view_from_team(team).score[0]))
    if scores:
        return sum(scores, Fraction(0)) / len(scores)
    return Fraction(points_per_match, 2)


def with_average_byes(field: Field, matches: Sequence[TeamMatch]) -> Field:
    """Return *field* with the average of its contestant's finished *matches* in each average bye.

    A half match counts as half of one. Before a contestant has finished a match, its bye keeps the
    amount that it has.

    >>> from scoring.bridge.rulings import BYE, Credit
    >>> bye = Credit(3, None, BYE, Fraction(12), "vp", "round 1", is_match_average=True)
    >>> matches = [TeamMatch(2, 1, 3, 8, (9, -9), (7, 13)), TeamMatch(3, 2, 3, 8, (2, -2), (9, 11))]
    >>> print(with_average_byes(Field(1, (), (bye,)), matches).credits[0])
    sit-out 12 vp (round 1, average of 2 matches)
    """
    half_matches = _collect_half_matches(field)
    total_by_contestant: defaultdict[int, Points] = defaultdict(int)
    length_by_contestant: defaultdict[int, Fraction] = defaultdict(Fraction)
    match_counts: Counter[int] = Counter()
    for match in matches:
        if match.is_unfinished:
            continue
        teams = frozenset(match.teams)
        length = HALF if (match.round_no, teams) in half_matches else Fraction(1)
        for contestant, score in zip(match.teams, match.score, strict=True):
            total_by_contestant[contestant] += score
            length_by_contestant[contestant] += length
            match_counts[contestant] += 1

    def settle_credit(credit: Credit) -> Credit:
        length = length_by_contestant[credit.contestant]
        if not (credit.is_match_average and length):
            return credit
        count = match_counts[credit.contestant]
        average = Fraction(total_by_contestant[credit.contestant]) / length
        reason = f"{credit.reason}, average of {format_count(count, 'match', 'matches')}"
        return replace(credit, amount=average, reason=reason)

    return replace(field, credits=tuple(map(settle_credit, field.credits)))


def _collect_half_matches(field: Field) -> set[tuple[int | None, frozenset[int]]]:
    """Return the half matches of *field*, by round and both contestants."""
    half_matches = set()
    for board in field.boards:
        if board.is_half:
            for line in board.lines:
                half_matches.add((board.round_no, frozenset((line.ns, line.ew))))
    return half_matches
