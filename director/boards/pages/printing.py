"""The Print page of a section: what goes on paper, and on which."""

from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.urls import reverse

from director.boards.movement.cards.changes import CHANGED_CARDS, changed_tables
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.sections import section_of_session, sections_of_session
from director.boards.movement.words import section_stem
from director.boards.pages.steps import shell
from director.boards.paper.pdf.guide_cards import CARDS_PER_PAGE
from director.boards.paper.pdf.kinds import KINDS
from director.boards.paper.printing.read import SectionJob, kinds_there
from director.boards.paper.printing.sections import sections_job
from director.boards.play.replanning import tables_text
from director.core.base.answers import file_stem
from director.core.base.forms import NumbersField
from director.core.pages.printing.forms import PrintForm
from director.core.pages.printing.page import Note, Printing, Printout, PrintPage
from director.kinds import PrintWishes
from director.models import Plan, Section
from director.models.event import Game, SectionPlace
from director.pdf.kinds import usual_kinds
from director.pdf.selection import Selection


class PairsPrintForm(PrintForm):
    """What to print for an evening of pairs.

    The kinds of sheets and which of them, the paper, guide cards per page, and whether to print the
    other sections too.
    """

    registry = KINDS
    backs = "Travellers get their number on the back, private scorecards the personal guide. Other backs stay blank."
    boxes = ("paper", "cards", "spare")
    ticks = ("large", "all_sections")
    spans = ("tables", "rounds", "boards", "pairs")
    narrowing = ("only_changed", "by_table")

    cards = forms.TypedChoiceField(
        label="Guide cards per page",
        choices=[(number, number) for number in CARDS_PER_PAGE],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # the stubs know text only; Django hands it on as it is
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
    since = forms.CharField(required=False, max_length=300, widget=forms.HiddenInput)
    all_sections = forms.BooleanField(label="All sections", required=False)

    def chosen(self) -> dict[str, object]:
        """Return the choices that differ from the usual ones, by name."""
        data = self.cleaned_data
        usual = {"cards": 1, "all_sections": False}
        chosen = super().chosen() | {
            name: data[name] for name in usual if data[name] != usual[name]
        }
        some = {"since": data["since"]} if data["only_changed"] and data["since"] else {}
        return chosen | some | {name: "on" for name in self.narrowing if data[name]}

    def look(self) -> dict[str, Any]:
        """Return how the sheets are laid on paper, with how many guide cards share a page."""
        return super().look() | {"cards_per_page": self.cleaned_data["cards"]}

    def selection(self) -> Selection:
        """Return which sheets are wanted."""
        names = (*self.spans, *self.narrowing)
        since = tuple(self.cleaned_data["since"].split())
        return Selection(since=since, **{name: self.cleaned_data[name] for name in names})


def _shell(place: SectionPlace) -> dict[str, Any]:
    return shell(section_of_session(place), "print")


def _page(context: dict[str, Any], wishes: PrintWishes) -> PrintPage:
    section: Section = context["section"]
    plan: Plan | None = context["night"].plan
    job, event = SectionJob(section, wishes), section.session.event
    kinds, hands = kinds_there(job), ("Hands", reverse("session_hands", args=[section.place]))
    if plan and section.printed_fingerprint not in ("", plan.fingerprint):
        printed = job.printed_plan
    else:
        printed = None
    tables = changed_tables(plan_movement(printed), plan_movement(plan)) if plan and printed else ()
    fingerprint = plan.fingerprint if plan else ""
    notes = [Note("", hands, is_warning=False)] if event.game == Game.BRIDGE else ()
    left_out = () if section.is_one_of_several else ("all_sections",)
    never = "Not for results imported from elsewhere." if event.source and not plan else ""
    return PrintPage(
        job=job,
        offered=[kind for kind, _is_there in kinds],
        usual=partial(usual_kinds, [kind for kind, is_there in kinds if is_there]),
        fingerprint=fingerprint,
        printed=section.printed_fingerprint,
        changed=CHANGED_CARDS,
        old=tables_text(tables),
        notes=notes,
        left_out=left_out,
        never=never,
    )


def _printout(place: SectionPlace, wishes: PrintWishes, form: PairsPrintForm) -> Printout:
    """Return the sheets of the section at *place*, or of all sections of its session."""
    section, data = section_of_session(place), form.cleaned_data
    sections = sections_of_session(section.session_id) if data["all_sections"] else [section]
    is_first = data["only_changed"] and not data["since"]
    stem = file_stem(section.session.event) if data["all_sections"] else section_stem(section)
    if is_first:
        since = " ".join(filter(None, (each.printed_fingerprint for each in sections)))
    else:
        since = ""
    return Printout(
        event=section.session.event,
        job=sections_job(
            sections, replace(wishes, spare=data["spare"], selection=form.selection())
        ),
        stem=stem,
        since=since,
    )


PRINTING = Printing("session", PairsPrintForm, _shell, _page, _printout)
