"""Line-ups: who of each team sits where, round by round, and what of it stands with the results."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from director.additions.contests.lineup_changes import store_line_ups
from director.boards.contests import Entrant
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries, name_entry, swap_entries
from director.boards.play.seats.undoing import fetch_offered_acts, undo_seats
from director.core.club.people_merge import merge_person
from director.errors import DeskError
from director.models import Act, LineUpSeat, Person
from movements.registry import make_plan
from tests.director.boards.play.seats.contests import (
    make_players_section,
    make_teams_section,
    say_seats,
)
from tests.director.pages import count_queries, find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db

FIRST = ("Ada", "Bert", "Cid", "Dee", "Eve", "Fred")


def line_ups_address(section, round_no: int = 0) -> str:
    return f"/sessions/{section.session_id}/lineups/" + (f"{round_no}/" if round_no else "")


def make_named(teams: int = 4, **how):
    section = make_teams_section(teams, **how)
    called = [f"Team{number}" for number in range(1, teams + 1)]
    name_entries(
        section=section,
        pairs=[(None, Entrant([f"{first} {name}" for first in FIRST], name)) for name in called],
    )
    return section


ORDER = "N Ada Team1, S Bert Team1, E Cid Team1, W Dee Team1"
OTHERS = {"N": "Eve Team1", "S": "Fred Team1", "E": "Ada Team1", "W": "Zoe Zorn"}
AS_OTHERS = "N Eve Team1, S Fred Team1, E Ada Team1, W Zoe Zorn (substitute)"


def boxes(number: int, names: dict[str, str], was: str = ORDER) -> dict[str, str]:
    return {f"seat-{number}-{seat}": names.get(seat, "") for seat in "NSEW"} | {
        f"was-{number}": was
    }


def test_a_line_up_that_was_handed_in_meanwhile_is_shown_before_another_replaces_it(desk):
    section = make_named()
    store_line_ups(section=section, round_no=1, line_ups_by_team={1: OTHERS})
    other_team = {"N": "Dee Team2"} | dict(zip("SEW", ("Ada", "Bert", "Cid"), strict=True))
    response = desk.post(line_ups_address(section, 1), boxes(1, other_team))
    assert response.status_code == 422
    (refused,) = [row for row in response.context["rows"] if row.error]
    assert refused.error == (
        f"This was changed to “{AS_OTHERS.replace(' (substitute)', '')}” after you opened the page. "
        "Check it, then press again to replace it."
    )
    assert refused.names_by_seat["N"] == "Dee Team2"
    assert refused.shown_text == refused.team.text
    assert say_seats(section, 1, 1) == AS_OTHERS
    swapped = {**OTHERS, "N": OTHERS["S"], "S": OTHERS["N"]}
    assert (
        desk.post(line_ups_address(section, 1), boxes(1, swapped, refused.shown_text)).status_code
        == 302
    )
    assert desk.post(line_ups_address(section, 1), boxes(1, swapped, ORDER)).status_code == 302


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        pytest.param(
            OTHERS | {"W": "eve team1"},
            "Eve Team1 has two seats for team 1. Change one of them.",
            id="two seats",
        ),
        pytest.param(
            OTHERS | {"W": "Eve Team3"},
            "Eve Team3 plays for team 3, so can’t play for team 1. Choose another player.",
            id="of another team",
        ),
        pytest.param(
            OTHERS | {"W": "Guest Gray"},
            "Guest Gray plays for team 2 in this round, so can’t play for team 1. Choose another player.",
            id="a visitor of another team",
        ),
        pytest.param(
            OTHERS | {"W": "x" * 81},
            f"The name “{'x' * 40}…” has more than 80 letters. Shorten it.",
            id="a long name",
        ),
    ],
)
def test_an_impossible_line_up_is_refused_at_its_team_and_nothing_is_lost(desk, names, sentence):
    section = make_named()
    store_line_ups(section=section, round_no=1, line_ups_by_team={2: {"N": "Guest Gray"}})
    before, people = list(LineUpSeat.objects.values()), Person.objects.count()
    response = desk.post(line_ups_address(section, 1), boxes(1, names))
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert find_texts(response, "#wrong-1") == [sentence]
    shown = {
        box.get("name"): box.get("value")
        for box in find_elements(response, "#team-1 input")
        if box.get("list")
    }
    assert shown == {f"seat-1-{seat}": name for seat, name in names.items()}
    assert list(LineUpSeat.objects.values()) == before
    assert Person.objects.count() == people


def test_a_match_of_several_rounds_is_told_in_parts(desk):
    section = make_teams_section(2, key="team-match", boards_per_set=4)
    said = [
        find_texts(desk.get(line_ups_address(section, round_no)), "#team-1 .state-of")
        for round_no in (1, 2)
    ]
    assert said == [["in team order · first half"], ["in team order · second half"]]


def test_where_no_teams_play_and_in_rounds_that_are_none_the_page_says_so(desk):
    players, section = make_players_section(), make_named()
    assert find_texts(desk.get(line_ups_address(players)), ".warn") == [
        "Only teams have line-ups, and Tuesday is for players."
    ]
    assert find_texts(desk.get(line_ups_address(section, 9)), ".warn") == [
        "There is no round 9. Choose from round 1 to 3."
    ]
    links = find_elements(desk.get(f"/sessions/{section.session_id}/seats/"), "#names .actions a")
    assert line_ups_address(section) in [link.get("href") for link in links]


def test_a_visitor_who_sat_beside_a_member_is_not_merged_with_them():
    section = make_named()
    store_line_ups(section=section, round_no=1, line_ups_by_team={1: OTHERS})
    visitor, member = (Person.objects.get(name=name) for name in ("Zoe Zorn", "Eve Team1"))
    for person, into in ((visitor, member), (member, visitor)):
        with pytest.raises(DeskError, match="both played in Tuesday"):
            merge_person(person=person, into=into)
    other = Person.objects.create(club=visitor.club, name="Zoë Zorn")
    merge_person(person=visitor, into=other)
    assert say_seats(section, 1, 1) == AS_OTHERS.replace("Zoe", "Zoë")


def test_a_line_up_goes_along_with_its_team_and_away_with_another_movement():
    section = make_named()
    store_line_ups(section=section, round_no=1, line_ups_by_team={1: OTHERS})
    swap_entries(section=section, first_no=1, second_no=3)
    assert say_seats(section, 3, 1) == AS_OTHERS
    assert say_seats(section, 1, 1) == ORDER.replace("Team1", "Team3")
    store_plan(section=section, movement=make_plan("round-robin", teams=5, boards_per_set=2))
    assert not LineUpSeat.objects.exists()


def test_another_team_at_the_place_sits_in_its_own_order():
    section = make_named()
    store_line_ups(section=section, round_no=1, line_ups_by_team={1: OTHERS})
    name_entry(section=section, pair_no=1, names=[f"{first} New" for first in FIRST[:4]])
    assert say_seats(section, 1, 1) == "N Ada New, S Bert New, E Cid New, W Dee New"


def test_a_line_up_stands_in_the_way_of_undoing_the_names_it_is_made_of():
    section = make_named()
    number = fetch_offered_acts(section)[0].number
    store_line_ups(section=section, round_no=1, line_ups_by_team={1: OTHERS})
    with pytest.raises(DeskError, match=r"Line-up of team 1 in round 1\."):
        undo_seats(section=section, number=number, user=None)


@pytest.mark.slow
def test_line_ups_of_an_older_database_keep_their_substitutes_also_after_an_undo():
    section = make_named()
    store_line_ups(section=section, round_no=1, line_ups_by_team={1: OTHERS})
    store_line_ups(section=section, round_no=1, line_ups_by_team={1: dict.fromkeys("NSEW", "")})
    store_line_ups(section=section, round_no=2, line_ups_by_team={1: OTHERS})
    LineUpSeat.objects.update(is_substitute=False)
    for act in Act.objects.all():
        for change in act.changes:
            for side in filter(None, (change["before"], change["after"])):
                side.pop("is_substitute", None)
        act.save()
    step = import_module("director.migrations.0103_large_print")
    step.mark_substitutes(apps, connection.schema_editor())
    step.mark_in_acts(apps, connection.schema_editor())
    assert say_seats(section, 1, 2) == AS_OTHERS
    for _times in range(2):
        undo_seats(section=section, number=fetch_offered_acts(section)[0].number, user=None)
    assert say_seats(section, 1, 1) == AS_OTHERS


@pytest.mark.slow
def test_the_page_of_many_teams_costs_no_more_queries(desk):
    small, large = (
        make_teams_section(4),
        make_teams_section(40, key="fours-mitchell", boards_per_set=1),
    )
    name_entries(
        section=large,
        pairs=[
            (n, Entrant([f"{first} {'Long' * 10} {n}" for first in FIRST], f"{n} {'Bear' * 14}"))
            for n in range(1, 41)
        ],
    )
    store_line_ups(section=large, round_no=1, line_ups_by_team={1: {"N": f"Eve {'Long' * 10} 1"}})
    large = fetch_section(large.session_id)
    assert count_queries(desk, line_ups_address(small)) == count_queries(
        desk, line_ups_address(large)
    )
    assert len(find_elements(desk.get(line_ups_address(large)), ".line-up")) == 40
