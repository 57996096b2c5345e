"""Every kind of sheet of teams whose players sit one by one, with the worst there can be: 40 in a team, 28 rounds."""

from dataclasses import replace
from functools import cache

from director.boards.contests import TEAMS
from director.boards.movement.cards.cards import make_movement_cards
from director.boards.movement.cards.guides import make_personal_guides
from director.boards.movement.numbering import make_planned_section
from director.boards.paper.sheet_kinds import list_sheet_kinds
from movements.partnerships import with_partnerships
from movements.registry import make_plan
from tests.director.pdf.factories import make_heading, print_sheets, replace_sides
from tests.director.pdf.reading import read_pages
from tests.director.pdf.test_worst_data import HYPHENED, SOLID, make_worst_job

SIZES = {
    "two of 40, one board": ("large-teams-club", 80, 1),
    "eights, six boards": ("narragansett-eights", 16, 6),
}
KEYS = (
    "guide-cards",
    "score-slips",
    "table-numbers",
    "entry-slips",
    "master-sheet",
    "seating-list",
    "board-sheets",
)
OF_PLAYERS = ("personal-guides", "name-slips", "team-lists")
BY_SEAT = {"contestant_noun": "team", "section": "ZZ", "is_by_seat": True}


def sided(sheet):
    """A line of two sides, each of two players of section ZZ."""
    return replace(sheet, ns="ZZ17+18", ew="ZZ79+80")


def seated(sheet):
    return replace(sheet, heading=replace(sheet.heading, contestant_noun="team", is_by_seat=True))


def planned(key, players, per_set):
    plan = with_partnerships(make_plan(key, players=players, boards_per_set=per_set))
    return plan, make_planned_section(None, plan)


@cache
def make_worst_larger_job(key, players, per_set):
    plan, section = planned(key, players, per_set)
    head = make_heading(plan.tables, **BY_SEAT)
    names = {number: ((SOLID, HYPHENED)[number % 2],) for number in range(1, players + 1)}
    guides = make_personal_guides(section, plan, head, names, {1: SOLID, 2: HYPHENED})
    of_pairs = make_worst_job(10, 5, 6)
    return replace(
        of_pairs,
        guide_cards=tuple(make_movement_cards(section, plan, head)),
        guides=tuple(replace(guide, qr_rows=of_pairs.guides[0].qr_rows) for guide in guides),
        howell_cards=(),
        safford_cards=(),
        table_letters=(),
        travellers=(),
        score_slips=tuple(sided(seated(slip)) for slip in of_pairs.score_slips),
        boards=tuple(
            replace(
                seated(board),
                lines=tuple(
                    replace_sides(
                        line,
                        ns={"label": "ZZ17+18", "players": (SOLID, HYPHENED)},
                        ew={"label": "ZZ79+80", "players": (HYPHENED, SOLID)},
                    )
                    for line in board.lines
                ),
            )
            for board in of_pairs.boards
        ),
    )


def test_every_sheet_there_is_for_teams_is_tried_here_or_with_other_teams():
    of_teams = {kind.key for kind in list_sheet_kinds(TEAMS)}
    assert {*KEYS, *OF_PLAYERS} <= of_teams


def test_a_team_list_says_of_every_player_where_it_sits():
    plan, section = planned("awl-24", 8, 4)
    head = make_heading(2, contestant_noun="team", section="", is_by_seat=True)
    guides = make_personal_guides(section, plan, head, {6: ("Ada Ash",)}, {1: "Lions", 2: "Owls"})
    first, second = read_pages(
        print_sheets(replace(make_worst_job(5, 5, 6), guides=guides), "team-lists")
    )
    seats = [
        f"{row.table_no} {'NESW'[row.players.index(6)]}"
        for row in plan.rows
        if 6 in row.players  # a row a round
    ]
    index = second.texts.index("Ada Ash")
    assert list(second.texts[index - 1 : index + 7]) == ["6", "Ada Ash", *seats]
    assert "Owls" in second.texts
    assert "Owls" not in first.texts
    assert "Ada Ash" not in first.texts


def test_a_guide_is_of_a_player_and_names_partner_opponents_and_team():
    plan, section = planned("awl-24", 8, 4)
    head = make_heading(plan.tables, contestant_noun="team", section="", is_by_seat=True)
    names = {number: (f"Player{number}",) for number in range(1, 9)}
    guides = make_personal_guides(section, plan, head, names, {1: "Lions", 2: "Owls"})
    sixth = guides[5]
    assert sixth.label == "6"
    assert sixth.names == "Player6 · Owls"
    assert sixth.team_no == 2
    assert sixth.entry_no == 2
    first = sixth.lines[0]
    assert (first.table, first.side, first.partner, first.opponents) == ("1", "West", "5", "1+2")
    assert first.opponent_names == "Player1 & Player2"
