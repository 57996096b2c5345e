"""Rulings: everything they change in one transaction, the former value kept, withdrawn and appealed."""

from decimal import Decimal
from fractions import Fraction
from itertools import permutations

import pytest

from director.additions.rulings.rulings import Penalty, store_appeal, withdraw_ruling
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.errors import DeskError
from director.models import Event, Result, ResultVersion, Ruling
from scoring.errors import ScoringError
from tests.director.additions.rulings.ruled import NO_UNIT, is_unchanged, read_former_result
from tests.director.boards.scored import fetch_session_sheets, replace_awards_by_passes
from tests.factories import add_ruling, enter_all_results, enter_on_line, make_night

pytestmark = pytest.mark.django_db


def line(section, board_no=1, ns=1):
    sheets = fetch_session_sheets(section)
    return next(line for line in sheets.boards[board_no - 1].lines if line.ns.number == ns)


def standing(section, pair_no):
    return next(
        row
        for group in fetch_session_sheets(section).standings.groups
        for row in group.rows
        if row.contestant == pair_no
    )


# -- adjusted results --------------------------------------------------------------------------------------------------


def test_an_artificial_score_goes_on_the_line_and_the_former_value_is_kept(section, give, director):
    before = Result.objects.get(section=section, board_no=1, ns=1, ew=6)
    ruling = give(adjusted="a4060", law="64C")
    assert (ruling.number, ruling.table_no, ruling.ns, ruling.ew) == (1, 1, 1, 6)
    assert read_former_result(ruling) == "4SS="
    assert ruling.award.text == "A4060"
    assert ruling.given_by == director
    after = Result.objects.get(pk=before.pk)
    assert after.counted == "A4060"
    assert after.counted_score is None
    assert after.version == before.version + 1
    assert after.text == "4SS="
    assert after.ns_score == 420
    kept = ResultVersion.objects.get(result=after, version=before.version)
    assert kept.text == "4SS="
    assert kept.ns_score == 420
    assert kept.replaced_by == director
    assert line(section).contract == "A4060"
    assert line(section).ns.percent == Fraction(40)


@pytest.mark.parametrize(
    ("typed", "text", "contract"),
    [
        pytest.param(
            "60% 4ss= 40% 4ss-1", "60% 4SS=, 40% 4SS-1", "60% 4SS=, 40% 4SS-1", id="weighted"
        ),
        pytest.param("NS 4ss= / EW +450", "N-S 4SS= / E-W +450", "N-S 4SS= / E-W +450", id="split"),
        pytest.param(
            "n-s: 33.3% 4ss= 66.7% 4ss-1 / e-w: 4ss=",
            "N-S 33.3% 4SS=, 66.7% 4SS-1 / E-W 4SS=",
            "N-S 33.3% 4SS=, 66.7% 4SS-1 / E-W 4SS=",
            id="split and weighted",
        ),
        pytest.param("4ss-1", "4SS-1", "4S", id="assigned"),
    ],
)
def test_assigned_scores_are_weighted_and_split(section, give, typed, text, contract):
    assert give(adjusted=typed).award.text == text
    assert Result.objects.get(section=section, board_no=1, ns=1, ew=6).counted == text
    assert line(section).contract == contract


def test_a_weighted_score_counts_by_its_weights(section, give):
    """On board 1 both results of the weighting are scored like results of the table."""
    as_made = line(section).ns.points
    give(adjusted="4SS-1")
    as_down = line(section).ns.points
    give(adjusted="60% 4SS=, 40% 4SS-1")
    assert line(section).ns.points == Fraction(3, 5) * as_made + Fraction(2, 5) * as_down


def test_a_line_without_a_result_gets_one(director):
    section = make_night(pairs=10, boards_per_set=2)
    ruling = add_ruling(
        section=section,
        user=director,
        facts="No time.",
        decision="60/40",
        board_no=1,
        pair_no=1,
        adjusted="A6040",
    )
    assert read_former_result(ruling) == ""
    assert ruling.award.text == "A6040"
    withdraw_ruling(ruling=ruling, user=director)
    assert Result.objects.get(board_no=1, ns=1, ew=6).counted == ""


# -- penalties ---------------------------------------------------------------------------------------------------------


def test_a_penalty_is_taken_off_stands_in_its_own_column_and_has_a_note(section, give):
    before = standing(section, 6)
    give(penalty=Penalty(Decimal("2.5"), "mp", 6), law="90")
    after = standing(section, 6)
    assert after.total == before.total - Fraction(5, 2)
    assert after.penalties == "−2.5 MP"
    assert "1 E-W: penalty -2.5 mp (90)." in fetch_session_sheets(section).standings.notes


