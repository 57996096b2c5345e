"""A whole party through the browser: 64 tables and 14 rounds, from 256 pasted names to the page a visitor reads.

The seats on screen are compared round by round with those of ``movements``, the standings with
those of ``scoring`` and with games counted here.
"""

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from director.models import Session
from director.party.models import Party, PartyPlayer, PartyResult, PartyRound
from director.party.movement.games import fetch_party_record
from director.party.movement.seating import read_seating
from director.party.play.play import seat_next_round
from director.party.scoring.open_ties import list_open_tie_forms
from movements.party.model import PartyTable, Seating, TableOutcome
from movements.party.rounds import add_players, make_next_seating, remove_players
from scoring.party.model import PartyGame
from scoring.party.ranking import rank_party_games
from tests.browser.conftest import DESKTOP, PATIENCE, PHONE, wait_until_settled
from tests.browser.test_night import check_no_sideways_scrolling, choose_game, set_up_club
from tests.director.party.parties import enter_winner, make_player_name
from tests.oracle.checking import check_party_standings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES, ROUNDS = 64, 14
BY_KEYBOARD, UNDONE, CORRECTED, ARRIVES, LEAVES = 1, 3, 6, 8, 12
TAPPED = (BY_KEYBOARD, 2, UNDONE, CORRECTED - 1, CORRECTED, ARRIVES, LEAVES, ROUNDS)
"""Rounds that are tapped on the page; the others are told at another tablet, which is as much for the page to show."""
AT, LATE, LEAVER, READER = 10, "Zoe Late", 17, 23
SYSTEM = "progressive-euchre"
Games = dict[
    tuple[int, int], tuple[PartyTable, int]
]  # by round and table: who sat there, and which side won

READ_TABLES = """() => [...document.querySelectorAll(".party-table")].map(table => [
    Number(table.id.slice(6)),
    [...table.querySelectorAll("[name=winner]")].map(side => side.firstChild.data.trim())])"""
READ_NEXT = """() => [...document.querySelectorAll("#party-status .floor li")].map(table => [
    table.querySelector(".table-no").textContent,
    [...table.querySelectorAll("p:not(.muted)")].map(side => side.textContent.match(/(?<=\\()\\d+(?=,)/g))])"""
READ_STANDINGS = """() => [...document.querySelectorAll("table.results tbody tr")].map(
    row => [row.cells[0], row.cells[1], row.querySelector("th a"), row.querySelector(".lead")]
        .map(cell => cell.textContent.trim()))"""
READ_ROWS = """() => [...document.querySelectorAll("tbody tr")].map(
    row => [...row.querySelectorAll("td")].map(cell => cell.innerText))"""
TAP = """winners => {
    for (const [table, side] of winners) document.querySelector(`#won-${table}-${side}`).click();
}"""


def start_party(page: Page) -> None:
    page.get_by_role("link", name="Start a night").first.click()
    page.get_by_label("Name", exact=True).fill("Friday euchre")
    choose_game(page, "party")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/parties/\d+/field/$"))
    page.get_by_role("button", name="Other systems").click()
    expect(page.get_by_role("columnheader", name="System")).to_be_visible()
    page.get_by_label("Players", exact=True).fill(str(4 * TABLES))
    page.get_by_label("Game", exact=True).select_option("euchre")
    expect(page.get_by_role("rowheader", name="Rapid euchre")).to_be_visible()
    page.locator("#id_rounds").fill(str(ROUNDS))
    check_no_sideways_scrolling(page)
    page.get_by_role("button", name="Save and continue").click()
    page.wait_for_url(re.compile(r"/seats/$"))


