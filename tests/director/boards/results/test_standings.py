"""Step 6: standings, their scoring, and what leads on from them."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from director.boards.lines.read import section_lines
from director.boards.scores.write.result import result_enter
from director.models import Event
from tests.director.boards.scored import session_sheets
from tests.director.pages import elements, errors_shown, table_rows, texts
from tests.factories import make_night, make_played

pytestmark = pytest.mark.django_db


def address(section, page=""):
    return f"/events/{section.session.event_id}/{page}"


def step_6(section):
    return f"/sessions/{section.session_id}/results/"


def choose(scoring="matchpoints", **options):
    return {"scoring": scoring} | {f"option_{name}": value for name, value in options.items()}


def test_step_6_shows_standings_and_scoring(desk):
    section = make_played(leave=1)
    page = desk.get(step_6(section))
    assert texts(page, "#progress")[0].startswith("Provisional: ")
    assert [row[1] for row in table_rows(page)] == [
        row.label for row in session_sheets(section).standings.groups[0].rows
    ]
    assert [select.get("name") for select in elements(page, "#results select")][:4] == [
        *("scoring", "preset", "option_per_beaten", "option_neuberg")
    ]
    links = [link.get("href") for link in elements(page, ".links a")]
    assert [href for href in links if "/export/" not in href] == [
        address(section),
        address(section, "boards/1/"),
        address(section, "recap/"),
        f"/sessions/{section.session_id}/rulings/",
        f"/sessions/{section.session_id}/hands/",
        f"/sessions/{section.session_id}/results/extras/",
        address(section, "changes/"),
    ]
    assert {href for href in links if "/export/" in href} >= {
        address(section, "export/xlsx/"),
        address(section, "export/csv/"),
        address(section, "export/zip/"),
        address(section, "export/csv/?separator=semicolon"),
        address(section, "export/zip/?separator=semicolon"),
    }


def test_another_option_ranks_again_at_once(desk):
    section = make_played()
    before = session_sheets(section).standings.groups[0].rows[0].total
    done = desk.post(step_6(section), choose(per_beaten="1"))
    assert done.url == step_6(section)
    event = Event.objects.get()
    assert event.scoring_options["per_beaten"] == "1"
    section.session.event = event
    assert session_sheets(section).standings.groups[0].rows[0].total == before / 2


def test_a_program_sets_every_option_and_an_option_afterwards_counts(desk):
    section = make_played()
    desk.post(step_6(section), choose() | {"preset": "acbl"})
    chosen = Event.objects.get().scoring_options
    assert (chosen["per_beaten"], chosen["percent_from"], chosen["ties"]) == ("1", "rounded-total", "split")
    page = desk.get(step_6(section))
    (named,) = (box for box in elements(page, "select") if box.get("name") == "preset")
    assert [choice.get("value") for choice in named.iter("option") if choice.get("selected") is not None] == ["acbl"]
    desk.post(step_6(section), choose(**chosen | {"per_beaten": "2"}) | {"preset": "acbl"})
    assert Event.objects.get().scoring_options == chosen | {"per_beaten": "2"}
    refused = desk.post(step_6(section), choose() | {"preset": "moon"})
    assert refused.status_code == 422
    assert "“moon” is not on the list; choose one of the list." in refused.content.decode()


def test_htmx_gets_the_new_standings_alone(desk):
    section = make_played()
    answer = desk.post(step_6(section), choose(per_beaten="1"), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert [answer.templates[0].name, elements(answer, "#results") != [], elements(answer, "nav")] == [
        "boards/results/_results.html",
        True,
        [],
    ]
    assert Event.objects.get().scoring_options["per_beaten"] == "1"
    assert "HX-Request" in answer["Vary"]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_method_that_cannot_score_the_night_is_refused(desk, headers):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    line = section_lines(section).on_board(3)[0]
    result_enter(section=section, board_no=3, ns=line.ns, ew=line.ew, text="A6040", user=None)
    answer = desk.post(step_6(section), choose("average"), headers=headers)
    assert answer.status_code == 422
    assert errors_shown(answer) == [
        "Board 3: A6040 has no meaning where scores are compared with their average; give A50, the average, or no "
        "result."
    ]
    assert Event.objects.get().scoring == "matchpoints"
    assert texts(answer, "table") != []


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        pytest.param(choose("guesswork"), "“guesswork” is not on the list; choose one of the list.", id="method"),
        pytest.param(choose(neuberg="maybe"), "“maybe” is not on the list; choose one of the list.", id="option"),
        pytest.param({}, "Choose a method.", id="nothing"),
    ],
)
def test_what_is_not_on_the_list_is_refused(desk, posted, sentence):
    section = make_played()
    answer = desk.post(step_6(section), posted)
    assert (answer.status_code, errors_shown(answer)) == (422, [sentence])
    assert Event.objects.get().scoring_options == {}


def test_another_method_forgets_the_options_of_the_former(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    desk.post(step_6(section), choose("average", per_beaten="1"))
    event = Event.objects.get()
    assert (event.scoring, event.scoring_options) == ("average", {"rounding": "session", "compare": "field"})
    assert "option_rounding" in [select.get("name") for select in elements(desk.get(step_6(section)), "select")]


def test_step_6_still_opens_when_the_night_cannot_be_scored(desk):
    section = make_played()
    Event.objects.update(scoring="average", scoring_options={})
    page = desk.get(step_6(section))
    assert errors_shown(page)[0].startswith("There are no standings. Board ")
    assert elements(page, "#results select") != []
    assert desk.post(step_6(section), choose("matchpoints")).status_code == 302


def test_step_6_needs_a_director():
    section = make_played()
    assert Client().get(step_6(section)).url == f"/sign-in/?next={step_6(section)}"
    answer = Client().post(step_6(section), choose(per_beaten="1"))
    assert (answer.status_code, Event.objects.get().scoring_options) == (403, {})


def test_there_is_no_step_6_of_a_night_that_is_not(desk):
    assert desk.get("/sessions/99/results/").status_code == 404


def test_published_at_is_shown_in_local_time(desk):
    section = make_played()
    Event.objects.update(published_at=datetime(2026, 11, 17, 12, tzinfo=UTC))
    assert "17 November 2026" in texts(desk.get(step_6(section)), ".say")[0]
