"""Beside step 6: who goes on to the next stage of the event, such as its final."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards.movement.sections import section_of_session
from director.boards.pages.steps import results_shell
from director.boards.paper.tables.reading import desk_reading
from director.boards.play.sessions.stages import Candidate, candidates, start_stage
from director.boards.sentences import BoardSentences
from director.core.base.forms import DayField, PageForm, TextField, WholeNumberField, invalid
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.errors import DeskError
from director.models import Section
from director.models.event import SectionPlace
from scoring import ScoringError

LETTERS = "ABCDEFGH"
"""Sections that a stage can begin with."""
USUAL_FINALISTS = 8
FINAL, PLATE = "Final", "Plate"
FIRST_MATCH = "first"


class StageForm(PageForm):
    """The name and the day of a stage, and the section of everybody who goes on."""

    name = TextField(max_length=40, missing=BoardSentences.STAGE_NAME.says())
    day = DayField(label="Date", required=False)
    is_early = forms.BooleanField(required=False, label="Start before all results are in")
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
        """Show *name*, and tick the entries that are *chosen*."""
        super().__init__(data, initial={"name": name, "is_plate": name == PLATE})
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
            raise invalid(BoardSentences.STAGE_SECTIONS)
        for candidate in self._people:
            is_chosen = data.get(f"entry-{candidate.entry_id}")
            if is_chosen and candidate.is_in and data.get("is_plate"):
                name = f"{candidate.label} {candidate.names}".strip()
                raise invalid(BoardSentences.STAGE_STILL_IN, name=name)
        return data

    def going_on(self, people: Sequence[Candidate]) -> Mapping[str, list[int]]:
        """Return the entries of each section, the best first."""
        sections: dict[str, list[int]] = {}
        for candidate in people:
            letter = self.cleaned_data[f"entry-{candidate.entry_id}"]
            if letter:
                sections.setdefault(letter, []).append(candidate.entry_id)
        return sections


class WhoForm(PageForm):
    """Who goes on: the first of the standings, or those who were knocked out."""

    who = forms.ChoiceField(label="Who goes on", required=False)
    size = WholeNumberField(
        label="How many", what="a number", example=USUAL_FINALISTS, min_value=2, max_value=999
    )

    def __init__(self, data: Mapping[str, Any], people: Sequence[Candidate]) -> None:
        super().__init__(data)
        rounds = {candidate.out_in for candidate in people if candidate.out_in}
        choices = [("", "The first of the standings")]
        if rounds:
            choices.append((FIRST_MATCH, "Knocked out in their first match"))
        choices += [
            (f"{round_no}", f"Knocked out in round {round_no}") for round_no in sorted(rounds)
        ]
        self.offer("who", choices)
        self.has_choice = len(choices) > 1

    def chosen(self, people: Sequence[Candidate]) -> list[int]:
        """Return the entries of those who go on."""
        who = self.cleaned_data["who"]
        if not who:
            return [candidate.entry_id for candidate in people[: self.cleaned_data["size"]]]
        chosen = []
        for candidate in people:
            is_out_then = f"{candidate.out_in}" == who
            if is_out_then or (who == FIRST_MATCH and candidate.lost_first):
                chosen.append(candidate.entry_id)
        return chosen


@sent_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def session_next_stage(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show the standings with a choice for everybody. A POST starts the stage."""
    section = section_of_session(session_id)
    try:
        people = candidates(section.session.event, desk_reading(section).results)
    except ScoringError as error:
        messages.error(request, str(error))
        return redirect("session_results", session_id=session_id)
    size = max(2, min(USUAL_FINALISTS, len(people) // 2))
    here = [candidate for candidate in people if candidate.session_id == section.session_id]
    who_form = WhoForm(request.GET if "size" in request.GET else {"size": size}, here)
    chosen = [candidate.entry_id for candidate in people[:size]]
    name = FINAL
    if who_form.is_valid():
        is_of_losers = bool(who_form.cleaned_data["who"])
        chosen = who_form.chosen(here if is_of_losers else people)
        name = PLATE if is_of_losers else FINAL
    data = request.POST if request.method == "POST" else None
    form = StageForm(data, people, chosen, name)
    if data is not None and form.is_valid():
        try:
            session = start_stage(
                event=section.session.event,
                name=form.cleaned_data["name"],
                day=form.cleaned_data["day"],
                going_on=form.going_on(people),
                is_early=form.cleaned_data["is_early"],
                is_plate=form.cleaned_data["is_plate"],
                user=request.user,
            )
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            name = form.cleaned_data["name"]
            messages.success(
                request,
                f"{name} started. Choose its movement. Scoring and carry-over are at Results, More.",
            )
            return redirect("session_field", session_id=session)
    return _show(request, section, people, form, who_form)


def _show(
    request: DeskRequest,
    section: Section,
    people: Sequence[Candidate],
    form: StageForm,
    who_form: WhoForm,
) -> HttpResponse:
    rows = [(candidate, form[f"entry-{candidate.entry_id}"]) for candidate in people]
    context: dict[str, Any] = results_shell(request, section, "stage") | {
        "form": form,
        "who_form": who_form,
        "rows": rows,
    }
    status = 422 if form.errors else 200
    return render(request, "boards/results/stage.html", context, status=status)
