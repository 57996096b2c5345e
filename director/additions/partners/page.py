"""Who partners whom from session to session: the system, the names, and the list on paper."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby, pairwise, zip_longest
from math import ceil
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from director.core.base.forms import PageForm, TextField, WholeNumberField, make_validation_error
from director.core.base.requests import make_file_response, refuse_file, render_page
from director.core.club.club import get_or_create_club
from director.core.club.hooks import EVENT_COUNTING, EventLink
from director.event_kinds import filter_playable, get_event_kind
from director.formats.reading import strip_invisible
from director.models import Club, EntryPlayer, Event
from director.names import make_name_key
from director.pdf.fonts import wrap_text
from director.pdf.lists import begin_list_page, divide_by_height, draw_list_foot, render_lists
from director.pdf.page import Box, Pen
from director.pdf.tables import PaperColumn, Table, make_largest_list
from director.sheets import Heading
from movements.errors import MovementError
from movements.option import format_count
from movements.partners import (
    PARTNER_GUARANTEES,
    PARTNER_SYSTEMS,
    PartnerPlan,
    find_partner_system,
    make_partner_plan,
)


@dataclass(frozen=True, slots=True)
class RotaEvenings:
    """The events in which the sessions of a rota were played."""

    event_by_session: Mapping[int, Event]
    links: Sequence[EventLink]  # to the pages that count these events

    @property
    def counting_help(self) -> str:
        """How an evening is added to such a page, or "" without such pages."""
        return EVENT_COUNTING.answers.help

    def get_address(self, session_no: int) -> str:
        """Return the address of a session's results at the desk, or "" if it wasn't played."""
        event = self.event_by_session.get(session_no)
        if event:
            return get_event_kind(event).get_results_address(event)
        return ""


def fetch_rota_evenings(club: Club, plan: PartnerPlan, names: Sequence[str]) -> RotaEvenings:
    """Return the events of *club* in which the partners of *plan* sat together. Three queries.

    *names* are the players' names in order of their numbers. If several events have the partners of
    a session, the earliest one counts that no previous session has.
    """
    pairs_by_event = _fetch_pairs_by_event(club, names)
    candidates = Event.objects.filter(pk__in=pairs_by_event, removed_at__isnull=True)
    free_events = list(filter_playable(candidates).order_by("date", "pk"))
    pairs_by_session: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for row in plan.rows:
        keys = (make_name_key(names[player - 1]) for player in row.players)
        pairs_by_session[row.session_no].add(frozenset(keys))
    event_by_session: dict[int, Event] = {}
    for session_no in range(1, plan.sessions + 1):
        due_pairs = pairs_by_session[session_no]
        for event in free_events:
            if due_pairs <= pairs_by_event[event.pk]:
                event_by_session[session_no] = event
                free_events.remove(event)
                break
    links = EVENT_COUNTING.answers.list_event_links(list(event_by_session.values()))
    return RotaEvenings(event_by_session, links)


def _fetch_pairs_by_event(club: Club, names: Sequence[str]) -> Mapping[int, set[frozenset[str]]]:
    """Return the pairs of *names* in each event of *club*, as keys of their names. One query."""
    people = club.people.filter(name_key__in=set(map(make_name_key, names)))
    players = EntryPlayer.objects.filter(person__in=people, section__session__event__club=club)
    keys_by_entry: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for event_id, entry_id, key in players.values_list(
        "section__session__event", "entry", "person__name_key"
    ):
        keys_by_entry[event_id, entry_id].add(key)
    pairs: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for (event_id, _entry_id), keys in keys_by_entry.items():
        pairs[event_id].add(frozenset(keys))
    return pairs


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two players who play together in one session, or one who has no partner."""

    numbers: str  # "12–1", "3"
    names: str  # "Ada Ash & Bert Birch", or "" if nobody is named


@dataclass(frozen=True, slots=True)
class PartnerSession:
    """Who partners whom in one session."""

    number: int
    pairs: tuple[Partnership, ...]
    alone: Partnership | None  # who sits out


@dataclass(frozen=True, slots=True)
class PartnerSheet:
    """Who partners whom from session to session."""

    heading: Heading
    size: str  # "12 players, 11 sessions"
    sessions: tuple[PartnerSession, ...]
    numbering: str  # a sentence on who has which numbers, or "" if any player may have any
    promises: tuple[str, ...]  # whole sentences
    source: str
    has_names: bool


