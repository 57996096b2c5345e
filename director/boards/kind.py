"""The kind of event that is played with boards, as the core of the program uses it.

Each method hands a question of the core to the module that answers it for boards.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.boards.contests import PAIRS, ContestRecord
from director.boards.demo import create_demo_event
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.rounds import count_rounds_to_draw
from director.boards.movement.sections import (
    fetch_event_fields,
    fetch_first_section,
    fetch_section,
)
from director.boards.pages.next_hour import fetch_next_hours
from director.boards.pages.practice import PRACTICE_BY_CONTEST
from director.boards.pages.results.standings import (
    render_event_json,
    render_publishing_refusal,
    show_event_changes,
    show_event_results,
)
from director.boards.pages.steps import fetch_session_steps, fetch_steps_tonight
from director.boards.paper.exports import make_export_tables
from director.boards.paper.pdf.guide_cards import CARDS_PER_PAGE
from director.boards.paper.session_job import (
    CombinedSectionsJob,
    create_missing_addresses,
    list_sections_kinds,
    list_sections_warnings,
    make_event_job,
    record_printed_job,
)
from director.boards.play.problems.doubts import list_event_doubts, list_public_doubts
from director.boards.play.repeats import describe_board_repeat, repeat_board_event
from director.boards.play.results.acts import make_event_snapshot, open_correction
from director.boards.play.sessions import create_event, set_game
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.versions import compute_event_outcome
from director.boards.scoring.units import get_total_unit
from director.core.base.address import clean_phone_address
from director.core.base.refusals import (
    EVENT_FILE_NOT_STORABLE_TEXT,
    NONE_ENTERED_TEXT,
    SOME_MISSING_TEXT,
)
from director.core.base.standings_versions import StandingsSnapshot
from director.core.club.outcomes import EventOutcome
from director.core.files.event_file import make_not_whole_error
from director.core.night.doubts import OpenDoubt, serialize_doubts
from director.core.night.events import list_step_urls
from director.core.night.printing import PrintOptions, PrintService
from director.core.night.repeats import NightRepeat
from director.core.pages.next_hour import NextHour
from director.event_kinds import EventKind, GameGroup
from director.formats.formats import EventTables
from director.models import Club, Event, Plan, PlanRow, Result, Section, Session
from director.models.event import Game, SectionRef
from scoring.registry import list_all_methods

GAME_NAMES: Mapping[str, str] = {
    Game.WHIST: "whist",
    Game.AUCTION: "auction",
    Game.AUCTION_1914: "auction",
}
"""The words for a game in the usual name of an event, as in ``"Tuesday whist pairs"``."""


class BoardsKind(EventKind):
    """An event of a *contest* that is played with boards: pairs, teams or single players."""

    event_link = ("sessions", "session_open", "Back to the event")
    can_change_game = True

    @property
    def method_keys(self) -> frozenset[str]:
        """The scoring methods that an event can have: those registered by now."""
        return frozenset(method.key for method in list_all_methods())

    @property
    def percent_methods(self) -> frozenset[str]:
        """The scoring methods by which an event has percentages."""
        return frozenset(method.key for method in list_all_methods() if method.has_percents)

    def __init__(self, contest: ContestRecord) -> None:
        self.contest = contest.key
        self.default_name = str(contest.key)
        self.game_phrases = contest.game_phrases
        self.prefix = contest.prefix
        games = tuple(
            (f"{contest.prefix}{game}", f"{label}: {contest.offer}") for game, label in Game.choices
        )
        self.game_groups = (GameGroup(*contest.game_group, games),)
        self.practice = PRACTICE_BY_CONTEST.get(contest.key)
        self._record = contest

    @cached_property
    def paper(self) -> PrintService:  # type: ignore[override]  # settable, as an attribute is
        """The sheets of its sections. Made when they are asked for, since additions have some."""
        return PrintService(
            list_sections_kinds(self._record),
            _make_print_job,
            create_missing_addresses,
            record_printed_job,
            "slips",
            CARDS_PER_PAGE,
            is_selective=True,
            list_warnings=list_sections_warnings,
        )

    def get_default_names_by_game(self) -> dict[str, str]:
        """Return the word after the day in the usual name of a night, by game: "whist pairs"."""
        names = super().get_default_names_by_game()
        for game, name in names.items():
            game_name = GAME_NAMES.get(game.removeprefix(self.prefix), "")
            names[game] = f"{game_name} {name}".strip()
        return names

    def create_event(self, *, club: Club, game: str, **settings: Any) -> Session:
        """Store an event of one session and section, without a movement."""
        return create_event(club=club, game=game, contest=self.contest, **settings)

    def change_game(self, event: Event, game: str) -> None:
        """Give *event* the *game* and its usual method of scoring."""
        set_game(event=event, game=game)

    def make_set_up_condition(self) -> Q:
        """Return the condition of events with a movement."""
        plans = Plan.objects.filter(section__session__event=OuterRef("pk"))
        return Q(Exists(plans), contest=self.contest)

    def describe_repeat(self, event: Event) -> NightRepeat | None:
        """Return the number of contestants and the movement of the first session."""
        return describe_board_repeat(event)

    def repeat_event(
        self,
        event: Event,
        *,
        name: str,
        date: date,
        user: User | None,  # noqa: ARG002  what a new event begins with is no act
        settings: Mapping[str, Any],
    ) -> Session:
        """Store an event of one session, with the sections and movements of the first one."""
        return repeat_board_event(event, name=name, day=date, settings=settings)

    def create_demo_event(self, *, seed: int, event_date: date) -> Event:
        """Return the invented event with results of the random *seed*."""
        return create_demo_event(self._record, seed=seed, day=event_date)

    def check_import(self, event: Event) -> None:
        """Refuse an event in which a contestant meets itself.

        The database allows it, because the halves of a team may meet.
        """
        if self._record.has_halves:
            return
        meets_itself = Q(ns=F("ew"))
        rows = PlanRow.objects.filter(meets_itself, plan__section__session__event=event)
        results = Result.objects.filter(meets_itself, section__session__event=event)
        if rows.exists() or results.exists():
            raise make_not_whole_error(EVENT_FILE_NOT_STORABLE_TEXT)

    def get_next_step_url_name(self, section_ref: SectionRef) -> str:
        """Return the name of the address of the next step for the section at *section_ref*."""
        return fetch_session_steps(fetch_section(section_ref)).next_step.url_name

    def list_tonight_rows(self, today: date) -> Sequence[Any]:
        """Return the sections that play *today*."""
        return fetch_steps_tonight(today, self.contest)

    def fetch_next_hours(self, nights: Sequence[Any]) -> Mapping[int, NextHour]:
        """Return who is late, who sits out and which phones are there, by session key."""
        return fetch_next_hours(nights)

    def list_desk_addresses(self, event: Event) -> list[str]:
        """Return the addresses of the steps of all sections."""
        addresses: list[str] = []
        for section in _fetch_sections(event):
            night = fetch_session_steps(section)
            addresses += list_step_urls(night.steps, night.ref)
        return addresses

    def get_results_address(self, event: Event) -> str:
        """Return the address of Results of the first section."""
        return reverse("session_results", args=[fetch_first_section(event.pk)])

    def render_publishing_refusal(
        self, request: Any, event: Event, context: dict[str, Any]
    ) -> HttpResponse:
        """Answer with Results and the refusal in *context*."""
        return render_publishing_refusal(request, event, context)

    def render_standings_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with the standings after all sessions."""
        return show_event_results(request, event_id)

    def render_changes_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with the list of corrections."""
        return show_event_changes(request, event_id)

    def render_json_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with every line and the standings."""
        return render_event_json(request, event_id)

    def make_standings_snapshot(self, event: Event) -> StandingsSnapshot:
        """Return the standings with all lines, names and rulings that they depend on."""
        return make_event_snapshot(event)

    def compute_outcomes_by_event_id(self, events: Sequence[Event]) -> dict[int, EventOutcome]:
        """Return the places after all sessions of each event."""
        return {event.pk: compute_event_outcome(event) for event in events}

    def open_correction(self, event: Event, user: User | None) -> AbstractContextManager[object]:
        """Lock the event while its results change."""
        return open_correction(section=fetch_first_section(event.pk), user=user)

    def describe_missing_results(self, event: Event) -> str:
        """Return a sentence about missing results or rounds to draw, or "" if none is missing."""
        # An imported event was played elsewhere: no more results will come.
        if event.source:
            return ""
        sections = _fetch_sections(event)
        results_in = results_due = 0
        for section in sections:
            lines = fetch_section_lines(section, section.plan)
            results_in += lines.results_in
            results_due += lines.results_due
        if results_in < results_due:
            return SOME_MISSING_TEXT.format(
                count=results_due - results_in,
                due=results_due,
                things="results",
            )
        if not results_due:
            return NONE_ENTERED_TEXT.format()
        rounds_to_draw = 0
        for section in sections:
            if section.plan:
                rounds_to_draw += count_rounds_to_draw(section.plan)
                rounds_to_draw += bool(
                    get_format(section.plan).find_second_final(section, section.plan)
                )
        if rounds_to_draw:
            return "Rounds to draw: {count}".format(count=rounds_to_draw)
        return ""

    def list_unsettled_doubts(self, event: Event) -> list[OpenDoubt]:
        """Return what is disputed, void, off schedule or drawn from old results."""
        return list_event_doubts(event)

    def make_export_tables(self, event: Event) -> EventTables:
        """Return standings, boards, cards, recap and matches."""
        return make_export_tables(EventResults(event))

    def fetch_score_units_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the unit of the scoring method of each event."""
        return {event.pk: get_total_unit(event) for event in events}

    def serialize_results(self, event: Event) -> dict[str, Any]:
        """Return every line and the standings."""
        results = EventResults(event)
        return serialize_results(results) | serialize_doubts(list_public_doubts(results.sessions))


def _fetch_sections(event: Event) -> list[Section]:
    scoring_fields = fetch_event_fields(event)
    return [section for scoring_field in scoring_fields for section in scoring_field.sections]


def _make_print_job(event: Event, options: PrintOptions) -> CombinedSectionsJob:
    return make_event_job(
        event, replace(options, program_url=clean_phone_address(options.program_url))
    )


PAIRS_KIND = BoardsKind(PAIRS)
"""The kind that needs no addition."""
