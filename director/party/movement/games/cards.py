"""The cards handed in at a party, as ``scoring`` counts them."""

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import F

from director.party.models import Party, PartyCard
from director.party.movement.seating.contestants import Contestants
from director.party.movement.seating.read import Names, SeatAtTable
from director.party.presets.model import MIX, TOTALS
from scoring import (
    PartyGame,
    PartyPresence,
)


def read_cards(party: Party) -> tuple[PartyCard, ...]:
    """Return the cards handed in, by round if each has its own. At most one query."""
    if party.has_cards:
        return tuple(party.cards.order_by("part", "player"))
    return ()


def card_games(
    party: Party, pairs: Contestants, cards: Sequence[PartyCard], places: Mapping[str, SeatAtTable]
) -> Iterator[PartyGame]:
    """Yield each of *cards* as a game, or as one for each known half.

    The card of one of two who stay together says it of both.  *places* are the first seats; who has
    none is taken to sit at the first table.
    """
    for card in _once_a_pair(pairs, cards):
        for player in pairs.of(str(card.player)).everybody:
            place = places.get(player)
            for first, last, handed, lone in _stretches(party, pairs.names, card):
                yield PartyGame(
                    player=player,
                    round_no=first,
                    table_no=place.table_no if place else 1,
                    side=place.side if place else 0,
                    group=pairs.names.group(player),
                    row=place.row if place else 1,
                    handed=handed,
                    rounds=last - first + 1,
                    lone=lone if player == str(card.player) else 0,
                )


def _once_a_pair(pairs: Contestants, cards: Sequence[PartyCard]) -> Iterator[PartyCard]:
    """Yield *cards* with one for each pair."""
    seen: set[tuple[str, int]] = set()
    for card in cards:
        place = pairs.of(str(card.player)).key, card.part
        if place not in seen:
            seen.add(place)
            yield card


def card_rounds(party: Party, names: Names, card: PartyCard) -> tuple[int, int]:
    """Return the first and last round on *card*."""
    if card.part:
        return card.part, card.part
    who = names.by_player.get(str(card.player))
    first = card.first_round or max(party.first_on_card, who.joined_round if who else 1)
    return first, max(card.last_round or party.rounds, first)


def _stretches(party: Party, names: Names, card: PartyCard) -> Iterator[tuple[int, int, int, int]]:
    """Yield first round, last round, total and lone hands of each part of *card*."""
    first, last = card_rounds(party, names, card)
    half = party.half_round
    if card.half is None or not first <= half < last:
        yield first, last, card.total, card.lone
        return
    yield first, half, card.half, card.lone
    yield half + 1, last, card.total - card.half, 0


def card_presence(party: Party, card: PartyCard, presence: PartyPresence) -> PartyPresence:
    """Return *presence* with what *card* says of who came late or left."""
    return PartyPresence(
        player=presence.player,
        joined=card.first_round or presence.joined,
        left=card.last_round + 1
        if card.last_round and card.last_round < party.rounds
        else presence.left,
        sat_out=presence.sat_out,
    )


def rounds_presence(player: str, own: Sequence[PartyGame], closed: int) -> PartyPresence:
    """Return who came late, left or missed a round, from totals after every round.

    *closed* is the last round in which no total is expected any more.
    """
    played = sorted(game.round_no for game in own)
    missed = tuple(no for no in range(played[0], played[-1]) if no not in played)
    return PartyPresence(player, played[0], played[-1] + 1 if played[-1] < closed else None, missed)


def closed_rounds(party: Party, cards: Sequence[PartyCard]) -> int:
    """Return the last closed round: followed by totals, or the last of play."""
    last = max((card.part for card in cards), default=0)
    if party.is_over:
        return last
    return max(last - 1, 0)


def is_typed_from_cards(party: Party, round_no: int | None = None) -> bool:
    """Return whether the page of *round_no* shows cards.

    Where tables have told such a round all the same, it is the page of the tables; one query, none
    without cards.
    """
    if not party.has_cards:
        return False
    rounds = party.played_rounds.filter(round_no__gte=party.first_on_card)
    if party.entry == MIX and not rounds.filter(round_no=round_no or F("round_no")).exists():
        return False
    return not rounds.filter(results__isnull=False).exists()


def is_on_cards(party: Party, round_no: int) -> bool:
    """Return whether round *round_no* is on the cards. No query."""
    return party.has_cards and round_no >= party.first_on_card


def all_handed_in(party: Party, contestants: Contestants, cards: Sequence[PartyCard]) -> bool:
    """Return whether play is closed or every card is in."""
    last = party.rounds if has_round_cards(party) else 0
    own = {contestants.of(str(card.player)) for card in cards if card.part == last}
    return party.is_over or own.issuperset(contestants.playing)


def has_round_cards(party: Party) -> bool:
    """Return whether every round of *party* has cards of its own."""
    return party.entry == TOTALS
