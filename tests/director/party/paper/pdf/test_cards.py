"""Tally cards and whist-drive cards, read back from the PDF."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from director.errors import TooLongError
from director.party.movement.words import describe_boxes
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.pdf.page import MARGIN
from director.pdf.sheet_kinds import render
from tests.director.party.paper.pdf.factories import (
    HARD,
    make_party_job,
    make_player_name,
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


@pytest.mark.parametrize(
    ("players", "paper"), [pytest.param(12, "letter", id="12"), pytest.param(22, "a4", id="22")]
)
def test_every_player_has_one_card_with_a_box_for_each_game(players, paper):
    found = cards(read_sound_pages(make_party_job(players), "tally-cards", paper=paper))
    assert [card[1] for card in found] == [str(number) for number in range(1, players + 1)]
    assert {games(card)[-11:] for card in found} == {tuple(range(2, 13))}


def games(card):
    """The numbers that stand behind the titles of a card: table and partner of the first game, then every game."""
    behind = card[card.index("no. · initials") + 1 : card.index("Grand total")]
    return tuple(int(text) for text in behind if text.isdecimal())


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


def test_without_names_there_is_a_line_to_write_one_on():
    text = read_sound_pages(make_party_job(12, has_names=False), "tally-cards")[1].plain
    assert text.count("Name\n") == 4
    assert "Fred" not in text


def test_hard_names_are_whole_on_the_card():
    text = " ".join(read_sound_pages(make_party_job(12), "tally-cards")[0].texts).replace("- ", "-")
    assert "Wilhelmina Featherstonehaugh-Cholmondeley-Warner" in text
    assert HARD[2] in text
    assert make_player_name(4) in text
    assert "…" not in text


def test_spare_cards_have_no_number_and_both_groups_in_turn():
    found = cards(read_sound_pages(make_party_job(12, spare_cards=3), "tally-cards"))
    assert len(found) == 15
    assert [card[1:5] for card in found[12:]] == [
        ("No.", "Name", "start at", "Ladies"),
        ("No.", "Name", "start at", "Gentlemen"),
        ("No.", "Name", "start at", "Ladies"),
    ]


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_a_code_for_phones_leaves_room_for_everything_else(paper):
    job = make_party_job(12)
    code = (b"\1\1\0\1", b"\0\0\0\0", b"\1\0\0\1", b"\0\1\1\0") * 8
    job = replace(job, codes={card.number: code for card in job.results.cards})
    text = " ".join(read_sound_pages(job, "tally-cards", paper=paper)[0].texts).replace("- ", "-")
    assert HARD[0] in text
    assert "…" not in text


def test_a_code_is_one_image_with_a_bit_for_every_square():
    """Read back square by square, and no rectangle is drawn for it."""
    rows = tuple(
        bytes((down * across + down) % 3 == 0 for across in range(29)) for down in range(29)
    )
    job = make_party_job(12)
    drawing = _drawing(
        replace(job, codes={1: rows}, results=replace(job.results, cards=job.results.cards[:1]))
    )
    image = re.search(
        rb"BI /W 29 /H 29 /BPC 1 /IM true /D \[1 0\] /F /AHx ID\s+([0-9a-f]+)> EI", drawing
    )
    bits = "".join(f"{byte:08b}" for byte in bytes.fromhex(image[1].decode()))
    assert [bits[32 * down : 32 * down + 29] for down in range(29)] == [
        "".join(map(str, row)) for row in rows
    ]
    assert drawing.count(b" re") == 0


def test_the_pattern_tells_groups_apart_without_the_word():
    """Group A has slanting strokes, group B dots: drawn, so that no colour is needed."""
    job = make_party_job(12)
    groups = [
        tuple(card for card in job.results.cards if card.group == group)[:1] for group in "AB"
    ]
    strokes, dots = (
        _drawing(replace(job, results=replace(job.results, cards=those))) for those in groups
    )
    assert [drawing.count(b"1 J") for drawing in (strokes, dots)] == [0, 2]


def _drawing(job):
    return (
        PdfReader(BytesIO(print_party_sheets(job, "tally-cards")))
        .pages[0]
        .get_contents()
        .get_data()
    )


def test_before_the_draw_the_start_is_left_blank():
    card = cards(read_sound_pages(make_party_job(12, seated=False), "tally-cards"))[4]
    assert card[1:5] == ("5", "Fred Ash", "start at", "Ladies")


def test_who_sits_out_first_reads_so_on_the_card():
    job = make_party_job(22, system="progressive-whist-1")
    resting = {
        seat.number
        for table in job.results.rounds[0].tables
        if table.sits_out
        for side in table.sides
        for seat in side
    }
    found = cards(read_sound_pages(job, "tally-cards"))
    assert {int(card[1]) for card in found if "sits out round 1" in card} == resting
    assert len(resting) == 2


def test_a_punched_card_has_fifteen_holes_in_place_of_totals():
    card = cards(read_sound_pages(make_party_job(12, has_holes=True), "tally-cards"))[4]
    index = card.index("Grand total")
    assert card[index - 17 : index - 2] == tuple(str(hole) for hole in range(1, 16))
    assert "Total" not in card


def test_plus_and_minus_have_a_box_each():
    card = cards(
        read_sound_pages(make_party_job(12, score_titles=("Plus", "Minus")), "tally-cards")
    )[4]
    assert card[7:13] == ("Round", "Table", "Partner", "Plus", "Minus", "Total")


def test_a_planned_evening_is_printed_on_the_card():
    job = make_party_job(16, system="progressive-whist-4", rounds=7, planned=7)
    card = cards(read_sound_pages(job, "tally-cards"))[0]
    at = card.index("no. · initials") + 1
    rows = [card[at + 3 * row : at + 3 * row + 3] for row in range(7)]
    assert [row[0] for row in rows] == list("1234567")
    assert {row[2] for row in rows} == {"2"}


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_a_whist_drive_card_has_the_trump_of_each_hand(paper):
    job = make_party_job(
        10, system="progressive-whist-1", rounds=12, game="whist", trumps=("H", "C", "D", "S", "NT")
    )
    card = cards(read_sound_pages(job, "drive-cards", paper=paper))[4]
    trumps = [text for text in card if text[0] in "♥♣♦♠" or text == "no trump"]
    assert trumps[:6] == ["♥ hearts", "♣ clubs", "♦ diamonds", "♠ spades", "no trump", "♥ hearts"]
    assert len(trumps) == 12


def test_a_whist_drive_card_of_24_hands_has_their_suits_by_signs():
    job = make_party_job(
        10, system="progressive-whist-1", rounds=24, game="whist", trumps=("H", "C", "D", "S", "NT")
    )
    card = cards(read_sound_pages(job, "drive-cards"))[4]
    assert [text for text in card if text in ("♥", "♣", "♦", "♠", "NT")][:6] == [
        "♥",
        "♣",
        "♦",
        "♠",
        "NT",
        "♥",
    ]
    named = make_party_job(
        10, system="progressive-whist-1", rounds=24, game="whist", trumps=("Prosperity",)
    )
    assert "Prosperity" in cards(read_sound_pages(named, "drive-cards"))[4]


@pytest.mark.parametrize(
    ("rounds", "pages"),
    [
        pytest.param(4, 2, id="six a page"),
        pytest.param(12, 3, id="four a page"),
        pytest.param(24, 6, id="two a page"),
    ],
)
def test_cards_are_cut_straight_and_as_many_a_page_as_can_be_written_on(rounds, pages):
    assert len(read_sound_pages(make_party_job(12, rounds=rounds), "tally-cards")) == pages


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_large_print_is_at_least_eighteen_points_in_the_boxes(paper):
    page = read_sound_pages(make_party_job(12), "tally-cards", paper=paper, large_print=True)[0]
    assert [item.size for item in page.drawn if item.text == "12"] == [18.0]


def test_aisles_are_named_in_a_large_room():
    job = make_party_job(256, system="large-euchre")
    last = replace(job, results=replace(job.results, cards=job.results.cards[-4:]))
    pages = read_sound_pages(last, "tally-cards")
    places = [text for text in pages[0].texts if "aisle" in text]
    assert places == [f"table 64, aisle 4, seat {seat}" for seat in "ABAB"]


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


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_whist_drive_cards_of_24_hands_come_four_a_page_with_both_halves(paper):
    pages = read_sound_pages(drive(12), "drive-cards", paper=paper)
    assert [len(cards([page])) for page in pages] == [4, 4, 4]
    card = cards(pages)[0]
    titles = ("No", "Suit", "Tricks", "Total")
    starts = [index for index in range(len(card)) if card[index : index + 4] == titles]
    hands = [tuple(text for text in card[at + 4 :] if text.isdecimal())[:12] for at in starts]
    assert hands == [tuple(str(hand) for hand in range(first, first + 12)) for first in (1, 13)]


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


def test_beside_boxes_table_and_partner_of_a_planned_evening_share_a_column():
    boxed = {"hand_boxes": 8, "box_text": describe_boxes((1, 2)), "rounds": 7, "planned": 7}
    card = cards(
        read_sound_pages(make_party_job(16, system="progressive-whist-4", **boxed), "tally-cards")
    )[0]
    at = card.index("Initials") + 1
    assert [card[at + 2 * row] for row in range(7)] == list("1234567")
    assert {card[at + 1 + 2 * row].split(" · ")[1] for row in range(7)} == {"2"}


def test_where_groups_mean_nothing_no_card_tells_them_and_its_lines_begin_higher():
    job = make_party_job(12)
    heading = replace(job.results.heading, tells_groups=False)
    (plain, *_), (grouped, *_) = (
        read_sound_pages(replace(job, results=replace(job.results, heading=told)), "tally-cards")
        for told in (heading, job.results.heading)
    )
    assert "Ladies" not in plain.texts
    assert "Ladies" in grouped.texts
    titles = [
        max(item.bottom for item in page.drawn if item.text == "Round") for page in (plain, grouped)
    ]
    assert titles[0] > titles[1]


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
