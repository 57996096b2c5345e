"""An evening of every party by its name, from the choice to the page that visitors read, as people would play it.

It is started by its name in step 1, with names as long as they can be; some rounds are played the
way the name says (taps, keys, the phone of a table, cards, lists); somebody sits out, somebody
leaves, a figure is corrected, undone and done again; prizes are given, money is counted, and the
standings are those that the rules of :mod:`.counting` make.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from director.party.models import Party
from director.party.movement.options import resolve_options
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.offers import make_system_offer
from director.party.presets import NAMED_PRESETS, PartyPreset
from movements.party.rounds import get_progressive_system
from tests.browser.conftest import PHONE, wait_until_settled
from tests.browser.evenings import entering, reading
from tests.browser.evenings.counting import (
    BROUGHT,
    PlayerSum,
    Report,
    count_sums,
    find_place,
    format_total,
)
from tests.browser.test_night import choose_game
from tests.browser.test_party_evening import settle_ties
from tests.browser.worst import make_long_name
from tests.director.party.parties import make_player_name

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLET = {"width": 820, "height": 1180}
LONG_NAMES, FEE, HALL = 4, 500, 1000
"""How many have the longest names; cents that each pays, and that the hall keeps."""
COUPLES = ("pair-drive", "freeze-out")
"""Systems in which two who play together come and leave together, and have one line."""
FORTS = ("military-whist",)
"""Systems of forts of four, which have one line each; nobody leaves one."""
SIZES = (14, 13, 15, 11, 12, 10, 8, 16)
"""How many may come, those first with whom a table does not come out."""


@dataclass
class Evening:
    """What is known of the evening beside the program."""

    preset: PartyPreset
    players: int
    party: Party | None = None
    reports: dict[tuple[int, int], Report] = field(default_factory=dict)
    rested: Counter = field(default_factory=Counter)
    cards: dict[int, tuple[int, int]] = field(default_factory=dict)  # first half and total
    parts: dict[int, dict[int, tuple[int, int]]] = field(
        default_factory=dict
    )  # the totals of each round
    leaver: str = ""

    def totals(self) -> dict[str, PlayerSum]:
        """Return what everybody has by now."""
        if self.preset.settings.get("entry") == "totals":
            those = Counter()
            for part in self.parts.values():
                those.update({number: total for number, (_half, total) in part.items()})
            return {str(number): PlayerSum(total) for number, total in those.items()}
        if way_of(self.preset) == "cards":
            return {str(number): PlayerSum(total) for number, (_half, total) in self.cards.items()}
        sit_out = self.party.method_options.get("sit_out", "nothing")
        own = count_sums(self.preset.method, self.reports.values(), self.rested, sit_out)
        if self.preset.system not in (*COUPLES, *FORTS):
            return own
        sides = {side for report in self.reports.values() for side in report.sides}
        if self.preset.system in FORTS:
            return self.forts(own)
        return {
            " & ".join(sorted(side, key=int)): own[side[0]] for side in sides
        }  # the pair has what each of it has

    def forts(self, own: dict[str, PlayerSum]) -> dict[str, PlayerSum]:
        """Return what each fort has: those at home at a table, and those who went out to the next one in round 1."""
        tables = {table.table_no: table for table in entering.get_round_tables(self.party, 1)[0]}
        forts = {}
        for table_no, table in tables.items():
            home, away = table.sides[0], tables[table_no % len(tables) + 1].sides[1]
            name = " & ".join(sorted((*home, *away), key=int))
            forts[name] = PlayerSum(own[home[0]].total + own[away[0]].total)
        return forts


def way_of(preset: PartyPreset) -> str:
    """Return how an evening is played: by the way in which results come in."""
    return preset.settings.get("entry", "winner")


def size_of(preset: PartyPreset) -> int:
    """Return how many come: if it is possible so many that somebody sits out or a table is short."""
    system = get_progressive_system(preset.system)
    options = resolve_options(system, preset.options)
    offers = {
        size: make_system_offer(system, (size + 1) // 2, size // 2, options) for size in SIZES
    }
    possible = [size for size in SIZES if not offers[size].reason]
    return next(
        (size for size in possible if " out in turn" in offers[size].tables_text), possible[0]
    )


def start(page: Page, evening: Evening) -> None:
    """Start a night and choose what is played by its name: all that follows from it stands there at once."""
    preset = evening.preset
    page.goto("/")
    page.get_by_role("link", name="Start a night").first.click()
    choose_game(page, "party")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile(r"/parties/\d+/field/$"))
    reading.check_page_width(page, "field, empty")
    page.get_by_role("button", name=preset.group, exact=True).click()
    wait_until_settled(page)
    if (choose := page.get_by_role("button", name=f"Choose {preset.name}", exact=True)).count():
        choose.click()
    wait_until_settled(page)
    page.get_by_label("Players", exact=True).fill(str(evening.players))
    page.get_by_label("Players", exact=True).blur()
    wait_until_settled(page)
    expect(page.locator("#evening").get_by_role("heading", name=preset.name)).to_be_visible()
    reading.check_page_width(page, "field")
    page.get_by_role("button", name="Save and continue").click()
    page.wait_for_url(re.compile(r"/seats/$"))
    assert page.get_by_role("heading", level=1).inner_text().endswith(preset.night_name)
    evening.party = fetch_party_by_session(Party.objects.get().pk)


def _name(number: int) -> str:
    """Return a name as a list has it; "and" would stand between two people there."""
    return (
        make_long_name(number).replace(" and ", " von ")
        if number < LONG_NAMES
        else make_player_name(number)
    )


def seat(page: Page, evening: Evening) -> None:
    """Paste the names and draw the seats, then print what the name brings."""
    words = [evening.party.get_member_noun(letter) for letter in "AB"]
    names = [f"{_name(number)} ({words[number % 2]})" for number in range(evening.players)]
    page.get_by_text("Paste names", exact=True).click()
    page.get_by_label("One player per line").fill("\n".join(names))
    page.get_by_role("button", name="Import names").click()
    expect(page.get_by_text(f"Imported {evening.players} players.")).to_be_visible()
    wait_until_settled(page)
    page.get_by_role("button", name="Draw for seats").click()
    expect(page.get_by_text(re.compile("Seats drawn"))).to_be_visible()
    reading.check_page_width(page, "seats")
    page.get_by_role("link", name=re.compile(r"^3\s*Print")).click()
    expect(page.locator("#preview svg")).to_be_visible()
    reading.check_page_width(page, "print")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    page.get_by_role("link", name=re.compile(r"^4\s*Play")).click()
    page.wait_for_url(re.compile(r"/play/(cards/)?$"))


def to_play(page: Page, evening: Evening, round_no: int = 0) -> None:
    page.goto(f"/parties/{evening.party.pk}/play/{f'?round={round_no}' if round_no else ''}")
    wait_until_settled(page)


def leave(page: Page, evening: Evening, players: tuple[str, ...]) -> None:
    """Let *players* leave after the round that is played."""
    page.get_by_role("link", name="Change players").click()
    page.get_by_label("Withdrawals").fill(" ".join(players))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    reading.check_page_width(page, "somebody leaves")
    page.locator("[name=accept]").click()
    wait_until_settled(page)
    to_play(page, evening)


def leavers_of(evening: Evening) -> tuple[str, ...]:
    """Return who leaves together: a player, or both partners where they stay together; nobody leaves a fort."""
    if evening.preset.system in FORTS:
        return ()
    tables, _resting = entering.get_round_tables(evening.party, 1)
    if evening.preset.system in COUPLES:
        return tables[-1].sides[1]
    return tables[-1].sides[1][-1:]


def play_tables(page: Page, phone: Page, evening: Evening) -> None:
    """Play three rounds at the tables: the first is begun by a phone, the second ends with somebody leaving."""
    party = evening.party
    rounds = min(3, party.rounds)
    for round_no in range(1, rounds + 1):
        tables, resting = entering.get_round_tables(party, round_no)
        evening.rested.update(resting)
        for table in tables:
            report = entering.make_table_report(party, round_no, table)
            evening.reports[round_no, table.table_no] = report
            if (round_no, table.table_no) == (1, 1) and not report.beside:
                entering.enter_report_by_phone(phone, party, 1, report)
                expect(page.locator("#table-1")).to_have_class(re.compile(r"\bin\b"))
            else:
                entering.enter_report(page, table.table_no, report)
            if (round_no, table.table_no) == (1, 2):
                reading.check_page_width(page, "play, incomplete")
        expect(page.get_by_text("All results entered")).to_be_visible()
        reading.check_page_width(page, f"play {round_no}")
        if round_no == 2 and (leavers := leavers_of(evening)):
            leave(page, evening, leavers)
        if round_no < rounds:
            page.locator("#next-round").click()
            expect(
                page.get_by_role("heading", name=re.compile(rf" {round_no + 1} of {party.rounds}$"))
            ).to_be_visible()
    correct_table(page, evening)
    to_play(page, evening)
    page.get_by_role("button", name="End play").click()
    expect(page.get_by_role("button", name="Reopen play")).to_be_visible()


def correct_table(page: Page, evening: Evening) -> None:
    """Another game was played at the last table of round 1: correct it, undo that, do it again."""
    table = entering.get_round_tables(evening.party, 1)[0][-1]
    report = entering.make_table_report(evening.party, 1, table, more=1)

    def act() -> None:
        to_play(page, evening, 1)
        reading.check_page_width(page, "play, an earlier round")
        entering.enter_report(page, table.table_no, report)

    twice_exact(page, evening, act, lambda: evening.reports.update({(1, table.table_no): report}))


def twice_exact(page: Page, evening: Evening, act, note) -> None:
    """Correct by *act*, which *note* keeps, undo it and do it again: the standings are those before and after it."""
    results = f"/parties/{evening.party.pk}/results/"
    page.goto(results)
    before = reading.read_standings(page)
    assert before == expected(before, evening)
    note_taken = []

    def back() -> None:
        page.goto(results)
        standings = reading.read_standings(page)
        if not note_taken:
            note()
            note_taken.append(standings)
            assert standings == expected(standings, evening)
        else:
            assert standings == before
        to_play(page, evening)

    reading.check_undo_and_redo(page, act, back)
    page.goto(results)
    assert reading.read_standings(page) == note_taken[0]


def expected(shown: list, evening: Evening) -> list:
    """Return the lists as they must be, everybody in the list where he stands, equals by number."""
    totals = evening.totals()
    assert sorted(line[0] for lines in shown for line in lines) == sorted(totals)
    lists = []
    for lines in shown:
        players = [line[0] for line in lines]
        ordered = sorted(players, key=lambda player: int(player.partition(" & ")[0]))
        ordered.sort(key=lambda player: _merit(totals[player]), reverse=True)
        lists.append(
            [
                [player, find_place(player, totals, players), format_total(totals[player].total)]
                for player in ordered
            ]
        )
    return lists


def _merit(each: PlayerSum) -> tuple:
    return (each.total,)


def play_cards(page: Page, phone: Page, evening: Evening) -> None:
    """The room moves by itself, and everybody hands in a card, which is typed in order; one was read wrongly."""
    reading.check_page_width(page, "cards, none in")
    each = {"tricks": 13, "points": 8}[evening.preset.method]
    for number in range(1, evening.players + 1):
        half = evening.party.half_round * each // 2 + number % 7 - 3
        evening.cards[number] = (
            half,
            half + (evening.party.rounds - evening.party.half_round) * each // 2 + number % 5,
        )
    phone.goto(f"/p/{evening.party.players.get(number=1).token}/")
    reading.check_page_width(phone, "own page")
    entering.type_cards(page, evening.cards)
    reading.check_page_width(page, "cards")
    half, total = evening.cards[3]

    def act() -> None:
        page.goto(f"/parties/{evening.party.pk}/play/cards/")
        page.get_by_role("link", name=re.compile("^Correct card 3,")).click()
        page.locator("[data-card=typing] [name=total]").fill(str(total + 2))
        reading.check_page_width(page, "card to correct")
        page.locator("[data-card=typing]").get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("heading", name="Enter cards")).to_be_visible()

    twice_exact(page, evening, act, lambda: evening.cards.update({3: (half, total + 2)}))


def play_totals(page: Page, phone: Page, evening: Evening) -> None:
    """Everybody hands in a total after every round; who leaves hands in no more."""
    for round_no in (1, 2, 3):
        evening.parts[round_no] = {
            number: (0, 20 + (number * round_no) % 9) for number in range(1, evening.players + 1)
        }
        page.goto(f"/parties/{evening.party.pk}/play/cards/?round={round_no}")
        entering.type_cards(page, evening.parts[round_no])
        reading.check_page_width(page, f"totals {round_no}")
    _half, total = evening.parts[2][3]

    def act() -> None:
        page.goto(f"/parties/{evening.party.pk}/play/cards/?card=3&round=2")
        page.locator("[data-card=typing] [name=total]").fill(str(total + 2))
        page.locator("[data-card=typing]").get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("heading", name="Totals of round 2")).to_be_visible()

    twice_exact(page, evening, act, lambda: evening.parts[2].update({3: (0, total + 2)}))


def play_lists(page: Page, phone: Page, evening: Evening) -> None:
    """Each table hands in its signed list, in every series."""
    party = evening.party
    for round_no in range(1, party.rounds + 1):
        for table in entering.get_round_tables(party, round_no)[0]:
            report = entering.make_signed_list(party, round_no, table)
            evening.reports[round_no, table.table_no] = report
            entering.hand_in_list(page, table.table_no, report)
        reading.check_page_width(page, f"lists {round_no}")
        if round_no < party.rounds:
            page.get_by_role("button", name=re.compile(rf"^(Seat|Draw) .* {round_no + 1}$")).click()
            expect(
                page.get_by_role("heading", name=re.compile(rf" {round_no + 1} of {party.rounds}$"))
            ).to_be_visible()
    table = entering.get_round_tables(party, 1)[0][0]
    report = entering.make_signed_list(party, 1, table, more=3)

    def act() -> None:
        to_play(page, evening, 1)
        entering.hand_in_list(page, table.table_no, report)

    twice_exact(page, evening, act, lambda: evening.reports.update({(1, table.table_no): report}))


PLAYED = {
    "winner": play_tables,
    "points": play_tables,
    "cards": play_cards,
    "totals": play_totals,
    "sheets": play_lists,
}
"""How an evening is played, by the way in which results come in."""


def count_money(page: Page, evening: Evening) -> None:
    """Everybody pays, the hall keeps some, the prizes have sums; what is paid and kept is what came in."""
    page.get_by_role("link", name="Money", exact=True).click()
    page.get_by_label("Entry fee").fill(str(FEE // 100))
    page.get_by_label("Hall hire, in all").fill(str(HALL // 100))
    page.get_by_label(re.compile("^First prize")).first.fill("7.50")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("^Total"))).to_be_visible()
    reading.check_page_width(page, "money")
    lines = reading.read_account(page)
    total = evening.players * FEE
    assert [reading.parse_cents(lines[name]) for name in ("Income", "Total")] == [total, total]
    names = list(lines)
    after = [name for name in names[names.index("Income") + 1 :] if name != "Total"]
    assert sum(reading.parse_cents(lines[name]) for name in after) == total


def give_prizes(page: Page) -> None:
    """Reveal one prize after the other, the first prize last."""
    page.get_by_role("link", name=re.compile("^Prizes")).click()
    page.get_by_role("link", name="Show prize-giving").click()
    reading.check_page_width(page, "prize-giving")
    page.get_by_role("link", name=re.compile("^First prize to present")).click()
    for _prize in range(40):
        expect(page.locator(".prize .who").first).to_be_visible()
        reading.check_page_width(page, "a prize")
        if not page.locator("[data-forward]").count():
            break
        page.locator("[data-forward]").click()
        page.wait_for_load_state()
    assert page.locator(".prize h2").inner_text().startswith("First prize")
    page.get_by_role("link", name="Results").click()


def publish(page: Page) -> None:
    """Publish the results, also where the invented cards of the room don't add up."""
    page.get_by_role("button", name="Publish").click()
    published = page.locator(".address a").first
    anyway = page.get_by_role("button", name="Publish anyway")
    expect(published.or_(anyway).first).to_be_attached()  # the address is folded below its code
    if anyway.count():
        anyway.click()
    expect(published).to_be_attached()


