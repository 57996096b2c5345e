"""Take in the results that a table enters. ``settle`` decides between two entries.

The first result of a board counts at once and waits for the word of the opponents; another value
never takes its place without it.  What is sent again under the same key is answered as the first
time, and stored once.
"""

from director.boards.movement.acts import RESULT
from director.boards.movement.lines.entry import LATER
from director.boards.movement.lines.progress import round_reached
from director.boards.movement.lines.read import SectionLine
from director.boards.movement.scoring_field import Key
from director.boards.play.line_store import line_stored
from director.boards.play.phones.entry import CREATED, PhoneResult, stored_payload
from director.boards.play.phones.payload import FROM_BOARD, gives_result, sent_number, sent_outside
from director.boards.play.phones.read import TablePlay
from director.boards.play.phones.schedule import AtRound, table_schedule
from director.boards.play.phones.sentences import PhoneSentences
from director.boards.play.phones.state import section_at_table
from director.boards.play.phones.turned import receive_turned, refuse_closed
from director.boards.play.phones.wrong_board import WrongBoard
from director.boards.play.results.acts import section_act
from director.boards.play.scores.move import move_entry
from director.boards.play.scores.result import enter_line, store_entry
from director.boards.play.scores.undoing import result_words
from director.core.night.clock.write import clock_follow
from director.core.night.phones.connected import refuse_shut
from director.core.night.phones.read import open_address
from director.core.night.phones.write import (
    dismiss_phone_entries,
    earlier_answer,
    hashed_key,
    repeated_answer,
)
from director.core.night.screens.write import call_add
from director.errors import DeskError
from director.kinds import PhoneAnswer, PhoneEntry
from director.models import Access, Call, PlanRow, Result, TableWord
from director.models.event import Clock


def receive_result(access: Access, said: PhoneEntry) -> PhoneAnswer:
    """Take in a result, or the word of the opponents, from the table of *access*.

    :raises DeskError: if this table does not play the board now, or players cannot give it
    :raises ScoringError: if the result cannot be read, or is not possible on the board
    """
    try:
        if said.data.get("turned") is not None:
            return receive_turned(access, said)
        return _line_receive(access, said)
    except DeskError:  # also where nothing may be said any more
        if before := earlier_answer(access, said.key):
            return before
        raise


def _line_receive(access: Access, said: PhoneEntry) -> PhoneAnswer:
    key = hashed_key(said.key)
    with section_act(section=section_at_table(access), kind=RESULT, words="", user=None) as act:
        act.is_by_table = True
        section, table_no = act.section or section_at_table(access), access.table_no or 0
        # Under the lock nobody else acts: what is kept under this mark is true until the lock is
        # given up.
        seen = open_address(access.token)
        mark = seen.laid if seen else ""
        laid = table_schedule(section, table_no, access_id=access.pk, mark=mark)
        night = TablePlay(section, table_no, laid, key)
        if before := night.earlier_entry(access):
            return repeated_answer(before.status, before.answer)
        refuse_shut(seen.phones if seen else {}, said.device)
        refuse_closed(night)
        heard = _heard(_EntryStore(access, night, said, act), said)
        if act.words:
            _clock_follows(night, heard.body.get("board"))
        return heard


def _heard(saying: "_EntryStore", said: PhoneEntry) -> PhoneAnswer:
    if said.data.get("here") is not None:
        return saying.misplaced()
    if said.data.get("from") is not None:
        return saying.move()
    if said.data.get("confirm") and not gives_result(said):
        return saying.agree(said.data.get("result"))
    if sent_outside(said) and (kept := saying.bring_outside()):
        return kept
    return saying.bring()


def _clock_follows(night: TablePlay, board_no: object) -> None:
    """Move a waiting clock to the first round that some table has not finished.

    *board_no* has just come in.  Two questions more where this table lacks no other board of the
    round on the clock, and all lines are read only where as many results of that round are in as
    its tables play boards.
    """
    session = night.section.session
    at_table = [key for row in night.turns if row.round_no == session.round_no for key in row.keys]
    lacked = [key for key in at_table if not (key in night.standing and night.standing[key].is_in)]
    if session.clock != Clock.WAITING or any(key[0] != board_no for key in lacked):
        return
    due = PlanRow.objects.filter(
        plan__section__session=session, plan__in_force=True, round_no=session.round_no
    )
    stored = Result.objects.filled().filter(section__session=session, round_no=session.round_no)
    if stored.count() < sum(map(len, due.values_list("boards", flat=True))):
        return
    round_no, rounds = round_reached(session)
    clock_follow(session=session, round_no=round_no, rounds=rounds)


