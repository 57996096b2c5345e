"""What goes on paper where a session has several sections: each sheet of its own section, with its letter."""

from io import BytesIO

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from director.boards.movement.cards.cards import make_guide_cards, make_score_slips, make_travellers
from director.boards.paper.printing.read import SectionJob
from director.management.command import CommandError
from director.models import Section
from tests.director.boards.paper.printing.test_printing import without_times
from tests.director.boards.play.sessions.nights import make_sections, make_sessions
from tests.director.boards.play.sessions.test_addresses import address
from tests.director.pages import texts
from tests.factories import enter_all, make_night, player_names
from tests.factories import make_sections as played_sections

pytestmark = pytest.mark.django_db
CARDS = "kinds=guide-cards&kinds=score-slips&paper=a4&spare=0"


def pages(source) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(source).pages]


def sections_of(pages: list[str]) -> list[str]:
    """Return which section each page says it is of."""
    return [page.partition("Section ")[2][:1] for page in pages]


def test_sheets_name_the_section_and_pairs_by_it():
    _first, second, _third = make_sections()
    plan = second.plan
    card = make_guide_cards(second, plan)[0]
    assert (card.heading.section, card.heading.session) == ("B", "")
    assert (card.rows[0].ns, card.rows[0].ew) == ("B1 N-S", "B1 E-W")
    assert (make_score_slips(second, plan)[0].ns, make_travellers(second, plan)[0].rows[0].ew) == (
        "B1 N-S",
        "B1 E-W",
    )


def test_sheets_of_a_night_of_one_section_name_none():
    section = make_night(pairs=6, boards_per_set=1)
    card = make_guide_cards(section, section.plan)[0]
    assert (card.heading.section, card.heading.session, card.rows[0].ns) == ("", "", "1 N-S")


def test_sheets_name_the_session_where_there_are_several():
    first, second = make_sessions(letters="A")
    heads = [make_guide_cards(section, section.plan)[0].heading for section in (first, second)]
    assert [(head.session, head.section) for head in heads] == [
        ("Session 1", ""),
        ("Session 2", ""),
    ]


def test_each_page_prints_its_section(desk):
    _first, second, _third = make_sections()
    answer = desk.get(f"{address(second, 'print')}sheets.pdf?{CARDS}")
    assert set(sections_of(pages(BytesIO(answer.content)))) == {"B"}


def test_files_are_called_by_section_and_session(desk):
    *_first, section, _last = make_sessions()
    answers = [
        desk.get(f"{address(section, 'print')}sheets.pdf?{CARDS}{more}")
        for more in ("", "&all_sections=on")
    ]
    answers.append(desk.get(address(section, "field/file/json")))
    names = [
        answer.headers["Content-Disposition"].partition('"tuesday-pairs-2026-11-17')[2]
        for answer in answers
    ]
    assert names == ['-session-2-section-b.pdf"', '.pdf"', '-session-2-section-b-movement.json"']


def test_all_sections_are_printed_together_kind_by_kind(desk):
    _first, second, _third = make_sections()
    own = pages(BytesIO(desk.get(f"{address(second, 'print')}sheets.pdf?{CARDS}").content))
    together = pages(
        BytesIO(desk.get(f"{address(second, 'print')}sheets.pdf?{CARDS}&all_sections=on").content)
    )
    cards, slips = 3, len(own) - 3
    assert sections_of(together) == [
        letter for part in (cards, slips) for letter in "ABC" for _page in range(part)
    ]


def test_printing_notes_the_cards_of_the_sections_that_are_printed(desk):
    _first, second, _third = make_sections()
    asked = {"kinds": "guide-cards", "paper": "a4", "spare": "0"}
    desk.post(address(second, "print"), asked)
    printed = Section.objects.values_list("printed_fingerprint", flat=True)
    assert list(printed) == ["", second.plan.fingerprint, ""]
    answer = desk.post(address(second, "print"), asked | {"all_sections": "on"})
    assert (
        answer.url
        == f"{address(second, 'print')}sheets.pdf?kinds=guide-cards&paper=a4&spare=0&all_sections=True"
    )
    assert set(printed.all()) == {second.plan.fingerprint}
    assert texts(desk.get(address(second, "print")), ".say.warn") == []


def test_box_for_all_sections_stands_only_where_there_are_several(desk):
    first, *_others = make_sections()
    assert "All sections" in desk.get(address(first, "print")).content.decode()
    assert (
        "All sections"
        not in desk.get(address(make_night(pairs=6, boards_per_set=1), "print")).content.decode()
    )


@pytest.mark.parametrize(
    ("asked", "sections", "session"),
    [
        ((), "ABC", "Session 2"),
        (("--section", "b"), "B", "Session 2"),
        (("--session", "1"), "ABC", "Session 1"),
        (("--session", "1", "--section", "C"), "C", "Session 1"),
    ],
)
def test_command_prints_all_sections_of_the_last_session_unless_told(
    tmp_path, asked, sections, session
):
    event = make_sessions()[0].session.event
    path = tmp_path / "cards.pdf"
    call_command("print", str(event.pk), "--kind", "guide-cards", "--output", str(path), *asked)
    written = pages(path)
    assert sections_of(written) == [letter for letter in sections for _table in range(3)]
    assert all(session in page for page in written)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--session", "3"), "Tuesday pairs has no session 3. Use the number of one that it has."),
        (
            ("--section", "D"),
            "Tuesday pairs has no section D in session 2. Use the letter of one that it has.",
        ),
    ],
)
def test_command_refuses_what_the_event_does_not_have(tmp_path, asked, sentence):
    event = make_sessions()[0].session.event
    with pytest.raises(CommandError, match=sentence):
        call_command(
            "print",
            str(event.pk),
            "--kind",
            "guide-cards",
            "--output",
            str(tmp_path / "x.pdf"),
            *asked,
        )


def test_spare_slips_come_once(desk):
    first, *_others = make_sections()
    path = f"{address(first, 'print')}sheets.pdf?kinds=score-slips&paper=a4&all_sections=on&spare="
    plain, spare = (pages(BytesIO(desk.get(f"{path}{number}").content)) for number in (0, 4))
    assert len(spare) - len(plain) <= 1


def test_results_of_all_sections_are_printed_once(desk):
    sections = make_sections()
    for section in sections:
        enter_all(section)
    path = f"{address(sections[1], 'print')}sheets.pdf?kinds=standings&kinds=pair-cards&paper=a4&spare=0"
    own, together = (
        pages(BytesIO(desk.get(f"{path}{more}").content)) for more in ("", "&all_sections=on")
    )
    assert without_times(" ".join(own)) == without_times(" ".join(together))
    assert " ".join(own).count(player_names(0)[0]) == " ".join(own).count(player_names(17)[0])


def test_cards_of_pairs_say_what_was_special_in_their_section():
    first, second = make_sections(letters="AB", pairs=5)
    for section in (first, second):
        enter_all(section)
    cards = SectionJob(second).pairs
    waiting = {
        card.standing.label for card in cards if any("sits out" in note for note in card.notes)
    }
    assert {label[0] for label in waiting} == {"A", "B"}


def test_the_list_after_all_sessions_comes_before_that_of_the_session(desk):
    sections = played_sections(letters="AB", sessions=2)
    path = f"{address(sections[3], 'print')}sheets.pdf?kinds=standings&paper=a4&spare=0"
    first, *others = pages(BytesIO(desk.get(path).content))
    assert "Session 1 Session 2 Total" in first
    assert not any("Session 1" in page for page in others)
