"""Matches of teams in PBN files of other programs, with both rooms."""

import pytest

from director.additions.imports.formats.door import read_source

HOME, AWAY = ("Ada", "Bo", "Cy", "Di"), ("Eve", "Flo", "Guy", "Hal")


def game(room, board_no, teams, seats, tricks):
    """Return the game of a board at the table in *room*, where *seats* sit N, E, S and W."""
    tags = {
        "Event": "Cup",
        "Date": "2024.06.25",
        "Board": board_no,
        **dict(zip(("North", "East", "South", "West"), seats, strict=True)),
        "Scoring": "IMP",
        "Declarer": "N",
        "Contract": "4S",
        "Result": tricks,
        "HomeTeam": teams[0],
        "VisitTeam": teams[1],
        "Room": room,
        "Round": 1,
        "Table": 1,
    }
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


@pytest.mark.parametrize("closed", [("Reds", "Blues"), ("Blues", "Reds")], ids=["same", "turned"])
def test_a_match_in_two_rooms(closed):
    text = ""
    for board_no in range(1, 9):
        seats = HOME[0], AWAY[0], HOME[1], AWAY[1]
        text += game("Open", board_no, ("Reds", "Blues"), seats, 10)
        text += game("Closed", board_no, closed, (AWAY[2], HOME[2], AWAY[3], HOME[3]), 9)
    event = read_source(text.encode())
    (section,) = event.sections
    assert event.contest == "teams"
    assert event.scoring == "imps"
    assert event.warnings == ()
    assert [(team.name, {player.name for player in team.players}) for team in section.pairs] == [
        ("Reds", set(HOME)),
        ("Blues", set(AWAY)),
    ]
    assert [(line.ns_no, line.ew_no, line.result.tricks) for line in section.boards[0].lines] == [
        (1, 2, 10),
        (2, 1, 9),
    ]
    assert [(row.table_no, row.ns_no, row.ew_no) for row in section.rounds] == [
        (1, 1, 2),
        (2, 2, 1),
    ]


def test_who_scored_a_game_of_another_program_says_nothing():
    tags = {
        "Board": "1",
        "PairNS": "1",
        "PairEW": "2",
        "Contract": "4S",
        "Declarer": "S",
        "Result": "10",
        "ScoredBy": "Jim Jones",
        "Ruling": "60% 4SS=, 40% 4SS-1",
    }
    event = read_source("\n".join(f'[{tag} "{value}"]' for tag, value in tags.items()).encode())
    assert event.sections[0].boards[0].lines[0].result.own_text == ""
