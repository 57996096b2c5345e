"""What people do in the course of an evening. Each act finds its form on a page, as they do.

An act gets the evening and a :class:`Pick`, by which it chooses who, where and what. It raises
``NoDoorError`` if the evening is not in a state for it, and ``RefusedError`` if the program says no.
"""

import json
import re
from collections.abc import Callable
from http import HTTPStatus

from django.urls import resolve

from director.additions.contests.draws.options import get_standings_round
from director.boards.movement.formats import get_format
from director.boards.movement.lines.matches import fetch_match_by_key
from director.boards.movement.sections import fetch_section
from director.core.pages.history import CONFIRMED_FIELD
from director.models import Access
from director.models.event import Clock
from director.party.pages.play.cards import fetch_cards_page
from movements.model import KNOCK_OUT
from tests.director.doors.checks import list_undone_acts
from tests.director.doors.houses import LEFT_OUT as DOORS_LEFT_OUT
from tests.director.doors.page_forms import Door, iterate_doors
from tests.director.pages import find_elements, find_texts
from tests.walk.agreements import list_doubts
from tests.walk.desk import Desk, NoDoorError, RefusedError, fill_door, has_boxes
from tests.walk.evening import Evening, get_session_at
from tests.walk.everything import iterate_addresses
from tests.walk.filling import RESULTS
from tests.walk.pick import Pick

Act = Callable[[Evening, Pick], object]
ACTS: dict[str, Act] = {}
LEFT_OUT = {*DOORS_LEFT_OUT, "own_devices", "own_password", "practice", "practice_delete"}
"""Forms that are nobody's act of an evening."""
OF_THE_CLUB = (
    "account",
    "backup",
    "program",
    "club",
    "next_night",
    "person",
    "people",
    "merge",
    "library",
)
"""How the names of forms begin that change the club and not the evening."""


def act(function: Act) -> Act:
    """Add *function* to the acts of the walk, under its own name."""
    ACTS[function.__name__] = function
    return function


def choose_director(evening: Evening, pick: Pick) -> Desk:
    return pick.one_of(evening.people.directors)


def list_pages_with_forms(evening: Evening) -> list[str]:
    """Return the pages of the event itself, the steps first."""
    bases = (*evening.bases, f"/events/{evening.event_id}/")
    own = [path for path in iterate_addresses(evening) if path.startswith(bases)]
    return [*dict.fromkeys((*evening.steps, *own))]


def _list_doors(evening: Evening, desk: Desk, path: str) -> list[Door]:
    page = desk.open(path)
    if page.status_code == 302:
        path = page.headers["Location"].partition("#")[0]
        page = desk.open(path)
    doors = [door for door in iterate_doors(path, page) if door.name not in LEFT_OUT]
    return [door for door in doors if not door.name.startswith(OF_THE_CLUB)]


def _choose_door(doors: list[Door], pick: Pick) -> Door:
    """Return one of *doors*: first the kind, then which of that kind."""
    if not doors:
        raise NoDoorError("no form stands there")
    kinds = [*dict.fromkeys(door.kind for door in doors)]
    kind = pick.one_of(kinds)
    return pick.one_of([door for door in doors if door.kind == kind])


def _send(evening: Evening, desk: Desk, door: Door, boxes: dict[str, object]) -> None:
    """Send *door*, and what the answer asks about it as it stands there, such as a preview."""
    evening.keep(door, fill_door(door, boxes))
    response = desk.send(door, boxes)
    if response.status_code != HTTPStatus.OK or door.is_htmx:
        return
    asked = [one for one in iterate_doors(door.address, response) if one.name == door.name]
    if asked:
        evening.keep(asked[0], fill_door(asked[0], {}))
        desk.send(asked[0], {})


# Results


@act
def enter_results(evening: Evening, pick: Pick) -> None:
    """Enter results of a board, a table, or whatever the evening counts."""
    desk = choose_director(evening, pick)
    base = pick.one_of(evening.bases)
    if evening.is_party:
        _enter_party_result(evening, desk, base, pick)
    else:
        _enter_board(desk, base, pick)


def _enter_board(desk: Desk, base: str, pick: Pick) -> None:
    doors = []
    for board_no in (1 + pick.below(3), 1):
        doors = doors or desk.doors(f"{base}scores/boards/{board_no}/", "session_scores_board")
    door = _choose_door(doors, Pick(0))
    names = [box.get("name") for box in door.form if box.get("name", "").startswith("text-")]
    desk.send(door, {name: RESULTS[(index + pick.number) % 6] for index, name in enumerate(names)})


