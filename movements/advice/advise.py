"""Advise which movement fits tonight: every sensible one, the best first, each with its reason.

Tries every length of every movement within the wishes, leaves out movements that another one beats
in every figure, and ranks the rest by :mod:`movements.advice.merit`.  A *candidate* is a movement
with a number of rounds and of boards per round; its *virtues* are the figures to compare it by.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product

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

PERFECT_QF = 100
MIN_FAIR_QF = 75
"""A lower Qf is named as a weakness."""

MAX_POINTS_BEHIND = 40
"""Points of merit by which a listed movement may be behind the best with the same number of
winners."""

MAX_LENGTHS = 2
"""Lengths listed of one movement, in addition to the shortest of all."""

MAX_BOARDS_OF_SHORT_SESSION = 12
"""Rounds of one board are tried only for so few boards: for a whole evening players dislike them."""


def with_weaknesses(strengths: str, weaknesses: str) -> str:
    """Return one sentence with the strengths of a movement and, after a "but", its weaknesses.

    >>> with_weaknesses("All pairs meet", ""), with_weaknesses("All pairs meet", "a pair sits out")
    ('All pairs meet.', 'All pairs meet; but a pair sits out.')
    """
    if weaknesses:
        return f"{strengths}; but {weaknesses}."
    return f"{strengths}."


def _strengths(length: Length, wishes: Wishes) -> Iterator[str]:
    if length.field_met < 1:
        yield f"A pair meets {percent_met(length.field_met)}% of its possible opponents"
    else:
        yield f"{_all_meet(length.winners)}{_times(length.meetings)}"
    if length.ns_pairs_stay:
        yield "N-S pairs keep their seats"
    elif wishes.stationary and length.stationary == 1:
        yield "1 pair keeps its table"
    elif wishes.stationary:
        yield f"{length.stationary} pairs keep their tables"
    if length.winners == 1 and length.qf == PERFECT_QF:
        yield "all pairs are compared equally"


def _all_meet(winners: int) -> str:
    if winners == 2:
        return "Every N-S pair meets every E-W pair"
    return "Every pair meets every other pair"


def _times(meetings: tuple[int, int]) -> str:
    fewest_meetings, most_meetings = meetings
    if fewest_meetings != most_meetings or most_meetings == 1:
        return ""
    if most_meetings == 2:
        return " twice"
    return f" {most_meetings} times"


def _weaknesses(length: Length, boards_per_set: int, wishes: Wishes) -> Iterator[str]:  # noqa: C901  a line a weakness
    boards = length.most_rounds * boards_per_set
    minutes_over = wishes.minutes_over(length.rounds, boards_per_set)
    if wishes.has_wrong_winners(length.winners):
        if length.winners == 2:
            yield "N-S and E-W are ranked separately"
        else:
            yield "there is one ranking for everyone"
    if wishes.boards_outside(boards):
        comparison = "fewer" if boards < wishes.low else "more"
        yield f"{boards} boards is {comparison} than you asked for"
    if minutes_over:
        yield f"it runs {minutes_over} minutes over"
    if length.stationary < wishes.stationary:
        yield f"only {length.stationary} of {wishes.stationary} pairs can keep their tables"
    if length.has_uneven_repeats:
        yield "some pairs meet the same opponents twice"
    if length.shared:
        yield "tables share boards"
    if length.compared_share < 1:
        yield "some boards are played at only one table"
    if length.sit_outs > 1:
        yield f"a pair sits out up to {length.sit_outs} rounds"
    if boards_per_set == 1:
        yield "everyone moves after every board"
    if length.qf is not None and length.qf < MIN_FAIR_QF:
        yield f"pairs are compared unevenly (fairness {shown_quality(length.qf):g} of 100)"


@dataclass(frozen=True, slots=True)
class Advice:
    """One movement that fits, ready for :func:`movements.make_plan`.

    - ``boards_per_pair``: boards of the pairs that play fewest and most;
    - ``sit_outs``: rounds of the pair that sits out most;
    - ``field_met``: share of the possible opponents that a pair meets on average. With two winners
      the pairs of the other direction are possible, with one winner all others;
    - ``stationary``: pairs that never leave their table;
    - ``arrow_switches``: how often a table turns its boards, over all rounds;
    - ``copies``: copies of every board that are needed;
    - ``qf``: the fairness figure of :func:`movements.fairness`;
    - ``merit``: the points that rank the movement;
    - ``lacking``: the weaknesses, which are the second part of the ``reason``.

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
        """Return every figure by which movements differ. A higher figure is always better."""
        length = self.length
        fewest_rounds, most_rounds = length.rounds_played
        most_boards = most_rounds * self.boards_per_set
        uneven_boards = most_boards - fewest_rounds * self.boards_per_set
        return (
            length.fairness,
            length.opponents_met,
            -length.has_uneven_repeats,
            length.stationary,
            -length.arrow_switches,
            -length.switched_by_table,
            -length.sit_outs,
            -uneven_boards,
            -length.shared,
            -length.copies,
            -wishes.boards_outside(most_boards),
            min(most_boards, wishes.high),
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

    *boards* is the smallest and largest number a pair should play. Without it, a pair plays as many
    as fill the *minutes*; without both, 24 to 28. A board takes *minutes_per_board*, a move 2
    minutes.

    If *one_winner* is true, only movements with one winner are listed, if false, only movements
    with two. Only movements in which *stationary* pairs keep their tables are listed. If no
    movement fulfils one of these two wishes, the others are listed. Other wishes are no filter: the
    reason of each movement says which it doesn't fulfil. *historic* adds movements of former times.

    >>> [(advice.name, advice.rounds, advice.boards_per_set) for advice in advise(8, one_winner=True)][:2]
    [('Howell', 7, 4), ('Three-quarter Howell', 6, 4)]

    :raises MovementError: if no movement takes this number of *pairs*.
    :raises MovementError: if the wishes for time or boards are impossible, see
        :func:`movements.advice.facts.read_wishes`.
    """
    wishes = read_wishes(minutes, boards, one_winner, stationary, minutes_per_board)
    specs = [spec for spec in movements_of("pairs") if historic or not spec.historic]
    fitting_specs = [spec for spec in specs if pairs in spec.legal_sizes]
    if not fitting_specs:
        raise _no_movement(pairs, specs)
    candidates: list[_Candidate] = []
    for spec in fitting_specs:
        candidates.extend(_candidates(spec, pairs, wishes))
    # Seats before winners: some players can't move at all.
    with_seats = [
        candidate for candidate in candidates if candidate.length.stationary >= wishes.stationary
    ]
    candidates = with_seats or candidates
    with_winners = [
        candidate
        for candidate in candidates
        if not wishes.has_wrong_winners(candidate.length.winners)
    ]
    candidates = with_winners or candidates
    return tuple(_advice(candidate, wishes) for candidate in _listed_candidates(candidates, wishes))


def assess(
    plan: Movement,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    one_winner: bool | None = None,
    stationary: int = 0,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
) -> Advice:
    """Return the advice about *plan* as :func:`advise` would give it.

    The plan may be a custom movement, but :func:`movements.check_plan` must find no fault in it.

    >>> from movements import make_plan
    >>> assess(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)).boards_per_pair
    (15, 18)

    :raises MovementError: if the wishes for time or boards are impossible, see
        :func:`movements.advice.facts.read_wishes`.
    """
    wishes = read_wishes(minutes, boards, one_winner, stationary, minutes_per_board)
    return _advice(_candidate(known_length(plan), plan.boards_per_set, wishes), wishes)


def _no_movement(pairs: int, specs: Sequence[MovementSpec]) -> MovementError:
    sizes = sorted({size for spec in specs for size in spec.legal_sizes})
    return unsupported_size(
        movement="A movement", size=pairs, sizes=f"{sizes[0]} to {sizes[-1]} pairs", legal=sizes
    )


def _candidates(spec: MovementSpec, pairs: int, wishes: Wishes) -> Iterator[_Candidate]:
    for options in _options_to_try(spec, pairs):
        limits = spec.round_limits(pairs, options)
        if not limits.to_try:
            continue
        for rounds, boards_per_set in _session_shapes(limits.to_try, pairs, wishes):
            length = known_length_of(spec.key, pairs, rounds, options)
            yield _candidate(length, boards_per_set, wishes)


def _session_shapes(
    possible_rounds: Sequence[int], pairs: int, wishes: Wishes
) -> Iterator[tuple[int, int]]:
    """Yield the rounds and boards per round to try.

    All that fulfil the wishes are tried.  If none has enough boards, the longest is tried.
    """
    for boards_per_set in BOARDS_PER_SET:
        if boards_per_set == 1 and wishes.high > MAX_BOARDS_OF_SHORT_SESSION:
            continue
        max_boards = wishes.high
        if pairs % 2:
            # Everybody may sit out once and then plays one round less.
            max_boards += boards_per_set
        not_too_long = [
            rounds
            for rounds in possible_rounds
            if rounds * boards_per_set <= max_boards
            and not wishes.minutes_over(rounds, boards_per_set)
        ]
        long_enough = [rounds for rounds in not_too_long if rounds * boards_per_set >= wishes.low]
        nearest = max(not_too_long, default=possible_rounds[0])
        for rounds in long_enough or [nearest]:
            yield rounds, boards_per_set


def _options_to_try(spec: MovementSpec, pairs: int) -> list[Options]:
    """Return the settled options to try for this size, in the order of the choices."""
    # A dictionary keeps the order: several choices may settle to the same options.
    options_to_try: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    for choices in product(*(option.advised for option in spec.options)):
        # Choices that contradict this size are left out.
        with suppress(MovementError):
            settled = spec.settled(pairs, dict(zip(names, choices, strict=True)))
            options_to_try[settled] = None
    return [options for options in options_to_try if not set(options) & set(spec.unadvised)]


# Cached because a page asks again for the same pairs whenever a wish changes.
@lru_cache(maxsize=4096)
def known_length_of(key: str, pairs: int, rounds: int, options: Options) -> Length:
    """Return the facts about movement *key* with a number of rounds and settled options.

    >>> known_length_of("howell", 8, 7, ()).opponents_met
    Fraction(7, 1)
    """
    return known_length(find_movement(key).build(PlanRequest(pairs, rounds, 1, options)))


def _candidate(length: Length, boards_per_set: int, wishes: Wishes) -> _Candidate:
    minutes = wishes.minutes_for(length.rounds, boards_per_set)
    return _Candidate(length, boards_per_set, minutes, merit(length, boards_per_set, wishes))


def _listed_candidates(candidates: Sequence[_Candidate], wishes: Wishes) -> list[_Candidate]:
    """Return the candidates to list, the best first."""
    ranked = sorted(candidates, key=_rank_key)
    ranked = _without_beaten(ranked, wishes)
    ranked = _without_duplicates(ranked, wishes)
    ranked = _without_far_behind(ranked)

    def length_key(candidate: _Candidate) -> tuple[int, int, Fraction]:
        boards_outside = wishes.boards_outside(candidate.boards)
        return boards_outside, candidate.minutes, -candidate.merit.total

    shortest = min(ranked, key=length_key)
    by_name: defaultdict[str, list[_Candidate]] = defaultdict(list)
    for candidate in ranked:
        same_movement = by_name[candidate.length.name]
        if len(same_movement) < MAX_LENGTHS or candidate is shortest:
            same_movement.append(candidate)
    # By movement first: candidates with equal merit are then listed next to their own movement.
    return sorted(chain.from_iterable(by_name.values()), key=_rank_key)


def _rank_key(candidate: _Candidate) -> Fraction:
    return -candidate.merit.total


def _without_beaten(ranked: Sequence[_Candidate], wishes: Wishes) -> list[_Candidate]:
    """Return the candidates that no other beats in every figure.

    The first with each number of winners stays if only candidates with the other number beat it.
    """
    virtues = [candidate.virtues(wishes) for candidate in ranked]
    unbeaten: list[_Candidate] = []
    listed_winners: set[int] = set()
    for candidate, own_virtues in zip(ranked, virtues, strict=True):
        winners = candidate.length.winners
        beaten_by_winners = {
            rival.length.winners
            for rival, rival_virtues in zip(ranked, virtues, strict=True)
            if rival_virtues != own_virtues and _all_as_good(rival_virtues, own_virtues)
        }
        is_first_with_winners = winners not in listed_winners
        if winners not in beaten_by_winners and (not beaten_by_winners or is_first_with_winners):
            unbeaten.append(candidate)
            listed_winners.add(winners)
    return unbeaten


def _all_as_good(
    figures: Sequence[Fraction | int], other_figures: Sequence[Fraction | int]
) -> bool:
    return all(
        figure >= other_figure for figure, other_figure in zip(figures, other_figures, strict=True)
    )


def _without_duplicates(ranked: Sequence[_Candidate], wishes: Wishes) -> list[_Candidate]:
    """Return the first of the candidates that differ only in detail.

    These are forms of one movement that have the same name and rounds, or the same figures.
    """
    distinct: list[_Candidate] = []
    used_keys: set[tuple[object, ...]] = set()
    for candidate in ranked:
        length = candidate.length
        keys = (
            (length.name, length.rounds),
            (length.key, length.winners, *candidate.virtues(wishes)),
        )
        if used_keys.isdisjoint(keys):
            distinct.append(candidate)
        used_keys.update(keys)
    return distinct


def _without_far_behind(ranked: Sequence[_Candidate]) -> list[_Candidate]:
    best_totals: dict[int, Fraction] = {}
    near_best = []
    for candidate in ranked:
        total = candidate.merit.total
        best_total = best_totals.setdefault(candidate.length.winners, total)
        if total >= best_total - MAX_POINTS_BEHIND:
            near_best.append(candidate)
    return near_best


def _advice(candidate: _Candidate, wishes: Wishes) -> Advice:
    length = candidate.length
    boards_per_set = candidate.boards_per_set
    fewest_rounds, most_rounds = length.rounds_played
    lacking = listed(_weaknesses(length, boards_per_set, wishes))
    return Advice(
        plan_key=length.key,
        name=length.name,
        options=length.options,
        pairs=length.pairs,
        tables=length.tables,
        rounds=length.rounds,
        boards_per_set=boards_per_set,
        boards_per_pair=(fewest_rounds * boards_per_set, most_rounds * boards_per_set),
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
