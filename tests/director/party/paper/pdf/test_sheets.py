"""What lies on the tables and hangs on the wall of a party, read back from the PDF."""

import os
from dataclasses import replace
from fractions import Fraction

import pytest

from director.errors import PrintingError
from director.party.paper.pdf.job import PrizeLine
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.sheets import PrizeRow
from scoring.party.slips import list_slips
from tests.director.party.paper.pdf.factories import (
    HARD,
    make_party_job,
    make_party_standings,
    make_player_name,
    print_party_sheets,
)
from tests.director.party.paper.pdf.test_cards import read_sound_pages
from tests.director.pdf.reading import PAPER_CASES, read_pages

PRINTS = [
    pytest.param(paper, is_large, id=f"{paper}, {'large' if is_large else 'usual'}")
    for paper in ("a4", "letter")
    for is_large in (False, True)
    if os.environ.get("CI") or is_large == (paper == "letter")
]
"""Both papers and both sizes of print; every day each of them once."""


def turned(page, degrees):
    return [item.text for item in page.drawn if item.turn in degrees]


# -- tables ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "large_print"), PRINTS)
def test_a_score_sheet_has_a_line_a_round_and_the_first_players(paper, large_print):
    pages = read_sound_pages(
        make_party_job(12, has_lone_hands=True),
        "score-sheets",
        paper=paper,
        large_print=large_print,
    )
    assert len(pages) == (3 if large_print else 2)
    texts = pages[0].texts
    assert "Head table" in texts
    assert texts[texts.index("Initials") + 1 :][:4] == ("1", "1 & 2", "3 & 4", "2")


@pytest.mark.slow
def test_at_tables_of_five_everybody_has_a_column():
    job = make_party_job(15, system="progressive-five-hundred", options={"table": "5"})
    texts = read_sound_pages(job, "score-sheets")[0].texts
    assert texts[: texts.index("Initials")].count("Nos.") == 5
    assert "Partner" not in read_sound_pages(job, "tally-cards")[0].texts


# -- charts ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "large_print"), PRINTS)
def test_the_master_has_every_meeting_of_every_round_once(paper, large_print):
    job = make_party_job(13, system="rotation", rounds=12, planned=12)
    pages = read_sound_pages(job, "rotation-charts", paper=paper, large_print=large_print)
    masters = [page for page in pages if page.width > page.height]
    cells = [text for page in masters for text in page.texts if " v " in text]
    expected = [
        " v ".join("&".join(str(seat.number) for seat in side) for side in table.sides)
        for one in job.planned_rounds
        for table in one.tables
        if not table.sits_out
    ]
    assert sorted(cells) == sorted(expected)
    assert len(masters) == 1


def test_a_large_chart_is_continued_to_the_right():
    job = make_party_job(40, system="rotation", rounds=12, planned=12)
    pages = read_pages(print_party_sheets(job, "rotation-charts"), only=[0, 1])
    assert [page.texts[3:9] for page in pages] == [
        ("Round", "Table 1", "Table 2", "Table 3", "Table 4", "Table 5"),
        ("Round", "Table 6", "Table 7", "Table 8", "Table 9", "Table 10"),
    ]


def test_a_small_chart_is_whole_on_every_copy():
    job = make_party_job(9, system="rotation", rounds=9, planned=9)
    copies = read_sound_pages(job, "rotation-charts")[1:]
    assert sum(page.texts.count("Score") for page in copies) == 9
    assert sum(" v " in text for page in copies for text in page.texts) == 9 * 9 * 2


# -- games of their own ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "large_print"), PRINTS)
def test_a_pivot_sheet_says_who_partners_whom_in_each_rubber(paper, large_print):
    job = make_party_job(12, system="pivot", rounds=3, planned=3, is_pivot=True)
    pages = read_sound_pages(job, "pivot-sheets", paper=paper, large_print=large_print)
    texts = [text for page in pages for text in page.texts]
    at = texts.index("Rubber won by") + 1
    assert texts[at : at + 9] == [
        "1",
        "1 & 2",
        "3 & 4",
        "2",
        "1 & 4",
        "3 & 2",
        "3",
        "1 & 3",
        "4 & 2",
    ]
    assert [texts.count(make_player_name(number)) for number in range(4, 13)] == [1] * 9


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_skat_sheets_have_a_line_for_each_deal_of_twenty_rounds(paper):
    job = make_party_job(11, system="skat-congress", is_skat=True)
    pages = read_sound_pages(job, "skat-sheets", paper=paper)
    assert len(pages) == 6
    deals = [text for page in pages[:2] for text in page.texts if text.isdecimal()]
    assert {str(number) for number in range(1, 81)} <= set(deals)
    assert "81" not in deals
    assert [text for text in pages[5].texts if text.startswith("No.")] == [
        "No. 9",
        "No. 10",
        "No. 11",
        "No.",
    ]
    assert "60" in pages[5].texts


