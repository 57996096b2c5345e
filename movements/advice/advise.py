"""Which movement fits tonight: every sensible possibility, the best first, each with its reason.

Responsible for trying every length of every movement within the wishes, for leaving out what
another beats in every figure, and for the order.  What a movement is worth is in
:mod:`movements.advice.merit`.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from movements.advice.facts import (
    MINUTES_PER_BOARD,
    Length,
    Wishes,
    known_length,
    percent_met,
    read_wishes,
)
from movements.advice.merit import Merit, merit
from movements.balance import shown_quality
from movements.errors import MovementError, unsupported_size
from movements.model import Movement, MovementSpec, Options, PlanRequest, listed
from movements.registry import BOARDS_PER_SET, find_movement, movements_of

EQUAL = 100
TIMES = {1: "", 2: " twice"}
NOTABLY_UNFAIR = 75
"""A fairness figure below this is worth a word."""


def with_weaknesses(strengths: str, weaknesses: str) -> str:
    """Return one sentence with the strengths of a movement and, after a "but", its weaknesses.

    >>> with_weaknesses("All pairs meet", ""), with_weaknesses("All pairs meet", "a pair sits out")
    ('All pairs meet.', 'All pairs meet; but a pair sits out.')
    """
    if weaknesses:
        return f"{strengths}; but {weaknesses}."
    return f"{strengths}."


def _strengths(length: Length, wishes: Wishes) -> Iterator[str]:
    if length.winners == 2:
        everybody = "Every N-S pair meets every E-W pair"
    else:
        everybody = "Every pair meets every other pair"
    if length.field_met < 1:
        yield f"A pair meets {percent_met(length.field_met)}% of its possible opponents"
    else:
        fewest, most = length.meetings
        times = TIMES.get(most, f" {most} times") if fewest == most else ""
        yield f"{everybody}{times}"
    if length.ns_pairs_stay:
        yield "N-S pairs keep their seats"
    elif wishes.stationary:
        yield (
            "1 pair keeps its table"
            if length.stationary == 1
            else f"{length.stationary} pairs keep their tables"
        )
    if length.winners == 1 and length.qf == EQUAL:
        yield "all pairs are compared equally"


def _weaknesses(length: Length, boards_per_set: int, wishes: Wishes) -> Iterator[str]:  # noqa: C901  a line a weakness
    boards = length.most_rounds * boards_per_set
    if wishes.wrong_winners(length.winners):
        yield (
            "N-S and E-W are ranked separately"
            if length.winners == 2
            else "there is one ranking for everyone"
        )
    if wishes.boards_outside(boards):
        yield f"{boards} boards is {'fewer' if boards < wishes.low else 'more'} than you asked for"
    if over := wishes.minutes_over(length.rounds, boards_per_set):
        yield f"it runs {over} minutes over"
    if length.stationary < wishes.stationary:
        yield f"only {length.stationary} of {wishes.stationary} pairs can keep their tables"
    if length.again:
        yield "some pairs meet the same opponents twice"
    if length.shared:
        yield "tables share boards"
    if length.compared < 1:
        yield "some boards are played at only one table"
    if length.sit_outs > 1:
        yield f"a pair sits out up to {length.sit_outs} rounds"
    if boards_per_set == 1:
        yield "everyone moves after every board"
    if length.qf is not None and length.qf < NOTABLY_UNFAIR:
        yield f"pairs are compared unevenly (fairness {shown_quality(length.qf):g} of 100)"


HOPELESS = 40
"""Points by which a movement may be worth less than the best with as many winners and still be listed."""

KEPT_OF_EACH = 2
"""How many lengths of one and the same movement are worth listing, besides the shortest of all."""

FEW_BOARDS = 12
"""With no more boards than these wanted, rounds of a single board are tried; a whole evening of them nobody stands."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One movement that fits, ready for :func:`movements.make_plan`.

    ``boards_per_pair`` is what the pairs with fewest and most boards play, ``sit_outs`` how many
    rounds the pair that sits out most does so, ``field_met`` the share of the opponents possible
    (the other line with two winners, everybody else with one) that a pair meets on average,
    ``stationary`` how many pairs never leave their table and ``arrow_switches`` how many times a
    table turns its boards instead.  ``copies`` is how often every board is needed. ``qf`` is the
    fairness figure of :func:`movements.fairness`, ``merit`` what ranks the movement.  ``lacking``
    is the part of the ``reason`` that speaks against it.

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
    arrow_switches: int
    copies: int
    merit: Merit
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A movement with a number of rounds and of boards a round, and its merit."""

    length: Length
    boards_per_set: int
    minutes: int
    merit: Merit

    @property
    def boards(self) -> int:
        """Return the boards of the pair that plays most."""
        return self.length.most_rounds * self.boards_per_set

    def virtues(self, wishes: Wishes) -> tuple[Fraction | int, ...]:
        """Return every figure by which movements differ, more of each being better."""
        length, each = self.length, self.boards_per_set
        fewest, most = length.rounds_played
        return (
            length.fairness,
            length.opponents_met,
            -length.again,
            length.stationary,
            -length.arrow_switches,
            -length.switched_by_table,
            -length.sit_outs,
            -(most - fewest) * each,
            -length.shared,
            -length.copies,
            -wishes.boards_outside(most * each),
            min(most * each, wishes.high),
            -self.minutes,
        )


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

    *boards* is the smallest and largest number a pair should play; without it, as many as fill the
    *minutes*, and without those 24 to 28. A round takes *minutes_per_board* a board, and a move 2
    minutes. With *one_winner* set, only movements with one winner (or, false, with two) are listed
    if there are any. *stationary* pairs have to keep their tables: others are listed only where no
    movement lets so many. What else cannot be had is not hidden: the nearest is listed, and its
    reason says what is missing. Movements of former times are among them only when *historic* ones
    are asked for.

    >>> [(one.name, one.rounds, one.boards_per_set) for one in advise(8, one_winner=True)][:2]
    [('Howell', 7, 4), ('Three-quarter Howell', 6, 4)]

    :raises MovementError: if no movement takes so many pairs.
    :raises MovementError: one of its kinds for time or boards that make no sense.
    """
    wishes = read_wishes(minutes, boards, one_winner, stationary, minutes_per_board)
    offered = [spec for spec in movements_of("pairs") if historic or not spec.historic]
    fitting = [spec for spec in offered if pairs in spec.legal_sizes]
    if not fitting:
        raise _no_movement(pairs, offered)
    tried = [candidate for spec in fitting for candidate in _candidates(spec, pairs, wishes)]
    seated = [
        candidate for candidate in tried if candidate.length.stationary >= wishes.stationary
    ] or tried
    wanted = [
        candidate for candidate in seated if not wishes.wrong_winners(candidate.length.winners)
    ]
    return tuple(
        _advice(candidate, wishes) for candidate in _listed_candidates(wanted or seated, wishes)
    )