def seat_everybody(page: Page) -> None:
    """Paste the names of everybody, A and B in turn, and draw the seats."""
    names = "\n".join(
        f"{make_player_name(number)} ({'AB'[number % 2]})" for number in range(4 * TABLES)
    )
    page.get_by_text("Paste names", exact=True).click()
    page.get_by_label("One player per line").fill(names)
    page.get_by_role("button", name="Import names").click()
    expect(page.get_by_text(f"Imported {4 * TABLES} players.")).to_be_visible()
    expect(page.get_by_label("Name of player 50", exact=True)).to_have_value(
        make_player_name(49)
    )  # the last of its page
    check_no_sideways_scrolling(page)
    page.get_by_role("button", name="Draw for seats").click()
    expect(page.get_by_text(re.compile("Seats drawn"))).to_be_visible()
    page.get_by_role("link", name=re.compile(r"^4\s*Play")).click()
    page.wait_for_url(re.compile(r"/play/$"))


def winners_of(seating: Seating, round_no: int) -> dict[int, int]:
    """Return who wins at each table, varied by round and table."""
    return {
        table.table_no: (table.table_no * 7 + round_no * round_no) % 3 % 2
        for table in playing(seating)
    }


def playing(seating: Seating) -> list[PartyTable]:
    return [table for table in seating if not table.sits_out]


def named(seating: Seating, names: dict[str, str]) -> list:
    """Return the tables that play as the evening page shows them."""
    return [
        [table.table_no, [" & ".join(names[one] for one in side) for side in table.sides]]
        for table in playing(seating)
    ]


def numbered(seating: Seating) -> list:
    """Return all tables as the list of next seats shows them; players who sit out have no table."""
    return [
        ["–" if table.sits_out else str(table.table_no), [list(side) for side in table.sides]]
        for table in seating
    ]


def names_now() -> dict[str, str]:
    return {
        str(player.number): str(player) for player in PartyPlayer.objects.select_related("person")
    }


def tap(page: Page, winners: Iterable[tuple[int, int]]) -> None:
    """Tap a winner at each table, one tap right after the other."""
    wait_until_settled(page)
    page.evaluate(TAP, list(winners))


def tables(page: Page) -> list:
    """Return the tables that the page shows, once all of it is here and every answer is in."""
    wait_until_settled(page)
    return page.evaluate(READ_TABLES)


def next_seats(page: Page) -> list:
    """Return the next seats that the page shows, once all of it is here and every answer is in."""
    wait_until_settled(page)
    return page.evaluate(READ_NEXT)


def tap_by_keyboard(page: Page, winners: Iterable[tuple[int, int]]) -> None:
    """Press Enter on a winner, and see that the focus stays on the button when its table is swapped."""
    wait_until_settled(page)
    for table_no, side in winners:
        page.locator(f"#won-{table_no}-{side}").press("Enter")
        expect(page.locator(f"#won-{table_no}-{side}")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f"#won-{table_no}-{side}")).to_be_focused()


def move_on(page: Page, round_no: int) -> None:
    wait_until_settled(page)
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_role("heading", name=f"Round {round_no + 1} of {ROUNDS}")).to_be_visible()


def tell_elsewhere(page: Page, party: Party, round_no: int, winners: dict[int, int]) -> None:
    """Tell who won and move on at another tablet, then look at this one again."""
    for table_no, side in winners.items():
        enter_winner(party, table_no, side)
    seat_next_round(party=party, round_no=round_no, user=None)
    page.reload()
    expect(page.get_by_role("heading", name=f"Round {round_no + 1} of {ROUNDS}")).to_be_visible()


