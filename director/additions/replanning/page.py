"""The page Change movement: what happened, the options to continue, and the choice of one."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db import transaction
from django.forms.boundfield import BoundField, BoundWidget
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from director.additions.replanning.options import ReplanOption, ReplanOptions, make_replan_options
from director.boards.contests import get_contest_record
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.cards.changes import CHANGED_CARDS
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_section_lines,
    load_movement,
)
from director.boards.movement.rounds import get_withdrawals_by_contestant
from director.boards.movement.sections import count_session_rounds, fetch_section
from director.boards.movement.words import fetch_name_by_pair, format_choice
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import continue_plan, withdraw_team
from director.boards.play.plan_changes import (
    fetch_change_notice,
    fetch_played_rounds,
    find_change_to_undo,
)
from director.core.base.forms import ChoiceField, PageForm, WholeNumberField, make_validation_error
from director.core.base.requests import DeskRequest, render_page
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError, NoPlanError
from director.models import Plan, Section
from director.models.event import SectionRef
from movements.errors import MovementError
from movements.model import Movement
from movements.option import format_count
from movements.registry import list_movements
from movements.replan.records import FIELD_CHANGES, MAX_ARRIVALS, Change, make_error_phrase
from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class ChangeReason:
    """A reason to change the movement.

    No two reasons share a box: a browser sends the boxes of all reasons, and of equal names the last
    would count.
    """

    key: str
    question: str  # the key of the question that it answers
    change_kind: str  # of movements.replan.records.Change
    label: str
    boxes: tuple[str, ...]  # names of form fields
    # Both formats have the names of the boxes as placeholders, and {contestant}.
    history_format: str
    heading_format: str
    optional_boxes: tuple[str, ...] = ()  # those of *boxes* that may stay empty


PEOPLE_QUESTION, TIME_QUESTION, PLAY_QUESTION = "people", "time", "play"
QUESTIONS = (
    (PEOPLE_QUESTION, "Somebody comes or goes"),
    (TIME_QUESTION, "We must finish earlier or later"),
    (PLAY_QUESTION, "Something was played wrongly"),
)
"""The questions under which the reasons are found, with their labels."""
FORGOTTEN_SWITCH_KEY = "forgotten-switch"
"""The reason that leads to a page of its own, since it changes no movement."""
CHANGE_REASONS = (
    ChangeReason(
        "pair-arrives",
        PEOPLE_QUESTION,
        change_kind="pair-arrives",
        label="Late {contestant}",
        boxes=("pairs",),
        history_format="late arrival of {pairs}",
        heading_format="when {pairs} {come} late",
    ),
    ChangeReason(
        "pair-leaves",
        PEOPLE_QUESTION,
        change_kind="pair-leaves",
        label="{Contestant} leaves",
        boxes=("pair", "other_pair"),
        history_format="{contestant} {pair}{other_pair}",
        heading_format="when {contestant} {pair}{other_pair}",
        optional_boxes=("other_pair",),
    ),
    ChangeReason(
        "table-closes",
        PEOPLE_QUESTION,
        change_kind="table-closes",
        label="Table closes",
        boxes=("closing_table",),
        history_format="table {closing_table} closes",
        heading_format="when table {closing_table} closes",
    ),
    ChangeReason(
        "rounds",
        TIME_QUESTION,
        change_kind="rounds",
        label="Fewer or more rounds",
        boxes=("rounds",),
        history_format="{rounds} in all",
        heading_format="with {rounds} in all",
    ),
    ChangeReason(
        "boards-per-set",
        TIME_QUESTION,
        change_kind="boards-per-set",
        label="{Boards} per round",
        boxes=("boards",),
        history_format="{boards} per round",
        heading_format="with {boards} per round",
    ),
    ChangeReason(
        "late-table",
        TIME_QUESTION,
        change_kind="late-table",
        label="Table one round behind",
        boxes=("late_table",),
        history_format="table {late_table} one round behind",
        heading_format="when table {late_table} is one round behind",
    ),
    ChangeReason(
        FORGOTTEN_SWITCH_KEY,
        PLAY_QUESTION,
        change_kind="",
        label="Arrow-switch forgotten",
        boxes=(),
        history_format="",
        heading_format="",
    ),
    ChangeReason(
        "as-they-sit",
        PLAY_QUESTION,
        change_kind="as-they-sit",
        label="Pairs sat the wrong way (corrected in Scores)",
        boxes=(),
        history_format="wrong seats",
        heading_format="after wrong seats",
    ),
    ChangeReason(
        "boards-exchanged",
        PLAY_QUESTION,
        change_kind="boards-exchanged",
        label="Tables swapped boards",
        boxes=("table", "other_table", "exchange_round"),
        history_format="tables {table} and {other_table} swapped boards in {exchange_round}",
        heading_format="after tables {table} and {other_table} swapped boards in {exchange_round}",
    ),
    ChangeReason(
        "followed",
        PLAY_QUESTION,
        change_kind="movement",
        label="Wrong movement played",
        boxes=("followed_key", "first_round", "last_round"),
        history_format="{followed_key} was played {first_round}{last_round}",
        heading_format="after {followed_key} was played {first_round}{last_round}",
    ),
    ChangeReason(
        "movement",
        PLAY_QUESTION,
        change_kind="movement",
        label="Another movement",
        boxes=("key",),
        history_format="change to {key}",
        heading_format="with another movement: {key}",
    ),
)
_CHANGE_FIELDS_BY_BOX = {
    "closing_table": "table",
    "late_table": "table",
    "followed_key": "key",
    "exchange_round": "first_round",
}
"""The fields of ``Change`` that boxes fill, where the names differ."""
_PREVIOUS_ROUND_BOXES = ("first_round", "last_round", "exchange_round")
"""The boxes for a round before the change takes effect."""
_COUNTED_NOUNS_BY_BOX = {"rounds": "round", "boards": "board"}
"""The boxes for a number, with the noun that it counts."""
_CONTESTANT_BOXES = ("pair", "other_pair")
"""The boxes for pairs, players or teams that leave."""
_LAST_ROUND_LABELS = {"rounds": "Extra rounds", FORGOTTEN_SWITCH_KEY: "Arrow-switch forgotten"}
"""The changes that are possible once the last round has begun, with their labels then."""
_COUNT_LABELS = ("one", "two", "three", "four")
_PAIRS_BOARDS_LABEL = "Fewer boards"
_OTHER_BOARDS_LABEL = "Fewer or more boards"
"""What can change about the boards of a round, in a contest of pairs and in others."""


@dataclass(frozen=True, slots=True)
class ReasonButton:
    """The radio button of a reason, with its boxes."""

    button: BoundWidget
    boxes: list[BoundField]


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """The radio button of a question, with its reasons."""

    button: BoundWidget
    reasons: list[ReasonButton]

    @property
    def is_about_play(self) -> bool:
        """Whether it is about what was played, which is also corrected on other pages."""
        return bool(self.button.data["value"] == PLAY_QUESTION)

    @property
    def examples(self) -> str:
        """The labels of the reasons in a line, without their notes in brackets."""
        labels = [reason.button.choice_label.partition(" (")[0] for reason in self.reasons]
        further_labels = [label[:1].lower() + label[1:] for label in labels[1:]]
        return ", ".join([labels[0], *further_labels])


class PlanChangeForm(PageForm):
    """One of :data:`CHANGE_REASONS`, and the round from which it takes effect.

    Rounds up to *last_begun_round* have certainly begun and can't change any more. The form proposes
    the round after *last_entered_round*, the last that seems to have begun.
    """

    about = forms.ChoiceField(
        label="What happened?", choices=QUESTIONS, widget=forms.RadioSelect, required=False
    )
    kind = ChoiceField(
        label="Reason",
        choices=[(reason.key, reason.label) for reason in CHANGE_REASONS],
        widget=forms.RadioSelect,
        missing="Choose a reason.",
    )
    pairs = forms.ChoiceField(label="Pairs", required=False)
    pair = forms.ChoiceField(label="Pair", required=False)
    other_pair = forms.ChoiceField(label="And pair", required=False)
    closing_table = forms.ChoiceField(label="Table", required=False)
    late_table = forms.ChoiceField(label="Table", required=False)
    table = forms.ChoiceField(label="Table", required=False)
    other_table = forms.ChoiceField(label="And table", required=False)
    first_round = forms.ChoiceField(label="From", required=False)
    last_round = forms.ChoiceField(label="To", required=False)
    exchange_round = forms.ChoiceField(label="Round", required=False)
    rounds = WholeNumberField(
        what="the number of rounds", example=6, label="Total rounds", required=False
    )
    boards = WholeNumberField(
        what="the number of boards", example=2, label="Boards per round", required=False
    )
    key = forms.ChoiceField(label="Movement", required=False)
    followed_key = forms.ChoiceField(label="Movement", required=False)
    from_round = forms.TypedChoiceField(
        label="Change takes effect from round",
        coerce=int,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose a round that has not been played."
        ),
    )

    def __init__(
        self,
        params: QueryDict | None,
        *,
        section: Section,
        movement: Movement,
        last_begun_round: int,
        last_entered_round: int,
    ) -> None:
        self.contest = get_contest_record(section)
        self._possible_reasons = [
            reason
            for reason in CHANGE_REASONS
            if self.contest.is_whole_side or reason.key in FIELD_CHANGES
        ]
        # A round beyond the movement is an extra one.
        last_choice = max(movement.rounds, last_entered_round + 1)
        rounds = [str(round_no) for round_no in range(last_begun_round + 1, last_choice + 1)]
        first_round = last_entered_round + 1
        chosen_round = "" if params is None else params.get("from_round", "")
        if chosen_round in rounds:
            first_round = int(chosen_round)
        self.has_round_to_play = last_begun_round < movement.rounds
        self.is_last_round_begun = first_round > movement.rounds
        self._offered_reasons = [
            reason
            for reason in self._possible_reasons
            if not self.is_last_round_begun or reason.key in _LAST_ROUND_LABELS
        ]
        default_round_count = max(movement.rounds - 1, first_round - 1)
        if self.is_last_round_begun:
            default_round_count = movement.rounds + 1
        defaults: dict[str, Any] = {
            "from_round": last_entered_round + 1,
            "pairs": "1",
            "rounds": default_round_count,
            "boards": max(1, movement.boards_per_set - 1),
        }
        # Defaults fill what the address leaves out, so the director can switch between reasons.
        data = None
        if params is not None:
            data = defaults | params.dict()
            self._answer_question(data)
        elif len(self.questions) == 1:
            defaults["about"] = self.questions[0]
        super().__init__(data, initial=defaults)
        self.movement = movement
        self._section = section
        self._set_contestant_choices(section, first_round)
        self._set_kind_choices()
        tables = sorted({row.table_no for row in movement.rows})
        for name in ("closing_table", "late_table", "table", "other_table"):
            self.set_choices(name, [("", "–"), *((str(table), str(table)) for table in tables)])
        # The round being played is offered from whatever round the change takes effect, so that
        # these boxes stay the same while the director chooses that round.
        last_played = min(movement.rounds, max(first_round - 1, last_entered_round + 1))
        round_choices = [(str(number), f"round {number}") for number in range(1, last_played + 1)]
        for name in _PREVIOUS_ROUND_BOXES:
            self.set_choices(name, [("", "–"), *round_choices])
        movements = [(spec.key, spec.name) for spec in list_movements("pairs")]
        for name in ("key", "followed_key"):
            self.set_choices(name, [("", "–"), *movements])
        self.set_choices("from_round", [(round_no, f"round {round_no}") for round_no in rounds])

    @property
    def has_late_reason(self) -> bool:
        """Whether the chosen reason was possible only before the last round had begun."""
        offered_keys = {reason.key for reason in self._offered_reasons}
        possible_keys = {reason.key for reason in self._possible_reasons}
        return self.data.get("kind", "") in possible_keys - offered_keys

    @property
    def questions(self) -> list[str]:
        """The keys of the questions with a reason that is possible now."""
        answered_keys = {reason.question for reason in self._offered_reasons}
        return [key for key, _label in QUESTIONS if key in answered_keys]

    def _answer_question(self, data: dict[str, Any]) -> None:
        """Add to *data* the question of its reason, and drop a reason that answers another one.

        A browser also sends the reason that was chosen before the director changed the question.
        """
        question_by_reason = {reason.key: reason.question for reason in CHANGE_REASONS}
        if data.get("kind") not in question_by_reason:
            data.pop("kind", None)
        if data.get("about"):
            if question_by_reason.get(data.get("kind", "")) != data["about"]:
                data.pop("kind", None)
            keys = [
                reason.key for reason in self._offered_reasons if reason.question == data["about"]
            ]
            if len(keys) == 1:
                data.setdefault("kind", keys[0])
        elif "kind" in data:
            data["about"] = question_by_reason[data["kind"]]

    def _set_contestant_choices(self, section: Section, first_round: int) -> None:
        """Offer the contestants that still play in *first_round* or later."""
        movement = self.movement
        numbers: set[int] = set()
        for row in movement.rows:
            if row.round_no >= first_round:
                numbers.update(movement.get_row_contestants(row))
        numbers -= get_withdrawals_by_contestant(movement).keys()
        name_by_number = fetch_name_by_pair(section)
        pairs = [
            (str(number), format_choice(section, number, name_by_number))
            for number in sorted(numbers)
        ]
        contestant_noun = self.contest.contestant_noun
        for name, label in (
            ("pairs", f"{contestant_noun}s"),
            ("pair", contestant_noun),
            ("other_pair", f"and {contestant_noun}"),
        ):
            self.fields[name].label = label.capitalize()
        count_labels = _COUNT_LABELS[: MAX_ARRIVALS[movement.contest]]
        late_choices = []
        for number, count_label in enumerate(count_labels, start=1):
            late_choices.append(
                (str(number), f"{count_label} {contestant_noun}{'s' * (number > 1)}")
            )
        self.set_choices("pairs", late_choices)
        self.set_choices("pair", [("", "–"), *pairs])
        self.set_choices("other_pair", [("", "nobody else"), *pairs])

    def _set_kind_choices(self) -> None:
        labels = _LAST_ROUND_LABELS if self.is_last_round_begun else {}
        choices = []
        for reason in self._offered_reasons:
            label = labels.get(reason.key, self._format_reason_label(reason))
            choices.append((reason.key, label))
        self.set_choices("kind", choices)

    def _format_reason_label(self, reason: ChangeReason) -> str:
        """Return the label of *reason* with the nouns of the contest."""
        contestant_noun = self.contest.contestant_noun
        boards_label = _OTHER_BOARDS_LABEL
        if self.contest.is_whole_side:
            boards_label = _PAIRS_BOARDS_LABEL
        return reason.label.format(
            contestant=contestant_noun,
            Contestant=contestant_noun.capitalize(),
            Boards=boards_label,
        )

    @property
    def question_groups(self) -> list[QuestionGroup]:
        """The questions that can be asked now, with their reasons and boxes."""
        buttons_by_question: dict[str, list[ReasonButton]] = {}
        for button, reason in zip(self["kind"], self._offered_reasons, strict=True):
            boxes = [self[name] for name in reason.boxes]
            buttons_by_question.setdefault(reason.question, []).append(ReasonButton(button, boxes))
        return [
            QuestionGroup(button, buttons_by_question[key])
            for button, (key, _label) in zip(self["about"], QUESTIONS, strict=True)
            if key in buttons_by_question
        ]

    @property
    def chosen_reason(self) -> ChangeReason:
        """The reason that the director chose."""
        return next(reason for reason in CHANGE_REASONS if reason.key == self.cleaned_data["kind"])

    def clean(self) -> dict[str, Any]:
        """Require the boxes of the chosen change, and ignore errors in those of others."""
        data: dict[str, Any] = self.cleaned_data
        if "kind" not in data or "kind" in self.errors:
            return data
        for reason in CHANGE_REASONS:
            for name in reason.boxes:
                if name not in self.chosen_reason.boxes:
                    self.errors.pop(name, None)
        for name in self.chosen_reason.boxes:
            is_empty = name not in self.errors and data.get(name) in (None, "")
            if is_empty and name not in self.chosen_reason.optional_boxes:
                self.add_error(
                    name,
                    make_validation_error(
                        "box-empty", "“{box}” is empty. Fill it in.", box=self.fields[name].label
                    ),
                )
        self._refuse_same_contestant(data)
        self._refuse_later_rounds(data)
        return data

    def _refuse_same_contestant(self, data: dict[str, Any]) -> None:
        """Refuse the same contestant in both boxes of contestants that leave."""
        other_pair = data.get("other_pair") if "other_pair" in self.chosen_reason.boxes else ""
        if other_pair and other_pair == data.get("pair"):
            error = make_validation_error(
                "same-contestant-leaves",
                "Both boxes have the same {contestant}. Choose another one, or nobody else.",
                contestant=self.contest.contestant_noun,
            )
            self.add_error("other_pair", error)

    def _refuse_later_rounds(self, data: dict[str, Any]) -> None:
        """Refuse a round in which something happened that isn't before the change."""
        from_round = data.get("from_round")
        if from_round is None:
            return
        for name in self.chosen_reason.boxes:
            value = data.get(name) if name in _PREVIOUS_ROUND_BOXES else ""
            if value and int(value) >= from_round:
                error = make_validation_error(
                    "round-not-earlier",
                    "Round {round_no} isn’t before the change, which takes effect from round "
                    "{from_round}. Choose an earlier one.",
                    round_no=value,
                    from_round=from_round,
                )
                self.add_error(name, error)

    def make_change(self) -> Change:
        """Return the change as a record for ``movements.replan.replanning.replan``."""
        change_fields: dict[str, Any] = {}
        for name in self.chosen_reason.boxes:
            field = _CHANGE_FIELDS_BY_BOX.get(name, name)
            value = self.cleaned_data[name]
            if value not in ("", None):
                change_fields[field] = value if field == "key" else int(value)
        return Change(self.chosen_reason.change_kind, **change_fields)

    def describe_change(self) -> str:
        """Return the text of the change for the history."""
        return self.chosen_reason.history_format.format(
            contestant=self._leaving_noun, **self._make_box_texts()
        )

    def describe_heading(self) -> str:
        """Return the heading above the options to continue."""
        text = self.chosen_reason.heading_format.format(
            contestant=self._leaving_noun,
            come="comes" if self.cleaned_data.get("pairs") == "1" else "come",
            **self._make_box_texts(),
        )
        return f"What happens {text}"

    @property
    def _leaving_noun(self) -> str:
        """The noun for the contestants that leave: "pair", or "pairs" for two."""
        plural = "s" if self.cleaned_data.get("other_pair") else ""
        return f"{self.contest.contestant_noun}{plural}"

    def _make_box_texts(self) -> dict[str, str]:
        box_texts = {name: self._get_choice_label(name) for name in self.chosen_reason.boxes}
        if "other_pair" in box_texts:
            leaving_text = " leaves"
            if self.cleaned_data["other_pair"]:
                leaving_text = f" and {box_texts['other_pair']} leave"
            box_texts["other_pair"] = leaving_text
        if "last_round" in box_texts:
            first_round, last_round = box_texts["first_round"], box_texts["last_round"]
            is_one_round = first_round == last_round
            box_texts["first_round"] = f"{'in' if is_one_round else 'from'} {first_round}"
            box_texts["last_round"] = "" if is_one_round else f" to {last_round}"
        return box_texts

    def _get_choice_label(self, name: str) -> str:
        """Return the label of the choice in a box, or the value of a box without choices.

        Pairs have no names here, because the text stays in the history.
        """
        value = str(self.cleaned_data[name])
        if noun := _COUNTED_NOUNS_BY_BOX.get(name):
            return format_count(int(value), noun)
        if value and name in _CONTESTANT_BOXES:
            return self._section.get_label(int(value))
        for key, label in getattr(self.fields[name], "choices", ()):
            if key == value:
                return str(label)
        return value


