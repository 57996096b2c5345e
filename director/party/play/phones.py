"""A party's table on a phone: what it is shown, and the reports that it sends.

Returns JSON for the page. A table with a *list* (Skat in series) shows and stores it on the
same page; all other tables send reports: the winner, or the points of each side.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from director.core.base.refusals import NIGHT_OFF_LISTS, TABLES_CLOSED
from director.core.night.clock import make_clock_payload
from director.core.night.history import lock_event
from director.core.night.links import find_open_address
from director.core.night.phone_entries import find_earlier_answer, store_phone_entry
from director.core.night.phones import refuse_shut
from director.core.night.screens import fetch_shown_messages
from director.errors import PartyError, TwoReportsError
from director.event_kinds import Json, PhoneAnswer, PhoneEntry, TableApi, TableState
from director.models import Access, TableWord
from director.party.models import Party, PartyResult, PartyRound
from director.party.movement.cards import is_on_cards
from director.party.movement.games import Evening, PlayedRound
from director.party.movement.next_round import OUT_FIELDS, make_waiting_line, parse_leaving_players
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
from director.party.movement.parties import get_party_by_session
from director.party.movement.seating import (
    PartyNames,
    fetch_party_names,
    format_players,
    make_round_contestants,
    read_seating,
)
from director.party.movement.tables import describe_goal, get_table_goal
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
from director.party.scoring.skat_series import check_typed_list, has_game_counts, make_list_table
from movements.party.model import PartyTable, Seating
from scoring.party.methods import find_party_method
from scoring.party.ties import find_tie_rule

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
    waiting: tuple[str, ...] = ()  # players who wait here to come in
    seating: Seating = ()  # of the whole room

    @property
    def is_by_director(self) -> bool:
        """Whether the director entered the report."""
        return self.result is not None and self.result.entered_by_id is not None


def fetch_party_at_table(access: Access) -> PartyAtTable:
    """Return the table of *access* in the latest round. Three queries.

    :raises Http404: if the party was deleted
    """
    party = get_party_by_session(access.session_id)
    round_row = party.played_rounds.order_by("-round_no").first()
    if round_row is None:
        return PartyAtTable(party, None, None, None)
    seating = read_seating(round_row.seating)
    table = next((table for table in seating if table.table_no == access.table_no), None)
    result = round_row.results.filter(table_no=access.table_no or 0).first()
    waiting: list[str] = []
    if table:
        for waiting_table in seating:
            if waiting_table.waits_at == table.table_no:
                waiting.extend(waiting_table.players)
    return PartyAtTable(party, round_row, table, result, tuple(waiting), seating)


OK, CREATED, CONFLICT = 200, 201, 409


def make_list_payload(view: PartyAtTable) -> Json | None:
    """Return the list of a table, or None if nobody plays there. One query."""
    if view.table is None or view.table.sits_out:
        return None
    evening, played_round = _make_table_evening(view)
    shown_list = make_list_table(evening, played_round, view.table)
    # Without games the page has no boxes for those won and lost.
    games = shown_list.games if has_game_counts(evening) else 0
    return {
        "games": games,
        "rows": [asdict(row) for row in shown_list.rows],
        "passed": shown_list.passed,
        "sum": shown_list.sum,
    }


def check_sent_list(view: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Return the result of checking a list while it is typed, without storing it.

    :raises PartyError: for a box without a number
    """
    evening, typed = _parse_sent_list(view, entry)
    players = view.table.players if view.table else ()
    # A sum says nothing as long as boxes are empty.
    if not is_list_complete(typed, players, counts_games=has_game_counts(evening)):
        return PhoneAnswer(OK, {"check": "", "agrees": False})
    table_list = _read_table_list(evening, typed, players)
    check_text, agrees = check_typed_list(
        evening, table_list.lines, passed=table_list.passed, written_sum=table_list.written_sum
    )
    return PhoneAnswer(OK, {"check": check_text, "agrees": agrees})


