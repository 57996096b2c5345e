"""Step 3: choosing sheets, the one PDF, and the same from a terminal."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from director.boards.contests import PAIRS
from director.boards.movement.lines.section_lines import load_movement
from director.boards.paper.sheet_kinds import list_sheet_kinds
from director.boards.play.plan import continue_plan, store_plan
from director.boards.play.seats.seating import name_entry
from director.core.base import versions
from director.core.base.roles import Role
from director.core.night.printing import list_unprintable_text_warnings
from director.core.pages import printing
from director.pdf.preview import render_preview
from movements.registry import make_plan
from tests.cases import leave_to_slow
from tests.director.pages import (
    count_queries,
    fetch_print_preview,
    find_elements,
    find_errors,
    find_texts,
)
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    make_account,
    make_night,
    make_section,
)

KINDS = list_sheet_kinds(PAIRS)
pytestmark = pytest.mark.django_db

CARDS = {"kinds": ["guide-cards", "travellers"], "paper": "a4"}
ANSWER = "kinds=guide-cards&kinds=travellers&paper=a4&spare=0"


def print_address(section, tail: str = "") -> str:
    return f"/sessions/{section.session_id}/print/{tail}"


def read_pdf(response) -> PdfReader:
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(response.content))


def read_sheets(desk, section, query: str) -> PdfReader:
    """Return the PDF of the sheets that *query* asks for."""
    return read_pdf(desk.get(print_address(section, f"sheets.pdf?{query}")))


def get_printed_fingerprint(section) -> str:
    """Return the fingerprint of the plan whose cards were printed last."""
    section.refresh_from_db()
    return section.printed_fingerprint


def read_ticks(response) -> dict[str, str]:
    """Return for each kind of sheet whether its box is ticked, free or off."""
    boxes = [
        element
        for element in find_elements(response, "form input")
        if element.get("name") == "kinds"
    ]
    states = {
        box.get("value"): "off" if box.get("disabled") is not None else "free" for box in boxes
    }
    return states | {box.get("value"): "ticked" for box in boxes if box.get("checked") is not None}


def list_ticked(states: dict[str, str]) -> list[str]:
    """Return the kinds of sheets that are ticked among the *states* of all."""
    return [key for key, state in states.items() if state == "ticked"]


def test_before_play_the_cards_are_ticked_and_results_wait(desk):
    section = make_night(pairs=5)
    response, after = (
        desk.get(print_address(section)),
        desk.get(print_address(section, "?set=after")),
    )
    state = {"before": "ticked", "": "free"}
    assert read_ticks(response) == {
        kind.key: state["" if kind.alternative_key else kind.preselected_in]
        for kind in KINDS
        if not kind.is_special and not kind.is_printed_after_play
    }
    assert set(read_ticks(after).values()) == {"off"}
    assert "Standings Not available: enter results first." in find_texts(after, "details label")
    assert find_errors(after) == []


def test_the_layout_names_only_what_is_unusual(desk):
    section = make_night(pairs=6)
    assert find_texts(desk.get(print_address(section)), "#layout") == ["A4 paper"]
    chosen = "?kinds=guide-cards&paper=letter&cards=2&spare=4&two_sided=on"
    assert find_texts(desk.get(print_address(section, chosen)), "#layout") == [
        "US Letter paper, 2 guide cards per page, 4 spare slips, duplex"
    ]


def test_each_kind_says_how_many_sheets_it_takes_and_the_page_shows_them(desk):
    section = make_night(pairs=13)
    response = desk.get(print_address(section))
    assert "Guide cards boards and next seats of every round one per table · 7" in find_texts(
        response, "fieldset label"
    )
    assert "Table numbers fold it to stand up one per table" in find_texts(
        response, "fieldset label"
    )
    assert find_texts(response, "#preview .head p") == ["Page 1 of 11: Guide cards"]
    assert find_texts(response, "#to-print") == ["Print 11 sheets"]
    # What isn't ticked is counted when somebody turns to it.
    choices = "?kinds=guide-cards&kinds=travellers&paper=a4&spare=0&counts=on"
    counted = desk.get(print_address(section, choices), headers={"HX-Request": "true"})
    assert "Table numbers fold it to stand up one per table · 7" in find_texts(
        counted, "fieldset label"
    )
    assert find_texts(counted, "#to-print") == ["Print 11 sheets"]
    page = desk.get(
        print_address(section, "?kinds=travellers&paper=a4&two_sided=on&sheet=99"),
        headers={"HX-Request": "true"},
    )
    assert find_texts(page, "#preview .head p") == ["Page 8 of 8: Travellers"]
    assert find_texts(page, "#to-print") == ["Print 4 sheets"]
    assert "Demonstration" not in find_texts(page, "#preview svg")[0]
    assert "Tuesday pairs" in find_texts(page, "#preview svg")[0]


def test_a_new_night_has_the_usual_sheets_laid_out_as_last_time(desk):
    first, second = make_night(pairs=5), make_night(pairs=5)
    asked = {
        "kinds": ["score-slips", "master-sheet"],
        "paper": "letter",
        "spare": "8",
        "tables": "1",
        "large": "on",
    }
    desk.post(print_address(first), asked | {"set": "before"})
    desk.post(
        print_address(first),
        {"kinds": ["travellers"], "paper": "a4", "boards": "1", "set": "reprint"},
    )
    page = desk.get(print_address(second))
    usual = ["guide-cards", "travellers"]
    assert list_ticked(read_ticks(page)) == usual
    form = page.context["form"]
    assert [form[name].value() for name in ("paper", "spare", "tables", "large")] == [
        "a4",
        "8",
        None,
        True,
    ]
    assert list_ticked(read_ticks(desk.get(print_address(make_section())))) == []


NO_TRAVELLERS = "Every table has its own copy of the boards, so no board moves from table to table. Use pick-up slips."


def test_where_no_traveller_can_go_round_slips_are_ticked_and_it_is_said_why(desk, tmp_path):
    section = make_night(key="barometer-howell", pairs=8)
    response = desk.get(print_address(section))
    states = read_ticks(response)
    assert list_ticked(states) == [
        "guide-cards",
        "score-slips",
    ]
    assert states["travellers"] == "off"
    assert f"Travellers {NO_TRAVELLERS}" in find_texts(response, "details label")
    refused = desk.post(print_address(section), {"kinds": ["travellers"], "paper": "a4"})
    assert refused.status_code == 422
    assert find_errors(refused) == [f"Travellers: {NO_TRAVELLERS}"]
    frame = desk.get(print_address(section, "sheets.pdf?kinds=travellers&paper=a4"))
    assert find_texts(frame, ".say.bad") == [f"Travellers: {NO_TRAVELLERS}"]
    target = tmp_path / "cards.pdf"
    with pytest.raises(CommandError) as raised:
        run_print(str(section.session.event_id), "--kind", "travellers", "--output", str(target))
    assert str(raised.value) == f"Travellers: {NO_TRAVELLERS}"
    assert not target.exists()


def test_one_card_is_ticked_to_be_printed_again(desk):
    states = read_ticks(desk.get(print_address(make_night(pairs=5), "?set=reprint")))
    assert list_ticked(states) == ["guide-cards"]


def test_the_pdf_of_the_preview_is_printed_as_by_the_button(desk, client):
    """Whoever may print sends the form, so that the step is ticked; a viewer gets the file alone."""
    section = make_night(pairs=5)
    (button,) = find_elements(desk.get(print_address(section, f"?{ANSWER}")), "#preview button")
    (form,) = find_elements(
        desk.get(print_address(section, f"?{ANSWER}")), f"#{button.get('form')}"
    )
    assert form.get("method") == "post"
    assert form.get("target") == "_blank"
    client.force_login(make_account("vera", Role.VIEWER))
    page = client.get(print_address(section, f"?{ANSWER}"))
    assert find_elements(page, "#preview button") == []
    assert find_elements(page, ".pager a")[-1].get("href") == print_address(
        section, f"sheets.pdf?{ANSWER}"
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["personal-guides", "private-scores", "pair-cards"])
def test_sheets_of_a_person_who_needs_large_print_come_large(desk, kind, monkeypatch):
    now = timezone.now()
    # Each sheet says the minute in which it was printed.
    monkeypatch.setattr(timezone, "now", lambda: now)
    section = make_night(key="howell", pairs=8, boards_per_set=2)
    enter_all_results(section)
    person = section.entries.get(pair_no=3).players.last()
    asked = print_address(section, f"sheets.pdf?kinds={kind}&paper=a4&spare=0")
    desk.post(
        print_address(section), {"kinds": [kind], "paper": "a4"}
    )  # makes the private addresses
    before = [page.extract_text() for page in read_pdf(desk.get(asked)).pages]
    typed = {"name": person.name, "number": "", "needs_large_print": "on"}
    assert desk.post(f"/people/{person.pk}/", typed).status_code == 302
    after = [page.extract_text() for page in read_pdf(desk.get(asked)).pages]
    *usual, large = after
    assert large in [
        page.extract_text() for page in read_pdf(desk.get(f"{asked}&pairs=3&large=on")).pages
    ]
    assert person.name in large
    assert not any(person.name in page.split("\n")[0] for page in usual)
    assert len(after) >= len(before)
    everything = read_pdf(desk.get(f"{asked}&large=on")).pages
    desk.post(f"/people/{person.pk}/", {"name": person.name, "number": ""})
    assert len(read_pdf(desk.get(f"{asked}&large=on")).pages) == len(everything)


@pytest.mark.slow
def test_cards_that_would_be_too_small_come_fewer_to_a_page_and_it_is_reported(desk, tmp_path):
    section = make_night(key="howell", pairs=36, boards_per_set=1, named=False)
    said = (
        "Guide cards are printed two per page. With 4, text would be smaller than 9 points, too small to be read at a "
        "table."
    )
    asked = "?kinds=guide-cards&paper=a4&cards={}&spare=0"
    assert find_texts(desk.get(print_address(section, asked.format(4))), ".say") == [said]
    assert find_texts(desk.get(print_address(section, asked.format(2))), ".say") == []
    assert (
        len(read_pdf(desk.get(print_address(section, f"sheets.pdf{asked.format(4)}"))).pages) == 9
    )
    event, target = str(section.session.event_id), str(tmp_path / "cards.pdf")
    errors = StringIO()
    call_command(
        "print", event, "--kind", "guide-cards", "--cards", "4", "--output", target, stderr=errors
    )
    assert errors.getvalue() == f"{said}\n"


def test_pair_cards_say_who_sat_out_and_which_rounds_were_turned(desk):
    section = make_night(key="one-winner-mitchell", pairs=9, boards_per_set=1)
    enter_all_results(section)
    plan = section.plan
    switched = {
        row.round_no for row in plan.rows.all() if row.arrow_switched and 1 in (row.ns, row.ew)
    }
    (waits,) = [round_no for round_no, pair_no, *_where in plan.sit_outs if pair_no == 1]
    pages = read_sheets(desk, section, "kinds=pair-cards&paper=a4").pages
    first = pages[0].extract_text().partition("2 · ")[0]
    assert f"Round {waits}: sits out" in first
    assert ("arrow-switch: E-W hold the N-S cards" in first) == bool(switched)


def test_standings_are_printed_with_names(desk):
    section = make_night(pairs=5)
    enter_all_results(section)
    text = read_sheets(desk, section, "kinds=standings&paper=a4").pages[0].extract_text()
    assert "Ada Ash Ash" in text


@pytest.mark.slow
def test_making_guide_cards_is_remembered(desk):
    section = make_night(pairs=5)
    desk.post(print_address(section), {"kinds": ["travellers"], "paper": "a4"})
    assert get_printed_fingerprint(section) == ""
    desk.post(print_address(section), CARDS)
    assert get_printed_fingerprint(section) == section.plan.fingerprint
    assert find_texts(desk.get(print_address(section)), ".warn") == []


def test_cards_of_an_older_movement_are_warned_of(desk):
    section = make_night(pairs=8)
    desk.post(print_address(section), CARDS)
    assert get_printed_fingerprint(section)
    store_plan(section=section, movement=make_plan("howell", pairs=8))
    assert find_texts(
        desk.get(print_address(section)), ".say.warn"
    ) == [  # without the codes, which the preview explains
        "The cards on the tables are out of date: the movement or the draw has changed. "
        "Collect them and print new ones. Print changed cards"
    ]


BAD = [
    pytest.param(
        {"paper": "a4"}, "Nothing is ticked. Tick at least one kind of paper.", id="nothing ticked"
    ),
    pytest.param(
        {"kinds": "menus", "paper": "a4"},
        "“menus” isn’t a kind of paper. Tick another one.",
        id="an unknown sheet",
    ),
    pytest.param(
        {"kinds": "recap", "paper": "a4"},
        "Recap: nothing to print yet; enter results first.",
        id="too early",
    ),
    pytest.param(
        {"kinds": "travellers", "paper": "a5"},
        "“a5” isn’t a paper size. Choose A4 or US Letter.",
        id="other paper",
    ),
    pytest.param({"kinds": "travellers"}, "Choose a paper size: A4 or US Letter.", id="no paper"),
    pytest.param(
        {"kinds": "score-slips", "paper": "a4", "spare": "201"},
        "Spare slips can be 0 to 200, not 201.",
        id="too many spare slips",
    ),
    pytest.param(
        {"kinds": "guide-cards", "paper": "a4", "cards": "3"},
        "Guide cards can be 1, 2 or 4 per page, not “3”.",
        id="three cards a page",
    ),
    pytest.param(
        {"kinds": "score-slips", "paper": "a4", "spare": "some"},
        "“some” isn’t a number of slips. Type a whole number in figures, such as 8.",
        id="some spare slips",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "sentence"), BAD)
def test_bad_choice_is_answered_with_one_sentence_on_the_page_and_instead_of_the_pdf(
    desk, asked, sentence
):
    section = make_night(pairs=5)
    response = desk.post(print_address(section), asked)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert get_printed_fingerprint(section) == ""
    frame = desk.get(print_address(section, "sheets.pdf"), asked)
    assert frame.status_code == 422
    assert find_texts(frame, ".say.bad") == [sentence]
    back = find_elements(frame, "main a.button")[0].get("href")
    # A link without a paper opens the page with its usual choices.
    assert find_errors(desk.get(back)) == ([sentence] if "paper" in asked else [])


def test_bad_choice_keeps_what_was_ticked(desk):
    section = make_night(pairs=5)
    response = desk.post(
        print_address(section), {"kinds": ["travellers"], "paper": "a4", "spare": "-1"}
    )
    assert list_ticked(read_ticks(response)) == ["travellers"]
    assert response.context["form"]["spare"].value() == "-1"


def test_signed_out_nothing_is_shown_or_stored(client: Client):
    section = make_night(pairs=5)
    assert client.post(print_address(section), CARDS).status_code == 403
    assert get_printed_fingerprint(section) == ""
    for tail in ("", "sheets.pdf"):
        assert (
            client.get(print_address(section, tail)).url
            == f"/sign-in/?next={print_address(section, tail)}"
        )


def run_print(*arguments: str) -> str:
    out = StringIO()
    call_command("print", *arguments, stdout=out)
    return out.getvalue()


def test_command_writes_one_pdf_and_says_nothing(tmp_path):
    section = make_night(pairs=5, boards_per_set=2)
    name_entry(section=section, pair_no=1, names=[])
    target = tmp_path / "cards.pdf"
    event = str(section.session.event_id)
    said = run_print(
        event, "--kind", "guide-cards,travellers", "--paper", "letter", "--output", str(target)
    )
    assert said == ""
    reader = PdfReader(target)
    assert round(reader.pages[0].mediabox.width) == 612
    assert get_printed_fingerprint(section) == section.plan.fingerprint


def test_command_says_where_it_cannot_write(tmp_path):
    section = make_night(pairs=5)
    with pytest.raises(CommandError) as refused:
        run_print(
            str(section.session.event_id),
            "--kind",
            "travellers",
            "--output",
            str(tmp_path / "no" / "x.pdf"),
        )
    assert str(refused.value) == (
        f"The file {tmp_path / 'no' / 'x.pdf'} can’t be written (No such file or directory). Use another name."
    )


CHOICES = {"kinds": ["guide-cards", "score-slips", "travellers"], "paper": "a4"}


def count_pages(desk, section, **asked) -> int:
    """Return how many pages a choice has."""
    return len(
        read_pdf(fetch_print_preview(desk, print_address(section), {"paper": "a4", **asked})).pages
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "pages"),
    [
        ({"kinds": "guide-cards", "tables": "1-2, 7"}, 3),
        ({"kinds": "guide-cards", "rounds": "3-"}, 7),
        ({"kinds": "score-slips", "tables": "4", "boards": ""}, 1),
        ({"kinds": "score-slips", "rounds": "6 -"}, 2),
        ({"kinds": "travellers", "boards": "1–6"}, 1),
        ({"kinds": "private-scores", "pairs": "5"}, 1),
        ({"kinds": "personal-guides", "pairs": "5"}, 1),
        ({"kinds": "table-numbers", "tables": "2-3"}, 2),
        ({"kinds": ["guide-cards", "sit-out-slips"], "tables": "2"}, 2),
        ({"kinds": "master-sheet", "tables": "2"}, 1),
        ({"kinds": "score-slips", "rounds": "6-", "two_sided": "on"}, 4),
    ],
    ids=str,
)
def test_only_what_is_chosen_is_printed(desk, asked, pages):
    section = make_night(pairs=13)
    assert count_pages(desk, section, **asked) == pages


def test_numbers_typed_in_a_range_update_the_preview(desk):
    response = desk.get(print_address(make_night(pairs=13), "?set=reprint"))
    (trigger,) = re.findall(r"from:find (\.[\w-]+)", response.content.decode())
    assert find_elements(response, f"{trigger} input")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    leave_to_slow(
        [
            ({"tables": "9"}, "There is no table 9. Choose from table 1 to 7."),
            ({"rounds": "4-8"}, "There is no round 8. Choose from round 1 to 7."),
            (
                {"pairs": "five"},
                "“five” isn’t a pair number. Type numbers such as 1-4, 7, or 3- for 3 and all after it.",
            ),
            (
                {"boards": "3, 9-7"},
                "“9-7” isn’t a board number. Type numbers such as 1-4, 7, or 3- for 3 and all after it.",
            ),
        ],
        but=1,
    ),
    ids=str,
)
def test_an_unknown_choice_is_refused_and_kept(desk, asked, sentence):
    section = make_night(pairs=13)
    response = desk.post(print_address(section), CHOICES | asked)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert get_printed_fingerprint(section) == ""
    ((name, typed),) = asked.items()
    assert response.context["form"][name].value() == typed
    assert len(find_elements(response, ".number-ranges input")) == 4
    frame = desk.get(print_address(section, "sheets.pdf"), CHOICES | asked)
    assert (frame.status_code, *find_texts(frame, ".say.bad")) == (422, sentence)
    options = [f"--{name}", typed]
    with pytest.raises(CommandError) as raised:
        run_print(
            str(section.session.event_id), "--kind", "guide-cards", *options, "--output", "x.pdf"
        )
    assert str(raised.value) == sentence


def test_a_kind_of_which_nothing_is_left_is_said_and_alone_refused(desk):
    section = make_night(pairs=13)
    asked = {"kinds": ["guide-cards", "sit-out-slips"], "paper": "a4", "spare": "0", "pairs": "3"}
    page = desk.get(print_address(section), asked | {"rounds": "1"})
    assert find_texts(page, ".say.warn") == ["Sit-out slips: nothing matches your choice."]
    alone = desk.get(
        print_address(section, "sheets.pdf"), asked | {"kinds": "sit-out-slips", "rounds": "1"}
    )
    assert find_texts(alone, ".say.bad") == [
        "Sit-out slips: nothing matches your choice. Choose more, or print all."
    ]


def remove_times(text):
    """Return *text* without the minute in which it was printed."""
    return re.sub(r"\d\d:\d\d", "", text)


@pytest.mark.slow
def test_only_what_changed_is_printed_and_the_preview_still_shows_it(desk):
    section = make_night(pairs=8, boards_per_set=2, rounds=3)
    asked = CHOICES | {"kinds": ["score-slips", "guide-cards"], "only_changed": "on"}
    refused = desk.get(print_address(section, "sheets.pdf"), asked)
    assert find_texts(refused, ".say.bad") == [
        "No cards have been printed for this section yet, so nothing has changed. Print all of them."
    ]
    desk.post(print_address(section), CARDS)
    old = get_printed_fingerprint(section)
    before = load_movement(section.plan)
    first, second = (row for row in before.rows if row.round_no == 3 and row.table_no in (1, 2))
    other = {first: replace(first, ew=second.ew), second: replace(second, ew=first.ew)}
    movement = replace(before, rows=tuple(other.get(row, row) for row in before.rows))
    continue_plan(
        section=section, movement=movement, from_round=3, reason="two pairs sat wrong", user=None
    )
    response = desk.post(print_address(section), asked)
    assert f"since={old}" in response.url
    page = desk.get(response.url)
    assert page.content[:4] == b"%PDF", page.content
    reader = read_pdf(page)
    slips = reader.pages[0].extract_text()
    assert slips.count("Round") == 2
    assert slips.count("Table") == 2
    assert len(reader.pages) == 1 + 4
    again = read_pdf(desk.get(response.url)).pages[0].extract_text()
    assert remove_times(again) == remove_times(slips)


@pytest.mark.slow
def test_command_takes_the_choices_and_new_kinds(tmp_path):
    section = make_night(pairs=13)
    event, target = str(section.session.event_id), tmp_path / "x.pdf"
    run_print(
        event, "--kind", "guide-cards,table-numbers", "--tables", "1-2", "--output", str(target)
    )
    assert len(PdfReader(target).pages) == 4
    people = [
        "--kind",
        "poster,personal-guides,seating-list",
        "--address",
        "http://192.168.1.5:8000",
    ]
    run_print(event, *people, "--stack", "--two-sided", "--output", str(target))
    assert "http://192.168.1.5:8000/events/" in PdfReader(target).pages[0].extract_text()
    with pytest.raises(CommandError) as raised:
        run_print(event, *people[:2], "--address", "192.168.1.5", "--output", str(target))
    assert str(raised.value) == (
        "“192.168.1.5” isn’t an address for phones. Try one such as http://192.168.1.5:8000."
    )


def test_names_that_the_typeface_lacks_are_said_on_the_page_and_by_the_command(desk, tmp_path):
    section = make_night(pairs=5)
    asked = {"kinds": ["guide-cards"], "paper": "a4", "spare": "0"}
    name_entry(section=section, pair_no=1, names=["\u0639\u0645\u0631", "Ada Ash"])
    assert find_texts(desk.get(print_address(section), asked), ".say.warn") == []
    name_entry(section=section, pair_no=1, names=["\u738b\u5c0f\u660e", "Ada Ash"])
    section.session.event.name = "\u042f\u043d\u0432\u0430\u0440\u044c \u0939"
    section.session.event.save()
    said = list_unprintable_text_warnings(["\u738b\u5c0f\u660e", section.session.event.name])[0]
    assert said.startswith(
        "“\u738b\u5c0f\u660e” and “\u042f\u043d\u0432\u0430\u0440\u044c \u0939” have letters that"
    )
    assert find_texts(desk.get(print_address(section), asked), ".say.warn") == [said]
    errors, event = StringIO(), str(section.session.event_id)
    call_command(
        "print", event, "--kind", "guide-cards", "--output", str(tmp_path / "x.pdf"), stderr=errors
    )
    assert errors.getvalue() == f"{said}\n"


@pytest.fixture
def drawn_kinds(monkeypatch):
    """Return the kinds of sheets that are laid out for pages, in order."""
    drawn = []

    def draw(job, keys, *args, **kwargs):
        drawn.extend(keys)
        return render_preview(job, keys, *args, **kwargs)

    monkeypatch.setattr(printing, "render_preview", draw)
    return drawn


@pytest.mark.slow
def test_ticked_sheets_are_laid_out_once_until_the_event_changes(desk, drawn_kinds, monkeypatch):
    monkeypatch.setattr(versions, "has_uncommitted_change", lambda: False)
    section = make_night(pairs=5)
    asked = print_address(section, "?kinds=seating-list&paper=a4")
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 17, 18, 30, tzinfo=UTC))
    assert desk.get(asked).status_code == 200
    assert drawn_kinds == ["seating-list"]
    asked += "&counts=on"
    first = desk.get(asked).context["preview"]
    assert {"guide-cards", "score-slips"} <= set(drawn_kinds)
    first_kinds = list(drawn_kinds)
    second = desk.get(asked).context["preview"]
    assert second == first
    assert drawn_kinds == first_kinds
    name_entry(section=section, pair_no=1, names=("Quentin Quill", "Rosa Reed"))
    third = desk.get(asked).context["preview"]
    assert drawn_kinds == first_kinds * 2
    assert "Quill" in third.svg


@pytest.mark.slow
def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=6), make_night(pairs=LARGE_FIELD_PAIRS, boards_per_set=1)
    for section in (small, large):
        enter_all_results(section)
    for tail in ("", f"sheets.pdf?{ANSWER}"):
        assert count_queries(desk, print_address(small, tail)) == count_queries(
            desk, print_address(large, tail)
        )
