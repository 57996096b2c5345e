"""Something changed: the question, the ways to continue with their costs, and the choice."""

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
from director.boards.contests import get_contest
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.cards.changes import CHANGED_CARDS
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_section_lines,
    load_movement,
)
from director.boards.movement.rounds import get_withdrawals, is_drawn
from director.boards.movement.sections import count_session_rounds, fetch_section
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import continue_plan, withdraw_and_close_up, withdraw_team
from director.boards.play.plan_changes import find_played_rounds
from director.core.base.forms import ChoiceField, PageForm, WholeNumberField, make_validation_error
from director.core.base.requests import DeskRequest
from director.core.night.history import explain_final
from director.errors import DeskError, NoPlanError
from director.models import Plan, Section
from director.models.event import SectionRef
from movements.errors import MovementError
from movements.model import Movement
from movements.registry import movements_of
from movements.replan.records import FIELD_CHANGES, MOST_ARRIVING, Change, error_phrase
from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class PlanChange:
    """A reason to change the plan, with the *boxes* of its form.

    *change_kind* is the kind of :class:`movements.replan.records.Change`. *history_text* has the name of each box
    as a placeholder. Boxes in *optional_boxes* may stay empty. No two reasons share a box: a browser
    sends the boxes of all reasons, and of equal names the last would count.
    """

    key: str
    change_kind: str
    label: str
    boxes: tuple[str, ...]
    history_text: str
    optional_boxes: tuple[str, ...] = ()


FORGOTTEN_SWITCH = "forgotten-switch"
"""The reason that has a page of its own, since it changes no movement."""
PLAN_CHANGES = (
    PlanChange(
        "pair-arrives", "pair-arrives", "Late {called}", ("pairs",), "late arrival of {pairs}"
    ),
    PlanChange(
        "pair-leaves",
        "pair-leaves",
        "{Called} leaves",
        ("pair", "other_pair"),
        "{pair}{other_pair}",
        ("other_pair",),
    ),
    PlanChange(
        "table-closes",
        "table-closes",
        "Table closes",
        ("closing_table",),
        "table {closing_table} closes",
    ),
    PlanChange(
        "late-table",
        "late-table",
        "Table one round behind",
        ("late_table",),
        "table {late_table} one round behind",
    ),
    PlanChange("rounds", "rounds", "Fewer or more rounds", ("rounds",), "{rounds} rounds in all"),
    PlanChange(
        "boards-per-set",
        "boards-per-set",
        "{Boards} per round",
        ("boards",),
        "{boards} boards per round",
    ),
    PlanChange("movement", "movement", "Another movement", ("key",), "change to {key}"),
    PlanChange(
        "followed",
        "movement",
        "Wrong movement played",
        ("followed_key", "first_round", "last_round"),
        "{followed_key} was played from {first_round} to {last_round}",
    ),
    PlanChange(FORGOTTEN_SWITCH, "", "Arrow-switch forgotten", (), ""),
    PlanChange(
        "as-they-sit",
        "as-they-sit",
        "Pairs sat the wrong way (corrected in Scores)",
        (),
        "wrong seats",
    ),
    PlanChange(
        "boards-exchanged",
        "boards-exchanged",
        "Tables swapped boards",
        ("table", "other_table", "exchange_round"),
        "tables {table} and {other_table} swapped boards in {exchange_round}",
    ),
)
_CHANGE_FIELDS = {
    "closing_table": "table",
    "late_table": "table",
    "followed_key": "key",
    "exchange_round": "first_round",
}
"""The fields of ``Change`` that boxes fill, where the names differ."""
_EARLIER_ROUNDS = ("first_round", "last_round", "exchange_round")
"""The boxes of rounds before the change."""
_LABELS_IN_LAST_ROUND = {"rounds": "Extra rounds", FORGOTTEN_SWITCH: "Arrow-switch forgotten"}
"""The changes that are possible once the last round has begun, with their labels then."""
_COUNT_WORDS = ("one", "two", "three", "four")
_BOARDS_LABELS = {True: "Fewer boards", False: "Fewer or more boards"}
"""What can be done with the boards of a round, of pairs or of other contests."""


