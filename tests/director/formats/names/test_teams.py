"""Lists of teams as people paste them."""

import pytest

from director.formats.errors import ImportFileError
from director.formats.names.players import read_players
from director.formats.names.teams import read_teams

FOUR = ("Ada Ash", "Bert Birch", "Cid Cole", "Dee Dunn")


@pytest.mark.parametrize(
    ("line", "team"),
    [
        pytest.param("Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn", (None, "Red Lions", FOUR, 0), id="commas"),
        pytest.param("12. Red Lions: Ada Ash & Bert Birch & Cid Cole & Dee Dunn", (12, "Red Lions", FOUR, 0), id="&"),
        pytest.param("3\tAda Ash\tBert Birch\tCid Cole\tDee Dunn", (3, "", FOUR, 0), id="tabs without a name"),
        pytest.param(
            "Lions: Ash, Ada; Birch, Bert; Cole, Cid; Dunn, Dee", (None, "Lions", FOUR, 0), id="surname first"
        ),
        pytest.param("Lions: Ada Ash / Bert Birch (c) / Cid Cole / Dee Dunn", (None, "Lions", FOUR, 2), id="marked"),
        pytest.param(
            "Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn, captain Cid Cole", (None, "Lions", FOUR, 3), id="named"
        ),
        pytest.param("- team 4: Ada Ash; Bert Birch; Cid Cole; Dee Dunn", (4, "", FOUR, 0), id="a number for a name"),
    ],
)
def test_a_line_holds_number_name_players_and_captain(line, team):
    (read,) = read_teams(line)
    assert (read.number, read.name, read.players, read.captain) == team


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param(
            "Lions: " + ", ".join(f"{letter}lla Ash" for letter in "ABCDEFGHI"),
            ["Line 1: Lions has 9 players; a team has 4 to 8, so take out those beyond."],
            id="a ninth",
        ),
        pytest.param(
            "7. Ada Ash, Bert Birch, Cid Cole",
            ["Line 1: team 7 has 3 players; a team has 4 to 8, so add those who are missing."],
            id="three",
        ),
        pytest.param(
            "Lions: Ada Ash, Bert Birch, Cid Cole, ada ash",
            ["Line 1 has ada ash twice; name every player of the team once."],
            id="one twice",
        ),
        pytest.param(
            "Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn, captain Zoe Zorn",
            ["Line 1: the captain Zoe Zorn is no player of Lions; name one of its players."],
            id="a captain who does not play",
        ),
        pytest.param(
            "Lions: Ada Ash (c), Bert Birch (captain), Cid Cole, Dee Dunn",
            ["Line 1: Lions has 2 captains; mark one."],
            id="two captains",
        ),
        pytest.param(
            f"{'x' * 81}: Ada Ash, Bert Birch, Cid Cole, Dee Dunn",
            [f'Line 1: a team’s name of 81 letters ("{"x" * 30}…") is too long; shorten it to 80.'],
            id="a long name",
        ),
        pytest.param(
            f"Lions: {'x' * 81}, Bert Birch, Cid Cole, Dee Dunn",
            [f'Line 1: a name of 81 letters ("{"x" * 30}…") is too long; shorten it to 80.'],
            id="a long player",
        ),
        pytest.param(
            "3 Lions: A A, B B, C C, D D\n\nTeam names\n3 Cats: E E, F F, G G, H H\nlions: I I, J J, K K, A A",
            [
                "Line 4: team 3 is already in line 1; give each team a number of its own.",
                "Line 5: A A is already in line 1; correct one, or write “A A 2” for somebody else of that name.",
                "Line 5: a team is called lions already, in line 1; give one another name.",
            ],
            id="what stands twice",
        ),
    ],
)
def test_each_fault_is_one_sentence(text, sentences):
    with pytest.raises(ImportFileError) as refused:
        read_teams(text)
    assert [str(fault) for fault in refused.value.faults] == sentences


def test_a_list_of_single_players_takes_a_surname_first_but_no_two_names():
    assert [player.name for player in read_players("Ash, Ada\nvan den Berg, Jan Willem", with_partners=False)] == [
        "Ada Ash", "Jan Willem van den Berg"
    ]  # fmt: skip
    with pytest.raises(ImportFileError, match=r"^Line 1 reads as 2 names \(Ada Ash, Bert Birch\)"):
        read_players("Ada Ash, Bert Birch", with_partners=False)
