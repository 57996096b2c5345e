"""The pages of Scores: a board at all tables, a table in one round, or a match, and their links."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from django.urls import get_script_prefix, reverse

from director.boards.movement.lines.section_lines import (
    MatchKey,
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.models import Section
from director.models.event import SectionRef
from director.sheets import Link

LINES_A_PAGE = 200
"""The lines of a board on one page; a browser may not send a form of thousands of boxes."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """A page of lines to enter: those of *board_no*, of a table in a round, or of a match.

    A match has both *teams*, the lower number first, and round 0 if its round doesn't matter.
    """

    board_no: int = 0
    round_no: int = 0
    table_no: int = 0
    teams: tuple[int, int] | None = None
    part_no: int = 1  # above 1 only if more than ``LINES_A_PAGE`` tables play the board

    @property
    def round_and_table(self) -> tuple[int, int] | None:
        """The round and table of the page, None for a board or a match."""
        if self.board_no or self.teams:
            return None
        return (self.round_no, self.table_no)

    @property
    def kind(self) -> str:
        """What the page is of: ``"board"``, ``"table"`` or ``"match"``."""
        if self.board_no:
            return "board"
        return "match" if self.teams else "table"

    @property
    def name(self) -> str:
        """The name of the page in the middle of a sentence."""
        if self.part_no > 1:
            return f"board {self.board_no}, part {self.part_no}"
        if self.board_no:
            return f"board {self.board_no}"
        if self.teams:
            return f"match {self.label}"
        return f"round {self.round_no}, table {self.table_no}"

    @property
    def label(self) -> str:
        """What tells the page from the others beside it: ``"12"``, or ``"2–5"`` for a match."""
        if self.teams:
            home, away = self.teams
            return f"{home}–{away}"
        return str(self.board_no or self.table_no)

    def path(self, section: Section | SectionRef) -> str:
        """Return the address of the page."""
        place = section if isinstance(section, SectionRef) else section.place
        return _make_path(self, place, get_script_prefix())

    def _reverse(self, section: SectionRef) -> str:
        if self.board_no:
            path = reverse("session_scores_board", args=[section, self.board_no])
            if self.part_no > 1:
                return f"{path}?part={self.part_no}"
            return path
        if self.teams:
            return reverse("session_scores_match", args=[section, self.round_no, *self.teams])
        return reverse("session_scores_table", args=[section, self.round_no, self.table_no])

    def lines(self, lines: SectionLines) -> list[SectionLine]:
        """Return the lines of the page, in the order in which they are entered."""
        if self.teams:
            # Both tables of a board stand side by side.
            match_lines = lines.get_for_match((self.round_no, *self.teams))
            return sorted(match_lines, key=lambda line: (line.board_no, line.table_no or 0))
        if not self.board_no:
            return lines.get_table_lines(self.round_no, self.table_no)
        start = (self.part_no - 1) * LINES_A_PAGE
        return lines.get_board_lines(self.board_no)[start : start + LINES_A_PAGE]


@lru_cache(maxsize=2000)
def _make_path(page: EntryPage, place: SectionRef, _prefix: str) -> str:
    """Return the address of *page*. Cached, since each page of a board links all others."""
    return page._reverse(place)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page and how much of it is entered: "done", "part" or "none"."""

    label: str
    path: str
    state: str
    is_current: bool


