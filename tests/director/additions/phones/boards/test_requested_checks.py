"""The director asks a table to look at a result again; the phone shows it, and the answer comes back."""

import pytest
from django.template.defaultfilters import date
from django.test import Client
from django.utils.timezone import localtime

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.models import TableWord
from tests.director.additions.phones.tables import TablePhones
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(section, tables):
    line = fetch_section_lines(section).get_table_lines(1, 1)[0]
    tables.say(line, "4SS=", confirm=True)
    return line


def ask(desk, section, line="1-1-6", **more):
    return desk.post(f"/sessions/{section.ref}/play/look/", {"line": line} | more, follow=True)


def look(tables):
    return Client().get(f"/t/{tables.open[1].token}/state.json").json()["boards"][0]["look"]


def checks_at_play(response):
    return [
        words
        for words in find_texts(response, "#needs li p")
        if "check" in words or "right" in words or "is now" in words
    ]


@pytest.mark.slow
def test_a_table_is_asked_says_that_it_is_right_and_the_director_reads_it(
    desk, section, tables, line
):
    response = ask(desk, section)
    assert find_texts(response, "#messages .say") == ["Table 1 was asked to check board 1."]
    word = TableWord.objects.get(kind="look")
    since = look(tables)["since"]
    assert checks_at_play(response) == [f"Table 1, board 1 was asked at {since} to check 4♠ S =."]
    tables._send(
        1,
        "results",
        {"key": "right", "board": 1, "pairs": [1, 6], "confirm": True, "result": "4SS="},
    )
    assert look(tables) is None
    response = desk.get(f"/sessions/{section.ref}/play/")
    word.refresh_from_db()
    read_at = date(localtime(word.agreed_at), "H:i")
    assert checks_at_play(response) == [f"Table 1, board 1 checked at {read_at}: 4♠ S = is right."]
    response = desk.post(f"/sessions/{section.ref}/play/look/", {"read": word.pk}, follow=True)
    assert checks_at_play(response) == []


@pytest.mark.slow
def test_a_table_that_mends_its_result_has_answered(desk, section, tables, line):
    ask(desk, section)
    tables.say(line, "4SS-1", change=True, confirm=True)
    response = desk.get(f"/sessions/{section.ref}/play/")
    assert checks_at_play(response)[0].endswith("4♠ S = is now 4♠ S −1.")


@pytest.mark.slow
def test_asked_twice_it_is_asked_once_and_undone_it_is_not_asked(desk, section, tables, line):
    ask(desk, section)
    response = ask(desk, section)
    assert TableWord.objects.filter(kind="look").count() == 1
    (button,) = [
        button for button in find_elements(response, "#needs button") if button.get("name") == "act"
    ]
    response = desk.post(
        f"/sessions/{section.ref}/play/undo/", {"act": button.get("value")}, follow=True
    )
    words = "Undone: Table 1 was asked to check: board 1, 1 N-S against 1 E-W."
    assert find_texts(response, "#messages .say") == [words]
    assert look(tables) is None


def test_a_board_of_rounds_ago_comes_back_to_its_table(desk, section, tables, line):
    for later in [line for line in fetch_section_lines(section).all if line.table_no == 1][1:6]:
        tables.say(later, "PASS", confirm=True)
    ask(desk, section)
    (later,) = Client().get(f"/t/{tables.open[1].token}/state.json").json()["later"]
    assert later["round"] == 1
    assert [board["board"] for board in later["boards"]] == [1]
    tables._send(
        1,
        "results",
        {"key": "right", "board": 1, "pairs": [1, 6], "confirm": True, "result": "4SS="},
    )
    assert Client().get(f"/t/{tables.open[1].token}/state.json").json()["later"] == []


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("2-1-6", "Board 2 no longer has a result to check."),
        ("nonsense", "This page is out of date. Open step 4, Play, and try again there."),
    ],
)
def test_impossible_requests_are_refused(desk, section, tables, line, asked, words):
    assert find_texts(ask(desk, section, asked), "#messages .say") == [words]


def test_a_table_on_paper_has_no_phone_to_ask(desk, section):
    TablePhones(section, paper=[1])
    enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
    assert find_texts(ask(desk, section), "#messages .say") == [
        "Table 1 has no phone to ask. Go there, or create its link first."
    ]
