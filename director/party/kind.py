"""Progressive parties, as a kind of event."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.urls import reverse

from director.core.base import sentences as desk_sentences
from director.core.base.address import address_for_phones
from director.core.night.events.read import step_addresses
from director.errors import PartyError
from director.formats.formats import EventTables
from director.kinds import EventKind, PaperOfKind, PrintWishes
from director.models import Club, Event, Session
from director.models.event import Contest, SectionPlace
from director.party import sentences
from director.party.demo import demo_party
from director.party.models import Party
from director.party.movement.games.read import party_evening
from director.party.movement.parties import parties_tonight, party_night, party_of_event, party_of_session
from director.party.pages.results.views import changes_page, event_json, event_page, results_refused
from director.party.paper.files import party_files
from director.party.paper.pdf.job import PartyJob
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing.read import party_paper, party_remarks
from director.party.paper.printing.write import addresses_open, cards_noted
from director.party.play.phones.api import PARTY_DOOR
from director.party.play.results import party_correction, party_read
from director.party.play.season import season_of
from director.party.play.setup import party_create
from director.party.presets.registry import NAMED_PRESETS, find_preset
from director.party.scoring.json import party_differences, party_results_json
from director.party.scoring.outcome import party_outcome
from director.party.scoring.season import seasons_published
from director.party.scoring.sheets import party_sheets

ANY = "party"
BY_NAME = f"{ANY}-"
GAMES = (
    "Parties",
    (
        (ANY, "Another party, chosen in Field"),
        *((f"{BY_NAME}{preset.key}", preset.name) for preset in NAMED_PRESETS),
    ),
)


def _start(*, club: Club, name: str, on: date, game: str = ANY) -> Session:
    """Start a party, settled as far as the name that was chosen says; step 1 asks the rest."""
    return party_create(club=club, name=name, on=on, preset=find_preset(game.removeprefix(BY_NAME)))


def _home(place: SectionPlace) -> str:
    return party_night(party_of_session(place.session_id)).next_step.url_name


def _pages(event: Event) -> list[str]:
    night = party_night(party_of_event(event.pk))
    return step_addresses(night.steps, night.place)


def _tables(event: Event) -> EventTables:
    return party_files(party_sheets(party_of_event(event.pk)))


def _as_json(event: Event) -> dict[str, Any]:
    return party_results_json(party_evening(party_of_event(event.pk)))


def _missing(event: Event) -> str:
    night = party_night(party_of_event(event.pk))
    if night.is_over:
        return ""
    if night.cards_missing is not None:
        return desk_sentences.SOME_MISSING.says(count=night.cards_missing, due=night.cards_due, things="cards")
    if not night.round_no:
        return desk_sentences.NONE_ENTERED.says()
    rounds = night.party.rounds
    count = night.waiting + max(0, rounds - night.round_no) * night.tables
    return desk_sentences.SOME_MISSING.says(count=count, due=rounds * night.tables, things="results")


def _differences(event: Event) -> list[str]:
    return party_differences(party_of_event(event.pk))


def _job(event: Event, wishes: PrintWishes) -> PartyJob:
    if wishes.session > 1 or wishes.section:
        raise PartyError(sentences.NO_SECTIONS)
    wishes = replace(wishes, address=address_for_phones(wishes.address))
    return party_paper(party_of_event(event.pk), wishes)


def _game_names(events: Sequence[Event]) -> dict[int, str]:
    """Return the names of the parties that were chosen by name."""
    named = Party.objects.filter(session__event__in=events).exclude(preset="")
    presets = dict(named.order_by().values_list("session__event", "preset"))
    names = {preset.key: preset.name for preset in NAMED_PRESETS}
    return {event_id: names[key] for event_id, key in presets.items() if key in names}


def _seasons_shown(club: Club) -> list[tuple[str, str]]:
    return [(season.name, reverse("party_season", args=[season.pk])) for season in seasons_published(club)]


def _taken(event: Event) -> None:
    """Let the club have the season that a party of a file belongs to, with the usual rules where it had none."""
    season_of(party_of_event(event.pk))


KIND = EventKind(
    contest=Contest.PROGRESSIVE,
    called="party",
    games=GAMES,
    asked=("a progressive party",),
    back=("parties", "party_open", "Back to the party"),
    start=_start,
    change_game=None,
    home=_home,
    tonight=parties_tonight,
    pages=_pages,
    standings=party_read,
    correction=party_correction,
    tables=_tables,
    as_json=_as_json,
    missing=_missing,
    differences=_differences,
    paper=PaperOfKind(PARTY_KINDS, _job, addresses_open, cards_noted, "cards", remarks=party_remarks),
    results_address=lambda event: reverse("party_results", args=[party_of_event(event.pk).session_id]),
    results_refused=results_refused,
    standings_page=event_page,
    changes_page=changes_page,
    json_page=event_json,
    table_door=PARTY_DOOR,
    demo=demo_party,
    outcome=party_outcome,
    game_names=_game_names,
    seasons_shown=_seasons_shown,
    taken=_taken,
)
