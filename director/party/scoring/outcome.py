"""The places of a party for seasons of any events, which count every player for himself."""

from dataclasses import replace

from director.kinds import EventOutcome, RankedEntrant
from director.models import Event
from director.party.models import Party
from director.party.movement.games.read import fetch_evenings
from director.party.movement.games.units import get_evening_unit
from director.party.movement.parties import fetch_party_night, get_party_by_event
from scoring import ScoringError


def compute_party_outcome(event: Event) -> EventOutcome:
    """Return the places of the party of *event*."""
    parties = Party.objects.filter(session__event=event).select_related("session__event__club")
    # A season counts single players, also where pairs are ranked.
    evening = replace(fetch_evenings(parties)[0], ranks_players=True)
    try:
        standings = evening.standings
    except ScoringError as error:
        return EventOutcome((), is_complete=False, why_not=f"There are no standings. {error}")
    entrants = []
    for standing in standings:
        named = evening.names.by_player[standing.player]
        people: tuple[tuple[int, str], ...] = ()
        if named.person_id is not None:
            people = ((named.person_id, str(named)),)
        entrants.append(
            RankedEntrant(
                name="",
                people=people,
                starters=1,
                group="",
                place=standing.place,
                total=standing.total,
            )
        )
    why_not = "" if entrants else "There are no standings yet."
    return EventOutcome(
        entrants=tuple(entrants),
        is_complete=fetch_party_night(get_party_by_event(event.pk)).is_over,
        unit=get_evening_unit(evening),
        nameless=sum(not entrant.people for entrant in entrants),
        why_not=why_not,
    )
