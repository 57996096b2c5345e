"""Handicaps, strata and carry-over as they are typed or pasted."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from director.boards.movement.words import PairExtras
from director.boards.scoring.extras import SectionExtras, fetch_section_extras, list_accepted_units
from director.core.base.decimals import is_within, read_decimal
from director.core.base.forms import merge_box
from director.errors import ChangedMeanwhileError, DeskError
from director.models import Section
from director.models.event import Strata
from scoring.registry import find_method

MAX_PASTED_CHARACTERS = 50_000
_LIMITS = {"whole_digits": 4, "decimals": 3}
_PAIR = re.compile(r"(?:PAIR )?(?P<number>[0-9]{1,5})(?: ?(?P<side>N-?S|E-?W))?")
_SIDES = {"NS": "NS", "EW": "EW", "": None}
_SETTING_LABELS = {
    "handicap_unit": "Handicap unit",
    "carry_over_unit": "Carry-over unit",
    "strata": "Strata",
    "carry_over_of": "Maximum carry-over",
}
_COLUMN_NAMES = {"handicap": "handicap", "carry_over": "carry-over"}


@dataclass
class TypedExtras:
    """The boxes as typed, their meaning, and a sentence for each mistake."""

    boxes: dict[tuple[str, int], str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    extras: SectionExtras = field(default_factory=SectionExtras)
    pasted: str = ""
    filled_in: str = ""  # a sentence about values in the boxes that are not stored yet
    rule: str = ""  # the rule by which their carry-over was filled in

    def get_text(self, column: str, pair_no: int) -> str:
        """Return the text of a box."""
        return self.boxes.get((column, pair_no), "")


def make_typed_extras(extras: SectionExtras) -> TypedExtras:
    """Return the boxes of the stored extras."""
    typed = TypedExtras(extras=extras)
    for pair_no, pair in extras.pairs.items():
        typed.boxes |= {(column, pair_no): text for column, text in pair._asdict().items()}
    return typed


def read_extras(data: Mapping[str, str], section: Section, pairs: list[int]) -> TypedExtras:
    """Parse the boxes of *pairs* (``handicap-5``, ``stratum-5``, ``carry_over-5``) and ``pasted``.

    A box that shows what the page showed (``was-handicap-5``) keeps what another desk has stored.
    A pasted list has a line for each pair, with tabs or semicolons between the columns: pair,
    handicap, stratum, carry-over.  It replaces the boxes of the pairs that it names.
    """
    typed = TypedExtras(pasted=data.get("pasted", "")[:MAX_PASTED_CHARACTERS])
    stored_boxes = make_stored_boxes(section, pairs)
    for pair_no in pairs:
        for column in PairExtras._fields:
            name = f"{column}-{pair_no}"
            label = f"Pair {section.label(pair_no)}"
            merged_text = _merge_box(typed.errors, label, data, name, stored_boxes[name])
            typed.boxes[column, pair_no] = merged_text
    by_pair = {}
    for pair_no in pairs:
        cells = [typed.boxes[column, pair_no] for column in PairExtras._fields]
        by_pair[pair_no] = _parse_pair_extras(typed.errors, section.label(pair_no), cells)
    by_pair |= _read_pasted_extras(typed, section, pairs)
    settings = {
        name: _merge_box(typed.errors, label, data, name, stored_boxes[name])
        for name, label in _SETTING_LABELS.items()
    }
    strata = Strata.APART if settings["strata"] == Strata.APART else Strata.BELOW
    max_carry_over = settings["carry_over_of"]
    # What is stored was checked when it was typed.
    if max_carry_over != section.carry_over_of:
        max_carry_over = _parse_max_carry_over(typed.errors, max_carry_over)
    typed.extras = SectionExtras(
        by_pair,
        settings["handicap_unit"],
        settings["carry_over_unit"],
        strata,
        max_carry_over,
    )
    return typed


def make_stored_boxes(section: Section, pairs: Iterable[int]) -> dict[str, str]:
    """Return what each box of the page would show of the stored extras, by its name."""
    stored = fetch_section_extras(section)
    boxes = {
        f"{column}-{pair_no}": text
        for pair_no in pairs
        for column, text in stored.pairs.get(pair_no, PairExtras())._asdict().items()
    }
    units = [
        unit
        for unit, _label in list_accepted_units(find_method(section.session.scoring_record.scoring))
    ]
    for name in ("handicap_unit", "carry_over_unit"):
        unit = getattr(stored, name)
        # A browser chooses the first of a list that has none chosen.
        boxes[name] = unit if unit in units else next(iter(units), "")
    return boxes | {"strata": stored.strata, "carry_over_of": stored.carry_over_of}


def _merge_box(
    errors: list[str], label: str, data: Mapping[str, str], name: str, stored_text: str
) -> str:
    """Return what box *name* is to hold. If another desk changed it too, add an error."""
    typed_text = data.get(name, "").strip()
    try:
        return merge_box(typed=typed_text, shown=data.get(f"was-{name}"), stored=stored_text)
    except ChangedMeanwhileError as error:
        errors.append(f"{label}: {error}")
        return typed_text


def _read_pasted_extras(
    typed: TypedExtras, section: Section, pairs: list[int]
) -> dict[int, PairExtras]:
    """Return the extras of each pair in the pasted list. Mistakes go into *typed*."""
    by_pair = {}
    for line_no, line in enumerate(typed.pasted.splitlines(), start=1):
        if not line.strip():
            continue
        pair, *cells = (cell.strip() for cell in re.split(r"[\t;]", line))
        pair_no = _parse_pair_number(pair, section)
        if pair_no not in pairs:
            typed.errors.append(
                f"Line {line_no}: “{pair[:20]}” isn’t a pair. Begin with a number from the list."
            )
        elif not 1 <= len(cells) <= len(PairExtras._fields):
            typed.errors.append(
                f"Line {line_no}: type pair, handicap, stratum and carry-over, separated by tabs or semicolons."
            )
        else:
            cells += [""] * (len(PairExtras._fields) - len(cells))
            by_pair[pair_no] = _parse_pair_extras(typed.errors, section.label(pair_no), cells)
    return by_pair


def _parse_pair_extras(errors: list[str], label: str, cells: list[str]) -> PairExtras:
    handicap, stratum, carry_over = cells
    letter = stratum.upper()
    if letter and not re.fullmatch("[A-Z]", letter):
        errors.append(
            f"Pair {label}: “{stratum[:20]}” isn’t a stratum. Type one letter, A for the highest."
        )
        letter = ""
    return PairExtras(
        _parse_amount(errors, label, "handicap", handicap),
        letter,
        _parse_amount(errors, label, "carry_over", carry_over),
    )


def _parse_amount(errors: list[str], label: str, column: str, text: str) -> str:
    if not text:
        return ""
    try:
        number = read_decimal(text)
    except DeskError as error:
        errors.append(f"Pair {label}: {error}")
        return ""
    if number is None or not is_within(number, **_LIMITS):
        errors.append(
            f"Pair {label}: “{text[:20]}” isn’t a {_COLUMN_NAMES[column]}. Type a number such as 3, −2 or 1.5."
        )
        return ""
    return f"{number.normalize():f}" if number else ""


def _parse_max_carry_over(errors: list[str], text: str) -> str:
    if not text.strip():
        return ""
    try:
        number = read_decimal(text)
    except DeskError as error:
        errors.append(str(error))
        return ""
    if number is None or number <= 0 or not is_within(number, **_LIMITS):
        errors.append(
            f"“{text[:20]}” isn’t a maximum of carry-over. Type a number above 0, or leave it empty."
        )
        return ""
    return f"{number.normalize():f}"


def _parse_pair_number(text: str, section: Section) -> int:
    """Return the pair of *text* (``5``, ``5 N-S``, ``pair 5``), or 0."""
    match = _PAIR.fullmatch(" ".join(text.upper().split()))
    if match is None:
        return 0
    side = (match["side"] or "").replace("-", "")
    if bool(side) != (section.winners == 2):
        return 0
    return section.pair_no(int(match["number"]), _SIDES[side])
