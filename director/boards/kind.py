"""What every kind of event that is played with boards answers when it is asked; a kind says what it has of its own."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Q
from django.urls import reverse

from director.boards.contests import CONTESTS
from director.boards.demo import InventedNight, demo_night
from director.boards.movement.lines.read import section_lines
from director.boards.movement.rounds import rounds_to_draw
from director.boards.movement.scoring_field import event_fields
from director.boards.movement.sections import section_of_event, section_of_session
from director.boards.pages.player_page.views import own_page
from director.boards.pages.results.public import event_changes, event_json, event_results
from director.boards.pages.results.standings import results_refused
from director.boards.pages.steps import nights_tonight, session_night
from director.boards.paper.exports.event import event_files
from director.boards.paper.pdf.guide_cards import CARDS_PER_PAGE
from director.boards.paper.printing.sections import (
    SectionsJob,
    addresses_open,
    event_job,
    job_printed,
    sections_kinds,
    sections_remarks,
)
from director.boards.play.phones.api import BOARDS_DOOR
from director.boards.play.results.correction import correction, event_standings
from director.boards.play.seats.api import PairsNames
from director.boards.play.start import event_create, game_change
from director.boards.scoring.explanation import field_differences
from director.boards.scoring.json import results_json
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.outcome import event_outcome
from director.core.base import sentences
from director.core.base.address import address_for_phones
from director.core.files.archive.file import refused
from director.core.night.events.read import step_addresses
from director.formats.formats import EventTables
from director.kinds import EventKind, PaperOfKind, PrintWishes
from director.models import Club, Event, PlanRow, Result, Session
from director.models.event import Game, SectionPlace


def board_kind(*, asked: Sequence[str], offered: str, demo: InventedNight, prefix: str = "") -> EventKind:
    """Return the kind of event for a contest with boards.

    *asked* says what can be played in a sentence, *offered* in the list of games.  *prefix* stands before the name of
    a game where another kind offers the same, and *demo* is its invented night.
    """
    contest = demo.contest

    def start(*, club: Club, name: str, on: date, game: str) -> Session:
        return event_create(club=club, name=name, on=on, game=game, contest=contest)

    def tonight(today: date) -> Sequence[Any]:
        return nights_tonight(today, contest)

    return EventKind(
        contest=contest,
        called=contest.value,
        games=(contest.label, tuple((f"{prefix}{game}", f"{label}: {offered}") for game, label in Game.choices)),
        prefix=prefix,
        asked=tuple(asked),
        back=("sessions", "session_open", "Back to the event"),
        start=start,
        change_game=game_change,
        home=_home,
        tonight=tonight,
        pages=_pages,
        standings=event_standings,
        correction=_correction,
        tables=_tables,
        as_json=_as_json,
        missing=_missing,
        differences=_differences,
        paper=PaperOfKind(
            sections_kinds(CONTESTS[contest]),
            _job,
            addresses_open,
            job_printed,
            "slips",
            CARDS_PER_PAGE,
            is_selective=True,
            remarks=sections_remarks,
        ),
        results_address=lambda event: reverse("session_results", args=[section_of_event(event.pk)]),
        results_refused=results_refused,
        standings_page=event_results,
        changes_page=event_changes,
        json_page=event_json,
        demo=partial(demo_night, demo),
        outcome=event_outcome,
        table_door=BOARDS_DOOR,
        names_door=PairsNames(),
        own_page=own_page,
        taken=_taken,
    )


def _home(place: SectionPlace) -> str:
    return session_night(section_of_session(place)).next_step.url_name


def _pages(event: Event) -> list[str]:
    nights = (session_night(section) for scoring_field in event_fields(event) for section in scoring_field.sections)
    return [address for night in nights for address in step_addresses(night.steps, night.place)]


def _correction(event: Event, user: User | None) -> AbstractContextManager[object]:
    return correction(section=section_of_event(event.pk), user=user)


def _tables(event: Event) -> EventTables:
    return event_files(EventResults(event))


def _as_json(event: Event) -> dict[str, Any]:
    return results_json(EventResults(event))


def _missing(event: Event) -> str:
    if event.source:  # played elsewhere
        return ""
    sections = [section for scoring_field in event_fields(event) for section in scoring_field.sections]
    every = (line for section in sections for line in section_lines(section, section.plan).all)
    lines = [line for line in every if not line.is_extra]
    to_draw = sum(rounds_to_draw(section.plan) for section in sections if section.plan)
    if count := sum(not line.is_in for line in lines):
        return sentences.SOME_MISSING.says(count=count, due=len(lines), things="results")
    if not lines:
        return sentences.NONE_ENTERED.says()
    return sentences.ROUNDS_TO_DRAW.says(count=to_draw) if to_draw else ""


def _taken(event: Event) -> None:
    """Refuse an event of a file in which anybody meets itself, who has no halves that may meet."""
    if CONTESTS[event.contest].has_halves:
        return
    itself = Q(ns=F("ew"))
    rows = PlanRow.objects.filter(itself, plan__section__session__event=event)
    if rows.exists() or Result.objects.filter(itself, section__session__event=event).exists():
        raise refused(sentences.EVENT_FILE_NOT_STORABLE)


def _differences(event: Event) -> list[str]:
    return [difference for scoring_field in event_fields(event) for difference in field_differences(scoring_field)]


def _job(event: Event, wishes: PrintWishes) -> SectionsJob:
    return event_job(event, replace(wishes, address=address_for_phones(wishes.address)))
