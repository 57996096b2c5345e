"""The facts for advice: a director's preferences, a movement of one length, and its points.

- :class:`Preferences`: the boards, time, winners and stationary seats that the director asks for,
  with defaults filled in.
- :class:`MovementProfile`: a movement with a certain number of rounds. Its facts don't depend on the
  number of boards per set.
- :class:`Merit`: how well a profile fulfils the preferences, as the sum of six figures in points of
  fairness.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from math import ceil, floor
from operator import attrgetter

from movements.balance import compute_quality, count_meetings_by_couple
from movements.errors import MovementError
from movements.model import Movement, Options, join_with_and
from movements.moves import get_stationary_pairs
from movements.registry import BOARDS_PER_SET

MINUTES_PER_BOARD = Fraction(15, 2)
MINUTES_PER_MOVE = 2
MAX_MINUTES_PER_BOARD = 60
DEFAULT_BOARDS_RANGE = (24, 28)
"""The fewest and the most boards that a pair plays in an ordinary evening."""
DEFAULT_CUPBOARD = 36
"""Different boards that a club has by default."""
DEFAULT_COPIES = 1
"""Copies of each board that a club has by default: few can make a second set before play."""
MAX_BOARDS_IN_CUPBOARD = 200
MAX_COPIES = 20
BOARDS_PER_ROUND_FOR_TIME = 3
"""Boards of a round that are assumed when the number of boards follows from the time."""


def percent_met(share: Fraction) -> int:
    """Return the *share* of opponents met as a whole percentage.

    It is 100 only if all are met, and 0 only if none is met.

    >>> percent_met(Fraction(6, 9)), percent_met(Fraction(1)), percent_met(Fraction(399, 400)), percent_met(Fraction(0))
    (67, 100, 99, 0)
    """
    if share in (0, 1):
        return int(100 * share)
    rounded_percentage = floor(100 * share + Fraction(1, 2))
    return min(99, max(1, rounded_percentage))


WEIGHT_FACTORS = {"not": 0, "little": 1, "much": 3, "must": 3}
"""How much a quality counts, by the name of its weight. With "must" it is also a condition."""


@dataclass(frozen=True, slots=True)
class QualityWeights:
    """How much each quality of a movement is worth to the club: not, a little, much or must.

    >>> QualityWeights(meeting="much").get_factor("meeting"), QualityWeights().get_factor("one_winner")
    (3, 0)
    """

    one_winner: str = "not"  # one ranking for everyone, not one each for N-S and E-W
    meeting: str = "little"  # meeting as many of the opponents as possible
    sitting: str = "little"  # keeping one's table
    equal_boards: str = "little"  # playing the same boards as everybody else
    familiar: str = "little"  # a movement that players know
    own_boards: str = "little"  # boards that no other table needs in the same round

    def get_factor(self, quality: str) -> int:
        """Return by how much the points of a *quality* are multiplied."""
        weight_name: str = getattr(self, quality)
        return WEIGHT_FACTORS[weight_name]

    def is_must(self, quality: str) -> bool:
        """Return whether a *quality* is a condition."""
        weight_name: str = getattr(self, quality)
        return weight_name == "must"


DEFAULT_WEIGHTS = QualityWeights()
QUALITIES = tuple(quality.name for quality in fields(QualityWeights))


def make_weights(weight_name_by_quality: Mapping[str, str]) -> QualityWeights:
    """Return the weights named in *weight_name_by_quality*. The other qualities keep the default.

    >>> make_weights({"one-winner": "must"}).one_winner
    'must'

    :raises MovementError: if a quality is unknown, or a weight isn't one of the four.
    """
    weight_by_quality: dict[str, str] = {}
    for name, weight_name in weight_name_by_quality.items():
        quality = name.replace("-", "_")
        if quality not in QUALITIES:
            raise MovementError(
                "quality-unknown",
                "“{quality}” isn’t a quality of movements. Choose from {qualities}.",
                quality=name,
                qualities=join_with_and(
                    known_quality.replace("_", "-") for known_quality in QUALITIES
                ),
            )
        if weight_name not in WEIGHT_FACTORS:
            raise MovementError(
                "worth",
                "“{weight_name}” doesn’t say what {quality} is worth. Enter not, little, much or must.",
                weight_name=weight_name,
                quality=name,
            )
        weight_by_quality[quality] = weight_name
    return replace(DEFAULT_WEIGHTS, **weight_by_quality)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the club can't do tonight. By default everything is possible.

    >>> Limits(boards=32, copies=1).can_share_boards
    True
    """

    # Different boards in the cupboard, such as 32 for the numbers 1 to 32. None means 36, or the
    # most that a pair should play if those are more.
    boards: int | None = None
    # How often the club has each of these boards. None means once, unless the field is too large
    # for any movement with one set.
    copies: int | None = None
    can_share_boards: bool = True  # whether tables may share boards
    can_carry_boards: bool = True  # whether boards may go elsewhere than to the next lower table


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Preferences:
    """The director's preferences with defaults filled in."""

    min_boards: int  # the fewest boards that a pair should play
    max_boards: int  # the most boards that a pair should play
    minutes: int | None
    one_winner: bool | None
    stationary: int
    pace: Fraction  # minutes per board
    boards_per_round: int | None = None
    limits: Limits = NO_LIMITS
    weights: QualityWeights = DEFAULT_WEIGHTS
    # Whether the director asked for the range of boards; otherwise it is a default.
    has_boards_range: bool = False

    @property
    def has_requests(self) -> bool:
        """Whether the director has asked for anything that a movement can lack."""
        return (
            self.has_boards_range
            or self.stationary > 0
            or any(
                value is not None
                for value in (self.minutes, self.one_winner, self.boards_per_round)
            )
        )

    @property
    def cupboard(self) -> int:
        """Return the number of different boards that the club has."""
        return self.limits.boards or max(DEFAULT_CUPBOARD, self.max_boards)

    @property
    def copies(self) -> int:
        """Return how often the club has each board."""
        return self.limits.copies or DEFAULT_COPIES

    def has_boards_for(self, profile: "MovementProfile", boards_per_set: int) -> bool:
        """Return whether the club has the different boards and the copies of them."""
        boards_in_play = profile.board_sets * boards_per_set
        return profile.copies <= self.copies and boards_in_play <= self.cupboard

    def compute_minutes(self, rounds: int, boards_per_set: int) -> int:
        """Return the duration of a session in minutes, rounded up.

        >>> make_preferences(None, None, None, 0, MINUTES_PER_BOARD).compute_minutes(rounds=13, boards_per_set=2)
        219
        """
        return ceil(rounds * boards_per_set * self.pace + (rounds - 1) * MINUTES_PER_MOVE)

    def count_excess_minutes(self, rounds: int, boards_per_set: int) -> int:
        """Return the minutes that a session takes in addition to the time available.

        >>> make_preferences(210, None, None, 0, MINUTES_PER_BOARD).count_excess_minutes(rounds=13, boards_per_set=2)
        9
        """
        if self.minutes is not None:
            return max(0, self.compute_minutes(rounds, boards_per_set) - self.minutes)
        return 0

    def count_idle_minutes(self, rounds: int, boards_per_set: int) -> int:
        """Return the minutes of the time available that a session leaves.

        >>> make_preferences(210, None, None, 0, MINUTES_PER_BOARD).count_idle_minutes(rounds=7, boards_per_set=3)
        40
        """
        if self.minutes is not None:
            return max(0, self.minutes - self.compute_minutes(rounds, boards_per_set))
        return 0

    def has_wrong_winners(self, winners: int) -> bool:
        """Return whether a movement with *winners* has another number than requested."""
        return self.one_winner is not None and (winners == 1) != self.one_winner

    def list_possible_boards(
        self, profile: "MovementProfile", boards_per_set: int
    ) -> tuple[int, ...]:
        """Return the possible numbers of boards, one of which should be near the range.

        These are the boards of the pair that plays most. In an odd field, where everybody may sit out
        once, those of the session count as well, unless the director has said how many a pair should
        play.
        """
        boards = profile.most_rounds * boards_per_set
        if profile.pairs % 2 and not self.has_boards_range:
            return boards, profile.rounds * boards_per_set
        return (boards,)

    def count_boards_outside(self, *boards: int) -> int:
        """Return by how many boards the nearest of *boards* misses the requested range.

        >>> make_preferences(None, (24, 28), None, 0, MINUTES_PER_BOARD).count_boards_outside(21)
        3
        """
        return min(max(0, self.min_boards - number, number - self.max_boards) for number in boards)

    def compute_boards_from_middle(self, *boards: int) -> Fraction:
        """Return how far the nearest of *boards* is from the middle of the requested range.

        A number outside the range is as far as its ends, because the rest is counted as outside.

        >>> make_preferences(None, (18, 32), None, 0, MINUTES_PER_BOARD).compute_boards_from_middle(24)
        Fraction(1, 1)
        """
        middle = Fraction(self.min_boards + self.max_boards, 2)
        boards_in_range = [min(max(number, self.min_boards), self.max_boards) for number in boards]
        return min(abs(number - middle) for number in boards_in_range)

    def compare_boards_per_round(self, boards_per_set: int) -> int:
        """Return by how many boards a round differs from the requested one.

        >>> make_preferences(None, None, None, 0, 7.5, boards_per_round=3).compare_boards_per_round(2)
        1
        """
        if self.boards_per_round is None:
            return 0
        return abs(boards_per_set - self.boards_per_round)


