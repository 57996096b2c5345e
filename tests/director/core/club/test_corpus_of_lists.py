"""Lists of people of many shapes, each line with the people that it brings."""

import pytest

from director.core.club.people_lists.file import read_people
from director.formats.errors import ImportFileError
from director.formats.names.row_people import ListedPerson
from tests.cases import leave_to_slow
from tests.factories import make_club
from tests.golden import read_golden

pytestmark = pytest.mark.django_db

_ARROW = " => "


def _iter_lists() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the title of each list, and its lines with their readings."""
    lists = []
    for block in read_golden("people/lists.txt").strip("\n").split("\n== "):
        title, *lines = block.removeprefix("== ").strip("\n").splitlines()
        pairs = []
        for line in lines:
            text, _arrow, reading = f" {line}".rpartition(_ARROW)
            pairs.append((text[1:].rstrip(" ").replace("\\t", "\t"), reading))
        lists.append((title, pairs))
    return lists


def _format_person(person: ListedPerson) -> str:
    if person.number or person.email:
        return f"{person.name} · {person.number or '-'} · {person.email or '-'}"
    return person.name


LISTS = _iter_lists()


@pytest.mark.parametrize(
    ("title", "pairs"), leave_to_slow(LISTS, but=16), ids=[title for title, _pairs in LISTS]
)
def test_each_line_brings_its_people(title, pairs):
    data = "\n".join(text for text, _reading in pairs).encode()
    readings = [reading for _text, reading in pairs]
    if readings[0].startswith("? "):
        with pytest.raises(ImportFileError) as asked:
            read_people(data, make_club())
        assert {f"? {asked.value.code}"} == set(readings)
        return
    people = [_format_person(person) for person in read_people(data, make_club()).people]
    assert people == [
        person for reading in readings if reading != "-" for person in reading.split(" + ")
    ]


def test_the_lists_have_every_shape():
    titles = [title for title, _pairs in LISTS]
    assert sum(title.startswith("without headings") for title in titles) > 100
    assert sum(title.startswith("with headings") for title in titles) > 50
    assert sum("chat" in title for title in titles) > 20


def test_what_a_line_has_beside_its_people_is_named():
    data = b"Elm Club 2026\nAnn Ash;701;7701\nBob Birch;702\nCyd Cole\nPage 1 of 2\n1001\n"
    people_file = read_people(data, make_club())
    assert [(person.name, person.number) for person in people_file.people] == [
        ("Ann Ash", "701"),
        ("Bob Birch", "702"),
        ("Cyd Cole", ""),
    ]
    left_out = " ".join(people_file.ignored_parts)
    for text in ("Elm Club 2026", "7701", "Page 1 of 2", "1001"):
        assert f"“{text}”" in left_out
