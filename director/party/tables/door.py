"""The door of a table of a party: who won, or the points of each side."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from director.desk import sentences as desk_sentences
from director.desk.journal.write import event_locked
from director.desk.tables.write import word_before, word_keep
from director.errors import PartyError, TwoReportsError
from director.kinds import Heard, Json, Said, Told
from director.models import Access, TableWord
from director.party import sentences
from director.party.cards.read.games import is_on_cards
from director.party.play.write.play import party_result
from director.party.play.write.report import Reported, is_same, report_values
from director.party.tables.read import PartyAtTable, party_at_table, party_told
from movements import PartyTable

CREATED, CONFLICT = 201, 409
MOST_DIGITS = 6


class PartyDoor:
    """What tables of a party enter."""

    template = "party/table_page.html"

    def told(self, access: Access) -> Told:
        """Return what the table of *access* is shown."""
        return party_told(access)

    def result(self, access: Access, said: Said) -> Heard:
        """Take in who won at the table of *access*, or the points of each side, in the round that it names.

        :raises PartyError: if nobody plays there, or the report makes no sense or is a tie
        """
        if before := word_before(access, said.key):
            return before
        with transaction.atomic():
            event_locked(access.session.event)
            if before := word_before(access, said.key):  # it came twice at once
                return before
            at = party_at_table(access)
            _refuse_late(access, at, said)
            heard = _taken(at, said)
            round_no = at.round_row.round_no if at.round_row else None
            word_keep(access, said, kind=TableWord.Kind.RESULT, heard=heard, round_no=round_no, version=_version(heard))
            return heard

    def others(self, access: Access, board_no: int) -> Json | None:
        """Return nothing: no boards are compared."""


PARTY_DOOR = PartyDoor()


def _refuse_late(access: Access, at: PartyAtTable, said: Said) -> None:
    """Refuse what was tapped before the director took out what this table had told, and comes only now.

    :raises PartyError: if the clock of the phone says so
    """
    if said.at is None or at.round_row is None or at.result is not None:
        return
    told = access.words.filter(kind=TableWord.Kind.RESULT, round_no=at.round_row.round_no, version__isnull=False)
    acts = at.party.session.event.acts.filter(Q(made_by__isnull=False, made_at__gt=said.at) | Q(undone_at__gt=said.at))
    if told.exists() and acts.exists():
        raise PartyError(sentences.REPORT_TAKEN_BACK)


def _taken(at: PartyAtTable, said: Said) -> Heard:
    """Store what was *said*, unless something else stands that this phone may not replace."""
    event = at.party.session.event
    if event.removed_at:
        raise PartyError(desk_sentences.NIGHT_OFF_LISTS)
    if event.was_published:
        raise PartyError(sentences.TABLES_CLOSED)
    if at.table is None or at.round_row is None or at.table.sits_out:
        raise PartyError(sentences.NOBODY_PLAYS_HERE)
    if is_on_cards(at.party, at.round_row.round_no) and at.result is None:
        raise PartyError(sentences.ON_CARDS_HERE)
    told = _figure(said.data.get("round"))
    if told is not None and told != at.round_row.round_no:
        raise PartyError(sentences.ROUND_IS_ANOTHER, round_no=told, now=at.round_row.round_no)
    reported = _reported(said.data, at.table)
    stands = at.result
    if stands is not None:
        values = report_values(at.party, at.table, reported, round_no=at.round_row.round_no)
        if not is_same(stands, values) and (at.is_by_director or not said.data.get("change")):
            return _refused(at, values)
    try:
        result = party_result(
            party=at.party,
            round_no=at.round_row.round_no,
            table_no=at.table.table_no,
            reported=reported,
            as_current=True,
            user=None,
        )
    except TwoReportsError as error:
        return Heard(CONFLICT, {"error": str(error)})
    body = {
        "stored": True,
        "table": at.table.table_no,
        "round": at.round_row.round_no,
        "winner": result.winner,
        "points": result.points,
        "waits_for": None,
    }
    return Heard(CREATED, body)


def _refused(at: PartyAtTable, values: Mapping[str, Any]) -> Heard:
    sentence = sentences.DIRECTORS_REPORT_STANDS if at.is_by_director else sentences.ANOTHER_REPORT_STANDS
    stands = at.result
    body = {
        "error": sentence.says(),
        "stands": {"winner": stands.winner, "points": stands.points} if stands else None,
        "yours": {"winner": values["winner"], "points": values["points"]},
    }
    return Heard(CONFLICT, body)


def _reported(data: Mapping[str, Any], table: PartyTable) -> Reported:
    """Return what was sent as a report of *table*: a ``winner`` counted from 0, or ``points`` of each side."""
    points = data.get("points")
    if points is None and any(f"points-{side}" in data for side in range(len(table.sides))):
        points = [data.get(f"points-{side}") for side in range(len(table.sides))]
    written = tuple(_figure(point) for point in points) if isinstance(points, list) else ()
    winner = _figure(data.get("winner"))
    if winner is None and not any(point is not None for point in written):
        raise PartyError(sentences.NO_REPORT_SENT)
    return Reported(winner=winner, points=written)


def _figure(sent: object) -> int | None:
    """Return the whole number that was *sent*, as a number or in figures, ``None`` for nothing.

    :raises PartyError: for anything else
    """
    if sent is None or sent == "":
        return None
    if isinstance(sent, str) and sent.strip().removeprefix("-").isdecimal() and len(sent.strip()) <= MOST_DIGITS:
        return int(sent)
    if isinstance(sent, int) and not isinstance(sent, bool) and abs(sent) < 10**MOST_DIGITS:
        return sent
    raise PartyError(sentences.NO_FIGURE_SENT, sent=str(sent)[:20])


def _version(heard: Heard) -> int | None:
    return 1 if heard.status == CREATED else None