def receive_list(view: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Store the list of a table, unless this phone may not replace it.

    :raises PartyError: for an impossible list, or one that doesn't add up and isn't confirmed
    """
    evening, typed = _parse_sent_list(view, entry)
    if typed.is_empty or view.table is None or view.round_row is None:
        raise _make_no_report_sent_error()
    table_list = _read_table_list(evening, typed, view.table.players)
    if view.result is not None and not _is_same(view.result, table_list):
        # No phone replaces the director's list; that of another phone only if the user has agreed.
        if view.is_by_director:
            return _make_conflict_answer(_DIRECTORS_REPORT_STANDS_TEXT)
        if not entry.data.get("change"):
            return _make_conflict_answer(_ANOTHER_REPORT_STANDS_TEXT)
    stored = store_list(
        party=view.party,
        round_no=view.round_row.round_no,
        table_no=view.table.table_no,
        figures=table_list,
        is_confirmed=typed.is_confirmed,
        user=None,  # reported by the table
    )
    body = {
        "stored": True,
        "table": view.table.table_no,
        "round": view.round_row.round_no,
        "points": stored.points if stored else [],
        "waits_for": None,  # unlike at bridge, nobody has to confirm it
    }
    return PhoneAnswer(CREATED, body)


def _make_conflict_answer(text: str) -> PhoneAnswer:
    return PhoneAnswer(CONFLICT, {"error": text})


def _make_table_evening(view: PartyAtTable) -> tuple[Evening, PlayedRound]:
    """Return the round of the table, and an evening with only this table in this round.

    The functions that score a list take an :class:`Evening`. Reading the whole one costs more
    queries than a phone's page needs.
    """
    table = view.table
    round_no = view.round_row.round_no if view.round_row else 0
    results = {view.result.table_no: view.result} if view.result else {}
    played_round = PlayedRound(round_no, (table,) if table else (), results)
    names = fetch_party_names(view.party, table.players if table else ())
    return Evening(view.party, names, (played_round,)), played_round


def _parse_sent_list(view: PartyAtTable, entry: PhoneEntry) -> tuple[Evening, TypedList]:
    # An unticked box comes as False, but read_typed_list() looks for its name only.
    boxes = {
        name: str(value)
        for name, value in entry.data.items()
        if isinstance(value, str | int) and value is not False
    }
    evening, _played_round = _make_table_evening(view)
    players = view.table.players if view.table else ()
    return evening, read_typed_list(boxes, players)


def _read_table_list(evening: Evening, typed: TypedList, players: tuple[str, ...]) -> ListFigures:
    names = {player: evening.names[player] for player in players}
    return read_list(typed, players, names, counts_games=has_game_counts(evening))


def _is_same(stored: PartyResult, table_list: ListFigures) -> bool:
    points = [line.points for line in table_list.lines]
    deals = []
    if stored.deals:  # games are counted
        deals = [[line.won, line.lost] for line in table_list.lines]
    return (stored.points, stored.deals, stored.passed) == (points, deals, table_list.passed)


def build_party_payload(access: Access) -> TableState:
    """Return the state of the table of *access*. At most seven queries."""
    view = fetch_party_at_table(access)
    party, result = view.party, view.result
    session, event = party.session, party.session.event
    side_words, names = _label_sides(view)
    unit = second_figure = ""
    if must_report_points(party):
        unit = get_unit_title(party)
        # A list has boxes of its own.
        if not has_lists(party):
            second_figure = find_party_method(party.method).extra_figure
    messages = fetch_shown_messages(session)
    state: Json = {
        "kind": "party",
        "event": event.name,
        "club": event.club.name,
        "table": access.table_no,
        "section": "",  # a party has none, but the page of a table shows one
        **_make_round_payload(view, side_words, names),
        "list": make_list_payload(view) if has_lists(party) else None,
        "keys": list(get_hand_points(party)),
        "whole": count_tricks_per_round(party, result.hands if result else None),
        "goal": get_table_goal(party, access.table_no or 0),
        "goal_words": describe_goal(party),
        "unit": unit,
        "beside": second_figure,
        "line": make_waiting_payload(view, names),
        "tie": _find_tie_question(party, view.table),
        **_make_report_payload(result),
        "fixed": view.is_by_director,  # no phone replaces the director's report
        "clock": make_clock_payload(session),
        "say": [message.text for message in messages],
        "call": None,
        "over": party.is_over or not event.takes_entries,
    }
    next_change = min((message.until for message in messages if message.until), default=None)
    return TableState(state, next_change)


def _make_round_payload(view: PartyAtTable, side_words: list[str], names: PartyNames) -> Json:
    party, table = view.party, view.table
    round_no = 0  # before the draw
    trump = ""
    by_cards = ""
    if view.round_row:
        round_no = view.round_row.round_no
        # Results come from the players' cards, but a report that a table sent stays on its page.
        if view.result is None and is_on_cards(party, round_no):
            by_cards = describe_card_deadline(party)
        else:
            trump = party.describe_trump(round_no)
    sides = []
    if table:
        sides = [[names[player] for player in side] for side in table.sides]
    is_playing = table is not None and not table.sits_out
    return {
        "round": round_no,
        "rounds": party.rounds,
        "round_word": party.round_word,
        "trump": trump,
        "sides": sides,
        "side_words": side_words,
        # Sent back with a report, which is refused if others sit there by then.
        "players": format_players(table) if table else "",
        # The page asks for a report only then: a sheet of Skat or a list has its own boxes,
        # and the players' cards are entered by the director.
        "plays": is_playing and not is_redrawn_each_round(party) and not by_cards,
        "by_cards": by_cards,
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


def _label_sides(view: PartyAtTable) -> tuple[list[str], PartyNames]:
    """Return the labels of the table's sides, and the names of its players."""
    table, system = view.table, get_party_system(view.party)
    if table is None or view.round_row is None:
        return [], fetch_party_names(view.party, ())
    players = (*table.players, *view.waiting)
    if table.sits_out or not (system and system.sides):
        return [], fetch_party_names(view.party, players)
    round_no = view.round_row.round_no
    # A team's name is stored with its first player, who may sit at another table.
    first_players = [
        min(team, key=int) for team in list_ranked_partners(view.party, round_no, view.seating)
    ]
    names = fetch_party_names(view.party, (*players, *first_players))
    teams = make_round_contestants(names, round_no, view.seating)
    labels = []
    for role, side in zip(system.sides, table.sides, strict=True):
        label = role.capitalize()
        # Every player of a side belongs to the same team, so the first one finds it.
        if team_name := teams.get_team_title(side[0]):
            label = f"{label}: {team_name}"
        labels.append(label)
    return labels, names


def make_waiting_payload(view: PartyAtTable, names: PartyNames) -> Json | None:
    """Return the players who wait at the table and who goes out, or None if nobody waits."""
    if view.table is None or not view.waiting:
        return None
    line = make_waiting_line(view.party, names, view.table, view.waiting, view.result)
    return {
        "text": line.text,
        "words": line.words,
        "is_named": line.is_named,
        "fields": [list(field) for field in line.fields],
        "players": [list(player) for player in line.players],
    }


def _find_tie_question(party: Party, table: PartyTable | None) -> str:
    """Return the question that settles a tie at *table*, or ""."""
    # A tie is settled between two sides whose points show it.
    if table is None or len(table.sides) != 2 or not must_report_points(party):
        return ""
    if not list_tie_rules(party, table):
        return ""
    return find_tie_rule(party.tie_rule).requested_fact


MAX_DIGITS = 6


class PartyApi(TableApi):
    """The interface of a party's tables to phones."""

    template = "party/table_page.html"

    def read_state(self, access: Access) -> TableState:
        """Return the state of the table of *access*."""
        return build_party_payload(access)

    def store_result(self, access: Access, entry: PhoneEntry) -> PhoneAnswer:
        """Store the report of the table of *access*, or only check it if the phone asks for that.

        :raises PartyError: if nobody plays there, the report makes no sense, or it is a tie
        :raises ShutPhoneError: if the phone is not admitted
        """
        if entry.data.get("check"):
            view = fetch_party_at_table(access)
            _refuse_closed(view, entry)
            return check_sent_list(view, entry)
        # Phones repeat an entry until they get an answer. A repeated one needs no lock.
        if repeated_answer := find_earlier_answer(access, entry):
            return repeated_answer
        with transaction.atomic():
            lock_event(access.session.event)
            # The same entry may have been stored while this one waited for the lock.
            if repeated_answer := find_earlier_answer(access, entry):
                return repeated_answer
            if address := find_open_address(access.token):
                refuse_shut(address.phones, entry.device)
            view = fetch_party_at_table(access)
            _refuse_late(access, view, entry)
            _refuse_closed(view, entry)
            if has_lists(view.party):
                answer = receive_list(view, entry)
            else:
                answer = _store_report(view, entry)
            store_phone_entry(
                access,
                entry,
                kind=TableWord.Kind.RESULT,
                answer=answer,
                round_no=view.round_row.round_no if view.round_row else None,
                # Only a stored report has a version. A party counts none, so it is always 1.
                version=1 if answer.status == CREATED else None,
            )
            return answer


PARTY_API = PartyApi()


def _refuse_late(access: Access, view: PartyAtTable, entry: PhoneEntry) -> None:
    """Raise if the entry was made before the director removed the table's report.

    A phone without a connection may send an entry much later than it was made.

    :raises PartyError: if it was made earlier by the phone's clock
    """
    if entry.at is None or view.round_row is None or view.result is not None:
        return
    stored_reports = access.words.filter(
        kind=TableWord.Kind.RESULT, round_no=view.round_row.round_no, version__isnull=False
    )
    later_acts = view.party.session.event.acts.filter(
        Q(made_by__isnull=False, made_at__gt=entry.at) | Q(undone_at__gt=entry.at)
    )
    if stored_reports.exists() and later_acts.exists():
        raise PartyError(
            "report-taken-back",
            "The director has deleted this table’s result. If yours is right, tap it again.",
        )


def _refuse_closed(view: PartyAtTable, entry: PhoneEntry) -> None:
    """Raise if this table has nothing to report.

    :raises PartyError: with the reason
    """
    event = view.party.session.event
    if event.removed_at:
        raise PartyError(*NIGHT_OFF_LISTS)
    if not event.takes_entries:
        raise PartyError(*TABLES_CLOSED)
    if view.table is None or view.round_row is None or view.table.sits_out:
        raise _make_nobody_plays_here_error(word=view.party.round_word)
    if is_on_cards(view.party, view.round_row.round_no) and view.result is None:
        raise PartyError(
            "on-cards-here", "Everybody hands in a tally card here, so phones can’t enter results."
        )
    # The page may show a round that has ended since.
    entry_round = _parse_sent_figure(entry.data.get("round"))
    if entry_round is not None and entry_round != view.round_row.round_no:
        raise PartyError(
            "round-is-another",
            "{title} {round_no} isn’t being played now; it’s {word} {now}. Tell the director.",
            title=view.party.round_title,
            word=view.party.round_word,
            round_no=entry_round,
            now=view.round_row.round_no,
        )
    refuse_other_players(view.table, entry.data.get("players"))


def _store_report(view: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Store the report in *entry*, unless this phone may not replace the stored one."""
    if view.table is None or view.round_row is None:
        raise _make_nobody_plays_here_error(word=view.party.round_word)
    report = _read_report(entry.data, view.party, view.table)
    if view.result is not None:
        values = make_report_values(
            view.party, view.table, report, round_no=view.round_row.round_no
        )
        may_change = bool(entry.data.get("change")) and not view.is_by_director
        if not may_change and not is_stored(view.result, values):
            return _make_refusal_answer(view, values)
    try:
        result = enter_party_result(
            party=view.party,
            round_no=view.round_row.round_no,
            table_no=view.table.table_no,
            report=report,
            as_current=True,
            user=None,
        )
    except TwoReportsError as error:
        return PhoneAnswer(CONFLICT, {"error": str(error)})
    body = {
        "stored": True,
        "table": view.table.table_no,
        "round": view.round_row.round_no,
        "winner": result.winner,
        "points": result.points,
        "waits_for": None,
    }
    return PhoneAnswer(CREATED, body)


def _make_refusal_answer(view: PartyAtTable, values: Mapping[str, Any]) -> PhoneAnswer:
    if view.is_by_director:
        text = _DIRECTORS_REPORT_STANDS_TEXT
    else:
        text = _ANOTHER_REPORT_STANDS_TEXT
    stored = view.result
    body = {
        "error": text,
        "stands": {"winner": stored.winner, "points": stored.points} if stored else None,
        "yours": {"winner": values["winner"], "points": values["points"]},
    }
    return PhoneAnswer(CONFLICT, body)


def _read_report(data: Mapping[str, Any], party: Party, table: PartyTable) -> PartyTableReport:
    """Return the report on *table* in the *data* from a phone.

    With equal points, the winner is the one by the party's tie rule.
    """
    points = _parse_side_figures(data, "points", len(table.sides))
    second_figures = _parse_side_figures(data, "beside", len(table.sides))
    winner = _parse_sent_figure(data.get("winner"))
    if winner is None and not any(figure is not None for figure in points):
        raise _make_no_report_sent_error()
    # Leavers come as a list, or each in a field.
    outgoing = data.get("out")
    out_data = dict(zip(OUT_FIELDS, outgoing, strict=False)) if isinstance(outgoing, list) else data
    is_tie = winner is not None and len(points) == 2 and points[0] == points[1] is not None
    beside: tuple[int, ...] = ()
    # Zeros only are the same as nothing written.
    if any(second_figures):
        beside = tuple(figure or 0 for figure in second_figures)
    return PartyTableReport(
        winner=winner,
        points=points,
        tie=party.tie_rule if is_tie else "",
        players_out=parse_leaving_players(out_data),
        second_figures=beside,
    )


def _parse_side_figures(
    data: Mapping[str, Any], name: str, side_count: int
) -> tuple[int | None, ...]:
    """Return the figures of all sides, sent as a list or in a field for each side."""
    fields = [f"{name}-{side}" for side in range(side_count)]
    values = data.get(name)
    if values is None and any(field in data for field in fields):
        values = [data.get(field) for field in fields]
    if isinstance(values, list):
        return tuple(_parse_sent_figure(value) for value in values)
    return ()


def _parse_sent_figure(value: object) -> int | None:
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


def _make_nobody_plays_here_error(*, word: object) -> PartyError:
    return PartyError("nobody-plays-here", "Nobody plays at this table in this {word}.", word=word)


def _make_no_report_sent_error() -> PartyError:
    return PartyError("no-report-sent", "Tap the side that won, or give the points of each side.")
