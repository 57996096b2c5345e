"""Results of many sections: the desk shows one at a time, and all of them a press away."""

import pytest

from director.boards.pages.results.standings import MAX_SECTIONS_TOGETHER
from tests.director.pages import read_table_rows
from tests.factories import make_sections

pytestmark = pytest.mark.django_db
MANY = "ABCDEFG"
assert len(MANY) > MAX_SECTIONS_TOGETHER


def address(section, query: str = "") -> str:
    place = (
        section.session_id if section.letter == "A" else f"{section.session_id}-{section.letter}"
    )
    return f"/sessions/{place}/results/{query}"


def labels(page, table: str = "table.standings") -> list[str]:
    return [row[1] for row in read_table_rows(page, table) if len(row) > 1]


def test_an_address_can_ask_for_a_section_by_its_letter(desk):
    sections = make_sections(letters=MANY)
    moved = desk.get(address(sections[0], "?section=C&ns-sort=-names"))
    assert moved.url == address(sections[2], "?section=C&ns-sort=-names")
    assert {label[0] for label in labels(desk.get(moved.url))} == {"C"}
    back = desk.get(address(sections[2], "?section=A"), follow=True)
    assert {label[0] for label in labels(back)} == {"A"}
    for wrong in ("Q", "c", "%3Cb%3E", "C-D"):
        answer = desk.get(address(sections[0], f"?section={wrong}"))
        assert answer.status_code == 404
        assert "doesn’t exist or was removed" in answer.content.decode()
