"""Select sheets to print: by tables, rounds, boards and pairs, or only changed ones."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain

from director.errors import PrintingError

_SPAN_PATTERN = re.compile(r"(?P<first>\d{1,5})(?P<dash>-)?(?P<last>\d{1,5})?")
_DASH_PATTERN = re.compile(r"\s*[-–—]\s*")
_SEPARATOR_PATTERN = re.compile(r"[\s,;]+")
_MAX_QUOTED_LETTERS = 20
"""Letters of an unreadable text that its error quotes."""


@dataclass(frozen=True, slots=True)
class NumberRuns:
    """Some numbers, as runs with a first and a last number.

    A run without an end has None as its last number. Without any run, all numbers are selected.

    >>> 3 in parse_numbers("1-4, 7"), 5 in parse_numbers("1-4, 7"), 99 in parse_numbers("3-"), 8 in parse_numbers("")
    (True, False, True, True)
    """

    runs: tuple[tuple[int, int | None], ...] = ()

    def __contains__(self, number: int) -> bool:
        """Return whether *number* is selected."""
        return not self.runs or any(
            start <= number and (end is None or number <= end) for start, end in self.runs
        )

    def __bool__(self) -> bool:
        """Return whether there are runs, so that not all numbers are selected."""
        return bool(self.runs)

    def __str__(self) -> str:
        """Return the numbers as a director types them.

        >>> str(parse_numbers("1 – 4;7  9-"))
        '1-4, 7, 9-'
        """
        texts = []
        for start, end in self.runs:
            if end is None:
                texts.append(f"{start}-")
            elif start == end:
                texts.append(str(start))
            else:
                texts.append(f"{start}-{end}")
        return ", ".join(texts)

    @property
    def first_and_last_numbers(self) -> tuple[int, ...]:
        """The first and last numbers of the runs."""
        # A run of one number names it once.
        numbers = chain.from_iterable(dict.fromkeys(run) for run in self.runs)
        return tuple(number for number in numbers if number is not None)


def parse_numbers(text: str, unit: str = "sheet") -> NumberRuns:
    """Return the numbers in *text*, such as ``1-4, 7``. *unit* names the thing they number.

    ``3-`` is 3 and all after it.

    :raises PrintingError: if a part isn't a number; the error names it
    """
    text_with_hyphens = _DASH_PATTERN.sub("-", text.strip())
    parts = _SEPARATOR_PATTERN.split(text_with_hyphens)
    return NumberRuns(tuple(_parse_span(part, unit) for part in parts if part))


def _parse_span(part: str, unit: str) -> tuple[int, int | None]:
    match = _SPAN_PATTERN.fullmatch(part)
    if match is None:
        raise _make_unreadable_numbers_error(text=part[:_MAX_QUOTED_LETTERS], what=unit)
    start = int(match["first"])
    if not match["dash"]:
        return start, start
    end = int(match["last"]) if match["last"] else None
    if end is not None and end < start:
        raise _make_unreadable_numbers_error(text=part, what=unit)
    return start, end


@dataclass(frozen=True, slots=True)
class ChangedSheets:
    """The sheets that have changed since they were printed."""

    tables: frozenset[int]  # with changed cards
    pairs: frozenset[int]  # with changed guides, by their number in the movement
    boards: frozenset[int]  # with changed travellers
    slips: frozenset[tuple[int, int]]  # by table and round


@dataclass(frozen=True, slots=True)
class Selection:
    """The sheets to print."""

    tables: NumberRuns = NumberRuns()
    rounds: NumberRuns = NumberRuns()
    boards: NumberRuns = NumberRuns()
    pairs: NumberRuns = NumberRuns()
    only_changed: bool = False  # only sheets that have changed since they were printed
    by_table: bool = False  # slips are sorted by table, to be handed out, not by round
    # Sheets of these movements were printed before the change; by default the last printed ones.
    previous_fingerprints: tuple[str, ...] = ()
    changed_sheets: ChangedSheets | None = None  # set once the movements have been compared
    players: NumberRuns = NumberRuns()  # of a party

    @property
    def is_narrow(self) -> bool:
        """Whether anything may be left out."""
        return self.only_changed or any(self._get_numbers_by_unit().values())

    def has_table(self, table_no: int) -> bool:
        """Return whether the sheets that stay on a table are selected."""
        if self.changed_sheets and table_no not in self.changed_sheets.tables:
            return False
        return table_no in self.tables

    def has_board(self, board_no: int) -> bool:
        """Return whether the sheet of a board is selected."""
        if self.changed_sheets and board_no not in self.changed_sheets.boards:
            return False
        return board_no in self.boards

    def has_pair(self, number: int, pair_no: int) -> bool:
        """Return whether a pair's sheet is selected: *number* as printed, *pair_no* in the movement."""
        if self.changed_sheets and pair_no not in self.changed_sheets.pairs:
            return False
        return number in self.pairs

    def has_slip(self, table_no: int, round_no: int) -> bool:
        """Return whether the slip of a table in a round is selected."""
        if self.changed_sheets and (table_no, round_no) not in self.changed_sheets.slips:
            return False
        return table_no in self.tables and round_no in self.rounds

    def check_numbers(self, existing_numbers: Mapping[str, Collection[int]]) -> None:
        """Check that the typed numbers exist.

        *existing_numbers* has the numbers of each ``"table"``, ``"round"`` and so on.

        :raises PrintingError: naming the first number that doesn't exist
        """
        for unit, typed_numbers in self._get_numbers_by_unit().items():
            existing = existing_numbers.get(unit)
            if not existing:
                continue
            lowest, highest = min(existing), max(existing)
            span = str(lowest) if lowest == highest else f"{lowest} to {highest}"
            for number in typed_numbers.first_and_last_numbers:
                if number not in existing:
                    raise PrintingError(
                        "no-such-number",
                        "There is no {what} {number}. Choose from {what} {known}.",
                        what=unit,
                        number=number,
                        known=span,
                    )

    def _get_numbers_by_unit(self) -> dict[str, NumberRuns]:
        return {
            "table": self.tables,
            "round": self.rounds,
            "board": self.boards,
            "pair": self.pairs,
            "player": self.players,
        }


ALL_SHEETS = Selection()


def parse_selection(
    text_by_field: Mapping[str, str], *, only_changed: bool, by_table: bool
) -> Selection:
    """Return the selection of typed ``"tables"``, ``"rounds"``, ``"boards"`` and ``"pairs"``.

    :raises PrintingError: naming the part that is no number
    """
    tables, rounds, boards, pairs = (
        parse_numbers(text_by_field[f"{unit}s"], unit)
        for unit in ("table", "round", "board", "pair")
    )
    return Selection(
        tables=tables,
        rounds=rounds,
        boards=boards,
        pairs=pairs,
        only_changed=only_changed,
        by_table=by_table,
    )


def _make_unreadable_numbers_error(*, text: object, what: object) -> PrintingError:
    return PrintingError(
        "unreadable-numbers",
        "“{text}” isn’t a {what} number. Type numbers such as 1-4, 7, or 3- for 3 and all "
        "after it.",
        text=text,
        what=what,
    )
