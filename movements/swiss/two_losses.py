"""Double elimination: whoever has lost two matches is out.

In every round the unbeaten meet among themselves, and so do those beaten once. One team alone in
its group waits until the other group has one team too. Then both play the final; if the unbeaten
loses it, the two play once more.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from movements.errors import MovementError
from movements.model import KNOCK_OUT
from movements.swiss.field import Couple
from movements.swiss.knockout import (
    KnockoutMatch,
    Match,
    list_match_winners,
    make_knock_out_over_error,
    make_not_in_match_error,
    read_knockout_data,
)
from movements.swiss.matching import find_best_pairs
from movements.swiss.systems import TWO_LOSSES_SIZES

Result = tuple[int, int]
"""The winner and the loser of a match."""


def draw_two_loss_round(
    seeds: Sequence[int], results: Sequence[Collection[Result]]
) -> tuple[Match, ...]:
    """Return the matches of the next round among *seeds*, after the *results* of all rounds before.

    Those of the unbeaten come first. In either group the highest seed meets the lowest that leaves
    the fewest rematches. Of an odd number the highest seed that has sat out least sits out.

    >>> draw_two_loss_round([1, 2, 3, 4], []), draw_two_loss_round([1, 2, 3, 4], [[(1, 4), (3, 2)]])
    (((1, 4), (2, 3)), ((1, 3), (2, 4)))
    >>> draw_two_loss_round([1, 2, 3, 4], [[(1, 4), (3, 2)], [(1, 3), (2, 4)]])
    ((1, None), (2, 3))

    :raises MovementError: if there are too few or too many, somebody plays who is out or twice in a
        round, or only one is left.
    """
    if len(seeds) not in TWO_LOSSES_SIZES:
        raise MovementError(
            "two-losses-size",
            "A double elimination doesn’t work for {size} contestants. It takes {fewest} to "
            "{most}.",
            size=len(seeds),
            fewest=TWO_LOSSES_SIZES[0],
            most=TWO_LOSSES_SIZES[-1],
        )
    losses: Counter[int] = Counter()
    sit_outs: Counter[int] = Counter()
    meetings: Counter[Couple] = Counter()
    for round_no, round_results in enumerate(results, start=1):
        remaining = [seed for seed in seeds if losses[seed] < 2]
        playing = [number for result in round_results for number in result]
        _refuse_strangers(playing, remaining, round_no)
        sit_outs.update(seed for seed in remaining if seed not in playing)
        losses.update(loser for _winner, loser in round_results)
        meetings.update(map(frozenset, round_results))
    unbeaten = [seed for seed in seeds if losses[seed] == 0]
    beaten = [seed for seed in seeds if losses[seed] == 1]
    if len(unbeaten) + len(beaten) == 1:
        raise make_knock_out_over_error(
            round_no=len(results) + 1,
            winner=(unbeaten or beaten)[0],
        )
    if len(unbeaten) == len(beaten) == 1:
        first, second = sorted((*unbeaten, *beaten), key=seeds.index)
        return ((first, second),)
    return (*_pair_group(unbeaten, sit_outs, meetings), *_pair_group(beaten, sit_outs, meetings))


def _refuse_strangers(playing: Sequence[int], remaining: Collection[int], round_no: int) -> None:
    """Raise if somebody of *playing* isn't among the *remaining*, or plays twice."""
    for number, count in Counter(playing).items():
        if number not in remaining or count > 1:
            raise make_not_in_match_error(winner=number, round_no=round_no)


def _pair_group(
    group: Sequence[int], sit_outs: Mapping[int, int], meetings: Mapping[Couple, int]
) -> Iterator[Match]:
    """Yield the matches of a *group*, highest seed first, and who sits out last."""
    bye_contestant = None
    if len(group) % 2:
        # Of those who have sat out least, min() returns the highest seed.
        bye_contestant = min(group, key=lambda number: sit_outs.get(number, 0))
    order = [number for number in group if number != bye_contestant]
    yield from find_best_pairs(order, partial(_rank_lowest_first, order), meetings, set()) or ()
    if bye_contestant is not None:
        yield bye_contestant, None


def _rank_lowest_first(order: Sequence[int], _chooser: int, other: int) -> int:
    return len(order) - order.index(other)