@pytest.mark.parametrize(
    "preset", [pytest.param(preset, id=preset.key) for preset in NAMED_PRESETS]
)
def test_an_evening_by_its_name(open_page, open_browser, preset):
    page, phone = open_page, open_browser(viewport=PHONE)
    page.set_viewport_size(TABLET)
    evening = Evening(preset, size_of(preset))
    start(page, evening)
    seat(page, evening)
    PLAYED[way_of(preset)](page, phone, evening)
    page.goto(f"/parties/{evening.party.pk}/results/")
    settle_ties(page)
    standings = reading.read_standings(page)
    assert standings == expected(standings, evening)
    reading.check_page_width(page, "results")
    count_money(page, evening)
    give_prizes(page)
    publish(page)
    phone.goto(page.locator(".address a").first.get_attribute("href"))
    reading.check_page_width(phone, "public page")
    assert reading.read_standings(phone) == standings
    phone.goto(f"/p/{evening.party.players.order_by('number').first().token}/")
    reading.check_page_width(phone, "own page, over")
    page.goto(f"/parties/{evening.party.pk}/room/")
    reading.check_page_width(page, "room")


def test_every_way_to_count_by_name_has_its_rule_here():
    assert {preset.method for preset in NAMED_PRESETS} == set(BROUGHT)
    assert {way_of(preset) for preset in NAMED_PRESETS} == set(PLAYED)
