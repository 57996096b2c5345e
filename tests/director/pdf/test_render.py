"""One PDF of all that was asked for, or one sentence why not."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from director.boards.contests import PAIRS
from director.boards.paper.sheet_kinds import list_all_kinds, list_sheet_kinds
from director.errors import PrintingError
from director.pdf.page import CUT_GAP, MARGIN, PAPERS, Box, divide_page
from director.pdf.sheet_kinds import get_kind
from director.sheets import RECAP_TITLE
from tests.director.pdf.factories import (
    PrintJob,
    make_guide_card,
    make_print_job,
    make_recap,
    make_standings,
    print_sheets,
)
from tests.director.pdf.reading import read_sound_pages

KEYS = [kind.key for kind in list_all_kinds()]
OF_PAIRS = [
    kind.key for kind in list_sheet_kinds(PAIRS)
]  # those of teams are in test_worst_teams.py
KNOWN = ", ".join(KEYS)
ALL = make_print_job(3, 3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("key", OF_PAIRS)
@pytest.mark.parametrize(
    "large_print", [pytest.param(False, id="usual"), pytest.param(True, id="large")]
)
def test_every_kind_prints_on_its_paper_with_the_fingerprint(key, paper, large_print):
    pages = read_sound_pages(ALL, key, paper=paper, large_print=large_print)
    assert all("printed 20 Nov 2025 19:02" in page.plain for page in pages)
    short, long = (round(side, 3) for side in PAPERS[paper])
    expected = (long, short) if key in {"master-sheet", "recap", "swiss-table"} else (short, long)
    assert {(round(page.width, 3), round(page.height, 3)) for page in pages} == {expected}


@pytest.mark.slow
def test_same_sheets_at_the_same_time_give_the_same_bytes():
    assert print_sheets(ALL, *OF_PAIRS) == print_sheets(make_print_job(3, 3, 1), *OF_PAIRS)


def test_file_has_a_title():
    info = PdfReader(BytesIO(print_sheets(ALL, "guide-cards", "recap"))).metadata
    assert (info.title, info.creator) == (f"Guide cards, {RECAP_TITLE}", "Kalamazoo")


def test_typeface_is_inside_the_file():
    fonts = PdfReader(BytesIO(print_sheets(ALL, "standings"))).pages[0]["/Resources"]["/Font"]
    faces = {
        font.get_object()["/BaseFont"]: font.get_object().get("/FontDescriptor")
        for font in fonts.values()
    }
    assert {
        name.partition("+")[2]: "/FontFile2" in descriptor
        for name, descriptor in faces.items()
        if descriptor
    } == {
        "DejaVuSans": True,
        "DejaVuSans-Bold": True,
    }


def test_everything_is_black():
    """No operator sets another colour than black, so that a mono laser prints all of it."""
    for page in PdfReader(BytesIO(print_sheets(ALL, *OF_PAIRS))).pages:
        words = page.get_contents().get_data().split()
        colours = {
            b" ".join(words[index - 3 : index])
            for index, word in enumerate(words)
            if word in (b"rg", b"RG")
        }
        assert colours <= {b"0 0 0"}


@pytest.mark.parametrize(
    ("kinds", "paper", "sheets", "code", "sentence"),
    [
        pytest.param(
            ["guide-card"],
            "a4",
            ALL,
            "unknown-kind",
            f"“guide-card” isn’t a kind of paper. Choose from {KNOWN}.",
            id="unknown-kind",
        ),
        pytest.param(
            [],
            "a4",
            ALL,
            "nothing-asked",
            f"No kind of paper was named. Choose from {KNOWN}.",
            id="nothing-chosen",
        ),
        pytest.param(
            ["standings"],
            "a5",
            ALL,
            "unknown-paper",
            "“a5” isn’t a paper size. Choose a4 or letter.",
            id="unknown-paper",
        ),
        pytest.param(
            ["guide-cards"],
            "a4",
            PrintJob(),
            "missing-sheets",
            "Guide cards: nothing to print yet; choose a movement first.",
            id="no-movement",
        ),
        pytest.param(
            ["guide-cards", "standings"],
            "a4",
            PrintJob(guide_cards=(make_guide_card(3, 1, 3, 1),)),
            "missing-sheets",
            "Standings: nothing to print yet; enter results first.",
            id="no-results",
        ),
    ],
)
def test_refused_with_one_sentence(kinds, paper, sheets, code, sentence):
    with pytest.raises(PrintingError) as refused:
        print_sheets(sheets, *kinds, paper=paper)
    assert refused.value.code == code
    assert str(refused.value) == sentence


@pytest.mark.parametrize("key", KEYS)
def test_kind_without_its_sheets_is_refused(key):
    with pytest.raises(PrintingError) as refused:
        print_sheets(PrintJob(), key)
    assert refused.value.code == "missing-sheets"
    assert refused.value.params == {
        "label": get_kind(key, list_all_kinds()).label,
        "remedy": get_kind(key, list_all_kinds()).remedy,
    }


@pytest.mark.parametrize(
    ("key", "sheets"),
    [
        pytest.param(
            "standings", PrintJob(standings=(make_standings(0),)), id="standings-without-rows"
        ),
        pytest.param("recap", PrintJob(recap=make_recap(0, 3)), id="recap-without-rows"),
        pytest.param(
            "master-sheet",
            PrintJob(guide_cards=(make_guide_card(3, 1, 0, 1),)),
            id="cards-without-rounds",
        ),
    ],
)
def test_empty_sheets_count_as_missing(key, sheets):
    with pytest.raises(PrintingError, match="nothing to print yet"):
        print_sheets(sheets, key)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("across", "down"), [(1, 1), (2, 4), (2, 3), (1, 3), (2, 1)])
def test_pieces_are_equal_and_keep_clear_of_edges_and_cuts(across, down, paper):
    width, height = PAPERS[paper]
    boxes = list(divide_page(Box(0, 0, width, height), across, down))
    assert len(boxes) == across * down
    assert {(round(box.width, 6), round(box.height, 6)) for box in boxes} == {
        (round(boxes[0].width, 6), round(boxes[0].height, 6))
    }
    for box in boxes:
        assert min(box.x, box.y, width - box.right, height - box.top) >= MARGIN - 1e-6
        for cut in (width * step / across for step in range(1, across)):
            assert box.right <= cut - CUT_GAP + 1e-6 or box.x >= cut + CUT_GAP - 1e-6
        for cut in (height * step / down for step in range(1, down)):
            assert box.top <= cut - CUT_GAP + 1e-6 or box.y >= cut + CUT_GAP - 1e-6


def test_margin_is_reached_by_every_printer():
    assert MARGIN >= 8 / 25.4 * 72
