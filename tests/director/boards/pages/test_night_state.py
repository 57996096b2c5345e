"""Pages of a night that is over, published or final say so, and offer nothing that is closed."""

import pytest

from director.core.night.publishing import finalise_results, publish_results
from director.models import Section, Session
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results, make_night, session_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    night = make_night(pairs=6, boards_per_set=2)
    enter_all_results(night)
    return night


def publish(section, *, is_final: bool = False) -> None:
    publish_results(event=section.session.event, user=None)
    if is_final:
        finalise_results(event=section.session.event, user=None)


@pytest.mark.parametrize("show", ["clock", "seats"])
def test_the_room_says_whether_the_results_are_out(desk, section, show):
    def read_note() -> str:
        return find_texts(
            desk.get(session_address(section, "room/"), {"show": show}), "footer span"
        )[-1]

    Session.objects.filter(pk=section.session_id).update(clock="over")
    assert read_note() == "Play is over. Standings follow soon."
    Session.objects.filter(pk=section.session_id).update(room_standings=True)
    assert read_note() == "Play is over. The standings are shown."
    publish(section)
    assert read_note() == "Play is over. The results are published."
    finalise_results(event=section.session.event, user=None)
    assert read_note() == "Play is over. The results are final."


def test_the_button_onward_names_the_step_with_the_arrow(desk):
    """Names, cards and play each move the arrow on, and the buttons of the steps before it."""

    def find_onward(page: str) -> tuple[str, str]:
        response = desk.get(session_address(section, page))
        (arrow,) = find_texts(response, "#night-steps .next .name")
        (button,) = (
            text.split("Continue to ")[1].strip()
            for text in find_texts(response, "main a")
            if text.startswith("Continue to ")
        )
        return arrow, button

    section = make_night(pairs=6, boards_per_set=1)
    assert find_onward("field/") == find_onward("seats/") == ("Print", "Print")
    assert find_onward("print/") == ("Print", "Play")
    Section.objects.update(printed_fingerprint=section.plan.fingerprint)
    for page in ("field/", "seats/", "print/"):
        assert find_onward(page) == ("Play", "Play")
    Section.objects.update(printed_fingerprint="")
    enter_all_results(section, leave=1)
    for page in ("field/", "seats/", "print/"):
        assert find_onward(page) == ("Play", "Play")


def list_offers(response) -> set[str]:
    """Return the words on the buttons and links that can be pressed in the steps of a page."""
    offers = find_texts(response, "main .status button") + find_texts(response, "main .button")
    return set(offers)


@pytest.mark.slow
def test_the_door_is_closed_once_play_is_over(desk, section):
    new_night = make_night(pairs=6, boards_per_set=2)
    for night, is_open in ((new_night, True), (section, False)):
        offers = list_offers(desk.get(session_address(night, "seats/")))
        assert ("At the door" in offers) is is_open
        page = desk.get(session_address(night, "seats/door/"))
        assert bool(find_elements(page, "#door")) is is_open
        assert ("Play is over" in " ".join(find_texts(page, ".say"))) is not is_open
        played = desk.get(session_address(night, "play/"))
        assert not [
            link for link in find_elements(played, "a") if "At the door" in (link.text or "")
        ]


def test_print_is_done_once_play_is_over_whatever_was_printed(desk, section):
    def read_print_mark() -> str:
        return find_texts(desk.get(session_address(section, "results/")), "#night-steps .state")[2]

    assert read_print_mark() == "✓"
    publish(section)
    assert read_print_mark() == "✓"
