"""Take in what doesn't belong to a table: another board, or players at the wrong table.

Nothing of it counts before the director says so.
"""

from django.db.models import Q

from director.boards.movement.scoring_field import Key
from director.boards.play.phones.entry import CREATED, PhoneResult, TableEntry, stored_payload
from director.boards.play.phones.payload import sent_outside
from director.boards.play.phones.read import SIDE_WORDS, TablePlay, lines_standing
from director.boards.play.phones.schedule import AtRound
from director.boards.play.phones.sentences import PhoneSentences
from director.boards.play.scores.result import line_as_it_was
from director.core.night.phones.write import dismiss_phone_entries, store_phone_entry
from director.core.night.screens.write import call_add
from director.errors import DeskError
from director.kinds import Json, PhoneAnswer
from director.models import Call, TableWord
from director.models.access import OUTSIDE

LONGEST_LABEL = 12


class WrongBoard(TableEntry):
    """An entry of a table that doesn't belong there."""

    def bring_outside(self) -> PhoneAnswer | None:
        """Store a board played outside the movement, for the director to keep or cancel.

        ``None`` where the movement has it here and now after all.

        :raises DeskError: if something is in for these pairs on the board, or the section does not
            play it
        """
        brought, agreed = self._brought(None), bool(self.said.data.get("confirm"))
        if brought.line in brought.row.keys:
            return None
        return self._keep_outside(brought, agreed=agreed)

    def _keep_outside(self, brought: PhoneResult, *, agreed: bool) -> PhoneAnswer:
        line, text = brought.line, brought.entered.text
        line_as_it_was(self.night.section, line)
        standing = lines_standing(self.night.section, [line]).get(line)
        if standing is not None and standing.is_in:
            raise DeskError(
                PhoneSentences.OUTSIDE_IN, board_no=line[0], stands=standing.text, yours=text
            )
        same = next((word for word in self.night.outside.get(line, ()) if word.text == text), None)
        told = _outside_payload(line, text, brought.score)
        if same is not None:
            if agreed or (self.said.device and same.device and self.said.device != same.device):
                self._mark_confirmed(same)
            return self._kept(PhoneAnswer(CREATED, told), TableWord.Kind.CONFIRM, line, brought.row)
        self._make_room(line)
        return self._kept_result(
            PhoneAnswer(CREATED, told), brought, **self._agreement(agreed=agreed)
        )

    def agree_outside(self, line: Key) -> PhoneAnswer:
        """Store whether the other side confirms a board played outside the movement."""
        words = self.night.outside[line]
        word = words[-1]
        if sent_outside(self.said) is False:
            dismiss_phone_entries(words)
        else:
            self._mark_confirmed(word)
        row = next((row for row in self.night.turns if row.round_no == word.round_no), None)
        told = _outside_payload(line, word.text, word.ns_score)
        at = row or AtRound(word.round_no or 0, line[1], line[2], ())
        return self._kept(PhoneAnswer(CREATED, told), TableWord.Kind.CONFIRM, line, at)

    def misplaced(self) -> PhoneAnswer:
        """Take in that players sit at the wrong table, and tell the tables that miss them.

        :raises DeskError: if nobody has the number that they say
        """
        night, label = self.night, self.said.data.get("here")
        label = " ".join(str(label).split())[:LONGEST_LABEL] if isinstance(label, str | int) else ""
        numbers = _numbers(night, label)
        if not numbers:
            raise DeskError(PhoneSentences.NOBODY_NUMBERED, label=label or "?")
        round_no = max(night.round_no, night.section.session.round_no)
        places = []
        for number in numbers:
            places.extend(_places(night, number, round_no))
        where = (
            " or ".join(f"table {table_no}{side and f', {side}'}" for table_no, side in places)
            or "no table"
        )
        told = {"stored": True, "here": label, "goes": where, "round": round_no}
        elsewhere = {table_no for table_no, _side in places if table_no != night.table_no}
        if elsewhere or not places:
            _call(night, night.table_no, f"{label} sits here; plays at {where}")
        for table_no in sorted(elsewhere):
            _call(night, table_no, f"{label} sits at table {night.table_no}")
        store_phone_entry(
            self.access, self.said, kind=TableWord.Kind.CALL, heard=PhoneAnswer(CREATED, told)
        )
        return PhoneAnswer(CREATED, told)


def _outside_payload(line: Key, text: str, score: int | None) -> Json:
    return stored_payload(line[0], text, score, None) | {"waits_for": "director", OUTSIDE: True}


def _numbers(night: TablePlay, label: str) -> list[int]:
    """Return the pair numbers that *label* can mean here."""
    wanted = label.upper().removesuffix(".")
    called = {number: night.section.label(number).upper() for row in _rows(night) for number in row}
    exactly = [number for number, name in called.items() if name == wanted]
    return sorted(
        exactly or [number for number, name in called.items() if name.split()[0] == wanted]
    )


def _rows(night: TablePlay) -> list[tuple[int, int]]:
    if night.plan:
        return list(night.plan.rows.values_list("ns", "ew").distinct().order_by())
    return []


def _places(night: TablePlay, number: int, round_no: int) -> list[tuple[int, str]]:
    """Return where a pair sits in a round, in words."""
    rows = night.plan.rows.filter(Q(ns=number) | Q(ew=number), round_no=round_no).order_by(
        "table_no"
    )
    return [
        (row.table_no, SIDE_WORDS[side])
        for row in rows
        for side in ("ns", "ew")
        if getattr(row, side) == number
    ]


def _call(night: TablePlay, table_no: int, reason: str) -> None:
    waiting = Call.objects.filter(section=night.section, table_no=table_no, done_at__isnull=True)
    if not waiting.exists():
        call_add(section=night.section, table_no=table_no, reason=reason, user=None)
