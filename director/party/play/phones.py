"""A party's table on a phone: its state, and the reports that it submits.

Returns JSON for the page. A table with a *list* (Skat in series) shows and stores it on the same
page. All other tables submit reports: the winner, or the points of each side.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from director.core.base.refusals import NIGHT_OFF_LISTS_ERROR, TABLES_CLOSED_ERROR
from director.core.night.clock import make_clock_payload
from director.core.night.journal import lock_event
from director.core.night.links.finding import find_open_address
from director.core.night.phone_entries import find_previous_answer, store_phone_entry
from director.core.night.phones import refuse_blocked_device
from director.core.night.room import fetch_shown_messages
from director.core.night.table_api import Json, PhoneAnswer, PhoneEntry, TableApi, TableState
from director.errors import PartyError, TwoReportsError
from director.models import Access, TableWord
from director.party.models import Party, PartyResult, PartyRound
from director.party.movement.cards import is_on_cards
from director.party.movement.contestants import make_round_contestants
from director.party.movement.games import PartyRecord, PlayedRound
from director.party.movement.options import (
    count_tricks_per_round,
    get_hand_points,
    get_party_system,
    has_lists,
    is_redrawn_each_round,
    list_ranked_partners,
    list_tie_rules,
    must_report_points,
)
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import (
    PartyNames,
    fetch_party_names,
    format_players,
    read_seating,
)
from director.party.movement.tables import describe_goal, get_table_goal
from director.party.movement.waiting import (
    LEAVING_PLAYER_FIELDS,
    make_waiting_group,
    parse_leaving_players,
)
from director.party.movement.words import describe_card_deadline
from director.party.play.play import enter_party_result
from director.party.play.report import (
    PartyTableReport,
    get_unit_title,
    is_stored,
    make_report_values,
    refuse_other_players,
)
from director.party.play.series import (
    ListFigures,
    TypedList,
    is_list_complete,
    read_list,
    read_typed_list,
    store_list,
)
from director.party.scoring.skat_series import (
    check_typed_list,
    has_game_counts,
    has_minus_points,
    make_list_table,
)
from movements.party.model import PartyTable, Seating
from scoring.party.methods import get_party_method
from scoring.party.ties import get_tie_rule

OK, CREATED, CONFLICT = 200, 201, 409
MAX_DIGITS = 6

_ANOTHER_REPORT_STANDS_TEXT = (
    "This table has already entered another result. Agree on one, then change it."
)

_DIRECTORS_REPORT_STANDS_TEXT = (
    "The director has entered this table. Tell the director what is wrong."
)


@dataclass(frozen=True, slots=True)
class PartyAtTable:
    """One table in the latest round of a party. Before the draw it has no round and no table."""

    party: Party
    round_row: PartyRound | None
    table: PartyTable | None
    result: PartyResult | None
    waiting_players: tuple[str, ...] = ()  # players who wait here to come in
    seating: Seating = ()  # of the whole room

    @property
    def is_by_director(self) -> bool:
        """Whether the director entered the report."""
        return self.result is not None and self.result.entered_by_id is not None


def fetch_party_at_table(access: Access) -> PartyAtTable:
    """Return the table of *access* in the latest round. (Costs three queries.)

    :raises Http404: if the party was deleted
    """
    party = fetch_party_by_session(access.session_id)
    round_row = party.played_rounds.order_by("-round_no").first()
    if round_row is None:
        return PartyAtTable(party, round_row=None, table=None, result=None)
    seating = read_seating(round_row.seating)
    table = next((table for table in seating if table.table_no == access.table_no), None)
    result = round_row.results.filter(table_no=access.table_no or 0).first()
    waiting_players: list[str] = []
    if table:
        for waiting_table in seating:
            if waiting_table.waits_at == table.table_no:
                waiting_players.extend(waiting_table.players)
    return PartyAtTable(party, round_row, table, result, tuple(waiting_players), seating)


def make_list_payload(at_table: PartyAtTable) -> Json | None:
    """Return the list of a table, or None if nobody plays there. (Costs one query.)"""
    if at_table.table is None or at_table.table.sits_out:
        return None
    record, played_round = _make_table_record(at_table)
    list_table = make_list_table(record, played_round, at_table.table)
    # Without games the page has no boxes for those won and lost.
    games = list_table.games if has_game_counts(record) else 0
    return {
        "games": games,
        "rows": [asdict(row) for row in list_table.rows],
        "passed": list_table.passed,
        "sum": list_table.sum,
    }


def check_submitted_list(at_table: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Return the result of checking a list while it is typed, without storing it.

    :raises PartyError: for a box without a number
    """
    record, typed_list = _read_submitted_list(at_table, entry)
    players = at_table.table.players if at_table.table else ()
    # A sum says nothing as long as boxes are empty.
    if not is_list_complete(typed_list, players, counts_games=has_game_counts(record)):
        return PhoneAnswer(OK, {"check": "", "agrees": False})
    table_list = _read_table_list(record, typed_list, players)
    check_text, agrees = check_typed_list(
        record, table_list.lines, passed=table_list.passed, written_sum=table_list.written_sum
    )
    return PhoneAnswer(OK, {"check": check_text, "agrees": agrees})