def count_two_loss_rounds(size: int) -> int:
    """Return the rounds of a double elimination of *size*, without a second final.

    >>> [count_two_loss_rounds(size) for size in (4, 16, 64)]
    [4, 7, 10]
    """
    unbeaten, beaten, rounds = size, 0, 1
    while unbeaten + beaten > 2:
        unbeaten, beaten = _compute_next_group_sizes(unbeaten, beaten)
        rounds += 1
    return rounds


def make_two_loss_tree(
    rounds: Sequence[Sequence[Match]], winners: Collection[int] = ()
) -> tuple[tuple[KnockoutMatch, ...], ...]:
    """Return the drawn *rounds* with the winner of each match, unbeaten contestants first.

    A round says who won the one before, since its matches of the unbeaten come first. *winners* are
    those of the last round; a match with neither or both of them is undecided.

    >>> drawn = [[(1, 4), (2, 3)], [(1, 3), (2, 4)]]
    >>> [[match.winner for match in matches] for matches in make_two_loss_tree(drawn, [3])]
    [[1, 3], [3, None]]
    """
    unbeaten = list_unbeaten(rounds)
    played_rounds = []
    for index, matches in enumerate(rounds):
        if index + 1 == len(rounds):
            all_winners = set(winners)
        else:
            # Who was unbeaten and won still is; who was beaten once and won still plays. After a
            # first final nobody is unbeaten, and the winner is the one that was beaten once.
            remaining_contestants = _get_contestants(rounds[index + 1])
            all_winners = unbeaten[index + 1] | (remaining_contestants - unbeaten[index])
        played_rounds.append(tuple(_make_played_match(match, all_winners) for match in matches))
    return tuple(played_rounds)


def _make_played_match(match: Match, winners: Collection[int]) -> KnockoutMatch:
    home, away = match
    if away is None:
        return KnockoutMatch(home, None, is_bye=True, winner=home)
    match_winners = [number for number in (home, away) if number in winners]
    winner = match_winners[0] if len(match_winners) == 1 else None
    return KnockoutMatch(home, away, winner=winner)


def list_unbeaten(rounds: Sequence[Sequence[Match]]) -> list[set[int]]:
    """Return who was unbeaten before each of the drawn *rounds*.

    >>> list_unbeaten([[(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, None), (2, 3)], [(1, 2)]])
    [{1, 2, 3, 4}, {1, 3}, {1}, {1}]
    """
    unbeaten: list[set[int]] = []
    count = count_beaten = 0
    for matches in rounds:
        is_final = count == count_beaten == 1
        if not unbeaten:
            unbeaten.append(_get_contestants(matches))
            count = len(unbeaten[0])
        elif is_final:
            unbeaten.append(_get_contestants(matches) & unbeaten[-1])
        else:
            pairs = [match for match in matches if match[1] is not None]
            waiting = [match for match in matches if match[1] is None]
            unbeaten.append(_get_contestants([*pairs[: count // 2], *waiting[: count % 2]]))
        count, count_beaten = _compute_next_group_sizes(count, count_beaten)
    return unbeaten


def _compute_next_group_sizes(unbeaten: int, beaten: int) -> tuple[int, int]:
    """Return how many are unbeaten and beaten once after a round. After a final the unbeaten lost."""
    if unbeaten == beaten == 1:
        return 0, 2
    losers = unbeaten // 2
    return unbeaten - losers, beaten - beaten // 2 + losers


def _get_contestants(matches: Sequence[Match]) -> set[int]:
    return {number for match in matches for number in match if number is not None}


def draw_two_loss_json(data: object) -> dict[str, Any]:
    """Return the next round of a double elimination from JSON, as ``draw_knockout_round`` does.

    >>> draw_two_loss_json({"contestants": [1, 2, 3, 4], "winners": [[1, 3]]})["pairings"]
    [[1, 3], [2, 4]]

    :raises MovementError: if *data* can't be read, and as :func:`draw_two_loss_round`.
    """
    seeds, winners = read_knockout_data(data)
    results: list[list[Result]] = []
    for round_no, round_winners in enumerate(winners, start=1):
        matches = draw_two_loss_round(seeds, results)
        # Who has a bye goes on, and is no winner.
        match_winners = {*list_match_winners(matches, round_winners, round_no)}
        round_results = []
        for home, away in matches:
            if away is not None:
                round_results.append((home, away) if home in match_winners else (away, home))
        results.append(round_results)
    matches = draw_two_loss_round(seeds, results)
    return {
        "key": KNOCK_OUT,
        "round": len(winners) + 1,
        "pairings": [[home, away] for home, away in matches if away is not None],
        "byes": [home for home, away in matches if away is None],
    }
