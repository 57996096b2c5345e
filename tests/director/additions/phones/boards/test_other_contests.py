"""Phones at the tables of single players and of teams: who sits there, where each goes, results and corrections."""

from bisect import bisect_right
from collections import defaultdict

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.scoring.scored import score_section
from director.models.event import Contest
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.others import make_contest_section
from tests.live.phones import make_expected_text

pytestmark = pytest.mark.django_db
IMPS = (
    20,
    50,
    90,
    130,
    170,
    220,
    270,
    320,
    370,
    430,
    500,
    600,
    750,
    900,
    1100,
    1300,
    1500,
    1750,
    2000,
    2250,
    2500,
)
IMPS += (3000, 3500, 4000)
"""From how many points on a board brings one IMP more."""


def table_state(tables: TablePhones, table_no: int) -> dict:
    return tables.client.get(f"/t/{tables.open[table_no].token}/state.json").json()


def play_round(tables: TablePhones, round_no: int, text: str = "4SS=") -> None:
    for line in fetch_section_lines(tables.section).all:
        if line.round_no == round_no:
            assert tables.say(line, text).status_code == 201
            assert tables.agree(line).status_code == 201


def test_four_players_are_named_by_their_seats():
    state = table_state(TablePhones(make_contest_section(Contest.INDIVIDUAL), tables=2), 1)
    assert state["called"] == "player"
    assert state["players"] == {"N": 4, "E": 1, "S": 2, "W": 8}
    assert state["seats"] == {
        "N": "Dora Ash Dunn",
        "S": "Bert Ash Birch",
        "E": "Ada Ash Ash",
        "W": "Hugh Ash Hill",
    }
    assert state["labels"] == {"ns": "2+4", "ew": "1+8"}
    assert (state["next"], state["places"]) == (
        {"ns": "", "ew": ""},
        {"N": "table 2 East", "E": "table 2 West", "S": "table 1 East", "W": "stay"},
    )


def test_after_the_round_each_of_the_four_is_told_where_to_go():
    tables = TablePhones(make_contest_section(Contest.INDIVIDUAL), tables=2)
    play_round(tables, 1)
    left = table_state(tables, 1)["left"]
    assert left["places"] == {
        "N": "table 2 East",
        "E": "table 2 West",
        "S": "table 1 East",
        "W": "stay",
    }
    assert left["players"] == {"N": 4, "E": 1, "S": 2, "W": 8}


def test_who_sits_out_next_is_told_so():
    tables = TablePhones(
        make_contest_section(Contest.INDIVIDUAL, key="individual", size=5), tables=1
    )
    assert sorted(table_state(tables, 1)["places"].values()).count("sit out") == 1


def test_the_halves_of_a_team_go_on_each_by_itself():
    state = table_state(TablePhones(make_contest_section(Contest.TEAMS), tables=4), 1)
    assert state["called"] == "team"
    assert state["players"] is None
    assert state["places"] is None
    assert state["labels"] == {"ns": "1", "ew": "4"}
    assert state["next"] == {"ns": "table 3 N-S", "ew": "table 2 E-W"}
    assert [state["seats"][seat].split()[0] for seat in "NSEW"] == ["Ada", "Bert", "Ada", "Bert"]


@pytest.mark.slow
def test_a_match_of_32_boards_by_phones_alone():
    section = make_contest_section(
        Contest.TEAMS, key="team-match", size=2, rounds=2, boards_per_set=16
    )
    tables = TablePhones(section, tables=2)
    for round_no in (1, 2):
        for line in fetch_section_lines(section).all:
            if line.round_no == round_no:
                text = make_expected_text(line.board_no, line.ns, line.table_no)
                assert tables.say(line, text).status_code == 201
                assert tables.agree(line).status_code == 201
    assert table_state(tables, 1)["over"]
    swings = defaultdict(int)
    for board_no, ns, score in section.results.values_list("board_no", "ns", "ns_score"):
        swings[board_no] += score if ns == 1 else -score
    assert len(swings) == 32
    won = [(swing > 0) - (swing < 0) for swing in swings.values()]
    imps = [bisect_right(IMPS, abs(swing)) for swing in swings.values()]
    for_first, for_second = (
        sum(imp for side, imp in zip(won, imps, strict=True) if side == who) for who in (1, -1)
    )
    assert for_first > for_second
    golden, most = (
        (5**0.5 - 1) / 2,
        15 * 32**0.5,
    )  # the continuous scale of the world federation for 32 boards
    points = 10 + 10 * (1 - golden ** (3 * (for_first - for_second) / most)) / (1 - golden**3)
    standings = score_section(fetch_section(section.session_id)).ranking.standings
    assert [(row.contestant, float(row.total)) for row in standings] == [
        (1, round(points, 2)),
        (2, round(20 - points, 2)),
    ]
