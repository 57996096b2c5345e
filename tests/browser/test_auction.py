"""An evening of duplicate auction by each method of 1926, typed in the browser, against the examples of the books."""

import csv
import re
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.boards.play.plan import store_plan
from director.models import Event
from movements.registry import make_plan
from tests.browser.conftest import DESKTOP, wait_until_settled
from tests.browser.test_night import choose_game, set_up_club
from tests.golden import read_golden

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRINTED = ((300, 250, 170, 100, -200, -110, -50), (183, 10, -10, 10, -10, 10, -10))
"""The rounds of the pair with 460 net and of one with 183, of seven N-S pairs that make 1638 [HOYLE1926] p. 39."""
OTHERS = (199, 10, -10, 10, -10, 10, -10)


@pytest.fixture
def page(open_browser, first_link) -> Page:
    page = open_browser(viewport=DESKTOP)
    set_up_club(page, first_link)
    return page


def begin(page: Page, *, pairs: int, boards: int, game: str = "auction") -> Event:
    """Start a night of auction with a Mitchell of so many *pairs*, and so many *boards* a round."""
    page.get_by_role("link", name="Start a night").first.click()
    page.get_by_label("Name", exact=True).fill("Auction")
    choose_game(page, game)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/field/$"))
    event = Event.objects.get()
    store_plan(
        section=fetch_first_section(event.pk),
        movement=make_plan("mitchell", pairs=pairs, boards_per_set=boards),
    )
    return event


def score_by(page: Page, method: str, **options: str) -> None:
    """Choose the *method* at Results with its *options*, and press *Change* if the page asks."""
    page.goto(re.sub(r"(/sessions/\d+/).*$", r"\1results/?tab=scoring", page.url))
    if page.locator("#id_scoring option:checked").inner_text() != method:
        page.locator("#id_scoring").select_option(label=method)
        press_change(page)
    for name, choice in options.items():
        wait_until_settled(page)
        for fold in page.locator("#scoring details:not([open]) > summary").all():
            fold.click()
        page.locator(f'#scoring select[name$="{name}"]').select_option(choice)
        press_change(page)
        wait_until_settled(page)


def press_change(page: Page) -> None:
    """Answer the question of the page, if it asks, and return to Scoring."""
    said = page.locator("#scoring .say")
    expect(said.first).to_be_visible()
    change = said.get_by_role("button", name="Change")
    if change.count():
        address = page.url
        change.click()
        expect(page.get_by_role("status").first).to_be_visible()
        page.goto(address)


def enter(page: Page, event: Event, texts: dict[tuple[int, int, int], str]) -> None:
    """Type the results of *texts*, by board and pairs, each on the page of its board."""
    section = fetch_first_section(event.pk)
    for board_no in sorted({board_no for board_no, _ns, _ew in texts}):
        page.goto(f"/sessions/{section.session_id}/scores/boards/{board_no}/")
        for line in fetch_section_lines(section).get_board_lines(board_no):
            if text := texts.get(
                (board_no, section.get_printed_number(line.ns), section.get_printed_number(line.ew))
            ):
                page.locator(f"#text-{board_no}-{line.ns}-{line.ew}").fill(text)
        page.locator(".actions").get_by_role("button", name="Save").click()
        typed = [text for (board, _ns, _ew), text in texts.items() if board == board_no]
        for text in typed:
            expect(page.locator(f'[data-stored="{text}"]').first).to_be_visible()


def totals(page: Page) -> dict[str, list[str]]:
    """Return the totals of N-S and of E-W in the order of their numbers, as the standings show them."""
    page.goto(re.sub(r"(/sessions/\d+/).*$", r"\1results/", page.url))
    numbers = [int(text.split()[0]) for text in page.locator("tbody .c-pair_no").all_inner_texts()]
    shown = [
        text.strip().replace("−", "-") for text in page.locator("tbody .c-total").all_inner_texts()
    ]
    half = len(numbers) // 2
    sides = {"North": slice(0, half), "East-": slice(half, None)}
    return {
        side: [total for _number, total in sorted(zip(numbers[part], shown[part], strict=True))]
        for side, part in sides.items()
    }


