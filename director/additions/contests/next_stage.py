"""Beside step 6: who goes on to the next stage of the event, such as its final."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from director.additions.contests.candidates import (
    Candidate,
    choose_comebacks,
    fetch_candidates,
    fill_finals,
    suggest_comeback_count,
)
from director.additions.contests.stage_shapes import (
    COMEBACKS,
    FIRST_MATCH,
    KNOCKED_OUT,
    SHAPES,
    PlannedStage,
    find_planned_stage,
    get_shape_note,
    set_shape,
)
from director.additions.contests.stages import start_stage
from director.boards.contests import CONTESTS
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context
from director.boards.scoring.extras import BEFORE, FULL_PERCENTAGE, MET, OPPONENTS, CarryRule
from director.boards.tables.results_context import read_desk_results
from director.core.base.forms import (
    DayField,
    PageForm,
    TextField,
    WholeNumberField,
    make_validation_error,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError
from director.models import Section
from director.models.event import MAX_STAGE_NAME_LENGTH, SectionRef

SECTION_LETTERS = "ABCDEFGH"
"""Sections that a stage can begin with."""
DEFAULT_FINALIST_COUNT = 8
FINAL_LETTERS = SECTION_LETTERS[:4]
"""Finals that are filled by their numbers of contestants."""
QUALIFYING, KNOCK_OUT, FINAL, PLATE = "Qualifying", "Knock-out", "Final", "Plate"


def _make_size_field(label: str, *, required: bool = True) -> WholeNumberField:
    return WholeNumberField(
        label=label,
        what="a number",
        example=DEFAULT_FINALIST_COUNT,
        min_value=2,
        max_value=999,
        required=required,
    )


class StageForm(PageForm):
    """The name and the day of a stage, and when it starts.

    The first one also asks for the name of the sessions before it.
    """

    first_stage = TextField(
        max_length=MAX_STAGE_NAME_LENGTH, label="Name of the stage so far", required=False
    )
    name = TextField(
        max_length=MAX_STAGE_NAME_LENGTH,
        label="Name of the next stage",
        missing="Type a name for the stage, such as Final.",
    )
    day = DayField(label="Date", required=False)
    carry_over = forms.ChoiceField(label="Carry-over", required=False)
    share = WholeNumberField(
        label="Percentage",
        what="a percentage",
        example=50,
        min_value=1,
        max_value=FULL_PERCENTAGE,
        required=False,
    )
    has_median = forms.BooleanField(required=False, label="Newcomers get the median")
    is_early = forms.BooleanField(required=False, label="Start before all results are in")

    def set_carry_over_choices(self, *, has_matches: bool) -> None:
        """Offer what can be carried over from a stage, which may have matches."""
        choices = [("", "None"), (BEFORE, "The result")]
        if has_matches:
            choices += [
                (MET, "Only matches between those who go on"),
                (OPPONENTS, "The match between first opponents (WBF: ½ or ⅓, at most 16)"),
            ]
        self.set_choices("carry_over", choices)
        self.initial["share"] = FULL_PERCENTAGE

    @property
    def carry_rule(self) -> CarryRule | None:
        """The chosen rule of the carry-over, or None."""
        source = self.cleaned_data["carry_over"]
        if not source:
            return None
        share = self.cleaned_data["share"] or FULL_PERCENTAGE
        return CarryRule(source, share, has_median=self.cleaned_data["has_median"])

    def follow_plan(self, planned_stage: PlannedStage) -> None:
        """Suggest the name and carry-over of the *planned_stage*."""
        self.initial.update(name=planned_stage.name, carry_over=planned_stage.carry_over)

    def remove_first_stage_field(self) -> None:
        """Don't ask for the name of the first stage, which the event has already."""
        del self.fields["first_stage"]


