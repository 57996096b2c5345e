"""Who sat at a place in which rounds, if players were replaced.

A place is the entry of a pair, player or team. Its present members are stored with the entry, those
of earlier rounds in ``LineUpSeat`` with the last round that they played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from director.models import LineUpSeat, Section

VISITOR_SUFFIX = " (substitute)"
"""Added to the name of a sitter who isn't a member of the team."""


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
            return f"{self.name}{VISITOR_SUFFIX}"
        return self.name


Seated = Mapping[int, Sitter]
"""The players of a place by their box on the Seats page, counted from 1."""


class EarlierPlayers(NamedTuple):
    """The players of a place from *first_round* to *last_round*, who were replaced after that."""

    first_round: int
    last_round: int
    players: Seated


def fetch_earlier_players(
    sections: Iterable[Section],
) -> dict[tuple[int, int], tuple[EarlierPlayers, ...]]:
    """Return the players of *sections* who were replaced during play. (Costs one query.)

    The keys are the section and the number of the entry.
    """
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
    # A place is (section, number), a span (first round, last round).
    sitters_by_span: dict[tuple[int, int], dict[tuple[int, int], dict[int, Sitter]]]
    sitters_by_span = defaultdict(dict)
    for section_id, pair_no, first_round, last_round, box, person_id, name in rows.values_list(
        *columns
    ):
        place_spans = sitters_by_span[section_id, pair_no]
        sitter_by_box = place_spans.setdefault((first_round, last_round), {})
        sitter_by_box[int(box)] = Sitter(person_id, name)
    earlier = {}
    for place, place_spans in sitters_by_span.items():
        earlier[place] = tuple(
            EarlierPlayers(first_round, last_round, dict(sorted(sitter_by_box.items())))
            for (first_round, last_round), sitter_by_box in place_spans.items()
        )
    return earlier


def get_round_players(
    round_no: int | None, current: Seated, earlier: Sequence[EarlierPlayers]
) -> Seated:
    """Return who sat at a place in *round_no*, from its *current* and *earlier* players.

    Without a round, return the current players.
    """
    if round_no:
        for span in earlier:
            if span.first_round <= round_no <= span.last_round:
                return span.players
    return current


class SeatedRounds(NamedTuple):
    """The players of a place from *first_round* to *last_round*. None is the end of play."""

    first_round: int
    last_round: int | None
    players: Seated


def list_seated_rounds(
    current: Seated, earlier: Sequence[EarlierPlayers]
) -> Iterator[SeatedRounds]:
    """Yield who sat at a place, from the first round to the last one without a gap.

    >>> ann, bob = Sitter(1, "Ann"), Sitter(2, "Bob")
    >>> spans = list_seated_rounds({1: ann}, [EarlierPlayers(3, 4, {1: bob})])
    >>> [(span.first_round, span.last_round) for span in spans]
    [(1, 2), (3, 4), (5, None)]
    """
    next_round = 1
    for span in earlier:
        if span.first_round > next_round:
            yield SeatedRounds(next_round, span.first_round - 1, current)
        yield SeatedRounds(*span)
        next_round = span.last_round + 1
    yield SeatedRounds(next_round, None, current)


class Presence(NamedTuple):
    """Somebody who sat at a place in some *rounds*. None as the end means the last round."""

    sitter: Sitter
    rounds: tuple[tuple[int, int | None], ...]

    def has(self, round_no: int | None) -> bool:
        """Return whether they sat there in *round_no*. An unknown round (None) counts for all."""
        if round_no is None:
            return True
        for first_round, last_round in self.rounds:
            if first_round <= round_no and (last_round is None or round_no <= last_round):
                return True
        return False


def list_presences(current: Seated, earlier: Sequence[EarlierPlayers]) -> tuple[Presence, ...]:
    """Return everybody who sat at a place with their rounds, starters first."""
    rounds: dict[Sitter, list[tuple[int, int | None]]] = {}
    for span in list_seated_rounds(current, earlier):
        for sitter in span.players.values():
            sitter_rounds = rounds.setdefault(sitter, [])
            first_round = span.first_round
            if sitter_rounds and sitter_rounds[-1][1] == span.first_round - 1:
                # They stayed while another player of the place was replaced: one longer span.
                first_round, _last = sitter_rounds.pop()
            sitter_rounds.append((first_round, span.last_round))
    return tuple(Presence(sitter, tuple(spans)) for sitter, spans in rounds.items())


def format_substitutes(substitutes: Iterable[Presence]) -> str:
    """Return *substitutes* as they follow the names of the starters.

    >>> cleo, dan = Sitter(3, "Cleo Cole"), Sitter(4, "Dan Dee")
    >>> format_substitutes([Presence(cleo, ((3, 3), (5, 6))), Presence(dan, ((7, None),))])
    'Cleo Cole in rounds 3, 5–6, Dan Dee from round 7'
    """
    names_by_rounds: dict[str, list[str]] = {}
    for presence in substitutes:
        names_by_rounds.setdefault(_format_presence_rounds(presence.rounds), []).append(
            presence.sitter.name
        )
    return ", ".join(f"{' & '.join(names)} {rounds}" for rounds, names in names_by_rounds.items())


def _format_presence_rounds(rounds: Sequence[tuple[int, int | None]]) -> str:
    spans = []
    open_starts = []  # first rounds of spans to the end of play
    round_count = 0
    for first_round, last_round in rounds:
        if last_round is None:
            open_starts.append(first_round)
        else:
            round_count += last_round - first_round + 1
            span = f"{first_round}"
            if last_round > first_round:
                span = f"{first_round}–{last_round}"
            spans.append(span)
    texts = []
    if spans:
        plural = "" if round_count == 1 else "s"
        texts.append(f"in round{plural} {', '.join(spans)}")
    texts += [f"from round {first_round}" for first_round in open_starts]
    return " and ".join(texts)
