"""Beside steps 4 and 5: what really happened, and what the director makes of it."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from director.additions.rulings.irregularities import (
    Faults,
    SectionCheck,
    build_irregularities_page,
    fetch_section_check,
)
from director.boards.contests import get_contest
from director.boards.movement.lines.section_lines import fetch_section_plan
from director.boards.movement.sections import RESULT, fetch_section
from director.boards.movement.words import list_number_choices
from director.boards.pages.steps import make_session_context
from director.boards.play.line_store import Sides
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.result import give_award
from director.boards.scoring.scored import score_section
from director.core.base.forms import (
    PageForm,
    WholeNumberField,
    make_validation_error,
    parse_small_number,
)
from director.core.base.requests import DeskRequest
from director.core.night.history import Journal
from director.errors import DeskError
from director.models import Section
from director.models.award import AwardKind, FaultLevel
from director.models.event import SectionRef
from scoring.bridge.contracts import duplicate_game
from scoring.errors import ScoringError
from scoring.laws import irregularities

_MAX_WORDS_LENGTH = 300
"""Characters that the history stores of an act."""


def settle_findings(
    *,
    section: Section,
    choices: Mapping[str, str],
    user: User | None,
    absences: Iterable[irregularities.Absence] = (),
    faults: Mapping[str, Faults] | None = None,
) -> int:
    """Settle findings by *choices* (keys of a finding and a choice). Return the number of lines.

    *faults*, by the key of a finding, are needed if its choice is ``BY_FAULT``.  All lines are one
    act: if one finding is settled already or has changed, nothing is stored.

    :raises DeskError: if a finding is gone, or has no such choice
    :raises ScoringError: if the event's method can't score an award
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=RESULT, words="", user=user) as journal:
        check = fetch_section_check(section, absences)
        findings = {}
        if check:
            # Found again under the lock: the page may show an older state.
            findings = {
                finding.key: finding for finding in irregularities.find_all(check.played_lines)
            }
        settled_findings = []
        lines: list[irregularities.RuledLine] = []
        for key, choice in choices.items():
            finding = _get_open_finding(findings, key)
            settled_findings.append(finding)
            if check and choice == irregularities.BY_FAULT:
                lines += _get_lines_by_fault(check, finding, (faults or {}).get(key, {}))
            else:
                lines += _get_choice(finding, choice).lines
        journal.words = _describe_findings(settled_findings)
        for line in lines:
            _award(section, line, journal)
        # Scored once at the end, which refuses awards that the method can't score.
        score_section(section)
    return len(lines)


def _get_open_finding(
    findings: Mapping[str, irregularities.Finding], key: str
) -> irregularities.Finding:
    finding = findings.get(key)
    if finding is None or not finding.is_open:
        raise DeskError(
            "happened-settled",
            "This was settled, or results have changed since you opened this page. Check what is "
            "left.",
        )
    return finding


def _get_choice(finding: irregularities.Finding, key: str) -> irregularities.Choice:
    for choice in finding.choices:
        if choice.key == key:
            return choice
    raise _make_happened_no_choice_error()


def _get_lines_by_fault(
    check: SectionCheck, finding: irregularities.Finding, faults: Faults
) -> tuple[irregularities.RuledLine, ...]:
    """Return the lines of *finding* by *faults*, which have to be about its pairs."""
    pairs_of_lines = {(line.ns, line.ew) for line in irregularities.list_fault_lines(finding)}
    if not pairs_of_lines or not pairs_of_lines.issuperset(faults):
        raise _make_happened_no_choice_error()
    # A question proposes no faults, so each has to be chosen.
    if finding.is_question and pairs_of_lines != set(faults):
        raise _make_happened_no_fault_error()
    return irregularities.make_fault_choice(check.played_lines, finding, faults).lines


def _describe_findings(findings: list[irregularities.Finding]) -> str:
    if len(findings) == 1:
        return f"Settled: {findings[0].words}"[:_MAX_WORDS_LENGTH]
    return f"{len(findings)} problems settled"


