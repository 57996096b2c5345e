"""Next year's league is made from this one's table, with teams that go up and down."""

import datetime

import pytest
from django.db.models import Q
from django.urls import reverse

from director.additions.contests.leagues import make_next_league, move_teams
from director.additions.contests.matches.reported import report_match
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan, withdraw_team
from director.boards.play.sessions import add_section, create_event, remove_section
from director.errors import DeskError
from director.models import Entry, EntryPlayer, Event, Match, Person, RoundDate, Section, Session
from director.models.event import Contest
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.pages import find_texts
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def test_teams_go_up_and_down_between_neighbours():
    tables = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert move_teams(tables, 0) == tables
    assert move_teams(tables, 2) == [[1, 2, 5, 6], [3, 4, 9, 10], [7, 8, 11, 12]]
    with pytest.raises(DeskError) as refused:
        move_teams(tables, 3)
    assert "Division 2 has 4 teams" in str(refused.value)


def make_league(divisions: int = 2) -> Session:
    """Make a league of four teams in each division, in which the higher number always wins."""
    session = create_event(
        club=make_club(),
        name="Winter league 2026",
        date=datetime.date(2026, 10, 5),
        contest=Contest.TEAMS,
        is_long_running=True,
    )
    event = session.event
    for letter in "ABC"[:divisions]:
        section, _is_new = Section.objects.get_or_create(session=session, letter=letter)
        movement = make_plan("round-robin", teams=4, boards_per_set=8)
        store_plan(section=section, movement=movement)
        section = Section.objects.get(pk=section.pk)
        for entry in section.entries.all():
            entry.name, entry.club = f"{letter}{entry.pair_no}", f"Club {entry.pair_no}"
            entry.save()
            person = Person.objects.create(club=event.club, name=f"Captain {entry.name}")
            EntryPlayer.objects.create(
                entry=entry, section=section, person=person, order=1, is_captain=True
            )
        for row in section.plan.rows.all():
            low, high = sorted((row.ns, row.ew))
            report_match(
                section=section,
                key=(row.round_no, low, high),
                result=MatchResult("imp", 0, 10 * high - low),
                user=None,
            )
    Event.objects.update(scoring_options={"victory_points": "continuous"})
    return Session.objects.get(pk=session.pk)


def post(desk, session, **typed):
    address = reverse("session_results_next_league", args=[session.sections.first().ref])
    post_data = {"name": "Winter league 2027", "day": "2027-10-04", "moving": "1"} | typed
    return desk.post(address, post_data)


def test_one_press_makes_next_years_league_in_the_order_of_the_table(desk):
    session = make_league()
    home = session.sections.first().plan.rows.first()
    Match.objects.filter(
        section=session.sections.first(), round_no=home.round_no, home__in=(home.ns, home.ew)
    ).filter(away__in=(home.ns, home.ew)).update(venue="Village hall")
    results = desk.get(reverse("session_results", args=[session.pk]))
    assert "Next year’s league" in results.content.decode()
    page = desk.get(reverse("session_results_next_league", args=[session.pk]))
    assert page.context["form"]["name"].value() == "Winter league 2027"
    suggested = page.context["form"]["day"].value()
    assert suggested.weekday() == session.day.weekday()
    assert suggested.year == session.day.year + 1
    response = post(desk, session)
    assert response.status_code == 302
    event = Event.objects.get(name="Winter league 2027")
    assert event.date == datetime.date(2027, 10, 4)
    assert event.is_long_running is True
    assert event.scoring == "team-imps"
    assert event.scoring_options == {"victory_points": "continuous"}
    divisions = [
        [entry.name for entry in section.entries.order_by("pair_no")]
        for section in Section.objects.filter(session__event=event).order_by("letter")
    ]
    assert divisions == [["A4", "A3", "A2", "B4"], ["A1", "B3", "B2", "B1"]]
    entry = Entry.objects.get(section__session__event=event, name="B4")
    assert entry.club == "Club 4"
    assert [player.person.name for player in entry.entry_players.all()] == ["Captain B4"]
    assert entry.entry_players.get().is_captain
    for old, new in zip(
        session.sections.all(), Section.objects.filter(session__event=event), strict=True
    ):
        assert load_movement(old.plan).rows == load_movement(new.plan).rows
        assert not new.matches.exclude(unit="").exists()
    host = f"A{home.ns}"
    venues = {
        match.venue for match in Match.objects.filter(section__session__event=event) if match.venue
    }
    assert venues == {"Village hall"}, host


