"""A movement of the director's own: checked with every fault in its place, looked at, used; and tonight's as a file."""

from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.play.scores.result import enter_result
from director.models import Plan
from director.models.event import Contest
from movements.files.formats import WRITERS, parse_plan, write_plan
from movements.partnerships import with_partnerships
from movements.registry import make_plan
from tests.director.boards.others import make_empty_section
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import enter_on_line, make_night, make_section
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db

BROKEN = "round,table 1,table 2\n1,1-3/1,2-4/2\n2,1-4/1,2-3/\n4,1-3/2,1-4/2\n"


def custom_address(section, tail: str = "own/") -> str:
    return f"/sessions/{section.session_id}/field/{tail}"


def grid(key: str = "howell", pairs: int = 8, form: str = "csv", **kwargs) -> str:
    return write_plan(make_plan(key, pairs=pairs, boards_per_set=2, **kwargs), form)


@pytest.mark.parametrize("form", WRITERS)
def test_clean_movement_is_shown_and_stored_only_when_it_is_used(desk, form):
    section = make_section()
    response = desk.post(custom_address(section), {"text": grid(form=form)})
    assert response.status_code == 302
    assert response.url == custom_address(section)
    page = desk.get(response.url)
    assert find_texts(page, ".sheet h2")[0].endswith("for 8 pairs")
    assert find_texts(page, ".rounds td b")[:3] == ["8 v 1", "8 v 2", "8 v 3"]
    assert not Plan.objects.exists()
    used = desk.post(custom_address(section, "own/use/"))
    assert used.status_code == 302
    assert used.url == custom_address(section, "")
    plan = Plan.objects.get(section=section)
    assert load_movement(plan).rows == make_plan("howell", pairs=8, boards_per_set=2).rows
    assert find_texts(desk.get(custom_address(section)), ".sheet h2") == ["Custom movement"]


def test_file_goes_before_what_is_pasted(desk):
    section = make_section()
    upload = SimpleUploadedFile("ours.csv", ("\ufeff" + grid(pairs=6)).encode())
    response = desk.post(custom_address(section), {"text": grid(pairs=8), "file": upload})
    assert desk.get(response.url).context["schedule"].movement.contestants == 6


SEVERAL = f"{grid(pairs=8, form='text')}\n{grid(key='mitchell', pairs=12, form='text')}\n[X9] Broken\n0,1,1,1,1,0\n1,1,1\n"


def test_movement_that_the_file_does_not_hold_is_refused(desk):
    section = make_section()
    desk.post(custom_address(section), {"text": SEVERAL})
    response = desk.post(custom_address(section), {"movement": "9"})
    assert response.status_code == 422
    assert find_errors(response) == [
        '"9" doesn’t match one movement in the file. Choose from 1. [howell] Howell; 2. [mitchell] Skip '
        "Mitchell; 3. [X9] Broken."
    ]


def test_every_fault_is_listed_with_its_place_and_the_text_stays(desk):
    response = desk.post(custom_address(make_section()), {"text": BROKEN})
    assert response.status_code == 422
    assert find_errors(response) == ["6 things are wrong with this movement. It hasn’t been saved."]
    assert read_table_rows(response, "table.problems") == [
        [
            "2",
            "1",
            "Pair 1 plays boards 1, 2, 3, 4, 5 and 6 at table 1 in round 2, as it did at table 1 in round 1.",
        ],
        [
            "2",
            "2",
            'Round 2, table 2: "2-3/" must look like 5-12/3 (N-S pair, E-W pair, board set).',
        ],
        ["3", "–", "Round 3 has no tables in play. Add rows, or renumber the later rounds."],
        ["4", "–", "Pair 2 neither plays nor sits out in round 4. Seat it or list the sit-out."],
        ["4", "2", "Pair 1 is at tables 1 and 2 in round 4. Choose one."],
        [
            "4",
            "2",
            "Pair 4 plays boards 10, 11, 12, 7, 8 and 9 at table 2 in round 4, as it did at table 2 in round 1.",
        ],
    ]
    (box,) = find_elements(response, "textarea")
    assert box.text.strip() == BROKEN.strip()


def test_faulty_file_is_shown_in_the_box(desk):
    upload = SimpleUploadedFile("ours.csv", BROKEN.encode())
    (box,) = find_elements(
        desk.post(custom_address(make_section()), {"text": "", "file": upload}), "textarea"
    )
    assert box.text.strip() == BROKEN.strip()


@pytest.mark.parametrize("contest", [Contest.PAIRS, Contest.INDIVIDUAL, Contest.TEAMS])
def test_example_beside_the_box_has_no_faults_and_starts_a_movement(desk, contest):
    section = make_empty_section(contest)
    page = desk.get(custom_address(section))
    (example,) = find_texts(page, ".example pre")
    started = desk.post(custom_address(section), {"text": " ", "example": "1"})
    assert started.status_code == 200
    (box,) = find_elements(started, "textarea")
    assert box.text.split() == example.split()
    checked = desk.post(custom_address(section), {"text": box.text}, follow=True)
    assert checked.status_code == 200
    assert find_texts(checked, ".status .flag") == ["no faults"]
    typed_words = find_texts(page, ".example td code")
    for word in typed_words:
        assert word in example or word in ("(blank)", "sit out")


