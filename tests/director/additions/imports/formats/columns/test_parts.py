"""CSV in parts: BridgeWebs, as this program writes it and as others do, and extractors of BBO."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError

HEAD = """#VERSION,Any scorer
#DATE,21/07/2022
#TITLE,Thursday Pairs
"""
LINES = """#BOARDFORMAT,NS,EW,Bid,By,Ld,Tks,+Sc,-Sc,+,-
#TRAVELLERS
NS,EW,Bid,By,Ld,Tks,+Sc,-Sc,+,-
#BOARD,1
1,1,4S,N,HK,10,420,,2,0
2,2,4S,N,HK,9,,50,0,2
#BOARD,2
1,2,3NT,W,S4,9,,400,0,2
2,1,3NT,W,S4,8,50,,2,0
"""
MITCHELL = """#WINNERS,2
#SCORES
Position,Pair,Name1,Name2,Percent
1=,1,Ada Ash,Bert Birch,50.00
1=,2,Cid Cedar,Dot Dale,50.00
#SCORES
Position,Pair,Name1,Name2,Percent
2,1,Eve Elm,Fay Fir,0.00
1,2,Gil Gum,Hal Hazel,100.00
"""
BBO = """#Title,Noon
#Date,2026-09-16
#ScoringType,CROSS_IMPS
#Rank,Name,Score,pair
1,Ada+Bert,5.00,1
2,Cid+Dot,-5.00,2
3,Eve+Fay,4.00,3
4,GiB+GiB,-4.00,4
#TravellerLines
#Board,North,South,East,West,Result,Contract,Declarer,Tricks,Lead,Score,nsXimps,ewXimps,nsPair,ewPair,section,playdata
1,Ada,Bert,Eve,Fay,4SN=,4S,N,10,HK,420,10,-10,1,3,1,pn|x
1,Cid,Dot,GiB,GiB,4SN-1,4S,N,9,HK,-50,-10,10,2,4,1,pn|x
2,Ada,Bert,GiB,GiB,PASS,PASS,,,,0,0,0,1,4,1,
2,Cid,Dot,Eve,Fay,,,,,,A5050,0,0,2,3,1,
#Substitutions
Eve,Evelyn
"""


def test_names_percentages_places_and_the_title_are_read():
    event = read_source((HEAD + MITCHELL + LINES).encode())
    (section,) = event.sections
    assert event.title == "Thursday Pairs"
    assert str(event.date) == "2022-07-21"
    assert event.program == "Any scorer"
    assert section.winner_count == 2
    assert [
        (pair.number_text, [player.name for player in pair.players], str(pair.percent), pair.rank)
        for pair in section.pairs
    ] == [
        ("1NS", ["Ada Ash", "Bert Birch"], "50.00", 1),
        ("2NS", ["Cid Cedar", "Dot Dale"], "50.00", 1),
        ("1EW", ["Eve Elm", "Fay Fir"], "0.00", 2),
        ("2EW", ["Gil Gum", "Hal Hazel"], "100.00", 1),
    ]


def test_imps_under_the_heading_of_percentages_are_totals():
    text = HEAD + MITCHELL.replace("50.00", "-7.00").replace("100.00", "14") + LINES
    (section,) = read_source(text.encode()).sections
    assert [(str(pair.total), pair.percent) for pair in section.pairs][:2] == [("-7.00", None)] * 2


def test_an_extract_of_a_tournament_at_bbo_has_one_ranking():
    event = read_source(BBO.encode())
    (section,) = event.sections
    assert event.title == "Noon"
    assert str(event.date) == "2026-09-16"
    assert event.scoring == "cross-imps"
    assert section.winner_count == 1
    assert [(pair.number, str(pair.total), pair.rank) for pair in section.pairs] == [
        (1, "5.00", 1),
        (2, "-5.00", 2),
        (3, "4.00", 3),
        (4, "-4.00", 4),
    ]
    (first, _), (passed, average) = (board.lines for board in section.boards)
    assert first.result.contract == "4S"
    assert first.result.score == 420
    assert str(first.ns_points) == "10"
    assert passed.result.contract == "PASS"
    assert average.result.artificial == "A5050"


@pytest.mark.parametrize(
    "text",
    [
        "#SCORES\n",
        "#SCORES\n#TRAVELLERS\n",
        "#TRAVELLERS\nNS,EW,Bid\n",
        "#SCORES\nPosition,Pair\n1,5\n#SCORES\n\n#BOARD,1\n",
        HEAD + MITCHELL,
    ],
)
def test_a_file_without_travellers_is_refused(text):
    with pytest.raises(ImportFileError):
        read_source(text.encode())


def test_lists_of_rubbish_do_not_stop_the_travellers():
    lists = "#WINNERS,9\n#DATE,soon\n#SCORES\nPosition,Pair\nx,y,z\n,,,\n1,99999\n#SCORES\n"
    (section,) = read_source((lists + LINES).encode()).sections
    assert [pair.number_text for pair in section.pairs] == ["1NS", "2NS", "1EW", "2EW"]
    assert [len(board.lines) for board in section.boards] == [2, 2]