def stored() -> list:
    """Return everything the database holds about the evening but its journal."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Party, PartyPlayer, PartyRound, PartyResult, Session)
    ]


def undo_exactly(page: Page, round_no: int) -> None:
    """Move on from *round_no*, undo that, and find everything as it was."""
    before, shown = stored(), (tables(page), next_seats(page))
    move_on(page, round_no)
    wait_until_settled(page)
    page.get_by_role("button", name=re.compile("^Undo: Round")).click()
    expect(page.get_by_text("Players may have taken these seats.")).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("heading", name=f"Round {round_no} of {ROUNDS}")).to_be_visible()
    assert stored() == before
    assert (tables(page), next_seats(page)) == shown


def correct(page: Page, round_no: int, table_no: int, side: int) -> None:
    """Give the game at a table of an earlier round to the other side; nobody who sits now moves."""
    seats = tables(page)
    page.get_by_role("link", name=f"Round {round_no}", exact=True).click()
    expect(page.get_by_text(f"Round {round_no} is over.")).to_be_visible()
    tap(page, [(table_no, side)])
    expect(page.locator(f"#won-{table_no}-{side}")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name=re.compile("Back to round")).click()
    page.wait_for_url(re.compile("/play/$"))
    assert tables(page) == seats


def change_people(page: Page, label: str, text: str, changed: int) -> None:
    """Let somebody come or leave: look at who moves, then change the seats."""
    page.get_by_role("link", name="Change players").click()
    page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(changed)
    check_no_sideways_scrolling(page)
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("Seats changed. You can undo it.")).to_be_visible()


def moved(before: Seating, after: Seating) -> int:
    """Return how many players sit elsewhere, come or leave."""
    places = [
        {
            (one, t.table_no, s, p, t.sits_out)
            for t in seating
            for s, side in enumerate(t.sides)
            for p, one in enumerate(side)
        }
        for seating in (before, after)
    ]
    return len({one[0] for one in places[0] ^ places[1]})


def read_standings(page: Page) -> list[list[str]]:
    """Read the standings page after page, and return to the first."""
    first, rows = page.url, page.evaluate(READ_STANDINGS)
    while (further := page.locator("#standings .pager a[rel=next]")).count():
        with page.expect_navigation():
            further.click()
        rows += page.evaluate(READ_STANDINGS)
    page.goto(first)
    return rows


def settle_ties(page: Page) -> None:
    """Draw lots until no prize is tied."""
    page.get_by_role("link", name=re.compile("^Prizes")).click()
    for _tie in range(20):
        page.wait_for_load_state()
        lots = page.get_by_role("button", name="Draw", exact=True)
        if not lots.count():
            page.get_by_role("link", name="Standings", exact=True).click()
            return
        with page.expect_navigation():
            lots.first.click()
        expect(page.get_by_text(re.compile("Tie settled by a draw"))).to_be_visible()
    raise AssertionError("Twenty draws did not settle the prizes.")


def counted(party: Party, games: Games) -> list[list[str]]:
    """Return the standings as the page should have them, a group after the other, by ``scoring`` and by counting."""
    group = dict(PartyPlayer.objects.values_list("number", "group"))
    names = names_now()
    ranking = rank_party_games(
        "games",
        [
            PartyGame(
                player,
                round_no,
                table.table_no,
                side,
                group[int(player)],
                table.row,
                games_won=Fraction(side == winner),
            )
            for (round_no, _table_no), (table, winner) in games.items()
            for side, those in enumerate(table.sides)
            for player in those
        ],
        options=party.method_options,
    )
    won = Counter(player for table, side in games.values() for player in table.sides[side])
    assert {standing.player: standing.total for standing in ranking.standings} == {
        player: won[player] for player in names
    }
    lines = []
    for letter in "AB":
        totals = [standing.total for standing in ranking.standings if standing.group == letter]
        for one in (standing for standing in ranking.standings if standing.group == letter):
            place = f"{totals.index(one.total) + 1}{'=' * (totals.count(one.total) > 1)}"
            lines.append([place, one.player, names[one.player], str(one.total)])
    return lines


def read_own_page(visitor: Page, party: Party, games: Games, names: dict[str, str]) -> None:
    """Read a player's private page: every game with the table, and the total."""
    player = party.players.get(number=READER)
    visitor.goto(f"/p/{player.token}/")
    check_no_sideways_scrolling(visitor)
    expect(visitor.get_by_role("heading", name=re.compile(str(player)))).to_be_visible()
    own = [
        [
            str(round_no),
            str(table.table_no),
            "won" if str(READER) in table.sides[winner] else "lost",
        ]
        for (round_no, _table_no), (table, winner) in sorted(games.items(), reverse=True)
        if str(READER) in table.players
    ]
    assert [[row[at] for at in (0, 1, 3)] for row in visitor.evaluate(READ_ROWS)] == own
    won = sum(how == "won" for *_at, how in own)
    # The draw decides whether the reader sat out a round; the page says so in brackets.
    expect(
        visitor.get_by_text(re.compile(rf"You have\s+{won} games(\s+\([^)]+\))?\."))
    ).to_be_visible()


