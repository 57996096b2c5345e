"""Carry-over from the standings of a previous event, or of the stage before."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Exists, OuterRef

from director.boards.movement.formats import get_format
from director.boards.movement.rounds import count_expected_rounds
from director.boards.movement.sections import ScoringField, fetch_event_fields
from director.boards.movement.words import fetch_name_by_pair
from director.boards.scoring.extras import (
    BEFORE,
    FULL_PERCENTAGE,
    MET,
    OPPONENTS,
    CarryRule,
    fetch_section_extras,
    read_rule,
)
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import get_exact_unit
from director.errors import DeskError
from director.event_kinds import filter_playable
from director.models import Event, Match, Plan, Result, Section
from director.models.ruling import Unit
from director.names import make_name_key
from director.sheets import StandingRow
from scoring.display import format_rounded
from scoring.registry import get_method

MAX_EVENTS = 30
"""Events to choose from."""


@dataclass(frozen=True, slots=True)
class CarryOver:
    """Carry-over of a section's contestants."""

    amount_by_number: dict[int, str]  # by number in the section
    source_sentence: str
    unit: str = ""  # "" if totals are carried over, and so is the maximum
    maximum: str = ""
    rule: CarryRule | None = None  # how the amounts were calculated


@dataclass(frozen=True, slots=True)
class CarryOverDue:
    """Carry-over by the rule of a section that differs from the stored amounts."""

    carry_over: CarryOver
    numbers: tuple[int, ...]  # the contestants whose stored amount differs


def fetch_source_events(section: Section) -> list[Event]:
    """Return the club's events from which points can be carried over, latest first."""
    event = section.session.event
    other_events = Event.objects.filter(
        club=event.club_id, contest=event.contest, removed_at__isnull=True
    ).exclude(pk=event.pk)
    of_event = {"section__session__event": OuterRef("pk")}
    has_boards = Exists(Result.objects.filter(**of_event))
    has_matches = Exists(Match.objects.settled().filter(**of_event))
    return list(filter_playable(other_events).filter(has_boards | has_matches)[:MAX_EVENTS])


BY_HIGHER, BY_LOWER, MAX_CARRIED = Fraction(1, 2), Fraction(1, 3), 16
"""Of the IMPs by which the higher or lower in the standings won, these are carried: [BBFAQ]."""


def list_stage_sources(section: Section) -> list[tuple[str, str]]:
    """Return the sources of carry-over in the stage before, with their titles. Empty without one."""
    if section.session.stage is None:
        return []
    sources = [(BEFORE, "the stage before")]
    previous_fields = _fetch_previous_stage_fields(section)
    if previous_fields and previous_fields[-1].has_matches:
        sources.append((MET, "the stage before, only matches between those who are here"))
        if _fetch_opponent_by_number(section):
            sources.append(
                (
                    OPPONENTS,
                    "the stage before, the match between first opponents (WBF: ½ or ⅓, at most 16)",
                )
            )
    return sources


def compute_carry_over_amounts(
    section: Section, source: str, percentage_text: str, *, has_median: bool = False
) -> CarryOver:
    """Return the carry-over of *section*'s contestants: a *percentage_text* (percent) of a *source*.

    The source is one of :func:`list_stage_sources`, or the key of one of :func:`fetch_source_events`, in which
    contestants are recognized by the name of the team, or of both players in any order. If both
    methods have percentages, these are carried over, and a board played there counts *percentage_text*
    of a board here, as in the White Book 3.8. Otherwise totals are carried over, rounded to
    hundredths. With *has_median*, named contestants who didn't play there get the median of the others.

    :raises DeskError: if there is no such source, the share is not 1 to 100, or nobody of the
        section played there
    :raises ScoringError: if the results of the source cannot be scored
    """
    percent = _parse_percentage(percentage_text)
    carry_over = _compute_source_amounts(section, source, percent)
    title = fetch_previous_stage_title(section)
    if source not in (BEFORE, MET, OPPONENTS):
        title = Event.objects.get(pk=source).name
    rule = CarryRule(source, percent, title, has_median=has_median)
    amount_by_number = carry_over.amount_by_number
    if has_median:
        amount_by_number = amount_by_number | _compute_median_by_newcomer(section, amount_by_number)
    return replace(carry_over, amount_by_number=amount_by_number, rule=rule)


