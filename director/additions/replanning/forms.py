"""What happened that the movement doesn't allow for, and what must be known about it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.http import QueryDict

from director.boards.contests import get_contest
from director.boards.movement.rounds import get_withdrawals
from director.boards.sentences import BoardSentences
from director.core.base.forms import ChoiceField, PageForm, WholeNumberField, make_validation_error
from director.models import Section
from movements.model import Movement
from movements.registry import movements_of
from movements.replan.records import FIELD_CHANGES, MOST_ARRIVING, Change


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
                    make_validation_error(BoardSentences.BOX_EMPTY, box=self.fields[name].label),
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
                    BoardSentences.ROUND_NOT_EARLIER, round_no=value, from_round=from_round
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