def test_a_share_of_the_top_is_of_the_board(section, give):
    before = standing(section, 1)
    give(penalty=Penalty(Decimal(10), "top", 1), law="90")
    after = standing(section, 1)
    assert before.total - after.total == Fraction(8, 10)
    assert after.penalties == "−10 % of a top"
    assert (
        "Board 1: 1 N-S gets -10 % of the top (90)."
        in fetch_session_sheets(section).standings.notes
    )


def test_a_share_of_the_total_comes_off_the_percentage(section, give):
    before = standing(section, 1)
    give(penalty=Penalty(Decimal(5), "%", 1), board_no=None, pair_no=None)
    assert standing(section, 1).percent == before.percent - 5


def test_imps_are_a_penalty_where_imps_are_scored(section, give):
    Event.objects.update(scoring="cross-imps", scoring_options={})
    section.session.event.refresh_from_db()
    before = standing(section, 1)
    give(penalty=Penalty(Decimal(3), "imp", 1))
    assert standing(section, 1).total == before.total - 3


def test_a_penalty_before_the_first_result_waits_for_it(director):
    section = make_night(pairs=10, boards_per_set=2)
    add_ruling(
        section=section,
        user=director,
        facts="Late.",
        decision="Fined.",
        penalty=Penalty(Decimal(1), "mp", 1),
    )
    assert standing(section, 1).penalties == "−1 MP"
    enter_all_results(section)
    assert "1 N-S: penalty -1 mp." in fetch_session_sheets(section).standings.notes


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param({"penalty": Penalty(Decimal(10), "", 6)}, NO_UNIT, id="no-unit"),
        pytest.param(
            {"penalty": Penalty(None, "mp", 6)},
            "A penalty needs an amount. Type how much, such as 10.",
            id="no-amount",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(-1), "mp", 6)},
            "Type a penalty as an amount above 0, without plus or minus.",
            id="a-sign",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(1), "mp", None)},
            "A penalty needs a pair. Choose the pair that gets it.",
            id="nobody",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(1), "mp", 99)},
            "There is no pair 99 here. The pairs are 1 N-S, 2 N-S, 3 N-S, 4 N-S, 5 N-S, 1 E-W, 2 E-W, 3 E-W, 4 E-W, "
            "5 E-W.",
            id="a-pair-that-is-not-here",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(10), "top", 2)},
            "Pair 2 N-S doesn’t play board 1 at this table. Choose one of the two who do, or another unit.",
            id="top-of-another-table",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(10), "top", 1), "board_no": None, "pair_no": None},
            "A penalty in % of a top needs a board and a pair. Choose both.",
            id="top-of-no-board",
        ),
        pytest.param(
            {"adjusted": "60% 4SS=, 30% 4SS-1"},
            "The weights 60% + 30% add up to 90%. Use weights above 0 that add up to 100%.",
            id="weights",
        ),
        pytest.param(
            {"adjusted": "100% 4SS=, 0% 4SS-1"},
            "The weights 100% + 0% add up to 100%. Use weights above 0 that add up to 100%.",
            id="a-weight-of-0",
        ),
        pytest.param(
            {"adjusted": "60% A6040, 40% 4SS-1"},
            "A6040 isn’t a result, so no assigned score can hold it. Enter it by itself.",
            id="artificial-in-weighted",
        ),
        pytest.param(
            {"adjusted": "half 4SS= 50%"},
            "“half 4SS= 50%” isn’t a weighted score. Try 60% 4SS=, 40% 4SS-1.",
            id="unreadable",
        ),
        pytest.param(
            {"adjusted": "4SS="},
            "This line already has 4SS=. Enter another result, or none.",
            id="the-same",
        ),
        pytest.param(
            {"adjusted": "A6040", "board_no": None, "pair_no": None},
            "An adjusted score needs a board and a pair. Choose both.",
            id="no-line",
        ),
        pytest.param(
            {"pair_no": None},
            "Board 1 is played at several tables. Choose a pair as well.",
            id="no-pair",
        ),
        pytest.param(
            {"board_no": 40}, "Board 40 isn’t in play here. The boards are 1 to 10.", id="no-board"
        ),
        pytest.param(
            {"board_no": 99, "pair_no": None},
            "Board 99 isn’t in play here. The boards are 1 to 10.",
            id="neither-board-nor-pair",
        ),
        pytest.param(
            {"pair_no": 99},
            "There is no pair 99 here. The pairs are 1 N-S, 2 N-S, 3 N-S, 4 N-S, 5 N-S, 1 E-W, 2 E-W, 3 E-W, 4 E-W, "
            "5 E-W.",
            id="no-such-pair",
        ),
    ],
)
def test_a_ruling_that_is_not_whole_stores_nothing(section, give, changes, sentence):
    with pytest.raises(DeskError) as refused:
        give(**changes)
    assert str(refused.value) == sentence
    assert is_unchanged(section)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param(
            {"adjusted": "A6040", "penalty": Penalty(Decimal(2), "imp", 6)},
            "1 E-W: Matchpoints doesn’t use imp. Enter the adjustment in mp, %.",
            id="a-unit-of-another-method",
        ),
        pytest.param(
            {"adjusted": "50% +425, 50% 4SS-1"},
            "Board 1: no contract scores N-S +425 with no side vulnerable; the nearest are +420 and +430.",
            id="an-impossible-part",
        ),
    ],
)
def test_what_cannot_be_scored_stores_nothing_half(section, give, changes, sentence):
    with pytest.raises(ScoringError) as refused:
        give(**changes)
    assert str(refused.value) == sentence
    assert is_unchanged(section)


