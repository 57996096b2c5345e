"""Which movement fits tonight: every sensible possibility, the best first, each with its reason.

Responsible for weighing movements against the field, the time and the boards wanted.  The weights below are this
program's judgement and nothing more; each is in points, and the fewest points rank first.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from heapq import nsmallest
from itertools import product

from movements.advice_facts import MINUTES_PER_BOARD, Candidate, Length, Wishes, known_length, read_wishes
from movements.advice_words import reason
from movements.balance import quality
from movements.errors import MovementError, UnsupportedSizeError
from movements.model import MovementSpec, Options, Plan, PlanRequest
from movements.registry import BOARDS_PER_SET, MOVEMENTS

FIELD_UNMET = 60  # for meeting nobody at all, in proportion
ENOUGH_OPPONENTS = 14  # nobody expects to meet more in an evening, however large the field
OPPONENTS_AGAIN = 25  # while others are met less often
BOARD_OUTSIDE = 5  # each board fewer or more than wanted
MINUTE_OVER = 5
SHARING = 4
SIT_OUT = 6  # each round of the pair that sits out most
UNEVEN_BOARDS = 1  # each board between the pairs that play most and fewest
PAIRS_MOVE = 4  # all but one pair look for a new seat every round,
PAIR_MOVES_BEYOND = Fraction(1, 2)  # and every pair beyond twelve makes that harder
UNFAIR = Fraction(1, 5)  # each point of Qf missing, where all are ranked together
BOARDS_A_ROUND = {1: 30, 2: 0, 3: 0, 4: 0, 5: 2, 6: 4}
TOO_FEW_STATIONARY = 40

KEPT_OF_EACH = 2
"""How many lengths of one and the same movement are worth listing."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One movement that fits, ready for :func:`movements.make_plan`.

    ``boards_per_pair`` is what the pairs with fewest and most boards play, ``sit_outs`` how many rounds the pair that
    sits out most does so, ``field_met`` the share of the opponents possible (the other line with two winners,
    everybody else with one) that a pair meets on average, ``stationary`` how many pairs never leave their seat.
    ``qf`` is the fairness figure of :func:`movements.fairness`.

    >>> best = advise(14)[0]
    >>> (best.plan_key, best.rounds, best.boards_per_set, best.boards_per_pair, best.minutes)
    ('mitchell', 7, 4, (28, 28), 222)
    """

    plan_key: str
    name: str
    options: Options
    pairs: int
    tables: int
    rounds: int
    boards_per_set: int
    boards_per_pair: tuple[int, int]
    winners: int
    sit_outs: int
    field_met: Fraction
    minutes: int
    qf: Fraction | None
    reason: str
    stationary: int


def advise(
    pairs: int,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    one_winner: bool | None = None,
    stationary: int = 0,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
    historic: bool = False,
) -> tuple[Advice, ...]:
    """Return the movements that fit *pairs*, the best first.

    *boards* is the smallest and largest number a pair should play; without it, as many as fill the *minutes*, and
    without those 24 to 28.  A round takes *minutes_per_board* a board, and a move 2 minutes.  With *one_winner* set,
    only movements with one winner (or, false, with two) are listed if there are any.  *stationary* pairs should be
    able to keep their seats.  What cannot be had is not hidden: the nearest is listed, and its reason says what is
    missing.  Movements of former times are among them only when *historic* ones are asked for.

    >>> [(one.name, one.rounds, one.boards_per_set) for one in advise(8, one_winner=True)][:2]
    [('Howell', 7, 4), ('Hesitation Mitchell', 5, 5)]

    :raises UnsupportedSizeError: if no movement takes so many pairs.
    :raises MovementError: one of its kinds for time or boards that make no sense.
    """
    wishes = read_wishes(minutes, boards, one_winner, stationary, minutes_per_board)
    offered = [spec for spec in MOVEMENTS if spec.contest == "pairs" and (historic or not spec.historic)]
    fitting = [spec for spec in offered if pairs in spec.legal_sizes]
    if not fitting:
        raise _no_movement(pairs, offered)
    found = [candidate for spec in fitting for candidate in _candidates(spec, pairs, wishes)]
    wanted = [one for one in found if not wishes.wrong_winners(one.length.plan)]
    judged = [(one, quality(one.length.plan)) for one in wanted or found]
    judged.sort(key=lambda pair: pair[0].points + _unfair(pair[0].length.plan, pair[1]))
    return tuple(_advice(candidate, qf, wishes) for candidate, qf in judged)


def assess(
    plan: Plan,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    one_winner: bool | None = None,
    stationary: int = 0,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
) -> Advice:
    """Return what :func:`advise` would say about *plan*, whether it would list it or not.

    The plan may come from anywhere, if :func:`movements.check_plan` finds nothing wrong with it.

    >>> from movements import make_plan
    >>> assess(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)).boards_per_pair
    (15, 18)

    :raises MovementError: one of its kinds for time or boards that make no sense.
    """
    wishes = read_wishes(minutes, boards, one_winner, stationary, minutes_per_board)
    return _advice(Candidate(known_length(plan), plan.boards_per_set, Fraction(0)), quality(plan), wishes)


def _no_movement(pairs: int, offered: Sequence[MovementSpec]) -> UnsupportedSizeError:
    sizes = sorted({size for spec in offered for size in spec.legal_sizes})
    return UnsupportedSizeError(
        movement="A movement", size=pairs, sizes=f"{sizes[0]} to {sizes[-1]} pairs", legal=sizes
    )


def _candidates(spec: MovementSpec, pairs: int, wishes: Wishes) -> list[Candidate]:
    """Return the best lengths under each name of the movement; forms that share a name differ only in detail."""
    best: dict[tuple[str, int], Candidate] = {}
    for options in _forms(spec, pairs):
        for candidate in _lengths(spec, pairs, options, wishes):
            plan = candidate.length.plan
            known = best.setdefault((plan.name, plan.rounds), candidate)
            if candidate.points < known.points:
                best[plan.name, plan.rounds] = candidate
    by_name: defaultdict[str, list[Candidate]] = defaultdict(list)
    for candidate in best.values():
        by_name[candidate.length.plan.name].append(candidate)
    return [one for same in by_name.values() for one in nsmallest(KEPT_OF_EACH, same, key=lambda one: one.points)]


def _lengths(spec: MovementSpec, pairs: int, options: Options, wishes: Wishes) -> Iterator[Candidate]:
    """Yield, for each number of boards a round, the usual length and the longest that the wishes allow."""
    limits = spec.round_limits(pairs, options)
    sensible = range(limits.legal[0], limits.usual + 1)
    lengths: dict[int, Length] = {}
    for boards_per_set in BOARDS_PER_SET:
        for rounds in {limits.usual, _longest(sensible, boards_per_set, wishes)}:
            if rounds not in lengths:
                lengths[rounds] = known_length(spec.build(PlanRequest(pairs, rounds, 1, options)))
            yield Candidate(lengths[rounds], boards_per_set, _points(lengths[rounds], boards_per_set, wishes))


def _forms(spec: MovementSpec, pairs: int) -> list[Options]:
    """Return the different settled options this size allows and advice tries, in the order of the choices."""
    forms: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.advised for option in spec.options)):
        # A form that contradicts this size is simply not among those that fit.
        with suppress(MovementError):
            forms[spec.settle(pairs, dict(zip(names, choices, strict=True)))] = None
    return [form for form in forms if not set(form) & set(spec.unadvised)]


def _longest(sensible: range, boards_per_set: int, wishes: Wishes) -> int:
    fitting = [
        rounds
        for rounds in sensible
        if rounds * boards_per_set <= wishes.high and not wishes.minutes_over(rounds, boards_per_set)
    ]
    return max(fitting, default=sensible[0])


def _points(length: Length, boards_per_set: int, wishes: Wishes) -> Fraction:
    """Return how far a candidate is from what is wanted, fairness not yet counted."""
    rounds = length.plan.rounds
    fewest, most = length.rounds_played
    expected = min(Fraction(ENOUGH_OPPONENTS), length.opponents_met / length.field_met)
    points = FIELD_UNMET * max(Fraction(0), 1 - length.opponents_met / expected)
    points += OPPONENTS_AGAIN * length.again + SHARING * length.shared + SIT_OUT * length.sit_outs
    points += UNEVEN_BOARDS * (most - fewest) * boards_per_set + BOARDS_A_ROUND[boards_per_set]
    points += BOARD_OUTSIDE * wishes.boards_outside(rounds * boards_per_set)
    points += MINUTE_OVER * wishes.minutes_over(rounds, boards_per_set)
    points += TOO_FEW_STATIONARY * (length.stationary < wishes.stationary)
    if length.plan.winners == 1:
        points += PAIRS_MOVE + PAIR_MOVES_BEYOND * max(0, length.plan.contestants - 12)
    return points


def _unfair(plan: Plan, qf: Fraction | None) -> Fraction:
    return UNFAIR * (100 - (qf or 0)) if plan.winners == 1 else Fraction(0)


def _advice(candidate: Candidate, qf: Fraction | None, wishes: Wishes) -> Advice:
    length, plan, boards = candidate.length, candidate.length.plan, candidate.boards_per_set
    fewest, most = length.rounds_played
    return Advice(
        plan_key=plan.key,
        name=plan.name,
        options=plan.options,
        pairs=plan.contestants,
        tables=plan.tables,
        rounds=plan.rounds,
        boards_per_set=boards,
        boards_per_pair=(fewest * boards, most * boards),
        winners=plan.winners,
        sit_outs=length.sit_outs,
        field_met=length.field_met,
        minutes=wishes.minutes_for(plan.rounds, boards),
        qf=qf,
        reason=reason(candidate, qf, wishes),
        stationary=length.stationary,
    )
