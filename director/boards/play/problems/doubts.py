"""The open doubts about the results of an event: what is disputed, void, or drawn from old results.

Results, Publish, the pages and files of visitors and whatever is sent ask here. What is only
missing is added by the kind of event.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from django.db.models import Q
from django.urls import reverse

from director.additions import find_ruling_desk, get_contest_desk
from director.boards.movement.scoring_field import fetch_event_fields
from director.boards.play.table_words import count_disputed_lines
from director.boards.scoring.standings.sheets import SessionSheets
from director.kinds import DoubtKind, OpenDoubt
from director.models import Event, Plan, Section, TableWord


def list_event_doubts(event: Event) -> list[OpenDoubt]:
    """Return the open doubts of all sections of *event*.

    An imported event was settled where it was played.
    """
    if event.source:
        return []
    doubts: list[OpenDoubt] = []
    for scoring_field in fetch_event_fields(event):
        for section in scoring_field.sections:
            doubts += list_section_doubts(section)
    return doubts


def list_public_doubts(sessions: Iterable[SessionSheets]) -> list[OpenDoubt]:
    """Return the open doubts about *sessions* for everybody who reads the results.

    Disputes are left out: what tables and captains send isn't counted as a change of a page, so a
    kept page would go on showing it.
    """
    doubts: list[OpenDoubt] = []
    for sheets in sessions:
        if not sheets.scoring_field.event.source:
            doubts += sheets.keep("doubts", partial(_list_stored_doubts_of_field, sheets))
    return doubts


def _list_stored_doubts_of_field(sheets: SessionSheets) -> list[OpenDoubt]:
    doubts: list[OpenDoubt] = []
    for section in sheets.scoring_field.sections:
        doubts += _list_stored_doubts(section, sheets.plans.get(section.pk), sheets)
    return doubts


def list_section_doubts(section: Section, sheets: SessionSheets | None = None) -> list[OpenDoubt]:
    """Return the open doubts of *section*.

    A page that has the *sheets* of its session passes them: it finds once what follows from them.
    """
    if sheets is None:
        stored_doubts = _list_stored_doubts(section, section.plan, None)
    else:
        find_stored = partial(_list_stored_doubts, section, sheets.plans.get(section.pk), sheets)
        stored_doubts = sheets.keep(("doubts", section.pk), find_stored)
    return [*stored_doubts, *_find_disputes(section, sheets)]


def _list_stored_doubts(
    section: Section, plan: Plan | None, sheets: SessionSheets | None
) -> list[OpenDoubt]:
    """Return the doubts of *section* that follow from stored results and matches."""
    if plan is None:
        return []
    doubts = [*get_contest_desk().list_stored_doubts(section, plan, sheets)]
    desk = find_ruling_desk()
    if desk and (count := desk.count_unsettled(section, plan, sheets)):
        address = reverse(desk.problems_url, args=[section])
        text = f"{count} off schedule to settle"
        doubts.append(make_doubt(section, DoubtKind.OFF_SCHEDULE, text, "Settle problems", address))
    return doubts


def _has_open_words(section: Section) -> bool:
    """Return whether a table or captain of *section* said what can be a dispute. One query."""
    open_words = TableWord.objects.filter(access__section=section, dropped_at__isnull=True)
    is_question = Q(kind=TableWord.Kind.RESULT, version__isnull=True)
    is_dispute = Q(kind=TableWord.Kind.MATCH, is_dispute=True)
    return open_words.filter(is_question | is_dispute).exists()


def _find_disputes(section: Section, sheets: SessionSheets | None) -> Iterator[OpenDoubt]:
    if not _has_open_words(section):  # as nearly always
        return
    if count := count_disputed_lines(section):
        text = f"{count} result{'s' if count > 1 else ''} disputed"
        address = reverse("session_play", args=[section])
        yield make_doubt(section, DoubtKind.DISPUTED, text, "Settle disputes", address)
    plan = sheets.plans.get(section.pk) if sheets else section.plan
    if plan:
        yield from get_contest_desk().find_disputed_matches(section, plan, sheets)


def make_doubt(section: Section, kind: DoubtKind, text: str, name: str, address: str) -> OpenDoubt:
    """Return the doubt that *text* says in a few words, settled at *address*, a page called *name*."""
    words = f"{get_place_prefix(section)}{text}."
    return OpenDoubt(kind=kind, words=words, label=text, name=name, address=address)


def get_place_prefix(section: Section) -> str:
    """Return "Section B: " for a sentence, or "" if the event has one section."""
    return "" if section.is_alone else f"Section {section.letter}: "
