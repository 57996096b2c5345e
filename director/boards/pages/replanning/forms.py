"""What happened that the movement doesn't allow for, and what must be known about it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.http import QueryDict

from director.boards.sentences import BoardSentences
from director.core.base.forms import PageForm, WholeNumberField, invalid
from director.models import Section
from movements import Change, Movement, movements_of


@dataclass(frozen=True, slots=True)
class PlanChange:
    """Something that may have happened: its name, its *boxes*, and the *change* to the plan.

    *said* says it in the list of acts, with the boxes as they read; those that are *optional* may
    stay empty.
    """

    key: str
    change: str
    label: str
    boxes: tuple[str, ...]
    said: str
    optional: tuple[str, ...] = ()


QUESTIONS = (
    PlanChange("pair-arrives", "pair-arrives", "Late pair", ("pairs",), "late arrival of {pairs}"),
    PlanChange(
        "pair-leaves",
        "pair-leaves",
        "Pair leaves",
        ("pair", "other_pair"),
        "{pair}{other_pair}",
        ("other_pair",),
    ),
    PlanChange("table-closes", "table-closes", "Table closes", ("table",), "table {table} closes"),
    PlanChange(
        "late-table",
        "late-table",
        "Table one round behind",
        ("table",),
        "table {table} one round behind",
    ),
    PlanChange("rounds", "rounds", "Fewer or more rounds", ("rounds",), "{rounds} rounds in all"),
    PlanChange(
        "boards-per-set",
        "boards-per-set",
        "Fewer boards per round",
        ("boards",),
        "{boards} boards per round",
    ),
    PlanChange("movement", "movement", "Another movement", ("key",), "change to {key}"),
    PlanChange(
        "followed",
        "movement",
        "Wrong movement played",
        ("key", "first_round", "last_round"),
        "{key} was played from {first_round} to {last_round}",
    ),
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
        ("table", "other_table", "first_round"),
        "tables {table} and {other_table} swapped boards in {first_round}",
    ),
)
_AT_THE_END = {"rounds": "Extra rounds"}
"""What can still be asked once the last round has begun, and what it is called then."""
_COME = (("1", "one pair"), ("2", "two pairs"))


class ChangedForm(PageForm):
    """Which of :data:`QUESTIONS` is meant, and from which round on.

    *begun* is the last round that has begun for certain, *latest* the last with a result: which was
    played is asked.
    """

    kind = forms.ChoiceField(
        label="Reason",
        choices=[(question.key, question.label) for question in QUESTIONS],
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a reason."),
    )
    pairs = forms.ChoiceField(label="Pairs", required=False, choices=_COME)
    pair = forms.ChoiceField(label="Pair", required=False)
    other_pair = forms.ChoiceField(label="And pair", required=False)
    table = forms.ChoiceField(label="Table", required=False)
    other_table = forms.ChoiceField(label="And table", required=False)
    first_round = forms.ChoiceField(label="From", required=False)
    last_round = forms.ChoiceField(label="To", required=False)
    rounds = WholeNumberField(
        what="the number of rounds", example=6, label="Total rounds", required=False
    )
    boards = WholeNumberField(
        what="the number of boards", example=2, label="Boards per round", required=False
    )
    key = forms.ChoiceField(label="Movement", required=False)
    last_played = forms.TypedChoiceField(
        label="Last round played", coerce=int, required=False, empty_value=None
    )
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
        played = [str(round_no) for round_no in range(begun, max(latest, movement.rounds) + 1)]
        told = "" if typed is None else typed.get("last_played", "")
        first = int(told if told in played else latest) + 1
        self.asks_last_played = begun < latest
        self.is_over = first > movement.rounds
        self._asked = [
            question for question in QUESTIONS if not self.is_over or question.key in _AT_THE_END
        ]
        rounds_in_all = movement.rounds + 1 if self.is_over else max(movement.rounds - 1, first - 1)
        usual: dict[str, Any] = {
            "kind": self._asked[0].key,
            "from_round": first,
            "last_played": latest,
        }
        usual |= {"rounds": rounds_in_all, "boards": max(1, movement.boards_per_set - 1)}
        # What the address does not say is as usual, so that every question can be asked next.
        data = None if typed is None else usual | typed.dict()
        rounds = [str(round_no) for round_no in range(first, movement.rounds + 1) or [first]]
        if data is not None and told in played and data["from_round"] not in rounds:
            data["from_round"] = first  # the list was that of another round played last
        super().__init__(data, initial=usual)
        self.movement = movement
        numbers = {
            pair for row in movement.rows if row.round_no >= first for pair in (row.ns, row.ew)
        }
        pairs = [(str(number), section.label(number)) for number in sorted(numbers)]
        tables = sorted({row.table_no for row in movement.rows})
        called = _AT_THE_END if self.is_over else {}
        self.offer(
            "kind",
            [(question.key, called.get(question.key, question.label)) for question in self._asked],
        )
        self.offer("pair", [("", "–"), *pairs])
        self.offer("other_pair", [("", "nobody else"), *pairs])
        for name in ("table", "other_table"):
            self.offer(name, [("", "–"), *((str(table), str(table)) for table in tables)])
        for name in ("first_round", "last_round"):
            self.offer(
                name,
                [
                    ("", "–"),
                    *((str(round_no), f"round {round_no}") for round_no in range(1, first)),
                ],
            )
        self.offer("key", [("", "–"), *((spec.key, spec.name) for spec in movements_of("pairs"))])
        self.offer("from_round", [(round_no, f"round {round_no}") for round_no in rounds])
        self.offer(
            "last_played",
            [(number, "none" if number == "0" else f"round {number}") for number in played],
        )

    @property
    def questions(self) -> list[tuple[BoundWidget, list[BoundField]]]:
        """The radio button of every question, with its boxes."""
        return [
            (button, [self[name] for name in question.boxes])
            for button, question in zip(self["kind"], self._asked, strict=True)
        ]

    @property
    def question(self) -> PlanChange:
        """What was chosen."""
        return next(question for question in QUESTIONS if question.key == self.cleaned_data["kind"])

    def clean(self) -> dict[str, Any]:
        """Refuse what the question lacks, and ignore the boxes of other questions."""
        data: dict[str, Any] = self.cleaned_data
        if "kind" not in data:
            return data
        for name in {box for question in QUESTIONS for box in question.boxes}.difference(
            self.question.boxes
        ):
            self.errors.pop(name, None)
        for name in self.question.boxes:
            is_empty = name not in self.errors and data.get(name) in (None, "")
            if is_empty and name not in self.question.optional:
                self.add_error(name, invalid(BoardSentences.BOX_EMPTY, box=self.fields[name].label))
        return data

    def change(self) -> Change:
        """Return what happened as ``movements.replan`` takes it."""
        asked = {name: self.cleaned_data[name] for name in self.question.boxes}
        numbers: dict[str, Any] = {
            name: value if name == "key" else int(value)
            for name, value in asked.items()
            if value not in ("", None)
        }
        return Change(self.question.change, **numbers)

    def said(self) -> str:
        """Return what happened in words: the head of the page, and what the list of acts says."""
        words = {name: self._read(name) for name in self.question.boxes}
        if "other_pair" in words:
            several = bool(self.cleaned_data["other_pair"])
            words["other_pair"] = f" and {words['other_pair']} leave" if several else " leaves"
        return self.question.said.format(**words)

    def _read(self, name: str) -> str:
        """Return a box as it reads: what a list calls the choice."""
        value = str(self.cleaned_data[name])
        return next(
            (
                str(called)
                for key, called in getattr(self.fields[name], "choices", ())
                if key == value
            ),
            value,
        )


class WithdrawalForm(PageForm):
    """Which team of a round robin withdraws, and from which round on."""

    team = forms.TypedChoiceField(label="Team", coerce=int)
    from_round = forms.TypedChoiceField(label="From round", coerce=int)

    def __init__(
        self, typed: QueryDict | None, *, teams: list[tuple[int, str]], rounds: int, usual: int
    ) -> None:
        super().__init__(typed, initial={"from_round": usual})
        offered: dict[str, list[tuple[Any, str]]] = {
            "team": [("", "–"), *teams],
            "from_round": [(at, str(at)) for at in range(1, rounds + 1)],
        }
        for name, choices in offered.items():
            self.offer(name, choices)
            self.fields[name].error_messages |= dict.fromkeys(
                ("required", "invalid_choice"), "Choose one from the list."
            )
