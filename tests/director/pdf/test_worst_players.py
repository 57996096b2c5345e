"""Every kind of sheet of single players with the worst there can be: 116 of them, and names of sixty characters."""

from dataclasses import replace
from functools import cache

import pytest

from director.boards.contests import INDIVIDUAL
from director.boards.movement.cards.cards import make_movement_cards
from director.boards.movement.cards.guides import make_badges, make_personal_guides
from director.boards.movement.numbering import make_planned_section
from director.boards.paper.sheet_kinds import list_sheet_kinds
from movements.registry import make_plan
from tests.director.pdf.factories import make_heading, print_sheets, replace_sides
from tests.director.pdf.reading import parametrize_papers, read_pages, read_some_pages
from tests.director.pdf.test_worst_data import HYPHENED, SOLID, check_pages, make_worst_job

SIZES = {"10 tables, six boards": (10, 5, 6), "13 tables, two boards": (13, 13, 2)}
KEYS = [kind.key for kind in list_sheet_kinds(INDIVIDUAL)]
ALONE = {"contestant_noun": "player", "section": "ZZ"}


def sided(sheet):
    """A line of two sides, each of two players of section ZZ."""
    return replace(sheet, ns="ZZ117+158", ew="ZZ120+160")


def sided_line(line):
    return replace_sides(line, ns={"label": "ZZ117+158"}, ew={"label": "ZZ120+160"})


def alone(sheet):
    return replace(sheet, heading=replace(sheet.heading, contestant_noun="player"))


@cache
def make_worst_players_job(tables, rounds, per_set):
    players = 4 * tables + (tables == 10)  # one who sits out
    key = "individual" if tables <= 10 else "rainbow"
    plan = make_plan(key, players=players, rounds=rounds, boards_per_set=per_set)
    section, head = make_planned_section(None, plan), make_heading(tables, **ALONE)
    names = {number: ((SOLID, HYPHENED)[number % 2],) for number in range(1, players + 1)}
    few = slice(None, None, max(1, tables // 6))
    guides = make_personal_guides(section, plan, head, names)[few]
    of_pairs = make_worst_job(tables, min(rounds, tables), per_set)
    return replace(
        of_pairs,
        guide_cards=tuple(make_movement_cards(section, plan, head)),
        guides=tuple(replace(guide, qr_rows=of_pairs.guides[0].qr_rows) for guide in guides),
        howell_cards=(),
        safford_cards=(),
        table_letters=(),
        travellers=tuple(
            replace(alone(sheet), rows=tuple(map(sided, sheet.rows)))
            for sheet in of_pairs.travellers
        ),
        score_slips=tuple(sided(alone(slip)) for slip in of_pairs.score_slips),
        standings=tuple(alone(sheet) for sheet in of_pairs.standings),
        boards=tuple(
            replace(alone(board), lines=tuple(map(sided_line, board.lines)))
            for board in of_pairs.boards
        ),
        pairs=tuple(
            replace(
                alone(card),
                lines=tuple(
                    replace(
                        line,
                        seen_from="W",
                        ns=replace(line.opponents, label="ZZ117+158"),
                        ew=line.own,
                        partner=replace(line.own, label="ZZ160", names=SOLID),
                    )
                    for line in card.lines
                ),
            )
            for card in of_pairs.pairs
        ),
        recap=alone(of_pairs.recap),
        badges=make_badges(guides)[:12],
    )


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "paper"), parametrize_papers(2, 4))
def test_guide_cards_of_players_that_share_a_page(cards, paper):
    job = make_worst_players_job(*SIZES["10 tables, six boards"])
    check_pages(read_pages(print_sheets(job, "guide-cards", paper=paper, cards_per_page=cards)))


@pytest.mark.slow
def test_no_sheet_of_players_speaks_of_pairs():
    job = make_worst_players_job(*SIZES["10 tables, six boards"])
    for key in KEYS:
        for page in read_some_pages(print_sheets(job, key)):
            assert [text for text in page.texts if text.split()[:1] in (["Pair"], ["pair"])] == []
