"""Every page of the program, for the tests that look at all of them: the worst nights and their addresses.

Every named address is opened for every night below, with the numbers of that night; what is no page
of a night is not found there.
"""

import re
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve, reverse

from director.core.base.address import NumberConverter
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.models import SavedMovement, Season
from director.urls import urlpatterns
from tests.browser import worst, worst_parties
from tests.director.pages import find_elements


@dataclass(frozen=True)
class WalkedEvent:
    """One event and the numbers by which its pages are addressed; *more* are addresses with something asked.

    *tokens* are private addresses, by how they begin.  *only* are the names of those that are
    looked at, where the other pages are as those of another night; empty for all.
    """

    numbers: dict[str, object]
    more: tuple[str, ...] = ()
    tokens: dict[str, str] = field(default_factory=dict)
    only: frozenset[str] = frozenset()


def make_address_numbers(session, **more):
    """Return what an address of this night may hold, by the name it has there."""
    usual = {
        "pair_no": 1,
        "board_no": 1,
        "round_no": 1,
        "table_no": 1,
        "number": 1,
        "first": 1,
        "second": 2,
        "home": 1,
        "away": 2,
        "session_no": 1,
        "account_id": 1,
        "merge_id": 1,
        "list_id": 1,
        "night_id": 1,
        "season_id": 0,
        "movement_id": 0,
        "name": "which-movement.md",
        "step": "seats",
        "page": "session_scores",
        "month": "2026-11",
    }
    return usual | {"ref": session.pk, "event_id": session.event_id, "form": "csv"} | more


def walk_pairs(section, *only):
    """Return the night of *section*; with *only* its pages of these names, and no more."""
    session, event = f"/sessions/{section.ref}/", f"/events/{section.session.event_id}/"
    result = section.results.order_by("-version").first()
    entry = section.entries.first()
    person = entry.players.first() if entry else None
    table = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    pairs = open_entry_addresses(section=section, pairs=[1])
    tokens = {"t": table.token} | ({"my": pairs[1].token} if pairs else {})
    season = Season.objects.filter(season_events__event=section.session.event_id).first()
    saved = SavedMovement.objects.first()
    numbers = make_address_numbers(
        section.session,
        season_id=season.pk if season else 0,
        movement_id=saved.pk if saved else 0,
        ref=section.ref,
        result_id=result.pk if result else 1,
        person_id=person.pk if person else 1,
    )
    asked = (
        f"{session}scores/?by=table",
        f"{session}field/?tab=sections",
        f"{session}field/grid/?from=tonight",
        f"{session}field/grid/?tables=9&rounds=3&boards=2",
        f"{session}results/?why=1",
        f"{event}?why=1",
        f"{event}boards/1/?why=1-6",
        f"{event}boards/2/",
        f"{event}pairs/1/?why=1",
        f"{event}pairs/6/",
        f"{event}pairs/6/?why=1",
        f"{session}field/movement/?movement=howell&pairs=10",
        f"{session}rulings/?board=1",
        *(f"/club/movements/1/?tab={tab}" for tab in ("details", "versions", "files")),
        *(
            f"{session}changed/?kind=pair-leaves&pair=3&from_round={round_no}"
            for round_no in (1, 10)
        ),
        f"{session}happened/?pair=3&how=left&round_no=4",
        *(
            f"/sessions/{section.session_id}/room/?show={show}"
            for show in ("clock", "seats", "standings")
        ),
    )
    return WalkedEvent(numbers, () if only else asked, tokens, frozenset(only))


def walk_empty_section(section):
    night = walk_pairs(section)
    return replace(night, more=(f"/sessions/{section.ref}/field/?pairs=14",))


def walk_party(party):
    session = party.session
    season = Season.objects.filter(season_events__event=session.event_id).first()
    numbers = make_address_numbers(session, season_id=season.pk if season else 0)
    token = party.players.first().token
    (table,) = open_table_addresses(session=session, tables=[1]).values()
    base, event = f"/parties/{session.pk}/", f"/events/{session.event_id}/"
    asked = (
        f"{event}?why=1",
        f"{base}results/?why=1",
        f"/p/{token}/?why",
        f"{base}room/?page=2",
        *(f"{base}giving/?at={at}" for at in (1, 3)),
    )
    return WalkedEvent(numbers, asked, {"p": token, "t": table.token})


def walk_card_party(party):
    night = walk_party(party)
    asked = (f"/parties/{party.pk}/play/cards/?card=3", f"/parties/{party.pk}/results/?why=1")
    return replace(
        night, more=asked, only=frozenset({"party_play", "party_cards", "party_results"})
    )


def walk_fort_party(party):
    night = walk_party(party)
    pages = {
        "party_results",
        "party_prize_giving",
        "party_money",
        "party_phone",
        "event_standings",
        "event_player",
        "party_room",
    }
    return replace(night, only=frozenset(pages), more=(f"/parties/{party.pk}/results/?why=5",))


def walk_undone_party(party):
    return replace(walk_party(party), only=frozenset({"party_play", "party_seats"}))


