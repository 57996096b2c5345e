"""The history of a session: what was done, by table and by subject."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.urls import reverse

from director.boards.movement.acts import BOARD_PLAY, EXTRAS, METHOD, fetch_section_acts
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import list_number_choices
from director.boards.pages.steps import make_results_page_context
from director.boards.play.sessions.read import fetch_section_names
from director.core.night.history.read import filter_standing_acts
from director.core.pages.history import History, Undo, filter_by_contestant, filter_by_words
from director.models import Act, Section


def _make_section_labeller(context: dict[str, Any]) -> Callable[[Act], str]:
    """Return a function that names an act's section, or "" if it concerns the whole event."""
    section = context["section"]
    names = {} if section.is_alone else fetch_section_names(section.session.event)
    return lambda act: (
        "" if act.section_id is None or act.kind == METHOD else names.get(act.section_id, "")
    )


def _filter_acts_by_table(context: dict[str, Any], table_no: int) -> Q:
    """Return the filter for acts that name a table or the pairs that met there."""
    section: Section = context["section"]
    rows = section.plan.rows if section.plan else section.results
    acts = filter_by_words(f"tables? {table_no}")
    for ns, ew in rows.filter(table_no=table_no).values_list("ns", "ew").distinct():
        acts |= Q(
            words__contains=f", {section.label(ns)} against {section.label(ew)}:", section=section
        )
    return acts


def _filter_acts_by_number(context: dict[str, Any], number: int) -> Q:
    section: Section = context["section"]
    return Q(section=section) & filter_by_contestant(section.label(number), context["called"])


def _fetch_undos(context: dict[str, Any]) -> list[Undo]:
    """Return the acts of a section that can be undone."""
    section: Section = context["section"]
    undo_views = (
        ("session_scores_undo", BOARD_PLAY, "change"),
        ("session_results_extras", (EXTRAS,), "undo"),
    )
    latest_acts = (
        (filter_standing_acts(fetch_section_acts(section, kinds)).first(), name, key)
        for name, kinds, key in undo_views
    )
    return [Undo(act, reverse(name, args=[section]), key) for act, name, key in latest_acts if act]


HISTORY = History(
    context=lambda request, place: make_results_page_context(
        request, fetch_section(place), "history"
    ),
    people=lambda context: list_number_choices(context["section"]),
    of_table=_filter_acts_by_table,
    of_number=_filter_acts_by_number,
    undos=_fetch_undos,
    place_of_act=_make_section_labeller,
)
