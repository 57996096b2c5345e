"""The page on which labels, badges and lists of people are chosen, and the sheets as PDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.text import capfirst, slugify
from django.views.decorators.http import require_safe

from director.additions.labels.paper import (
    BADGES,
    LABELS,
    PHONES,
    PRIZES,
    PURPOSES,
    ROTA,
    TITLES,
    PeopleJob,
    preview_people_job,
    render_people_job,
)
from director.additions.labels.people import (
    CHOICES,
    MEMBERS,
    PrintedPerson,
    fetch_club_people,
    fetch_event_people,
    fetch_event_winners,
)
from director.additions.labels.rota import RotaNight, make_rota
from director.additions.labels.stock import STOCKS, choose_default_stock, get_stock
from director.additions.shared.prize_list import (
    DEFAULT_PRIZES,
    MAX_PRIZES_LENGTH,
    NO_PRIZES,
    NO_WINNERS,
    WonPrize,
    award_prizes,
    list_typed_prizes,
)
from director.core.base.forms import (
    DayField,
    PageForm,
    TextField,
    WholeNumberField,
    parse_small_number,
)
from director.core.base.requests import DeskRequest, make_file_response, make_file_stem, render_page
from director.core.base.roles import Role, require_role_to_read
from director.core.club.club import get_or_create_club
from director.core.night.printing import list_unprintable_text_warnings
from director.event_kinds import get_event_kind
from director.models import Club, Event
from director.models.club import Paper
from director.pdf.preview import Preview
from director.sheets import Heading

_MAX_BOXES = 12
_MAX_NIGHTS = 104
_ROTA_FIELDS = ("first_night", "nights", "days", "last_name")
_MAX_LABELS = max(stock.count for stock in STOCKS)
_NO_PEOPLE = "Nobody fits this choice. Choose other people."
_NO_PHONES = "Nobody here has a phone number yet. Type the numbers at People."
_NOT_A_KIND = "Choose one from the list."


def _list_stock_choices(*, for_badges: bool) -> list[tuple[str, str]]:
    """Return the stocks for labels, or for badges, which also fit on large labels."""
    labels = [(stock.key, stock.label) for stock in STOCKS if not stock.is_for_badges]
    if not for_badges:
        return labels
    badges = [(stock.key, stock.label) for stock in STOCKS if stock.is_for_badges]
    return [*badges, *labels]


class LabelsForm(PageForm):
    """The sheet to print, for whom, and on what."""

    kind = forms.ChoiceField(
        label="Sheet",
        choices=tuple(TITLES.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _NOT_A_KIND, "invalid_choice": _NOT_A_KIND},
    )
    who = forms.ChoiceField(
        label="People",
        choices=CHOICES,
        error_messages={"required": _NOT_A_KIND, "invalid_choice": _NOT_A_KIND},
    )
    stock = forms.ChoiceField(
        label="Labels",
        choices=_list_stock_choices(for_badges=False),
        error_messages={"required": _NOT_A_KIND, "invalid_choice": _NOT_A_KIND},
    )
    badge_stock = forms.ChoiceField(
        label="Badges",
        choices=_list_stock_choices(for_badges=True),
        error_messages={"required": _NOT_A_KIND, "invalid_choice": _NOT_A_KIND},
    )
    first = WholeNumberField(
        what="the number of a label",
        example=1,
        label="First label",
        required=False,
        min_value=1,
        max_value=_MAX_LABELS,
        help_text="For a sheet that was begun: the first free label, counted row by row.",
    )
    boxes = WholeNumberField(
        what="a number of boxes",
        example=4,
        label="Boxes",
        required=False,
        min_value=1,
        max_value=_MAX_BOXES,
        help_text="1 is for a signature, more are to tick.",
    )
    prizes = forms.CharField(
        label="Prizes",
        required=False,
        max_length=MAX_PRIZES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One per line, the first for first place. With two winners, both directions get them.",
        error_messages={"max_length": f"Shorten this to {MAX_PRIZES_LENGTH} characters."},
    )
    first_night = DayField(label="First night", required=False)
    nights = WholeNumberField(
        what="a number of nights",
        example=26,
        label="Nights",
        required=False,
        min_value=1,
        max_value=_MAX_NIGHTS,
    )
    days = WholeNumberField(
        what="a number of days",
        example=7,
        label="Days between nights",
        required=False,
        min_value=1,
        max_value=365,
    )
    last_name = TextField(
        label="Stood by last",
        required=False,
        max_length=80,
        help_text="The rota goes on after this member, by family name. Empty begins with the first.",
    )
    paper = forms.ChoiceField(
        label="Paper",
        choices=Paper.choices,
        error_messages={"required": _NOT_A_KIND, "invalid_choice": _NOT_A_KIND},
    )

    def __init__(self, submitted: QueryDict, *, club: Club, for_event: bool) -> None:
        default_values = {
            "kind": LABELS,
            "who": MEMBERS,
            "stock": choose_default_stock(club.paper, for_badges=False).key,
            "badge_stock": choose_default_stock(club.paper, for_badges=True).key,
            "first": "1",
            "boxes": "1",
            "prizes": DEFAULT_PRIZES,
            "first_night": timezone.localdate().isoformat(),
            "nights": "26",
            "days": "7",
            "last_name": "",
            "paper": club.paper,
        }
        # The page can be opened with a few of its fields, or with none.
        values = QueryDict(mutable=True)
        for name, default_value in default_values.items():
            values[name] = submitted.get(name, default_value)
        super().__init__(values)
        if for_event:
            for name in ("who", *_ROTA_FIELDS):
                del self.fields[name]
        else:
            del self.fields["prizes"]
        other_kind = ROTA if for_event else PRIZES
        kinds = [
            (key, format_html("{} <small>{}</small>", TITLES[key], PURPOSES[key]))
            for key in TITLES
            if key != other_kind
        ]
        self.set_choices("kind", kinds)

    def clean(self) -> dict[str, object]:
        """Return the values. Raise if the chosen sheet has no such label."""
        values: dict[str, object] = super().clean() or {}
        stock = get_stock(self.stock_key) if self.stock_key else None
        first = values.get("first")
        if stock and isinstance(first, int) and first > stock.count:
            self.add_error(
                "first",
                f"Avery {stock.key} has {stock.count} labels. Type a number from 1 to {stock.count}.",
            )
        return values

    @property
    def listed_prizes(self) -> list[str]:
        """The prizes that were typed."""
        return list_typed_prizes(self.cleaned_data["prizes"])

    @property
    def stock_key(self) -> str:
        """The key of the stock of the chosen sheet, or "" if it has none."""
        fields = {LABELS: "stock", BADGES: "badge_stock"}
        field = fields.get(self.cleaned_data.get("kind", ""), "")
        return str(self.cleaned_data.get(field, ""))


@dataclass(frozen=True)
class _Choice:
    """A sheet that was chosen, and the people it is for."""

    form: LabelsForm
    club: Club
    people: Sequence[PrintedPerson]
    page_address: str
    pdf_address: str
    event: Event | None = None  # whose players they are, or None for the club's people

    @cached_property
    def won_prizes(self) -> list[WonPrize]:
        """The prizes of the event, if their list was chosen."""
        if self.event is None or self.form.cleaned_data.get("kind") != PRIZES:
            return []
        return award_prizes(self.form.listed_prizes, fetch_event_winners(self.event))

    @cached_property
    def rota(self) -> list[RotaNight]:
        """The nights of the rota, if it was chosen.

        :raises KeyError: if nobody is called like the member who stood by last
        """
        values = self.form.cleaned_data
        if values.get("kind") != ROTA:
            return []
        return make_rota(
            self.people,
            first_day=values["first_night"] or timezone.localdate(),
            night_count=values["nights"] or 1,
            days_between=values["days"] or 1,
            last_name=values["last_name"],
        )

    def make_job(self) -> PeopleJob:
        """Return what is printed."""
        values = self.form.cleaned_data
        stock_key = self.form.stock_key
        return PeopleJob(
            kind=values["kind"],
            heading=_make_heading(self.club, self.event),
            people=self.people,
            stock=get_stock(stock_key) if stock_key else STOCKS[0],
            number_label=capfirst(self.club.number_label),
            first=values["first"] or 1,
            boxes=values["boxes"] or 1,
            won_prizes=self.won_prizes,
            rota=self.rota,
        )

    def get_refusal(self) -> str:
        """Return why the chosen sheet would be empty or can't be made, or ""."""
        kind = self.form.cleaned_data["kind"]
        if kind == PRIZES:
            if not self.form.listed_prizes:
                return NO_PRIZES
            return "" if self.won_prizes else NO_WINNERS
        if not self.people:
            return _NO_PEOPLE
        if kind == PHONES and not any(person.phone for person in self.people):
            return _NO_PHONES
        return self._get_rota_refusal()

    def _get_rota_refusal(self) -> str:
        """Return why the rota can't be made, or "" if it can or wasn't chosen."""
        try:
            _nights = self.rota
        except KeyError:
            name = self.form.cleaned_data["last_name"]
            return f"Nobody among these people is called “{name}”. Type the name as at People."
        except OverflowError:
            return "The last night would be after the year 9999. Type fewer days."
        return ""