class EntryPages:
    """The pages of the same kind as the *current* one, in order, and the links between them."""

    def __init__(self, section: Section, lines: SectionLines, current: EntryPage) -> None:
        self._section = section
        self._lines = lines
        self._current = current
        self._pages = _list_pages(current.kind, lines)
        # A page can be gone, such as a table that another movement doesn't have.
        self._index = self._pages.index(current) if current in self._pages else None

    def link(self, step: int) -> Link | None:
        """Return a link to the page *step* pages further, or None beyond the ends."""
        if self._index is None:
            return None
        index = self._index + step
        if 0 <= index < len(self._pages):
            page = self._pages[index]
            return Link(page.name, page.path(self._section))
        return None

    def next_due(self) -> str:
        """Return the address of the next page with a missing result, or "".

        After the last page, the search goes on from the first.
        """
        index = self._index or 0
        for page in self._pages[index + 1 :] + self._pages[:index]:
            if _get_page_state(self._lines, page) != "done":
                return page.path(self._section)
        return ""

    def stops(self) -> tuple[PageLink, ...]:
        """Return links to the pages to choose from.

        These are all boards, with this part of the current board, or the tables or matches of this
        round.
        """
        current = self._current
        links = []
        for page in self._pages:
            part = current.part_no if page.board_no == current.board_no else 1
            if page.round_no == current.round_no and page.part_no == part:
                links.append(
                    PageLink(
                        page.label,
                        page.path(self._section),
                        _get_page_state(self._lines, page),
                        is_current=page == current,
                    )
                )
        return tuple(links)

    def rounds(self) -> tuple[PageLink, ...]:
        """Return links to the first table or match of each round, or none on the page of a board."""
        if self._current.board_no:
            return ()
        pages_by_round: dict[int, list[EntryPage]] = {}
        for page in self._pages:
            pages_by_round.setdefault(page.round_no, []).append(page)
        return tuple(
            PageLink(
                str(round_no),
                pages[0].path(self._section),
                _get_pages_state(self._lines, pages),
                is_current=round_no == self._current.round_no,
            )
            for round_no, pages in pages_by_round.items()
            if round_no
        )


def find_first_page(section: Section, by: str = "board") -> EntryPage | None:
    """Return the first page with a missing result, otherwise the first page.

    Pages are *by* "board", "table" or "match". None if the section has
    neither a movement nor a result.
    """
    lines = fetch_section_lines(section)
    pages = _list_pages(by, lines)
    if not pages:
        return None
    return next((page for page in pages if _get_page_state(lines, page) != "done"), pages[0])


def _list_pages(by: str, lines: SectionLines) -> list[EntryPage]:
    if by == "table":
        return _list_table_pages(lines)
    if by == "match":
        return _list_match_pages(lines)
    return _list_board_pages(lines)


def _list_match_pages(lines: SectionLines) -> list[EntryPage]:
    """Return a page for each match, by round and by its first table."""
    first_tables: dict[MatchKey, int] = {}
    for line in lines.all:
        if not line.is_extra and line.ns != line.ew:
            key, table_no = lines.get_line_match(line), line.table_no or 0
            first_tables[key] = min(table_no, first_tables.get(key, table_no))
    keys = sorted(first_tables, key=lambda key: (key[0], first_tables[key], key))
    return [EntryPage(round_no=round_no, teams=(low, high)) for round_no, low, high in keys]


def _list_board_pages(lines: SectionLines) -> list[EntryPage]:
    pages = []
    for board_no in lines.boards:
        # A board without lines still has its page.
        parts = max(1, ceil(len(lines.get_board_lines(board_no)) / LINES_A_PAGE))
        pages += [EntryPage(board_no=board_no, part_no=part) for part in range(1, parts + 1)]
    return pages


def _list_table_pages(lines: SectionLines) -> list[EntryPage]:
    """Return a page for each table in each of its rounds, or the boards if no table is known."""
    places = {
        (line.round_no, line.table_no) for line in lines.all if line.round_no and line.table_no
    }
    pages = [
        EntryPage(round_no=round_no, table_no=table_no) for round_no, table_no in sorted(places)
    ]
    return pages or _list_board_pages(lines)


def _get_page_state(lines: SectionLines, page: EntryPage) -> str:
    """Return how much of *page* is entered, of a board kept until one of its lines changes."""
    if not page.board_no:
        return _get_pages_state(lines, [page])
    return lines.keep_of_board(page.board_no, page, lambda _lines: _get_pages_state(lines, [page]))


def _get_pages_state(lines: SectionLines, pages: Iterable[EntryPage]) -> str:
    """Return how much of *pages* is entered: "done", "part" or "none"."""
    page_lines = [line for page in pages for line in page.lines(lines)]
    entered = sum(line.is_entered for line in page_lines)
    # Compared first: a page without lines has nothing missing.
    if entered == len(page_lines):
        return "done"
    if entered:
        return "part"
    return "none"
