"""The page of rulings: given, refused where it was typed, withdrawn and struck through; penalties in the standings."""

from decimal import Decimal

import pytest
from django.test import Client

from director.additions.rulings.rulings import Penalty
from director.boards.play.scores.result import enter_result
from director.core.base.roles import Role
from director.models import Ruling
from tests.director.additions.rulings.ruled import NO_UNIT, is_unchanged
from tests.director.pages import (
    are_in_order,
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import make_account

pytestmark = pytest.mark.django_db


def rulings_address(section, tail=""):
    return f"/sessions/{section.session_id}/rulings/{tail}"


TYPED = {
    **{
        "board_no": "1",
        "pair_no": "6",
        "facts": "East revoked.",
        "law": "64C",
        "decision": "Two tricks.",
    },
    **{"adjusted": "4SS+2", "penalty": "10", "penalty_unit": "top", "penalty_to": "6"},
}


def test_a_ruling_is_given_on_the_page(desk, section):
    response = desk.post(rulings_address(section), TYPED, follow=True)
    assert response.redirect_chain == [(rulings_address(section), 302)]
    assert find_texts(response, "#messages .say")[0].startswith("Ruling 1 is saved.")
    assert find_texts(response, ".ruling h2") == ["1 · Board 1, table 1, 1 N-S against 1 E-W"]
    assert find_texts(response, ".ruling dd") == [
        "East revoked.",
        "Two tricks.",
        "4♠ S = → 4♠ S +2",
        "1 E-W −10 % of a top",
    ]


NOT_MADE = ["", "LATER", "NP no time", "CARDS EW", "A6040"]
BY_FAULT = TYPED | {"adjusted": "", "penalty": "", "penalty_unit": "", "penalty_to": ""}


@pytest.mark.parametrize(
    ("ns", "ew", "award"),
    [
        ("none", "full", "A60+/40-"),
        ("partly", "partly", "A5050"),
        ("full", "none", "A40-/60+"),
        ("none", "none", "A60+/60+"),
    ],
)
def test_the_fault_of_each_side_makes_the_score(desk, section, ns, ew, award):
    response = desk.post(
        rulings_address(section), BY_FAULT | {"ns_fault": ns, "ew_fault": ew}, follow=True
    )
    given = Ruling.objects.get().award
    assert given.text == award
    assert given.ns_fault == ns
    assert given.ew_fault == ew
    assert given.ns_law == "64C"
    words = {"none": "not at fault", "partly": "partly at fault", "full": "at fault"}
    assert find_texts(response, ".ruling dt")[3] == "Fault"
    assert find_texts(response, ".ruling dd")[3] == f"N-S {words[ns]}, E-W {words[ew]}"


def test_a_fault_beside_an_adjusted_result_is_kept_and_changes_nothing_of_it(desk, section):
    desk.post(rulings_address(section), TYPED | {"ns_fault": "none", "ew_fault": "full"})
    given = Ruling.objects.get().award
    assert (given.text, given.ns_fault, given.ew_fault) == ("4SS+2", "none", "full")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"ns_fault": "full"},
            (
                "Choose how far each side is at fault. Or choose neither, and enter an adjusted score."
            ),
        ),
        (
            {"ns_fault": "full", "ew_fault": "none", "board_no": ""},
            "An adjusted score needs a board and a pair. Choose both.",
        ),
        (
            {"ns_fault": "x", "ew_fault": "none"},
            "Select a valid choice. x is not one of the available choices.",
        ),
    ],
    ids=["one-side", "no-board", "unknown"],
)
def test_a_fault_that_makes_no_score_is_one_sentence(desk, section, typed, said):
    response = desk.post(rulings_address(section), BY_FAULT | typed)
    assert response.status_code == 422
    assert find_errors(response) == [said]
    assert is_unchanged(section)


def test_a_refused_ruling_stays_as_typed_with_the_sentence_at_its_box(desk, section):
    response = desk.post(rulings_address(section), TYPED | {"penalty_unit": ""})
    assert response.status_code == 422
    assert find_errors(response) == [NO_UNIT]
    assert [box.get("value") for box in find_elements(response, "#id_adjusted")] == ["4SS+2"]
    assert is_unchanged(section)


