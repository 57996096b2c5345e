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


DEAL = '[Deal "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 T5.Q9863.A943.KQ"]\n'
EIGHT_PLAYERS = (
    HEAD.format(what="Individuals", board=1, scoring="MatchPoints;MP1")
    + DEAL
    + r"""[TotalScoreTable "Rank\1R;PlayerId\1R;TotalScoreMP\5R;Name\12L"]
1 1 2.0 "Ann Ash"
1 2 2.0 "Bob Birch"
1 7 2.0 "Gus Gale"
1 8 2.0 "Hal Hook"
5 3 0.0 "Cyd Cole"
5 4 0.0 "Dan Dove"
5 5 0.0 "Eve Elm"
5 6 0.0 "Fay Fern"
[ScoreTable "Table\1R;Round\1R;PlayerId_North\1R;PlayerId_South\1R;PlayerId_East\1R;PlayerId_West\1R;Contract\4L;"""
    r"""Declarer\1R;Result\2R;Score_NS\5R;Score_EW\5R;MP_North\4R;MP_South\4R;MP_East\4R;MP_West\4R"]
1 1 1 2 3 4 3N N 9 "400" - 2.0 2.0 0.0 0.0
2 1 5 6 7 8 3N N 8 - "50" 0.0 0.0 2.0 2.0
"""
)


def test_single_players_of_several_tables_are_read_with_their_points():
    report = import_file(data=EIGHT_PLAYERS.encode(), file_name="night.pbn")
    assert report.counts_text == "8 players, 1 board, 2 results"
    assert "agrees with the file" in " ".join(report.notes)


WITH_SIT_OUT = (
    HEAD.format(what="Pairs", board=1, scoring="MatchPoints;MP1")
    + r"""[TotalScoreTable "Rank\1R;PairId\1R;TotalScoreMP\5R;Names\20L;NrBoards\2R"]
1 1 2.0 "Ann Ash - Bob Birch"  1
1 4 2.0 "Gus Gale - Hal Hook"  1
3 2 0.0 "Cyd Cole - Dan Dove"  1
3 3 0.0 "Eve Elm - Fay Fern"   1
5 5   - "Ian Ivy - Jan Jay"    1
"""
    + PAIRS_LINES
    + '1 1 1 2 3N N 9 C3 "400" -  2.0  0.0\n2 1 3 4 3N S 8 H8 - "50" 0.0  2.0\n'
    + '3 1 - 5 -  - - -  "Bye" "Bye" -  1.2\n'
)


def test_pair_without_opponents_is_no_result():
    event = read_source(WITH_SIT_OUT.encode())
    assert [len(board.lines) for board in event.sections[0].boards] == [2]
    assert not [str(doubt) for doubt in event.warnings if "standings" in str(doubt)]


SECOND_SESSION = (
    HEAD.format(what="Pairs", board=1, scoring="MatchPoints;MP1")
    + r"""[TotalScoreTable "Rank\1R;PairId\1R;TotalScoreMP\5R;Names\20L;NrBoards\2R;NrBoardsSession\2R;"""
    r"""SessionScoreMP\5R;SessionRank\1R"]
1 2 7.0 "Cyd Cole - Dan Dove"  4 1 0.0 3
2 4 5.0 "Gus Gale - Hal Hook"  4 1 2.0 1
3 1 3.0 "Ann Ash - Bob Birch"  4 1 2.0 1
4 3 2.0 "Eve Elm - Fay Fern"   4 1 0.0 3
""" + PAIRS_LINES + '1 2 1 2 3N N 9 C3 "400" -  2.0  0.0\n2 2 3 4 3N S 8 H8 - "50" 0.0  2.0\n'
)


def test_second_session_is_compared_by_its_own_figures():
    report = import_file(data=SECOND_SESSION.encode(), file_name="night.pbn")
    assert not report.difference_texts
    assert "agrees with the file" in " ".join(report.notes)
    doubts = [str(doubt) for doubt in read_source(SECOND_SESSION.encode()).warnings]
    assert doubts[0].startswith("The file’s totals also count earlier sessions.")


SECTION_LINES = (
    'Section\\3R;PairId_NS\\3R;PairId_EW\\3R;Score_NS\\5R;Score_EW\\5R;IMP_NS\\4R;IMP_EW\\4R"]\n'
)
TWO_SECTIONS = (
    HEAD.format(what="Pairs", board=1, scoring="IMP;Cross2").replace(
        '"]\n[Competition', '"]\n[Application "Ruter - Read more"]\n[Competition'
    )
    + r"""[TotalScoreTable "Rank\1R;PairId\3R;Section\3R;Direction\5R;TotalScoreIMP\5R;Names\20L"]
1   1 "A" "N-S"  3.67 "Ann Ash - Bob Birch"
2 203 "B" "E-W"  3.00 "Cyd Cole - Dan Dove"
3 104 "B" "N-S"  0.33 "Eve Elm - Fay Fern"
4   2 "A" "N-S"  0.33 "Gus Gale - Hal Hook"
5 201 "A" "E-W" -0.33 "Ian Ivy - Jan Jay"
6 204 "B" "E-W" -0.33 "Kit Kay - Lee Lark"
7 103 "B" "N-S" -3.00 "Max Moor - Ned Nash"
8 200 "A" "E-W" -3.67 "Oli Oak - Pat Pine"
"""
    '[ScoreTable "'
)


def test_sections_with_one_ranking_keep_their_names():
    text = TWO_SECTIONS + SECTION_LINES
    text += '"A"   1 200 "420" - 11 -11\n"A"   2 201 "140" -  1  -1\n'
    text += '"B" 103 203 - "50" -9 9\n"B" 104 204 "140" - 1 -1\n'
    event = read_source(text.encode())
    assert [section.winner_count for section in event.sections] == [1, 1]
    assert all(pair.players for section in event.sections for pair in section.pairs)
