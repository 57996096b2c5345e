"""Movements that other programs list table by table: YAML and JSON of BridgeScorer, and guide cards."""

import json

import pytest

from movements.files.library import read_library

PAIRS = [  # a Howell of two tables that share boards: table, round, N-S, E-W, boards
    (1, 1, 4, 1, (1, 2)), (2, 1, 2, 3, (1, 2)),
    (1, 2, 4, 2, (3, 4)), (2, 2, 3, 1, (3, 4)),
    (1, 3, 4, 3, (5, 6)), (2, 3, 1, 2, (5, 6)),
]  # fmt: skip


def yaml_text(rows, head="name: 'Howell04'\nshort: Two tables\ndescription: Our own\n"):
    lines = ["---", head.rstrip(), "numberTeams: 4", "hands:"]
    for table, round_no, ns, ew, boards in rows:
        lines += [f"- table: {table}", f"  round: {round_no}", f"  ns: {ns}", f"  ew: {ew}"]
        lines += ["  boards:", *(f"  - {board}" for board in boards)]
    return "\n".join(lines) + "\n"


def json_movement(rows, name="Two tables"):
    hands = [
        {"table": table, "round": round_no, "ns": ns, "ew": ew, "boards": list(boards)}
        for table, round_no, ns, ew, boards in rows
    ]
    return {"name": "Howell04", "short": name, "numberTeams": 4, "hands": hands}


def seats(plan):
    """Return who plays what. Two tables that share boards play them in different orders."""
    return [
        (row.table_no, row.round_no, row.ns, row.ew, tuple(sorted(row.boards))) for row in plan.rows
    ]


def test_yaml_of_bridge_scorer_has_its_pairs_boards_title_and_remark():
    (item,) = read_library(yaml_text(PAIRS), "file")
    assert item.problems == ()
    assert sorted(seats(item.plan)) == sorted(PAIRS)
    assert (item.plan.name, item.note) == ("Two tables", "Our own")


def test_yaml_with_boards_in_brackets_and_four_players_is_an_individual():
    hands = [
        (1, 1, "4", "1", "2", "3"), (1, 2, "4", "2", "3", "1"), (1, 3, "4", "3", "1", "2"),
    ]  # fmt: skip
    lines = ["name: Individual", "numberPlayers: 4", "hands:"]
    for table, round_no, north, south, east, west in hands:
        lines += [f"  - table: {table}", f"    round: {round_no}", f"    north: {north}"]
        lines += [f"    south: {south}", f"    east: {east}", f"    west: {west}"]
        lines += [f"    boards: [{2 * round_no - 1}, {2 * round_no}]"]
    (item,) = read_library("\n".join(lines), "file")
    assert item.problems == ()
    assert item.plan.contest == "individual"
    assert [row.players for row in item.plan.rows] == [(4, 2, 1, 3), (4, 3, 2, 1), (4, 1, 3, 2)]


def test_json_with_many_movements_gives_each():
    data = {"boardsets": [], "movements": [json_movement(PAIRS), json_movement(PAIRS, "Again")]}
    items = read_library(json.dumps(data), "file")
    assert [(item.title, bool(item.plan)) for item in items] == [
        ("Two tables", True),
        ("Again", True),
    ]


def test_a_table_that_is_left_out_leaves_no_gap_and_whoever_is_not_named_sits_out():
    rows = [
        (2, 1, 1, 2, (1, 2)), (2, 2, 3, 1, (3, 4)), (2, 3, 2, 3, (5, 6)),
    ]  # fmt: skip
    (item,) = read_library(yaml_text(rows), "file")
    assert item.problems == ()
    assert {row.table_no for row in item.plan.rows} == {1}
    assert [(out.round_no, out.contestant) for out in item.plan.sit_outs] == [
        (1, 3),
        (2, 2),
        (3, 1),
    ]


def giborg_cards():
    blocks = []
    for table in (1, 2):
        lines = ["Howell, 2 tables", "", f"Table number:  {table}   Section: A", ""]
        lines += ["Round  |   N   S   E   W  |   Boards", "=" * 36]
        for row_table, round_no, ns, ew, boards in sorted(PAIRS, key=lambda row: row[1]):
            if row_table == table:
                lines.append(
                    f"{round_no:5}  | {ns:2}      {ew:3}      |    {boards[0]:2}-{boards[1]:2}"
                )
        blocks.append("\n".join([*lines, "=" * 36, "Next:  |   *       2N              -", ""]))
    return "\n\n".join(blocks)


def page_of_cards():
    cards = []
    for table in (1, 2):
        rows = "".join(
            f"<tr><td>{round_no}</td><td>{ns}</td><td>{ew}</td><td>{boards[0]}-{boards[1]}</td></tr>"
            for row_table, round_no, ns, ew, boards in PAIRS
            if row_table == table
        )
        cards.append(
            f"<div class='card'><h1>TABLE {table}</h1><table><tr><th>Rd</th><th>N-S</th></tr>{rows}</table></div>"
        )
    style = "<style>.ns-box h2 { color: #e74c3c; } </style>"
    return f"<!DOCTYPE html><html><head>{style}</head><body>{''.join(cards)}</body></html>"


@pytest.mark.parametrize("write", [giborg_cards, page_of_cards], ids=["text", "page"])
def test_guide_cards_give_the_movement(write):
    (item,) = read_library(write(), "file")
    assert item.problems == ()
    assert sorted(seats(item.plan)) == sorted(PAIRS)


def test_guide_cards_of_players_with_a_mark_for_each_table():
    # Partners first (N, S, E, W), then the board set.
    cards = "#Individual, 1 table\n\n!TABLE1\n4 1 2 3 1\n4 2 3 1 2\n4 3 1 2 3\n"
    (item,) = read_library(cards, "file")
    assert item.problems == ()
    assert item.plan.contest == "individual"
    assert [row.players for row in item.plan.rows] == [(4, 2, 1, 3), (4, 3, 2, 1), (4, 1, 3, 2)]


def test_cards_whose_east_west_pairs_count_from_one_again_are_a_mitchell():
    lines = []
    for table in (1, 2, 3):
        lines.append(f"Table {table}")
        for round_no in (1, 2, 3):
            ew = (table - round_no) % 3 + 1
            first = 2 * ((table + round_no - 2) % 3) + 1
            lines.append(f"{round_no} {table} {ew} {first}-{first + 1}")
    (item,) = read_library("\n".join(lines), "file")
    assert item.problems == ()
    assert item.plan.contestants == 6
    assert item.plan.winners == 2


def test_json_of_another_program_is_named_as_such():
    (item,) = read_library('{"4-7": {"tables": 4, "rounds": 7}}', "file")
    assert item.plan is None
    assert item.problems[0].startswith(
        "This JSON isn’t a movement of this program or of BridgeScorer."
    )


def test_title_without_a_code_is_read_in_movement_text():
    text = "[A] First\n0,1,1,1,1,0\n1,2,1\n\nTwo Table Full Howell\n0,1,1,1,1,0\n2,1,1\n"
    items = read_library(text, "file")
    assert [item.plan and item.plan.name for item in items] == ["First", "Two Table Full Howell"]
