"""The door of a table of a party: who won, or the points of each side."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from director.core.base.sentences import DeskSentences
from director.core.night.history.write import event_locked
from director.core.night.phones.connected import refuse_shut
from director.core.night.phones.read import open_address
from director.core.night.phones.write import earlier_answer, store_phone_entry
from director.errors import PartyError, TwoReportsError
from director.kinds import Json, PhoneAnswer, PhoneEntry, TableState
from director.models import Access, TableWord
from director.party.models import Party
from director.party.movement.games.cards import is_on_cards
from director.party.movement.options import has_lists
from director.party.movement.waiting import OUT_FIELDS, out_named
from director.party.play.phones.table import PartyAtTable, party_at_table
from director.party.play.phones.table_state import list_checked, list_receive, party_payload
from director.party.play.play import enter_party_result
from director.party.play.report import Reported, is_same, report_values
from director.party.sentences import PartySentences
from movements import PartyTable

CREATED, CONFLICT = 201, 409
MOST_DIGITS = 6


class PartyApi:
    """What tables of a party enter."""

    template = "party/table_page.html"

    def told(self, access: Access) -> TableState:
        """Return what the table of *access* is shown."""
        return party_payload(access)

    def result(self, access: Access, said: PhoneEntry) -> PhoneAnswer:
        """Take in the report of the table of *access*.

        What is sent to be checked is answered and not stored.

        :raises PartyError: if nobody plays there, or the report makes no sense or is a tie
        :raises ShutPhoneError: if the phone is not let in
        """
        if said.data.get("check"):
            at = party_at_table(access)
            _refuse_closed(at, said)
            return list_checked(at, said)
        if before := earlier_answer(access, said.key):
            return before
        with transaction.atomic():
            event_locked(access.session.event)
            if before := earlier_answer(access, said.key):  # it came twice at once
                return before
            if seen := open_address(access.token):
                refuse_shut(seen.phones, said.device)
            at = party_at_table(access)
            _refuse_late(access, at, said)
            _refuse_closed(at, said)
            heard = list_receive(at, said) if has_lists(at.party) else _store_report(at, said)
            round_no = at.round_row.round_no if at.round_row else None
            store_phone_entry(
                access,
                said,
                kind=TableWord.Kind.RESULT,
                heard=heard,
                round_no=round_no,
                version=_version(heard),
            )
            return heard

    def others(self, access: Access, board_no: int, *, by_players: bool = True) -> Json | None:
        """Return nothing: no boards are compared."""


PARTY_DOOR = PartyApi()


def _refuse_late(access: Access, at: PartyAtTable, said: PhoneEntry) -> None:
    """Refuse an entry made before the director removed the table's report.

    :raises PartyError: if the clock of the phone says so
    """
    if said.at is None or at.round_row is None or at.result is not None:
        return
    told = access.words.filter(
        kind=TableWord.Kind.RESULT, round_no=at.round_row.round_no, version__isnull=False
    )
    acts = at.party.session.event.acts.filter(
        Q(made_by__isnull=False, made_at__gt=said.at) | Q(undone_at__gt=said.at)
    )
    if told.exists() and acts.exists():
        raise PartyError(PartySentences.REPORT_TAKEN_BACK)


def _refuse_closed(at: PartyAtTable, said: PhoneEntry) -> None:
    """Refuse *said* if this table has nothing to report.

    :raises PartyError: saying why
    """
    event = at.party.session.event
    if event.removed_at:
        raise PartyError(DeskSentences.NIGHT_OFF_LISTS)
    if not event.takes_entries:
        raise PartyError(DeskSentences.TABLES_CLOSED)
    if at.table is None or at.round_row is None or at.table.sits_out:
        raise PartyError(PartySentences.NOBODY_PLAYS_HERE, word=at.party.round_word)
    if is_on_cards(at.party, at.round_row.round_no) and at.result is None:
        raise PartyError(PartySentences.ON_CARDS_HERE)
    told = _figure(said.data.get("round"))
    if told is not None and told != at.round_row.round_no:
        party, now = at.party, at.round_row.round_no
        raise PartyError(
            PartySentences.ROUND_IS_ANOTHER,
            title=party.round_title,
            word=party.round_word,
            round_no=told,
            now=now,
        )


def _store_report(at: PartyAtTable, said: PhoneEntry) -> PhoneAnswer:
    """Store *said*, unless this phone may not replace what is stored."""
    if at.table is None or at.round_row is None:
        raise PartyError(PartySentences.NOBODY_PLAYS_HERE, word=at.party.round_word)
    reported = _read_report(said.data, at.party, at.table)
    stands = at.result
    if stands is not None:
        values = report_values(at.party, at.table, reported, round_no=at.round_row.round_no)
        if not is_same(stands, values) and (at.is_by_director or not said.data.get("change")):
            return _refusal_answer(at, values)
    try:
        result = enter_party_result(
            party=at.party,
            round_no=at.round_row.round_no,
            table_no=at.table.table_no,
            reported=reported,
            as_current=True,
            user=None,
        )
    except TwoReportsError as error:
        return PhoneAnswer(CONFLICT, {"error": str(error)})
    body = {
        "stored": True,
        "table": at.table.table_no,
        "round": at.round_row.round_no,
        "winner": result.winner,
        "points": result.points,
        "waits_for": None,
    }
    return PhoneAnswer(CREATED, body)


def _refusal_answer(at: PartyAtTable, values: Mapping[str, Any]) -> PhoneAnswer:
    if at.is_by_director:
        sentence = PartySentences.DIRECTORS_REPORT_STANDS
    else:
        sentence = PartySentences.ANOTHER_REPORT_STANDS
    stands = at.result
    body = {
        "error": sentence.says(),
        "stands": {"winner": stands.winner, "points": stands.points} if stands else None,
        "yours": {"winner": values["winner"], "points": values["points"]},
    }
    return PhoneAnswer(CONFLICT, body)


def _read_report(data: Mapping[str, Any], party: Party, table: PartyTable) -> Reported:
    """Return the report that was sent about *table*.

    A winner beside points that are the same is who won by the party's rule for a tie.  ``beside``
    are set-backs or games made, of each side, where the method asks for them.
    """
    written, beside = (_figures(data, name, len(table.sides)) for name in ("points", "beside"))
    winner = _figure(data.get("winner"))
    if winner is None and not any(point is not None for point in written):
        raise PartyError(PartySentences.NO_REPORT_SENT)
    out = data.get("out")
    named = dict(zip(OUT_FIELDS, out, strict=False)) if isinstance(out, list) else data
    is_tie = winner is not None and len(written) == 2 and written[0] == written[1] is not None
    tie = party.tie_rule if is_tie else ""
    return Reported(
        winner=winner,
        points=written,
        tie=tie,
        out=out_named(named),
        beside=tuple(own or 0 for own in beside) if any(beside) else (),
    )


def _figures(data: Mapping[str, Any], name: str, sides: int) -> tuple[int | None, ...]:
    """Return the figures of the sides that were sent."""
    fields = [f"{name}-{side}" for side in range(sides)]
    sent = data.get(name)
    if sent is None and any(field in data for field in fields):
        sent = [data.get(field) for field in fields]
    if isinstance(sent, list):
        return tuple(_figure(figure) for figure in sent)
    return ()


def _figure(sent: object) -> int | None:
    """Return the whole number that was *sent*, or None.

    :raises PartyError: for anything else
    """
    if sent is None or sent == "":
        return None
    if (
        isinstance(sent, str)
        and sent.strip().removeprefix("-").isdecimal()
        and len(sent.strip()) <= MOST_DIGITS
    ):
        return int(sent)
    if isinstance(sent, int) and not isinstance(sent, bool) and abs(sent) < 10**MOST_DIGITS:
        return sent
    raise PartyError(PartySentences.NO_FIGURE_SENT, sent=str(sent)[:20])


def _version(heard: PhoneAnswer) -> int | None:
    if heard.status == CREATED:
        return 1
    return None
