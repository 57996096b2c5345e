"""The people of the club: the list, one person, merging two."""

from typing import BinaryIO, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core import sentences
from director.core.accounts.roles import Role, may_score, read_by
from director.core.club.write import club_here
from director.core.forms import MOST_BYTES
from director.core.people import listed as lists
from director.core.people import write
from director.core.people import write as merge
from director.core.people.forms import MergeForm, PersonForm
from director.core.people.listed import people_text, read_people
from director.core.people.numbers import numbers_text
from director.core.people.read import people_labels, people_list, person_called, person_nights
from director.core.people.taking import people_store, people_taken
from director.core.requests import DeskRequest
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.formats.reading import read_limited, visible_text
from director.models import PeopleList, Person, PersonMerge
from director.names import by_family

PEOPLE_A_PAGE = 500
MOST_NAMED = 10


@require_safe
@vary_on_headers("HX-Request")
def people(request: DeskRequest) -> HttpResponse:
    """List the people of the club, or those that a search finds."""
    text = request.GET.get("q", "")
    context = {"nav": "people", "text": text, "form": PersonForm()}
    context |= _people(request, people_list(club_here(), text, numbered=may_score(request)))
    whole = not request.htmx or request.htmx.history_restore_request
    return render(request, "core/people.html" if whole else "core/people/_people.html", context)


def _people(request: DeskRequest, listed: list[Person]) -> dict[str, object]:
    """Return one page of the people *listed*."""
    return {"people": Paginator(listed, PEOPLE_A_PAGE).get_page(request.GET.get("page"))}


@read_by(Role.SCORER)
def people_read_in(request: DeskRequest) -> HttpResponse:
    """Take in a list of people: a file or pasted lines, shown first, put right there, then stored."""
    club, text = club_here(), request.POST.get("text", "")
    context: dict[str, object] = {"nav": "people", "text": text, "lists": club.lists.select_related("made_by")}
    if request.method != "POST":
        return render(request, "core/people/read_in.html", context)
    try:
        file = request.FILES.get("file")
        if not file and not text.strip():
            raise DeskError(sentences.NOTHING_LISTED)
        data = read_limited(cast(BinaryIO, file), MOST_BYTES) if file else read_limited(text.encode(), MOST_BYTES)
        listed = read_people(data, club)
        answers = {
            name.removeprefix("who-"): value for name, value in request.POST.dict().items() if name.startswith("who-")
        }
        taken = people_taken(club, listed.people, answers)
        context |= {
            "text": people_text(listed.people, club),
            "source": _source(request),
            "taken": taken,
            "left_out": listed.left_out,
        }
        if request.POST.get("do") == "store":
            source = request.POST.get("source", "")
            added, changed = people_store(club, taken, source=source, user=request.user)
            back = " It can be taken back here." if added or changed else ""
            messages.success(request, f"{added} new on the list, {changed} changed.{back}")
            return redirect("people_read_in")
    except (DeskError, ImportFileError) as error:
        return render(request, "core/people/read_in.html", context | {"refused": str(error)}, status=422)
    return render(request, "core/people/read_in.html", context)


def _source(request: DeskRequest) -> str:
    """Return what the list is called: its file, or what was called so when it was first shown."""
    file = request.FILES.get("file")
    return visible_text(str(file.name) if file else request.POST.get("source", ""))


@require_POST
def people_list_undo(request: DeskRequest, list_id: int) -> HttpResponse:
    """Take a list back that was taken in."""
    taken = get_object_or_404(PeopleList.objects.select_related("club"), pk=list_id)
    try:
        back = lists.list_undo(taken=taken, user=request.user)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("people_read_in")
    messages.success(request, f"The list is taken back: {back.gone} off the list, {back.as_before} as before.")
    if back.stays:
        names = ", ".join(back.stays[:MOST_NAMED]) + " …" * (len(back.stays) > MOST_NAMED)
        messages.warning(request, f"What was changed or played since stays: {names}.")
    return redirect("people_read_in")


@require_POST
def person_add(request: DeskRequest) -> HttpResponse:
    """Add somebody to the list."""
    form = PersonForm(request.POST)
    club = club_here()
    if form.is_valid():
        try:
            person = write.person_add(club=club, **form.cleaned_data)
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{person.name} is on the list.")
            return redirect("people")
    context = {"nav": "people", "text": "", "form": form} | _people(request, people_list(club))
    return render(request, "core/people.html", context, status=422)


def person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Show one person with their nights; a POST gives them another name or number."""
    known = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    called = known.name
    form = PersonForm(request.POST or None, initial=_as_known(known))
    if request.method == "POST" and form.is_valid():
        try:
            write.person_change(person=known, user=request.user, **form.cleaned_data)
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{known.name} is saved, in every night they played.")
            return redirect("person", person_id=person_id)
    context = {"nav": "people", "person": known, "called": called, "form": form, "nights": person_nights(known)}
    return render(request, "core/people/person.html", context, status=422 if form.errors else 200)


def _as_known(person: Person) -> dict[str, object]:
    return {
        "name": person.name,
        "number": person.number,
        "others": numbers_text(person),
        "email": person.email,
        "is_visitor": person.is_visitor,
        "seat": "stays" if person.sits_still else "",
    }


@read_by(Role.SCORER)
def person_merge(request: DeskRequest, person_id: int) -> HttpResponse:
    """Ask who a person really is and say what merging does; a POST does it."""
    gone = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    asked = request.POST if request.method == "POST" else request.GET
    form = MergeForm(asked if "into" in asked else None)
    context = {
        "nav": "people",
        "person": gone,
        "form": form,
        "labels": sorted(people_labels(gone.club).values(), key=by_family),
    }
    if form.is_valid():
        try:
            into = person_called(gone.club, form.cleaned_data["into"])
            if request.method == "POST":
                merge.person_merge(person=gone, into=into, user=request.user)
                messages.success(request, f"{gone.name} is {into.name} now.")
                return redirect("person", person_id=into.pk)
            merge.person_merge_check(person=gone, into=into)
            nights = list(person_nights(gone))
            context |= {"into": into, "nights": nights, "together": len(nights) + person_nights(into).count()}
        except DeskError as error:
            form.add_error("into", str(error))
    return render(request, "core/people/merge.html", context, status=422 if form.errors else 200)


@require_POST
def merge_undo(request: DeskRequest, merge_id: int) -> HttpResponse:
    """Take two people apart who were made one."""
    merging = get_object_or_404(PersonMerge.objects.select_related("into__club"), pk=merge_id)
    into = merging.into
    try:
        person = merge.merge_undo(merge=merging, user=request.user)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("person", person_id=into.pk)
    messages.success(request, f"{person.name} and {into.name} are two people again.")
    return redirect("person", person_id=person.pk)


@require_POST
def person_remove(request: DeskRequest, person_id: int) -> HttpResponse:
    """Take somebody who never played off the list."""
    gone = get_object_or_404(Person, pk=person_id)
    name = gone.name
    try:
        write.person_remove(person=gone)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("person", person_id=person_id)
    messages.success(request, f"{name} is off the list.")
    return redirect("people")
