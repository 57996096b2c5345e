"""Next year's league from this one's table: an event with divisions, teams that go up and down."""

import datetime
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from director.additions.contests.scoring.fixtures import list_section_fixtures
from director.boards.contests import get_contest_record
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.round_days import fetch_deadline_by_round
from director.boards.movement.rounds import (
    CANCELLED,
    CANCELLED_ELSEWHERE,
    WITHDRAWN,
    WITHDRAWN_BEFORE,
    get_withdrawals_by_contestant,
    is_round_robin,
)
from director.boards.movement.sections import ScoringField, fetch_section
from director.boards.pages.steps import make_results_page_context
from director.boards.play.plan import store_plan
from director.boards.play.seats.entrants import copy_players
from director.boards.play.sessions import create_event
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.forms import DayField, NameField, PageForm, WholeNumberField
from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import show_refusals_at
from director.core.night.event_fields import NextLeagueRule, list_fields_in_next_league
from director.errors import DeskError
from director.models import Entry, EntryPlayer, Match, Plan, RoundDate, Section, Session
from director.models.event import SectionRef
from movements.model import Movement
from movements.registry import get_movement, make_plan

LEAGUE_NO_TABLE = (
    "league-no-table",
    "Section {section} plays no round robin of teams, so it has no table to go by.",
)

PLAY_DEPENDENT_OPTIONS = (WITHDRAWN, WITHDRAWN_BEFORE, CANCELLED, CANCELLED_ELSEWHERE)
"""The options of a movement that come from what happened while it was played."""


@dataclass(frozen=True, slots=True)
class _Team:
    """A team of this year's league, with the venue of its home matches."""

    entry: Entry
    venue: str = ""


def has_next_league(section: Section, plan: Plan | None) -> bool:
    """Return whether *section* plays a league whose table can fill next year's."""
    if plan is None or not is_round_robin(plan) or section.session.event.source:
        return False
    return get_contest_record(section).has_halves


def move_teams(tables: Sequence[Sequence[int]], moving_count: int) -> list[list[int]]:
    """Return next year's divisions, after *moving_count* teams have gone up and down between them.

    *tables* are this year's divisions in order of rank, the highest division first. In the new
    divisions, relegated teams come first and promoted teams last.

    >>> move_teams([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1)
    [[1, 2, 4], [3, 5, 7], [6, 8, 9]]

    :raises DeskError: if a division has too few teams
    """
    last_index = len(tables) - 1
    for index, table in enumerate(tables):
        neighbours = (index > 0) + (index < last_index)
        if neighbours * moving_count > len(table):
            raise DeskError(
                "league-too-many-move",
                "Division {division} has {size} teams, too few for {moving} up and {moving} down. "
                "Lower the number.",
                moving=moving_count,
                division=index + 1,
                size=len(table),
            )
    divisions = []
    for index, table in enumerate(tables):
        relegated_teams = tables[index - 1][-moving_count:] if index > 0 and moving_count else []
        promoted_teams = tables[index + 1][:moving_count] if index < last_index else []
        staying_teams = table[
            moving_count if index > 0 else 0 : len(table)
            - (moving_count if index < last_index else 0)
        ]
        divisions.append([*relegated_teams, *staying_teams, *promoted_teams])
    return divisions


