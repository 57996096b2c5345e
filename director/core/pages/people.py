"""The pages of the club's people: the list, importing, one person, merging two, and a public player.

Importing shows a preview first: each row of the list is matched with a person, and the director
answers for the rows that are *open*, where several people may be meant.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import (
    MAX_LIST_BYTES,
    PageForm,
    SettingsForm,
    TextField,
    parse_small_number,
)
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, may_score, require_role_to_read
from director.core.base.uploads import (
    SentFile,
    find_close_destination,
    find_destinations,
    get_sent_file,
)
from director.core.base.versions import fetch_public_pages_version
from director.core.club import people, people_forget, people_lists, people_merge
from director.core.club.club import fetch_public_club, get_or_create_club
from director.core.club.people import (
    annotate_nights,
    fetch_people_labels,
    fetch_people_of_page,
    fetch_person_nights,
    fetch_twin_groups,
    find_people,
    format_numbers,
    get_person_by_label,
)
from director.core.club.people_lists import (
    PersonImport,
    format_people,
    make_number_imports,
    match_listed_people,
    read_people,
    store_people,
)
from director.core.club.players import list_player_nights, make_curve, make_player_sheet
from director.core.night.former_people import choose_former_name
from director.core.night.page_cache import cache_for_visitors
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.reading import read_limited, strip_invisible
from director.models import Club, Event, PeopleList, Person, PersonMerge
from director.names import make_family_key

_LONGEST_EMAIL = cast(int, Person._meta.get_field("email").max_length)


class PersonForm(SettingsForm):
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
    seat = forms.ChoiceField(
        label="Seat",
        required=False,
        choices=(("", "Any"), ("stays", "Stationary: can’t change tables")),
        error_messages={"invalid_choice": "Choose any or stationary."},
    )

    class Meta:
        model = Person
        fields = ("email", "is_visitor", "is_hidden", "needs_large_print")
        labels: ClassVar = {
            "email": "E-mail",
            "is_visitor": "Visitor, not a member",
            "is_hidden": "No public page",
            "needs_large_print": "Large print",
        }
        help_texts: ClassVar = {
            "email": "Never shown in public or exported.",
            "is_hidden": "Visitors can’t find this player. Results still show the name.",
            "needs_large_print": (
                "Guides and scorecards of this player are printed with at least 18 points."
            ),
        }
        error_messages: ClassVar = {
            "email": {
                "invalid": "This isn’t an e-mail address. Try one such as ada@example.org.",
                "max_length": f"This address has more than {_LONGEST_EMAIL} characters. Shorten it.",
            }
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].label = capfirst(club.number_label)

    @property
    def is_special(self) -> bool:
        """Return whether a field besides name and number is filled in or wrong."""
        more_fields = [self[name] for name in self.fields if name not in ("name", "number")]
        return any(field.value() or field.errors for field in more_fields)


class MergeForm(PageForm):
    """The person to merge into, by the label that the list of suggestions shows."""

    into = TextField(
        label="Merge into",
        required=False,
        widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off", "autofocus": True}),
    )


PEOPLE_PER_PAGE = 25
NIGHTS_PER_PAGE = 10
_PASTED_LIST = "Pasted list"
MAX_NAMES_IN_MESSAGE = 10


@require_safe
@vary_on_headers("HX-Request")
def list_people(request: DeskRequest) -> HttpResponse:
    """List the club's people that match a search."""
    search_text = request.GET.get("q", "")
    club = get_or_create_club()
    found_keys = find_people(club, search_text, numbered=may_score(request))
    context = {
        "nav": "people",
        "text": search_text,
        "club": club,
        "form": PersonForm(club=club),
        "people": _paginate_people(request, found_keys),
    }
    if may_score(request):
        context["twins"] = _find_twins(club)
    is_whole = not request.htmx or request.htmx.history_restore_request
    template = "core/people.html" if is_whole else "core/people/_people.html"
    return render(request, template, context)


