"""Step 2: who sits where.

Every button of the page sends all boxes along, so that names that were typed are stored before it does its own.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.boards import sentences
from director.boards.contests import Entrant, contest_of
from director.boards.seats.entrants import boxes_of, who
from director.boards.seats.forms import ListForm, SeatRow, TypedPlace, seat_rows, typed_place, typed_places
from director.boards.seats.memory import PairMemory, pair_memories
from director.boards.seats.read import pairs_named, section_seats
from director.boards.seats.undoing import draw_act, entries_undraw, seats_offered, seats_redo, seats_undo
from director.boards.seats.write import (
    entries_draw,
    entries_name,
    entries_paste,
    entries_swap,
    entry_move,
    entry_name,
    entry_readdress,
    people_seated,
)
from director.boards.sections import section_of_session
from director.boards.steps import shell
from director.boards.words import called
from director.desk.account.roles import may_score
from director.desk.forms import act_number, small_number
from director.desk.requests import DeskRequest
from director.errors import DeskError, NoPlanError
from director.files.errors import ImportFileError
from director.files.names.players import names_gone, numbers_alone
from director.models import Plan, Section
from director.models.event import SectionPlace

Focus = tuple[int, str]
NOWHERE: Focus = (0, "")
MOST_SHOWN = 10
BOXES_A_PAGE = 500
"""How many boxes for names a page has at most; a form of thousands of boxes is more than a browser may send."""


@vary_on_headers("HX-Request")
def session_seats(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show every pair's boxes; a POST stores what was typed."""
    if request.method == "POST":
        return _store(request, session_id)
    return _page(request, section_of_session(session_id))


@require_POST
@vary_on_headers("HX-Request")
def session_seats_pair(request: DeskRequest, session_id: SectionPlace, pair_no: int) -> HttpResponse:
    """Store the names of one pair as soon as they are typed, and answer with what became of them."""
    section = section_of_session(session_id)
    typed = typed_place(request.POST, pair_no)
    context: dict[str, object] = {"pair_no": pair_no, "before": typed.before, "called": called(section)}
    try:
        entry_name(section=section, pair_no=pair_no, names=typed.entrant, user=request.user)
    except DeskError as error:
        context["error"] = str(error)
    else:
        named, places = pairs_named(section)
        memory = pair_memories(section).get(pair_no, PairMemory()).text
        context |= {"before": typed.text, "saved": True, "named": named, "places": places, "memory": memory}
    return render(request, "boards/seats/_seat_state.html", context, status=422 if "error" in context else 200)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_swap(request: DeskRequest, session_id: SectionPlace, first: int = 0, second: int = 0) -> HttpResponse:
    """Exchange two pairs: neighbours named in the address, or the two that were chosen."""
    if not first:
        first, second = (small_number(request.POST.get(name, "")) for name in ("first", "second"))

    def act(section: Section) -> str:
        entries_swap(section=section, first=first, second=second, user=request.user)
        return f"{_called(section)}s {section.label(first)} and {section.label(second)} have changed places."

    return _store(request, session_id, act, focus=(second, "up" if second < first else "down"))


