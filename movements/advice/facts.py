"""The facts for advice: the director's wishes, and the properties of a movement of a certain
length.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from movements.balance import opponents, quality
from movements.errors import MovementError
from movements.model import Movement, Options
from movements.moves import stationary_pairs
from movements.sentences import MovementSentences

TWO_LINES = 2
MINUTES_PER_BOARD = Fraction(15, 2)
MINUTES_PER_MOVE = 2
LONGEST_BOARD = 60
USUAL_RANGE = (24, 28)
"""Boards a pair plays in an ordinary evening."""


def percent_met(share: Fraction) -> int:
    """Return the *share* of opponents met as a rounded percentage.

    It is 100 only if all are met, 0 only if none is.

    >>> percent_met(Fraction(6, 9)), percent_met(Fraction(1)), percent_met(Fraction(399, 400)), percent_met(Fraction(0))
    (67, 100, 99, 0)
    """
    if share in (0, 1):
        return int(100 * share)
    return min(99, max(1, floor(100 * share + Fraction(1, 2))))


@dataclass(frozen=True, slots=True)
class Wishes:
    """The director's wishes, filled in: boards, time, winners and stationary seats."""

    low: int
    high: int
    minutes: int | None
    one_winner: bool | None
    stationary: int
    pace: Fraction

    def minutes_for(self, rounds: int, boards_per_set: int) -> int:
        """Return how long a session of this shape takes, begun minutes counted whole.

        >>> read_wishes(None, None, None, 0, MINUTES_PER_BOARD).minutes_for(rounds=13, boards_per_set=2)
        219
        """
        return ceil(rounds * boards_per_set * self.pace + (rounds - 1) * MINUTES_PER_MOVE)

    def minutes_over(self, rounds: int, boards_per_set: int) -> int:
        """Return by how many minutes a session of this shape runs over the time there is.

        >>> read_wishes(210, None, None, 0, MINUTES_PER_BOARD).minutes_over(rounds=13, boards_per_set=2)
        9
        """
        if self.minutes is not None:
            return max(0, self.minutes_for(rounds, boards_per_set) - self.minutes)
        return 0

    def wrong_winners(self, winners: int) -> bool:
        """Return whether a movement has one winner where two were asked for, or the other way round."""
        return self.one_winner is not None and (winners == 1) != self.one_winner

    def boards_outside(self, boards: int) -> int:
        """Return by how many boards a session misses the range wanted.

        >>> read_wishes(None, (24, 28), None, 0, MINUTES_PER_BOARD).boards_outside(21)
        3
        """
        return max(0, self.low - boards, boards - self.high)


@dataclass(frozen=True, slots=True)
class Length:
    """The properties of a movement with a number of rounds, whatever the size of its sets.

    ``opponents_met`` is how many different opponents a pair has on average, ``field_met`` their
    share of those possible; ``meetings`` and ``rounds_played`` are the fewest and the most of any
    couple and of any pair. ``switched_by_table`` is true where only some of the tables turn their
    boards in a round, ``compared`` is the share of all that is played with boards that another
    table plays too: the rest compares nobody.
    """

    key: str
    name: str
    options: Options
    pairs: int
    winners: int
    tables: int
    rounds: int
    copies: int
    field_met: Fraction
    opponents_met: Fraction
    meetings: tuple[int, int]
    shared: bool
    sit_outs: int
    rounds_played: tuple[int, int]
    stationary: int
    arrow_switches: int
    switched_by_table: bool
    ns_pairs_stay: bool
    qf: Fraction | None
    compared: Fraction

    @property
    def fairness(self) -> Fraction:
        """Return Qf as far as boards are compared at all."""
        return (self.qf or Fraction(0)) * self.compared

    @property
    def again(self) -> bool:
        """Tell whether some meet twice while others meet less often."""
        fewest, most = self.meetings
        return fewest < most and most > 1

    @property
    def most_rounds(self) -> int:
        """Return how many rounds the pair plays that plays most."""
        return self.rounds_played[1]


