"""Table units get individuals and teams, and a movement that is changed during play."""

import json

import pytest
from django.core.management.base import CommandError

from director.additions.imports.units.tables import make_start_data, make_update_data
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import continue_plan
from director.errors import DeskError
from director.models.event import Contest
from movements.registry import make_plan
from tests.director.additions.imports.units.test_units import (
    list_texts,
    list_unit_rounds,
    make_entered_row,
    queue,
    run_table_units,
)
from tests.director.boards.others import make_contest_section
from tests.factories import make_night

__all__ = ["queue"]

pytestmark = pytest.mark.django_db


def unit_section(data):
    """Return the only section of start data."""
    (group,) = data["Sessions"][0]["ScoringGroups"]
    (section,) = group["Sections"]
    return section


@pytest.mark.parametrize("named", [True, False])
def test_single_players_are_sent_for_every_round(named):
    section = make_contest_section(Contest.INDIVIDUAL, named=named)
    data = make_start_data([section])
    section_of_units = unit_section(data)
    assert (section_of_units["GameType"], section_of_units["Winners"]) == (20, 1)
    assert section_of_units["HasExplicitParticipations"] is True
    names = {player["PlayerNumber"]: player["LastName"] for player in data["PlayerData"]}
    entries = section.entries.order_by("pair_no")
    assert names == {
        str(10_000 + entry.pair_no): entry.players.first().name
        if named
        else f"Player {entry.pair_no}"
        for entry in entries
    }
    seats = {
        (each["RoundNumber"], each["TableNumber"], each["Direction"]): int(each["PlayerNumber"])
        - 10_000
        for each in data["Participations"]
    }
    assert seats == {
        (row.round_no, row.table_no, direction): player
        for row in section.plan.rows.all()
        for direction, player in enumerate(row.players, start=1)
    }
    for each in list_unit_rounds(data):
        place = each["RoundNumber"], each["TableNumber"]
        if each["PairNS"]:
            assert (each["PairNS"], each["PairEW"]) == (seats[*place, 1], seats[*place, 2])


def test_players_of_two_sections_have_numbers_of_their_own():
    section = make_contest_section(Contest.INDIVIDUAL)
    section.letter = "B"
    data = make_start_data([section])
    assert {player["PlayerNumber"] for player in data["PlayerData"]} == {
        str(20_000 + number) for number in range(1, 9)
    }


def test_teams_have_their_number_at_both_tables():
    section = make_contest_section(Contest.TEAMS)
    data = make_start_data([section])
    section_of_units = unit_section(data)
    assert (section_of_units["GameType"], section_of_units["Winners"]) == (30, 2)
    assert data["Sessions"][0]["ScoringGroups"][0]["ScoringMethod"] == 40
    due = {(row.round_no, row.table_no): (row.ns, row.ew) for row in section.plan.rows.all()}
    places = {(each["RoundNumber"], each["TableNumber"]): each for each in list_unit_rounds(data)}
    assert places.keys() == due.keys()
    for place, each in places.items():
        assert (each["PairNS"], each["PairEW"]) == (each["TeamNS"], each["TeamEW"]) == due[place]
        mates = places[each["MatesTableRoundNumber"], each["MatesTableTableNumber"]]
        assert (mates["PairNS"], mates["PairEW"]) == (each["PairEW"], each["PairNS"])
        assert mates["LowBoardNumber"] == each["LowBoardNumber"]
    assert {each["RoundNumber"] for each in data["Participations"]} == {1}
    names = {each["LastName"] for each in data["Participations"]}
    assert len(names) == len(data["Participations"]) == 16


def test_seated_teams_are_refused():
    section = make_contest_section(Contest.TEAMS, key="awl-24", size=2, rounds=6, boards_per_set=1)
    with pytest.raises(DeskError, match="each player of a team has a seat"):
        make_start_data([section])


def test_half_matches_are_refused():
    section = make_contest_section(Contest.TEAMS)
    row = section.plan.rows.first()
    row.half = 1
    row.save()
    with pytest.raises(DeskError, match="three teams play half a match each"):
        make_start_data([section])


def changed_night():
    """Return a night of three rounds that goes on with another movement, of a table less."""
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    shorter = make_plan("howell", pairs=4, boards_per_set=1, rounds=2)
    continue_plan(section=section, movement=shorter, from_round=2, reason="Shorter", user=None)
    return section


def test_update_gives_the_units_the_movement_as_it_is_now(queue, capsys):
    section = changed_night()
    line = fetch_section_lines(section).all[0]
    queue.put(make_entered_row(line, section))
    run_table_units(queue, "update", section)
    assert [asked["Command"] for asked in queue.asked] == [19, 27, 6]
    sent = json.loads(queue.asked[-1]["SerializedData"])
    assert sent == make_update_data(section) | {"ClubId": "club"}
    assert sent["SessionGuid"] == queue.asked[-1]["SessionGuid"]
    assert {
        contest_round["RoundNumber"]
        for table in sent["Tables"]
        for contest_round in table["Rounds"]
    } == {1, 2}
    assert list_texts(section)[0] == "4SS=", "results are read before the units forget them"
    assert "new movement of section A" in capsys.readouterr().err


def test_tables_of_the_earlier_movement_are_removed():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    row = section.plan.rows.get(round_no=3, table_no=2)
    row.table_no = 5
    row.save()
    movement = make_plan("howell", pairs=4, boards_per_set=1)
    continue_plan(section=section, movement=movement, from_round=3, reason="Closer", user=None)
    rounds = {
        table["TableNumber"]: len(table["Rounds"]) for table in make_update_data(section)["Tables"]
    }
    assert rounds == {1: 3, 2: 3, 5: 0}


def test_units_that_have_the_movement_are_no_trouble(queue, capsys):
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    queue.raw = json.dumps({"DataType": 4, "ErrorType": 3, "SerializedData": '"No"'}).encode()
    with pytest.raises(CommandError, match="refused this: No"):
        run_table_units(queue, "read", section)
    queue.raw = None
    queue.known_movement = True
    run_table_units(queue, "update", section)
    assert "The table units have this movement already." in capsys.readouterr().err


def test_an_update_of_single_players_has_all_their_seats(queue):
    section = make_contest_section(Contest.INDIVIDUAL)
    run_table_units(queue, "update", section)
    sent = json.loads(queue.asked[-1]["SerializedData"])
    assert sent["HasExplicitParticipations"] is True
    assert sent["Participations"] == make_start_data([section])["Participations"]
    assert sent["AddedPlayers"] == make_start_data([section])["PlayerData"]