# -- lists -------------------------------------------------------------------------------------------------------------


def with_names(job, names):
    cards = (replace(card, name=name) for card, name in zip(job.results.cards, names, strict=True))
    return replace(job, results=replace(job.results, cards=tuple(cards)))


def test_long_names_of_a_room_list_are_divided_at_hyphens_alone():
    usual = make_party_job(104, system="progressive-whist-1", game="whist")
    names = ["Bartholomew Cholmondeley-Warner", "Jo van Wolkenstein-Hohenburg", "Ada Ash"]
    pages = read_sound_pages(
        with_names(usual, [names[index % 3] for index in range(104)]), "room-list"
    )
    assert len(pages) == 2
    parts = {text for page in pages for text in page.texts if text.startswith(("Chol", "van W"))}
    assert all("Cholmondeley-" in text or "Wolkenstein" in text for text in parts)


def test_a_room_list_with_many_columns_takes_the_width_of_the_page():
    usual = make_party_job(52, system="progressive-whist-1", game="whist")
    cards = (
        replace(
            card, team=f"Fort {card.number % 13} (purple)", seat="A2 (away)", row=card.number % 2
        )
        for card in usual.results.cards
    )
    named = replace(usual, results=replace(usual.results, cards=tuple(cards)))
    pages = read_sound_pages(
        with_names(named, ["Ada Cholmondeley-Featherstonehaugh"] * 52), "room-list"
    )
    assert "Cholmondeley-Featherstonehaugh, Ada" in pages[0].texts
    assert [page.texts.count("Name") for page in pages] == [1, 1]


def test_a_long_tie_leaves_room_for_the_winner_and_the_prize_in_one_line():
    tie = "Kit Ash, Christopher Kerr: Two play one game; the highest takes the higher prize."
    prizes = (
        PrizeLine("First prize, A", "Most points at half-time", (), tie=tie),
        PrizeLine("First prize, Ladies", "Most points", ("Christopher Moss",), numbers=("5",)),
    )
    (page,) = read_sound_pages(make_party_job(12, prize_lines=prizes), "prize-list")
    assert "First prize, A" in page.texts
    left = next(item.left for item in page.drawn if item.text == "Winner")
    assert [item.text for item in page.drawn if abs(item.left - left) < 0.1] == [
        "Winner",
        "Christopher Moss",
    ]


def test_a_tie_is_below_its_prize_and_leaves_a_line_for_the_winner():
    tie = "Kit Ash, Christopher Kerr: They play one game; the highest takes the prize."
    prizes = (
        PrizeLine("First prize, A", "Most points", (), tie=tie),
        PrizeLine("First prize, B", "Most points", ("Christopher Moss",), numbers=("5",)),
    )
    (page,) = read_sound_pages(make_party_job(12, prize_lines=prizes), "prize-list")
    assert tie in page.texts
    assert "Most points" in page.texts
    title = next(item for item in page.drawn if item.text == "Winner")
    line_starts = [left for left, bottom, _right, top in page.lines if bottom == top]
    assert [left for left in line_starts if abs(left - title.left) < 0.1] == [
        pytest.approx(title.left, abs=0.1)
    ]


def test_prizes_in_large_print_have_whole_words():
    prizes = (PrizeLine("Second prize, A", "Second most games", ("Eva Elm",), numbers=("2",)),)
    (page,) = read_sound_pages(
        make_party_job(12, prize_lines=prizes), "prize-list", large_print=True
    )
    assert "prize" in " ".join(page.texts).replace(",", "").split()


@pytest.mark.parametrize(("paper", "large_print"), PRINTS)
def test_prizes_to_read_out_stand_in_the_order_of_giving_with_long_names_whole(paper, large_print):
    def prize(title, names, numbers, figure, amount="", open_tie=""):
        return PrizeRow(title, numbers, names, open_tie, title, "", amount, figure)

    given = (
        prize("Booby prize", ("W" * 60,), ("399 & 400",), "3 tricks", "£1.00"),
        *(
            prize(f"Raffle prize {number}", (HARD[0],), (str(number),), f"number {number}")
            for number in range(20, 0, -1)
        ),
        prize(
            "Second prize",
            HARD[:2],
            ("1", "2"),
            "40 tricks",
            open_tie="Cut; the highest card takes the prize.",
        ),
        prize("First prize", (HARD[1],), ("7",), "48 tricks", "£40.00"),
    )
    pages = read_sound_pages(
        make_party_job(12, won_prizes=given), "prize-giving", paper=paper, large_print=large_print
    )
    text = " ".join(" ".join(page.texts) for page in pages)
    titles = (
        "Booby prize",
        "Raffle prize 20",
        "Raffle prize 1",
        "Second prize",
        "First prize",
        "£40.00",
    )
    places = [text.index(title) for title in titles]
    assert places == sorted(places)
    assert "".join(text.split()).count("W" * 20) >= 1
    assert "Tied. Cut; the highest card takes the prize." in text


