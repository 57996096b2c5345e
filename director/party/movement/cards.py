"""The cards handed in at a party, as ``scoring`` counts them, and the sit-outs on them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from django.db.models import F, Q

from director.names import join_names
from director.party.models import Party, PartyCard
from director.party.movement.contestants import Contestant, Contestants
from director.party.movement.options import get_counted_unit
from director.party.movement.seating import PartyNames, SeatAtTable, fetch_party_names, read_seating
from director.party.presets import MIX, TOTALS
from movements.party.model import Seating
from movements.party.rounds import list_resting_players
from scoring.party.model import PartyGame
from scoring.party.presence import PartyPresence


def read_cards(party: Party) -> tuple[PartyCard, ...]:
    """Return the cards handed in, by round if each has its own. (Costs at most one query.)"""
    if party.has_cards:
        return tuple(party.cards.order_by("part", "player"))
    return ()


def make_card_games(
    party: Party,
    pairs: Contestants,
    cards: Sequence[PartyCard],
    first_seats: Mapping[str, SeatAtTable],
) -> Iterator[PartyGame]:
    """Yield each of *cards* as a game, or as two games if both halves are known.

    The card of one partner counts for the whole pair. A player without one of the *first_seats*
    counts as seated at table 1.
    """
    for card in _without_second_cards(pairs, cards):
        for player in pairs.get_contestant(str(card.player)).all_players:
            table_no, side, row = 1, 0, 1
            if seat := first_seats.get(player):
                table_no, side, row = seat.table_no, seat.side, seat.row
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
    """Yield *cards* without those of a second partner."""
    seen_keys: set[tuple[str, int]] = set()
    for card in cards:
        card_key = (pairs.get_contestant(str(card.player)).key, card.part)
        if card_key not in seen_keys:
            seen_keys.add(card_key)
            yield card


def get_card_rounds(party: Party, names: PartyNames, card: PartyCard) -> tuple[int, int]:
    """Return the first and last round on *card*."""
    if card.part:
        return card.part, card.part
    first_round, last_round = get_player_rounds(party, names, str(card.player))
    first_round = card.first_round or first_round
    return first_round, max(card.last_round or last_round, first_round)


def get_player_rounds(party: Party, names: PartyNames, player: str) -> tuple[int, int]:
    """Return the first and last round on the card of *player*, by when the player came and left."""
    player_facts = names.facts_by_player.get(player)
    joined_round = player_facts.joined_round if player_facts else 1
    left_round = player_facts.left_round if player_facts else None
    last_round = party.rounds if left_round is None else left_round - 1
    return max(party.first_card_round, joined_round), last_round


def list_card_holders(party: Party, contestants: Contestants) -> tuple[Contestant, ...]:
    """Return the contestants who hand in a card: all who didn't leave before their first round.

    A leaver hands in no more cards of single rounds.
    """
    if has_round_cards(party):
        return contestants.present_contestants
    names = contestants.names
    holders = []
    for contestant in contestants:
        rounds = (get_player_rounds(party, names, player) for player in contestant.players)
        if any(first_round <= last_round for first_round, last_round in rounds):
            holders.append(contestant)
    return tuple(holders)


def find_holder_count(party: Party, contestants: Contestants) -> int | None:
    """Return the number of contestants with a card in each round, or None if it varies.

    A player who replaces a leaver doesn't change it.
    """
    holder_count_by_round: Counter[int] = Counter()
    for contestant in list_card_holders(party, contestants):
        contestant_rounds: set[int] = set()
        for player in contestant.players:
            first, last = get_player_rounds(party, contestants.names, player)
            contestant_rounds.update(range(first, last + 1))
        holder_count_by_round.update(contestant_rounds)
    first_round = party.first_card_round
    rounds_on_card = range(first_round, max(party.rounds, first_round) + 1)
    counts = {holder_count_by_round[round_no] for round_no in rounds_on_card}
    return counts.pop() if len(counts) == 1 else None


def _split_card(
    party: Party, names: PartyNames, card: PartyCard
) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each part of *card* its first and last round, total and lone hands."""
    first_round, last_round = get_card_rounds(party, names, card)
    half = party.half_round
    if card.half is None or not first_round <= half < last_round:
        yield first_round, last_round, card.total, card.lone
        return
    # A card has one number of lone hands, which is counted with the first half.
    yield first_round, half, card.half, card.lone
    yield half + 1, last_round, card.total - card.half, 0


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
    player: str, games: Sequence[PartyGame], last_closed_round: int
) -> PartyPresence:
    """Return when *player* came, left or missed a round, from totals after every round.

    *games* are the player's. *last_closed_round* is the last round for which no more totals are expected.
    """
    played_rounds = sorted(game.round_no for game in games)
    first_round, last_round = played_rounds[0], played_rounds[-1]
    missed_rounds = tuple(
        round_no for round_no in range(first_round, last_round) if round_no not in played_rounds
    )
    left_round = last_round + 1 if last_round < last_closed_round else None
    return PartyPresence(player, first_round, left_round, missed_rounds)


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

    If tables have reported a round that was planned on cards, the page shows tables. (Costs one
    query, two in a mix, and none without cards.)
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
    """Return whether round *round_no* is on the cards. (Costs no query.)"""
    return party.has_cards and round_no >= party.first_card_round


