"""Find the players of pairs that were replaced, from the names on their lines."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from director.additions.imports.formats.source.model import PlayersOfRounds, SourcePlayer
from director.additions.imports.formats.source.results import FlatLine

_Key = tuple[int, str]
_Names = tuple[str, ...]


_Spans = list[PlayersOfRounds[SourcePlayer]]


def find_replaced_players(lines: Iterable[FlatLine], ns: str, ew: str) -> dict[_Key, _Spans]:
    """Return the players of each pair whose players changed, by its number and direction.

    Those of the last round are the last in the list. *ns* and *ew* are the directions of the two
    sides. A pair whose names differ within a round is left out.

    >>> from director.additions.imports.formats.source.results import Label
    >>> first = FlatLine("", 1, None, Label(1), Label(2), ("Ada", "Cy", "Bo", "Di"), round_no=1)
    >>> second = first._replace(board_no=2, seats=("Eve", "Cy", "Bo", "Di"), round_no=2)
    >>> for key, spans in find_replaced_players([first, second], "", "").items():
    ...     print(key, [(span.last_round, [player.name for player in span.players]) for span in spans])
    (1, '') [(1, ['Ada', 'Bo']), (2, ['Eve', 'Bo'])]
    """
    names: dict[_Key, dict[int, _Names]] = {}
    unclear: set[_Key] = set()
    for line in lines:
        if line.ns is None or line.ew is None or len(line.seats) != 4 or line.round_no is None:
            continue
        for key, seats in (
            ((line.ns.number, ns), line.seats[::2]),
            ((line.ew.number, ew), line.seats[1::2]),
        ):
            if not any(seats):
                continue
            known = names.setdefault(key, {}).setdefault(line.round_no, seats)
            if set(known) != set(seats):
                unclear.add(key)
    replaced = {}
    for key, names_by_round in names.items():
        has_changed = len(set(map(frozenset, names_by_round.values()))) > 1
        if has_changed and key not in unclear:
            replaced[key] = _list_spans(names_by_round)
    return replaced


def _list_spans(names_by_round: Mapping[int, _Names]) -> _Spans:
    rounds = sorted(names_by_round)
    last_names = names_by_round[rounds[-1]]
    spans: _Spans = []
    first = 1
    for round_no, next_round in pairwise(rounds):
        seated = names_by_round[round_no]
        if set(seated) == set(names_by_round[next_round]):
            continue
        # Those who sat before a round without a result, such as a sit-out, still sat there.
        if set(seated) != set(last_names):
            spans.append(PlayersOfRounds(first, next_round - 1, _make_players(seated)))
        first = next_round
    return [*spans, PlayersOfRounds(first, rounds[-1], _make_players(last_names))]


def _make_players(names: _Names) -> tuple[SourcePlayer, ...]:
    return tuple(SourcePlayer(name, "", "") for name in names if name)
