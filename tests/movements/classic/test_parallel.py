"""The parallel system against its conditions, and against a replay with pairs and boxes in two rows."""

from collections import Counter

import pytest

from movements.classic.parallel import can_play_every_board
from movements.errors import MovementError
from movements.registry import get_legal_rounds, make_plan
from tests.movements.grids import read_golden_records

Spot = tuple[int, int]


def test_conditions_are_the_printed_ones_but_for_the_wrong_one():
    printed = {
        "odd": lambda row: row % 2 == 1,
        "even": lambda row: row % 2 == 0,
        "any": lambda row: True,
        "not divisible by 3": lambda row: row % 3 != 0,
        "divisible by 4": lambda row: row % 4 == 0,
    }
    differing = {
        (line["form"], line["ew"], row)
        for line in read_golden_records("parallel_conditions.csv")
        for row in range(2, 21)
        if printed[line["row"]](row) != can_play_every_board(line["form"], row, line["ew"])
    }
    assert differing == {("4", "down", row) for row in (2, 10, 12, 14)}


@pytest.mark.parametrize(
    "line",
    read_golden_records("parallel_conditions.csv"),
    ids=lambda line: f"{line['form']} {line['ew']}",
)
def test_every_form_takes_as_many_sets_to_a_table_as_printed(line):
    for row in (5, 10):
        if can_play_every_board(line["form"], row, line["ew"]):
            options = {"form": line["form"], "ew": line["ew"]}
            plan = make_plan("parallel", tables=2 * row, boards_per_set=1, options=options)
            assert plan.board_sets == 2 * row * int(line["deals to a table"])


class Room:
    """Two rows of tables with E-W pairs and boxes that are picked up and put down somewhere else."""

    def __init__(self, row: int, form: str) -> None:
        self.row = row
        spots = [(line, place) for line in (0, 1) for place in range(row)]
        self.pairs: dict[int, Spot] = {
            2 * row + 1 + number: spot for number, spot in enumerate(spots)
        }
        in_turn = (
            [(line, place) for place in range(row) for line in (0, 1)]
            if form in ("3", "4")
            else spots
        )
        self.places = in_turn
        self.boxes: dict[int, Spot] = dict(enumerate(in_turn, start=1))

    def shift(self, what: dict[int, Spot], up: int, across: int) -> None:
        for name, (line, place) in what.items():
            what[name] = ((line + across) % 2, (place + up) % self.row)

    def fresh(self) -> None:
        self.boxes = {
            number + 2 * self.row: spot for number, spot in enumerate(self.places, start=1)
        }

    def seen(self) -> list[tuple[int, int]]:
        pairs = {spot: pair for pair, spot in self.pairs.items()}
        post_data = {spot: box for box, spot in self.boxes.items()}
        return [
            (pairs[line, place], post_data[line, place])
            for line in (0, 1)
            for place in range(self.row)
        ]


def crossing_rounds(room: Room, number: int, up: int) -> list[list[tuple[int, int]]]:
    seen_rounds = []
    for turn in range(number):
        seen_rounds.append(room.seen())
        room.shift(room.pairs, up, 0)
        room.shift(room.boxes, turn % 2, 1)
    return seen_rounds


def fourth_form(room: Room, up: int) -> list[list[tuple[int, int]]]:
    first_half = crossing_rounds(room, room.row, up)
    # The last move of the half is the other one: E-W across as well, sets up and not across.
    room.shift(room.pairs, 0, 1)
    room.shift(room.boxes, 0, 1)
    return first_half + crossing_rounds(room, room.row, up)


@pytest.mark.parametrize(("form", "times"), [("1", 2), ("2", 2), ("3", 2), ("4", 1)])
def test_every_opponent_is_met_equally_often(form, times):
    for row in (6, 7):
        if can_play_every_board(form, row):
            plan = make_plan("parallel", tables=2 * row, options={"form": form})
            assert set(Counter((plan_row.ns, plan_row.ew) for plan_row in plan.rows).values()) == {
                times
            }


@pytest.mark.parametrize("row", range(2, 25))
def test_the_corrected_condition_is_the_true_one(row):
    """With E-W going down the fourth form deals every board to everybody exactly where it is offered."""
    rounds = fourth_form(Room(row, "4"), -1)
    played = {(pair, box) for contest_round in rounds for pair, box in contest_round}
    at_tables = {
        (table, box) for contest_round in rounds for table, (_, box) in enumerate(contest_round)
    }
    complete = len(played) == len(at_tables) == (2 * row) ** 2
    assert complete == can_play_every_board("4", row, "down")


@pytest.mark.parametrize(
    ("pairs", "options", "rounds"),
    [
        pytest.param(12, {"form": "1"}, range(1, 13), id="first"),
        pytest.param(11, {"form": "2"}, range(3, 13), id="second, half table"),
        pytest.param(11, {"form": "3"}, range(2, 13), id="third, half table"),
        pytest.param(16, {"form": "4"}, range(1, 9), id="fourth"),
    ],
)
def test_legal_rounds(pairs, options, rounds):
    assert get_legal_rounds("parallel", pairs=pairs, options=options) == rounds


@pytest.mark.parametrize(
    ("tables", "options", "sentence"),
    [
        pytest.param(
            8,
            {"form": "1"},
            "Parallel: form=1 needs an odd number of tables in each row, but 16 pairs make 8 tables. Choose another "
            "form, or 6 or 10 tables.",
            id="an even row",
        ),
        pytest.param(
            24,
            {"form": "4", "ew": "down"},
            "Parallel: form=4 with ew=down needs an even number of tables in each row that isn’t a multiple of 3, "
            "but 48 pairs make 24 tables. Choose another form, or 20 or 28 tables.",
            id="where the book is wrong",
        ),
        pytest.param(
            12,
            {"form": "3", "ew": "down"},
            "Parallel: form=3 with ew=down needs a number of tables in each row that isn’t a multiple of 3, but 24 "
            "pairs make 12 tables. Choose another form, or 10 or 14 tables.",
            id="a row of six",
        ),
        pytest.param(
            6,
            {"form": "2", "ew": "down"},
            "Parallel: ew=down doesn’t work with form=2. Choose ew=up, or form 3 or 4.",
            id="down in the second form",
        ),
        pytest.param(
            7,
            {},
            "Parallel doesn’t work for 14 pairs. It takes 7 to 80 pairs that fill an even number of tables (4 to "
            "40); the nearest that work are 12 and 15.",
            id="an odd number of tables",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_refused(tables, options, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("parallel", tables=tables, options=options)
    assert str(refused.value) == sentence