def receive_list(at_table: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Store the list of a table, unless this phone may not replace it.

    :raises PartyError: for an impossible list, or one that doesn't add up and isn't confirmed
    """
    record, typed_list = _read_submitted_list(at_table, entry)
    if typed_list.is_empty or at_table.table is None or at_table.round_row is None:
        raise _make_no_report_sent_error()
    table_list = _read_table_list(record, typed_list, at_table.table.players)
    if at_table.result is not None and not _is_same_list(at_table.result, table_list):
        # No phone replaces the director's list. It replaces another phone's list only if the user
        # has agreed.
        if at_table.is_by_director:
            return _make_conflict_answer(_DIRECTORS_REPORT_STANDS_TEXT)
        if not entry.data.get("change"):
            return _make_conflict_answer(_ANOTHER_REPORT_STANDS_TEXT)
    stored_result = store_list(
        party=at_table.party,
        round_no=at_table.round_row.round_no,
        table_no=at_table.table.table_no,
        figures=table_list,
        is_confirmed=typed_list.is_confirmed,
        user=None,  # reported by the table
    )
    body = {
        "stored": True,
        "table": at_table.table.table_no,
        "round": at_table.round_row.round_no,
        "points": stored_result.points if stored_result else [],
        "waits_for": None,  # unlike at bridge, nobody has to confirm it
    }
    return PhoneAnswer(CREATED, body)


def _make_conflict_answer(text: str) -> PhoneAnswer:
    return PhoneAnswer(CONFLICT, {"error": text})


def _make_table_record(at_table: PartyAtTable) -> tuple[PartyRecord, PlayedRound]:
    """Return a record with only this table in this round, and the round.

    The functions that score a list take a :class:`PartyRecord`. Reading a whole record costs more
    queries than a phone's page needs.
    """
    table = at_table.table
    round_no = at_table.round_row.round_no if at_table.round_row else 0
    results = {at_table.result.table_no: at_table.result} if at_table.result else {}
    played_round = PlayedRound(round_no, (table,) if table else (), results)
    names = fetch_party_names(at_table.party, table.players if table else ())
    return PartyRecord(at_table.party, names, (played_round,)), played_round


def _read_submitted_list(
    at_table: PartyAtTable, entry: PhoneEntry
) -> tuple[PartyRecord, TypedList]:
    # An unticked box comes as False, but read_typed_list() looks for its name only.
    boxes = {
        name: str(value)
        for name, value in entry.data.items()
        if isinstance(value, str | int) and value is not False
    }
    record, _played_round = _make_table_record(at_table)
    players = at_table.table.players if at_table.table else ()
    return record, read_typed_list(boxes, players)


def _read_table_list(
    record: PartyRecord, typed_list: TypedList, players: tuple[str, ...]
) -> ListFigures:
    name_by_player = {player: record.names[player] for player in players}
    return read_list(
        typed_list,
        players,
        name_by_player,
        counts_games=has_game_counts(record),
        has_minus_points=has_minus_points(record),
    )


def _is_same_list(stored_result: PartyResult, table_list: ListFigures) -> bool:
    points = [line.points for line in table_list.lines]
    deals = []
    if stored_result.deals:  # games are counted
        deals = [[line.games_won, line.games_lost] for line in table_list.lines]
    return (stored_result.points, stored_result.deals, stored_result.passed) == (
        points,
        deals,
        table_list.passed,
    )


def make_party_table_state(access: Access) -> TableState:
    """Return the state of the table of *access*. (Costs at most seven queries.)"""
    at_table = fetch_party_at_table(access)
    party = at_table.party
    result = at_table.result
    session = party.session
    event = session.event
    side_labels, names = _label_sides(at_table)
    unit = second_figure = ""
    if must_report_points(party):
        unit = get_unit_title(party)
        # A list has boxes of its own.
        if not has_lists(party):
            second_figure = get_party_method(party.method).extra_figure
    messages = fetch_shown_messages(session)
    state: Json = {
        "kind": "party",
        "event": event.name,
        "club": event.club.name,
        "table": access.table_no,
        "section": "",  # a party has none, but the page of a table shows one
        **_make_round_payload(at_table, side_labels, names),
        "list": make_list_payload(at_table) if has_lists(party) else None,
        "keys": list(get_hand_points(party)),
        "whole": count_tricks_per_round(party, result.hands if result else None),
        "goal": get_table_goal(party, access.table_no or 0),
        "goal_words": describe_goal(party),
        "unit": unit,
        "beside": second_figure,
        "line": make_waiting_payload(at_table, names),
        "tie": _get_tie_question(party, at_table.table),
        **_make_report_payload(result),
        "fixed": at_table.is_by_director,  # no phone replaces the director's report
        "clock": make_clock_payload(session),
        "say": [message.text for message in messages],
        "call": None,
        "over": party.is_over or not event.can_take_entries,
    }
    next_change = min((message.until for message in messages if message.until), default=None)
    return TableState(state, next_change)


def _make_round_payload(at_table: PartyAtTable, side_labels: list[str], names: PartyNames) -> Json:
    party, table = at_table.party, at_table.table
    round_no = 0  # before the draw
    trump = ""
    card_deadline = ""
    if at_table.round_row:
        round_no = at_table.round_row.round_no
        # Results come from the players' cards, but a report that a table sent stays on its page.
        if at_table.result is None and is_on_cards(party, round_no):
            card_deadline = describe_card_deadline(party)
        else:
            trump = party.describe_trump(round_no)
    sides = []
    if table:
        sides = [[names[player] for player in side] for side in table.sides]
    is_playing = table is not None and not table.sits_out
    return {
        "round": round_no,
        "rounds": party.rounds,
        "round_word": party.round_noun,
        "trump": trump,
        "sides": sides,
        "side_words": side_labels,
        # Sent back with a report, which is refused if others sit there by then.
        "players": format_players(table) if table else "",
        # The page asks for a report only then: a sheet of Skat or a list has its own boxes,
        # and the players' cards are entered by the director.
        "plays": is_playing and not is_redrawn_each_round(party) and not card_deadline,
        "by_cards": card_deadline,
    }


def _make_report_payload(result: PartyResult | None) -> Json:
    if result is None:
        return {"state": "empty", "winner": None, "points": [], "beside_points": [], "entered": ""}
    return {
        "state": "stored",
        "winner": result.winner,
        "points": result.points,
        "beside_points": result.beside,
        "entered": f"{timezone.localtime(result.entered_at):%H:%M}",
    }


def _label_sides(at_table: PartyAtTable) -> tuple[list[str], PartyNames]:
    """Return the labels of the table's sides, and the names of its players."""
    table, system = at_table.table, get_party_system(at_table.party)
    if table is None or at_table.round_row is None:
        return [], fetch_party_names(at_table.party, ())
    players = (*table.players, *at_table.waiting_players)
    if table.sits_out or not (system and system.sides):
        return [], fetch_party_names(at_table.party, players)
    round_no = at_table.round_row.round_no
    # A team's name is stored with its first player, who may sit at another table.
    first_players = [
        min(team, key=int)
        for team in list_ranked_partners(at_table.party, round_no, at_table.seating)
    ]
    names = fetch_party_names(at_table.party, (*players, *first_players))
    teams = make_round_contestants(names, round_no, at_table.seating)
    labels = []
    for role, side in zip(system.sides, table.sides, strict=True):
        label = role.capitalize()
        # Every player of a side belongs to the same team, so the first one finds it.
        if team_name := teams.get_team_title(side[0]):
            label = f"{label}: {team_name}"
        labels.append(label)
    return labels, names


def make_waiting_payload(at_table: PartyAtTable, names: PartyNames) -> Json | None:
    """Return the players who wait at the table and who goes out, or None if nobody waits."""
    if at_table.table is None or not at_table.waiting_players:
        return None
    waiting_group = make_waiting_group(
        at_table.party, names, at_table.table, at_table.waiting_players, at_table.result
    )
    return {
        "text": waiting_group.text,
        "words": waiting_group.exchange_text,
        "is_named": waiting_group.is_named,
        "fields": [list(field) for field in waiting_group.fields],
        "players": [list(player) for player in waiting_group.players],
    }


def _get_tie_question(party: Party, table: PartyTable | None) -> str:
    """Return the question that settles a tie at *table*, or ""."""
    # A tie is settled between two sides whose points show it.
    if table is None or len(table.sides) != 2 or not must_report_points(party):
        return ""
    if not list_tie_rules(party, table):
        return ""
    return get_tie_rule(party.tie_rule).required_fact


class PartyApi(TableApi):
    """The interface of a party's tables to phones."""

    template = "party/table_page.html"

    def read_state(self, access: Access) -> TableState:
        """Return the state of the table of *access*."""
        return make_party_table_state(access)

    def store_result(self, access: Access, entry: PhoneEntry) -> PhoneAnswer:
        """Store the report of the table of *access*, or only check it if the phone asks for that.

        :raises PartyError: if nobody plays there, the report makes no sense, or it is a tie
        :raises BlockedPhoneError: if the phone is not admitted
        """
        if entry.data.get("check"):
            at_table = fetch_party_at_table(access)
            _refuse_closed_table(at_table, entry)
            return check_submitted_list(at_table, entry)
        # Phones repeat an entry until they get an answer. A repeated one needs no lock.
        if repeated_answer := find_previous_answer(access, entry):
            return repeated_answer
        with transaction.atomic():
            lock_event(access.session.event)
            # The same entry may have been stored while this one waited for the lock.
            if repeated_answer := find_previous_answer(access, entry):
                return repeated_answer
            if address := find_open_address(access.token):
                refuse_blocked_device(address.phones_by_device, entry.device)
            at_table = fetch_party_at_table(access)
            _refuse_late_entry(access, at_table, entry)
            _refuse_closed_table(at_table, entry)
            if has_lists(at_table.party):
                answer = receive_list(at_table, entry)
            else:
                answer = _store_report(at_table, entry)
            store_phone_entry(
                access,
                entry,
                kind=TableWord.Kind.RESULT,
                answer=answer,
                round_no=at_table.round_row.round_no if at_table.round_row else None,
                # Only a stored report has a version. A party counts none, so it is always 1.
                version=1 if answer.status == CREATED else None,
            )
            return answer


PARTY_API = PartyApi()


def _refuse_late_entry(access: Access, at_table: PartyAtTable, entry: PhoneEntry) -> None:
    """Raise if the entry was made before the director removed the table's report.

    A phone without a connection may send an entry much later than it was made.

    :raises PartyError: if it was made earlier by the phone's clock
    """
    if entry.entered_at is None or at_table.round_row is None or at_table.result is not None:
        return
    stored_reports = access.words.filter(
        kind=TableWord.Kind.RESULT, round_no=at_table.round_row.round_no, version__isnull=False
    )
    later_acts = at_table.party.session.event.acts.filter(
        Q(made_by__isnull=False, made_at__gt=entry.entered_at) | Q(undone_at__gt=entry.entered_at)
    )
    if stored_reports.exists() and later_acts.exists():
        raise PartyError(
            "report-taken-back",
            "The director has deleted this table’s result. If yours is right, tap it again.",
        )


def _refuse_closed_table(at_table: PartyAtTable, entry: PhoneEntry) -> None:
    """Raise if this table has nothing to report.

    :raises PartyError: with the reason
    """
    event = at_table.party.session.event
    if event.removed_at:
        raise PartyError(*NIGHT_OFF_LISTS_ERROR)
    if not event.can_take_entries:
        raise PartyError(*TABLES_CLOSED_ERROR)
    if at_table.table is None or at_table.round_row is None or at_table.table.sits_out:
        raise _make_nobody_plays_here_error(noun=at_table.party.round_noun)
    if is_on_cards(at_table.party, at_table.round_row.round_no) and at_table.result is None:
        raise PartyError(
            "on-cards-here", "Everybody hands in a tally card here, so phones can’t enter results."
        )
    # The page may show a round that has ended since.
    entry_round = _read_submitted_figure(entry.data.get("round"))
    if entry_round is not None and entry_round != at_table.round_row.round_no:
        raise PartyError(
            "round-is-another",
            "{title} {round_no} isn’t being played now; it’s {noun} {now}. Tell the director.",
            title=at_table.party.round_title,
            noun=at_table.party.round_noun,
            round_no=entry_round,
            now=at_table.round_row.round_no,
        )
    refuse_other_players(at_table.table, entry.data.get("players"))


def _store_report(at_table: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Store the report in *entry*, unless this phone may not replace the stored one."""
    if at_table.table is None or at_table.round_row is None:
        raise _make_nobody_plays_here_error(noun=at_table.party.round_noun)
    report = _read_report(entry.data, at_table.party, at_table.table)
    if at_table.result is not None:
        values = make_report_values(
            at_table.party, at_table.table, report, round_no=at_table.round_row.round_no
        )
        can_change = bool(entry.data.get("change")) and not at_table.is_by_director
        if not can_change and not is_stored(at_table.result, values):
            return _make_refusal_answer(at_table, values)
    try:
        result = enter_party_result(
            party=at_table.party,
            round_no=at_table.round_row.round_no,
            table_no=at_table.table.table_no,
            report=report,
            must_be_current=True,
            user=None,
        )
    except TwoReportsError as error:
        return PhoneAnswer(CONFLICT, {"error": str(error)})
    body = {
        "stored": True,
        "table": at_table.table.table_no,
        "round": at_table.round_row.round_no,
        "winner": result.winner,
        "points": result.points,
        "waits_for": None,
    }
    return PhoneAnswer(CREATED, body)


def _make_refusal_answer(at_table: PartyAtTable, values: Mapping[str, Any]) -> PhoneAnswer:
    if at_table.is_by_director:
        text = _DIRECTORS_REPORT_STANDS_TEXT
    else:
        text = _ANOTHER_REPORT_STANDS_TEXT
    stored_result = at_table.result
    body = {
        "error": text,
        "stands": {"winner": stored_result.winner, "points": stored_result.points}
        if stored_result
        else None,
        "yours": {"winner": values["winner"], "points": values["points"]},
    }
    return PhoneAnswer(CONFLICT, body)


def _read_report(data: Mapping[str, Any], party: Party, table: PartyTable) -> PartyTableReport:
    """Return the report on *table* in the *data* from a phone.

    With equal points, the winner is the one by the party's tie rule.
    """
    points = _read_side_figures(data, "points", len(table.sides))
    second_figures = _read_side_figures(data, "beside", len(table.sides))
    winner = _read_submitted_figure(data.get("winner"))
    if winner is None and not any(figure is not None for figure in points):
        raise _make_no_report_sent_error()
    # Leavers come as a list, or each in a field.
    leavers = data.get("out")
    leaver_data = (
        dict(zip(LEAVING_PLAYER_FIELDS, leavers, strict=False))
        if isinstance(leavers, list)
        else data
    )
    is_tie = winner is not None and len(points) == 2 and points[0] == points[1] is not None
    written_figures: tuple[int, ...] = ()
    # Zeros only are the same as nothing written.
    if any(second_figures):
        written_figures = tuple(figure or 0 for figure in second_figures)
    return PartyTableReport(
        winner=winner,
        points=points,
        tie=party.tie_rule if is_tie else "",
        players_out=parse_leaving_players(leaver_data),
        second_figures=written_figures,
    )


def _read_side_figures(
    data: Mapping[str, Any], name: str, side_count: int
) -> tuple[int | None, ...]:
    """Return the figures of all sides, sent as a list or in a field for each side."""
    fields = [f"{name}-{side}" for side in range(side_count)]
    values = data.get(name)
    if values is None and any(field in data for field in fields):
        values = [data.get(field) for field in fields]
    if isinstance(values, list):
        return tuple(_read_submitted_figure(value) for value in values)
    return ()


def _read_submitted_figure(value: object) -> int | None:
    """Return *value* as a whole number, None if it is empty.

    :raises PartyError: for anything else
    """
    if value is None or value == "":
        return None
    if isinstance(value, str):
        text = value.strip()
        if text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= MAX_DIGITS:
            return int(text)
    # In Python a bool is an int, too.
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**MAX_DIGITS:
        return value
    raise PartyError("no-figure-sent", "“{sent}” isn’t a whole number.", sent=str(value)[:20])


def _make_nobody_plays_here_error(*, noun: object) -> PartyError:
    return PartyError("nobody-plays-here", "Nobody plays at this table in this {noun}.", noun=noun)


def _make_no_report_sent_error() -> PartyError:
    return PartyError("no-report-sent", "Tap the side that won, or give the points of each side.")
