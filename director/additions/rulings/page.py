"""The rulings of a session, given, appealed and withdrawn: a tab of Results."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import NamedTuple, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_POST

from director.additions.rulings.irregular_deals import list_irregular_deals
from director.additions.rulings.rulings import (
    Penalty,
    TypedRuling,
    add_ruling,
    fetch_section_rulings,
    make_unknown_match_error,
    store_appeal,
    withdraw_ruling,
)
from director.boards.contests import get_contest_record
from director.boards.movement.lines.matches import fetch_match_by_key, format_match_name
from director.boards.movement.lines.section_lines import MatchKey, SectionLine, SectionLines
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import (
    fetch_name_by_pair,
    fetch_name_by_side,
    format_choice,
    get_contestant_noun,
    list_number_choices,
)
from director.boards.pages.steps import make_results_page_context
from director.boards.play.problems.doubts import detect_odd_lines
from director.boards.scoring.standings.event import load_session_sheets
from director.boards.scoring.standings.versions import list_rank_changes, load_results_before
from director.boards.scoring.units import format_adjusted_examples, list_match_units
from director.core.base.forms import (
    DecimalField,
    PageForm,
    TextField,
    WholeNumberField,
    make_validation_error,
    parse_small_number,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import Refusal, show_refusals_at
from director.core.base.standings_versions import append_change_descriptions
from director.core.pages.standings_question import (
    ask_before_standings_change,
    confirm_standings_change,
)
from director.errors import DeskError
from director.models import Ruling, Section
from director.models.award import FaultLevel
from director.models.event import SectionRef
from director.models.ruling import Outcome, Unit
from scoring.errors import ScoringError
from scoring.registry import get_method

_FAULT_CHOICES = [("", "–"), *FaultLevel.choices]
_DETAIL_FIELDS = (
    "law",
    "irregular",
    "ns_fault",
    "ew_fault",
    "penalty",
    "penalty_unit",
    "penalty_to",
    "match",
)
_AWARD_KIND = "given"
_THREE_LINE_WIDGET = forms.Textarea(attrs={"rows": 3})


class RulingForm(PageForm):
    """A ruling. Board and pair together name the table."""

    board_no = WholeNumberField(
        what="a board",
        example=7,
        label="Board",
        required=False,
        min_value=1,
        max_value=999,
        error_messages=dict.fromkeys(
            ("min_value", "max_value"), "Enter a board number from 1 to 999."
        ),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "n", "autofocus": True}),
    )
    pair_no = forms.TypedChoiceField(label="Pair", required=False, coerce=int, empty_value=None)
    table_no = WholeNumberField(
        what="a table", example=2, label="Table", required=False, min_value=1, max_value=999
    )
    facts = TextField(
        label="Facts",
        max_length=2000,
        widget=_THREE_LINE_WIDGET,
        error_messages={"required": "Enter what happened."},
    )
    law = TextField(label="Law", max_length=60, required=False, help_text="Such as 12C1 or 90.")
    decision = TextField(
        label="Ruling",
        max_length=2000,
        widget=_THREE_LINE_WIDGET,
        error_messages={"required": "Enter your ruling."},
    )
    adjusted = TextField(
        label="Adjusted score",
        max_length=200,
        required=False,
    )
    ns_fault = forms.ChoiceField(label="N-S at fault", required=False, choices=_FAULT_CHOICES)
    ew_fault = forms.ChoiceField(
        label="E-W at fault",
        required=False,
        choices=_FAULT_CHOICES,
        help_text="Without an adjusted score: 60% if not at fault, 50% if partly, 40% if at fault.",
    )
    irregular = forms.ChoiceField(
        label="Irregular deal",
        required=False,
        help_text="For cards dealt wrongly: the score follows from the other tables. Use this or an adjusted score, not both.",
        error_messages={"invalid_choice": "“%(value)s” isn’t on the list. Choose one from it."},
    )
    penalty = DecimalField(
        label="Penalty",
        max_digits=7,
        decimal_places=3,
        required=False,
        example="10 or 0.5",
        error_messages={
            "max_digits": "Enter at most seven digits.",
            "max_decimal_places": "Enter at most three decimals.",
            "max_whole_digits": "Enter at most four digits before the decimal point.",
        },
    )
    penalty_unit = forms.ChoiceField(
        label="Unit", required=False, choices=[("", "–"), *Unit.choices]
    )
    penalty_to = forms.TypedChoiceField(
        label="To pair", required=False, coerce=int, empty_value=None
    )

    kind = forms.ChoiceField(
        label="Kind", required=False, choices=[("", "Penalty"), (_AWARD_KIND, "Award")]
    )
    match = forms.ChoiceField(
        label="Counts in",
        required=False,
        help_text="In a match it changes the score of this team only, IMPs before they become VPs.",
        error_messages={"invalid_choice": str(make_unknown_match_error())},
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        section: Section,
        initial: dict[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        choice_fields = cast(dict[str, forms.ChoiceField], self.fields)
        choice_fields["irregular"].choices = [
            ("", "–"),
            *list_irregular_deals(section.session.event.game),
        ]
        scoring_record = section.session.scoring_record
        self.fields["adjusted"].help_text = f"Such as {format_adjusted_examples(scoring_record)}"
        if get_method(scoring_record.scoring).artificial_basis != "share":
            self.fields["ew_fault"].help_text = ""
        self._set_contestant_choices(section)
        has_halves = get_contest_record(section).has_halves
        # A team plays a board at two tables, others at one.
        if not has_halves:
            del self.fields["table_no"]
        if has_halves and list_match_units(section):
            name_by_team = fetch_name_by_pair(section)
            matches = [
                (_format_match_key(key), format_match_name(section, key, name_by_team))
                for key in fetch_match_by_key(section)
            ]
            self.set_choices("match", [("", "the total"), *matches])
            self.fields["penalty"].label = "Amount"
        else:
            del self.fields["kind"]
            del self.fields["match"]

    def _set_contestant_choices(self, section: Section) -> None:
        choice_fields = cast(dict[str, forms.ChoiceField], self.fields)
        contestant_noun = get_contestant_noun(section)
        # A team may have many lines on a board, a pair of it only one.
        if section.team_size:
            name_by_side = fetch_name_by_side(section)
            sides = [
                (side, format_choice(section, side, name_by_side))
                for side in map(int, section.partners)
            ]
        else:
            sides = []
        for name, side_choices in (("pair_no", sides), ("penalty_to", [])):
            choice_fields[name].choices = [("", "–"), *list_number_choices(section), *side_choices]
            choice_fields[name].error_messages["invalid_choice"] = (
                f"{contestant_noun.capitalize()} “%(value)s” isn’t on the list. Choose one from it."
            )
        choice_fields["pair_no"].label = contestant_noun.capitalize()
        choice_fields["penalty_to"].label = f"To {contestant_noun}"

    @property
    def has_details(self) -> bool:
        """Whether a field that is folded away at first has a value or an error."""
        boxes = [self[name] for name in _DETAIL_FIELDS if name in self.fields]
        return any(box.value() or box.errors for box in boxes)

    def clean(self) -> dict[str, object]:
        """Refuse an adjusted score together with an irregular deal."""
        if self.cleaned_data.get("adjusted") and self.cleaned_data.get("irregular"):
            self.add_error(
                "irregular",
                make_validation_error(
                    "adjusted-and-irregular",
                    "Enter an adjusted score or an irregular deal, not both.",
                ),
            )
        return self.cleaned_data

    def make_typed_ruling(self) -> TypedRuling:
        """Return the ruling for the service."""
        data = self.cleaned_data
        match = _parse_match_key(data.get("match", ""))
        penalty = Penalty(
            data["penalty"],
            data["penalty_unit"],
            data["penalty_to"],
            is_award=data.get("kind") == _AWARD_KIND,
            match=match,
        )
        # With a board, the match alone says which round is meant.
        no_penalty = Penalty(None, "", None, match=match if data["board_no"] else None)
        return TypedRuling(
            facts=data["facts"],
            decision=data["decision"],
            law=data["law"],
            board_no=data["board_no"],
            pair_no=data["pair_no"],
            table_no=data.get("table_no"),
            adjusted=data["adjusted"],
            irregular=data["irregular"],
            ns_fault=data["ns_fault"],
            ew_fault=data["ew_fault"],
            penalty=None if penalty == no_penalty else penalty,
            match=match,
        )


def _format_match_key(key: MatchKey) -> str:
    """Return *key* as a value of the choice of matches."""
    return "-".join(map(str, key))


def _parse_match_key(text: str) -> MatchKey | None:
    if not text:
        return None
    round_no, home, away = map(int, text.split("-"))
    return round_no, home, away


class AppealForm(PageForm):
    """An appeal against a ruling: who appeals, why, and the outcome."""

    appeal = TextField(
        label="Appeal: by whom, and why",
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    outcome = forms.ChoiceField(
        label="Outcome", required=False, choices=[("", "–"), *Outcome.choices]
    )

    @classmethod
    def make_from_ruling(
        cls, ruling: Ruling, data: Mapping[str, object] | None = None
    ) -> "AppealForm":
        """Return the form of *ruling*, with ids of its own."""
        initial = {"appeal": ruling.appeal, "outcome": ruling.outcome}
        form = cls(data, initial=initial, auto_id=f"id_{ruling.number}_%s")
        form.add_shown_values()
        return form


class WithdrawForm(PageForm):
    """The reason for withdrawing a ruling."""

    why = TextField(label="Reason", max_length=200, required=False)


class LineToRuleOn(NamedTuple):
    """A result beside the form of a new ruling."""

    line: SectionLine
    ns_label: str
    ew_label: str
    is_odd: bool


MAX_ODD_LINES = 10
"""Unusual results that are listed: as many as stand beside the form."""


@require_http_methods(["GET", "HEAD", "POST"])
def give_rulings(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show and give rulings. ``?board=7`` or ``?match=3-2-5`` fills in the form of a new one."""
    section = fetch_section(ref)
    if request.method != "POST":
        # The page itself asks with the name of the box.
        board_text = request.GET.get("board") or request.GET.get("board_no", "")
        board_no = parse_small_number(board_text)
        initial: dict[str, object] = {
            "board_no": board_no or None,
            "match": request.GET.get("match", ""),
        }
        return _render_rulings_page(request, section, RulingForm(section=section, initial=initial))
    if request.POST.get("adjusted"):
        return _store_ruling(request, section)
    # Faults, an irregular deal and a penalty change the standings without a typed result.
    return confirm_standings_change(
        request, section.session.event, lambda: _store_ruling(request, section)
    )