def assess(
    plan: Movement,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    one_winner: bool | None = None,
    stationary: int = 0,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
) -> Advice:
    """Return the advice of :func:`advise` about *plan*, even if it wouldn't list it.

    The plan may come from anywhere, if :func:`movements.check_plan` finds nothing wrong with it.

    >>> from movements import make_plan
    >>> assess(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)).boards_per_pair
    (15, 18)

    :raises MovementError: one of its kinds for time or boards that make no sense.
    """
    wishes = read_wishes(minutes, boards, one_winner, stationary, minutes_per_board)
    return _advice(_candidate(known_length(plan), plan.boards_per_set, wishes), wishes)


def _no_movement(pairs: int, offered: Sequence[MovementSpec]) -> MovementError:
    sizes = sorted({size for spec in offered for size in spec.legal_sizes})
    return unsupported_size(
        movement="A movement", size=pairs, sizes=f"{sizes[0]} to {sizes[-1]} pairs", legal=sizes
    )


def _candidates(spec: MovementSpec, pairs: int, wishes: Wishes) -> Iterator[_Candidate]:
    for options in _forms(spec, pairs):
        limits = spec.round_limits(pairs, options)
        for rounds, boards_per_set in _shapes(limits.to_try, pairs, wishes):
            yield _candidate(
                known_length_of(spec.key, pairs, rounds, options), boards_per_set, wishes
            )


def _shapes(lengths: Sequence[int], pairs: int, wishes: Wishes) -> Iterator[tuple[int, int]]:
    """Yield the rounds and boards per round to try: all that fit the wishes, and the longest
    acceptable.
    """
    for boards_per_set in BOARDS_PER_SET:
        if boards_per_set == 1 and wishes.high > FEW_BOARDS:
            continue
        # With an odd number everybody may sit out once, and play a round less than there are.
        most = wishes.high + boards_per_set * (pairs % 2)
        fitting = [
            rounds
            for rounds in lengths
            if rounds * boards_per_set <= most and not wishes.minutes_over(rounds, boards_per_set)
        ]
        within = [rounds for rounds in fitting if rounds * boards_per_set >= wishes.low]
        for rounds in within or [max(fitting, default=lengths[0])]:
            yield rounds, boards_per_set


