"""Progressive parties, as a kind of event.

Connects the rest of the program to the party's modules: each method calls a function of one of
them. :class:`director.event_kinds.EventKind` says what the methods are for.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.core.base.address import clean_phone_address
from director.core.base.refusals import NONE_ENTERED_TEXT, SOME_MISSING_TEXT
from director.core.base.standings_versions import StandingsSnapshot
from director.core.club.outcomes import EventOutcome
from director.core.night.doubts import DoubtKind, OpenDoubt, serialize_doubts
from director.core.night.events import list_step_urls
from director.core.night.money import EntryFee, NightAccount
from director.core.night.printing import PrintOptions, PrintService
from director.core.night.repeats import NightRepeat
from director.core.pages.next_hour import NextHour
from director.errors import PartyError
from director.event_kinds import EventKind, GameGroup
from director.formats.formats import EventTables
from director.models import Club, Event, Session
from director.models.event import Contest, SectionRef
from director.party.demo import create_demo_party
from director.party.models import Party
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import (
    PLAYED_METHODS,
    fetch_parties_tonight,
    fetch_party_by_event,
    fetch_party_by_session,
    fetch_party_night,
)
from director.party.pages.next_hour import fetch_next_hours
from director.party.pages.results import (
    show_corrections,
    show_event,
    show_publishing_refusal,
    show_results_json,
)
from director.party.pages.shell import PartyTables, describe_wrong_sums
from director.party.paper.files import make_download_tables
from director.party.paper.pdf.job import PartyJob
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing import (
    list_print_warnings,
    make_print_job,
    open_addresses,
    record_printed_cards,
)
from director.party.play.corrections import lock_party_for_correction, read_party_to_change
from director.party.play.phones import PARTY_API
from director.party.play.practice import WhistDrivePractice
from director.party.play.repeats import describe_party_repeat, repeat_party
from director.party.play.setup import create_party
from director.party.presets import NAMED_PRESETS, PRESET_GROUPS, PartyPreset, find_preset
from director.party.scoring.json import make_results_json
from director.party.scoring.outcomes import compute_party_outcomes_by_event
from director.party.scoring.prizes import fetch_entry_fee, fetch_party_accounts
from director.party.scoring.sheets import fetch_party_results
from movements.party.rounds import get_progressive_system
from scoring.party.methods import get_party_method

ANY_PARTY = "party"
PRESET_PREFIX = f"{ANY_PARTY}-"
OTHER_PARTY = (ANY_PARTY, "Another party (choose on the next page)")
"""The key and name of a party whose game is chosen in step 1, Field."""


def _make_game_groups() -> tuple[GameGroup, ...]:
    groups = []
    for group_name, description in PRESET_GROUPS.items():
        games = []
        for preset in NAMED_PRESETS:
            if preset.group == group_name:
                games.append((_make_game_key(preset), preset.name))
        groups.append(GameGroup(group_name, description, tuple(games)))
    # The last group is that of other games.
    *first_groups, last_group = groups
    return (*first_groups, replace(last_group, games=(*last_group.games, OTHER_PARTY)))


def _make_game_key(preset: PartyPreset) -> str:
    return f"{PRESET_PREFIX}{preset.key}"


class PartyKind(EventKind):
    """A progressive party: a whist drive, a euchre evening and the like."""

    contest = Contest.PROGRESSIVE
    default_name = "party"
    game_groups = _make_game_groups()
    game_phrases = ("a progressive party",)
    event_link = ("parties", "party_open", "Back to the party")
    table_api = PARTY_API
    phones_page = PartyTables
    has_accounts = True
    practice = WhistDrivePractice()

    def __init__(self) -> None:
        self.paper = PrintService(
            sheet_kinds=PARTY_KINDS,
            make_print_job=_make_paper_job,
            create_links=open_addresses,
            record_printed=record_printed_cards,
            blank_sheets_label="cards",
            list_warnings=list_print_warnings,
        )

    def get_default_names_by_game(self) -> dict[str, str]:
        """Return the name of an evening with each preset, and "party" for one without."""
        names = {_make_game_key(preset): preset.night_name for preset in NAMED_PRESETS}
        return super().get_default_names_by_game() | names

    def fetch_game_keys_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the game key of each party's preset, or "party" without a named preset."""
        named_game_keys = set(map(_make_game_key, NAMED_PRESETS))
        parties = Party.objects.filter(session__event__in=events).order_by()
        game_key_by_event = {}
        for event_id, preset_key in parties.values_list("session__event", "preset"):
            game_key = f"{PRESET_PREFIX}{preset_key}"
            game_key_by_event[event_id] = game_key if game_key in named_game_keys else ANY_PARTY
        return game_key_by_event

    def create_event(self, *, club: Club, game: str, **settings: Any) -> Session:
        """Create a party with the settings of the chosen preset."""
        preset = find_preset(game.removeprefix(PRESET_PREFIX))
        return create_party(club=club, preset=preset, **settings)

    def change_game(self, event: Event, game: str) -> None:
        """Change nothing: the game of a party is chosen in step 1, Field."""

    def make_ended_condition(self) -> Q:
        """Return the condition of parties with a method that a former version had."""
        parties = Party.objects.exclude(method__in=PLAYED_METHODS)
        return Q(Exists(parties.filter(session__event=OuterRef("pk"))), contest=self.contest)

    def find_ended_method(self, event: Event) -> str:
        """Return the key of the party's method if only a former version had it, or ""."""
        ended = Party.objects.exclude(method__in=PLAYED_METHODS)
        return ended.filter(session__event=event).values_list("method", flat=True).first() or ""

    def make_set_up_condition(self) -> Q:
        """Return the condition of parties with a system, a method and players."""
        parties = Party.objects.exclude(Q(system="") | Q(method="")).filter(
            session__event=OuterRef("pk"), players__joined_round=1
        )
        return Q(Exists(parties), contest=self.contest)

    def describe_repeat(self, event: Event) -> NightRepeat | None:
        """Return the number of players, the game and the rounds of the party."""
        return describe_party_repeat(event)

    def repeat_event(
        self,
        event: Event,
        *,
        name: str,
        date: date,
        user: User | None,
        settings: Mapping[str, Any],
    ) -> Session:
        """Store a party with the same settings and as many players."""
        return repeat_party(event, name=name, day=date, settings=settings, user=user)

    def create_demo_event(self, *, seed: int, event_date: date) -> Event:
        """Store an invented euchre evening."""
        return create_demo_party(seed=seed, event_date=event_date)

    def check_import(self, event: Event) -> None:
        """Accept every party."""

    def get_next_step_url_name(self, section_ref: SectionRef) -> str:
        """Return the URL name of the party's next step."""
        return fetch_party_night(fetch_party_by_session(section_ref.session_id)).next_step.url_name

    def list_tonight_rows(self, today: date) -> Sequence[Any]:
        """Return the parties of *today*."""
        return fetch_parties_tonight(today)

    def fetch_next_hours(self, nights: Sequence[Any]) -> Mapping[int, NextHour]:
        """Return which tables still play, who sits out and which phones are there, by session key."""
        return fetch_next_hours(nights)

    def list_desk_addresses(self, event: Event) -> list[str]:
        """Return the addresses of the party's steps."""
        night = fetch_party_night(fetch_party_by_event(event.pk))
        return list_step_urls(night.steps, night.ref)

    def get_results_address(self, event: Event) -> str:
        """Return the address of step 5, Results."""
        return reverse("party_results", args=[fetch_party_by_event(event.pk).session_id])

    def render_publishing_refusal(
        self, request: Any, event: Event, context: dict[str, Any]
    ) -> HttpResponse:
        """Answer with step 5, Results, and the error in *context*."""
        return show_publishing_refusal(request, event, context)

    def render_standings_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with standings and prizes."""
        return show_event(request, event_id)

    def render_changes_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with the list of corrections."""
        return show_corrections(request, event_id)

    def render_json_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with every game and the standings."""
        return show_results_json(request, event_id)

    def make_standings_snapshot(self, event: Event) -> StandingsSnapshot:
        """Return the standings and prizes."""
        return StandingsSnapshot(read_party_to_change(event))

    def compute_outcomes_by_event_id(self, events: Sequence[Event]) -> dict[int, EventOutcome]:
        """Return the places of the players, also if pairs are ranked."""
        return compute_party_outcomes_by_event(events)

    def open_correction(self, event: Event, user: User | None) -> AbstractContextManager[object]:
        """Lock the party while its results change."""
        return lock_party_for_correction(event, user)

    def describe_missing_results(self, event: Event) -> str:
        """Return how many cards or results are missing, in words, or ""."""
        night = fetch_party_night(fetch_party_by_event(event.pk))
        if night.is_over:
            return ""
        if night.missing_card_count is not None:
            return SOME_MISSING_TEXT.format(
                count=night.missing_card_count, due=night.due_card_count, things="cards"
            )
        if not night.round_no:
            return NONE_ENTERED_TEXT.format()
        rounds = night.party.rounds
        rounds_ahead = max(0, rounds - night.round_no)
        # Rounds ahead have no seats yet. They are taken to have as many tables as this one.
        missing_count = night.unreported_count + rounds_ahead * night.table_count
        return SOME_MISSING_TEXT.format(
            count=missing_count, due=rounds * night.table_count, things="results"
        )

    def fetch_accounts(self, events: QuerySet[Event]) -> Sequence[NightAccount]:
        """Return the accounts of the parties that have money."""
        return fetch_party_accounts(events)

    def fetch_entry_fee(self, event: Event) -> EntryFee:
        """Return what each player pays, with those who have a name, by number."""
        return fetch_entry_fee(fetch_party_by_event(event.pk))

    def list_unsettled_doubts(self, event: Event) -> list[OpenDoubt]:
        """Return a doubt if the totals on the cards can't be right."""
        party = fetch_party_by_event(event.pk)
        wrong_sums = describe_wrong_sums(party)
        if not wrong_sums:
            return []
        return [
            OpenDoubt(
                kind=DoubtKind.WRONG_SUM,
                message=f"The cards don’t add up. {' '.join(wrong_sums)}",
                label="The cards don’t add up",
                name="Check the cards",
                address=reverse("party_play", args=[party.session_id]),
            )
        ]

    def make_export_tables(self, event: Event) -> EventTables:
        """Return standings, prizes and games."""
        return make_download_tables(fetch_party_results(fetch_party_by_event(event.pk)))

    def serialize_results(self, event: Event) -> dict[str, Any]:
        """Return all games and the standings."""
        results = make_results_json(fetch_party_record(fetch_party_by_event(event.pk)))
        return results | serialize_doubts(self.list_unsettled_doubts(event))

    def fetch_game_names_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the name of each party's game: its preset's, or else its movement's."""
        parties = Party.objects.filter(session__event__in=events, method__in=PLAYED_METHODS)
        parties = parties.exclude(system="")
        rows = parties.order_by().values_list("session__event", "preset", "system_name", "system")
        name_by_preset = {preset.key: preset.name for preset in NAMED_PRESETS}
        name_by_event = {}
        for event_id, preset_key, custom_name, system_key in rows:
            named_preset = name_by_preset.get(preset_key)
            name_by_event[event_id] = (
                named_preset or custom_name or get_progressive_system(system_key).name
            )
        return name_by_event

    def fetch_score_units_by_event_id(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the unit of each party's scoring method. Parties without a unit are absent."""
        parties = Party.objects.filter(session__event__in=events, method__in=PLAYED_METHODS)
        parties = parties.exclude(method="")
        method_by_event = parties.order_by().values_list("session__event", "method")
        return {event_id: get_party_method(key).unit for event_id, key in method_by_event}


def _make_paper_job(event: Event, print_options: PrintOptions) -> PartyJob:
    # A party has one session without sections.
    if print_options.session_no > 1 or print_options.section_letter:
        raise PartyError(
            "no-sections",
            "A party has no sessions or sections. Leave them out to print everything.",
        )
    print_options = replace(
        print_options, program_url=clean_phone_address(print_options.program_url)
    )
    return make_print_job(fetch_party_by_event(event.pk), print_options)
