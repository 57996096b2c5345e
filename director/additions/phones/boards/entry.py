"""One entry of a table: its parsing, its checks and its storage.

This module finds the line that an entry means, refuses what the table may no longer enter, and
stores the entry with its answer.  ``write`` and ``misplaced`` decide what an entry changes.

A *stored entry* came from a phone (``TableWord``). A *question* is an entry that doesn't count
yet: the other side, or the director, decides between it and the result of the line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

from django.db.models import Max
from django.utils import timezone

from director.additions.phones.boards.table import SIDES, ScheduleRow, TablePlay
from director.boards.movement.lines.entries import LineEntry, parse_lead
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sections import Key
from director.boards.play.scores.result import parse_typed_entry
from director.core.base.refusals import NIGHT_OFF_LISTS_ERROR, TABLES_CLOSED_ERROR
from director.core.night.journal import Journal
from director.core.night.phone_entries import discard_decided_entries, store_phone_entry
from director.core.night.room import add_call
from director.core.night.table_api import PhoneAnswer, PhoneEntry
from director.errors import DeskError, NotMeetingError
from director.models import Access, Section, TableWord
from scoring.bridge.contracts import get_duplicate_game
from scoring.bridge.rulings import LineState

CREATED, CONFLICT = 201, 409
MAX_QUESTIONS = 4
"""Open questions about one line. A new one replaces the oldest."""
MAX_NUMBER = 9999
_MAX_DIGITS = 4  # of the highest number that may be sent as text

# Each number with its name and an example, for the message about a wrong one.
BOARD_FIGURE = ("The board", 4)
NS_PAIR_FIGURE = ("The number of the N-S pair", 3)
EW_PAIR_FIGURE = ("The number of the E-W pair", 11)
ROUND_FIGURE = ("The round", 2)
SOURCE_BOARD_FIGURE = ("The board that it was entered for", 3)

_FLAGS = re.IGNORECASE | re.ASCII
_CONTRACT = re.compile(r"([1-7])\s*(C|D|H|S|NT?)\s*(X{0,2})", _FLAGS)
_PASSED = re.compile(r"P|PASS|PASSED(?: OUT)?|AP", _FLAGS)
_BOOK_TRICKS = 6
_DEAL_TRICKS = 13
MAX_QUOTED_LENGTH = 20  # characters of a wrong value that the message repeats


def has_own_result(phone_entry: PhoneEntry) -> bool:
    """Return whether an entry has a result of its own.

    A plain confirmation has none, even if it names the result that it confirms.
    """
    data = phone_entry.data
    has_details = any(name in data for name in ("contract", "tricks", "ns", "ew"))
    has_result = "contract" in data or "tricks" in data or bool(data.get("result"))
    return has_details and has_result


def read_outside_flag(phone_entry: PhoneEntry) -> bool | None:
    """Return the flag that a board was played outside the movement. None if it wasn't sent."""
    outside = phone_entry.data.get("outside")
    if isinstance(outside, bool):
        return outside
    return None