def make_next_league(
    *, session: Session, name: str, first_day: datetime.date, moving_count: int
) -> Session:
    """Make the event *name* on the day *first_day* from the league of *session*, and return its session.

    Its divisions have the movements of this year's and no results. *moving_count* teams go up and down
    between two divisions. Withdrawn teams don't come along, and the play-by dates of rounds are as
    long after the first day as this year.

    :raises DeskError: if a section plays no league, or a division has too few teams
    :raises MovementError: if too few teams are left for the movement
    :raises ScoringError: if the results can't be scored
    """
    sections = list(session.sections.prefetch_related("entries__entry_players"))
    plans_by_letter = {}
    teams_by_entry: dict[int, _Team] = {}
    tables = []
    for section in sections:
        plan = section.plan
        if plan is None or not has_next_league(section, plan):
            raise DeskError(*LEAGUE_NO_TABLE, section=section.letter)
        plans_by_letter[section.letter] = plan
        section_teams = _rank_teams(section, get_withdrawals_by_contestant(plan))
        teams_by_entry |= {team.entry.pk: team for team in section_teams}
        tables.append([team.entry.pk for team in section_teams])
    divisions = move_teams(tables, moving_count)
    with transaction.atomic():
        next_session = _make_next_event(session, name, first_day)
        _copy_play_by_days(session, next_session)
        # A new event has section A, which this year's may have removed.
        next_session.sections.exclude(letter__in=plans_by_letter).delete()
        for section, entry_ids in zip(sections, divisions, strict=True):
            new_section, _is_new = Section.objects.get_or_create(
                session=next_session, letter=section.letter
            )
            new_section.at_tables = section.at_tables
            new_section.save()
            _fill_division(
                new_section,
                plans_by_letter[section.letter],
                [teams_by_entry[pk] for pk in entry_ids],
            )
    return next_session


def list_withdrawn_names(session: Session) -> list[str]:
    """Return the names of the teams that have withdrawn from the league in *session*."""
    names = []
    for section in session.sections.prefetch_related("entries"):
        withdrawals = get_withdrawals_by_contestant(section.plan) if section.plan else {}
        for entry in section.entries.all():
            if entry.pair_no in withdrawals:
                names.append(entry.name or f"team {section.get_label(entry.pair_no)}")
    return names


def _copy_play_by_days(session: Session, next_session: Session) -> None:
    """Give the rounds of *next_session* play-by dates as long after its first day as in *session*."""
    shift = next_session.day - session.day
    RoundDate.objects.bulk_create(
        RoundDate(session=next_session, from_round=round_no, date=day + shift)
        for round_no, day in fetch_deadline_by_round(session).items()
    )


def _rank_teams(section: Section, withdrawn_numbers: Container[int]) -> list[_Team]:
    """Return the teams of *section* in the order of its table, those without a place last.

    Those *withdrawn_numbers* are left out.
    """
    session_results = SessionResults(ScoringField(section.session, (section,)))
    ranks_by_number = {row.contestant: index for index, row in enumerate(session_results.rows)}
    venues_by_number = {}
    for fixture in list_section_fixtures(session_results, section):
        if fixture.venue:
            venues_by_number[fixture.home_no] = fixture.venue
    entries = sorted(
        (entry for entry in section.entries.all() if entry.pair_no not in withdrawn_numbers),
        key=lambda entry: (ranks_by_number.get(entry.pair_no, len(ranks_by_number)), entry.pair_no),
    )
    return [_Team(entry, venues_by_number.get(entry.pair_no, "")) for entry in entries]


def _make_next_event(session: Session, name: str, first_day: datetime.date) -> Session:
    """Store next year's event, with the settings of *session*'s event. Return its session."""
    values: dict[str, Any] = {"name": name, "date": first_day}
    for field_name in list_fields_in_next_league(NextLeagueRule.COPIED):
        values[field_name] = getattr(session.event, field_name)
    for field_name in list_fields_in_next_league(NextLeagueRule.SESSION):
        values[field_name] = getattr(session.scoring_record, field_name)
    return create_event(**values)


def _fill_division(section: Section, plan: Plan, teams: Sequence[_Team]) -> None:
    """Fill *section* with *teams*, numbered in this order, and the movement of *plan*."""
    for pair_no, team in enumerate(teams, start=1):
        previous_entry = team.entry
        entry = Entry.objects.create(
            section=section,
            pair_no=pair_no,
            name=previous_entry.name,
            club=previous_entry.club,
            rating=previous_entry.rating,
            is_unranked=previous_entry.is_unranked,
        )
        EntryPlayer.objects.bulk_create(copy_players(entry, previous_entry.entry_players.all()))
    store_plan(section=section, movement=_make_movement(plan, len(teams)))
    _store_venues(section, {number: team.venue for number, team in enumerate(teams, start=1)})


