"""Beside step 6: handicaps, strata and carry-over of every pair, typed, pasted or undone."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from director.boards.movement.sections import (
    fetch_scoring_field,
    fetch_section,
    fetch_section_acts,
    fetch_undo_and_redo_acts,
)
from director.boards.movement.words import PairExtras, fetch_name_by_pair, get_contestant_noun
from director.boards.pages.steps import make_results_page_context
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.results.extras import (
    apply_carry_over_amounts,
    refresh_carry_over_amounts,
    store_extras,
)
from director.boards.scoring.extras import (
    MEDIAN,
    SectionExtras,
    describe_carry_over_rule,
    fetch_field_extras,
    fetch_section_extras,
    list_accepted_units,
)
from director.boards.scoring.standings.carried import (
    CarryOverDue,
    compute_carry_over_amounts,
    fetch_source_events,
    find_carry_over_due,
    list_stage_sources,
)
from director.core.base.act_kinds import ActKind
from director.core.base.forms import (
    has_max_digits,
    merge_box_value,
    parse_decimal,
    parse_record_number,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.pages.history import find_undo_question_page
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import ChangedMeanwhileError, DeskError
from director.models import Act, Section
from director.models.event import SectionRef, Strata
from director.models.ruling import Unit
from scoring.errors import ScoringError
from scoring.registry import get_method

MAX_PASTED_CHARACTERS = 50_000
_LIMITS = {"whole_digits": 4, "decimals": 3}
_PAIR = re.compile(r"(?:(?:PAIR|PLAYER|TEAM) )?(?P<number>[0-9]{1,5})(?: ?(?P<side>N-?S|E-?W))?")
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
    typed_extras = TypedExtras(extras=extras)
    for pair_no, pair in extras.extras_by_pair.items():
        typed_extras.boxes |= {(column, pair_no): text for column, text in pair._asdict().items()}
    return typed_extras


def read_extras(data: Mapping[str, str], section: Section, pairs: list[int]) -> TypedExtras:
    """Parse the boxes of *pairs* (``handicap-5``, ``stratum-5``, ``carry_over-5``) and ``pasted``.

    A box that shows what the page showed (``was-handicap-5``) keeps what another desk has stored.
    A pasted list has a line for each pair, with tabs or semicolons between the columns: pair,
    handicap, stratum, carry-over.  It replaces the boxes of the pairs that it names.
    """
    typed_extras = TypedExtras(pasted=data.get("pasted", "")[:MAX_PASTED_CHARACTERS])
    stored_boxes = make_stored_boxes(section, pairs)
    for pair_no in pairs:
        for column in PairExtras._fields:
            name = f"{column}-{pair_no}"
            label = _name_contestant(section, pair_no)
            merged_text = _merge_box(typed_extras.errors, label, data, name, stored_boxes[name])
            typed_extras.boxes[column, pair_no] = merged_text
    extras_by_pair = {}
    for pair_no in pairs:
        cells = [typed_extras.boxes[column, pair_no] for column in PairExtras._fields]
        extras_by_pair[pair_no] = _parse_pair_extras(
            typed_extras.errors, _name_contestant(section, pair_no), cells
        )
    extras_by_pair |= _read_pasted_extras(typed_extras, section, pairs)
    settings = {
        name: _merge_box(typed_extras.errors, label, data, name, stored_boxes[name])
        for name, label in _SETTING_LABELS.items()
    }
    strata = Strata.APART if settings["strata"] == Strata.APART else Strata.BELOW
    max_carry_over = settings["carry_over_of"]
    # What is stored was checked when it was typed.
    if max_carry_over != section.carry_over_of:
        max_carry_over = _parse_max_carry_over(typed_extras.errors, max_carry_over)
    typed_extras.extras = SectionExtras(
        extras_by_pair,
        settings["handicap_unit"],
        settings["carry_over_unit"],
        strata,
        max_carry_over,
    )
    return typed_extras


def make_stored_boxes(section: Section, pairs: Iterable[int]) -> dict[str, str]:
    """Return what each box of the page would show of the stored extras, by its name."""
    stored_extras = fetch_section_extras(section)
    boxes = {
        f"{column}-{pair_no}": text
        for pair_no in pairs
        for column, text in stored_extras.extras_by_pair.get(pair_no, PairExtras())
        ._asdict()
        .items()
    }
    units = [
        unit
        for unit, _label in list_accepted_units(get_method(section.session.scoring_record.scoring))
    ]
    for name in ("handicap_unit", "carry_over_unit"):
        unit = getattr(stored_extras, name)
        # A browser chooses the first of a list that has none chosen.
        boxes[name] = unit if unit in units else next(iter(units), "")
    return boxes | {"strata": stored_extras.strata, "carry_over_of": stored_extras.carry_over_of}


def _merge_box(
    errors: list[str], label: str, data: Mapping[str, str], name: str, stored_text: str
) -> str:
    """Return what box *name* is to hold. If another desk changed it too, add an error."""
    typed_text = data.get(name, "").strip()
    try:
        return merge_box_value(
            typed_value=typed_text, shown_value=data.get(f"was-{name}"), stored_value=stored_text
        )
    except ChangedMeanwhileError as error:
        errors.append(f"{label}: {error}")
        return typed_text


def _read_pasted_extras(
    typed_extras: TypedExtras, section: Section, pairs: list[int]
) -> dict[int, PairExtras]:
    """Return the extras of each pair in the pasted list. Mistakes go into *typed_extras*."""
    contestant_noun = get_contestant_noun(section)
    extras_by_pair = {}
    for line_no, line in enumerate(typed_extras.pasted.splitlines(), start=1):
        if not line.strip():
            continue
        pair, *cells = (cell.strip() for cell in re.split(r"[\t;]", line))
        pair_no = _parse_pair_number(pair, section)
        if pair_no not in pairs:
            typed_extras.errors.append(
                f"Line {line_no}: “{pair[:20]}” isn’t a {contestant_noun}. Begin with a number from the list."
            )
        elif not 1 <= len(cells) <= len(PairExtras._fields):
            typed_extras.errors.append(
                f"Line {line_no}: type {contestant_noun}, handicap, stratum and carry-over, separated by tabs or semicolons."
            )
        else:
            cells += [""] * (len(PairExtras._fields) - len(cells))
            extras_by_pair[pair_no] = _parse_pair_extras(
                typed_extras.errors, _name_contestant(section, pair_no), cells
            )
    return extras_by_pair


def _name_contestant(section: Section, pair_no: int) -> str:
    """Return what a sentence about a contestant begins with: "Pair 5"."""
    return f"{get_contestant_noun(section).capitalize()} {section.get_label(pair_no)}"


def _parse_pair_extras(errors: list[str], label: str, cells: list[str]) -> PairExtras:
    handicap, stratum, carry_over = cells
    letter = stratum.upper()
    if letter and not re.fullmatch("[A-Z]", letter):
        errors.append(
            f"{label}: “{stratum[:20]}” isn’t a stratum. Type one letter, A for the highest."
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
        number = parse_decimal(text)
    except DeskError as error:
        errors.append(f"{label}: {error}")
        return ""
    if number is None or not has_max_digits(number, **_LIMITS):
        errors.append(
            f"{label}: “{text[:20]}” isn’t a {_COLUMN_NAMES[column]}. Type a number such as 3, −2 or 1.5."
        )
        return ""
    return f"{number.normalize():f}" if number else ""


def _parse_max_carry_over(errors: list[str], text: str) -> str:
    if not text.strip():
        return ""
    try:
        number = parse_decimal(text)
    except DeskError as error:
        errors.append(str(error))
        return ""
    if number is None or number <= 0 or not has_max_digits(number, **_LIMITS):
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
    return section.get_pair_no(int(match["number"]), _SIDES[side])


COLUMN_NAMES = {"handicap": "Handicap", "stratum": "Stratum", "carry_over": "Carry-over"}


@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def edit_extras(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show and store handicaps, strata and carry-over, all or nothing."""
    section = fetch_section(ref)
    names = fetch_name_by_pair(section)
    if request.method != "POST":
        typed_extras = make_typed_extras(fetch_section_extras(section))
        if "from" in request.GET:
            _fill_carry_over(request, section, typed_extras)
        return _render_extras_page(request, section, names, typed_extras)
    for button, undo_or_redo in (("undo", undo_section), ("redo", redo_section)):
        if button in request.POST:
            return _undo_or_redo_extras(
                request, section, names, undo_or_redo, parse_record_number(request.POST[button])
            )
    if "take" in request.POST:
        return _refresh_carry_over(request, section)
    typed_extras = read_extras(request.POST, section, list(names))
    if not typed_extras.errors:
        typed_extras.extras = replace(
            typed_extras.extras, carry_over_rule=_make_rule_fields(request, section, typed_extras)
        )
        try:
            store_extras(section=section, extras=typed_extras.extras, user=request.user)
        except (DeskError, ScoringError) as error:
            typed_extras.errors.append(str(error))
        else:
            messages.success(request, "Handicaps, strata and carry-over saved.")
            return redirect("session_results_extras", ref=ref)
    return _render_extras_page(request, fetch_section(ref), names, typed_extras)


