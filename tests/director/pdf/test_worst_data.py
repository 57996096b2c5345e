"""Every kind of sheet with the worst there can be: nothing too small, outside the page, covered, crossed or cut off.

Names of sixty characters, some without a blank; penalties, handicaps, strata and carry-over;
remarks in every round; five tables and forty; one board a round and six.
"""

from dataclasses import replace
from functools import cache

import pytest

from director.boards.play.hands import ParSheet
from director.party.sheets import PrizeRow
from director.pdf.fonts import MIN_SIZE
from director.pdf.page import MARGIN
from director.sheets import OFF_SCHEDULE_LABEL
from tests.director.party.paper.pdf.factories import (
    make_blank_prizes,
    make_party_job,
    print_party_sheets,
)
from tests.director.party.paper.pdf.factories import make_party_standings as party_standings
from tests.director.pdf.factories import (
    PrintJob,
    make_drawn_round,
    make_heading,
    make_pair_cards,
    make_print_job,
    make_recap,
    make_standings,
    make_swiss_table,
    print_sheets,
)
from tests.director.pdf.reading import read_pages

SOLID = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis"
HYPHENED = "Wilhelmina Antonia Featherstonehaugh-Cholmondeley-Warner Xyz"
NAMES = f"{SOLID} & {HYPHENED}"
MARKS = (
    "13 N-S sits out, 41 N-S plays here instead",
    "boards shared with tables 12 and 40",
    "arrow-switch: E-W hold the N-S cards",
)
REMARK = "The boards are laid out three times; each copy keeps to its own tables, and North lays it behind the others."
NEXT = ("then E-W skip a table", "then new boards")
SIZES = {"5 tables, six boards": (5, 5, 6), "40 tables, one board": (40, 13, 1)}


def too_small(page):
    return [(item.text, item.size) for item in page.drawn if item.size < MIN_SIZE - 0.01]


def check_pages(pages):
    """Nothing below the smallest size, nothing in a margin, over another text or under a line, nothing shortened."""
    assert [entry for page in pages for entry in too_small(page)] == []
    assert [fault for page in pages for fault in page.faults(MARGIN - 1)] == []
    assert [text for page in pages for text in page.texts if "…" in text] == []


def marked(rows):
    return tuple(
        replace(row, marks=(*MARKS, *NEXT), copy=f"copy {1 + row.round_no % 2} of 3")
        for row in rows
    )


def of_sessions(sheet):
    """Standings after four sessions of an event with sections up to ZZ, the third of which nobody's pair played."""
    groups = (
        replace(
            group,
            rows=tuple(
                replace(
                    row,
                    label=f"ZZ{row.label}",
                    sessions=(row.percent, row.percent, None, row.percent),
                )
                for row in group.rows
            ),
        )
        for group in sheet.groups
    )
    return replace(
        sheet,
        groups=tuple(groups),
        sessions=tuple(f"Session {number}" for number in (1, 2, 10, 11)),
    )


def burdened(sheet):
    """Standings whose rows have every column there is."""
    groups = (
        replace(
            group,
            rows=tuple(
                replace(
                    row,
                    penalties="−10 % of a top, −2.5 MP",
                    carry_over="+14.5 MP",
                    handicap="+3.5 %",
                    gross=row.total,
                    gross_percent=row.percent,
                    stratum="B",
                    stratum_places="C 12=, B 102=",
                )
                for row in group.rows
            ),
        )
        for group in sheet.groups
    )
    return replace(sheet, groups=tuple(groups))


def all_off(sheet):
    """A recap in which nothing was played as the movement had it."""
    rows = (replace(row, off_schedule=frozenset(sheet.boards)) for row in sheet.rows)
    return replace(sheet, rows=tuple(rows))


