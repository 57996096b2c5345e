"""The state of a table that its phones show, as JSON, and who may see other tables' results.

``make_table_state`` puts the page's parts together: the current and the previous round, boards of
earlier rounds that still need something, messages and settings. ``TablePlay`` has the rounds and
results. ``table_page`` caches the state and gives it a version.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Q
from django.utils import timezone

from director.additions.phones.boards.table import (
    ScheduleRow,
    TablePlay,
    fetch_next_names_by_row,
    fetch_player_names_by_seat,
    find_result_entry,
    get_table_schedule,
)
from director.additions.phones.keys import make_phone_label
from director.boards.contests import INDIVIDUAL, get_contest_record
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import SectionLines, is_round_on_clock
from director.boards.movement.rounds import (
    count_expected_rounds,
    count_rounds_to_draw,
    get_withdrawals_by_contestant,
    list_cancelled_matches_at_tables,
)
from director.boards.movement.sections import Key, fetch_section
from director.boards.movement.words import get_board_trump
from director.boards.play.table_words import SIDE_NAMES, LineResult
from director.boards.refusals import make_session_gone_error
from director.core.night.clock import make_clock_payload
from director.core.night.links.finding import get_cached_schedule
from director.core.night.room import fetch_shown_messages, find_open_call
from director.core.night.table_api import Json, TableState
from director.core.night.table_settings import TableSettings
from director.models import Access, Section, TableWord
from director.models.event import SectionRef
from scoring.bridge.contracts import get_dealer, get_vulnerability
from scoring.bridge.entries import EntryKind
from scoring.model import format_match_result

# Decide who may see other tables' results of a board.
#
# The phone of a table and the page of a pair both ask here.  Once players have seen other results
# of a board, only the director changes what they entered there.


class EnteredLine(NamedTuple):
    """The result of a line at a table."""

    row: ScheduleRow
    line_result: LineResult
    stored_entry: TableWord | None  # the phone's entry that made the result, if any
    is_round_complete: bool  # whether the table has entered the whole round


def find_entered_line(table: TablePlay, line: Key) -> EnteredLine | None:
    """Return the result of *line* at *table*. None if it has none or isn't played there."""
    row = table.find_row(line)
    line_result = table.result_by_line.get(line)
    if row is None or line_result is None:
        return None
    return EnteredLine(row, line_result, table.find_source_entry(line), table.is_complete(row))


def can_ask_others(entered_line: EnteredLine | None, settings: TableSettings, game: str) -> bool:
    """Return whether a table may ask for other results of a board.

    It has played the board and both sides agree, and the club allows it.
    """
    # A board recorded as not played may still be played later.
    if (
        entered_line is None
        or settings.others == "never"
        or not _is_result_settled(entered_line, game)
    ):
        return False
    # The next table is still to play a shared board, and would hear the result.
    if settings.others == "round" or entered_line.row.is_shared:
        return entered_line.is_round_complete
    return True


def can_see_others(
    entered_line: EnteredLine | None,
    settings: TableSettings,
    section: Section,
    get_lines: Callable[[], SectionLines],
) -> bool:
    """Return whether players may see other results of a board now.

    They may if they can ask for them, and the clock or all tables have reached the board's round.
    *get_lines* costs queries, so it is called only if the clock doesn't show the round.
    """
    session = section.session
    if entered_line is None or not can_ask_others(entered_line, settings, session.event.game):
        return False
    # Players who enter boards ahead of the room could read other results and change their own.
    round_no = entered_line.row.round_no
    return is_round_on_clock(round_no, session) or get_lines().is_round_reached(round_no, session)


def get_line_state(
    line_result: LineResult | None, stored_entry: TableWord | None, game: str
) -> str:
    """Return the state of a line for a phone.

    It is "empty", "artificial", "waiting" for the opponents, or "stored".
    """
    if line_result is None or not line_result.is_entered:
        return "empty"
    entry = find_result_entry(line_result, game)
    if entry is None:
        return "empty"
    if entry.is_award:
        return "artificial"
    if stored_entry and not stored_entry.is_agreed:
        return "waiting"
    return "stored"


