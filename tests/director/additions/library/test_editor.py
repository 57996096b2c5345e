"""The grid editor: a movement opened as cells, checked while it is typed, used and taken as a file."""

import json

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.models import Plan, SavedMovement
from director.models.event import Contest
from movements.files.formats import parse_plan, write_plan
from movements.files.grid import (
    grid_from_json,
    grid_to_json,
    make_empty_grid,
    make_grid,
)
from movements.registry import make_plan
from tests.cases import leave_to_slow
from tests.director.boards.others import make_contest_section, make_empty_section
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import enter_on_line, make_night, make_section

pytestmark = pytest.mark.django_db

TOO_LARGE = (
    "A grid has 1 to 100 tables, 1 to 200 rounds and at most 2,000 cells, not {}. Edit it as text."
)


def address(section, tail: str = "") -> str:
    return f"/sessions/{section.ref}/field/grid/{tail}"


def data_of(key: str = "howell", **size) -> dict:
    return grid_to_json(make_grid(make_plan(key, **({"pairs": 8, "boards_per_set": 2} | size))))


def grid_on(page) -> dict:
    (script,) = find_elements(page, "#grid-read")
    return json.loads(script.text)


def check(desk, section, data: object):
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    return desk.post(address(section, "check/"), text, content_type="application/json")


def with_cell(data: dict, round_no: int, table_no: int, cell: dict | None) -> dict:
    rounds = [list(cells) for cells in data["rounds"]]
    rounds[round_no - 1][table_no - 1] = cell
    return data | {"rounds": rounds}


# Opened


def test_empty_grid_has_the_size_asked_for(desk):
    page = desk.get(address(make_section(), "?tables=4&rounds=3&boards=2"))
    assert grid_on(page) == grid_to_json(
        make_empty_grid("pairs", tables=4, rounds=3, boards_per_set=2)
    )


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        pytest.param("tables=0&rounds=3&boards=2", "The number of tables must be 1 or more, such as 9, not 0.", id="0"),
        pytest.param(
            "tables=x&rounds=3&boards=2",
            "“x” isn’t a number of tables. Type a whole number in figures, such as 9.",
            id="letters",
        ),
        pytest.param(
            "tables=100&rounds=200&boards=2",
            TOO_LARGE.format("100 tables by 200 rounds"),
            id="too large",
        ),
        pytest.param("tables=4&rounds=3&boards=99", "The number of boards must be at most 40, such as 3, not 99.", id="boards"),
        pytest.param("key=nonsense&pairs=8", None, id="unknown movement"),
        pytest.param("from=tonight", "No movement has been chosen yet. Choose one in Field.", id="no movement"),
        pytest.param(
            "key=howell&pairs=7000", None, id="movement of another size"
        ),
    ],
)  # fmt: skip
def test_a_movement_that_cannot_be_opened_is_refused_in_one_sentence(desk, query, refusal):
    page = desk.get(address(make_section(), f"?{query}"))
    assert page.status_code == 422
    (said,) = find_errors(page)
    assert said == (refusal or said)
    assert find_texts(page, ".sheet h2") == ["Grid editor"]


def test_built_in_movement_is_opened_with_its_options(desk):
    query = "?pairs=12&key=mitchell&rounds=6&boards=3&even=share"
    page = desk.get(address(make_section(), query))
    plan = make_plan("mitchell", pairs=12, rounds=6, boards_per_set=3, options={"even": "share"})
    assert grid_on(page) == grid_to_json(make_grid(plan))


def test_custom_page_without_a_movement_leads_to_an_empty_editor(desk):
    section = make_section()
    sent = desk.post(
        f"/sessions/{section.ref}/field/own/", {"text": "", "editor": "1"}, follow=True
    )
    assert sent.status_code == 200
    assert find_texts(sent, ".sheet h2") == ["Grid editor"]


@pytest.mark.parametrize("contest", [Contest.INDIVIDUAL, Contest.TEAMS])
def test_players_and_teams_are_edited_too(desk, contest):
    section = make_contest_section(contest)
    data = grid_on(desk.get(address(section, "?from=tonight")))
    assert data["contest"] == contest
    answer = check(desk, section, data).json()
    assert answer["is_ready"] is True
    assert answer["problems"] == []
    used = desk.post(address(section, "use/"), {"grid": json.dumps(data)})
    assert used.status_code == 302
    assert Plan.objects.get(section=section).key == "own"


