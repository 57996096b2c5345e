"""A night that leaves its plan, in a real browser: it ends with the standings that are computed by hand here."""

import re
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY
from director.boards.scoring.scored import score_section
from director.core.base.act_kinds import ActKind
from tests.browser.conftest import wait_until, wait_until_sent, wait_until_settled
from tests.factories import make_director, make_night, reload_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = "Somebody comes or goes"
TEXTS = ("4SS=", "4SS-1", "3NTN+1", "PASS", "2HE=", "1NTW-2", "3DE-3", "5CS=")


def sign_in(page: Page) -> None:
    make_director("dora")
    page.goto("/sign-in/?next=/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill("felt-green-17")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_load_state()


def type_table(page: Page, section, round_no: int, table_no: int) -> None:
    """Type a result for every board of a table in a round, as the page has them."""
    lines = fetch_section_lines(reload_section(section)).get_table_lines(round_no, table_no)
    if not lines:
        return
    page.goto(f"/sessions/{section.session_id}/scores/rounds/{round_no}/tables/{table_no}/")
    wait_until_settled(page)
    for line in lines:
        box = page.locator(f"input[name='text-{line.board_no}-{line.ns}-{line.ew}']")
        box.fill(TEXTS[(line.board_no * 5 + line.ns * 3 + line.ew) % len(TEXTS)])
        box.press("Enter")
    wait_until(
        page,
        lambda: all(
            line.is_entered
            for line in fetch_section_lines(reload_section(section)).get_table_lines(
                round_no, table_no
            )
        ),
    )
    wait_until_sent(page)
    expect(page.locator("#waiting")).to_be_hidden()


def type_round(page: Page, section, round_no: int, tables=range(1, 8)) -> None:
    for table_no in tables:
        type_table(page, section, round_no, table_no)


def change(page: Page, section, question: str, reason: str, title: str = "", **boxes: str) -> None:
    """Ask what can be done about something that changed, and do it."""
    page.goto(f"/sessions/{section.session_id}/changed/")
    page.get_by_text(question, exact=True).click()
    page.get_by_label(reason, exact=True).check()
    for name, value in boxes.items():
        field = page.locator(f"[name={name}]").locator("visible=true").first
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Show options").click()
    way = page.locator(".proposal", has=page.get_by_role("heading", name=re.compile(title))).first
    way.get_by_role("button", name="Apply").click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator("#change")).to_contain_text(re.compile("plays from round|Movement changed"))


def otherwise(
    page: Page, section, round_no: int, table_no: int, press: str, other: str = ""
) -> None:
    """Say at the page of a table that it was played otherwise."""
    page.goto(f"/sessions/{section.session_id}/scores/rounds/{round_no}/tables/{table_no}/")
    page.get_by_text("Wrong seats, opponents or boards").click()
    if other:
        page.get_by_label("Other table").fill(other)
        expect(page.locator("#swaps")).to_contain_text(f"table {other}: boards")
    page.get_by_role("button", name=press).click()
    expect(page.locator("#messages")).to_contain_text("saved as played")


def by_hand(section) -> dict[str, Fraction]:
    """Return every pair's percentage from the lines that count, by the plain rule.

    Two points for every score that is beaten, one for an equal one; where a board has fewer results
    than the board with the most, its points are stretched as Neuberg has it.
    """
    boards = defaultdict(list)
    for line in fetch_section_lines(section).all:
        if line.is_entered and not line.text.startswith("NP"):
            boards[line.board_no].append(line)
    most = max(map(len, boards.values()))
    points, tops = defaultdict(Fraction), defaultdict(Fraction)
    for lines in boards.values():
        scores = [line.ns_score for line in lines]
        for line in lines:
            plain = (
                sum((line.ns_score > score) * 2 + (line.ns_score == score) for score in scores) - 1
            )
            stretched = Fraction(plain * most + most - len(lines), len(lines))
            for pair, own in ((line.ns, stretched), (line.ew, 2 * (most - 1) - stretched)):
                points[section.get_label(pair)] += own
                tops[section.get_label(pair)] += 2 * (most - 1)
    return {pair: points[pair] * 100 / tops[pair] for pair in points}


def standing(section) -> int:
    """Return how many acts at the tables stand."""
    return section.acts.filter(undone_at__isnull=True, kind__in=BOARD_PLAY).count()


def press(page: Page, way: str, is_so: Callable[[], bool]) -> None:
    """Press Undo or Redo once, with the page perhaps still on its way from the press before."""
    page.locator(f"#{way.lower()} button").click()
    wait_until(page, is_so)
    wait_until_sent(page)


def undo_change(page: Page, section) -> None:
    """Undo the change of movement where it was made, as Scores leaves it alone."""
    expect(page.locator("#undo button")).to_have_count(0)
    page.goto(f"/sessions/{section.session_id}/changed/")
    page.get_by_role("button", name="Undo change").click()
    page.get_by_role("button", name="Undo", exact=True).click()  # the question about taken seats
    page.goto(f"/sessions/{section.session_id}/scores/")


def stored(section) -> list[tuple]:
    return sorted(
        reload_section(section)
        .results.counted()
        .values_list("board_no", "ns", "ew", "counted", "version")
    )


def test_a_night_that_leaves_its_plan_ends_with_the_standings_computed_by_hand(open_browser):
    page, section = open_browser(), make_night(pairs=13, boards_per_set=1)
    sign_in(page)
    type_round(page, section, 1)
    type_round(page, section, 2, range(2, 5))
    change(page, section, PEOPLE, "Late pair", "Fill the half table", from_round="3")
    type_round(page, section, 2, range(5, 8))
    assert reload_section(section).plan.contestants == 14

    otherwise(page, section, 3, 2, "Wrong direction")
    type_round(page, section, 3)
    otherwise(page, section, 4, 3, "Wrong boards", "6")
    type_round(page, section, 4)
    everything = (
        reload_section(section).plan.number,
        stored(section),
        reload_section(section).played_rows.count(),
    )

    acts = standing(section)
    for way in ("Undo", "Redo"):
        page.goto(f"/sessions/{section.session_id}/scores/")
        for done in range(1, acts + 1):
            if (
                way == "Undo"
                and section.acts.filter(undone_at__isnull=True, kind__in=BOARD_PLAY).first().kind
                == ActKind.PLAN
            ):
                undo_change(page, section)
            else:
                left = acts - done if way == "Undo" else done
                press(page, way, lambda left=left: standing(section) == left)
        if way == "Undo":
            assert not reload_section(section).results.exists()
            assert (
                reload_section(section).plan.contestants,
                reload_section(section).played_rows.count(),
            ) == (13, 0)
    assert (
        reload_section(section).plan.number,
        stored(section),
        reload_section(section).played_rows.count(),
    ) == everything

    change(page, section, PEOPLE, "Pair leaves", pair="4", from_round="5")
    type_round(page, section, 5)
    change(
        page,
        section,
        "We must finish earlier or later",
        "Fewer or more rounds",
        "Drop the last rounds",
        rounds="6",
        from_round="7",
    )
    type_round(page, section, 6)

    scored = score_section(reload_section(section))
    hand = by_hand(reload_section(section))
    shown = {
        f"{row.contestant} {'E-W' if row.direction == 'EW' else 'N-S'}": row.percent
        for row in scored.ranking.standings
    }
    assert shown == hand
    page.goto(f"/sessions/{section.session_id}/results/")
    for percent in hand.values():
        expect(page.locator("main")).to_contain_text(f"{float(percent):.2f}")
