"""Forms of the draw: how a contest begins, and its number and dates of rounds."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.options import DESK_OPTIONS, DRAWN_FROM
from director.additions.contests.draws.rounds import (
    GAMES,
    LOCKED_TABLES,
    ODD,
    TABLE_ORDER,
)
from director.boards.contests import ContestRecord
from director.boards.movement.rounds import EACH_ROUND, count_expected_rounds
from director.boards.pages.field.forms import make_each_round_field
from director.core.base.forms import (
    ChoiceField,
    DayField,
    PageForm,
    TextField,
    WholeNumberField,
)
from movements.model import KNOCK_OUT
from movements.swiss.plans import has_home_tables
from movements.swiss.systems import (
    LOSSES,
    SWISS_SYSTEMS,
    UNEVEN,
    get_swiss_system,
)
from movements.swiss.tables import parse_tables

DEFAULT_ROUNDS, DEFAULT_BOARDS = 7, 8
"""Rounds, and boards of a match, if the director asked for no number."""
MAX_ROUNDS = 40
_MAX_SUGGESTION_LENGTH = 20
"""Characters that a suggestion has for a box."""
LATER_OPTIONS = ("meetings", *(option.name for option in DESK_OPTIONS), TABLE_ORDER.name)
"""Options that can be changed between rounds."""
OPTION_FIELDS = ("first_round", ODD, "tables", GAMES.name, *LATER_OPTIONS)


class BeginForm(PageForm):
    """How a drawn contest begins. The choices depend on the kind of contestants."""

    key = ChoiceField(
        label="Contest",
        missing="Choose a contest from the list.",
    )
    size = WholeNumberField(
        what="the number", example=8, label="How many", min_value=2, max_value=200
    )
    rounds = WholeNumberField(
        what="the number of rounds",
        example=DEFAULT_ROUNDS,
        label="Rounds",
        min_value=1,
        max_value=MAX_ROUNDS,
    )
    boards = WholeNumberField(
        what="the number of boards",
        example=DEFAULT_BOARDS,
        label="Boards per match",
        min_value=1,
        max_value=64,
    )
    each_round = make_each_round_field()
    losses = forms.ChoiceField(label=LOSSES.label, required=False)
    uneven = forms.ChoiceField(label=UNEVEN.label, required=False)
    meetings = forms.ChoiceField(label="Rematches", required=False)
    first_round = forms.ChoiceField(label="First round", required=False)
    odd = forms.ChoiceField(label="Odd number of teams", required=False)
    tables = forms.ChoiceField(label="Tables", required=False)
    games = forms.ChoiceField(label=GAMES.label, required=False)
    table_order = forms.ChoiceField(label=TABLE_ORDER.label, required=False)
    bye_points = forms.ChoiceField(label="A sit-out gives", required=False)
    missed_points = forms.ChoiceField(label="A missed round gives", required=False)
    drawn_from = forms.ChoiceField(label=DRAWN_FROM.label, required=False)

    def __init__(self, data: QueryDict | None, *, contest: ContestRecord) -> None:
        super().__init__(data, initial={"rounds": DEFAULT_ROUNDS, "boards": DEFAULT_BOARDS})
        systems = [system for system in SWISS_SYSTEMS if contest.movement_contest == system.contest]
        contest_choices = [(system.key, system.name) for system in systems]
        self.set_choices(
            "key", [*contest_choices, *([(KNOCK_OUT, "Knock-out")] if contest.has_halves else [])]
        )
        self.fields["size"].label = contest.contestants_noun.capitalize()
        if not contest.has_halves:
            del self.fields["odd"], self.fields["tables"]
            del self.fields[LOSSES.name], self.fields[UNEVEN.name], self.fields[EACH_ROUND]
        for option in (LOSSES, UNEVEN, GAMES, TABLE_ORDER, *systems[0].options, *DESK_OPTIONS):
            if option.name in self.fields:
                self.set_choices(option.name, [*option.phrases.items()])

    def set_suggestions(self, params: QueryDict) -> None:
        """Begin with the values that Field suggests in *params*."""
        for name in ("key", "size", "rounds", "boards", LOSSES.name):
            if name in params:
                self.initial[name] = params[name][:_MAX_SUGGESTION_LENGTH]

    @property
    def first_boxes(self) -> list[forms.BoundField]:
        """The boxes that decide the contest. The page folds the others."""
        names = ("key", "size", "rounds", "boards", EACH_ROUND, LOSSES.name)
        return [self[name] for name in names if name in self.fields]

    @property
    def swiss_boxes(self) -> list[forms.BoundField]:
        """The folded boxes of a Swiss."""
        return [self[name] for name in OPTION_FIELDS if name in self.fields]

    @property
    def knockout_boxes(self) -> list[forms.BoundField]:
        """The folded boxes of a knock-out."""
        return [self[name] for name in (UNEVEN.name,) if name in self.fields]

    @property
    def swiss_field_names(self) -> list[str]:
        """The names of the boxes that a knock-out doesn't have."""
        return [name for name in ("rounds", *OPTION_FIELDS) if name in self.fields]

    @property
    def _is_knockout(self) -> bool:
        return self.cleaned_data.get("key") == KNOCK_OUT

    def clean(self) -> dict[str, Any]:
        """Ignore the boxes that the page hides for the contest."""
        data: dict[str, Any] = self.cleaned_data
        if not self._is_knockout:
            for name in (LOSSES.name, UNEVEN.name):
                self.errors.pop(name, None)
        else:
            for name in self.swiss_field_names:
                self.errors.pop(name, None)
            data["rounds"] = DEFAULT_ROUNDS  # not used: a knock-out has as many as it takes
        return data

    def get_options_by_name(self) -> dict[str, str]:
        """Return the chosen options of the contest."""
        names = OPTION_FIELDS
        if self._is_knockout:
            names = (LOSSES.name, UNEVEN.name)
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}


