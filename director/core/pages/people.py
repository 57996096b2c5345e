"""The pages of the club's people: the list, importing, one person, merging two, and a public player.

Importing shows a preview first: each row of the list is matched with a person, and the director
answers for each row where several people may be meant.
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
from django.urls import reverse
from django.utils.text import capfirst
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.addition_config import list_additions
from director.core.base.forms import PageForm, SettingsForm, TextField, parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, can_score, require_role_to_read
from director.core.base.shown_refusals import Refusal, show_refusals_as_messages, show_refusals_at
from director.core.base.uploads import (
    SubmittedFile,
    list_close_destinations,
    list_destinations,
    read_submitted_file,
)
from director.core.base.versions import fetch_public_pages_version
from director.core.club import people, people_forget, people_merge
from director.core.club.club import fetch_public_club, get_or_create_club
from director.core.club.people import (
    fetch_labels_by_person_id,
    fetch_people_by_ids,
    fetch_person_by_label,
    fetch_person_events,
    fetch_person_ids,
    fetch_twin_groups,
    format_numbers,
)
from director.core.club.people_lists.file import format_people, read_people
from director.core.club.people_lists.matching import (
    PersonImport,
    make_number_imports,
    match_listed_people,
)
from director.core.club.people_lists.storing import store_people
from director.core.club.people_lists.undoing import undo_list_import
from director.core.club.people_seen import (
    fetch_unseen_person_ids,
    get_first_seen_day,
    has_unseen_nights,
    set_nights,
)
from director.core.club.players import list_player_events, make_player_curve, make_player_results
from director.core.night.former_people import choose_anonymous_name
from director.core.night.page_cache import cache_for_visitors
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.names.couples import COUPLES, COUPLES_UNSETTLED, find_couples, settle_couples
from director.formats.names.tables.questions import apply_answers, has_answers, needs_column_answers
from director.formats.names.tables.reading import read_columns_question
from director.formats.names.tables.rows import MAX_LIST_BYTES, read_list_text
from director.formats.names.tables.table import PEOPLE
from director.formats.reading import read_limited, strip_invisible
from director.models import Club, Event, PeopleList, Person, PersonMerge
from director.models.club import LONGEST_PHONE
from director.names import make_family_key
from movements.option import format_count

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
        fields = ("email", "phone", "is_visitor", "is_hidden", "needs_large_print")
        labels: ClassVar = {
            "email": "E-mail",
            "phone": "Phone",
            "is_visitor": "Visitor, not a member",
            "is_hidden": "No public page",
            "needs_large_print": "Large print",
        }
        help_texts: ClassVar = {
            "email": "Never shown in public or exported.",
            "phone": "Only on the phone list that your helpers print.",
            "is_hidden": "Visitors can’t find this player. Results still show the name.",
            "needs_large_print": (
                "Guides and scorecards of this player are printed with at least 18 points."
            ),
        }
        error_messages: ClassVar = {
            "email": {
                "invalid": "This isn’t an e-mail address. Try one such as ada@example.org.",
                "max_length": f"This address has more than {_LONGEST_EMAIL} characters. Shorten it.",
            },
            "phone": {
                "max_length": f"This number has more than {LONGEST_PHONE} characters. Shorten it.",
            },
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].label = capfirst(club.number_label)

    @property
    def has_more_values(self) -> bool:
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
EVENTS_PER_PAGE = 10
_PASTED_LIST = "Pasted list"
MAX_ROWS_SHOWN = 500
"""Lines of a list that its preview shows of each kind. A form takes 5,000 boxes."""
MAX_NAMES_IN_MESSAGE = 10


@require_safe
@vary_on_headers("HX-Request")
def edit_people(request: DeskRequest) -> HttpResponse:
    """List the club's people that match a search.

    ``?seen=no`` leaves those who weren't seen for a year, the longest ago first.
    """
    search_text = request.GET.get("q", "")
    club = get_or_create_club()
    person_ids = fetch_person_ids(club, search_text, can_match_numbers=can_score(request))
    is_unseen_list = request.GET.get("seen") == "no"
    if is_unseen_list:
        person_ids = fetch_unseen_person_ids(club, person_ids)
    context = {
        "nav": "people",
        "text": search_text,
        "is_unseen_list": is_unseen_list,
        "first_seen_day": get_first_seen_day(),
        "club": club,
        "form": PersonForm(club=club),
        "people": _paginate_people(request, person_ids),
    }
    if can_score(request):
        context["likely_duplicates"] = _fetch_likely_duplicates(club)
        context["people_pages"] = [
            page for addition in list_additions() for page in addition.people_pages
        ]
    is_whole = not request.htmx or request.htmx.history_restore_request
    if is_whole and not is_unseen_list:
        context["has_unseen_nights"] = has_unseen_nights(club)
    template = "core/people.html" if is_whole else "core/people/_people.html"
    return render(request, template, context)


def _paginate_people(request: DeskRequest, person_ids: Sequence[int]) -> Page[Any]:
    """Return one page of the people with *person_ids*, each with ``nights`` and ``last_seen`` set."""
    page: Page[Any] = Paginator(person_ids, PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    people = fetch_people_by_ids(list(page))
    set_nights(people)
    page.object_list = people
    return page


@dataclass(frozen=True, slots=True)
class _LikelyDuplicate:
    """A person with the same name and number as another, who was added first."""

    person: Person
    first_person: Person
    first_label: str  # of *first_person*, for the page that merges the two


def _fetch_likely_duplicates(club: Club) -> list[_LikelyDuplicate]:
    groups = fetch_twin_groups(club)
    labels = fetch_labels_by_person_id(club) if groups else {}
    duplicates = []
    for first_person, *namesakes in groups:
        label = labels[first_person.pk]
        duplicates += [_LikelyDuplicate(person, first_person, label) for person in namesakes]
    return duplicates


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
    submitted_file = read_submitted_file(request, _PASTED_LIST)
    content = b""
    try:
        content = _read_list_content(submitted_file)
        if has_answers(request.POST.dict()):
            content = apply_answers(content, request.POST.dict()).encode()
        people_file = read_people(content, club)
        text = read_list_text(content)
        settled_text = settle_couples(text, request.POST.get(COUPLES, ""))
        if settled_text != text:
            people_file = read_people(settled_text.encode(), club)
        rows = match_listed_people(club, people_file.people, _read_answers_by_row(request))
        rows_to_check = [row for row in rows if row.needs_check]
        other_rows = [row for row in rows if not row.needs_check]
        context |= {
            # A file becomes text here: the next request has no file, and the text can be corrected.
            "text": format_people(people_file.people, club),
            "source": _get_list_name(request, submitted_file),
            "rows": rows,
            "rows_to_check": rows_to_check[:MAX_ROWS_SHOWN],
            "other_rows": other_rows[:MAX_ROWS_SHOWN],
            "further_rows_to_check": max(0, len(rows_to_check) - MAX_ROWS_SHOWN),
            "further_other_rows": max(0, len(other_rows) - MAX_ROWS_SHOWN),
            "change_counts": _format_change_counts(rows),
            "ignored_parts": people_file.ignored_parts,
            "has_problems": any(row.problem for row in rows),
            "submitted_file": submitted_file,
            "destinations": list_close_destinations(submitted_file, FileUse.PEOPLE),
        }
        if request.POST.get("do") == "store":
            source = request.POST.get("source", "")
            added_count, changed_count = store_people(club, rows, source=source, user=request.user)
            message = f"List imported: {added_count} added, {changed_count} changed."
            if added_count or changed_count:
                message += " You can undo it below."
            messages.success(request, message)
            return redirect("people_read_in")
    except (DeskError, ImportFileError) as error:
        if isinstance(error, ImportFileError) and needs_column_answers(error):
            question = read_columns_question(content, PEOPLE)
            context |= {
                "columns_question": question,
                "question_message": str(error),
                # A file becomes text here, as in the preview.
                "text": question.text if question else "",
                "source": _get_list_name(request, submitted_file),
            }
            return render(request, "core/people/read_in.html", context)
        if isinstance(error, ImportFileError) and error.code == COUPLES_UNSETTLED:
            text = read_list_text(content)
            context |= {
                "couples": find_couples(text),
                "question_message": str(error),
                "text": text,
                "source": _get_list_name(request, submitted_file),
            }
            return render(request, "core/people/read_in.html", context)
        context |= {
            "refused": str(error),
            "submitted_file": submitted_file,
            "destinations": list_destinations(submitted_file, FileUse.PEOPLE),
        }
        return render_page(request, "core/people/read_in.html", context, problems=error)
    return render(request, "core/people/read_in.html", context)


def _read_list_content(submitted_file: SubmittedFile | None) -> bytes:
    """Return the list in *submitted_file*.

    :raises DeskError: if there is none
    """
    if submitted_file is None:
        raise DeskError("nothing-listed", "Choose a file, or paste the list.")
    return read_limited(submitted_file.content, MAX_LIST_BYTES)


def _read_answers_by_row(request: DeskRequest) -> dict[str, str]:
    """Return the director's choices of namesakes by row."""
    answers = {}
    for name, value in request.POST.dict().items():
        if name.startswith("who-"):
            answers[name.removeprefix("who-")] = str(value)
    return answers