def _award(section: Section, line: irregularities.RuledLine, journal: Journal) -> None:
    reason = f"{line.words[:1].lower()}{line.words[1:]}"
    text = line.text
    kind = None
    # A void line is entered as not played, with the reason that the director reads.
    if line.text == irregularities.VOID:
        text = f"NP: {reason}"
        kind = AwardKind.VOID
    give_award(
        section=section,
        key=(line.board_no, line.ns, line.ew),
        text=text,
        sides=Sides(
            ns_fault=line.ns_fault.value,
            ew_fault=line.ew_fault.value,
            ns_law=line.law,
            ew_law=line.law,
            ns_words=reason,
            ew_words=reason,
        ),
        kind=kind,
        journal=journal,
    )


SideFault = irregularities.SideFault
LATE, LEFT = "late", "left"
FAULTS = tuple(fault.value for fault in SideFault)
_FAULT_BOX = re.compile(r"(.+)/([0-9]{1,8})/([0-9]{1,8})/(ns|ew)")
"""The name of a box for the fault of one side: finding, both numbers, side."""


class AbsenceForm(PageForm):
    """A pair that came late, or left before the end."""

    pair = forms.TypedChoiceField(
        label="Pair",
        coerce=int,
        error_messages={
            "required": "Choose the missing pair.",
            "invalid_choice": "Pair “%(value)s” doesn’t exist. Choose one from the list.",
        },
    )
    how = forms.ChoiceField(
        label="What happened",
        choices=[(LATE, "arrived late"), (LEFT, "left early")],
        error_messages={
            "required": "Choose “arrived late” or “left early”.",
            "invalid_choice": "“%(value)s” isn’t a choice. Choose “arrived late” or “left early”.",
        },
    )
    round_no = WholeNumberField(
        what="a round",
        example=2,
        label="Round",
        help_text="The last round missed by a late pair, or the first round after a pair left.",
        min_value=1,
        max_value=99,
        error_messages={"required": "Type the round."},
    )

    def __init__(
        self, data: Mapping[str, object] | None = None, *, section: Section, rounds: int
    ) -> None:
        super().__init__(data, auto_id="id_absence_%s")
        self._rounds = rounds
        pairs = cast(forms.ChoiceField, self.fields["pair"])
        pairs.choices = [("", "–"), *list_number_choices(section)]

    def clean_round_no(self) -> int:
        """Return the round, which has to be one of the movement."""
        round_no = int(self.cleaned_data["round_no"])
        if round_no > self._rounds:
            raise make_validation_error(
                "absence-round",
                "There is no round {round_no}. Choose one from 1 to {rounds}.",
                round_no=round_no,
                rounds=self._rounds,
            )
        return round_no

    def absences(self) -> tuple[irregularities.Absence, ...]:
        """Return the entered absence, or nothing if the form is empty or invalid."""
        if not self.is_bound or not self.is_valid():
            return ()
        pair, round_no = self.cleaned_data["pair"], self.cleaned_data["round_no"]
        if self.cleaned_data["how"] == LEFT:
            return (irregularities.Absence(pair, round_no, self._rounds, has_left=True),)
        return (irregularities.Absence(pair, 1, round_no),)


def parse_pressed_choices(values: list[str]) -> dict[str, str]:
    """Return the choice of each finding whose button was pressed.

    >>> parse_pressed_choices(["late-5-1:not-due"])
    {'late-5-1': 'not-due'}
    """
    return {finding: choice for finding, _, choice in (value.rpartition(":") for value in values)}