class RoundsForm(PageForm):
    """The total number of rounds of a contest, and what can be changed between rounds."""

    rounds = WholeNumberField(
        what="the number of rounds",
        example=DEFAULT_ROUNDS,
        label="Total rounds",
        min_value=1,
        max_value=MAX_ROUNDS,
    )
    meetings = forms.ChoiceField(label="Rematches from now on", required=False)
    bye_points = forms.ChoiceField(label="A sit-out gives", required=False)
    missed_points = forms.ChoiceField(label="A missed round gives", required=False)
    drawn_from = forms.ChoiceField(label=DRAWN_FROM.label, required=False)
    table_order = forms.ChoiceField(label=TABLE_ORDER.label, required=False)
    locked_tables = TextField(
        label="Locked tables",
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"class": "n", "placeholder": "3, 7"}),
    )

    def __init__(self, data: QueryDict | None, contest: DrawnContest) -> None:
        plan_options = dict(contest.plan.options)
        super().__init__(
            data, initial={**plan_options, "rounds": count_expected_rounds(contest.plan)}
        )
        self.add_shown_values()
        if contest.is_knockout:
            return
        if has_home_tables(contest.plan.options):
            del self.fields[TABLE_ORDER.name], self.fields[LOCKED_TABLES]
        for option in (*get_swiss_system(contest.plan.key).options, *DESK_OPTIONS, TABLE_ORDER):
            if option.name in self.fields:
                self.set_choices(option.name, [*option.phrases.items()])

    @property
    def chosen_options(self) -> dict[str, str]:
        """The options that were chosen."""
        options = {
            name: self.cleaned_data[name] for name in LATER_OPTIONS if self.cleaned_data.get(name)
        }
        # Unlike a list, an empty box says something: no table is locked any more.
        locked_text = self.cleaned_data.get(LOCKED_TABLES, "")
        if self.initial.get(LOCKED_TABLES, "") != locked_text:
            options[LOCKED_TABLES] = locked_text
        return options

    def clean_locked_tables(self) -> str:
        """Return the numbers of the locked tables, as they are stored.

        :raises ValidationError: if anything else is typed
        """
        text = self.cleaned_data[LOCKED_TABLES]
        tables = parse_tables(text)
        if len(tables) != len({*text.replace(",", " ").split()}):
            raise ValidationError(
                "Type the numbers of the tables that no match gets, such as 3, 7.",
                code="locked-tables",
            )
        return " ".join(map(str, tables))


class RoundDateForm(PageForm):
    """The date of rounds that aren't played on the day of the session."""

    from_round = WholeNumberField(
        what="a round", example=4, label="From round", min_value=1, max_value=MAX_ROUNDS
    )
    day = DayField(label="Date", required=False)

    def __init__(self, data: QueryDict | None, contest: DrawnContest) -> None:
        # Usually the next date is for the round to be drawn, or for the one just drawn.
        next_round = len(contest.rounds)
        if contest.has_begun:
            next_round += 1
        # Once all rounds are drawn, only a drawn one can still get another date.
        self.last_round = count_expected_rounds(contest.plan)
        from_round = max(2, min(next_round, self.last_round))
        super().__init__(data, prefix="date", initial={"from_round": from_round})

    @property
    def has_rounds(self) -> bool:
        """Whether a round after the first is expected, which can have a date of its own."""
        return self.last_round > 1
