"""Which movement fits a night of single players or of teams, the best first.

Responsible for trying the whole of every movement and what of it fits the wishes, and for the
order: complete schedules before shortened ones, nobody sitting out before somebody.  Pairs have
:mod:`movements.advice.advise`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from movements.advice.facts import MINUTES_PER_BOARD, Wishes, read_wishes
from movements.errors import MovementError, unsupported_size
from movements.model import CALLED, Movement, MovementSpec, Options, PlanRequest, team_of
from movements.partnerships import couple, partners
from movements.player_balance import player_fairness
from movements.registry import BOARDS_PER_SET, find_movement, movements_of

KEPT_OF_EACH = 2
"""How many lengths of one movement are worth listing."""

FEW_BOARDS = 12
"""With no more boards than these wanted, rounds of a single board are tried."""

SHORTENED = 40
"""Points lost where not everybody meets everybody; the others are in the same measure."""

NOT_COMPARED = 60  # every table deals its own boards
BOARD_OUTSIDE = 7  # each board fewer or more than were asked for
BOARD_UNUSUAL = 2  # the same where nothing was asked for
MINUTE_OVER = 2
SIT_OUT = 5  # each round of who sits out most
ONE_WAY = 15  # teams meet with their boards one way only, so that there is no match of theirs
OTHER_BOARDS = 2  # tables play different boards in a round
COPIES = 3  # so many further copies of the boards lose a point
BOARDS_A_ROUND = {1: 30, 5: 1, 6: 3}

COMPLETE = {
    "everybody-partners-everybody",
    "everybody-meets-the-other-lines-once",
    "couples-mixed-evenly",
    "every-two-teams-meet",
}
"""The promises of which one says that a schedule is complete."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One movement for single players or teams, ready for :func:`movements.make_plan`.

    ``boards_each`` is what those with fewest and most boards play, ``sit_outs`` how many rounds who
    sits out most does so.  ``met`` is how many different partners a player, or opponents a team,
    has at least and at most, ``possible`` how many there are.  ``qf`` compares the players,
    ``None`` where nobody is compared and for teams.

    >>> best = suggest("individual", 8)[0]
    >>> best.rounds, best.boards_per_set, best.boards_each, best.met, best.possible
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
    boards_each: tuple[int, int]
    winners: int
    sit_outs: int
    met: tuple[int, int]
    possible: int
    minutes: int
    qf: Fraction | None
    copies: int
    is_complete: bool
    reason: str


@dataclass(frozen=True, slots=True)
class _Shape:
    """The properties of a movement with a number of rounds, whatever the size of its sets."""

    plan: Movement
    met: tuple[int, int]
    possible: int
    rounds_played: tuple[int, int]
    sit_outs: int
    qf: Fraction | None
    is_complete: bool

    @property
    def faults(self) -> int:
        """Return the points deducted whatever the number of boards."""
        plan, promised = self.plan, self.plan.guarantees
        lost = SIT_OUT * self.sit_outs + (plan.copies - 1) // COPIES
        lost += (
            0
            if self.is_complete
            else SHORTENED + SHORTENED * (self.possible - self.met[0]) // self.possible
        )
        lost += 0 if "same-boards-at-every-table" in promised else OTHER_BOARDS
        if plan.contest == "teams":
            return lost + (0 if "teams-meet-both-ways" in promised else ONE_WAY)
        return lost + (NOT_COMPARED if self.qf is None and plan.tables > 1 else 0)


