"""Numbers of boards and results in LIN files."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.deals import read_deals
from director.formats.errors import ImportFileError
from scoring.hands.cards import make_numbered_deal

FIRST, SECOND = make_numbered_deal(5), make_numbered_deal(6)


def cards(deal):
    held = ["".join(f"{suit}{deal.get_suit(seat, suit)}" for suit in "SHDC") for seat in "SWNE"]
    return f"md|1{','.join(held[:3])},|"


def boards(text):
    return {deal.board_no: deal.hands for deal in read_deals(text.encode())}


def named_after(first, second):
    return (
        f"pn|a,b,c,d|st||{cards(FIRST)}rh||ah|{first}|sv|n|mb|p|pg||\r\n"
        f"pn|a,b,c,d|st||{cards(SECOND)}rh||ah|{second}|sv|e|mb|p|pg||\r\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        named_after("Board 5", "Board 9"),
        named_after("Spiel 5", "Spiel 9"),
        f"ah|Board 5|{cards(FIRST)}sv|n|pg||\nah|Board 9|{cards(SECOND)}sv|e|pg||",
        f"qx|o1|{cards(FIRST)}rh||ah|Board 5|pg||\nqx|o2|{cards(SECOND)}rh||ah|Board 9|pg||",
        f"qx|o1|ah|Board 5|{cards(FIRST)}pg||\nqx|o2|ah|Board 9|{cards(SECOND)}pg||",
        f"qx|o5|st||{cards(FIRST)}sv|0|\nqx|o9|st||{cards(SECOND)}sv|n|",
        f"% a comment\n{named_after('Board 5', 'Table 2 Board 9')}",
    ],
    ids=["after", "german", "before", "after-qx", "before-with-qx", "qx", "comment"],
)
def test_board_of_cards_has_the_name_that_people_see(text):
    assert boards(text) == {5: FIRST, 9: SECOND}


def test_boards_above_999_are_named():
    with pytest.raises(ImportFileError) as refusal:
        read_deals(named_after("Board 1001", "Board 9").encode())
    assert str(refusal.value) == "Deal 1: “1001” isn’t a board number. Use 1 to 999."


def vugraph(scoring="I", results="4SN=,4SN+1,3NTW-1,pass,", more=""):
    return (
        f"vg|Final,Segment 2,{scoring},17,18,Reeds,12,Larches,3|\nrs|{results}|\n"
        f"pw|s1,w1,n1,e1,s2,w2,n2,e2|\n{more}pg||\n"
        f"qx|o17|st||{cards(FIRST)}sv|0|pg||\nqx|c17|st||{cards(FIRST)}sv|0|pg||\n"
    ).encode()


def test_vugraph_is_a_match_with_its_results():
    event = read_source(vugraph())
    (section,) = event.sections
    assert (event.contest, event.scoring, event.title) == ("teams", "imps", "Final, Segment 2")
    assert {team.name: [player.name for player in team.players] for team in section.pairs} == {
        "Reeds": ["n1", "s1", "e2", "w2"],
        "Larches": ["e1", "w1", "n2", "s2"],
    }
    assert [
        (board.board_no, [(*line[:2], *line.result[:3]) for line in board.lines])
        for board in section.boards
    ] == [
        (17, [(1, 2, "4S", "N", 10), (2, 1, "4S", "N", 11)]),
        (18, [(1, 2, "3NT", "W", 8), (2, 1, "PASS", "", None)]),
    ]
    assert [deal.board_no for deal in section.hands] == [17]
    assert "The teams came into these boards with 12 and 3" in str(event.warnings[0])


def test_players_of_a_match_may_be_named_like_those_of_boards():
    match = vugraph().replace(b"pw|", b"pn|").replace(b"qx|c17|", b"pn|x,y,z,w|qx|c17|")
    (section,) = read_source(match).sections
    assert [player.name for team in section.pairs for player in team.players] == [
        *("n1", "s1", "e2", "w2"),
        *("e1", "w1", "n2", "s2"),
    ]


def test_boards_of_vugraph_that_are_not_in_a_row_are_listed():
    boards = read_source(vugraph(more="bn|3,8|\n")).sections[0].boards
    assert [board.board_no for board in boards] == [3, 8]


def test_results_that_are_no_match_get_one_sentence():
    with pytest.raises(ImportFileError) as refusal:
        read_source(vugraph(scoring="P"))
    assert str(refusal.value).startswith("The results of this LIN file aren’t those of a match")
