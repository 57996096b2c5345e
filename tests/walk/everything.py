"""Everything that can be opened of an event: pages, private links, files, sheets, for each role."""

from collections.abc import Iterator
from itertools import product

from director.core.base.address import NumberConverter
from director.core.files.exports import list_formats
from director.core.night.printing import list_usable_kinds
from director.event_kinds import get_event_kind
from director.models import Access, Event, Person, Result
from director.urls import urlpatterns
from tests.browser.walk import (
    BY_LINK,
    HERE,
    fill_addresses,
    get_address_kind,
    list_links,
    make_address_numbers,
)
from tests.walk.desk import Desk
from tests.walk.evening import Evening

LEFT_OUT = BY_LINK | HERE | {"backup_file", "backup_sent", "account_link"}
"""Addresses that open once, or need a file of their own."""
CHOICES = {
    "form": [form.key for form in list_formats()],
    "pair_no": [1, 2, 9],
    "board_no": [1, 2],
    "round_no": [1, 2],
    "table_no": [1],
}
"""More than one number for what differs from one to the next."""


def iterate_addresses(evening: Evening) -> Iterator[str]:
    """Yield every address that the event may have, also those where nothing stands."""
    event = evening.event
    places = [section.ref for section in evening.sections]
    if evening.is_party:
        places = [evening.party.session_id]
    tokens = _list_tokens(event)
    session = event.sessions.first()
    usual = make_address_numbers(session, **_find_numbers(event)) | {"name": "which-movement.md"}
    for pattern in urlpatterns:
        converters = pattern.pattern.converters
        begins = str(pattern.pattern).partition("/")[0]
        choices = {
            name: _list_choices(name, converters[name], usual, places) for name in converters
        }
        if "token" in converters:
            choices["token"] = tokens.get(begins, [])
        if pattern.name in LEFT_OUT:
            continue
        for chosen in product(*choices.values()):
            yield fill_addresses(pattern, dict(zip(choices, chosen, strict=True)))


def list_unknown_places() -> set[str]:
    """Return what addresses ask for that the walk has no number for."""
    known = (
        set(make_address_numbers(None_session(), **_find_numbers(None)))
        | set(CHOICES)
        | {"token", "ref"}
    )
    asked = {
        (pattern.name, name)
        for pattern in urlpatterns
        for name in pattern.pattern.converters
        if name not in known and pattern.name not in LEFT_OUT
    }
    return {f"{address}: {name}" for address, name in asked}


class None_session:  # noqa: N801
    """A session of no event, by which the names of numbers are asked."""

    pk = event_id = 0


def _list_choices(name: str, converter: object, usual: dict, places: list) -> list:
    if name == "ref":
        return [
            getattr(place, "session_id", place) if isinstance(converter, NumberConverter) else place
            for place in places
        ]
    return CHOICES.get(name) or [usual.get(name, 1)]


def _find_numbers(event: Event | None) -> dict[str, object]:
    """Return the numbers of what is stored of *event*, where there is something."""
    if event is None:
        return {
            "result_id": 1,
            "person_id": 1,
            "key": "none",
            "token_id": 1,
            "uid": 1,
            "rest": "x",
            "page": "session_play",
            "club_id": 1,
        }
    result = Result.objects.filter(section__session__event=event).first()
    person = Person.objects.filter(club=event.club_id).first()
    season = event.club.seasons.first() if hasattr(event.club, "seasons") else None
    return {
        "result_id": result.pk if result else 1,
        "person_id": person.pk if person else 1,
        "season_id": season.pk if season else 1,
        "club_id": event.club_id,
        "token_id": 1,
        "key": "none",
        "rest": "x",
    }


def _list_tokens(event: Event) -> dict[str, list[str]]:
    """Return the private addresses of *event*, by how they begin."""
    found: dict[str, list[str]] = {"t": [], "my": [], "p": []}
    for access in Access.objects.filter(session__event=event):
        begins = "my" if access.entry_id else "t"
        found[begins].append(access.token)
    if party := getattr(event.sessions.first(), "party", None):
        found["p"] = [player.token for player in party.players.all()[:2] if player.token]
    return {begins: tokens[:2] for begins, tokens in found.items()}


def list_sheet_addresses(event: Event) -> list[str]:
    """Return the address of each sheet of *event* in PDF."""
    kind = get_event_kind(event)
    prints = next(path for path in kind.list_desk_addresses(event) if path.endswith("/print/"))
    return [
        f"{prints}sheets.pdf?kinds={sheet.key}&paper=a4" for sheet in list_usable_kinds(kind.paper)
    ]


def open_everything(evening: Evening, desk: Desk, *, part: int = 0, of: int = 1) -> None:
    """Open every address of the event as *desk*, and one of each kind to which they lead.

    Only each *of*-th address is opened, from *part* on.
    """
    paths = [*dict.fromkeys(iterate_addresses(evening))]
    if desk.name in ("dora", "edith", "fred"):
        paths += list_sheet_addresses(evening.event)
    seen = {get_address_kind(path) for path in paths}
    seen |= {(name, "") for name in LEFT_OUT | {None}}
    for path in paths[part::of]:
        page = desk.open(path)
        for link in sorted(list_links(path, page)) if of == 1 else ():
            kind = get_address_kind(link)
            if kind not in seen and kind[0] not in LEFT_OUT:
                seen.add(kind)
                desk.open(link)
