"""Field says what one more set, five more minutes or one more pair would give; one press takes it."""

import pytest

from director.boards.play.sessions import add_section
from tests.director.pages import find_texts
from tests.factories import make_night, make_section

pytestmark = pytest.mark.django_db


def ask(desk, section, **wishes: str):
    """Return the page of Field with what the director typed, and the gains by their lead."""
    page = desk.get(f"/sessions/{section.ref}/field/", wishes)
    gains = page.context["ask_form"].cleaned_data["offers"].gains
    return page, {gain.lead: gain for gain in gains}


@pytest.fixture
def empty_section():
    return make_section()


def test_a_second_set_is_taken_with_one_press(desk, empty_section):
    page, gains = ask(desk, empty_section, pairs="40")
    [line] = find_texts(page, ".gains li")
    assert line.startswith("With a second set of the boards: Web Mitchell 13 × 2, 20 pairs keep")
    assert "no shared boards (14 of 20 tables now)" in line
    gain = gains["With a second set of the boards"]
    desk.post(f"/sessions/{empty_section.ref}/field/movement/?{gain.query}")
    empty_section.refresh_from_db()
    assert (empty_section.plan.key, empty_section.plan.rounds) == ("web-mitchell", 13)
    # The club’s second set is remembered, so the line isn’t shown again.
    again = desk.get(f"/sessions/{empty_section.ref}/field/?tab=change")
    assert again.context["ask_form"].initial["board_copies"] == "2"


def test_five_more_minutes_are_taken_with_one_press(desk, empty_section):
    _page, gains = ask(desk, empty_section, pairs="8", minutes="165")
    gain = gains["With 5 more minutes"]
    assert "minutes=170" in gain.query
    desk.post(f"/sessions/{empty_section.ref}/field/movement/?{gain.query}")
    empty_section.refresh_from_db()
    assert (empty_section.plan.key, empty_section.plan.rounds) == ("howell", 7)


def test_one_more_pair_leads_to_the_list_with_it(desk, empty_section):
    page, gains = ask(desk, empty_section, pairs="17")
    gain = gains["With one more pair"]
    assert "Movements for 18 pairs" in find_texts(page, ".gains li")[0]
    followed = desk.get(f"/sessions/{empty_section.ref}/field/?{gain.ask_query}")
    assert followed.context["ask_form"].size == 18


def test_nothing_is_said_where_nothing_is_gained(desk, empty_section):
    page, gains = ask(desk, empty_section, pairs="14")
    assert not gains
    assert not find_texts(page, ".gains")


def test_every_other_section_keeps_its_own_set(desk):
    other = add_section(section=make_night(pairs=14, boards_per_set=2), letter="B")
    _page, gains = ask(desk, other, pairs="40")
    assert "board_copies=3" in gains["With a second set of the boards"].query