@dataclass(frozen=True, slots=True)
class MovementProfile:
    """The properties of a movement with a number of rounds, whatever the size of its sets."""

    key: str
    name: str
    options: Options
    pairs: int
    winners: int
    tables: int
    rounds: int
    copies: int
    field_met: Fraction  # the share of the possible opponents that a pair meets on average
    opponents_met: Fraction  # how many different opponents a pair meets on average
    meetings: tuple[int, int]  # the fewest and the most meetings of any two pairs
    board_sets: int  # the number of different sets in play
    sharing_tables: int  # the tables that share their board sets, in the round with most of them
    sit_outs: int  # the most rounds that any pair sits out
    rounds_played: tuple[int, int]  # the fewest and the most rounds of any pair
    stationary_pair_count: int
    moving_pair_count: int  # the number of pairs that play at more than one table
    arrow_switches: int
    is_switched_by_table: bool  # whether only some tables turn their boards in a round
    has_stationary_ns: bool
    qf: Fraction | None
    # The share of play with boards that more than one table plays. Boards of one table compare
    # nobody.
    compared_share: Fraction
    # The plan itself, if no registered movement makes it.
    plan: Movement | None = field(default=None, compare=False, repr=False)

    @property
    def fairness(self) -> Fraction:
        """Return Qf in proportion to the boards that are compared."""
        return (self.qf or Fraction(0)) * self.compared_share

    @property
    def has_shared_boards(self) -> bool:
        """Return whether tables share board sets."""
        return self.sharing_tables > 0

    @property
    def has_uneven_repeats(self) -> bool:
        """Return whether some opponents meet twice or more while others meet less often."""
        fewest_meetings, most_meetings = self.meetings
        return fewest_meetings < most_meetings and most_meetings > 1

    @property
    def unplayed_share(self) -> Fraction:
        """Return the share of the sets in play that a pair can't play, having fewer rounds."""
        return max(Fraction(0), 1 - Fraction(self.rounds, self.board_sets))

    @property
    def most_rounds(self) -> int:
        """Return the rounds of the pair that plays most."""
        _, rounds = self.rounds_played
        return rounds