def suggest(
    contest: str,
    contestants: int,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
) -> tuple[Suggestion, ...]:
    """Return the movements of a *contest* for the number of *contestants*, the best first.

    The contest is of players or teams.

    Teams whose players the movement seats one by one are left out: they are asked for by name.

    >>> [each.name for each in suggest("teams", 6)][:2]
    ['Round robin of teams', 'American Whist for teams']

    :raises MovementError: if no movement takes so many.
    :raises MovementError: one of its kinds for time or boards that make no sense.
    """
    wishes = read_wishes(minutes, boards, None, 0, MINUTES_PER_BOARD)
    outside = BOARD_UNUSUAL if minutes is None and boards is None else BOARD_OUTSIDE
    specs = [spec for spec in _advisable(contest) if contestants in spec.legal_sizes]
    if not specs:
        raise _no_movement(contest, contestants)
    tried = [
        (_points(shape, each, spec, wishes, outside), shape, each)
        for spec in specs
        for shape, each in _shapes_to_try(spec, contestants, wishes)
    ]
    kept: defaultdict[str, list[tuple[int, _Shape, int]]] = defaultdict(list)
    for points, shape, each in sorted(tried, key=lambda candidate: candidate[0]):
        same = kept[shape.plan.name]
        if len(same) < KEPT_OF_EACH and all(
            shape.plan.rounds != other.plan.rounds for _, other, _ in same
        ):
            same.append((points, shape, each))
    listed = sorted(
        (each for same in kept.values() for each in same), key=lambda candidate: candidate[0]
    )
    return tuple(_suggestion(shape, each, wishes) for _, shape, each in listed)


def suggestion_of(plan: Movement) -> Suggestion:
    """Return the suggestion of :func:`suggest` for *plan*, even if it wouldn't list it.

    >>> from movements import make_plan
    >>> suggestion_of(make_plan("individual", players=8, rounds=5, boards_per_set=4)).met
    (5, 5)
    """
    return _suggestion(
        _shape(plan), plan.boards_per_set, read_wishes(None, None, None, 0, MINUTES_PER_BOARD)
    )


def _advisable(contest: str) -> tuple[MovementSpec, ...]:
    """Return the movements of *contest* to advise.

    Of teams only those in which the team arranges its own partnerships.
    """
    specs = movements_of(contest)
    if contest != "teams":
        return specs
    return tuple(spec for spec in specs if not spec.players_each and not spec.teams_of[0])


def _no_movement(contest: str, contestants: int) -> MovementError:
    sizes = sorted({size for spec in _advisable(contest) for size in spec.legal_sizes})
    called = CALLED[contest]
    return unsupported_size(
        movement="A movement",
        size=contestants,
        sizes=f"{sizes[0]} to {sizes[-1]} {called}s",
        legal=sizes,
        called=called,
    )


def _shapes_to_try(
    spec: MovementSpec, contestants: int, wishes: Wishes
) -> Iterator[tuple[_Shape, int]]:
    """Yield the whole movement and the parts of it that fit, each with a number of boards per
    round.
    """
    for options in _forms(spec, contestants):
        lengths = spec.round_limits(contestants, options).to_try
        for each in spec.legal_boards or BOARDS_PER_SET:
            if each == 1 and wishes.high > FEW_BOARDS and spec.usual_boards != (1,):
                continue
            fitting = [
                rounds
                for rounds in lengths
                if rounds * each <= wishes.high and not wishes.minutes_over(rounds, each)
            ]
            for rounds in sorted({lengths[-1], max(fitting, default=lengths[0])}):
                yield _known(spec.key, contestants, rounds, options), each


def _forms(spec: MovementSpec, contestants: int) -> list[Options]:
    forms: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.advised for option in spec.options)):
        # A form that contradicts this size is simply not among those that fit.
        with suppress(MovementError):
            forms[spec.settled(contestants, dict(zip(names, choices, strict=True)))] = None
    usual = spec.settled(contestants, {})
    return [usual, *(form for form in forms if form != usual and ("home", "play") not in form)]


@lru_cache(maxsize=2048)  # asked again for the same contestants with every wish that changes
def _known(key: str, contestants: int, rounds: int, options: Options) -> _Shape:
    return _shape(find_movement(key).build(PlanRequest(contestants, rounds, 1, options)))