class FinalsForm(StageForm):
    """A stage filled in the order of the standings: how many play in each final."""

    takes_others = forms.BooleanField(required=False, label="All others play in the next final")

    def __init__(self, data: QueryDict | None, size: int) -> None:
        """Show *size* as the number of contestants in the first final."""
        initial = {"first_stage": QUALIFYING, "name": FINAL, f"size-{FINAL_LETTERS[0]}": size}
        super().__init__(data, initial=initial)
        for letter in FINAL_LETTERS:
            self.fields[f"size-{letter}"] = _make_size_field(f"Final {letter}", required=False)

    def follow_plan(self, planned_stage: PlannedStage) -> None:
        """Suggest also who goes on to the *planned_stage*."""
        super().follow_plan(planned_stage)
        size = min(planned_stage.size, self.initial[f"size-{FINAL_LETTERS[0]}"]) or None
        self.initial.update(
            {f"size-{FINAL_LETTERS[0]}": size, "takes_others": planned_stage.has_all_others}
        )

    @property
    def size_boxes(self) -> list[forms.BoundField]:
        """The boxes for the number of contestants in each final."""
        return [self[f"size-{letter}"] for letter in FINAL_LETTERS]

    @property
    def sizes(self) -> list[int]:
        """The numbers of contestants of the finals that are filled in."""
        typed_sizes = [self.cleaned_data.get(f"size-{letter}") for letter in FINAL_LETTERS]
        return [size for size in typed_sizes if size]

    def clean(self) -> dict[str, Any]:
        """Refuse a final without one above it."""
        data = super().clean() or {}
        if self.errors:
            return data
        typed = [data.get(f"size-{letter}") for letter in FINAL_LETTERS]
        if any(typed[len(self.sizes) :]):
            letter = FINAL_LETTERS[typed.index(None)]
            raise make_validation_error(
                "stage-gap",
                "{final} is empty, but a later one isn’t. Fill in {final} first.",
                final=f"Final {letter}",
            )
        if not (self.sizes or data["takes_others"]):
            raise make_validation_error(
                "stage-no-size",
                "Nobody goes on yet. Type how many play in Final A, or tick All others play in the "
                "next final.",
            )
        return data


class FinalPreview(NamedTuple):
    """Those of the standings who would play in one final, or in none."""

    title: str  # "Final A", or "" for those who don't go on
    candidates: Sequence[Candidate]
    hidden_count: int = 0  # of those who aren't listed


MAX_NEXT_CANDIDATES = 3
"""Contestants below the line who are listed: those for whom one place more would count."""


def preview_finals(form: FinalsForm, candidates: Sequence[Candidate]) -> list[FinalPreview]:
    """Return who would play in which final by the numbers in *form*, then who would be next.

    :raises DeskError: if the finals have more places than there are contestants
    """
    if form.is_bound:
        form.full_clean()  # An empty name doesn't matter here.
        sizes = form.sizes
        takes_others = bool(form.cleaned_data.get("takes_others"))
    else:
        sizes = [size for size in [form.initial[f"size-{FINAL_LETTERS[0]}"]] if size]
        takes_others = bool(form.initial.get("takes_others"))
    entry_ids_by_letter = fill_finals(candidates, sizes, takes_others=takes_others)
    candidate_by_entry_id = {candidate.entry_id: candidate for candidate in candidates}
    finals = [
        FinalPreview(f"Final {letter}", [candidate_by_entry_id.pop(pk) for pk in entry_ids])
        for letter, entry_ids in entry_ids_by_letter.items()
    ]
    others = [other for other in candidate_by_entry_id.values() if not other.has_withdrawn]
    if others:
        hidden_count = max(0, len(others) - MAX_NEXT_CANDIDATES)
        finals.append(FinalPreview("", others[:MAX_NEXT_CANDIDATES], hidden_count))
    return finals


