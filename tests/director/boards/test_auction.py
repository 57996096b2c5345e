"""A night of duplicate auction: entry by contract and honours or by score, and the methods of 1926."""

import csv
import json
import re
from datetime import date
from fractions import Fraction
from io import BytesIO

import pytest
from pypdf import PdfReader

from director.additions.imports.store.event import import_file
from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.models import Event
from movements.registry import make_plan
from scoring.__main__ import main as ranked_file
from scoring.display import format_rounded
from scoring.errors import ScoringError
from scoring.registry import list_methods_for_game
from tests.cases import leave_to_slow
from tests.director.boards.scored import (
    fetch_scored_session,
    fetch_session_sheets,
    find_session_differences,
)
from tests.director.pages import find_texts
from tests.factories import enter_on_line, make_section
from tests.golden import read_golden

pytestmark = pytest.mark.django_db

FOR_ANY_NUMBER = [
    method for method in list_methods_for_game("auction") if method.key != "four-pairs"
]
TYPED = (
    "3HS+1 NS30",
    "3NTW= EW100",
    "5CXS-2",
    "+221",
    "PASS",
    "2SXE+1",
    "-600 E EW40",
    "7SE-1",
    "3NULLOW+1",
)


@pytest.fixture
def auction():
    """A published Mitchell of eight pairs, two boards a round, with every form of a result."""
    section = make_section(game="auction", name="Auction")
    store_plan(section=section, movement=make_plan("mitchell", pairs=8, boards_per_set=2))
    for index, line in enumerate(fetch_section_lines(section).all):
        enter_on_line(section, line, TYPED[index % len(TYPED)])
    publish_results(event=section.session.event)
    return section


def read_printed_text(desk, section, *kinds):
    asked = "&".join(f"kinds={kind}" for kind in kinds)
    response = desk.get(f"/sessions/{section.session_id}/print/sheets.pdf?{asked}&paper=a4&spare=0")
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(response.content)).pages)


@pytest.mark.parametrize(
    ("game", "typed", "sentence"),
    leave_to_slow(
        [
            (
                "auction",
                "3HS+1 NS63",
                "“3HS+1 NS63”: honours in hearts can’t be 63. Type 30, 40, 50, 80, 90 or 100.",
            ),
            (
                "auction",
                "4S= NS30 EW30",
                "“4S= NS30 EW30”: only one side can score honours on a deal. Type those of one side.",
            ),
            (
                "auction",
                "3NTS= NS50",
                "“3NTS= NS50”: honours in no-trumps can’t be 50. Type 30, 40 or 100.",
            ),
            (
                "auction-1914",
                "3HS+1 NS31",
                "“3HS+1 NS31”: honours in hearts can’t be 31. Type 16, 32, 40, 64, 72 or 80.",
            ),
            (
                "auction",
                "3NULLOW= NS30",
                "“3NULLOW= NS30”: nullos have no honours. Leave the honours out.",
            ),
            (
                "auction",
                "3NULLOW10",
                "“3NULLOW10”: at nullos 10 could be tricks won or lost. Type 3NULLOW= if 9 were lost, "
                "3NULLOW+1 for one more.",
            ),
            (
                "bridge",
                "3NULLOW=",
                "“3NULLOW=”: nullos are bid at auction only. Choose clubs, diamonds, hearts, spades or NT.",
            ),
            (
                "auction",
                "3HS+1 NS64",
                "“3HS+1 NS64”: honours of 64 in hearts belong to the scale of 1914. By that of 1926 type 80.",
            ),
            (
                "auction",
                "3SS= NS45",
                "“3SS= NS45”: honours of 45 in spades belong to the scale of 1914. By that of 1926 type 50.",
            ),
            (
                "auction",
                "+600 E NS72",
                "“+600 E NS72”: honours of 72 belong to the scale of 1914. "
                "By that of 1926 type 30, 40, 50, 80, 90 or 100.",
            ),
            (
                "auction-1914",
                "3HS+1 NS30",
                "“3HS+1 NS30”: honours of 30 in hearts belong to the scale of 1926. By that of 1914 type 16.",
            ),
            ("auction", "PASS NS30", "“PASS NS30”: a passed-out deal has no honours. Remove them."),
            (
                "auction",
                "+9000",
                "“+9000”: a deal of auction gives at most 2800 points. Correct the score.",
            ),
            (
                "auction",
                "hello",
                "“hello” isn’t a result. Try 3HS+1, 3HS+1 NS30 with honours, +221, PASS, A50 or NP.",
            ),
        ],
        but=1,
    ),
)
def test_impossible_input_is_refused_with_the_possible_values(game, typed, sentence):
    section = make_section(game=game)
    store_plan(section=section, movement=make_plan("mitchell", pairs=8, boards_per_set=2))
    with pytest.raises(ScoringError) as refused:
        enter_on_line(section, fetch_section_lines(section).get_board_lines(1)[0], typed)
    assert str(refused.value) == sentence
    assert not section.results.exists()


