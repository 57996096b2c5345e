"""What stands on guide cards, travellers and pick-up slips, taken from the stored plan."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.boards.movement.cards.cards import (
    explain_unfit_travellers,
    fetch_required_plan,
    make_guide_cards,
    make_movement_cards,
    make_notes_by_pair,
    make_score_slips,
    make_travellers,
)
from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.numbering import make_planned_section
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import make_heading
from director.errors import NoPlanError
from movements.registry import MOVEMENTS, make_plan
from movements.swiss.plans import DrawnRound, make_plan_of_rounds
from tests.factories import make_night, make_section
from tests.golden import assert_golden

pytestmark = pytest.mark.django_db

CHOSEN_CARDS = [
    ("mitchell", 13, {}, 7),
    ("mitchell", 13, {"half_table": "ns"}, 7),
    ("mitchell", 12, {"even": "skip"}, 6),
    ("mitchell", 12, {"even": "share"}, 1),
    ("mitchell", 12, {"even": "share"}, 4),
    ("howell", 8, {}, 2),
    ("howell", 7, {}, 1),
    ("one-winner-mitchell", 10, {}, 1),
    ("short-howell", 10, {}, 2),
    ("short-howell", 12, {}, 2),
    ("fairest", 9, {}, 1),
    ("barometer-howell", 8, {}, 2),
    ("hesitation-mitchell", 8, {}, 4),
    ("rover-mitchell", 9, {}, 1),
    ("web-mitchell", 20, {}, 10),
    ("double-mitchell", 12, {}, 1),
    ("appendix-mitchell", 14, {}, 7),
    ("mitchell-1900", 12, {}, 6),
    ("clay", 12, {"groups": "single"}, 2),
    ("snow", 8, {}, 2),
    ("parallel", 12, {}, 3),
    ("howell-snow", 8, {}, 2),
    ("safford", 8, {}, 4),
    ("four-pairs", 4, {}, 2),
    ("mnemonic-pairs", 8, {}, 2),
]
CARDS = CHOSEN_CARDS + [
    (spec.key, spec.legal_sizes[len(spec.legal_sizes) // 2], {}, 1)
    for spec in MOVEMENTS
    if spec.contest == "pairs" and spec.key not in {key for key, *_ in CHOSEN_CARDS}
]
"""Each movement's card: its key, number of pairs, options and table."""


def card_text(card) -> str:
    """Return a guide card as lines that a person can review."""
    lines = [f"{card.heading.movement}; table {card.table_no}"]
    lines.append(
        f"always: N-S {card.ns_move or '?'} | E-W {card.ew_move or '?'} | boards {card.boards_move or '?'}"
    )
    lines += [f"remark: {note}" for note in card.notes]
    for row in card.rows:
        cells = (
            str(row.round_no),
            row.ns,
            row.ew,
            row.boards,
            row.ns_next,
            row.ew_next,
            row.boards_next,
        )
        lines.append(" | ".join((*cells, ", ".join(row.marks))).rstrip(" |"))
    return "\n".join(lines) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "pairs", "options", "table_no"),
    CARDS,
    ids=[
        "-".join([case[0], str(case[1]), *case[2].values(), f"table-{case[3]}"]) for case in CARDS
    ],
)
def test_guide_card_says_who_where_and_what_next(key, pairs, options, table_no):
    section = make_night(key=key, pairs=pairs, boards_per_set=2, named=False, options=options)
    cards = make_guide_cards(section, section.plan)
    name = "-".join([key, str(pairs), *options.values(), f"table-{table_no}"])
    assert_golden(f"sheets/guide-card-{name}.txt", card_text(cards[table_no - 1]))


def test_howell_card_of_table_2_is_the_printed_one():
    """[WDW1900] p. 41, card of table 2 for eight pairs: pairs and deals of its seven rounds."""
    section = make_night(key="howell", pairs=8, boards_per_set=1, named=False)
    card = make_guide_cards(section, section.plan)[1]
    assert [(row.ns, row.ew, row.boards) for row in card.rows] == [
        ("6", "3", "4"),
        ("7", "4", "5"),
        ("1", "5", "6"),
        ("2", "6", "7"),
        ("3", "7", "1"),
        ("4", "1", "2"),
        ("5", "2", "3"),
    ]
    assert (card.ns_move, card.ew_move) == ("to table 4, E-W", "to table 3, E-W")


def test_the_cards_of_drawn_rounds_send_everybody_to_the_next_draw():
    """Of two rounds drawn of seven, with a bye after the first, no rule is read for the others."""
    rounds = [DrawnRound(((1, 2), (3, 4)), (5,)), DrawnRound(((3, 1), (5, 2)), (4,))]
    section = make_night(pairs=5, named=False)
    movement = make_plan_of_rounds(
        "swiss-pairs", rounds, boards_per_set=2, options=(("planned_rounds", "7"),)
    )
    cards = make_movement_cards(section, movement, make_heading(section, section.plan))
    assert not any(row.marks for card in cards for row in card.rows)
    card = cards[1]
    assert (card.ns_move, card.ew_move, card.boards_move) == ("", "", "")
    assert [(row.ns_next, row.ew_next) for row in card.rows] == [
        ("to table 1, N-S", "sit out"),
        ("see the next draw", "see the next draw"),
    ]


