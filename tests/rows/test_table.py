"""The table of rows: every movement is in it, and docs/movements.md shows it."""

from pathlib import Path

from movements.registry import MOVEMENTS
from tests.rows.table import format_table, read_rows

PAGE = Path(__file__).parents[2] / "docs" / "movements.md"


def test_every_movement_has_a_row():
    played = {row.key for row in read_rows()}
    assert {spec.key for spec in MOVEMENTS} - played == set()


def test_the_page_of_movements_shows_the_table():
    assert format_table(read_rows()) in PAGE.read_text(encoding="utf-8")
