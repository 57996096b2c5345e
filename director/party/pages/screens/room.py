"""Data for a party's room screen: seats, the running round, or the standings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from director.core.base.tags.cards import party_figure
from director.core.night.clock import ClockFace
from director.core.night.events import format_room_message, get_night_state
from director.core.night.screens import (
    FIRST_PAGE,
    SEATS_SHOW,
    STANDINGS_SHOW,
    THANK_YOU,
    PageRequest,
    ScreenColumn,
    ScreenContent,
    ScreenPage,
    ScreenRanking,
    ScreenRow,
    describe_playing_tables,
    get_requested_page,
    make_standings_screen,
)
from director.names import make_family_key
from director.party.models import Party
from director.party.movement.cards import (
    describe_resting_players,
    is_typed_from_cards,
)
from director.party.movement.clock import make_party_clock
from director.party.movement.contestants import Contestants
from director.party.movement.games import (
    PartyRecord,
    PlayedRound,
    fetch_party_record,
    is_play_over,
)
from director.party.movement.options import is_skat
from director.party.movement.seating import SeatAtTable, describe_rest, get_seat_names
from director.party.movement.words import format_table_number
from director.party.scoring.sheets import format_presence_notes
from director.party.scoring.skat import fetch_skat_sessions
from director.party.scoring.standings import make_default_standings
from director.sheets import MAX_WINNERS
from scoring.errors import ScoringError
from scoring.party.model import PartyStanding


def fetch_party_room(
    party: Party,
    turn: PageRequest = FIRST_PAGE,
    *,
    show: str = "",
    letter: str = "",  # noqa: ARG001
) -> ScreenContent:
    """Return the room's screen of *party*, or the part to *show*. (Costs three queries.)"""
    record = fetch_party_record(party)
    current_round = record.latest_round
    has_cards = is_typed_from_cards(party)
    state = get_night_state(party.session.event, is_played=is_play_over(record))
    is_over = state.is_over
    heading = _make_room_heading(record, has_cards=has_cards, is_over=is_over)
    session = party.session
    # A director can show the standings before they are published.
    can_show_standings = session.room_standings or (is_over and session.event.is_published)
    if show == STANDINGS_SHOW or (is_over and can_show_standings and not show):
        shown_record = record if can_show_standings else None
        return _make_standings_room(shown_record, turn, heading, is_over=is_over)
    if is_over:
        note = format_room_message(state, has_standings=session.room_standings)
        return ScreenContent(headline=THANK_YOU, notes=(note,), **heading)
    if current_round is None:
        return ScreenContent(headline="Welcome", notes=("The seats will be drawn soon.",))
    if show == SEATS_SHOW or not (show or _has_begun(current_round, heading["clock"])):
        lines = _list_seat_lines(current_round, record.contestants)
        page = get_requested_page([(_format_seats_title(current_round), lines)], turn)
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


def _make_standings_room(
    record: PartyRecord | None, turn: PageRequest, heading: dict[str, Any], *, is_over: bool
) -> ScreenContent:
    """Return the standings, after the winners once they are published.

    *record* is None while the standings are hidden.
    """
    if record is None:
        return make_standings_screen(None, turn, **heading)
    lists = _list_standing_lines(record)
    title = "Results" if is_over else "Standings"
    rankings = [ScreenRanking(title, caption, tuple(rows)) for caption, rows in lists]
    winners: list[ScreenPage] = []
    if is_over and record.party.session.event.is_published:
        winners = _make_winners_pages(lists)
    return make_standings_screen(rankings, turn, winners=winners, **heading)


def _make_room_heading(record: PartyRecord, *, has_cards: bool, is_over: bool) -> dict[str, Any]:
    """Return the clock and the title of the screen, with the trump of the round."""
    party = record.party
    current_round = record.latest_round
    has_results = current_round is not None and bool(current_round.results)
    clock = make_party_clock(party, is_played=is_over, has_results=has_results)
    trump = ""
    if current_round and not is_over:
        # With cards nobody reports rounds, so only the clock knows which one is played.
        trump = clock.urgent_message if has_cards else party.describe_trump(current_round.round_no)
    title = ""
    if has_cards:
        title = clock.title or f"{party.rounds} {party.rounds_noun}"
    elif current_round:
        round_text = f"{party.round_title} {current_round.round_no} of {party.rounds}"
        title = " · ".join(filter(None, (round_text, trump)))
    finish = None if is_over else clock.play_ends_at
    return {"clock": replace(clock, urgent_message=trump, play_ends_at=finish), "title": title}


def _has_begun(played_round: PlayedRound, clock: ClockFace) -> bool:
    """Return whether a round has a result, or the clock says that it is or was played."""
    is_timed = clock.is_running or clock.is_rung or clock.round_no > played_round.round_no
    return bool(played_round.results) or is_timed