@pytest.mark.parametrize(("key", "pairs"), [("mitchell", 13), ("mitchell", 12), ("howell", 9)])
def test_travellers_and_slips_hold_every_line_of_the_plan_once(key, pairs):
    section = make_night(key=key, pairs=pairs, boards_per_set=3, named=False)
    plan = section.plan
    wanted = sorted(
        (
            line.board_no,
            line.round_no,
            line.table_no,
            section.get_label(line.ns),
            section.get_label(line.ew),
        )
        for line in fetch_section_lines(section).all
    )
    on_travellers = sorted(
        (sheet.board_no, row.round_no, row.table_no, row.ns, row.ew)
        for sheet in make_travellers(section, plan)
        for row in sheet.rows
    )
    on_slips = sorted(
        (board.board_no, slip.round_no, slip.table_no, slip.ns, slip.ew)
        for slip in make_score_slips(section, plan)
        for board in slip.boards
    )
    assert on_travellers == wanted
    assert on_slips == wanted


def test_traveller_lists_pairs_in_order_with_dealer_and_vulnerability():
    section = make_night(pairs=13, boards_per_set=3, named=False)
    sheet = make_travellers(section, section.plan)[6]
    assert sheet.board_no == 7
    assert sheet.dealer == "South"
    assert sheet.vulnerability == "All"
    assert [row.ns for row in sheet.rows] == ["1 N-S", "2 N-S", "3 N-S", "4 N-S", "6 N-S", "7 N-S"]


def test_every_sheet_carries_the_fingerprint():
    section = make_night(pairs=8, named=False)
    plan = section.plan
    sheets = [
        *make_guide_cards(section, plan),
        *make_travellers(section, plan),
        *make_score_slips(section, plan),
    ]
    assert {sheet.heading.fingerprint for sheet in sheets} == {plan.fingerprint}


def test_cards_before_a_movement_is_chosen_are_refused():
    with pytest.raises(NoPlanError) as refused:
        fetch_required_plan(make_section())
    assert str(refused.value) == "No movement has been chosen yet. Choose one in Field."


NO_TRAVELLERS = [
    pytest.param(
        "barometer-howell", 8, 2, {},
        "Every table has its own copy of the boards, so no board moves from table to table. Use pick-up slips.",
        id="a copy for every table",
    ),
    pytest.param(
        "mitchell", 16, 1, {"even": "share"},
        "Tables 1 and 8 play board 1 at the same time in round 1, but a traveller can only be at one of them. "
        "Use pick-up slips.",
        id="one board at two tables",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("key", "pairs", "per_set", "options", "sentence"), NO_TRAVELLERS)
def test_no_travellers_where_none_can_go_round(key, pairs, per_set, options, sentence):
    section = make_night(key=key, pairs=pairs, boards_per_set=per_set, named=False, options=options)
    plan = section.plan
    assert make_travellers(section, plan) == ()
    assert explain_unfit_travellers(load_movement(plan)) == sentence


@pytest.mark.parametrize(
    "spec", [spec for spec in MOVEMENTS if spec.contest == "pairs"], ids=lambda spec: spec.key
)
def test_a_traveller_is_never_at_two_tables_at_once(spec):
    plan = make_plan(
        spec.key, pairs=spec.legal_sizes[min(6, len(spec.legal_sizes) - 1)], boards_per_set=1
    )
    if explain_unfit_travellers(plan):
        return
    places = [
        (row.round_no, row.copy_no, index, no)
        for row in plan.rows
        for index, no in enumerate(row.boards)
    ]
    assert len(places) == len(set(places))


def test_slips_and_travellers_say_what_is_special_in_the_words_of_the_guide_card():
    section = make_night(key="one-winner-mitchell", pairs=16, boards_per_set=2, named=False)
    plan = section.plan
    on_cards = {
        (card.table_no, row.round_no): row.marks
        for card in make_guide_cards(section, plan)
        for row in card.rows
    }
    special = {
        key: marks
        for key, marks in on_cards.items()
        if "arrow-switch: E-W hold the N-S cards" in marks
    }
    assert special
    for slip in make_score_slips(section, plan):
        assert [
            mark for mark in on_cards[slip.table_no, slip.round_no] if not mark.startswith("then ")
        ] == [*slip.marks]
    for sheet in make_travellers(section, plan):
        for row in sheet.rows:
            assert [
                mark
                for mark in on_cards[row.table_no, row.round_no]
                if not mark.startswith("then ")
            ] == [*row.marks]


def test_a_scorecard_says_nothing_of_shared_boards():
    plan = make_plan("round-robin", teams=6, boards_per_set=4)
    notes = make_notes_by_pair(make_planned_section(None, plan), plan)
    assert [note for told in notes.values() for note in told] == []
    pairs = make_plan("mitchell", pairs=7, boards_per_set=2)
    sits_out = make_notes_by_pair(make_planned_section(None, pairs), pairs)
    assert any("sits out" in note for told in sits_out.values() for note in told)


def test_cards_need_the_same_queries_at_every_size():
    def queries(pairs: int) -> int:
        section = fetch_section(make_night(pairs=pairs, named=False).session_id)
        with CaptureQueriesContext(connection) as captured:
            plan = section.plan
            (
                make_guide_cards(section, plan),
                make_travellers(section, plan),
                make_score_slips(section, plan),
            )
        return len(captured)

    assert queries(6) == queries(40)
