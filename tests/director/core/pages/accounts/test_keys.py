"""Keys without a modifier: where they act, and who has switched them off."""

from django.urls import reverse

from tests.director.pages import find_elements, find_texts
from tests.factories import make_night


def keys_of_steps(page) -> list[str]:
    return [link.get("data-key", "") for link in find_elements(page, "#night-steps a")]


def test_single_keys_are_switched_off_and_on_in_your_account(desk):
    section = make_night(pairs=6)
    seats = reverse("session_seats", args=[section.ref])
    account = desk.post(reverse("own_keys"), {"single_keys": "off"}, follow=True)
    assert "Single keys are off in this browser." in find_texts(account, ".say")
    page = desk.get(seats)
    assert set(keys_of_steps(page)) == {""}
    assert find_elements(page, "body")[0].get("data-keys") == "off"
    desk.post(reverse("own_keys"), {"single_keys": "on"})
    assert keys_of_steps(desk.get(seats)) == list("123456")


def test_the_cursor_is_in_the_name_of_a_new_season(desk):
    make_night(pairs=4)
    page = desk.get(reverse("club_season_new"))
    assert [
        box.get("name") for box in find_elements(page, "input") if box.get("autofocus") is not None
    ] == ["name"]
