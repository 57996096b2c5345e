"""Step 2: who sits where."""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.safestring import SafeString
from django.views.decorators.vary import vary_on_headers

from director.boards.contests import Entrant, get_contest_record
from director.boards.movement.lines.section_lines import has_results
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import get_contestant_noun
from director.boards.pages.steps import SessionSteps, make_session_context
from director.boards.play.seats.cached_seats import CachedSeats, load_seats
from director.boards.play.seats.changes import (
    ALL_ROUNDS,
    DueBoards,
    fetch_due_boards,
    make_round_choice,
)
from director.boards.play.seats.entrants import count_boxes, format_contestant_count, may_be_a_pair
from director.boards.play.seats.memory import PairMemory, fetch_memory_by_pair
from director.boards.play.seats.near_people import fetch_near_names_by_box
from director.boards.play.seats.partners import find_offered_partner
from director.boards.play.seats.seating import (
    draw_entries,
    fetch_number_by_person,
    move_entry,
    name_entries,
    name_entry,
    renew_entry_address,
    seat_list,
    set_unranked,
    swap_entries,
)
from director.boards.play.seats.section_seats import (
    Seat,
    fetch_named_pair_counts,
    fetch_section_seats,
    format_entry_text,
)
from director.boards.play.seats.start_tables import StartSide, StartTable
from director.boards.play.seats.undoing import (
    SEAT_KINDS,
    fetch_latest_draw_act,
    fetch_offered_acts,
    redo_seats,
    undo_entries_draw,
    undo_seats,
)
from director.boards.refusals import make_no_plan_error
from director.core.base.forms import parse_record_number, parse_small_number, read_boxes_by_numbers
from director.core.base.requests import DeskRequest
from director.core.base.roles import Permissions, Role, can_direct, can_score, get_role
from director.core.base.tags.forms import make_menu_options, options
from director.core.base.tags.parts import render_without_blank_lines
from director.core.pages.seats import ButtonAction, ListForm, SeatsState, SeatsView
from director.models import Plan, Section
from director.models.event import SectionRef

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_MAX_BOXES = 99  # of one entry that are read from a form
_OPEN_TEAM_BOXES = 4
"""Name boxes that are shown at first for a team, if its movement seats no players."""
MAX_BOXES_PER_PAGE = 200
"""Name boxes on a page. A form of several thousand boxes is more than a browser may send."""


@dataclass(frozen=True, slots=True)
class TypedEntry:
    """The boxes of an entry as typed."""

    pair_no: int
    names: tuple[str, ...]
    shown_text: str  # the text of the boxes when the page was made
    stored_text: str  # the text of the boxes as they are stored now
    team: str = ""
    captain: int = 0  # the number of the captain's box, from 1

    @property
    def text(self) -> str:
        """The text of the boxes, written like ``shown_text``."""
        return format_entry_text(self.names, self.team, self.captain)

    @property
    def is_changed(self) -> bool:
        """Whether the director changed any box of the page."""
        return self.text != self.shown_text

    def with_stored_text_shown(self) -> "TypedEntry":
        """Return the boxes as typed on a page that shows what is stored now."""
        return replace(self, shown_text=self.stored_text)

    @property
    def entrant(self) -> Entrant:
        """The entrant in the boxes."""
        return Entrant(self.names, self.team, self.captain, is_typed=True)


def read_typed_entry(
    data: Mapping[str, str], pair_no: int, stored_text: str | None = None
) -> TypedEntry:
    """Return the submitted boxes of one entry.

    Without *stored_text*, the entry counts as unchanged since the page was made.
    """
    last_box = 0
    for number, box in read_boxes_by_numbers(data, "name", number_count=2):
        if number == pair_no and box <= _MAX_BOXES:
            last_box = max(last_box, box)
    names = tuple(data.get(f"name-{pair_no}-{box}", "") for box in range(1, last_box + 1))
    shown_text = data.get(f"was-{pair_no}", "")
    # A program that doesn't send what it showed has nothing to compare.
    if stored_text is None or f"was-{pair_no}" not in data:
        stored_text = shown_text
    return TypedEntry(
        pair_no,
        names,
        shown_text=shown_text,
        stored_text=stored_text,
        team=data.get(f"team-{pair_no}", ""),
        captain=parse_small_number(data.get(f"captain-{pair_no}", "")),
    )


