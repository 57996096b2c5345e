"""The pages of Scores, their undo and redo buttons, and the changes of an act by line.

A page shows a board at all tables, a table in one round, or a match. An *act* is one change in the
history. Its stored *changes* hold each changed row before and after. Undoing itself is left to
``play.results.acts``.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from math import ceil
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.urls import get_script_prefix, reverse
from django.utils.html import format_html

from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import (
    MatchKey,
    SectionLine,
    SectionLines,
    StoredResult,
    fetch_section_lines,
)
from director.boards.movement.sections import (
    BOARD_PLAY,
    Key,
    fetch_section_acts,
    fetch_undo_and_redo_acts,
)
from director.core.base.act_kinds import ActKind, can_undo
from director.core.base.address import find_url
from director.core.night.history import filter_acts_in_force, format_maker
from director.models import Act, Award, Result, Section
from director.models.event import SectionRef
from director.sheets import Link

LINES_PER_PAGE = 200
"""The lines of a board on one page; a browser may not send a form of thousands of boxes."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """A page of lines to enter: of a board, of a table in a round, or of a match."""

    board_no: int = 0
    round_no: int = 0  # 0 also for a match whose round doesn't matter
    table_no: int = 0
    teams: tuple[int, int] | None = None  # of a match, the lower number first
    part_no: int = 1  # above 1 only if more than ``LINES_PER_PAGE`` tables play the board

    @property
    def round_and_table(self) -> tuple[int, int] | None:
        """The round and table of the page, None for a board or a match."""
        if self.board_no or self.teams:
            return None
        return (self.round_no, self.table_no)

    @property
    def kind(self) -> str:
        """``"board"``, ``"table"`` or ``"match"``."""
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
        """The text of a link among other pages: ``"12"``, or ``"2–5"`` for a match."""
        if self.teams:
            home, away = self.teams
            return f"{home}–{away}"
        return str(self.board_no or self.table_no)

    def get_path(self, section: Section | SectionRef) -> str:
        """Return the address of the page."""
        section_ref = section if isinstance(section, SectionRef) else section.ref
        return _make_path(self, section_ref, get_script_prefix())

    def _reverse_path(self, section: SectionRef) -> str:
        if self.board_no:
            path = reverse("session_scores_board", args=[section, self.board_no])
            if self.part_no > 1:
                return f"{path}?part={self.part_no}"
            return path
        if self.teams:
            return reverse("session_scores_match", args=[section, self.round_no, *self.teams])
        return reverse("session_scores_table", args=[section, self.round_no, self.table_no])

    def get_lines(self, lines: SectionLines) -> list[SectionLine]:
        """Return the lines of the page, in the order in which they are entered."""
        if self.teams:
            # Both tables of a board stand side by side.
            match_lines = lines.get_match_lines((self.round_no, *self.teams))
            return sorted(match_lines, key=lambda line: (line.board_no, line.table_no or 0))
        if not self.board_no:
            return lines.get_table_lines(self.round_no, self.table_no)
        start = (self.part_no - 1) * LINES_PER_PAGE
        return lines.get_board_lines(self.board_no)[start : start + LINES_PER_PAGE]


@lru_cache(maxsize=2000)
def _make_path(page: EntryPage, section_ref: SectionRef, _prefix: str) -> str:
    """Return the address of *page*. Cached, since each page of a board links all others."""
    return page._reverse_path(section_ref)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page."""

    label: str
    path: str
    state: str  # how much of the page is entered: "done", "part" or "none"
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

    def make_link(self, step: int) -> Link | None:
        """Return a link to the page *step* pages further, or None beyond the ends."""
        if self._index is None:
            return None
        index = self._index + step
        if 0 <= index < len(self._pages):
            page = self._pages[index]
            return Link(page.name, page.get_path(self._section))
        return None

    def get_next_due_path(self) -> str:
        """Return the address of the next page with a missing result, or "".

        After the last page, the search goes on from the first.
        """
        index = self._index or 0
        for page in self._pages[index + 1 :] + self._pages[:index]:
            if _get_page_state(self._lines, page) != "done":
                return page.get_path(self._section)
        return ""

    def list_stops(self) -> tuple[PageLink, ...]:
        """Return links to the pages to choose from.

        These are all boards, with this part of the current board, or the tables or matches of this
        round.
        """
        current_page = self._current
        links = []
        for page in self._pages:
            part_no = current_page.part_no if page.board_no == current_page.board_no else 1
            if page.round_no == current_page.round_no and page.part_no == part_no:
                links.append(
                    PageLink(
                        page.label,
                        page.get_path(self._section),
                        _get_page_state(self._lines, page),
                        is_current=page == current_page,
                    )
                )
        return tuple(links)

    def list_round_links(self) -> tuple[PageLink, ...]:
        """Return links to the first table or match of each round, or none on the page of a board."""
        if self._current.board_no:
            return ()
        pages_by_round: dict[int, list[EntryPage]] = {}
        for page in self._pages:
            pages_by_round.setdefault(page.round_no, []).append(page)
        return tuple(
            PageLink(
                str(round_no),
                pages[0].get_path(self._section),
                _get_pages_state(self._lines, pages),
                is_current=round_no == self._current.round_no,
            )
            for round_no, pages in pages_by_round.items()
            if round_no
        )


