"""The history of a session: what was done, by table and by subject."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.urls import reverse

from director.boards.movement.acts import BOARD_PLAY, EXTRAS, METHOD, section_acts
from director.boards.movement.sections import section_of_session
from director.boards.movement.words import numbers_named
from director.boards.pages.steps import results_shell
from director.boards.play.sessions.read import section_names
from director.core.night.history.read import standing_acts
from director.core.pages.history import History, Undo, filter_by_words, says_who
from director.models import Act, Section


def _section_label_function(context: dict[str, Any]) -> Callable[[Act], str]:
    """Return a function that names an act's section, or "" if it concerns the whole event."""
    section = context["section"]
    names = {} if section.is_alone else section_names(section.session.event)
    return lambda act: (
        "" if act.section_id is None or act.kind == METHOD else names.get(act.section_id, "")
    )


def _acts_of_table(context: dict[str, Any], table_no: int) -> Q:
    """Return the filter for acts that name a table or the pairs that met there."""
    section: Section = context["section"]
    rows = section.plan.rows if section.plan else section.results
    acts = filter_by_words(f"tables? {table_no}")
    for ns, ew in rows.filter(table_no=table_no).values_list("ns", "ew").distinct():
        acts |= Q(
            words__contains=f", {section.label(ns)} against {section.label(ew)}:", section=section
        )
    return acts


def _acts_of_number(context: dict[str, Any], number: int) -> Q:
    section: Section = context["section"]
    return Q(section=section) & says_who(section.label(number), context["called"])


def _undos(context: dict[str, Any]) -> list[Undo]:
    """Return the acts of a section that can be undone."""
    section: Section = context["section"]
    undo_views = (
        ("session_scores_undo", BOARD_PLAY, "change"),
        ("session_results_extras", (EXTRAS,), "undo"),
    )
    latest_acts = (
        (standing_acts(section_acts(section, kinds)).first(), name, key)
        for name, kinds, key in undo_views
    )
    return [Undo(act, reverse(name, args=[section]), key) for act, name, key in latest_acts if act]


HISTORY = History(
    context=lambda request, place: results_shell(request, section_of_session(place), "history"),
    people=lambda context: numbers_named(context["section"]),
    of_table=_acts_of_table,
    of_number=_acts_of_number,
    undos=_undos,
    where=_section_label_function,
)
