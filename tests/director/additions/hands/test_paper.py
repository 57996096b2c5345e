import re
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from pypdf import PdfReader

from director.additions.hands.page import UNPLAYED_RECORDS_KIND, UnplayedRecords
from director.boards.play.hands import HandRecords, make_hand_sheet
from director.boards.scoring.deals import BoardDeal
from director.core.base.roles import Role
from director.pdf.page import MARGIN
from director.pdf.sheet_kinds import render
from scoring.hands.cards import make_numbered_deal, make_seeded_deal
from tests.director.additions.hands.nights import make_dealt_section
from tests.director.pages import find_texts
from tests.director.pdf.factories import PRINTED_AT, make_heading
from tests.director.pdf.reading import read_pages
from tests.factories import make_account, make_director
from tests.scoring.hands.cards import read_club_games


def make_records(count, *, worst=False, makeable=True):
    hands = []
    for board_no in range(1, count + 1):
        deal, tricks, _par = read_club_games()[(board_no - 1) % 28 + 1]
        deal = make_numbered_deal(0).turn_by_quarters(board_no) if worst else deal
        hands.append(make_hand_sheet(BoardDeal(board_no, deal, tricks if makeable else None)))
    return UnplayedRecords(HandRecords(make_heading(7), tuple(hands)))


def render_records(job, paper="a4", **options):
    return render(
        job,
        [UNPLAYED_RECORDS_KIND.key],
        paper,
        available_kinds=(UNPLAYED_RECORDS_KIND,),
        printed_at=PRINTED_AT,
        **options,
    )


def pages(job, paper="a4", **options):
    return read_pages(render_records(job, paper, **options))


@pytest.mark.parametrize(
    ("count", "number", "paper"),
    [
        (1, 1, "a4"),
        (28, 1, "letter"),
        (36, 1, "a4"),
        (36, 1, "letter"),
        (40, 2, "a4"),
        (99, 3, "a4"),
    ],
)
def test_pages_hold_up_to_36_boards_and_lie_well(count, number, paper):
    printed = pages(make_records(count), paper)
    assert len(printed) == number
    assert [fault for page in printed for fault in page.faults(MARGIN - 1)] == []
    boards = [
        text for page in printed for text in page.texts if re.fullmatch("[0-9]+", text) and text
    ]
    assert all(str(board_no) in boards for board_no in range(1, count + 1))


def test_every_card_of_a_board_is_there_also_of_a_suit_of_thirteen():
    for worst in (False, True):
        (page,) = pages(make_records(36, worst=worst))
        assert page.faults(MARGIN - 1) == []
        held = "".join(text for text in page.texts if re.fullmatch("(10|[2-9AKQJ])+", text))
        assert held.count("A") == held.count("K") == held.count("J") == 36 * 4


def test_nothing_is_said_of_what_nobody_knows():
    (page,) = pages(make_records(2, makeable=False))
    assert "NS" not in page.texts
    assert "par" not in page.plain


def test_large_print_has_fewer_on_a_page():
    printed = pages(make_records(36), large_print=True)
    assert len(printed) == 3
    assert min(item.size for item in printed[0].drawn if item.text.startswith(("♠", "♥"))) >= 11


@pytest.mark.django_db
def test_print_page_offers_them_when_every_table_has_played(client):
    client.force_login(make_account("vera", Role.SCORER))
    ready, early = make_dealt_section(), make_dealt_section(leave=1)
    for deal in (
        early.deals.all()
    ):  # of other cards: those of a night that still plays them stay hidden everywhere
        deal.cards = str(make_seeded_deal("other", deal.board_no))
        deal.save()
    address = f"{reverse('session_print_pdf', args=[ready.ref])}?kinds=hand-records&paper=a4"
    assert client.get(address).content.startswith(b"%PDF")
    address = f"{reverse('session_print_pdf', args=[early.ref])}?kinds=hand-records&paper=a4"
    assert find_texts(client.get(address), ".say.bad") == [
        "Hand records: Some tables haven’t played all boards. A director can print hand records earlier, at Hands."
    ]
    assert b"hand-records" not in client.get(reverse("session_print", args=[early.ref])).content
    assert b"hand-records" in client.get(reverse("session_print", args=[ready.ref])).content


@pytest.mark.django_db
def test_director_prints_them_early_on_asking(client):
    section = make_dealt_section(leave=1)
    client.force_login(make_director())
    response = client.get(reverse("session_hands_records", args=[section.ref]))
    assert len(PdfReader(BytesIO(response.content)).pages) == 1
    assert b"Lock them away" in client.get(reverse("session_hands", args=[section.ref])).content


@pytest.mark.django_db
def test_command_refuses_them_before_play_is_over(tmp_path):
    section = make_dealt_section(leave=1)
    with pytest.raises(CommandError) as refusal:
        call_command(
            "print",
            str(section.session.event_id),
            "--kind",
            "hand-records",
            "--output",
            str(tmp_path / "hands.pdf"),
        )
    assert "Some tables haven’t played all boards." in str(refusal.value)