def compute_round_minutes(
    boards_per_set: int, minutes_per_board: Fraction | float = MINUTES_PER_BOARD
) -> int:
    """Return the minutes on the clock for a round: its boards and one move, rounded up.

    >>> compute_round_minutes(4), compute_round_minutes(3)
    (32, 25)
    """
    return ceil(boards_per_set * Fraction(minutes_per_board) + MINUTES_PER_MOVE)


def make_preferences(  # noqa: PLR0913  a parameter for each preference
    minutes: int | None,
    boards: tuple[int, int] | None,
    one_winner: bool | None,
    stationary: int,
    minutes_per_board: Fraction | float,
    *,
    boards_per_round: int | None = None,
    limits: Limits = NO_LIMITS,
    weights: QualityWeights = DEFAULT_WEIGHTS,
) -> Preferences:
    """Return the preferences in the arguments of :func:`movements.advice.advise.advise`.

    >>> preferences = make_preferences(150, None, None, 0, MINUTES_PER_BOARD)
    >>> (preferences.min_boards, preferences.max_boards)
    (14, 18)

    :raises MovementError: if the minutes per board, the range of boards or a limit is out of range, or
        if not even one board fits the time.
    """
    if not 0 < minutes_per_board <= MAX_MINUTES_PER_BOARD:
        raise MovementError(
            "pace",
            "A board can’t take {pace} minutes. Enter more than 0 and at most {longest}, such as "
            "7.5.",
            pace=minutes_per_board,
            longest=MAX_MINUTES_PER_BOARD,
        )
    pace = Fraction(minutes_per_board)
    if minutes is not None and minutes < pace:
        raise MovementError(
            "too-little-time",
            "{minutes} minutes isn’t enough for one board, which takes {pace}. Allow more time.",
            minutes=minutes,
            pace=float(pace),
        )
    min_boards, max_boards = boards or _compute_boards_range(minutes, pace)
    if not 1 <= min_boards <= max_boards:
        raise MovementError(
            "boards-wanted",
            "{low}-{high} isn’t a range of boards. Enter a smaller and a larger number, such as "
            "24-28.",
            low=min_boards,
            high=max_boards,
        )
    for name, number, most in (
        ("boards in the cupboard", limits.boards, MAX_BOARDS_IN_CUPBOARD),
        ("sets of boards", limits.copies, MAX_COPIES),
        ("boards per round", boards_per_round, max(BOARDS_PER_SET)),
    ):
        if number is not None and not 1 <= number <= most:
            raise MovementError(
                "limit",
                "{number} isn’t a possible number of {name}. Enter 1 to {most}.",
                name=name,
                number=number,
                most=most,
            )
    return Preferences(
        min_boards,
        max_boards,
        minutes=minutes,
        one_winner=one_winner,
        stationary=stationary,
        pace=pace,
        boards_per_round=boards_per_round,
        limits=limits,
        weights=weights,
        has_boards_range=boards is not None,
    )


