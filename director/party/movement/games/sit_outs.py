"""Sit-outs in rounds on cards, and the points players write for them."""

from collections import Counter
from fractions import Fraction
from math import ceil, floor

from director.names import join_names
from director.party.models import Party
from director.party.movement.options import get_counted_unit
from director.party.movement.seating.read import fetch_party_names, read_seating
from movements.party.model import Seating
from movements.party.rounds import sit_out_turns


def compute_sit_outs_by_round(
    party: Party, seating: Seating, round_no: int
) -> dict[int, tuple[str, ...]]:
    """Return the players who sit out in each round from *round_no* on."""
    if not party.has_cards or not any(table.sits_out for table in seating):
        return {}
    turns = sit_out_turns(party.system, seating, party.rounds - round_no + 1, options=party.options)
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

    It is None if nobody knows yet who sits out.
    """
    turns = compute_sit_outs_by_round(party, seating, party.first_card_round)
    if not turns:
        return None
    written = 0
    sit_outs = Counter[str]()
    for round_no, players in turns.items():
        for player in players:
            sit_outs[player] += 1
            if round_no in rounds:
                # Each entry rounds down the player's sum so far: 6, 7, 6, 7 for 6½.
                sum_before = floor(credit * (sit_outs[player] - 1))
                written += floor(credit * sit_outs[player]) - sum_before
    return written


def describe_resting_players(party: Party) -> str:
    """Return who sits out now and next, in sentences. At most three queries."""
    latest = party.played_rounds.order_by("-round_no").first()
    if latest is None:
        return ""
    turns = compute_sit_outs_by_round(party, read_seating(latest.seating), latest.round_no)
    if not turns:
        return ""
    names = fetch_party_names(party)
    sentences = []
    current = party.session.round_no
    titles = {current: f"Sitting out {party.round_word} {current}", current + 1: "Next"}
    for round_no, title in titles.items():
        if players := turns.get(round_no):
            player_names = join_names([names.format_with_number(player) for player in players])
            sentences.append(f"{title}: {player_names}.")
    if worth := describe_sit_out_entry(party):
        sentences.append(f"When you sit out, {worth}.")
    return " ".join(sentences)