@pytest.mark.slow
@pytest.mark.parametrize("method", FOR_ANY_NUMBER, ids=lambda method: method.key)
def test_the_desk_a_file_and_the_second_calculation_agree(auction, method, tmp_path, capsys):
    set_scoring(section=auction, scoring=method.key, options={})
    section = fetch_section(auction.session_id)
    assert find_session_differences(section) == []
    sheets = fetch_session_sheets(section)
    boards = {}
    for line in fetch_section_lines(section).all:
        boards.setdefault(line.board_no, []).append(file_line(section, line))
    rows = [{"board": board_no, "lines": lines} for board_no, lines in boards.items()]
    file = tmp_path / "auction.json"
    file.write_text(json.dumps({"game": "auction", "winners": section.winners, "boards": rows}))
    assert ranked_file(["rank", method.key, str(file)]) == 0
    ranked = [standing["total"] for standing in json.loads(capsys.readouterr().out)["standings"]]
    shown = [
        format_rounded(row.total, method.decimals)
        for group in sheets.standings.groups
        for row in group.rows
    ]
    assert sorted(shown) == sorted(ranked)


def file_line(section, line):
    row = {"ns": section.get_printed_number(line.ns), "ew": section.get_printed_number(line.ew)}
    typed, _, honours = line.text.partition(" ")
    if typed == "PASS":
        return row | {"contract": "PASS"}
    if typed[0] in "+-":
        more = {"declarer": "E", "honours": 40} if honours else {}
        return row | {"score": int(typed)} | more
    contract, declarer, tricks = {
        "3HS+1": ("3H", "S", 10),
        "3NTW=": ("3NT", "W", 9),
        "5CXS-2": ("5CX", "S", 9),
        "2SXE+1": ("2SX", "E", 9),
        "7SE-1": ("7S", "E", 12),
        "3NULLOW+1": ("3NULLO", "W", 10),
    }[typed]
    held = {"honours_side": honours[:2], "honours": int(honours[2:])} if honours else {}
    return row | {"contract": contract, "declarer": declarer, "tricks": tricks} | held


def test_the_contest_of_the_law_comes_out_with_its_three_columns():
    rows = list(csv.DictReader(read_golden("scoring/excess_contest.csv").splitlines()))
    section = make_section(game="auction")
    store_plan(section=section, movement=make_plan("mitchell", pairs=4, boards_per_set=2))
    set_scoring(section=section, scoring="excess", options={})
    section = fetch_section(section.session_id)
    for row in rows:
        line = next(
            line
            for line in fetch_section_lines(section).all
            if (section.get_printed_number(line.ns), section.get_printed_number(line.ew))
            == (int(row["ns"]), int(row["ew"]))
            and not section.results.filter(board_no=line.board_no, ns=line.ns, ew=line.ew).exists()
        )
        honours = (
            f" {'NS' if int(row['score']) > 0 else 'EW'}{row['honours']}"
            if row["honours"] != "0"
            else ""
        )
        enter_on_line(section, line, f"{int(row['score']):+d} {row['declarer']}{honours}")
    standings = fetch_session_sheets(section).standings
    assert {row.label: row.total for group in standings.groups for row in group.rows} == {
        "1 N-S": 270,
        "2 N-S": 50,
        "1 E-W": -450,
        "2 E-W": -120,
    }
    assert "PLUS 780 and EXCESS 250 make MINUS 1030." in standings.notes