class SectionsForm(StageForm):
    """A stage with the section of everybody who goes on, one by one."""

    has_finals = forms.BooleanField(required=False, label="Finals: section A above section B")
    is_plate = forms.BooleanField(
        required=False,
        label="Played beside the others, with places below them (plate, consolation)",
    )

    def __init__(
        self,
        data: QueryDict | None,
        candidates: Sequence[Candidate],
        chosen_entry_ids: Collection[int],
        name: str,
    ) -> None:
        """Show *name*, and section A as the choice for the *chosen_entry_ids* entries."""
        is_knock_out = any(candidate.knocked_out_round for candidate in candidates)
        initial = {
            "first_stage": KNOCK_OUT if is_knock_out else QUALIFYING,
            "name": name,
            "is_plate": name == PLATE,
        }
        super().__init__(data, initial=initial)
        self._candidates = candidates
        choices = [("", "–"), *((letter, letter) for letter in SECTION_LETTERS)]
        for candidate in candidates:
            field = forms.ChoiceField(
                choices=choices, required=False, label=f"Section of {candidate.label}"
            )
            field.widget.attrs["aria-label"] = f"Section of {candidate.label}"
            field.initial = SECTION_LETTERS[0] if candidate.entry_id in chosen_entry_ids else ""
            self.fields[f"entry-{candidate.entry_id}"] = field

    def clean(self) -> dict[str, Any]:
        """Refuse sections that don't exist, and a plate with somebody who is still in."""
        data = super().clean() or {}
        if any(name.startswith("entry-") for name in self.errors):
            raise make_validation_error(
                "stage-sections",
                "Choose a section from A to H for everybody who goes on, and a dash for all others.",
            )
        for candidate in self._candidates:
            is_chosen = data.get(f"entry-{candidate.entry_id}")
            if is_chosen and candidate.is_still_in_knockout and data.get("is_plate"):
                name = f"{candidate.label} {candidate.names}".strip()
                raise make_validation_error(
                    "stage-still-in",
                    "{name} is still in the knock-out. Take it out of the plate, or untick “Played beside "
                    "the others”.",
                    name=name,
                )
        return data

    def group_by_section(self, candidates: Sequence[Candidate]) -> Mapping[str, list[int]]:
        """Return the entries of each section, the best first."""
        entry_ids_by_letter: dict[str, list[int]] = {}
        for candidate in candidates:
            letter = self.cleaned_data[f"entry-{candidate.entry_id}"]
            if letter:
                entry_ids_by_letter.setdefault(letter, []).append(candidate.entry_id)
        return entry_ids_by_letter


class QualifiersForm(PageForm):
    """Who goes on: the first of the standings, those knocked out, or who comes back from a plate."""

    who = forms.ChoiceField(label="Who goes on", required=False)
    size = _make_size_field("How many")

    def __init__(
        self,
        data: Mapping[str, Any],
        candidates: Sequence[Candidate],
        session_candidates: Sequence[Candidate],
        planned_stage: PlannedStage | None,
    ) -> None:
        """Offer the rules that fit *candidates*, and those *session_candidates* in the session that is shown."""
        self._candidates = candidates
        self._session_candidates = session_candidates
        knocked_out_rounds = {
            candidate.knocked_out_round
            for candidate in session_candidates
            if candidate.knocked_out_round
        }
        plate_names = {candidate.plate_name for candidate in candidates if candidate.plate_name}
        choices = [("", "The first of the standings")]
        if plate_names and any(candidate.is_still_in_knockout for candidate in candidates):
            label = f"Still in, and the first of {' and '.join(sorted(plate_names))}"
            choices.append((COMEBACKS, label))
        if knocked_out_rounds:
            choices.append((KNOCKED_OUT, "Knocked out"))
            choices.append((FIRST_MATCH, "Knocked out in their first match"))
        choices += [
            (f"{round_no}", f"Knocked out in round {round_no}")
            for round_no in sorted(knocked_out_rounds)
        ]
        who = (
            planned_stage.qualification_rule
            if planned_stage and planned_stage.qualification_rule in dict(choices)
            else ""
        )
        size = suggest_comeback_count(candidates) if who == COMEBACKS else _suggest_size(candidates)
        super().__init__(data if "size" in data else {"who": who, "size": size})
        self.set_choices("who", choices)
        self.has_choice = len(choices) > 1

    @property
    def is_of_losers(self) -> bool:
        """Whether only those who were knocked out go on."""
        return self.cleaned_data["who"] not in ("", COMEBACKS)

    def choose_entries(self) -> list[int]:
        """Return the entries that go on."""
        who = self.cleaned_data["who"]
        if who == COMEBACKS:
            return choose_comebacks(self._candidates, self.cleaned_data["size"])
        if not who:
            return _choose_first_entries(self._candidates, self.cleaned_data["size"])
        return [
            candidate.entry_id
            for candidate in self._session_candidates
            if _is_knocked_out_by(candidate, who)
        ]