def test_a_method_without_a_rule_for_weighted_scores_refuses_them(section, give):
    Event.objects.update(scoring="howell-losses", scoring_options={})
    replace_awards_by_passes()
    section.session.event.refresh_from_db()
    with pytest.raises(ScoringError):
        give(adjusted="60% 4SS=, 40% 4SS-1")
    assert is_unchanged(section)


# -- withdrawn and appealed --------------------------------------------------------------------------------------------


def test_a_withdrawn_ruling_is_kept_and_the_line_is_what_it_was(section, give, director):
    before = standing(section, 6)
    ruling = give(adjusted="A6040", penalty=Penalty(Decimal(2), "mp", 6))
    withdrawn = withdraw_ruling(ruling=ruling, user=director, reason="The revoke was at table 2.")
    assert withdrawn.is_withdrawn is True
    assert withdrawn.withdrawn_by == director
    assert withdrawn.withdrawn_why == "The revoke was at table 2."
    result = Result.objects.get(section=section, board_no=1, ns=1, ew=6)
    assert result.counted == "4SS="
    assert result.counted_score == 420
    assert [old.text for old in result.versions.order_by("version")][-1] == "A6040"
    assert standing(section, 6) == before
    assert Ruling.objects.count() == 1


def test_a_line_changed_after_the_ruling_stays_as_it_is(section, give, director):
    ruling = give(adjusted="A6040")
    enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS+1", user=director)
    withdraw_ruling(ruling=ruling, user=director)
    assert Result.objects.get(section=section, board_no=1, ns=1, ew=6).counted == "4SS+1"


@pytest.mark.parametrize(
    "order", [*permutations((1, 2, 3))], ids=lambda order: "-".join(map(str, order))
)
def test_rulings_on_one_line_come_back_to_the_first_result_in_whatever_order_they_are_withdrawn(
    give, director, order
):
    given = [give(adjusted="A6040"), give(adjusted="A4060"), give(adjusted="4SS-1")]
    for number in order:
        withdraw_ruling(ruling=given[number - 1], user=director)
        given = list(Ruling.objects.order_by("number"))
        standing = [ruling.award.text for ruling in given if not ruling.is_withdrawn]
        assert Result.objects.get(board_no=1, ns=1, ew=6).counted == (
            standing[-1] if standing else "4SS="
        )


def test_a_result_typed_between_two_rulings_is_what_the_later_one_goes_back_to(
    section, give, director
):
    first = give(adjusted="A6040")
    enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS+1", user=director)
    second = give(adjusted="A4060")
    for ruling in (first, second):
        withdraw_ruling(ruling=ruling, user=director)
    assert Result.objects.get(board_no=1, ns=1, ew=6).counted == "4SS+1"


def test_a_ruling_stays_where_what_it_replaced_can_be_scored_no_more(section, give, director):
    enter_result(section=section, board_no=1, ns=1, ew=6, text="A6040", user=director)
    ruling = give(adjusted="4SS-1")
    for line in Result.objects.counted().filter(counted__startswith="A"):
        enter_on_line(section, line, "PASS", user=director)
    set_scoring(section=section, scoring="average", options={})
    with pytest.raises(ScoringError):
        withdraw_ruling(ruling=ruling, user=director)
    assert not Ruling.objects.get().is_withdrawn
    assert Result.objects.get(board_no=1, ns=1, ew=6).counted == "4SS-1"


def test_a_ruling_is_withdrawn_once(give, director):
    ruling = withdraw_ruling(ruling=give(), user=director)
    with pytest.raises(DeskError) as refused:
        withdraw_ruling(ruling=ruling, user=director)
    assert str(refused.value) == "Ruling 1 is withdrawn already."


def test_an_appeal_and_its_outcome_are_kept(give):
    ruling = store_appeal(ruling=give(), appeal="Pair 1 E-W: no revoke.", outcome="pending")
    assert (ruling.appeal, ruling.outcome) == ("Pair 1 E-W: no revoke.", "pending")
    assert store_appeal(ruling=ruling, appeal=ruling.appeal, outcome="stands").outcome == "stands"


def test_rulings_are_counted_in_their_section(give, director):
    other = make_night(pairs=4)
    assert [give().number, give().number] == [1, 2]
    assert add_ruling(section=other, user=director, facts="Noise.", decision="Warned.").number == 1