@require_safe
@require_role_to_read(Role.SCORER)
def choose_club_sheet(request: DeskRequest) -> HttpResponse:
    """Show what can be printed for the club's people."""
    context: dict[str, object] = {"nav": "people", "back": (reverse("people"), "People")}
    return _render_choice(request, _make_club_choice(request), context)


@require_safe
@require_role_to_read(Role.SCORER)
def choose_event_sheet(request: DeskRequest, event_id: int) -> HttpResponse:
    """Show what can be printed for the players of an event."""
    event = _fetch_event(event_id)
    results = get_event_kind(event).get_results_address(event)
    context = {"nav": "nights", "event": event, "back": (results, event.name)}
    return _render_choice(request, _make_event_choice(request, event), context)


@require_safe
@require_role_to_read(Role.SCORER)
def show_club_sheet(request: DeskRequest) -> HttpResponse:
    """Answer with a sheet of the club's people."""
    return _answer_sheet(request, _make_club_choice(request))


@require_safe
@require_role_to_read(Role.SCORER)
def show_event_sheet(request: DeskRequest, event_id: int) -> HttpResponse:
    """Answer with a sheet of the players of an event."""
    return _answer_sheet(request, _make_event_choice(request, _fetch_event(event_id)))


def _fetch_event(event_id: int) -> Event:
    events = Event.objects.select_related("club").filter(removed_at__isnull=True)
    return get_object_or_404(events, pk=event_id)


