"""Rulings on players who change partners, and on teams that play a board at two tables."""

from decimal import Decimal

import pytest

from director.additions.rulings.rulings import Penalty
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.boards.scoring.standings.event import EventResults
from director.errors import RulingError
from director.models import Section
from director.models.event import Contest
from tests.factories import add_ruling, make_demo_event, make_director

pytestmark = pytest.mark.django_db


def night_of(contest) -> Section:
    return fetch_first_section(make_demo_event(contest).pk)


def totals(section) -> dict[int, object]:
    results = EventResults(fetch_first_section(section.session.event_id).session.event)
    return {row.contestant: row.total for group in results.standings.groups for row in group.rows}


def give(section, **given):
    return add_ruling(section=section, user=None, facts="Late.", decision="Fined.", **given)


class TestPlayers:
    @pytest.fixture
    def section(self):
        return night_of(Contest.INDIVIDUAL)

    def test_a_board_and_one_of_the_four_name_the_line(self, section):
        line = fetch_section_lines(section).get_board_lines(5)[1]
        for player in (*section.list_members(line.ns), *section.list_members(line.ew)):
            ruling = give(
                section, board_no=5, pair_no=player, adjusted="A5050" if player % 2 else "A6040"
            )
            assert (ruling.ns, ruling.ew) == (line.ns, line.ew)

    def test_a_penalty_takes_from_one_player_alone(self, section):
        before = totals(section)
        give(section, penalty=Penalty(Decimal(2), "mp", 3))
        after = totals(section)
        assert {player: after[player] - before[player] for player in before} == {
            player: -2 if player == 3 else 0 for player in before
        }

    def test_a_penalty_of_the_top_is_of_the_side_on_that_board(self, section):
        line = fetch_section_lines(section).get_board_lines(5)[0]
        player = section.list_members(line.ew)[0]
        before = totals(section)
        give(section, board_no=5, pair_no=player, penalty=Penalty(Decimal(50), "top", player))
        after = totals(section)
        assert {number for number in before if after[number] != before[number]} == set(
            section.list_members(line.ew)
        )

    def test_the_page_speaks_of_players(self, section, client):
        client.force_login(make_director())
        page = client.get(f"/sessions/{section.session_id}/rulings/").content.decode()
        assert ">Player<" in page
        assert "To player" in page
        assert "Table</label>" not in page


class TestTeams:
    @pytest.fixture
    def section(self):
        return night_of(Contest.TEAMS)

    def test_a_board_that_a_team_plays_at_two_tables_needs_the_table(self, section):
        with pytest.raises(RulingError, match="Choose one of them") as refused:
            give(section, board_no=1, pair_no=1, adjusted="A6040")
        assert refused.value.field == "table_no"
        for line in [
            line
            for line in fetch_section_lines(section).get_board_lines(1)
            if 1 in (line.ns, line.ew)
        ]:
            ruling = give(section, board_no=1, pair_no=1, table_no=line.table_no, adjusted="A6040")
            assert (ruling.ns, ruling.ew, ruling.table_no) == (line.ns, line.ew, line.table_no)

    def test_a_table_where_the_team_does_not_play_the_board_is_refused(self, section):
        with pytest.raises(RulingError, match="doesn’t play board 1 at table 9"):
            give(section, board_no=1, pair_no=1, table_no=9, adjusted="A6040")

    def test_the_page_asks_for_the_table(self, section, client):
        client.force_login(make_director())
        page = client.get(f"/sessions/{section.session_id}/rulings/").content.decode()
        assert "To team" in page
        assert "Table</label>" in page