def find_first_page(section: Section, page_kind: str = "board") -> EntryPage | None:
    """Return the first page with a missing result, otherwise the first page.

    *page_kind* is "board", "table" or "match". None if the section has neither a movement nor a
    result.
    """
    lines = fetch_section_lines(section)
    pages = _list_pages(page_kind, lines)
    if not pages:
        return None
    return next((page for page in pages if _get_page_state(lines, page) != "done"), pages[0])


def _list_pages(page_kind: str, lines: SectionLines) -> list[EntryPage]:
    if page_kind == "table":
        return _list_table_pages(lines)
    if page_kind == "match":
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
        part_count = max(1, ceil(len(lines.get_board_lines(board_no)) / LINES_PER_PAGE))
        pages += [
            EntryPage(board_no=board_no, part_no=part_no) for part_no in range(1, part_count + 1)
        ]
    return pages


def _list_table_pages(lines: SectionLines) -> list[EntryPage]:
    """Return a page for each table in each of its rounds, or the boards if no table is known."""
    round_tables = {
        (line.round_no, line.table_no) for line in lines.all if line.round_no and line.table_no
    }
    pages = [
        EntryPage(round_no=round_no, table_no=table_no)
        for round_no, table_no in sorted(round_tables)
    ]
    return pages or _list_board_pages(lines)


def _get_page_state(lines: SectionLines, page: EntryPage) -> str:
    """Return how much of *page* is entered, cached with *lines*."""
    return lines.compute_once(page, lambda _lines: _get_pages_state(lines, [page]))


def _get_pages_state(lines: SectionLines, pages: Iterable[EntryPage]) -> str:
    """Return how much of *pages* is entered: "done", "part" or "none"."""
    page_lines = [line for page in pages for line in page.get_lines(lines)]
    entered_count = sum(line.is_entered for line in page_lines)
    # Compared first: a page without lines has nothing missing.
    if entered_count == len(page_lines):
        return "done"
    if entered_count:
        return "part"
    return "none"


_PAGES: dict[str, str] = {
    ActKind.SEATS: "session_seats",
    ActKind.MOVEMENT: "session_field",
    ActKind.EXTRAS: "session_results_extras",
}
"""Pages for undoing acts that don't belong to Scores."""
_LINE_FIELDS = ("board_no", "ns", "ew", "round_no", "table_no")
_SIDES = ("before", "after")

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UndoButton:
    """An undo or redo button."""

    number: int  # of the act
    key: str  # of the line that it leads to, "" if the act is about no line
    short_label: str
    label: str


@dataclass(frozen=True, slots=True)
class LineChange:
    """The change of a line by an act."""

    line: SectionLine  # without its result
    previous_text: str  # "" without a result, as below
    new_text: str


def make_act_buttons(
    section: Section,
    lines: SectionLines,
    user: User,
    undo_no: int | None = None,
    *,
    new_act: Act | None = None,
) -> dict[str, UndoButton | None]:
    """Return the buttons ``undo`` and ``redo`` for the latest acts of *section*.

    *lines* are the lines of the section. With *undo_no*, the undo button is for that act. A *new_act*
    that was just recorded is the one to undo, and after it nothing can be redone. Costs a query
    without it, and two with *undo_no*.
    """
    if new_act and not undo_no:
        return {"undo": _make_undo_button(section, new_act, lines, user), "redo": None}
    allowed_kinds = [kind for kind in BOARD_PLAY if can_undo(user, kind)]
    undo_act, redo_act = fetch_undo_and_redo_acts(section, allowed_kinds)
    if undo_no:
        acts = fetch_section_acts(section, allowed_kinds)
        undo_act = filter_acts_in_force(acts).filter(number=undo_no).first() or undo_act
    elif undo_act and undo_act.kind == ActKind.PLAN:
        # A change of movement is too much for a button among results. It is undone on its own page.
        undo_act = None
    return {
        "undo": _make_undo_button(section, undo_act, lines, user),
        "redo": _make_undo_button(section, redo_act, lines, user),
    }


