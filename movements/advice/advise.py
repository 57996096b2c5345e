"""Advise which movement fits tonight: every sensible one, the best first, each with its reason.

A *condition* is what can't be otherwise: pairs that can't move, the boards in the cupboard, the
copies, the time, no sharing, no carrying. Movements that meet the conditions are ranked by how well
they fulfil the other *preferences*, see :mod:`movements.advice.facts`. A movement is left out if a
better one is as good or better in every figure. A *candidate* is a movement with a number of rounds
and of boards per round.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from movements.advice.facts import (
    DEFAULT_WEIGHTS,
    MAX_COPIES,
    MINUTES_PER_BOARD,
    NO_LIMITS,
    Limits,
    Merit,
    MovementProfile,
    Preferences,
    QualityWeights,
    compute_merit,
    compute_profile,
    compute_unfamiliar_points,
    make_preferences,
    percent_met,
)
from movements.advice.lengths import iter_lengths
from movements.balance import round_quality
from movements.errors import MovementError, make_size_error
from movements.model import Movement, MovementSpec, Options, PlanRequest, join_with_and
from movements.moves import needs_carrying
from movements.option import format_count
from movements.registry import get_movement, list_movements

PERFECT_QF = 100
MIN_FAIR_QF = 75
"""A lower Qf is named as a weakness."""

MAX_POINTS_BEHIND = 40
"""Points of merit by which a listed movement may be behind the best with the same number of
winners."""

MAX_LENGTHS = 2
"""Lengths listed of one movement, in addition to the shortest of all."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One movement that fits, ready for :func:`movements.registry.make_plan`.

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
    boards_per_pair: tuple[int, int]  # the fewest and the most boards of any pair
    winners: int
    sit_outs: int  # the most rounds that any pair sits out
    # The share of the possible opponents that a pair meets on average. With two winners the pairs
    # of the other direction are possible, with one winner all others.
    field_met: Fraction
    minutes: int
    qf: Fraction | None  # the fairness figure of movements.balance.fairness()
    reason: str  # why it is suggested, with its weaknesses
    stationary: int  # the number of pairs that never leave their table
    arrow_switches: int  # how often a table turns its boards, over all rounds
    boards_in_play: int  # the number of different boards at all tables
    has_shared_boards: bool  # whether tables share boards
    has_repeats: bool  # whether some opponents meet again before others have met
    copies: int  # how many copies of every board are needed
    merit: Merit  # the points by which the movement is ranked
    weaknesses: str = ""  # the second part of the reason
    has_requests: bool = False  # whether the director asked for anything that a movement can lack
    sharing_tables: int = 0  # the tables that share their boards, in the round with most of them

    @property
    def opponents_met(self) -> int:
        """Return how many different opponents a pair meets on average, rounded down."""
        possible = Fraction(self.pairs - 1)
        if self.winners == 2:
            possible = Fraction(self.pairs, 2)
        return int(self.field_met * possible)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A movement with a number of rounds and of boards per round, and its merit."""

    profile: MovementProfile
    boards_per_set: int
    minutes: int
    merit: Merit

    @property
    def boards_in_play(self) -> int:
        """Return the number of different boards on all tables."""
        return self.profile.board_sets * self.boards_per_set

    def count_boards_outside(self, preferences: Preferences) -> int:
        """Return by how many boards the candidate misses the requested range."""
        return preferences.count_boards_outside(
            *preferences.list_possible_boards(self.profile, self.boards_per_set)
        )

    def list_figures(self, preferences: Preferences) -> tuple[Fraction | int, ...]:
        """Return every figure by which candidates are compared, the higher the better."""
        profile = self.profile
        fewest_rounds, most_rounds = profile.rounds_played
        most_boards = most_rounds * self.boards_per_set
        uneven_boards = most_boards - fewest_rounds * self.boards_per_set
        return (
            profile.fairness,
            profile.opponents_met,
            -profile.has_uneven_repeats,
            profile.stationary_pair_count,
            -profile.sit_outs,
            -uneven_boards,
            -profile.has_shared_boards,
            -profile.copies,
            -self.count_boards_outside(preferences),
            -preferences.compute_boards_from_middle(
                *preferences.list_possible_boards(profile, self.boards_per_set)
            ),
            min(most_boards, preferences.max_boards),
            -profile.unplayed_share,
            -preferences.compare_boards_per_round(self.boards_per_set),
            -self.minutes,
        )


def advise(  # noqa: PLR0913  a parameter for each preference
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
    weights: QualityWeights = DEFAULT_WEIGHTS,
) -> tuple[Advice, ...]:
    """Return the movements that fit *pairs*, the best first.

    *boards* is the smallest and the largest number of boards for a pair. Without it, a pair plays as
    many as fill the *minutes*; without both, 24 to 28. A board takes *minutes_per_board*, a move 2
    minutes.

    Conditions are *minutes*, *limits*, *one_winner* and that *stationary* pairs keep their tables.
    Movements that don't meet a condition are left out, unless none does. The other preferences are
    weighed, and the reason of each movement says which it doesn't fulfil. *weights* say how much each
    quality counts. *historic* adds movements of former times.

    >>> [(advice.name, advice.rounds, advice.boards_per_set) for advice in advise(8, one_winner=True)][:2]
    [('Howell', 7, 4), ('Three-quarter Howell', 6, 4)]

    :raises MovementError: if no movement takes this number of *pairs*.
    :raises MovementError: if the time, the boards or the limits are impossible, see
        :func:`movements.advice.facts.make_preferences`.
    """
    if weights.is_must("one_winner"):
        one_winner = True
    preferences = make_preferences(
        minutes,
        boards,
        one_winner,
        stationary,
        minutes_per_board,
        boards_per_round=boards_per_round,
        limits=limits,
        weights=weights,
    )
    specs = [spec for spec in list_movements("pairs") if historic or not spec.historic]
    fitting_specs = [spec for spec in specs if pairs in spec.legal_sizes]
    if not fitting_specs:
        raise _make_no_movement_error(pairs, specs)
    candidates = _list_possible_candidates(fitting_specs, pairs, preferences)
    return tuple(
        _make_advice(candidate, preferences)
        for candidate in _choose_listed_candidates(candidates, preferences)
    )


def assess_plan(  # noqa: PLR0913  a parameter for each preference
    plan: Movement,
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    one_winner: bool | None = None,
    stationary: int = 0,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
    boards_per_round: int | None = None,
    limits: Limits = NO_LIMITS,
    weights: QualityWeights = DEFAULT_WEIGHTS,
) -> Advice:
    """Return the advice about *plan* as :func:`advise` would give it.

    The plan may be a custom movement, but it must have passed
    :func:`movements.check.faults.check_plan`.

    >>> from movements.registry import make_plan
    >>> assess_plan(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)).boards_per_pair
    (15, 18)

    :raises MovementError: if the time, the boards or the limits are impossible, see
        :func:`movements.advice.facts.make_preferences`.
    """
    preferences = make_preferences(
        minutes,
        boards,
        one_winner,
        stationary,
        minutes_per_board,
        boards_per_round=boards_per_round,
        limits=limits,
        weights=weights,
    )
    profile = replace(compute_profile(plan), plan=plan)
    return _make_advice(_make_candidate(profile, plan.boards_per_set, preferences), preferences)


def with_weaknesses(strengths: str, weaknesses: str) -> str:
    """Return one sentence with the strengths of a movement and, after a "but", its weaknesses.

    >>> with_weaknesses("All pairs meet", ""), with_weaknesses("All pairs meet", "a pair sits out")
    ('All pairs meet.', 'All pairs meet; but a pair sits out.')
    """
    if weaknesses:
        return f"{strengths}; but {weaknesses}."
    return f"{strengths}."


def _iter_strengths(profile: MovementProfile, preferences: Preferences) -> Iterator[str]:
    if profile.field_met < 1:
        yield f"A pair meets {percent_met(profile.field_met)}% of its possible opponents"
    else:
        yield f"{_describe_complete_meeting(profile.winners)}{_format_times(profile.meetings)}"
    if profile.has_stationary_ns:
        yield "N-S pairs keep their seats"
    elif preferences.stationary and profile.stationary_pair_count == 1:
        yield "1 pair keeps its table"
    elif preferences.stationary:
        yield f"{profile.stationary_pair_count} pairs keep their tables"
    if profile.winners == 1 and profile.qf == PERFECT_QF:
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


def _iter_weaknesses(  # noqa: C901  two lines for each weakness
    profile: MovementProfile, boards_per_set: int, preferences: Preferences
) -> Iterator[str]:
    minutes_over = preferences.count_excess_minutes(profile.rounds, boards_per_set)
    if preferences.has_wrong_winners(profile.winners):
        if profile.winners == 2:
            yield "N-S and E-W are ranked separately"
        else:
            yield "there is one ranking for everyone"
    yield from _iter_boards_weaknesses(profile, boards_per_set, preferences)
    if minutes_over:
        yield f"it runs {format_count(minutes_over, 'minute')} over"
    if profile.stationary_pair_count < preferences.stationary:
        yield f"only {profile.stationary_pair_count} of {preferences.stationary} pairs can keep their tables"
    if profile.has_uneven_repeats:
        yield "some pairs meet the same opponents twice"
    yield from _iter_exceeded_limits(profile, boards_per_set, preferences)
    if profile.has_shared_boards:
        yield f"{profile.sharing_tables} of {profile.tables} tables share boards"
    if profile.compared_share < 1:
        yield "some boards are played at only one table"
    if profile.sit_outs > 1:
        yield f"a pair sits out up to {profile.sit_outs} rounds"
    if boards_per_set == 1:
        yield "everyone moves after every board"
    if profile.qf is not None and profile.qf < MIN_FAIR_QF:
        yield f"pairs are compared unevenly (fairness {round_quality(profile.qf):g} of 100)"


def _iter_boards_weaknesses(
    profile: MovementProfile, boards_per_set: int, preferences: Preferences
) -> Iterator[str]:
    """Yield that there are fewer or more boards than the director asked for, or than usual."""
    if not preferences.count_boards_outside(
        *preferences.list_possible_boards(profile, boards_per_set)
    ):
        return
    board_count = profile.most_rounds * boards_per_set
    boards = format_count(board_count, "board")
    is_fewer = board_count < preferences.min_boards
    comparison = "fewer" if is_fewer else "more"
    if preferences.has_boards_range:
        # Asked for by the director, or filled in because another section plays as many.
        asked_count = preferences.min_boards if is_fewer else preferences.max_boards
        yield f"{boards} is {comparison} than the {asked_count} asked for"
    elif preferences.minutes is None:
        yield f"{boards} is {comparison} than usual"
    elif is_fewer:
        # More boards than fit the time are named by the minutes that they take too long.
        yield f"there is time for more than {boards}"


def _iter_exceeded_limits(
    profile: MovementProfile, boards_per_set: int, preferences: Preferences
) -> Iterator[str]:
    limits = preferences.limits
    boards = profile.board_sets * boards_per_set
    if boards > preferences.cupboard:
        yield f"it needs {boards} boards and you have {preferences.cupboard}"
    if profile.copies > preferences.copies:
        yield f"it needs {profile.copies} copies of the boards"
    if not limits.can_carry_boards and _is_carried(profile):
        yield "boards must be carried to other tables than the next"


def _list_possible_candidates(
    specs: Sequence[MovementSpec], pairs: int, preferences: Preferences
) -> list[_Candidate]:
    """Return the candidates that meet every condition that any of them meets."""
    session_conditions = tuple(_iter_session_conditions(preferences))
    candidates = _keep_possible_candidates(
        _iter_candidates(specs, pairs, preferences, preferences.copies), session_conditions
    )
    has_enough_boards = any(
        preferences.has_boards_for(candidate.profile, candidate.boards_per_set)
        for candidate in candidates
    )
    if preferences.limits.copies is None and not has_enough_boards:
        # The one set that clubs usually have doesn't suffice for so large a field.
        candidates = _keep_possible_candidates(
            _iter_candidates(specs, pairs, preferences, MAX_COPIES), session_conditions
        )
    return _keep_possible_candidates(candidates, _iter_further_conditions(preferences))


def _keep_possible_candidates(
    candidates: Iterable[_Candidate], conditions: Iterable[Callable[[_Candidate], bool]]
) -> list[_Candidate]:
    """Return the candidates that meet all conditions. A condition that none meets is ignored."""
    remaining_candidates = list(candidates)
    for is_met in conditions:
        possible_candidates = [candidate for candidate in remaining_candidates if is_met(candidate)]
        # If no movement meets a condition, all stay, and each has it as a weakness.
        if possible_candidates:
            remaining_candidates = possible_candidates
    return remaining_candidates


def _iter_session_conditions(preferences: Preferences) -> Iterator[Callable[[_Candidate], bool]]:
    """Yield a test for each condition of tonight, the one that is hardest to change first."""
    yield (
        lambda candidate: (
            not preferences.count_excess_minutes(candidate.profile.rounds, candidate.boards_per_set)
        )
    )
    yield lambda candidate: candidate.profile.stationary_pair_count >= preferences.stationary
    yield lambda candidate: not preferences.has_wrong_winners(candidate.profile.winners)


def _iter_further_conditions(preferences: Preferences) -> Iterator[Callable[[_Candidate], bool]]:
    """Yield a test for each condition of the club, the one that is hardest to change first."""
    limits = preferences.limits
    weights = preferences.weights
    if limits.copies is not None:
        yield lambda candidate: candidate.profile.copies <= preferences.copies
    else:
        yield (
            lambda candidate: preferences.has_boards_for(
                candidate.profile, candidate.boards_per_set
            )
        )
    yield lambda candidate: candidate.boards_in_play <= preferences.cupboard
    if not limits.can_share_boards or weights.is_must("own_boards"):
        yield lambda candidate: not candidate.profile.has_shared_boards
    if not limits.can_carry_boards:
        yield lambda candidate: not _is_carried(candidate.profile)
    if weights.is_must("meeting"):
        yield lambda candidate: candidate.profile.field_met == 1
    if weights.is_must("sitting"):
        # At most half of the pairs move, rounded up.
        yield (
            lambda candidate: 2 * candidate.profile.moving_pair_count <= candidate.profile.pairs + 1
        )
    if weights.is_must("equal_boards"):
        yield lambda candidate: not candidate.profile.unplayed_share
    if weights.is_must("familiar"):
        yield lambda candidate: not compute_unfamiliar_points(candidate.profile)


def _is_carried(profile: MovementProfile) -> bool:
    if profile.plan:
        return needs_carrying(profile.plan)
    return _is_movement_carried(profile)


@lru_cache(maxsize=1024)
def _is_movement_carried(profile: MovementProfile) -> bool:
    request = PlanRequest(profile.pairs, profile.rounds, 1, profile.options)
    return needs_carrying(get_movement(profile.key).build(request))


def _make_no_movement_error(pairs: int, specs: Sequence[MovementSpec]) -> MovementError:
    sizes = sorted({size for spec in specs for size in spec.legal_sizes})
    return make_size_error(
        movement="A movement", size=pairs, sizes=f"{sizes[0]} to {sizes[-1]} pairs", legal=sizes
    )


def _iter_candidates(
    specs: Iterable[MovementSpec], pairs: int, preferences: Preferences, copies: int
) -> Iterator[_Candidate]:
    for spec in specs:
        for profile, boards_per_set in iter_lengths(spec, pairs, preferences, copies):
            yield _make_candidate(profile, boards_per_set, preferences)


def _make_candidate(
    profile: MovementProfile, boards_per_set: int, preferences: Preferences
) -> _Candidate:
    minutes = preferences.compute_minutes(profile.rounds, boards_per_set)
    return _Candidate(
        profile, boards_per_set, minutes, compute_merit(profile, boards_per_set, preferences)
    )


def _choose_listed_candidates(
    candidates: Sequence[_Candidate], preferences: Preferences
) -> list[_Candidate]:
    """Return the candidates to list, the best first."""
    ranked = sorted(candidates, key=_make_rank_key)
    ranked = _without_beaten_candidates(ranked, preferences)
    ranked = _without_duplicates(ranked, preferences)
    ranked = _keep_nearly_best_candidates(ranked)

    def length_key(candidate: _Candidate) -> tuple[int, int, Fraction]:
        return (
            candidate.count_boards_outside(preferences),
            candidate.minutes,
            -candidate.merit.total,
        )

    shortest = min(ranked, key=length_key)
    fairest = _choose_fairest_in_range(ranked, preferences)
    candidates_by_name: defaultdict[str, list[_Candidate]] = defaultdict(list)
    for candidate in ranked:
        same_movement = candidates_by_name[candidate.profile.name]
        if len(same_movement) < MAX_LENGTHS or candidate in (shortest, fairest):
            same_movement.append(candidate)
    # Grouped by movement before sorting, so that equally good candidates of a movement stay together.
    return sorted(chain.from_iterable(candidates_by_name.values()), key=_make_rank_key)


def _choose_fairest_in_range(ranked: Sequence[_Candidate], preferences: Preferences) -> _Candidate:
    """Return the fairest candidate with the first one's number of winners.

    It misses the requested range by no more boards than the first one.
    """
    first = ranked[0]
    in_range = [
        candidate
        for candidate in ranked
        if candidate.profile.winners == first.profile.winners
        and candidate.count_boards_outside(preferences) <= first.count_boards_outside(preferences)
    ]
    return max(in_range, key=lambda candidate: candidate.profile.fairness)


def _make_rank_key(candidate: _Candidate) -> Fraction:
    return -candidate.merit.total


def _without_beaten_candidates(
    ranked: Sequence[_Candidate], preferences: Preferences
) -> list[_Candidate]:
    """Return the candidates without those that a better ranked one beats.

    A candidate is beaten if no figure of it is better, and one is worse or the better ranked one is
    the same movement. The first with each number of winners stays if only candidates with the other
    number beat it.
    """
    unbeaten_candidates: list[tuple[_Candidate, tuple[Fraction | int, ...]]] = []
    listed_winners: set[int] = set()
    for candidate in ranked:
        winners = candidate.profile.winners
        figures = candidate.list_figures(preferences)
        # Only unbeaten rivals are compared: whatever a beaten one beats, its own rival beats too.
        winners_of_better = {
            rival.profile.winners
            for rival, rival_figures in unbeaten_candidates
            if _is_nowhere_worse(rival_figures, figures)
            and (rival_figures != figures or rival.profile.key == candidate.profile.key)
        }
        is_first_with_winners = winners not in listed_winners
        is_best_with_winners = is_first_with_winners and winners not in winners_of_better
        if not winners_of_better or is_best_with_winners:
            unbeaten_candidates.append((candidate, figures))
            listed_winners.add(winners)
    return [candidate for candidate, _ in unbeaten_candidates]


def _is_nowhere_worse(
    figures: Sequence[Fraction | int], other_figures: Sequence[Fraction | int]
) -> bool:
    return all(
        figure >= other_figure for figure, other_figure in zip(figures, other_figures, strict=True)
    )


def _without_duplicates(ranked: Sequence[_Candidate], preferences: Preferences) -> list[_Candidate]:
    """Return *ranked* with only the first of candidates that are forms of one movement.

    Such forms have the same name and rounds, or the same figures.
    """
    distinct_candidates: list[_Candidate] = []
    used_keys: set[tuple[object, ...]] = set()
    for candidate in ranked:
        profile = candidate.profile
        keys = (
            (profile.name, profile.rounds),
            (profile.key, profile.winners, *candidate.list_figures(preferences)),
        )
        if used_keys.isdisjoint(keys):
            distinct_candidates.append(candidate)
        used_keys.update(keys)
    return distinct_candidates


def _keep_nearly_best_candidates(ranked: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates close enough to the best one with their number of winners."""
    best_totals: dict[int, Fraction] = {}
    nearly_best = []
    for candidate in ranked:
        total = candidate.merit.total
        best_total = best_totals.setdefault(candidate.profile.winners, total)
        if total >= best_total - MAX_POINTS_BEHIND:
            nearly_best.append(candidate)
    return nearly_best


