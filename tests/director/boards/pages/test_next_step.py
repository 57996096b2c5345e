"""A drawn contest leads to its next draw until the last round, wherever its director is."""

import pytest

from director.boards.movement.sections import fetch_section
from director.boards.scoring.explanation import format_rank_sentence
from director.core.base.roles import Role
from director.core.files.site import make_event_site
from director.core.night.publishing import publish_results
from director.models import Session
from director.models.event import Clock
from scoring.registry import get_method
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results, make_account, make_night, make_sections, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    """Six teams, the first of two rounds drawn."""
    return make_drawn_section(desk, size=6, rounds=2)


def filled(desk, section, step: str, part: str) -> list[str]:
    """Return the words of the filled buttons in *part* of the page of *step*."""
    page = desk.get(f"/sessions/{section.ref}/{step}/", follow=True)
    buttons = [*find_elements(page, f"{part} button"), *find_elements(page, f"{part} .button")]
    return [
        " ".join("".join(button.itertext()).split())
        for button in buttons
        if not {"quiet", "danger"} & set(button.get("class", "").split())
    ]


PLACES = [("play", "#clock"), ("scores", "#in-words"), ("results", "#publish")]


@pytest.mark.parametrize(("step", "part"), PLACES)
def test_entered_round_leads_to_the_next_draw(desk, section, step, part):
    assert not any("Draw" in text for text in filled(desk, section, step, part))
    enter_round(section, 1)
    assert filled(desk, reload_drawn_section(section), step, part) == ["Draw round 2"]


@pytest.mark.parametrize(("step", "part"), PLACES)
def test_only_a_director_is_sent_to_the_draw(desk, section, step, part):
    enter_round(section, 1)
    scorer = sign_in(make_account("sam", Role.SCORER))
    assert not any(
        "Draw" in text for text in filled(scorer, reload_drawn_section(section), step, part)
    )


def test_last_round_leads_to_results(desk, section):
    enter_round(section, 1)
    post_draw(desk, section)
    enter_round(reload_drawn_section(section), 2)
    for step, part in PLACES:
        assert not any(
            "Draw" in text for text in filled(desk, reload_drawn_section(section), step, part)
        )
    assert filled(desk, reload_drawn_section(section), "results", "#publish") == ["Publish"]


@pytest.mark.parametrize("leave", [0, 1])
def test_a_night_published_without_the_clock_is_over_once_all_results_are_in(desk, leave):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    enter_all_results(section, leave=leave)
    # As in nights that were entered while only phones moved the clock.
    Session.objects.update(clock=Clock.WAITING, round_no=1, round_ends=[])
    publish_results(event=section.session.event)
    page = desk.get(f"/sessions/{section.ref}/play/")
    clock, keys = find_texts(page, "#clock")[0], find_texts(page, "#clock button")
    if leave:
        assert "Round 1 of 3 The clock isn’t running." in clock
        assert keys[0].startswith("Start round 1")
    else:
        assert clock == "Play is over. Go to Results"
        assert keys == []
        (back,) = find_elements(page, "#clock-before button")
        assert back.get("disabled") is not None


def test_a_drawn_contest_published_between_two_rounds_is_not_over(desk, section):
    enter_round(section, 1)
    publish_results(event=section.session.event)
    page = desk.get(f"/sessions/{section.ref}/play/")
    assert "Play is over" not in find_texts(page, "#clock")[0]
    assert filled(desk, reload_drawn_section(section), "play", "#clock") == ["Draw round 2"]


def test_missing_results_come_before_publishing(desk, section):
    assert filled(desk, section, "results", "#publish") == ["Enter missing results"]


def test_missing_results_of_another_section_are_entered_there(desk):
    complete, incomplete = make_sections(letters="AB", played=False)
    enter_all_results(complete)
    page = desk.get(f"/sessions/{complete.ref}/results/", follow=True)
    links = find_elements(page, "#publish .button")
    (link,) = [link for link in links if "Enter missing results" in "".join(link.itertext())]
    assert link.get("href") == f"/sessions/{incomplete.ref}/scores/"


def test_entered_round_is_not_started_by_the_filled_button(desk):
    section = make_night(pairs=4)
    assert filled(desk, section, "play", "#clock") == ["Start round 1 S"]
    enter_round(section, 1)
    assert filled(desk, fetch_section(section.session_id), "play", "#clock") == ["Start round 2 S"]


def test_static_site_does_not_ask_to_press_figures(desk):
    section = make_night(pairs=4)
    enter_round(section, 1)
    event = publish_results(event=section.session.event)
    hint = "Press a figure to see how it was worked out."
    assert hint in desk.get(event.get_absolute_url()).content.decode()
    assert hint not in make_event_site(event)["index.html"].decode()


def test_names_of_people_keep_their_capital_in_a_sentence():
    assert [
        get_method(key).name_in_sentence for key in ("matchpoints", "butler", "howell-losses")
    ] == [
        "matchpoints",
        "Butler IMPs",
        "Howell’s losses from the top",
    ]


def test_place_in_words():
    assert [format_rank_sentence(place) for place in ("1", "2=", "11", "30=")] == [
        "First place.",
        "Tied for second place.",
        "Place 11.",
        "Place 30=.",
    ]
