"""One entry of a table.

Which line it means, what the table may no longer enter, and what is stored.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

from django.db.models import Max
from django.utils import timezone

from director.boards.movement.lines.entry import LineEntry
from director.boards.movement.lines.read import SectionLine
from director.boards.movement.scoring_field import Key
from director.boards.play.phones.payload import (
    BOARD,
    EW_PAIR,
    NS_PAIR,
    sent_lead,
    sent_number,
    sent_outside,
    sent_pairs,
    sent_text,
)
from director.boards.play.phones.read import TablePlay
from director.boards.play.phones.schedule import AtRound
from director.boards.play.phones.sentences import PhoneSentences
from director.boards.play.scores.result import entry_of_text
from director.core.night.history.write import Journal
from director.core.night.phones.write import dismiss_phone_entries, store_phone_entry
from director.errors import DeskError, NotMeetingError, Sentence
from director.kinds import PhoneAnswer, PhoneEntry
from director.models import Access, TableWord
from scoring import LineState

CREATED, CONFLICT = 201, 409
MOST_ASKED = 4
"""How many other values of one line wait for the director at most."""


@dataclass(frozen=True, slots=True)
class PhoneResult:
    """A result as it was sent: the line, its round, what it says, and the lead."""

    line: Key
    row: AtRound
    entered: LineEntry
    score: int | None
    lead: str


@dataclass(frozen=True)
class TableEntry:
    """One thing said by a table, about to become an act: what it means, and what is kept of it."""

    access: Access
    night: TablePlay
    said: PhoneEntry
    act: Journal

    def _refuse_late(self, line: Key, text: str) -> None:
        """Refuse what was entered before the director took out what stood on *line*, and comes only now.

        :raises DeskError: if the clock of the phone says so
        """
        moment = self._deleted_at(line)
        if moment and self.said.at and self.said.at < moment:
            self._refuse_gone(line, text)

    def _refuse_deleted(self, line: Key, text: str) -> None:
        """Refuse the word of the opponents for what the director took out since they were asked.

        :raises DeskError: if it was
        """
        if self._deleted_at(line):
            self._refuse_gone(line, text)

    def _refuse_gone(self, line: Key, text: str) -> NoReturn:
        """Say why nothing stands on *line* any more."""
        standing = self.night.standing.get(line)
        if standing is not None and not standing.by_director:
            raise DeskError(PhoneSentences.MOVED_AWAY, board_no=line[0], yours=text)
        raise DeskError(PhoneSentences.TAKEN_BACK, board_no=line[0], yours=text)

    def _deleted_at(self, line: Key) -> datetime | None:
        """Return when what stood on *line* was taken out or undone at the latest, ``None`` where nothing was."""
        standing = self.night.standing.get(line)
        if standing is not None and standing.is_in:
            return None
        if standing is not None:
            return (
                standing.entered_at
                if standing.by_director
                else self._moved_at(line, standing.entered_at)
            )
        if not any(word.version for word in self.night.words.get(line, ())):
            return None
        undone: datetime | None = self.night.section.acts.aggregate(last=Max("undone_at"))["last"]
        return undone

    def _moved_at(self, line: Key, stored_at: datetime) -> datetime:
        """Return when the table said that the entry of *line* is another board's, by the clock of its phone.

        What it then entered for *line* may have waited for a network together with that.
        """
        moves = [word.said_at or stored_at for word in self._leaving(line) if word.version]
        return max(moves, default=stored_at)

    def _refuse(self, brought: PhoneResult, sentence: Sentence) -> PhoneAnswer:
        """Keep another value for the director to see, and say what stands."""
        self._make_room(brought.line)
        line = brought.line
        standing, word = self.night.standing[line], self.night.entry_of_result(line)
        error = sentence.says(board_no=line[0], stands=standing.text, yours=brought.entered.text)
        is_agreed = word is None or not word.waits or word.agreed_at is not None
        body = {
            "error": error,
            "board": line[0],
            "stands": {"result": standing.text, "score": standing.score, "confirmed": is_agreed},
            "yours": {"result": brought.entered.text, "score": brought.score},
        }
        return self._kept_result(PhoneAnswer(CONFLICT, body), brought, is_dispute=True)

    def _mark_confirmed(self, word: TableWord) -> None:
        word.agreed_at, word.agreed_device = timezone.now(), self.said.device
        word.save(update_fields=["agreed_at", "agreed_device"])

    def _agreement(self, *, agreed: bool) -> dict[str, Any]:
        if agreed:
            return {"agreed_at": timezone.now(), "agreed_device": self.said.device}
        return {}

    def _asked(self, line: Key) -> list[TableWord]:
        return [word for word in self.night.words.get(line, ()) if word.is_asked]

    def _drop_dispute(self, line: Key) -> None:
        dismiss_phone_entries(self._asked(line))

    def _leaving(self, line: Key) -> list[TableWord]:
        """Return the words by which the entry of *line* is, or was, another board's."""
        board_no, *pairs = line
        said = [
            words for (_board_no, *others), words in self.night.words.items() if others == pairs
        ]
        return [word for words in said for word in words if word.from_board == board_no]

    def _make_room(self, line: Key) -> None:
        """Discard this phone's earlier questions.

        Those of others stay open, the latest of many.
        """
        asked = self._asked(line)
        own = [word for word in asked if self.said.device and word.device == self.said.device]
        others = [word for word in asked if word not in own]
        dismiss_phone_entries([*own, *others[: 1 - MOST_ASKED]])

    def _kept_result(self, heard: PhoneAnswer, brought: PhoneResult, **fields: Any) -> PhoneAnswer:
        value = {"text": brought.entered.text, "ns_score": brought.score, "lead": brought.lead}
        return self._kept(
            heard, TableWord.Kind.RESULT, brought.line, brought.row, **value, **fields
        )

    def _kept(
        self, heard: PhoneAnswer, kind: str, line: Key, row: AtRound, **fields: Any
    ) -> PhoneAnswer:
        board_no, ns, ew = line
        for look in self.night.looks.get(line, ()):
            look.agreed_at, look.agreed_device = timezone.now(), self.said.device
            look.save(update_fields=["agreed_at", "agreed_device"])
        where = {"board_no": board_no, "ns": ns, "ew": ew, "round_no": row.round_no}
        store_phone_entry(self.access, self.said, kind=kind, heard=heard, **where, **fields)
        return heard

    def _brought(self, on: Key | None) -> PhoneResult:
        """Read what was sent, of the line *on* if that is known, and hold it to what this table plays now.

        :raises DeskError: if it is not played here, or not yet
        """
        row, line = self._row_and_line(on)
        entered = self._read(line, sent_text(self.said.data, self.night.section.session.event.game))
        return PhoneResult(line, row, entered, entered.ns_score(line[0]), sent_lead(self.said.data))

    def _row_and_line(self, on: Key | None = None) -> tuple[AtRound, Key]:
        """Return which line is meant, *on* if that is known, and its round, held to what this table plays now.

        :raises DeskError: if it is not played here, or not yet
        """
        data, night = self.said.data, self.night
        board_no = sent_number(data, "board", *BOARD)
        at = on or night.line_of_board(board_no)
        if "ns" in data:
            ns = sent_number(data, "ns", *NS_PAIR)
        elif at:
            ns = at[1]
        else:
            ns = 0
        if "ew" in data:
            ew = sent_number(data, "ew", *EW_PAIR)
        elif at:
            ew = at[2]
        else:
            ew = 0
        line = (board_no, ns, ew)
        row = night.row_of(line)
        if sent_outside(self.said) and (at_table := self._row_now(ns, ew)) and at_table is not row:
            return at_table, line
        if row is None:
            raise NotMeetingError(
                PhoneSentences.NOT_HERE,
                board_no=board_no,
                ns=night.section.label(ns) if ns else "anybody",
                ew=night.section.label(ew) if ew else "anybody",
                table_no=night.table_no,
                open_boards=self._open_boards(),
            )
        now = max(night.round_no, night.section.session.round_no)
        if row.round_no > now + 1:
            raise NotMeetingError(
                PhoneSentences.NOT_YET,
                board_no=board_no,
                round_no=row.round_no,
                table_no=night.table_no,
                now=night.round_no,
                open_boards=self._open_boards(),
            )
        return row, line

    def _row_now(self, ns: int, ew: int) -> AtRound | None:
        """Return the round in which two pairs sit here now, or sat last."""
        rows = (self.night.rounds.get(self.night.round_no), self.night.left)
        return next((row for row in rows if row and (row.ns, row.ew) == (ns, ew)), None)

    def _read(self, line: Key, text: str) -> LineEntry:
        """Return what *text* says about *line*, as far as players may say it."""
        board_no, ns, ew = line
        entered = entry_of_text(
            self.night.section.session.event, SectionLine(board_no, ns, ew, None, None, None), text
        )
        if entered is None:
            raise DeskError(PhoneSentences.NO_RESULT_SENT)
        is_given = entered.is_award and entered.state not in (
            LineState.NOT_PLAYED,
            LineState.TO_BE_PLAYED,
        )
        if is_given or entered.mark or entered.may_take_average:
            raise DeskError(PhoneSentences.ONLY_DIRECTOR, text=entered.text)
        return entered

    def _line_to_agree(self) -> Key:
        """Return the line that is confirmed.

        Without named pairs it is the one that waits for confirmation, or else one with a result.

        :raises DeskError: if there is none
        """
        data, night = self.said.data, self.night
        board_no = sent_number(data, "board", *BOARD)
        lines = night.lines_of_board(board_no)
        named = sent_pairs(data)
        if named:
            line = (board_no, *named)
            lines = [line] if night.row_of(line) or line in night.outside else []
        if not lines:
            raise DeskError(PhoneSentences.NOTHING_TO_AGREE, board_no=board_no)
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
        if boards:
            return f"Still to play in round {night.round_no}: board{'' if len(missing) == 1 else 's'} {boards}."
        return ""


def stored_payload(
    board_no: int, text: str, score: int | None, waits: bool | None
) -> dict[str, Any]:
    return {
        "stored": True,
        "board": board_no,
        "result": text,
        "score": score,
        "waits_for": "opponents" if waits else None,
    }
