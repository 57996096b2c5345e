"""Reports of a table that a round was played in the wrong direction."""

from director.additions.phones.boards.entry import (
    CREATED,
    EW_PAIR_FIGURE,
    NS_PAIR_FIGURE,
    ROUND_FIGURE,
    read_submitted_number,
    refuse_closed,
)
from director.additions.phones.boards.state import get_table_section
from director.additions.phones.boards.table import ScheduleRow, TablePlay
from director.boards.contests import get_contest_record
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.off_schedule import turn_table
from director.core.base.act_kinds import ActKind
from director.core.night.phone_entries import (
    discard_decided_entries,
    find_previous_answer,
    store_phone_entry,
)
from director.core.night.table_api import Json, PhoneAnswer, PhoneEntry
from director.errors import DeskError
from director.models import Access, TableWord

FALSE_VALUES = (False, "", "0")
"""Values of ``turned`` that withdraw the report."""


def receive_turn_report(access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
    """Store one side's report that a round was played in the wrong direction, or its withdrawal.

    Once both sides say so, the round is turned with the results entered for it.

    :raises DeskError: if the round has changed, the director entered something in it, or the
        contest isn't played by pairs
    """
    # The journal gets its sentence below, only if the round is turned.
    with record_section_act(
        section=get_table_section(access), kind=ActKind.TABLES, message="", user=None
    ) as act:
        # Asked again under the lock, since a phone may send the same entry twice at once.
        if previous_answer := find_previous_answer(access, phone_entry):
            return previous_answer
        # The section as it is under the lock.
        section = act.section or get_table_section(access)
        table = TablePlay(section, access.table_no or 0, first_round=access.first_round)
        refuse_closed(table)
        row = _get_reported_row(table, phone_entry)
        report = table.find_turn_report(row)
        is_turned = phone_entry.data["turned"] not in FALSE_VALUES
        # One phone can also confirm for both sides.
        is_confirmed = bool(phone_entry.data.get("confirm"))
        is_confirmed = is_confirmed or _is_from_other_side(phone_entry, report)
        waits_for = None
        if is_turned:
            _refuse_unturnable_round(table, row)
            if is_confirmed:
                turn_table(
                    section=table.section,
                    round_no=row.round_no,
                    table_no=table.table_no,
                    user=None,
                    journal=act,
                )
                act.message = (
                    f"Table {table.table_no}: wrong direction in round {row.round_no},"
                    " confirmed by both."
                )
            else:
                waits_for = "opponents"
        if report:
            discard_decided_entries([report])
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
            discard_decided_entries([stored_entry])
        return answer


def _get_reported_row(table: TablePlay, phone_entry: PhoneEntry) -> ScheduleRow:
    """Return the reported round of *table*.

    :raises DeskError: if other pairs sit there than the phone shows, or the round hasn't begun
    """
    # Without pairs as sides there is no side to turn.
    if not get_contest_record(table.section).is_whole_side:
        raise DeskError(
            "turned-for-pairs",
            "Only pairs can report the wrong direction here. Tell the director who sat where.",
        )
    round_no = read_submitted_number(phone_entry.data, "round", *ROUND_FIGURE)
    ns = read_submitted_number(phone_entry.data, "ns", *NS_PAIR_FIGURE)
    ew = read_submitted_number(phone_entry.data, "ew", *EW_PAIR_FIGURE)
    row = table.row_by_round.get(round_no)
    if row is None or (row.ns, row.ew) != (ns, ew) or round_no > table.round_no:
        raise DeskError(
            "turned-by-now",
            "Round {round_no} at table {table_no} has changed. Check the seats, and report it "
            "again if it’s still wrong.",
            round_no=round_no,
            table_no=table.table_no,
        )
    return row


def _is_from_other_side(phone_entry: PhoneEntry, report: TableWord | None) -> bool:
    """Return whether *phone_entry* comes from the side that didn't send *report*."""
    if report is None:
        return False
    if report.side and phone_entry.side:
        return report.side != phone_entry.side
    # A phone that hasn't said its side is known by its name only.
    return bool(report.device and phone_entry.device and report.device != phone_entry.device)


def _refuse_unturnable_round(table: TablePlay, row: ScheduleRow) -> None:
    for line_key in row.line_keys:
        board_no = line_key[0]
        line_result = table.result_by_line.get(line_key)
        # Only the director changes what the director entered,
        # or what players entered once they have seen other results of the board.
        if line_result and line_result.is_entered and line_result.is_by_director:
            raise DeskError(
                "given-not-turned",
                "The director entered board {board_no}, so only the director can change directions in "
                "this round. Call the director.",
                board_no=board_no,
            )
        if line_key in table.seen_lines:
            raise DeskError(
                "shown-not-turned",
                "This phone has seen other results of board {board_no}, so only the director can "
                "change directions. Call the director.",
                board_no=board_no,
            )
