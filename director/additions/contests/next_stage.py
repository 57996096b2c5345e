"""Beside step 6: who goes on to the next stage of the event, such as its final."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.additions.contests.stages import (
    COMEBACKS,
    FIRST_MATCH,
    KNOCKED_OUT,
    SHAPES,
    Candidate,
    PlannedStage,
    choose_comebacks,
    choose_shape,
    fetch_candidates,
    fill_finals,
    find_planned_stage,
    get_shape_note,
    start_stage,
    suggest_comebacks,
)
from director.boards.contests import CONTESTS
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context
from director.boards.scoring.extras import BEFORE, MET, OPPONENTS, WHOLE, CarryRule
from director.boards.tables.grids import read_desk_results
from director.core.base.forms import (
    DayField,
    PageForm,
    TextField,
    WholeNumberField,
    make_validation_error,
)
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.errors import DeskError
from director.models import Section
from director.models.event import LONGEST_STAGE_NAME, SectionRef
from scoring.errors import ScoringError

LETTERS = "ABCDEFGH"
"""Sections that a stage can begin with."""
USUAL_FINALISTS = 8
FINALS = LETTERS[:4]
"""Finals that are filled by their numbers of contestants."""
QUALIFYING, KNOCK_OUT, FINAL, PLATE = "Qualifying", "Knock-out", "Final", "Plate"


def _make_size_field(label: str, *, required: bool = True) -> WholeNumberField:
    return WholeNumberField(
        label=label,
        what="a number",
        example=USUAL_FINALISTS,
        min_value=2,
        max_value=999,
        required=required,
    )


class StageForm(PageForm):
    """The name and the day of a stage, and when it starts.

    The first one also asks for the name of the sessions before it.
    """

    first_stage = TextField(
        max_length=LONGEST_STAGE_NAME, label="Name of the stage so far", required=False
    )
    name = TextField(
        max_length=LONGEST_STAGE_NAME,
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
        max_value=WHOLE,
        required=False,
    )
    has_median = forms.BooleanField(required=False, label="Newcomers get the median")
    is_early = forms.BooleanField(required=False, label="Start before all results are in")

    def offer_carry_over(self, *, has_matches: bool) -> None:
        """Offer what can be carried over from a stage, which may have matches."""
        choices = [("", "None"), (BEFORE, "The result")]
        if has_matches:
            choices += [
                (MET, "Only matches between those who go on"),
                (OPPONENTS, "The match between first opponents (WBF: ½ or ⅓, at most 16)"),
            ]
        self.set_choices("carry_over", choices)
        self.initial["share"] = WHOLE

    @property
    def rule(self) -> CarryRule | None:
        """The chosen rule of the carry-over, or None."""
        source = self.cleaned_data["carry_over"]
        if not source:
            return None
        share = self.cleaned_data["share"] or WHOLE
        return CarryRule(source, share, has_median=self.cleaned_data["has_median"])

    def follow_plan(self, planned: PlannedStage) -> None:
        """Suggest the name and carry-over of the *planned* stage."""
        self.initial.update(name=planned.name, carry_over=planned.carry_over)

    def remove_first_stage_field(self) -> None:
        """Don't ask for the name of the first stage, which the event has already."""
        del self.fields["first_stage"]


