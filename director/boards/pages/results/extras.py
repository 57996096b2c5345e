"""Beside step 6: handicaps, strata and carry-over of every pair, typed, pasted or undone."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from director.boards.movement.acts import EXTRAS, fetch_section_acts
from director.boards.movement.scoring_field import fetch_scoring_field
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import PairExtras, fetch_names_by_pair
from director.boards.pages.results.extras_form import (
    TypedExtras,
    make_stored_boxes,
    make_typed_extras,
    read_extras,
)
from director.boards.pages.steps import make_results_page_context
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.results.extras import (
    apply_carry_over_amounts,
    refresh_carry_over_amounts,
    store_extras,
)
from director.boards.scoring.carry_rule import MEDIAN
from director.boards.scoring.extras import (
    SectionExtras,
    describe_carry_over_rule,
    fetch_field_extras,
    fetch_section_extras,
    list_accepted_units,
)
from director.boards.scoring.standings.carried import (
    CarryOverDue,
    compute_carry_over_amounts,
    fetch_earlier_events,
    find_carry_over_due,
    list_stage_sources,
)
from director.core.base.forms import parse_record_number
from director.core.base.requests import DeskRequest
from director.core.night.history import fetch_undo_and_redo_acts
from director.core.pages.undoing import ask_before_undo
from director.errors import DeskError
from director.models import Act, Section
from director.models.event import SectionRef, Strata
from director.models.ruling import Unit
from scoring.errors import ScoringError
from scoring.registry import find_method

COLUMN_NAMES = {"handicap": "Handicap", "stratum": "Stratum", "carry_over": "Carry-over"}


@require_http_methods(["GET", "HEAD", "POST"])
def edit_extras(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show and store handicaps, strata and carry-over, all or nothing."""
    section = fetch_section(session_id)
    names = fetch_names_by_pair(section)
    if request.method != "POST":
        typed = make_typed_extras(fetch_section_extras(section))
        if "from" in request.GET:
            _fill_carry_over(request, section, typed)
        return _render_extras_page(request, section, names, typed)
    for button, step in (("undo", undo_section), ("redo", redo_section)):
        if button in request.POST:
            return _undo_or_redo_extras(
                request, section, names, step, parse_record_number(request.POST[button])
            )
    if "take" in request.POST:
        return _take_carry_over(request, section)
    typed = read_extras(request.POST, section, list(names))
    if not typed.errors:
        typed.extras = replace(typed.extras, carry_over_rule=_find_rule(request, section, typed))
        try:
            store_extras(section=section, extras=typed.extras, user=request.user)
        except (DeskError, ScoringError) as error:
            typed.errors.append(str(error))
        else:
            messages.success(request, "Handicaps, strata and carry-over saved.")
            return redirect("session_results_extras", session_id=session_id)
    return _render_extras_page(request, fetch_section(session_id), names, typed)


def _take_carry_over(request: DeskRequest, section: Section) -> HttpResponse:
    """Store the carry-over by its rule again."""
    try:
        count = refresh_carry_over_amounts(section=section, user=request.user)
    except (DeskError, ScoringError) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"Carry-over taken again: {count} changed.")
    return redirect("session_results_extras", session_id=section)


def _find_rule(request: DeskRequest, section: Section, typed: TypedExtras) -> Mapping[str, str]:
    """Return the rule that the carry-over of *typed* follows, empty if somebody typed another.

    It is the stored one as long as no amount changes, or the one that the page has just filled in.
    """
    former = fetch_section_extras(section)
    if not request.POST.get("rule"):
        is_unchanged = _get_carry_overs(former) == _get_carry_overs(typed.extras)
        return former.carry_over_rule if is_unchanged else {}
    source, _space, share = request.POST["rule"].partition(" ")
    has_median = share.endswith(MEDIAN)
    try:
        filled = compute_carry_over_amounts(
            section, source, share.removesuffix(MEDIAN).strip(), has_median=has_median
        )
    except (DeskError, ScoringError):
        return {}
    extras = apply_carry_over_amounts(section, former, filled)
    if _get_carry_overs(extras) != _get_carry_overs(typed.extras):
        return {}
    return extras.carry_over_rule


def _get_carry_overs(extras: SectionExtras) -> dict[int, str]:
    """Return the carry-over of everybody who has some, by number."""
    return {number: pair.carry_over for number, pair in extras.pairs.items() if pair.carry_over}