def round_minutes(
    boards_per_set: int, minutes_per_board: Fraction | float = MINUTES_PER_BOARD
) -> int:
    """Return how long the clock of a round runs: its boards and one move, a begun minute counted whole.

    >>> round_minutes(4), round_minutes(3)
    (32, 25)
    """
    return ceil(boards_per_set * Fraction(minutes_per_board) + MINUTES_PER_MOVE)


def read_wishes(
    minutes: int | None,
    boards: tuple[int, int] | None,
    one_winner: bool | None,
    stationary: int,
    minutes_per_board: Fraction | float,
) -> Wishes:
    """Return the wishes behind the arguments of :func:`movements.advise`.

    >>> wishes = read_wishes(150, None, None, 0, MINUTES_PER_BOARD)
    >>> (wishes.low, wishes.high)
    (14, 18)

    :raises MovementError: if a board takes no time, or more than an hour, or not one board fits the
        time, or the range of boards is empty or starts below 1.
    """
    if not 0 < minutes_per_board <= LONGEST_BOARD:
        raise MovementError(MovementSentences.PACE, pace=minutes_per_board, longest=LONGEST_BOARD)
    pace = Fraction(minutes_per_board)
    if minutes is not None and minutes < pace:
        raise MovementError(MovementSentences.TOO_LITTLE_TIME, minutes=minutes, pace=float(pace))
    if boards is None:
        boards = USUAL_RANGE if minutes is None else _filling(minutes, pace)
    low, high = boards
    if not 1 <= low <= high:
        raise MovementError(MovementSentences.BOARDS_WANTED, low=low, high=high)
    return Wishes(low, high, minutes, one_winner, stationary, pace)


def _filling(minutes: int, pace: Fraction) -> tuple[int, int]:
    """Return how many boards fill the time in rounds of three, and four fewer."""
    most = max(1, floor(minutes / (pace + Fraction(MINUTES_PER_MOVE, 3))))
    return max(1, most - (USUAL_RANGE[1] - USUAL_RANGE[0])), most


def known_length(plan: Movement) -> Length:
    """Return the facts about *plan*.

    >>> from movements import make_plan
    >>> known_length(make_plan("mitchell", tables=8, rounds=6)).field_met
    Fraction(3, 4)
    """
    met = opponents(plan)
    ns, ew = {row.ns for row in plan.rows}, {row.ew for row in plan.rows}
    if plan.winners == TWO_LINES:
        possible = len(ns) * len(ew)
    else:
        possible = plan.contestants * (plan.contestants - 1) // 2
    played = Counter(row.ns for row in plan.rows)
    played.update(row.ew for row in plan.rows)
    tables_of_set = Counter(row.board_set for row in plan.rows)
    alone = sum(number == 1 for number in tables_of_set.values())
    switched = Counter(row.round_no for row in plan.rows if row.arrow_switched)
    in_play = Counter(row.round_no for row in plan.rows)
    return Length(
        key=plan.key,
        name=plan.name,
        options=plan.options,
        pairs=plan.contestants,
        winners=plan.winners,
        tables=plan.tables,
        rounds=plan.rounds,
        copies=plan.copies,
        field_met=Fraction(len(met), possible),
        opponents_met=Fraction(2 * len(met), plan.contestants),
        meetings=(min(met.values()) if len(met) == possible else 0, max(met.values())),
        shared=any(row.shared for row in plan.rows),
        sit_outs=max(Counter(wait.contestant for wait in plan.sit_outs).values(), default=0),
        rounds_played=(min(played.values()), max(played.values())),
        stationary=len(stationary_pairs(plan)),
        arrow_switches=switched.total(),
        switched_by_table=any(number < in_play[round_no] for round_no, number in switched.items()),
        ns_pairs_stay=plan.winners == TWO_LINES
        and len({(row.ns, row.table_no) for row in plan.rows}) == len(ns),
        qf=quality(plan),
        compared=1 - Fraction(alone, len(plan.rows)),
    )