def _shape(plan: Movement) -> _Shape:
    numbers = {number for row in plan.rows for number in plan.contestants_at(row)}
    if plan.contest == "individual":
        numbers |= {wait.contestant for wait in plan.sit_outs}
    if plan.contest == "individual":
        met = set(partners(plan))
        played = Counter(number for row in plan.rows for number in row.players or ())
        qf = player_fairness(plan).qf
    else:
        met = {couple(*plan.contestants_at(row)) for row in plan.rows if row.ns != row.ew}
        played = _boards_played(plan)
        qf = None
    of_each = Counter(number for both in met for number in both)
    return _Shape(
        plan=plan,
        met=(min(of_each[number] for number in numbers), max(of_each.values())),
        possible=len(numbers) - 1,
        rounds_played=(min(played[number] for number in numbers), max(played.values())),
        sit_outs=_sit_outs(plan),
        qf=qf,
        is_complete=not COMPLETE.isdisjoint(plan.guarantees),
    )


def _boards_played(plan: Movement) -> Counter[int]:
    """Return the rounds that each team plays, counted from its players if they are named."""
    if not plan.names_players:
        return Counter(row.ns for row in plan.rows)
    of_players = Counter(player for row in plan.rows for player in row.players or ())
    return Counter(
        {team_of(player, plan.team_size): rounds for player, rounds in of_players.items()}
    )


def _sit_outs(plan: Movement) -> int:
    """Return the largest number of rounds without opponents.

    A half team that waits at a table counts one half.
    """
    waits: Counter[int] = Counter()
    for wait in plan.sit_outs:
        waits[wait.contestant] += 1 if plan.contest == "teams" and wait.table_no is not None else 2
    return -(-max(waits.values(), default=0) // 2)


def _points(shape: _Shape, each: int, spec: MovementSpec, wishes: Wishes, outside: int) -> int:
    usual: Sequence[int] = spec.usual_boards or BOARDS_PER_SET
    lost = shape.faults + MINUTE_OVER * wishes.minutes_over(shape.plan.rounds, each)
    lost += outside * wishes.boards_outside(shape.rounds_played[1] * each) + (
        0 if each in usual else OTHER_BOARDS
    )
    return lost + (0 if spec.legal_boards else BOARDS_A_ROUND.get(each, 0))


def _suggestion(shape: _Shape, each: int, wishes: Wishes) -> Suggestion:
    plan = shape.plan
    fewest, most = shape.rounds_played
    return Suggestion(
        plan_key=plan.key,
        name=plan.name,
        options=plan.options,
        contest=plan.contest,
        contestants=plan.contestants,
        tables=plan.tables,
        rounds=plan.rounds,
        boards_per_set=each,
        boards_each=(fewest * each, most * each),
        winners=plan.winners,
        sit_outs=shape.sit_outs,
        met=shape.met,
        possible=shape.possible,
        minutes=wishes.minutes_for(plan.rounds, each),
        qf=shape.qf,
        copies=plan.copies,
        is_complete=shape.is_complete,
        reason=_reason(shape),
    )


def _reason(shape: _Shape) -> str:
    """Return one sentence about a complete movement, or the shortcomings of another."""
    plan = shape.plan
    lacking = [note for note in plan.notes if note.startswith("Not everyone partners")]
    if lacking:
        return lacking[0]
    if shape.is_complete and _lacks_matches(plan):
        return "All teams meet, but some matches don't have both halves on the same boards."
    if shape.is_complete:
        return _about(plan.key)
    fewest, most = shape.met
    few = str(most) if fewest == most else f"{fewest} to {most}"
    if plan.contest == "individual":
        return f"A player has {few} of the {shape.possible} others as partners."
    return f"A team meets {few} of the {shape.possible} others."


def _lacks_matches(plan: Movement) -> bool:
    """Return whether some teams don't meet in this length although the movement could let all meet."""
    with suppress(MovementError):
        spec = find_movement(plan.key)
        return (
            "teams-meet-both-ways" in spec.guarantees
            and "teams-meet-both-ways" not in plan.guarantees
        )
    return False


def _about(key: str) -> str:
    with suppress(MovementError):  # a movement of somebody's own is in no list
        return find_movement(key).about
    return ""
