"""Entering, correcting, taking out and undoing results; nobody's result is lost."""

import pytest

from director.boards.movement.lines.progress import TypedLine
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result, enter_results
from director.errors import ChangedMeanwhileError, DeskError, NotMeetingError
from director.models import Result, ResultVersion
from movements.registry import make_plan
from scoring.errors import ScoringError
from tests.director.boards.play.scores.entry_pages import mask_time
from tests.factories import enter_result_from_page, make_director, make_night, make_section


@pytest.fixture
def enter(section, director):
    """Enter a result for board 1 of the first table as the director, unless told otherwise."""

    def enter(text: str, version: int | None = None, **changes) -> Result | None:
        if version is not None:
            return enter_result_from_page(
                section, (1, 1, 6), text, changes.get("user", director), version
            )
        return enter_result(
            **({"section": section, "board_no": 1, "ns": 1, "ew": 6, "user": director} | changes),
            text=text,
        )

    return enter


def values(result: Result) -> list[tuple[int, str, str]]:
    """Return every former value of *result* with who had entered and who replaced it."""
    return [
        (old.text, str(old.entered_by), str(old.replaced_by))
        for old in result.versions.order_by("version")
    ]


class TestEntering:
    def test_stores_canonical_text_score_place_and_who(self, enter, director):
        result = enter(" 4s= ")
        assert result.text == "4S="
        assert result.ns_score == 420
        assert result.round_no == 1
        assert result.table_no == 1
        assert result.version == 1
        assert result.entered_by == director
        assert result.entered_at is not None
        assert not ResultVersion.objects.exists()

    @pytest.mark.parametrize(
        ("typed", "text", "score"),
        [
            pytest.param("pass", "PASS", 0, id="passed-out"),
            pytest.param("a6040", "A6040", None, id="artificial"),
            pytest.param("np late", "NP: late", None, id="not-played"),
            pytest.param("620", "+620", 620, id="bare-score"),
        ],
    )
    def test_stores_what_is_no_contract(self, enter, typed, text, score):
        result = enter(typed, board_no=2)  # N-S vulnerable
        assert (result.counted, result.counted_score) == (text, score)

    def test_same_again_changes_nothing(self, enter):
        first = enter("4SS=")
        again = enter("4 s s =", user=make_director("cleo"))
        assert again.pk == first.pk
        assert again.version == 1
        assert again.entered_by == first.entered_by
        assert again.entered_at == first.entered_at
        assert not ResultVersion.objects.exists()

    def test_whist_counts_the_tricks_of_ns(self, director):
        section = make_section(game="whist")
        store_plan(section=section, movement=make_plan("mitchell", pairs=10))
        result = enter_result(section=section, board_no=1, ns=1, ew=6, text="7-6", user=director)
        assert result.text == "7"
        assert result.ns_score == 7


class TestCorrecting:
    def test_keeps_the_former_values_who_and_when(self, enter, director):
        first = enter("4SS=")
        cleo = make_director("cleo")
        second = enter("4SS-1", user=cleo, version=1)
        third = enter("4SN=", version=2)
        assert third.text == "4SN="
        assert third.ns_score == 420
        assert third.version == 3
        assert third.entered_by == director
        assert values(third) == [("4SS=", "dora", "cleo"), ("4SS-1", "cleo", "dora")]
        kept = list(third.versions.order_by("version"))
        assert [old.ns_score for old in kept] == [420, -50]
        assert [old.entered_at for old in kept] == [first.entered_at, second.entered_at]
        assert [old.replaced_at for old in kept] == [second.entered_at, third.entered_at]

    def test_empty_text_takes_the_result_out_and_keeps_it(self, enter):
        enter("4SS=")
        result = enter("  ", version=1)
        assert result.text == ""
        assert result.ns_score is None
        assert result.version == 2
        assert values(result) == [("4SS=", "dora", "dora")]

    def test_empty_text_where_nothing_is_in_stores_nothing(self, enter):
        assert enter("") is None
        assert not Result.objects.exists()

    def test_taken_out_result_can_be_entered_again(self, enter):
        enter("4SS=")
        enter("")
        result = enter("4SS+1", version=2)
        assert result.text == "4SS+1"
        assert result.version == 3
        assert values(result) == [("4SS=", "dora", "dora"), ("", "dora", "dora")]

    def test_refused_entry_changes_nothing(self, enter):
        enter("4SS=")
        with pytest.raises(ScoringError):
            enter("8S=")
        assert [(result.text, result.version) for result in Result.objects.all()] == [("4SS=", 1)]
        assert not ResultVersion.objects.exists()

    def test_result_moves_with_its_line_when_the_movement_is_changed(self, enter, section):
        enter("4SS=")
        enter("")
        # In the Howell of ten pairs another table plays board 1 first; the line of 1 and 6 is
        # somewhere else.
        store_plan(section=section, movement=make_plan("howell", pairs=10, boards_per_set=2))
        section.refresh_from_db()
        line = next(
            line for line in fetch_section_lines(section).all if {line.ns, line.ew} == {1, 6}
        )
        at = (line.board_no, line.ns, line.ew)
        result = enter_result(
            section=section, board_no=at[0], ns=at[1], ew=at[2], text="4SS=", user=None
        )
        assert (result.round_no, result.table_no) == (line.round_no, line.table_no)

    def test_result_taken_out_before_the_movement_changed_leaves_no_line(self, enter, section):
        enter("4SS=")
        enter("")
        movement = make_plan("howell", pairs=6, boards_per_set=1)
        section.entries.all().delete()
        store_plan(section=section, movement=movement)
        section.refresh_from_db()
        assert len(fetch_section_lines(section).all) == len(movement.rows)


