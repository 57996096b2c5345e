"""Parties through the command line: ranked, checked, explained, with prizes; or one sentence and status 2."""

import json

import pytest

from scoring.party.methods import PARTY_METHODS
from tests.scoring.test_main import run_and_parse, run_refused


def side(players, side_no, won, own, **beside):
    return [
        {
            "player": player,
            "round": 1,
            "table": 4,
            "side": side_no,
            "won": won,
            "own": own,
            **beside,
        }
        for player in players
    ]


PARTY = {
    "contest": "progressive",
    "players": [{"player": number, "group": "AB"[number % 2]} for number in range(1, 5)],
    "games": [*side((1, 2), 0, 1, 5), *side((3, 4), 1, 0, 3)],
}


@pytest.fixture
def party_file(tmp_path):
    def write(**parts):
        file = tmp_path / "party.json"
        file.write_text(json.dumps({**PARTY, **parts}), encoding="utf-8")
        return file

    return write


def test_list_names_the_methods_of_parties_after_the_others(capsys):
    listed = [
        method for method in run_and_parse(capsys, "list") if method["contest"] == "progressive"
    ]
    assert [(method["key"], method["needs"], method["source"]) for method in listed] == [
        (method.key, method.required_entry, method.source) for method in PARTY_METHODS
    ]
    assert listed[0]["columns"] == ["games", "points", "lone hands"]


def test_halves_are_exact(capsys, party_file):
    games = [*side((1, 2), 0, "1/2", 5), *side((3, 4), 1, 0.5, 5)]
    standings = run_and_parse(capsys, "rank", "games", party_file(games=games))["standings"]
    assert [(standing["contestant"], standing["total"]) for standing in standings] == [
        (player, "0.5") for player in "1234"
    ]


def test_prizes_are_printed_only_where_they_are_asked_for(capsys, party_file):
    assert "prizes" not in run_and_parse(capsys, "rank", "games", party_file(prizes={}))


GAME = side((1,), 0, 1, 5)[0]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"games": None}, "The file: games is missing; it must be a list."),
        (
            {"gamse": []},
            "The file: unknown part “gamse”; use contest, players, games, prizes in the file of a party.",
        ),
        (
            {"games": [{**GAME, "player": 7}]},
            'Game no. 1 in the file: player "7" isn’t in the list of players; correct it or add it to the list.',
        ),
        (
            {"players": [{"player": 1}, {"player": "1"}]},
            'The file: player "1" is listed twice; delete one.',
        ),
        (
            {"games": [{**GAME, "won": "two"}]},
            "Game no. 1 in the file: won must be a number such as -2.5 or \"1/3\", not 'two'.",
        ),
        (
            {"games": [{**GAME, "table": 0}, {**GAME, "side": "N"}]},
            "2 faults. Game no. 1 in the file: table must be a whole number from 1 up, not 0. "
            "Game no. 2 in the file: side must be a whole number from 0 up, not 'N'.",
        ),
        (
            {"games": [{**GAME, "counts": "no"}]},
            "Game no. 1 in the file: counts must be true or false, not 'no'.",
        ),
        (
            {"games": [{**GAME, "tricks": 5}]},
            "Game no. 1 in the file: unknown part “tricks”; use player, round, table, side, group, row, own, "
            "other, won, lone, counts, games_made, other_games_made, set_back, deals_won, deals_lost, handed, "
            "rounds, short, hands, unplayed in a game.",
        ),
        (
            {"games": [{**GAME, "player": None}]},
            'Game no. 1 in the file: player is missing; it must be text or a number such as "12".',
        ),
        ({"games": [GAME]}, "Round 1, table 4: 1 won but nobody lost. Enter their opponents."),
        (
            {"games": [*PARTY["games"], GAME]},
            "Round 1: 1 has games at tables 4 and 4. Delete one.",
        ),
    ],
    ids=[
        "no-games",
        "unknown-part",
        "unknown-player",
        "listed-twice",
        "won",
        "two-faults",
        "counts",
        "unknown-figure",
        "nobody",
        "no-loser",
        "twice",
    ],
)
def test_bad_file_is_refused_with_one_sentence(capsys, party_file, parts, sentence):
    assert run_refused(capsys, "rank", "games", party_file(**parts)) == sentence


KEYS = ", ".join(method.key for method in PARTY_METHODS)


@pytest.mark.parametrize(
    ("arguments", "contest", "sentence"),
    [
        (
            ["rank", "matchpoints"],
            "progressive",
            f"Unknown party scoring “matchpoints”. Choose one of {KEYS}.",
        ),
        (
            ["rank", "games"],
            "pairs",
            '"games" is for parties, but the file has no "contest": "progressive". Use a party file.',
        ),
        (
            ["rank", "games", "--option", "bell=yes"],
            "progressive",
            "Unknown option “bell” for games. Choose from lone_hands, equal, sit_out, short_table.",
        ),
    ],
    ids=["method-of-pairs", "file-of-pairs", "option"],
)
def test_command_that_does_not_fit_the_file_is_refused(
    capsys, party_file, arguments, contest, sentence
):
    file = (
        party_file()
        if contest == "progressive"
        else party_file(contest="pairs", winners=1, boards=[])
    )
    command, method, *rest = arguments
    assert run_refused(capsys, command, method, file, *rest) == sentence
