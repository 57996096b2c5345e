"""What is asked at Results: the scoring, penalties and points, and what is carried over."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django import forms

from director.boards.contests import CONTESTS
from director.boards.movement.words import PairExtras
from director.boards.scoring.extras import Extras
from director.boards.scoring.units import decided
from director.core.base.forms import PageForm
from director.models import Section
from director.models.event import Finals, Places, Strata
from movements import Option
from scoring import ScoringMethod, find_preset, methods_for, preset_of, presets_for

# Handicaps, strata and carry-over as they are typed into boxes or pasted as a list.

LONGEST = 50_000  # signs of a pasted list
_AMOUNT = re.compile(r"[+-]?[0-9]{1,4}(?:[.][0-9]{1,3})?")
_PAIR = re.compile(r"(?:PAIR )?(?P<number>[0-9]{1,5})(?: ?(?P<side>N-?S|E-?W))?")
_SIDES = {"NS": "NS", "EW": "EW", "": None}
_WORDS = {"handicap": "handicap", "carry_over": "carry-over"}


@dataclass
class TypedExtras:
    """What was typed, box by box, what it means, and a sentence for everything in it that means nothing."""

    boxes: dict[tuple[str, int], str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    extras: Extras = field(default_factory=Extras)
    pasted: str = ""
    filled_in: str = ""  # what was filled into boxes and is not stored yet, a sentence

    def text(self, column: str, pair_no: int) -> str:
        """Return what is in a box."""
        return self.boxes.get((column, pair_no), "")


def shown_extras(extras: Extras) -> TypedExtras:
    """Return the boxes of what is stored."""
    typed = TypedExtras(extras=extras)
    for pair_no, pair in extras.pairs.items():
        typed.boxes |= {(column, pair_no): text for column, text in pair._asdict().items()}
    return typed


def read_extras(data: Mapping[str, str], section: Section, pairs: list[int]) -> TypedExtras:
    """Return what was typed into the boxes of *pairs* (``handicap-5``, ``stratum-5``, ``carry_over-5``) and *pasted*.

    A pasted list has a line for each pair, its columns parted by tabs or semicolons: pair, handicap, stratum,
    carry-over.  It goes before the boxes; pairs that it does not name keep theirs.
    """
    typed = TypedExtras(pasted=data.get("pasted", "")[:LONGEST])
    typed.boxes = {
        (column, pair_no): data.get(f"{column}-{pair_no}", "").strip()
        for column in PairExtras._fields
        for pair_no in pairs
    }
    by_pair = {}
    for pair_no in pairs:
        cells = [typed.boxes[column, pair_no] for column in PairExtras._fields]
        by_pair[pair_no] = _pair_extras(typed.errors, section.label(pair_no), cells)
    by_pair |= _pasted(typed, section, pairs)
    strata = Strata.APART if data.get("strata") == Strata.APART else Strata.BELOW
    text = data.get("carry_over_of", "")
    most = text if text == section.carry_over_of else _most(typed.errors, text)
    typed.extras = Extras(by_pair, data.get("handicap_unit", ""), data.get("carry_over_unit", ""), strata, most)
    return typed


def _pasted(typed: TypedExtras, section: Section, pairs: list[int]) -> dict[int, PairExtras]:
    """Return what each pair of the pasted list gets, and note what cannot be read."""
    by_pair = {}
    for line_no, line in enumerate(typed.pasted.splitlines(), start=1):
        if not line.strip():
            continue
        pair, *cells = (cell.strip() for cell in re.split(r"[\t;]", line))
        pair_no = _pair_no(pair, section)
        if pair_no not in pairs:
            typed.errors.append(f"Line {line_no}: “{pair[:20]}” isn’t a pair. Begin with a number from the list.")
        elif not 1 <= len(cells) <= len(PairExtras._fields):
            typed.errors.append(
                f"Line {line_no}: type pair, handicap, stratum and carry-over, separated by tabs or semicolons."
            )
        else:
            cells += [""] * (len(PairExtras._fields) - len(cells))
            by_pair[pair_no] = _pair_extras(typed.errors, section.label(pair_no), cells)
    return by_pair


def _pair_extras(errors: list[str], label: str, cells: list[str]) -> PairExtras:
    handicap, stratum, carry_over = cells
    letter = stratum.upper()
    if letter and not re.fullmatch("[A-Z]", letter):
        errors.append(f"Pair {label}: “{stratum[:20]}” isn’t a stratum. Type one letter, A for the highest.")
        letter = ""
    return PairExtras(
        _amount(errors, label, "handicap", handicap), letter, _amount(errors, label, "carry_over", carry_over)
    )


def _amount(errors: list[str], label: str, column: str, text: str) -> str:
    plain = text.replace("\N{MINUS SIGN}", "-").replace(",", ".").replace(" ", "")
    if not plain:
        return ""
    if not _AMOUNT.fullmatch(plain):
        errors.append(f"Pair {label}: “{text[:20]}” isn’t a {_WORDS[column]}. Type a number such as 3, −2 or 1.5.")
        return ""
    return f"{Decimal(plain).normalize():f}" if Decimal(plain) else ""


def _most(errors: list[str], text: str) -> str:
    plain = text.replace(",", ".").strip()
    if not plain:
        return ""
    if not _AMOUNT.fullmatch(plain) or Decimal(plain) <= 0:
        errors.append(f"“{text[:20]}” isn’t a maximum of carry-over. Type a number above 0, or leave it empty.")
        return ""
    return f"{Decimal(plain).normalize():f}"


def _pair_no(text: str, section: Section) -> int:
    """Return the pair that *text* calls ``5``, ``5 N-S`` or ``pair 5``; 0 for none."""
    match = _PAIR.fullmatch(" ".join(text.upper().split()))
    if match is None:
        return 0
    side = (match["side"] or "").replace("-", "")
    if bool(side) != (section.winners == 2):
        return 0
    return section.pair_no(int(match["number"]), _SIDES[side])


# How a night is scored.

_NO_CHOICE = {
    "required": "Choose a method.",
    "invalid_choice": "“%(value)s” isn’t on the list. Choose one from it.",
}
_PREFIX = "option_"
_OF_SECTIONS = ("compare",)
"""Options that mean nothing where there is one section only."""


class ScoringForm(PageForm):
    """The scoring method of a night, of those made for its game and contest, and the options of the one chosen now.

    Where its rounds are drawn (*has_matches*), pairs may be scored by their matches too.  Where it *is_divided* into
    sections, it is also asked which of them are compared and ranked together, and where it *has_sessions* too, whether
    the sections of the last are finals.
    """

    def __init__(  # noqa: PLR0913
        self,
        data: Mapping[str, Any] | None,
        *,
        method: ScoringMethod,
        settings: Mapping[str, str],
        game: str,
        contest: str,
        has_matches: bool = False,
        is_divided: bool = False,
        places: str = "",
        has_sessions: bool = False,
        finals: str = "",
    ) -> None:
        super().__init__(data)
        self.method = method
        self.fields["scoring"] = forms.ChoiceField(
            label="Method",
            choices=[(known.key, known.name) for known in _offered(method, game, contest, has_matches=has_matches)],
            initial=method.key,
            error_messages=_NO_CHOICE,
        )
        self.settings = settings
        if presets := presets_for(method):
            self.fields["preset"] = forms.ChoiceField(
                label="Same as another program",
                choices=[("", "No, use the options"), *((preset.key, preset.program) for preset in presets)],
                initial=self._preset,
                required=False,
                help_text="Sets every option so that results match that program’s.",
                error_messages=_NO_CHOICE,
            )
        by_game = decided(method, game)
        if is_divided:
            self.fields["places"] = forms.ChoiceField(
                label="Places", choices=Places.choices, initial=places, error_messages=_NO_CHOICE
            )
        if is_divided and has_sessions:
            self.fields["finals"] = forms.ChoiceField(
                label="Sections of the last session",
                choices=Finals.choices,
                initial=finals,
                required=False,
                help_text="Finals: all of section A are ranked above section B, whatever their percentages.",
                error_messages=_NO_CHOICE,
            )
        for option in method.options:
            if (option.name in _OF_SECTIONS and not is_divided) or option.name in by_game:
                continue
            self.fields[_PREFIX + option.name] = _option_field(option, settings[option.name])

    @property
    def _preset(self) -> str:
        preset = preset_of(self.method, self.settings)
        return preset.key if preset else ""

    def option_fields(self) -> list[forms.BoundField]:
        """Return the fields of the options, those that every club may choose."""
        return [self[name] for name in self._names() if name not in self._rare()]

    def rare_fields(self) -> list[forms.BoundField]:
        """Return the fields of the options that are habits of single programs."""
        return [self[name] for name in self._names() if name in self._rare()]

    def _names(self) -> list[str]:
        return [name for name in self.fields if name.startswith(_PREFIX)]

    def _rare(self) -> set[str]:
        return {_PREFIX + option.name for option in self.method.options if option.is_rare}

    def ranked(self) -> str:
        """Return which sections are to be ranked together, ``""`` where that was not asked."""
        return str(self.cleaned_data.get("places", ""))

    def last_sections(self) -> str:
        """Return what the sections of the last session are, ``""`` where that was not asked."""
        return str(self.cleaned_data.get("finals", ""))

    def options(self) -> dict[str, str]:
        """Return the options that were chosen; none for another method than the page showed."""
        if self.cleaned_data["scoring"] != self.method.key:
            return {}
        chosen = {
            name.removeprefix(_PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(_PREFIX) and value
        }
        preset = self.cleaned_data.get("preset", "")
        if preset in ("", self._preset):  # it was not this that was changed
            return chosen
        return chosen | find_preset(preset).settings(self.method)


def _offered(method: ScoringMethod, game: str, contest: str, *, has_matches: bool) -> tuple[ScoringMethod, ...]:
    """Return the methods to choose from; the one chosen now is always among them, or another press would change it."""
    known = CONTESTS[contest]
    offered = (*(known.match_methods if has_matches else ()), *methods_for(game, known.plays))
    return offered if method in offered else (method, *offered)


def _option_field(option: Option, value: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=option.label,
        choices=[*option.phrases.items()],
        initial=value,
        required=False,
        help_text=option.note,
        error_messages=_NO_CHOICE,
    )