@pytest.mark.slow
def test_paper_has_plus_and_minus_and_says_nothing_of_vulnerability(auction, desk):
    words = read_printed_text(
        desk, auction, "travellers", "score-slips", "private-scores", "board-sheets", "pair-cards"
    )
    assert {"plus", "minus", "Plus", "Minus", "Hon.", "Honours", "Net"} <= set(words.split())
    assert "Vul" not in words
    assert "Excess" not in words
    set_scoring(section=auction, scoring="excess", options={})
    assert "Excess" in read_printed_text(desk, auction, "travellers", "private-scores")


def result_texts(event):
    """Return what is entered on every line of *event*: board, N-S, E-W and the text."""
    section = fetch_first_section(event.pk)
    lines = fetch_section_lines(section).all
    return sorted(
        (line.board_no, section.get_label(line.ns), section.get_label(line.ew), line.text)
        for line in lines
    )


def exported(desk, section, form):
    """Return the lines of the boards as a file of columns, a workbook or CSV."""
    table = "" if form == "xlsx" else "?table=boards"
    return desk.get(f"/events/{section.session.event_id}/export/{form}/{table}").content


@pytest.mark.parametrize("form", leave_to_slow(["csv", "xlsx"], but=1))
def test_exported_lines_come_back_as_they_were(desk, auction, form):
    data = exported(desk, auction, form)
    imported = import_file(data=data, file_name=f"auction.{form}", on=auction.session.event.date)
    assert imported.event.game == "auction"
    assert imported.event.scoring == auction.session.event.scoring == "compass"
    assert result_texts(imported.event) == result_texts(auction.session.event)
    assert not imported.differences


def test_honours_of_1914_tell_the_scale():
    rows = (
        "1,1,2,3H,N,10,N-S 64,221",
        "1,3,4,PASS,,,,0",
        "2,1,2,3NT,W,9,,-155",
        "2,3,4,,N,,E-W 80,-300",
    )
    data = "\n".join(("Board,N-S,E-W,Contract,By,Tricks,Honours,N-S score", *rows)).encode()
    event = import_file(data=data, file_name="old.csv", on=date(2026, 11, 17)).event
    assert event.game == "auction-1914"
    assert [text for *_line, text in result_texts(event)] == [
        "3HN+1 NS64",
        "PASS",
        "3NTW=",
        "-300 N EW80",
    ]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (
            "1,1,2,3H,N,10,N-S 35,187",
            "honours in hearts can’t be 35. Type 30, 40, 50, 80, 90 or 100.",
        ),
        ("1,1,2,3H,N,,N-S 30,", "Row 2: "),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_row(row, sentence):
    data = f"Board,N-S,E-W,Contract,By,Tricks,Honours,N-S score\n{row}\n1,3,4,PASS,,,,0".encode()
    with pytest.raises(ImportFileError) as caught:
        import_file(data=data, file_name="wrong.csv", on=date(2026, 11, 17))
    assert sentence in str(caught.value)
    assert not Event.objects.filter(name="wrong").exists()