def _store_ruling(request: DeskRequest, section: Section) -> HttpResponse:
    """Store the typed ruling, or show the page with the errors."""
    form = RulingForm(request.POST, section=section)
    if form.is_valid():
        results_before = load_results_before(section)
        with show_refusals_at(form, partial(_find_refused_field, form)):
            ruling = add_ruling(
                section=section, typed_ruling=form.make_typed_ruling(), user=request.user
            )
            rank_changes = list_rank_changes(
                load_session_sheets(section), section, _list_affected_sides(ruling), results_before
            )
            messages.success(
                request,
                append_change_descriptions(f"Ruling {ruling.number} is saved.", rank_changes),
            )
            return redirect("session_rulings", ref=section)
    return _render_rulings_page(request, section, form)


@require_POST
@ask_before_standings_change
def withdraw_given_ruling(request: DeskRequest, ref: SectionRef, number: int) -> HttpResponse:
    """Withdraw a ruling. The page keeps it, struck through."""
    section, ruling = _fetch_section_and_ruling(ref, number)
    form = WithdrawForm(request.POST)
    try:
        if not form.is_valid():
            raise DeskError.from_message(form.errors["why"][0])
        results_before = load_results_before(section)
        is_in_force = ruling.award is not None and ruling.award.in_force
        ruling = withdraw_ruling(ruling=ruling, user=request.user, reason=form.cleaned_data["why"])
    except (DeskError, ScoringError) as error:
        return _render_rulings_page(
            request, section, RulingForm(section=section), messages_by_number={number: str(error)}
        )
    rank_changes = list_rank_changes(
        load_session_sheets(section), section, _list_affected_sides(ruling), results_before
    )
    messages.success(
        request,
        append_change_descriptions(
            format_withdrawal(ruling, is_result_restored=is_in_force), rank_changes
        ),
    )
    return redirect("session_rulings", ref=ref)