def _compute_boards_range(minutes: int | None, pace: Fraction) -> tuple[int, int]:
    """Return the default range of boards, or one of the same width that fills the *minutes*."""
    if minutes is None:
        return DEFAULT_BOARDS_RANGE
    move_share = Fraction(MINUTES_PER_MOVE, BOARDS_PER_ROUND_FOR_TIME)
    most_boards = max(1, floor(minutes / (pace + move_share)))
    default_fewest, default_most = DEFAULT_BOARDS_RANGE
    fewest_boards = max(1, most_boards - (default_most - default_fewest))
    return fewest_boards, most_boards


def compute_profile(plan: Movement) -> MovementProfile:
    """Return the facts about *plan*.

    >>> from movements.registry import make_plan
    >>> compute_profile(make_plan("mitchell", tables=8, rounds=6)).field_met
    Fraction(3, 4)
    """
    meeting_counts = count_meetings_by_couple(plan)
    rows = plan.rows
    # Counters of attributes run without Python code per row: advice compares hundreds of lengths.
    ns_rounds_by_seat = Counter(map(attrgetter("ns", "table_no"), rows))
    ew_rounds_by_seat = Counter(map(attrgetter("ew", "table_no"), rows))
    plays_of_set = Counter(map(attrgetter("board_set"), rows))
    tables_in_round = Counter(map(attrgetter("round_no"), rows))
    sharing_in_round = Counter(row.round_no for row in rows if row.shared)
    switched_in_round = Counter(row.round_no for row in rows if row.arrow_switched)
    rounds_played: Counter[int] = Counter()
    for rounds_by_seat in (ns_rounds_by_seat, ew_rounds_by_seat):
        for (pair, _), rounds in rounds_by_seat.items():
            rounds_played[pair] += rounds
    ns = {pair for pair, _ in ns_rounds_by_seat}
    ew = {pair for pair, _ in ew_rounds_by_seat}
    tables_of_pair = Counter(pair for pair, _ in {*ns_rounds_by_seat, *ew_rounds_by_seat})
    has_two_winners = plan.winners == 2
    if has_two_winners:
        possible_couples = len(ns) * len(ew)
    else:
        possible_couples = plan.contestants * (plan.contestants - 1) // 2
    # Couples that never meet aren't in the counter.
    has_all_couples = len(meeting_counts) == possible_couples
    fewest_meetings = min(meeting_counts.values()) if has_all_couples else 0
    uncompared_rows = sum(plays == 1 for plays in plays_of_set.values())
    sit_outs = Counter(sit_out.contestant for sit_out in plan.sit_outs)
    return MovementProfile(
        key=plan.key,
        name=plan.name,
        options=plan.options,
        pairs=plan.contestants,
        winners=plan.winners,
        tables=plan.tables,
        rounds=plan.rounds,
        copies=plan.copies,
        field_met=Fraction(len(meeting_counts), possible_couples),
        opponents_met=Fraction(2 * len(meeting_counts), plan.contestants),
        meetings=(fewest_meetings, max(meeting_counts.values())),
        board_sets=len(plays_of_set),
        sharing_tables=max(sharing_in_round.values(), default=0),
        sit_outs=max(sit_outs.values(), default=0),
        rounds_played=(min(rounds_played.values()), max(rounds_played.values())),
        stationary_pair_count=len(get_stationary_pairs(plan)),
        moving_pair_count=sum(tables > 1 for tables in tables_of_pair.values()),
        arrow_switches=switched_in_round.total(),
        is_switched_by_table=any(
            tables < tables_in_round[round_no] for round_no, tables in switched_in_round.items()
        ),
        has_stationary_ns=has_two_winners and len(ns_rounds_by_seat) == len(ns),
        qf=compute_quality(plan),
        compared_share=1 - Fraction(uncompared_rows, len(plan.rows)),
    )