@require_POST
@vary_on_headers("HX-Request")
def session_seats_move(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Let the pair that was chosen sit in another section."""
    pair_no, letter = small_number(request.POST.get("moved", "")), request.POST.get("to", "")

    def act(section: Section) -> str:
        entry = entry_move(section=section, pair_no=pair_no, letter=letter, user=request.user)
        now = f"{called(section)} {entry.section.label(entry.pair_no)} of section {letter}"
        return f"{_called(section)} {section.label(pair_no)} is {now} now."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_clear(request: DeskRequest, session_id: SectionPlace, pair_no: int) -> HttpResponse:
    """Take the names of one pair out."""

    def act(section: Section) -> str:
        entry_name(section=section, pair_no=pair_no, names=Entrant((), ""), user=request.user)
        return f"{_called(section)} {section.label(pair_no)} has no name{'s' * (contest_of(section).boxes > 1)} now."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_address(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Give the pair that was chosen another private address; the former one is of no use any more."""
    pair_no = small_number(request.POST.get("addressed", ""))

    def act(section: Section) -> str:
        entry_readdress(section=section, pair_no=pair_no)
        return f"{_called(section)} {section.label(pair_no)} has a new private address. Print its personal guide again."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_draw(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Draw the places of all pairs by lot, or so that past weeks are made up for."""
    remembers = request.POST.get("how") == "memory"

    def act(section: Section) -> str:
        seed = secrets.randbelow(1_000_000)
        entries_draw(section=section, seed=seed, remembers=remembers, user=request.user)
        if not remembers:
            return f"The places are drawn by lot, with the seed {seed}."
        return (
            f"The places are drawn with the seed {seed}: sit-outs to those who had fewest, seats that stay to those "
            "who asked for one or moved most."
        )

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_undraw(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Undo the latest draw."""

    def act(section: Section) -> str:
        seed = entries_undraw(section=section, number=act_number(request.POST.get("draw", "")), user=request.user)
        return f"The draw with the seed {seed} is undone."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_undo(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Undo the act that the button names: names, places or a draw."""

    def act(section: Section) -> str:
        undone = seats_undo(section=section, number=act_number(request.POST.get("undo", "")), user=request.user)
        return f"Undone: {undone.words}" if undone else "That is undone already."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_redo(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Do the act that the button names again."""

    def act(section: Section) -> str:
        again = seats_redo(section=section, number=act_number(request.POST.get("redo", "")), user=request.user)
        return f"Done again: {again.words}" if again else "That is done again already."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def session_seats_list(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Seat the pairs of a pasted or uploaded list."""
    section = section_of_session(session_id)
    form = ListForm(request.POST, request.FILES, contest=contest_of(section))
    typed = _typed(request, section)
    try:
        faults = [str(error) for errors in form.errors.values() for error in errors]
        if not faults:
            source, is_whole, before = form.source(), "replace" in request.POST, people_seated(section)
            changed = [] if is_whole else _changed(typed)
            count = entries_paste(
                section=section, source=source, start_again=is_whole, typed=changed, user=request.user
            )
            gone = names_gone(before, people_seated(section)) if is_whole else ""
            return _done(request, section, f"The names of {who(section, count)} are in.{gone}{numbers_alone(source)}")
    except ImportFileError as error:
        faults = [str(fault) for fault in error.faults]
    except DeskError as error:
        faults = [str(error)]
    return _page(request, section, typed=typed, list_form=form, list_faults=faults)


def _store(
    request: DeskRequest,
    session_id: SectionPlace,
    act: Callable[[Section], str] | None = None,
    *,
    focus: Focus = NOWHERE,
) -> HttpResponse:
    """Store the names that were changed, then do what the button says; both say what happened."""
    section = section_of_session(session_id)
    typed = _typed(request, section)
    changed = _changed(typed)
    try:
        if changed:
            entries_name(section=section, pairs=changed, user=request.user)
        said = f"The names of {who(section, len(changed))} are saved." if changed else "Nothing was changed."
        said = act(section) if act else said
    except DeskError as error:
        return _page(request, section, typed=typed, error=error, list_form=_list_typed(request, section))
    return _done(request, section, said, focus=focus, list_form=_list_typed(request, section))


def _typed(request: DeskRequest, section: Section) -> dict[int, TypedPlace]:
    return typed_places(request.POST, section_seats(section, None).rows)


def _changed(typed: Mapping[int, TypedPlace]) -> list[tuple[int, Entrant]]:
    return [(place.pair_no, place.entrant) for place in typed.values() if place.is_changed]


def _list_typed(request: DeskRequest, section: Section) -> ListForm | None:
    """Return the form with a list that was typed and is still to be seated, if there is one."""
    return ListForm(request.POST, contest=contest_of(section)) if request.POST.get("text", "").strip() else None


def _done(
    request: DeskRequest, section: Section, said: str, *, focus: Focus = NOWHERE, list_form: ListForm | None = None
) -> HttpResponse:
    """Say what happened; a list that is still to be seated stays on the page, which a redirect would lose."""
    if request.htmx or list_form:
        return _page(request, section, said=said, focus=focus, list_form=list_form)
    messages.success(request, said)
    address = reverse("session_seats", args=[section])
    return redirect(f"{address}?page={page}" if (page := request.POST.get("page")) else address)


def _page(
    request: DeskRequest,
    section: Section,
    *,
    typed: Mapping[int, TypedPlace] | None = None,
    error: DeskError | None = None,
    list_form: ListForm | None = None,
    list_faults: Sequence[str] = (),
    said: str = "",
    focus: Focus = NOWHERE,
) -> HttpResponse:
    """Render the page, or for htmx all of it below the steps; with anything wrong nothing typed is lost."""
    context = shell(section, "seats")
    plan: Plan | None = context["night"].plan
    all_seats = section_seats(section, plan, remembers=True, numbered=may_score(request))
    at_pair = error.params.get("at_pair") if error else None
    wrong = {at_pair: str(error)} if isinstance(at_pair, int) else {}
    rows = seat_rows(all_seats.rows, typed or {}, wrong, focus=focus)
    places = max(1, BOXES_A_PAGE // boxes_of(section))
    seats = Paginator(rows, places).get_page(_page_no(request, rows, places, next(iter(wrong), focus[0])))
    context |= {
        "rows": seats.object_list,
        "seats": seats,
        "all_seats": all_seats,
        "error": "" if wrong else error,
        "list_form": list_form or ListForm(contest=contest_of(section)),
        "list_faults": list_faults[:MOST_SHOWN],
        "no_plan": "" if plan or all_seats.rows else NoPlanError(sentences.NO_PLAN),
        "said": said,
        "contest": contest_of(section),
        "draw": draw_act(section),
    }
    context["undo"], context["redo"] = seats_offered(section)
    whole = not request.htmx or request.htmx.history_restore_request
    template = "boards/seats.html" if whole else "boards/seats/_seats.html"
    context["first_open"] = next((seat.pair_no for seat in all_seats.rows if whole and not seat.text), None)
    return render(request, template, context, status=422 if error or list_faults else 200)


def _page_no(request: DeskRequest, rows: Sequence[SeatRow], places: int, pair_no: int) -> str | int:
    """Return the page on which *pair_no* stands, if one is named, else the one that was asked for or sent."""
    at = next((index for index, row in enumerate(rows) if row.seat.pair_no == pair_no), None)
    return request.POST.get("page") or request.GET.get("page", "1") if at is None else 1 + at // places


def _called(section: Section) -> str:
    return called(section).capitalize()