def read_entry_by_number(data: Mapping[str, str], seats: Iterable[Seat]) -> dict[int, TypedEntry]:
    """Return the submitted entries by number, without those that have no box in *data*."""
    return {
        seat.pair_no: read_typed_entry(data, seat.pair_no, seat.text)
        for seat in seats
        if f"name-{seat.pair_no}-1" in data
    }


@dataclass(frozen=True, slots=True)
class NameBox:
    """A name box of an entry."""

    no: int
    value: str
    label: str
    is_captain: bool = False
    player: str = ""  # the player's number, if the movement seats the players of teams
    hint: str = ""  # the placeholder in an empty box of a new team


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of Seats: an entry with its boxes and their mistakes."""

    seat: Seat
    typed_entry: TypedEntry
    error: str
    number_above: int | None  # the pair's number in the row above
    number_below: int | None
    focused_button: str  # the button that should have the focus: "up", "down" or ""

    @property
    def shown_text(self) -> str:
        """The text of the boxes when the page was made."""
        return self.typed_entry.shown_text

    @property
    def boxes(self) -> Iterator[NameBox]:
        """The boxes for names: those of the entry, and more if more were submitted."""
        names = self.typed_entry.names
        box_count = max(len(self.seat.names), len(names))
        for no in range(1, box_count + 1):
            player = self.seat.get_player_number(no)
            label = self._make_box_label(no, player)
            hint = f"Player {no}"
            if self.seat.seat_count:
                hint = label.capitalize()
            yield NameBox(
                no=no,
                value=names[no - 1] if no <= len(names) else "",
                label=label,
                hint=hint,
                is_captain=self.typed_entry.captain == no,
                player=player,
            )

    def _make_box_label(self, no: int, player: str) -> str:
        if player:
            return f"player {player}"
        if self.seat.seat_count:
            return f"reserve {no - self.seat.seat_count}"
        if len(self.seat.names) <= 1:
            return "name"
        if no <= len(_ORDINALS):
            return f"{_ORDINALS[no - 1]} name"
        return f"{no} name"

    @property
    def first_boxes(self) -> list[NameBox]:
        """The boxes of the players whom the movement seats, or the first four."""
        return list(self.boxes)[: self.seat.seat_count or _OPEN_TEAM_BOXES]

    @property
    def more_boxes(self) -> list[NameBox]:
        """The boxes after :attr:`first_boxes`."""
        return list(self.boxes)[self.seat.seat_count or _OPEN_TEAM_BOXES :]

    @property
    def is_new(self) -> bool:
        """Whether a team has no stored names, no error and no typed changes."""
        return not self.seat.text and not self.is_open

    @property
    def has_reserves(self) -> bool:
        """Whether a team has boxes for more players than its movement seats."""
        return 0 < self.seat.seat_count < len(self.seat.names)

    @property
    def is_open(self) -> bool:
        """Whether a team's boxes are unfolded: they have an error or an unsaved change."""
        return bool(self.error) or self.typed_entry.is_changed


def make_seat_rows(
    seats: Sequence[Seat],
    typed_by_number: Mapping[int, TypedEntry],
    errors_by_number: Mapping[int, str],
    *,
    focus: tuple[int, str] = (0, ""),
) -> tuple[SeatRow, ...]:
    """Return the rows of *seats* with the typed texts in their boxes.

    *errors_by_number* has the error message of each wrong row. *focus* is the number that was moved
    last, and the button that moved it.
    """
    focused_no, last_button = focus
    # One None at each end: the first row has none above, the last has none below.
    numbers = [None, *(seat.pair_no for seat in seats), None]
    rows = []
    for index, seat in enumerate(seats):
        number_above = numbers[index]
        number_below = numbers[index + 2]
        typed_entry = typed_by_number.get(seat.pair_no)
        if typed_entry is None:
            typed_entry = TypedEntry(
                seat.pair_no,
                seat.names,
                shown_text=seat.text,
                stored_text=seat.text,
                team=seat.team,
                captain=seat.captain,
            )
        focused_button = ""
        if focused_no == seat.pair_no:
            focused_button = _choose_focused_button(last_button, number_above, number_below)
        rows.append(
            SeatRow(
                seat=seat,
                typed_entry=typed_entry,
                error=errors_by_number.get(seat.pair_no, ""),
                number_above=number_above,
                number_below=number_below,
                focused_button=focused_button,
            )
        )
    return tuple(rows)