def test_standings_tell_the_total_beside_a_first_figure_that_is_another():
    rows = [
        replace(row, total=row.total + 6, credit=Fraction(6)) for row in make_party_standings(8)
    ]
    texts = read_sound_pages(make_party_job(8, standings=tuple(rows)), "standings")[0].texts
    assert texts[texts.index("Points") :][:5] == ("Points", "Games", "Sat", "out", "Total")


# -- what there is -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_the_hundred_numbers_stand_on_one_page_with_cuts_straight_across(paper):
    (page,) = read_sound_pages(
        make_party_job(12, slip_numbers=list_slips(1401)), "number-slips", paper=paper
    )
    assert [int(item.text) for item in page.drawn if item.size == 24.0] == list(list_slips(1401))
    assert "100 slips from 1401" in page.texts
    level = {
        line[1]
        for line in page.lines
        if (line[0], line[2]) == (0.0, pytest.approx(page.width, abs=0.1))
    }
    upright = {(line[1], line[3]) for line in page.lines if line[0] == line[2]}
    assert len(level) == 21
    assert len(upright) == 1


@pytest.mark.parametrize(("players", "lines"), [(4, 48), (3, 36)])
def test_lists_of_a_series_have_a_line_for_each_game(players, lines):
    job = make_party_job(
        players, system="skat-series", has_lists=True, series_games=48, round_noun="series"
    )
    (page,) = read_sound_pages(job, "series-lists")
    numbers = [int(text) for text in page.texts if text.isdecimal()]
    assert {*range(1, lines + 1)} <= set(numbers)
    assert max(numbers) == lines
    assert "Series 1" in page.texts


def test_kinds_that_have_nothing_say_what_to_do():
    job = make_party_job(12, seated=False)
    refused = {}
    for kind in PARTY_KINDS:
        if not kind.has_sheets(job):
            with pytest.raises(PrintingError) as caught:
                print_party_sheets(job, kind.key)
            refused[kind.key] = str(caught.value)
    draw = "nothing to print yet; draw for seats first."
    assert refused == {
        "drive-cards": "Whist-drive cards: nothing to print yet; choose a game with a trump order first.",
        "room-list": f"Seating list: {draw}",
        "rules": "Rules: nothing to print yet; choose a game in Field first.",
        "table-numbers": f"Table numbers: {draw}",
        "table-cards": "Table cards: nothing to print yet; draw for seats first.",
        "score-sheets": f"Score sheets: {draw}",
        "rotation-charts": "Rotation charts: nothing to print yet; choose a movement that doesn’t depend on who wins "
        "first.",
        "pivot-sheets": f"Pivot sheets: {draw}",
        "skat-sheets": f"Skat sheets: {draw}",
        "series-lists": f"Table lists: {draw}",
        "prize-list": "Prize list: nothing to print yet; choose prizes in Field first.",
        "prize-giving": "Prize-giving list: nothing to print yet; enter scores first.",
        "number-slips": "Number slips: nothing to print yet; add a drawn-number prize in Field and enter scores first.",
        "standings": "Standings: nothing to print yet; enter scores first.",
    }


@pytest.mark.parametrize(
    ("fields", "kind", "sentence"),
    [
        (
            {"system": "skat-series", "has_lists": True},
            "score-sheets",
            "Score sheets: This game has lists of its own. Choose Table lists.",
        ),
        (
            {"system": "skat-series", "has_lists": True},
            "table-cards",
            "Table cards: The results of this game are entered from its lists, not by phone.",
        ),
        (
            {"system": "skat-congress", "is_skat": True},
            "score-sheets",
            "Score sheets: Skat has sheets of its own. Choose Skat sheets.",
        ),
        (
            {"system": "skat-congress", "is_skat": True},
            "tally-cards",
            "Tally cards: Skat has no tally cards. Its sheets at the tables count.",
        ),
    ],
)
def test_a_seated_game_with_sheets_of_its_own_names_them(fields, kind, sentence):
    with pytest.raises(PrintingError) as caught:
        print_party_sheets(make_party_job(12, **fields), kind)
    assert str(caught.value) == sentence


def test_a_kind_of_pairs_is_no_kind_of_a_party():
    known = "Choose from tally-cards, drive-cards, room-list, rules, table-numbers, table-cards, "
    known += "score-sheets, rotation-charts, "
    with pytest.raises(PrintingError) as caught:
        print_party_sheets(make_party_job(12), "travellers")
    assert str(caught.value) == (
        f"“travellers” isn’t a kind of paper. {known}pivot-sheets, skat-sheets, series-lists, "
        "prize-list, prize-giving, number-slips, standings."
    )
    with pytest.raises(PrintingError, match="No kind of paper was named"):
        print_party_sheets(make_party_job(12))
