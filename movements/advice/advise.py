"""Advise which movement fits tonight: every sensible one, the best first, each with its reason.

What *can't be* is a condition: pairs that can't move, the boards in the cupboard, the copies, the
time, no sharing, no carrying.  What is *wished* is weighed by :mod:`movements.advice.facts`, which
ranks all movements that meet the conditions.  Those that a better one equals or beats in every
figure are left out.  A *candidate* is a movement with a number of rounds and of boards per round;
its *virtues* are the figures to compare it by.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product

from movements.advice.facts import (
    MINUTES_PER_BOARD,
    NO_LIMITS,
    USUAL_WORTHS,
    Limits,
    Merit,
    MovementProfile,
    QualityWeights,
    Wishes,
    compute_length_facts,
    compute_merit,
    compute_unfamiliar_points,
    percent_met,
    read_wishes,
)
from movements.balance import shown_quality
from movements.check.boards import format_count
from movements.errors import MovementError, make_size_error
from movements.model import Movement, MovementSpec, Options, PlanRequest, join_with_and
from movements.moves import needs_carrying
from movements.registry import BOARDS_PER_SET, find_movement, movements_of

PERFECT_QF = 100
MIN_FAIR_QF = 75
"""A lower Qf is named as a weakness."""

MAX_POINTS_BEHIND = 40
"""Points of merit by which a listed movement may be behind the best with the same number of
winners."""

MAX_LENGTHS = 2
"""Lengths listed of one movement, in addition to the shortest of all."""

BOARDS_AROUND = 4
"""Boards more or fewer than the middle of the requested range that are always tried."""

MAX_BOARDS_PER_ROUND = 4
"""Boards per round that are tried first in a field of MIN_PAIRS_OF_LARGE_FIELD or more.