def fetch_previous_stage_title(section: Section) -> str:
    """Return the name of the stage before *section*'s stage."""
    previous_fields = _fetch_previous_stage_fields(section)
    if not previous_fields:
        return "the stage before"
    session = previous_fields[-1].session
    stage_name = session.stage.name if session.stage else session.event.first_stage
    return stage_name or "the stage before"


def find_carry_over_due(section: Section) -> CarryOverDue | None:
    """Return the carry-over by the rule of *section* if it differs from the stored one, else None.

    :raises DeskError: if the rule gives no carry-over
    :raises ScoringError: if the results of the source cannot be scored
    """
    rule = read_rule(section.carry_over_rule)
    if rule is None:
        return None
    carry_over = compute_carry_over_amounts(
        section, rule.source, f"{rule.percentage}", has_median=rule.has_median
    )
    stored_by_number = {
        number: pair.carry_over
        for number, pair in fetch_section_extras(section).extras_by_pair.items()
    }
    numbers = []
    for number in sorted(stored_by_number.keys() | carry_over.amount_by_number.keys()):
        amount = Fraction(carry_over.amount_by_number.get(number) or 0)
        if amount != Fraction(stored_by_number.get(number) or 0):
            numbers.append(number)
    if numbers:
        return CarryOverDue(carry_over, tuple(numbers))
    return None


def _compute_median_by_newcomer(
    section: Section, amount_by_number: Mapping[int, str]
) -> dict[int, str]:
    """Return the median of *amount_by_number* for named contestants who played in no stage before."""
    ordered_amounts = sorted(Fraction(amount) for amount in amount_by_number.values())
    if not ordered_amounts:
        return {}
    middle = len(ordered_amounts) // 2
    median = (ordered_amounts[middle] + ordered_amounts[-middle - 1]) / 2
    continuing_numbers = section.entries.filter(continues__isnull=False).values_list(
        "pair_no", flat=True
    )
    other_numbers = {*amount_by_number, *continuing_numbers}
    newcomers = [number for number, names in fetch_name_by_pair(section).items() if names]
    return {number: _format_amount(median) for number in newcomers if number not in other_numbers}


def _compute_source_amounts(section: Section, source: str, percent: int) -> CarryOver:
    if source in dict(list_stage_sources(section)):
        return _compute_stage_amounts(section, percent, source)
    events = {str(event.pk): event for event in fetch_source_events(section)}
    event = events.get(source)
    if event is None:
        raise DeskError("carried-from", "Choose the event to carry points over from.")
    results = EventResults(event)
    names_here = {number: names for number, names in fetch_name_by_pair(section).items() if names}
    numbers = {_split_names(names): number for number, names in names_here.items()}
    rows = {}
    for group in results.standings.groups:
        for row in group.rows:
            names = _split_names(_get_starter_names(results, row))
            if row.names and names in numbers:
                rows[numbers[names]] = row
    sessions = event.sessions.values_list("pk", flat=True)
    return _compute_result_amounts(section, results, rows, list(sessions), percent, event.name)


def _refuse_other_unit(section: Section, results: EventResults, source: str) -> None:
    """Raise if the totals of *results* and *section* have other units, so that no sum is right.

    :raises DeskError: with the units of *source* and *section*
    """
    unit = get_exact_unit(section.session.scoring_record)
    for session_results in results.sessions:
        previous_unit = get_exact_unit(session_results.scoring_field.scoring_record)
        if previous_unit != unit:
            raise DeskError(
                "carried-unit",
                "The results of {name} are {before}, those here {now}. Choose another source, or type "
                "the carry-over.",
                name=source,
                before=previous_unit,
                now=unit,
            )


