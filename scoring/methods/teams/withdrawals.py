"""What becomes of a contest of matches when a team has no opponent for a round, or leaves."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.method import ScoringMethod
from scoring.model import TeamMatch

SHARE = Fraction(60, 100)
"""Of the points of a match, what a team gets that cannot play through no fault of its own."""


OF_A_BOARD = 4
"""The points of a board in Patton: two for the board, two of the aggregate."""


def bye_points(whole: int = 20) -> Fraction:
    """Return what a team gets for a round without an opponent, of matches of *whole* points.

    No federation's figure for a bye was found; it is what the opponents of a team that left get at
    least.

    >>> bye_points(), bye_points(10)
    (Fraction(12, 1), Fraction(6, 1))

    Source: [WHITEBOOK].
    """
    return whole * SHARE


def full_match(method: ScoringMethod, settings: Mapping[str, str], boards: int) -> int:
    """Return the victory points of a match of *boards* boards by *method*, 0 if it gives none.

    A scale of victory points has as many whatever the boards; Patton has four a board.

    >>> from scoring import find_method
    >>> full_match(find_method("team-imps"), {"victory_points": "acbl-30"}, 8)
    30
    >>> full_match(find_method("patton"), {"aggregate": "ratio"}, 8), full_match(find_method("matchpoints"), {}, 8)
    (32, 0)
    """
    if "aggregate" in settings:
        return OF_A_BOARD * boards
    if "vp" not in method.accepts or settings.get("victory_points") == "none":
        return 0
    if settings.get("victory_points") == "acbl-30":
        return 30
    return 20


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The result of one withdrawal: the *matches* that count, and *awards* to later opponents."""

    matches: tuple[TeamMatch, ...]
    awards: tuple[tuple[int, Fraction], ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawals:
    """The result of several withdrawals: the *matches* that count, and the teams with *cancelled*
    matches.

    *awards* say who gets something, for not meeting which team, and how much.
    """

    matches: tuple[TeamMatch, ...]
    cancelled: tuple[int, ...]
    awards: tuple[tuple[int, int, Fraction], ...]


def after_withdrawal(
    matches: Sequence[TeamMatch], team: int, *, opponents: Collection[int] = (), whole: int = 20
) -> Withdrawal:
    """Return the *matches* that count after *team* leaves.

    *opponents* are all teams it was to meet, if everybody meets everybody.

    Whoever it was to meet twice is named twice.

    Without *opponents*, as in a Swiss, all scores stand.  Otherwise its matches are cancelled if it
    has played fewer than half of them; if it has played half or more they stand, and whoever it has
    not met gets the best of three: the average of its own other matches, what the team that left
    has lost on average, or 60 %.

    >>> played = (TeamMatch(1, 1, 2, 8, 10, -10, Fraction(14), Fraction(6)),)
    >>> after_withdrawal(played, 2, opponents=[1, 3]).awards
    ((3, Fraction(14, 1)),)
    >>> after_withdrawal(played, 2, opponents=[1, 3, 4]).matches
    ()

    Source: [WHITEBOOK].
    """
    played = [match for match in matches if team in (match.home, match.away)]
    if not opponents:
        return Withdrawal(tuple(matches))
    if 2 * len(played) < len(opponents):
        return Withdrawal(tuple(match for match in matches if match not in played))
    return Withdrawal(tuple(matches), tuple(_awards(matches, team, opponents, whole)))


def after_withdrawals(
    matches: Sequence[TeamMatch],
    teams: Sequence[int],
    due: Collection[tuple[int, int]],
    *,
    whole: int = 20,
) -> Withdrawals:
    """Return the *matches* that count after *teams* leave, in that order.

    *due* are both teams of every match.

    *matches* are those that were finished.  A team whose matches are cancelled is as if it had
    never been there: it is no opponent of those that leave after it.  Nobody who has left gets
    anything for matches that were not played.

    >>> played = [TeamMatch(1, 1, 2, 8, 10, -10, Fraction(14), Fraction(6))]
    >>> due = [(1, 2), (1, 3), (2, 3)]
    >>> after_withdrawals(played, [2], due).awards, after_withdrawals(played, [3], due).cancelled
    (((3, 2, Fraction(14, 1)),), (3,))

    Source: [WHITEBOOK] for one team.
    """
    cancelled: list[int] = []
    for team in teams:
        opponents = _opponents(due, team, cancelled)
        left = after_withdrawal(matches, team, opponents=opponents, whole=whole).matches
        if opponents and not any(team in _both(match) for match in left):
            cancelled.append(team)
        matches = left
    awards = (
        (other, team, points)
        for team in teams
        if team not in cancelled
        for other, points in _awards(matches, team, _opponents(due, team, cancelled), whole)
        if other not in teams
    )
    return Withdrawals(tuple(matches), tuple(cancelled), tuple(awards))


def _opponents(
    due: Collection[tuple[int, int]], team: int, cancelled: Collection[int]
) -> list[int]:
    return [
        other
        for both in due
        if team in both
        for other in both
        if other != team and other not in cancelled
    ]


def _awards(
    matches: Sequence[TeamMatch], team: int, opponents: Collection[int], whole: int
) -> Iterator[tuple[int, Fraction]]:
    """Yield the award of each of *opponents* for each match against *team* that is not among
    *matches*.
    """
    met = Counter(number for match in matches if team in _both(match) for number in _both(match))
    lost = whole - _average(matches, team, whole)
    for other in sorted((Counter(opponents) - met).elements()):
        yield other, max(_average(matches, other, whole), lost, bye_points(whole))


def _average(matches: Sequence[TeamMatch], team: int, whole: int) -> Fraction:
    """Return the average score of *team*, half of the *whole* if it has not played."""
    scores = [
        match.home_score if team == match.home else match.away_score
        for match in matches
        if team in _both(match)
    ]
    if scores:
        return sum((Fraction(score) for score in scores), Fraction(0)) / len(scores)
    return Fraction(whole, 2)


def _both(match: TeamMatch) -> tuple[int, int]:
    return match.home, match.away
