"""Three-way matches in round 1 of a knock-out, if its size isn't a power of two.

Three teams play half a match against each of the others. Two of them go on if the size is at least
three quarters of the next power of two, else one, so that round 2 has a full bracket without byes.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from movements.errors import MovementError
from movements.model import KNOCK_OUT
from movements.swiss.knockout import (
    MAX_CONTESTANTS,
    Match,
    find_match_winners,
    knockout_round,
    make_knock_out_size_error,
    read_knockout_data,
    seeds_apart,
)


@dataclass(frozen=True, slots=True)
class ThreeWayRound:
    """Round 1 with its *matches*, and the *groups* of three of which *through* go on each.

    >>> ThreeWayRound(matches=((1, 4),), groups=((2, 3, 5),), through=1).groups
    ((2, 3, 5),)
    """

    matches: tuple[Match, ...]
    groups: tuple[tuple[int, ...], ...]
    through: int


def draw_three_way_round(seeds: Sequence[int]) -> ThreeWayRound:
    """Return round 1 among *seeds*, the highest first. It has no groups for a power of two.

    The highest seeds lead the matches and meet the lowest. Groups of which two go on have the
    highest leaders, as an advantage, and groups of which one goes on the lowest.

    >>> draw_three_way_round(range(1, 8))
    ThreeWayRound(matches=((2, 5), (3, 4)), groups=((1, 6, 7),), through=2)
    >>> draw_three_way_round(range(1, 6))
    ThreeWayRound(matches=((1, 4),), groups=((2, 3, 5),), through=1)

    :raises MovementError: if there are too few or too many.
    """
    size = len(seeds)
    if not 2 <= size <= MAX_CONTESTANTS:
        raise make_knock_out_size_error(size=size, most=MAX_CONTESTANTS)
    next_power = 1 << (size - 1).bit_length()
    if size == next_power:
        return ThreeWayRound(knockout_round(seeds), (), through=2)
    # With g groups and m matches, 3g + 2m is the size, and 2g + m or g + m play on.
    if 4 * size >= 3 * next_power:
        through, group_count = 2, next_power - size
    else:
        through, group_count = 1, size - next_power // 2
    match_count = (size - 3 * group_count) // 2
    leaders = group_count + match_count
    first_group = 0 if through == 2 else match_count
    matches: list[Match] = []
    groups = []
    thirds = list(seeds[2 * leaders :])
    for index in range(leaders):
        leader, opponent = seeds[index], seeds[2 * leaders - 1 - index]
        if first_group <= index < first_group + group_count:
            groups.append((leader, opponent, thirds.pop()))
        else:
            matches.append((leader, opponent))
    return ThreeWayRound(tuple(matches), tuple(groups), through)


def count_three_way_rounds(size: int) -> int:
    """Return the rounds of a knock-out of *size* with three-way matches.

    >>> [count_three_way_rounds(size) for size in (3, 5, 7, 8, 9, 12)]
    [2, 2, 3, 3, 3, 4]
    """
    first_round = draw_three_way_round(range(1, size + 1))
    if not first_round.groups:
        return size.bit_length() - 1
    remaining = len(first_round.matches) + first_round.through * len(first_round.groups)
    return remaining.bit_length()


def seed_after_groups(
    remaining: Sequence[int], groups: Sequence[Collection[int]]
) -> tuple[int, ...]:
    """Return the seeds of round 2: the *remaining*, highest first, with two of a group kept apart.

    >>> seed_after_groups([1, 3, 5, 8], [(1, 8, 9)])
    (1, 3, 8, 5)
    """
    names = {number: f"{index}" for index, group in enumerate(groups) for number in group}
    return seeds_apart(remaining, names)


def draw_three_way_knockout(
    seeds: Sequence[int], winners: Sequence[Collection[int]] = ()
) -> ThreeWayRound:
    """Return the next round after the *winners* of all rounds before. Only round 1 has groups.

    >>> draw_three_way_knockout(range(1, 8), [[2, 3, 1, 7]]).matches
    ((1, 3), (2, 7))

    :raises MovementError: if not as many as should go on from a group, or as ``knockout_round``.
    """
    first_round = draw_three_way_round(seeds)
    if not winners:
        return first_round
    if not first_round.groups:
        return ThreeWayRound(knockout_round(seeds, winners), (), through=2)
    in_groups = {number for group in first_round.groups for number in group}
    remaining = find_match_winners(
        first_round.matches, [number for number in winners[0] if number not in in_groups], 1
    )
    for group in first_round.groups:
        through = [number for number in group if number in winners[0]]
        if len(through) != first_round.through:
            raise MovementError(
                "undecided-group",
                "The three-way match of {group} isn't decided. Name the {through} who go on before "
                "drawing the next round.",
                group=", ".join(map(str, group)),
                through=first_round.through,
            )
        remaining += through
    in_order = [number for number in seeds if number in remaining]
    order = seed_after_groups(in_order, first_round.groups)
    matches = knockout_round(order, winners[1:], first_round_no=2)
    return ThreeWayRound(matches, (), first_round.through)


def draw_three_way_json(data: object) -> dict[str, Any]:
    """Return the next round from JSON, as ``draw_knockout_round`` does, with ``groups`` of three.

    >>> draw_three_way_json({"contestants": [1, 2, 3, 4, 5]})["groups"]
    [[2, 3, 5]]

    :raises MovementError: if *data* can't be read, and as :func:`draw_three_way_knockout`.
    """
    seeds, winners = read_knockout_data(data)
    drawn = draw_three_way_knockout(seeds, winners)
    return {
        "key": KNOCK_OUT,
        "round": len(winners) + 1,
        "pairings": [list(match) for match in drawn.matches],
        "byes": [],
        "groups": [list(group) for group in drawn.groups],
        "through": drawn.through,
    }