def _refresh_carry_over(request: DeskRequest, section: Section) -> HttpResponse:
    """Store the carry-over by its rule again."""
    with show_refusals_as_messages(request):
        count = refresh_carry_over_amounts(section=section, user=request.user)
        messages.success(request, f"Carry-over taken again: {count} changed.")
    return redirect("session_results_extras", ref=section)


def _make_rule_fields(
    request: DeskRequest, section: Section, typed_extras: TypedExtras
) -> Mapping[str, str]:
    """Return the rule that the carry-over of *typed_extras* follows, empty if amounts were typed.

    It is the stored rule as long as no amount changes, or the rule that the page just filled in.
    """
    previous_extras = fetch_section_extras(section)
    if not request.POST.get("rule"):
        is_unchanged = _get_carry_over_by_number(previous_extras) == _get_carry_over_by_number(
            typed_extras.extras
        )
        return previous_extras.carry_over_rule if is_unchanged else {}
    source, _space, percentage = request.POST["rule"].partition(" ")
    has_median = percentage.endswith(MEDIAN)
    try:
        computed_carry_over = compute_carry_over_amounts(
            section, source, percentage.removesuffix(MEDIAN).strip(), has_median=has_median
        )
    except (DeskError, ScoringError):
        return {}
    extras = apply_carry_over_amounts(section, previous_extras, computed_carry_over)
    if _get_carry_over_by_number(extras) != _get_carry_over_by_number(typed_extras.extras):
        return {}
    return extras.carry_over_rule


