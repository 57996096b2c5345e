"""Lists of teams as people paste them."""

import pytest

from director.formats.errors import ImportFileError
from director.formats.names.players import read_players
from director.formats.names.teams import read_teams

FOUR = ("Ada Ash", "Bert Birch", "Cid Cole", "Dee Dunn")


@pytest.mark.parametrize(
    ("line", "team"),
    [
        pytest.param(
            "Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn",
            (None, "Red Lions", FOUR, 0),
            id="commas",
        ),
        pytest.param(
            "12. Red Lions: Ada Ash & Bert Birch & Cid Cole & Dee Dunn",
            (12, "Red Lions", FOUR, 0),
            id="&",
        ),
        pytest.param(
            "3\tAda Ash\tBert Birch\tCid Cole\tDee Dunn", (3, "", FOUR, 0), id="tabs without a name"
        ),
        pytest.param(
            "Lions: Ash, Ada; Birch, Bert; Cole, Cid; Dunn, Dee",
            (None, "Lions", FOUR, 0),
            id="surname first",
        ),
        pytest.param(
            "Lions: Ada Ash / Bert Birch (c) / Cid Cole / Dee Dunn",
            (None, "Lions", FOUR, 2),
            id="marked",
        ),
        pytest.param(
            "Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn, captain Cid Cole",
            (None, "Lions", FOUR, 3),
            id="named",
        ),
        pytest.param(
            "- team 4: Ada Ash; Bert Birch; Cid Cole; Dee Dunn",
            (4, "", FOUR, 0),
            id="a number for a name",
        ),
    ],
)
def test_a_line_holds_number_name_players_and_captain(line, team):
    (read,) = read_teams(line)
    assert (read.number, read.name, read.players, read.captain_no) == team


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("Red Lions", [("Red Lions", 0)]),
        (
            "Teams\n\nRed Lions\n2 Owls\nGeese\nBats",
            [("Red Lions", 0), ("Owls", 0), ("Geese", 0), ("Bats", 0)],
        ),
        ("Red Lions\nA A, B B, C C, D D\nOwls", [("Red Lions", 4), ("Owls", 0)]),
        (
            "Red Lions:\nA A\nB B\nC C\nD D\n2 Owls\nE E\nF F\nG G\nH H",
            [("Red Lions", 4), ("Owls", 4)],
        ),
        (
            "Red Lions\nA A\nB B (c)\nC C\nD D\n\nOwls\nE E\nF F\nG G\nH H\nI I",
            [("Red Lions", 4), ("Owls", 5)],
        ),
    ],
)
def test_a_name_alone_is_a_team_whose_players_stand_below_or_are_not_known(text, teams):
    assert [(team.name, len(team.players)) for team in read_teams(text)] == teams


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param(
            "Lions: " + ", ".join(f"{letter}lla Ash" for letter in "ABCDEFGHI"),
            ["Line 1: Lions has 9 players, but a team needs 4 to 8. Remove players."],
            id="a ninth",
        ),
        pytest.param(
            "7. Ada Ash, Bert Birch, Cid Cole",
            ["Line 1: team 7 has 3 players, but a team needs 4 to 8. Add players."],
            id="three",
        ),
        pytest.param(
            "Lions: Ada Ash, Bert Birch, Cid Cole, ada ash",
            ["Line 1 has ada ash twice. List each player once."],
            id="one twice",
        ),
        pytest.param(
            "Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn, captain Zoe Zorn",
            ["Line 1: the captain Zoe Zorn isn’t in Lions. Choose one of its players."],
            id="a captain who does not play",
        ),
        pytest.param(
            "Lions: Ada Ash (c), Bert Birch (captain), Cid Cole, Dee Dunn",
            ["Line 1: Lions has 2 captains. Mark one."],
            id="two captains",
        ),
        pytest.param(
            f"{'x' * 81}: Ada Ash, Bert Birch, Cid Cole, Dee Dunn",
            [f"Line 1: a team name with 81 letters (“{'x' * 30}…”) is too long. Shorten it to 80."],
            id="a long name",
        ),
        pytest.param(
            f"Lions: {'x' * 81}, Bert Birch, Cid Cole, Dee Dunn",
            [f"Line 1: a name with 81 letters (“{'x' * 30}…”) is too long. Shorten it to 80."],
            id="a long player",
        ),
        pytest.param(
            "3 Lions: A A, B B, C C, D D\n\nTeam names\n3 Cats: E E, F F, G G, H H\nlions: I I, J J, K K, A A",
            [
                "Line 4: team 3 is already in line 1. Use a different number.",
                "Line 5: A A is already in line 1. Correct one, or use “A A 2” for another person.",
                "Line 5: lions is already the team in line 1. Rename one.",
            ],
            id="what stands twice",
        ),
    ],
)
def test_each_fault_is_one_sentence(text, sentences):
    with pytest.raises(ImportFileError) as refused:
        read_teams(text)
    assert [str(fault) for fault in refused.value.problems] == sentences


def test_a_list_of_single_players_takes_a_surname_first_but_no_two_names():
    assert [player.name for player in read_players("Ash, Ada\nvan den Berg, Jan Willem", has_partners=False)] == [
        "Ada Ash", "Jan Willem van den Berg"
    ]  # fmt: skip
    with pytest.raises(ImportFileError, match=r"^Line 1 has 2 names \(Ada Ash, Bert Birch\)"):
        read_players("Ada Ash, Bert Birch", has_partners=False)
