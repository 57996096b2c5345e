"""The form for the scoring of a night."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from director.boards.contests import CONTESTS
from director.boards.scoring.units import get_game_options
from director.core.base.forms import SettingsForm
from director.core.base.shown_refusals import raise_refusals_as_form_errors
from director.models import Event
from scoring.bridge.contracts import get_duplicate_game
from scoring.method import ScoringMethod
from scoring.option import Option
from scoring.presets import find_matching_preset, get_preset, list_method_presets
from scoring.registry import list_methods_for_game

_NO_CHOICE = {
    "required": "Choose a method.",
    "invalid_choice": "“%(value)s” isn’t on the list. Choose one from it.",
}
_NOTE_BY_UNIT = {
    "tricks": "Tricks have no limit, so whist has no column for excess. The plus of Average plus and minus is its excess.",
}
"""A help text on a method that newcomers miss in the list, by the unit of the game's scores."""
_FIRST_OPTION_COUNT = 1  # options that aren't folded
_OPTION_PREFIX = "option_"
_MAX_OPTION_LENGTH = 1000
_SECTION_OPTIONS = ("compare",)
"""Options that matter only if the event has several sections."""


class TypedOptionField(forms.CharField):
    """A box for an option that is typed, such as a club's own scale."""

    def __init__(self, option: Option, value: str) -> None:
        super().__init__(
            label=option.label,
            initial=value.replace(",", ", "),
            required=False,
            max_length=_MAX_OPTION_LENGTH,
            help_text=option.note,
        )
        self.option = option

    def clean(self, value: str | None) -> str:
        """Return the text in the form in which it is stored; an empty box is the default."""
        text = super().clean(value) or self.option.default
        with raise_refusals_as_form_errors():
            return self.option.parse(text) if self.option.parse else text


class ChainWidget(forms.MultiWidget):
    """A list for each choice of an option that may have several, one after the other."""

    use_fieldset = False

    def decompress(self, value: str | None) -> list[str]:
        """Return the choice of each list."""
        return value.split(",") if value else []

    def id_for_label(self, id_: str) -> str:
        """Return the id of the first list, which has the label of all."""
        return f"{id_}_0"


class ChainField(forms.MultiValueField):
    """An option that may have several choices, one after the other, such as tie-breaks.

    The form has one list more than there are choices, so it grows as choices are made.
    """

    def __init__(self, option: Option, value: str) -> None:
        first_choice, *other_choices = option.phrases.items()
        chosen_values = [choice for choice in option.split(value) if choice != option.default]
        choices_by_name: dict[str, list[tuple[str, str]]] = {"": [first_choice, *other_choices]}
        lists: dict[str, forms.Widget | type[forms.Widget]] = {
            "": forms.Select(choices=choices_by_name[""])
        }
        for number in range(2, min(len(chosen_values) + 1, option.max_choices) + 1):
            attrs = {"aria-label": f"{option.label}: choice {number}"}
            choices_by_name[str(number)] = [("", "then: –"), *other_choices]
            lists[str(number)] = forms.Select(choices=choices_by_name[str(number)], attrs=attrs)
        fields = [
            forms.ChoiceField(choices=choices, required=False, error_messages=_NO_CHOICE)
            for choices in choices_by_name.values()
        ]
        super().__init__(
            fields,
            widget=ChainWidget(lists),
            label=option.label,
            initial=value,
            required=False,
            help_text=option.note,
        )
        self.option = option

    def compress(self, data_list: list[str]) -> str:
        """Return the choices in the form in which they are stored."""
        chosen = ",".join(filter(None, data_list))
        return ",".join(self.option.split(chosen or self.option.default))


