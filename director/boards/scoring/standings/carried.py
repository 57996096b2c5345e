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

MAX_EVENTS = 30
"""Events to choose from."""
WHOLE = 100
"""The share, in percent, that carries the whole result over."""


@dataclass(frozen=True, slots=True)
class CarryOver:
    """Carry-over by number in the section, and a sentence about its source.

    *unit* and *out_of* (the maximum) are empty if totals are carried over.
    """

    amounts: dict[int, str]
    words: str
    unit: str = ""
    out_of: str = ""


def events_before(section: Section) -> list[Event]:
    """Return the club's events from which points can be carried over, latest first."""
    event = section.session.event
    other_events = Event.objects.filter(
        club=event.club_id, contest=event.contest, removed_at__isnull=True
    ).exclude(pk=event.pk)
    played = other_events.filter(sessions__sections__results__isnull=False).distinct()
    return list(played[:MAX_EVENTS])


def carried_from(section: Section, event_id: str, share: str) -> CarryOver:
    """Return the carry-over of *section*'s contestants: a *share* (percent) of *event_id*.

    Contestants are recognized by their names: those of a team, or of both players in any order. If
    both methods have percentages, these are carried over, and a board of that event counts *share*
    of a board here, as in the White Book 3.8. Otherwise it is the totals, rounded to hundredths.

    :raises DeskError: if the event is not one of :func:`events_before`, the share is not 1 to 100,
        or nobody of the section played there
    :raises ScoringError: if the results of that event cannot be scored
    """
    events = {str(event.pk): event for event in events_before(section)}
    event = events.get(event_id)
    if event is None:
        raise DeskError(BoardSentences.CARRIED_FROM)
    percent = _read_share(share)
    share_of_result = Fraction(percent, WHOLE)
    results = EventResults(event)
    rows = [row for group in results.standings.groups for row in group.rows if row.names]
    has_percents = any(row.percent is not None for row in rows)
    accepts_percents = Unit.PERCENT in find_method(section.session.scored_by.scoring).accepts
    figures: dict[frozenset[str], Fraction] = {}
    unit = out_of = ""
    if has_percents and accepts_percents:
        factor = share_of_result * _boards_ratio(event, section)
        unit = Unit.PERCENT.value
        out_of = _amount_typed(WHOLE * factor)
        for row in rows:
            if row.percent is not None:
                figures[_name_set(_starters(results, row))] = Fraction(row.percent) * factor
    else:
        for row in rows:
            if row.total is not None:
                figures[_name_set(_starters(results, row))] = Fraction(row.total) * share_of_result
    names_here = {number: names for number, names in names_by_pair(section).items() if names}
    amounts = {}
    for number, names in names_here.items():
        name_set = _name_set(names)
        if name_set in figures:
            amounts[number] = _amount_typed(figures[name_set])
    if not amounts:
        raise DeskError(BoardSentences.CARRIED_NOBODY, name=event.name)
    figure_words = "percentages" if unit else "totals"
    share_text = "" if percent == WHOLE else f" {percent}% of"
    limit_text = f", at most {out_of} per cent" if out_of else ""
    count = f"{len(amounts)} of {len(names_here)}"
    sentence = f"Filled in{share_text} the {figure_words} of {count} from {event.name}{limit_text}."
    return CarryOver(amounts, f"{sentence} Press Save to keep them.", unit, out_of)


def _read_share(share: str) -> int:
    """Return a typed percentage. Empty means all.

    :raises DeskError: if it is not 1 to 100
    """
    typed = share.replace("%", "").strip() or str(WHOLE)
    percent = 0
    if typed.isdecimal() and len(typed) <= len(str(WHOLE)):
        percent = int(typed)
    if not 1 <= percent <= WHOLE:
        raise DeskError(BoardSentences.CARRIED_SHARE, share=f"“{share[:10]}”")
    return percent


def _starters(results: EventResults, row: StandingRow) -> str:
    """Return the names of the starters, without substitutes."""
    sheets = results.session(row.session_no) or results.first
    entered = sheets.entered.get(row.contestant)
    if entered and entered.earlier:
        return entered.began_text
    return row.names


def _amount_typed(amount: Fraction) -> str:
    """Return *amount* rounded to hundredths, as it is typed into a field."""
    return points_text(amount, 2).replace("\N{MINUS SIGN}", "-")


def _boards_ratio(former: Event, section: Section) -> Fraction:
    """Return the boards of *former* per board of *section*'s session, 1 if unknown."""
    boards: dict[int, dict[int, int]] = {former.pk: {}, section.session.event_id: {}}
    plans = Plan.objects.filter(section__session__event__in=boards, in_force=True).select_related(
        "section__session"
    )
    for plan in plans:
        session = plan.section.session
        # The whole of the former event, but of this one only the session that is carried over to.
        if session.event_id == former.pk or session.pk == section.session_id:
            by_session = boards[session.event_id]
            section_boards = rounds_expected(plan) * plan.boards_per_set
            # Sections of a session play the same boards: the longest counts.
            by_session[session.pk] = max(by_session.get(session.pk, 0), section_boards)
    boards_before, boards_now = (sum(by_session.values()) for by_session in boards.values())
    if boards_before and boards_now:
        return Fraction(boards_before, boards_now)
    return Fraction(1)


def _name_set(names: str) -> frozenset[str]:
    """Return the single names of *names*, without their order and capitals.

    >>> _name_set("Ada Ash & Bert Birch") == _name_set("bert birch & Ada Ash")
    True
    """
    return frozenset(part.strip().casefold() for part in re.split(r" & |, ", names))