def _make_advice(candidate: _Candidate, preferences: Preferences) -> Advice:
    profile = candidate.profile
    boards_per_set = candidate.boards_per_set
    fewest_rounds, most_rounds = profile.rounds_played
    weaknesses = join_with_and(_iter_weaknesses(profile, boards_per_set, preferences))
    return Advice(
        plan_key=profile.key,
        name=profile.name,
        options=profile.options,
        pairs=profile.pairs,
        tables=profile.tables,
        rounds=profile.rounds,
        boards_per_set=boards_per_set,
        boards_per_pair=(fewest_rounds * boards_per_set, most_rounds * boards_per_set),
        winners=profile.winners,
        sit_outs=profile.sit_outs,
        field_met=profile.field_met,
        minutes=candidate.minutes,
        qf=profile.qf,
        reason=with_weaknesses(join_with_and(_iter_strengths(profile, preferences)), weaknesses),
        stationary=profile.stationary_pair_count,
        arrow_switches=profile.arrow_switches,
        boards_in_play=candidate.boards_in_play,
        has_shared_boards=profile.has_shared_boards,
        has_repeats=profile.has_uneven_repeats,
        copies=profile.copies,
        merit=candidate.merit,
        weaknesses=weaknesses,
        has_requests=preferences.has_requests,
        sharing_tables=profile.sharing_tables,
    )
