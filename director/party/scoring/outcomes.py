"""The ranks of parties for seasons, which count every player separately.

A season adds up only parties whose totals have the same unit.
"""

from collections.abc import Sequence
from dataclasses import replace

from director.core.club.outcomes import EventOutcome, RankedEntrant
from director.models import Event
from director.party.models import Party
from director.party.movement.games import PartyRecord, fetch_party_records
from director.party.movement.parties import fetch_party_nights
from director.party.movement.words import get_game_name
from scoring.errors import ScoringError
from scoring.party.methods import describe_party_unit
from scoring.party.model import PartyStanding

_NO_STANDINGS_TEXT = "There are no standings yet."


def get_total_unit(record: PartyRecord) -> str:
    """Return the unit of a party's totals, in words."""
    return describe_party_unit(record.method, get_game_name(record.party.game))


def compute_party_outcomes_by_event(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the ranks in the party of each of *events*, by the event's id.

    The number of queries doesn't depend on the number of events.
    """
    parties = (
        Party.objects.filter(session__event__in=events)
        .exclude(method="")
        .select_related("session__event__club")
    )
    is_over_by_party = {night.party.pk: night.is_over for night in fetch_party_nights(parties)}
    # A party has no method until its game is saved, so it isn't among *parties*.
    outcome_by_event = {
        event.pk: EventOutcome((), is_complete=False, missing_reason=_NO_STANDINGS_TEXT)
        for event in events
    }
    for record in fetch_party_records(parties):
        party = record.party
        outcome_by_event[party.session.event_id] = _compute_outcome(
            record, is_over=is_over_by_party[party.pk]
        )
    return outcome_by_event


def _compute_outcome(record: PartyRecord, *, is_over: bool) -> EventOutcome:
    # A season counts single players, also where pairs are ranked.
    record = replace(record, ranks_players=True)
    try:
        standings = record.standings
    except ScoringError as error:
        return EventOutcome(
            (), is_complete=False, missing_reason=f"There are no standings. {error}"
        )
    entrants = tuple(_make_ranked_entrant(record, standing) for standing in standings)
    return EventOutcome(
        entrants=entrants,
        is_complete=is_over,
        unit=get_total_unit(record),
        nameless_count=sum(not entrant.people for entrant in entrants),
        missing_reason="" if entrants else _NO_STANDINGS_TEXT,
    )


def _make_ranked_entrant(record: PartyRecord, standing: PartyStanding) -> RankedEntrant:
    player = record.names.facts_by_player[standing.player]
    people: tuple[tuple[int, str], ...] = ()
    if player.person_id is not None:
        people = ((player.person_id, str(player)),)
    return RankedEntrant(
        name="",
        people=people,
        starter_count=1,
        group="",
        rank=standing.rank,
        total=standing.total,
        prize_group=record.party.get_group_name(player.group),
        played_game_count=standing.games_played,
    )
