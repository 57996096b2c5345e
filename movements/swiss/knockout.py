"""Knock-outs with seeds: the bracket, its byes, and who meets whom after every round.

The best seed meets the worst, and halves are put together so that the first two can meet in the
final only; the best have the byes where the number is no power of two.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from movements.errors import MovementError, UnreadableShapeError
from movements.model import KNOCK_OUT
from movements.swiss.sentences import SwissSentences

Match: TypeAlias = tuple[int, int | None]
"""Two who meet, or one who has a bye."""

MOST = 128
LARGEST = 9999


def knockout_bracket(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of the bracket, in pairs that meet. 0 is a bye.

    >>> knockout_bracket(6)
    (1, 0, 4, 5, 2, 0, 3, 6)

    :raises MovementError: for fewer than two, or more than any club has.
    """
    if not 2 <= size <= MOST:
        raise MovementError(SwissSentences.KNOCK_OUT_SIZE, size=size, most=MOST)
    order = [1]
    while len(order) < size:
        order = [seed for former in order for seed in (former, 2 * len(order) + 1 - former)]
    return tuple(seed if seed <= size else 0 for seed in order)


def knockout_round(
    seeds: Sequence[int], winners: Sequence[Collection[int]] = ()
) -> tuple[Match, ...]:
    """Return the matches of the next round among *seeds* after the *winners* of every round before.

    The higher seed of a match is named first.

    >>> knockout_round([7, 3, 5]), knockout_round([7, 3, 5], [[3]])
    (((7, None), (3, 5)), ((7, 3),))

    :raises MovementError: for a winner who did not play, a match without one winner, and a round
        after the final.
    """
    left: list[int | None] = [
        seeds[seed - 1] if seed else None for seed in knockout_bracket(len(seeds))
    ]
    for round_no, won in enumerate(winners, start=1):
        if len(left) == 1:
            raise MovementError(SwissSentences.KNOCK_OUT_OVER, round_no=round_no, winner=left[0])
        left = list(_through(_matches(left, seeds), won, round_no))
    if len(left) == 1:
        raise MovementError(
            SwissSentences.KNOCK_OUT_OVER, round_no=len(winners) + 1, winner=left[0]
        )
    return tuple(_matches(left, seeds))


def _matches(left: Sequence[int | None], seeds: Sequence[int]) -> Iterator[Match]:
    for at in range(0, len(left), 2):
        both = sorted((seed for seed in left[at : at + 2] if seed is not None), key=seeds.index)
        yield both[0], both[1] if len(both) > 1 else None


def _through(matches: Iterator[Match], won: Collection[int], round_no: int) -> Iterator[int]:
    """Yield who goes on from each of *matches*, in their order."""
    known: set[int] = set()
    for home, away in matches:
        known |= {home} if away is None else {home, away}
        winner = [home] if away is None else [number for number in (home, away) if number in won]
        if len(winner) != 1:
            raise MovementError(
                SwissSentences.UNDECIDED_MATCH, home=home, away=away, round_no=round_no
            )
        yield winner[0]
    for stranger in sorted(set(won) - known):
        raise MovementError(SwissSentences.NOT_IN_MATCH, winner=stranger, round_no=round_no)


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A place of the bracket: the upper and the lower contestant, ``None`` while unknown, and who goes on.

    In a bye *lower* is ``None`` for good.

    >>> KnockoutMatch(7, None, is_bye=True, winner=7).winner
    7
    """

    upper: int | None
    lower: int | None
    is_bye: bool = False
    winner: int | None = None


def knockout_tree(
    seeds: Sequence[int], winners: Sequence[Collection[int]] = ()
) -> tuple[tuple[KnockoutMatch, ...], ...]:
    """Return every round of the bracket up to the final, from the top, with the known *winners*.

    A round may be known in part: a match of which neither or both are among its winners is not
    decided.

    >>> [[(match.upper, match.lower, match.winner) for match in own] for own in knockout_tree([7, 3, 5], [[3]])]
    [[(7, None, 7), (3, 5, 3)], [(7, 3, None)]]

    :raises MovementError: as :func:`knockout_bracket`
    """
    left: list[int | None] = [
        seeds[seed - 1] if seed else None for seed in knockout_bracket(len(seeds))
    ]
    rounds: list[tuple[KnockoutMatch, ...]] = []
    while len(left) > 1:
        won = winners[len(rounds)] if len(rounds) < len(winners) else ()
        couples = zip(left[::2], left[1::2], strict=True)
        rounds.append(
            tuple(_place(upper, lower, won, is_first=not rounds) for upper, lower in couples)
        )
        left = [match.winner for match in rounds[-1]]
    return tuple(rounds)


def _place(
    upper: int | None, lower: int | None, won: Collection[int], *, is_first: bool
) -> KnockoutMatch:
    if is_first and (upper is None or lower is None):
        alone = lower if upper is None else upper
        return KnockoutMatch(alone, None, is_bye=True, winner=alone)
    through = [number for number in (upper, lower) if number is not None and number in won]
    winner = through[0] if len(through) == 1 else None
    return KnockoutMatch(upper, lower, winner=winner)


def knockout_from_json(data: object, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the next round of a knock-out from JSON: ``contestants`` by seed, ``winners`` by
    round.

    >>> knockout_from_json({"contestants": [1, 2, 3, 4], "winners": [[1, 3]]}, {})["pairings"]
    [[1, 3]]

    :raises MovementError: for what cannot be read, and as :func:`knockout_round`.
    """
    if options:
        raise MovementError(SwissSentences.NO_KNOCK_OUT_OPTIONS, names=", ".join(options))
    problems: list[str] = []
    told = data if isinstance(data, Mapping) else {}
    seeds = _numbers(told.get("contestants"), '"contestants"', problems)
    rounds = told.get("winners", [])
    if not isinstance(rounds, list):
        problems.append('"winners" must be a list of lists, one per round')
        rounds = []
    winners = [
        _numbers(won, f'"winners" of round {at}', problems)
        for at, won in enumerate(rounds, start=1)
    ]
    problems += [
        f"contestant {seed} is listed twice"
        for seed in sorted({seed for seed in seeds if seeds.count(seed) > 1})
    ]
    if problems:
        raise UnreadableShapeError(SwissSentences.UNREADABLE_KNOCK_OUT, problems=tuple(problems))
    matches = knockout_round(seeds, winners)
    return {
        "key": KNOCK_OUT,
        "round": len(winners) + 1,
        "pairings": [[home, away] for home, away in matches if away is not None],
        "byes": [home for home, away in matches if away is None],
        "bracket": [seeds[seed - 1] if seed else None for seed in knockout_bracket(len(seeds))],
    }


def _numbers(data: object, place: str, problems: list[str]) -> list[int]:
    """Return the numbers of contestants in a list of numbers or of objects with ``contestant``."""
    if not isinstance(data, list):
        problems.append(f"{place} must be a list of contestants")
        return []
    numbers = [entry.get("contestant") if isinstance(entry, Mapping) else entry for entry in data]
    sound = [
        number for number in numbers if isinstance(number, int) and not isinstance(number, bool)
    ]
    if len(sound) < len(numbers) or not all(1 <= number <= LARGEST for number in sound):
        problems.append(f"{place} must hold whole numbers from 1 to {LARGEST}")
    return sound