def test_a_score_that_is_not_that_of_the_contract_stands_and_is_told():
    rows = ("1,1,2,3H,N,10,N-S 30,197", "1,3,4,PASS,,,,0")
    data = "\n".join(("Board,N-S,E-W,Contract,By,Tricks,Honours,N-S score", *rows)).encode()
    imported = import_file(data=data, file_name="other.csv", on=date(2026, 11, 17))
    assert (
        "Row 2: 3HN+1 NS30 scores +187, but the file has +197. The file’s score is imported; check it."
        in imported.doubts
    )
    assert [text for *_line, text in result_texts(imported.event)] == ["+197", "PASS"]


# -- revokes by law 7 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("3hs+1 revoke ns", "3HS+1 REVOKE NS"),
        ("3HS+1 NS30 -R", "3HS+1 NS30 REVOKE NS"),
        ("+221 +RR", "+221 2 REVOKES EW"),
        ("PASS, 2 revokes: E-W", "PASS 2 REVOKES EW"),
    ],
)
def test_a_revoke_has_one_canonical_text_that_reads_back(typed, text):
    entry = parse_line_entry(typed, game="auction")
    assert entry.text == text
    assert parse_line_entry(text, game="auction") == entry


@pytest.mark.parametrize(
    "typed", leave_to_slow(["2 REVOKES EW", "revoke ns", "1 revoke: N-S", "+RR", "-2R"], but=1)
)
def test_a_revoke_without_a_result_is_refused_with_what_to_type(auction, typed):
    line = fetch_section_lines(auction).get_board_lines(1)[0]
    with pytest.raises(DeskError) as refused:
        enter_on_line(auction, line, typed)
    assert str(refused.value) == (
        f"“{typed}” has no result. Type the result first: 3HS+1 {typed.upper()}."
    )
    assert parse_line_entry(f"3HS+1 {typed}", game="auction").mark is not None
    assert fetch_section_lines(auction).get_board_lines(1)[0].text == line.text


@pytest.mark.parametrize("game", ["auction", "auction-1914"])
def test_the_entry_codes_of_the_page_can_all_be_typed(desk, game):
    section = make_section(game=game)
    store_plan(section=section, movement=make_plan("mitchell", pairs=8, boards_per_set=2))
    page = desk.get(f"/sessions/{section.session_id}/scores/", follow=True)
    codes = [
        code for code in find_texts(page, "kbd") if "REVOKE" in code or re.search(r"[0-9] NS", code)
    ]
    assert "3HS+1 2 REVOKES EW" in codes
    line = fetch_section_lines(section).get_board_lines(1)[0]
    for code in codes:
        assert enter_on_line(section, line, code).text == code


def totals(section):
    rows = fetch_session_sheets(section).rows
    return {(row.direction, row.contestant): row.total for row in rows}


@pytest.mark.parametrize(
    "method", leave_to_slow(FOR_ANY_NUMBER, but=3), ids=lambda method: method.key
)
def test_a_revoke_can_be_entered_with_every_method(auction, method):
    set_scoring(section=auction, scoring=method.key, options={})
    before = totals(auction)
    line = fetch_section_lines(auction).get_board_lines(1)[0]
    enter_on_line(auction, line, f"{line.text} REVOKE NS")
    after = totals(auction)
    assert find_session_differences(auction) == []
    notes = fetch_scored_session(auction)[0].ranking.notes
    assert any("N-S revoked once and lose 50 points" in note for note in notes)
    assert fetch_section_lines(auction).get_board_lines(1)[0].text.endswith("REVOKE NS")
    changed = {pair for pair in before if before[pair] != after[pair]}
    if method.accepted_rulings >= {"points"}:
        assert {pair: before[pair] - after[pair] for pair in changed} == {("NS", line.ns): 50}


def test_a_revoke_of_e_w_costs_nobody_else_at_matchpoints(auction):
    set_scoring(section=auction, scoring="matchpoints", options={})
    on_board = fetch_section_lines(auction).get_board_lines(1)
    scored, _sheets = fetch_scored_session(auction)
    before = scored.get_points_by_line(1)
    enter_on_line(auction, on_board[0], f"{on_board[0].text} REVOKE EW")
    scored, _sheets = fetch_scored_session(auction)
    after = scored.get_points_by_line(1)
    for line in on_board:
        assert after[line[:3]].ns_points == before[line[:3]].ns_points


