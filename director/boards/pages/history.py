"""The history of a session: what was done, by table and by subject."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.urls import reverse

from director.boards.movement.sections import BOARD_PLAY, fetch_section, fetch_section_acts
from director.boards.movement.words import list_number_choices
from director.boards.pages.steps import make_results_page_context
from director.boards.play.sessions import fetch_name_by_section
from director.core.base.act_kinds import ActKind
from director.core.base.address import find_url
from director.core.base.requests import DeskRequest
from director.core.night.history import filter_acts_in_force
from director.core.pages.history import (
    HistoryUndoButton,
    HistoryView,
    make_contestant_filter,
    make_text_filter,
)
from director.models import Act, Section
from director.models.event import SectionRef


class SectionHistory(HistoryView):
    """The history of a section's session."""

    def make_context(self, request: DeskRequest, ref: SectionRef) -> dict[str, Any]:
        """Return the context of a page of the section's Results."""
        section = fetch_section(ref)
        return make_results_page_context(request, section, "history") | {
            "has_unrecorded_results": _has_unrecorded_results(section)
        }

    def list_contestants(self, context: dict[str, Any]) -> list[tuple[int, str]]:
        """Return the contestants of the section."""
        return list_number_choices(context["section"])

    def make_section_labeller(self, context: dict[str, Any]) -> Callable[[Act], str]:
        """Return a function that names an act's section, or "" if it concerns the whole event."""
        section = context["section"]
        name_by_section = {}
        if not section.is_alone:
            name_by_section = fetch_name_by_section(section.session.event)

        def label_section(act: Act) -> str:
            # The method is chosen on a section's page, but belongs to the event or its stage.
            if act.section_id is None or act.kind == ActKind.METHOD:
                return ""
            return name_by_section.get(act.section_id, "")

        return label_section

    def filter_by_table(self, context: dict[str, Any], table_no: int) -> Q:
        """Return the filter for acts that name a table or the pairs that met there.

        An act stores the tables and lines that it changed only in its text.
        """
        section: Section = context["section"]
        rows = section.plan.rows if section.plan else section.results
        acts = make_text_filter(f"tables? {table_no}")
        for ns, ew in rows.filter(table_no=table_no).values_list("ns", "ew").distinct():
            acts |= Q(
                words__contains=f", {section.get_label(ns)} against {section.get_label(ew)}:",
                section=section,
            )
        return acts

    def filter_by_number(self, context: dict[str, Any], number: int) -> Q:
        """Return the filter for acts of the section that name a contestant."""
        section: Section = context["section"]
        return Q(section=section) & make_contestant_filter(
            section.get_label(number), context["contestant_noun"]
        )

    def list_undo_buttons(self, context: dict[str, Any]) -> list[HistoryUndoButton]:
        """Return the buttons that undo a section's latest acts."""
        section: Section = context["section"]
        # Each kind of act is undone by the page that made it, by a field of its own.
        undo_pages = (
            (reverse("session_scores_undo", args=[section]), BOARD_PLAY, "change"),
            (reverse("session_results_extras", args=[section]), (ActKind.EXTRAS,), "undo"),
            (find_url("session_money", section.ref), (ActKind.MONEY,), "undo"),
        )
        buttons = []
        for address, act_kinds, field_name in undo_pages:
            latest_act = filter_acts_in_force(fetch_section_acts(section, act_kinds)).first()
            if latest_act and address:
                buttons.append(HistoryUndoButton(latest_act, address, field_name))
        return buttons


def _has_unrecorded_results(section: Section) -> bool:
    """Return whether *section* has results that were entered before the first recorded one.

    Imports write results without acts, as did versions before 0.3.
    """
    results = section.results.filled()
    entry_acts = section.session.event.acts.filter(section=section, kind=ActKind.RESULT)
    if first_act := entry_acts.order_by("number").first():
        # The result of an act is made some milliseconds before it.
        results = results.filter(entered_at__lt=first_act.made_at - timedelta(minutes=1))
    return results.exists()
