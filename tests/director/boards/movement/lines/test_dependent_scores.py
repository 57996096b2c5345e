"""Lines settled by the other tables: revokes at whist, a wrong number of cards, and two hands exchanged in a board."""

from fractions import Fraction
from io import BytesIO

import pytest
from pypdf import PdfReader

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result, import_result
from director.errors import DeskError
from movements.registry import make_plan
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from scoring.registry import list_methods_for_game
from tests.director.boards.scored import (
    fetch_scored_session,
    fetch_session_sheets,
    find_session_differences,
)
from tests.factories import make_night, make_section

MADE = (9, 6, 7, 8, 5)  # the tricks of N-S on board 1, table by table


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        pytest.param("9-r", "9-R", id="N-S revoked"),
        pytest.param("9 + R", "9+R", id="E-W revoked"),
        pytest.param("9-4-R", "9-R", id="both sides’ tricks"),
        pytest.param("9-2r", "9-2R", id="twice"),
        pytest.param("9-RR", "9-2R", id="twice by two letters"),
        pytest.param("9-1R", "9-R", id="once"),
        pytest.param("9-R after 4", "9-R AFTER 4", id="tricks won before"),
        pytest.param("9 shifted", "9 SHIFTED", id="hands exchanged"),
        pytest.param("cards n-s", "CARDS NS", id="wrong cards"),
        pytest.param("Wrong cards: both", "CARDS BOTH", id="wrong cards of both"),
    ],
)
def test_marks_have_one_canonical_text_that_reads_back(typed, text):
    entered = parse_line_entry(typed, game="whist")
    assert entered.text == text
    assert parse_line_entry(text, game="whist") == entered


def test_hands_are_exchanged_and_cards_are_wrong_at_bridge_too():
    shifted = parse_line_entry("4ss= Shifted")
    assert shifted.text == "4SS= SHIFTED"
    assert shifted.compute_ns_score(1) == 420
    assert shifted.state == LineState.PLAYED
    assert parse_line_entry("cards ew").text == "CARDS EW"
    assert parse_line_entry("cards ew").compute_ns_score(1) is None


@pytest.mark.parametrize(
    ("typed", "game", "sentence"),
    [
        pytest.param(
            "9-0R",
            "whist",
            "0 revokes isn’t possible. Enter 1 or more.",
            id="no-revoke",
        ),
        pytest.param(
            "9+R after 5",
            "whist",
            "5 tricks before the first revoke is too many. The offenders won 4 on the deal.",
            id="more-before-than-won",
        ),
        pytest.param(
            "15-R", "whist", "“15”: N-S can’t have 15 tricks. A deal has 13.", id="tricks"
        ),
        pytest.param(
            "cards",
            "whist",
            "“cards” doesn’t say who is at fault. Type CARDS NS, CARDS EW or CARDS BOTH.",
            id="who",
        ),
        pytest.param(
            "A6040 shifted",
            "bridge",
            "A6040 isn’t a result, so no mark belongs to it. Enter it by itself.",
            id="artificial",
        ),
    ],
)
def test_a_mark_that_cannot_be_is_one_sentence(typed, game, sentence):
    with pytest.raises((DeskError, ScoringError)) as refused:
        parse_line_entry(typed, game=game).check(1)
    assert str(refused.value) == sentence


# -- on a night --------------------------------------------------------------------------------------------------------


@pytest.fixture
def whist(db):
    """A Mitchell of five tables, one board a set, with every result of board 1 in."""
    section = make_section(game="whist")
    store_plan(section=section, movement=make_plan("mitchell", pairs=10))
    for line in fetch_section_lines(section).get_board_lines(1):
        made = str(MADE[line.ns - 1])
        import_result(section=section, line=line, text=made, user=None)
    return section


def enter_on_board_1(section, ns, text):
    line = next(line for line in fetch_section_lines(section).get_board_lines(1) if line.ns == ns)
    return enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)


def counts(section):
    """What each line of board 1 counts, by N-S number."""
    return [line.score for line in fetch_session_sheets(section).boards[0].lines]


def test_the_stored_result_stays_as_it_was_made(whist):
    result = enter_on_board_1(whist, 1, "9-r")
    assert result.text == "9-R"
    assert result.ns_score == 9
    assert find_session_differences(whist) == []


FOR_TEN_PAIRS = [method for method in list_methods_for_game("whist") if method.key != "four-pairs"]


@pytest.mark.slow
@pytest.mark.parametrize("method", FOR_TEN_PAIRS, ids=lambda method: method.key)
def test_every_method_of_whist_scores_settled_lines_by_both_routes(whist, method):
    set_scoring(section=whist, scoring=method.key, options={})
    for ns, text in ((1, "9-R"), (2, "CARDS EW"), (3, "7+R")):
        enter_on_board_1(whist, ns, text)
    assert counts(whist) == [Fraction(20, 3), 9, 9, 8, 5]
    assert find_session_differences(whist) == []


def test_of_exchanged_hands_the_fewer_tables_take_the_average(whist):
    enter_on_board_1(whist, 1, "9 SHIFTED")
    assert counts(whist) == [None, 6, 7, 8, 5]
    for ns in (2, 3):
        enter_on_board_1(whist, ns, f"{MADE[ns - 1]} shifted")
    assert counts(whist) == [9, 6, 7, None, None]
    scored, _sheets = fetch_scored_session(whist)
    assert set(scored.reasons_by_line.values()) == {
        "Two hands were exchanged at 3 of 5 tables; a table that played them as they were dealt takes the average "
        "([HOYLE1926] p. 43, law 5)."
    }


# -- on paper ----------------------------------------------------------------------------------------------------------


def test_a_long_result_stands_whole_on_the_paper(desk):
    section = make_night(pairs=6, boards_per_set=1)
    long = "N-S 60% 4SS=, 40% 4SS-1 / E-W 4SS-1"
    enter_on_board_1(section, 2, long)
    enter_on_board_1(section, 1, "NP: the fire alarm rang")
    for kind in ("board-sheets", "pair-cards"):
        paper = desk.get(
            f"/sessions/{section.session_id}/print/sheets.pdf?kinds={kind}&paper=a4&spare=0"
        )
        words = " ".join(
            " ".join(
                page.extract_text() for page in PdfReader(BytesIO(paper.content)).pages
            ).split()
        )
        assert long in words
        assert "NP: the fire alarm rang" in words
        assert "…" not in words