def test_movement_that_a_grid_cannot_show_is_refused(desk):
    section = make_contest_section(Contest.TEAMS, key="awl-24", size=2)
    page = desk.get(address(section, "?from=tonight"))
    assert page.status_code == 422
    assert find_errors(page) == [
        "American Whist League match of one session can’t be edited in a grid, which doesn’t show the players of a "
        "team one by one. Edit it as text."
    ]


# Checked


def test_fault_has_its_place_and_the_pair(desk):
    data = with_cell(data_of(), 2, 3, {"seats": [8, 5], "set": 4})
    answer = check(desk, make_section(), data).json()
    first = answer["problems"][0]
    assert (first["round"], first["table"], first["contestant"]) == (2, 3, 8)
    assert first["text"] == "Pair 8 is at tables 1 and 3 in round 2. Choose one."
    assert answer["is_ready"] is False
    assert answer["facts"] == []
    assert answer["meetings"] is None


def test_rounds_so_far_have_figures(desk):
    data = data_of("mitchell", tables=5, pairs=10)
    data["rounds"][2:] = [[None] * 5] * 3
    answer = check(desk, make_section(), data).json()
    assert answer["problems"] == []
    assert answer["is_ready"] is False
    assert answer["empty_rounds"] == "rounds 3–5"
    assert answer["facts"][5] == ["Opponents met", "40%"]


NOT_A_GRID = "This isn’t a grid of the editor. Reload the page."


@pytest.mark.parametrize(
    ("sent", "refusal"),
    leave_to_slow([
        pytest.param("", NOT_A_GRID, id="nothing"),
        pytest.param("{", NOT_A_GRID, id="half"),
        pytest.param(b"\xff\xfe\x00", NOT_A_GRID, id="bytes"),
        pytest.param("[" * 100_000, NOT_A_GRID, id="nested without end"),
        pytest.param("7", "This isn’t a valid plan: it isn’t an object with named fields.", id="a number"),
        pytest.param("NaN", "This isn’t a valid plan: it isn’t an object with named fields.", id="NaN"),
        pytest.param(
            '{"boards_per_set": 1e400, "rounds": [[null]]}',
            'This isn’t a valid plan: "boards_per_set" must have whole numbers up to 40.',
            id="infinity",
        ),
        pytest.param(" " * 1_000_001, NOT_A_GRID, id="too long"),
        pytest.param(
            json.dumps({"contest": "teams", "boards_per_set": 2, "rounds": [[None]]}),
            "This grid isn’t for pairs. Open the editor again from this event.",
            id="of another contest",
        ),
        pytest.param(
            json.dumps({"boards_per_set": 2, "rounds": [[{"seats": [10**400, 2], "set": 1}]]}),
            "This isn’t a valid plan: round 1, table 1 must have whole numbers up to 9999.",
            id="a number without end",
        ),
        pytest.param(
            json.dumps({"boards_per_set": 2, "rounds": [[None] * 100] * 21}),
            TOO_LARGE.format("100 tables by 21 rounds"),
            id="too many cells",
        ),
    ], but=1),
)  # fmt: skip
def test_nonsense_is_answered_with_one_sentence(desk, sent, refusal):
    section = make_section()
    response = check(desk, section, sent)
    assert response.status_code == 422
    assert response.json() == {"error": refusal}
    if isinstance(sent, bytes) or len(sent) > 1_000_000:
        return
    used = desk.post(address(section, "use/"), {"grid": sent})
    assert used.status_code == 422
    assert find_errors(used) == [refusal]


# Used


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        pytest.param(
            lambda data: with_cell(data, 1, 1, {"seats": [1, 0], "set": 0}),
            "One thing is wrong with this movement. It hasn’t been saved.",
            id="half a cell",
        ),
        pytest.param(
            lambda data: data | {"rounds": [*data["rounds"], [None] * 4]},
            "Round 8 is empty. Fill it, or remove it.",
            id="an empty round",
        ),
        pytest.param(
            lambda data: data | {"rounds": [[None] * 4]},
            "No table is complete yet. Type who plays and the board set.",
            id="nothing typed",
        ),
        pytest.param(
            lambda data: data | {"name": "x" * 200},
            "The movement’s name is longer than 120 characters. Shorten it.",
            id="a long name",
        ),
        pytest.param(
            lambda data: with_cell(data, 1, 1, data["rounds"][0][0] | {"set": 900}),
            "The movement has 900 board sets. The limit for a section is 200.",
            id="too many sets",
        ),
    ],
)
def test_refused_movement_is_shown_again_as_it_was_typed(desk, change, refusal):
    section = make_section()
    data = change(data_of())
    page = desk.post(
        address(section, "use/"), {"grid": json.dumps(data), "source": "pairs=8&key=howell"}
    )
    assert page.status_code == 422
    assert find_errors(page) == [refusal]
    assert grid_from_json(grid_on(page)) == grid_from_json(data)
    (editor,) = find_elements(page, "#editor")
    assert editor.attrib["data-draft"] == f"{section.ref}?pairs=8&key=howell"
    assert not Plan.objects.exists()


