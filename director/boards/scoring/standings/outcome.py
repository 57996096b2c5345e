"""The places in an event, as seasons count them."""

from fractions import Fraction

from director.boards.movement.sitters import Presence
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.rows import make_standing_groups
from director.boards.scoring.units import get_exact_unit
from director.kinds import EventOutcome, RankedEntrant
from director.models import Event
from director.sheets import StandingGroup, StandingRow
from scoring.errors import ScoringError


def compute_event_outcome(event: Event) -> EventOutcome:
    """Return the places of everybody with a result, after all sessions of *event*."""
    results = EventResults(event)
    try:
        groups = _get_standing_groups(results)
    except ScoringError as error:
        return EventOutcome((), is_complete=False, why_not=f"There are no standings. {error}")
    entrants = []
    for group in groups:
        for row in group.rows:
            if row.place and row.boards:
                entrants.append(_make_ranked_entrant(results, row, group.title))
    why_not = "" if entrants else "There are no standings yet."
    return EventOutcome(
        entrants=tuple(entrants),
        is_complete=results.is_complete,
        unit=_get_total_unit(results),
        nameless=sum(not entrant.people for entrant in entrants),
        why_not=why_not,
    )


def _get_total_unit(results: EventResults) -> str:
    """Return the unit of the totals: the last stage's unit."""
    begun = [sheets for sheets in results.sessions if sheets.results_in] or [results.first]
    scoring_record = begun[-1].scoring_field.scoring_record
    return get_exact_unit(scoring_record)


def _get_standing_groups(results: EventResults) -> tuple[StandingGroup, ...]:
    """Return the groups of the standings. For one session it spares heading and notes."""
    if results.has_several_sessions:
        return results.standings.groups
    sheets = results.first
    return make_standing_groups(sheets.scoring_field, sheets.rows)


def _make_ranked_entrant(results: EventResults, row: StandingRow, group: str) -> RankedEntrant:
    entries = [
        sheets.entered[number]
        for sheets, number in results.list_seats(row)
        if number in sheets.entered
    ]
    starters: dict[int, str] = {}
    everybody: dict[int, str] = {}
    for index, entry in enumerate(entries):
        for presence in entry.presences:
            person = presence.sitter
            everybody[person.person_id] = person.name
            is_first_session = index == 0
            if is_first_session and _is_starter(
                presence, has_substitutes=bool(entry.earlier_players)
            ):
                starters[person.person_id] = person.name
    name = entries[0].name if entries else ""
    return RankedEntrant(
        name=name,
        people=tuple((starters | everybody).items()),
        starters=len(starters),
        group=group,
        place=int(row.place.rstrip("=")),
        total=Fraction(row.total or 0),
        percent=row.percent,
    )


def _is_starter(presence: Presence, *, has_substitutes: bool) -> bool:
    if has_substitutes:
        return presence.has(1)
    return True
