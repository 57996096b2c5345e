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
from director.models import Result
from movements.registry import make_plan
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from scoring.registry import list_methods_for_game
from tests.director.boards.play.scores.entry_pages import HTMX, make_posted_line
from tests.director.boards.scored import (
    fetch_scored_session,
    fetch_session_sheets,
    find_session_differences,
)
from tests.director.pages import find_elements, find_texts, read_table_rows
from tests.factories import make_night, make_section

MADE = (9, 6, 7, 8, 5)  # the tricks of N-S on board 1, table by table
REVOKED = (
    "N-S made 9 and revoked once; at the other tables N-S won at least 5 and 6.5 on average, so N-S count 6.5 and "
    "E-W 6.5 ([HOYLE1926] pp. 58-59)."
)


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


def tricks_shown(page):
    """What each line of an entry page shows as its tricks."""
    cells = [cell for cell in find_elements(page, "td") if cell.get("id", "").startswith("tricks-")]
    return [" ".join("".join(cell.itertext()).split()) for cell in cells]


def test_a_revoke_counts_by_the_limits_of_the_other_tables(whist):
    enter_on_board_1(whist, 1, "9-R")
    assert counts(whist) == [Fraction(13, 2), 6, 7, 8, 5]
    assert (
        fetch_session_sheets(whist).standings.notes[-1]
        == f"Board 1, 1 N-S against 1 E-W: {REVOKED}"
    )
    enter_on_board_1(
        whist, 1, "9+R"
    )  # E-W made 4, and no other table has less than 5: the score stands
    assert counts(whist) == [9, 6, 7, 8, 5]
    enter_on_board_1(whist, 1, "9-3R after 6")
    assert counts(whist) == [6, 6, 7, 8, 5]


def test_the_stored_result_stays_as_it_was_made(whist):
    result = enter_on_board_1(whist, 1, "9-r")
    assert result.text == "9-R"
    assert result.ns_score == 9
    assert find_session_differences(whist) == []


def test_a_revoke_waits_for_the_other_tables(whist):
    Result.objects.filter(board_no=1).exclude(ns=1).delete()
    enter_on_board_1(whist, 1, "9-R")
    sheets = fetch_session_sheets(whist)
    assert [line.score for line in sheets.boards[0].lines][:1] == [9]
    assert not any("revoked" in note for note in sheets.standings.notes)


FOR_TEN_PAIRS = [method for method in list_methods_for_game("whist") if method.key != "four-pairs"]


@pytest.mark.parametrize("method", FOR_TEN_PAIRS, ids=lambda method: method.key)
def test_every_method_of_whist_scores_settled_lines_by_both_routes(whist, method):
    set_scoring(section=whist, scoring=method.key, options={})
    for ns, text in ((1, "9-R"), (2, "CARDS EW"), (3, "7+R")):
        enter_on_board_1(whist, ns, text)
    assert counts(whist) == [Fraction(20, 3), 9, 9, 8, 5]
    assert find_session_differences(whist) == []


def test_why_a_revoke_counts_so_is_said_on_the_traveller_the_entry_page_and_in_json(whist, desk):
    enter_on_board_1(whist, 1, "9-R")
    event_id = whist.session.event_id
    board = desk.get(f"/events/{event_id}/boards/1/?why=1-1-6")
    assert read_table_rows(board, ".traveller")[0] == ["1", "", "1", "", "9−R", "6.5", "0.0", "0.0"]
    assert find_texts(board, ".why p")[0] == REVOKED
    assert (
        tricks_shown(desk.get(f"/sessions/{whist.session_id}/scores/boards/1/"))[0] == "9−R → 6.5"
    )
    line = desk.get(f"/events/{event_id}/results.json").json()["boards"][0]["lines"][0]
    assert line["contract"] == "9-R"
    assert line["score"] == "6.5"
    assert line["settled"] == REVOKED


def test_the_entry_page_settles_a_revoke_again_when_another_table_comes_in(whist, desk):
    enter_on_board_1(whist, 1, "9-R")
    data = make_posted_line("1-2-8", "4", shown="6", version=1)
    saved = desk.post(f"/sessions/{whist.session_id}/scores/boards/1/", data, **HTMX)
    cells = [
        cell for cell in find_elements(saved, "td") if cell.get("id", "").startswith("tricks-")
    ]
    # The other lines come whole, as those that a colleague has entered since.
    assert {cell.get("id") for cell in cells} == {
        f"tricks-1-{key}" for key in ("1-6", "2-8", "3-10", "4-7", "5-9")
    }
    assert find_texts(saved, "#tricks-1-1-6") == ["9−R → 6"]


def test_the_other_side_reads_its_own_tricks_and_mark(whist):
    enter_on_board_1(whist, 1, "9-R")
    card = next(card for card in fetch_session_sheets(whist).pairs if card.standing.contestant == 6)
    line = next(line for line in card.lines if line.board_no == 1)
    assert line.contract == "4+R"
    assert line.tricks == Fraction(13, 2)
    assert line.direction == "EW"


@pytest.mark.parametrize(
    ("text", "counted", "why"),
    [
        pytest.param(
            "CARDS NS",
            5,
            "N-S had a hand with the wrong number of cards and get the worst result of the other tables, the lowest "
            "score of N-S there: 5 ([HOYLE1926] p. 43, law 4).",
            id="N-S",
        ),
        pytest.param(
            "CARDS EW",
            8,
            "E-W had a hand with the wrong number of cards and get the worst result of the other tables, the highest "
            "score of N-S there: 8 ([HOYLE1926] p. 43, law 4).",
            id="E-W",
        ),
        pytest.param(
            "CARDS BOTH",
            None,
            "Both sides had a hand with the wrong number of cards: the table takes the average ([HOYLE1926] p. 43, "
            "law 4).",
            id="both",
        ),
    ],
)
def test_a_wrong_number_of_cards_gives_the_worst_of_the_others_or_the_average(
    whist, text, counted, why
):
    enter_on_board_1(whist, 1, text)
    scored, sheets = fetch_scored_session(whist)
    assert sheets.boards[0].lines[0].score == counted
    assert scored.reasons_by_line[1, 1, 6] == why
    assert sheets.standings.notes[-1] == f"Board 1, 1 N-S against 1 E-W: {why}"


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


def test_a_table_that_takes_the_average_without_a_mark_shows_what_it_made(whist, desk):
    for ns in (1, 2, 3):
        enter_on_board_1(whist, ns, f"{MADE[ns - 1]} shifted")
    board = desk.get(f"/events/{whist.session.event_id}/boards/1/")
    assert find_texts(board, "td.c-ruling") == ["hands exchanged"] * 3 + ["8", "5"]
    assert find_texts(board, "td.c-tricks") == ["9", "6", "7", "", ""]
    entry = desk.get(f"/sessions/{whist.session_id}/scores/boards/1/")
    assert tricks_shown(entry) == [
        "hands exchanged · 9",
        "hands exchanged · 6",
        "hands exchanged · 7",
        "8",
        "5",
    ]


def test_without_a_mark_nothing_is_settled(whist):
    assert fetch_scored_session(whist)[0].reasons_by_line == {}


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
