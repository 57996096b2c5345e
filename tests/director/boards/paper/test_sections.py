"""Sheets of sessions with several sections."""

from io import BytesIO

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from director.boards.movement.cards.cards import make_guide_cards, make_score_slips, make_travellers
from director.management.command import CommandError
from director.models import Section
from tests.cases import leave_to_slow
from tests.director.boards.paper.test_printing import remove_times
from tests.director.boards.play.sessions.nights import make_session_sections, make_two_sessions
from tests.director.boards.play.sessions.test_addresses import section_address
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_pair_names

pytestmark = pytest.mark.django_db
CARDS = "kinds=guide-cards&kinds=score-slips&paper=a4&spare=0"


def read_page_texts(source) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(source).pages]


def read_pdf_pages(desk, address: str) -> list[str]:
    return read_page_texts(BytesIO(desk.get(address).content))


def list_section_letters(page_texts: list[str]) -> list[str]:
    """Return the section letter on each page."""
    return [text.partition("Section ")[2][:1] for text in page_texts]


def test_sheets_show_section_and_its_pair_labels():
    _first, second, _third = make_session_sections()
    plan = second.plan
    card = make_guide_cards(second, plan)[0]
    assert card.heading.section == "B"
    assert card.heading.session == ""
    assert card.rows[0].ns == "B1 N-S"
    assert card.rows[0].ew == "B1 E-W"
    slip = make_score_slips(second, plan)[0]
    assert slip.ns == "B1 N-S"
    traveller = make_travellers(second, plan)[0]
    assert traveller.rows[0].ew == "B1 E-W"


@pytest.mark.slow
def test_all_sections_are_printed_together_kind_by_kind(desk):
    _first, second, _third = make_session_sections()
    sheets_address = f"{section_address(second, 'print')}sheets.pdf?{CARDS}"
    section_pages = read_pdf_pages(desk, sheets_address)
    all_pages = read_pdf_pages(desk, f"{sheets_address}&all_sections=on")
    card_pages = 3  # one for each of the three tables
    slip_pages = len(section_pages) - card_pages
    expected_cards = "A" * card_pages + "B" * card_pages + "C" * card_pages
    expected_slips = "A" * slip_pages + "B" * slip_pages + "C" * slip_pages
    assert "".join(list_section_letters(all_pages)) == expected_cards + expected_slips


@pytest.mark.slow
def test_printing_notes_the_cards_of_the_sections_that_are_printed(desk):
    _first, second, _third = make_session_sections()
    form_data = {"kinds": "guide-cards", "paper": "a4", "spare": "0"}
    desk.post(section_address(second, "print"), form_data)
    printed = Section.objects.values_list("printed_fingerprint", flat=True)
    assert list(printed) == ["", second.plan.fingerprint, ""]
    response = desk.post(section_address(second, "print"), form_data | {"all_sections": "on"})
    assert (
        response.url
        == f"{section_address(second, 'print')}sheets.pdf?kinds=guide-cards&paper=a4&spare=0&all_sections=True"
    )
    assert set(printed.all()) == {second.plan.fingerprint}
    assert find_texts(desk.get(section_address(second, "print")), ".say.warn") == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    leave_to_slow(
        [
            (
                ("--session", "3"),
                "Tuesday pairs has no session 3. Use the number of one that it has.",
            ),
            (
                ("--section", "D"),
                "Tuesday pairs has no section D in session 2. Use the letter of one that it has.",
            ),
        ],
        but=1,
    ),
)
def test_command_refuses_unknown_sessions_and_sections(tmp_path, arguments, sentence):
    event = make_two_sessions()[0].session.event
    with pytest.raises(CommandError, match=sentence):
        call_command(
            "print",
            str(event.pk),
            "--kind",
            "guide-cards",
            "--output",
            str(tmp_path / "x.pdf"),
            *arguments,
        )


@pytest.mark.slow
def test_results_of_all_sections_are_printed_once(desk):
    sections = make_session_sections()
    for section in sections:
        enter_all_results(section)
    path = f"{section_address(sections[1], 'print')}sheets.pdf?kinds=standings&kinds=pair-cards&paper=a4&spare=0"
    section_text = " ".join(read_pdf_pages(desk, path))
    text_of_all_sections = " ".join(read_pdf_pages(desk, f"{path}&all_sections=on"))
    assert remove_times(section_text) == remove_times(text_of_all_sections)
    # Players of the first and the last section are named equally often.
    first_player, last_player = make_pair_names(0)[0], make_pair_names(17)[0]
    assert section_text.count(first_player) == section_text.count(last_player)
