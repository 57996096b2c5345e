"""Knock-outs with seeds: the bracket, its byes, and the matches after every round.

The top seed meets the lowest, and halves of the bracket are joined so that the first two seeds can
meet only in the final. If the number of contestants isn't a power of two, the top seeds have byes.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from movements.errors import MovementError, UnreadableShapeError
from movements.model import KNOCK_OUT, RoundNo

Match: TypeAlias = tuple[int, int | None]
"""Two contestants who meet, or one and None for a bye."""

MAX_CONTESTANTS = 128
MAX_NUMBER = 9999


def make_knockout_bracket(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of the bracket, in pairs that meet. 0 is a bye.

    >>> make_knockout_bracket(6)
    (1, 0, 4, 5, 2, 0, 3, 6)

    :raises MovementError: if *size* is less than two or more than ``MAX_CONTESTANTS``.
    """
    if not 2 <= size <= MAX_CONTESTANTS:
        raise make_knock_out_size_error(size=size, most=MAX_CONTESTANTS)
    order = [1]
    # Each step doubles the bracket: every seed gets the opponent with which it adds up to the new
    # size and one.
    while len(order) < size:
        total = 2 * len(order) + 1
        doubled = []
        for seed in order:
            doubled += [seed, total - seed]
        order = doubled
    return tuple(seed if seed <= size else 0 for seed in order)


def separate_clubmates(order: Sequence[int], clubs: Mapping[int, str]) -> tuple[int, ...]:
    """Return *order*, highest seed first, so changed that few of one club meet in round 1.

    Only the lower seeds of first-round matches change places, with the nearest that helps. *clubs*
    are those of the contestants that have one.

    >>> separate_clubmates([1, 2, 3, 4], {1: "Elm", 4: "Elm"})
    (1, 2, 4, 3)

    :raises MovementError: as :func:`make_knockout_bracket`
    """
    seeded = list(order)
    bracket = make_knockout_bracket(len(seeded))
    opponents = {}
    for first, second in zip(bracket[::2], bracket[1::2], strict=True):
        if first and second:
            opponents[max(first, second)] = min(first, second)

    def meet(lower_seed: int, contestant: int) -> bool:
        """Return whether *contestant* would meet one of its club as *lower_seed*."""
        club = clubs.get(contestant, "")
        return club != "" and club == clubs.get(seeded[opponents[lower_seed] - 1], "")

    for seed in sorted(opponents, key=opponents.__getitem__):
        for other in sorted(opponents, key=lambda lower: (abs(lower - seed), lower)):
            if not meet(seed, seeded[seed - 1]):
                break
            is_improvement = not meet(seed, seeded[other - 1]) and not meet(other, seeded[seed - 1])
            if is_improvement:
                seeded[seed - 1], seeded[other - 1] = seeded[other - 1], seeded[seed - 1]
    return tuple(seeded)


def make_knockout_matches(
    seeds: Sequence[int], winners: Sequence[Collection[int]] = (), *, first_round_no: int = 1
) -> tuple[Match, ...]:
    """Return the matches of the next round among *seeds*, after the *winners* of all rounds before.

    The higher seed of a match comes first. *first_round_no* is the round in which *seeds* begin.

    >>> make_knockout_matches([7, 3, 5]), make_knockout_matches([7, 3, 5], [[3]])
    (((7, None), (3, 5)), ((7, 3),))

    :raises MovementError: if a winner didn't play, a match has no single winner, or the final is
        over.
    """
    remaining = _list_contestants_in_bracket(seeds)
    for round_no, round_winners in enumerate(winners, start=first_round_no):
        _refuse_finished(remaining, round_no)
        matches = list(_make_matches(remaining, seeds))
        remaining = list_match_winners(matches, round_winners, round_no)
    _refuse_finished(remaining, first_round_no + len(winners))
    return tuple(_make_matches(remaining, seeds))


def _list_contestants_in_bracket(seeds: Sequence[int]) -> list[int | None]:
    """Return the contestants in the order of the bracket, None for a bye."""
    bracket = make_knockout_bracket(len(seeds))
    return [seeds[seed - 1] if seed else None for seed in bracket]


def _refuse_finished(remaining: Sequence[int | None], round_no: int) -> None:
    if len(remaining) == 1:
        raise make_knock_out_over_error(round_no=round_no, winner=remaining[0])


def _make_matches(remaining: Sequence[int | None], seeds: Sequence[int]) -> Iterator[Match]:
    for index in range(0, len(remaining), 2):
        contestants = [number for number in remaining[index : index + 2] if number is not None]
        contestants.sort(key=seeds.index)
        home, *opponents = contestants
        yield home, opponents[0] if opponents else None


