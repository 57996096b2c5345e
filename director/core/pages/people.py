"""The pages of the club's people: the list, one person, and merging two."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
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
from director.core.club import people, people_forget, people_merge
from director.core.club.club import get_or_create_club
from director.core.club.people import (
    fetch_labels_by_person_id,
    fetch_people_by_ids,
    fetch_person_by_label,
    fetch_person_events,
    fetch_person_ids,
    fetch_twin_groups,
    format_numbers,
)
from director.core.club.people_seen import (
    fetch_unseen_person_ids,
    get_first_seen_day,
    has_unseen_nights,
    set_nights,
)
from director.core.club.players import list_player_events
from director.core.night.former_people import choose_anonymous_name
from director.event_kinds import get_event_kind
from director.formats.reading import strip_invisible
from director.models import Club, Event, Person, PersonMerge
from director.models.club import LONGEST_PHONE
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