def _choose_focused_button(
    last_button: str, number_above: int | None, number_below: int | None
) -> str:
    """Return the button to go on in the same direction, or back at the end of the list."""
    if last_button == "up":
        return "up" if number_above else "down"
    return "down" if number_below else "up"


@dataclass(frozen=True, slots=True)
class SideOfBoxes:
    """A side of a table in the room, with a box at each seat."""

    row: SeatRow | None  # None if nobody sits there
    seats: tuple[tuple[str, NameBox | None], ...]  # such as "N", and its box

    @property
    def corner(self) -> str:
        """The first letter of its first seat, by which the page positions its number."""
        first_seat, _box = self.seats[0]
        return first_seat[:1].lower()


@dataclass(frozen=True, slots=True)
class TableOfBoxes:
    """A table in the room, as the plan has it in round 1."""

    start_table: StartTable
    sides: tuple[SideOfBoxes, ...]


def make_tables_of_boxes(
    start_tables: Iterable[StartTable], rows: Iterable[SeatRow]
) -> tuple[TableOfBoxes, ...]:
    """Return the tables of the room with the name boxes of *rows* at their seats."""
    row_by_number = {row.seat.pair_no: row for row in rows}
    tables = []
    for table in start_tables:
        sides = [
            _make_side_of_boxes(side, row_by_number.get(side.number or 0)) for side in table.sides
        ]
        tables.append(TableOfBoxes(table, tuple(sides)))
    return tuple(tables)


def _make_side_of_boxes(side: StartSide, row: SeatRow | None) -> SideOfBoxes:
    if row is None:
        return SideOfBoxes(None, tuple((seat, None) for seat in side.seats))
    boxes = list(row.boxes)
    # More names than seats can only be a mistake: the extra boxes are shown at the last seat.
    extra_count = len(boxes) - len(side.seats)
    seats = (*side.seats, *side.seats[-1:] * extra_count)
    return SideOfBoxes(row, tuple(zip(seats, boxes, strict=False)))


def _swap_pairs(request: DeskRequest, section: Section, first: int = 0, second: int = 0) -> str:
    """Exchange two pairs: neighbours named in the address, or the two that were chosen."""
    if not first:
        first = parse_small_number(request.POST.get("first", ""))
        second = parse_small_number(request.POST.get("second", ""))
    swap_entries(section=section, first_no=first, second_no=second, user=request.user)
    contestants = f"{_capitalize_contestant_noun(section)}s"
    return f"{contestants} {section.get_label(first)} and {section.get_label(second)} swapped."


def _move_to_section(request: DeskRequest, section: Section) -> str:
    """Move the chosen pair to another section."""
    pair_no = parse_small_number(request.POST.get("moved", ""))
    letter = request.POST.get("to", "")
    entry = move_entry(section=section, pair_no=pair_no, letter=letter, user=request.user)
    new_label = entry.section.get_label(entry.pair_no)
    new_name = f"{get_contestant_noun(section)} {new_label} of section {letter}"
    return f"{_capitalize_contestant_noun(section)} {section.get_label(pair_no)} is now {new_name}."


def remove_names(request: DeskRequest, section: Section, pair_no: int) -> str:
    """Remove the names of one pair."""
    from_round = _read_from_round(request)
    name_entry(
        section=section,
        pair_no=pair_no,
        names=Entrant((), ""),
        from_round=from_round,
        user=request.user,
    )
    names = "names" if get_contest_record(section).max_names > 1 else "name"
    return f"Cleared the {names} of {get_contestant_noun(section)} {section.get_label(pair_no)}."