def _format_change_counts(rows: Sequence[PersonImport]) -> str:
    """Return the numbers of changes in words, such as "2 to check, 14 new"."""
    counts = Counter("to check" if row.needs_check else row.action_label for row in rows)
    return ", ".join(
        f"{counts[kind]} {kind}"
        for kind in ("to check", "new", "changed", "no change", "skipped")
        if counts[kind]
    )


def _get_list_name(request: DeskRequest, submitted_file: SubmittedFile | None) -> str:
    """Return the name of the file, which the preview repeats beside its text."""
    if submitted_file and submitted_file.name != _PASTED_LIST:
        return strip_invisible(submitted_file.name)
    return strip_invisible(request.POST.get("source", ""))


@require_role_to_read(Role.SCORER)
def edit_event_numbers(request: DeskRequest, event_id: int) -> HttpResponse:
    """Ask for all missing membership numbers of an event. A POST stores them."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    export_address = f"{get_event_kind(event).get_results_address(event)}?tab=export"
    numbers_by_key = {
        name.removeprefix("number-"): text for name, text in request.POST.dict().items()
    }
    rows = make_number_imports(event, numbers_by_key)
    has_problems = any(row.problem for row in rows)
    if request.method == "POST" and not has_problems:
        source = f"Numbers for {event.name}"
        _, changed_count = store_people(event.club, rows, source=source, user=request.user)
        messages.success(request, f"{format_count(changed_count, 'number')} saved.")
        # While numbers are missing, the page asks for the rest.
        return redirect(export_address if changed_count == len(rows) else request.path)
    first_column = ceil(len(rows) / 2)
    context = {
        "nav": "people",
        "event": event,
        "back": export_address,
        "halves": (rows[:first_column], rows[first_column:]),
    }
    return render_page(request, "core/people/numbers.html", context, problems=has_problems)


@require_POST
def undo_people_import(request: DeskRequest, list_id: int) -> HttpResponse:
    """Undo the import of a list."""
    imported_list = get_object_or_404(PeopleList.objects.select_related("club"), pk=list_id)
    with show_refusals_as_messages(request):
        undo_result = undo_list_import(people_list=imported_list, user=request.user)
        messages.success(
            request,
            f"Import undone: {undo_result.removed_count} removed, {undo_result.restored_count} restored.",
        )
        if undo_result.remaining_names:
            names = ", ".join(undo_result.remaining_names[:MAX_NAMES_IN_MESSAGE])
            if len(undo_result.remaining_names) > MAX_NAMES_IN_MESSAGE:
                names += " …"
            messages.warning(request, f"Kept, because they changed or played since: {names}.")
    return redirect("people_read_in")


@require_POST
def add_person(request: DeskRequest) -> HttpResponse:
    """Add somebody to the list."""
    club = get_or_create_club()
    form = PersonForm(request.POST, club=club)
    if form.is_valid():
        with show_refusals_at(form, _choose_refused_field):
            person = people.add_person(club=club, **form.cleaned_data)
            messages.success(request, f"{person.name} is added.")
            return redirect("people")
    context = {
        "nav": "people",
        "text": "",
        "club": club,
        "form": form,
        "people": _paginate_people(request, fetch_person_ids(club)),
    }
    return render_page(request, "core/people.html", context, problems=form.errors)


def edit_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Show a person with their events. A POST changes their data.

    ``?event=`` is the event whose exports lead here.
    """
    person = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    # A refused change leaves the typed name on the record.
    stored_name = person.name
    form = PersonForm(
        request.POST or None,
        club=person.club,
        instance=person,
        initial=_make_stored_values(person),
    )
    if request.method == "POST" and form.is_valid():
        with show_refusals_at(form, _choose_refused_field):
            people.change_person(person=person, user=request.user, **form.cleaned_data)
            messages.success(request, "Saved.")
            return redirect(request.get_full_path())
    person_events = fetch_person_events(person)
    events_page = Paginator(person_events, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    back = ""
    event_id = parse_small_number(request.GET.get("event", ""))
    if event := Event.objects.filter(pk=event_id).first():
        back = f"{get_event_kind(event).get_results_address(event)}?tab=export"
    context = {
        "nav": "people",
        "person": person,
        "stored_name": stored_name,
        "form": form,
        "events_page": events_page,
        "played_events": list_player_events(person, list(events_page)),
        "back": back,
    }
    return render_page(request, "core/people/person.html", context, problems=form.errors)


def _choose_refused_field(error: Refusal) -> str:
    # The codes of errors about membership numbers have this word.
    if "number" in error.code:
        return "number"
    return "name"


def _make_stored_values(person: Person) -> dict[str, object]:
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
    # A list of people to merge, which the merge leads back to.
    back = params.get("back", "")
    back = back if back.startswith(reverse("people")) else ""
    context = {
        "nav": "people",
        "person": duplicate,
        "form": form,
        "labels": _list_person_labels(duplicate.club),
        "back": back,
    }
    if form.is_valid():
        with show_refusals_at(form, "into"):
            into = fetch_person_by_label(duplicate.club, form.cleaned_data["into"])
            if request.method == "POST":
                people_merge.merge_person(person=duplicate, into=into, user=request.user)
                messages.success(request, f"{duplicate.name} is merged into {into.name}.")
                return redirect(back or reverse("person", args=(into.pk,)))
            people_merge.check_merge(person=duplicate, into=into)
            event_count = fetch_person_events(duplicate).count()
            context |= {
                "into": into,
                "event_count": event_count,
                "total_event_count": event_count + fetch_person_events(into).count(),
            }
    return render_page(request, "core/people/merge.html", context, problems=form.errors)


@require_POST
def undo_person_merge(request: DeskRequest, merge_id: int) -> HttpResponse:
    """Undo a merge of two people."""
    person_merge = get_object_or_404(PersonMerge.objects.select_related("into__club"), pk=merge_id)
    into = person_merge.into
    with show_refusals_as_messages(request):
        person = people_merge.undo_merge(merge=person_merge, user=request.user)
        messages.success(
            request, f"Merge undone: {person.name} and {into.name} are two people again."
        )
        return redirect("person", person_id=person.pk)
    return redirect("person", person_id=into.pk)


@require_role_to_read(Role.DIRECTOR)
def forget_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Explain the deletion of personal data. A POST deletes it if the name is typed correctly."""
    person = get_object_or_404(Person.objects.select_related("club"), pk=person_id)
    context = {
        "nav": "people",
        "person": person,
        "event_count": fetch_person_events(person).count(),
        "anonymous_name": choose_anonymous_name(club_id=person.club_id, person_id=person.pk),
        "guests": people_forget.fetch_guests(person),
        "teams": people_forget.fetch_teams_of_name(person),
    }
    if request.method != "POST":
        return render(request, "core/people/forget.html", context)
    if strip_invisible(request.POST.get("name", "")) != person.name:
        context["refused"] = "This isn’t the name. Type {name} as it is shown, then delete.".format(
            name=person.name
        )
        return render_page(request, "core/people/forget.html", context, problems=True)
    anonymous_person = people_forget.forget_person(person=person)
    messages.success(request, f"Deleted. Results show {anonymous_person.name} instead.")
    return redirect("person", person_id=person.pk)


@require_POST
def remove_person(request: DeskRequest, person_id: int) -> HttpResponse:
    """Remove a person who never played from the list."""
    removed_person = get_object_or_404(Person, pk=person_id)
    name = removed_person.name
    with show_refusals_as_messages(request):
        people.remove_person(person=removed_person)
        messages.success(request, f"{name} is removed.")
        return redirect("people")
    return redirect("person", person_id=person_id)


def _list_person_labels(club: Club) -> list[str]:
    """Return the texts to type for the people of *club*, by family name."""
    labels = fetch_labels_by_person_id(club)
    listed_keys = club.people.filter(is_placeholder=False).values_list("pk", flat=True)
    return sorted((labels[pk] for pk in listed_keys), key=make_family_key)


PLAYER_EVENTS_PER_PAGE = 25
MAX_PARTNERS = 20


@cache_for_visitors(lambda _url_kwargs: fetch_public_pages_version())
@login_not_required
@require_safe
def show_player(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show a player's published events, or 404 if the club or the player hides them."""
    club = fetch_public_club()
    person = get_object_or_404(Person, pk=person_id, club=club, is_hidden=False)
    player_results = make_player_results(person) if club.has_player_pages else None
    if player_results is None or not player_results.events:
        raise Http404
    events_page = Paginator(player_results.events, PLAYER_EVENTS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "club": club,
        "player_results": player_results,
        "events_page": events_page,
        "partners": player_results.partners[:MAX_PARTNERS],
        "curve": make_player_curve(player_results.list_percents_by_day()),
    }
    return render(request, "core/players/player.html", context)
