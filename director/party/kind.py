"""Progressive parties, as a kind of event."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.core.base.address import address_for_phones
from director.core.base.sentences import DeskSentences
from director.core.night.events.read import step_addresses
from director.errors import PartyError
from director.formats.formats import EventTables
from director.kinds import (
    EventKind,
    EventOutcome,
    PaperOfKind,
    PrintWishes,
    StandingsSnapshot,
)
from director.models import Club, Event, Session
from director.models.event import Contest, SectionPlace
from director.party.demo import demo_party
from director.party.models import Party
from director.party.movement.games.read import party_evening
from director.party.movement.parties import (
    parties_tonight,
    party_night,
    party_of_event,
    party_of_session,
)
from director.party.pages.results.views import changes_page, event_json, event_page, results_refused
from director.party.paper.files import party_files
from director.party.paper.pdf.job import PartyJob
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing.read import party_paper, party_remarks
from director.party.paper.printing.write import cards_noted, open_addresses
from director.party.play.correction import party_correction, read_party_to_change
from director.party.play.phones.api import PARTY_DOOR
from director.party.play.season import season_of
from director.party.play.setup import create_party
from director.party.presets.registry import NAMED_PRESETS, find_preset
from director.party.scoring.check import party_differences
from director.party.scoring.json import party_results_json
from director.party.scoring.outcome import party_outcome
from director.party.scoring.season import seasons_published
from director.party.scoring.sheets import party_sheets
from director.party.sentences import PartySentences

ANY = "party"
BY_NAME = f"{ANY}-"
GAMES = (
    "Parties",
    (
        (ANY, "Another party (choose on the next page)"),
        *((f"{BY_NAME}{preset.key}", preset.name) for preset in NAMED_PRESETS),
    ),
)


class PartyKind(EventKind):
    """A progressive party: a whist drive, a euchre evening and the like."""

    contest = Contest.PROGRESSIVE
    called = "party"
    games = GAMES
    asked = ("a progressive party",)
    back = ("parties", "party_open", "Back to the party")
    table_door = PARTY_DOOR

    def __init__(self) -> None:
        self.paper = PaperOfKind(
            PARTY_KINDS, _job, open_addresses, cards_noted, "cards", remarks=party_remarks
        )

    def start(self, *, club: Club, name: str, on: date, game: str = ANY) -> Session:
        """Start a party with the settings of the chosen preset.

        Field asks the rest.
        """
        preset = find_preset(game.removeprefix(BY_NAME))
        return create_party(club=club, name=name, on=on, preset=preset)

    def change_game(self, event: Event, game: str) -> None:
        """Change nothing: what a party plays is chosen in Field."""

    def demo(self, *, seed: int, on: date) -> Event:
        """Return an invented euchre evening."""
        return demo_party(seed=seed, on=on)

    def after_import(self, event: Event) -> None:
        """Let the club have the season of the party, with the usual rules where it had none."""
        season_of(party_of_event(event.pk))

    def home(self, place: SectionPlace) -> str:
        """Return the step that the party needs next."""
        return party_night(party_of_session(place.session_id)).next_step.url_name

    def tonight(self, today: date) -> Sequence[Any]:
        """Return the parties of *today*."""
        return parties_tonight(today)

    def pages(self, event: Event) -> list[str]:
        """Return the steps of the party."""
        night = party_night(party_of_event(event.pk))
        return step_addresses(night.steps, night.place)

    def results_address(self, event: Event) -> str:
        """Return Results of the party."""
        return reverse("party_results", args=[party_of_event(event.pk).session_id])

    def results_refused(self, request: Any, event: Event, context: dict[str, Any]) -> HttpResponse:
        """Answer with Results and the refusal in *context*."""
        return results_refused(request, event, context)

    def standings_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with standings and prizes."""
        return event_page(request, event_id)

    def changes_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with what was corrected when."""
        return changes_page(request, event_id)

    def json_page(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Answer with every game and the standings."""
        return event_json(request, event_id)

    def standings_snapshot(self, event: Event) -> StandingsSnapshot:
        """Return the standings and prizes. Acts say what changed."""
        return StandingsSnapshot(read_party_to_change(event))

    def outcome(self, event: Event) -> EventOutcome:
        """Return the places of the players one by one."""
        return party_outcome(event)

    def correction(self, event: Event, user: User | None) -> AbstractContextManager[object]:
        """Lock the party while its results change."""
        return party_correction(event, user)

    def missing(self, event: Event) -> str:
        """Count the cards or the games that are due."""
        night = party_night(party_of_event(event.pk))
        if night.is_over:
            return ""
        if night.cards_missing is not None:
            return _some_missing(night.cards_missing, night.cards_due, "cards")
        if not night.round_no:
            return DeskSentences.NONE_ENTERED.says()
        rounds = night.party.rounds
        count = night.waiting + max(0, rounds - night.round_no) * night.tables
        return _some_missing(count, rounds * night.tables, "results")

    def differences(self, event: Event) -> list[str]:
        """Compare the standings with the second calculation."""
        return party_differences(party_of_event(event.pk))

    def tables(self, event: Event) -> EventTables:
        """Return standings, prizes and games."""
        return party_files(party_sheets(party_of_event(event.pk)))

    def as_json(self, event: Event) -> dict[str, Any]:
        """Return every game and the standings."""
        return party_results_json(party_evening(party_of_event(event.pk)))

    def game_names(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the names of the parties that were chosen by name."""
        named = Party.objects.filter(session__event__in=events).exclude(preset="")
        presets = dict(named.order_by().values_list("session__event", "preset"))
        names = {preset.key: preset.name for preset in NAMED_PRESETS}
        return {event_id: names[key] for event_id, key in presets.items() if key in names}

    def seasons_shown(self, club: Club) -> list[tuple[str, str]]:
        """Return the seasons of parties with a published night."""
        seasons = seasons_published(club)
        return [(season.name, reverse("party_season", args=[season.pk])) for season in seasons]


def _some_missing(count: int, due: int, things: str) -> str:
    return DeskSentences.SOME_MISSING.says(count=count, due=due, things=things)


def _job(event: Event, wishes: PrintWishes) -> PartyJob:
    if wishes.session > 1 or wishes.section:
        raise PartyError(PartySentences.NO_SECTIONS)
    wishes = replace(wishes, address=address_for_phones(wishes.address))
    return party_paper(party_of_event(event.pk), wishes)


KIND = PartyKind()
