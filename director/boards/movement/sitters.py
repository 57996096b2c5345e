"""Who sat at a place in which rounds, when it has changed hands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from director.models import LineUpSeat, Section

VISITOR = " (substitute)"
"""What stands behind the name of somebody who sits for a team without being of it."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat. A visitor plays for a team without being a member."""

    person_id: int
    name: str
    is_visitor: bool = False

    @property
    def text(self) -> str:
        """The name as a line shows it."""
        if self.is_visitor:
            return f"{self.name}{VISITOR}"
        return self.name


Seated = Mapping[int, Sitter]
"""Who sits at a place, by the box that Seats has for each, counted from 1."""


class EarlierPlayers(NamedTuple):
    """Who sat at a place from round *first* to round *last*, where others are entered now."""

    first: int
    last: int
    players: Seated


def earlier_players(
    sections: Iterable[Section],
) -> dict[tuple[int, int], tuple[EarlierPlayers, ...]]:
    """Return who was replaced in *sections* during play, by section and number. One query."""
    columns = (
        "section_id",
        "entry__pair_no",
        "round_no",
        "to_round",
        "seat",
        "person_id",
        "person__name",
    )
    rows = LineUpSeat.objects.filter(section__in=sections, to_round__isnull=False).order_by(
        "round_no", "pk"
    )
    spans: dict[tuple[int, int], dict[tuple[int, int], dict[int, Sitter]]] = {}
    for section_id, pair_no, first, last, box, person_id, name in rows.values_list(*columns):
        place = spans.setdefault((section_id, pair_no), {})
        place.setdefault((first, last), {})[int(box)] = Sitter(person_id, name)
    return {
        place: tuple(
            EarlierPlayers(*rounds, dict(sorted(by_box.items()))) for rounds, by_box in own.items()
        )
        for place, own in spans.items()
    }


def players_in(round_no: int | None, now: Seated, earlier: Sequence[EarlierPlayers]) -> Seated:
    """Return who sat at a place in *round_no*, from its *earlier* players and those *now*."""
    spans = (each.players for each in earlier if round_no and each.first <= round_no <= each.last)
    return next(spans, now)


class SeatedRounds(NamedTuple):
    """Who sat at a place from round *first* to round *last*, ``None`` for the last there is."""

    first: int
    last: int | None
    players: Seated


def seated_rounds(now: Seated, earlier: Sequence[EarlierPlayers]) -> Iterator[SeatedRounds]:
    """Yield who sat at a place, from the first round to the last one without a gap.

    >>> ann, bob = Sitter(1, "Ann"), Sitter(2, "Bob")
    >>> [(each.first, each.last) for each in seated_rounds({1: ann}, [EarlierPlayers(3, 4, {1: bob})])]
    [(1, 2), (3, 4), (5, None)]
    """
    following = 1
    for each in earlier:
        if each.first > following:
            yield SeatedRounds(following, each.first - 1, now)
        yield SeatedRounds(*each)
        following = each.last + 1
    yield SeatedRounds(following, None, now)


class Presence(NamedTuple):
    """Somebody who sat at a place in some *rounds*. None as the end means the last round."""

    sitter: Sitter
    rounds: tuple[tuple[int, int | None], ...]

    def has(self, round_no: int | None) -> bool:
        """Return whether they sat there in *round_no*. None, an unknown round, counts for all."""
        if round_no is None:
            return True
        return any(
            first <= round_no and (last is None or round_no <= last) for first, last in self.rounds
        )


def presences(now: Seated, earlier: Sequence[EarlierPlayers]) -> tuple[Presence, ...]:
    """Return everybody who sat at a place with their rounds, starters first."""
    rounds: dict[Sitter, list[tuple[int, int | None]]] = {}
    for each in seated_rounds(now, earlier):
        for sitter in each.players.values():
            own = rounds.setdefault(sitter, [])
            if own and own[-1][1] == each.first - 1:
                own[-1] = own[-1][0], each.last
            else:
                own.append((each.first, each.last))
    return tuple(Presence(sitter, tuple(own)) for sitter, own in rounds.items())


def substitutes_text(those: Iterable[Presence]) -> str:
    """Return the substitutes of a place as they follow the names of the starters.

    >>> cleo, dan = Sitter(3, "Cleo Cole"), Sitter(4, "Dan Dee")
    >>> substitutes_text([Presence(cleo, ((3, 3), (5, 6))), Presence(dan, ((7, None),))])
    'Cleo Cole in rounds 3, 5–6, Dan Dee from round 7'
    """
    names: dict[str, list[str]] = {}
    for each in those:
        names.setdefault(_rounds_text(each.rounds), []).append(each.sitter.name)
    return ", ".join(f"{' & '.join(own)} {rounds}" for rounds, own in names.items())


def _rounds_text(rounds: Sequence[tuple[int, int | None]]) -> str:
    closed = [(first, last) for first, last in rounds if last is not None]
    told = ", ".join(f"{first}–{last}" if last > first else f"{first}" for first, last in closed)
    is_one = len(closed) == 1 and closed[0][0] == closed[0][1]
    texts = [f"in round{'' if is_one else 's'} {told}"] if closed else []
    texts += [f"from round {first}" for first, last in rounds if last is None]
    return " and ".join(texts)
