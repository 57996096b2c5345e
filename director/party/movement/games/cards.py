"""The cards handed in at a party, as ``scoring`` counts them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.db.models import F, Q

from director.party.models import Party, PartyCard
from director.party.movement.seating.contestants import Contestant, Contestants
from director.party.movement.seating.read import PartyNames, SeatAtTable
from director.party.presets.model import MIX, TOTALS
from scoring.party.model import PartyGame, PartyPresence


def read_cards(party: Party) -> tuple[PartyCard, ...]:
    """Return the cards handed in, by round if each has its own. At most one query."""
    if party.has_cards:
        return tuple(party.cards.order_by("part", "player"))
    return ()


def make_card_games(
    party: Party, pairs: Contestants, cards: Sequence[PartyCard], places: Mapping[str, SeatAtTable]
) -> Iterator[PartyGame]:
    """Yield each of *cards* as a game, or as two games if both halves are known.

    The card of one partner counts for the whole pair. *places* are the first seats. A player
    without one counts as seated at table 1.
    """
    for card in _without_second_cards(pairs, cards):
        for player in pairs.find(str(card.player)).all_players:
            table_no, side, row = 1, 0, 1
            if place := places.get(player):
                table_no, side, row = place.table_no, place.side, place.row
            for first_round, last_round, total, lone_hands in _split_card(party, pairs.names, card):
                yield PartyGame(
                    player=player,
                    round_no=first_round,
                    table_no=table_no,
                    side=side,
                    group=pairs.names.get_group(player),
                    row=row,
                    card_total=total,
                    rounds=last_round - first_round + 1,
                    # Lone hands go to the one who played them.
                    lone_hands=lone_hands if player == str(card.player) else 0,
                )


def _without_second_cards(pairs: Contestants, cards: Sequence[PartyCard]) -> Iterator[PartyCard]:
    """Yield *cards* without second cards of a pair."""
    seen_keys: set[tuple[str, int]] = set()
    for card in cards:
        card_key = (pairs.find(str(card.player)).key, card.part)
        if card_key not in seen_keys:
            seen_keys.add(card_key)
            yield card


def get_card_rounds(party: Party, names: PartyNames, card: PartyCard) -> tuple[int, int]:
    """Return the first and last round on *card*."""
    if card.part:
        return card.part, card.part
    first, last = get_player_rounds(party, names, str(card.player))
    first = card.first_round or first
    return first, max(card.last_round or last, first)


def get_player_rounds(party: Party, names: PartyNames, player: str) -> tuple[int, int]:
    """Return the first and last round on the card of *player*, by when the player came and left."""
    named = names.by_player.get(player)
    joined_round = named.joined_round if named else 1
    left_round = named.left_round if named else None
    last = party.rounds if left_round is None else left_round - 1
    return max(party.first_card_round, joined_round), last


def list_card_holders(party: Party, contestants: Contestants) -> tuple[Contestant, ...]:
    """Return the contestants who hand in a card: all who didn't leave before their first round.

    Cards of single rounds are due only from those who still play.
    """
    if has_round_cards(party):
        return contestants.present_contestants
    names = contestants.names
    holders = []
    for contestant in contestants:
        rounds = (get_player_rounds(party, names, player) for player in contestant.players)
        if any(first <= last for first, last in rounds):
            holders.append(contestant)
    return tuple(holders)


def count_holders_per_round(party: Party, contestants: Contestants) -> int | None:
    """Return the contestants with a card in every round, or None if their number varies.

    Whoever came for somebody who left doesn't change it.
    """
    present: Counter[int] = Counter()
    for contestant in list_card_holders(party, contestants):
        rounds_of_contestant: set[int] = set()
        for player in contestant.players:
            first, last = get_player_rounds(party, contestants.names, player)
            rounds_of_contestant.update(range(first, last + 1))
        present.update(rounds_of_contestant)
    first_round = party.first_card_round
    rounds_on_card = range(first_round, max(party.rounds, first_round) + 1)
    counts = {present[round_no] for round_no in rounds_on_card}
    return counts.pop() if len(counts) == 1 else None


def _split_card(
    party: Party, names: PartyNames, card: PartyCard
) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each part of *card* its first and last round, total and lone hands."""
    first, last = get_card_rounds(party, names, card)
    half = party.half_round
    if card.half is None or not first <= half < last:
        yield first, last, card.total, card.lone
        return
    # A card has one number of lone hands, which is counted with the first half.
    yield first, half, card.half, card.lone
    yield half + 1, last, card.total - card.half, 0


def limit_presence_to_card(party: Party, card: PartyCard, presence: PartyPresence) -> PartyPresence:
    """Return *presence* with the first and last round that *card* names."""
    left_round = presence.leaving_round
    if card.last_round and card.last_round < party.rounds:
        left_round = card.last_round + 1
    return PartyPresence(
        player=presence.player,
        joining_round=card.first_round or presence.joining_round,
        leaving_round=left_round,
        rounds_sat_out=presence.rounds_sat_out,
    )


def derive_presence_from_rounds(
    player: str, games: Sequence[PartyGame], closed: int
) -> PartyPresence:
    """Return when *player* came, left or missed a round, from totals after every round.

    *games* are the player's. *closed* is the last round for which no more totals are expected.
    """
    played = sorted(game.round_no for game in games)
    first, last = played[0], played[-1]
    missed = tuple(round_no for round_no in range(first, last) if round_no not in played)
    left_round = last + 1 if last < closed else None
    return PartyPresence(player, first, left_round, missed)


def get_last_closed_round(party: Party, cards: Sequence[PartyCard]) -> int:
    """Return the last round for which no more totals are expected.

    Totals of a round close the one before. The end of play closes the last round too.
    """
    last_round = max((card.part for card in cards), default=0)
    if party.is_over:
        return last_round
    return max(last_round - 1, 0)


def is_typed_from_cards(party: Party, round_no: int | None = None) -> bool:
    """Return whether the page of *round_no* shows cards. None means any round.

    If tables have reported a round that was planned on cards, the page shows tables. Costs one
    query, two in a mix, and none without cards.
    """
    if not party.has_cards:
        return False
    card_rounds = party.played_rounds.filter(round_no__gte=party.first_card_round)
    # F compares the round with itself, so any card round matches.
    is_this_round = Q(round_no=round_no or F("round_no"))
    if party.entry == MIX and not card_rounds.filter(is_this_round).exists():
        return False
    return not card_rounds.filter(results__isnull=False).exists()


def is_on_cards(party: Party, round_no: int) -> bool:
    """Return whether round *round_no* is on the cards. No query."""
    return party.has_cards and round_no >= party.first_card_round


def has_all_cards(party: Party, contestants: Contestants, cards: Sequence[PartyCard]) -> bool:
    """Return whether play is closed or every card is in."""
    last_part = party.rounds if has_round_cards(party) else 0
    handed_in = {contestants.find(str(card.player)) for card in cards if card.part == last_part}
    return party.is_over or handed_in.issuperset(list_card_holders(party, contestants))


def has_round_cards(party: Party) -> bool:
    """Return whether every round of *party* has cards of its own."""
    return party.entry == TOTALS
