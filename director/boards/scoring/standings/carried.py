"""Carry-over from the standings of an earlier event."""

import re
from dataclasses import dataclass
from fractions import Fraction

from director.boards.movement.rounds import rounds_expected
from director.boards.movement.words import names_by_pair
from director.boards.scoring.standings.event import EventResults
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Event, Plan, Section
from director.models.ruling import Unit
from director.sheets import StandingRow
from scoring import find_method, points_text

MOST_EVENTS = 30
WHOLE = 100


@dataclass(frozen=True, slots=True)
class CarryOver:
    """Carry-over by number in the section, and a sentence about its source.

    *unit* and *out_of* are empty where totals are carried over, as they are.
    """

    amounts: dict[int, str]
    words: str
    unit: str = ""
    out_of: str = ""


def events_before(section: Section) -> list[Event]:
    """Return the club's events from which points can be carried over, latest first."""
    event = section.session.event
    own = Event.objects.filter(
        club=event.club_id, contest=event.contest, removed_at__isnull=True
    ).exclude(pk=event.pk)
    return list(own.filter(sessions__sections__results__isnull=False).distinct()[:MOST_EVENTS])


def carried_from(section: Section, event_id: str, share: str) -> CarryOver:
    """Return the carry-over of *section*'s contestants: a *share* (percent) of *event_id*.

    They are known by their names: those of a team, or of both players in any order.  Totals are
    rounded to hundredths. Between methods with percentages those are carried over: a board of that
    event counts *share* of one here, as in the White Book 3.8.

    :raises DeskError: for an event that is none of those to choose from, a share that is none, or
        nobody who played
    :raises ScoringError: if the results of that event cannot be scored
    """
    event = next((event for event in events_before(section) if str(event.pk) == event_id), None)
    if event is None:
        raise DeskError(BoardSentences.CARRIED_FROM)
    typed = share.replace("%", "").strip() or str(WHOLE)
    percent = int(typed) if typed.isdecimal() and len(typed) < 4 else 0
    if not 1 <= percent <= WHOLE:
        raise DeskError(BoardSentences.CARRIED_SHARE, share=f"“{share[:10]}”")
    results = EventResults(event)
    rows = [row for group in results.standings.groups for row in group.rows if row.names]
    known = {id(row): _who(_first_names(results, row)) for row in rows}
    own = {number: _who(names) for number, names in names_by_pair(section).items() if names}
    share_of_each = Fraction(percent, WHOLE)
    has_percents = any(row.percent is not None for row in rows)
    if has_percents and Unit.PERCENT in find_method(section.session.event.scoring).accepts:
        part = share_of_each * _weight(event, section)
        figures = {
            known[id(row)]: Fraction(row.percent) * part for row in rows if row.percent is not None
        }
        unit, out_of, what = Unit.PERCENT.value, _amount_typed(WHOLE * part), "percentages"
    else:
        figures = {
            known[id(row)]: Fraction(row.total) * share_of_each
            for row in rows
            if row.total is not None
        }
        unit, out_of, what = "", "", "totals"
    amounts = {number: _amount_typed(figures[who]) for number, who in own.items() if who in figures}
    if not amounts:
        raise DeskError(BoardSentences.CARRIED_NOBODY, name=event.name)
    share_text = "" if percent == WHOLE else f" {percent}% of"
    most = f", at most {out_of} per cent" if out_of else ""
    words = (
        f"Filled in{share_text} the {what} of {len(amounts)} of {len(own)} from {event.name}{most}."
    )
    return CarryOver(amounts, f"{words} Press Save to keep them.", unit, out_of)


def _first_names(results: EventResults, row: StandingRow) -> str:
    """Return the names of the starters, without substitutes."""
    sheets = results.session(row.session_no) or results.first
    entered = sheets.entered.get(row.contestant)
    if entered and entered.earlier:
        return entered.began_text
    return row.names


def _amount_typed(amount: Fraction) -> str:
    """Return *amount* to the hundredth, as it is typed into a box."""
    return points_text(amount, 2).replace("\N{MINUS SIGN}", "-")


def _weight(former: Event, section: Section) -> Fraction:
    """Return how many boards *former* had for each one of *section*, 1 if unknown."""
    boards: dict[int, dict[int, int]] = {former.pk: {}, section.session.event_id: {}}
    plans = Plan.objects.filter(section__session__event__in=boards, in_force=True).select_related(
        "section__session"
    )
    for plan in plans:
        session = plan.section.session
        if session.event_id == former.pk or session.pk == section.session_id:
            of_event = boards[session.event_id]
            of_event[session.pk] = max(
                of_event.get(session.pk, 0), rounds_expected(plan) * plan.boards_per_set
            )
    before, now = (sum(of_event.values()) for of_event in boards.values())
    if before and now:
        return Fraction(before, now)
    return Fraction(1)


def _who(names: str) -> frozenset[str]:
    """Return by whom *names* are known, whatever their order and capitals.

    >>> _who("Ada Ash & Bert Birch") == _who("bert birch & Ada Ash")
    True
    """
    return frozenset(part.strip().casefold() for part in re.split(r" & |, ", names))
