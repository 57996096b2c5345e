"""Data for a party's room screen: seats, the running round, or the standings."""

from dataclasses import replace
from typing import Any

from director.core.base.tags.cards import party_figure
from director.core.night.clock import ClockFace
from director.core.night.screens import (
    FIRST_PAGE,
    SEATS,
    STANDINGS,
    PageTurn,
    ScreenContent,
    ScreenLine,
    describe_playing_tables,
    get_turn_page,
    make_standings_room,
)
from director.names import make_family_key
from director.party.models import Party
from director.party.movement.cards import (
    describe_resting_players,
    has_all_cards,
    is_typed_from_cards,
)
from director.party.movement.clock import build_party_clock
from director.party.movement.games import Evening, PlayedRound, fetch_evening
from director.party.movement.options import is_skat
from director.party.movement.seating import Contestants, SeatAtTable, get_seat_names
from director.party.movement.words import describe_rest, format_table_number
from director.party.scoring.sheets import make_presence_notes
from director.party.scoring.skat import fetch_skat_sessions
from scoring.errors import ScoringError
from scoring.party.model import PartyStanding


def fetch_party_room(
    party: Party,
    turn: PageTurn = FIRST_PAGE,
    *,
    show: str = "",
    letter: str = "",  # noqa: ARG001
) -> ScreenContent:
    """Return the room's screen of *party*, or the part to *show*. (Costs three queries.)"""
    evening = fetch_evening(party)
    current_round = evening.latest_round
    has_cards = is_typed_from_cards(party)
    is_play_over = _is_play_over(evening, has_cards=has_cards)
    heading = _make_room_heading(evening, has_cards=has_cards, is_play_over=is_play_over)
    session = party.session
    may_show_standings = session.room_standings or (is_play_over and session.event.is_published)
    if show == STANDINGS or (is_play_over and may_show_standings and not show):
        if not may_show_standings:
            return make_standings_room(None, turn, **heading)
        standings_title = "Results" if is_play_over else "Standings"
        return make_standings_room(
            [(standings_title, _list_standing_lines(evening))], turn, **heading
        )
    if current_round is None:
        return ScreenContent(big="Welcome", notes=("The seats will be drawn soon.",))
    if show == SEATS or not (show or _has_begun(current_round, heading["clock"])):
        lines = _list_seat_lines(current_round, evening.contestants)
        page = get_turn_page([(_format_seats_title(current_round), lines)], turn)
        return ScreenContent(page=page, **heading)
    if has_cards:
        return ScreenContent(
            notes=(describe_resting_players(party), "Fill in your card and hand it in."), **heading
        )
    note = describe_playing_tables(current_round.unreported_tables)
    if not current_round.unreported_tables:
        is_last = current_round.round_no >= party.rounds
        note += " Results will be up soon." if is_last else " Next seats in a moment."
    return ScreenContent(notes=(note,), **heading)


def _make_room_heading(evening: Evening, *, has_cards: bool, is_play_over: bool) -> dict[str, Any]:
    """Return the clock and the title of the screen, with the trump of the round."""
    party = evening.party
    current_round = evening.latest_round
    clock = build_party_clock(party)
    trump = ""
    if current_round and not is_play_over:
        # With cards nobody reports rounds, so only the clock knows which one is played.
        trump = clock.strong if has_cards else party.describe_trump(current_round.round_no)
    title = ""
    if has_cards:
        title = clock.title or f"{party.rounds} {party.rounds_word}"
    elif current_round:
        round_text = f"{party.round_title} {current_round.round_no} of {party.rounds}"
        title = " · ".join(filter(None, (round_text, trump)))
    finish = None if is_play_over else clock.finish
    return {"clock": replace(clock, strong=trump, finish=finish), "title": title}


def _has_begun(played_round: PlayedRound, clock: ClockFace) -> bool:
    """Return whether a round has a result, or the clock says that it is or was played."""
    is_timed = clock.is_running or clock.is_rung or clock.round_no > played_round.round_no
    return bool(played_round.results) or is_timed


def _is_play_over(evening: Evening, *, has_cards: bool) -> bool:
    party = evening.party
    current_round = evening.latest_round
    if current_round is None:
        return False
    if has_cards:
        return has_all_cards(party, evening.contestants, evening.cards)
    is_last = party.is_over or current_round.round_no >= party.rounds
    return is_last and not current_round.unreported_tables


def _format_seats_title(played_round: PlayedRound) -> str:
    """Return the heading of the seats, which explains by chair names who partners whom."""
    largest_table = max(played_round.tables, key=lambda table: len(table.players), default=None)
    partners = []
    if largest_table:
        # Without the names of its sides, the system gives the names of chairs.
        system = played_round.system and replace(played_round.system, sides=())
        for first, *others in get_seat_names(largest_table, system):
            if others:
                partners.append(f"{first} with {' '.join(others)}")
    if partners:
        return f"Take your seats: {', '.join(partners)}"
    return "Please take your seats"


def _list_seat_lines(played_round: PlayedRound, contestants: Contestants) -> list[ScreenLine]:
    """Return all seats by family name. Players without a name follow by number."""
    names = contestants.names

    def sort_key(place: SeatAtTable) -> tuple[bool, tuple[str, ...], int]:
        has_name = names.by_player[place.player].person_id is not None
        family_key = make_family_key(names[place.player]) if has_name else ("", "")
        return not has_name, family_key, int(place.player)

    lines = []
    for place in sorted(played_round.seat_by_player.values(), key=sort_key):
        if place.sits_out:
            seat = describe_rest(place.waits_at)
        else:
            table = format_table_number(place.table_no, place.row, has_rows=played_round.has_rows)
            seat = f"{table} {place.seat}"
        name_and_team = (names[place.player], contestants.get_team_title(place.player))
        lines.append(ScreenLine(place.player, ", ".join(filter(None, name_and_team)), seat))
    return lines


def _list_standing_lines(evening: Evening) -> list[ScreenLine]:
    if is_skat(evening.party):
        return _list_skat_prize_lines(evening)
    try:
        standings = evening.ranking.standings
    except ScoringError:
        return []
    shows_played = len({standing.games_played for standing in standings}) > 1
    lines = []
    for standing in standings:
        name = _format_name_with_notes(evening, standing, shows_played=shows_played)
        lines.append(ScreenLine(standing.place_text, name, party_figure(standing.total)))
    return lines


def _list_skat_prize_lines(evening: Evening) -> list[ScreenLine]:
    lines: list[ScreenLine] = []
    for session in fetch_skat_sessions(evening):
        for prize in session.prizes:
            if prize.names:
                lines.append(ScreenLine(str(len(lines) + 1), ", ".join(prize.names), prize.title))
    return lines


def _format_name_with_notes(
    evening: Evening, standing: PartyStanding, *, shows_played: bool
) -> str:
    """Return a contestant's name with notes on games played and absences."""
    notes = []
    if shows_played:
        notes.append(f"{standing.games_played} played")
    notes.append(make_presence_notes(evening, standing))
    name = evening.contestants[standing.player]
    notes_text = ", ".join(filter(None, notes))
    if notes_text:
        return f"{name} ({notes_text})"
    return name