class TestRefusing:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            pytest.param("8S=", "“8S=”: bids go from 1 to 7, not 8.", id="level"),
            pytest.param(
                "4Z=", "“4Z=”: unknown denomination Z. Use C, D, H, S or NT.", id="denomination"
            ),
            pytest.param(
                "3NTXXX=", "“3NTXXX=”: use X for doubled, XX for redoubled.", id="doubling"
            ),
            pytest.param(
                "4SS+4", "“4SS+4”: 4S with 4 more makes 14 tricks. A deal has 13.", id="14-tricks"
            ),
            pytest.param(
                "+615",
                "Board 1: no contract scores N-S +615 with no side vulnerable; the nearest are +610 and +630.",
                id="score",
            ),
        ],
    )
    def test_text_that_cannot_be(self, enter, text, sentence):
        with pytest.raises(ScoringError) as refused:
            enter(text)
        assert str(refused.value) == sentence
        assert not Result.objects.exists()

    def test_14_tricks_at_whist(self, director):
        section = make_section(game="whist")
        store_plan(section=section, movement=make_plan("mitchell", pairs=10))
        with pytest.raises(ScoringError) as refused:
            enter_result(section=section, board_no=1, ns=1, ew=6, text="7-7", user=director)
        assert str(refused.value) == "N-S 7 tricks and E-W 7 tricks make 14. A deal has 13."

    def test_board_outside_the_plan(self, enter):
        with pytest.raises(DeskError) as refused:
            enter("4SS=", board_no=11)
        assert str(refused.value) == "Board 11 isn’t in play here. The boards are 1 to 10."

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            pytest.param(
                {"ew": 7},
                "Board 1: 1 N-S and 2 E-W don’t meet. On this board 1 N-S meets 1 E-W.",
                id="other-opponents",
            ),
            pytest.param(
                {"ns": 6, "ew": 1},
                "Board 1: 1 E-W and 1 N-S don’t meet. Swap them: 1 N-S sits N-S.",
                id="turned-round",
            ),
            pytest.param(
                {"ns": 9, "ew": 6},
                "Board 1: 4 E-W and 1 E-W don’t meet. On this board 4 E-W meets 5 N-S.",
                id="same-direction",
            ),
            pytest.param(
                {"ns": 44, "ew": 6},
                "Board 1: 39 E-W and 1 E-W don’t meet. 39 E-W doesn’t play this board.",
                id="nobody",
            ),
            pytest.param(
                {"round_and_table": (2, 1)},
                "Board 1 in round 2 at table 1: 1 N-S and 1 E-W aren’t due there. They play it in round 1 at table 1.",
                id="other-round",
            ),
            pytest.param(
                {"round_and_table": (2, 6)},
                "Board 1 in round 2 at table 6: 1 N-S and 1 E-W aren’t due there. Table 6 doesn’t play in round 2.",
                id="empty-table",
            ),
        ],
    )
    def test_pairs_that_do_not_meet(self, enter, line, sentence):
        with pytest.raises(NotMeetingError) as refused:
            enter("4SS=", **line)
        assert str(refused.value) == sentence
        assert not Result.objects.exists()

    def test_half_table_that_does_not_meet_in_that_round(self, director):
        section = make_night(pairs=9, boards_per_set=2)
        playing = {(line.round_no, line.table_no) for line in fetch_section_lines(section).all}
        empty = next((1, table) for table in range(1, 6) if (1, table) not in playing)
        line = fetch_section_lines(section).all[0]
        with pytest.raises(NotMeetingError) as refused:
            enter_result(
                section=section,
                board_no=line.board_no,
                ns=line.ns,
                ew=line.ew,
                text="1NTN=",
                user=director,
                round_and_table=empty,
            )
        assert str(refused.value) == (
            f"Board {line.board_no} in round 1 at table {empty[1]}: {section.get_label(line.ns)} and "
            f"{section.get_label(line.ew)} aren’t due there. Table {empty[1]} doesn’t play in round 1."
        )


