"""The columns of a file: what each of them holds, and what is lacking."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from director.files.columns.book import Cells, Sheet
from director.files.columns.headings import FIELDS
from director.files.columns.rows import board_row

_SAMPLE = 5


@dataclass(frozen=True)
class Columns:
    """A file of columns: its *sheet*, which row has the headings (-1 for none), and the *fields* of its columns.

    A field is a key of ``FIELDS``, empty for a column that is passed over; *headings* are what stands over each.
    """

    sheet: Sheet
    heading: int
    headings: tuple[str, ...]
    fields: tuple[str, ...]

    @property
    def rows(self) -> Cells:
        """All rows, those over the headings too; some may be empty."""
        return self.sheet.rows

    @property
    def below(self) -> Cells:
        """The rows under the headings."""
        return self.rows[self.heading + 1 :]

    @property
    def lines(self) -> Iterator[list[str]]:
        """The rows under the headings that say something, without titles and headings that come again."""
        heading = self.rows[self.heading] if self.heading >= 0 else None
        return (row for row in self.below if len(row) - row.count("") > 1 and row != heading)

    @property
    def count(self) -> int:
        """How many lines there are."""
        return sum(1 for _row in self.lines)

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings, or the letters of a spreadsheet where there are none."""
        padded = (*self.headings, *("",) * len(self.fields))
        return tuple(padded[at] or f"Column {at + 1}" for at in range(len(self.fields)))

    @property
    def sample(self) -> tuple[tuple[str, ...], ...]:
        """The first lines, each with a cell for every column."""
        rows = list(islice(self.lines, _SAMPLE))
        return tuple(tuple((*row, *("",) * len(self.fields))[: len(self.fields)]) for row in rows)

    @cached_property
    def at(self) -> dict[str, int]:
        """Where each field stands."""
        return {name: at for at, name in reversed(list(enumerate(self.fields))) if name}

    @property
    def lacking(self) -> tuple[str, ...]:
        """What no column holds although nothing can be read without."""
        names = {"ns": ("north", "names_ns", "pair"), "ew": ("east", "names_ew", "opponents")}
        lacking = [
            FIELDS[side] for side, others in names.items() if not any(name in self.at for name in (side, *others))
        ]
        if "board" not in self.at and not any(board_row(row) for row in self.rows):
            lacking.insert(0, FIELDS["board"])
        if "opponents" in self.at and "sat" not in self.at and self._is_on_both_cards:
            lacking.append(FIELDS["sat"])
        if not any(name in self.at for name in ("contract", "level", "score", "score_ew")):
            lacking.append("a contract or a score")
        return tuple(lacking)

    @cached_property
    def _is_on_both_cards(self) -> bool:
        """Whether a result stands on the card of either pair, so that it must be told who sat which way."""
        if not {"pair", "board"} <= self.at.keys():
            return False
        at = [self.at[name] for name in ("board", "pair", "opponents")]
        met = {tuple(row[column] for column in at) for row in self.below if len(row) > max(at)}
        return any((board, opponents, pair) in met for board, pair, opponents in met)

    def chosen(self, fields: Sequence[str]) -> "Columns":
        """Return them with other *fields*, as somebody put them right."""
        known = [name if name in FIELDS else "" for name in fields]
        padded = (*known, *("",) * len(self.fields))
        return replace(self, fields=tuple(padded[: len(self.fields)]))
