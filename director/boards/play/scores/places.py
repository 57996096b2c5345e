"""The pages of Scores: a board at all tables, or a table in one round, and their links."""

from dataclasses import dataclass

from django.urls import reverse

from director.boards.movement.lines.read import SectionLine, SectionLines, section_lines
from director.models import Section
from director.models.event import SectionPlace
from director.sheets import Link

LINES_A_PAGE = 200
"""How many lines of one board are entered on a page; a form of thousands of boxes is more than a browser may send."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """What a page of lines is about: *board_no*, or a table in a round."""

    board_no: int = 0
    round_no: int = 0
    table_no: int = 0
    part: int = 1  # of a board that more than ``LINES_A_PAGE`` tables play

    @property
    def at(self) -> tuple[int, int] | None:
        """The round and table, ``None`` for a board at all tables."""
        if self.board_no:
            return None
        return (self.round_no, self.table_no)

    @property
    def name(self) -> str:
        """What people call it, in the middle of a sentence."""
        if self.part > 1:
            return f"board {self.board_no}, part {self.part}"
        if self.board_no:
            return f"board {self.board_no}"
        return f"round {self.round_no}, table {self.table_no}"

    def path(self, section: Section | SectionPlace) -> str:
        """Return the address of the page."""
        if self.board_no:
            path = reverse("session_scores_board", args=[section, self.board_no])
            if self.part > 1:
                return f"{path}?part={self.part}"
            return path
        return reverse("session_scores_table", args=[section, self.round_no, self.table_no])

    def lines(self, lines: SectionLines) -> list[SectionLine]:
        """Return the lines of the page, in the order in which they are entered."""
        if not self.board_no:
            return lines.at_table(self.round_no, self.table_no)
        first = (self.part - 1) * LINES_A_PAGE
        return lines.on_board(self.board_no)[first : first + LINES_A_PAGE]


@dataclass(frozen=True, slots=True)
class PageLink:
    """One page among the others, with its address and state.

    The state is ``"done"``, ``"part"`` or ``"none"``.
    """

    number: int
    path: str
    state: str
    is_current: bool


class EntryPages:
    """All pages of the sort of *place*, in order, and where one goes from there."""

    def __init__(self, section: Section, lines: SectionLines, place: EntryPage) -> None:
        self._section, self._lines, self._place = section, lines, place
        self._all = _board_places(lines) if place.board_no else _table_places(lines)
        self._at = self._all.index(place) if place in self._all else None

    def link(self, step: int) -> Link | None:
        """Return the page *step* pages on, ``None`` beyond the ends."""
        at = -1 if self._at is None else self._at + step
        if 0 <= at < len(self._all):
            return Link(self._all[at].name, self._all[at].path(self._section))
        return None

    def next_due(self) -> str:
        """Return the address of the next page where something is missing, from the start again at the end."""
        at = self._at or 0
        for place in self._all[at + 1 :] + self._all[:at]:
            if _state(self._lines, place) != "done":
                return place.path(self._section)
        return ""

    def stops(self) -> tuple[PageLink, ...]:
        """Return the pages to choose from: all boards and the parts of this one, or the tables of this round."""
        current = self._place
        return tuple(
            PageLink(
                place.board_no or place.table_no,
                place.path(self._section),
                _state(self._lines, place),
                place == current,
            )
            for place in self._all
            if place.round_no == current.round_no
            and place.part == (current.part if place.board_no == current.board_no else 1)
        )

    def rounds(self) -> tuple[PageLink, ...]:
        """Return the rounds to choose from on a page about a table: each leads to its first table."""
        if self._place.board_no:
            return ()
        rounds: dict[int, list[EntryPage]] = {}
        for place in self._all:
            rounds.setdefault(place.round_no, []).append(place)
        at, section, lines = self._place.round_no, self._section, self._lines
        return tuple(
            PageLink(number, places[0].path(section), _state(lines, *places), number == at)
            for number, places in rounds.items()
        )


def first_place(section: Section, *, by_table: bool = False) -> EntryPage | None:
    """Return the page to open first.

    The first board, or table in a round, with a missing result; else the first.

    ``None`` where there is neither a movement nor a result.
    """
    lines = section_lines(section)
    places = _table_places(lines) if by_table else _board_places(lines)
    return next(
        (place for place in places if _state(lines, place) != "done"), places[0] if places else None
    )


def _board_places(lines: SectionLines) -> list[EntryPage]:
    return [
        EntryPage(board_no=board_no, part=part)
        for board_no in lines.boards
        for part in range(1, max(1, -(-len(lines.on_board(board_no)) // LINES_A_PAGE)) + 1)
    ]


def _table_places(lines: SectionLines) -> list[EntryPage]:
    """Return every table in every round in which it plays.

    If no tables are known, all boards.
    """
    seats = {
        (line.round_no, line.table_no) for line in lines.all if line.round_no and line.table_no
    }
    places = [
        EntryPage(round_no=round_no, table_no=table_no) for round_no, table_no in sorted(seats)
    ]
    return places or _board_places(lines)


def _state(lines: SectionLines, *places: EntryPage) -> str:
    due = [line for place in places for line in place.lines(lines)]
    results = sum(line.is_in for line in due)
    if results == len(due):
        return "done"
    if results:
        return "part"
    return "none"
