"""What the screen in the room and the phones of players show."""

from dataclasses import replace
from typing import Any

from director.core.base.tags.cards import party_figure
from director.core.night.screens.read import (
    FIRST_PAGE,
    SEATS,
    STANDINGS,
    PageTurn,
    Room,
    RoomLine,
    page_of_turn,
    standings_room,
    still_playing,
)
from director.names import by_family
from director.party.models import Party
from director.party.movement.clock import party_clock
from director.party.movement.games.cards import all_handed_in, is_typed_from_cards
from director.party.movement.games.read import Evening, PlayedRound, party_evening
from director.party.movement.games.sit_outs import resting_words
from director.party.movement.options import (
    is_skat,
)
from director.party.movement.seating.contestants import Contestants
from director.party.movement.seating.read import chairs
from director.party.movement.words import rest_words, table_words
from director.party.scoring.sheets import presence_notes
from director.party.scoring.skat import skat_sessions
from scoring import PartyStanding, ScoringError


def party_room(
    party: Party,
    turn: PageTurn = FIRST_PAGE,
    *,
    show: str = "",
    letter: str = "",  # noqa: ARG001
) -> Room:
    """Return the room's screen of *party*, or the part to *show*. Three queries."""
    evening = party_evening(party)
    current, clock, session = evening.latest, party_clock(party), party.session
    by_cards = is_typed_from_cards(party)
    is_played = current is not None and (
        all_handed_in(party, evening.contestants, evening.cards)
        if by_cards
        else not current.waiting and _is_last(party, current)
    )
    is_open = session.room_standings or (is_played and session.event.is_published)
    if is_played or not current:
        trump = ""
    elif by_cards:
        trump = clock.strong
    else:
        trump = party.trump_words(current.round_no)
    round_words = f"{party.round_title} {current.round_no} of {party.rounds}" if current else ""
    title = " · ".join(filter(None, (round_words, trump)))
    if by_cards:
        title = clock.title or f"{party.rounds} {party.rounds_word}"
    finish = None if is_played else clock.finish
    clock = replace(clock, strong=trump, finish=finish)
    head: dict[str, Any] = {"clock": clock, "title": title}
    if show == STANDINGS or (is_played and is_open and not show):
        lists = [("Results" if is_played else "Standings", _standings(evening))]
        return standings_room(lists if is_open else None, turn, **head)
    if current is None:
        return Room(big="Welcome", notes=("The seats will be drawn soon.",))
    has_begun = (
        current.results or clock.is_running or clock.is_rung or clock.round_no > current.round_no
    )
    if show == SEATS or not (has_begun or show):
        return Room(
            page=page_of_turn(
                [(_seats_title(current), _seats(current, evening.contestants))], turn
            ),
            **head,
        )
    if by_cards:
        return Room(notes=(resting_words(party), "Fill in your card and hand it in."), **head)
    if current.round_no >= party.rounds:
        next_words = "Results will be up soon."
    else:
        next_words = "Next seats in a moment."
    note = still_playing(current.waiting)
    return Room(notes=(note if current.waiting else f"{note} {next_words}",), **head)


def _is_last(party: Party, current: PlayedRound) -> bool:
    return party.is_over or current.round_no >= party.rounds


def _seats_title(current: PlayedRound) -> str:
    """Return the heading of the seats."""
    largest = max(current.tables, key=lambda table: len(table.players), default=None)
    sides = chairs(largest, current.system and replace(current.system, sides=())) if largest else ()
    partners = ", ".join(f"{first} with {' '.join(others)}" for first, *others in sides if others)
    if partners:
        return f"Take your seats: {partners}"
    return "Please take your seats"


def _seats(current: PlayedRound, contestants: Contestants) -> list[RoomLine]:
    """Return all seats by family name, then by number."""
    names = contestants.names
    places = sorted(
        current.places.values(),
        key=lambda place: (
            names.by_player[place.player].person_id is None,
            by_family(names[place.player]) if names.by_player[place.player].person_id else ("", ""),
            int(place.player),
        ),
    )
    return [
        RoomLine(
            place.player,
            ", ".join(filter(None, (names[place.player], contestants.title(place.player)))),
            rest_words(place.waits_at)
            if place.sits_out
            else f"{table_words(place.table_no, place.row, has_rows=current.has_rows)} {place.seat}",
        )
        for place in places
    ]


def _standings(evening: Evening) -> list[RoomLine]:
    if is_skat(evening.party):
        prizes = [
            prize for session in skat_sessions(evening) for prize in session.prizes if prize.names
        ]
        return [
            RoomLine(str(at), ", ".join(prize.names), prize.title)
            for at, prize in enumerate(prizes, 1)
        ]
    try:
        standings = evening.ranking.standings
    except ScoringError:
        return []
    has_played = len({standing.played for standing in standings}) > 1
    return [
        RoomLine(
            standing.place_text,
            _with_absence(evening, standing, has_played),
            party_figure(standing.total),
        )
        for standing in standings
    ]


def _with_absence(evening: Evening, standing: PartyStanding, has_played: bool) -> str:
    """Return a contestant's name with the games played, if they differ."""
    name, played = (
        evening.contestants[standing.player],
        f"{standing.played} played" if has_played else "",
    )
    told = ", ".join(filter(None, (played, presence_notes(evening, standing))))
    if told:
        return f"{name} ({told})"
    return name