ENTRIES_OF_PARTIES = (
    "party_play_table",
    "party_cards_store",
    "party_list_store",
    "party_skat_store",
)


def _enter_party_result(evening: Evening, desk: Desk, base: str, pick: Pick) -> None:
    doors = [
        door
        for door in _list_doors(evening, desk, f"{base}play/")
        if door.name in ENTRIES_OF_PARTIES
    ]
    door = _choose_door(doors, pick)
    _send(evening, desk, door, _make_report(evening, door, pick))


def _make_report(evening: Evening, door: Door, pick: Pick) -> dict[str, object]:
    """Return what a table, a list or a card tells, in the boxes of *door*."""
    if door.name == "party_cards_store":
        return _make_card(evening)
    if door.name == "party_list_store":
        return _make_skat_list(door)
    post_data: dict[str, object] = {}
    for index, box in enumerate(door.form):
        name = box.get("name") or ""
        if name.partition("-")[0] == "points":
            post_data[name] = str((10, 6)[(index + pick.number) % 2])
    return post_data


def _make_card(evening: Evening) -> dict[str, object]:
    """Return the first card that is missing: all tricks are shared as evenly as they can be."""
    party = evening.party
    missing = fetch_cards_page(party).missing_contestants or raise_no_door("no card is missing")
    return {"number": str(missing[0]), "total": str((13 * party.rounds + missing[0] % 2) // 2)}


def _make_skat_list(door: Door) -> dict[str, object]:
    """Return a list on which each player wins a game and the others are passed in."""
    words = " ".join("".join(part.itertext()) for part in door.form if part.tag == "caption")
    games = re.search(r"(\d+) games", words)
    post_data: dict[str, object] = {}
    for box in door.form:
        name = box.get("name") or ""
        stem = name.partition("-")[0]
        if stem in ("points", "won", "lost"):
            post_data[name] = {"points": "24", "won": "1", "lost": "0"}[stem]
    won = sum(name.startswith("won-") for name in post_data)
    return post_data | ({"passed": str(int(games[1]) - won)} if games else {})


@act
def enter_all_that_is_missing(evening: Evening, pick: Pick) -> None:
    """Enter every result that is missing, up to one if the pick says so."""
    desk = choose_director(evening, pick)
    for base in evening.bases:
        if evening.is_party:
            _enter_all_party_results(evening, desk, base, pick)
            continue
        board_no, page = 1, desk.open(f"{base}scores/boards/1/")
        while page.status_code == 200 and board_no < 20:
            path = f"{base}scores/boards/{board_no}/"
            for door in [d for d in iterate_doors(path, page) if d.name == "session_scores_board"][
                :1
            ]:
                empty = [
                    box.get("name")
                    for box in door.form
                    if box.get("name", "").startswith("text-") and not box.get("value")
                ]
                if empty:
                    _type_results(desk, door, empty, board_no)
            board_no += 1
            page = desk.open(f"{base}scores/boards/{board_no}/")


def _type_results(desk: Desk, door: Door, names: list[str], first: int) -> None:
    """Type a result in each box. Not every method takes artificial scores."""
    try:
        desk.send(door, {name: RESULTS[(index + first) % 6] for index, name in enumerate(names)})
    except RefusedError:
        desk.send(door, {name: RESULTS[(index + first) % 4] for index, name in enumerate(names)})


def _enter_all_party_results(evening: Evening, desk: Desk, base: str, pick: Pick) -> None:
    """Let every table tell its result once, or type a card for each number that the page offers."""
    told: set[str] = set()
    for _turn in range(12):
        doors = [
            door
            for door in _list_doors(evening, desk, f"{base}play/")
            if door.name in ENTRIES_OF_PARTIES
        ]
        new = [door for door in doors if _is_new(evening, door, told)]
        if not new:
            return
        told.add(_get_mark(new[0]))
        _send(evening, desk, new[0], _make_report(evening, new[0], pick))


def _is_new(evening: Evening, door: Door, told: set[str]) -> bool:
    if door.name == "party_cards_store":
        return bool(fetch_cards_page(evening.party).missing_contestants)
    is_entered = any(box.get("aria-pressed") == "true" for box in door.form)
    return not is_entered and _get_mark(door) not in told


def _get_mark(door: Door) -> str:
    """Return what tells the form of one table or card from another."""
    numbers = [box.get("value") for box in door.form if box.get("name") == "number"]
    return f"{door.address} {numbers}"


@act
def enter_a_matchs_result(evening: Evening, pick: Pick) -> None:
    """Enter the result of a whole match in place of its boards."""
    _enter_match(evening, pick, is_typed=False)


@act
def correct_a_matchs_result(evening: Evening, pick: Pick) -> None:
    """Enter another result of a match that was typed as a result."""
    _enter_match(evening, pick, is_typed=True)


@act
def make_a_match_void(evening: Evening, pick: Pick) -> None:
    """Let a match count no longer, or again if it is void."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    if evening.is_party:
        raise_no_door("a party has no matches of boards")
    keys = sorted(fetch_match_by_key(fetch_section(resolve(base).kwargs["ref"])))
    round_no, home, away = pick.one_of(keys or raise_no_door("no matches are played"))
    path = f"{base}results/matches/{home}/{away}/?round={round_no}"
    doors = desk.doors(path, "session_results_match")
    door = next(door for door in doors if "void" in fill_door(door, {}))
    try:
        desk.send(door, {})
    except RefusedError as refused:
        if refused.answer is None or refused.answer.status_code != HTTPStatus.CONFLICT:
            raise
        # What changes places or totals is asked once; the answer is yes.
        desk.post(door.address, fill_door(door, {}) | {"sure": "1"})


def _enter_match(evening: Evening, pick: Pick, *, is_typed: bool) -> None:
    """Type the result of a match, of which one *is_typed* already or none."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    forms = desk.doors(f"{base}results/fixtures/", "session_results_fixtures")
    doors = [door for door in forms if any("-home" in str(box.get("name")) for box in door.form)]
    door = _choose_door(doors, pick)
    shown = {box.get("name") or "": box.get("value") or "" for box in door.form}
    homes = [
        name
        for name, value in shown.items()
        if re.fullmatch(r"[\d-]+-home", name) and bool(value) is is_typed
    ]
    home = pick.one_of(homes or raise_no_door("no match can be typed"))
    away = home.replace("-home", "-away")
    boxes = {home: str(20 + pick.below(9)), away: str(10 + pick.below(9))}
    _send(evening, desk, door, boxes)
    if is_typed and any(shown[name] != value for name, value in boxes.items()):
        _refuse_silent_correction(desk, base, int(home.partition("-")[0]))


def _refuse_silent_correction(desk: Desk, base: str, round_no: int) -> None:
    """Fail if Draw doesn't say that a round was corrected that counted for a later draw."""
    section = fetch_section(resolve(base).kwargs["ref"])
    plan = section.plan
    if (
        plan is None
        or plan.key == KNOCK_OUT
        or not get_format(plan).is_drawn
        or round_no >= plan.rounds
    ):
        return
    if round_no <= get_standings_round(plan):
        text = " ".join(find_texts(desk.open(f"{base}draw/"), "main"))
        assert f"round {round_no}" in text.lower(), f"no word of the correction: {text[:300]}"


@act
def settle_a_dispute(evening: Evening, pick: Pick) -> None:
    """Decide at Play between two results, or about a card that doesn't fit."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    doors = [door for door in _list_doors(evening, desk, f"{base}play/") if "settle" in door.name]
    _send(evening, desk, _choose_door(doors, pick), {})


@act
def give_a_ruling(evening: Evening, pick: Pick) -> None:
    """Give a ruling with an adjusted score or a penalty."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    post_data = {"board_no": "1", "pair_no": "1", "facts": "A revoke.", "decision": "Adjusted."}
    more = pick.one_of(
        ({"adjusted": "A6040"}, {"adjusted": "60% 4SS= 40% 4SS-1"}, {"penalty": "1"})
    )
    desk.press(f"{base}rulings/", "session_rulings", **post_data, **more)


# Who plays


@act
def name_somebody_else(evening: Evening, pick: Pick) -> None:
    """Put another name in one place of the list."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    page = "party_seats_player" if evening.is_party else "session_seats_pair"
    door = _choose_door(desk.doors(f"{base}seats/", page), pick)
    box = next(one.get("name") for one in door.form if str(one.get("name")).startswith("name-"))
    _send(evening, desk, door, {box: pick.one_of(("Zoe New", "Yann Late", "Ada Ash Ash", ""))})


@act
def change_who_plays(evening: Evening, pick: Pick) -> None:
    """Let somebody come late or leave, from the next round on."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    if evening.is_party:
        people = pick.one_of(
            ({"names": "Zoe New"}, {"leavers": "2"}, {"leavers": "1 4"}, {"more_a": "1"})
        )
        door = _choose_door(desk.doors(f"{base}play/people/", "party_people"), Pick(0))
        _send(evening, desk, door, people)
        return
    reason = pick.one_of(
        (
            {"kind": "pair-leaves", "pair": "2"},
            {"kind": "pair-arrives", "pairs": "1"},
            {"kind": "late-table", "late_table": "1"},
            {"kind": "table-closes", "closing_table": "1"},
        )
    )
    path = f"{base}changed/"
    boxes = reason | {"from_round": str(2 + pick.below(2))}
    questions = [
        door for door in desk.doors(path, "session_changed", method="get") if has_boxes(door, boxes)
    ]
    answer = desk.ask(_choose_door(questions, Pick(0)), boxes)
    doors = [one for one in iterate_doors(path, answer) if one.name == "session_changed"]
    _send(evening, desk, _choose_door(doors, pick), {})


# Time


@act
def press_the_clock(evening: Evening, pick: Pick) -> None:
    """Press a key of the clock."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    page = "party" if evening.is_party else "session"
    door = _choose_door(desk.doors(f"{base}play/", f"{page}_play_clock"), pick)
    _send(evening, desk, door, {})


@act
def end_the_round(evening: Evening, pick: Pick) -> None:
    """End the round. In a break that ends the break, and the round that waits stays the same."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    page = "party" if evening.is_party else "session"
    doors = desk.doors(f"{base}play/", f"{page}_play_clock")
    keys = [door for door in doors for name, value in door.button if value in ENDS]
    before = get_session_at(base)
    is_in_break = before.clock == Clock.WAITING and before.break_ends_at is not None
    if is_in_break and pick.below(2) == 0:  # a page that was opened before the break
        desk.post(f"{base}play/clock/", {"key": ["end"], "round_no": [str(before.round_no)]})
    else:
        _send(evening, desk, _choose_door(keys, pick), {})
    after = get_session_at(base)
    if is_in_break:
        assert after.round_no == before.round_no, "the end of a break skips the round after it"


ENDS = ("end", "end-break", "ring", "next")
"""The keys of the clock that end what is going on."""


@act
def set_a_break(evening: Evening, pick: Pick) -> None:
    """Set a break after a round."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    page = "party" if evening.is_party else "session"
    after = str(1 + pick.below(3))
    desk.press(f"{base}play/", f"{page}_play_break", after_round=after, break_minutes="10")


@act
def go_to_the_next_round(evening: Evening, pick: Pick) -> None:
    """Draw the next round, or let the party go on."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    if not evening.is_party:
        desk.press(f"{base}draw/", "session_draw", button="action=use")
        return
    names = ("party_play_next", "party_skat_next", "party_series_next", "party_play_finish")
    doors = [door for door in _list_doors(evening, desk, f"{base}play/") if door.name in names]
    _send(evening, desk, _choose_door(doors, pick), {})


# History


@act
def undo(evening: Evening, pick: Pick) -> None:
    """Undo the latest act, at a page that offers it."""
    _press_history_button(evening, pick, "undo")


@act
def redo(evening: Evening, pick: Pick) -> None:
    """Redo what was undone, at a page that offers it."""
    _press_history_button(evening, pick, "redo")


def _press_history_button(evening: Evening, pick: Pick, word: str) -> None:
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    pages = ["play/", "seats/", "acts/", "scores/boards/1/", "changed/"]
    first = pick.below(len(pages))
    for page in pages[first:] + pages[:first]:
        doors = [
            door for door in _list_doors(evening, desk, base + page) if door.name.endswith(word)
        ]
        if doors:
            _confirm(evening, desk, _choose_door(doors, pick))
            return
    raise NoDoorError(f"nothing to {word}")


def _confirm(evening: Evening, desk: Desk, door: Door) -> None:
    """Send *door*, and say yes to a question about what somebody else did.

    What somebody else did is not undone by the first press.
    """
    event = evening.event
    undone = list_undone_acts(event)
    try:
        _send(evening, desk, door, {})
        taken_back = event.acts.filter(number__in=list_undone_acts(event) - undone)
        others = taken_back.exclude(made_by=None).exclude(made_by=desk.user)
        assert not others.exists(), f"{desk.name} undid “{others.first()}” without a question"
    except RefusedError as refused:
        forms = find_elements(refused.answer, "form") if refused.answer else []
        forms = [
            form for form in forms if any(box.get("name") == CONFIRMED_FIELD for box in form.iter())
        ]
        if not forms:
            raise
        boxes = [box for box in forms[0].iter("input") if box.get("name")]
        desk.post(
            forms[0].get("action", door.address),
            {box.get("name", ""): [box.get("value", "")] for box in boxes},
        )


# Results for others

ANYWAY = ("anyway", "1")
"""The button that publishes what is missing or in doubt."""


@act
def publish(evening: Evening, pick: Pick) -> None:
    """Publish the results, also if something is missing and the page lets it."""
    _press_results(evening, pick, "event_publish")


@act
def unpublish(evening: Evening, pick: Pick) -> None:
    """Take the results back."""
    _press_results(evening, pick, "event_unpublish")


@act
def make_final(evening: Evening, pick: Pick) -> None:
    """Make the results final."""
    _press_results(evening, pick, "event_final")


def _press_results(evening: Evening, pick: Pick, name: str) -> None:
    """Press the button *name* of Results. What is in doubt is asked about first; the answer is yes."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    door = _choose_door(desk.doors(f"{base}results/", name), pick)
    doubts = list_doubts(evening) if evening.event.can_take_entries else []
    try:
        _send(evening, desk, door, {})
    except RefusedError as refused:
        asked = iterate_doors(door.address, refused.answer) if refused.answer else ()
        sure = [one for one in asked if one.name == name and ANYWAY in one.button]
        if not sure:
            raise
        desk.send(sure[0], {})
    else:
        assert not (doubts and name == "event_publish"), f"published without a question: {doubts}"


@act
def print_sheets(evening: Evening, pick: Pick) -> None:
    """Print sheets."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    page = "party_print" if evening.is_party else "session_print"
    desk.press(f"{base}print/", page, button="save=1")


@act
def count_in_a_season(evening: Evening, pick: Pick) -> None:
    """Add a season, and count the event in it."""
    desk = choose_director(evening, pick)
    counting = pick.one_of(("people", "pairs"))
    points = pick.one_of(("places", "total", "attendance"))
    response = desk.press(
        "/club-seasons/new/",
        "club_season_new",
        name=f"Season {pick.number}",
        counting=counting,
        points=points,
    )
    page = response.headers["Location"]
    desk.press(page, "club_season_events", event=str(evening.event_id))


# Phones and programs


@act
def open_tables_to_phones(evening: Evening, pick: Pick) -> None:
    """Create the private links of the tables."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    page = "party" if evening.is_party else "session"
    desk.press(f"{base}tables/", f"{page}_tables_addresses", button="act=open")


@act
def disagree_by_phone(evening: Evening, pick: Pick) -> None:
    """Let the two sides of a table send different results of a board."""
    tables = Access.objects.filter(session__event=evening.event_id, table_no__isnull=False)
    access = pick.one_of(list(tables.order_by("pk")) or raise_no_door("no table has a link"))
    phone = evening.people.visitor
    state = json.loads(phone.open(f"/t/{access.token}/state.json").content)
    boards = state.get("boards") or raise_no_door("the table has no board")
    sent = {"board": pick.one_of(boards)["board"], "ns": state["ns"], "ew": state["ew"]}
    for index, side in enumerate(("ns", "ew")):
        entry = {"key": f"walk-{pick.number}-{side}", "device": side, "side": side}
        response = phone.client.post(
            f"/t/{access.token}/results",
            json.dumps(sent | entry | {"result": RESULTS[index]}),
            content_type="application/json",
        )
        assert response.status_code < 500, sent
        # What the director has entered stands, and the other result waits for the director.
        if response.status_code not in (HTTPStatus.CREATED, HTTPStatus.CONFLICT):
            raise RefusedError(response.content.decode())


def raise_no_door(why: str) -> list:
    raise NoDoorError(why)
