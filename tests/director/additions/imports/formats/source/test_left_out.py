"""What readers have no use for is named once, with a count and an example."""

from director.additions.imports.formats.door import read_source
from director.formats.errors import IgnoredParts

PBN = """% PBN 2.1
[Event "Club pairs"]
[Date "2026.03.09"]
[Board "{board_no}"]
[Scoring "MP"]
[Annotator "Ada Ash"]
[Auction "N"]
1C Pass Pass Pass
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Club"]
1 2 4S S 10 Ashford
3 4 4S S 9 Ashford
"""
LIN = (
    "vg|Cup,Final,I,1,1,Ash,0,Birch,0|rs|4SN=,3SN=|pw|A,B,C,D,E,F,G,H|"
    "md|1S765H9876D9876C87,S43H542D532C65432,SAKQ2HAK3DAK4CAKQ,SJT98HQJTDQJTCJT9|mb|1C|mb|p|nt|Good|"
)


def left_out(data):
    return list(map(str, read_source(data).ignored_parts))


def test_tags_and_columns_of_pbn():
    data = "\n".join(PBN.format(board_no=number) for number in (1, 2)).encode()
    assert left_out(data) == [
        "Tags left out: “Annotator” (2 times, such as “Ada Ash”), “Auction” (2 times, such as “N”), "
        "“ScoreTable: club” (4 times, such as “Ashford”)."
    ]


def test_commands_of_lin():
    assert left_out(LIN.encode()) == ["Parts left out: “calls” (2 times), “comments”."]


def test_many_names_are_counted():
    parts = IgnoredParts()
    for number in range(12):
        parts.add_part(
            f"Column {number}", "a value that is longer than a line of a sentence may be"
        )
    assert parts.names_text.endswith("“Column 7” (“a value that is longer than a …”) and 4 more")