def parse_typed_faults(data: Mapping[str, str]) -> dict[str, Faults]:
    """Return the faults chosen for both sides of each line, by finding.

    >>> parse_typed_faults({"late-5-1/5/9/ns": "partly", "late-5-1/5/9/ew": "none", "choice": "late-5-1:by-fault"})
    {'late-5-1': {(5, 9): (<SideFault.PARTLY: 'partly'>, <SideFault.NONE: 'none'>)}}

    :raises DeskError: for an unknown fault, or none
    """
    sides: dict[tuple[str, int, int], dict[str, SideFault]] = {}
    for name, value in data.items():
        if match := _FAULT_BOX.fullmatch(name):
            if not value:
                raise _make_happened_no_fault_error()
            if value not in FAULTS:
                raise _make_happened_no_choice_error()
            finding, ns, ew, side = match.groups()
            sides.setdefault((finding, int(ns), int(ew)), {})[side] = SideFault(value)
    faults: dict[str, dict[tuple[int, int], tuple[SideFault, SideFault]]] = {}
    for (finding, ns, ew), faults_by_side in sides.items():
        line_faults = (
            faults_by_side.get("ns", SideFault.NONE),
            faults_by_side.get("ew", SideFault.NONE),
        )
        faults.setdefault(finding, {})[ns, ew] = line_faults
    return dict(faults)


ABSENCE_PARAMS = ("pair", "how", "round_no")
"""Query parameters of an absent pair."""


@require_http_methods(["GET", "HEAD", "POST"])
def settle_irregularities(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show and settle what went off schedule, with an absence from the address."""
    section = fetch_section(session_id)
    if not get_contest(section).is_whole_side:
        messages.error(
            request,
            (
                "You can report a problem only in a pairs event. Enter an adjusted score or a ruling "
                "instead."
            ),
        )
        return redirect("session_scores", session_id=session_id)
    if request.GET.get("board", "").isdecimal():
        return redirect(
            "session_off_schedule", session_id, parse_small_number(request.GET["board"])
        )
    round_and_table = [parse_small_number(request.GET.get(name, "")) for name in ("round", "table")]
    if all(round_and_table):
        return redirect(
            f"{reverse('session_scores_table', args=[session_id, *round_and_table])}?wrong=1#otherwise"
        )
    form = _make_absence_form(request.GET, section)
    if request.method != "POST":
        return _render_irregularities_page(request, section, form)
    choices = parse_pressed_choices(request.POST.getlist("choice"))
    try:
        faults = parse_typed_faults(request.POST.dict())
        lines = settle_findings(
            section=section,
            choices=choices,
            user=request.user,
            absences=form.absences(),
            faults=faults,
        )
    except (DeskError, ScoringError) as error:
        return _render_irregularities_page(
            request, fetch_section(session_id), form, refused=str(error)
        )
    messages.success(
        request, f"{lines} result{'' if lines == 1 else 's'} changed. You can undo it in Scores."
    )
    return redirect("session_irregularities", session_id=session_id)


def _make_absence_form(query_params: QueryDict, section: Section) -> AbsenceForm:
    plan = fetch_section_plan(section)
    data = query_params if any(name in query_params for name in ABSENCE_PARAMS) else None
    rounds = plan.rounds if plan else 0
    return AbsenceForm(data, section=section, rounds=rounds)


def _render_irregularities_page(
    request: DeskRequest, section: Section, form: AbsenceForm, *, refused: str = ""
) -> HttpResponse:
    query = request.GET.urlencode()
    context = make_session_context(section, "scores") | {
        "form": form,
        "page": build_irregularities_page(section, form.absences()),
        "refused": refused,
        "fault_choices": FaultLevel.choices,
        "game": duplicate_game(section.session.event.game),
        "address": reverse("session_irregularities", args=[section])
        + (f"?{query}" if query else ""),
    }
    status = 422 if refused or form.errors else 200
    return render(
        request,
        "additions/rulings/irregularities.html",
        context,
        status=status,
    )


def _make_happened_no_choice_error() -> DeskError:
    return DeskError("happened-no-choice", "Choose one of the buttons of this problem.")


def _make_happened_no_fault_error() -> DeskError:
    return DeskError(
        "happened-no-fault", "Choose for each pair whether it was at fault, then award again."
    )
