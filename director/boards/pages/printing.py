"""The Print page of a section: what goes on paper, and on which."""

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from django import forms
from django.http import QueryDict

from director.boards.movement.cards.changes import CHANGED_CARDS, compute_changed_tables
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sections import fetch_section, fetch_session_sections
from director.boards.movement.words import make_section_stem
from director.boards.pages.steps import make_session_context
from director.boards.paper.pdf.guide_cards import CARDS_PER_PAGE
from director.boards.paper.section_job import SectionJob
from director.boards.paper.session_job import make_sections_job
from director.boards.paper.sheet_kinds import list_all_kinds, list_offered_kinds
from director.boards.play.plan_changes import format_tables
from director.core.base.address import find_url
from director.core.base.forms import NumbersField, TextField
from director.core.base.requests import make_file_stem
from director.core.night.printing import PrintOptions
from director.core.pages.printing import Note, PrintForm, Printout, PrintPage, PrintView
from director.models import Plan, Section
from director.models.event import SectionRef
from director.pdf.selection import Selection
from director.pdf.sheet_kinds import PrintJob, list_preselected_keys
from scoring.bridge.contracts import get_duplicate_game


class PairsPrintForm(PrintForm):
    """What to print for an evening of pairs.

    The kinds of sheets and which of them, the paper, guide cards per page, and whether to print the
    other sections too.
    """

    backs_message = "Travellers get their number on the back, private scorecards the personal guide. Other backs stay blank."
    boxes = ("paper", "cards", "spare")
    ticks = ("all_sections",)
    spans = ("tables", "rounds", "boards", "pairs")
    filters = ("only_changed", "by_table")
    sheets_by_field = MappingProxyType({"cards": ("guide-cards",), "spare": ("score-slips",)})

    cards = forms.TypedChoiceField(
        label="Guide cards per page",
        choices=[(number, number) for number in CARDS_PER_PAGE],
        coerce=int,
        # Django returns it as it is; the stubs expect text.
        empty_value=1,  # type: ignore[arg-type]
        required=False,
        error_messages={
            "invalid_choice": "Guide cards can be 1, 2 or 4 per page, not “%(value)s”."
        },
    )
    tables = NumbersField(what="table", example="1-4, 7")
    rounds = NumbersField(what="round", example="3-")
    boards = NumbersField(what="board", example="1-12")
    pairs = NumbersField(what="pair", example="5, 8")
    by_table = forms.BooleanField(label="Slips sorted by table", required=False)
    only_changed = forms.BooleanField(
        label="Changed sheets only",
        required=False,
        help_text="Those that differ from the last printing.",
    )
    since = TextField(required=False, max_length=300, widget=forms.HiddenInput)
    all_sections = forms.BooleanField(label="All sections", required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        job: PrintJob | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        # Contests have kinds of their own, which build upon this module.
        self.sheet_kinds = list_all_kinds()
        super().__init__(data, job=job, initial=initial)

    def collect_choices(self) -> dict[str, object]:
        """Return the choices that differ from the usual ones, by name."""
        data = self.cleaned_data
        default_values = {"cards": 1, "all_sections": False}
        chosen_values = super().collect_choices() | {
            name: data[name] for name in default_values if data[name] != default_values[name]
        }
        printed_before = {"since": data["since"]} if data["only_changed"] and data["since"] else {}
        ticked_boxes = {name: "on" for name in self.filters if data[name]}
        return chosen_values | printed_before | ticked_boxes

    def make_render_options(self) -> dict[str, Any]:
        """Return the page layout, with the number of guide cards per page."""
        return super().make_render_options() | {"cards_per_page": self.cleaned_data["cards"]}

    def selection(self) -> Selection:
        """Return the selection of sheets to print."""
        names = (*self.spans, *self.filters)
        since = tuple(self.cleaned_data["since"].split())
        return Selection(
            previous_fingerprints=since, **{name: self.cleaned_data[name] for name in names}
        )


def _get_outdated_tables(job: SectionJob, plan: Plan | None) -> frozenset[int]:
    """Return the tables whose cards have changed since they were printed."""
    # The fingerprint tells this without loading two movements.
    if not plan or job.section.printed_fingerprint in ("", plan.fingerprint):
        return frozenset()
    if not job.printed_plan:
        return frozenset()
    return compute_changed_tables(load_movement(job.printed_plan), load_movement(plan))


class SectionPrint(PrintView):
    """The Print page of a section."""

    url_prefix = "session"
    form_class = PairsPrintForm

    def make_context(self, ref: SectionRef) -> dict[str, Any]:
        """Return the context of the section's page."""
        return make_session_context(fetch_section(ref), "print")

    def make_page(self, context: dict[str, Any], options: PrintOptions) -> PrintPage:
        """Return the sheets of the section, and what to know before printing."""
        section: Section = context["section"]
        plan: Plan | None = context["night"].plan
        job = SectionJob(section, options)
        event = section.session.event
        kinds_and_presence = list_offered_kinds(job)
        notes = []
        hands_address = find_url("session_hands", section.ref)
        if hands_address and get_duplicate_game(event.game).is_known_elsewhere:
            hands_link = ("Hands", hands_address)
            notes.append(Note("", hands_link, is_warning=False))
        hidden_boxes = () if section.is_one_of_several else ("all_sections",)
        refusal = "Not for results imported from elsewhere." if event.source and not plan else ""
        return PrintPage(
            job=job,
            offered_kinds=[kind for kind, _is_there in kinds_and_presence],
            get_preselected_keys=partial(
                list_preselected_keys,
                [kind for kind, is_available in kinds_and_presence if is_available],
            ),
            fingerprint=plan.fingerprint if plan else "",
            printed_fingerprint=section.printed_fingerprint,
            changed_cards_query=CHANGED_CARDS,
            outdated_tables=format_tables(_get_outdated_tables(job, plan)),
            notes=notes,
            omitted_fields=hidden_boxes,
            never_reason=refusal,
        )

    def make_printout(
        self, ref: SectionRef, options: PrintOptions, form: PairsPrintForm
    ) -> Printout:
        """Return the sheets of the section at *ref*, or of all sections of its session."""
        section = fetch_section(ref)
        data = form.cleaned_data
        sections = fetch_session_sections(section.session_id) if data["all_sections"] else [section]
        event = section.session.event
        stem = make_file_stem(event) if data["all_sections"] else make_section_stem(section)
        previous_fingerprints = ""
        # The first page of changed sheets says what was printed; later pages repeat it as "since".
        if data["only_changed"] and not data["since"]:
            fingerprints = [printed_section.printed_fingerprint for printed_section in sections]
            previous_fingerprints = " ".join(filter(None, fingerprints))
        return Printout(
            event=event,
            job=make_sections_job(
                sections, replace(options, spare_count=data["spare"], selection=form.selection())
            ),
            file_stem=stem,
            previous_fingerprints=previous_fingerprints,
        )
