"""Entering, correcting, taking out and undoing results; nobody's result is lost."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.errors import ChangedMeanwhileError, DeskError, NotMeetingError
from director.models import Result
from scoring.errors import ScoringError
from tests.director.boards.play.scores.entry_pages import mask_time
from tests.factories import enter_result_from_page, make_director, make_night


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


class TestCorrecting:
    def test_empty_text_where_nothing_is_in_stores_nothing(self, enter):
        assert enter("") is None
        assert not Result.objects.exists()


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