COUPLES_GUARANTEE = "each-gentleman-each-lady"
"""The guarantee that only systems of ladies and gentlemen have."""


def make_partner_sheet(
    plan: PartnerPlan, names: Sequence[str], *, club: str, day: date
) -> PartnerSheet:
    """Return the sheet of *plan*. *names* are those of all players by number, or empty."""
    sessions_text = format_count(plan.sessions, "session")
    options_text = ", ".join(f"{name}: {choice}" for name, choice in plan.options)
    return PartnerSheet(
        heading=Heading(
            club=club,
            event=plan.name,
            date=day,
            session="",
            section="",
            movement=options_text,
            fingerprint="",
        ),
        size=f"{plan.contestants} players, {sessions_text}",
        sessions=_make_sessions(plan, names),
        numbering=_describe_numbering(plan),
        promises=tuple(PARTNER_GUARANTEES[key].text for key in plan.guarantees),
        source=plan.source,
        has_names=bool(names),
    )


def _make_sessions(plan: PartnerPlan, names: Sequence[str]) -> tuple[PartnerSession, ...]:
    pairs_by_session: dict[int, list[Partnership]] = {
        session_no: [] for session_no in range(1, plan.sessions + 1)
    }
    for row in plan.rows:
        pairs_by_session[row.session_no].append(_make_partnership(row.players, names))
    sit_out_by_session = {
        sit_out.session_no: _make_partnership((sit_out.player,), names) for sit_out in plan.sit_outs
    }
    return tuple(
        PartnerSession(session_no, tuple(pairs), sit_out_by_session.get(session_no))
        for session_no, pairs in pairs_by_session.items()
    )


def _make_partnership(players: Sequence[int], names: Sequence[str]) -> Partnership:
    numbers = "–".join(map(str, players))
    if not names:
        return Partnership(numbers, "")
    return Partnership(numbers, " & ".join(names[player - 1] for player in players))


def _describe_numbering(plan: PartnerPlan) -> str:
    system = find_partner_system(plan.key)
    couples = plan.contestants // 2
    if system is None or COUPLES_GUARANTEE not in system.guarantees:
        return ""
    return (
        f"Gentlemen are 1 to {couples}, ladies {couples + 1} to {2 * couples}; "
        f"1 and {couples + 1} are a couple, and so on to {couples} and {2 * couples}."
    )


SIZES = (13.0, 12.0, 11.0, 10.0, 9.0)
NOTE_SIZE = 9.0
NOTE_LINE = 12.0  # height of a line of a note
NOTE_GAP = 8.0

SESSION_COLUMN = PaperColumn("Session", bold=True, align="left")
NUMBERS_COLUMN = PaperColumn("Nos.", align="right")
NAMES_COLUMN = PaperColumn("Partners", align="left", can_wrap=True, max_width_share=0.38)
COLUMNS_WITHOUT_NAMES = (
    SESSION_COLUMN,
    PaperColumn("Partners", align="left", can_wrap=True, max_width_share=0.7),
    PaperColumn("Sits out", align="right"),
)

Row = tuple[str, ...]


def render_partners(sheet: PartnerSheet, paper: str, *, printed_at: datetime) -> bytes:
    """Return the PDF of *sheet* on *paper*, a key of ``PAPERS``."""
    return render_lists(
        lambda pen: draw_partners(pen, sheet),
        paper,
        title=sheet.heading.event,
        printed_at=printed_at,
    )


def draw_partners(pen: Pen, sheet: PartnerSheet) -> None:
    """Draw the notes and then every session, on as many pages as they need."""
    page = begin_list_page(pen, sheet.heading, sheet.size)
    notes_height = _draw_notes(pen, page, sheet)
    table = _make_partner_table(sheet, page.width)
    page_rows = _split_into_pages(table, page.height - table.head_height, notes_height)
    table = _remove_repeats(table, {rows.start for rows in page_rows})
    table_top = page.top - notes_height  # the notes are on the first page only
    for page_no, rows in enumerate(page_rows, 1):
        if page_no > 1:
            page = begin_list_page(pen, sheet.heading, sheet.size)
            table_top = page.top
        table.draw(pen, page.x, table_top, rows, boxed=False)
        draw_list_foot(pen, sheet.heading, page_no, len(page_rows))


