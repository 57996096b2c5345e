"""Step 2, Seats, of any kind of night: who sits where.

Every button of the page sends all boxes along, so that names that were typed are stored before it
does its own.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.core.base.requests import DeskRequest
from director.core.pages.seats.forms import ListForm
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.formats.names.players import names_gone, numbers_without_names
from director.models.event import SectionPlace
from movements import MovementError

MOST_SHOWN = 10
"""How many faults of a list are shown."""
FEWEST_IN_TWO = 4
"""From how many contestants on they stand in two columns."""
Place = SectionPlace | int
Act = Callable[..., str]
"""What a button does with the field of a request, and the numbers of its address; returns what to say."""


class Typed(Protocol):
    """What stands in the boxes of one contestant, and what stood there when the page was made."""

    @property
    def is_changed(self) -> bool:
        """Whether something else was typed than was shown."""


@dataclass(frozen=True, slots=True)
class SeatsState:
    """What the page shows besides what is stored: what was *typed* and refused, and why, or what was done.

    *numbers* are those in the address of the button that was pressed.
    """

    typed: Mapping[int, Any] | None = None
    error: Exception | None = None
    list_form: ListForm | None = None
    list_faults: tuple[str, ...] = ()
    said: str = ""
    numbers: Mapping[str, int] | None = None
    is_whole: bool = True  # not only a part of a page that is open already


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """How a kind fills the page of a field: of a section, of a party.

    *field* reads it, *typed* its boxes by number, *people* who is seated, as keys with names.
    *keep* stores what was changed and returns from which round on, in words; *keep_one* stores one
    contestant's boxes and returns what is shown beside them.  *take* stores a list, names without a
    group in the one chosen, and returns what to say. *list_form* makes the form of a list,
    *counted* says so many contestants in words, *context* returns what the page shows, with the
    parts of *folder*; *step* is how the names of its addresses begin, *acts* what its buttons do,
    by the word in their address.
    """

    step: str
    folder: str
    field: Callable[[Any], Any]
    typed: Callable[[QueryDict, Any], Mapping[int, Typed]]
    people: Callable[[Any], Collection[tuple[int, str]]]
    keep: Callable[[DeskRequest, Any, Any], str]
    keep_one: Callable[[DeskRequest, Any, int], dict[str, Any]]
    take: Callable[..., str]
    list_form: Callable[..., ListForm]
    counted: Callable[[Any, int], str]
    context: Callable[[DeskRequest, Any, SeatsState], dict[str, Any]]
    acts: Mapping[str, Act]

    def at(self, place: Place) -> dict[str, str]:
        """Return the addresses of the page of *place*, of its buttons, and of the steps beside it."""
        acts = {word: f"{self.step}_seats_{word}" for word in (*self.acts, "list")}
        steps = {"page": f"{self.step}_seats"} | {
            step: f"{self.step}_{step}" for step in ("field", "print", "play")
        }
        return {word: reverse(name, args=[place]) for word, name in (acts | steps).items()}


@vary_on_headers("HX-Request")
def seats_page(request: DeskRequest, session_id: Place, *, seats: SeatsPage) -> HttpResponse:
    """Show everybody's boxes, or store what was typed."""
    if request.method == "POST":
        return _store(request, session_id, seats)
    return _page(request, session_id, seats, seats.field(session_id), SeatsState())


@require_POST
@vary_on_headers("HX-Request")
def seats_one(
    request: DeskRequest, session_id: Place, *, seats: SeatsPage, **numbers: int
) -> HttpResponse:
    """Store the boxes of one contestant as soon as they are typed, and answer with what became of them."""
    (number,) = numbers.values()
    field = seats.field(session_id)
    context: dict[str, Any] = {"number": number, "at": seats.at(session_id)}
    try:
        context |= seats.keep_one(request, field, number) | {"saved": True}
    except DeskError as error:
        context |= {"error": str(error), "before": request.POST.get(f"was-{number}", "")}
    status = 422 if "error" in context else 200
    return render(request, "core/seats/_state.html", context, status=status)


@require_POST
@vary_on_headers("HX-Request")
def seats_act(
    request: DeskRequest, session_id: Place, *, seats: SeatsPage, act: Act, **numbers: int
) -> HttpResponse:
    """Do what a button says."""
    return _store(request, session_id, seats, act, numbers)


def seats_acts(seats: SeatsPage, route: str) -> list[URLPattern]:
    """Return the addresses of the buttons of *seats* below *route*."""
    return [
        path(
            f"{route}{word}/",
            seats_act,
            {"seats": seats, "act": act},
            name=f"{seats.step}_seats_{word}",
        )
        for word, act in seats.acts.items()
    ]