def _make_movement(plan: Plan, team_count: int) -> Movement:
    """Return the movement of *plan* for as many *team_count*, which is the stored one if it fits."""
    movement = load_movement(plan)
    options = tuple(pair for pair in movement.options if pair[0] not in PLAY_DEPENDENT_OPTIONS)
    if movement.contestants == team_count:
        return replace(movement, options=options)
    known_options = {option.name for option in get_movement(plan.key).options}
    return make_plan(
        plan.key,
        teams=team_count,
        boards_per_set=plan.boards_per_set,
        options={name: value for name, value in options if name in known_options},
    )


def _store_venues(section: Section, venues_by_number: Mapping[int, str]) -> None:
    """Store the venue of each team for its home matches of *section*."""
    section = Section.objects.get(pk=section.pk)
    session_results = SessionResults(ScoringField(section.session, (section,)))
    matches = []
    for fixture in list_section_fixtures(session_results, section):
        if venue := venues_by_number.get(fixture.home_no):
            round_no, home, away = fixture.key
            matches.append(
                Match(section=section, round_no=round_no, home=home, away=away, venue=venue)
            )
    Match.objects.bulk_create(matches)


MAX_MOVING_TEAMS = 8
"""Teams that may go up and down between two divisions."""
_YEAR_PATTERN = re.compile(r"\b(19|20)\d\d\b")


class NextLeagueForm(PageForm):
    """Name and first day of next year's league, and how many teams go up and down."""

    name = NameField(
        label="Name",
        max_length=80,
        what="This name",
        missing="Type a name for the league, such as Winter league 2027.",
    )
    day = DayField(label="Date", missing="Type the date of the first round, such as 2027-10-04.")
    moving = WholeNumberField(
        what="the number of teams",
        example=2,
        label="Teams up and down",
        min_value=0,
        max_value=MAX_MOVING_TEAMS,
    )

    def __init__(self, data: QueryDict | None, session: Session, division_count: int) -> None:
        """Suggest the name and day of the league of *session* a year later."""
        initial = {
            "name": _YEAR_PATTERN.sub(lambda year: str(int(year[0]) + 1), session.event.name),
            # The club's night is the same day of the week next year.
            "day": session.day + datetime.timedelta(weeks=52),
            "moving": 1,
        }
        super().__init__(data, initial=initial)
        if division_count < 2:
            del self.fields["moving"]


@require_http_methods(["GET", "HEAD", "POST"])
def add_next_league(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Ask for the name of next year's league. A POST makes it and opens its Seats."""
    section = fetch_section(session_id)
    if not has_next_league(section, section.plan):
        messages.error(request, LEAGUE_NO_TABLE[1].format(section=section.letter))
        return redirect("session_results", session_id=session_id)
    session = section.session
    data = request.POST if request.method == "POST" else None
    division_count = session.sections.count()
    form = NextLeagueForm(data, session, division_count)
    if data is not None and form.is_valid():
        with show_refusals_at(form):
            next_session = make_next_league(
                session=session,
                name=form.cleaned_data["name"],
                first_day=form.cleaned_data["day"],
                moving_count=form.cleaned_data.get("moving", 0),
            )
            messages.success(request, f"{next_session.event.name} has its teams and fixtures.")
            return redirect("session_seats", session_id=next_session.pk)
    context = make_results_page_context(request, section, "next-league")
    withdrawn_names = list_withdrawn_names(session)
    context |= {"form": form, "divisions": division_count, "withdrawn": withdrawn_names}
    return render_page(
        request,
        "additions/contests/results/next_league.html",
        context,
        problems=form.errors,
    )