def test_a_revoke_is_among_the_irregular_deals_and_undone_with_its_ruling(desk, auction):
    address = f"/sessions/{auction.session_id}/rulings/"
    line = fetch_section_lines(auction).get_board_lines(1)[0]
    ruling = {
        "board_no": "1",
        "pair_no": str(line.ns),
        "facts": "A revoke in hearts.",
        "decision": "50 points.",
        "irregular": "REVOKE NS",
    }
    page = desk.post(address, ruling | {"sure": "1"}, follow=True)
    assert "N-S revoked" in " ".join(find_texts(page, ".ruling dd"))
    assert fetch_section_lines(auction).get_board_lines(1)[0].text == f"{line.text} REVOKE NS"
    desk.post(f"{address}1/withdraw/", {"why": "no revoke", "sure": "1"}, follow=True)
    assert fetch_section_lines(auction).get_board_lines(1)[0].text == line.text


@pytest.mark.slow
def test_a_penalty_in_points_counts_in_plus_and_minus(desk, auction):
    set_scoring(section=auction, scoring="average", options={})
    before = totals(auction)
    penalty = {"penalty": "50", "penalty_unit": "points", "penalty_to": "2"}
    typed = {"facts": "Passed on a wrong hand.", "decision": "50 points.", "sure": "1"}
    desk.post(f"/sessions/{auction.session_id}/rulings/", typed | penalty, follow=True)
    after = totals(auction)
    assert {pair: before[pair] - after[pair] for pair in before if before[pair] != after[pair]} == {
        ("NS", 2): 50
    }
    assert find_session_differences(auction) == []


# -- words -------------------------------------------------------------------------------------------------------------


def test_a_refusal_calls_pairs_as_the_page_does(auction):
    set_scoring(section=auction, scoring="excess", options={})
    line = fetch_section_lines(auction).get_board_lines(1)[0]
    meeting = f"{auction.get_label(line.ns)} against {auction.get_label(line.ew)}"
    assert f"{line.ew} E-W" not in meeting
    with pytest.raises(ScoringError, match=f"Board 1: {meeting} made 600, but"):
        enter_on_line(auction, line, "+600")
    with pytest.raises(ScoringError, match=f"Board 1, {meeting}: Excess scoring has no"):
        enter_on_line(auction, line, "60% 3HS+1, 40% 3HS=")


@pytest.mark.slow
def test_one_net_score_per_round_is_a_board_per_round():
    """The slip of a round has one figure, such as 110 plus on deals 13 to 16 (Hoyle, p. 38)."""
    section = make_section(game="auction")
    store_plan(
        section=section, movement=make_plan("mitchell", tables=7, rounds=7, boards_per_set=1)
    )
    section = fetch_section(section.ref)
    set_scoring(section=section, scoring="compass", options={})
    nets_by_pair: dict[int, int] = {}
    for line in fetch_section_lines(section).all:
        net = (line.ns * 137 + line.ew * 59 + line.board_no * 30) % 700 - 350
        enter_on_line(section, line, f"{net:+}")
        nets_by_pair[line.ns] = nets_by_pair.get(line.ns, 0) + net
        nets_by_pair[line.ew] = nets_by_pair.get(line.ew, 0) - net
    groups = fetch_session_sheets(fetch_section(section.ref)).standings.groups
    assert [len(group.rows) for group in groups] == [7, 7]
    for group in groups:
        nets = [nets_by_pair[row.contestant] for row in group.rows]
        average = Fraction(sum(nets), 7)
        assert [row.total for row in group.rows] == [net - average for net in nets]
        assert nets == sorted(nets, reverse=True)
