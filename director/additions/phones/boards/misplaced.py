"""Store entries that don't belong to their table: another board, or other players.

None of them counts until the director says so.
"""

from itertools import chain

from django.db.models import Q

from director.additions.phones.boards.entry import (
    CREATED,
    PhoneResult,
    TableEntry,
    call_director,
    make_stored_payload,
    read_outside_flag,
)
from director.additions.phones.boards.table import SIDES, ScheduleRow, TablePlay
from director.boards.movement.sections import Key
from director.boards.play.scores.result import fetch_played_line
from director.boards.play.table_words import SIDE_NAMES, fetch_result_by_line
from director.core.night.phone_entries import (
    discard_decided_entries,
    store_phone_entry,
)
from director.core.night.table_api import Json, PhoneAnswer
from director.errors import DeskError
from director.models import TableWord
from director.models.access import OUTSIDE_KEY

MAX_LABEL_LENGTH = 12  # the label is repeated in a call, so a phone may not send a text here


class MisplacedEntry(TableEntry):
    """An entry of a table that doesn't belong there: another board, or players at the wrong table.

    ``write`` recognizes these entries, and its class inherits from this one.
    """

    def store_outside_board(self) -> PhoneAnswer | None:
        """Store a board played outside the movement, for the director to keep or cancel.

        Return None if the movement has the board at this table now.

        :raises DeskError: if these pairs already have a result on the board, or the section
            doesn't play it
        """
        phone_result = self._read_phone_result(None)
        is_agreed = bool(self.phone_entry.data.get("confirm"))
        if phone_result.line in phone_result.row.line_keys:
            return None
        return self._store_outside(phone_result, is_agreed=is_agreed)

    def _store_outside(self, phone_result: PhoneResult, *, is_agreed: bool) -> PhoneAnswer:
        line = phone_result.line
        text = phone_result.entry.text
        fetch_played_line(self.table.section, line)  # raises if the section doesn't play the line
        # Read again: the table's own results don't include lines of other tables.
        line_result = fetch_result_by_line(self.table.section, [line]).get(line)
        if line_result is not None and line_result.is_entered:
            raise DeskError(
                "outside-in",
                "Board {board_no}: {stands} has already been entered for these pairs. You sent "
                "{yours}. Call the director.",
                board_no=line[0],
                stands=line_result.text,
                yours=text,
            )
        answer = PhoneAnswer(CREATED, _make_outside_payload(line, text, phone_result.score))
        for stored_entry in self.table.outside_entries_by_line.get(line, ()):
            if stored_entry.text == text:
                if is_agreed or self._is_other_phone(stored_entry):
                    self._mark_confirmed(stored_entry)
                return self._store_phone_entry(
                    answer, TableWord.Kind.CONFIRM, line, phone_result.row
                )
        self._dismiss_older_questions(line)
        return self._store_result_entry(
            answer, phone_result, **self._make_agreement_fields(is_agreed=is_agreed)
        )

    def store_outside_agreement(self, line: Key) -> PhoneAnswer:
        """Store whether the other side confirms a board played outside the movement."""
        stored_entries = self.table.outside_entries_by_line[line]
        latest_entry = stored_entries[-1]
        if read_outside_flag(self.phone_entry) is False:
            discard_decided_entries(stored_entries)
        else:
            self._mark_confirmed(latest_entry)
        row = ScheduleRow(latest_entry.round_no or 0, line[1], line[2], ())
        for table_row in self.table.rows:
            if table_row.round_no == latest_entry.round_no:
                row = table_row
                break
        answer = PhoneAnswer(
            CREATED, _make_outside_payload(line, latest_entry.text, latest_entry.ns_score)
        )
        return self._store_phone_entry(answer, TableWord.Kind.CONFIRM, line, row)

    def report_misplaced_players(self) -> PhoneAnswer:
        """Tell players at the wrong table where they play, and call the director to both tables.

        :raises DeskError: if nobody has the number that they sent
        """
        table = self.table
        label = self.phone_entry.data.get("here")
        if isinstance(label, str | int):
            label = " ".join(str(label).split())[:MAX_LABEL_LENGTH]
        else:
            label = ""
        numbers = _fetch_labelled_numbers(table, label)
        if not numbers:
            raise DeskError(
                "nobody-numbered",
                "There is no {label} here. Type the number on your guide card, such as 4 or 4 E-W.",
                label=label or "?",
            )
        # A table may be behind the clock, but these players belong to the round on it.
        round_no = max(table.round_no, table.section.session.round_no)
        seats = []
        for number in numbers:
            seats.extend(_fetch_table_sides(table, number, round_no))
        seat_texts = [f"table {table_no}, {side}" for table_no, side in seats]
        seats_text = " or ".join(seat_texts) or "no table"
        payload = {"stored": True, "here": label, "goes": seats_text, "round": round_no}
        answer = PhoneAnswer(CREATED, payload)
        other_tables = {table_no for table_no, _side in seats if table_no != table.table_no}
        if other_tables or not seats:
            call_director(
                table.section, table.table_no, f"{label} sits here; plays at {seats_text}"
            )
        for table_no in sorted(other_tables):
            call_director(table.section, table_no, f"{label} sits at table {table.table_no}")
        store_phone_entry(self.access, self.phone_entry, kind=TableWord.Kind.CALL, answer=answer)
        return answer


def _make_outside_payload(line: Key, text: str, score: int | None) -> Json:
    return make_stored_payload(line[0], text, score) | {
        "waits_for": "director",
        OUTSIDE_KEY: True,
    }


def _fetch_labelled_numbers(table: TablePlay, label: str) -> list[int]:
    """Return the pair numbers that *label* may mean.

    Where N-S and E-W are ranked apart, 4 means both 4 N-S and 4 E-W.
    """
    typed_label = label.upper().removesuffix(".")
    if table.plan is None:
        return []
    pairs = table.plan.rows.values_list("ns", "ew").distinct().order_by()
    label_by_number = {number: table.section.get_label(number).upper() for number in chain(*pairs)}
    exact_numbers = [
        number for number, full_label in label_by_number.items() if full_label == typed_label
    ]
    if exact_numbers:
        return sorted(exact_numbers)
    return sorted(
        number
        for number, full_label in label_by_number.items()
        if full_label.split()[0] == typed_label
    )


def _fetch_table_sides(table: TablePlay, number: int, round_no: int) -> list[tuple[int, str]]:
    """Return the tables and sides where a pair or team sits in a round."""
    rows = table.plan.rows.filter(Q(ns=number) | Q(ew=number), round_no=round_no)
    table_sides = []
    for row in rows.order_by("table_no"):
        for side in SIDES:
            if getattr(row, side) == number:
                table_sides.append((row.table_no, SIDE_NAMES[side]))
    return table_sides
