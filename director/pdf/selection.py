"""Which sheets are wanted: some tables, rounds, boards and pairs, or only what changed."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from director.errors import PrintingError
from director.pdf.sentences import PdfSentences

_SPAN = re.compile(r"(?P<first>\d{1,5})(?P<dash>-)?(?P<last>\d{1,5})?")
_DASH = re.compile(r"\s*[-–—]\s*")
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Some numbers, as runs from a first to a last one.

    The last is ``None`` for all after the first; without any run, all numbers.

    >>> 3 in numbers("1-4, 7"), 5 in numbers("1-4, 7"), 99 in numbers("3-"), 8 in numbers("")
    (True, False, True, True)
    """

    runs: tuple[tuple[int, int | None], ...] = ()

    def __contains__(self, number: int) -> bool:
        """Return whether *number* is meant."""
        return not self.runs or any(
            first <= number and (last is None or number <= last) for first, last in self.runs
        )

    def __bool__(self) -> bool:
        """Return whether anything was said, so that not all are meant."""
        return bool(self.runs)

    def __str__(self) -> str:
        """Return them as they are typed.

        >>> str(numbers("1 – 4;7  9-"))
        '1-4, 7, 9-'
        """
        return ", ".join(
            f"{first}-" if last is None else str(first) if last == first else f"{first}-{last}"
            for first, last in self.runs
        )

    @property
    def named(self) -> tuple[int, ...]:
        """The numbers that stand in it."""
        return tuple(
            number for run in self.runs for number in dict.fromkeys(run) if number is not None
        )


def numbers(text: str, what: str = "sheet") -> Numbers:
    """Return the numbers of *what* in *text*, such as ``1-4, 7``.

    ``3-`` is 3 and all after it.

    :raises PrintingError: naming the part that says none
    """
    parts = [part for part in _BETWEEN.split(_DASH.sub("-", text.strip())) if part]
    return Numbers(tuple(_run(part, what) for part in parts))


def _run(part: str, what: str) -> tuple[int, int | None]:
    match = _SPAN.fullmatch(part)
    if match is None:
        raise PrintingError(PdfSentences.UNREADABLE_NUMBERS, text=part[:20], what=what)
    first = int(match["first"])
    if not match["dash"]:
        return first, first
    last = int(match["last"]) if match["last"] else None
    if last is not None and last < first:
        raise PrintingError(PdfSentences.UNREADABLE_NUMBERS, text=part, what=what)
    return first, last


@dataclass(frozen=True, slots=True)
class Changes:
    """What on paper is no longer true.

    Cards of *tables*, guides of *pairs*, travellers of *boards*, *slips*.

    A slip is that of a table in a round; pairs have the numbers of the movement.
    """

    tables: frozenset[int]
    pairs: frozenset[int]
    boards: frozenset[int]
    slips: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which of all sheets are wanted.

    Slips come round by round or, to be handed out, table by table.

    Only what changed *since* the cards of some movements were printed, named by their marks, else
    of the last ones.
    """

    tables: Numbers = Numbers()
    rounds: Numbers = Numbers()
    boards: Numbers = Numbers()
    pairs: Numbers = Numbers()
    only_changed: bool = False
    by_table: bool = False
    since: tuple[str, ...] = ()
    changes: Changes | None = None  # what has changed, once that is known
    players: Numbers = Numbers()  # of a party

    @property
    def is_narrow(self) -> bool:
        """Whether anything may be left out."""
        return self.only_changed or any(self._asked().values())

    def has_table(self, table_no: int) -> bool:
        """Return whether what lies on a table all night is wanted."""
        return table_no in self.tables and (self.changes is None or table_no in self.changes.tables)

    def has_board(self, board_no: int) -> bool:
        """Return whether the sheet of a board is wanted."""
        return board_no in self.boards and (self.changes is None or board_no in self.changes.boards)

    def has_pair(self, number: int, pair_no: int) -> bool:
        """Return whether the sheet of a pair is wanted that people call *number* and the movement *pair_no*."""
        return number in self.pairs and (self.changes is None or pair_no in self.changes.pairs)

    def has_slip(self, table_no: int, round_no: int) -> bool:
        """Return whether the slip of a table in a round is wanted."""
        is_asked = table_no in self.tables and round_no in self.rounds
        return is_asked and (self.changes is None or (table_no, round_no) in self.changes.slips)

    def check(self, known: Mapping[str, Collection[int]]) -> None:
        """Check the typed numbers against those that exist.

        *known* has the numbers of each ``"table"``, ``"round"`` and so on.

        :raises PrintingError: naming the first number that nothing has
        """
        for what, asked in self._asked().items():
            existing = known.get(what, ())
            missing = next((number for number in asked.named if number not in existing), None)
            if missing is not None and existing:
                least, most = min(existing), max(existing)
                span = str(least) if least == most else f"{least} to {most}"
                raise PrintingError(
                    PdfSentences.NO_SUCH_NUMBER, what=what, number=missing, known=span
                )

    def _asked(self) -> dict[str, Numbers]:
        return {
            "table": self.tables,
            "round": self.rounds,
            "board": self.boards,
            "pair": self.pairs,
            "player": self.players,
        }


EVERYTHING = Selection()


def selection_of(asked: Mapping[str, str], *, only_changed: bool, by_table: bool) -> Selection:
    """Return the selection of typed ``"tables"``, ``"rounds"``, ``"boards"`` and ``"pairs"``.

    :raises PrintingError: naming the part that says none
    """
    tables, rounds, boards, pairs = (
        numbers(asked[f"{what}s"], what) for what in ("table", "round", "board", "pair")
    )
    return Selection(tables, rounds, boards, pairs, only_changed, by_table)