# The points say how much of one quality another is worth. They are this program's judgement, set so
# that the first advice agrees with what lists of directors recommend; docs/movements.md lists them.


EXPECTED_IN_DIRECTION = 13
"""Opponents that a pair expects with two winners, where pairs with other opponents aren't equal."""

EXPECTED_IN_FIELD = 9
"""Opponents that a pair expects if everybody is ranked together, however large the field."""

SMALL_DIRECTION_POINTS = (60, 60, 52, 52, 44, 36, 28, 4)
"""Points deducted for two winners, by the pairs in the smaller direction. From eight on it is nothing.

Directors give fields up to six tables one winner and fields from eight tables two, whatever the
number of boards. So the points fall steeply in between, and the number of rounds doesn't decide.
"""

# Points deducted if a pair met none of its expected opponents; fewer in proportion if it met some:
POINTS_LINE_UNMET = 40
POINTS_FIELD_UNMET = 60
# Points deducted:
POINTS_NOT_ALL_MET = 3  # if there is one ranking and not all in it meet
POINTS_TWO_WINNERS = 12  # for two winners, if the club prefers one
POINTS_UNCOMPARED = 25  # if some boards, but not all, are played at only one table
POINTS_UNPLAYED = 38  # if a pair played none of the sets in play, otherwise in proportion
POINTS_UNEVEN_MEETINGS = 5  # if some opponents meet again while others meet less often
POINTS_BOARD_OUTSIDE = 3  # for each board outside the requested range
POINTS_SQUARE_OUTSIDE = 2  # times the square of these boards: the first are the cheapest
POINTS_BOARD_FROM_MIDDLE = 1  # for each board from the middle of the range, within it
POINTS_WRONG_WINNERS = 60  # for one winner instead of two, or two instead of one
POINTS_WRONG_ROUND_LENGTH = 8  # for each board per round more or fewer than requested
POINTS_MINUTE_OVER = 10  # for each minute over the time available, if nothing ends in time
POINTS_MINUTE_EARLY = 3  # for each minute by which it ends more than MAX_IDLE_MINUTES early
POINTS_MUST_MOVE = 25  # for each pair that can't move but would have to
POINTS_SIT_OUT = 5  # for each round of the pair that sits out most
POINTS_UNEVEN_BOARD = 2  # for each board between the pairs that play most and fewest
POINTS_SHARED_SETS = 4  # if two tables share boards
POINTS_SHARING_TABLE = Fraction(1, 4)  # for each further table that shares
POINTS_SECOND_COPY = Fraction(9, 2)  # for a second copy of the boards, which has to be made
POINTS_MORE_COPY = Fraction(3, 2)  # for each further copy: the first was the most work
POINTS_SWITCHED_BY_TABLE = 3  # if only some tables turn their boards in a round
POINTS_MOVING_PAIR = Fraction(1, 2)  # for each pair beyond half of the field that changes tables
POINTS_SKIP = 1  # if a line skips a table, which has to be announced at the right moment
POINTS_ROUND = 2  # for each round beyond the eighth, because each is a move
POINTS_LATE_ROUND = 4  # for each round beyond the thirteenth, in addition
POINTS_BY_BOARDS_PER_ROUND = {1: 30, 5: 1, 6: 3}
POINTS_UNFAMILIAR: dict[str, int | Fraction] = {
    "mitchell": 0,
    "howell": 0,
    "one-winner-mitchell": 1,
    "rover-mitchell": Fraction(3, 2),
    "hesitation-mitchell": 2,
    "web-mitchell": 3,
    "appendix-mitchell": 6,  # pairs of both lines move, each by its own rule
}
POINTS_UNKNOWN = 3  # for other movements, which most players have to learn or follow by card