def _draw_notes(pen: Pen, body: Box, sheet: PartnerSheet) -> float:
    """Write numbering, promises and source below the head. Return their height."""
    texts = (sheet.numbering, " ".join(sheet.promises), f"Source: {sheet.source}.")
    lines: list[str] = []
    for text in texts:
        if text:
            lines.extend(wrap_text(text, NOTE_SIZE, body.width))
    height = len(lines) * NOTE_LINE
    pen.write_lines(
        lines, body.get_strip(0, height), NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE
    )
    return height + NOTE_GAP


def _make_partner_table(sheet: PartnerSheet, width: float) -> Table:
    if sheet.has_names:
        columns: Sequence[PaperColumn] = (
            SESSION_COLUMN,
            *(NUMBERS_COLUMN, NAMES_COLUMN) * 2,  # two partnerships in a row
        )
        rows = [row for session in sheet.sessions for row in _make_named_rows(session)]
    else:
        # The last column, Sits out, is left out if nobody does.
        column_count = 3 if any(session.alone for session in sheet.sessions) else 2
        columns = COLUMNS_WITHOUT_NAMES[:column_count]
        rows = [_make_numbers_row(session)[:column_count] for session in sheet.sessions]
    return make_largest_list(columns, rows, width, SIZES, boxed=False)


def _make_named_rows(session: PartnerSession) -> Iterator[Row]:
    """Yield the rows of a session, two partnerships in each.

    A player without a partner comes last.
    """
    cells = [(pair.numbers, pair.names) for pair in session.pairs]
    if session.alone:
        cells.append((session.alone.numbers, f"{session.alone.names} sits out"))
    row_count = ceil(len(cells) / 2)
    left_cells, right_cells = cells[:row_count], cells[row_count:]
    for left, right in zip_longest(left_cells, right_cells, fillvalue=("", "")):
        yield str(session.number), *left, *right


def _make_numbers_row(session: PartnerSession) -> Row:
    alone = session.alone.numbers if session.alone else ""
    return str(session.number), ", ".join(pair.numbers for pair in session.pairs), alone


def _split_into_pages(table: Table, page_height: float, notes_height: float) -> list[range]:
    """Return the rows of each page. The first page has the notes above its rows.

    A session isn't divided if every session fits on a page.
    """
    first_page_height = page_height - notes_height
    first_rows = [index for index, _ in _iter_session_starts(table)]
    edges = [*first_rows, len(table.rows)]
    heights = [sum(table.row_heights[start:end]) for start, end in pairwise(edges)]
    if max(heights) > first_page_height:
        return divide_by_height(table.row_heights, first_page_height, page_height)
    return [
        range(edges[sessions.start], edges[sessions.stop])
        for sessions in divide_by_height(heights, first_page_height, page_height)
    ]


def _iter_session_starts(table: Table) -> Iterator[tuple[int, object]]:
    for _, rows in groupby(enumerate(table.rows), key=lambda numbered: numbered[1][0]):
        yield next(rows)


def _remove_repeats(table: Table, page_starts: set[int]) -> Table:
    """Return the table with the number of a session only where the session or a page begins."""
    numbered_indexes = page_starts | {index for index, _ in _iter_session_starts(table)}
    rows = []
    for index, row in enumerate(table.rows):
        has_number = index in numbered_indexes
        rows.append(row if has_number else ((), *row[1:]))
    return replace(table, rows=tuple(rows))


LONGEST_NAME = 80


