"""Suggest movements for single players or teams, the best first.

Every movement is tried whole, and as its longest part that fits the options. A *shape* is a movement
with a number of rounds. Shapes are ordered by the points that they lose: most for an incomplete
schedule, then for sit-outs and for options that aren't met. docs/movements.md lists the points. Pairs
have :mod:`movements.advice.advise`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product
from math import ceil
from typing import NamedTuple

from movements.advice.facts import MINUTES_PER_BOARD, Preferences, make_preferences
from movements.balance import player_fairness
from movements.errors import MovementError, make_size_error
from movements.model import NOUN_BY_CONTEST, Movement, MovementSpec, Options, PlanRequest, get_team
from movements.partnerships import count_partner_rounds_by_couple, make_couple
from movements.registry import BOARDS_PER_SET, get_movement, list_movements

MAX_LENGTHS = 2
"""Lengths listed of one movement."""

MAX_BOARDS_OF_SHORT_SESSION = 12
"""Rounds of one board are tried only for so few boards."""

# Points lost:
POINTS_INCOMPLETE = 40  # if not everybody meets everybody, and up to as much again in proportion
POINTS_NOT_COMPARED = 60  # if every table deals its own boards
POINTS_BOARD_OUTSIDE = 7  # for each board outside the requested range
POINTS_BOARD_UNUSUAL = 2  # for each board outside the usual range, if no range was requested
POINTS_MINUTE_OVER = 2  # for each minute over the time available
POINTS_SIT_OUT = 5  # for each round of the player or team that sits out most
POINTS_ONE_WAY = 15  # if teams meet in one direction only and so play no match
POINTS_DIFFERENT_BOARDS = 2  # if tables play different boards in a round
POINTS_UNUSUAL_ROUND = 2  # if the boards per round are not usual for this movement
POINTS_BY_BOARDS_PER_ROUND = {1: 30, 5: 1, 6: 3}
COPIES_PER_POINT = 3  # further copies of the boards that cost one point

COMPLETE_GUARANTEES = {
    "everybody-partners-everybody",
    "everybody-meets-the-other-lines-once",
    "couples-mixed-evenly",
    "every-two-teams-meet",
}
"""A schedule is complete if it has one of these guarantees."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One movement for single players or teams, ready for :func:`movements.registry.make_plan`.

    >>> best = suggest("individual", 8)[0]
    >>> best.rounds, best.boards_per_set, best.boards_range, best.met_range, best.possible_opponents
    (7, 4, (28, 28), (7, 7), 7)
    """

    plan_key: str
    name: str
    options: Options
    contest: str
    contestants: int
    tables: int
    rounds: int
    boards_per_set: int
    boards_range: tuple[int, int]  # the fewest and the most boards of any contestant
    winners: int
    sit_outs: int  # the most rounds that any contestant sits out
    # The fewest and the most different partners of a player, or opponents of a team.
    met_range: tuple[int, int]
    possible_opponents: int  # the possible partners of a player, or opponents of a team
    minutes: int
    qf: Fraction | None  # the fairness figure; None for teams and if nobody is compared
    copies: int
    is_complete: bool
    reason: str


@dataclass(frozen=True, slots=True)
class _Shape:
    """The properties of a movement with a number of rounds, whatever the size of its sets.

    The fields are as in :class:`Suggestion`.
    """

    plan: Movement
    met_range: tuple[int, int]
    possible_opponents: int
    rounds_played: tuple[int, int]
    sit_outs: int
    qf: Fraction | None
    is_complete: bool

    @property
    def lost_points(self) -> int:
        """Return the points that don't depend on the number of boards."""
        plan = self.plan
        points = POINTS_SIT_OUT * self.sit_outs + (plan.copies - 1) // COPIES_PER_POINT
        if not self.is_complete:
            fewest_met, _ = self.met_range
            not_met = self.possible_opponents - fewest_met
            points += POINTS_INCOMPLETE + POINTS_INCOMPLETE * not_met // self.possible_opponents
        if "same-boards-at-every-table" not in plan.guarantees:
            points += POINTS_DIFFERENT_BOARDS
        if plan.contest == "teams" and "teams-meet-both-ways" not in plan.guarantees:
            points += POINTS_ONE_WAY
        if plan.contest != "teams" and self.qf is None and plan.tables > 1:
            points += POINTS_NOT_COMPARED
        return points