def _make_undo_button(
    section: Section, act: Act | None, lines: SectionLines, user: User
) -> UndoButton | None:
    if act is None:
        return None
    short_label = _get_act_subject(act)
    help_text = act.words
    changes = list_line_changes(act, (line.result for line in lines.all if line.result))
    if act.kind == ActKind.RESULT and len(changes) == 1:
        change = changes[0]
        line = change.line
        short_label = f"board {line.board_no}"
        if line.table_no:
            short_label = f"table {line.table_no}, {short_label}"
        sides = f"{section.get_label(line.ns)} against {section.get_label(line.ew)}"
        help_text = f"{short_label}: {change.new_text or 'deletion'}, {sides}"
    if act.made_by != user:
        short_label = f"{short_label}, by {format_maker(act)}"
        help_text = f"{help_text.rstrip('.')}, by {format_maker(act)}"
    key = format_line_key(*changes[-1].line[:3]) if changes else ""
    return UndoButton(act.number, key, short_label, help_text)


def _get_act_subject(act: Act) -> str:
    """Return the subject of *act*: the words before the colon, for use inside a sentence."""
    subject = "Movement change" if act.kind == ActKind.PLAN else act.words.partition(":")[0]
    return subject[:1].lower() + subject[1:]


def explain_undo_refusal(section: Section, error: Exception) -> str:
    """Return why an act of *section* can't be undone, with a link to what must be undone first."""
    # Only the errors of an undo that a later act prevents have this parameter.
    later_act = getattr(error, "params", {}).get("later")
    if later_act:
        return format_html(
            '{} <a href="{}">Go to it</a>', error, _fetch_act_path(section, later_act)
        )
    return str(error)


def _fetch_act_path(section: Section, act: Act) -> str:
    """Return the page on which *act* is undone, or the history."""
    act_section = act.section or section
    lines = list_line_changes(act)
    entry_page = (
        EntryPage(board_no=lines[-1].line.board_no) if lines else find_first_page(act_section)
    )
    if act.kind in BOARD_PLAY and entry_page:
        return f"{entry_page.get_path(act_section)}?undo={act.number}#undo"
    if act.kind == ActKind.HANDS and (address := find_url("session_hands", act_section.ref)):
        return address
    return reverse(_PAGES.get(act.kind, "session_acts"), args=[act_section.ref])


def list_line_changes(
    act: Act, stored_results: Iterable[Result | StoredResult] | None = None
) -> list[LineChange]:
    """Return the lines that *act* changed, with their texts before and after.

    *stored_results* are the results of the section, if they are loaded already. Otherwise it costs a query
    if the act corrected a result.
    """
    changes = list(iter_counted_changes(act))
    # A correction records only the fields that changed, so its line is read from the stored row.
    corrected_pks = {
        change["pk"] for change, _before, _after in changes if change["before"] and change["after"]
    }
    if stored_results is None and corrected_pks:
        stored_results = Result.objects.filter(pk__in=corrected_pks)
    corrected_results: dict[int, Result | StoredResult] = {}
    for result in stored_results or ():
        if len(corrected_results) == len(corrected_pks):
            break  # a hall has thousands of results
        if result.pk in corrected_pks:
            corrected_results[result.pk] = result

    lines = []
    for change, previous_fields, fields_after in changes:
        corrected_result = corrected_results.get(change["pk"])
        if corrected_result:
            line_fields = {name: getattr(corrected_result, name) for name in _LINE_FIELDS}
        elif "ew" in previous_fields or "ew" in fields_after:
            fields = previous_fields | fields_after
            line_fields = {name: fields[name] for name in _LINE_FIELDS}
        else:
            # The row is gone, and the act didn't record its line.
            continue
        lines.append(
            LineChange(
                SectionLine(**line_fields, result=None),
                previous_text=previous_fields.get("text", ""),
                new_text=fields_after.get("text", ""),
            )
        )
    return lines


def iter_counted_changes(act: Act) -> Iterator[tuple[Fields, Fields, Fields]]:
    """Yield each result that *act* changed: its change, and its fields before and after.

    If an award was in force, text and score are those of the award.
    """
    award_fields: dict[tuple[str, int], Fields] = {}
    for change in act.changes:
        if change["model"] == Award._meta.label_lower:
            for side in _SIDES:
                award = change[side] or {}
                if award.get("in_force"):
                    text_and_score = {"text": award["text"], "ns_score": award["ns_score"]}
                    award_fields[side, award["result_id"]] = text_and_score
    for change in act.changes:
        if change["model"] == Result._meta.label_lower:
            # An award in force counts in place of the stored result.
            fields_before, fields_after = (
                (change[side] or {}) | award_fields.get((side, change["pk"]), {}) for side in _SIDES
            )
            yield change, fields_before, fields_after


def describe_undo(section: Section, act: Act) -> str:
    """Return a sentence for the undo of *act*."""
    changes = list_line_changes(act)
    if act.kind == ActKind.RESULT and len(changes) == 1:
        change = changes[0]
        return f"Undone: {describe_line(section, change.line[:3])} is {change.previous_text or 'empty'} again."
    return f"Undone: {act.words}"