def read_submitted_pairs(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the N-S and E-W pair of a confirmation, sent together as ``pairs`` or one by one."""
    if "ns" in data and "ew" in data:
        ns = read_submitted_number(data, "ns", *NS_PAIR_FIGURE)
        ew = read_submitted_number(data, "ew", *EW_PAIR_FIGURE)
        return ns, ew
    pairs = data.get("pairs")
    if pairs is None:
        return None
    if not isinstance(pairs, list) or len(pairs) != len(SIDES):
        raise DeskError(
            "no-pairs-sent", "The pairs must be two numbers, N-S first, such as [3, 11]."
        )
    data_by_side = dict(zip(SIDES, pairs, strict=True))
    return read_submitted_pairs(data_by_side)


def read_submitted_number(
    data: Mapping[str, Any], name: str, figure_name: str, example: int
) -> int:
    """Return the number that was sent as *name*.

    *figure_name* and *example* describe it in the message if it is wrong.

    :raises DeskError: unless it is a whole number from 1 to 9999
    """
    value = data.get(name)
    if isinstance(value, str):
        digits = value.strip()
        # isdecimal() alone would accept the digits of other scripts.
        if digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS:
            value = int(digits)
    # JSON's true is a bool, which Python counts as the number 1.
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= MAX_NUMBER:
        raise DeskError(
            "no-number-sent",
            "{what} must be a whole number, such as {example}.",
            what=figure_name,
            example=example,
        )
    return value


def read_submitted_result(data: Mapping[str, Any], game: str) -> str:
    """Return the result that was sent, as the desk would type it.

    :raises DeskError: if it has neither a result nor a whole contract
    """
    result = data.get("result")
    if isinstance(result, str) and result.strip():
        return result
    tricks: int | None = None
    if isinstance(data.get("tricks"), int) and not isinstance(data["tricks"], bool):
        tricks = data["tricks"]
    if get_duplicate_game(game).has_turned_trump and tricks is not None:
        return str(tricks)
    contract = data.get("contract")
    if not isinstance(contract, str):
        raise make_no_result_sent_error()
    contract = " ".join(contract.split())
    if _PASSED.fullmatch(contract):
        return "PASS"
    match = _CONTRACT.fullmatch(contract)
    if match is None:
        raise DeskError(
            "no-contract-sent",
            "“{contract}” isn’t a contract. Try 4S, 3NTX or PASS.",
            contract=contract[:MAX_QUOTED_LENGTH],
        )
    declarer = data.get("declarer")
    if not isinstance(declarer, str) or declarer.upper() not in ("N", "E", "S", "W"):
        raise DeskError(
            "no-declarer-sent",
            "The declarer of {contract} must be N, E, S or W.",
            contract=contract,
        )
    if tricks is None or not 0 <= tricks <= _DEAL_TRICKS:
        raise DeskError(
            "no-tricks-sent", "The tricks of {contract} must be 0 to 13.", contract=contract
        )
    level, denomination, doubled = match.groups()
    suit = "NT" if denomination.upper().startswith("N") else denomination.upper()
    overtricks = tricks - _BOOK_TRICKS - int(level)
    tricks_text = f"{overtricks:+d}" if overtricks else "="
    return f"{level}{suit}{doubled.upper()}{declarer.upper()}{tricks_text}"


def read_submitted_lead(data: Mapping[str, Any]) -> str:
    """Return the lead that was sent, as ``"HK"``. Empty without a lead.

    :raises DeskError: if it isn't a card
    """
    submitted_lead = data.get("lead")
    if not submitted_lead:
        return ""
    lead = parse_lead(submitted_lead)
    if lead is None:
        raise DeskError(
            "no-lead-sent",
            "“{lead}” isn’t a card. Try HK or S10.",
            lead=str(submitted_lead)[:MAX_QUOTED_LENGTH],
        )
    return lead


@dataclass(frozen=True, slots=True)
class PhoneResult:
    """A result that a phone sent."""

    line: Key
    row: ScheduleRow
    entry: LineEntry
    score: int | None
    lead: str


@dataclass(frozen=True)
class TableEntry:
    """One entry of a table while it is processed: its parsing, its checks and its storage.

    Subclasses decide which entries change a result.
    """

    access: Access
    table: TablePlay
    phone_entry: PhoneEntry
    act: Journal  # the entry's act in the history

    # What the phone sent.

    def _read_phone_result(self, line: Key | None) -> PhoneResult:
        """Parse the result that was sent, of *line* if that is known.

        :raises DeskError: if the table doesn't play the line now
        """
        row, line = self._choose_row_and_line(line)
        data = self.phone_entry.data
        text = read_submitted_result(data, self.table.section.session.event.game)
        parsed_entry = self._read_result(line, text)
        return PhoneResult(
            line,
            row,
            parsed_entry,
            score=parsed_entry.compute_ns_score(line[0]),
            lead=read_submitted_lead(data),
        )

    def _choose_row_and_line(self, known_line: Key | None = None) -> tuple[ScheduleRow, Key]:
        """Return the round and the line of the entry.

        Pairs that weren't sent are those of *known_line*, or of the board's latest round here.

        :raises DeskError: if the table doesn't play the line, or its round is too far ahead
        """
        data = self.phone_entry.data
        table = self.table
        board_no = read_submitted_number(data, "board", *BOARD_FIGURE)
        ns, ew = 0, 0  # a line that no table plays
        planned_line = known_line or table.find_board_line(board_no)
        if planned_line:
            _board_no, ns, ew = planned_line
        if "ns" in data:
            ns = read_submitted_number(data, "ns", *NS_PAIR_FIGURE)
        if "ew" in data:
            ew = read_submitted_number(data, "ew", *EW_PAIR_FIGURE)
        line = (board_no, ns, ew)
        row = table.find_row(line)
        if read_outside_flag(self.phone_entry):
            current_row = self._find_row_of_pairs(ns, ew)
            if current_row and current_row is not row:
                return current_row, line
        if row is None:
            raise NotMeetingError(
                "not-here",
                "{ns} and {ew} don’t play board {board_no} at table {table_no}. {open_boards} If you "
                "did play it, report it to the director.",
                board_no=board_no,
                ns=table.section.get_label(ns) if ns else "anybody",
                ew=table.section.get_label(ew) if ew else "anybody",
                table_no=table.table_no,
                open_boards=self._format_open_boards(),
            )
        # A table may be one round ahead of the clock, or of its own missing results.
        round_no = max(table.round_no, table.section.session.round_no)
        if row.round_no > round_no + 1:
            raise NotMeetingError(
                "not-yet",
                "Board {board_no} is for round {round_no}, but table {table_no} is in round {now}. "
                "{open_boards}",
                board_no=board_no,
                round_no=row.round_no,
                table_no=table.table_no,
                now=table.round_no,
                open_boards=self._format_open_boards(),
            )
        return row, line

    def _find_row_of_pairs(self, ns: int, ew: int) -> ScheduleRow | None:
        """Return the current or previous row if these two pairs sit in it, else None."""
        for row in (self.table.row_by_round.get(self.table.round_no), self.table.previous_row):
            if row and (row.ns, row.ew) == (ns, ew):
                return row
        return None

    def _read_result(self, line: Key, text: str) -> LineEntry:
        """Parse *text* as the result of *line*.

        :raises DeskError: if it is empty, or only the director may enter it
        """
        board_no, ns, ew = line
        section_line = SectionLine(board_no, ns, ew, None, None, None)
        entry = parse_typed_entry(self.table.section, section_line, text)
        if entry is None:
            raise make_no_result_sent_error()
        is_award_of_players = entry.state in (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)
        is_award_of_director = entry.is_award and not is_award_of_players
        if is_award_of_director or entry.mark or entry.can_take_average:
            raise DeskError(
                "only-director",
                "Only the director can enter {text}. Call the director if something went wrong.",
                text=entry.text,
            )
        return entry

    def _choose_line_to_confirm(self) -> Key:
        """Return the line that is confirmed.

        Without named pairs, a line that waits for confirmation comes first, then one with a result.

        :raises DeskError: if the table plays no such line
        """
        data = self.phone_entry.data
        table = self.table
        board_no = read_submitted_number(data, "board", *BOARD_FIGURE)
        lines = table.list_board_lines(board_no)
        named_pairs = read_submitted_pairs(data)
        if named_pairs:
            line = (board_no, *named_pairs)
            is_played_here = table.find_row(line) or line in table.outside_entries_by_line
            lines = [line] if is_played_here else []
        if not lines:
            raise make_nothing_to_confirm_error(board_no=board_no)
        waiting_lines = [line for line in lines if table.needs_confirmation(line)]
        if waiting_lines:
            return waiting_lines[0]
        entered_lines = [line for line in lines if table.is_entered(line)]
        if entered_lines:
            return entered_lines[0]
        return lines[0]

    def _format_open_boards(self) -> str:
        table = self.table
        row = table.row_by_round.get(table.round_no)
        lines = row.line_keys if row else ()
        missing_boards = [line[0] for line in lines if not table.is_entered(line)]
        if not missing_boards:
            return ""
        boards = ", ".join(map(str, missing_boards))
        plural = "" if len(missing_boards) == 1 else "s"
        return f"Still to play in round {table.round_no}: board{plural} {boards}."

    # Entries that the director has overtaken.

    def _refuse_late_entry(self, line: Key, text: str) -> None:
        """Raise if *text* was entered before the director deleted the result of *line*.

        A phone without a network sends its entries later, so its own clock decides.

        :raises DeskError: if the entry is older
        """
        deleted_at = self._find_deletion_time(line)
        if deleted_at and self.phone_entry.entered_at and self.phone_entry.entered_at < deleted_at:
            self._refuse_deleted_result(line, text)

    def _refuse_confirming_deleted(self, line: Key, text: str) -> None:
        """Raise if the result that is confirmed has been deleted since.

        :raises DeskError: if it has
        """
        if self._find_deletion_time(line):
            self._refuse_deleted_result(line, text)

    def _refuse_deleted_result(self, line: Key, text: str) -> NoReturn:
        line_result = self.table.result_by_line.get(line)
        if line_result is not None and not line_result.is_by_director:
            raise DeskError(
                "moved-away",
                "Board {board_no}: the result has been moved to another board. If {yours} is right, "
                "enter it again, or call the director.",
                board_no=line[0],
                yours=text,
            )
        raise DeskError(
            "taken-back",
            "Board {board_no}: the director has deleted the result. If {yours} is right, enter it "
            "again, or call the director.",
            board_no=line[0],
            yours=text,
        )

    def _find_deletion_time(self, line: Key) -> datetime | None:
        """Return when the result of *line* was last deleted, moved or undone.

        None if it has a result, or never had one.
        """
        line_result = self.table.result_by_line.get(line)
        if line_result is not None:
            if line_result.is_entered:
                return None
            if line_result.is_by_director:
                return line_result.entered_at
            return self._compute_move_time(line, line_result.entered_at)
        if not any(
            stored_entry.version for stored_entry in self.table.entries_by_line.get(line, ())
        ):
            return None
        # An undone result leaves no row, so the time of the section's latest undo has to do.
        acts = self.table.section.acts.aggregate(last=Max("undone_at"))
        undone_at: datetime | None = acts["last"]
        return undone_at

    def _compute_move_time(self, line: Key, stored_at: datetime) -> datetime:
        """Return when the entry of *line* was moved to another board, by the phone's clock.

        The table's next entry for *line* may have waited for a network together with the move.
        """
        move_times = [
            stored_entry.said_at or stored_at
            for stored_entry in self._list_outgoing_moves(line)
            if stored_entry.version
        ]
        return max(move_times, default=stored_at)

    # Open questions.

    def _list_questions(self, line: Key) -> list[TableWord]:
        return [
            stored_entry
            for stored_entry in self.table.entries_by_line.get(line, ())
            if stored_entry.needs_decision
        ]

    def _dismiss_questions(self, line: Key) -> None:
        discard_decided_entries(self._list_questions(line))

    def _list_outgoing_moves(self, line: Key) -> list[TableWord]:
        """Return the entries that move, or moved, the entry of *line* to another board."""
        board_no, *pairs = line
        moves: list[TableWord] = []
        for (_board_no, *entry_pairs), stored_entries in self.table.entries_by_line.items():
            if entry_pairs == pairs:
                moves.extend(
                    stored_entry
                    for stored_entry in stored_entries
                    if stored_entry.from_board == board_no
                )
        return moves

    def _dismiss_older_questions(self, line: Key) -> None:
        """Dismiss this phone's earlier questions, and the oldest of others if there are many."""
        own_questions = []
        other_questions = []
        for question in self._list_questions(line):
            if self.phone_entry.device and question.device == self.phone_entry.device:
                own_questions.append(question)
            else:
                other_questions.append(question)
        # The new question is one of the MAX_QUESTIONS.
        discard_decided_entries([*own_questions, *other_questions[: 1 - MAX_QUESTIONS]])

    # Storage.

    def _is_other_phone(self, stored_entry: TableWord) -> bool:
        """Return whether *stored_entry* surely came from another phone than this entry."""
        device = self.phone_entry.device
        return bool(device and stored_entry.device and device != stored_entry.device)

    def _store_conflict(self, phone_result: PhoneResult, message: str) -> PhoneAnswer:
        """Store an entry that differs from the result, for the director. Return the conflict."""
        line = phone_result.line
        self._dismiss_older_questions(line)
        line_result = self.table.result_by_line[line]
        stored_entry = self.table.find_source_entry(line)
        is_confirmed = stored_entry is None or stored_entry.is_agreed
        text = phone_result.entry.text
        payload = {
            "error": message.format(board_no=line[0], stands=line_result.text, yours=text),
            "board": line[0],
            "stands": {
                "result": line_result.text,
                "score": line_result.score,
                "confirmed": is_confirmed,
            },
            "yours": {"result": text, "score": phone_result.score},
        }
        return self._store_result_entry(
            PhoneAnswer(CONFLICT, payload), phone_result, is_dispute=True
        )

    def _mark_confirmed(self, stored_entry: TableWord) -> None:
        stored_entry.agreed_at = timezone.now()
        stored_entry.agreed_device = self.phone_entry.device
        stored_entry.save(update_fields=["agreed_at", "agreed_device"])

    def _make_agreement_fields(self, *, is_agreed: bool) -> dict[str, Any]:
        if is_agreed:
            return {"agreed_at": timezone.now(), "agreed_device": self.phone_entry.device}
        return {}

    def _store_result_entry(
        self, answer: PhoneAnswer, phone_result: PhoneResult, **fields: Any
    ) -> PhoneAnswer:
        return self._store_phone_entry(
            answer,
            TableWord.Kind.RESULT,
            phone_result.line,
            phone_result.row,
            text=phone_result.entry.text,
            ns_score=phone_result.score,
            lead=phone_result.lead,
            **fields,
        )

    def _store_phone_entry(
        self, answer: PhoneAnswer, kind: str, line: Key, row: ScheduleRow, **fields: Any
    ) -> PhoneAnswer:
        board_no, ns, ew = line
        # Any entry for the line answers the director's request to check it.
        for check_request in self.table.check_requests_by_line.get(line, ()):
            self._mark_confirmed(check_request)
        store_phone_entry(
            self.access,
            self.phone_entry,
            kind=kind,
            answer=answer,
            board_no=board_no,
            ns=ns,
            ew=ew,
            round_no=row.round_no,
            **fields,
        )
        return answer


def refuse_closed(table: TablePlay) -> None:
    """Raise if *table* can no longer enter anything.

    :raises DeskError: if the event is removed or published, or the table uses paper
    """
    event = table.section.session.event
    if event.removed_at:
        raise DeskError(*NIGHT_OFF_LISTS_ERROR)
    if not event.can_take_entries:
        raise DeskError(*TABLES_CLOSED_ERROR)
    if table.settings.entry == "paper":
        raise DeskError(
            "on-paper",
            "Table {table_no} uses paper. Write the result on the slip.",
            table_no=table.table_no,
        )


def call_director(section: Section, table_no: int, reason: str) -> None:
    """Call the director to a table, unless it has an open call: the director comes anyway."""
    if not section.calls.filter(table_no=table_no, done_at__isnull=True).exists():
        add_call(section=section, table_no=table_no, reason=reason, user=None)


def make_stored_payload(
    board_no: int, text: str, score: int | None, *, needs_confirmation: bool = False
) -> dict[str, Any]:
    """Return the answer to an entry that is stored, as JSON."""
    return {
        "stored": True,
        "board": board_no,
        "result": text,
        "score": score,
        "waits_for": "opponents" if needs_confirmation else None,
    }


def make_nothing_to_confirm_error(*, board_no: object) -> DeskError:
    return DeskError(
        "nothing-to-agree",
        "Board {board_no} has no result to confirm yet. Enter it first.",
        board_no=board_no,
    )


def make_no_result_sent_error() -> DeskError:
    return DeskError(
        "no-result-sent",
        "Send a result such as 4SS=, or the contract, its declarer and the tricks, such as "
        "4S, S and 10.",
    )
