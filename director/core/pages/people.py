"""The people of the club: the list, one person, merging two."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, BinaryIO, cast

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import MOST_BYTES, PageForm, TextField, small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, may_score, read_by
from director.core.base.sentences import DeskSentences
from director.core.club.club import club_here
from director.core.club.people import forget, list_undo, merge, write
from director.core.club.people.list_file import people_text, read_people
from director.core.club.people.list_import import (
    PersonImport,
    numbers_entered,
    people_matched,
    store_people,
)
from director.core.club.people.numbers import numbers_text
from director.core.club.people.read import (
    count_nights,
    people_labels,
    people_list,
    person_called,
    person_nights,
)
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.formats.reading import read_limited, visible_text
from director.kinds import kind_of
from director.models import Club, Event, PeopleList, Person, PersonMerge
from director.names import by_family


class PersonForm(PageForm):
    """A person's name, number and other data."""

    name = TextField(label="Name", required=False)
    number = TextField(
        required=False,
        help_text="Helps if two people have the same name.",
    )
    others = TextField(
        label="Other membership numbers",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "Club: 17"}),
        help_text="One per line: organisation and number.",
    )
    email = forms.EmailField(
        label="E-mail",
        required=False,
        error_messages={
            "invalid": "This isn’t an e-mail address. Try one such as ada@example.org."
        },
        help_text="Never shown in public or exported.",
    )
    is_visitor = forms.BooleanField(label="Visitor, not a member", required=False)
    is_hidden = forms.BooleanField(
        label="No public page",
        required=False,
        help_text="Visitors can’t find this player. Results still show the name.",
    )
    seat = forms.ChoiceField(
        label="Seat",
        required=False,
        choices=(("", "Any"), ("stays", "Stationary: can’t change tables")),
        error_messages={"invalid_choice": "Choose any or stationary."},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].label = capfirst(club.number_label)

    @property
    def is_special(self) -> bool:
        """Whether anything is filled in, or wrong, besides name and number."""
        return any(
            self[name].value() or self[name].errors
            for name in self.fields
            if name not in ("name", "number")
        )


class MergeForm(PageForm):
    """The person who stays, as the list offers them."""

    into = TextField(
        label="Merge into",
        required=False,
        widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
    )


PEOPLE_PER_PAGE = 25
NIGHTS_PER_PAGE = 10
MOST_NAMED = 10


@require_safe
@vary_on_headers("HX-Request")
def people(request: DeskRequest) -> HttpResponse:
    """List the club's people that match a search."""
    text, club = request.GET.get("q", ""), club_here()
    context = {"nav": "people", "text": text, "club": club, "form": PersonForm(club=club)}
    context |= _people(request, people_list(club, text, numbered=may_score(request)))
    whole = not request.htmx or request.htmx.history_restore_request
    return render(request, "core/people.html" if whole else "core/people/_people.html", context)