def _compute_result_amounts(
    section: Section,
    results: EventResults,
    rows: Mapping[int, StandingRow],
    sessions: Collection[int],
    percent: int,
    source: str,
) -> CarryOver:
    """Return *percent* of the results in *rows*, which come from the former *sessions*."""
    fraction = Fraction(percent, FULL_PERCENTAGE)
    has_percents = any(row.percent is not None for row in rows.values())
    method = get_method(section.session.scoring_record.scoring)
    unit = out_of = ""
    figure_by_number: dict[int, Fraction] = {}
    if has_percents and Unit.PERCENT in method.accepted_rulings:
        factor = fraction * _compute_boards_ratio(sessions, section)
        unit = Unit.PERCENT.value
        out_of = _format_amount(FULL_PERCENTAGE * factor)
        for number, row in rows.items():
            if row.percent is not None:
                figure_by_number[number] = Fraction(row.percent) * factor
    else:
        _refuse_other_unit(section, results, source)
        for number, row in rows.items():
            if row.total is not None:
                figure_by_number[number] = Fraction(row.total) * fraction
    figures_label = "percentages" if unit else "totals"
    sentence = _describe_filled_amounts(
        section, figure_by_number, percent, f"{{share}} the {figures_label}", source
    )
    if out_of:
        sentence = f"{sentence.removesuffix('.')}, at most {out_of} per cent."
    amount_by_number = {
        number: _format_amount(figure) for number, figure in figure_by_number.items()
    }
    return CarryOver(amount_by_number, f"{sentence} Press Save to keep them.", unit, out_of)


def _describe_filled_amounts(
    section: Section,
    figure_by_number: Mapping[int, Fraction],
    percent: int,
    phrase: str,
    source: str,
) -> str:
    """Return what was filled in, as a sentence. *phrase* has a place for ``{share}``.

    :raises DeskError: if there is nothing to carry over
    """
    if not figure_by_number:
        raise DeskError(
            "carried-nobody",
            "Nobody here played in {name} under the same name. Choose another event.",
            name=source,
        )
    percentage_text = "" if percent == FULL_PERCENTAGE else f" {percent}% of"
    count = f"{len(figure_by_number)} of {section.entries.count()}"
    return f"Filled in{phrase.format(share=percentage_text)} of {count} from {source}."


def _fetch_previous_stage_fields(section: Section) -> list[ScoringField]:
    """Return the scoring fields of the last stage before that of *section*, by session.

    A plate comes before no other stage.
    """
    own_session = section.session
    previous_fields = []
    for scoring_field in fetch_event_fields(own_session.event):
        session = scoring_field.session
        is_before = session.number < own_session.number
        is_plate = session.stage is not None and session.stage.is_plate
        if is_before and not is_plate and session.stage_id != own_session.stage_id:
            previous_fields.append(scoring_field)
    stages = [scoring_field.session.stage_id for scoring_field in previous_fields]
    return [field for field in previous_fields if field.session.stage_id == stages[-1]]


def _compute_stage_amounts(section: Section, percent: int, source: str) -> CarryOver:
    """Return *percent* of the results that *section*'s contestants had in the stage before."""
    event = section.session.event
    results = EventResults(event, _fetch_previous_stage_fields(section))
    number_by_previous_seat: dict[tuple[int, int], int] = {}
    for entry in section.entries.select_related("continues"):
        if entry.continues:
            number_by_previous_seat[entry.continues.section_id, entry.continues.pair_no] = (
                entry.pair_no
            )
    if source == MET:
        _refuse_other_unit(section, results, "the stage before")
        return _compute_match_amounts(
            section, results.sessions[-1], number_by_previous_seat, percent
        )
    if source == OPPONENTS:
        return _compute_opponent_amounts(section, results, number_by_previous_seat)
    rows = {}
    for group in results.standings.groups:
        for row in group.rows:
            for session_results, number in results.list_session_seats(row):
                previous_section, previous_number = (
                    session_results.scoring_field.get_section_and_number(number)
                )
                pair_no = number_by_previous_seat.get((previous_section.pk, previous_number))
                if pair_no is not None:
                    rows[pair_no] = row
    sessions = [session_results.scoring_field.session.pk for session_results in results.sessions]
    return _compute_result_amounts(section, results, rows, sessions, percent, "the stage before")


