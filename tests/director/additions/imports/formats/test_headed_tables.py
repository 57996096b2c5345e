"""Small tables whose headings other programs write, each with its right results."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError

_TWO_ROWS = """Board No. 1
Pair No\tCont\tBy\tTricks\tN/S Score\tE/W Score\tN/S MPs\tE/W MPs
N/S\tE/W
1\t4\t3NT\tN\t10\t430\t\t3\t1
2\t5\t3NT\tS\t10\t430\t\t3\t1
3\t6\t4S\tN\t10\t420\t\t0\t4
"""
_TWO_SPANNING = """Board 7
Pair\tContract\tBy\tTricks\tScore
NS\tEW\tNS\tEW
1\t4\t3NT\tN\t10\t430\t
2\t5\t3NT\tS\t8\t\t50
"""
_TRAVELLER = """Donne 4
NS EO Contrat Par Entame Résultats N/S E/O
1 4 3K S RP +1 130
2 5 3SA N VT -3 300
3 6 2P E 3T = 110
"""
_UNIT = """Board,PairNS,PairEW,Declarer,Contract,Result,LeadCard,DateLog
1,1,2,N,3 NT,=,S4,11/26/2026
1,3,4,S,3 NT,+1,H5,11/26/2026
"""
_ERASED = """Board,PairNS,PairEW,NS/EW,Declarer,Contract,Result,Erased
1,1,4,N,1,3 NT,=,True
1,1,4,N,1,3 NT,+1,False
1,2,3,S,2,3 NT,+1,False
1,5,6,S,2,3 NT,+1,0
1,5,6,S,2,3 NT,+1,-1
"""
_ALL_NORTH = "Board,PairNS,PairEW,NS/EW,Contract,Result\n1,1,2,N,3 NT,=\n1,3,4,N,3 NT,+1\n"


def list_results(text: str) -> list[str]:
    event = read_source(text.encode())
    lines = []
    for sections in event.sessions:
        for section in sections:
            for board in section.boards:
                for line in board.lines:
                    result = line.result
                    lines.append(
                        f"{board.board_no} {line.ns_no}-{line.ew_no} {result.contract} {result.declarer} "
                        f"{result.tricks} {line.lead}".strip()
                    )
    return lines


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (_TWO_ROWS, ["1 1-4 3NT N 10", "1 2-5 3NT S 10", "1 3-6 4S N 10"]),
        (_TWO_SPANNING, ["7 1-4 3NT N 10", "7 2-5 3NT S 8"]),
        (_TRAVELLER, ["4 1-4 3D S 10 SK", "4 2-5 3NT N 6 CJ", "4 3-6 2S E 8 C3"]),
        (_UNIT, ["1 1-2 3NT N 9 S4", "1 3-4 3NT S 10 H5"]),
        (_ERASED, ["1 1-4 3NT N 10", "1 2-3 3NT S 10"]),
        (_ALL_NORTH, ["1 1-2 3NT N 9", "1 3-4 3NT N 10"]),
    ],
    ids=["two rows of headings", "two that span", "a traveller", "a unit", "erased", "all North"],
)
def test_headings_of_other_programs_are_read(text, results):
    assert list_results(text) == results


def test_the_date_of_a_table_unit_is_the_event_s():
    assert str(read_source(_UNIT.encode()).date) == "2026-11-26"


def test_a_score_in_a_traveller_is_of_the_side_that_won_it():
    scores = [
        line.result.score
        for board in read_source(_TRAVELLER.encode()).sessions[0][0].boards
        for line in board.lines
    ]
    assert scores == [130, -300, -110]


def test_teams_a_and_b_are_home_and_away():
    text = "Match,Team A,Team B,IMP A,IMP B,Boards\n1,Ravens,Owls,40,20,8\n1,Doves,Swifts,22,22,8\n2,Ravens,Doves,10,30,8\n"
    (section,) = read_source(text.encode()).sessions[0]
    assert [(match.round_no, *match.points) for match in section.matches] == [
        (1, 40, 20),
        (1, 22, 22),
        (2, 10, 30),
    ]
    assert [pair.name for pair in section.pairs] == ["Ravens", "Owls", "Doves", "Swifts"]
    with pytest.raises(ImportFileError) as refused:
        read_source(text.replace(",Boards", "").replace(",8\n", "\n").encode())
    assert refused.value.code == "matches-no-length"


@pytest.mark.parametrize("names", ["M. ASH BOB - M. BIRCH CYD", "Ann Ash & Bob Birch"])
def test_a_ranking_of_pairs_is_named(names):
    text = f"Rang\tRang général\tEquipe\t%\tPE\n1\t1\t{names}\t70,47%\t762\n2\t36\t{names}\t53,92%\t115\n"
    with pytest.raises(ImportFileError) as refused:
        read_source(text.encode())
    assert refused.value.code == "columns-of-ranking"