def _get_carry_over_by_number(extras: SectionExtras) -> dict[int, str]:
    """Return each contestant's carry-over, without those that have none."""
    return {
        pair_no: pair_extras.carry_over
        for pair_no, pair_extras in extras.extras_by_pair.items()
        if pair_extras.carry_over
    }


def _fill_carry_over(request: DeskRequest, section: Section, typed_extras: TypedExtras) -> None:
    """Fill in carry-over from another event, without storing it."""
    try:
        carry_over = compute_carry_over_amounts(
            section,
            request.GET["from"],
            request.GET.get("share", ""),
            has_median="median" in request.GET,
        )
    except (DeskError, ScoringError) as error:
        typed_extras.errors.append(str(error))
        return
    for pair_no, amount in carry_over.amount_by_number.items():
        typed_extras.boxes["carry_over", pair_no] = amount
    typed_extras.filled_in = carry_over.source_sentence
    if carry_over.rule:
        typed_extras.rule = carry_over.rule.form_value
    if carry_over.unit:
        typed_extras.extras = replace(
            typed_extras.extras, carry_over_unit=carry_over.unit, carry_over_of=carry_over.maximum
        )
        return
    method = get_method(section.session.scoring_record.scoring)
    units = [unit for unit, _label in list_accepted_units(method)]
    if not typed_extras.extras.carry_over_unit and Unit.VICTORY_POINTS in units:
        typed_extras.extras = replace(typed_extras.extras, carry_over_unit=Unit.VICTORY_POINTS)


