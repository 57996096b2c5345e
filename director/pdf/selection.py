"""Select sheets to print: by tables, rounds, boards and pairs, or only changed ones."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain

from director.errors import PrintingError

_SPAN_PATTERN = re.compile(r"(?P<first>\d{1,5})(?P<dash>-)?(?P<last>\d{1,5})?")
_DASH_PATTERN = re.compile(r"\s*[-–—]\s*")
_SEPARATOR_PATTERN = re.compile(r"[\s,;]+")


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
    parts = [
        part for part in _SEPARATOR_PATTERN.split(_DASH_PATTERN.sub("-", text.strip())) if part
    ]
    return NumberRuns(tuple(_parse_span(part, unit) for part in parts))


def _parse_span(part: str, unit: str) -> tuple[int, int | None]:
    match = _SPAN_PATTERN.fullmatch(part)
    if match is None:
        raise _make_unreadable_numbers_error(text=part[:20], what=unit)
    start = int(match["first"])
    if not match["dash"]:
        return start, start
    end = int(match["last"]) if match["last"] else None
    if end is not None and end < start:
        raise _make_unreadable_numbers_error(text=part, what=unit)
    return start, end


@dataclass(frozen=True, slots=True)
class ChangedSheets:
    """The sheets that have changed since they were printed.

    They are cards of *tables*, guides of *pairs*, travellers of *boards*, and *slips* by table and
    round. Pairs have the numbers of the movement.
    """

    tables: frozenset[int]
    pairs: frozenset[int]
    boards: frozenset[int]
    slips: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Selection:
    """The sheets to print.

    Slips are sorted by round or, to be handed out, *by_table*. *only_changed* selects sheets that
    have changed since the movements with the *previous_fingerprints* were printed, or since the
    last printing without them.
    """

    tables: NumberRuns = NumberRuns()
    rounds: NumberRuns = NumberRuns()
    boards: NumberRuns = NumberRuns()
    pairs: NumberRuns = NumberRuns()
    only_changed: bool = False
    by_table: bool = False
    previous_fingerprints: tuple[str, ...] = ()
    changed_sheets: ChangedSheets | None = None  # set once the movements have been compared
    players: NumberRuns = NumberRuns()  # of a party

    @property
    def is_narrow(self) -> bool:
        """Whether anything may be left out."""
        return self.only_changed or any(self._get_numbers_by_unit().values())

    def has_table(self, table_no: int) -> bool:
        """Return whether the sheets that stay on a table are selected."""
        return table_no in self.tables and (
            self.changed_sheets is None or table_no in self.changed_sheets.tables
        )

    def has_board(self, board_no: int) -> bool:
        """Return whether the sheet of a board is selected."""
        return board_no in self.boards and (
            self.changed_sheets is None or board_no in self.changed_sheets.boards
        )

    def has_pair(self, number: int, pair_no: int) -> bool:
        """Return whether a pair's sheet is selected: *number* as printed, *pair_no* in the movement."""
        return number in self.pairs and (
            self.changed_sheets is None or pair_no in self.changed_sheets.pairs
        )

    def has_slip(self, table_no: int, round_no: int) -> bool:
        """Return whether the slip of a table in a round is selected."""
        is_chosen = table_no in self.tables and round_no in self.rounds
        return is_chosen and (
            self.changed_sheets is None or (table_no, round_no) in self.changed_sheets.slips
        )

    def check_numbers(self, existing_numbers: Mapping[str, Collection[int]]) -> None:
        """Check that the typed numbers exist.

        *existing_numbers* has the numbers of each ``"table"``, ``"round"`` and so on.

        :raises PrintingError: naming the first number that doesn't exist
        """
        for unit, typed_numbers in self._get_numbers_by_unit().items():
            existing = existing_numbers.get(unit, ())
            unknown_number = next(
                (
                    number
                    for number in typed_numbers.first_and_last_numbers
                    if number not in existing
                ),
                None,
            )
            if unknown_number is not None and existing:
                lowest, highest = min(existing), max(existing)
                span = str(lowest) if lowest == highest else f"{lowest} to {highest}"
                raise PrintingError(
                    "no-such-number",
                    "There is no {what} {number}. Choose from {what} {known}.",
                    what=unit,
                    number=unknown_number,
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
    text_by_field: Mapping[str, str], *, only_changed: bool, is_sorted_by_table: bool
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
        by_table=is_sorted_by_table,
    )


def _make_unreadable_numbers_error(*, text: object, what: object) -> PrintingError:
    return PrintingError(
        "unreadable-numbers",
        "“{text}” isn’t a {what} number. Type numbers such as 1-4, 7, or 3- for 3 and all "
        "after it.",
        text=text,
        what=what,
    )
