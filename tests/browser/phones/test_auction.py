"""Duplicate auction at the tables: scored, read and written as at the desk, with a step for honours."""

from itertools import product

import pytest
from playwright.sync_api import expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.models import Result
from movements.registry import make_plan
from scoring.bridge.auction import list_possible_honours
from scoring.bridge.contracts import Contract
from scoring.bridge.entries import EntryKind, ResultEntry, parse_entry
from tests.browser.phones.conftest import open_first_board, tap
from tests.factories import make_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCHEDULES = {"auction": "1926", "auction-1914": "1914"}
SCORES = """(cases) => cases.map(([level, denomination, doubled, declarer, tricks, honours, holder]) =>
    scoreEntry({ kind: "played", level, denomination, doubled, declarer, tricks, honours, holder }, "all"))"""
HONOURS = (
    """() => ["C", "D", "H", "S", "NT", ""].map((denomination) => listHonours(denomination))"""
)
READINGS = """([texts, game]) => texts.map((text) => parseEntry(text, game))
    .map(({ entry }) => (entry ? formatEntry(entry) : ""))"""
TYPED = (
    *(
        "3hs+1",
        "3HS+1 NS30",
        "3hs+1 n-s 64",
        "W3NT= EW100",
        "3NTS= NS50",
        "4H S 10 EW 80",
        "5CXE-2",
        "pass",
        "pass NS30",
    ),
    *("+221", "-600 e ew40", "+600 by W", "600N", "0", "+9000", "hello", "3HS NS30"),
)


@pytest.fixture(params=SCHEDULES)
def night(request):
    section = make_section(game=request.param)
    store_plan(section=section, movement=make_plan("mitchell", pairs=8, boards_per_set=2))
    return section


@pytest.fixture
def page(open_phone, night):
    return open_phone(at=night)


def test_every_score_and_all_honours_there_are(page, night):
    cases = [
        (*case, honours, side)
        for case in product(
            range(1, 8), ("C", "D", "H", "S", "NT"), range(3), ("N", "E"), range(14)
        )
        for honours, side in ((0, "ns"), (30, "ns"), (100, "ew"))
    ]
    schedule = SCHEDULES[night.session.event.game]
    expected = [
        ResultEntry(
            EntryKind.PLAYED,
            Contract(level, denomination, doubled),
            declarer,
            tricks,
            schedule=schedule,
            honours_side=side.upper() if honours else None,
            honours=honours,
        ).ns_score(1)
        for level, denomination, doubled, declarer, tricks, honours, side in cases
    ]
    assert page.evaluate(SCORES, [list(case) for case in cases]) == expected
    known = [
        list(list_possible_honours(name or None, schedule))
        for name in ("C", "D", "H", "S", "NT", "")
    ]
    assert page.evaluate(HONOURS) == known


def written(text, game):
    try:
        entry = parse_entry(text, game=game)
        entry.check_score(1)
        return str(entry)
    except ValueError:
        return ""


def test_typed_results_are_read_as_at_the_desk(page, night):
    game = night.session.event.game
    measured = page.evaluate(READINGS, [list(TYPED), game])
    assert dict(zip(TYPED, measured, strict=True)) == {text: written(text, game) for text in TYPED}


def test_a_table_enters_a_contract_with_its_honours_and_a_score(page, night):
    most = {"auction": 80, "auction-1914": 64}[night.session.event.game]
    open_first_board(page)
    expect(page.locator("body")).not_to_contain_text("vulnerable")
    tap(page, "Level 3", "hearts", "South", "1 over", f"N-S {most}", "Confirm", "Next: board 2")
    page.get_by_label("Or type it").fill("+221")
    tap(page, "OK", "Confirm")
    expect(page.locator("body")).to_contain_text("all sent")
    expect(page.locator("main")).to_contain_text("N-S +221")
    entered = {result.board_no: (result.text, result.ns_score) for result in Result.objects.all()}
    line = fetch_section_lines(night).get_table_lines(1, 1)[0]
    assert entered[line.board_no] == (f"3HS+1 NS{most}", 157 + most)
    assert sorted(text for text, _score in entered.values()) == sorted([f"3HS+1 NS{most}", "+221"])