def _forms(spec: MovementSpec, pairs: int) -> list[Options]:
    """Return the different settled options this size allows and advice tries, in the order of the choices."""
    forms: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.advised for option in spec.options)):
        # A form that contradicts this size is simply not among those that fit.
        with suppress(MovementError):
            forms[spec.settled(pairs, dict(zip(names, choices, strict=True)))] = None
    return [form for form in forms if not set(form) & set(spec.unadvised)]


@lru_cache(maxsize=4096)  # asked again for the same pairs with every wish that changes
def known_length_of(key: str, pairs: int, rounds: int, options: Options) -> Length:
    """Return the facts about movement *key* with that number of rounds and settled options.

    >>> known_length_of("howell", 8, 7, ()).opponents_met
    Fraction(7, 1)
    """
    return known_length(find_movement(key).build(PlanRequest(pairs, rounds, 1, options)))


def _candidate(length: Length, boards_per_set: int, wishes: Wishes) -> _Candidate:
    minutes = wishes.minutes_for(length.rounds, boards_per_set)
    return _Candidate(length, boards_per_set, minutes, merit(length, boards_per_set, wishes))


def _listed_candidates(candidates: Sequence[_Candidate], wishes: Wishes) -> list[_Candidate]:
    """Return the candidates to list, the best first.

    No candidate is beaten in every figure, and a movement has few lengths.
    """
    standing: list[_Candidate] = []
    alike: set[tuple[object, ...]] = set()
    for candidate in _unbeaten(sorted(candidates, key=lambda each: -each.merit.total), wishes):
        length = candidate.length
        # Forms of one movement that share a name or all figures differ only in detail.
        names = (
            (length.name, length.rounds),
            (length.key, length.winners, *candidate.virtues(wishes)),
        )
        if alike.isdisjoint(names):
            standing.append(candidate)
        alike.update(names)
    standing = _hopeful(standing)
    shortest = min(
        standing,
        key=lambda each: (wishes.boards_outside(each.boards), each.minutes, -each.merit.total),
    )
    kept: defaultdict[str, list[_Candidate]] = defaultdict(list)
    for candidate in standing:
        if len(kept[candidate.length.name]) < KEPT_OF_EACH or candidate is shortest:
            kept[candidate.length.name].append(candidate)
    listed = [candidate for same in kept.values() for candidate in same]
    return sorted(listed, key=lambda each: -each.merit.total)


def _hopeful(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    best: dict[int, Fraction] = {}
    for candidate in candidates:
        best.setdefault(candidate.length.winners, candidate.merit.total)
    return [each for each in candidates if each.merit.total >= best[each.length.winners] - HOPELESS]


def _unbeaten(candidates: Sequence[_Candidate], wishes: Wishes) -> list[_Candidate]:
    """Return the candidates that no other beats in every figure, and the best of each number of
    winners.

    The order stays.
    """
    virtues = [candidate.virtues(wishes) for candidate in candidates]
    standing: list[_Candidate] = []
    with_winners: set[int] = set()
    for candidate, own in zip(candidates, virtues, strict=True):
        winners = candidate.length.winners
        beaten_by = {
            other.length.winners
            for other, theirs in zip(candidates, virtues, strict=True)
            if theirs != own and _all_as_good(theirs, own)
        }
        if winners not in beaten_by and (not beaten_by or winners not in with_winners):
            standing.append(candidate)
            with_winners.add(winners)
    return standing


def _all_as_good(figures: Sequence[Fraction | int], others: Sequence[Fraction | int]) -> bool:
    return all(figure >= other for figure, other in zip(figures, others, strict=True))


def _advice(candidate: _Candidate, wishes: Wishes) -> Advice:
    length, boards = candidate.length, candidate.boards_per_set
    fewest, most = length.rounds_played
    lacking = listed(_weaknesses(length, boards, wishes))
    return Advice(
        plan_key=length.key,
        name=length.name,
        options=length.options,
        pairs=length.pairs,
        tables=length.tables,
        rounds=length.rounds,
        boards_per_set=boards,
        boards_per_pair=(fewest * boards, most * boards),
        winners=length.winners,
        sit_outs=length.sit_outs,
        field_met=length.field_met,
        minutes=candidate.minutes,
        qf=length.qf,
        reason=with_weaknesses(listed(_strengths(length, wishes)), lacking),
        stationary=length.stationary,
        arrow_switches=length.arrow_switches,
        copies=length.copies,
        merit=candidate.merit,
        lacking=lacking,
    )
