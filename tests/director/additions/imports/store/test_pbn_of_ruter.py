"""PBN as Magic Contest and Ruter write it: points from the average, matches of teams, single players."""

import pytest

from director.additions.imports.formats.door import read_source
from director.additions.imports.store.event import import_file
from director.models import Match

pytestmark = pytest.mark.django_db

HEAD = """[Event "Elm {what}"]
[Date "2026.10.04"]
[Board "{board}"]
[Scoring "{scoring}"]
[Competition "{what}"]
"""
PAIRS_TOTALS = (
    r'[TotalScoreTable "Rank\1R;PairId\1R;Direction\5R;TotalScoreMP\5R;TotalPercentage\5R;'
    r'Names\20L;NrBoards\2R;MemberID1\5R;MemberID2\5R"]'
    r"""
1 1 "N-S"  1.0 75.00 "Ann Ash - Bob Birch"  2 "701" "702"
1 4 "E-W"  1.0 75.00 "Gus Gale - Hal Hook"  2 "707" "708"
3 3 "N-S" -1.0 25.00 "Eve Elm - Fay Fern"   2 "705" "706"
3 2 "E-W" -1.0 25.00 "Cyd Cole - Dan Dove"  2 "703" "704"
"""
)
PAIRS_LINES = (
    r'[ScoreTable "Table\1R;Round\1R;PairId_NS\1R;PairId_EW\1R;Contract\4L;Declarer\1R;Result\2R;'
    r'Lead\3L;Score_NS\5R;Score_EW\5R;MP_NS\4R;MP_EW\4R"]'
    "\n"
)
PAIRS = (
    HEAD.format(what="Pairs", board=1, scoring="MatchPoints;MP1")
    + PAIRS_TOTALS
    + PAIRS_LINES
    + '1 1 1 2 3N N 9 C3 "400" -  1.0 -1.0\n2 1 3 4 4S S 9 H8 - "50" -1.0  1.0\n\n'
    + HEAD.format(what="Pairs", board=2, scoring="MatchPoints;MP1")
    + PAIRS_LINES
    + '1 1 1 2 2H N 9 C3 "140" -  0.0  0.0\n2 1 3 4 2H S 9 H8 "140" -  0.0  0.0\n'
)
TEAMS = (
    HEAD.format(what="Teams", board=1, scoring="Teams")
    + r"""[TotalScoreTable "Rank\1R;TeamId\1R;Direction\6R;TotalScoreVP\5R;TeamName\7L;NrRounds\1R;Roster\43L"]
1 1 "Home" 16.42 "Ravens" 1 "Ann Ash - Bob Birch - Cyd Cole - Dan Dove"
2 3 "Home" 12.00 "Doves"  1 "Eve Elm - Fay Fern - Gus Gale - Hal Hook"
3 4 "Away"  8.00 "Swifts" 1 "Ian Ivy - Jan Jay - Kit Kay - Lee Lark"
4 2 "Away"  3.58 "Owls"   1 "Max Moor - Ned Nash - Oli Oak - Pat Pine"
[ScoreTable "Round\1R;Table\1R;TeamId_Home\1R;TeamId_Away\1R;MatchDetails\26L;VP_Home\5R;VP_Away\5R"]
1 1 1 2 "1,20,6|2,5,5|200,25,11"  16.42  3.58
1 2 3 4 "1,10,6|2,5,5"  12.00  8.00
"""
)
PLAYERS = (
    HEAD.format(what="Individual", board=1, scoring="MatchPoints;MP1")
    + r"""[TotalScoreTable "Rank\1R;PlayerId\1R;TotalScoreMP\5R;Name\12L;MemberID\5R"]
1 1  0.0 "Ann Ash"  "701"
1 2  0.0 "Bob Birch" "702"
1 3  0.0 "Cyd Cole" "703"
1 4  0.0 "Dan Dove" "704"
[ScoreTable "Table\1R;Round\1R;PlayerId_North\1R;PlayerId_South\1R;PlayerId_East\1R;"""
    r"""PlayerId_West\1R;Contract\4L;Declarer\1R;Result\2R;Score_NS\5R;Score_EW\5R;MP_NS\4R;MP_EW\4R"]
1 1 1 2 3 4 3N N 9 "400" - 0.0 0.0
"""
)


def test_points_from_the_average_are_named_and_agree():
    imported = import_file(data=PAIRS.encode(), file_name="pairs", again=True)
    assert imported.differences == ()
    assert [doubt for doubt in imported.doubts if "from the average" in doubt] == [
        "The file counts points from the average. Here they count from zero: half the top of each "
        "board is added."
    ]
    assert any("agree" in note or "match" in note for note in imported.notes)
    event = read_source(PAIRS.encode())
    assert [(pair.total, pair.percent) for pair in event.sections[0].pairs] == [
        (3, 75),
        (1, 25),
        (1, 25),
        (3, 75),
    ]
    assert [player.national_id for player in event.sections[0].pairs[3].players] == ["707", "708"]


def test_matches_of_teams_without_boards():
    imported = import_file(data=TEAMS.encode(), file_name="teams", again=True)
    matches = Match.objects.filter(section__session__event=imported.event).order_by("home")
    figures = [(match.home, match.away, match.home_points, match.away_points) for match in matches]
    # No scale gives these victory points, so they are the results.
    assert figures == [(1, 2, "16.42", "3.58"), (3, 4, "12", "8")]
    assert any("the file’s are used" in note for note in imported.notes)
    event = read_source(TEAMS.encode())
    teams = event.sections[0].pairs
    assert [(team.name, len(team.players), team.rank) for team in teams] == [
        ("Ravens", 4, 1),
        ("Owls", 4, 4),
        ("Doves", 4, 2),
        ("Swifts", 4, 3),
    ]
    assert imported.differences == ()


def test_single_players_have_columns_of_their_own():
    event = read_source(PLAYERS.encode())
    assert event.contest == "individual"
    names = [
        (player.players[0].name, player.players[0].national_id)
        for player in event.sections[0].pairs
    ]
    assert names == [
        ("Ann Ash", "701"),
        ("Bob Birch", "702"),
        ("Cyd Cole", "703"),
        ("Dan Dove", "704"),
    ]
