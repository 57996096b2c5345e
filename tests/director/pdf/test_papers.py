"""Every kind of sheet takes about as many pages on Letter as on A4."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from director.additions.contests.paper.records import make_match_cards
from director.boards.contests import CONTESTS
from director.boards.movement.cards.cards import Badge, make_movement_cards
from director.boards.movement.numbering import make_planned_section
from director.boards.paper.sheet_kinds import list_all_kinds, list_sheet_kinds
from director.party.paper.pdf.kinds import PARTY_KINDS
from movements.registry import make_plan
from tests.director.party.paper.pdf.factories import (
    make_blank_prizes,
    make_party_job,
    make_party_standings,
    print_party_sheets,
)
from tests.director.pdf.factories import (
    PrintJob,
    make_heading,
    make_names,
    make_print_job,
    print_sheets,
)
from tests.director.pdf.test_worst_data import CODE, SIZES, make_worst_job
from tests.director.pdf.test_worst_data import PARTIES as WORST_PARTIES
from tests.director.pdf.test_worst_larger import SIZES as LARGER
from tests.director.pdf.test_worst_larger import make_worst_larger_job
from tests.director.pdf.test_worst_players import SIZES as PLAYERS
from tests.director.pdf.test_worst_players import make_worst_players_job
from tests.director.pdf.test_worst_teams import SIZES as TEAMS
from tests.director.pdf.test_worst_teams import make_bracket, make_worst_teams_job

pytestmark = pytest.mark.slow

MOST = 1.1  # Letter is 6 % lower and 3 % wider
PARTIES = {
    "tables": {"codes": dict.fromkeys(range(101), CODE)},
    "whist": {"system": "progressive-whist-1", "rounds": 24, "game": "whist"},
    "rotation": {"system": "rotation", "planned": 12},
    "pivot": {"system": "pivot", "rounds": 3, "planned": 3, "is_pivot": True},
    "series": {"system": "skat-series", "rounds": 1, "has_lists": True, "has_game_counts": True},
    "skat": {"system": "rotation", "rounds": 1, "is_skat": True},
}
NAMED = {
    **{f"pairs, {case}": (make_worst_job, size, list_all_kinds()) for case, size in SIZES.items()},
    **{
        f"players, {case}": (make_worst_players_job, size, list_sheet_kinds(CONTESTS["individual"]))
        for case, size in PLAYERS.items()
    },
    **{
        f"teams, {case}": (make_worst_teams_job, size, list_sheet_kinds(CONTESTS["teams"]))
        for case, size in TEAMS.items()
    },
    **{
        f"larger teams, {case}": (make_worst_larger_job, size, list_sheet_kinds(CONTESTS["teams"]))
        for case, size in LARGER.items()
    },
}
LEVEL = "Letter on its side is narrower: its figures or names would touch"
LOWER = "Letter is lower: it has one card of so many rounds, A4 has two"
LEFT_OUT = {
    ("pairs, 40 tables, one board", False): {"guide-cards": LOWER},
    ("pairs, 40 tables, one board", True): {"guide-cards": LOWER},
    ("teams, 32 teams, one board", False): {"bracket": LEVEL, "recap": LEVEL},
    (8, False): {"swiss-table": LEVEL},
    (9, False): {"swiss-table": LEVEL},
}
"""Which sheets of a case, in usual or large print, differ and why; where one no longer does, it is to be taken out."""


def has_sheets(sheets, kind) -> bool:
    return sheets.has(kind) if isinstance(sheets, PrintJob) else kind.has_sheets(sheets)


def unlike(sheets, kinds, put_on_paper, large=False):
    """Return those of *kinds* of which A4 or Letter takes clearly more pages than the other."""
    pages = {
        kind.key: [
            len(
                PdfReader(
                    BytesIO(put_on_paper(sheets, kind.key, paper=paper, large_print=large))
                ).pages
            )
            for paper in ("a4", "letter")
        ]
        for kind in kinds
        if has_sheets(sheets, kind)
    }
    assert pages
    return {key for key, taken in pages.items() if max(taken) > MOST * min(taken)}


def of_teams(teams, per_set):
    plan = make_plan("round-robin", teams=teams, boards_per_set=per_set)
    section, head = make_planned_section(None, plan), make_heading(teams, contestant_noun="team")
    called = {number: f"Team {number}" for number in range(1, teams + 1)}
    return PrintJob(
        guide_cards=make_movement_cards(section, plan, head),
        match_cards=make_match_cards(section, plan, head, called),
        badges=tuple(
            Badge(head, str(index), make_names(index), called[index // 4 + 1], "")
            for index in range(4 * teams)
        ),
        brackets=(make_bracket(2 * teams, 2, called.get),),
    )


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("tables", [8, 9, 12, 14, 15, 17, 28, 40])
def test_a_session_takes_as_many_pages_on_both_papers(tables, large):
    different = unlike(
        make_print_job(tables, min(tables | 1, 13), 2), list_all_kinds(), print_sheets, large
    )
    assert different == LEFT_OUT.get((tables, large), {}).keys()


@pytest.mark.parametrize(("teams", "per_set"), [(6, 8), (10, 3), (12, 2)])
def test_teams_take_as_many_pages_on_both_papers(teams, per_set):
    assert (
        unlike(of_teams(teams, per_set), list_sheet_kinds(CONTESTS["teams"]), print_sheets) == set()
    )


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("case", NAMED)
def test_names_of_the_greatest_length_take_as_many_pages_on_both_papers(case, large):
    make, size, kinds = NAMED[case]
    assert unlike(make(*size), kinds, print_sheets, large) == LEFT_OUT.get((case, large), {}).keys()


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("case", WORST_PARTIES)
def test_a_party_of_long_names_takes_as_many_pages_on_both_papers(case, large):
    assert unlike(WORST_PARTIES[case](), PARTY_KINDS, print_party_sheets, large) == set()


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("players", [40, 100])
@pytest.mark.parametrize("party", PARTIES)
def test_a_party_takes_as_many_pages_on_both_papers(party, players, large):
    prizes = make_blank_prizes("Ladies", "Gentlemen")
    lists = {
        "standings": make_party_standings(players),
        "prize_lines": prizes,
        "slip_numbers": tuple(range(1, 101)),
    }
    assert (
        unlike(
            make_party_job(players, **lists, **PARTIES[party]),
            PARTY_KINDS,
            print_party_sheets,
            large,
        )
        == set()
    )