class _SuggestionCandidate(NamedTuple):
    lost_points: int
    shape: _Shape
    boards_per_set: int


def suggest(
    contest: str,
    contestants: int,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
) -> tuple[Suggestion, ...]:
    """Return the movements of a *contest* for the number of *contestants*, the best first.

    *contest* is "individual" or "teams".  Movements that seat the players of a team one by one are
    left out; directors choose them by name.

    >>> [suggestion.name for suggestion in suggest("teams", 6)][:2]
    ['Round robin of teams', 'American Whist for teams']

    :raises MovementError: if no movement takes this number of *contestants*.
    :raises MovementError: if the wishes for time or boards are impossible, see
        :func:`movements.advice.facts.make_preferences`.
    """
    preferences = make_preferences(minutes, boards, None, 0, MINUTES_PER_BOARD)
    points_outside = POINTS_BOARD_OUTSIDE
    if minutes is None and boards is None:
        points_outside = POINTS_BOARD_UNUSUAL
    specs = [spec for spec in _list_advisable_specs(contest) if contestants in spec.legal_counts]
    if not specs:
        raise _make_no_movement_error(contest, contestants)
    candidates: list[_SuggestionCandidate] = []
    for spec in specs:
        for shape, boards_per_set in _iter_shapes(spec, contestants, preferences):
            points = _count_lost_points(shape, boards_per_set, spec, preferences, points_outside)
            candidates.append(_SuggestionCandidate(points, shape, boards_per_set))
    candidates_by_name: defaultdict[str, list[_SuggestionCandidate]] = defaultdict(list)
    for candidate in sorted(candidates, key=_make_rank_key):
        plan = candidate.shape.plan
        listed_candidates = candidates_by_name[plan.name]
        listed_rounds = {listed.shape.plan.rounds for listed in listed_candidates}
        if len(listed_candidates) < MAX_LENGTHS and plan.rounds not in listed_rounds:
            listed_candidates.append(candidate)
    # By movement first: candidates with equal points are then listed next to their own movement.
    ranked = sorted(chain.from_iterable(candidates_by_name.values()), key=_make_rank_key)
    return tuple(
        _make_suggestion(candidate.shape, candidate.boards_per_set, preferences)
        for candidate in ranked
    )


def _make_rank_key(candidate: _SuggestionCandidate) -> int:
    return candidate.lost_points


def make_plan_suggestion(plan: Movement) -> Suggestion:
    """Return the suggestion about *plan* as :func:`suggest` would give it.

    >>> from movements.registry import make_plan
    >>> make_plan_suggestion(make_plan("individual", players=8, rounds=5, boards_per_set=4)).met_range
    (5, 5)
    """
    default_preferences = make_preferences(None, None, None, 0, MINUTES_PER_BOARD)
    return _make_suggestion(_make_shape(plan), plan.boards_per_set, default_preferences)


def _list_advisable_specs(contest: str) -> tuple[MovementSpec, ...]:
    """Return the movements of *contest* that are suggested."""
    specs = list_movements(contest)
    if contest != "teams":
        return specs
    # Only movements in which a team arranges its own partnerships, and no old ones of large teams.
    return tuple(
        spec
        for spec in specs
        if not spec.players_per_contestant
        and not (spec.historic and spec.team_and_player_counts[0])
    )