class PlanChangeForm(PageForm):
    """One of :data:`PLAN_CHANGES`, and the round from which it takes effect.

    *begun* is the last round that has certainly begun, which can't change any more. The form
    proposes the round after *latest*, the last that seems to have begun.
    """

    kind = ChoiceField(
        label="Reason",
        choices=[(question.key, question.label) for question in PLAN_CHANGES],
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
        typed: QueryDict | None,
        *,
        section: Section,
        movement: Movement,
        begun: int,
        latest: int,
    ) -> None:
        self.contest = get_contest(section)
        self._possible = [
            question
            for question in PLAN_CHANGES
            if self.contest.is_whole_side or question.key in FIELD_CHANGES
        ]
        # A round beyond the movement is an extra one.
        last_choice = max(movement.rounds, latest + 1)
        rounds = [str(round_no) for round_no in range(begun + 1, last_choice + 1)]
        chosen = "" if typed is None else typed.get("from_round", "")
        first_round = int(chosen) if chosen in rounds else latest + 1
        self.has_earlier_rounds = begun < movement.rounds
        self.is_over = first_round > movement.rounds
        self._offered = [
            question
            for question in self._possible
            if not self.is_over or question.key in _LABELS_IN_LAST_ROUND
        ]
        rounds_in_all = max(movement.rounds - 1, first_round - 1)
        if self.is_over:
            rounds_in_all = movement.rounds + 1
        defaults: dict[str, Any] = {
            "kind": self._offered[0].key,
            "from_round": latest + 1,
            "pairs": "1",
            "rounds": rounds_in_all,
            "boards": max(1, movement.boards_per_set - 1),
        }
        # Defaults fill what the address leaves out, so the director can switch between reasons.
        data = None if typed is None else defaults | typed.dict()
        super().__init__(data, initial=defaults)
        self.movement = movement
        self._set_contestant_choices(section, first_round)
        self._set_kind_choices()
        tables = sorted({row.table_no for row in movement.rows})
        for name in ("closing_table", "late_table", "table", "other_table"):
            self.set_choices(name, [("", "–"), *((str(table), str(table)) for table in tables)])
        # The round being played is offered whatever the change takes effect from: the boxes stay
        # the same while the director chooses that.
        last_played = min(movement.rounds, max(first_round - 1, latest + 1))
        earlier_rounds = [(str(number), f"round {number}") for number in range(1, last_played + 1)]
        for name in _EARLIER_ROUNDS:
            self.set_choices(name, [("", "–"), *earlier_rounds])
        movements = [(spec.key, spec.name) for spec in movements_of("pairs")]
        for name in ("key", "followed_key"):
            self.set_choices(name, [("", "–"), *movements])
        self.set_choices("from_round", [(round_no, f"round {round_no}") for round_no in rounds])

    def _set_contestant_choices(self, section: Section, first_round: int) -> None:
        """Offer the contestants that still play in *first_round* or later."""
        movement = self.movement
        numbers: set[int] = set()
        for row in movement.rows:
            if row.round_no >= first_round:
                numbers.update(movement.get_row_contestants(row))
        numbers -= get_withdrawals(movement).keys()
        pairs = [(str(number), section.label(number)) for number in sorted(numbers)]
        contestant_word = self.contest.contestant_word
        for name, label in (
            ("pairs", f"{contestant_word}s"),
            ("pair", contestant_word),
            ("other_pair", f"and {contestant_word}"),
        ):
            self.fields[name].label = label.capitalize()
        counts = _COUNT_WORDS[: MOST_ARRIVING[movement.contest]]
        late_choices = []
        for number, word in enumerate(counts, start=1):
            late_choices.append((str(number), f"{word} {contestant_word}{'s' * (number > 1)}"))
        self.set_choices("pairs", late_choices)
        self.set_choices("pair", [("", "–"), *pairs])
        self.set_choices("other_pair", [("", "nobody else"), *pairs])

    def _set_kind_choices(self) -> None:
        labels = _LABELS_IN_LAST_ROUND if self.is_over else {}
        choices = []
        for question in self._offered:
            label = labels.get(question.key, self._format_question_label(question))
            choices.append((question.key, label))
        self.set_choices("kind", choices)

    def _format_question_label(self, question: PlanChange) -> str:
        """Return the label of *question* in the words of the contest."""
        contestant_word = self.contest.contestant_word
        return question.label.format(
            called=contestant_word,
            Called=contestant_word.capitalize(),
            Boards=_BOARDS_LABELS[self.contest.is_whole_side],
        )

    @property
    def questions(self) -> list[tuple[BoundWidget, list[BoundField]]]:
        """The radio button of each possible change, with its boxes."""
        return [
            (button, [self[name] for name in question.boxes])
            for button, question in zip(self["kind"], self._offered, strict=True)
        ]

    @property
    def chosen_change(self) -> PlanChange:
        """The chosen change."""
        return next(
            question for question in PLAN_CHANGES if question.key == self.cleaned_data["kind"]
        )

    def clean(self) -> dict[str, Any]:
        """Require the boxes of the chosen change, and ignore errors in those of others."""
        data: dict[str, Any] = self.cleaned_data
        if "kind" not in data:
            return data
        for question in PLAN_CHANGES:
            for name in question.boxes:
                if name not in self.chosen_change.boxes:
                    self.errors.pop(name, None)
        for name in self.chosen_change.boxes:
            is_empty = name not in self.errors and data.get(name) in (None, "")
            if is_empty and name not in self.chosen_change.optional_boxes:
                self.add_error(
                    name,
                    make_validation_error(
                        "box-empty", "“{box}” is empty. Fill it in.", box=self.fields[name].label
                    ),
                )
        self._refuse_rounds_to_come(data)
        return data

    def _refuse_rounds_to_come(self, data: dict[str, Any]) -> None:
        """Refuse a round in which something happened that isn't before the change."""
        from_round = data.get("from_round")
        if from_round is None:
            return
        for name in self.chosen_change.boxes:
            value = data.get(name) if name in _EARLIER_ROUNDS else ""
            if value and int(value) >= from_round:
                error = make_validation_error(
                    "round-not-earlier",
                    "Round {round_no} isn't before the change, which takes effect from round "
                    "{from_round}. Choose an earlier one.",
                    round_no=value,
                    from_round=from_round,
                )
                self.add_error(name, error)

    def change(self) -> Change:
        """Return the change as a record for ``movements.replan.replanning.replan``."""
        change_fields: dict[str, Any] = {}
        for name in self.chosen_change.boxes:
            field = _CHANGE_FIELDS.get(name, name)
            value = self.cleaned_data[name]
            if value not in ("", None):
                change_fields[field] = value if field == "key" else int(value)
        return Change(self.chosen_change.change_kind, **change_fields)

    def describe_change(self) -> str:
        """Return the text of the change for the page's heading and the history."""
        box_texts = {name: self._get_choice_label(name) for name in self.chosen_change.boxes}
        if "other_pair" in box_texts:
            leaving_text = " leaves"
            if self.cleaned_data["other_pair"]:
                leaving_text = f" and {box_texts['other_pair']} leave"
            box_texts["other_pair"] = leaving_text
        return self.chosen_change.history_text.format(**box_texts)

    def _get_choice_label(self, name: str) -> str:
        """Return the label of the choice in a box, or the value of a box without choices."""
        value = str(self.cleaned_data[name])
        for key, label in getattr(self.fields[name], "choices", ()):
            if key == value:
                return str(label)
        return value