MAX_IDLE_MINUTES = 30
"""Minutes of the time available that may be left: about a round of four boards."""

ORDINARY_ROUNDS = 8
"""Rounds of an ordinary evening. Directors take more only for a reason."""

MAX_RECOMMENDED_ROUNDS = 13
"""The most rounds that lists of directors recommend for an evening."""


@dataclass(frozen=True, slots=True)
class Merit:
    """The six figures by which a movement is rated.

    All but the fairness are deductions, 0 or less.

    >>> Merit(Fraction(98), Fraction(-5), Fraction(0), Fraction(-5), Fraction(0), Fraction(-2)).total
    Fraction(86, 1)
    """

    fairness: Fraction  # Qf, in proportion to the boards that are compared
    # Part of the field isn't met, or some opponents are met more often than others.
    opponents: Fraction
    preferences: Fraction  # the requested winners, boards, time or stationary seats are missing
    sitting_out: Fraction  # rounds without opponents, and boards fewer than others play
    # Extra work for the players, such as many moves, shared boards or unfamiliar rules.
    ease: Fraction
    # Pairs play only a part of the boards in play and not all the same, or not as many as are in
    # the middle of the requested range or fill the time.
    boards: Fraction

    @property
    def total(self) -> Fraction:
        """Return the sum by which movements are ranked."""
        return (
            self.fairness
            + self.opponents
            + self.preferences
            + self.sitting_out
            + self.ease
            + self.boards
        )


def compute_merit(profile: MovementProfile, boards_per_set: int, preferences: Preferences) -> Merit:
    """Return the merit of a movement with this *profile* and *boards_per_set* boards per round."""
    weights = preferences.weights
    return Merit(
        fairness=profile.fairness,
        opponents=-_compute_opponents_penalty(profile, weights),
        preferences=-_compute_preferences_penalty(profile, boards_per_set, preferences),
        sitting_out=-_compute_sit_out_penalty(profile, boards_per_set),
        ease=-_compute_effort_penalty(profile, boards_per_set, weights),
        boards=-_compute_boards_penalty(profile, boards_per_set, preferences),
    )


def compute_unfamiliar_points(profile: MovementProfile) -> Fraction:
    """Return the points for a movement that players have to learn or follow by card.

    A rover among an even number of tables also meets a skip or a share, so it is never familiar.
    """
    if profile.key == "rover-mitchell" and profile.options:
        return Fraction(POINTS_UNKNOWN)
    return Fraction(POINTS_UNFAMILIAR.get(profile.key, POINTS_UNKNOWN))