class ScoringForm(SettingsForm):
    """The scoring method of an event, and the options of the current one.

    *method* and its *settings* belong to the event or to a stage. If *has_matches* (its rounds are
    drawn), pairs can be scored by their matches too. If *is_divided*, the form asks which sections
    are compared and ranked together. If it also *has_sessions*, the form asks whether the sections
    of the last session are finals.
    """

    class Meta:
        model = Event
        fields = ("places", "finals")
        labels: ClassVar = {"finals": "Sections of the last session"}
        help_texts: ClassVar = {
            "finals": "Finals: all of section A are ranked above section B, whatever their percentages."
        }
        error_messages: ClassVar = dict.fromkeys(fields, _NO_CHOICE)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        event: Event,
        method: ScoringMethod,
        settings: Mapping[str, str],
        has_matches: bool = False,
        is_divided: bool = False,
        has_sessions: bool = False,
    ) -> None:
        super().__init__(data, instance=event)
        self.method = method
        # A page from before a session was added has no such field.
        self.fields["finals"].required = False
        if not (is_divided and has_sessions):
            del self.fields["finals"]
        if not is_divided:
            del self.fields["places"]
        offered_methods = _list_offered_methods(method, event, has_matches=has_matches)
        choices = [(offered_method.key, offered_method.name) for offered_method in offered_methods]
        self.fields["scoring"] = forms.ChoiceField(
            label="Method",
            choices=choices,
            initial=method.key,
            help_text=_get_method_note(event.game, dict(choices)),
            error_messages=_NO_CHOICE,
        )
        self.settings = settings
        if presets := list_method_presets(method):
            self.fields["preset"] = forms.ChoiceField(
                label="Match another program",
                choices=[
                    ("", "none"),
                    *((preset.key, preset.program_name) for preset in presets),
                ],
                initial=self._preset,
                required=False,
                help_text="Sets every option so that results match that program’s.",
                error_messages=_NO_CHOICE,
            )
        # The game of the event decides these options.
        omitted_names = set(get_game_options(method, event.game))
        if not is_divided:
            omitted_names.update(_SECTION_OPTIONS)
        for option in method.options:
            if option.name in omitted_names:
                continue
            needed_option, needed_choice = option.condition
            if needed_option and settings[needed_option] != needed_choice:
                continue
            self.fields[_OPTION_PREFIX + option.name] = _make_option_field(
                option, settings[option.name]
            )
        self.add_shown_values()  # also of the fields that were added

    @property
    def _preset(self) -> str:
        preset = find_matching_preset(self.method, self.settings)
        if preset:
            return preset.key
        return ""

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that most clubs set once: finals, the first option, another program."""
        event_settings = [name for name in self.Meta.fields if name != "places"]
        return [
            self[name]
            for name in (*event_settings, *self._list_first_options(), "preset")
            if name in self.fields
        ]

    @property
    def further_fields(self) -> list[forms.BoundField]:
        """The fields of the other options that every club may choose."""
        excluded_names = {*self._list_first_options(), *self._get_rare_names()}
        return [self[name] for name in self._list_option_names() if name not in excluded_names]

    def _list_first_options(self) -> list[str]:
        common_names = [
            name for name in self._list_option_names() if name not in self._get_rare_names()
        ]
        first_names = common_names[:_FIRST_OPTION_COUNT]
        # An option that depends on the first one is shown beside it.
        dependent_names = [
            _OPTION_PREFIX + option.name
            for option in self.method.options
            if _OPTION_PREFIX + option.condition[0] in first_names
            and _OPTION_PREFIX + option.name in common_names
        ]
        return [*first_names, *dependent_names]

    @property
    def rare_fields(self) -> list[forms.BoundField]:
        """The fields of the options that are habits of single programs."""
        return [self[name] for name in self._list_option_names() if name in self._get_rare_names()]

    def _list_option_names(self) -> list[str]:
        return [name for name in self.fields if name.startswith(_OPTION_PREFIX)]

    def _get_rare_names(self) -> set[str]:
        return {_OPTION_PREFIX + option.name for option in self.method.options if option.is_rare}

    @property
    def has_other_method(self) -> bool:
        """Whether another method was chosen, for which the options on the form don't count."""
        return (
            self.is_bound and self.cleaned_data.get("scoring", self.method.key) != self.method.key
        )

    @property
    def event_settings(self) -> dict[str, Any]:
        """The chosen settings of the event, without those that weren't asked."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}

    def clean_finals(self) -> str:
        """Return the choice, or the stored one if the page had no such field."""
        finals: str = self.cleaned_data["finals"] or self.instance.finals
        return finals

    def get_options(self) -> dict[str, str]:
        """Return the chosen options, none if the method changed."""
        if self.has_other_method:
            return {}
        if self.data.get(self["scoring"].html_initial_name, self.method.key) != self.method.key:
            # Another desk has since chosen the method: the page had no boxes for its options.
            return dict(self.settings)
        chosen_options = {
            name.removeprefix(_OPTION_PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(_OPTION_PREFIX) and value
        }
        preset = self.cleaned_data.get("preset", "")
        if preset in ("", self._preset):  # The preset is unchanged, so the options count.
            return chosen_options
        return chosen_options | get_preset(preset).get_choices_by_option(self.method)


def _list_offered_methods(
    method: ScoringMethod, event: Event, *, has_matches: bool
) -> tuple[ScoringMethod, ...]:
    """Return the methods to choose from, always with the current one."""
    contest_record = CONTESTS[event.contest]
    methods = list_methods_for_game(event.game, contest_record.movement_contest)
    if has_matches:
        for match_method in reversed(contest_record.match_methods):
            if match_method.is_meant_for_game(event.game):
                methods = (match_method, *methods)
    if method in methods:
        return methods
    return (method, *methods)


def _get_method_note(game: str, offered_names: Mapping[str, str]) -> str:
    """Return what takes the place of excess in *game*, if that method is offered."""
    if "average" in offered_names:
        return _NOTE_BY_UNIT.get(get_duplicate_game(game).unit, "")
    return ""


def _make_option_field(option: Option, value: str) -> forms.Field:
    if option.parse:
        return TypedOptionField(option, value)
    if option.max_choices > 1:
        return ChainField(option, value)
    return forms.ChoiceField(
        label=option.label,
        choices=[*option.phrases.items()],
        initial=value,
        required=False,
        help_text=option.note,
        error_messages=_NO_CHOICE,
    )