@require_http_methods(["GET", "HEAD", "POST"])
def replan_session(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Ask what happened and show the ways to continue. A POST takes one.

    The page sends the movement and the number of results it was made for, so a POST from an
    outdated page changes nothing.
    """
    section = fetch_section(session_id)
    try:
        plan = fetch_required_plan(section)
    except NoPlanError as error:
        messages.error(request, str(error))
        return redirect("session_field", session_id=session_id)
    if is_drawn(plan.key):
        context = make_session_context(section, "play") | {
            "drawn": (
                "Each round is drawn, so late entries, withdrawals and the number of rounds are at "
                "Draw."
            )
        }
        return render(request, "additions/replanning/page.html", context)
    if request.GET.get("kind") == FORGOTTEN_SWITCH:
        return redirect("session_direction", session_id=session_id)
    page = _ReplanPage(section, plan, request.POST if request.method == "POST" else request.GET)
    if request.method != "POST" or "see" in request.POST:
        return _render_replan_page(request, page)
    return _take_option(request, page)


def _take_option(request: DeskRequest, page: "_ReplanPage") -> HttpResponse:
    """Put the pressed option in force, or show the page again with the reason why not."""
    section, plan = page.section, page.plan
    if request.POST.get("way") == plan.fingerprint:  # the same button pressed twice
        return redirect("session_play", session_id=section.place)
    option = page.chosen_option
    if option is None:
        refused = (
            (
                "The movement or the results have changed since you opened this page. Choose again "
                "from the new options."
            )
            if page.options
            else ""
        )
        return _render_replan_page(request, page, refused=refused)
    try:
        _apply(request, page, option)
    except (DeskError, ScoringError) as error:
        return _render_replan_page(request, page, refused=str(error))
    messages.success(request, _format_applied_message(section, plan, option))
    return redirect("session_play", session_id=section.place)


def _apply(request: DeskRequest, page: "_ReplanPage", option: ReplanOption) -> None:
    """Put *option* in force. A team that leaves a round robin is withdrawn, by its rules.

    :raises DeskError: as :func:`continue_plan`
    """
    change_text = page.form.describe_change()
    why = f"{change_text}: {option.title}"
    words = f"Movement changed from round {option.from_round} ({change_text}): {option.title}."
    teams = page.form.change().leavers
    if option.has_fewer_rounds:
        withdraw_and_close_up(
            section=page.section,
            teams=teams,
            movement=option.movement,
            from_round=option.from_round,
            why=why,
            words=words,
            user=request.user,
        )
        return
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
    names = {pair.pair_no: pair.entrant for pair in option.late_pairs}
    continue_plan(
        section=page.section,
        movement=option.movement,
        from_round=option.from_round,
        why=why,
        words=words,
        names={number: entrant for number, entrant in names.items() if entrant},
        user=request.user,
    )


def _format_applied_message(section: Section, plan: Plan, option: ReplanOption) -> str:
    """Return the message after *option* has replaced *plan*: seats, and cards to reprint."""
    changes_text = ". ".join(
        [
            f"Movement changed from round {option.from_round}: {option.title}",
            *(pair.text for pair in option.late_pairs),
        ]
    )
    if not option.changed_cards:
        return f"{changes_text}. Tell the tables; their guide cards stay the same."
    since = section.printed_fingerprint or plan.fingerprint
    paper = section.session.event.club.paper
    print_params = urlencode({"since": since, "paper": paper})
    path = f"{reverse('session_print', args=[section])}?{CHANGED_CARDS}&{print_params}"
    return format_html(
        '{}. Reprint the guide cards of {}. <a href="{}">Print changed cards</a>',
        changes_text,
        option.changed_cards,
        path,
    )


@dataclass(frozen=True)
class _ReplanPage:
    """The form of a section and the ways to continue that follow from it."""

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
        begun, latest = find_played_rounds(self.section, self.lines)
        movement = load_movement(self.plan)
        # Whoever withdraws from a round plays until then, so nothing changes before it.
        begun = max([begun, *(round_no - 1 for round_no in get_withdrawals(movement).values())])
        latest = max(begun, latest)
        form = PlanChangeForm(
            self.params if "kind" in self.params else None,
            section=self.section,
            movement=movement,
            begun=begun,
            latest=latest,
        )
        form.is_valid()
        return form

    @cached_property
    def options(self) -> ReplanOptions | None:
        """The ways to continue, or None while the question is incomplete."""
        form = self.form
        if not form.is_bound or form.errors:
            return None
        try:
            options = make_replan_options(
                self.section,
                form.movement,
                self.lines,
                change=form.change(),
                from_round=form.cleaned_data["from_round"],
                rounds=count_session_rounds(self.section, self.plan),
            )
            return replace(options, options=tuple(map(self._with_names, options.options)))
        except MovementError as error:
            form.add_error(None, error_phrase(error).text(self.section.label))
            return None

    def _with_names(self, option: ReplanOption) -> ReplanOption:
        """Return *option* with the names of late pairs as typed."""
        typed_names = [
            tuple(self.params.get(box, "") for box, *_rest in pair.boxes)
            for pair in option.late_pairs
        ]
        pairs = zip(option.late_pairs, typed_names, strict=True)
        return replace(
            option, late_pairs=tuple(replace(pair, names=names) for pair, names in pairs)
        )

    @property
    def state_version(self) -> str:
        """The state that the page was made for: the movement in force and its results."""
        entered = sum(line.is_entered for line in self.lines.all)
        return f"{self.plan.number}-{self.plan.fingerprint}-{entered}"

    @property
    def chosen_option(self) -> ReplanOption | None:
        """The pressed option, or None if something has changed since the page was made."""
        is_outdated = self.params.get("mark") != self.state_version
        if self.options and not is_outdated:
            return self.options.find(self.params.get("way", ""))
        return None


def _render_replan_page(
    request: DeskRequest, page: _ReplanPage, *, refused: str = ""
) -> HttpResponse:
    context: dict[str, Any] = make_session_context(page.section, "play") | {
        "form": page.form,
        "ways": page.options,
        "mark": page.state_version,
        "refused": refused,
        "shut": explain_final(page.section.session.event),
        "over": _explain_too_late(page.form),
        "results_in": page.lines.results_in,
        "contest": get_contest(page.section),
    }
    if page.options:
        shown_option = page.options.find(page.params.get("see", "")) or next(
            iter(page.options.options), None
        )
        hidden_values = {
            name: page.form.data.get(name, "")
            for name in ("kind", "from_round", *page.form.chosen_change.boxes)
        }
        context |= {
            "said": page.form.describe_change(),
            "seen": shown_option,
            "is_asked": "see" in page.params,
            "asked": hidden_values,
        }
    status = 422 if refused or page.form.errors else 200
    return render(request, "additions/replanning/page.html", context, status=status)


def _explain_too_late(form: PlanChangeForm) -> str:
    """Return the sentence that only rounds can be added now, or ""."""
    if not form.is_over:
        return ""
    if form.has_earlier_rounds:
        return (
            "Results of the last round have been entered, so rounds can only be added. If fewer "
            "rounds have been played, choose an earlier round."
        )
    return "The last round has begun, so rounds can only be added."
