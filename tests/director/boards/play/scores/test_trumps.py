"""The trump of a deal of duplicate whist: entered once, shown with the deal, undone like a result."""

import pytest

from director.boards.movement.cards.cards import make_travellers, make_trump_slips
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import (
    fetch_section,
    fetch_section_acts,
    fetch_session_sections,
)
from director.boards.paper.section_job import SectionJob
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.result import import_result, store_trump
from director.boards.play.sessions import add_section
from director.core.night.links.opening import open_table_addresses
from director.errors import DeskError
from director.models import Event
from movements.registry import make_plan
from scoring.errors import EntryError
from scoring.hands.cards import format_stored_trump, parse_trump, parse_trumps_by_board
from tests.director.boards.play.scores.entry_pages import scores_address
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.pdf.factories import PrintJob, print_sheets
from tests.director.pdf.reading import read_pages
from tests.factories import make_night, make_section

pytestmark = pytest.mark.django_db


def whist_night():
    """A whist night of five tables, before play."""
    section = make_section(game="whist")
    store_plan(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
    return fetch_section(section.session_id)


@pytest.fixture
def section():
    return whist_night()


def latest(section):
    return fetch_section_acts(section).first().number


def enter(section, board_no, text):
    return store_trump(section=section, board_no=board_no, text=text, user=None)


def now(section):
    return fetch_section(section.session_id)


def test_trump_is_entered_at_scores_and_shown_with_its_deal(section, desk):
    response = desk.post(
        scores_address(section, "boards/3/trump/"), {"trump": "king of clubs"}, follow=True
    )
    assert "Board 3 South deals, trump K♣" in " ".join(find_texts(response, "caption"))
    assert [box.get("value") for box in find_elements(response, "#trump")] == ["K♣"]
    assert now(section).trumps == "3:CK"


def test_trump_is_on_the_lines_of_a_table(section, desk):
    enter(section, 1, "10H")
    response = desk.get(scores_address(section, "rounds/1/tables/1/"))
    assert "North 10♥" in [" ".join(cell.split()) for cell in find_texts(response, "td")]


def test_trump_is_on_paper(section):
    enter(section, 3, "KC")
    stored = now(section)
    assert {sheet.board_no: sheet.trump for sheet in make_travellers(stored, stored.plan)}[
        3
    ] == "K♣"
    assert {slip.board_no: slip.trump for slip in make_trump_slips(stored, stored.plan)}[3] == "K♣"


def test_sheets_in_players_hands_keep_the_trump_of_a_deal_secret(section):
    enter(section, 3, "KC")
    job = SectionJob(now(section))
    sheets = PrintJob(score_slips=job.score_slips, guides=job.guides)
    for kind in ("score-slips", "private-scores"):
        pages = read_pages(print_sheets(sheets, kind))
        words = {text for page in pages for text in page.texts}
        assert "Trump" in words
        assert not any("♣" in text for text in words)


@pytest.mark.parametrize(("places", "shared"), [("field", "1:CK"), ("section", "")])
def test_sections_ranked_together_share_their_trumps(section, places, shared):
    Event.objects.filter(pk=section.session.event_id).update(places=places)
    other = add_section(section=section, letter="B", user=None)
    store_plan(section=other, movement=make_plan("mitchell", pairs=8, boards_per_set=2))
    enter(now(section), 1, "KC")
    assert [each.trumps for each in fetch_session_sections(section.session_id)] == ["1:CK", shared]


def test_trump_is_undone_and_redone(section):
    enter(section, 1, "KC")
    enter(section, 1, "QS")
    assert undo_section(section=now(section), number=latest(section), user=None) is not None
    assert now(section).trumps == "1:CK"
    redo_section(section=now(section), number=latest(section), user=None)
    assert now(section).trumps == "1:SQ"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "KX",
            "“KX” isn’t a trump. Type the card turned up, such as KC, a suit, such as C, or NT.",
        ),
        (
            "C NT",
            "“C NT” names a trump for a board at no trumps. Type the card, such as KC, or NT.",
        ),
    ],
)
def test_refused_trump_stays_in_its_box(section, desk, typed, sentence):
    response = desk.post(scores_address(section, "boards/1/trump/"), {"trump": typed})
    assert response.status_code == 422
    assert find_texts(response, "#trump-error") == [sentence]
    assert [box.get("value") for box in find_elements(response, "#trump")] == [typed]
    assert now(section).trumps == ""


def test_trump_for_a_board_at_no_trumps_is_refused(section):
    enter(section, 1, "NT")
    with pytest.raises(DeskError) as refused:
        enter(section, 1, "KC")
    assert str(refused.value) == (
        "Board 1 is at no trumps, so K♣ can’t be its trump. Delete NT first if the board has a trump."
    )
    assert now(section).trumps == "1:NT"


def test_board_outside_the_movement_is_refused(section):
    with pytest.raises(DeskError, match="Board 40 isn’t in play here"):
        enter(section, 40, "KC")


def test_bridge_has_no_trump_per_deal(desk):
    bridge = make_night(pairs=10, boards_per_set=2)
    with pytest.raises(DeskError, match="Only duplicate whist"):
        enter(bridge, 1, "KC")
    assert find_elements(desk.get(scores_address(bridge, "boards/1/")), "#trump") == []


def test_every_trump_is_read():
    with pytest.raises(EntryError):
        parse_trump("14C")
    stored = [parse_trump(f"{rank}{suit}") for suit in "CDHS" for rank in ("A", "10", "9", "2", "")]
    assert [parse_trump(format_stored_trump(trump)) for trump in stored] == stored
    assert parse_trump(format_stored_trump("NT")) == "NT"


def test_what_is_no_trump_in_a_forged_file_is_left_out():
    assert parse_trumps_by_board("x 1:ZZ :C 2:CK 99999:C 3:NT CK") == {2: "CK", 3: "NT"}


def test_trump_is_told_to_the_phone_of_the_table(section, client):
    enter(section, 1, "10H")
    table = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    boards = client.get(f"/t/{table.token}/state.json").json()["boards"]
    assert {board["board"]: board["trump"] for board in boards} == {1: "10♥", 2: ""}


def test_a_board_at_no_trumps_takes_no_trump(section):
    enter(section, 3, "NT")
    with pytest.raises(DeskError, match="no trumps"):
        enter(section, 3, "KC")
    assert now(section).trumps == "3:NT"


TRICKS = ("7", "8", "6", "9", "5")


def play_all(section):
    for number, line in enumerate(fetch_section_lines(section).all):
        import_result(section=section, line=line, text=TRICKS[number % 5], user=None)


@pytest.mark.slow
def test_trumps_cost_no_query(section, desk):
    play_all(section)
    page = scores_address(section, "boards/1/")
    desk.get(page)
    before = count_queries(desk, page)
    for board_no in range(1, 11):
        enter(section, board_no, "KC")
    desk.get(page)
    assert count_queries(desk, page) == before
