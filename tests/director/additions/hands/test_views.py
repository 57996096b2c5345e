import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.formats.deals import read_deals
from director.models import Deal
from tests.director.additions.hands.nights import make_dealt_section, store_club_deals
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_on_line, make_night
from tests.scoring.hands.cards import FILE, read_club_games

pytestmark = pytest.mark.django_db


def page(section):
    return reverse("session_hands", args=[section.ref])


def page_text(answer):
    return " ".join(answer.content.decode().split())


def test_file_is_read_in_and_the_page_shows_no_card(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    file = SimpleUploadedFile("club.pbn", FILE.read_bytes())
    response = desk.post(page(section), {"action": "read", "file": file}, follow=True)
    assert (
        "Hands of 6 boards imported. Players see a board once all tables have played it."
        in page_text(response)
    )
    assert "Boards 7–28 in the file aren’t in play and were left out." in page_text(response)
    assert 'class="deal"' not in page_text(response)
    assert Deal.objects.filter(section=section).count() == 6


def test_what_a_file_holds_is_shown_first_and_the_page_keeps_the_file(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    for answer in (
        "hands for boards 1–6.",
        "hands for boards 1–6. Replaces the hands of boards 1–6.",
    ):
        file = SimpleUploadedFile("club.pbn", FILE.read_bytes())
        before = Deal.objects.count()
        looked = desk.post(page(section), {"action": "read", "do": "look", "file": file})
        assert f"club.pbn: {answer} Left out, not in play: boards 7–28." in find_texts(
            looked, "form.sheet p"
        )
        assert Deal.objects.count() == before
        kept = {
            box.get("name"): box.get("value")
            for box in find_elements(looked, "form.sheet input")
            if box.get("value")
        }
        assert desk.post(page(section), kept | {"action": "read"}).status_code == 302
    assert Deal.objects.count() == 6
    assert set(Deal.objects.values_list("source", flat=True)) == {"club.pbn"}


def test_a_file_of_a_dealing_machine_is_known_by_what_is_in_it(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    whole = b"[Document]\nFrom board=1\nTo board=1\nDuplicates 01=0\nBoard 01=cgcajjjnakpkchipnjhmbmbpbh022\n"
    changed = SimpleUploadedFile("club.pbn", whole.replace(b"022", b"023"))
    response = desk.post(page(section), {"action": "read", "file": changed})
    assert "Board 1: the checksum is 023 instead of 022, so the file is damaged." in page_text(
        response
    )
    assert response.status_code == 422
    assert Deal.objects.count() == 0
    desk.post(page(section), {"action": "read", "file": SimpleUploadedFile("club.pbn", whole)})
    assert [deal.board_no for deal in Deal.objects.all()] == [1]


def test_wrong_file_stores_nothing_and_says_one_sentence(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    file = SimpleUploadedFile("club.pdf", b"%PDF-1.7")
    response = desk.post(page(section), {"action": "read", "file": file})
    assert response.status_code == 422
    assert Deal.objects.count() == 0
    assert (
        "The file looks like a PDF. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file."
        in page_text(response)
    )
    response = desk.post(page(section), {"action": "read"})
    assert "Choose a file first." in page_text(response)


def test_cards_are_saved_for_the_machine_as_they_were_dealt(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    desk.post(page(section), {"action": "deal", "seed": "abc"})
    filed = read_deals(desk.get(reverse("session_hands_pbn", args=[section.ref])).content)
    assert {deal.board_no: str(deal.hands) for deal in filed} == dict(
        Deal.objects.values_list("board_no", "cards")
    )


def test_turn_and_undo_and_redo(desk):
    section = make_dealt_section(entered=False)
    before = dict(Deal.objects.values_list("board_no", "cards"))
    desk.post(page(section), {"action": "turn", "board": "2", "quarters": "2"})
    after = dict(Deal.objects.values_list("board_no", "cards"))
    assert after == before | {2: str(read_club_games()[2][0].turn_by_quarters(2))}
    number = section.acts.first().number
    desk.post(page(section), {"action": "undo", "number": number})
    assert dict(Deal.objects.values_list("board_no", "cards")) == before
    desk.post(page(section), {"action": "redo", "number": number})
    assert dict(Deal.objects.values_list("board_no", "cards")) == after


def test_odd_presses_change_nothing(desk):
    section = make_dealt_section(entered=False)
    before = list(Deal.objects.values_list("cards"))
    odd = [
        {"action": "x"},
        {"action": "turn"},
        {"action": "undo", "number": "x"},
        {"action": "mend", "move": "a-b"},
    ]
    for sent in odd:
        assert desk.post(page(section), sent).status_code in (302, 422)
    assert list(Deal.objects.values_list("cards")) == before


def test_page_asks_the_database_as_often_for_many_boards(desk, django_assert_max_num_queries):
    small, large = make_dealt_section(), make_night(key="mitchell", pairs=14, boards_per_set=4)
    for section in (small, large):
        with django_assert_max_num_queries(22):
            desk.get(page(section))


@pytest.mark.slow
def test_results_that_do_not_fit_the_cards_are_told_before_they_are_sent(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    store_club_deals(section)
    for line in fetch_section_lines(section).all:
        text = "1CN-6" if line.board_no % 2 else "7SW="
        enter_on_line(section, line, text)
    results = page_text(desk.get(reverse("session_results", args=[section.ref]) + "?tab=export"))
    assert f'<a href="{page(section)}">Hands</a>' in results
    assert "Check that the file is for this session." in page_text(desk.get(page(section)))
