"""Record that a table sat the other way round, once both sides or the director say so."""

from director.additions.phones.boards.entry import CREATED
from director.additions.phones.boards.payload import (
    EW_PAIR,
    NS_PAIR,
    ROUND,
    read_sent_number,
)
from director.additions.phones.boards.read import TablePlay
from director.additions.phones.boards.schedule import ScheduleRow
from director.additions.phones.boards.sentences import PhoneSentences
from director.additions.phones.boards.state import get_table_section
from director.boards.contests import get_contest
from director.boards.movement.acts import TABLES
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.off_schedule import turn_table
from director.core.base.sentences import DeskSentences
from director.core.night.phone_entries import (
    dismiss_phone_entries,
    find_earlier_answer,
    store_phone_entry,
)
from director.errors import DeskError
from director.kinds import Json, PhoneAnswer, PhoneEntry
from director.models import Access, TableWord

FALSE_VALUES = (False, "", "0")
"""Values of ``turned`` that withdraw the report."""


def receive_turned(access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
    """Store one side's report that a round was played in the wrong direction, or its withdrawal.

    Once both sides say so, the round is turned with the results entered for it.

    :raises DeskError: if the round has changed, the director entered something in it, or the
        contest isn't played by pairs
    """
    # The journal gets its sentence below, only if the round is turned.
    with record_section_act(
        section=get_table_section(access), kind=TABLES, words="", user=None
    ) as act:
        # Asked again under the lock, since a phone may send the same entry twice at once.
        if previous_answer := find_earlier_answer(access, phone_entry):
            return previous_answer
        # The section as it is under the lock.
        section = act.section or get_table_section(access)
        table = TablePlay(section, access.table_no or 0)
        refuse_closed(table)
        row = _get_reported_row(table, phone_entry)
        report = table.find_turn_report(row)
        is_turned = phone_entry.data["turned"] not in FALSE_VALUES
        # One phone can also confirm for both sides.
        is_confirmed = bool(phone_entry.data.get("confirm"))
        is_confirmed = is_confirmed or _is_from_other_side(phone_entry, report)
        waits_for = None
        if is_turned:
            _refuse_unturnable(table, row)
            if is_confirmed:
                turn_table(
                    section=table.section,
                    round_no=row.round_no,
                    table_no=table.table_no,
                    user=None,
                    journal=act,
                )
                act.words = (
                    f"Table {table.table_no}: wrong direction in round {row.round_no},"
                    " confirmed by both."
                )
            else:
                waits_for = "opponents"
        if report:
            dismiss_phone_entries([report])
        payload: Json = {
            "stored": True,
            "round": row.round_no,
            "turned": is_turned,
            "waits_for": waits_for,
        }
        answer = PhoneAnswer(CREATED, payload)
        stored_entry = store_phone_entry(
            access,
            phone_entry,
            kind=TableWord.Kind.TURNED,
            answer=answer,
            round_no=row.round_no,
            ns=row.ns,
            ew=row.ew,
        )
        # Only a report that waits stays open; the others are kept for the answer alone.
        if waits_for is None:
            dismiss_phone_entries([stored_entry])
        return answer


def refuse_closed(table: TablePlay) -> None:
    """Raise if *table* can no longer enter anything.

    :raises DeskError: if the event is removed or published, or the table uses paper
    """
    event = table.section.session.event
    if event.removed_at:
        raise DeskError(DeskSentences.NIGHT_OFF_LISTS)
    if not event.takes_entries:
        raise DeskError(DeskSentences.TABLES_CLOSED)
    if table.settings.entry == "paper":
        raise DeskError(PhoneSentences.ON_PAPER, table_no=table.table_no)


def _get_reported_row(table: TablePlay, phone_entry: PhoneEntry) -> ScheduleRow:
    """Return the reported round of *table*.

    :raises DeskError: if other pairs sit there than the phone shows, or the round hasn't begun
    """
    # Without pairs as sides there is no side to turn.
    if not get_contest(table.section).is_whole_side:
        raise DeskError(PhoneSentences.TURNED_FOR_PAIRS)
    round_no = read_sent_number(phone_entry.data, "round", *ROUND)
    ns = read_sent_number(phone_entry.data, "ns", *NS_PAIR)
    ew = read_sent_number(phone_entry.data, "ew", *EW_PAIR)
    row = table.rounds.get(round_no)
    if row is None or (row.ns, row.ew) != (ns, ew) or round_no > table.round_no:
        raise DeskError(PhoneSentences.TURNED_BY_NOW, round_no=round_no, table_no=table.table_no)
    return row


def _is_from_other_side(phone_entry: PhoneEntry, report: TableWord | None) -> bool:
    """Return whether *phone_entry* comes from the side that didn't send *report*."""
    if report is None:
        return False
    if report.side and phone_entry.side:
        return report.side != phone_entry.side
    # A phone that hasn't said its side is known by its name only.
    return bool(report.device and phone_entry.device and report.device != phone_entry.device)


def _refuse_unturnable(table: TablePlay, row: ScheduleRow) -> None:
    for line_key in row.keys:
        board_no = line_key[0]
        line_result = table.results.get(line_key)
        # Only the director changes what the director entered,
        # or what players entered once they have seen other results of the board.
        if line_result and line_result.is_entered and line_result.is_by_director:
            raise DeskError(PhoneSentences.GIVEN_NOT_TURNED, board_no=board_no)
        if line_key in table.seen_lines:
            raise DeskError(PhoneSentences.SHOWN_NOT_TURNED, board_no=board_no)
