"""The cases of a director's evening, with what the laws of 2017 make of each and the figures that follow.

Sets are letters, two boards each unless said; E 5, A 4 is a board with 4 results where others have
5.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.laws.irregularities.findings import (
    EffectCalculator,
    list_irregularities,
    with_ruled_lines,
)
from scoring.laws.irregularities.model import Absence, IrregularityKind, RulingChoice, TableLine
from scoring.method import check_field
from scoring.model import Board, Field, Line
from scoring.registry import get_method, rank_field
from tests.scoring.laws.irregularities.nights import (
    H8,
    M5,
    R4,
    S4,
    get_finding_facts,
    list_boards,
    list_due_lines,
    list_played_lines,
    list_replaced_lines,
    list_written_lines,
    make_field,
    make_night,
    make_played_line,
)


def key_of(pair):
    return None, pair


def scored(lines, per_board=None):
    """The field of *lines* done: on each board the first line has the best score, or scores as given for a board."""
    boards = {}
    for line in lines:
        if not line.is_void:
            boards.setdefault(line.board_no, []).append(line)
    return make_field(
        {
            board_no: [
                (line.ns, line.ew, score)
                for line, score in zip(
                    on_board,
                    (per_board or {}).get(board_no, range(420, 420 - 10 * len(on_board), -10)),
                    strict=True,
                )
            ]
            for board_no, on_board in boards.items()
        }
    )


def after(lines, *choices, per_board=None):
    ruled = [line for choice in choices for line in choice.lines]
    return with_ruled_lines(scored(lines, per_board), ruled, key_of)


def points(ranking, board_no):
    board = next(board for board in ranking.boards if board.board_no == board_no)
    return {(line.line.ns, line.line.ew): (line.ns_points, line.ew_points) for line in board.lines}


def ns_points(ranking, board_no):
    return [round(float(ns), 2) for ns, _ew in points(ranking, board_no).values()]


def figures(ranking):
    return {
        standing.contestant: (standing.percent, standing.board_count)
        for standing in ranking.standings
    }


def find(findings, kind):
    return [finding for finding in findings if finding.kind is kind]


# T1
# -------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def late_five():
    lines = list_played_lines(list_due_lines(M5), 5, {(1, 5)})
    return lines, list_irregularities(make_night(M5, lines, absences=(Absence(5, 1, 1),)))[0]


def test_a_late_pair_that_was_not_due_has_eight_boards_and_set_e_four_results_of_five(late_five):
    lines, late = late_five
    ranking = rank_field("matchpoints", after(lines, late.choices[0]))
    assert ranking.boards[0].top == 8
    assert max(ns for ns, _ in points(ranking, 9).values() if ns is not None) == Fraction(31, 4)
    assert figures(ranking)[5][1] == figures(ranking)[10][1] == 8


def test_a_late_pair_whose_boards_were_due_gets_40_and_who_waited_60(late_five):
    lines, late = late_five
    flat = replace(
        late.choices[1],
        lines=tuple(replace(line, score_text="A4060") for line in late.choices[1].lines),
    )
    ranking = rank_field("matchpoints", after(lines, flat))
    assert points(ranking, 9)[5, 10] == (Fraction(16, 5), Fraction(24, 5))
    assert figures(ranking)[5][1] == 10


def test_the_pair_at_fault_with_fewer_than_40_per_cent_gets_that_and_who_waited_more_than_60(
    late_five,
):
    lines, late = late_five
    before = figures(rank_field("matchpoints", after(lines)))
    ranking = rank_field("matchpoints", after(lines, late.choices[1]))
    assert figures(ranking)[5][0] == min(before[5][0], Fraction(8 * before[5][0] + 2 * 40, 10))


def test_55_per_cent_on_16_of_20_boards_is_55_where_not_due_and_52_where_at_fault():
    filler = [(3, 4, 0), (5, 6, 0)]
    # 55 %: of 16 boards with top 4 pair 1 has 35.2 of 64, given as assigned shares of each board
    boards = {
        board_no: [Line(1, 2, artificial=ArtificialScore(Fraction(55), Fraction(45))), *filler]
        for board_no in range(1, 17)
    }
    boards |= dict.fromkeys(range(17, 21), filler)
    rows = tuple(list_due_lines("1v2A", per_set=20))
    late = list_irregularities(
        make_night(
            "1v2A",
            [make_played_line(board_no, 1, 2, 1, 1) for board_no in range(1, 17)],
            per_set=20,
            absences=(Absence(1, 1, 1),),
        )
    )[0]
    assert len(rows) == 20
    effects = EffectCalculator(make_field(boards), get_method("matchpoints"), {}, key_of)
    assert [
        (
            effects.compute_effects(choice)[0].figure_before,
            effects.compute_effects(choice)[0].figure_after,
        )
        for choice in late.choices[:2]
    ] == [
        (Fraction(55), Fraction(55)),
        (Fraction(55), Fraction(52)),
    ]


# T6
# -------------------------------------------------------------------------------------------------------------------


def test_a_skip_forgotten_gives_60_each_and_the_first_scores_stay():
    rows = list_due_lines(S4)
    lines = (
        *list_played_lines(rows, 3, {(3, 1, 5), (3, 2, 7)}),
        make_played_line(5, 1, 7, 3, 1),
        make_played_line(7, 2, 8, 3, 2),
    )
    findings = list_irregularities(make_night(S4, lines))
    assert [finding.kind for finding in findings] == [IrregularityKind.PLAYED_TWICE] * 2
    assert findings[0].description == (
        "Pair 1 and pair 7 played board 5 at table 1 in round 3, which pair 7 had played before: the E-W pairs of 2 "
        "tables moved to the wrong tables."
    )
    proposed = [finding.choices[0] for finding in findings]
    assert [list_written_lines(choice) for choice in proposed] == [
        [(5, 1, 7, "VOID"), (5, 1, 6, "A60+/60+")],
        [(7, 2, 8, "VOID"), (7, 2, 7, "A60+/60+")],
    ]
    kept = [
        *list_played_lines(rows, 3, {(3, 1, 5), (3, 2, 7)}),
        make_played_line(5, 4, 8, 4, 4),
    ]  # the fourth table of the set, so that three results are left
    flat = [
        replace(choice, lines=tuple(_flat(line) for line in choice.lines)) for choice in proposed
    ]
    ranking = rank_field("matchpoints", after(kept, *flat))
    assert sorted(ns_points(ranking, 5)) == [0.33, 3, 3.6, 5.67]


def _flat(line):
    return replace(line, score_text=line.score_text.replace("+", "").replace("60/60", "6060"))


# T7
# -------------------------------------------------------------------------------------------------------------------


def test_a_board_that_neither_had_played_stands_and_those_left_over_get_a_line():
    lines = (
        *list_played_lines(list_due_lines(M5), 2, {(2, 2, 6)}),
        make_played_line(8, 2, 6, 2, 2),
    )
    wrong, skipped = list_irregularities(make_night(M5, lines))
    assert get_finding_facts(wrong) == (
        "wrong-board",
        "Law 15B2; Law 15B3, Law 12C2(a)",
        ["stands"],
    )
    assert list_written_lines(wrong.choices[0]) == [(8, 5, 10, "A60+/60+")]
    assert list_replaced_lines(wrong.choices[0]) == [(8, 2, 10), (8, 5, 6)]
    assert skipped.description == (
        "Pair 2 and pair 6 haven’t played board 6, due at table 2 in round 2; they played board 8 instead."
    )
    assert [choice.key for choice in skipped.choices] == [
        "later",
        "award-40-40",
        "award-40-60",
        "award-60-40",
        "award-50-50",
        "award-60-60",
        "not-due",
    ]


def test_four_results_and_a_line_of_60_are_adjusted_to_five():
    scores = {
        8: [Line(1, 8, 420), Line(2, 6, 450), Line(3, 7, 420), Line(4, 9, -50)],
        1: [(n, n + 5, 0) for n in range(1, 6)],
    }
    wrong = list_irregularities(
        make_night(
            M5,
            (
                *list_played_lines(list_due_lines(M5), 2, {(2, 2, 6)}),
                make_played_line(8, 2, 6, 2, 2),
            ),
        )
    )[0]
    ranking = rank_field(
        "matchpoints",
        with_ruled_lines(make_field(scores), [_flat(wrong.choices[0].lines[0])], key_of),
    )
    assert ns_points(ranking, 8) == [4, 7.75, 4, 0.25, 4.8]
    assert points(ranking, 8)[5, 10] == (Fraction(24, 5), Fraction(24, 5))


def test_an_awarded_line_is_no_irregularity():
    lines = (
        *list_played_lines(list_due_lines(M5), 2, {(2, 2, 6)}),
        make_played_line(8, 2, 6, 2, 2),
    )
    given = (
        TableLine(8, 5, 10),
        TableLine(6, 2, 6),
        *(TableLine(8, *pairs) for pairs in ((2, 10), (5, 6))),
    )
    assert list_irregularities(make_night(M5, lines, awarded_lines=given)) == ()


# T8
# -------------------------------------------------------------------------------------------------------------------


def test_a_relay_passed_over_leaves_two_pairs_a_line_on_each_board():
    lines = (
        *list_played_lines(list_due_lines(R4), 2, {(2, 2)}),
        make_played_line(7, 2, 5, 2, 2),
        make_played_line(8, 2, 5, 2, 2),
    )
    wrong, skipped = list_irregularities(make_night(R4, lines))
    assert wrong.description.endswith(
        "they weren’t due to play: this set wasn’t in play in this round."
    )
    assert list_written_lines(wrong.choices[0]) == [(7, 4, 8, "A60+/60+"), (8, 4, 8, "A60+/60+")]
    assert skipped.board_nos == (5, 6)
    assert skipped.choices[0].key == "later"


# T9
# -------------------------------------------------------------------------------------------------------------------


def test_exchanged_sets_are_judged_board_by_board():
    lines = list_played_lines(list_due_lines(M5), 2, {(2, 2), (2, 4)})
    lines += tuple(make_played_line(board, 2, 6, 2, 2) for board in list_boards("E"))
    lines += tuple(make_played_line(board, 4, 8, 2, 4) for board in list_boards("C"))
    findings = list_irregularities(make_night(M5, lines))
    twice, wrong = findings[0], findings[1]
    assert twice.description == (
        "Pair 4 and pair 8 played boards 5, 6 at table 4 in round 2, which pair 8 had played before: tables 2 and 4 "
        "swapped boards."
    )
    assert list_written_lines(twice.choices[0])[:1] + list_written_lines(twice.choices[0])[2:] == [
        (5, 4, 8, "VOID"),
        (5, 4, 10, "A40-/60+"),
        (6, 4, 10, "A40-/60+"),
    ]
    assert [choice.key for choice in twice.choices] == ["void-full", "void-partly", "void-none"]
    assert list_written_lines(wrong.choices[0]) == [(9, 3, 9, "A60+/60+"), (10, 3, 9, "A60+/60+")]
    assert [(finding.pairs, finding.board_nos) for finding in findings[2:]] == [
        ((2, 6), (5, 6)),
        ((4, 8), (9, 10)),
    ]


# T10
# ------------------------------------------------------------------------------------------------------------------


def test_a_set_that_one_side_had_played_is_void_and_the_other_side_loses_it():
    lines = (
        *list_played_lines(list_due_lines(H8), 3, {(3, 3)}),
        *(make_played_line(board, 5, 2, 3, 3) for board in list_boards("C")),
    )
    twice, skipped = list_irregularities(make_night(H8, lines))
    assert [text for *_, text in list_written_lines(twice.choices[0])] == [
        "VOID",
        "VOID",
        "A60+/40-",
        "A60+/40-",
    ]
    assert list_written_lines(twice.choices[0])[2] == (5, 1, 5, "A60+/40-")
    assert skipped.board_nos == tuple(list_boards("G"))
    assert skipped.pairs == (5, 2)


def test_a_line_that_is_void_already_is_not_made_so_again():
    lines = (
        *list_played_lines(list_due_lines(H8), 3, {(3, 3)}),
        *(make_played_line(board, 5, 2, 3, 3, is_void=True) for board in list_boards("C")),
    )
    twice = list_irregularities(make_night(H8, lines))[0]
    assert [text for *_, text in list_written_lines(twice.choices[0])] == ["A60+/40-", "A60+/40-"]
    given = tuple(TableLine(board, 1, 5) for board in list_boards("C"))
    assert (
        find(
            list_irregularities(make_night(H8, lines, awarded_lines=given)),
            IrregularityKind.PLAYED_TWICE,
        )
        == []
    )


# T11
# ------------------------------------------------------------------------------------------------------------------


def test_the_wrong_pair_at_a_table_finishes_the_board_and_the_pairs_left_over_get_60():
    lines = (
        *list_played_lines(list_due_lines(M5), 2, {(2, 3, 7)}),
        make_played_line(7, 3, 6, 2, 3),
    )
    (wrong,) = list_irregularities(make_night(M5, lines))
    assert (
        wrong.description
        == "Pair 3 and pair 6 played board 7 at table 3 in round 2; pair 3 and pair 7 were due."
    )
    assert list_written_lines(wrong.choices[0]) == [(7, 5, 7, "A60+/60+")]


# T12
# ------------------------------------------------------------------------------------------------------------------


def test_who_sat_the_other_way_round_is_scored_as_they_sat():
    switched = M5.replace("4v10C 5v6D", "10v4C 5v6D")
    lines = (
        *list_played_lines(list_due_lines(switched), 5, {(5, 4)}),
        *(make_played_line(board, 4, 10, 5, 4) for board in list_boards("C")),
    )
    (turned,) = list_irregularities(make_night(switched, lines))
    assert turned.description == (
        "Wrong direction: pair 4 sat N-S and pair 10 E-W on boards 5, 6 at table 4 in round 5."
    )
    assert turned.is_open is False
    assert turned.choices[0].lines == ()
    assert (4, 10) in points(rank_field("matchpoints", scored(lines)), 5)


# T13, T14
# -------------------------------------------------------------------------------------------------------------


def fouled(groups):
    lines = [(n, n + 5, score, group) for n, (score, group) in enumerate(groups, start=1)]
    return make_field(
        {
            5: [Line(ns, ew, score, group=group) for ns, ew, score, group in lines],
            1: [(n, n + 5, 0) for n in range(1, 6)],
        }
    )


@pytest.mark.parametrize(
    ("sizes", "acbl", "ebu"),
    [
        ((3, 2), [[91.7, 50, 8.3], [65, 55]], [[91.7, 50, 8.3], [81.2, 18.8]]),
        (
            (5, 3),
            [[95.7, 72.9, 50, 27.1, 4.3], [70, 60, 50]],
            [[95.7, 72.9, 50, 27.1, 4.3], [88.1, 50, 11.9]],
        ),
        (
            (6, 2),
            [[97.6, 78.6, 59.5, 40.5, 21.4, 2.4], [65, 55]],
            [[97.6, 78.6, 59.5, 40.5, 21.4, 2.4], [65, 55]],
        ),
        ((3, 3), [[70, 60, 50], [70, 60, 50]], [[90, 50, 10], [90, 50, 10]]),
        ((4, 1), [[96.9, 65.6, 34.4, 3.1], [60]], [[96.9, 65.6, 34.4, 3.1], [60]]),
        ((5,), [[100, 75, 50, 25, 0]], [[100, 75, 50, 25, 0]]),
    ],
    ids=str,
)
def test_small_groups_by_the_acbl_and_by_the_white_book(sizes, acbl, ebu):
    groups = [
        (-10 * index, str(group or "")) for group, size in enumerate(sizes) for index in range(size)
    ]
    lines = tuple(
        Line(n, n, score, group=group) for n, (score, group) in enumerate(groups, start=1)
    )
    for rule, percents in (("acbl", acbl), ("special", ebu)):
        board = rank_field(
            "matchpoints", Field(2, (Board(5, lines),)), {"small_groups": rule}
        ).boards[0]
        shares = [
            float(round(Fraction(scored.ns_points) * 100 / board.top, 1)) for scored in board.lines
        ]
        assert shares == [share for group in percents for share in group]


def test_groups_are_told_and_stand():
    lines = list_played_lines(list_due_lines(M5), 5)
    lines = tuple(
        replace(line, group="b") if line.board_no == 5 and line.round_no > 2 else line
        for line in lines
    )
    (findings,) = list_irregularities(make_night(M5, lines))
    assert findings.description == "Board 5 is fouled: groups of 2 and 3 results."
    assert findings.is_open is False


def test_a_result_alone_in_its_form_is_60_for_both_and_the_others_are_adjusted():
    lines = list_played_lines(list_due_lines(M5), 5)
    lines = tuple(
        replace(line, group="b") if (line.board_no, line.round_no) == (5, 3) else line
        for line in lines
    )
    (lone,) = list_irregularities(make_night(M5, lines))
    assert (lone.description, lone.law) == (
        "Board 5 was fouled for pair 1 and pair 9 only.",
        "Law 87",
    )
    assert list_written_lines(lone.choices[0]) == [(5, 1, 9, "A60+/60+")]
    ranking = rank_field(
        "matchpoints",
        after(lines, replace(lone.choices[0], lines=(_flat(lone.choices[0].lines[0]),))),
    )
    assert sorted(ns_points(ranking, 5)) == [0.25, 2.75, 4.8, 5.25, 7.75]


def test_a_method_that_rates_small_groups_itself_leaves_nothing_to_settle():
    lines = list_played_lines(list_due_lines(M5), 5)
    lines = tuple(
        replace(line, group="b") if (line.board_no, line.round_no) == (5, 3) else line
        for line in lines
    )
    (lone,) = list_irregularities(replace(make_night(M5, lines), scores_lone_results=True))
    assert not lone.is_open


# T15, T16
# -------------------------------------------------------------------------------------------------------------


def test_a_pair_that_leaves_before_half_has_never_played():
    lines = list_played_lines(list_due_lines(M5, 4), 5, {(3, 3), (4, 3), (5, 3)})
    (left,) = list_irregularities(
        make_night(M5, lines, per_set=4, absences=(Absence(3, 3, 5, has_left=True),))
    )
    assert (
        left.description
        == "Pair 3 withdrew before half of the session, after round 2: boards 1–8, 17–20 are left."
    )
    assert get_finding_facts(left) == (
        "left",
        "Law 12C2(a); White Book 2.4",
        ["cancel", "keep", "keep-not-due"],
    )
    cancelled = rank_field("matchpoints", after(lines, left.choices[0]))
    assert {board.top for board in cancelled.boards} == {6}
    assert {
        len([ns for ns, _ in points(cancelled, board).values() if ns is not None])
        for board in range(1, 21)
    } == {4}
    seen = figures(cancelled)
    assert 3 not in seen or seen[3][0] is None
    assert {seen[pair][1] for pair in range(6, 11)} == {16}
    assert {seen[pair][1] for pair in (1, 2, 4, 5)} == {20}


def test_a_pair_that_is_no_more_in_the_movement_can_still_be_taken_out_of_the_scores():
    without = M5.replace("3v6E", "1v6E").replace("3v10A", "1v10A").replace("3v9B", "1v9B")
    rows = tuple(row for row in list_due_lines(without) if row.round_no < 3 or row.ns != 1)
    known = replace(
        make_night(
            M5,
            list_played_lines(list_due_lines(M5), 2),
            absences=(Absence(3, 3, 5, has_left=True),),
        ),
        due_lines=rows,
    )
    (left,) = [
        finding for finding in list_irregularities(known) if finding.kind is IrregularityKind.LEFT
    ]
    assert (
        left.description
        == "Pair 3 withdrew before half of the session, after round 2: no boards are left."
    )
    assert [(choice.key, len(choice.lines)) for choice in left.choices] == [
        ("cancel", 4),
        ("keep-not-due", 0),
    ]


def test_every_opponent_of_a_pair_that_leaves_sees_what_a_choice_costs():
    lines = list_played_lines(list_due_lines(M5, 4), 5, {(3, 3), (4, 3), (5, 3)})
    (left,) = list_irregularities(
        make_night(M5, lines, per_set=4, absences=(Absence(3, 3, 5, has_left=True),))
    )
    effects = EffectCalculator(
        scored(lines), get_method("matchpoints"), {}, key_of
    ).compute_effects(left.choices[0])
    assert [effect.pair for effect in effects] == [3, 8, 7, 6, 10, 9]
    assert [effect.figure_after for effect in effects if effect.pair == 3] == [None]
    assert all(
        effect.figure_before != effect.figure_after for effect in effects if effect.pair in (7, 8)
    )


def test_a_pair_that_leaves_after_half_keeps_its_scores_and_its_opponents_get_60():
    lines = list_played_lines(list_due_lines(M5, 4), 5, {(4, 3), (5, 3)})
    (left,) = list_irregularities(
        make_night(M5, lines, per_set=4, absences=(Absence(3, 4, 5, has_left=True),))
    )
    assert (
        left.description
        == "Pair 3 withdrew after half of the session, after round 3: boards 1–8 are left."
    )
    assert [choice.key for choice in left.choices] == ["keep", "keep-not-due", "cancel"]
    assert {text for *_, text in list_written_lines(left.choices[0])} == {"A40-/60+"}
    assert {(ns, ew) for _, ns, ew, _ in list_written_lines(left.choices[0])} == {(3, 10), (3, 9)}
    kept = rank_field("matchpoints", after(lines, left.choices[0]))
    assert ns_points(kept, 1)[0] == 7.75  # sets A and B: four results of five
    assert {board.top for board in kept.boards} == {8}


def test_48_per_cent_on_12_boards_and_8_at_40_are_44_80():
    boards = {
        n: [
            Line(3, 8, artificial=ArtificialScore(Fraction(48), Fraction(52))),
            (1, 2, 0),
            (4, 5, 0),
        ]
        for n in range(1, 13)
    }
    boards |= {
        n: [
            Line(3, 9, artificial=ArtificialScore(Fraction(40), Fraction(60))),
            (1, 2, 0),
            (4, 5, 0),
        ]
        for n in range(13, 21)
    }
    assert figures(rank_field("matchpoints", make_field(boards)))[3] == (Fraction("44.8"), 20)


# T20
# ------------------------------------------------------------------------------------------------------------------


def test_a_round_that_is_cut_was_due_for_nobody():
    lines = list_played_lines(list_due_lines(M5), 4)
    (cut,) = list_irregularities(make_night(M5, lines, cancelled_rounds=(5,)))
    assert cut.description == "Round 5 won’t be played: 10 results are dropped."
    assert cut.law == "Law 8C, Law 82B2"
    assert [choice.key for choice in cut.choices] == ["not-due"]
    ranking = rank_field("matchpoints", after(lines, cut.choices[0]))
    assert {board.top for board in ranking.boards} == {6}
    assert {boards for _, boards in figures(ranking).values()} == {8}
    assert not any("Neuberg" in note for note in ranking.notes)


def test_cutting_the_round_of_the_arrow_switch_is_warned_of():
    switched = " / ".join([*M5.split(" / ")[:4], "7v1E 8v2A 9v3B 10v4C 6v5D"])
    (cut,) = list_irregularities(
        make_night(switched, list_played_lines(list_due_lines(switched), 4), cancelled_rounds=(5,))
    )
    assert cut.description.endswith(
        "the arrow-switch is lost too, so N-S and E-W need separate rankings."
    )


# Beside the cases
# -----------------------------------------------------------------------------------------------------


def test_a_table_that_was_slow_is_judged_by_fault_and_all_tables_together_are_not():
    rows = list_due_lines(M5)
    (slow,) = list_irregularities(make_night(M5, list_played_lines(rows, 2, {(2, 2, 6)})))
    assert (
        slow.description
        == "Did pair 2 and pair 6 play board 6 at table 2 in round 2? No result has been entered."
    )
    assert slow.law == "Law 12C2(a)"
    assert slow.is_uncertain is True
    (everybody,) = list_irregularities(
        make_night(
            M5,
            list_played_lines(
                rows, 2, {(2, table, 2 * n) for table in range(1, 6) for n in range(1, 6)}
            ),
        )
    )
    assert everybody.description == (
        "Was round 2 cut short? Every table has 1 board without a result."
    )
    assert everybody.is_uncertain
    assert [choice.key for choice in everybody.choices] == ["not-due", "later", "award-60-60"]
    assert len(everybody.choices[0].lines) == 5


def test_late_play_waits_for_a_round_in_which_both_sit_out():
    plan = "1v2A 3v4B / 3v4A 5v6B / 5v6A 1v2B"
    (missing,) = list_irregularities(
        make_night(plan, list_played_lines(list_due_lines(plan), 1, {(1, 1, 2)}))
    )
    assert missing.choices[0].label == "Play it later, after the last round"
    wider = "1v2A 3v4B / 3v4C 5v6B / 5v6A 1v2B"
    (missing,) = list_irregularities(
        make_night(wider, list_played_lines(list_due_lines(wider), 1, {(1, 1, 2)}))
    )
    assert (
        missing.choices[0].label
        == "Play it later, in round 2, when both sit out and the boards are free"
    )


def test_a_night_as_it_was_planned_has_nothing_to_settle():
    for plan in (M5, S4, R4, H8):
        rows = list_due_lines(plan)
        assert list_irregularities(make_night(plan, list_played_lines(rows, 3))) == ()


def test_a_field_after_every_choice_has_no_fault():
    lines = list_played_lines(list_due_lines(M5), 2, {(2, 2), (2, 4)})
    lines += tuple(make_played_line(board, 2, 6, 2, 2) for board in list_boards("E"))
    lines += tuple(make_played_line(board, 4, 8, 2, 4) for board in list_boards("C"))
    findings = list_irregularities(make_night(M5, lines))
    twice, others = findings[0], findings[1:]
    for choice in twice.choices:
        assert (
            check_field(after_void(lines, choice, *(finding.choices[0] for finding in others)))
            == []
        )


def after_void(lines, *choices):
    void = {
        (board, ns, ew)
        for choice in choices
        for board, ns, ew, text in list_written_lines(choice)
        if text == "VOID"
    }
    kept = [line for line in lines if (line.board_no, line.ns, line.ew) not in void]
    return after(kept, *choices)


def test_an_only_pair_left_over_has_a_line_of_its_side_alone():
    plan = "1v2A 3v4B / 1v3C 2v4D / 1v4B 2v3E"
    lines = (
        *list_played_lines(list_due_lines(plan), 2, {(2, 1)}),
        *(make_played_line(board, 1, 2, 2, 1) for board in list_boards("B")),
    )
    wrong = find(list_irregularities(make_night(plan, lines)), IrregularityKind.WRONG_BOARD)
    assert [list_written_lines(finding.choices[0]) for finding in wrong] == [
        []
    ]  # 4 has B from the first round
    plan = "1v2A 5v6B / 1v3C 2v4D / 1v4B 2v3E"
    lines = (
        *list_played_lines(list_due_lines(plan), 2, {(2, 1), (2, 2)}),
        *(make_played_line(board, 1, 2, 2, 1) for board in list_boards("B")),
    )
    (wrong,) = find(list_irregularities(make_night(plan, lines)), IrregularityKind.WRONG_BOARD)
    assert list_written_lines(wrong.choices[0])[0] == (3, 1, 4, "ANP/60+")
    assert wrong.choices[0].label == "Keep the score; 60% for pair 4"


def test_a_method_without_own_averages_gets_bare_shares():
    lines = (
        *list_played_lines(list_due_lines(M5), 2, {(2, 2, 6)}),
        make_played_line(8, 2, 6, 2, 2),
    )
    wrong = list_irregularities(replace(make_night(M5, lines), has_own_average=False))[0]
    assert list_written_lines(wrong.choices[0]) == [(8, 5, 10, "A6060")]


def test_a_choice_that_a_method_cannot_score_has_no_figures():
    lines = (
        *list_played_lines(list_due_lines(M5), 2, {(2, 2, 6)}),
        make_played_line(8, 2, 6, 2, 2),
    )
    wrong = list_irregularities(make_night(M5, lines))[0]
    effects = EffectCalculator(scored(lines), get_method("aggregate"), {}, key_of)
    assert effects.compute_effects(wrong.choices[0]) == ()
    assert effects.compute_effects(RulingChoice("stands", "It stands"), pairs=(5,))[0].pair == 5


def test_a_board_not_yet_entered_is_not_reported_as_left_out():
    rows = list_due_lines(M5)
    known = make_night(M5, list_played_lines(rows, 2, {(2, 2, 6)}))
    assert len(list_irregularities(known)) == 1
    assert list_irregularities(replace(known, missing_results=frozenset({(6, 2, 6)}))) == ()


def test_a_late_pair_is_said_to_be_due_without_words_of_other_choices():
    lines = list_played_lines(list_due_lines(M5, 4), 5, {(1, 3), (2, 3)})
    (late,) = list_irregularities(
        make_night(M5, lines, per_set=4, absences=(Absence(3, 1, 2, has_left=False),))
    )
    due_choices = [choice.label for choice in late.choices if choice.label.startswith("Due: ")]
    assert due_choices
    assert not [words for words in due_choices if "Scores count" in words]
