"""What is wrong with a party's request, seating, results or file: whole sentences, all faults at once."""

import json

import pytest

from movements.__main__ import main
from movements.errors import CombinedError, MovementError
from movements.party.model import PartyTable, TableOutcome
from movements.party.rounds import get_progressive_system, make_next_seating, make_opening_seating
from movements.party.state_json import party_state_from_json
from tests.movements.party.parties import make_player_ids

FOUR = make_opening_seating("euchre", *make_player_ids(16))
WON = {number: TableOutcome(0) for number in range(1, 5)}
THREE_AT_FOOT = make_opening_seating("euchre", *make_player_ids(11))


def replaced(at: int, **parts) -> tuple[PartyTable, ...]:
    """Return the seating of four tables with other parts of one table."""
    table = FOUR[at]
    known = {"table_no": table.table_no, "sides": table.sides}
    return (*FOUR[:at], PartyTable(**(known | parts)), *FOUR[at + 1 :])


def refusal_of(act) -> str:
    with pytest.raises(MovementError) as caught:
        act()
    return str(caught.value)


@pytest.mark.parametrize(
    ("key", "seat_a", "seat_b", "options", "sentence"),
    [
        pytest.param(
            "progresive-whist",
            *make_player_ids(8),
            {},
            "Unknown progressive system “progresive-whist”. Did you mean progressive-whist or progressive-whist-4 "
            'or progressive-whist-3? "list --contest progressive" lists them all.',
            id="mistyped key",
        ),
        pytest.param(
            "euchre",
            *make_player_ids(8),
            {"head": "kept"},
            "Progressive euchre has no option “head”. Choose from: who_moves, head_table, partners, seat, movers, "
            "reverse_after, odd, round_ends, tie, lone_hands, deal, final_tie, letters.",
            id="unknown option",
        ),
        pytest.param(
            "whist-1",
            *make_player_ids(8),
            {"head-table": "stay"},
            "Progressive whist, first method: option head_table can’t be “stay”. Choose kept or split or to-foot.",
            id="unknown value, the name of the option with a hyphen",
        ),
        pytest.param(
            "pivot",
            *make_player_ids(18),
            {},
            "Pivot bridge doesn’t work for 18 players. It takes 4 to 400 players at full tables; the nearest are 16 "
            "and 20.",
            id="no multiple of four",
        ),
        pytest.param(
            "whist-4",
            *make_player_ids(9),
            {},
            "Progressive whist, fourth method keeps partners together, but 5 would sit in seat A and 4 in seat B. "
            "Find partners for the others, or choose a system in which partners change.",
            id="a player without a partner",
        ),
        pytest.param(
            "whist-1",
            ["Ann", "Bea", "Ann", ""],
            ["Cid", "Dan", "Eli", "Fay"],
            {},
            "Ann is seated twice, at seat A no. 1 and seat A no. 3. Remove one of the two. Seat A no. 4 is empty. "
            "Name the player, or omit the seat at the last table.",
            id="a player twice and an empty seat",
        ),
    ],
)
def test_a_first_seating_that_is_not_possible(key, seat_a, seat_b, options, sentence):
    assert (
        refusal_of(lambda: make_opening_seating(key, seat_a, seat_b, options=options)) == sentence
    )


@pytest.mark.parametrize(
    ("seating", "sentence"),
    [
        pytest.param(
            replaced(1, sides=(("A3", "B3"), ("A4", "A3"))),
            "A3 is seated twice, at table 2, side 0 and table 2, side 1. Remove one of the two.",
            id="seated twice at a table",
        ),
        pytest.param(
            replaced(1, sides=(("A3", ""), ("A4", "B4"))),
            "Table 2, side 0 is empty. Name the player, or omit the seat at the last table.",
            id="empty seat",
        ),
        pytest.param(
            replaced(1, table_no=5),
            "Number the tables 1 to 4 in order; these are 1, 5, 3, 4.",
            id="misnumbered",
        ),
        pytest.param(
            replaced(1, sides=(("A3", "B3"), ("A4",))),
            "Table 2 has sides of 2 and 1; Progressive euchre has two sides of 2 at every table, then a short table "
            "or the sit-outs.",
            id="three in a full table",
        ),
        pytest.param(
            replaced(1, sides=(("A3",), ("B3",))),
            "Table 2 has 2 sides of 1; Progressive euchre has two sides of 2 at every table, then a short table or "
            "the sit-outs.",
            id="a short table that is not the last",
        ),
        pytest.param(
            FOUR[:1],
            "Progressive euchre needs at least two tables in play; there is one.",
            id="a single table",
        ),
        pytest.param(
            (),
            "Progressive euchre needs at least two tables in play; there is none.",
            id="no table",
        ),
    ],
)
def test_a_seating_that_cannot_be(seating, sentence):
    assert refusal_of(lambda: make_next_seating("euchre", seating, WON)) == sentence