@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def replan_session(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Ask what happened and show the options to continue. A POST applies one.

    The page sends the movement and the number of results that it was made from, so a POST from an
    outdated page changes nothing.
    """
    section = fetch_section(ref)
    try:
        plan = fetch_required_plan(section)
    except NoPlanError as error:
        messages.error(request, str(error))
        return redirect("session_field", ref=ref)
    if get_format(plan).is_drawn:
        context = make_session_context(section, "play") | {
            "drawn_message": (
                "Each round is drawn, so late entries, withdrawals and the number of rounds are at "
                "Draw."
            )
        }
        return render(request, "additions/replanning/page.html", context)
    page = _ReplanPage(section, plan, request.POST if request.method == "POST" else request.GET)
    if request.method != "POST" and page.form.has_late_reason:
        # A link such as Late pair is older than the last round. The page says what is still possible.
        page = _ReplanPage(section, plan, QueryDict())
    if page.form.is_bound and page.form.cleaned_data.get("kind") == FORGOTTEN_SWITCH_KEY:
        return redirect("session_direction", ref=ref)
    if request.method != "POST" or "see" in request.POST:
        return _render_replan_page(request, page)
    return _apply_pressed_option(request, page)


def _apply_pressed_option(request: DeskRequest, page: "_ReplanPage") -> HttpResponse:
    """Put the pressed option in force, or show the page again with the reason why not."""
    section, plan = page.section, page.plan
    if request.POST.get("way") == plan.fingerprint:  # the same button pressed twice
        return redirect("session_play", ref=section.ref)
    option = page.chosen_option
    if option is None:
        message = ""
        if page.options:
            message = (
                "The movement or the results have changed since you opened this page. Choose again "
                "from the new options."
            )
        return _render_replan_page(request, page, refused=message)
    try:
        _apply_option(request, page, option)
    except (DeskError, ScoringError) as error:
        return _render_replan_page(request, page, refused=str(error))
    if not _has_notice_at_play(section.ref):
        messages.success(request, _format_applied_message(section, plan, option))
    return redirect("session_play", ref=section.ref)


def _has_notice_at_play(section_ref: SectionRef) -> bool:
    """Return whether Play has a notice of the change and of the cards to reprint."""
    section = fetch_section(section_ref)
    plan = fetch_required_plan(section)
    lines = fetch_section_lines(section, plan)
    return fetch_change_notice(section, plan, lines) is not None


def _apply_option(request: DeskRequest, page: "_ReplanPage", option: ReplanOption) -> None:
    """Put *option* in force. A team that leaves a round robin is withdrawn by its rules.

    :raises DeskError: as :func:`continue_plan`
    """
    change_text = page.form.describe_change()
    reason = f"{change_text}: {option.title}"
    message = f"Movement changed from round {option.from_round} ({change_text}): {option.title}."
    teams = page.form.make_change().leavers
    if option.is_withdrawal:
        with transaction.atomic():
            for team in teams:
                withdraw_team(
                    section=page.section,
                    team=team,
                    from_round=option.from_round,
                    user=request.user,
                )
        return
    entrants_by_pair = {pair.pair_no: pair.entrant for pair in option.late_pairs}
    continue_plan(
        section=page.section,
        movement=option.movement,
        from_round=option.from_round,
        reason=reason,
        message=message,
        names={number: entrant for number, entrant in entrants_by_pair.items() if entrant},
        user=request.user,
    )


def _format_applied_message(section: Section, plan: Plan, option: ReplanOption) -> str:
    """Return the message after *option* has replaced *plan*: seats, and cards to reprint."""
    sentences = [f"Movement changed from round {option.from_round}: {option.title}"]
    sentences += [pair.text for pair in option.late_pairs]
    changes_text = ". ".join(sentences)
    if not option.changed_tables:
        return f"{changes_text}. Tell the tables; their guide cards stay the same."
    printed_fingerprint = section.printed_fingerprint or plan.fingerprint
    paper = section.session.event.club.paper
    print_params = urlencode({"since": printed_fingerprint, "paper": paper})
    path = f"{reverse('session_print', args=[section])}?{CHANGED_CARDS}&{print_params}"
    return format_html(
        '{}. Reprint the guide cards of {}. <a href="{}">Print changed cards</a>',
        changes_text,
        option.changed_tables,
        path,
    )


@dataclass(frozen=True)
class _ReplanPage:
    """The form of a section and the options to continue that follow from it."""

    section: Section
    plan: Plan
    params: QueryDict  # of the address or the posted form

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the section."""
        return fetch_section_lines(self.section, self.plan)

    @cached_property
    def form(self) -> PlanChangeForm:
        """The form, bound if a reason was chosen."""
        self.plan.section = self.section
        last_begun_round, last_entered_round = fetch_played_rounds(self.section, self.lines)
        movement = load_movement(self.plan)
        # A contestant that withdraws from a round plays until then, so nothing changes before it.
        for withdrawal_round in get_withdrawals_by_contestant(movement).values():
            last_begun_round = max(last_begun_round, withdrawal_round - 1)
        is_reason_chosen = bool({"kind", "about"} & self.params.keys())
        form = PlanChangeForm(
            self.params if is_reason_chosen else None,
            section=self.section,
            movement=movement,
            last_begun_round=last_begun_round,
            last_entered_round=max(last_begun_round, last_entered_round),
        )
        form.is_valid()
        return form

    @cached_property
    def options(self) -> ReplanOptions | None:
        """The options to continue, or None while the form is incomplete."""
        form = self.form
        if not form.is_bound or form.errors:
            return None
        try:
            options = make_replan_options(
                self.section,
                form.movement,
                self.lines,
                change=form.make_change(),
                from_round=form.cleaned_data["from_round"],
                round_count=count_session_rounds(self.section, self.plan),
            )
            return replace(options, options=tuple(map(self._add_typed_names, options.options)))
        except MovementError as error:
            form.add_error(None, make_error_phrase(error).text(self.section.get_label))
            return None

    def _add_typed_names(self, option: ReplanOption) -> ReplanOption:
        """Return *option* with the names of late pairs as typed."""
        late_pairs = []
        for pair in option.late_pairs:
            typed_names = tuple(self.params.get(box, "") for box, *_rest in pair.boxes)
            late_pairs.append(replace(pair, names=typed_names))
        return replace(option, late_pairs=tuple(late_pairs))

    @property
    def state_version(self) -> str:
        """The movement in force and the number of results that the page was made from."""
        entered_count = sum(line.is_entered for line in self.lines.all)
        return f"{self.plan.number}-{self.plan.fingerprint}-{entered_count}"

    @property
    def chosen_option(self) -> ReplanOption | None:
        """The pressed option, or None if something has changed since the page was made."""
        is_outdated = self.params.get("mark") != self.state_version
        if self.options and not is_outdated:
            return self.options.find_option(self.params.get("way", ""))
        return None


def _render_replan_page(
    request: DeskRequest, page: _ReplanPage, *, refused: str = ""
) -> HttpResponse:
    context: dict[str, Any] = make_session_context(page.section, "play") | {
        "form": page.form,
        "options": page.options,
        "mark": page.state_version,
        "refused": refused,
        "too_late_message": _make_too_late_message(page.form),
        "results_in": page.lines.results_in,
        "contest": get_contest_record(page.section),
        "changed": find_change_to_undo(page.section, page.plan),
    }
    if page.options:
        previewed_option = page.options.find_option(page.params.get("see", ""))
        if previewed_option is None:
            previewed_option = next(iter(page.options.options), None)
        hidden_values = {
            name: page.form.data.get(name, "")
            for name in ("kind", "from_round", *page.form.chosen_reason.boxes)
        }
        context |= {
            "heading": page.form.describe_heading(),
            "previewed_option": previewed_option,
            "is_preview_pressed": "see" in page.params,
            "hidden_values": hidden_values,
        }
    return render_page(
        request, "additions/replanning/page.html", context, problems=refused or page.form.errors
    )


def _make_too_late_message(form: PlanChangeForm) -> str:
    """Return the sentence that only rounds can be added now, or ""."""
    if not form.is_last_round_begun:
        return ""
    if form.has_round_to_play:
        return (
            "Results of the last round have been entered, so rounds can only be added. If fewer "
            "rounds have been played, choose an earlier round."
        )
    return "The last round has begun, so rounds can only be added."