def _format_seats_title(played_round: PlayedRound) -> str:
    """Return the heading of the seats, which explains by chair names who partners whom."""
    largest_table = max(played_round.tables, key=lambda table: len(table.players), default=None)
    partners = []
    if largest_table:
        # Without the names of its sides, the system gives the names of chairs.
        system = played_round.system and replace(played_round.system, sides=())
        for first_chair, *others in get_seat_names(largest_table, system):
            if others:
                partners.append(f"{first_chair} with {' '.join(others)}")
    if partners:
        return f"Take your seats: {', '.join(partners)}"
    return "Please take your seats"


def _list_seat_lines(played_round: PlayedRound, contestants: Contestants) -> list[ScreenRow]:
    """Return all seats by family name. Players without a name follow by number."""
    names = contestants.names

    def make_sort_key(seat: SeatAtTable) -> tuple[bool, tuple[str, ...], int]:
        has_name = names.facts_by_player[seat.player].person_id is not None
        family_key = make_family_key(names[seat.player]) if has_name else ("", "")
        return not has_name, family_key, int(seat.player)

    lines = []
    for seat_at_table in sorted(played_round.seat_by_player.values(), key=make_sort_key):
        if seat_at_table.sits_out:
            seat_text = describe_rest(seat_at_table.waits_at)
        else:
            table_text = format_table_number(
                seat_at_table.table_no, seat_at_table.row, has_rows=played_round.has_rows
            )
            seat_text = f"{table_text} {seat_at_table.seat}"
        name = names[seat_at_table.player]
        team = contestants.get_team_title(seat_at_table.player)
        name_and_team = f"{name}, {team}" if team else name
        lines.append(ScreenRow(seat_at_table.player, name_and_team, seat_text))
    return lines


def _list_standing_lines(record: PartyRecord) -> list[tuple[str, list[ScreenRow]]]:
    """Return the caption and lines of each list that says who won."""
    if is_skat(record.party):
        return [("", _list_skat_prize_lines(record))]
    try:
        lists = make_default_standings(record)
    except ScoringError:
        return []
    has_games_played = len({standing.games_played for standing in record.standings}) > 1
    captioned_lines = []
    for caption, standings in lists:
        lines = [_make_standing_line(record, standing, has_games_played) for standing in standings]
        captioned_lines.append((caption, lines))
    return captioned_lines


def _make_standing_line(
    record: PartyRecord, standing: PartyStanding, has_games_played: bool
) -> ScreenRow:
    name = _format_name_with_notes(record, standing, has_games_played=has_games_played)
    return ScreenRow(standing.rank_text, name, party_figure(standing.total))


def _make_winners_pages(lists: Sequence[tuple[str, Sequence[ScreenRow]]]) -> list[ScreenPage]:
    """Return a page for each list, with its first three or with all who share the first place.

    A list has no page if too many share its first place. Before several lists come the winners of
    all, since a page turns while people look.
    """
    pages = []
    if len(lists) > 1:
        columns = [
            ScreenColumn(caption, tuple(row for row in rows if row.left_text.rstrip("=") == "1"))
            for caption, rows in lists
        ]
        if all(1 <= len(column.rows) <= MAX_WINNERS for column in columns):
            pages.append(ScreenPage("Winners", columns=tuple(columns), has_winners=True))
    for caption, rows in lists:
        title = f"Winners {caption}".strip()
        # With too many on the first three ranks, only the winners are shown.
        for ranks in (("1", "2", "3"), ("1",)):
            first_rows = [row for row in rows if row.left_text.rstrip("=") in ranks]
            if 1 <= len(first_rows) <= MAX_WINNERS:
                columns = [ScreenColumn(f"Place {row.left_text}", (row,)) for row in first_rows]
                pages.append(ScreenPage(title, columns=tuple(columns), has_winners=True))
                break
    return pages


def _list_skat_prize_lines(record: PartyRecord) -> list[ScreenRow]:
    lines: list[ScreenRow] = []
    for session in fetch_skat_sessions(record):
        for prize in session.prizes:
            if prize.names:
                lines.append(ScreenRow(str(len(lines) + 1), ", ".join(prize.names), prize.title))
    return lines


def _format_name_with_notes(
    record: PartyRecord, standing: PartyStanding, *, has_games_played: bool
) -> str:
    """Return a contestant's name with notes on games played and absences."""
    notes = []
    if has_games_played:
        notes.append(f"{standing.games_played} played")
    notes.append(format_presence_notes(record, standing))
    name = record.contestants[standing.player]
    notes_text = ", ".join(filter(None, notes))
    if notes_text:
        return f"{name} ({notes_text})"
    return name