def _fill_carry_over(request: DeskRequest, section: Section, typed: TypedExtras) -> None:
    """Fill in carry-over from another event, without storing it."""
    try:
        carry_over = compute_carry_over_amounts(
            section,
            request.GET["from"],
            request.GET.get("share", ""),
            has_median="median" in request.GET,
        )
    except (DeskError, ScoringError) as error:
        typed.errors.append(str(error))
        return
    for pair_no, amount in carry_over.amounts.items():
        typed.boxes["carry_over", pair_no] = amount
    typed.filled_in = carry_over.source_sentence
    if carry_over.rule:
        typed.rule = carry_over.rule.form_value
    if carry_over.unit:
        typed.extras = replace(
            typed.extras, carry_over_unit=carry_over.unit, carry_over_of=carry_over.maximum
        )
        return
    method = find_method(section.session.scoring_record.scoring)
    units = [unit for unit, _label in list_accepted_units(method)]
    if not typed.extras.carry_over_unit and Unit.VICTORY_POINTS in units:
        typed.extras = replace(typed.extras, carry_over_unit=Unit.VICTORY_POINTS)


def _undo_or_redo_extras(
    request: DeskRequest,
    section: Section,
    names: dict[int, str],
    step: Callable[..., Act | None],
    number: int,
) -> HttpResponse:
    """Undo or redo the act of the button."""
    question = ask_before_undo(
        request,
        fetch_section_acts(section, (EXTRAS,)),
        number,
        back=reverse("session_results_extras", args=[section]),
        is_redo=step is redo_section,
    )
    if question:
        return question
    try:
        step(section=section, number=number, user=request.user, kinds=(EXTRAS,))
    except (DeskError, ScoringError) as error:
        typed = make_typed_extras(fetch_section_extras(section))
        typed.errors.append(str(error))
        return _render_extras_page(request, fetch_section(section.place), names, typed)
    outcome = "undone" if step is undo_section else "redone"
    messages.success(request, f"Handicaps, strata and carry-over: change {outcome}.")
    return redirect("session_results_extras", session_id=section)


def _find_larger_maximum(section: Section) -> str:
    """Return the maximum carry-over of the field if it is that of another section, or ""."""
    if section.is_alone:
        return ""
    own_maximum = fetch_section_extras(section).max_carry_over_text
    field_maximum = fetch_field_extras(fetch_scoring_field(section)).max_carry_over_text
    return field_maximum if field_maximum != own_maximum else ""


def _find_due(section: Section) -> tuple[CarryOverDue | None, str]:
    """Return the carry-over that isn't stored, and why its rule gives nothing."""
    try:
        return find_carry_over_due(section), ""
    except (DeskError, ScoringError) as error:
        return None, str(error)


def _list_extra_columns(typed: TypedExtras, *, has_amounts: bool) -> list[tuple[str, str, bool]]:
    """Return the key and name of each column, and whether it is shown when the page opens.

    Those in use are shown, or else the first that the scoring method can use.
    """
    used_columns = {column for (column, _pair_no), text in typed.boxes.items() if text}
    used_columns = used_columns or {"handicap" if has_amounts else "stratum"}
    return [(key, name, key in used_columns) for key, name in COLUMN_NAMES.items()]


def _render_extras_page(
    request: DeskRequest, section: Section, names: dict[int, str], typed: TypedExtras
) -> HttpResponse:
    method = find_method(section.session.scoring_record.scoring)
    undo, redo = fetch_undo_and_redo_acts(fetch_section_acts(section, (EXTRAS,)))
    due, why_nothing = (None, "") if typed.filled_in else _find_due(section)
    rows = [
        {"pair_no": pair_no, "label": section.label(pair_no), "names": pair_names}
        | {column: typed.get_text(column, pair_no) for column in PairExtras._fields}
        for pair_no, pair_names in names.items()
    ]
    units = list_accepted_units(method)
    context = {
        "typed": typed,
        "rows": rows,
        "stored_boxes": make_stored_boxes(section, names),
        "columns": _list_extra_columns(typed, has_amounts=bool(units)),
        "units": units,
        "field_maximum": _find_larger_maximum(section),
        "has_percents": Unit.PERCENT in method.accepts,
        "strata": Strata.choices,
        "events": fetch_earlier_events(section),
        "stages": list_stage_sources(section),
        "rule": describe_carry_over_rule(section),
        "due": due,
        "why_nothing": why_nothing,
        "undo": undo,
        "redo": redo,
        "own_action": True,
    }
    status = 422 if typed.errors else 200
    return render(
        request,
        "boards/results/extras.html",
        make_results_page_context(request, section, "extras") | context,
        status=status,
    )