@require_POST
def save_appeal(request: DeskRequest, ref: SectionRef, number: int) -> HttpResponse:
    """Note an appeal against a ruling and its outcome."""
    section, ruling = _fetch_section_and_ruling(ref, number)
    form = AppealForm.make_from_ruling(ruling, request.POST)
    if form.is_valid():
        with show_refusals_at(form, partial(_find_refused_field, form)):
            store_appeal(ruling=ruling, user=request.user, **form.cleaned_data)
            messages.success(request, f"The appeal against ruling {number} is saved.")
            return redirect("session_rulings", ref=ref)
    return _render_rulings_page(
        request, section, RulingForm(section=section), appeal_forms={number: form}
    )


def format_withdrawal(ruling: Ruling, *, is_result_restored: bool) -> str:
    """Return a sentence on the withdrawal of *ruling* and the result of its line.

    *is_result_restored*: the award was still in force, so the result before it counts again.
    """
    if not ruling.award:
        return f"Ruling {ruling.number} is withdrawn."
    current_result = ruling.award.result.counted or "empty"
    outcome = f"was changed since and stays {current_result}"
    if is_result_restored:
        outcome = f"is {current_result} again"
    return f"Ruling {ruling.number} is withdrawn; board {ruling.board_no} {outcome}."


def _fetch_section_and_ruling(ref: SectionRef, number: int) -> tuple[Section, Ruling]:
    section = fetch_section(ref)
    rulings = section.rulings.select_related("award__result")
    return section, get_object_or_404(rulings, number=number)