def _paginate_people(request: DeskRequest, found_keys: Sequence[int]) -> Page[Any]:
    """Return one page of the people with *found_keys*, each with ``nights`` set."""
    page: Page[Any] = Paginator(found_keys, PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    people = fetch_people_of_page(list(page))
    annotate_nights(people)
    page.object_list = people
    return page


@dataclass(frozen=True, slots=True)
class _Twin:
    """Two possible duplicates. The page for merging takes *label*, the earlier person's."""

    person: Person
    earlier_person: Person
    label: str


def _find_twins(club: Club) -> list[_Twin]:
    """Return people with the same name and number as an earlier person."""
    groups = fetch_twin_groups(club)
    labels = fetch_people_labels(club) if groups else {}
    return [
        _Twin(person, group[0], labels[group[0].pk]) for group in groups for person in group[1:]
    ]


@require_role_to_read(Role.SCORER)
def import_people(request: DeskRequest) -> HttpResponse:
    """Import a list of people: preview, correct, then store."""
    club = get_or_create_club()
    context: dict[str, object] = {
        "nav": "people",
        "text": request.POST.get("text", ""),
        "club": club,
        "lists": club.lists.select_related("made_by"),
    }
    if request.method != "POST":
        return render(request, "core/people/read_in.html", context)
    sent = get_sent_file(request, _PASTED_LIST)
    try:
        people_of_list = read_people(_read_list_content(sent), club)
        rows = match_listed_people(club, people_of_list.people, _read_answers(request))
        open_rows = [row for row in rows if row.is_open]
        other_rows = [row for row in rows if not row.is_open]
        context |= {
            # A file becomes text here: the next request has no file, and the text can be corrected.
            "text": format_people(people_of_list.people, club),
            "source": _get_list_name(request, sent),
            "taken": rows,
            "parts": (open_rows, other_rows),
            "counted": _format_change_counts(rows),
            "left_out": people_of_list.left_out,
            "has_faults": any(row.fault for row in rows),
            "sent": sent,
            "destinations": find_close_destination(sent, FileUse.PEOPLE),
        }
        if request.POST.get("do") == "store":
            source = request.POST.get("source", "")
            added, changed = store_people(club, rows, source=source, user=request.user)
            message = f"List imported: {added} added, {changed} changed."
            if added or changed:
                message += " You can undo it below."
            messages.success(request, message)
            return redirect("people_read_in")
    except (DeskError, ImportFileError) as error:
        context |= {
            "refused": str(error),
            "sent": sent,
            "destinations": find_destinations(sent, FileUse.PEOPLE),
        }
        return render(request, "core/people/read_in.html", context, status=422)
    return render(request, "core/people/read_in.html", context)


def _read_list_content(sent: SentFile | None) -> bytes:
    """Return the list in *sent*.

    :raises DeskError: if there is none
    """
    if sent is None:
        raise DeskError("nothing-listed", "Choose a file, or paste the list.")
    return read_limited(sent.content, MAX_LIST_BYTES)


def _read_answers(request: DeskRequest) -> dict[str, str]:
    """Return the director's choices of namesakes by row."""
    answers = {}
    for name, value in request.POST.dict().items():
        if name.startswith("who-"):
            answers[name.removeprefix("who-")] = str(value)
    return answers


def _format_change_counts(rows: Sequence[PersonImport]) -> str:
    """Return the numbers of changes in words, such as "2 to check, 14 new"."""
    counts = Counter("to check" if row.is_open else row.kind for row in rows)
    return ", ".join(
        f"{counts[kind]} {kind}"
        for kind in ("to check", "new", "changed", "no change", "skipped")
        if counts[kind]
    )


def _get_list_name(request: DeskRequest, sent: SentFile | None) -> str:
    """Return the name of the file, which the preview repeats beside its text."""
    if sent and sent.name != _PASTED_LIST:
        return strip_invisible(sent.name)
    return strip_invisible(request.POST.get("source", ""))


@require_role_to_read(Role.SCORER)
def edit_event_numbers(request: DeskRequest, event_id: int) -> HttpResponse:
    """Ask for all missing membership numbers of an event. A POST stores them."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    export_address = f"{get_event_kind(event).get_results_address(event)}?tab=export"
    typed_numbers = {
        name.removeprefix("number-"): text for name, text in request.POST.dict().items()
    }
    rows = make_number_imports(event, typed_numbers)
    has_faults = any(row.fault for row in rows)
    if request.method == "POST" and not has_faults:
        source = f"Numbers for {event.name}"
        _, changed = store_people(event.club, rows, source=source, user=request.user)
        plural = "" if changed == 1 else "s"
        messages.success(request, f"{changed} number{plural} saved.")
        # While numbers are missing, the page asks for the rest.
        return redirect(export_address if changed == len(rows) else request.path)
    first_column = ceil(len(rows) / 2)
    context = {
        "nav": "people",
        "event": event,
        "back": export_address,
        "halves": (rows[:first_column], rows[first_column:]),
    }
    status = 422 if has_faults else 200
    return render(request, "core/people/numbers.html", context, status=status)


@require_POST
def undo_people_import(request: DeskRequest, list_id: int) -> HttpResponse:
    """Undo the import of a list."""
    imported_list = get_object_or_404(PeopleList.objects.select_related("club"), pk=list_id)
    try:
        undone = people_lists.undo_list_import(people_list=imported_list, user=request.user)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("people_read_in")
    messages.success(
        request, f"Import undone: {undone.removed_count} removed, {undone.restored_count} restored."
    )
    if undone.remaining_names:
        names = ", ".join(undone.remaining_names[:MAX_NAMES_IN_MESSAGE])
        if len(undone.remaining_names) > MAX_NAMES_IN_MESSAGE:
            names += " …"
        messages.warning(request, f"Kept, because they changed or played since: {names}.")
    return redirect("people_read_in")


@require_POST
def add_person(request: DeskRequest) -> HttpResponse:
    """Add somebody to the list."""
    club = get_or_create_club()
    form = PersonForm(request.POST, club=club)
    if form.is_valid():
        try:
            person = people.add_person(club=club, **form.cleaned_data)
        except DeskError as error:
            form.add_error(_get_faulty_field(error), str(error))
        else:
            messages.success(request, f"{person.name} is added.")
            return redirect("people")
    context = {
        "nav": "people",
        "text": "",
        "club": club,
        "form": form,
        "people": _paginate_people(request, find_people(club)),
    }
    return render(request, "core/people.html", context, status=422)


def edit_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Show a person with their events. A POST changes their data.

    ``?event=`` is the event whose exports lead here.
    """
    shown_person = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    # A refused change leaves the typed name on the record.
    stored_name = shown_person.name
    form = PersonForm(
        request.POST or None,
        club=shown_person.club,
        instance=shown_person,
        initial=_get_stored_values(shown_person),
    )
    if request.method == "POST" and form.is_valid():
        try:
            people.change_person(person=shown_person, user=request.user, **form.cleaned_data)
        except DeskError as error:
            form.add_error(_get_faulty_field(error), str(error))
        else:
            messages.success(request, "Saved.")
            return redirect(request.get_full_path())
    all_nights = fetch_person_nights(shown_person)
    nights = Paginator(all_nights, NIGHTS_PER_PAGE).get_page(request.GET.get("page"))
    event_id = parse_small_number(request.GET.get("event", ""))
    event = Event.objects.filter(pk=event_id).first()
    context = {
        "nav": "people",
        "person": shown_person,
        "called": stored_name,
        "form": form,
        "nights": nights,
        "played": list_player_nights(shown_person, list(nights)),
        "back": f"{get_event_kind(event).get_results_address(event)}?tab=export" if event else "",
    }
    status = 422 if form.errors else 200
    return render(request, "core/people/person.html", context, status=status)


def _get_faulty_field(error: DeskError) -> str:
    # The codes of errors about membership numbers have this word.
    if "number" in error.code:
        return "number"
    return "name"


def _get_stored_values(person: Person) -> dict[str, object]:
    return {
        "name": person.name,
        "number": person.number,
        "others": format_numbers(person),
        "seat": "stays" if person.sits_still else "",
    }


@require_role_to_read(Role.SCORER)
def merge_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Ask whom to merge a person with, and preview it. A POST merges."""
    duplicate = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    params = request.POST if request.method == "POST" else request.GET
    form = MergeForm(params if "into" in params else None)
    context = {
        "nav": "people",
        "person": duplicate,
        "form": form,
        "labels": _list_labels(duplicate.club),
    }
    if form.is_valid():
        try:
            into = get_person_by_label(duplicate.club, form.cleaned_data["into"])
            if request.method == "POST":
                people_merge.merge_person(person=duplicate, into=into, user=request.user)
                messages.success(request, f"{duplicate.name} is merged into {into.name}.")
                return redirect("person", person_id=into.pk)
            people_merge.check_merge(person=duplicate, into=into)
            nights = list(fetch_person_nights(duplicate))
            context |= {
                "into": into,
                "nights": nights,
                "together": len(nights) + fetch_person_nights(into).count(),
            }
        except DeskError as error:
            form.add_error("into", str(error))
    status = 422 if form.errors else 200
    return render(request, "core/people/merge.html", context, status=status)


@require_POST
def undo_person_merge(request: DeskRequest, merge_id: int) -> HttpResponse:
    """Undo a merge of two people."""
    person_merge = get_object_or_404(PersonMerge.objects.select_related("into__club"), pk=merge_id)
    into = person_merge.into
    try:
        person = people_merge.undo_merge(merge=person_merge, user=request.user)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("person", person_id=into.pk)
    messages.success(request, f"Merge undone: {person.name} and {into.name} are two people again.")
    return redirect("person", person_id=person.pk)


@require_role_to_read(Role.DIRECTOR)
def forget_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Explain the deletion of personal data. A POST deletes it if the name is typed correctly."""
    shown_person = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    context = {
        "nav": "people",
        "person": shown_person,
        "nights": fetch_person_nights(shown_person).count(),
        "former_name": choose_former_name(club_id=shown_person.club_id, person_id=shown_person.pk),
    }
    if request.method != "POST":
        return render(request, "core/people/forget.html", context)
    if strip_invisible(request.POST.get("name", "")) != shown_person.name:
        context["refused"] = "This isn’t the name. Type {name} as it is shown, then delete.".format(
            name=shown_person.name
        )
        return render(request, "core/people/forget.html", context, status=422)
    forgotten = people_forget.forget_person(person=shown_person)
    messages.success(request, f"Deleted. Results show {forgotten.name} instead.")
    return redirect("person", person_id=shown_person.pk)


@require_POST
def remove_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Remove a person who never played from the list."""
    removed_person = get_object_or_404(Person, pk=person_id)
    name = removed_person.name
    try:
        people.remove_person(person=removed_person)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect("person", person_id=person_id)
    messages.success(request, f"{name} is removed.")
    return redirect("people")


def _list_labels(club: Club) -> list[str]:
    """Return the texts to type for the people of *club*, by family name."""
    labels = fetch_people_labels(club)
    listed_keys = club.people.filter(is_placeholder=False).values_list("pk", flat=True)
    return sorted((labels[pk] for pk in listed_keys), key=make_family_key)


NIGHTS_A_PAGE = 25
MAX_PARTNERS = 20


@cache_for_visitors(lambda _url_kwargs: fetch_public_pages_version())
@login_not_required
@require_safe
def show_player(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show a player's published events, or 404 if the club or the player hides them."""
    club = fetch_public_club()
    person = get_object_or_404(Person, pk=person_id, club=club, is_hidden=False)
    sheet = make_player_sheet(person) if club.has_player_pages else None
    if sheet is None or not sheet.nights:
        raise Http404
    curve_points = [
        (night.event.date, night.percent) for night in sheet.curve if night.percent is not None
    ]
    context = {
        "club": club,
        "sheet": sheet,
        "nights": Paginator(sheet.nights, NIGHTS_A_PAGE).get_page(request.GET.get("page")),
        "partners": sheet.partners[:MAX_PARTNERS],
        "curve": make_curve(curve_points),
    }
    return render(request, "core/players/player.html", context)