@cache
def make_worst_job(tables, rounds, per_set):
    usual = make_print_job(tables, rounds, per_set)
    few = slice(None, None, max(1, tables // 6))
    off = {"off_schedule": OFF_SCHEDULE_LABEL}
    return PrintJob(
        guide_cards=tuple(
            replace(card, rows=marked(card.rows), notes=(REMARK,)) for card in usual.guide_cards
        ),
        howell_cards=tuple(replace(card, rows=marked(card.rows)) for card in usual.howell_cards),
        safford_cards=usual.safford_cards,
        table_letters=usual.table_letters,
        travellers=tuple(
            replace(
                sheet,
                copy="copy 2 of 3",
                rows=tuple(replace(row, marks=MARKS) for row in sheet.rows),
            )
            for sheet in usual.travellers[few]
        ),
        score_slips=tuple(
            replace(slip, marks=MARKS, copy="copy 2 of 3") for slip in usual.score_slips[few][:40]
        ),
        trump_slips=tuple(
            replace(slip, copy="copy 2 of 3", heading=make_heading(tables, section="ZZ"))
            for slip in usual.trump_slips[few]
        ),
        standings=(
            burdened(
                make_standings(
                    2 * tables,
                    name=NAMES,
                    notes=("Board 7: an adjusted score counts as made. " * 9,),
                )
            ),
            of_sessions(make_standings(2 * tables, name=NAMES)),
        ),
        boards=tuple(
            replace(board, lines=tuple(replace(line, **off) for line in board.lines))
            for board in usual.boards[few]
        ),
        pairs=tuple(
            replace(
                card,
                lines=tuple(replace(line, **off) for line in card.lines),
                notes=tuple(f"Rounds 3, 4 and 5: {mark}" for mark in MARKS),
            )
            for card in make_pair_cards(2 * tables, rounds * per_set, name=NAMES)[few]
        ),
        recap=all_off(make_recap(2 * tables, rounds * per_set, name=NAMES)),
        swiss_table=make_swiss_table(2 * tables, min(rounds, 8), top=usual.recap.heading),
        guides=tuple(
            replace(
                guide,
                heading=make_heading(tables, section="ZZ"),
                label=f"ZZ{guide.number} N-S",
                players=(SOLID, HYPHENED),
                lines=tuple(
                    line
                    if line.sits_out
                    else replace(
                        line, table="ZZ40", opponents="ZZ80 E-W", opponent_names=NAMES, marks=MARKS
                    )
                    for line in guide.lines
                ),
            )
            for guide in usual.guides[few]
        ),
        draws=(make_drawn_round(tables, make_heading(tables), name=SOLID),),
        poster=replace(
            usual.poster,
            heading=make_heading(tables, event=HYPHENED, club=HYPHENED),
            address=f"http://club-computer.{'riverside-bridge.' * 3}example.org:8000/events/123456/",
        ),
        table_cards=tuple(
            replace(
                card,
                heading=make_heading(tables, section="ZZ", event=HYPHENED, club=HYPHENED),
                typed_address=f"http://club-computer.{'riverside-bridge.' * 3}example.org:8000/t/{'W' * 22}/",
                wifi=card.wifi and replace(card.wifi, network_name="W" * 32, password="M" * 63),
            )
            for card in usual.table_cards[few]
        ),
        spare_slips=2,
        hand_records=replace(
            usual.hand_records,
            heading=make_heading(tables, section="ZZ", event=HYPHENED, club=HYPHENED),
            hands=tuple(
                replace(
                    hand,
                    makeable=tuple((seat, (13, 10, 11, 12, 13)) for seat in "NESW"),
                    par=-7600,
                    par_contracts=tuple(
                        ParSheet(f"7{suit}XX", side, "13 down")
                        for suit in ("NT", "S")
                        for side in "NS"
                    ),
                    section="ZZ",
                )
                for hand in usual.hand_records.hands
            ),
        ),
    )


CODE = tuple(bytes((down * across) % 2 for across in range(29)) for down in range(29))
PARTIES = {
    "progressive": lambda: party(
        20,
        spare_cards=2,
        has_lone_hands=True,
        score_titles=("Plus", "Minus"),
        codes=dict.fromkeys(range(21), CODE),
        table_cards=lambda: make_worst_job(5, 5, 6).table_cards,
        won_prizes=tuple(
            PrizeRow(
                f"{title} prize",
                numbers=(number,) * shared,
                names=(NAMES,) * shared,
                open_tie="",
                heading="",
                outcome="",
                amount="£123.45 for the pair",
                figure="1,234 points",
            )
            for title, number, shared in (
                ("Raffle", "400", 1),
                ("Third", "399 & 400", 5),
                ("First", "17", 1),
            )
        ),
    ),
    "large": lambda: party(120, system="large-euchre", rounds=8, has_holes=True),
    "whist": lambda: party(12, system="progressive-whist-1", rounds=24, game="whist"),
    "rotation": lambda: party(13, system="rotation", rounds=12, planned=12),
    "pivot": lambda: party(12, system="pivot", rounds=3, planned=3, is_pivot=True),
    "skat": lambda: party(9, system="rotation", rounds=1, is_skat=True),
    "series": lambda: party(11, system="skat-series", rounds=1, has_lists=True, series_games=48),
}


def party(players, **changes):
    """A party in which everybody has a long name."""
    made = make_party_job(
        players,
        standings=party_standings(players),
        prize_lines=make_blank_prizes("Ladies", "Gentlemen"),
        slip_numbers=tuple(range(1, 101)),
        rules=(
            ("Score for an unplayed hand", SOLID),
            ("Who moves", " ".join(["The winners go to the next table."] * 9)),
        ),
        **changes,
    )
    names = {number: (SOLID, HYPHENED)[number % 2] for number in range(1, players + 1)}
    sheets = replace(
        made.results,
        cards=tuple(replace(card, name=names[card.number]) for card in made.results.cards),
        rounds=tuple(renamed(sheet, names) for sheet in made.results.rounds),
        standings=tuple(replace(row, name=names[row.number]) for row in made.results.standings),
    )
    return replace(
        made,
        results=sheets,
        planned_rounds=tuple(renamed(sheet, names) for sheet in made.planned_rounds),
    )


def renamed(sheet, names):
    tables = (
        replace(
            table,
            sides=tuple(
                tuple(replace(seat, name=names[seat.number]) for seat in side)
                for side in table.sides
            ),
        )
        for table in sheet.tables
    )
    return replace(sheet, tables=tuple(tables))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_large_standings_of_a_party_part_long_names_and_no_heading(paper):
    pages = read_pages(print_party_sheets(party(20), "standings", paper=paper, large_print=True))
    check_pages(pages)
    assert not {"Place", "No.", "group", "Group", "Points", "Games", "Gentlemen"} - set(
        pages[0].texts
    )


def test_amount_of_a_penalty_keeps_its_unit():
    sheet = burdened(make_standings(10, name=NAMES))
    for page in read_pages(print_sheets(PrintJob(standings=(sheet,)), "standings")):
        assert any(text.startswith("−10 %") for text in page.texts)
