"""The round that is being played, and its clock."""

from dataclasses import dataclass, replace

from django.urls import reverse

from director.core.night.clock import ClockFace, get_round_in_play, make_clock_face
from director.core.night.events import get_night_state
from director.models.event import Clock
from director.party.models import Party, PartyRound
from director.party.movement.cards import describe_resting_players, is_on_cards
from director.party.movement.options import has_lists
from director.party.movement.parties import fetch_party_night
from director.party.movement.words import describe_round_end


@dataclass(frozen=True, slots=True)
class CurrentRound:
    """The round that is played or waits to start."""

    round_no: int
    has_begun: bool
    is_on_cards: bool  # nobody reports it and its seats aren't stored: only the clock knows it

    @property
    def next_unstarted_round(self) -> int:
        """The next round in which play has not begun."""
        return self.round_no + self.has_begun


def fetch_current_round(party: Party, latest_round: PartyRound) -> CurrentRound:
    """Return the current round of *party*. *latest_round* is the last one with stored seats.

    (Costs at most three queries.)
    """
    session = party.session
    is_reported = latest_round.has_begun
    on_cards = is_on_cards(party, latest_round.round_no) and not is_reported
    round_no = max(latest_round.round_no, session.round_no) if on_cards else latest_round.round_no
    is_on_clock = session.round_no == round_no and session.clock != Clock.WAITING
    has_cards = on_cards and party.cards.exists()
    has_begun = is_reported or is_on_clock or has_cards
    return CurrentRound(round_no, has_begun, is_on_cards=on_cards)


def make_card_clock(party: Party) -> ClockFace:
    """Return the party's clock, with the sit-outs of this round and the next."""
    clock = make_party_clock(party, is_played=fetch_party_night(party).is_over)
    resting_text = ""
    if clock.has_automatic_next and not clock.is_over:
        resting_text = describe_resting_players(party)
    return replace(clock, sit_outs_message=resting_text)


def make_party_clock(
    party: Party, *, is_played: bool = False, has_results: bool = False
) -> ClockFace:
    """Return the clock of *party*. (Costs no query.)

    *is_played* is whether every result is entered. A party that is over needs no bell. *has_results*
    is whether a table has reported the current round.
    """
    session = party.session
    is_over = get_night_state(session.event, is_played=party.is_over or is_played).is_over
    is_by_cards = is_on_cards(party, session.round_no)
    if has_lists(party):
        next_task = "finish the game, then hand in the list"
    elif not is_by_cards:
        next_task = "finish the hand, then enter who won"
    elif session.round_no < party.rounds:
        next_task = "finish the hand, then fill in your card"
    else:
        next_task = "finish the hand, then hand in your card"
    # Play may go on beyond the planned rounds.
    rounds = max(session.round_no, party.rounds)
    clock = make_clock_face(
        session,
        rounds,
        round_noun=party.round_noun,
        bell_note=f"The bell has rung: {next_task}.",
        has_warning=False,
        has_results=has_results,
    )
    if is_by_cards and (clock.is_rung or party.bell == "deals"):
        bell = ""
    else:
        bell = f"{describe_round_end(party, session.round_no)}."
    # Cards need no clock: until it has run, the page doesn't know whether the club uses it.
    is_clock_used = not is_by_cards or get_round_in_play(session).has_play_begun
    if is_by_cards and is_clock_used and not is_over:
        title = f"{party.round_title} {session.round_no} of {party.rounds}"
    else:
        title = ""
    is_announced = is_clock_used and not is_over
    trump_text = party.describe_trump(session.round_no) if is_announced else ""
    finish = clock.play_ends_at if is_announced else None
    state = Clock.OVER if is_over else clock.state
    note = "Play is over." if is_over else f"{clock.note} {bell}".strip()
    return replace(
        clock,
        address=reverse("party_open", args=[party.pk]),
        has_automatic_next=is_by_cards,  # cards have no reports to wait for, so the bell starts the next round
        title=title,
        urgent_message=trump_text,
        play_ends_at=finish,
        state=state,
        note=note,
    )