DRAWN = (
    "session_draw",
    "session_play",
    "session_seats",
    "session_lineups",
    "session_scores_matches",
    "session_room",
    "own_page",
)
SEATED = ("session_seats", "session_scores_board", "own_page", "event_pair")
OF_PLAYERS = (
    "session_play",
    "session_seats",
    "session_scores_board",
    "session_results",
    "event_standings",
    "event_pair",
)
NIGHTS = {
    "five tables": lambda director: walk_pairs(worst.five_tables(director)),
    "forty tables": lambda director: walk_pairs(worst.forty_tables(director)),
    "played elsewhere": lambda director: walk_pairs(worst.elsewhere(director)),
    "twenty-six sections": lambda director: walk_pairs(worst.twenty_six_sections(director)),
    "eight teams": lambda director: walk_pairs(worst.eight_teams(director)),
    "nine Swiss teams": lambda director: walk_pairs(worst.nine_swiss_teams(director), *DRAWN),
    "nine Swiss pairs": lambda director: walk_pairs(
        worst.nine_swiss_pairs(director), "session_draw", "event_pair"
    ),
    "knock-out of six": lambda director: walk_pairs(
        worst.knock_out_of_six(director), "session_draw", "event_matches"
    ),
    "two eights": lambda director: walk_pairs(worst.two_eights(director), *SEATED),
    "twenty players": lambda director: walk_pairs(worst.twenty_players(director), *OF_PLAYERS),
    "no movement": lambda director: walk_empty_section(worst.no_movement(director)),
    "party of 160": lambda director: walk_party(worst.party_of_160(director)),
    "Skat congress": lambda director: walk_party(worst.skat_congress(director)),
    "party by cards": lambda director: walk_card_party(worst.party_by_cards(director)),
    "Skat in series": lambda director: walk_party(worst.skat_in_series(director)),
    "cut-in tables": lambda director: walk_party(worst.cut_in_tables(director)),
    "military whist": lambda director: walk_fort_party(worst_parties.military_whist(director)),
    "party whose draw is undone": lambda director: walk_undone_party(
        worst_parties.party_whose_draw_is_undone(director)
    ),
    "party before the draw": lambda director: walk_party(worst.party_before_the_draw(director)),
}
RICHEST = ("five tables", "eight teams", "party of 160")
"""Nights with nearly everything that a page of their kind can show."""
BY_LINK = frozenset({"welcome", "join"})  # opened once, by a link of its own
HERE = {"sign_in"}  # pages for somebody who is signed out


def fill_addresses(pattern, numbers):
    """Return the address of *pattern* with the *numbers* it asks for."""
    places = pattern.pattern.converters
    if isinstance(places.get("ref"), NumberConverter):  # a party has no sections
        numbers = numbers | {"ref": getattr(numbers["ref"], "session_id", numbers["ref"])}
    return reverse(pattern.name, kwargs={name: numbers[name] for name in places})


def fetch_answers(client, night, *, known=frozenset()):
    """Return by address what the program answers for each page of *night*, by the name of the address.

    What is *known* by its name is not asked for.
    """
    for pattern in urlpatterns:
        begins = str(pattern.pattern).partition("/")[0]
        numbers = night.numbers | (
            {"token": night.tokens[begins]} if begins in night.tokens else {}
        )
        is_left_out = pattern.name in BY_LINK | HERE | known or (
            night.only and pattern.name not in night.only
        )
        if is_left_out or not set(pattern.pattern.converters) <= set(numbers):
            continue
        path = fill_addresses(pattern, numbers)
        yield pattern, path, client.get(path)


def fetch_pages(client, night, *, known=frozenset()):
    """Return the addresses of the pages of *night*, by the name of the address, and the names that show no page.

    Those are the names of files, and of addresses that only take what is sent: one page stands at
    all of them.
    """
    pages, files, sent = [], set(), set()
    for pattern, path, response in fetch_answers(client, night, known=known):
        if response.status_code in (404, 302):
            continue
        if response.status_code == 405:
            sent.add(pattern.name)
        elif response["Content-Type"].startswith("text/html"):
            pages.append((pattern.name, path))
        else:
            files.add(pattern.name)
    more = () if known else night.more
    return pages + [("", path) for path in more if client.get(path).status_code == 200], files, sent


def list_links(path: str, page) -> set[str]:
    """Return the addresses of this program that a page leads to, those of menus that it fetches among them."""
    if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
        return set()
    places = [link.get("href") for link in find_elements(page, "a")]
    places += [frame.get("src") for frame in find_elements(page, "iframe")]
    places += [menu.get("hx-get") for menu in find_elements(page, "details")]
    joined = {urljoin(path, place).partition("#")[0] for place in places if place}
    return {address for address in joined if address.startswith("/")}


def get_address_kind(path: str) -> tuple[str | None, str]:
    """Return what tells one address from those of the same view that only name another number."""
    parts = urlsplit(path)
    try:
        name = resolve(parts.path).url_name
    except Resolver404:
        name = None
    return name, re.sub(r"=[^&]*", "", parts.query)


def crawl_pages(client, night, *, follows_links=True):
    """Return the pages of *night* by name, and one of each kind that its links and addresses lead to.

    A new page joins as soon as another leads to it. Of a night that shows only some pages, or if
    *follows_links* is False, what these addresses redirect to is added.
    """
    pages, _files, _sent = fetch_pages(client, night)
    kinds = {get_address_kind(path) for _name, path in pages}
    for _name, path in list(pages) + _list_redirects(client, night):
        page = client.get(path)
        links = {page.url} if page.status_code == 302 else set()
        if follows_links and not night.only:
            links |= list_links(path, page)
        for link in sorted(links):
            kind = get_address_kind(link)
            if kind in kinds or kind[0] is None or kind[0] in BY_LINK | HERE or "sort=" in link:
                continue
            kinds.add(kind)
            if _is_page(client.get(link)):
                pages.append((kind[0], link))
    return pages


def _list_redirects(client, night):
    answers = fetch_answers(client, night)
    return [(pattern.name, path) for pattern, path, page in answers if page.status_code == 302]


def _is_page(page):
    return page.status_code == 200 and page["Content-Type"].startswith("text/html")