class TestChangedMeanwhile:
    def test_two_new_results_for_one_line(self, enter):
        enter("4SS=", user=make_director("cleo"), version=0)
        with pytest.raises(ChangedMeanwhileError) as refused:
            enter("4SS+1", version=0)
        assert mask_time(str(refused.value)) == (
            "Board 1, 1 N-S against 1 E-W: cleo entered 4SS= at 00:00; you typed 4SS+1. "
            "Your entry has not been saved. Choose which result to keep."
        )
        assert refused.value.params["current"].version == 1
        assert [(result.text, result.version) for result in Result.objects.all()] == [("4SS=", 1)]

    def test_result_was_taken_out(self, enter):
        enter("4SS=")
        enter("", user=make_director("cleo"), version=1)
        with pytest.raises(ChangedMeanwhileError) as refused:
            enter("4SS+1", version=1)
        assert mask_time(str(refused.value)) == (
            "Board 1, 1 N-S against 1 E-W: cleo deleted the result at 00:00; you typed 4SS+1. "
            "Your entry has not been saved. Choose which result to keep."
        )

    def test_taking_out_what_was_changed(self, enter):
        enter("4SS=")
        enter("4SS-1", user=None, version=1)
        with pytest.raises(ChangedMeanwhileError) as refused:
            enter("", version=1)
        assert mask_time(str(refused.value)) == (
            "Board 1, 1 N-S against 1 E-W: somebody entered 4SS-1 at 00:00; you left it empty. "
            "Your entry has not been saved. Choose which result to keep."
        )

    def test_both_say_the_same(self, enter):
        cleo = make_director("cleo")
        enter("4SS=", user=cleo, version=0)
        assert enter("4s s =", version=0).entered_by == cleo

    def test_put_mine_over_it(self, enter):
        enter("4SS=", user=make_director("cleo"))
        result = enter("4SS+1", version=1)
        assert result.text == "4SS+1"
        assert values(result) == [("4SS=", "cleo", "dora")]


class TestManyAtOnce:
    def test_good_lines_are_stored_and_bad_ones_refused(self, section, director):
        typed = [
            TypedLine(1, 1, 6, "4SS=", "", 0),
            TypedLine(1, 5, 9, "8S=", "", 0),
            TypedLine(1, 4, 7, "", "", 0),
            TypedLine(1, 3, 10, "pass", "", 0),
        ]
        entered = enter_results(section=section, typed_lines=typed, user=director)
        assert [result.text for result in entered.saved_results] == ["4SS=", "PASS"]
        assert [(line.typed_line.key, str(line.error)) for line in entered.refused_lines] == [
            ("1-5-9", "“8S=”: bids go from 1 to 7, not 8.")
        ]
        assert [result.text for result in Result.objects.order_by("ns")] == ["4SS=", "PASS"]

    def test_line_nobody_touched_is_left_alone_even_if_it_changed(self, enter, section, director):
        enter("4SS=")
        enter("4SS-1", user=make_director("cleo"))
        entered = enter_results(
            section=section, typed_lines=[TypedLine(1, 1, 6, "4SS=", "4SS=", 1)], user=director
        )
        assert entered.saved_results == entered.refused_lines == ()
        assert Result.objects.get().text == "4SS-1"