def _compute_match_amounts(
    section: Section,
    session_results: SessionResults,
    number_by_previous_seat: Mapping[tuple[int, int], int],
    percent: int,
) -> CarryOver:
    """Return *percent* of the scores of matches between contestants who are both in *section*."""
    figure_by_number: dict[int, Fraction] = {}
    for match in session_results.scored.ranking.matches:
        sides = []
        for number in match.teams:
            previous_section, previous_number = (
                session_results.scoring_field.get_section_and_number(
                    session_results.scoring_field.get_pair_no(number, None)
                )
            )
            sides.append(number_by_previous_seat.get((previous_section.pk, previous_number)))
        home, away = sides
        if home is not None and away is not None and not match.is_unfinished:
            fraction = Fraction(percent, FULL_PERCENTAGE)
            figure_by_number[home] = (
                figure_by_number.get(home, Fraction(0)) + fraction * match.score[0]
            )
            figure_by_number[away] = (
                figure_by_number.get(away, Fraction(0)) + fraction * match.score[1]
            )
    sentence = _describe_filled_amounts(
        section, figure_by_number, percent, "{share} the matches", "the stage before"
    )
    amount_by_number = {
        number: _format_amount(figure) for number, figure in figure_by_number.items()
    }
    return CarryOver(amount_by_number, f"{sentence} Press Save to keep them.")


def _fetch_opponent_by_number(section: Section) -> dict[int, int]:
    """Return everybody's first opponent in a knock-out, or in a match of two. Empty otherwise."""
    plan = section.plan
    if plan is None or not (get_format(plan).is_knockout or plan.contestants == 2):
        return {}
    opponents: dict[int, int] = {}
    for row in plan.rows.order_by("round_no", "table_no"):
        if row.ns not in opponents and row.ew not in opponents:
            opponents |= {row.ns: row.ew, row.ew: row.ns}
    return opponents


def _compute_opponent_amounts(
    section: Section, results: EventResults, number_by_previous_seat: Mapping[tuple[int, int], int]
) -> CarryOver:
    """Return the carry-over of [BBFAQ] from the match between each two first opponents.

    The winner of that match carries half of the IMPs it won by if it was the higher of the two in
    the standings, otherwise a third, and at most 16.
    """
    opponents = _fetch_opponent_by_number(section)
    order: list[int] = []
    for group in results.standings.groups:
        for row in group.rows:
            order += _list_current_numbers(results.list_session_seats(row), number_by_previous_seat)
    # Whoever played without standing was below all others.
    order += sorted({*number_by_previous_seat.values()}.difference(order))
    margins: dict[tuple[int, int], Fraction] = {}
    for session_results in results.sessions:
        for match in session_results.scored.ranking.matches:
            numbers = [
                *_list_current_numbers([(session_results, match.home)], number_by_previous_seat),
                *_list_current_numbers([(session_results, match.away)], number_by_previous_seat),
            ]
            if len(numbers) < 2 or match.is_unfinished:
                continue
            home, away = numbers
            margin = Fraction(match.margin)
            # The IMPs of one side are the loss of the other.
            margins[home, away] = margins.get((home, away), Fraction(0)) + margin / 2
    figure_by_number: dict[int, Fraction] = {}
    for (home, away), margin in margins.items():
        if opponents.get(home) != away or not margin:
            continue
        winner, loser = (home, away) if margin > 0 else (away, home)
        is_higher = order.index(winner) < order.index(loser)
        fraction = BY_HIGHER if is_higher else BY_LOWER
        figure_by_number[winner] = min(abs(margin) * fraction, Fraction(MAX_CARRIED))
    phrase = "{share} the matches between first opponents"
    sentence = _describe_filled_amounts(
        section, figure_by_number, FULL_PERCENTAGE, phrase, "the stage before"
    )
    amount_by_number = {
        number: _format_amount(figure) for number, figure in figure_by_number.items()
    }
    return CarryOver(amount_by_number, f"{sentence} Press Save to keep them.", Unit.IMPS.value)