class FinalsForm(StageForm):
    """A stage filled in the order of the standings: how many play in each final."""

    takes_others = forms.BooleanField(required=False, label="All others play in the next final")

    def __init__(self, data: QueryDict | None, size: int) -> None:
        """Show *size* as the number of contestants in the first final."""
        initial = {"first_stage": QUALIFYING, "name": FINAL, f"size-{FINALS[0]}": size}
        super().__init__(data, initial=initial)
        for letter in FINALS:
            self.fields[f"size-{letter}"] = _make_size_field(f"Final {letter}", required=False)

    def follow_plan(self, planned: PlannedStage) -> None:
        """Suggest also who goes on to the *planned* stage."""
        super().follow_plan(planned)
        size = min(planned.size, self.initial[f"size-{FINALS[0]}"]) or None
        self.initial.update({f"size-{FINALS[0]}": size, "takes_others": planned.takes_all})

    @property
    def size_boxes(self) -> list[forms.BoundField]:
        """The boxes for the number of contestants in each final."""
        return [self[f"size-{letter}"] for letter in FINALS]

    @property
    def sizes(self) -> list[int]:
        """The numbers of contestants of the finals that are filled in."""
        typed = [self.cleaned_data.get(f"size-{letter}") for letter in FINALS]
        return [size for size in typed if size]

    def clean(self) -> dict[str, Any]:
        """Refuse a final without one above it."""
        data = super().clean() or {}
        if self.errors:
            return data
        typed = [data.get(f"size-{letter}") for letter in FINALS]
        if any(typed[len(self.sizes) :]):
            letter = FINALS[typed.index(None)]
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
        people: Sequence[Candidate],
        chosen: Collection[int],
        name: str,
    ) -> None:
        """Show *name*, and section A as the choice for the *chosen* entries."""
        is_knock_out = any(candidate.knocked_out_round for candidate in people)
        initial = {
            "first_stage": KNOCK_OUT if is_knock_out else QUALIFYING,
            "name": name,
            "is_plate": name == PLATE,
        }
        super().__init__(data, initial=initial)
        self._people = people
        choices = [("", "–"), *((letter, letter) for letter in LETTERS)]
        for candidate in people:
            section = forms.ChoiceField(
                choices=choices, required=False, label=f"Section of {candidate.label}"
            )
            section.widget.attrs["aria-label"] = f"Section of {candidate.label}"
            section.initial = LETTERS[0] if candidate.entry_id in chosen else ""
            self.fields[f"entry-{candidate.entry_id}"] = section

    def clean(self) -> dict[str, Any]:
        """Refuse sections that don't exist, and a plate with somebody who is still in."""
        data = super().clean() or {}
        if any(name.startswith("entry-") for name in self.errors):
            raise make_validation_error(
                "stage-sections",
                "Choose a section from A to H for everybody who goes on, and a dash for all others.",
            )
        for candidate in self._people:
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

    def group_by_section(self, people: Sequence[Candidate]) -> Mapping[str, list[int]]:
        """Return the entries of each section, the best first."""
        sections: dict[str, list[int]] = {}
        for candidate in people:
            letter = self.cleaned_data[f"entry-{candidate.entry_id}"]
            if letter:
                sections.setdefault(letter, []).append(candidate.entry_id)
        return sections


