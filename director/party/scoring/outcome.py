"""The places of parties for seasons, which count every player for himself."""

from collections.abc import Sequence
from dataclasses import replace

from director.kinds import EventOutcome, RankedEntrant
from director.models import Event
from director.party.models import Party
from director.party.movement.games.read import Evening, fetch_evenings
from director.party.movement.games.units import get_evening_unit
from director.party.movement.parties import fetch_party_nights
from scoring.errors import ScoringError
from scoring.party.model import PartyStanding


def compute_party_outcomes(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the places of the party of each of *events*, by the number of the event.

    The number of queries doesn't depend on the number of events.
    """
    parties = Party.objects.filter(session__event__in=events).select_related("session__event__club")
    is_over = {night.party.pk: night.is_over for night in fetch_party_nights(parties)}
    outcomes = {}
    for evening in fetch_evenings(parties):
        party = evening.party
        outcomes[party.session.event_id] = _compute_outcome(evening, is_over=is_over[party.pk])
    return outcomes


def _compute_outcome(evening: Evening, *, is_over: bool) -> EventOutcome:
    # A season counts single players, also where pairs are ranked.
    evening = replace(evening, ranks_players=True)
    try:
        standings = evening.standings
    except ScoringError as error:
        return EventOutcome((), is_complete=False, why_not=f"There are no standings. {error}")
    entrants = tuple(_make_ranked_entrant(evening, standing) for standing in standings)
    return EventOutcome(
        entrants=entrants,
        is_complete=is_over,
        unit=get_evening_unit(evening),
        nameless=sum(not entrant.people for entrant in entrants),
        why_not="" if entrants else "There are no standings yet.",
    )


def _make_ranked_entrant(evening: Evening, standing: PartyStanding) -> RankedEntrant:
    player = evening.names.by_player[standing.player]
    people: tuple[tuple[int, str], ...] = ()
    if player.person_id is not None:
        people = ((player.person_id, str(player)),)
    return RankedEntrant(
        name="",
        people=people,
        starters=1,
        group="",
        place=standing.place,
        total=standing.total,
        prize_group=evening.party.get_group_name(player.group),
        games_played=standing.games_played,
    )