def test_movement_cannot_be_used_once_there_are_results(desk):
    section = make_night(key="howell", pairs=8, boards_per_set=2)
    line = fetch_section_lines(section).all[0]
    enter_on_line(section, line, "4SS=")
    page = desk.get(address(section, "?from=tonight"))
    assert [text for text in find_texts(page, ".say.warn") if "result" in text]
    used = desk.post(address(section, "use/"), {"grid": json.dumps(data_of())})
    assert used.status_code == 422
    assert Plan.objects.get(section=section).key == "howell"


# Saved in the library


def test_movement_is_saved_in_the_library_and_opened_again(desk):
    section = make_section()
    data = data_of() | {"name": "Our Howell"}
    sent = desk.post(address(section, "save/"), {"grid": json.dumps(data), "note": "For Fridays"})
    saved = SavedMovement.objects.get()
    assert sent.status_code == 302
    assert sent.url == address(section, f"?saved={saved.pk}")
    assert saved.name == "Our Howell"
    assert saved.note == "For Fridays"
    assert saved.made_by.username == "dora"
    page = desk.get(sent.url)
    assert grid_on(page) == data
    assert "Our Howell is saved in the library." in find_texts(page, "#messages p")
    assert not Plan.objects.exists()


def test_saved_movement_gets_a_new_version(desk):
    section = make_section()
    desk.post(address(section, "save/"), {"grid": json.dumps(data_of())})
    saved = SavedMovement.objects.get()
    shorter = data_of() | {"rounds": data_of()["rounds"][:6], "name": "Six rounds"}
    sent = desk.post(
        address(section, "save/"), {"grid": json.dumps(shorter), "version": str(saved.pk)}
    )
    assert sent.status_code == 302
    saved.refresh_from_db()
    assert saved.name == "Six rounds"
    assert saved.rounds == 6
    assert saved.number == 2


def test_library_refuses_in_one_sentence_and_the_grid_stays(desk):
    section = make_section()
    desk.post(address(section, "save/"), {"grid": json.dumps(data_of())})
    response = desk.post(
        address(section, "save/"), {"grid": json.dumps(data_of()), "note": "again"}
    )
    assert response.status_code == 422
    assert find_errors(response) == [
        "This movement is already in the library as “Howell”. Open that one to change its name or note."
    ]
    assert grid_on(response) == data_of()


# Taken as a file


@pytest.mark.parametrize("form", ["csv", "text", "json"])
def test_movement_is_downloaded_as_it_is_typed(desk, form):
    section = make_section()
    response = desk.post(address(section, f"file/{form}/"), {"grid": json.dumps(data_of())})
    assert response.status_code == 200
    text = response.content.decode().replace("\r\n", "\n")
    assert parse_plan(text).rows == make_plan("howell", pairs=8, boards_per_set=2).rows


def test_file_of_a_faulty_grid_or_an_unknown_format_is_refused(desk):
    section = make_section()
    response = desk.post(address(section, "file/csv/"), {"grid": "{"})
    assert response.status_code == 422
    assert find_texts(response, ".say.bad") == [NOT_A_GRID]
    assert desk.post(address(section, "file/xml/"), {"grid": "{"}).status_code == 404


def test_grid_read_from_a_file_and_used_is_the_same_movement(desk):
    section = make_section()
    plan = make_plan("mitchell", pairs=13, boards_per_set=3)
    desk.post(
        f"/sessions/{section.ref}/field/own/",
        {"text": write_plan(plan, "json"), "editor": "1"},
    )
    data = grid_on(desk.get(address(section, "?from=custom")))
    desk.post(address(section, "use/"), {"grid": json.dumps(data)})
    assert load_movement(Plan.objects.get(section=section)).rows == plan.rows


def test_event_of_single_players_gets_an_empty_grid_of_four_seats(desk):
    page = desk.get(address(make_empty_section(Contest.INDIVIDUAL), "?tables=2&rounds=7&boards=4"))
    assert grid_on(page)["contest"] == "individual"
    assert "N, E, S and W" in " ".join(find_texts(page, "p.help"))