def _people(request: DeskRequest, listed: list[Person]) -> dict[str, object]:
    """Return one page of the people *listed*, with their numbers of events."""
    page = Paginator(listed, PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    count_nights(list(page))
    return {"people": page}


@read_by(Role.SCORER)
def people_read_in(request: DeskRequest) -> HttpResponse:
    """Import a list of people: preview, correct, then store."""
    club, text = club_here(), request.POST.get("text", "")
    context: dict[str, object] = {"nav": "people", "text": text, "club": club}
    context["lists"] = club.lists.select_related("made_by")
    if request.method != "POST":
        return render(request, "core/people/read_in.html", context)
    try:
        file = request.FILES.get("file")
        if not file and not text.strip():
            raise DeskError(DeskSentences.NOTHING_LISTED)
        if file:
            data = read_limited(cast(BinaryIO, file), MOST_BYTES)
        else:
            data = read_limited(text.encode(), MOST_BYTES)
        listed = read_people(data, club)
        answers = {
            name.removeprefix("who-"): value
            for name, value in request.POST.dict().items()
            if name.startswith("who-")
        }
        taken = people_matched(club, listed.people, answers)
        context |= {
            "text": people_text(listed.people, club),
            "source": _source(request),
            "taken": taken,
            "parts": (
                [row for row in taken if row.is_open],
                [row for row in taken if not row.is_open],
            ),
            "counted": _count_changes_text(taken),
            "left_out": listed.left_out,
            "has_faults": any(row.fault for row in taken),
        }
        if request.POST.get("do") == "store":
            source = request.POST.get("source", "")
            added, changed = store_people(club, taken, source=source, user=request.user)
            back = " You can undo it below." if added or changed else ""
            messages.success(request, f"List imported: {added} added, {changed} changed.{back}")
            return redirect("people_read_in")
    except (DeskError, ImportFileError) as error:
        return render(
            request, "core/people/read_in.html", context | {"refused": str(error)}, status=422
        )
    return render(request, "core/people/read_in.html", context)


def _count_changes_text(taken: Sequence[PersonImport]) -> str:
    """Return what a list changes, in numbers."""
    counts = Counter("to check" if row.is_open else row.kind for row in taken)
    return ", ".join(
        f"{counts[kind]} {kind}"
        for kind in ("to check", "new", "changed", "no change", "skipped")
        if counts[kind]
    )


def _source(request: DeskRequest) -> str:
    """Return the name of the list."""
    file = request.FILES.get("file")
    return visible_text(str(file.name) if file else request.POST.get("source", ""))


@read_by(Role.SCORER)
def event_numbers(request: DeskRequest, event_id: int) -> HttpResponse:
    """Ask for all missing membership numbers of an event. A POST stores them."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    back = f"{kind_of(event).results_address(event)}?tab=export"
    typed = {name.removeprefix("number-"): text for name, text in request.POST.dict().items()}
    rows = numbers_entered(event, typed)
    faults = any(row.fault for row in rows)
    if request.method == "POST" and not faults:
        source = f"Numbers for {event.name}"
        _added, changed = store_people(event.club, rows, source=source, user=request.user)
        messages.success(request, f"{changed} number{'s' * (changed != 1)} saved.")
        return redirect(back if changed == len(rows) else request.path)
    half = -(-len(rows) // 2)
    context = {"nav": "people", "event": event, "back": back, "halves": (rows[:half], rows[half:])}
    status = 422 if faults else 200
    return render(request, "core/people/numbers.html", context, status=status)


@require_POST
def people_list_undo(request: DeskRequest, list_id: int) -> HttpResponse:
    """Take a list back that was taken in."""
    taken = get_object_or_404(PeopleList.objects.select_related("club"), pk=list_id)
    try:
        back = list_undo.undo_list_import(taken=taken, user=request.user)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("people_read_in")
    messages.success(request, f"Import undone: {back.gone} removed, {back.as_before} restored.")
    if back.stays:
        names = ", ".join(back.stays[:MOST_NAMED]) + " …" * (len(back.stays) > MOST_NAMED)
        messages.warning(request, f"Kept, because they changed or played since: {names}.")
    return redirect("people_read_in")


@require_POST
def add_person(request: DeskRequest) -> HttpResponse:
    """Add somebody to the list."""
    club = club_here()
    form = PersonForm(request.POST, club=club)
    if form.is_valid():
        try:
            person = write.add_person(club=club, **form.cleaned_data)
        except DeskError as error:
            form.add_error(_field_of(error), str(error))
        else:
            messages.success(request, f"{person.name} is added.")
            return redirect("people")
    context = {"nav": "people", "text": "", "club": club, "form": form} | _people(
        request, people_list(club)
    )
    return render(request, "core/people.html", context, status=422)


def person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Show a person with their events. A POST changes them."""
    known = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    called, event = (
        known.name,
        Event.objects.filter(pk=small_number(request.GET.get("event", ""))).first(),
    )
    form = PersonForm(request.POST or None, club=known.club, initial=_as_known(known))
    if request.method == "POST" and form.is_valid():
        try:
            write.change_person(person=known, user=request.user, **form.cleaned_data)
        except DeskError as error:
            form.add_error(_field_of(error), str(error))
        else:
            messages.success(request, "Saved.")
            return redirect(request.get_full_path())
    nights = Paginator(person_nights(known), NIGHTS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"nav": "people", "person": known, "called": called, "form": form, "nights": nights}
    context["back"] = f"{kind_of(event).results_address(event)}?tab=export" if event else ""
    status = 422 if form.errors else 200
    return render(request, "core/people/person.html", context, status=status)


def _field_of(error: DeskError) -> str:
    """Return the field that *error* refuses: one about a number says so by its code."""
    if "number" in error.code:
        return "number"
    return "name"


def _as_known(person: Person) -> dict[str, object]:
    return {
        "name": person.name,
        "number": person.number,
        "others": numbers_text(person),
        "email": person.email,
        "is_visitor": person.is_visitor,
        "is_hidden": person.is_hidden,
        "seat": "stays" if person.sits_still else "",
    }


@read_by(Role.SCORER)
def merge_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Ask whom to merge a person with, and preview it. A POST merges."""
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
                merge.merge_person(person=gone, into=into, user=request.user)
                messages.success(request, f"{gone.name} is merged into {into.name}.")
                return redirect("person", person_id=into.pk)
            merge.check_merge(person=gone, into=into)
            nights = list(person_nights(gone))
            context |= {
                "into": into,
                "nights": nights,
                "together": len(nights) + person_nights(into).count(),
            }
        except DeskError as error:
            form.add_error("into", str(error))
    status = 422 if form.errors else 200
    return render(request, "core/people/merge.html", context, status=status)


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
    messages.success(request, f"Merge undone: {person.name} and {into.name} are two people again.")
    return redirect("person", person_id=person.pk)


@read_by(Role.DIRECTOR)
def forget_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Explain deletion on request. A POST deletes, if the name is confirmed."""
    known = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    context = {"nav": "people", "person": known, "nights": person_nights(known).count()}
    if request.method != "POST":
        return render(request, "core/people/forget.html", context)
    if visible_text(request.POST.get("name", "")) != known.name:
        refused = DeskSentences.FORGET_NAME.says(name=known.name)
        return render(
            request, "core/people/forget.html", context | {"refused": refused}, status=422
        )
    forgotten = forget.forget_person(person=known)
    messages.success(request, f"Deleted. Results show {forgotten.name} instead.")
    return redirect("person", person_id=known.pk)


@require_POST
def remove_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Take somebody who never played off the list."""
    gone = get_object_or_404(Person, pk=person_id)
    name = gone.name
    try:
        write.remove_person(person=gone)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("person", person_id=person_id)
    messages.success(request, f"{name} is removed.")
    return redirect("people")