@pytest.mark.parametrize(
    ("seating", "outcomes", "options", "sentence"),
    [
        pytest.param(
            FOUR,
            WON | {7: TableOutcome(0)},
            {},
            "Table 7 didn’t play, so it has no winner. The tables that played are 1 to 4.",
            id="a table that is not there",
        ),
        pytest.param(
            make_opening_seating("whist-1", *make_player_ids(9)),
            {1: TableOutcome(0), 2: TableOutcome(0), 3: TableOutcome(0)},
            {"odd": "sit-out"},
            "Table 3 didn’t play, so it has no winner. The tables that played are 1 and 2.",
            id="those who sit out",
        ),
        pytest.param(
            FOUR,
            {1: TableOutcome(0), 2: TableOutcome(1), 3: TableOutcome(1)},
            {},
            "Table 4 has no winner. Enter the side that won: 0 for A7-B7 or 1 for A8-B8.",
            id="no winner",
        ),
        pytest.param(
            FOUR,
            WON | {3: TableOutcome(2)},
            {},
            "Table 3 has no side 2, given as winner. Choose from 0 and 1.",
            id="a winner that is no side",
        ),
        pytest.param(
            FOUR,
            WON | {3: TableOutcome(points=(4, 4))},
            {},
            "Table 3 is tied with 4 points each, and one side must move up. Break the tie by cut, half-game, "
            "first-made or turned-trick, then enter the winner.",
            id="a tie",
        ),
        pytest.param(
            FOUR,
            WON | {3: TableOutcome(0, points=(4, 3, 1))},
            {},
            "Table 3 has points for 3 of its 2 sides. Enter all of them to see who moves up.",
            id="points for a side too many",
        ),
        pytest.param(
            THREE_AT_FOOT,
            {1: TableOutcome(0), 2: TableOutcome(0)},
            {},
            "Table 3 has points for 0 of its 3 sides. Enter all of them to see who moves up.",
            id="no points at a table of three",
        ),
        pytest.param(
            THREE_AT_FOOT,
            {1: TableOutcome(0), 2: TableOutcome(0), 3: TableOutcome(points=(5, 2, 2))},
            {},
            "Table 3: B5 and A6 are tied, and not all can move up. Let them cut, then enter the winner or the cut.",
            id="tied at a table of three",
        ),
        pytest.param(
            FOUR,
            {
                1: TableOutcome(5),
                9: TableOutcome(0),
                2: TableOutcome(1),
                3: TableOutcome(points=(2, 2)),
            },
            {"tie": "cut"},
            "Table 9 didn’t play, so it has no winner. The tables that played are 1 to 4. Table 1 has no side 5, "
            "given as winner. Choose from 0 and 1. Table 3 is tied with 2 points each, and one side must move up. "
            "Break the tie by cut, half-game, first-made or turned-trick, then enter the winner. Table 4 has no "
            "winner. Enter the side that won: 0 for A7-B7 or 1 for A8-B8.",
            id="all at once",
        ),
    ],
)
def test_results_that_do_not_tell_who_moves(seating, outcomes, options, sentence):
    key = "whist-1" if "odd" in options else "euchre"
    assert (
        refusal_of(lambda: make_next_seating(key, seating, outcomes, options=options)) == sentence
    )


def test_several_faults_are_kept_apart():
    with pytest.raises(CombinedError) as caught:
        make_next_seating("euchre", FOUR, {1: TableOutcome(0), 2: TableOutcome(3)})
    assert [error.code for error in caught.value.errors] == [
        "no-such-side",
        "winner-missing",
        "winner-missing",
    ]


def test_the_side_with_more_points_wins_where_no_winner_is_named():
    named = make_next_seating("euchre", FOUR, WON | {2: TableOutcome(1)})
    assert make_next_seating("euchre", FOUR, WON | {2: TableOutcome(points=(3, 5))}) == named


def test_only_tables_of_three_or_more_single_players_need_points():
    system = get_progressive_system("euchre")
    assert [system.needs_points(table) for table in THREE_AT_FOOT] == [False, False, True]
    assert not system.needs_points(PartyTable(4, (("A",), ("B",))))
    assert not get_progressive_system("skat-congress").needs_points(THREE_AT_FOOT[-1])