def _is_result_settled(entered_line: EnteredLine, game: str) -> bool:
    entry = find_result_entry(entered_line.line_result, game)
    if entry and entry.entry and entry.entry.kind is EntryKind.NOT_PLAYED:
        return False
    return get_line_state(entered_line.line_result, entered_line.stored_entry, game) in (
        "stored",
        "artificial",
    )


_NamesBySeat: TypeAlias = dict[tuple[int, int], dict[str, str]]
"""The next player at each seat, or the next seat for each side, by round and half."""


def make_table_state(access: Access) -> TableState:
    """Return what *access*'s table shows.

    It costs at most a dozen queries. Half of them are cached until anything changes but the results
    at this table.
    """
    table = _load_cached_table(access)
    section = table.section
    event = section.session.event
    row = table.row_by_round.get(table.round_no)
    previous_row = table.previous_row
    shown_rows = [shown_row for shown_row in (row, previous_row) if shown_row]
    seats, next_names_by_row, next_seats_by_row = _load_names_and_seats(
        access, table, row, shown_rows
    )
    messages = fetch_shown_messages(section.session)
    message_texts = [message.text for message in messages]
    withdrawal_text = _explain_withdrawals(table) if row else ""
    if withdrawal_text:
        message_texts.append(withdrawal_text)
    needs_draw = table.plan and table.is_over and count_rounds_to_draw(table.plan)
    has_standings = table.settings.ranking and event.is_published
    rounds = count_expected_rounds(table.plan) if table.plan else 0
    contestant_noun = (
        INDIVIDUAL.contestant_noun
        if section.has_named_players
        else get_contest_record(section).contestant_noun
    )
    state: Json = {
        "kind": "boards",
        "event": event.name,
        "club": event.club.name,
        "game": event.game,
        "table": table.table_no,
        "section": section.letter,
        "only_section": section.is_alone,
        "round": table.round_no,
        "rounds": rounds,
        "seats": seats,
        "called": contestant_noun,
        **_make_current_round(table, row, next_seats_by_row, next_names_by_row),
        "left": _make_previous_round(table, previous_row, next_seats_by_row, next_names_by_row),
        "later": _list_open_previous_rounds(table, previous_row),
        "outside": [
            _make_outside_payload(table, line, stored_entries[-1])
            for line, stored_entries in table.outside_entries_by_line.items()
        ],
        "turned": _find_turn_report(table, row, previous_row),
        "sit_out": "" if row else _explain_empty_table(table),
        "clock": make_clock_payload(section.session, has_time=table.settings.clock),
        "say": message_texts,
        "call": _find_call(section, table.table_no),
        "settings": _make_settings(table, seats),
        "to_draw": table.last_round + 1 if needs_draw else 0,
        "over": table.is_over or not event.can_take_entries,
        "closed": not table.is_over and not event.can_take_entries,
        "unused": bool(table.plan and not table.row_by_round),
        "standings": event.get_absolute_url() if has_standings else "",
    }
    # The state is valid until the first message disappears.
    end_times = [message.until for message in messages if message.until]
    return TableState(state, min(end_times, default=None))


def _load_names_and_seats(
    access: Access, table: TablePlay, row: ScheduleRow | None, shown_rows: Sequence[ScheduleRow]
) -> tuple[dict[str, str], _NamesBySeat, _NamesBySeat]:
    """Return the players of *row*, and the next players and seats after each of *shown_rows*."""
    # Names and seats depend on the rounds shown, so they are cached by these rounds.
    cache_name = "around"
    for shown_row in shown_rows:
        cache_name += f"-{shown_row.round_no}.{shown_row.half}"
    section = table.section
    return get_cached_schedule(
        access.pk,
        access.schedule_mark,
        cache_name,
        lambda: (
            fetch_player_names_by_seat(section, row),
            fetch_next_names_by_row(section, shown_rows),
            table.fetch_next_seats_by_row(shown_rows) if table.plan else {},
        ),
    )