def _list_current_numbers(
    seats: Iterable[tuple[SessionResults, int]],
    number_by_previous_seat: Mapping[tuple[int, int], int],
) -> list[int]:
    """Return the present numbers of the contestants who had *seats* in the stage before."""
    numbers = []
    for sheets, number in seats:
        field_number = sheets.scoring_field.get_pair_no(number, None)
        previous_section, number_in_section = sheets.scoring_field.get_section_and_number(
            field_number
        )
        number_now = number_by_previous_seat.get((previous_section.pk, number_in_section))
        if number_now is not None:
            numbers.append(number_now)
    return numbers


def _parse_percentage(text: str) -> int:
    """Return a typed percentage. Empty means all.

    :raises DeskError: if it is not 1 to 100
    """
    digits = text.replace("%", "").strip() or str(FULL_PERCENTAGE)
    percent = 0
    # int() refuses numbers of thousands of digits, hence the length.
    if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(FULL_PERCENTAGE)):
        percent = int(digits)
    if not 1 <= percent <= FULL_PERCENTAGE:
        raise DeskError(
            "carried-share",
            "{share} isn’t a percentage. Type a whole number from 1 to 100.",
            share=f"“{text[:10]}”",
        )
    return percent


def _get_starter_names(results: EventResults, row: StandingRow) -> str:
    """Return the names of the starters, without substitutes."""
    session_results = results.find_session(row.session_no) or results.first_session
    entry_names = session_results.entry_names_by_number.get(row.contestant)
    if entry_names and entry_names.replaced_players:
        return entry_names.starters_text
    return row.names


def _format_amount(amount: Fraction) -> str:
    """Return *amount* rounded to hundredths, as it is typed into a field."""
    return format_rounded(amount, 2).replace("\N{MINUS SIGN}", "-")


def _compute_boards_ratio(previous_sessions: Collection[int], section: Section) -> Fraction:
    """Return the boards of earlier sessions per board of *section*'s session, 1 if unknown."""
    boards: dict[int, int] = {}
    plans = Plan.objects.filter(
        section__session__in=[*previous_sessions, section.session_id], in_force=True
    ).select_related("section")
    for plan in plans:
        # A final is ranked by itself, whatever the others play.
        is_other_final = section.session.has_finals and plan.section_id != section.pk
        if is_other_final and plan.section.session_id == section.session_id:
            continue
        # Sections of a session play the same boards: the longest counts.
        session_id = plan.section.session_id
        section_boards = count_expected_rounds(plan) * plan.boards_per_set
        boards[session_id] = max(boards.get(session_id, 0), section_boards)
    boards_now = boards.pop(section.session_id, 0)
    previous_board_count = sum(boards.values())
    if previous_board_count and boards_now:
        return Fraction(previous_board_count, boards_now)
    return Fraction(1)


def _split_names(names: str) -> frozenset[str]:
    """Return the single names of *names*, without their order and capitals.

    >>> _split_names("Ada Ash & Bert Birch") == _split_names("bert birch & Ada Ash")
    True
    """
    return frozenset(map(make_name_key, re.split(r" & |, ", names)))
