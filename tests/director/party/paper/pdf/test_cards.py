"""Tally cards and whist-drive cards, read back from the PDF."""

from dataclasses import replace

import pytest

from director.errors import TooLongError
from director.party.movement.words import describe_boxes
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.pdf.page import MARGIN
from director.pdf.sheet_kinds import render
from tests.director.party.paper.pdf.factories import (
    HARD,
    make_party_job,
    print_party_sheets,
)
from tests.director.pdf.factories import CODE, FINGERPRINT, PRINTED_AT
from tests.director.pdf.reading import PAPER_CASES, read_pages

HEAD = "Friday party"


def read_sound_pages(job, *kinds, **options):
    """All pages: nothing outside margins, over another text or crossed by a line; the fingerprint on every one."""
    pages = read_pages(print_party_sheets(job, *kinds, **options))
    assert [fault for page in pages for fault in page.faults(MARGIN - 1)] == []
    assert [number for number, page in enumerate(pages, 1) if FINGERPRINT not in page.plain] == []
    return pages


def cards(pages):
    """The texts of each card, every one of which begins with the event; cards of a page in order."""
    found = []
    for page in pages:
        starts = [index for index, text in enumerate(page.texts) if text == HEAD]
        found += [
            page.texts[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)
        ]
    return found


def games(card):
    """The numbers that stand behind the titles of a card: table and partner of the first game, then every game."""
    behind = card[card.index("no. · initials") + 1 : card.index("Grand total")]
    return tuple(int(text) for text in behind if text.isdecimal())


@pytest.mark.slow
def test_a_card_says_number_name_start_group_and_boxes():
    card = cards(read_sound_pages(make_party_job(12, has_lone_hands=True), "tally-cards"))[4]
    assert card[:6] == ("Friday party", "5", "Fred Ash", "2 · A", "start at", "table 2, seat A")
    assert card[6] == "Ladies"
    assert card[7:15] == (
        "Round",
        "Table",
        "Partner",
        "Points",
        "Lone",
        "Total",
        "Checked",
        "no. · initials",
    )
    assert card[15:19] == ("1", "2", "6", "2")
    assert card[29:33] == (
        "20 Nov 2025 · Friday party",
        "K7QX2M · printed 20 Nov 2025 19:02",
        "Grand total",
        "Checked by",
    )


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPER_CASES)
def test_a_code_for_phones_leaves_room_for_everything_else(paper):
    job = make_party_job(12)
    code = (b"\1\1\0\1", b"\0\0\0\0", b"\1\0\0\1", b"\0\1\1\0") * 8
    job = replace(job, codes={card.number: code for card in job.results.cards})
    text = " ".join(read_sound_pages(job, "tally-cards", paper=paper)[0].texts).replace("- ", "-")
    assert HARD[0] in text
    assert "…" not in text


def test_a_punched_card_has_fifteen_holes_in_place_of_totals():
    card = cards(read_sound_pages(make_party_job(12, has_holes=True), "tally-cards"))[4]
    index = card.index("Grand total")
    assert card[index - 17 : index - 2] == tuple(str(hole) for hole in range(1, 16))
    assert "Total" not in card


@pytest.mark.slow
def test_a_planned_evening_is_printed_on_the_card():
    job = make_party_job(16, system="progressive-whist-4", rounds=7, planned=7)
    card = cards(read_sound_pages(job, "tally-cards"))[0]
    at = card.index("no. · initials") + 1
    rows = [card[at + 3 * row : at + 3 * row + 3] for row in range(7)]
    assert [row[0] for row in rows] == list("1234567")
    assert {row[2] for row in rows} == {"2"}


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPER_CASES)
def test_a_whist_drive_card_has_the_trump_of_each_hand(paper):
    job = make_party_job(
        10, system="progressive-whist-1", rounds=12, game="whist", trumps=("H", "C", "D", "S", "NT")
    )
    card = cards(read_sound_pages(job, "drive-cards", paper=paper))[4]
    trumps = [text for text in card if text[0] in "♥♣♦♠" or text == "no trump"]
    assert trumps[:6] == ["♥ hearts", "♣ clubs", "♦ diamonds", "♠ spades", "no trump", "♥ hearts"]
    assert len(trumps) == 12


def test_more_games_than_a_card_can_hold_are_refused():
    with pytest.raises(TooLongError) as caught:
        print_party_sheets(make_party_job(12, rounds=90), "tally-cards")
    assert str(caught.value) == (
        "The card of player 1 has 90 lines, but a page fits 50; plan fewer rounds in step 1, Field."
    )


def drive(players, **changes):
    """The paper of a drive of 24 hands."""
    return make_party_job(
        players,
        system="progressive-whist-2",
        rounds=24,
        game="whist",
        score_titles=("Tricks",),
        **changes,
    )


@pytest.mark.parametrize("players", [37, pytest.param(399, marks=pytest.mark.slow)])
def test_piles_of_cut_whist_cards_are_sorted(players):
    """Cut by the lines and laid on each other, the first pile on top, the cards are in the order of their numbers."""
    how = {"available_kinds": PARTY_KINDS, "stacked": True, "printed_at": PRINTED_AT}
    pages = read_pages(render(drive(players), ("drive-cards",), "a4", **how))
    by_place = {}
    for page in pages:
        for place, card in enumerate(cards([page])):
            by_place.setdefault(place, []).append(int(card[1]))
    piles = [pile for _place, pile in sorted(by_place.items())]
    assert [number for pile in piles for number in pile] == list(range(1, players + 1))
    assert [len(pile) for pile in piles[:3]] == [-(-players // 4)] * 3


def test_a_card_has_a_box_for_each_hand_and_says_how_to_fill_it_in():
    boxed = {"hand_boxes": 8, "box_text": describe_boxes((1, 2, 4)), "has_lone_hands": True}
    card = cards(read_sound_pages(make_party_job(12, rounds=10, **boxed), "tally-cards"))[4]
    titles = ("Round", "Table", *"12345678", "Lone", "Total", "Initials")
    index = card.index("Round")
    assert card[index : index + len(titles)] == titles
    assert "One box per hand: 1, 2, 4, or X for no point" in card


def test_a_seat_with_a_number_is_told_in_words():
    job = make_party_job(11, system="skat-series", has_lists=True, round_noun="series", rounds=2)
    placed = tuple(replace(card, seat="3") for card in job.results.cards[4:5])
    card = cards(
        read_sound_pages(replace(job, results=replace(job.results, cards=placed)), "tally-cards")
    )[0]
    assert card[3:6] == ("2", "start at", "table 2, seat 3")
    assert "Series" in card


def test_a_wide_sign_of_the_first_seat_takes_the_room_of_its_label():
    job = make_party_job(104, system="progressive-whist-1", game="whist", codes={104: CODE})
    last = replace(job.results.cards[-1], table_no=26, seat="A1")
    card = cards(
        read_sound_pages(replace(job, results=replace(job.results, cards=(last,))), "tally-cards")
    )[0]
    assert card[3:5] == ("26 · A1", "table 26, seat A1")