Longer rounds would leave too many opponents unmet there.
"""

MIN_PAIRS_OF_LARGE_FIELD = 20

COPIES = "copies"
"""The option for the number of copies of the boards, where a movement has it."""

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


def _list_strengths(length: MovementProfile, wishes: Wishes) -> Iterator[str]:
    if length.field_met < 1:
        yield f"A pair meets {percent_met(length.field_met)}% of its possible opponents"
    else:
        yield f"{_describe_complete_meeting(length.winners)}{_format_times(length.meetings)}"
    if length.ns_pairs_stay:
        yield "N-S pairs keep their seats"
    elif wishes.stationary and length.stationary == 1:
        yield "1 pair keeps its table"
    elif wishes.stationary:
        yield f"{length.stationary} pairs keep their tables"
    if length.winners == 1 and length.qf == PERFECT_QF:
        yield "all pairs are compared equally"


def _describe_complete_meeting(winners: int) -> str:
    if winners == 2:
        return "Every N-S pair meets every E-W pair"
    return "Every pair meets every other pair"


def _format_times(meetings: tuple[int, int]) -> str:
    fewest_meetings, most_meetings = meetings
    if fewest_meetings != most_meetings or most_meetings == 1:
        return ""
    if most_meetings == 2:
        return " twice"
    return f" {most_meetings} times"


def _list_weaknesses(length: MovementProfile, boards_per_set: int, wishes: Wishes) -> Iterator[str]:  # noqa: C901  a line a weakness
    minutes_over = wishes.count_excess_minutes(length.rounds, boards_per_set)
    if wishes.has_wrong_winners(length.winners):
        if length.winners == 2:
            yield "N-S and E-W are ranked separately"
        else:
            yield "there is one ranking for everyone"
    yield from _describe_boards_outside(length, boards_per_set, wishes)
    if minutes_over:
        yield f"it runs {format_count(minutes_over, 'minute')} over"
    if length.stationary < wishes.stationary:
        yield f"only {length.stationary} of {wishes.stationary} pairs can keep their tables"
    if length.has_uneven_repeats:
        yield "some pairs meet the same opponents twice"
    yield from _list_exceeded_limits(length, boards_per_set, wishes)
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


def _describe_boards_outside(
    length: MovementProfile, boards_per_set: int, wishes: Wishes
) -> Iterator[str]:
    """Yield by what the number of boards differs from the range, in words of what was asked."""
    if not wishes.boards_outside(*length.list_session_boards(boards_per_set)):
        return
    boards = format_count(length.most_rounds * boards_per_set, "board")
    comparison = "fewer" if length.most_rounds * boards_per_set < wishes.low else "more"
    if wishes.has_requested_boards:
        yield f"{boards} is {comparison} than you asked for"
    elif wishes.minutes is None:
        yield f"{boards} is {comparison} than usual"
    elif comparison == "fewer":
        # More boards than usual fit the time, or else the minutes over are named.
        yield f"there is time for more than {boards}"


def _list_exceeded_limits(
    length: MovementProfile, boards_per_set: int, wishes: Wishes
) -> Iterator[str]:
    limits = wishes.limits
    boards = length.board_sets * boards_per_set
    if boards > wishes.cupboard:
        yield f"it needs {boards} boards and you have {wishes.cupboard}"
    if limits.copies is not None and length.copies > limits.copies:
        yield f"it needs {length.copies} copies of the boards"
    if not limits.carrying and _is_carried(length):
        yield "boards must be carried to other tables than the next"


@dataclass(frozen=True, slots=True)
class Advice:
    """One movement that fits, ready for :func:`movements.registry.make_plan`.

    - ``boards_per_pair``: boards of the pairs that play fewest and most;
    - ``sit_outs``: rounds of the pair that sits out most;
    - ``field_met``: share of the possible opponents that a pair meets on average. With two winners
      the pairs of the other direction are possible, with one winner all others;
    - ``stationary``: pairs that never leave their table;
    - ``arrow_switches``: how often a table turns its boards, over all rounds;
    - ``boards_in_play``: different boards on all tables;
    - ``shared``: whether tables share boards;
    - ``has_repeats``: whether some opponents meet again before others have met;
    - ``copies``: copies of every board that are needed;
    - ``qf``: the fairness figure of :func:`movements.balance.fairness`;
    - ``merit``: the points that rank the movement;
    - ``lacking``: the weaknesses, which are the second part of the ``reason``;
    - ``has_requests``: whether the director asked for anything that a movement can lack.

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
    boards_in_play: int
    shared: bool
    has_repeats: bool
    copies: int
    merit: Merit
    lacking: str = ""
    has_requests: bool = False

    @property
    def opponents_met(self) -> int:
        """Return the different opponents of a pair on average, rounded down."""
        possible = Fraction(self.pairs - 1)
        if self.winners == 2:
            possible = Fraction(self.pairs, 2)
        return int(self.field_met * possible)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A movement with a number of rounds and of boards a round, and its merit."""

    length: MovementProfile
    boards_per_set: int
    minutes: int
    merit: Merit

    @property
    def boards_in_play(self) -> int:
        """Return the different boards on all tables."""
        return self.length.board_sets * self.boards_per_set

    def boards_outside(self, wishes: Wishes) -> int:
        """Return by how many boards it misses the requested range."""
        return wishes.boards_outside(*self.length.list_session_boards(self.boards_per_set))

    def list_virtues(self, wishes: Wishes) -> tuple[Fraction | int, ...]:
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
            -length.sit_outs,
            -uneven_boards,
            -length.shared,
            -length.copies,
            -self.boards_outside(wishes),
            -wishes.compute_boards_from_middle(*length.list_session_boards(self.boards_per_set)),
            min(most_boards, wishes.high),
            -length.unplayed_share,
            -wishes.compare_boards_per_round(self.boards_per_set),
            -self.minutes,
        )


def advise(  # noqa: PLR0913  a wish each
    pairs: int,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    one_winner: bool | None = None,
    stationary: int = 0,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
    historic: bool = False,
    boards_per_round: int | None = None,
    limits: Limits = NO_LIMITS,
    worths: QualityWeights = USUAL_WORTHS,
) -> tuple[Advice, ...]:
    """Return the movements that fit *pairs*, the best first.

    *boards* is the smallest and largest number a pair should play. Without it, a pair plays as many
    as fill the *minutes*; without both, 24 to 28. A board takes *minutes_per_board*, a move 2
    minutes.

    Conditions are *minutes*, *limits*, *one_winner* and that *stationary* pairs keep their tables.
    Movements that don't meet them are left out, unless none does. The other wishes are weighed, and
    the reason of each movement says which it doesn't fulfil. *worths* say how much each quality
    counts. *historic* adds movements of former times.

    >>> [(advice.name, advice.rounds, advice.boards_per_set) for advice in advise(8, one_winner=True)][:2]
    [('Howell', 7, 4), ('Three-quarter Howell', 6, 4)]

    :raises MovementError: if no movement takes this number of *pairs*.
    :raises MovementError: if the wishes for time, boards or worths are impossible, see
        :func:`movements.advice.facts.read_wishes`.
    """
    if worths.is_must("one_winner"):
        one_winner = True
    wishes = read_wishes(
        minutes,
        boards,
        one_winner,
        stationary,
        minutes_per_board,
        boards_per_round=boards_per_round,
        limits=limits,
        worths=worths,
    )
    specs = [spec for spec in movements_of("pairs") if historic or not spec.historic]
    fitting_specs = [spec for spec in specs if pairs in spec.legal_sizes]
    if not fitting_specs:
        raise _make_no_movement_error(pairs, specs)
    candidates: list[_Candidate] = []
    for spec in fitting_specs:
        candidates.extend(_generate_candidates(spec, pairs, wishes))
    for is_met in _iterate_conditions(wishes):
        possible = [candidate for candidate in candidates if is_met(candidate)]
        # A condition that no movement meets is named as a weakness of each.
        candidates = possible or candidates
    return tuple(
        _make_advice(candidate, wishes)
        for candidate in _choose_listed_candidates(candidates, wishes)
    )


def _iterate_conditions(wishes: Wishes) -> Iterator[Callable[[_Candidate], bool]]:
    """Yield a test for each condition, those that are hardest to change first."""
    limits, worths = wishes.limits, wishes.worths
    max_copies = limits.copies
    yield lambda candidate: candidate.length.stationary >= wishes.stationary
    yield lambda candidate: not wishes.has_wrong_winners(candidate.length.winners)
    if max_copies is not None:
        yield lambda candidate: candidate.length.copies <= max_copies
    yield lambda candidate: candidate.boards_in_play <= wishes.cupboard
    yield (
        lambda candidate: (
            not wishes.count_excess_minutes(candidate.length.rounds, candidate.boards_per_set)
        )
    )
    if not limits.sharing or worths.is_must("own_boards"):
        yield lambda candidate: not candidate.length.shared
    if not limits.carrying:
        yield lambda candidate: not _is_carried(candidate.length)
    if worths.is_must("meeting"):
        yield lambda candidate: candidate.length.field_met == 1
    if worths.is_must("sitting"):
        yield lambda candidate: 2 * candidate.length.moving <= candidate.length.pairs + 1
    if worths.is_must("equal_boards"):
        yield lambda candidate: not candidate.length.unplayed_share
    if worths.is_must("familiar"):
        yield lambda candidate: not compute_unfamiliar_points(candidate.length)


def _is_carried(length: MovementProfile) -> bool:
    if length.plan:
        return needs_carrying(length.plan)
    return _is_movement_carried(length)


@lru_cache(maxsize=1024)
def _is_movement_carried(length: MovementProfile) -> bool:
    request = PlanRequest(length.pairs, length.rounds, 1, length.options)
    return needs_carrying(find_movement(length.key).build(request))


def assess(  # noqa: PLR0913  a wish each
    plan: Movement,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    one_winner: bool | None = None,
    stationary: int = 0,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
    boards_per_round: int | None = None,
    limits: Limits = NO_LIMITS,
    worths: QualityWeights = USUAL_WORTHS,
) -> Advice:
    """Return the advice about *plan* as :func:`advise` would give it.

    The plan may be a custom movement, but :func:`movements.check.faults.check_plan` must find no fault in it.

    >>> from movements.registry import make_plan
    >>> assess(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)).boards_per_pair
    (15, 18)

    :raises MovementError: if the wishes for time or boards are impossible, see
        :func:`movements.advice.facts.read_wishes`.
    """
    wishes = read_wishes(
        minutes,
        boards,
        one_winner,
        stationary,
        minutes_per_board,
        boards_per_round=boards_per_round,
        limits=limits,
        worths=worths,
    )
    length = replace(compute_length_facts(plan), plan=plan)
    return _make_advice(_make_candidate(length, plan.boards_per_set, wishes), wishes)


def _make_no_movement_error(pairs: int, specs: Sequence[MovementSpec]) -> MovementError:
    sizes = sorted({size for spec in specs for size in spec.legal_sizes})
    return make_size_error(
        movement="A movement", size=pairs, sizes=f"{sizes[0]} to {sizes[-1]} pairs", legal=sizes
    )


def _generate_candidates(spec: MovementSpec, pairs: int, wishes: Wishes) -> Iterator[_Candidate]:
    for options in _list_options_to_try(spec, pairs, wishes.limits.copies):
        limits = spec.round_limits(pairs, options)
        if not limits.rounds_to_try:
            continue
        for rounds, boards_per_set in _generate_session_shapes(limits.rounds_to_try, pairs, wishes):
            length = get_length_facts(spec.key, pairs, rounds, options)
            yield _make_candidate(length, boards_per_set, wishes)


def _generate_session_shapes(
    possible_rounds: Sequence[int], pairs: int, wishes: Wishes
) -> Iterator[tuple[int, int]]:
    """Yield the rounds and boards per round to try.

    All lengths near the middle of the wishes are tried, so that one board more or fewer doesn't
    change what is compared.  If there is none, the nearest is tried.
    """
    most_boards_per_set = max(MAX_BOARDS_PER_ROUND, wishes.boards_per_round or 0)
    low, high = _compute_boards_to_try(wishes)
    has_fitting = False
    for boards_per_set in BOARDS_PER_SET:
        if boards_per_set == 1 and wishes.high > MAX_BOARDS_OF_SHORT_SESSION:
            continue
        is_large_field = pairs >= MIN_PAIRS_OF_LARGE_FIELD
        if has_fitting and is_large_field and boards_per_set > most_boards_per_set:
            return
        # Everybody may sit out once in an odd field and then plays one round less.
        extra_boards = boards_per_set if pairs % 2 else 0
        in_time = [
            rounds
            for rounds in possible_rounds
            if not wishes.count_excess_minutes(rounds, boards_per_set)
        ]
        near = [
            rounds for rounds in in_time if low <= rounds * boards_per_set <= high + extra_boards
        ]
        has_fitting = has_fitting or bool(near)
        if near:
            for rounds in near:
                yield rounds, boards_per_set
        else:
            yield (
                _find_nearest_rounds(in_time or possible_rounds[:1], boards_per_set, wishes),
                boards_per_set,
            )


def _compute_boards_to_try(wishes: Wishes) -> tuple[int, int]:
    middle = (wishes.low + wishes.high) // 2
    return min(wishes.low, middle - BOARDS_AROUND), max(wishes.high, middle + BOARDS_AROUND)


def _find_nearest_rounds(
    possible_rounds: Sequence[int], boards_per_set: int, wishes: Wishes
) -> int:
    return min(possible_rounds, key=lambda rounds: wishes.boards_outside(rounds * boards_per_set))


def _list_options_to_try(spec: MovementSpec, pairs: int, copies: int | None) -> list[Options]:
    """Return the resolved options to try for this size, in the order of the choices.

    A director who has several *copies* of the boards wants plans that use them.
    """
    # A dictionary keeps the order: several choices may resolve to the same options.
    options_to_try: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    choices_to_try = [option.advised for option in spec.options]
    for index, option in enumerate(spec.options):
        if option.name == COPIES and copies is not None and copies > 1:
            choices_to_try[index] = tuple(option.choices)
    for choices in product(*choices_to_try):
        # Choices that contradict this size are left out.
        with suppress(MovementError):
            resolved = spec.resolve_options(pairs, dict(zip(names, choices, strict=True)))
            options_to_try[resolved] = None
    return [options for options in options_to_try if not set(options) & set(spec.unadvised_choices)]


# Cached because a page asks again for the same pairs whenever a wish changes.
@lru_cache(maxsize=4096)
def get_length_facts(key: str, pairs: int, rounds: int, options: Options) -> MovementProfile:
    """Return the facts about movement *key* with a number of rounds and resolved options.

    >>> get_length_facts("howell", 8, 7, ()).opponents_met
    Fraction(7, 1)
    """
    return compute_length_facts(find_movement(key).build(PlanRequest(pairs, rounds, 1, options)))


def _make_candidate(length: MovementProfile, boards_per_set: int, wishes: Wishes) -> _Candidate:
    minutes = wishes.compute_minutes(length.rounds, boards_per_set)
    return _Candidate(
        length, boards_per_set, minutes, compute_merit(length, boards_per_set, wishes)
    )


def _choose_listed_candidates(candidates: Sequence[_Candidate], wishes: Wishes) -> list[_Candidate]:
    """Return the candidates to list, the best first."""
    ranked = sorted(candidates, key=_make_rank_key)
    ranked = _without_beaten_candidates(ranked, wishes)
    ranked = _without_duplicates(ranked, wishes)
    ranked = _keep_nearly_best_candidates(ranked)

    def length_key(candidate: _Candidate) -> tuple[int, int, Fraction]:
        return candidate.boards_outside(wishes), candidate.minutes, -candidate.merit.total

    listed_always = (min(ranked, key=length_key), _find_fairest_in_range(ranked, wishes))
    by_name: defaultdict[str, list[_Candidate]] = defaultdict(list)
    for candidate in ranked:
        same_movement = by_name[candidate.length.name]
        if len(same_movement) < MAX_LENGTHS or candidate in listed_always:
            same_movement.append(candidate)
    # By movement first: candidates with equal merit are then listed next to their own movement.
    return sorted(chain.from_iterable(by_name.values()), key=_make_rank_key)


def _find_fairest_in_range(ranked: Sequence[_Candidate], wishes: Wishes) -> _Candidate:
    """Return the fairest with as many winners as the first, and no farther from the range."""
    first = ranked[0]
    in_range = [
        candidate
        for candidate in ranked
        if candidate.length.winners == first.length.winners
        and candidate.boards_outside(wishes) <= first.boards_outside(wishes)
    ]
    return max(in_range, key=lambda candidate: candidate.length.fairness)


def _make_rank_key(candidate: _Candidate) -> Fraction:
    return -candidate.merit.total


def _without_beaten_candidates(ranked: Sequence[_Candidate], wishes: Wishes) -> list[_Candidate]:
    """Return the candidates that none ranked before them equals or beats in every figure.

    The first with each number of winners stays if only candidates with the other number beat it.
    """
    unbeaten: list[tuple[_Candidate, tuple[Fraction | int, ...]]] = []
    listed_winners: set[int] = set()
    for candidate in ranked:
        winners = candidate.length.winners
        virtues = candidate.list_virtues(wishes)
        # Whoever is beaten by one that was left out is also beaten by the one that beat that.
        beaten_by_winners = {
            rival.length.winners
            for rival, rival_virtues in unbeaten
            if _is_nowhere_worse(rival_virtues, virtues)
        }
        is_first_with_winners = winners not in listed_winners
        if winners not in beaten_by_winners and (not beaten_by_winners or is_first_with_winners):
            unbeaten.append((candidate, virtues))
            listed_winners.add(winners)
    return [candidate for candidate, _ in unbeaten]


def _is_nowhere_worse(
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
            (length.key, length.winners, *candidate.list_virtues(wishes)),
        )
        if used_keys.isdisjoint(keys):
            distinct.append(candidate)
        used_keys.update(keys)
    return distinct


def _keep_nearly_best_candidates(ranked: Sequence[_Candidate]) -> list[_Candidate]:
    best_totals: dict[int, Fraction] = {}
    near_best = []
    for candidate in ranked:
        total = candidate.merit.total
        best_total = best_totals.setdefault(candidate.length.winners, total)
        if total >= best_total - MAX_POINTS_BEHIND:
            near_best.append(candidate)
    return near_best


def _make_advice(candidate: _Candidate, wishes: Wishes) -> Advice:
    length = candidate.length
    boards_per_set = candidate.boards_per_set
    fewest_rounds, most_rounds = length.rounds_played
    lacking = join_with_and(_list_weaknesses(length, boards_per_set, wishes))
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
        reason=with_weaknesses(join_with_and(_list_strengths(length, wishes)), lacking),
        stationary=length.stationary,
        arrow_switches=length.arrow_switches,
        boards_in_play=candidate.boards_in_play,
        shared=length.shared,
        has_repeats=length.has_uneven_repeats,
        copies=length.copies,
        merit=candidate.merit,
        lacking=lacking,
        has_requests=wishes.has_requests,
    )
