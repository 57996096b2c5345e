"""Pages of a night that is over, published or final say so, and offer nothing that is closed."""

import pytest

from director.core.night.publishing import finalise_results, publish_results
from director.models import Section, Session
from tests.director.pages import find_elements, find_texts, parse_page
from tests.director.sent_forms import iterate_controls, list_form_parts
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


def test_a_final_night_offers_no_correction(desk, section):
    def read_sentences() -> str:
        pages = (session_address(section, "results/"), session_address(section, "scores/boards/1/"))
        return " ".join(" ".join(find_texts(desk.get(page), "main")) for page in pages)

    publish(section)
    for sentence in ("To correct a result, open its board", "Ctrl Z undo", "Adjusted scores"):
        assert sentence in read_sentences()
    finalise_results(event=section.session.event, user=None)
    for sentence in ("To correct a result", "Ctrl Z", "Adjusted scores"):
        assert sentence not in read_sentences()
    assert "These results are final." in read_sentences()


def test_the_filled_button_of_a_night_that_is_over_leads_to_its_results(desk, section):
    def find_main_buttons(night, page: str) -> list[str]:
        links = find_elements(desk.get(session_address(night, page)), "main a.button")
        return [link.text for link in links if "quiet" not in link.get("class")]

    assert find_main_buttons(make_night(named=False), "field/") == ["Continue to Seats"]
    assert find_main_buttons(section, "field/") == ["Continue to Results"]
    assert find_main_buttons(section, "seats/") == []
    publish(section, is_final=True)
    assert find_main_buttons(section, "field/") == ["Continue to Results"]


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


def test_seats_offer_only_what_the_night_still_takes(desk, section):
    draws = {"Draw for seats", "Redraw", "Fair draw", "Undo draw"}
    new_night = make_night(pairs=6, boards_per_set=2)
    assert draws & list_offers(desk.get(session_address(new_night, "seats/")))
    desk.post(session_address(new_night, "seats/draw/"))
    assert "Undo draw" in list_offers(desk.get(session_address(new_night, "seats/")))
    enter_all_results(new_night)
    for night in (section, new_night):
        offers = list_offers(desk.get(session_address(night, "seats/")))
        assert not offers & (draws | {"Late pair", "Continue to Print"})
        assert {"Save", "Swap"} <= offers


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


def test_seats_of_a_final_night_are_only_read(desk, section):
    publish(section, is_final=True)
    for view in ("", "?by=table"):
        page = desk.get(session_address(section, f"seats/{view}"))
        form = find_elements(page, "#names")[0]
        assert not list(iterate_controls(list_form_parts(parse_page(page), form)))
        assert not find_elements(page, "#names button")
        assert any(
            "To correct it, reopen it in Results." in text for text in find_texts(page, ".say")
        )


@pytest.mark.parametrize(
    ("host", "readers"),
    [
        ("localhost", "They can be read on this computer only."),
        ("192.168.1.7", "Anyone on the same network can read the results."),
        ("results.club.example", "Anyone with this address can read the results."),
    ],
)
def test_publishing_says_who_can_read_the_results(
    desk, section, settings, monkeypatch, host, readers
):
    settings.ANSWERED_HOSTS = ["*"]
    monkeypatch.setattr("director.core.base.address.detect_lan_address", lambda: "")
    published = desk.post(
        f"/events/{section.session.event_id}/publish/", HTTP_HOST=host, follow=True
    )
    assert find_texts(published, "#messages .say")[0].endswith(readers)
