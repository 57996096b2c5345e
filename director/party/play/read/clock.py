"""The clock of a round of a party, as its pages show it."""

from dataclasses import replace

from django.urls import reverse

from director.core.clock.read import ClockFace, clock_face
from director.party.games.cards import is_on_cards
from director.party.models import Party
from director.party.options import has_lists
from director.party.words import bell_words


def party_clock(party: Party) -> ClockFace:
    """Return the clock of *party*; no query.

    Where nobody tells which round is played, since all of them stand on cards, there is one, and no end is known.
    """
    session, by_cards = party.session, is_on_cards(party, 1)
    after = "finish the game, then hand in the list" if has_lists(party) else "finish the hand, then tell who won"
    rounds = max(session.round_no, 1 if by_cards else party.rounds)
    clock = clock_face(session, rounds, word=party.round_word, after_bell=f"The bell has rung: {after}.", warns=False)
    return replace(
        clock,
        address=reverse("party_open", args=[party.pk]),
        note=f"{clock.note} {bell_words(party, session.round_no)}.",
        strong="" if by_cards else party.trump_words(session.round_no),
        finish=None if by_cards or party.is_over else clock.finish,
    )
