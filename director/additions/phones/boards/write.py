"""Store the results that a table enters.

The first result of a board counts at once and waits for the opponents' confirmation.  A different
value replaces it only if both sides agree, or its own phone corrects a result that nobody has
confirmed.  An entry that is sent again under the same key gets the first answer and is stored once.

``misplaced`` handles boards outside the movement, ``turn_reports`` tables that sat the other way
round. ``entry`` explains what a *stored entry* and a *question* are.
"""

from director.additions.phones.boards.entry import (
    CREATED,
    MAX_QUOTED_LENGTH,
    SOURCE_BOARD_FIGURE,
    PhoneResult,
    call_director,
    has_own_result,
    make_no_result_sent_error,
    make_nothing_to_confirm_error,
    make_stored_payload,
    read_outside_flag,
    read_submitted_number,
    refuse_closed,
)
from director.additions.phones.boards.misplaced import MisplacedEntry
from director.additions.phones.boards.state import get_table_section
from director.additions.phones.boards.table import ScheduleRow, TablePlay, get_table_schedule
from director.additions.phones.boards.turn_reports import receive_turn_report
from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sections import Key
from director.boards.play.line_store import lock_result
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.entry_moves import move_entry
from director.boards.play.scores.result import enter_line, store_entry
from director.boards.play.scores.undoing import describe_result
from director.boards.play.table_words import LineResult
from director.core.base.act_kinds import ActKind
from director.core.night.links.finding import find_open_address
from director.core.night.phone_entries import (
    discard_decided_entries,
    find_previous_answer,
    hash_key,
    repeat_answer,
)
from director.core.night.phones import refuse_blocked_device
from director.core.night.table_api import PhoneAnswer, PhoneEntry
from director.errors import DeskError
from director.models import Access, TableWord

_OTHER_RESULT_STORED_TEXT = (
    "Board {board_no}: {stands} has already been entered. You sent {yours}. Agree on one, "
    "or call the director."
)