def describe_result(section: Section, result: Result, previous_text: str = "") -> str:
    """Return the history's sentence for *result*, which replaced *previous_text*."""
    line = describe_line(section, (result.board_no, result.ns, result.ew))
    replaced_note = f" (was {previous_text})" if previous_text else ""
    return f"{line[:1].upper()}{line[1:]}: {result.counted or 'deleted'}{replaced_note}."


def describe_line(section: Section, line: Key) -> str:
    """Return *line* in words, for the middle of a sentence."""
    board_no, ns, ew = line
    return f"board {board_no}, {section.get_label(ns)} against {section.get_label(ew)}"


# The present and former values of a line, with those that were undone.
#
# Versions of a result hold only what was replaced: an undo takes its change out of them, so undone
# values are read from the acts.


@dataclass(frozen=True, slots=True)
class ResultValue:
    """One value of a line: who entered it and when, and who replaced it.

    The current value was replaced by nobody.
    """

    text: str  # empty if the result was deleted
    ns_score: int | None
    entered_by: str
    entered_at: datetime
    replaced_by: str
    replaced_at: datetime | None
    previous_line: str = ""  # the line of this value, if the result was moved since


def fetch_result_values(result: Result) -> tuple[ResultValue, ...]:
    """Return the present, former and undone values of *result*, newest first. Two queries."""
    current_value = ResultValue(
        text=result.counted,
        ns_score=result.counted_score,
        entered_by=_get_user_name(result.entered_by),
        entered_at=result.entered_at,
        replaced_by="",
        replaced_at=None,
    )
    # Acts that may hold a value that was undone, or that moved a result to another line.
    needed_acts = Q(undone_at__isnull=False) | Q(kind=ActKind.TABLES)
    acts = list(result.section.acts.filter(needed_acts).select_related("made_by", "undone_by"))
    moves = sorted(_iter_moves(result, acts))
    previous_values: list[ResultValue] = []
    for version in result.versions.select_related("entered_by", "replaced_by"):
        previous_values.append(
            ResultValue(
                version.text,
                version.ns_score,
                _get_user_name(version.entered_by),
                version.entered_at,
                _get_user_name(version.replaced_by),
                version.replaced_at,
                previous_line=_describe_line(
                    result, _get_version_line(result, version.version, moves)
                ),
            )
        )
    previous_values.extend(_iter_undone_values(result, acts))
    previous_values.sort(key=lambda value: value.entered_at, reverse=True)
    return (current_value, *previous_values)


def _iter_moves(result: Result, acts: Iterable[Act]) -> Iterator[tuple[int, Key]]:
    """Yield each line that *result* was moved from, after its last version there."""
    for act in acts:
        if act.undone_at is None:
            for change, fields_before, _after in iter_counted_changes(act):
                if change["pk"] == result.pk and fields_before and "ew" in fields_before:
                    yield fields_before["version"], _get_fields_key(fields_before)


def _get_version_line(result: Result, version: int, moves: Iterable[tuple[int, Key]]) -> Key:
    """Return the line of *version*: the first one moved from after it, else the present line."""
    for last_version, line in moves:
        if version <= last_version:
            return line
    return _get_line_key(result)


def _iter_undone_values(result: Result, acts: Iterable[Act]) -> Iterator[ResultValue]:
    for act in acts:
        if act.undone_at is None:
            continue
        for change, _before, fields_after in iter_counted_changes(act):
            if change["pk"] == result.pk:
                # The change holds the line only if the act moved the result.
                previous_line = ""
                if "ew" in fields_after:
                    previous_line = _describe_line(result, _get_fields_key(fields_after))
                yield ResultValue(
                    text=fields_after.get("text", result.counted),
                    ns_score=fields_after.get("ns_score", result.ns_score),
                    entered_by=_get_user_name(act.made_by),
                    entered_at=act.made_at,
                    replaced_by=_get_user_name(act.undone_by),
                    replaced_at=act.undone_at,
                    previous_line=previous_line,
                )


def _get_line_key(result: Result) -> Key:
    return result.board_no, result.ns, result.ew


def _get_fields_key(fields: dict[str, Any]) -> Key:
    return fields["board_no"], fields["ns"], fields["ew"]


def _describe_line(result: Result, line: Key) -> str:
    """Return *line* in words, or "" if it is the present line of *result*."""
    if line == _get_line_key(result):
        return ""
    board_no, ns, ew = line
    label = result.section.get_label
    return f"board {board_no}, {label(ns)} against {label(ew)}"


def _get_user_name(user: object) -> str:
    if user:
        return str(user)
    return ""