@pytest.mark.parametrize(
    ("irregular", "result"),
    [
        pytest.param("CARDS NS", "4♠ S = → wrong cards, N-S at fault", id="wrong-cards"),
        pytest.param("SHIFTED", "4♠ S = → 4♠ S =, hands exchanged", id="exchanged-hands"),
    ],
)
def test_an_irregular_deal_puts_its_remedy_on_the_line_and_withdrawing_takes_it_off(
    desk, section, irregular, result
):
    ruled = {
        "adjusted": "",
        "penalty": "",
        "penalty_unit": "",
        "penalty_to": "",
        "irregular": irregular,
    }
    response = desk.post(rulings_address(section), TYPED | ruled, follow=True)
    assert find_texts(response, ".ruling dd")[2] == result
    withdrawn = desk.post(rulings_address(section, "1/withdraw/"), follow=True)
    assert find_texts(withdrawn, "#messages .say")[0].startswith(
        "Ruling 1 is withdrawn; board 1 is 4SS= again."
    )


def test_an_irregular_deal_is_no_second_result_and_needs_one_where_it_was_played(desk, section):
    response = desk.post(rulings_address(section), TYPED | {"irregular": "CARDS EW"})
    assert response.status_code == 422
    assert find_errors(response) == ["Enter an adjusted score or an irregular deal, not both."]
    assert Ruling.objects.count() == 0


@pytest.mark.parametrize(
    ("stands", "said"),
    [
        *((text, "This line has no played result. Enter the result first.") for text in NOT_MADE),
        ("4SS= SHIFTED", "This line already has 4SS= SHIFTED. Enter another result, or none."),
    ],
)
def test_hands_are_exchanged_of_what_was_made_at_the_table_only(desk, section, stands, said):
    enter_result(section=section, board_no=1, ns=1, ew=6, text=stands, user=None)
    response = desk.post(rulings_address(section), TYPED | {"adjusted": "", "irregular": "SHIFTED"})
    assert find_errors(response) == [said]
    assert Ruling.objects.count() == 0


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        pytest.param({"facts": " "}, ["Enter what happened."], id="no-facts"),
        pytest.param({"decision": ""}, ["Enter your ruling."], id="no-ruling"),
        pytest.param(
            {"board_no": "x"},
            ["“x” isn’t a board. Type a whole number in figures, such as 7."],
            id="a-board-in-letters",
        ),
        pytest.param(
            {"board_no": "1000"}, ["Enter a board number from 1 to 999."], id="a-huge-board"
        ),
        pytest.param({"board_no": "0"}, ["Enter a board number from 1 to 999."], id="board-0"),
        pytest.param(
            {"penalty": "ten"},
            ["“ten” isn’t a number. Type one such as 10 or 0.5."],
            id="a-penalty-in-letters",
        ),
        pytest.param(
            {"penalty": "NaN"},
            ["“NaN” isn’t a number. Type one such as 10 or 0.5."],
            id="no-number-at-all",
        ),
        pytest.param(
            {"penalty": "99999"},
            ["Enter at most four digits before the decimal point."],
            id="a-huge-penalty",
        ),
        pytest.param(
            {"pair_no": "99"},
            ["Pair “99” isn’t on the list. Choose one from it."],
            id="a-pair-from-nowhere",
        ),
        pytest.param(
            {"adjusted": "60% 4SS=, 30% 4SS-1"},
            ["The weights 60% + 30% add up to 90%. Use weights above 0 that add up to 100%."],
            id="weights",
        ),
    ],
)
def test_bad_input_is_one_sentence(desk, section, changes, sentences):
    response = desk.post(rulings_address(section), TYPED | changes)
    assert response.status_code == 422
    assert find_errors(response) == sentences
    assert is_unchanged(section)


def test_a_ruling_begins_with_the_board_it_is_about(desk, section):
    assert [
        box.get("value")
        for box in find_elements(desk.get(rulings_address(section, "?board=7")), "#id_board_no")
    ] == ["7"]
    assert desk.get(rulings_address(section, "?board=" + "9" * 5000)).status_code == 200


def test_withdrawing_on_the_page_strikes_it_through(desk, section):
    desk.post(rulings_address(section), TYPED)
    response = desk.post(
        rulings_address(section, "1/withdraw/"), {"why": "wrong table"}, follow=True
    )
    assert find_texts(response, "#messages .say")[1].startswith(
        "Ruling 1 is withdrawn; board 1 is 4SS= again."
    )
    assert [element.get("class") for element in find_elements(response, "article")] == [
        "sheet ruling withdrawn"
    ]
    assert find_texts(response, ".after")[0].endswith(": wrong table")
    again = desk.post(rulings_address(section, "1/withdraw/"))
    assert again.status_code == 422