def fetch_table_play(access: Access) -> TablePlay:
    """Return the session as the table of *access* sees it. One query.

    :raises GoneError: if the section was removed
    """
    letter = access.section.letter if access.section else ""
    section = fetch_section(SectionRef(access.session_id, letter))
    return TablePlay(section, access.table_no or 0, first_round=access.first_round)


def _load_cached_table(access: Access) -> TablePlay:
    """Return the session as the table of *access* sees it, from the cache if possible."""
    section = get_cached_schedule(
        access.pk, access.schedule_mark, "section", lambda: fetch_table_play(access).section
    )
    table_no = access.table_no or 0
    schedule = get_table_schedule(section, table_no, access_id=access.pk, mark=access.schedule_mark)
    return TablePlay(section, table_no, schedule, first_round=access.first_round)


def get_table_section(access: Access) -> Section:
    """Return the section of *access*, read together with it.

    :raises GoneError: if the access has no section
    """
    if access.section is None:
        raise make_session_gone_error()
    return access.section


def make_board_payload(table: TablePlay, line: Key) -> Json:
    """Return one board as the phone shows it."""
    board_no = line[0]
    game = table.section.session.event.game
    line_result = table.result_by_line.get(line)
    stored_entry = table.find_source_entry(line)
    question = table.find_open_question(line)
    is_later = table.is_to_be_played_later(line)
    # A board to be played later has an entry, but no result to show.
    has_result = line_result is not None and line_result.is_entered and not is_later
    is_confirmed = stored_entry is None or stored_entry.is_agreed
    text = ""
    score = None
    entered_at = ""
    is_by_director = False
    if line_result:
        text = line_result.text
        score = line_result.score
        if has_result:
            entered_at = f"{timezone.localtime(line_result.entered_at):%H:%M}"
            is_by_director = line_result.is_by_director
    # A result from the desk has no entry of a phone.
    lead = phone = side = ""
    if stored_entry:
        lead = stored_entry.lead
        phone = _format_phone(stored_entry)
        side = stored_entry.side
    return {
        "board": board_no,
        "state": get_line_state(line_result, stored_entry, game),
        "result": text,
        "entered": entered_at,
        "confirmed": has_result and is_confirmed,
        "score": score,
        "lead": lead,
        "dealer": get_dealer(board_no),
        "vulnerable": get_vulnerability(board_no).value,
        "trump": get_board_trump(table.section, board_no),
        "fixed": is_by_director,
        "phone": phone,
        "side": side,
        "asked": make_dispute_payload(question) if question else None,
        "others": can_ask_others(find_entered_line(table, line), table.settings, game),
        "shown": line in table.seen_lines,
        "later": is_later,
        "look": _find_check_request(table, line),
    }


def make_dispute_payload(question: TableWord) -> Json:
    """Return the entry of an open question as the phone shows it."""
    return {
        "result": question.text,
        "score": question.ns_score,
        "lead": question.lead,
        "phone": _format_phone(question),
        "side": question.side,
        "dispute": question.is_dispute,
        "from": question.from_board,
    }


def _format_phone(stored_entry: TableWord) -> str:
    return make_phone_label(stored_entry.access_id, stored_entry.device)


def _make_board_payloads(table: TablePlay, row: ScheduleRow) -> list[Json]:
    return [make_board_payload(table, line) for line in row.line_keys]


def _make_current_round(
    table: TablePlay,
    row: ScheduleRow | None,
    next_seats_by_row: Mapping[tuple[int, int], dict[str, str]],
    next_names_by_row: Mapping[tuple[int, int], dict[str, str]],
) -> Json:
    if row is None:
        return {
            "players": None,
            "ns": None,
            "ew": None,
            "labels": {"ns": "", "ew": ""},
            "switched": False,
            "reported": "",
            "boards": [],
            "next": {"ns": "", "ew": ""},
            "next_seats": None,
            "places": None,
        }
    return {
        "players": _make_players_payload(row),
        "ns": row.ns,
        "ew": row.ew,
        "labels": _make_labels_payload(table.section, row),
        "switched": row.is_switched,
        "reported": format_reported_result(row),
        "boards": _make_board_payloads(table, row),
        **_make_next_seats_payload(next_seats_by_row, row),
        "next_seats": next_names_by_row[row.round_and_half],
    }


