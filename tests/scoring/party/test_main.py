"""Parties through the command line: ranked, checked, explained, with prizes; or one sentence and status 2."""

import json

import pytest

from scoring.party.methods import PARTY_METHODS
from tests.scoring.command.test_main import run_and_parse, run_refused


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


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["for-people", "for-programs"])
def test_rank_prints_standings_in_the_shape_of_pairs(capsys, party_file, form):
    ranked = run_and_parse(capsys, "rank", "games", party_file(), *form)
    assert ranked["method"] == "games"
    assert ranked["boards"] == []
    assert ranked["notes"] == []
    assert len(ranked["standings"]) == 4
    assert ranked["standings"][0] == {
        "contestant": "1",
        "direction": None,
        "group": "B",
        "row": 1,
        "table": 4,
        "played": 1,
        "total": "1",
        "percent": None,
        "columns": {"games": "1", "points": "5", "lone hands": "0"},
        "place": "1=",
    }


def test_halves_are_exact(capsys, party_file):
    games = [*side((1, 2), 0, "1/2", 5), *side((3, 4), 1, 0.5, 5)]
    standings = run_and_parse(capsys, "rank", "games", party_file(games=games))["standings"]
    assert [(standing["contestant"], standing["total"]) for standing in standings] == [
        (player, "0.5") for player in "1234"
    ]


def test_prizes_come_with_their_ties(capsys, party_file):
    prizes = {"places": 1, "by_group": False, "final_tie": "cut", "booby": False}
    given = run_and_parse(capsys, "rank", "games", party_file(prizes=prizes), "--prizes")["prizes"]
    text = "Cut; the highest card takes the prize."
    assert given == [
        {
            "kind": "first",
            "place": 1,
            "group": "",
            "row": None,
            "table": None,
            "players": ["1", "2"],
            "tie": {"how": "cut", "players": ["1", "2"], "text": text},
            "text": f"First prize: 1 and 2 are tied with 1 game. {text}",
        }
    ]


@pytest.mark.parametrize(
    "decision",
    [
        {"how": "cut", "cards": {"1": 3, "2": 9}},
        {"how": "play-off", "points": {"1": 0, "2": 2}},
        {"how": "slips", "slips": {"1": 2, "2": 1}, "kind": "first"},
        {"how": "lot", "players": [1, 2], "seed": 7},
    ],
    ids=lambda decision: decision["how"],
)
def test_prizes_take_the_decision_of_a_tie(capsys, party_file, decision):
    prizes = {"places": 1, "by_group": False, "booby": False, "decisions": [decision]}
    given = run_and_parse(capsys, "rank", "games", party_file(prizes=prizes), "--prizes")["prizes"]
    assert [(prize["kind"], prize["players"], prize["tie"]) for prize in given] == [
        ("first", ["2"], None)
    ]


def test_drawn_number_is_printed_with_its_seed(capsys, party_file):
    prizes = {"places": 0, "booby": False, "drawn": 1, "drawn_seed": 1916}
    answered = run_and_parse(capsys, "rank", "points", party_file(prizes=prizes), "--prizes")
    again = run_and_parse(capsys, "rank", "points", party_file(prizes=prizes), "--prizes")
    assert answered["drawn_seed"] == 1916
    assert answered["drawn_number"] == again["drawn_number"]
    assert answered["prizes"][0]["players"] == ["1", "2"]


def test_prizes_without_rules_are_the_usual_ones(capsys, party_file):
    given = run_and_parse(capsys, "rank", "games", party_file(), "--prizes")["prizes"]
    assert [(prize["kind"], prize["group"], prize["players"]) for prize in given] == [
        ("first", "A", ["2"]),
        ("second", "A", ["4"]),
        ("first", "B", ["1"]),
        ("second", "B", ["3"]),
    ]


def test_prizes_are_printed_only_where_they_are_asked_for(capsys, party_file):
    assert "prizes" not in run_and_parse(capsys, "rank", "games", party_file(prizes={}))


def test_explain_says_why_a_total_is_what_it_is(capsys, party_file):
    explained = run_and_parse(capsys, "explain", "counters", party_file(), "--contestant", "3")
    assert explained == {
        "what": "3",
        "games": [
            {
                "round": 1,
                "table": 4,
                "row": 1,
                "happened": "lost, 3 points",
                "plus": "0",
                "minus": "5",
            }
        ],
        "formula": "25 at the start − 5 in 1 game = 20 counters, place 3=",
        "points": "20",
        "rule": "Counters won and lost: each loser pays one winner one counter per point",
        "source": "[WDW1900] p. 24",
        "text": (
            "3:\nRound 1, table 4: lost, 3 points: −5.\n25 at the start − 5 in 1 game = 20 counters, place 3= "
            "(Counters won and lost: each loser pays one winner one counter per point; [WDW1900] p. 24)."
        ),
    }


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
        (
            {"prizes": {"first": 2}},
            "prizes: unknown part “first”; use places, booby, lone_hands, aisle, table, table_winners, drawn, half, "
            "half_after, high_game, tens, raffle, by_group, equal_numbers, one_each, leavers, final_tie, decisions, "
            "drawn_number, drawn_seed, first_slip, half_totals, tickets, group_names in prizes.",
        ),
        (
            {"prizes": {"places": "two"}},
            "prizes: places must be a whole number from 0 up, not 'two'.",
        ),
        ({"prizes": {"booby": 1}}, "prizes: booby must be true or false, not 1."),
        (
            {"prizes": {"places": 99}},
            "prizes: The number of prizes for places can’t be 99. Enter 0 to 10.",
        ),
        (
            {"prizes": {"decisions": [{"how": "duel"}]}},
            'prizes: unknown decision "duel"; use one of cut, play-off, slips, lot.',
        ),
        (
            {"prizes": {"decisions": [{"how": "cut", "cards": {"1": 3, "4": 9}}]}},
            "prizes: the decision among 4, 1 doesn’t break a tie for a prize; name the tied players, or remove it.",
        ),
        (
            {"prizes": {"drawn": 1, "drawn_number": 1442, "drawn_seed": 7}},
            "prizes: the file has both drawn_number and drawn_seed; keep the one used for the draw.",
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
        "prize-part",
        "prize-number",
        "prize-yes-no",
        "too-many-prizes",
        "decision-form",
        "stale",
        "drawn-twice",
    ],
)
def test_bad_file_is_refused_with_one_sentence(capsys, party_file, parts, sentence):
    assert run_refused(capsys, "rank", "games", party_file(**parts), "--prizes") == sentence


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
            ["rank", "matchpoints", "--prizes"],
            "pairs",
            "--prizes is for party files. Leave it out for pairs and teams.",
        ),
        (
            ["rank", "games", "--option", "bell=yes"],
            "progressive",
            "Unknown option “bell” for games. Choose from lone_hands, equal, sit_out, short_table.",
        ),
        (
            ["explain", "games", "--contestant", "9"],
            "progressive",
            "9 has no game at this party. Name a player who has.",
        ),
        (
            ["explain", "matchpoints", "--contestant", "A1"],
            "pairs",
            '--contestant "A1" isn’t a number. Enter the number of a pair or team.',
        ),
    ],
    ids=["method-of-pairs", "file-of-pairs", "prizes-of-pairs", "option", "nobody", "no-number"],
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