def _is_knocked_out_by(candidate: Candidate, rule: str) -> bool:
    """Return whether *candidate* was knocked out as *rule* says: a key, or the number of a round."""
    if rule == KNOCKED_OUT:
        return bool(candidate.knocked_out_round)
    if rule == FIRST_MATCH:
        return candidate.has_won_nothing
    return rule == str(candidate.knocked_out_round)


@require_role_to_send(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def start_next_stage(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show who can go on. A POST starts the stage.

    Contestants go on by the numbers of the finals or one by one, after a knock-out always so.
    """
    section = fetch_section(ref)
    if "shape" in request.POST:
        return _store_shape(request, section)
    with show_refusals_as_messages(request):
        candidates = fetch_candidates(section.session.event, read_desk_results(section).results)
        session_candidates = [
            candidate for candidate in candidates if candidate.session_id == section.session_id
        ]
        has_request = {"who", "size"} & request.GET.keys() or any(
            name.startswith("entry-") for name in request.POST
        )
        planned_stage = find_planned_stage(section.session.event)
        has_rule = planned_stage is not None and planned_stage.qualification_rule == COMEBACKS
        if (
            has_request
            or has_rule
            or any(candidate.knocked_out_round for candidate in session_candidates)
        ):
            return _edit_stage_sections(request, section, candidates, session_candidates)
        size = _suggest_size(candidates)
        form = FinalsForm(_get_posted_data(request), size)
        _fit_form(form, section)
        if request.method == "POST" and form.is_valid():
            with show_refusals_at(form):
                entry_ids_by_letter = fill_finals(
                    candidates, form.sizes, takes_others=form.cleaned_data["takes_others"]
                )
                response = _start_stage(
                    request, section, form, entry_ids_by_letter, has_finals=True
                )
                if response:
                    return response
        context: dict[str, Any] = {"form": form}
        # The page asks with the numbers alone who would go on.
        has_numbers = f"size-{FINAL_LETTERS[0]}" in request.GET
        numbers_form = FinalsForm(request.GET, size) if has_numbers else form
        try:
            context["finals"] = preview_finals(numbers_form, candidates)
        except DeskError as error:
            context["preview_problem"] = error
        return _render_stage_page(request, section, candidates, context)
    return redirect("session_results", ref=ref)


def _store_shape(request: DeskRequest, section: Section) -> HttpResponse:
    """Store the shape of the event and show the next stage by it."""
    with show_refusals_as_messages(request):
        set_shape(section=section, key=request.POST["shape"], user=request.user)
        messages.success(request, "Stages saved. Next stage follows them.")
    return redirect("session_results_stage", ref=section)


def _edit_stage_sections(
    request: DeskRequest,
    section: Section,
    candidates: Sequence[Candidate],
    session_candidates: Sequence[Candidate],
) -> HttpResponse:
    """Show the standings with a choice for everybody. A POST starts the stage."""
    planned_stage = find_planned_stage(section.session.event)
    who_form = QualifiersForm(request.GET, candidates, session_candidates, planned_stage)
    chosen_entry_ids = _choose_first_entries(candidates, _suggest_size(candidates))
    name = FINAL
    if who_form.is_valid():
        chosen_entry_ids = who_form.choose_entries()
        name = PLATE if who_form.is_of_losers else FINAL
    form = SectionsForm(_get_posted_data(request), candidates, chosen_entry_ids, name)
    _fit_form(form, section)
    if request.method == "POST" and form.is_valid():
        response = _start_stage(
            request,
            section,
            form,
            form.group_by_section(candidates),
            has_finals=form.cleaned_data["has_finals"],
            is_plate=form.cleaned_data["is_plate"],
        )
        if response:
            return response
    rows = [(candidate, form[f"entry-{candidate.entry_id}"]) for candidate in candidates]
    return _render_stage_page(
        request, section, candidates, {"form": form, "who_form": who_form, "rows": rows}
    )


def _fit_form(form: StageForm, section: Section) -> None:
    """Fit the fields of *form* and what they suggest to the event of *section*."""
    event = section.session.event
    planned_stage = find_planned_stage(event)
    if event.first_stage or event.stages.exists():
        form.remove_first_stage_field()
    if planned_stage:
        form.follow_plan(planned_stage)
    has_matches = CONTESTS[event.contest].has_matches(section.session.scoring_record.scoring)
    form.set_carry_over_choices(has_matches=has_matches)


def _get_posted_data(request: DeskRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _suggest_size(candidates: Sequence[Candidate]) -> int:
    return max(2, min(DEFAULT_FINALIST_COUNT, len(candidates) // 2))


def _choose_first_entries(candidates: Sequence[Candidate], size: int) -> list[int]:
    """Return the entries of the first *size* of the standings who haven't withdrawn."""
    return [candidate.entry_id for candidate in candidates if not candidate.has_withdrawn][:size]


def _start_stage(
    request: DeskRequest,
    section: Section,
    form: StageForm,
    entry_ids_by_letter: Mapping[str, Sequence[int]],
    *,
    has_finals: bool,
    is_plate: bool = False,
) -> HttpResponse | None:
    """Start the stage of *form* and go to its Field. Return None if it is refused."""
    name = form.cleaned_data["name"]
    next_step = "Choose its movement."
    if len(entry_ids_by_letter) > 1:
        next_step = "Choose a movement for each section."
    if form.carry_rule:
        next_step = f"{next_step} That also fills in the carry-over."
    else:
        next_step = f"{next_step} Scoring and carry-over are at Results, More."
    with show_refusals_at(form):
        session = start_stage(
            event=section.session.event,
            name=name,
            day=form.cleaned_data["day"],
            entry_ids_by_letter=entry_ids_by_letter,
            is_early=form.cleaned_data["is_early"],
            is_plate=is_plate,
            has_finals=has_finals,
            first_stage=form.cleaned_data.get("first_stage", ""),
            carry_rule=form.carry_rule,
            user=request.user,
        )
        messages.success(request, f"{name} started. {next_step}")
        return redirect("session_field", ref=session)
    return None


def _describe_withdrawn(candidates: Sequence[Candidate], contestant_noun: str) -> str:
    """Return a sentence that names who has withdrawn, or ""."""
    names = [
        f"{candidate.label} {candidate.names}".strip()
        for candidate in candidates
        if candidate.has_withdrawn
    ]
    if not names:
        return ""
    plural, verb = ("", "has") if len(names) == 1 else ("s", "have")
    subject = f"{contestant_noun.capitalize()}{plural} {', '.join(names)}"
    return f"{subject} {verb} withdrawn and won’t go on."


def _render_stage_page(
    request: DeskRequest,
    section: Section,
    candidates: Sequence[Candidate],
    form_context: dict[str, Any],
) -> HttpResponse:
    context: dict[str, Any] = make_results_page_context(request, section, "stage") | form_context
    if not section.session.event.stages.exists():
        context["shapes"] = SHAPES
    context["shape_note"] = get_shape_note(section.session.event)
    context["withdrawn"] = _describe_withdrawn(candidates, context["contestant_noun"])
    context["own_action"] = True  # Start stage, not to print the standings
    context["going_on"] = sum(not candidate.has_withdrawn for candidate in candidates)
    return render_page(
        request, "additions/contests/results/stage.html", context, problems=context["form"].errors
    )