def nets() -> tuple[tuple[int, ...], ...]:
    return (*PRINTED, *(OTHERS,) * 5)


@pytest.fixture
def night_of_seven_tables(page) -> Event:
    event = begin(page, pairs=14, boards=1)
    section = fetch_first_section(event.pk)
    texts = {}
    for line in fetch_section_lines(section).all:
        score = nets()[section.get_printed_number(line.ns) - 1][line.round_no - 1]
        texts[
            line.board_no, section.get_printed_number(line.ns), section.get_printed_number(line.ew)
        ] = f"{score:+d}"
    enter(page, event, texts)
    return event


def test_compass_average_plus_and_minus_and_losses(page, night_of_seven_tables):
    assert sum(map(sum, nets())) == 1638
    assert totals(page)["North"][:3] == ["226", "-51", "-35"]
    score_by(page, "Compass averages of nets", result="net")
    assert totals(page)["North"][:3] == ["460", "183", "199"]
    score_by(page, "Average plus and minus", rounding="exact")
    assert totals(page)["North"][:3] == ["226", "-51", "-35"]
    score_by(page, "Howell’s losses from the top")
    boards: dict[int, list[tuple[int, int]]] = {}
    section = fetch_first_section(night_of_seven_tables.pk)
    for line in fetch_section_lines(section).all:
        boards.setdefault(line.board_no, []).append(
            (section.get_printed_number(line.ns), line.ns_score)
        )
    lost = [Fraction(0)] * 7
    for lines in boards.values():
        best = max(score for _pair, score in lines)
        for pair, score in lines:
            lost[pair - 1] += best - score
    assert [abs(Fraction(total)) for total in totals(page)["North"]] == lost


def test_excess_and_its_series(page):
    event = begin(page, pairs=4, boards=2)
    score_by(page, "Excess scoring")
    section = fetch_first_section(event.pk)
    meetings = {}
    for line in fetch_section_lines(section).all:
        meetings.setdefault(
            (section.get_printed_number(line.ns), section.get_printed_number(line.ew)),
            line.board_no,
        )
    texts = {}
    for row in csv.DictReader(read_golden("scoring/excess_contest.csv").splitlines()):
        ns, ew, score = int(row["ns"]), int(row["ew"]), int(row["score"])
        honours = f" {'NS' if score > 0 else 'EW'}{row['honours']}" if row["honours"] != "0" else ""
        texts[meetings[ns, ew], ns, ew] = f"{score:+d} {row['declarer']}{honours}"
    enter(page, event, texts)
    assert totals(page) == {"North": ["270", "50"], "East-": ["-450", "-120"]}
    expect(page.locator("body")).to_contain_text("PLUS 780 and EXCESS 250 make MINUS 1030.")
    score_by(page, "Excess scoring", result="credit")
    assert totals(page) == {"North": ["110", "-110"], "East-": ["-165", "165"]}


def test_impossible_input_is_refused_and_stays_in_its_box(page):
    event = begin(page, pairs=4, boards=2)
    section = fetch_first_section(event.pk)
    page.goto(f"/sessions/{section.session_id}/scores/boards/1/")
    box = page.locator(".entry-box").first
    expect(box).to_have_attribute("placeholder", "3HS+1")
    box.fill("3HS+1 NS63")
    box.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(
        "honours in hearts can’t be 63. Type 30, 40, 50, 80, 90 or 100."
    )
    expect(page.locator(".entry-box").first).to_have_value("3HS+1 NS63")
    page.locator(".entry-box").first.fill("3HS+1 NS80")
    page.locator(".entry-box").first.press("Enter")
    expect(page.locator("tbody.line").first).to_contain_text("237")
    expect(page.locator("body")).not_to_contain_text("vulnerable")


def test_by_the_scale_of_1914_the_honours_go_by_the_suit(page):
    event = begin(page, pairs=4, boards=2, game="auction-1914")
    section = fetch_first_section(event.pk)
    line = fetch_section_lines(section).get_board_lines(1)[0]
    enter(
        page,
        event,
        {
            (
                1,
                section.get_printed_number(line.ns),
                section.get_printed_number(line.ew),
            ): "3HS+1 NS64"
        },
    )
    expect(page.locator("tbody.line").first).to_contain_text("221")