def test_withdrawing_says_when_the_line_was_changed_meanwhile(desk, section):
    desk.post(rulings_address(section), TYPED)
    enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS+1", user=None)
    response = desk.post(rulings_address(section, "1/withdraw/"), follow=True)
    assert find_texts(response, "#messages .say")[1].startswith(
        "Ruling 1 is withdrawn; board 1 was changed since and stays 4SS+1."
    )


def test_the_log_says_what_a_line_is_that_was_changed_after_its_ruling(desk, section):
    desk.post(rulings_address(section), TYPED)
    said = "Now "
    assert not [
        text
        for text in find_texts(desk.get(rulings_address(section)), ".ruling dd")
        if said in text
    ]
    enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS+1", user=None)
    assert find_texts(desk.get(rulings_address(section)), ".ruling dd")[2:4] == [
        "4♠ S = → 4♠ S +2",
        said + "4♠ S +1",
    ]
    enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS+2", user=None)
    assert not [
        text
        for text in find_texts(desk.get(rulings_address(section)), ".ruling dd")
        if said in text
    ]


def test_the_log_says_that_a_ruled_line_was_emptied(desk, section, give):
    give(adjusted="A6040")
    for _ in range(2):  # the award, then what was made
        enter_result(section=section, board_no=1, ns=1, ew=6, text="", user=None)
    assert find_texts(desk.get(rulings_address(section)), ".ruling dd")[3] == ("Now empty")


def test_an_appeal_on_the_page(desk, section):
    desk.post(rulings_address(section), TYPED)
    refused = desk.post(rulings_address(section, "1/appeal/"), {"outcome": "stands"})
    assert refused.status_code == 422
    assert find_errors(refused) == ["Ruling 1 has an outcome but no appeal. Enter the appeal."]
    response = desk.post(
        rulings_address(section, "1/appeal/"), {"appeal": "1 E-W", "outcome": "stands"}, follow=True
    )
    assert find_texts(response, ".ruling dd")[-1] == "1 E-W ruling upheld"


@pytest.mark.parametrize("tail", ["", "1/withdraw/", "1/appeal/"])
def test_rulings_are_for_directors(section, give, tail):
    give()
    assert Client().get(rulings_address(section, tail)).status_code == 302
    assert Client().post(rulings_address(section, tail)).status_code == 403
    assert Ruling.objects.get().withdrawn_at is None


@pytest.mark.parametrize("role", [Role.SCORER, Role.VIEWER])
def test_accounts_that_may_not_rule_see_no_form(client, section, role):
    client.force_login(make_account("vera", role))
    page = client.get(rulings_address(section))
    assert page.status_code == 200
    assert find_elements(page, "#new") == []


@pytest.mark.parametrize("tail", ["7/withdraw/", "7/appeal/"])
def test_there_is_no_such_ruling(desk, section, tail):
    assert desk.post(rulings_address(section, tail)).status_code == 404


def test_the_page_takes_the_same_few_queries_for_one_ruling_and_for_many(desk, section, give):
    give()
    few = count_queries(desk, rulings_address(section))
    for _more in range(5):
        give()
    assert count_queries(desk, rulings_address(section)) == few


def test_a_ruling_about_no_board_is_named_by_its_pair(desk, section, give):
    give(board_no=None, pair_no=None, penalty=Penalty(Decimal(1), "mp", 6))
    give(board_no=None, pair_no=None, table_no=3)
    give(board_no=None, pair_no=None)
    assert find_texts(desk.get(rulings_address(section)), ".ruling h2") == [
        "3",
        "2 · Table 3",
        "1 · Pair 1 E-W",
    ]


def test_the_desk_and_the_files_have_the_column_only_if_there_are_penalties(desk, section, give):
    page = f"/sessions/{section.session_id}/results/"
    assert "Penalty" not in find_texts(desk.get(page), "#ns-table thead th")
    give(penalty=Penalty(Decimal(2), "mp", 1))
    response = desk.get(page)
    titles = find_texts(response, "#ns-table thead th")
    assert are_in_order(("Place", "Pair", "Names", "Penalty", "Total", "Percent"), titles)
    column = titles.index("Penalty")
    rows = read_table_rows(response, "#ns-table table")
    assert [row[column] for row in rows if row[1] == "1"] == ["−2 MP"]
    json = desk.get(f"/events/{section.session.event_id}/results.json").json()
    assert {
        row["contestant"]: row["penalties"] for row in json["standings"] if "penalties" in row
    } == {1: "−2 MP"}
