import re
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from pypdf import PdfReader

from director.additions.hands.page import UNPLAYED_RECORDS_KIND, UnplayedRecords
from director.boards.play.hands import HandRecords, make_hand_sheet
from director.boards.scoring.deals import BoardDeal
from director.pdf.page import MARGIN
from director.pdf.sheet_kinds import render
from scoring.hands.cards import make_numbered_deal
from tests.director.additions.hands.nights import make_dealt_section
from tests.director.pdf.factories import PRINTED_AT, make_heading
from tests.director.pdf.reading import read_pages
from tests.factories import make_director
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


@pytest.mark.slow
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


def test_nothing_is_said_of_what_nobody_knows():
    (page,) = pages(make_records(2, makeable=False))
    assert "NS" not in page.texts
    assert "par" not in page.plain


@pytest.mark.slow
def test_large_print_has_fewer_on_a_page():
    printed = pages(make_records(36), large_print=True)
    assert len(printed) == 3
    assert min(item.size for item in printed[0].drawn if item.text.startswith(("♠", "♥"))) >= 11


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
