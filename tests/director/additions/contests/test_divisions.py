"""Divisions of a league: each is ranked by itself, and every page and file says the same place."""

import datetime

import pytest
from django.urls import reverse

from director.additions.contests.matches.reported import report_match
from director.additions.contests.scoring.match_results import SessionMatches
from director.boards.play.plan import store_plan
from director.boards.play.sessions import create_event
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Event, Section, Session
from director.models.event import Contest, RankingScope
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.pages import find_texts
from tests.director.pdf.reading import read_pages
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def make_league(letters: str = "AB", *, has_results: bool = True) -> Session:
    """Make a league of four teams per division. Those of B win higher than those of A."""
    session = create_event(
        club=make_club(),
        name="Winter league",
        date=datetime.date(2026, 10, 5),
        contest=Contest.TEAMS,
    )
    for letter in letters:
        section, _is_new = Section.objects.get_or_create(session=session, letter=letter)
        store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=24))
        section = Section.objects.get(pk=section.pk)
        for entry in section.entries.all():
            entry.name = f"{letter}-team {entry.pair_no}"
            entry.save()
        for row in section.plan.rows.filter(ns__lt=5) if has_results else ():
            low, high = sorted((row.ns, row.ew))
            margin = 20 if letter == "A" else 60
            report_match(
                section=section,
                key=(row.round_no, low, high),
                result=MatchResult("imp", 0, margin),
                user=None,
            )
    return Session.objects.get(pk=session.pk)


@pytest.mark.slow
def test_each_division_has_a_cross_table_of_its_own_by_place(client):
    session = make_league()
    publish_results(event=session.event, hours=24)
    tables = SessionMatches(EventResults(session.event).first_session).cross_tables
    assert [table.title for table in tables] == ["Section A: all matches", "Section B: all matches"]
    for letter, table in zip("AB", tables, strict=True):
        assert [row.standing.place for row in table.rows] == ["1", "2", "3", "4"]
        assert [team.label for team in table.teams] == [
            f"{letter}{number}" for number in (4, 3, 2, 1)
        ]
        for index, row in enumerate(table.rows):
            assert [cell is None for cell in row.cells] == [other == index for other in range(4)]
    page = client.get(reverse("event_matches", args=[session.event_id]))
    captions = [text for text in find_texts(page, "caption") if "all matches" in text]
    assert [caption[:9] for caption in captions] == ["Section A", "Section B"]


@pytest.mark.slow
def test_sections_that_are_ranked_together_have_one_cross_table():
    session = make_league()
    Event.objects.filter(pk=session.event_id).update(places=RankingScope.FIELD)
    [table] = SessionMatches(
        EventResults(Event.objects.get(pk=session.event_id)).first_session
    ).cross_tables
    assert (table.title, len(table.rows)) == ("All matches", 8)


def test_results_count_the_boards_of_all_divisions(desk):
    session = make_league(has_results=False)
    section = session.sections.get(letter="A")
    page = desk.get(reverse("session_results", args=[section.ref]))
    assert find_texts(page, "#progress") == ["0 of 576 results entered"]
    refused = desk.post(reverse("event_publish", args=[session.event_id]))
    assert "Missing: 576 of 576 results" in " ".join(find_texts(refused, ".bad"))


@pytest.mark.slow
def test_fixtures_with_scores_print_names_and_scores_in_one_line(desk):
    session = make_league("A")
    names = ("Kings & Queens", "The Hilltoppers", "Seven Oaks", "Wednesday Club")
    section = session.sections.get()
    for entry, name in zip(section.entries.order_by("pair_no"), names, strict=True):
        entry.name = name
        entry.save()
    sheet = desk.get(
        f"/sessions/{session.pk}/print/sheets.pdf", {"kinds": "fixtures", "paper": "a4"}
    )
    (page,) = read_pages(sheet.content)
    for number, name in enumerate(names, start=1):
        assert f"{number} {name}" in page.texts
    assert "IMPs" in page.texts
    # Every match ended 0 : 20 IMPs, home or away.
    assert {"0 : 20", "20 : 0"} & set(page.texts)
    assert not any("IMPs)" in text for text in page.texts)