@require_POST
@vary_on_headers("HX-Request")
def seats_list(request: DeskRequest, session_id: Place, *, seats: SeatsPage) -> HttpResponse:
    """Seat the people of a pasted or uploaded list."""
    field = seats.field(session_id)
    form, typed = (
        seats.list_form(field, request.POST, request.FILES),
        seats.typed(request.POST, field),
    )
    try:
        faults = [str(error) for errors in form.errors.values() for error in errors]
        if not faults:
            source, is_whole, before = form.source(), "replace" in request.POST, seats.people(field)
            changed = [] if is_whole else _changed_names(typed)
            grouped = {"group": form.cleaned_data["group"]} if "group" in form.fields else {}
            said = seats.take(request, field, source, changed, is_whole=is_whole, **grouped)
            gone = names_gone(before, seats.people(field)) if is_whole else ""
            return _done(
                request,
                session_id,
                seats,
                SeatsState(said=f"{said}{gone}{numbers_without_names(source)}"),
            )
    except ImportFileError as error:
        faults = [str(fault) for fault in error.faults]
    except DeskError as error:
        faults = [str(error)]
    if form.is_valid():
        for fault in faults[:MOST_SHOWN]:
            form.add_error("file" if request.FILES else "text", fault)
    shown = SeatsState(typed, list_form=form, list_faults=tuple(faults[:MOST_SHOWN]))
    return _page(request, session_id, seats, field, shown)


def _store(
    request: DeskRequest,
    session_id: Place,
    seats: SeatsPage,
    act: Act | None = None,
    numbers: Mapping[str, int] | None = None,
) -> HttpResponse:
    """Store the changed names, then do what the button says."""
    field = seats.field(session_id)
    typed = seats.typed(request.POST, field)
    changed = _changed_names(typed)
    has_list = bool(
        request.POST.get("text", "").strip()
    )  # one that is still to be seated stays on the page
    shown = SeatsState(list_form=seats.list_form(field, request.POST) if has_list else None)
    if has_list and not (changed or act):
        return seats_list(request, session_id, seats=seats)  # it is what there is to save
    try:
        since = seats.keep(request, field, changed) if changed else ""
        if changed:
            said = f"Saved the names of {seats.counted(field, len(changed))}{since}."
        else:
            said = "Nothing to save."
        said = act(request, field, **numbers or {}) if act else said
    except (DeskError, MovementError) as error:
        return _page(request, session_id, seats, field, replace(shown, typed=typed, error=error))
    return _done(request, session_id, seats, replace(shown, said=said, numbers=numbers))


def _changed_names(typed: Mapping[int, Typed]) -> list[Typed]:
    return [each for each in typed.values() if each.is_changed]


def _done(
    request: DeskRequest, session_id: Place, seats: SeatsPage, shown: SeatsState
) -> HttpResponse:
    """Say what happened.

    A list that isn't seated yet stays on the page, since a redirect would lose it.
    """
    if request.htmx or shown.list_form:
        return _page(request, session_id, seats, seats.field(session_id), shown)
    messages.success(request, shown.said)
    query = urlencode(
        {name: request.POST[name] for name in ("find", "page") if request.POST.get(name)}
    )
    return redirect(
        reverse(f"{seats.step}_seats", args=[session_id]) + (f"?{query}" if query else "")
    )


def _page(
    request: DeskRequest, place: Place, seats: SeatsPage, field: Any, shown: SeatsState
) -> HttpResponse:
    """Render the page, or for htmx the part below the steps.

    Nothing typed is lost if something is wrong.
    """
    is_whole = not request.htmx or request.htmx.history_restore_request
    context = seats.context(request, field, replace(shown, is_whole=is_whole))
    rows, all_seats = context["rows"], context["all_seats"]
    half = -(-len(rows) // 2) if len(rows) >= FEWEST_IN_TWO else len(rows)
    context |= {
        **{f"{part}_part": f"{seats.folder}/_{part}.html" for part in ("row", "more")},
        "list_help": f"{seats.folder}/_help.html",
        "list_form": shown.list_form or seats.list_form(field),
        "list_faults": list(shown.list_faults),
        "said": shown.said,
        "at": seats.at(place),
        "halves": [part for part in (rows[:half], rows[half:]) if part],
        "draw_words": "Redraw" if context.get("seeds") else "Draw for seats",
        "named": all_seats.named,
        "places": len(all_seats.rows),
    }
    status = 422 if shown.error or shown.list_faults else 200
    return render(request, f"core/seats{'' if is_whole else '/_part'}.html", context, status=status)