def _make_no_movement_error(contest: str, contestants: int) -> MovementError:
    sizes = sorted({size for spec in _list_advisable_specs(contest) for size in spec.legal_counts})
    contestant_noun = NOUN_BY_CONTEST[contest]
    return make_size_error(
        movement="A movement",
        size=contestants,
        sizes=f"{sizes[0]} to {sizes[-1]} {contestant_noun}s",
        legal=sizes,
        noun=contestant_noun,
    )


def _iter_shapes(
    spec: MovementSpec, contestants: int, preferences: Preferences
) -> Iterator[tuple[_Shape, int]]:
    """Yield the shapes to try: the whole movement and its longest part that fits.

    Each comes with a number of boards per round.
    """
    # The size of large teams is given in players.
    size = spec.team_and_player_counts[1] or contestants
    for options in _list_options_to_try(spec, size):
        possible_rounds = spec.round_limits(size, options).rounds_to_try
        for boards_per_set in spec.legal_boards or BOARDS_PER_SET:
            is_long_session = preferences.max_boards > MAX_BOARDS_OF_SHORT_SESSION
            if boards_per_set == 1 and is_long_session and spec.default_boards != (1,):
                continue
            fitting_rounds = [
                rounds
                for rounds in possible_rounds
                if rounds * boards_per_set <= preferences.max_boards
                and not preferences.count_excess_minutes(rounds, boards_per_set)
            ]
            longest_part = max(fitting_rounds, default=possible_rounds[0])
            for rounds in sorted({possible_rounds[-1], longest_part}):
                yield _get_cached_shape(spec.key, size, rounds, options), boards_per_set


def _list_options_to_try(spec: MovementSpec, contestants: int) -> list[Options]:
    """Return the resolved options to try for this size, the default ones first."""
    default_options = spec.resolve_options(contestants, {})
    # A dictionary keeps the order: several choices may resolve to the same options.
    options_to_try: dict[Options, None] = {default_options: None}
    names = [option.name for option in spec.options]
    for choices in product(*(option.suggested_choices for option in spec.options)):
        # Choices that contradict this size are left out.
        with suppress(MovementError):
            options = spec.resolve_options(contestants, dict(zip(names, choices, strict=True)))
            if ("home", "play") not in options:
                options_to_try[options] = None
    return list(options_to_try)


# Cached because a page asks again for the same contestants whenever a wish changes.
@lru_cache(maxsize=2048)
def _get_cached_shape(key: str, contestants: int, rounds: int, options: Options) -> _Shape:
    request = PlanRequest(contestants, rounds, boards_per_set=1, options=options)
    return _make_shape(get_movement(key).build(request))


def _make_shape(plan: Movement) -> _Shape:
    numbers: set[int] = set()
    for row in plan.rows:
        numbers.update(plan.get_row_contestants(row))
    if plan.contest == "individual":
        numbers |= {sit_out.contestant for sit_out in plan.sit_outs}
        meeting_counts = set(count_partner_rounds_by_couple(plan))
        rounds_played = _count_rounds_by_player(plan)
        qf = player_fairness(plan).qf
    else:
        meeting_counts = {
            make_couple(*plan.get_row_contestants(row)) for row in plan.rows if row.ns != row.ew
        }
        rounds_played = _count_rounds_by_team(plan)
        qf = None
    met_by_number = Counter(chain.from_iterable(meeting_counts))
    # Only the smallest figure needs *numbers*: Counter leaves out who met nobody or never played.
    return _Shape(
        plan=plan,
        met_range=(min(met_by_number[number] for number in numbers), max(met_by_number.values())),
        possible_opponents=len(numbers) - 1,
        rounds_played=(
            min(rounds_played[number] for number in numbers),
            max(rounds_played.values()),
        ),
        sit_outs=_count_max_sit_outs(plan),
        qf=qf,
        is_complete=not COMPLETE_GUARANTEES.isdisjoint(plan.guarantees),
    )


def _count_rounds_by_player(plan: Movement) -> Counter[int]:
    return Counter(chain.from_iterable(row.players or () for row in plan.rows))