def _undo_or_redo_extras(
    request: DeskRequest,
    section: Section,
    names: dict[int, str],
    undo_or_redo: Callable[..., Act | None],
    number: int,
) -> HttpResponse:
    """Undo or redo the act of the button."""
    question = find_undo_question_page(
        request,
        fetch_section_acts(section, (ActKind.EXTRAS,)),
        number,
        back=reverse("session_results_extras", args=[section]),
        is_redo=undo_or_redo is redo_section,
    )
    if question:
        return question
    try:
        undo_or_redo(section=section, number=number, user=request.user, kinds=(ActKind.EXTRAS,))
    except (DeskError, ScoringError) as error:
        typed_extras = make_typed_extras(fetch_section_extras(section))
        typed_extras.errors.append(str(error))
        return _render_extras_page(request, fetch_section(section.ref), names, typed_extras)
    outcome = "undone" if undo_or_redo is undo_section else "redone"
    messages.success(request, f"Handicaps, strata and carry-over: change {outcome}.")
    return redirect("session_results_extras", ref=section)


def _fetch_larger_maximum(section: Section) -> str:
    """Return the maximum carry-over of the field if it is that of another section, or ""."""
    if section.is_alone:
        return ""
    own_maximum = fetch_section_extras(section).max_carry_over_text
    field_maximum = fetch_field_extras(fetch_scoring_field(section)).max_carry_over_text
    return field_maximum if field_maximum != own_maximum else ""


def _find_carry_over_due(section: Section) -> tuple[CarryOverDue | None, str]:
    """Return the carry-over by the rule that isn't stored yet, or why the rule gives none."""
    try:
        return find_carry_over_due(section), ""
    except (DeskError, ScoringError) as error:
        return None, str(error)


def _list_extra_columns(
    typed_extras: TypedExtras, *, has_amounts: bool
) -> list[tuple[str, str, bool]]:
    """Return the key and name of each column, and whether it is shown when the page opens.

    Those in use are shown, or else the first that the scoring method can use.
    """
    used_columns = {column for (column, _pair_no), text in typed_extras.boxes.items() if text}
    used_columns = used_columns or {"handicap" if has_amounts else "stratum"}
    return [(key, name, key in used_columns) for key, name in COLUMN_NAMES.items()]


def _render_extras_page(
    request: DeskRequest, section: Section, names: dict[int, str], typed_extras: TypedExtras
) -> HttpResponse:
    method = get_method(section.session.scoring_record.scoring)
    undo, redo = fetch_undo_and_redo_acts(section, (ActKind.EXTRAS,))
    carry_over_due, nothing_due_reason = None, ""
    if not typed_extras.filled_in:
        carry_over_due, nothing_due_reason = _find_carry_over_due(section)
    rows = [
        {"pair_no": pair_no, "label": section.get_label(pair_no), "names": pair_names}
        | {column: typed_extras.get_text(column, pair_no) for column in PairExtras._fields}
        for pair_no, pair_names in names.items()
    ]
    units = list_accepted_units(method)
    context = {
        "typed_extras": typed_extras,
        "rows": rows,
        "stored_boxes": make_stored_boxes(section, names),
        "columns": _list_extra_columns(typed_extras, has_amounts=bool(units)),
        "units": units,
        "field_maximum": _fetch_larger_maximum(section),
        "has_percents": Unit.PERCENT in method.accepted_rulings,
        "strata": Strata.choices,
        "source_events": fetch_source_events(section),
        "source_stages": list_stage_sources(section),
        "rule": describe_carry_over_rule(section),
        "carry_over_due": carry_over_due,
        "nothing_due_reason": nothing_due_reason,
        "undo": undo,
        "redo": redo,
        "own_action": True,
    }
    return render_page(
        request,
        "boards/results/extras.html",
        make_results_page_context(request, section, "extras") | context,
        problems=typed_extras.errors,
    )