def _replace_address(request: DeskRequest, section: Section) -> str:
    """Replace the private link of the chosen pair."""
    pair_no = parse_small_number(request.POST.get("addressed", ""))
    renew_entry_address(section=section, pair_no=pair_no)
    contestant = f"{_capitalize_contestant_noun(section)} {section.get_label(pair_no)}"
    return f"{contestant} has a new private address. Print its personal guide again."


def _set_unranked(request: DeskRequest, section: Section) -> str:
    """Let the chosen pair play without standing, or give it its place again."""
    is_unranked = "unranked" in request.POST
    pair_no = parse_small_number(request.POST.get("unranked" if is_unranked else "ranked", ""))
    set_unranked(section=section, pair_no=pair_no, is_unranked=is_unranked, user=request.user)
    contestant = f"{_capitalize_contestant_noun(section)} {section.get_label(pair_no)}"
    if is_unranked:
        return (
            f"{contestant} plays without standing: its results are compared, and it has no place."
        )
    return f"{contestant} is ranked again."


def _draw_seats(request: DeskRequest, section: Section) -> str:
    """Draw the seats of all pairs at random, or so that past weeks are balanced."""
    uses_history = request.POST.get("how") == "memory"
    seed = secrets.randbelow(1_000_000)
    draw_entries(section=section, seed=seed, uses_history=uses_history, user=request.user)
    if not uses_history:
        return "Seats drawn."
    return "Seats drawn fairly: sit-outs and stationary seats take past weeks into account."


def _undo_draw(request: DeskRequest, section: Section) -> str:
    """Undo the latest draw."""
    undo_entries_draw(
        section=section, number=parse_record_number(request.POST.get("draw", "")), user=request.user
    )
    return "Draw undone."


def _undo_named_act(request: DeskRequest, section: Section) -> str:
    """Undo the act that the button names: of names, seats or a draw."""
    act = undo_seats(
        section=section, number=parse_record_number(request.POST.get("undo", "")), user=request.user
    )
    if act:
        return f"Undone: {act.words}"
    return "Already undone."


def _redo_named_act(request: DeskRequest, section: Section) -> str:
    act = redo_seats(
        section=section, number=parse_record_number(request.POST.get("redo", "")), user=request.user
    )
    if act:
        return f"Redone: {act.words}"
    return "Already redone."


ACTS = {
    "swap": _swap_pairs,
    "move": _move_to_section,
    "draw": _draw_seats,
    "undraw": _undo_draw,
    "undo": _undo_named_act,
    "redo": _redo_named_act,
    "address": _replace_address,
    "standing": _set_unranked,
}
"""The function for each button, by the last part of its address."""
VERBS_BY_ACTION: Mapping[ButtonAction, str] = {
    _swap_pairs: "Swap",
    _move_to_section: "Move",
    remove_names: "Clear names",
    _set_unranked: "Change standing",
    _undo_named_act: "Undo",
    _redo_named_act: "Redo",
}
"""The verb of each action that changes what visitors read of published results."""


def _format_from_round(from_round: int | None) -> str:
    if from_round:
        return f" from round {from_round}"
    return ""


def _read_from_round(request: DeskRequest) -> int | None:
    """Return the round from which new names play, or None if the page sent none."""
    text = request.POST.get("from-round", "")
    if text == "all":
        return ALL_ROUNDS
    return parse_small_number(text) or None


def _get_numbered_entrant(typed: TypedEntry) -> tuple[int, Entrant]:
    return typed.pair_no, typed.entrant


def _list_round_choices(
    request: DeskRequest, section: Section, plan: Plan | None, cached_seats: CachedSeats
) -> list[tuple[str, str, bool]]:
    """Return the rounds from which a new name can play, or an empty list before play.

    Each choice is the value and label of an option, and whether it is chosen.
    """

    def get_due_boards(plan: Plan) -> list[DueBoards]:
        return cached_seats.compute_once("due boards", lambda: fetch_due_boards(plan))

    round_choice = make_round_choice(section, plan, get_due_boards)
    if round_choice is None:
        return []
    from_round = _read_from_round(request)
    last_round = round_choice.rounds.stop - 1
    # The page may have been opened before the movement became shorter.
    if from_round is None or from_round > last_round:
        from_round = round_choice.preselected_round
    choices = [("all", "All rounds", from_round <= 1)]
    for round_no in round_choice.rounds:
        label = f"Round {round_no}"
        if round_no == round_choice.preselected_round:
            label += " (now)"
        choices.append((str(round_no), label, round_no == from_round))
    return choices