@pytest.mark.parametrize(
    ("data", "listing"),
    [
        pytest.param([], 'it isn’t an object with "tables"', id="a list"),
        pytest.param({}, '"tables" must be a list of tables, the head table first', id="no tables"),
        pytest.param(
            {
                "tables": [
                    {"table": 0, "sides": [["A", "B"], "C"]},
                    {
                        "table": 2,
                        "sides": [["C", 4], ["D", 1.5]],
                        "row": "x",
                        "seats": "AB",
                        "games_here": [],
                    },
                    7,
                ],
                "winners": {"1": "first", "head": 0},
                "points": {"2": 5},
                "round": 0,
            },
            'table entry 1: "table" must be a whole number from 1 to 9999; table entry 1, side 1 must be a list of '
            'players; table 2, side 1: a player must be text; table 2: "row" must be a whole number from 1 to '
            '9999; table 2: "games_here" must name players with their games; table 2: "seats" must be a letter A '
            'or B for each of its 4 players; table entry 3 isn’t an object; "round" must be a whole number from 1 '
            'to 9999; "winners": "head" isn’t a table number; the winner of table 1 must be a whole number from '
            '0 to 9999; "points" of table 2 must be a list of numbers, one per side',
            id="everything wrong",
        ),
    ],
)
def test_a_file_that_holds_no_seating(data, listing):
    assert (
        refusal_of(lambda: party_state_from_json(data)) == f"This isn’t a valid seating: {listing}."
    )


def step(capsys, tmp_path, key: str, data: object, *arguments: str) -> tuple[int, str, str]:
    """Return status, standard output and standard error of the step door."""
    file = tmp_path / "party.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    status = main(["step", key, str(file), *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err.replace(str(file), "FILE")


EVENING = {
    "tables": [
        {"table": 1, "sides": [["A1", "B1"], ["A2", "B2"]]},
        {"table": 2, "sides": [["A3", "B3"], ["A4", "B4"]]},
        {"table": 3, "sides": [["A5"], ["B5"], ["A6"]], "games_here": {"A6": 1}},
    ],
    "winners": {"1": 0, "2": 1},
    "points": {"3": [3, 5, 0]},
    "round": 4,
}


def test_step_prints_the_next_seating_in_the_same_shape(capsys, tmp_path):
    assert step(capsys, tmp_path, "winners_up_head_kept", EVENING, "--json") == (
        0,
        '{"tables": [{"table": 1, "sides": [["A1", "B1"], ["A4", "B4"]]}, '
        '{"table": 2, "sides": [["A3", "B5"], ["A6", "B3"]]}, '
        '{"table": 3, "sides": [["A5"], ["B2"], ["A2"]], "games_here": {"A5": 1}}], "round": 5}\n',
        "",
    )


def test_step_takes_pairs_by_their_numbers(capsys, tmp_path):
    pairs = [[[8], [7]], [[1], [6]], [[2], [5]], [[3], [4]]]
    tables = [{"table": number, "sides": sides} for number, sides in enumerate(pairs, start=1)]
    status, out, _ = step(capsys, tmp_path, "pivot_all_meet", {"tables": tables})
    assert status == 0
    assert [table["sides"] for table in json.loads(out)["tables"]] == [
        [[8], [1]],
        [[2], [7]],
        [[3], [6]],
        [[4], [5]],
    ]


def test_step_with_an_option(capsys, tmp_path):
    status, out, _ = step(capsys, tmp_path, "euchre", EVENING, "--option", "head_table=to-foot")
    assert status == 0
    assert [table["sides"] for table in json.loads(out)["tables"]] == [
        [["A2", "B4"], ["A4", "B2"]],
        [["A3", "B5"], ["A6", "B3"]],
        [["A5"], ["B1"], ["A1"]],
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(
            "{", "FILE can’t be read: the JSON is wrong at line 1, column 2.", id="cut short"
        ),
        pytest.param("seats", "FILE can’t be read: it isn’t JSON.", id="words"),
        pytest.param(
            "{}",
            'This isn’t a valid seating: "tables" must be a list of tables, the head table first.',
            id="no tables",
        ),
    ],
)
def test_step_names_what_is_wrong_with_its_file(capsys, tmp_path, data, sentence):
    assert step(capsys, tmp_path, "euchre", data) == (2, "", sentence + "\n")