def format_reported_result(row: ScheduleRow) -> str:
    """Return that the director entered the result of the match of *row* or made it void, or ""."""
    if row.is_void:
        return "The match is void: its boards don’t count."
    if row.reported:
        return f"The director has entered the result: {format_match_result(row.reported)}."
    return ""


def _make_labels_payload(section: Section, row: ScheduleRow) -> dict[str, str]:
    return {"ns": section.get_label(row.ns), "ew": section.get_label(row.ew)}


def _make_players_payload(row: ScheduleRow) -> dict[str, int] | None:
    """Return the numbers of single players by seat. None for pairs and teams."""
    if row.players:
        return dict(zip("NESW", row.players, strict=False))
    return None


def _make_next_seats_payload(
    next_seats_by_row: Mapping[tuple[int, int], dict[str, str]], row: ScheduleRow
) -> Json:
    """Return where the players of *row* go next: pairs by side, single players by seat."""
    if row.players:
        return {"next": {"ns": "", "ew": ""}, "places": next_seats_by_row[row.round_and_half]}
    return {"next": next_seats_by_row[row.round_and_half], "places": None}


def _make_previous_round(
    table: TablePlay,
    row: ScheduleRow | None,
    next_seats_by_row: Mapping[tuple[int, int], dict[str, str]],
    next_names_by_row: Mapping[tuple[int, int], dict[str, str]],
) -> Json | None:
    if row is None:
        return None
    return {
        "round": row.round_no,
        "ns": row.ns,
        "ew": row.ew,
        "labels": _make_labels_payload(table.section, row),
        "seats": fetch_player_names_by_seat(table.section, row),
        "players": _make_players_payload(row),
        "reported": format_reported_result(row),
        "boards": _make_board_payloads(table, row),
        **_make_next_seats_payload(next_seats_by_row, row),
        "next_seats": next_names_by_row[row.round_and_half],
    }


def _list_open_previous_rounds(table: TablePlay, previous_row: ScheduleRow | None) -> list[Json]:
    """Return the boards that still need something in rounds before the two that are shown."""
    shown_rows = (previous_row, table.row_by_round.get(table.round_no))
    first_shown = min((row.round_no for row in shown_rows if row), default=0)
    rounds = []
    for row in table.rows:
        # Nobody asks for the boards of a match whose result the director entered.
        if row.round_no >= first_shown or row.is_settled:
            continue
        open_lines = [line for line in row.line_keys if table.is_open(line)]
        if open_lines:
            rounds.append(
                {
                    "round": row.round_no,
                    "ns": row.ns,
                    "ew": row.ew,
                    "labels": _make_labels_payload(table.section, row),
                    "boards": [make_board_payload(table, line) for line in open_lines],
                }
            )
    return rounds


def _make_outside_payload(table: TablePlay, line: Key, stored_entry: TableWord) -> Json:
    """Return a board played outside the movement that waits for the director."""
    _board_no, ns, ew = line
    return make_board_payload(table, line) | {
        "round": stored_entry.round_no,
        "ns": ns,
        "ew": ew,
        "outside": True,
        "agreed": stored_entry.agreed_at is not None,
    }


def _find_check_request(table: TablePlay, line: Key) -> Json | None:
    """Return when the director asked the table to check *line*, or None."""
    requests = table.check_requests_by_line.get(line)
    if requests:
        return {"since": f"{timezone.localtime(requests[0].heard_at):%H:%M}"}
    return None


def _find_turn_report(table: TablePlay, *rows: ScheduleRow | None) -> Json | None:
    """Return the first open report that one of *rows* was played in the wrong direction."""
    for row in rows:
        report = table.find_turn_report(row) if row else None
        if report:
            return {"round": report.round_no, "phone": _format_phone(report), "side": report.side}
    return None