def test_a_league_of_one_division_asks_for_no_teams_that_move(desk):
    session = make_league(1)
    page = desk.get(reverse("session_results_next_league", args=[session.pk]))
    assert "moving" not in page.context["form"].fields
    assert post(desk, session).status_code == 302
    section = Section.objects.get(session__event__name="Winter league 2027")
    names = [entry.name for entry in section.entries.order_by("pair_no")]
    assert names == ["A4", "A3", "A2", "A1"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "Type a name for the league, such as Winter league 2027."),
        ({"day": ""}, "Type the date of the first round, such as 2027-10-04."),
        (
            {"moving": "5"},
            "Division 1 has 4 teams, too few for 5 up and 5 down. Lower the number.",
        ),
    ],
)
def test_impossible_input_is_refused_in_one_sentence(desk, typed, sentence):
    session = make_league()
    response = post(desk, session, **typed)
    assert response.status_code == 422
    assert list(find_texts(response, ".say.bad")) == [sentence]
    assert Event.objects.count() == 1


def test_other_contests_have_no_next_league(desk):
    session = make_league(1)
    section = session.sections.first()
    section.plans.update(guarantees=[])
    response = desk.get(reverse("session_results_next_league", args=[session.pk]))
    assert response.status_code == 302
    assert (
        "Next year’s league"
        not in desk.get(
            reverse("session_results", args=[fetch_section(section.ref).session_id])
        ).content.decode()
    )


def test_play_by_dates_are_copied_and_withdrawn_teams_stay_behind(desk):
    session = make_league()
    for round_no in (1, 2, 3):
        RoundDate.objects.create(
            session=session,
            from_round=round_no,
            date=session.day + datetime.timedelta(weeks=4 * round_no),
        )
    section = session.sections.get(letter="A")
    Match.objects.filter(Q(home=2) | Q(away=2), section=section).delete()
    withdraw_team(section=section, team=2, from_round=1, user=None)
    page = desk.get(reverse("session_results_next_league", args=[session.pk]))
    assert "Withdrawn, so left out: A2." in find_texts(page, ".say.warn")
    assert post(desk, session).status_code == 302
    event = Event.objects.get(name="Winter league 2027")
    divisions = [
        [entry.name for entry in section.entries.order_by("pair_no")]
        for section in Section.objects.filter(session__event=event).order_by("letter")
    ]
    assert divisions == [["A4", "A3", "B4"], ["A1", "B3", "B2", "B1"]]
    days = [date.date for date in RoundDate.objects.filter(session__event=event)]
    first = datetime.date(2027, 10, 4)
    assert days == [first + datetime.timedelta(weeks=4 * round_no) for round_no in (1, 2, 3)]


def test_a_league_without_section_a_makes_none(desk):
    session = create_event(
        club=make_club(),
        name="League",
        date=datetime.date(2026, 10, 5),
        contest=Contest.TEAMS,
        is_long_running=True,
    )
    first = session.sections.get()
    section = add_section(section=first, letter="B")
    remove_section(section=first)
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    section = Section.objects.get(pk=section.pk)
    for row in section.plan.rows.all():
        low, high = sorted((row.ns, row.ew))
        report_match(
            section=section,
            key=(row.round_no, low, high),
            result=MatchResult("imp", 0, 5),
            user=None,
        )
    made = make_next_league(
        session=Session.objects.get(pk=session.pk),
        name="Next",
        first_day=datetime.date(2027, 10, 4),
        moving_count=0,
    )
    assert [(section.letter, section.entries.count()) for section in made.sections.all()] == [
        ("B", 4)
    ]