def _make_offers(night: SessionSteps, *, has_begun: bool) -> dict[str, Any]:
    """Return the actions of Seats that the state of *night* allows, and the acts to undo."""
    section = night.section
    is_closed = not night.state.can_take_corrections
    # A match can be decided without a result.
    has_outcomes = has_begun or (night.has_matches and has_results(section=section))
    # A draw would give the results to other people.
    can_draw = not (is_closed or has_outcomes)
    undo, redo = (None, None) if is_closed else fetch_offered_acts(section)
    return {
        "is_closed": is_closed,
        "is_over": night.state.is_over,
        "can_draw": can_draw,
        "can_swap": not is_closed,
        "draw": fetch_latest_draw_act(section) if can_draw else None,
        "undo": undo,
        "redo": redo,
    }


def _fetch_seat(request: DeskRequest, section: Section, pair_no: int) -> Seat:
    seats = fetch_section_seats(section, None, with_member_numbers=can_score(request))
    return next(seat for seat in seats.rows if seat.pair_no == pair_no)


def _choose_page_number(
    request: DeskRequest,
    number_groups: Sequence[Collection[int]],
    groups_per_page: int,
    pair_no: int,
) -> str | int:
    """Return the page that has *pair_no*, or else the requested page.

    *number_groups* are the numbers of the pairs in each row or table.
    """
    for index, numbers in enumerate(number_groups):
        if pair_no in numbers:
            return 1 + index // groups_per_page
    return request.POST.get("page") or request.GET.get("page", "1")


