"""A night of seven tables as clubs have it: phones, a tablet and paper, while desk and room look on."""

import re

import pytest
from playwright.sync_api import expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.scoring.scored import score_section
from director.models import Act, Award, ResultVersion
from scoring.bridge.entries import parse_entry
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.browser.conftest import DESKTOP, PHONE, wait_until_sent, wait_until_settled
from tests.browser.phones.conftest import expect_text, tap, wait_until_phone_sent
from tests.browser.test_changed_night import sign_in
from tests.factories import make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET = {"width": 820, "height": 1180}
ON_PAPER, ON_TABLET, ROUNDS = 7, 6, 3
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
RESULTS = {"=": "just made", "+1": "1 over", "-1": "1 down"}


def written(board_no: int, ns: int, ew: int) -> str:
    """Return what was made there: the same whenever it is asked."""
    at = 7 * board_no + 3 * ns + 5 * ew
    level, suit, seat = 2 + at % 3, "CDHS"[at % 4], "NESW"[(at // 4) % 4]
    return f"{level}{suit}{seat}{('=', '+1', '-1')[at % 3]}"


def enter(page, text: str) -> None:
    """Tap a result with the word of the opponents: five taps."""
    match = re.fullmatch(r"(\d)([CDHS])([NESW])(.*)", text)
    level, suit, seat, result = match.groups()
    tap(page, f"Level {level}", SUITS[suit], SEATS[seat], RESULTS[result], "Confirm")
    expect_text(page, "✓ Confirmed")


def test_phones_a_tablet_and_paper_end_with_the_standings_of_what_was_made(open_browser):
    section = make_night(pairs=14, boards_per_set=1, rounds=ROUNDS)
    desk = open_browser(viewport=DESKTOP)
    sign_in(desk)
    desk.goto(f"/sessions/{section.session_id}/play/")
    desk.get_by_role("link", name="Phones").click()
    desk.get_by_role("button", name="Create links").click()
    desk.get_by_text("Settings", exact=True).click()
    desk.get_by_label("Tables on paper").fill(str(ON_PAPER))
    desk.get_by_role("button", name="Save settings").click()
    expect(desk.get_by_text("paper", exact=True)).to_be_visible()
    addresses = [link.get_attribute("href") for link in desk.locator(".tables b a").all()]
    assert len(set(addresses)) == 7
    room = open_browser(viewport=DESKTOP)
    room.context.add_cookies(desk.context.cookies())
    room.goto(f"/sessions/{section.session_id}/room/")
    phones = {}
    for table_no, address in enumerate(addresses[: ON_PAPER - 1], start=1):
        phones[table_no] = open_browser(viewport=TABLET if table_no == ON_TABLET else PHONE)
        phones[table_no].goto(address)
    for round_no in range(1, ROUNDS + 1):
        desk.goto(f"/sessions/{section.session_id}/play/")
        desk.keyboard.press("s")
        lines = fetch_section_lines(fetch_section(section.session_id))
        for table_no, phone in phones.items():
            phone.reload()
            if round_no > 1:
                tap(phone, f"Go to round {round_no}")
            tap(phone, "Start board")
            (line,) = lines.get_table_lines(round_no, table_no)
            enter(phone, written(line.board_no, line.ns, line.ew))
            wait_until_phone_sent(phone)
        (line,) = lines.get_table_lines(round_no, ON_PAPER)
        desk.goto(f"/sessions/{section.session_id}/scores/rounds/{round_no}/tables/{ON_PAPER}/")
        wait_until_settled(desk)
        box = desk.locator(f"input[name='text-{line.board_no}-{line.ns}-{line.ew}']")
        box.fill(written(line.board_no, line.ns, line.ew))
        box.press("Enter")
        wait_until_sent(desk)
        expect(room.locator("body")).to_contain_text(f"Round {round_no}")
        desk.goto(f"/sessions/{section.session_id}/play/")
        desk.keyboard.press("e")
    lines = fetch_section_lines(fetch_section(section.session_id)).all
    assert [line.text for line in lines] == [
        written(line.board_no, line.ns, line.ew) for line in lines
    ]
    boards: dict[int, list[Line]] = {}
    for line in lines:
        score = parse_entry(written(line.board_no, line.ns, line.ew)).ns_score(line.board_no)
        boards.setdefault(line.board_no, []).append(Line(line.ns, line.ew - 7, score=score))
    ranking = rank_field(
        "matchpoints",
        Field(2, tuple(Board(number, tuple(made)) for number, made in boards.items())),
    )
    expected = {
        (standing.direction, standing.contestant): standing.total for standing in ranking.standings
    }
    scored = score_section(fetch_section(section.session_id))
    totals = {
        (standing.direction, int(standing.contestant)): standing.total
        for standing in scored.ranking.standings
    }
    assert totals == expected
    assert sum(totals.values()) == sum(
        2 * len(board) * (len(board) - 1) for board in boards.values()
    )
    assert not ResultVersion.objects.exists()
    assert not Award.objects.exists()
    assert Act.objects.filter(kind="result").count() == len(lines)
