"""The page that reads a night in: the file taken, or every fault said, with nothing stored."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.models import Event
from tests.director.additions.imports.store.usebio_files import (
    HOWELL,
    is_nothing_stored,
    read_fixture,
    replace_in_fixture,
)
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


def make_upload(data, name="night.xml", **more):
    return {"file": SimpleUploadedFile(name, data), **more}


def test_the_page_asks_for_a_file(desk):
    page = desk.get("/import/")
    assert [
        link.get("href") for link in find_elements(page, ".tabs a") if link.get("aria-current")
    ] == ["/import/"]
    labels = find_texts(page, "label")
    assert labels[:7] == [
        "File",
        "Table, one result per line",
        "Import as",
        "Deals",
        "Played on",
        "Method",
        "Matchpoints per result beaten (Matchpoints, Matchpoints by Ascherman)",
    ]
    assert "Datum (Butler IMPs)" in labels


@pytest.mark.slow
def test_what_a_file_will_add_is_shown_first_and_the_page_keeps_the_file(desk):
    page = desk.post("/import/", make_upload(read_fixture(), do="look"))
    assert find_texts(page, "#import-answer p")[:2] == [
        "Club pairs, 27 July 2022: 12 pairs, 27 boards, 161 results.", "24 players are new and are added to People."
    ]  # fmt: skip
    assert is_nothing_stored()
    kept = {
        box.get("name"): box.get("value")
        for box in find_elements(page, "form.sheet input")
        if box.get("value")
    }
    assert find_texts(page, "form.sheet .actions") == ["Import Cancel"]
    other = desk.post(
        "/import/",
        make_upload(replace_in_fixture(HOWELL, ("Club pairs", "Club night")), mark=kept["mark"]),
    )
    assert other.status_code == 200
    assert Event.objects.count() == 0
    assert desk.post("/import/", kept).status_code == 302
    assert Event.objects.get().source == "night.xml, Example 26-Jul-22"
    assert find_errors(desk.post("/import/", make_upload(read_fixture(), do="look")))[0].startswith(
        "Club pairs on 27 July 2022 has"
    )
    whole = desk.get(f"/events/{Event.objects.get().pk}/export/json/").content
    page = desk.post("/import/", make_upload(whole, do="look"))
    assert (
        find_texts(page, "#import-answer p")[0] == "Club pairs: the whole event, with its history."
    )


@pytest.mark.slow
def test_warnings_are_shown_after_reading_in(desk):
    data = replace_in_fixture(HOWELL, ("<PLACE>8</PLACE>", "<PLACE>7</PLACE>"))
    done = desk.post("/import/", make_upload(data), follow=True)
    assert len(find_texts(done, "#messages .warn")) == 1
    assert find_texts(done, "#messages .warn li") + find_texts(done, "#messages .warn p")[-1:] == [
        "Pair 1: the file has 128.77 points, 47.69%, place 7; here it has 128.77 points, 47.69%, place 8. "
        "The total matches, but the file’s places aren’t in the order of its totals, so the place was entered by hand.",
        "See the official results.",
    ]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_post_with_nothing_in_it_asks_for_a_file(desk, headers):
    response = desk.post("/import/", headers=headers)
    assert response.status_code == 422
    assert find_errors(response) == ["Choose a file or paste a table first."]


def test_of_many_faults_of_one_reason_the_page_shows_three_and_their_count(desk):
    data = read_fixture().replace(b"<CONTRACT>1NT</CONTRACT>", b"<CONTRACT>9NT</CONTRACT>")
    count = data.count(b"<CONTRACT>9NT</CONTRACT>")
    response = desk.post("/import/", make_upload(data))
    assert find_texts(response, ".bad p") == [
        f"The file has {count} faults, so nothing was imported:"
    ]
    faults = find_texts(response, ".bad li")
    assert len(faults) == 4
    assert faults[-1] == f"The same is true of {count - 3} others."


GAME = """[Event "{name}"]
[Date "{day}"]
[Board "1"]
[PairNS "1"]
[PairEW "2"]
[Declarer "N"]
[Contract "4S"]
[Result "10"]
"""
TWO_EVENTS = "\n".join(
    GAME.format(name=name, day=day)
    for name, day in (("Monday Pairs", "2026.03.09"), ("Tuesday Pairs", "2026.03.10"))
).encode()


def hidden_values(page):
    return {
        box.get("name"): box.get("value")
        for box in find_elements(page, "#import-answer input")
        if box.get("type") == "hidden"
    }


def test_file_of_two_events_asks_which_and_imports_it_alone(desk):
    page = desk.post("/import/", make_upload(TWO_EVENTS, "week.pbn", do="look"))
    assert find_texts(page, "#import-answer .warn p") == [
        "The file has 2 events: Monday Pairs, 2026.03.09; Tuesday Pairs, 2026.03.10. Choose one; import the others "
        "afterwards."
    ]
    assert find_texts(page, "#import-answer fieldset label") == [
        "Monday Pairs, 2026.03.09",
        "Tuesday Pairs, 2026.03.10",
    ]
    kept = hidden_values(page)
    response = desk.post("/import/", {**kept, "event_no": "2", "do": "look"})
    assert find_texts(response, "#import-answer p b")[0].startswith(
        "Tuesday Pairs, 10 March 2026: "
    )
    desk.post("/import/", hidden_values(response))
    assert Event.objects.get().name == "Tuesday Pairs"