def _find_call(section: Section, table_no: int) -> Json | None:
    call = find_open_call(section, table_no)
    if call:
        return {"since": f"{timezone.localtime(call.made_at):%H:%M}", "what": call.reason}
    return None


def needs_names(table: TablePlay, seats: Mapping[str, str]) -> bool:
    """Return whether the table is asked for names: in its first round, until *seats* are full."""
    settings = table.settings
    event = table.section.session.event
    if not get_contest_record(table.section).is_whole_side:  # the page Seats settles who sits where
        return False
    is_first = table.round_no == min(table.row_by_round, default=0)
    takes_names = settings.names and settings.entry != "paper" and event.can_take_entries
    return takes_names and is_first and not all(seats.values())


def _make_settings(table: TablePlay, seats: Mapping[str, str]) -> dict[str, Any]:
    settings = table.settings
    asks_for_lead = settings.lead and table.section.session.event.game == "bridge"
    return {
        "lead": "asked" if asks_for_lead else "no",
        "confirm": settings.confirm,
        "result": settings.result,
        "order": settings.order,
        "others": settings.others,
        "names": needs_names(table, seats),
        "ranking": settings.ranking,
        "entry": settings.entry,
    }


def _explain_empty_table(table: TablePlay) -> str:
    """Return why nobody plays at the table in this round, or ""."""
    contest = get_contest_record(table.section)
    sit_outs = table.plan.sit_outs if table.plan else ()
    for round_no, number, table_no, *_sides in sit_outs:
        if (round_no, table_no) != (table.round_no, table.table_no):
            continue
        name = f"{contest.contestant_noun.capitalize()} {table.section.get_label(number)}"
        if not contest.is_whole_side:
            return f"{name} sits out this round."
        return f"{name} sits out this round{_describe_next_move(table, number)}."
    return _explain_withdrawals(table)


def _explain_withdrawals(table: TablePlay) -> str:
    """Return the rounds in which nobody plays here because a team withdrew, or ""."""
    if table.plan is None or not table.row_by_round:
        return ""
    withdrawn_teams = get_withdrawals_by_contestant(table.plan)
    if not withdrawn_teams:
        return ""
    if get_format(table.plan).is_drawn:
        # The last round is the latest that was drawn; later ones don't exist yet.
        teams_by_unplayed_round = {table.last_round: [*withdrawn_teams]}
    else:
        teams_by_unplayed_round = {
            round_no: teams
            for round_no, table_no, *teams in list_cancelled_matches_at_tables(table.plan)
            if table_no == table.table_no
        }
    empty_rounds = []
    absent_teams: set[int] = set()
    for round_no, teams in teams_by_unplayed_round.items():
        if round_no >= table.round_no and round_no not in table.row_by_round:
            empty_rounds.append(round_no)
            absent_teams.update(team for team in teams if team in withdrawn_teams)
    if not absent_teams:
        return ""
    contestant_noun = get_contest_record(table.section).contestant_noun.capitalize()
    labels = " and ".join(map(table.section.get_label, sorted(absent_teams)))
    if len(absent_teams) > 1:
        sentence = f"{contestant_noun}s {labels} have withdrawn"
    else:
        sentence = f"{contestant_noun} {labels} has withdrawn"
    plural = "s" if len(empty_rounds) > 1 else ""
    rounds = ", ".join(map(str, sorted(empty_rounds)))
    return f"{sentence}, so nobody plays at this table in round{plural} {rounds}."


def _describe_next_move(table: TablePlay, number: int) -> str:
    if table.round_no >= table.last_round:
        return ""
    rows = table.plan.rows.filter(Q(ns=number) | Q(ew=number), round_no=table.round_no + 1)
    row = rows.first()
    if row is None:
        return ", and the next one too"
    side = SIDE_NAMES["ns" if row.ns == number else "ew"]
    if row.table_no == table.table_no:
        return f", then stays here, {side}"
    return f", then goes to table {row.table_no}, {side}"