def receive_result(access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
    """Store a result, or the opponents' confirmation, from the table of *access*.

    :raises DeskError: if the table doesn't play the board now, or players may not enter the result
    :raises ScoringError: if the result can't be parsed, or is impossible on the board
    """
    try:
        if phone_entry.data.get("turned") is not None:
            return receive_turn_report(access, phone_entry)
        return _receive_line_entry(access, phone_entry)
    except DeskError:
        # A repeated entry gets its first answer, even if the table has been closed since.
        if previous_answer := find_previous_answer(access, phone_entry):
            return previous_answer
        raise


def _receive_line_entry(access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
    key = hash_key(phone_entry.key)
    with record_section_act(
        section=get_table_section(access), kind=ActKind.RESULT, message="", user=None
    ) as act:
        act.is_by_table = True
        section = act.section or get_table_section(access)
        table_no = access.table_no or 0
        # The mark is read under the lock. Nobody else acts until the lock is released, so what is
        # cached under this mark stays true.
        address = find_open_address(access.token)
        mark = address.schedule_mark if address else ""
        schedule = get_table_schedule(section, table_no, access_id=access.pk, mark=mark)
        table = TablePlay(section, table_no, schedule, key, access.first_round)
        if stored_entry := table.find_previous_entry(access):
            return repeat_answer(stored_entry, phone_entry)
        refuse_blocked_device(address.phones_by_device if address else {}, phone_entry.device)
        refuse_closed(table)
        return _dispatch_entry(_EntryStore(access, table, phone_entry, act))


def _dispatch_entry(entry: "_EntryStore") -> PhoneAnswer:
    """Process an entry by its kind, which follows from the names that were sent."""
    phone_entry = entry.phone_entry
    data = phone_entry.data
    if data.get("here") is not None:
        return entry.report_misplaced_players()
    if data.get("from") is not None:
        return entry.move_to_board()
    if data.get("confirm") and not has_own_result(phone_entry):
        return entry.confirm_result(data.get("result"))
    if read_outside_flag(phone_entry) and (answer := entry.store_outside_board()):
        return answer
    return entry.store_result()


class _EntryStore(MisplacedEntry):
    """An entry of a table while it is stored: it counts, asks a question, or is refused.

    Public methods process one kind of entry each and return the answer. *is_agreed* means that the
    entry was confirmed by both sides when it was sent.
    """

    def store_result(self, line: Key | None = None) -> PhoneAnswer:
        """Store the result that was sent, of *line* if that is known.

        It counts if the line has none, if both sides agree, or if its phone corrects itself.
        """
        phone_result = self._read_phone_result(line)
        is_agreed = bool(self.phone_entry.data.get("confirm"))
        line_result = self.table.result_by_line.get(phone_result.line)
        if line_result is None or not line_result.is_entered or line_result.text == LATER:
            return self._store_first_result(phone_result, is_agreed=is_agreed)
        if line_result.text == phone_result.entry.text:
            return self._store_same_result(phone_result, is_agreed=is_agreed)
        return self._store_different_result(phone_result, line_result, is_agreed=is_agreed)

    def _store_first_result(self, phone_result: PhoneResult, *, is_agreed: bool) -> PhoneAnswer:
        """Store the first entry of a line, which may agree to an entry moved from another board."""
        line = phone_result.line
        text = phone_result.entry.text
        self._refuse_late_entry(line, text)
        question = self.table.find_open_question(line)
        if is_agreed and question and question.from_board and question.text == text:
            return self._accept_question(question, phone_result.row)
        # Players who know other results don't fill the line again, even if the director emptied it.
        if line in self.table.seen_lines:
            return self._ask_director(phone_result)
        return self._store_counting_result(phone_result, is_agreed=is_agreed)

    def _store_different_result(
        self, phone_result: PhoneResult, line_result: LineResult, *, is_agreed: bool
    ) -> PhoneAnswer:
        """Store an entry that differs from the stored result: it counts, or asks somebody."""
        line = phone_result.line
        is_own_slip = self._is_own_slip(self.table.find_source_entry(line))
        is_change = bool(self.phone_entry.data.get("change"))
        if line_result.is_by_director:
            return self._store_conflict(
                phone_result,
                "Board {board_no}: the director entered {stands}. The director can see your {yours}.",
            )
        # Players who know other results could choose the better of two entries.
        if line in self.table.seen_lines and (is_own_slip or is_change):
            return self._store_conflict(
                phone_result,
                (
                    "This phone has seen other results of board {board_no}, so the director decides. "
                    "Until then {stands} counts, not {yours}."
                ),
            )
        if is_own_slip or (is_change and is_agreed):
            return self._store_counting_result(phone_result, is_agreed=is_agreed)
        if is_change:
            return self._ask_opponents(phone_result)
        return self._store_conflict(phone_result, _OTHER_RESULT_STORED_TEXT)

    def _is_own_slip(self, stored_entry: TableWord | None) -> bool:
        """Return whether *stored_entry* came from this phone and nobody has confirmed it."""
        if stored_entry is None or stored_entry.is_agreed:
            return False
        return bool(self.phone_entry.device and stored_entry.device == self.phone_entry.device)

    def confirm_result(self, seen_text: object) -> PhoneAnswer:
        """Confirm, for the opponents, the stored result or an open question.

        *seen_text* is the result that they read on their phone, if it was sent.
        """
        line = self._choose_line_to_confirm()
        if line in self.table.outside_entries_by_line:
            return self.store_outside_agreement(line)
        if self.table.is_entered(line):
            return self._confirm_entered_line(line, seen_text)
        return self._confirm_empty_line(line, seen_text)

    def _confirm_empty_line(self, line: Key, seen_text: object) -> PhoneAnswer:
        """Confirm an entry of *line*, which has no result."""
        row = self.table.find_row(line)
        question = self.table.find_open_question(line)
        if row and question and seen_text in (None, "", question.text):
            if question.from_board:
                return self._accept_question(question, row)
            self._refuse_seen_line(line)
        if not seen_text:
            raise make_nothing_to_confirm_error(board_no=line[0])
        # The entry that they confirm may still be on its way, so it is stored as a new one.
        self._refuse_confirming_deleted(line, str(seen_text)[:MAX_QUOTED_LENGTH])
        return self.store_result(line)

    def _confirm_entered_line(self, line: Key, seen_text: object) -> PhoneAnswer:
        """Confirm the result of *line*, or the question about it that shows *seen_text*."""
        row = self.table.find_row(line)
        if row is None:
            raise make_nothing_to_confirm_error(board_no=line[0])
        line_result = self.table.result_by_line[line]
        text = self._read_result(line, str(seen_text)).text if seen_text else ""
        question = self._find_confirmed_question(line, text)
        if question:
            self._refuse_seen_line(line)
            if not line_result.is_by_director:
                return self._accept_question(question, row)
        if text and text != line_result.text:
            parsed_entry = self._read_result(line, text)
            score = parsed_entry.compute_ns_score(line[0])
            phone_result = PhoneResult(line, row, parsed_entry, score=score, lead="")
            return self._store_conflict(phone_result, _OTHER_RESULT_STORED_TEXT)
        self._dismiss_questions(line)
        discard_decided_entries(
            [move for move in self._list_outgoing_moves(line) if move.needs_decision]
        )
        stored_entry = self.table.find_source_entry(line)
        if stored_entry and stored_entry.agreed_at is None:
            self._mark_confirmed(stored_entry)
        payload = make_stored_payload(line[0], line_result.text, line_result.score)
        return self._store_phone_entry(
            PhoneAnswer(CREATED, payload), TableWord.Kind.CONFIRM, line, row
        )

    def _find_confirmed_question(self, line: Key, text: str) -> TableWord | None:
        """Return the question about *line* with *text*, if any.

        Without a text it is the latest one, unless that is a dispute: the confirmation then means
        the stored result.
        """
        if text:
            for question in self._list_questions(line):
                if question.text == text:
                    return question
            return None
        latest_question = self.table.find_open_question(line)
        if latest_question and not latest_question.is_dispute:
            return latest_question
        return None

    def _store_counting_result(self, phone_result: PhoneResult, *, is_agreed: bool) -> PhoneAnswer:
        """Store a result that counts."""
        section = self.table.section
        line = self._make_section_line(phone_result.line, phone_result.row)
        stored_row = None
        if phone_result.line in self.table.result_by_line:
            stored_row = lock_result(section, line)
        result = store_entry(
            section=section,
            line=line,
            result=stored_row,
            entry=phone_result.entry,
            journal=self.act,
            lead=phone_result.lead,
        )
        if result is None:  # an empty entry for an empty line
            raise make_no_result_sent_error()
        self.act.message = f"Table {self.table.table_no}: {describe_result(section, result)}"
        self._dismiss_questions(phone_result.line)
        needs_confirmation = self.table.settings.confirm != "nobody" and result.counted != LATER
        payload = make_stored_payload(
            line.board_no,
            result.counted,
            result.counted_score,
            needs_confirmation=needs_confirmation and not is_agreed,
        )
        return self._store_result_entry(
            PhoneAnswer(CREATED, payload),
            phone_result,
            **self._make_agreement_fields(is_agreed=is_agreed),
            version=result.version,
            waits=needs_confirmation,
        )

    def _make_section_line(self, key: Key, row: ScheduleRow) -> SectionLine:
        return SectionLine(*key, row.round_no, self.table.table_no, None)

    def _store_same_result(self, phone_result: PhoneResult, *, is_agreed: bool) -> PhoneAnswer:
        """Answer an entry equal to the stored result. From another phone it confirms it."""
        stored_entry = self.table.find_source_entry(phone_result.line)
        needs_confirmation = stored_entry is not None and not stored_entry.is_agreed
        if (
            stored_entry
            and needs_confirmation
            and (is_agreed or self._is_other_phone(stored_entry))
        ):
            self._mark_confirmed(stored_entry)
            needs_confirmation = False
        if is_agreed:
            self._dismiss_questions(phone_result.line)
        else:
            self._dismiss_older_questions(phone_result.line)
        payload = make_stored_payload(
            phone_result.line[0],
            phone_result.entry.text,
            phone_result.score,
            needs_confirmation=needs_confirmation,
        )
        return self._store_phone_entry(
            PhoneAnswer(CREATED, payload),
            TableWord.Kind.CONFIRM,
            phone_result.line,
            phone_result.row,
        )

    def _ask_opponents(self, phone_result: PhoneResult) -> PhoneAnswer:
        """Store a different value as a question to the other side."""
        self._dismiss_older_questions(phone_result.line)
        payload = make_stored_payload(
            phone_result.line[0],
            phone_result.entry.text,
            phone_result.score,
            needs_confirmation=True,
        )
        return self._store_result_entry(
            PhoneAnswer(CREATED, payload | {"asked": True}), phone_result
        )

    def _ask_director(
        self, phone_result: PhoneResult, *, from_board: int | None = None
    ) -> PhoneAnswer:
        """Store an entry for the director to decide, since these players saw other results."""
        line = phone_result.line
        text = phone_result.entry.text
        payload = make_stored_payload(line[0], text, phone_result.score)
        payload |= {"asked": True, "waits_for": "director"}
        if from_board:
            payload["from"] = from_board
        answer = PhoneAnswer(CREATED, payload)
        # The same question again is stored as a confirmation, so the director sees it once.
        if any(
            (question.text, question.from_board) == (text, from_board)
            for question in self._list_questions(line)
        ):
            return self._store_phone_entry(answer, TableWord.Kind.CONFIRM, line, phone_result.row)
        self._dismiss_older_questions(line)
        return self._store_result_entry(
            answer, phone_result, is_dispute=True, from_board=from_board
        )

    def _refuse_seen_line(self, line: Key) -> None:
        """Raise if the players of *line* have seen other results of the board.

        :raises DeskError: if they have
        """
        if line in self.table.seen_lines:
            raise DeskError(
                "shown-not-agreed",
                "This phone has seen other results of board {board_no}, so the director decides.",
                board_no=line[0],
            )

    def _accept_question(self, question: TableWord, row: ScheduleRow) -> PhoneAnswer:
        """Make the entry of *question* count, since the other side agrees."""
        section = self.table.section
        line = (question.board_no or 0, row.ns, row.ew)
        self._refuse_seen_line(line)
        if question.from_board:
            self._refuse_seen_line((question.from_board, row.ns, row.ew))
            return self._accept_move(question, question.from_board, row)
        result = enter_line(
            section=section,
            line=self._make_section_line(line, row),
            text=question.text,
            journal=self.act,
            lead=question.lead,
        )
        if result is None:
            raise make_no_result_sent_error()
        self.act.message = f"Table {self.table.table_no}: {describe_result(section, result)}"
        question.version = result.version
        question.waits = True
        question.save(update_fields=["version", "waits"])
        discard_decided_entries(
            [
                other_question
                for other_question in self._list_questions(line)
                if other_question.pk != question.pk
            ]
        )
        self._mark_confirmed(question)
        payload = make_stored_payload(
            line[0], result.counted, result.counted_score, needs_confirmation=False
        )
        return self._store_phone_entry(
            PhoneAnswer(CREATED, payload), TableWord.Kind.CONFIRM, line, row
        )

    # Entries that were made for the wrong board of a round.

    def move_to_board(self) -> PhoneAnswer:
        """Move an entry that was made for another board of the round.

        It moves at once if both sides agree, or if the phone corrects its own slip.  Otherwise the
        other side is asked, or the director if the table has seen other results of either board.

        :raises DeskError: if the entry isn't there any more, or the table may not move it
        """
        table = self.table
        source_no = read_submitted_number(self.phone_entry.data, "from", *SOURCE_BOARD_FIGURE)
        row, target = self._choose_row_and_line()
        source = (source_no, row.ns, row.ew)
        if source not in row.line_keys or source == target:
            raise DeskError(
                "moved-within-round",
                "You can’t move a result from board {source} to {board_no}. Both must be in the same "
                "round. Call the director.",
                board_no=target[0],
                source=source_no,
            )
        source_result = table.result_by_line.get(source)
        target_result = table.result_by_line.get(target)
        seen_text = str(self.phone_entry.data.get("result") or "")
        if source_result is None or not source_result.is_entered:
            raise _make_moved_since_error(board_no=source_no, stored_text="nothing")
        if seen_text and self._read_result(source, seen_text).text != source_result.text:
            raise _make_moved_since_error(board_no=source_no, stored_text=source_result.text)
        has_target_result = target_result is not None and target_result.is_entered
        is_target_by_director = target_result is not None and target_result.is_by_director
        if source_result.is_by_director or (has_target_result and is_target_by_director):
            raise DeskError(
                "directors-not-moved",
                "Boards {board_no} and {to}: the director entered one of them, so you can’t move it. "
                "Call the director.",
                board_no=source_no,
                to=target[0],
            )
        # Parsed again for the target: its score depends on the board's vulnerability.
        parsed_entry = self._read_result(target, source_result.text)
        stored_entry = table.find_source_entry(source)
        lead = stored_entry.lead if stored_entry else ""
        score = parsed_entry.compute_ns_score(target[0])
        phone_result = PhoneResult(target, row, parsed_entry, score=score, lead=lead)
        if not table.seen_lines.isdisjoint({source, target}):
            self._call_director_if_seen(source, target)
            return self._ask_director(phone_result, from_board=source_no)
        is_agreed = bool(self.phone_entry.data.get("confirm"))
        if is_agreed or (self._is_own_slip(stored_entry) and not has_target_result):
            return self._store_move(phone_result, source_no, is_agreed=is_agreed)
        self._dismiss_older_questions(target)
        payload = make_stored_payload(
            target[0], parsed_entry.text, phone_result.score, needs_confirmation=True
        )
        return self._store_result_entry(
            PhoneAnswer(CREATED, payload | {"from": source_no, "asked": True}),
            phone_result,
            from_board=source_no,
        )

    def _store_move(
        self, phone_result: PhoneResult, source_no: int, *, is_agreed: bool
    ) -> PhoneAnswer:
        text = phone_result.entry.text
        version = self._move_result(phone_result.line, source_no, text)
        needs_confirmation = self.table.settings.confirm != "nobody"
        payload = make_stored_payload(
            phone_result.line[0],
            text,
            phone_result.score,
            needs_confirmation=needs_confirmation and not is_agreed,
        )
        return self._store_result_entry(
            PhoneAnswer(CREATED, payload | {"from": source_no}),
            phone_result,
            **self._make_agreement_fields(is_agreed=is_agreed),
            version=version,
            waits=needs_confirmation,
            from_board=source_no,
        )

    def _accept_move(self, question: TableWord, source_no: int, row: ScheduleRow) -> PhoneAnswer:
        """Move an entry to the board that one side asked for, since the other agrees."""
        line = (question.board_no or 0, row.ns, row.ew)
        question.version = self._move_result(line, source_no, question.text)
        question.waits = True
        question.save(update_fields=["version", "waits"])
        self._mark_confirmed(question)
        payload = make_stored_payload(
            line[0], question.text, question.ns_score, needs_confirmation=False
        )
        return self._store_phone_entry(
            PhoneAnswer(CREATED, payload | {"from": source_no}),
            TableWord.Kind.CONFIRM,
            line,
            row,
        )

    def _call_director_if_seen(self, source: Key, target: Key) -> None:
        """Call the director if the table has seen results of a board that it still has to play."""
        table = self.table
        # With a result on the target board the two change places, so both have been played.
        if source in table.seen_lines and not table.is_entered(target):
            reason = f"Board {source[0]} is still to be played, but its other results were shown"
            call_director(table.section, table.table_no, reason)

    def _move_result(self, target: Key, source_no: int, text: str) -> int:
        """Move *text* from board *source_no* to *target*. Return the version of that line."""
        table = self.table
        board_no, ns, ew = target
        source = (source_no, ns, ew)
        result = move_entry(
            section=table.section,
            line=source,
            target_board=board_no,
            user=None,
            shown_text=text,
            journal=self.act,
        )
        description = self.act.message
        self.act.message = f"Table {table.table_no}: {description[:1].lower()}{description[1:]}"
        questions = [*self._list_questions(source), *self._list_questions(target)]
        discard_decided_entries([question for question in questions if not question.from_board])
        return result.version


def _make_moved_since_error(*, board_no: object, stored_text: object) -> DeskError:
    return DeskError(
        "not-to-move",
        "Board {board_no} now has {stands}, so nothing was moved. Check it, or call the director.",
        board_no=board_no,
        stands=stored_text,
    )
