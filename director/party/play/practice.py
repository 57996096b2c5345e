"""A whist drive for practice: invented players and cards, and a tip for each step."""

import random
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.night.clock import get_round_in_play
from director.core.night.events import STEP_DONE, get_step_after
from director.core.night.practice import PracticeDesk, PracticeTip, iter_free_names
from director.models import Club, Session
from director.party.models import Party
from director.party.movement.parties import (
    PartyNight,
    fetch_party_by_session,
    fetch_party_night,
)
from director.party.play.cards import CardFigures, store_card
from director.party.play.seats import ListedPlayer, name_players
from director.party.play.setup import create_party
from director.party.presets import find_preset

_PRESET = "whist-drive"
_PLAYERS = 24
_TRICKS = 13
_PLAYERS_AT_TABLE = 4


class WhistDrivePractice(PracticeDesk):
    """A whist drive whose players hand in cards."""

    name = "Whist drive"
    description = f"{_PLAYERS} players change partners every hand and hand in their cards."
    drawing = "party/practice/_card.html"
    invented_steps = ("seats", "play")

    def create_event(self, club: Club, day: date) -> Session:
        """Store a whist drive without players."""
        return create_party(
            club=club, name="Practice: whist drive", date=day, preset=find_preset(_PRESET)
        )

    def fetch_night(self, session: Session) -> PartyNight:
        """Return the party with its steps."""
        return fetch_party_night(fetch_party_by_session(session.pk))

    def make_tip(self, night: PartyNight, step: str) -> PracticeTip:
        """Return what *step* says to do now."""
        if step == "field":
            return _make_field_tip(night)
        if not night.player_count:
            return PracticeTip("Nobody plays yet. Press *1 Field* and type how many came.")
        makers: dict[str, Any] = {
            "seats": _make_seats_tip,
            "print": _make_print_tip,
            "play": _make_play_tip,
            "results": _make_results_tip,
        }
        tip: PracticeTip = makers[step](night)
        return tip

    def fill_step(self, session: Session, step: str, user: User | None) -> str:
        """Invent names or cards."""
        party = fetch_party_by_session(session.pk)
        if step == "seats":
            return f"Names entered for {store_invented_players(party, user=user)} players."
        return f"{store_invented_cards(party, user=user)} cards entered."


def store_invented_players(party: Party, *, user: User | None) -> int:
    """Name every player without a name, and return how many there were."""
    unnamed_players = list(party.players.filter(person__isnull=True))
    names = iter_free_names(party.session.event.club)
    # Names run out before numbers only at a party of 900.
    listed_players = [
        ListedPlayer(player.number, name)
        for player, name in zip(unnamed_players, names, strict=False)
    ]
    if not listed_players:
        return 0
    return name_players(party=party, listed_players=listed_players, user=user)


def store_invented_cards(party: Party, *, user: User | None) -> int:
    """Enter an invented card for every player without one, and return how many there were.

    The tricks of each hand add up to 13 for both sides, so all invented cards do.
    """
    numbers = list(party.players.values_list("number", flat=True))
    numbers_with_card = set(party.cards.values_list("player", flat=True))
    figures_by_number = _invent_figures(party, numbers)
    missing_numbers = [number for number in numbers if number not in numbers_with_card]
    with transaction.atomic():
        for number in missing_numbers:
            store_card(party=party, number=number, figures=figures_by_number[number], user=user)
    return len(missing_numbers)


