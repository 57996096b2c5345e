"""The record of each player over an event of teams."""

from fractions import Fraction

import pytest

from director.additions.contests.butler import PlayerRecord, compute_players_record
from director.boards.contests import Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import enter_result, import_result
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_session
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Club, Event, Person
from tests.director.boards.play.seats.contests import make_teams_section
from tests.director.pages import count_queries, find_elements, find_texts

pytestmark = pytest.mark.django_db

FIRST = ("Ada", "Bert", "Cid", "Dee")
BOARD_1 = {(1, 4): "+420", (4, 1): "+170", (2, 3): "+420", (3, 2): "-100"}
"""The datum is (420 + 420 + 170 - 100) / 4 = 227.5, so 230: 190, -60 and -330 away from it are 5, -2 and -8 IMPs."""


def make_named(teams: int = 4, **how):
    section = make_teams_section(teams, **how)
    name_entries(
        section=section,
        pairs=[
            (None, Entrant([f"{first} Of{n}" for first in FIRST], f"Team{n}"))
            for n in range(1, teams + 1)
        ],
    )
    return section


def enter(section, board_no: int, scores: dict[tuple[int, int], str]) -> None:
    for (ns, ew), text in scores.items():
        enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)


def record(section):
    return compute_players_record(
        EventResults(Event.objects.get(pk=section.session.event_id)).sessions
    )


def imps(section) -> dict[str, tuple[int, Fraction]]:
    return {player.name: (player.boards, player.imps) for player in record(section).players}


def test_scores_are_compared_with_the_datum_of_their_board_and_equal_averages_share_a_place():
    section = make_named()
    enter(section, 1, BOARD_1)
    players = record(section).players
    assert [(player.rank, player.name, player.imps) for player in players] == [
        ("1=", "Cid Of2", 8), ("1=", "Dee Of2", 8),
        ("3=", "Ada Of1", 5), ("3=", "Bert Of1", 5), ("3=", "Ada Of2", 5), ("3=", "Bert Of2", 5),
        ("7=", "Cid Of1", 2), ("7=", "Dee Of1", 2),
        ("9=", "Ada Of4", -2), ("9=", "Bert Of4", -2),
        ("11=", "Cid Of3", -5), ("11=", "Dee Of3", -5), ("11=", "Cid Of4", -5), ("11=", "Dee Of4", -5),
        ("15=", "Ada Of3", -8), ("15=", "Bert Of3", -8),
    ]  # fmt: skip
    assert sum(player.imps for player in players) == 0
    assert players[2] == PlayerRecord(
        "3=", "Ada Of1", ("Team1",), 1, 5, person_id=Person.objects.get(name="Ada Of1").pk
    )


@pytest.mark.slow
def test_names_lead_to_the_pages_that_the_club_shows(client):
    section = make_named()
    enter(section, 1, BOARD_1)
    event = Event.objects.get(pk=section.session.event_id)
    publish_results(event=event, user=None)

    def linked_people() -> set[str]:
        page = client.get(f"/events/{event.pk}/players/")
        links = find_elements(page, ".standings tbody a")
        assert all(client.get(link.get("href")).status_code == 200 for link in links)
        return {link.text for link in links}

    assert linked_people() == set()
    club = Club.objects.get()
    club.has_player_pages = True
    club.save()
    hidden_person = Person.objects.get(name="Cid Of2")
    hidden_person.is_hidden = True
    hidden_person.save()
    everybody = set(Person.objects.values_list("name", flat=True))
    assert linked_people() == everybody - {"Cid Of2"}


def test_sessions_are_added_up():
    section = make_named()
    enter(section, 1, BOARD_1)
    add_session(section=section, number=2, is_seated=True)
    second = fetch_section(section.session.event.sessions.get(number=2).pk)
    enter(second, 1, dict.fromkeys(BOARD_1, "PASS"))
    assert imps(section)["Ada Of1"] == (2, 5)


@pytest.mark.slow
def test_the_page_and_the_files_agree(client):
    section = make_named()
    enter(section, 1, BOARD_1)
    event = section.session.event
    assert client.get(f"/events/{event.pk}/players/").status_code == 404
    publish_results(event=event)
    page = client.get(f"/events/{event.pk}/players/")
    assert find_texts(page, "tbody .c-names")[:3] == ["Cid Of2", "Dee Of2", "Ada Of1"]
    assert find_texts(page, "tbody .c-average")[0] == "8"
    assert [
        link.get("href") for link in find_elements(page, ".tabs a") if link.get("aria-current")
    ] == [f"/events/{event.pk}/players/"]
    csv = client.get(f"/events/{event.pk}/players.csv").content.decode("utf-8-sig").splitlines()
    assert csv[:2] == ["Place,Names,Team,Boards,IMPs,IMPs per board", "1=,Cid Of2,Team2,1,8,8"]
    path = client.get(f"/events/{event.pk}/players.xlsx")
    assert path["Content-Disposition"] == 'attachment; filename="tuesday-2026-11-17-players.xlsx"'


@pytest.mark.slow
def test_many_teams_with_long_names_cost_no_more_queries(desk):
    small, large = make_named(), make_named(40, key="fours-mitchell", boards_per_set=1)
    for section in (small, large):
        for line in fetch_section_lines(section).all[:80]:
            import_result(section=section, line=line, text="PASS", user=None)
    few, many = (f"/events/{section.session.event_id}/players/" for section in (small, large))
    assert count_queries(desk, few) == count_queries(desk, many)
