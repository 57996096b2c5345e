"""Pairs, as a kind of event."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from director.boards.results.read.event import EventResults
from director.boards.results.read.json import results_json
from director.boards.results.read.rescored import sitting_differences
from director.boards.results.write.correction import correction, event_standings
from director.boards.sections import section_of_event, section_of_session
from director.boards.sitting import event_sittings
from director.boards.start import event_create, game_change
from director.boards.steps import nights_tonight, session_night
from director.desk.address import address_for_phones
from director.files.formats import EventTables
from director.kinds import EventKind, PaperOfKind, Wishes
from director.models import Event
from director.models.event import Contest, Game, SectionPlace
from director.pairs.demo import demo_night
from director.pairs.files import pairs_files
from director.pairs.paper.guide_cards import CARDS_PER_PAGE
from director.pairs.printing.sections import SECTIONS_KINDS, SectionsJob, event_job, job_printed, sections_remarks
from director.pairs.results.views.public import event_changes, event_json, event_results


def _home(place: SectionPlace) -> str:
    return session_night(section_of_session(place)).next_step.url_name


def _correction(event: Event, user: User | None) -> AbstractContextManager[None]:
    return correction(section=section_of_event(event.pk), user=user)


def _tables(event: Event) -> EventTables:
    return pairs_files(EventResults(event))


def _as_json(event: Event) -> dict[str, Any]:
    return results_json(EventResults(event))


def _differences(event: Event) -> list[str]:
    return [difference for sitting in event_sittings(event) for difference in sitting_differences(sitting)]


def _job(event: Event, wishes: Wishes) -> SectionsJob:
    return event_job(event, replace(wishes, address=address_for_phones(wishes.address)))


def _printed(_event: Event, job: SectionsJob, keys: Sequence[str]) -> None:
    job_printed(job, keys)


KIND = EventKind(
    contest=Contest.PAIRS,
    called="pairs",
    games=("Duplicate pairs", tuple(Game.choices)),
    asked=("duplicate bridge", "duplicate whist"),
    back=("sessions", "session_open", "Back to the night"),
    start=event_create,
    change_game=game_change,
    home=_home,
    tonight=nights_tonight,
    standings=event_standings,
    correction=_correction,
    tables=_tables,
    as_json=_as_json,
    differences=_differences,
    paper=PaperOfKind(
        SECTIONS_KINDS, _job, _printed, "slips", CARDS_PER_PAGE, is_selective=True, remarks=sections_remarks
    ),
    standings_page=event_results,
    changes_page=event_changes,
    json_page=event_json,
    demo=demo_night,
)
