"""Movements of ACBLscore, in files built here by the description of their bytes."""

import pytest

from movements.check.faults import check_plan
from movements.files.library import FIRST_TABLE, is_mov_content, read_library, read_mov
from movements.registry import make_plan

HOWELL_8 = make_plan("howell", pairs=8, boards_per_set=4)
MITCHELL_10 = make_plan("mitchell", pairs=10, boards_per_set=5)


def make_mov(plan, *, kind: int = 1, text: str = "Howell 4 Tables", offset: int = 0) -> bytes:
    """Return *plan* in the bytes of ACBLscore; *offset* is taken from E-W numbers."""
    content = bytearray(b"\x5d\x8d")
    content += bytes([kind, plan.tables, plan.rounds, plan.board_sets])
    content += text.encode("cp437").ljust(600)
    content += bytes(0x29F - len(content))
    content += bytes(range(1, 37))
    assert len(content) == FIRST_TABLE == 0x2C3
    rows = {(row.table_no, row.round_no): row for row in plan.rows}
    for table_no in range(1, plan.tables + 1):
        for round_no in range(1, plan.rounds + 1):
            row = rows[table_no, round_no]
            content += bytes([row.ns, row.ew - offset, row.board_set])
    return bytes(content)


def seats(plan) -> list[tuple[int, ...]]:
    return [(row.round_no, row.table_no, row.ns, row.ew, row.board_set) for row in plan.rows]


def test_howell_of_four_tables_has_791_bytes_and_is_read():
    content = make_mov(HOWELL_8)
    assert len(content) == 791
    assert is_mov_content(content) is True
    reading = read_mov(content)
    assert (reading.problems, reading.plan.name, reading.plan.winners) == (
        (), "Howell 4 Tables", 1,
    )  # fmt: skip
    assert seats(reading.plan) == seats(HOWELL_8)
    assert reading.plan.boards_per_set == 4
    assert check_plan(reading.plan) == ()


def test_mitchell_numbers_its_e_w_pairs_from_1():
    plan = read_mov(make_mov(MITCHELL_10, kind=0, text="", offset=5), "mitchell").plan
    assert plan.winners == 2
    assert plan.name == "mitchell"
    assert seats(plan) == seats(MITCHELL_10)


def test_brackets_and_blanks_of_the_text_do_no_harm():
    assert read_mov(make_mov(HOWELL_8, text="A [new]   one\r\n")).plan.name == "A (new) one"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"PK", "The file doesn’t begin with 5D 8D, as movements of ACBLscore do."),
        (make_mov(HOWELL_8)[:100], "The file ends after 100 bytes, before the first table."),
        (make_mov(HOWELL_8)[:-1], "The file has 790 bytes, but 4 tables and 7 rounds need 791."),
        (
            make_mov(HOWELL_8) + b"\x01",
            "The file has 792 bytes, but 4 tables and 7 rounds need 791.",
        ),
        (make_mov(HOWELL_8, kind=7), "The file says type 7. Use 0 (Mitchell) or 1 (Howell)."),
    ],
    ids=["other file", "no tables", "short", "long", "type"],
)
def test_what_can_not_be_read_is_reported(content, problem):
    reading = read_mov(content)
    assert reading.plan is None
    assert [fault.text for fault in reading.problems] == [problem]


def test_file_may_be_filled_up_with_zeros():
    assert read_mov(make_mov(HOWELL_8) + bytes(5)).problems == ()


def test_nothing_at_all_is_refused_with_every_byte_changed():
    content = make_mov(HOWELL_8)
    for place in (2, 3, 4, 5, FIRST_TABLE, FIRST_TABLE + 1, 790):
        for value in (0, 1, 9, 255):
            changed = content[:place] + bytes([value]) + content[place + 1 :]
            (item,) = read_library(changed, "x.mov")
            assert (item.plan is None) == bool(item.problems)
