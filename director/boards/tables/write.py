"""Taking in what a table says it played; ``settle`` decides what two sides said differently.

The first result of a board counts at once and waits for the word of the opponents; another value never takes its place
without it.  What is sent again under the same key is answered as the first time, and stored once.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from director.boards.results.read.acts import RESULT
from director.boards.results.write.acts import section_act
from director.boards.scores.read.line_entry import LATER, LineEntry
from director.boards.scores.read.lines import Line
from director.boards.scores.read.undoing import result_words
from director.boards.scores.write.result import entry_read, result_enter
from director.boards.sitting import Key
from director.boards.tables import sentences
from director.boards.tables.read import AtRound, TableNight
from director.boards.tables.sent import (
    BOARD,
    EW_PAIR,
    NS_PAIR,
    gives_result,
    sent_lead,
    sent_number,
    sent_pairs,
    sent_text,
)
from director.boards.tables.state import section_at_table
from director.desk import sentences as desk_sentences
from director.desk.journal.write import Journal
from director.desk.tables.write import word_before, word_keep, words_drop
from director.errors import DeskError, EnteredError, NotMeetingError, Sentence
from director.kinds import Heard, Said
from director.models import Access, TableWord
from scoring import LineState

CREATED, CONFLICT = 201, 409
MOST_ASKED = 4
"""How many other values of one line wait for the director at most."""


def result_said(access: Access, said: Said) -> Heard:
    """Take in a result, or the word of the opponents, from the table of *access*.

    :raises DeskError: if this table does not play the board now, or players cannot give it
    :raises ScoringError: if the result cannot be read, or is not possible on the board
    """
    if before := word_before(access, said.key):
        return before
    with section_act(section=section_at_table(access), kind=RESULT, words="", user=None) as act:
        if before := word_before(access, said.key):  # it came twice at once
            return before
        night = TableNight(act.section or section_at_table(access), access.table_no or 0)
        _refuse_closed(night)
        saying = _Saying(access, night, said, act)
        if said.data.get("confirm") and not gives_result(said):
            return saying.agree(said.data.get("result"))
        return saying.bring()


@dataclass(frozen=True, slots=True)
class _Brought:
    """A result as it was sent: the line, its round, what it says, and the lead."""

    line: Key
    row: AtRound
    entered: LineEntry
    score: int | None
    lead: str


@dataclass(frozen=True)
class _Saying:
    """One thing said by a table, about to become an act."""

    access: Access
    night: TableNight
    said: Said
    act: Journal

    def bring(self, on: Key | None = None) -> Heard:
        """Take a result in, of the line *on* or that which it names.

        It counts where nothing stood, or where both sides or one hand have it so.
        """
        brought = self._brought(on)
        line, said = brought.line, self.said
        standing, word = self.night.standing.get(line), self.night.word_standing(line)
        agreed, text = bool(said.data.get("confirm")), brought.entered.text
        if standing is None or not standing.is_in or standing.text == LATER:
            self._refuse_late(line, text)
            return self._store(brought, agreed=agreed)
        if standing.text == text:
            return self._again(brought, word, agreed=agreed)
        if standing.by_director:
            return self._refuse(brought, sentences.DIRECTORS_STANDS)
        is_own_slip = word and word.waits and not word.agreed_at and said.device and word.device == said.device
        if is_own_slip or (said.data.get("change") and agreed):
            return self._store(brought, agreed=agreed)
        if said.data.get("change"):
            return self._ask(brought)
        return self._refuse(brought, sentences.ANOTHER_STANDS)

    def agree(self, seen: object) -> Heard:
        """Take the word of the opponents for what stands, or for what is asked in its place."""
        line = self._line_to_agree()
        board_no = line[0]
        standing, word, asked = self.night.standing.get(line), self.night.word_standing(line), self.night.asked(line)
        row = self.night.row_of(line)
        if seen and (standing is None or not standing.is_in):
            self._refuse_taken_back(line, str(seen)[:20])
            return self.bring(line)
        if standing is None or not standing.is_in or row is None:
            raise DeskError(sentences.NOTHING_TO_AGREE, board_no=board_no)
        seen = self._read(line, str(seen)).text if seen else ""
        asked = next((other for other in self._asked(line) if seen and other.text == seen), asked)
        is_for_asked = asked and (seen == asked.text or (not seen and not asked.is_dispute))
        if asked and is_for_asked and not standing.by_director:
            return self._take(asked, row)
        if seen and seen != standing.text:
            entered = self._read(line, seen)
            brought = _Brought(line, row, entered, entered.ns_score(board_no), "")
            return self._refuse(brought, sentences.ANOTHER_STANDS)
        self._drop_asked(line)
        if word and word.agreed_at is None:
            self._mark_agreed(word)
        return self._kept(
            Heard(CREATED, _stored(board_no, standing.text, standing.score, None)), TableWord.Kind.CONFIRM, line, row
        )

    def _refuse_late(self, line: Key, text: str) -> None:
        """Refuse what was entered before the director took out what stood on *line*, and comes only now.

        :raises DeskError: if the clock of the phone says so
        """
        moment = self._taken_back_at(line)
        if moment and self.said.at and self.said.at < moment:
            raise DeskError(sentences.TAKEN_BACK, board_no=line[0], yours=text)

    def _refuse_taken_back(self, line: Key, text: str) -> None:
        """Refuse the word of the opponents for what the director took out since they were asked.

        :raises DeskError: if it was
        """
        if self._taken_back_at(line):
            raise DeskError(sentences.TAKEN_BACK, board_no=line[0], yours=text)

    def _taken_back_at(self, line: Key) -> datetime | None:
        """Return when what stood on *line* was taken out or undone at the latest, ``None`` where nothing was."""
        standing = self.night.standing.get(line)
        if standing is not None:
            return None if standing.is_in else standing.entered_at
        if not any(word.version for word in self.night.words.get(line, ())):
            return None
        undone: datetime | None = self.night.section.acts.aggregate(last=Max("undone_at"))["last"]
        return undone

    def _store(self, brought: _Brought, *, agreed: bool) -> Heard:
        board_no, ns, ew = brought.line
        result = result_enter(
            section=self.night.section,
            board_no=board_no,
            ns=ns,
            ew=ew,
            text=brought.entered.text,
            user=None,
            at=(brought.row.round_no, self.night.table_no),
            journal=self.act,
            lead=brought.lead,
        )
        if result is None:  # nothing was said, and nothing stood
            raise DeskError(sentences.NO_RESULT_SENT)
        self.act.words = f"Table {self.night.table_no}: {result_words(self.night.section, result)}"
        self._drop_asked(brought.line)
        waits = self.night.settings.confirm != "nobody"
        heard = Heard(CREATED, _stored(board_no, result.counted, result.counted_score, waits and not agreed))
        fields = _agreement(self.said, agreed=agreed) | {"version": result.version, "waits": waits}
        return self._kept_result(heard, brought, **fields)

    def _again(self, brought: _Brought, word: TableWord | None, *, agreed: bool) -> Heard:
        """Answer what stands already: another phone that has it so has agreed by that."""
        is_other = bool(word and self.said.device and word.device and word.device != self.said.device)
        waits = bool(word and word.waits and word.agreed_at is None)
        if word and waits and (agreed or is_other):
            self._mark_agreed(word)
            waits = False
        if agreed:
            self._drop_asked(brought.line)
        else:
            self._make_room(brought.line)
        heard = Heard(CREATED, _stored(brought.line[0], brought.entered.text, brought.score, waits))
        return self._kept(heard, TableWord.Kind.CONFIRM, brought.line, brought.row)

    def _ask(self, brought: _Brought) -> Heard:
        """Keep another value until the other side agrees to it."""
        self._make_room(brought.line)
        heard = Heard(CREATED, _stored(brought.line[0], brought.entered.text, brought.score, waits=True))
        return self._kept_result(heard, brought)

    def _refuse(self, brought: _Brought, sentence: Sentence) -> Heard:
        """Keep another value for the director to see, and say what stands."""
        self._make_room(brought.line)
        line = brought.line
        standing, word = self.night.standing[line], self.night.word_standing(line)
        error = sentence.says(board_no=line[0], stands=standing.text, yours=brought.entered.text)
        is_agreed = word is None or not word.waits or word.agreed_at is not None
        body = {
            "error": error,
            "board": line[0],
            "stands": {"result": standing.text, "score": standing.score, "confirmed": is_agreed},
            "yours": {"result": brought.entered.text, "score": brought.score},
        }
        return self._kept_result(Heard(CONFLICT, body), brought, is_dispute=True)

    def _take(self, asked: TableWord, row: AtRound) -> Heard:
        """Let what was *asked* count, since the other side agrees."""
        line = (asked.board_no or 0, row.ns, row.ew)
        result = result_enter(
            section=self.night.section,
            board_no=line[0],
            ns=line[1],
            ew=line[2],
            text=asked.text,
            user=None,
            at=(row.round_no, self.night.table_no),
            journal=self.act,
            lead=asked.lead,
        )
        if result is None:
            raise DeskError(sentences.NO_RESULT_SENT)
        self.act.words = f"Table {self.night.table_no}: {result_words(self.night.section, result)}"
        asked.version, asked.waits = result.version, True
        asked.save(update_fields=["version", "waits"])
        words_drop([other for other in self._asked(line) if other.pk != asked.pk])
        self._mark_agreed(asked)
        heard = Heard(CREATED, _stored(line[0], result.counted, result.counted_score, waits=False))
        return self._kept(heard, TableWord.Kind.CONFIRM, line, row)

    def _mark_agreed(self, word: TableWord) -> None:
        word.agreed_at, word.agreed_device = timezone.now(), self.said.device
        word.save(update_fields=["agreed_at", "agreed_device"])

    def _asked(self, line: Key) -> list[TableWord]:
        return [word for word in self.night.words.get(line, ()) if word.is_asked]

    def _drop_asked(self, line: Key) -> None:
        words_drop(self._asked(line))

    def _make_room(self, line: Key) -> None:
        """Drop what this phone asked before; what others asked is still to be decided, the latest of many."""
        asked = self._asked(line)
        own = [word for word in asked if self.said.device and word.device == self.said.device]
        others = [word for word in asked if word not in own]
        words_drop([*own, *others[: 1 - MOST_ASKED]])

    def _kept_result(self, heard: Heard, brought: _Brought, **fields: Any) -> Heard:
        value = {"text": brought.entered.text, "ns_score": brought.score, "lead": brought.lead}
        return self._kept(heard, TableWord.Kind.RESULT, brought.line, brought.row, **value, **fields)

    def _kept(self, heard: Heard, kind: str, line: Key, row: AtRound, **fields: Any) -> Heard:
        board_no, ns, ew = line
        where = {"board_no": board_no, "ns": ns, "ew": ew, "round_no": row.round_no}
        word_keep(self.access, self.said, kind=kind, heard=heard, **where, **fields)
        return heard

    def _brought(self, on: Key | None) -> _Brought:
        """Read what was sent, of the line *on* if that is known, and hold it to what this table plays now.

        :raises DeskError: if it is not played here, or not yet
        """
        data, night = self.said.data, self.night
        board_no = sent_number(data, "board", *BOARD)
        at = on or night.line_of_board(board_no)
        ns = sent_number(data, "ns", *NS_PAIR) if "ns" in data else at[1] if at else 0
        ew = sent_number(data, "ew", *EW_PAIR) if "ew" in data else at[2] if at else 0
        line = (board_no, ns, ew)
        row = night.row_of(line)
        if row is None:
            raise NotMeetingError(
                sentences.NOT_HERE,
                board_no=board_no,
                ns=night.section.label(ns) if ns else "anybody",
                ew=night.section.label(ew) if ew else "anybody",
                table_no=night.table_no,
                open_boards=self._open_boards(),
            )
        now = max(night.round_no, night.section.session.round_no)
        if row.round_no > now + 1:
            raise NotMeetingError(
                sentences.NOT_YET,
                board_no=board_no,
                round_no=row.round_no,
                table_no=night.table_no,
                now=night.round_no,
                open_boards=self._open_boards(),
            )
        entered = self._read(line, sent_text(data, night.section.session.event.game))
        return _Brought(line, row, entered, entered.ns_score(board_no), sent_lead(data))

    def _read(self, line: Key, text: str) -> LineEntry:
        """Return what *text* says about *line*, as far as players may say it."""
        board_no, ns, ew = line
        entered = entry_read(self.night.section.session.event, Line(board_no, ns, ew, None, None, None), text)
        if entered is None:
            raise EnteredError(sentences.NO_RESULT_SENT)
        is_given = entered.is_award and entered.state is not LineState.NOT_PLAYED
        if is_given or entered.mark or entered.may_take_average:
            raise EnteredError(sentences.ONLY_DIRECTOR, text=entered.text)
        return entered

    def _line_to_agree(self) -> Key:
        """Return the line that is meant; where no pairs are named that on which a word is missing, or something stands.

        :raises DeskError: if there is none
        """
        data, night = self.said.data, self.night
        board_no = sent_number(data, "board", *BOARD)
        lines = night.lines_of_board(board_no)
        named = sent_pairs(data)
        if named:
            line = (board_no, *named)
            lines = [line] if night.row_of(line) else []
        if not lines:
            raise DeskError(sentences.NOTHING_TO_AGREE, board_no=board_no)
        is_in = [line for line in lines if line in night.standing and night.standing[line].is_in]
        return next(iter([line for line in lines if night.waits(line)] or is_in or lines))

    def _open_boards(self) -> str:
        night = self.night
        row = night.rounds.get(night.round_no)
        missing = [
            line[0]
            for line in (row.keys if row else ())
            if not (night.standing.get(line) and night.standing[line].is_in)
        ]
        boards = ", ".join(map(str, missing))
        return (
            f"Still to come in round {night.round_no}: board{'' if len(missing) == 1 else 's'} {boards}."
            if boards
            else ""
        )


def _refuse_closed(night: TableNight) -> None:
    event = night.section.session.event
    if event.removed_at:
        raise DeskError(desk_sentences.NIGHT_OFF_LISTS)
    if event.was_published:
        raise DeskError(sentences.PLAY_IS_OVER)
    if night.settings.entry == "paper":
        raise DeskError(sentences.ON_PAPER, table_no=night.table_no)


def _stored(board_no: int, text: str, score: int | None, waits: bool | None) -> dict[str, Any]:
    return {
        "stored": True,
        "board": board_no,
        "result": text,
        "score": score,
        "waits_for": "opponents" if waits else None,
    }


def _agreement(said: Said, *, agreed: bool) -> dict[str, Any]:
    return {"agreed_at": timezone.now(), "agreed_device": said.device} if agreed else {}