class WhoForm(PageForm):
    """Who goes on: the first of the standings, those knocked out, or who comes back from a plate."""

    who = forms.ChoiceField(label="Who goes on", required=False)
    size = _make_size_field("How many")

    def __init__(
        self,
        data: Mapping[str, Any],
        people: Sequence[Candidate],
        here: Sequence[Candidate],
        planned: PlannedStage | None,
    ) -> None:
        """Offer the rules that fit *people*, and those *here* in the session that is shown."""
        self._people = people
        self._here = here
        rounds = {candidate.knocked_out_round for candidate in here if candidate.knocked_out_round}
        plates = {candidate.plate_name for candidate in people if candidate.plate_name}
        choices = [("", "The first of the standings")]
        if plates and any(candidate.is_still_in_knockout for candidate in people):
            label = f"Still in, and the first of {' and '.join(sorted(plates))}"
            choices.append((COMEBACKS, label))
        if rounds:
            choices.append((KNOCKED_OUT, "Knocked out"))
            choices.append((FIRST_MATCH, "Knocked out in their first match"))
        choices += [
            (f"{round_no}", f"Knocked out in round {round_no}") for round_no in sorted(rounds)
        ]
        who = (
            planned.qualification_rule
            if planned and planned.qualification_rule in dict(choices)
            else ""
        )
        size = suggest_comebacks(people) if who == COMEBACKS else _suggest_size(people)
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
            return choose_comebacks(self._people, self.cleaned_data["size"])
        if not who:
            return _choose_first(self._people, self.cleaned_data["size"])
        return [
            candidate.entry_id for candidate in self._here if _is_knocked_out_by(candidate, who)
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
def start_next_stage(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show who can go on. A POST starts the stage.

    Contestants go on by the numbers of the finals or one by one, after a knock-out always so.
    """
    section = fetch_section(session_id)
    if "shape" in request.POST:
        return _choose_shape(request, section)
    try:
        people = fetch_candidates(section.session.event, read_desk_results(section).results)
    except ScoringError as error:
        messages.error(request, str(error))
        return redirect("session_results", session_id=session_id)
    here = [candidate for candidate in people if candidate.session_id == section.session_id]
    is_asked = {"who", "size"} & request.GET.keys() or any(
        name.startswith("entry-") for name in request.POST
    )
    planned = find_planned_stage(section.session.event)
    has_rule = planned is not None and planned.qualification_rule == COMEBACKS
    if is_asked or has_rule or any(candidate.knocked_out_round for candidate in here):
        return _choose_one_by_one(request, section, people, here)
    form = FinalsForm(_read_posted(request), _suggest_size(people))
    _fit_form(form, section)
    if request.method == "POST" and form.is_valid():
        try:
            going_on = fill_finals(
                people, form.sizes, takes_others=form.cleaned_data["takes_others"]
            )
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            response = _start_stage(request, section, form, going_on, has_finals=True)
            if response:
                return response
    return _render_stage_page(request, section, people, {"form": form})


def _choose_shape(request: DeskRequest, section: Section) -> HttpResponse:
    """Store the shape of the event and show the next stage by it."""
    try:
        choose_shape(section=section, key=request.POST["shape"], user=request.user)
    except DeskError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "Stages saved. Next stage follows them.")
    return redirect("session_results_stage", session_id=section)


def _choose_one_by_one(
    request: DeskRequest, section: Section, people: Sequence[Candidate], here: Sequence[Candidate]
) -> HttpResponse:
    """Show the standings with a choice for everybody. A POST starts the stage."""
    planned = find_planned_stage(section.session.event)
    who_form = WhoForm(request.GET, people, here, planned)
    chosen = _choose_first(people, _suggest_size(people))
    name = FINAL
    if who_form.is_valid():
        chosen = who_form.choose_entries()
        name = PLATE if who_form.is_of_losers else FINAL
    form = SectionsForm(_read_posted(request), people, chosen, name)
    _fit_form(form, section)
    if request.method == "POST" and form.is_valid():
        response = _start_stage(
            request,
            section,
            form,
            form.group_by_section(people),
            has_finals=form.cleaned_data["has_finals"],
            is_plate=form.cleaned_data["is_plate"],
        )
        if response:
            return response
    rows = [(candidate, form[f"entry-{candidate.entry_id}"]) for candidate in people]
    return _render_stage_page(
        request, section, people, {"form": form, "who_form": who_form, "rows": rows}
    )


def _fit_form(form: StageForm, section: Section) -> None:
    """Fit the fields of *form* and what they suggest to the event of *section*."""
    event = section.session.event
    planned = find_planned_stage(event)
    if event.first_stage or event.stages.exists():
        form.remove_first_stage_field()
    if planned:
        form.follow_plan(planned)
    has_matches = CONTESTS[event.contest].has_matches(section.session.scoring_record.scoring)
    form.offer_carry_over(has_matches=has_matches)


def _read_posted(request: DeskRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _suggest_size(people: Sequence[Candidate]) -> int:
    return max(2, min(USUAL_FINALISTS, len(people) // 2))


def _choose_first(people: Sequence[Candidate], size: int) -> list[int]:
    """Return the entries of the first *size* of the standings who haven't withdrawn."""
    return [candidate.entry_id for candidate in people if not candidate.has_withdrawn][:size]


def _start_stage(
    request: DeskRequest,
    section: Section,
    form: StageForm,
    going_on: Mapping[str, Sequence[int]],
    *,
    has_finals: bool,
    is_plate: bool = False,
) -> HttpResponse | None:
    """Start the stage of *form* and go to its Field. Return None if it is refused."""
    name = form.cleaned_data["name"]
    try:
        session = start_stage(
            event=section.session.event,
            name=name,
            day=form.cleaned_data["day"],
            going_on=going_on,
            is_early=form.cleaned_data["is_early"],
            is_plate=is_plate,
            has_finals=has_finals,
            first_stage=form.cleaned_data.get("first_stage", ""),
            carry_rule=form.rule,
            user=request.user,
        )
    except DeskError as error:
        form.add_error(None, str(error))
        return None
    text = "Choose its movement."
    if len(going_on) > 1:
        text = "Choose a movement for each section."
    if form.rule:
        text = f"{text} That also fills in the carry-over."
    else:
        text = f"{text} Scoring and carry-over are at Results, More."
    messages.success(request, f"{name} started. {text}")
    return redirect("session_field", session_id=session)


def _format_withdrawn(people: Sequence[Candidate], contestant_word: str) -> str:
    """Return a sentence that names who has withdrawn, or ""."""
    names = [
        f"{candidate.label} {candidate.names}".strip()
        for candidate in people
        if candidate.has_withdrawn
    ]
    if not names:
        return ""
    plural, verb = ("", "has") if len(names) == 1 else ("s", "have")
    subject = f"{contestant_word.capitalize()}{plural} {', '.join(names)}"
    return f"{subject} {verb} withdrawn and won’t go on."


def _render_stage_page(
    request: DeskRequest,
    section: Section,
    people: Sequence[Candidate],
    forms_and_rows: dict[str, Any],
) -> HttpResponse:
    context: dict[str, Any] = make_results_page_context(request, section, "stage") | forms_and_rows
    if not section.session.event.stages.exists():
        context["shapes"] = SHAPES
    context["shape_note"] = get_shape_note(section.session.event)
    context["withdrawn"] = _format_withdrawn(people, context["called"])
    context["going_on"] = sum(not candidate.has_withdrawn for candidate in people)
    status = 422 if context["form"].errors else 200
    return render(request, "additions/contests/results/stage.html", context, status=status)