def _find_refused_field(form: RulingForm | AppealForm, refusal: Refusal) -> str | None:
    field = getattr(refusal, "field", "")
    return field if field in form.fields else None


def _render_rulings_page(
    request: DeskRequest,
    section: Section,
    form: RulingForm,
    *,
    appeal_forms: dict[int, AppealForm] | None = None,
    messages_by_number: dict[int, str] | None = None,
) -> HttpResponse:
    appeal_forms, messages_by_number = appeal_forms or {}, messages_by_number or {}
    rows = []
    for details in fetch_section_rulings(section):
        number = details.ruling.number
        appeal_form = appeal_forms.get(number) or AppealForm.make_from_ruling(details.ruling)
        rows.append(
            {
                "details": details,
                "appeal_form": appeal_form,
                "withdraw_form": WithdrawForm(auto_id=f"id_{number}_%s"),
                "refused": messages_by_number.get(number, ""),
            }
        )
    session_results = load_session_sheets(section)
    context = make_results_page_context(request, section, "rulings", session_results) | {
        "form": form,
        "rows": rows,
        "own_action": True,
        "board_no": parse_small_number(str(form["board_no"].value() or "")),
    }
    lines = session_results.get_section_lines(section)
    context["lines"] = list_lines_to_rule_on(section, lines, context["board_no"])
    problems = form.errors or appeal_forms or messages_by_number
    return render_page(request, "additions/rulings/page.html", context, problems=problems)


def list_lines_to_rule_on(
    section: Section, lines: SectionLines, board_no: int
) -> list[LineToRuleOn]:
    """Return the lines of a board, or without one those whose result is unusual. No query."""
    odd_lines = detect_odd_lines(lines, section.session.event.game)
    if board_no:
        shown_lines = lines.get_board_lines(board_no)
    else:
        shown_lines = sorted(odd_lines, key=attrgetter("board_no", "ns"))[:MAX_ODD_LINES]
    return [
        LineToRuleOn(
            line, section.get_label(line.ns), section.get_label(line.ew), line in odd_lines
        )
        for line in shown_lines
    ]


def _list_affected_sides(ruling: Ruling) -> list[int]:
    """Return the sides whose points *ruling* can change."""
    return [side for side in (ruling.ns, ruling.ew, ruling.penalty_to) if side is not None]
