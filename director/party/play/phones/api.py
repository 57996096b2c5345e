"""Reports that a phone sends from a table of a party: the winner, or the points of each side."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from director.core.base.sentences import DeskSentences
from director.core.night.history.write import lock_event
from director.core.night.links.connected import refuse_shut
from director.core.night.links.read import find_open_address
from director.core.night.links.write import find_earlier_answer, store_phone_entry
from director.errors import PartyError, TwoReportsError
from director.kinds import PhoneAnswer, PhoneEntry, TableApi, TableState
from director.models import Access, TableWord
from director.party.models import Party
from director.party.movement.games.cards import is_on_cards
from director.party.movement.options import has_lists
from director.party.movement.waiting import OUT_FIELDS, parse_leaving_players
from director.party.play.phones.table import PartyAtTable, fetch_party_at_table
from director.party.play.phones.table_state import (
    build_party_payload,
    check_sent_list,
    receive_list,
)
from director.party.play.play import enter_party_result
from director.party.play.report import (
    PartyTableReport,
    is_stored,
    make_report_values,
    refuse_other_players,
)
from director.party.sentences import PartySentences
from movements.party.model import PartyTable

CREATED, CONFLICT = 201, 409
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
        raise PartyError(PartySentences.REPORT_TAKEN_BACK)


def _refuse_closed(view: PartyAtTable, entry: PhoneEntry) -> None:
    """Raise if this table has nothing to report.

    :raises PartyError: with the reason
    """
    event = view.party.session.event
    if event.removed_at:
        raise PartyError(DeskSentences.NIGHT_OFF_LISTS)
    if not event.takes_entries:
        raise PartyError(DeskSentences.TABLES_CLOSED)
    if view.table is None or view.round_row is None or view.table.sits_out:
        raise PartyError(PartySentences.NOBODY_PLAYS_HERE, word=view.party.round_word)
    if is_on_cards(view.party, view.round_row.round_no) and view.result is None:
        raise PartyError(PartySentences.ON_CARDS_HERE)
    # The page may show a round that has ended since.
    entry_round = _parse_sent_figure(entry.data.get("round"))
    if entry_round is not None and entry_round != view.round_row.round_no:
        raise PartyError(
            PartySentences.ROUND_IS_ANOTHER,
            title=view.party.round_title,
            word=view.party.round_word,
            round_no=entry_round,
            now=view.round_row.round_no,
        )
    refuse_other_players(view.table, entry.data.get("players"))


def _store_report(view: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Store the report in *entry*, unless this phone may not replace the stored one."""
    if view.table is None or view.round_row is None:
        raise PartyError(PartySentences.NOBODY_PLAYS_HERE, word=view.party.round_word)
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
        sentence = PartySentences.DIRECTORS_REPORT_STANDS
    else:
        sentence = PartySentences.ANOTHER_REPORT_STANDS
    stored = view.result
    body = {
        "error": sentence.format(),
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
        raise PartyError(PartySentences.NO_REPORT_SENT)
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
    raise PartyError(PartySentences.NO_FIGURE_SENT, sent=str(value)[:20])