def _invent_figures(party: Party, numbers: list[int]) -> dict[int, CardFigures]:
    """Return the figures of a card for each of *numbers*, who meet at random in every hand."""
    random_source = random.Random(party.pk)  # noqa: S311  invented cards, not a secret
    halves = dict.fromkeys(numbers, 0)
    totals = dict.fromkeys(numbers, 0)
    for hand in range(1, party.rounds + 1):
        order = random_source.sample(numbers, len(numbers))
        tricks = 0
        # Players beyond the last full table sit out, for which the rules of the drive give six tricks.
        seated_count = len(order) // _PLAYERS_AT_TABLE * _PLAYERS_AT_TABLE
        for index, number in enumerate(order):
            seat_at_table = index % _PLAYERS_AT_TABLE
            if seat_at_table == 0:
                # The tricks of the first side, mostly close to half of them.
                tricks = random_source.choice((4, 5, 6, 6, 7, 7, 8, 9))
            if index >= seated_count:
                totals[number] += _TRICKS // 2
            elif seat_at_table < 2:
                totals[number] += tricks
            else:
                totals[number] += _TRICKS - tricks
        if hand == party.half_round:
            halves = dict(totals)
    has_half = party.card_figures == "half"
    return {
        number: CardFigures(totals[number], half=halves[number] if has_half else None)
        for number in numbers
    }


def _make_field_tip(night: PartyNight) -> PracticeTip:
    if not night.player_count:
        return PracticeTip(
            f"The whist drive is chosen already. Type {_PLAYERS} in *Players* and press *Save and "
            "continue*."
        )
    return PracticeTip(
        f"{night.player_count} players come for {night.party.rounds} {night.party.rounds_noun}. "
        "Next, press *2 Seats*.",
        is_done=True,
    )


def _make_seats_tip(night: PartyNight) -> PracticeTip:
    unnamed_count = night.party.players.filter(person__isnull=True).count()
    named_count = night.party.players.count() - unnamed_count
    fill_label = "Invent names" if unnamed_count else ""
    if night.round_no:
        return PracticeTip(
            "Everybody has a seat for the first hand. "
            f"Next, press *Continue to {get_step_after(night.steps, 'seats').name}*.",
            is_done=True,
            fill_label=fill_label,
        )
    if not unnamed_count:
        return PracticeTip(f"All {named_count} players have names. Next, press *Draw for seats*.")
    if named_count:
        count = named_count + unnamed_count
        have_names = "has a name" if named_count == 1 else "have names"
        text = (
            f"{named_count} of {count} players {have_names}. Next, press *Invent names* for the "
            "others."
        )
    else:
        text = (
            "Type *Ada Ash* in the first row and press *Enter*. Then press *Invent names* for the "
            "others."
        )
    return PracticeTip(text, fill_label=fill_label)


def _make_print_tip(night: PartyNight) -> PracticeTip:
    states = {step.key: step.state for step in night.steps}
    onward_text = f"Next, press *Continue to {get_step_after(night.steps, 'print').name}*."
    if states["print"] == STEP_DONE:
        return PracticeTip(f"The cards are printed. {onward_text}", is_done=True)
    return PracticeTip(
        "What you tick is shown beside it: each player writes down tricks on a card. You don’t "
        f"have to print. {onward_text}"
    )


def _make_play_tip(night: PartyNight) -> PracticeTip:
    if night.is_over:
        return PracticeTip(
            f"All {night.due_card_count} cards are entered. Next, press *5 Results*.", is_done=True
        )
    cards_in = max(night.due_card_count - (night.missing_card_count or 0), 0)
    if cards_in:
        return PracticeTip(
            f"Entered so far: {cards_in} of {night.due_card_count} cards. Next, press *Invent cards* "
            "for the others.",
            fill_label="Invent cards",
        )
    is_clock_used = get_round_in_play(night.session).has_play_begun
    start = "The clock runs." if is_clock_used else "Press *Start hand 1*."
    return PracticeTip(
        f"{start} After play, type the first card: *1*, its first half, such as *78*, and its "
        "total, such as *156*. Then press *Invent cards*.",
        fill_label="Invent cards",
    )


def _make_results_tip(night: PartyNight) -> PracticeTip:
    if not night.is_over:
        return PracticeTip("Cards are missing. Press *4 Play*, then *Invent cards*.")
    return PracticeTip(
        "Look at *Prizes* too. A practice event can’t be published. When you have seen enough, "
        "press *Delete practice*.",
        is_done=True,
    )