def test_example_does_not_replace_what_is_typed(desk):
    response = desk.post(custom_address(make_section()), {"text": BROKEN, "example": "1"})
    (box,) = find_elements(response, "textarea")
    assert box.text.strip() == BROKEN.strip()


BAD_FILES = [
    pytest.param(
        b"x" * 1_000_001,
        "ours.csv is larger than 1 MB. Choose a file with movements only.",
        id="huge",
    ),
    pytest.param(b"", "Choose a file or paste a movement first.", id="empty"),
]


@pytest.mark.parametrize(("content", "sentence"), BAD_FILES)
def test_bad_file_is_answered_with_one_sentence(desk, content, sentence):
    response = desk.post(
        custom_address(make_section()), {"file": SimpleUploadedFile("ours.csv", content)}
    )
    assert response.status_code == 422
    assert find_errors(response) == [sentence]


def test_too_large_a_field_is_refused(desk):
    tables = 101
    cells = ",".join(f"{2 * table + 1}-{2 * table + 2}/{table + 1}" for table in range(tables))
    heads = ",".join(f"table {table + 1}" for table in range(tables))
    response = desk.post(custom_address(make_section()), {"text": f"round,{heads}\n1,{cells}\n"})
    assert (response.status_code, find_errors(response)) == (
        422, ["The movement has 202 pairs. The limit for a section is 200."],
    )  # fmt: skip


def test_too_long_a_name_is_refused(desk):
    response = desk.post(
        custom_address(make_section()),
        {"text": f"# name: {'x' * 121}\n{grid().split('# name: Howell', 1)[1]}"},
    )
    assert find_errors(response) == [
        "The movement’s name is longer than 120 characters. Shorten it."
    ]


def test_change_after_results_is_refused_and_the_movement_stays(desk):
    section = make_night(pairs=8)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    desk.post(custom_address(section), {"text": grid()})
    response = desk.post(custom_address(section, "own/use/"))
    assert response.status_code == 422
    assert find_errors(response) == [
        "You can’t pick a new movement: 1 result depends on this one. Use Change movement to keep it, or delete it in "
        "Scores first."
    ]
    assert response.context["schedule"].movement.key == "howell"
    assert Plan.objects.get().key == "mitchell"


@pytest.mark.parametrize("form", WRITERS)
def test_movement_of_tonight_is_kept_as_a_file(desk, form):
    section = make_night(key="howell", pairs=8, boards_per_set=2)
    response = desk.get(custom_address(section, f"file/{form}/"))
    ending = {"json": "json", "csv": "csv", "text": "txt", "yaml": "yaml"}[form]
    assert response.headers["Content-Disposition"] == (
        f'attachment; filename="tuesday-pairs-2026-11-17-movement.{ending}"'
    )
    assert (
        parse_plan(response.content.decode()).rows
        == make_plan("howell", pairs=8, boards_per_set=2).rows
    )


def test_unknown_format_is_not_found(desk):
    assert desk.get(custom_address(make_night(pairs=8), "file/xml/")).status_code == 404


def test_file_before_a_movement_is_chosen_is_refused(desk):
    response = desk.get(custom_address(make_section(), "file/json/"))
    assert (response.status_code, *find_texts(response, ".say.bad")) == (
        422, "No movement has been chosen yet. Choose one in Field.",
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("key", ["harvard-sixes", "awl-24"])
def test_a_movement_that_seats_the_players_of_teams_is_read_and_played(desk, key):
    how = {"players": 12} if key == "harvard-sixes" else {"teams": 2}
    plan = make_plan(key, **how, boards_per_set=1)
    section = make_empty_section(Contest.TEAMS)
    checked = desk.post(custom_address(section), {"text": write_plan(plan, "json")}, follow=True)
    assert checked.status_code == 200
    assert desk.post(custom_address(section, "own/use/")).url == custom_address(section, "")
    section = fetch_section(section.session_id)
    assert section.team_size == plan.team_size
    assert load_movement(section.plan).rows == with_partnerships(plan).rows
    lines = fetch_section_lines(section).all
    for line in lines:
        enter_on_line(section, line, "4SS=")
    assert compute_field_differences(fetch_scoring_field(section)) == []


def test_players_of_teams_who_are_numbered_otherwise_are_refused_in_a_sentence(desk):
    plan = make_plan("awl-24", teams=2, boards_per_set=1)
    turned = {1: 5, 5: 1}
    rows = tuple(
        replace(row, players=tuple(turned.get(player, player) for player in row.players))
        for row in plan.rows
    )
    page = desk.post(
        custom_address(make_empty_section(Contest.TEAMS)),
        {"text": write_plan(replace(plan, rows=rows), "json")},
    )
    assert page.status_code == 422
    (said,) = find_errors(page)
    assert said.startswith(
        "American Whist League match of one session doesn’t number its players by team"
    )


def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_section(), make_section()
    desk.post(custom_address(small), {"text": grid(pairs=6)})
    desk.post(custom_address(large), {"text": grid(key="mitchell", pairs=40)})
    assert count_queries(desk, custom_address(small)) == count_queries(desk, custom_address(large))
