"""Sit-outs of rounds that are on cards, and what they count."""

from collections import Counter
from fractions import Fraction
from math import ceil, floor

from director.names import names_in_sentence
from director.party.models import Party
from director.party.movement.options import counted_unit
from director.party.movement.seating.read import party_names, read_seating
from movements import Seating, sit_out_turns


def resting_turns(party: Party, seating: Seating, round_no: int) -> dict[int, tuple[str, ...]]:
    """Return who sits out, by round, from *round_no* on."""
    if not party.has_cards or not any(table.sits_out for table in seating):
        return {}
    turns = sit_out_turns(party.system, seating, party.rounds - round_no + 1, options=party.options)
    return dict(enumerate(turns, round_no))


def sit_out_worth(party: Party) -> str:
    """Return what a player writes for a sit-out: ``"write 6 points"``, or "".

    A card has whole figures, so that of halves every second one is more: 6, 7, 6, 7 for 6½.
    """
    choice, unit = str(party.method_options.get("sit_out", "nothing")), counted_unit(party)
    if choice in {"nothing", "average"}:
        if choice == "average":
            return "your average counts"
        return ""
    each = Fraction(choice)
    if each.denominator == 1:
        return f"write {each} {unit}"
    return f"write {floor(each)} and {ceil(each)} {unit} in turn"


def written_for_sit_outs(party: Party, seating: Seating, rounds: range, each: Fraction) -> int:
    """Return what all players write for the sit-outs of *rounds*, or 0."""
    written, turns = 0, Counter[str]()
    for round_no, players in resting_turns(party, seating, party.first_on_card).items():
        for player in players:
            turns[player] += 1
            if round_no in rounds:
                written += floor(each * turns[player]) - floor(each * (turns[player] - 1))
    return written


def resting_words(party: Party) -> str:
    """Return who sits out now and next, in sentences. At most three queries."""
    latest = party.played_rounds.order_by("-round_no").first()
    turns = resting_turns(party, read_seating(latest.seating), latest.round_no) if latest else {}
    if not turns:
        return ""
    names = party_names(party)
    words, now = [], party.session.round_no
    for title, round_no in ((f"Sitting out {party.round_word} {now}", now), ("Next", now + 1)):
        if players := turns.get(round_no):
            words.append(f"{title}: {names_in_sentence([*map(names.numbered, players)])}.")
    if worth := sit_out_worth(party):
        words.append(f"When you sit out, {worth}.")
    return " ".join(words)