def list_match_winners(
    matches: Sequence[Match], round_winners: Collection[int], round_no: RoundNo
) -> list[int | None]:
    """Return the winner of each of *matches*, in their order, of a bye the one that has it.

    >>> list_match_winners([(1, None), (2, 3)], [3], round_no=1)
    [1, 3]

    :raises MovementError: if a winner didn't play, or a match has no single winner.
    """
    match_winners: list[int | None] = []
    playing_contestants: set[int] = set()
    for home, away in matches:
        if away is None:
            playing_contestants.add(home)
            match_winners.append(home)
            continue
        playing_contestants |= {home, away}
        winners = [number for number in (home, away) if number in round_winners]
        if len(winners) != 1:
            raise MovementError(
                "undecided-match",
                "The match {home} v {away} in round {round_no} has no winner. Enter one before "
                "drawing the next round.",
                home=home,
                away=away,
                round_no=round_no,
            )
        match_winners += winners
    strangers = sorted(set(round_winners) - playing_contestants)
    if strangers:
        raise make_not_in_match_error(winner=strangers[0], round_no=round_no)
    return match_winners


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match of the bracket.

    >>> KnockoutMatch(7, None, is_bye=True, winner=7).winner
    7
    """

    upper: int | None  # None while unknown
    lower: int | None  # None while unknown and in a bye
    is_bye: bool = False
    winner: int | None = None  # None while unknown


def make_knockout_tree(
    seeds: Sequence[int], winners: Sequence[Collection[int]] = ()
) -> tuple[tuple[KnockoutMatch, ...], ...]:
    """Return every round of the bracket up to the final, from the top, with the known *winners*.

    A match is undecided if neither or both of its contestants are among the winners of its round.

    >>> rounds = make_knockout_tree([7, 3, 5], [[3]])
    >>> [[(match.upper, match.lower, match.winner) for match in matches] for matches in rounds]
    [[(7, None, 7), (3, 5, 3)], [(7, 3, None)]]

    :raises MovementError: as :func:`make_knockout_bracket`
    """
    remaining = _list_contestants_in_bracket(seeds)
    rounds: list[tuple[KnockoutMatch, ...]] = []
    while len(remaining) > 1:
        round_winners = winners[len(rounds)] if len(rounds) < len(winners) else ()
        matches = [
            _make_tree_match(upper, lower, round_winners, is_first_round=not rounds)
            for upper, lower in zip(remaining[::2], remaining[1::2], strict=True)
        ]
        rounds.append(tuple(matches))
        remaining = [match.winner for match in matches]
    return tuple(rounds)


def _make_tree_match(
    upper: int | None, lower: int | None, round_winners: Collection[int], *, is_first_round: bool
) -> KnockoutMatch:
    # Byes are in the first round only. Later a None is a winner that isn't known yet.
    if is_first_round and (upper is None or lower is None):
        contestant = lower if upper is None else upper
        return KnockoutMatch(contestant, None, is_bye=True, winner=contestant)
    winners = [
        number for number in (upper, lower) if number is not None and number in round_winners
    ]
    winner = winners[0] if len(winners) == 1 else None
    return KnockoutMatch(upper, lower, winner=winner)


def draw_knockout_round(data: object) -> dict[str, Any]:
    """Return the next round of a knock-out from JSON: ``contestants`` by seed, ``winners`` by round.

    >>> draw_knockout_round({"contestants": [1, 2, 3, 4], "winners": [[1, 3]]})["pairings"]
    [[1, 3]]

    :raises MovementError: if *data* can't be read, and as :func:`make_knockout_matches`.
    """
    seeds, winners = read_knockout_data(data)
    matches = make_knockout_matches(seeds, winners)
    return {
        "key": KNOCK_OUT,
        "round": len(winners) + 1,
        "pairings": [[home, away] for home, away in matches if away is not None],
        "byes": [home for home, away in matches if away is None],
        "bracket": _list_contestants_in_bracket(seeds),
    }


def read_knockout_data(data: object) -> tuple[list[int], list[list[int]]]:
    """Return ``contestants`` and ``winners`` of JSON *data*.

    :raises MovementError: naming every problem, if *data* can't be read.
    """
    problems: list[str] = []
    fields = data if isinstance(data, Mapping) else {}
    seeds = _read_numbers(fields.get("contestants"), '"contestants"', problems)
    rounds = fields.get("winners", [])
    if not isinstance(rounds, list):
        problems.append('"winners" must be a list of lists, one per round')
        rounds = []
    winners = [
        _read_numbers(round_winners, f'"winners" of round {round_no}', problems)
        for round_no, round_winners in enumerate(rounds, start=1)
    ]
    for seed, count in sorted(Counter(seeds).items()):
        if count > 1:
            problems.append(f"contestant {seed} is listed twice")
    if problems:
        raise UnreadableShapeError(
            "unreadable-knock-out",
            "This knock-out round can’t be drawn: {listing}.",
            problems=tuple(problems),
        )
    return seeds, winners


def _read_numbers(data: object, location: str, problems: list[str]) -> list[int]:
    """Return the contestants in a list of numbers or of objects with ``contestant``."""
    if not isinstance(data, list):
        problems.append(f"{location} must be a list of contestants")
        return []
    numbers = []
    is_valid = True
    for entry in data:
        number = entry.get("contestant") if isinstance(entry, Mapping) else entry
        if isinstance(number, int) and not isinstance(number, bool):
            numbers.append(number)
            is_valid &= 1 <= number <= MAX_NUMBER
        else:
            is_valid = False
    if not is_valid:
        problems.append(f"{location} must hold whole numbers from 1 to {MAX_NUMBER}")
    return numbers


def make_knock_out_over_error(*, round_no: object, winner: object) -> MovementError:
    return MovementError(
        "knock-out-over",
        "There is no round {round_no}: contestant {winner} has won the final.",
        round_no=round_no,
        winner=winner,
    )


def make_knock_out_size_error(*, size: object, most: object) -> MovementError:
    return MovementError(
        "knock-out-size",
        "A knock-out doesn’t work for {size} contestants. It takes 2 to {most}.",
        size=size,
        most=most,
    )


def make_not_in_match_error(*, winner: object, round_no: object) -> MovementError:
    return MovementError(
        "not-in-match",
        "Contestant {winner} didn’t play in round {round_no}, so it can’t have won.",
        winner=winner,
        round_no=round_no,
    )


# Instead of byes, round 1 may have three-way matches: three teams play half a match against each of
# the others. Two of them go on if the size is at least three quarters of the next power of two, else
# one, so that round 2 has a full bracket without byes.


@dataclass(frozen=True, slots=True)
class ThreeWayRound:
    """A round 1 in which some contestants play in groups of three.

    >>> ThreeWayRound(matches=((1, 4),), groups=((2, 3, 5),), qualifiers_per_group=1).groups
    ((2, 3, 5),)
    """

    matches: tuple[Match, ...]
    groups: tuple[tuple[int, ...], ...]  # the contestants of each three-way match
    qualifiers_per_group: int  # how many of each group go on


def draw_three_way_round(seeds: Sequence[int]) -> ThreeWayRound:
    """Return round 1 among *seeds*, the highest first. It has no groups for a power of two.

    The highest seeds lead the matches and meet the lowest. Groups of which two go on have the
    highest leaders, as an advantage, and groups of which one goes on the lowest.

    >>> draw_three_way_round(range(1, 8))
    ThreeWayRound(matches=((2, 5), (3, 4)), groups=((1, 6, 7),), qualifiers_per_group=2)
    >>> draw_three_way_round(range(1, 6))
    ThreeWayRound(matches=((1, 4),), groups=((2, 3, 5),), qualifiers_per_group=1)

    :raises MovementError: if there are too few or too many.
    """
    size = len(seeds)
    if not 2 <= size <= MAX_CONTESTANTS:
        raise make_knock_out_size_error(size=size, most=MAX_CONTESTANTS)
    next_power = 1 << (size - 1).bit_length()
    if size == next_power:
        return ThreeWayRound(make_knockout_matches(seeds), (), qualifiers_per_group=2)
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
    remaining = len(first_round.matches) + first_round.qualifiers_per_group * len(
        first_round.groups
    )
    return remaining.bit_length()


def seed_after_groups(
    remaining: Sequence[int], groups: Sequence[Collection[int]]
) -> tuple[int, ...]:
    """Return the seeds of round 2: the *remaining*, highest first, with two of a group kept apart.

    >>> seed_after_groups([1, 3, 5, 8], [(1, 8, 9)])
    (1, 3, 8, 5)
    """
    group_by_contestant = {
        number: f"{index}" for index, group in enumerate(groups) for number in group
    }
    return separate_clubmates(remaining, group_by_contestant)


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
        return ThreeWayRound(make_knockout_matches(seeds, winners), (), qualifiers_per_group=2)
    group_contestants = {number for group in first_round.groups for number in group}
    remaining = list_match_winners(
        first_round.matches, [number for number in winners[0] if number not in group_contestants], 1
    )
    for group in first_round.groups:
        through = [number for number in group if number in winners[0]]
        if len(through) != first_round.qualifiers_per_group:
            raise MovementError(
                "undecided-group",
                "The three-way match of {group} isn’t decided. Name the {through} who go on before "
                "drawing the next round.",
                group=", ".join(map(str, group)),
                through=first_round.qualifiers_per_group,
            )
        remaining += through
    remaining_by_seed = [number for number in seeds if number in remaining]
    order = seed_after_groups(remaining_by_seed, first_round.groups)
    matches = make_knockout_matches(order, winners[1:], first_round_no=2)
    return ThreeWayRound(matches, (), first_round.qualifiers_per_group)


def draw_three_way_json(data: object) -> dict[str, Any]:
    """Return the next round from JSON, as ``draw_knockout_round`` does, with ``groups`` of three.

    >>> draw_three_way_json({"contestants": [1, 2, 3, 4, 5]})["groups"]
    [[2, 3, 5]]

    :raises MovementError: if *data* can't be read, and as :func:`draw_three_way_knockout`.
    """
    seeds, winners = read_knockout_data(data)
    three_way_round = draw_three_way_knockout(seeds, winners)
    return {
        "key": KNOCK_OUT,
        "round": len(winners) + 1,
        "pairings": [list(match) for match in three_way_round.matches],
        "byes": [],
        "groups": [list(group) for group in three_way_round.groups],
        "through": three_way_round.qualifiers_per_group,
    }