def _make_club_choice(request: DeskRequest) -> _Choice:
    club = get_or_create_club()
    form = LabelsForm(request.GET, club=club, for_event=False)
    who = form.cleaned_data.get("who", MEMBERS) if form.is_valid() else MEMBERS
    people = fetch_club_people(club, who)
    return _Choice(
        form,
        club,
        people=people,
        page_address=reverse("people_labels"),
        pdf_address=reverse("people_labels_pdf"),
    )


def _make_event_choice(request: DeskRequest, event: Event) -> _Choice:
    return _Choice(
        form=LabelsForm(request.GET, club=event.club, for_event=True),
        club=event.club,
        people=fetch_event_people(event),
        page_address=reverse("event_labels", args=[event.pk]),
        pdf_address=reverse("event_labels_pdf", args=[event.pk]),
        event=event,
    )


def _render_choice(
    request: DeskRequest, choice: _Choice, context: dict[str, object]
) -> HttpResponse:
    is_valid = choice.form.is_valid()
    missing_reason = choice.get_refusal() if is_valid else ""
    # The page opens with a choice that nobody has made, so its reason isn't a refusal yet.
    refusal = missing_reason if "kind" in request.GET else ""
    preview: Preview | None = None
    if is_valid and not missing_reason:
        preview = preview_people_job(
            choice.make_job(),
            choice.form.cleaned_data["paper"],
            page_no=max(1, parse_small_number(request.GET.get("sheet", "1"))),
            printed_at=timezone.localtime(),
        )
    context |= {
        "form": choice.form,
        "sheet_address": choice.pdf_address,
        "people_count": len(choice.people),
        "preview": preview,
        "query": urlencode(choice.form.data, doseq=True),
        "refusal": refusal,
        "missing_reason": "" if refusal else missing_reason,
        "warnings": list_unprintable_text_warnings(person.name for person in choice.people),
    }
    return render_page(
        request, "additions/labels/page.html", context, problems=not is_valid or refusal
    )


def _answer_sheet(request: DeskRequest, choice: _Choice) -> HttpResponse:
    """Answer with the chosen sheet, or return to the page, which shows the refusal."""
    form, event, club = choice.form, choice.event, choice.club
    if not form.is_valid() or choice.get_refusal():
        query = request.GET.copy()
        query.setdefault("kind", LABELS)
        return redirect(f"{choice.page_address}?{query.urlencode()}")
    values = form.cleaned_data
    content = render_people_job(choice.make_job(), values["paper"], printed_at=timezone.localtime())
    stem = make_file_stem(event) if event else slugify(club.name) or "people"
    name = f"{stem}-{values['kind']}.pdf"
    return make_file_response(content, name, "application/pdf", is_attachment=False)


def _make_heading(club: Club, event: Event | None) -> Heading:
    return Heading(
        club=club.name,
        event=event.name if event else "People",
        date=event.date if event else timezone.localdate(),
        session="",
        section="",
        movement="",
        fingerprint="",
    )