def _compute_opponents_penalty(profile: MovementProfile, weights: QualityWeights) -> Fraction:
    possible_opponents = profile.opponents_met / profile.field_met
    if profile.winners == 1:
        most_expected = EXPECTED_IN_FIELD
        points_unmet = POINTS_FIELD_UNMET
    else:
        most_expected = EXPECTED_IN_DIRECTION
        points_unmet = POINTS_LINE_UNMET
    expected = min(Fraction(most_expected), possible_opponents)
    unmet_share = max(Fraction(0), 1 - profile.opponents_met / expected)
    points = points_unmet * unmet_share
    if profile.winners == 1 and profile.field_met < 1:
        points += POINTS_NOT_ALL_MET
    points *= weights.get_factor("meeting")
    if profile.winners > 1:
        smaller_direction = profile.pairs // 2
        if smaller_direction < len(SMALL_DIRECTION_POINTS):
            points += SMALL_DIRECTION_POINTS[smaller_direction]
        points += POINTS_TWO_WINNERS * weights.get_factor("one_winner")
    if profile.has_uneven_repeats:
        points += POINTS_UNEVEN_MEETINGS
    return points


def _compute_preferences_penalty(
    profile: MovementProfile, boards_per_set: int, preferences: Preferences
) -> Fraction:
    boards = preferences.list_possible_boards(profile, boards_per_set)
    boards_outside = preferences.count_boards_outside(*boards)
    points = POINTS_BOARD_OUTSIDE * boards_outside + POINTS_SQUARE_OUTSIDE * boards_outside**2
    points += POINTS_WRONG_ROUND_LENGTH * preferences.compare_boards_per_round(boards_per_set)
    points += POINTS_MINUTE_OVER * preferences.count_excess_minutes(profile.rounds, boards_per_set)
    points += POINTS_MUST_MOVE * max(0, preferences.stationary - profile.stationary_pair_count)
    if preferences.has_wrong_winners(profile.winners):
        points += POINTS_WRONG_WINNERS
    return Fraction(points)


def _compute_boards_penalty(
    profile: MovementProfile, boards_per_set: int, preferences: Preferences
) -> Fraction:
    from_middle = preferences.compute_boards_from_middle(
        *preferences.list_possible_boards(profile, boards_per_set)
    )
    points_unplayed = POINTS_UNPLAYED * preferences.weights.get_factor("equal_boards")
    points = POINTS_BOARD_FROM_MIDDLE * from_middle + points_unplayed * profile.unplayed_share
    idle_minutes = preferences.count_idle_minutes(profile.rounds, boards_per_set)
    points += POINTS_MINUTE_EARLY * max(0, idle_minutes - MAX_IDLE_MINUTES)
    if 0 < profile.compared_share < 1:
        points += POINTS_UNCOMPARED
    return points


def _compute_sit_out_penalty(profile: MovementProfile, boards_per_set: int) -> Fraction:
    fewest_rounds, most_rounds = profile.rounds_played
    uneven_boards = (most_rounds - fewest_rounds) * boards_per_set
    return Fraction(POINTS_SIT_OUT * profile.sit_outs + POINTS_UNEVEN_BOARD * uneven_boards)


def _compute_effort_penalty(
    profile: MovementProfile, boards_per_set: int, weights: QualityWeights
) -> Fraction:
    # In most movements half of the field moves, so only pairs beyond half are counted.
    half_of_field = (profile.pairs + 1) // 2
    points = POINTS_MOVING_PAIR * max(0, profile.moving_pair_count - half_of_field)
    points *= weights.get_factor("sitting")
    if profile.copies > 1:
        points += POINTS_SECOND_COPY + POINTS_MORE_COPY * (profile.copies - 2)
    points += POINTS_ROUND * max(0, profile.rounds - ORDINARY_ROUNDS)
    points += POINTS_LATE_ROUND * max(0, profile.rounds - MAX_RECOMMENDED_ROUNDS)
    points += compute_unfamiliar_points(profile) * weights.get_factor("familiar")
    points += POINTS_BY_BOARDS_PER_ROUND.get(boards_per_set, 0)
    if ("even", "skip") in profile.options:
        points += POINTS_SKIP
    if profile.has_shared_boards:
        points_shared = POINTS_SHARED_SETS + POINTS_SHARING_TABLE * (profile.sharing_tables - 2)
        points += points_shared * weights.get_factor("own_boards")
    if profile.is_switched_by_table:
        points += POINTS_SWITCHED_BY_TABLE * weights.get_factor("familiar")
    return points
