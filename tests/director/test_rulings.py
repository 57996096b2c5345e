"""Rulings: everything they change in one transaction, the former value kept, withdrawn and struck through."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client

from director.errors import DeskError
from director.models import Event, Result, ResultVersion, Ruling
from director.selectors.lines import section_lines
from director.selectors.results import event_sheets
from director.selectors.rulings import Penalty
from director.services.result import result_enter
from director.services.ruling import ruling_appeal, ruling_give, ruling_withdraw
from scoring import ScoringError
from tests.director.pages import elements, errors_shown, queries, table_rows, texts
from tests.factories import enter_all, make_night

pytestmark = pytest.mark.django_db

NO_UNIT = "A penalty needs a unit. Choose one of matchpoints, % of the board's top, % of the total, IMPs, VPs, points."


@pytest.fixture
def section():
    """A Mitchell of five tables with every result in; on board 1 of table 1 pair 1 N-S meets pair 1 E-W, number 6."""
    section = make_night(pairs=10, boards_per_set=2)
    enter_all(section)
    line = section_lines(section).find(1, 1, 6)
    result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None, lines=None)
    assert line.table_no == 1
    return section


@pytest.fixture
def give(section, director):
    """Give a ruling about board 1 of table 1, unless told otherwise."""

    def give(**changes) -> Ruling:
        given = {"facts": "East revoked.", "decision": "Two tricks.", "board_no": 1, "pair_no": 6, "user": director}
        return ruling_give(section=section, **(given | changes))

    return give


def line(section, board_no=1, ns=1):
    sheets = event_sheets(section)
    return next(one for one in sheets.boards[board_no - 1].lines if one.ns_no == ns)


def standing(section, pair_no):
    return next(
        row for group in event_sheets(section).standings.groups for row in group.rows if row.contestant == pair_no
    )


def nothing_changed(section) -> bool:
    stands = Result.objects.get(section=section, board_no=1, ns=1, ew=6).text
    return (stands, Ruling.objects.count()) == ("4SS=", 0)


# -- adjusted results --------------------------------------------------------------------------------------------------


def test_an_artificial_score_goes_on_the_line_and_the_former_value_is_kept(section, give, director):
    before = Result.objects.get(section=section, board_no=1, ns=1, ew=6)
    ruling = give(adjusted="a4060", law="64C")
    assert (ruling.number, ruling.table_no, ruling.ns, ruling.ew) == (1, 1, 1, 6)
    assert (ruling.former, ruling.adjusted, ruling.given_by) == ("4SS=", "A4060", director)
    after = Result.objects.get(pk=before.pk)
    assert (after.text, after.ns_score, after.version) == ("A4060", None, before.version + 1)
    kept = ResultVersion.objects.get(result=after, version=before.version)
    assert (kept.text, kept.ns_score, kept.replaced_by) == ("4SS=", 420, director)
    assert (line(section).contract, line(section).ns_percent) == ("A4060", Fraction(40))


@pytest.mark.parametrize(
    ("typed", "text", "contract"),
    [
        pytest.param("60% 4ss= 40% 4ss-1", "60% 4SS=, 40% 4SS-1", "60% 4SS=, 40% 4SS-1", id="weighted"),
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
    assert give(adjusted=typed).adjusted == text
    assert Result.objects.get(section=section, board_no=1, ns=1, ew=6).text == text
    assert line(section).contract == contract


def test_a_weighted_score_counts_by_its_weights(section, give):
    """On board 1 both results of the weighting are scored like results of the table."""
    as_made = line(section).ns_points
    give(adjusted="4SS-1")
    as_down = line(section).ns_points
    give(adjusted="60% 4SS=, 40% 4SS-1")
    assert line(section).ns_points == Fraction(3, 5) * as_made + Fraction(2, 5) * as_down


def test_a_line_without_a_result_gets_one(director):
    section = make_night(pairs=10, boards_per_set=2)
    ruling = ruling_give(
        section=section, user=director, facts="No time.", decision="60/40", board_no=1, pair_no=1, adjusted="A6040"
    )
    assert (ruling.former, ruling.adjusted) == ("", "A6040")
    ruling_withdraw(ruling=ruling, user=director)
    assert Result.objects.get(board_no=1, ns=1, ew=6).text == ""


# -- penalties ---------------------------------------------------------------------------------------------------------


def test_a_penalty_is_taken_off_stands_in_its_own_column_and_has_a_note(section, give):
    before = standing(section, 6)
    give(penalty=Penalty(Decimal("2.5"), "mp", 6), law="90")
    after = standing(section, 6)
    assert (after.total, after.penalties) == (before.total - Fraction(5, 2), "−2.5 MP")
    assert "1 E-W: penalty -2.5 mp (90)." in event_sheets(section).standings.notes


def test_a_share_of_the_top_is_of_the_board(section, give):
    before = standing(section, 1)
    give(penalty=Penalty(Decimal(10), "top", 1), law="90")
    after = standing(section, 1)
    assert (before.total - after.total, after.penalties) == (Fraction(8, 10), "−10 % of a top")
    assert "Board 1: N-S 1 gets -10 % of the top (90)." in event_sheets(section).standings.notes


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
    ruling_give(section=section, user=director, facts="Late.", decision="Fined.", penalty=Penalty(Decimal(1), "mp", 1))
    assert standing(section, 1).penalties == "−1 MP"
    enter_all(section)
    assert "1 N-S: penalty -1 mp." in event_sheets(section).standings.notes


def test_the_desk_and_the_files_have_the_column_only_where_there_are_penalties(desk, section, give):
    page = f"/sessions/{section.session_id}/results/"
    assert "Penalty" not in texts(desk.get(page), "#ns-table thead th")
    give(penalty=Penalty(Decimal(2), "mp", 1))
    answer = desk.get(page)
    assert texts(answer, "#ns-table thead th") == [
        *("Place", "Pair", "Names", "Boards", "Penalty", "Total", "Percent", "Why?")
    ]
    assert [row[4] for row in table_rows(answer, "#ns-table table") if row[1] == "1"] == ["−2 MP"]
    json = desk.get(f"/events/{section.session.event_id}/results.json").json()
    assert {row["contestant"]: row["penalties"] for row in json["standings"] if "penalties" in row} == {1: "−2 MP"}


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param(
            {"penalty": Penalty(Decimal(10), "", 6)},
            NO_UNIT,
            id="no-unit",
        ),
        pytest.param(
            {"penalty": Penalty(None, "mp", 6)},
            "A penalty needs an amount. Type how much, such as 10.",
            id="no-amount",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(-1), "mp", 6)},
            "A penalty is typed without a sign: an amount above 0.",
            id="a-sign",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(1), "mp", None)},
            "A penalty needs a pair. Choose who loses it.",
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
            "Pair 2 N-S does not play board 1 at this table, so it cannot lose a share of its top. Choose one of the "
            "two who do, or another unit.",
            id="top-of-another-table",
        ),
        pytest.param(
            {"penalty": Penalty(Decimal(10), "top", 1), "board_no": None, "pair_no": None},
            "A penalty in % of the board's top needs its board. Give board and pair.",
            id="top-of-no-board",
        ),
        pytest.param(
            {"adjusted": "60% 4SS=, 30% 4SS-1"},
            "The weights 60% + 30% make 90%. Give weights above 0 that make 100%.",
            id="weights",
        ),
        pytest.param(
            {"adjusted": "100% 4SS=, 0% 4SS-1"},
            "The weights 100% + 0% make 100%. Give weights above 0 that make 100%.",
            id="a-weight-of-0",
        ),
        pytest.param(
            {"adjusted": "60% A6040, 40% 4SS-1"},
            "A6040 is no result, so no assigned score can hold it. Give it by itself.",
            id="artificial-in-weighted",
        ),
        pytest.param(
            {"adjusted": "half 4SS= 50%"},
            "“half 4SS= 50%” is no weighted score. Type it as 60% 4SS=, 40% 4SS-1.",
            id="unreadable",
        ),
        pytest.param(
            {"adjusted": "4SS="}, "4SS= stands on this line already. Give another result, or none.", id="the-same"
        ),
        pytest.param(
            {"adjusted": "A6040", "board_no": None, "pair_no": None},
            "An adjusted result belongs to a board and a pair. Give both.",
            id="no-line",
        ),
        pytest.param({"pair_no": None}, "Board 1 is played at several tables. Choose a pair as well.", id="no-pair"),
        pytest.param({"board_no": 40}, "Board 40 is not in play here. The boards are 1 to 10.", id="no-board"),
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
    assert nothing_changed(section)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param(
            {"adjusted": "A6040", "penalty": Penalty(Decimal(2), "imp", 6)},
            "1 E-W: scoring by matchpoints has no imp; give the adjustment in mp, %.",
            id="a-unit-of-another-method",
        ),
        pytest.param(
            {"adjusted": "50% +425, 50% 4SS-1"},
            "Board 1: no contract gives N-S +425 with no side vulnerable; the nearest are +420 and +430.",
            id="an-impossible-part",
        ),
    ],
)
def test_what_cannot_be_scored_stores_nothing_half(section, give, changes, sentence):
    with pytest.raises(ScoringError) as refused:
        give(**changes)
    assert str(refused.value) == sentence
    assert nothing_changed(section)


def test_a_method_without_a_rule_for_weighted_scores_refuses_them(section, give):
    Event.objects.update(scoring="howell-losses", scoring_options={})
    Result.objects.filter(text="A6040").update(text="PASS", ns_score=0)
    section.session.event.refresh_from_db()
    with pytest.raises(ScoringError):
        give(adjusted="60% 4SS=, 40% 4SS-1")
    assert nothing_changed(section)


# -- withdrawn and appealed --------------------------------------------------------------------------------------------


def test_a_withdrawn_ruling_is_kept_and_the_line_is_what_it_was(section, give, director):
    before = standing(section, 6)
    ruling = give(adjusted="A6040", penalty=Penalty(Decimal(2), "mp", 6))
    withdrawn = ruling_withdraw(ruling=ruling, user=director, why="The revoke was at table 2.")
    assert (withdrawn.is_withdrawn, withdrawn.withdrawn_by, withdrawn.withdrawn_why) == (
        True,
        director,
        "The revoke was at table 2.",
    )
    result = Result.objects.get(section=section, board_no=1, ns=1, ew=6)
    assert (result.text, result.ns_score) == ("4SS=", 420)
    assert [old.text for old in result.versions.order_by("version")][-1] == "A6040"
    assert standing(section, 6) == before
    assert Ruling.objects.count() == 1


def test_a_line_changed_after_the_ruling_stays_as_it_is(section, give, director):
    ruling = give(adjusted="A6040")
    result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS+1", user=director)
    ruling_withdraw(ruling=ruling, user=director)
    assert Result.objects.get(section=section, board_no=1, ns=1, ew=6).text == "4SS+1"


def test_a_ruling_is_withdrawn_once(give, director):
    ruling = ruling_withdraw(ruling=give(), user=director)
    with pytest.raises(DeskError) as refused:
        ruling_withdraw(ruling=ruling, user=director)
    assert str(refused.value) == "Ruling 1 is withdrawn already."


def test_an_appeal_and_its_outcome_are_kept(give):
    ruling = ruling_appeal(ruling=give(), appeal="Pair 1 E-W: no revoke.", outcome="pending")
    assert (ruling.appeal, ruling.outcome) == ("Pair 1 E-W: no revoke.", "pending")
    assert ruling_appeal(ruling=ruling, appeal=ruling.appeal, outcome="stands").outcome == "stands"


def test_rulings_are_counted_in_their_section(give, director):
    other = make_night(pairs=4)
    assert [give().number, give().number] == [1, 2]
    assert ruling_give(section=other, user=director, facts="Noise.", decision="Warned.").number == 1


# -- the page ----------------------------------------------------------------------------------------------------------


def address(section, tail=""):
    return f"/sessions/{section.session_id}/rulings/{tail}"


TYPED = {
    **{"board_no": "1", "pair_no": "6", "facts": "East revoked.", "law": "64C", "decision": "Two tricks."},
    **{"adjusted": "4SS+2", "penalty": "10", "penalty_unit": "top", "penalty_to": "6"},
}


def test_a_ruling_is_given_on_the_page(desk, section):
    answer = desk.post(address(section), TYPED, follow=True)
    assert answer.redirect_chain == [(address(section), 302)]
    assert texts(answer, "#messages .say") == ["Ruling 1 is stored."]
    assert texts(answer, ".ruling h3") == ["1 · Board 1, table 1, 1 N-S against 1 E-W"]
    assert texts(answer, ".ruling dd") == [
        "East revoked.",
        "Two tricks.",
        "4♠ S = → 4♠ S +2",
        "1 E-W −10 % of a top",
    ]


def test_a_refused_ruling_stays_as_typed_with_the_sentence_at_its_box(desk, section):
    answer = desk.post(address(section), TYPED | {"penalty_unit": ""})
    assert answer.status_code == 422
    assert errors_shown(answer) == [NO_UNIT]
    assert [box.get("value") for box in elements(answer, "#id_adjusted")] == ["4SS+2"]
    assert nothing_changed(section)


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        pytest.param({"facts": " "}, ["Say what happened."], id="no-facts"),
        pytest.param({"decision": ""}, ["Say what you ruled."], id="no-ruling"),
        pytest.param(
            {"board_no": "x"},
            ["“x” is not a board. Type a whole number in figures, such as 7."],
            id="a-board-in-letters",
        ),
        pytest.param({"board_no": "1000"}, ["Boards are numbered from 1 to 999. Correct it."], id="a-huge-board"),
        pytest.param({"board_no": "0"}, ["Boards are numbered from 1 to 999. Correct it."], id="board-0"),
        pytest.param({"penalty": "ten"}, ["A penalty is a number, such as 10 or 0.5."], id="a-penalty-in-letters"),
        pytest.param({"penalty": "NaN"}, ["A penalty is a number, such as 10 or 0.5."], id="no-number-at-all"),
        pytest.param(
            {"penalty": "99999"}, ["A penalty has at most four figures before the point."], id="a-huge-penalty"
        ),
        pytest.param(
            {"pair_no": "99"}, ["There is no pair “99” here. Choose one of the list."], id="a-pair-from-nowhere"
        ),
        pytest.param(
            {"adjusted": "60% 4SS=, 30% 4SS-1"},
            ["The weights 60% + 30% make 90%. Give weights above 0 that make 100%."],
            id="weights",
        ),
    ],
)
def test_bad_input_is_one_sentence(desk, section, changes, sentences):
    answer = desk.post(address(section), TYPED | changes)
    assert (answer.status_code, errors_shown(answer)) == (422, sentences)
    assert nothing_changed(section)


def test_a_ruling_begins_with_the_board_it_is_about(desk, section):
    assert [box.get("value") for box in elements(desk.get(address(section, "?board=7")), "#id_board_no")] == ["7"]
    assert desk.get(address(section, "?board=" + "9" * 5000)).status_code == 200


def test_withdrawing_on_the_page_strikes_it_through(desk, section):
    desk.post(address(section), TYPED)
    answer = desk.post(address(section, "1/withdraw/"), {"why": "wrong table"}, follow=True)
    assert texts(answer, "#messages .say")[1:] == ["Ruling 1 is withdrawn; board 1 is 4SS= again."]
    assert [one.get("class") for one in elements(answer, "article")] == ["sheet ruling withdrawn"]
    assert texts(answer, ".after")[0].endswith(": wrong table")
    again = desk.post(address(section, "1/withdraw/"))
    assert again.status_code == 422


def test_withdrawing_says_when_the_line_was_changed_meanwhile(desk, section):
    desk.post(address(section), TYPED)
    result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS+1", user=None)
    answer = desk.post(address(section, "1/withdraw/"), follow=True)
    assert texts(answer, "#messages .say")[1:] == [
        "Ruling 1 is withdrawn; board 1 was changed after it and stays 4SS+1."
    ]


def test_an_appeal_on_the_page(desk, section):
    desk.post(address(section), TYPED)
    refused = desk.post(address(section, "1/appeal/"), {"outcome": "stands"})
    assert (refused.status_code, errors_shown(refused)) == (
        422,
        ["Ruling 1 has an outcome without an appeal. Say who appeals."],
    )
    answer = desk.post(address(section, "1/appeal/"), {"appeal": "1 E-W", "outcome": "stands"}, follow=True)
    assert texts(answer, ".ruling dd")[-1] == "1 E-W the ruling stands"


@pytest.mark.parametrize("tail", ["", "1/withdraw/", "1/appeal/"])
def test_rulings_are_for_directors(section, give, tail):
    give()
    assert Client().get(address(section, tail)).status_code == 302
    assert Client().post(address(section, tail)).status_code == 403
    assert Ruling.objects.get().withdrawn_at is None


@pytest.mark.parametrize("tail", ["7/withdraw/", "7/appeal/"])
def test_there_is_no_such_ruling(desk, section, tail):
    assert desk.post(address(section, tail)).status_code == 404


def test_the_page_takes_the_same_few_queries_for_one_ruling_and_for_many(desk, section, give):
    give()
    few = queries(desk, address(section))
    for _more in range(5):
        give()
    assert queries(desk, address(section)) == few


def test_a_ruling_about_no_board_is_named_by_its_pair(desk, section, give):
    give(board_no=None, pair_no=None, penalty=Penalty(Decimal(1), "mp", 6))
    give(board_no=None, pair_no=None, table_no=3)
    give(board_no=None, pair_no=None)
    assert texts(desk.get(address(section)), ".ruling h3") == ["3", "2 · Table 3", "1 · Pair 1 E-W"]
