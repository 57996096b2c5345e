"""Who had which place in a party, as seasons of any events count it: everybody one by one."""

from dataclasses import replace

from director.kinds import EventOutcome, RankedEntrant
from director.models import Event
from director.party.models import Party
from director.party.movement.games.read import party_evenings
from director.party.movement.parties import party_night, party_of_event
from scoring import ScoringError


def party_outcome(event: Event) -> EventOutcome:
    """Return the places of the party of *event*."""
    parties = Party.objects.filter(session__event=event).select_related("session__event__club")
    evening = replace(party_evenings(parties)[0], apart=True)
    try:
        standings = evening.standings
    except ScoringError as refused:
        return EventOutcome((), is_complete=False, why_not=f"There are no standings. {refused}")
    named = [(standing, evening.names.by_player[standing.player]) for standing in standings]
    entrants = tuple(
        RankedEntrant(
            name="",
            people=((who.person_id, str(who)),) if who.person_id is not None else (),
            starters=1,
            group="",
            place=standing.place,
            total=standing.total,
        )
        for standing, who in named
    )
    why_not = "" if entrants else "There are no standings yet."
    return EventOutcome(
        entrants=entrants,
        is_complete=party_night(party_of_event(event.pk)).is_over,
        nameless=sum(not entrant.people for entrant in entrants),
        why_not=why_not,
    )