class _EntryStore(WrongBoard):
    """An entry of a table while it is stored: it counts, is asked about, or is refused."""

    def bring(self, on: Key | None = None) -> PhoneAnswer:
        """Take a result in, of the line *on* or that which it names.

        It counts where nothing stood, or where both sides or one hand have it so.
        """
        brought = self._brought(on)
        line, said = brought.line, self.said
        standing, word = self.night.standing.get(line), self.night.entry_of_result(line)
        agreed, text = bool(said.data.get("confirm")), brought.entered.text
        if standing is None or not standing.is_in or standing.text == LATER:
            return self._first(brought, agreed=agreed)
        if standing.text == text:
            return self._again(brought, word, agreed=agreed)
        is_own_slip = self._is_own_slip(word)
        has_seen_others = line in self.night.shown and (is_own_slip or said.data.get("change"))
        if standing.by_director or has_seen_others:
            if standing.by_director:
                sentence = PhoneSentences.DIRECTORS_STANDS
            else:
                sentence = PhoneSentences.SHOWN_BEFORE
            return self._refuse(brought, sentence)
        if is_own_slip or (said.data.get("change") and agreed):
            return self._store(brought, agreed=agreed)
        if said.data.get("change"):
            return self._ask(brought)
        return self._refuse(brought, PhoneSentences.ANOTHER_STANDS)

    def _first(self, brought: PhoneResult, *, agreed: bool) -> PhoneAnswer:
        """Store the first entry of a line, which may agree to an entry moved from another board."""
        text = brought.entered.text
        self._refuse_late(brought.line, text)
        asked = self.night.asked(brought.line)
        if agreed and asked and asked.from_board and asked.text == text:
            return self._take(asked, brought.row)
        if brought.line in self.night.shown:
            return self._ask_director(brought)
        return self._store(brought, agreed=agreed)

    def _is_own_slip(self, word: TableWord | None) -> bool:
        """Return whether *word* came from this phone and nobody has confirmed it."""
        is_open = bool(word and word.waits and not word.agreed_at)
        return is_open and bool(word and self.said.device and word.device == self.said.device)

    def agree(self, seen: object) -> PhoneAnswer:
        """Confirm the stored result, or the entry that is disputed, for the opponents."""
        line = self._line_to_agree()
        if line in self.night.outside:
            return self.agree_outside(line)
        board_no = line[0]
        standing, word, asked = (
            self.night.standing.get(line),
            self.night.entry_of_result(line),
            self.night.asked(line),
        )
        row = self.night.row_of(line)
        is_empty = standing is None or not standing.is_in
        if is_empty and row and asked and seen in (None, "", asked.text):
            if asked.from_board:
                return self._take(asked, row)
            self._refuse_shown(line)
        if seen and is_empty:
            self._refuse_deleted(line, str(seen)[:20])
            return self.bring(line)
        if standing is None or not standing.is_in or row is None:
            raise DeskError(PhoneSentences.NOTHING_TO_AGREE, board_no=board_no)
        seen = self._read(line, str(seen)).text if seen else ""
        asked = next((other for other in self._asked(line) if seen and other.text == seen), asked)
        is_for_asked = asked and (seen == asked.text or (not seen and not asked.is_dispute))
        if asked and is_for_asked:
            self._refuse_shown(line)
            if not standing.by_director:
                return self._take(asked, row)
        if seen and seen != standing.text:
            entered = self._read(line, seen)
            brought = PhoneResult(line, row, entered, entered.ns_score(board_no), "")
            return self._refuse(brought, PhoneSentences.ANOTHER_STANDS)
        self._drop_dispute(line)
        dismiss_phone_entries([other for other in self._leaving(line) if other.is_asked])
        if word and word.agreed_at is None:
            self._mark_confirmed(word)
        return self._kept(
            PhoneAnswer(CREATED, stored_payload(board_no, standing.text, standing.score, None)),
            TableWord.Kind.CONFIRM,
            line,
            row,
        )

    def _store(self, brought: PhoneResult, *, agreed: bool) -> PhoneAnswer:
        section, line = self.night.section, self._line(brought.line, brought.row)
        result = store_entry(
            section=section,
            line=line,
            result=line_stored(section, line) if brought.line in self.night.standing else None,
            entered=brought.entered,
            journal=self.act,
            lead=brought.lead,
        )
        if result is None:  # nothing was said, and nothing stood
            raise DeskError(PhoneSentences.NO_RESULT_SENT)
        self.act.words = f"Table {self.night.table_no}: {result_words(section, result)}"
        self._drop_dispute(brought.line)
        waits = self.night.settings.confirm != "nobody" and result.counted != LATER
        heard = PhoneAnswer(
            CREATED,
            stored_payload(
                line.board_no, result.counted, result.counted_score, waits and not agreed
            ),
        )
        fields = self._agreement(agreed=agreed) | {"version": result.version, "waits": waits}
        return self._kept_result(heard, brought, **fields)

    def _line(self, key: Key, row: AtRound) -> SectionLine:
        return SectionLine(*key, row.round_no, self.night.table_no, None)

    def _again(self, brought: PhoneResult, word: TableWord | None, *, agreed: bool) -> PhoneAnswer:
        """Answer an entry equal to the stored result. From another phone it confirms it."""
        is_other = bool(
            word and self.said.device and word.device and word.device != self.said.device
        )
        waits = bool(word and word.waits and word.agreed_at is None)
        if word and waits and (agreed or is_other):
            self._mark_confirmed(word)
            waits = False
        if agreed:
            self._drop_dispute(brought.line)
        else:
            self._make_room(brought.line)
        heard = PhoneAnswer(
            CREATED, stored_payload(brought.line[0], brought.entered.text, brought.score, waits)
        )
        return self._kept(heard, TableWord.Kind.CONFIRM, brought.line, brought.row)

    def _ask(self, brought: PhoneResult) -> PhoneAnswer:
        """Keep another value until the other side agrees to it."""
        self._make_room(brought.line)
        told = stored_payload(brought.line[0], brought.entered.text, brought.score, waits=True)
        return self._kept_result(PhoneAnswer(CREATED, told | {"asked": True}), brought)

    def _ask_director(self, brought: PhoneResult, *, from_board: int | None = None) -> PhoneAnswer:
        """Store an entry for the director to decide, since these players saw other results.

        Whatever emptied the line, or moves an entry to it or away.
        """
        line, text = brought.line, brought.entered.text
        told = stored_payload(line[0], text, brought.score, None)
        told |= {"asked": True, "waits_for": "director"}
        if from_board:
            told["from"] = from_board
        if any((word.text, word.from_board) == (text, from_board) for word in self._asked(line)):
            return self._kept(PhoneAnswer(CREATED, told), TableWord.Kind.CONFIRM, line, brought.row)
        self._make_room(line)
        return self._kept_result(
            PhoneAnswer(CREATED, told), brought, is_dispute=True, from_board=from_board
        )

    def _refuse_shown(self, line: Key) -> None:
        """Refuse the word of the opponents where players have seen what others made of the board.

        :raises DeskError: if they have
        """
        if line in self.night.shown:
            raise DeskError(PhoneSentences.SHOWN_NOT_AGREED, board_no=line[0])

    def _take(self, asked: TableWord, row: AtRound) -> PhoneAnswer:
        """Let the disputed entry count, since the other side agrees."""
        line = (asked.board_no or 0, row.ns, row.ew)
        self._refuse_shown(line)
        if asked.from_board:
            self._refuse_shown((asked.from_board, row.ns, row.ew))
            return self._take_move(asked, asked.from_board, row)
        result = enter_line(
            section=self.night.section,
            line=self._line(line, row),
            text=asked.text,
            journal=self.act,
            lead=asked.lead,
        )
        if result is None:
            raise DeskError(PhoneSentences.NO_RESULT_SENT)
        self.act.words = f"Table {self.night.table_no}: {result_words(self.night.section, result)}"
        asked.version, asked.waits = result.version, True
        asked.save(update_fields=["version", "waits"])
        dismiss_phone_entries([other for other in self._asked(line) if other.pk != asked.pk])
        self._mark_confirmed(asked)
        heard = PhoneAnswer(
            CREATED, stored_payload(line[0], result.counted, result.counted_score, waits=False)
        )
        return self._kept(heard, TableWord.Kind.CONFIRM, line, row)

    def move(self) -> PhoneAnswer:
        """Take in that an entry was made for the wrong board of a round.

        It moves at once where both sides say so, or the phone mends its own slip; else the other
        side is asked, or the director where the table has seen what others made of either board.

        :raises DeskError: if there is nothing to move any more, or it is not the table's to move
        """
        source_no = sent_number(self.said.data, "from", *FROM_BOARD)
        row, target = self._row_and_line()
        source = (source_no, row.ns, row.ew)
        if source not in row.keys or source == target:
            raise DeskError(PhoneSentences.MOVED_WITHIN_ROUND, board_no=target[0], source=source_no)
        standing, stands = self.night.standing.get(source), self.night.standing.get(target)
        seen = str(self.said.data.get("result") or "")
        if (
            standing is None
            or not standing.is_in
            or (seen and self._read(source, seen).text != standing.text)
        ):
            stands_text = standing.text if standing and standing.is_in else "nothing"
            raise DeskError(PhoneSentences.NOT_TO_MOVE, board_no=source_no, stands=stands_text)
        if standing.by_director or (stands and stands.is_in and stands.by_director):
            raise DeskError(PhoneSentences.DIRECTORS_NOT_MOVED, board_no=source_no, to=target[0])
        entered, word = self._read(target, standing.text), self.night.entry_of_result(source)
        brought = PhoneResult(
            target, row, entered, entered.ns_score(target[0]), word.lead if word else ""
        )
        agreed = bool(self.said.data.get("confirm"))
        if not self.night.shown.isdisjoint({source, target}):
            self._call_about(source, target)
            return self._ask_director(brought, from_board=source_no)
        if agreed or (self._is_own_slip(word) and not (stands and stands.is_in)):
            return self._move(brought, source_no, agreed=agreed)
        self._make_room(target)
        told = stored_payload(target[0], entered.text, brought.score, waits=True)
        return self._kept_result(
            PhoneAnswer(CREATED, told | {"from": source_no, "asked": True}),
            brought,
            from_board=source_no,
        )

    def _move(self, brought: PhoneResult, source_no: int, *, agreed: bool) -> PhoneAnswer:
        version = self._moved(brought.line, source_no, brought.entered.text)
        waits = self.night.settings.confirm != "nobody"
        told = stored_payload(
            brought.line[0], brought.entered.text, brought.score, waits and not agreed
        )
        fields = self._agreement(agreed=agreed) | {
            "version": version,
            "waits": waits,
            "from_board": source_no,
        }
        return self._kept_result(
            PhoneAnswer(CREATED, told | {"from": source_no}), brought, **fields
        )

    def _take_move(self, asked: TableWord, source_no: int, row: AtRound) -> PhoneAnswer:
        """Move an entry to the board that one side asked for, since the other agrees."""
        line = (asked.board_no or 0, row.ns, row.ew)
        asked.version, asked.waits = self._moved(line, source_no, asked.text), True
        asked.save(update_fields=["version", "waits"])
        self._mark_confirmed(asked)
        told = stored_payload(line[0], asked.text, asked.ns_score, waits=False) | {
            "from": source_no
        }
        return self._kept(PhoneAnswer(CREATED, told), TableWord.Kind.CONFIRM, line, row)

    def _call_about(self, source: Key, target: Key) -> None:
        """Call the director if the table has seen results of a board that it still plays."""
        night, stands = self.night, self.night.standing.get(target)
        waiting = Call.objects.filter(
            section=night.section, table_no=night.table_no, done_at__isnull=True
        )
        if source in night.shown and not (stands and stands.is_in) and not waiting.exists():
            reason = f"Board {source[0]} is still to be played, but its other results were shown"
            call_add(section=night.section, table_no=night.table_no, reason=reason, user=None)

    def _moved(self, target: Key, source_no: int, text: str) -> int:
        """Move *text* from board *source_no* to *target*. Return the version of that line."""
        night, (board_no, ns, ew) = self.night, target
        source = (source_no, ns, ew)
        result = move_entry(
            section=night.section, line=source, to=board_no, user=None, seen=text, journal=self.act
        )
        said = self.act.words
        self.act.words = f"Table {night.table_no}: {said[:1].lower()}{said[1:]}"
        dismiss_phone_entries(
            [word for line in (source, target) for word in self._asked(line) if not word.from_board]
        )
        return result.version
