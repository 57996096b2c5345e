"""Which movements, numbers of rounds and boards per round advice compares.

All lengths near the middle of what the director asked for are tried, and nothing that takes longer
than there is time, as long as the movement has a shorter form.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import product

from movements.advice.facts import MovementProfile, Preferences, compute_profile
from movements.errors import MovementError
from movements.model import MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option
from movements.registry import BOARDS_PER_SET, get_movement

BOARDS_AROUND = 4
"""Numbers of boards up to this far from the middle of the requested range are always tried."""

MAX_BOARDS_PER_ROUND = 4
"""Boards per round that are tried first in a field of MIN_PAIRS_OF_LARGE_FIELD or more.

Longer rounds would leave too many opponents unmet there.
"""

MIN_PAIRS_OF_LARGE_FIELD = 20

COPIES = "copies"
"""The option for the number of copies of the boards, where a movement has it."""

MAX_BOARDS_OF_SHORT_SESSION = 12
"""The most boards for which rounds of one board are tried. Players dislike them all evening."""


def iter_lengths(
    spec: MovementSpec, pairs: int, preferences: Preferences, copies: int
) -> Iterator[tuple[MovementProfile, int]]:
    """Yield the facts about each length to compare of one movement, with its boards per round.

    Nothing is tried that takes more than so many *copies* of the boards whatever its length.

    >>> from movements.advice.facts import MINUTES_PER_BOARD, make_preferences
    >>> preferences = make_preferences(None, (28, 28), None, 0, MINUTES_PER_BOARD)
    >>> lengths = iter_lengths(get_movement("howell"), 8, preferences, copies=1)
    >>> (7, 4) in [(profile.rounds, boards) for profile, boards in lengths]
    True
    """
    if spec.min_copies > copies:
        return
    for options in list_options_to_try(spec, pairs, copies):
        limits = spec.round_limits(pairs, options)
        if not limits.rounds_to_try:
            continue
        for rounds, boards_per_set in _iter_session_shapes(limits, pairs, preferences):
            yield get_profile(spec.key, pairs, rounds, options), boards_per_set


def _iter_session_shapes(
    limits: RoundLimits, pairs: int, preferences: Preferences
) -> Iterator[tuple[int, int]]:
    """Yield the rounds and boards per round to try.

    All lengths in the requested range and near its middle are tried, so that to ask for one board more
    or fewer doesn't change what is compared. For boards per round with no such length, the nearest is
    tried.
    """
    most_boards_per_set = max(MAX_BOARDS_PER_ROUND, preferences.boards_per_round or 0)
    min_boards, max_boards = _compute_boards_to_try(preferences)
    has_fitting = False
    for boards_per_set in BOARDS_PER_SET:
        if boards_per_set == 1 and preferences.max_boards > MAX_BOARDS_OF_SHORT_SESSION:
            continue
        is_large_field = pairs >= MIN_PAIRS_OF_LARGE_FIELD
        # Longer rounds are tried only if no shorter ones fit.
        if has_fitting and is_large_field and boards_per_set > most_boards_per_set:
            return
        # In an odd field everybody may sit out once, and so plays one round less than there are.
        extra_boards = boards_per_set if pairs % 2 else 0
        possible_rounds = _list_rounds_in_time(limits, boards_per_set, preferences)
        near_rounds = [
            rounds
            for rounds in possible_rounds
            if min_boards <= rounds * boards_per_set <= max_boards + extra_boards
        ]
        if near_rounds:
            has_fitting = has_fitting or not preferences.count_excess_minutes(
                near_rounds[0], boards_per_set
            )
            for rounds in near_rounds:
                yield rounds, boards_per_set
        else:
            yield (
                _choose_nearest_rounds(possible_rounds, boards_per_set, preferences),
                boards_per_set,
            )


def _list_rounds_in_time(
    limits: RoundLimits, boards_per_set: int, preferences: Preferences
) -> Sequence[int]:
    """Return the numbers of rounds for which there is time, or the smallest if there is none.

    Those that advice usually tries come first; a movement is cut shorter only if they all take too long.
    """
    for possible_rounds in (limits.rounds_to_try, limits.legal_rounds):
        rounds_in_time = [
            rounds
            for rounds in possible_rounds
            if not preferences.count_excess_minutes(rounds, boards_per_set)
        ]
        if rounds_in_time:
            return rounds_in_time
    # If every number of rounds takes too long, the smallest comes closest.
    return limits.legal_rounds[:1]


def _compute_boards_to_try(preferences: Preferences) -> tuple[int, int]:
    middle = (preferences.min_boards + preferences.max_boards) // 2
    min_boards = min(preferences.min_boards, middle - BOARDS_AROUND)
    max_boards = max(preferences.max_boards, middle + BOARDS_AROUND)
    return min_boards, max_boards


def _choose_nearest_rounds(
    possible_rounds: Sequence[int], boards_per_set: int, preferences: Preferences
) -> int:
    return min(
        possible_rounds,
        key=lambda rounds: preferences.count_boards_outside(rounds * boards_per_set),
    )


def list_options_to_try(spec: MovementSpec, pairs: int, copies: int) -> list[Options]:
    """Return the resolved options to try for this size, in the order of the choices.

    A director who has several *copies* of the boards wants plans that use them.

    >>> list_options_to_try(get_movement("appendix-mitchell"), 40, copies=1)[0]
    (('base', '11'), ('copies', '1'))
    """
    # A dictionary keeps the order: several choices may resolve to the same options.
    options_to_try: dict[Options, None] = {}
    names = [option.name for option in spec.options]
    choices_to_try = [_list_choices_to_try(option, copies) for option in spec.options]
    for choices in product(*choices_to_try):
        # Choices that contradict this size are left out.
        with suppress(MovementError):
            resolved = spec.resolve_options(pairs, dict(zip(names, choices, strict=True)))
            options_to_try[resolved] = None
    return [options for options in options_to_try if not set(options) & set(spec.unadvised_choices)]


def _list_choices_to_try(option: Option, copies: int) -> Sequence[str]:
    if option.name == COPIES:
        return tuple(choice for choice in option.choices if int(choice) <= copies)
    return option.suggested_choices


# Cached because a page asks again for the same pairs whenever a preference changes.
@lru_cache(maxsize=4096)
def get_profile(key: str, pairs: int, rounds: int, options: Options) -> MovementProfile:
    """Return the facts about movement *key* with a number of rounds and resolved options.

    >>> get_profile("howell", 8, 7, ()).opponents_met
    Fraction(7, 1)
    """
    return compute_profile(get_movement(key).build(PlanRequest(pairs, rounds, 1, options)))
