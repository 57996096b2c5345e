"""The clock of a round of a party, as its pages show it."""

from dataclasses import replace

from django.urls import reverse

from director.core.night.clock.read import ClockFace, clock_face
from director.models.event import Clock
from director.party.models import Party
from director.party.movement.games.cards import is_on_cards
from director.party.movement.games.sit_outs import resting_words
from director.party.movement.options import has_lists
from director.party.movement.words import bell_words


def cards_clock(party: Party) -> ClockFace:
    """Return the clock of *party* with who sits out now and next."""
    clock = party_clock(party)
    words = resting_words(party) if clock.goes_on and not clock.is_over else ""
    return replace(clock, resting=words)


def party_clock(party: Party) -> ClockFace:
    """Return the clock of *party*. No query.

    Where all of a round stands on cards, its bell is followed by the next round; as long as the
    clock has not run, nobody knows whether it will.
    """
    session = party.session
    by_cards = is_on_cards(party, session.round_no)
    after = "enter who won"
    if by_cards:
        after = "fill in your card" if session.round_no < party.rounds else "hand in your card"
    if has_lists(party):
        after = "finish the game, then hand in the list"
    else:
        after = f"finish the hand, then {after}"
    rounds = max(session.round_no, party.rounds)
    clock = clock_face(
        session,
        rounds,
        word=party.round_word,
        after_bell=f"The bell has rung: {after}.",
        warns=False,
    )
    if by_cards and (clock.is_rung or party.bell == "deals"):
        bell = ""
    else:
        bell = f"{bell_words(party, session.round_no)}."
    is_used = not by_cards or session.round_no > 1 or session.clock != Clock.WAITING
    if by_cards and is_used:
        title = f"{party.round_title} {session.round_no} of {party.rounds}"
    else:
        title = ""
    strong = party.trump_words(session.round_no) if is_used else ""
    finish = clock.finish if is_used and not party.is_over else None
    state = Clock.OVER if party.is_over else clock.state
    note = "Play is over." if party.is_over else f"{clock.note} {bell}".strip()
    return replace(
        clock,
        address=reverse("party_open", args=[party.pk]),
        goes_on=by_cards,
        title=title,
        strong=strong,
        finish=finish,
        state=state,
        note=note,
    )
