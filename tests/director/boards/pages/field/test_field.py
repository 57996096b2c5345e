"""Step 1: the question, the movements that fit, the preview, and choosing one."""

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from director.boards.movement.offers import MovementPreferences
from director.models import Plan
from movements.registry import MOVEMENTS
from tests.director.pages import (
    HTMX,
    count_queries,
    find_elements,
    find_errors,
    find_texts,
)
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    field_address,
    make_night,
    make_section,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("wanted", "boards"),
    [
        ({}, None),
        ({"low": 18}, (18, 22)),
        ({"high": 18}, (14, 18)),
        ({"high": 3}, (1, 3)),
        ({"low": 9, "high": 9}, (9, 9)),
    ],
    ids=["nothing", "at least", "at most", "very few", "exactly"],
)
def test_open_end_of_the_boards_wanted_is_four_away(wanted, boards):
    assert MovementPreferences(13, **wanted).boards == boards


def test_figure_that_leads_to_its_reason_looks_so_in_field_too(desk):
    asked = {"pairs": "8", "key": "howell", "rounds": "7", "boards": "4"}
    response = desk.get(field_address(make_section(), "movement/"), asked)
    assert find_texts(response, "a.why-of") == ["100"]
    sheets = [
        link.get("href")
        for link in find_elements(response, "link")
        if "stylesheet" in link.get("rel")
    ]
    paths = [finders.find(address.removeprefix(settings.STATIC_URL)) for address in sheets]
    assert any(".why-of {" in Path(path).read_text(encoding="utf-8") for path in paths)


def test_preview_fills_in_what_was_left_open(desk):
    response = desk.get(
        field_address(make_section(), "movement/"), {"pairs": "16", "key": "mitchell"}
    )
    form = response.context["form"]
    assert form["rounds"].value() == 7
    assert form["boards"].value() == 4
    assert form["even"].value() == "skip"


def test_preview_leaves_sources_to_the_documentation(desk):
    response = desk.get(
        field_address(make_section(), "movement/"),
        {"pairs": "14", "key": "mitchell", "boards": "4"},
    )
    helps = find_texts(response, "#preview .help")
    assert helps[-1].endswith("Shaded: where pair 1 E-W plays.")
    assert not any("Source" in text for text in helps)


BAD_MOVEMENTS = [
    pytest.param({"pairs": "40", "key": "howell"},
                 "Howell doesn’t work for 40 pairs. It takes 3 to 36 pairs; the nearest number that works is 36.",
                 id="too many pairs"),
    pytest.param({"pairs": "8", "key": "howell", "rounds": "9"},
                 "Howell for 8 pairs takes 1 to 7 rounds, not 9: one more round would repeat opponents or boards.",
                 id="too many rounds"),
    pytest.param({"pairs": "8", "key": "howell", "boards": "7"},
                 "Howell takes 1 to 6 boards per round, not 7.",
                 id="too many boards per round"),
    pytest.param({"pairs": "8", "key": "chess"},
                 f"Unknown movement “chess”. Did you mean {MOVEMENTS[0].key} or {MOVEMENTS[1].key}?",
                 id="no such movement"),
    pytest.param({"pairs": "8"}, "No movement was chosen. Go back and choose one from the list.",
                 id="no movement named"),
    pytest.param({"pairs": "3", "key": "mitchell", "even": "skip"},
                 "Mitchell: with 3 pairs and even=skip, pair 2 would never play. Choose even=share.",
                 id="somebody would never play"),
]  # fmt: skip


@pytest.mark.parametrize(
    "headers", [{}, HTMX | {"HTTP_HX_TARGET": "preview"}], ids=["plain", "htmx"]
)
@pytest.mark.parametrize(("asked", "sentence"), BAD_MOVEMENTS)
def test_impossible_movement_is_answered_with_one_sentence(desk, asked, sentence, headers):
    response = desk.get(field_address(make_section(), "movement/"), asked, **headers)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]


def test_signed_out_nothing_is_shown_or_stored(client: Client):
    section = make_section()
    for tail in ("", "movement/"):
        url = field_address(section, tail)
        response = client.get(url)
        assert response.status_code == 302
        assert response.url == f"/sign-in/?next={url}"
    assert (
        client.post(
            field_address(section, "movement/"), {"pairs": "8", "key": "howell"}
        ).status_code
        == 403
    )
    assert not Plan.objects.exists()


@pytest.mark.parametrize(
    ("key", "pairs", "sentence"),
    [
        pytest.param(
            "howell",
            "14",
            "The best known for 14 pairs in 13 rounds is 91.3, and no movement can have more than 98.73.",
            id="bound",
        ),
        pytest.param("howell", "8", "is 100, and no movement can have more.", id="perfect"),
        pytest.param("mitchell", "14", "", id="two winners"),
    ],
)
def test_comparisons_name_the_best_known_fairness(desk, key, pairs, sentence):
    url = field_address(make_section(), "movement/")
    response = desk.get(url, {"key": key, "pairs": pairs, "tab": "comparisons"})
    text = " ".join(response.content.decode().split())
    assert sentence in text
    assert ("The best known" in text) is bool(sentence)
    assert "/help/what-fairness-means.md" in text


def test_the_club_s_equipment_and_preferences_are_remembered_for_the_next_night(desk):
    section = make_section()
    liked = {"cupboard": "32", "board_copies": "2", "sitting": "much", "familiar": "must"}
    question = {"pairs": "14", "key": "mitchell", "rounds": "7", "boards": "4"}
    desk.post(field_address(section, "movement/"), question | liked)
    ask = desk.get(field_address(make_section())).context["ask_form"]
    assert {name: ask.initial[name] for name in liked} == liked
    assert ask.has_filled_limits
    assert "pairs" not in ask.initial


@pytest.mark.slow
def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=6), make_night(pairs=LARGE_FIELD_PAIRS, boards_per_set=1)
    assert count_queries(desk, field_address(small)) == count_queries(desk, field_address(large))
    enter_all_results(small)
    enter_all_results(large)
    assert count_queries(desk, field_address(small)) == count_queries(desk, field_address(large))
    asked = "movement/?key=mitchell&pairs="
    assert count_queries(desk, field_address(small, f"{asked}6")) == count_queries(
        desk, field_address(large, f"{asked}{LARGE_FIELD_PAIRS}")
    )