def _read_page_params(request: DeskRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _read_menu_number(request: DeskRequest) -> int:
    """Return the number of the entry whose menu was opened, or 0."""
    return parse_small_number(_read_page_params(request).get("menu", ""))


def _capitalize_contestant_noun(section: Section) -> str:
    return get_contestant_noun(section).capitalize()


_BOX_CONTEXT_KEYS = (
    "section",
    "contest",
    "contestant_noun",
    "heads",
    "halves",
    "pages",
    "row_part",
    "row_target",
    "at",
    "first_open",
)
"""Context that the templates of the name boxes need. It depends on the section and its entries."""


class SectionSeats(SeatsView):
    """Seats of a section."""

    url_prefix = "session"
    template_folder = "boards/seats"
    actions_by_name = ACTS
    verbs_by_action = VERBS_BY_ACTION
    undoable_kinds = SEAT_KINDS

    def fetch_field(self, ref: SectionRef) -> Section:
        """Return the section at *ref*."""
        return fetch_section(ref)

    def read_typed_boxes(self, data: QueryDict, section: Section) -> dict[int, TypedEntry]:
        """Return the submitted boxes by number."""
        return read_entry_by_number(data, fetch_section_seats(section, None).rows)

    def list_seated_people(self, section: Section) -> Collection[tuple[int, str]]:
        """Return the seated people as keys with names."""
        return fetch_number_by_person(section)

    def store_boxes(
        self, request: DeskRequest, section: Section, changed_boxes: Sequence[TypedEntry]
    ) -> str:
        """Store changed names. Return the round from which they count: " from round 3"."""
        pairs = list(map(_get_numbered_entrant, changed_boxes))
        from_round = _read_from_round(request)
        name_entries(section=section, pairs=pairs, from_round=from_round, user=request.user)
        return _format_from_round(from_round)

    def store_contestant(
        self, request: DeskRequest, section: Section, pair_no: int
    ) -> dict[str, Any]:
        """Store the names of one contestant. Return the context of the note beside its boxes."""
        typed_player = read_typed_entry(request.POST, pair_no)
        from_round = _read_from_round(request)
        entry = name_entry(
            section=section,
            pair_no=pair_no,
            names=typed_player.entrant,
            from_round=from_round,
            user=request.user,
        )
        contest = get_contest_record(section)
        named_count, entry_count = fetch_named_pair_counts(section)
        memory = fetch_memory_by_pair(section).get(pair_no, PairMemory()).text
        shown_text = typed_player.text
        names_by_box = {}
        if any(map(may_be_a_pair, typed_player.names)):
            seat = _fetch_seat(request, section, pair_no)
            names_by_box = dict(enumerate(seat.names, start=1))
            shown_text = seat.text
        saved_context = {
            "before": shown_text,
            "filled": names_by_box,
            "offered": find_offered_partner(section, entry),
            "near": {} if contest.has_own_name else fetch_near_names_by_box(section, entry),
            "named_count": named_count,
            "entry_count": entry_count,
            "memory": memory,
            "since": _format_from_round(from_round),
        }
        undo, redo = fetch_offered_acts(section)
        return make_session_context(section, "seats") | saved_context | {"undo": undo, "redo": redo}

    def store_list(
        self,
        request: DeskRequest,
        section: Section,
        source: str | bytes,
        changed_boxes: Sequence[TypedEntry],
        *,
        is_complete: bool,
        group: str = "",  # noqa: ARG002
    ) -> str:
        """Seat the pairs of a list."""
        count = seat_list(
            section=section,
            source=source,
            is_replacement=is_complete,
            typed=list(map(_get_numbered_entrant, changed_boxes)),
            from_round=_read_from_round(request),
            user=request.user,
        )
        return f"Imported {format_contestant_count(section, count)}."

    def make_list_form(self, section: Section, *data: Any) -> ListForm:
        """Return the form of a list of contestants."""
        example = get_contest_record(section).example
        return ListForm(*data, called=get_contestant_noun(section), example=example)

    def get_list_shape(self, section: Section) -> str:
        """Return whether each line of a list is a pair, a single player or a team."""
        return get_contest_record(section).list_shape

    def format_contestant_count(self, section: Section, count: int) -> str:
        """Return *count* with its noun: "14 pairs"."""
        return format_contestant_count(section, count)

    def make_context(
        self, request: DeskRequest, section: Section, page_state: SeatsState
    ) -> dict[str, Any]:
        """Return the context of Seats, with the next button to move a pair focused."""
        context = make_session_context(section, "seats")
        plan: Plan | None = context["night"].plan
        cached_seats = load_seats(section, plan, with_member_numbers=can_score(request))
        all_seats = cached_seats.seats
        refused_no = getattr(page_state.error, "params", {}).get("at_pair")
        errors_by_number = {}
        if isinstance(refused_no, int):
            errors_by_number[refused_no] = str(page_state.error)
        swapped_numbers = page_state.contestant_numbers or {}
        first_no = swapped_numbers.get("first", 0)
        second_no = swapped_numbers.get("second", 0)
        # The pair that was moved has the second number now, so the next press moves it on.
        menu_no = second_no or _read_menu_number(request)
        focused_button = (menu_no, "up" if second_no < first_no else "down")
        shows_stored_boxes = not (page_state.typed_boxes_by_number or errors_by_number or menu_no)
        make_rows = partial(
            make_seat_rows,
            all_seats.rows,
            page_state.typed_boxes_by_number or {},
            errors_by_number,
            focus=focused_button,
        )
        # Typed texts and the pressed button belong to this request, so they aren't cached.
        rows = cached_seats.compute_once("rows", make_rows) if shows_stored_boxes else make_rows()
        rows_per_page = max(1, MAX_BOXES_PER_PAGE // count_boxes(section))
        number_to_show = next(iter(errors_by_number), menu_no)
        by_table = _read_page_params(request).get("by") == "table" and bool(all_seats.tables)
        shown_page: Page[Any]
        if by_table:
            shown_tables = make_tables_of_boxes(all_seats.tables, rows)
            number_groups = [table.start_table.numbers for table in shown_tables]
            page_size = max(1, rows_per_page // max(map(len, number_groups)))
            page_no = _choose_page_number(request, number_groups, page_size, number_to_show)
            shown_page = Paginator(shown_tables, page_size).get_page(page_no)
            shown_numbers = [number for table in shown_page for number in table.start_table.numbers]
        else:
            number_groups = [(row.seat.pair_no,) for row in rows]
            page_no = _choose_page_number(request, number_groups, rows_per_page, number_to_show)
            shown_page = Paginator(rows, rows_per_page).get_page(page_no)
            shown_numbers = [seat.pair_no for seat in all_seats.rows]
        round_choices = _list_round_choices(request, section, plan, cached_seats)
        offers = _make_offers(context["night"], has_begun=bool(round_choices))
        contest = get_contest_record(section)
        weeks = 0 if contest.has_line_ups else section.session.event.club.memory_weeks
        # Contestants with a name of their own all need it; others can play under their numbers.
        needed_name_count = len(all_seats.rows) if contest.has_own_name else 1
        next_act = "save" if all_seats.named < needed_name_count else "print"
        if offers["is_over"]:
            next_act = ""
        first_open_number = None
        if page_state.is_whole_page and not offers["is_closed"]:
            first_open_number = next(
                (number for number in shown_numbers if number in all_seats.open_numbers), None
            )
        return context | {
            "rows": [] if by_table else shown_page.object_list,
            "by_table": by_table,
            "is_room": by_table,
            "row_target": "find .state",  # what a row replaces when its boxes have been stored
            "from_round": [] if offers["is_closed"] else round_choices,
            "from_part": "boards/seats/_from_round.html",
            "pages": shown_page,
            "all_seats": all_seats,
            "error": "" if errors_by_number else page_state.error,
            "no_plan": "" if plan or all_seats.rows else make_no_plan_error(),
            "no_plan_part": "boards/_no_plan.html",
            "contest": contest,
            "heads": (get_contestant_noun(section).capitalize(), "Names", "More"),
            "seeds": section.draws,
            "draws": [("how", "memory", "Fair draw")] if weeks else [],
            "weeks": weeks,
            "next_act": next_act,
            **offers,
            "first_open": first_open_number,
            "cached_seats": cached_seats,
            "shows_stored_boxes": shows_stored_boxes,
            "entry_options": partial(
                cached_seats.compute_once,
                "entry_choices",
                lambda: make_menu_options(all_seats.entry_choices),
            ),
            "people_options": partial(
                cached_seats.compute_once, "people", lambda: options(all_seats.known)
            ),
        }

    @method_decorator(vary_on_headers("HX-Request"))
    def get(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """Show everybody's boxes, or to htmx the menu of one row that was opened."""
        menu_no = _read_menu_number(request)
        if menu_no and request.htmx and can_direct(request):
            return self._render_menu(request, ref, menu_no)
        return super().get(request, ref)

    def _render_menu(
        self, request: DeskRequest, ref: SectionRef | int, pair_no: int
    ) -> HttpResponse:
        section = fetch_section(ref)
        seats = load_seats(section, section.plan, with_member_numbers=can_score(request)).seats
        context = {
            "section": section.ref,
            "address_path": self.make_urls_by_action(ref)["address"],
        }
        for row in make_seat_rows(seats.rows, {}, {}):
            if row.seat.pair_no == pair_no:
                return render(
                    request, "boards/seats/_menu.html", context | {"row": row, "no": pair_no}
                )
        raise Http404("The section has no such place.")

    def render_boxes(self, request: DeskRequest, context: dict[str, Any]) -> SafeString:
        """Return the name boxes as HTML, cached unless they show typed texts or an open menu."""
        # Nobody moves a pair of a final event, so its rows have no menus.
        role = Role.VIEWER if context["is_closed"] else get_role(request.user)
        by_table, first_open = context["by_table"], context["first_open"]
        template = "boards/seats/_room_tables.html" if by_table else self.list_template
        # The cached HTML is shared, so it has nothing of the request or its user beyond the key.
        box_context = {key: context[key] for key in _BOX_CONTEXT_KEYS} | {"may": Permissions(role)}
        render_list = partial(render_without_blank_lines, template, box_context)
        if not context["shows_stored_boxes"]:
            return render_list()
        cached_seats: CachedSeats = context["cached_seats"]
        key = (role, by_table, context["pages"].number, first_open)
        return cached_seats.compute_once(key, render_list)
