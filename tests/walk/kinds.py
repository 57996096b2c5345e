"""Every kind of event that the walk plays, begun by the forms of its pages."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import resolve

from director.models import Event
from tests.director.mutated.samples import get_written_samples
from tests.factories import make_pair_names
from tests.walk.desk import Desk
from tests.walk.filling import RESULTS

NAMES = 10
"""Pairs of invented names, enough for every evening of the walk."""


@dataclass(frozen=True)
class Kind:
    """A kind of event: *begin* starts one at a desk and returns it, ready to be played.

    *contest* is its kind in ``director/event_kinds.py``.
    """

    begin: Callable[[Desk], Event]
    contest: str
    is_daily: bool = False  # a short fixed walk runs with every test run


def start_night(desk: Desk, game: str, name: str) -> str:
    """Start a night of *game* and return the address of its session, such as ``/sessions/1/``."""
    earlier = Event.objects.filter(name__startswith=name).count()
    if earlier:  # nights of one day have different names
        name = f"{name} {earlier + 1}"
    response = desk.press("/events/new/", "event_new", game=game, name=name)
    return response.headers["Location"].removesuffix("field/")


def _get_event(base: str) -> Event:
    number = resolve(base).kwargs["ref"]
    return Event.objects.get(sessions=getattr(number, "session_id", number))


def choose_movement(desk: Desk, base: str, query: str) -> None:
    """Use the movement that the page of movements shows for *query*."""
    desk.press(f"{base}field/movement/?{query}", "session_field_movement")


def name_everybody(desk: Desk, base: str, lines: list[str], *, page: str = "session") -> None:
    desk.press(f"{base}seats/", f"{page}_seats_list", text="\n".join(lines))


def make_pair_lines(count: int, first: int = 0) -> list[str]:
    """Return the list of *count* pairs as a director types it."""
    return [" & ".join(make_pair_names(number)) for number in range(first, first + count)]


def make_player_lines(count: int) -> list[str]:
    """Return the list of *count* players."""
    people = [person for number in range(count) for person in make_pair_names(number)]
    return people[:count]


def make_team_lines(count: int) -> list[str]:
    """Return the list of *count* teams of four."""
    people = make_player_lines(4 * count)
    return [", ".join(people[4 * number : 4 * number + 4]) for number in range(count)]


def _pairs(query: str, size: int, game: str = "bridge") -> Callable[[Desk], Event]:
    def begin(desk: Desk) -> Event:
        base = start_night(desk, game, "Tuesday pairs")
        choose_movement(desk, base, query)
        name_everybody(desk, base, make_pair_lines(size))
        return _get_event(base)

    return begin


def _two_sections(desk: Desk) -> Event:
    base = start_night(desk, "bridge", "Two sections")
    desk.press(f"{base}field/", "session_section_add", button="letter=B")
    event = _get_event(base)
    for number, letter in enumerate("AB"):
        section = base if letter == "A" else f"{base.removesuffix('/')}-{letter}/"
        choose_movement(desk, section, "pairs=4&key=howell&rounds=3&boards=1")
        name_everybody(desk, section, make_pair_lines(4, 4 * number))
    return event


def _imported(form: str) -> Callable[[Desk], Event]:
    """Return how an event that was played elsewhere is read from its file, without a movement."""

    def begin(desk: Desk) -> Event:
        with transaction.atomic():  # the event of which the file is made isn't left
            data = get_written_samples(form)[0]
            transaction.set_rollback(True)
        file = SimpleUploadedFile(f"event.{form}", data)
        desk.press("/import/", "results_import", which=1, file=file)
        return Event.objects.latest("pk")

    return begin


def _drawn(game: str, size: int, lines: list[str], **boxes: str) -> Callable[[Desk], Event]:
    """Return how a contest is begun whose rounds are drawn one after the other."""

    def begin(desk: Desk) -> Event:
        base = start_night(desk, game, "Drawn rounds")
        desk.press(f"{base}draw/?size={size}", "session_draw", size=str(size), **boxes)
        name_everybody(desk, base, lines)
        return _get_event(base)

    return begin


def _by_movement(game: str, query: str, lines: list[str]) -> Callable[[Desk], Event]:
    def begin(desk: Desk) -> Event:
        base = start_night(desk, game, "By movement")
        choose_movement(desk, base, query)
        name_everybody(desk, base, lines)
        return _get_event(base)

    return begin


def _party(game: str, players: int, **boxes: str) -> Callable[[Desk], Event]:
    def begin(desk: Desk) -> Event:
        base = start_night(desk, game, "Friday party")
        desk.press(f"{base}field/", "party_field", players=str(players), **boxes)
        name_everybody(desk, base, make_player_lines(players), page="party")
        desk.press(f"{base}seats/", "party_seats_draw")
        return _get_event(base)

    return begin


def _two_divisions(desk: Desk) -> Event:
    """Begin a league of two divisions."""
    base = start_night(desk, "teams-bridge", "Winter league 2026")
    event = _get_event(base)
    desk.press(f"{base}field/", "session_section_add", button="letter=B")
    for number, letter in enumerate("AB"):
        section = base if letter == "A" else f"{base.removesuffix('/')}-{letter}/"
        choose_movement(desk, section, "teams=4&key=round-robin&rounds=3&boards=2")
        name_everybody(desk, section, make_team_lines(8)[4 * number : 4 * number + 4])
    return event


def _stages(desk: Desk) -> Event:
    """Begin a Swiss whose first round is played, and finals after it."""
    lines = make_team_lines(4)
    event = _drawn("teams-bridge", 4, lines, key="swiss-teams", boards="2", rounds="1")(desk)
    base = f"/sessions/{event.sessions.get().pk}/"
    for board_no in (1, 2):
        path = f"{base}scores/boards/{board_no}/"
        door = desk.doors(path, "session_scores_board")[0]
        boxes = [box.get("name") for box in door.form if str(box.get("name")).startswith("text-")]
        desk.send(door, {name: RESULTS[index] for index, name in enumerate(boxes)})
    sizes = {"size-A": "2", "takes_others": "on"}
    desk.press(f"{base}results/stage/", "session_results_stage", **sizes, is_early="on")
    final = event.sessions.get(number=2)
    for letter in ("", "-B"):
        page = f"/sessions/{final.pk}{letter}/draw/?size=2"
        desk.press(page, "session_draw", size="2", key="knock-out", boards="2")
    return event


KINDS = {
    "pairs, two winners": Kind(
        _pairs("pairs=6&key=mitchell&rounds=3&boards=1", 6), "pairs", is_daily=True
    ),
    "pairs, one winner": Kind(_pairs("pairs=4&key=howell&rounds=3&boards=2", 4), "pairs"),
    "pairs, two sections": Kind(_two_sections, "pairs"),
    "imported pairs": Kind(_imported("usebio"), "pairs"),
    "pairs imported from PBN": Kind(_imported("pbn"), "pairs"),
    "duplicate whist": Kind(_pairs("pairs=4&key=howell&rounds=3&boards=1", 4, "whist"), "pairs"),
    "duplicate auction": Kind(
        _pairs("pairs=4&key=howell&rounds=3&boards=1", 4, "auction"), "pairs"
    ),
    "Swiss pairs": Kind(_drawn("bridge", 6, make_pair_lines(6), boards="2", rounds="3"), "pairs"),
    "individual": Kind(
        _by_movement(
            "individual-bridge",
            "players=8&key=individual-howell-8&rounds=7&boards=1",
            make_player_lines(8),
        ),
        "individual",
    ),
    "round robin": Kind(
        _by_movement(
            "teams-bridge", "teams=4&key=round-robin&rounds=3&boards=2", make_team_lines(4)
        ),
        "teams",
    ),
    "Swiss teams": Kind(
        _drawn("teams-bridge", 5, make_team_lines(5), key="swiss-teams", boards="2", rounds="3"),
        "teams",
    ),
    "knock-out": Kind(
        _drawn("teams-bridge", 4, make_team_lines(4), key="knock-out", boards="2"), "teams"
    ),
    "double elimination": Kind(
        _drawn("teams-bridge", 4, make_team_lines(4), key="knock-out", boards="2", losses="2"),
        "teams",
    ),
    "league of two divisions": Kind(_two_divisions, "teams"),
    "Swiss and finals": Kind(_stages, "teams"),
    "whist drive by cards": Kind(
        _party("party-whist-drive", 8, rounds="3", entry="cards"), "progressive"
    ),
    "euchre by taps": Kind(
        _party("party-euchre-8", 8, rounds="3", method="games", entry="points"),
        "progressive",
        is_daily=True,
    ),
    "party with sit-outs": Kind(
        _party("party-euchre-8", 10, rounds="3", method="games", entry="points"), "progressive"
    ),
    "Skat": Kind(_party("party-skat-preis", 8), "progressive"),
}