def read_room(page: Page, party: Party, best_total: str) -> None:
    """See on the room's screen who won the first group, with *best_total*."""
    page.goto(f"/parties/{party.pk}/room/")
    expect(page.get_by_role("heading", name="Results")).to_be_visible()
    expect(page.locator(".room-lines li em").first).to_have_text(best_total)
    check_no_sideways_scrolling(page)


def test_an_evening_of_64_tables(open_browser, first_link):
    page = open_browser(viewport=DESKTOP)
    set_up_club(page, first_link)
    start_party(page)
    seat_everybody(page)
    party, games = Party.objects.get(), {}
    how = {"options": party.options}
    assert party.system == SYSTEM
    seating, names = read_seating(party.played_rounds.get().seating), names_now()
    for round_no in range(1, ROUNDS + 1):
        if round_no == ARRIVES:
            after = add_players(SYSTEM, seating, [str(4 * TABLES + 1)], **how, round_no=round_no)
            change_people(page, "Late arrivals", f"{LATE} (A)", moved(seating, after))
            seating, names = after, names_now()
        if round_no == LEAVES:
            after = remove_players(SYSTEM, seating, [str(LEAVER)], **how, round_no=round_no)
            change_people(page, "Withdrawals", str(LEAVER), moved(seating, after))
            seating = after
        assert tables(page) == named(seating, names)
        winners = winners_of(seating, round_no)
        outcomes = {table_no: TableOutcome(side) for table_no, side in winners.items()}
        games |= {
            (round_no, table.table_no): (table, winners[table.table_no])
            for table in playing(seating)
        }
        seating = make_next_seating(SYSTEM, seating, outcomes, **how, round_no=round_no)
        if round_no not in TAPPED:
            tell_elsewhere(page, party, round_no, winners)
            continue
        if round_no == BY_KEYBOARD:
            tap_by_keyboard(page, list(winners.items())[:8])
            tap(page, list(winners.items())[8:])
        else:
            tap(page, winners.items())
        expect(page.get_by_text("All results entered")).to_be_visible(timeout=4 * PATIENCE)
        if round_no == ROUNDS:
            break
        assert next_seats(page) == numbered(seating)
        if round_no == UNDONE:
            undo_exactly(page, round_no)
        move_on(page, round_no)
        if round_no == CORRECTED:
            table, side = games[CORRECTED - 1, AT]
            games[CORRECTED - 1, AT] = (table, 1 - side)
            correct(page, CORRECTED - 1, AT, 1 - side)
    page.get_by_role("link", name="Go to Results").click()
    expect(page.get_by_role("link", name="Standings", exact=True)).to_be_visible()
    check_no_sideways_scrolling(page)
    expected = counted(party, games)
    assert read_standings(page) == expected
    settle_ties(page)
    assert not list_open_tie_forms(fetch_party_record(Party.objects.get()))
    page.get_by_role("button", name="Publish").click()
    address = page.locator(".address a").get_attribute("href")
    assert (
        check_party_standings(
            "games", fetch_party_record(party).games, options=party.method_options
        )
        == []
    )

    visitor = open_browser(viewport=PHONE)
    visitor.goto(address)
    check_no_sideways_scrolling(visitor)
    assert read_standings(visitor) == expected
    assert visitor.request.get(f"/parties/{party.pk}/results/", max_redirects=0).status == 302
    read_own_page(visitor, party, games, names)
    read_room(page, party, expected[0][3])