def _count_rounds_by_team(plan: Movement) -> Counter[int]:
    if not plan.names_players:
        return Counter(row.ns for row in plan.rows)
    rounds_by_team: Counter[int] = Counter()
    # A large team sits at several tables in one round, so the rounds of one player are counted.
    for player, rounds in _count_rounds_by_player(plan).items():
        rounds_by_team[get_team(player, plan.team_size)] = rounds
    return rounds_by_team


def _count_max_sit_outs(plan: Movement) -> int:
    """Return the rounds of the contestant that sits out most.

    If only one half of a team sits out, that is half a round.
    """
    half_rounds: Counter[int] = Counter()
    for sit_out in plan.sit_outs:
        is_half_team = plan.contest == "teams" and sit_out.table_no is not None
        half_rounds[sit_out.contestant] += 1 if is_half_team else 2
    return ceil(max(half_rounds.values(), default=0) / 2)


def _count_lost_points(
    shape: _Shape,
    boards_per_set: int,
    spec: MovementSpec,
    preferences: Preferences,
    points_outside: int,
) -> int:
    _, most_rounds = shape.rounds_played
    default_boards: Sequence[int] = spec.default_boards or BOARDS_PER_SET
    points = shape.lost_points
    points += POINTS_MINUTE_OVER * preferences.count_excess_minutes(
        shape.plan.rounds, boards_per_set
    )
    points += points_outside * preferences.count_boards_outside(most_rounds * boards_per_set)
    if boards_per_set not in default_boards:
        points += POINTS_UNUSUAL_ROUND
    if not spec.legal_boards:
        points += POINTS_BY_BOARDS_PER_ROUND.get(boards_per_set, 0)
    return points


def _make_suggestion(shape: _Shape, boards_per_set: int, preferences: Preferences) -> Suggestion:
    plan = shape.plan
    fewest_rounds, most_rounds = shape.rounds_played
    return Suggestion(
        plan_key=plan.key,
        name=plan.name,
        options=plan.options,
        contest=plan.contest,
        contestants=plan.contestants,
        tables=plan.tables,
        rounds=plan.rounds,
        boards_per_set=boards_per_set,
        boards_range=(fewest_rounds * boards_per_set, most_rounds * boards_per_set),
        winners=plan.winners,
        sit_outs=shape.sit_outs,
        met_range=shape.met_range,
        possible_opponents=shape.possible_opponents,
        minutes=preferences.compute_minutes(plan.rounds, boards_per_set),
        qf=shape.qf,
        copies=plan.copies,
        is_complete=shape.is_complete,
        reason=_describe_shape(shape),
    )


def _describe_shape(shape: _Shape) -> str:
    """Return one sentence about a complete movement, or about what an incomplete one lacks."""
    plan = shape.plan
    for note in plan.notes:
        if note.startswith("Not everyone partners"):
            return note
    if shape.is_complete and _has_half_matches(plan):
        return "All teams meet, but some matches don’t have both halves on the same boards."
    if shape.is_complete:
        return _get_movement_about(plan.key)
    fewest_met, most_met = shape.met_range
    meeting_counts = str(most_met) if fewest_met == most_met else f"{fewest_met} to {most_met}"
    if plan.contest == "individual":
        return (
            f"A player has {meeting_counts} of the {shape.possible_opponents} others as partners."
        )
    return f"A team meets {meeting_counts} of the {shape.possible_opponents} others."


def _has_half_matches(plan: Movement) -> bool:
    """Return whether teams meet in one direction only although the whole movement has both."""
    try:
        spec = get_movement(plan.key)
    except MovementError:  # a custom movement is not registered
        return False
    guarantee = "teams-meet-both-ways"
    return guarantee in spec.guarantees and guarantee not in plan.guarantees


def _get_movement_about(key: str) -> str:
    try:
        return get_movement(key).about
    except MovementError:  # a custom movement is not registered
        return ""