class PartnersForm(PageForm):
    """The system, the number of players and their names.

    ``cleaned_data`` has the ``plan``, and the ``names`` as a list, empty if none are typed.
    """

    key = forms.ChoiceField(
        label="System",
        choices=[(system.key, system.name) for system in PARTNER_SYSTEMS],
        error_messages={
            "required": "Choose a system from the list.",
            "invalid_choice": "There is no such system. Choose one from the list.",
        },
    )
    players = WholeNumberField(
        what="a number of players",
        example=12,
        label="Players",
        error_messages={"required": "Type the number of players, such as 12."},
    )
    names = TextField(
        label="Names (optional)",
        required=False,
        max_length=80 * (LONGEST_NAME + 2),
        what="The list of names",
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "aria-describedby": "names-help"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        system = find_partner_system(str(self["key"].value() or PARTNER_SYSTEMS[0].key))
        self.system_options = system.options if system else ()
        for option in self.system_options:
            self.fields[option.name] = forms.CharField(
                label=option.label,
                widget=forms.Select(choices=[*option.phrases.items()]),
                required=False,
            )

    @property
    def options(self) -> list[forms.BoundField]:
        """The boxes of the options that the system has."""
        return [self[option.name] for option in self.system_options]

    def clean_names(self) -> list[str]:
        """Return the names without empty lines. Refuse a name that is too long or a repeated one."""
        lines = (strip_invisible(line) for line in self.cleaned_data["names"].splitlines())
        names = [line for line in lines if line]
        numbers_by_key: dict[str, int] = {}
        for number, name in enumerate(names, 1):
            if len(name) > LONGEST_NAME:
                raise make_validation_error(
                    "player-name-too-long",
                    "The name of player {number} has {length} characters. Use at most {most}.",
                    number=number,
                    length=len(name),
                    most=LONGEST_NAME,
                )
            first_number = numbers_by_key.setdefault(make_name_key(name), number)
            if first_number != number:
                raise make_validation_error(
                    "player-named-twice",
                    "{name} is on the list twice, as players {first} and {number}. Delete one, or add a "
                    "number to tell them apart.",
                    name=name,
                    first=first_number,
                    number=number,
                )
        return names

    def clean(self) -> dict[str, Any]:
        """Return the data with the plan."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        options = {
            option.name: data[option.name] for option in self.system_options if data[option.name]
        }
        try:
            plan = make_partner_plan(data["key"], players=data["players"], options=options)
        except MovementError as error:
            self.add_error("players", forms.ValidationError(str(error), code=error.code))
            return data
        if data["names"] and len(data["names"]) != plan.contestants:
            if len(data["names"]) == 1:
                count = "There is 1 name"
            else:
                count = f"There are {len(data['names'])} names"
            self.add_error(
                "names",
                make_validation_error(
                    "names-and-players",
                    "{names} for {players} players. Type a name for each player, one per line, or none.",
                    names=count,
                    players=plan.contestants,
                ),
            )
        return data | {"plan": plan}

    def query(self) -> str:
        """Return the query string of an address with the same rota."""
        data = self.cleaned_data
        params = {"key": data["key"], "players": data["players"], **dict(data["plan"].options)}
        if data["names"]:
            params["names"] = "\n".join(data["names"])
        return urlencode(params)


@require_safe
def show_partners(request: HttpRequest) -> HttpResponse:
    """Ask for the system and the number of players, and show every session."""
    form = PartnersForm(request.GET if "players" in request.GET else None)
    context = {"nav": "nights", "form": form}
    if form.is_valid():
        sheet = _make_sheet(form)
        context |= {"sheet": sheet, "query": form.query()} | _make_nights_context(
            form.cleaned_data, sheet
        )
    return render_page(request, "additions/partners/page.html", context, problems=form.errors)


def _make_nights_context(data: Mapping[str, Any], sheet: PartnerSheet) -> dict[str, Any]:
    """Return each session of *sheet* with its event, and the pages that count those events."""
    if not data["names"]:
        return {"rows": [(session, None, "") for session in sheet.sessions]}
    evenings = fetch_rota_evenings(get_or_create_club(), data["plan"], data["names"])
    rows = [
        (
            session,
            evenings.event_by_session.get(session.number),
            evenings.get_address(session.number),
        )
        for session in sheet.sessions
    ]
    return {"rows": rows, "rota_evenings": evenings}


@require_safe
def show_partners_pdf(request: HttpRequest) -> HttpResponse:
    """Answer with the schedule that the address asks for, on the club's paper."""
    form = PartnersForm(request.GET)
    if not form.is_valid():
        reason = next(str(error) for errors in form.errors.values() for error in errors)
        back = f"{reverse('partners')}?{request.GET.urlencode()}"
        return refuse_file(request, reason, back=back, back_label="Partners")
    content = render_partners(
        _make_sheet(form), get_or_create_club().paper, printed_at=timezone.localtime()
    )
    return make_file_response(content, "partners.pdf", "application/pdf", is_attachment=False)


def _make_sheet(form: PartnersForm) -> PartnerSheet:
    data = form.cleaned_data
    return make_partner_sheet(
        data["plan"], data["names"], club=get_or_create_club().name, day=timezone.localdate()
    )