def has_all_cards(party: Party, contestants: Contestants, cards: Sequence[PartyCard]) -> bool:
    """Return whether play is closed or every card is in."""
    last_part = party.rounds if has_round_cards(party) else 0
    contestants_with_card = {
        contestants.get_contestant(str(card.player)) for card in cards if card.part == last_part
    }
    return party.is_over or contestants_with_card.issuperset(list_card_holders(party, contestants))


def has_round_cards(party: Party) -> bool:
    """Return whether every round of *party* has cards of its own."""
    return party.entry == TOTALS


def compute_sit_outs_by_round(
    party: Party, seating: Seating, round_no: int
) -> dict[int, tuple[str, ...]]:
    """Return the players who sit out in each round from *round_no* on."""
    if not party.has_cards or not any(table.sits_out for table in seating):
        return {}
    turns = list_resting_players(
        party.system, seating, party.rounds - round_no + 1, options=party.options
    )
    return dict(enumerate(turns, round_no))


def describe_sit_out_entry(party: Party) -> str:
    """Return the entry that a player makes for a sit-out: ``"write 6 points"``, or "".

    Cards have whole figures only, so 6½ is written as 6, 7, 6, 7 in turn.
    """
    choice = str(party.method_options.get("sit_out", "nothing"))
    unit = get_counted_unit(party)
    if choice == "nothing":
        return ""
    if choice == "average":
        return "your average counts"
    credit = Fraction(choice)
    if credit.denominator == 1:
        return f"write {credit} {unit}"
    return f"write {floor(credit)} the first time, {ceil(credit)} the second"


def sum_sit_out_entries(
    party: Party, seating: Seating, rounds: range, credit: Fraction
) -> int | None:
    """Return the sum that all players write for their sit-outs in *rounds*.

    The sum is None as long as nobody knows who sits out.
    """
    sit_outs_by_round = compute_sit_outs_by_round(party, seating, party.first_card_round)
    if not sit_outs_by_round:
        return None
    entry_sum = 0
    sit_out_counts = Counter[str]()
    for round_no, players in sit_outs_by_round.items():
        for player in players:
            sit_out_counts[player] += 1
            if round_no in rounds:
                # Each entry rounds down the player's sum so far: 6, 7, 6, 7 for 6½.
                sum_before = floor(credit * (sit_out_counts[player] - 1))
                entry_sum += floor(credit * sit_out_counts[player]) - sum_before
    return entry_sum


def describe_resting_players(party: Party) -> str:
    """Return who sits out now and next, in sentences. (Costs at most three queries.)"""
    latest_round = party.played_rounds.order_by("-round_no").first()
    if latest_round is None:
        return ""
    sit_outs_by_round = compute_sit_outs_by_round(
        party, read_seating(latest_round.seating), latest_round.round_no
    )
    if not sit_outs_by_round:
        return ""
    names = fetch_party_names(party)
    sentences = []
    current_round_no = party.session.round_no
    titles = {
        current_round_no: f"Sitting out {party.round_noun} {current_round_no}",
        current_round_no + 1: "Next",
    }
    for round_no, title in titles.items():
        if players := sit_outs_by_round.get(round_no):
            player_names = join_names([names.format_with_number(player) for player in players])
            sentences.append(f"{title}: {player_names}.")
    if sit_out_entry := describe_sit_out_entry(party):
        sentences.append(f"When you sit out, {sit_out_entry}.")
    return " ".join(sentences)
