"""What can be pressed on the pages of an event, in each state of its evening."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404

from tests.director.doors.page_forms import Door, is_page, iterate_doors
from tests.director.pages import find_elements, find_texts, parse_page
from tests.director.sent_forms import CONTROLS, is_button
from tests.factories import forget_cached
from tests.walk.acts import ACTS, LEFT_OUT, OF_THE_CLUB, list_pages_with_forms
from tests.walk.desk import NoDoorError, RefusedError, fill_door
from tests.walk.evening import Evening, resolve_name
from tests.walk.filling import draw_boxes
from tests.walk.pick import Pick

ACTS_BY_STATE = {
    "not begun": (),
    "running": ("press_the_clock", "enter_results"),
    "over": ("enter_all_that_is_missing", "go_to_the_next_round") * 7,
    "published": ("publish",),
    "final": ("make_final",),
}
"""What is done to bring an evening into each state from the one before."""
FINAL_WORDS = "is final since"
"""What a refusal and a page say about a final night."""
FILLINGS = (None, 0, 5)
"""How the boxes of a form are filled: as the page shows them, then by these picks."""
NEEDS = {
    "session_seats_list": "a list of names",
    "party_seats_list": "a list of names",
    "session_seats_swap": "two places",
    "party_seats_swap": "two players",
    "session_field_own": "a file with a movement",
    "session_off_schedule": "who sat where",
    "session_off_schedule_table": "two tables",
    "session_rulings": "what happened, and the ruling",
    "session_hands": "a file with deals",
    "session_draw_decide": "a winner and a reason",
    "session_draw_date": "a date",
    "session_play_break": "a round to come",
    "party_play_break": "a round to come",
}
"""Forms that take more than a walk types, whatever state the evening is in."""
BOXES = {
    "session_draw": {"size": "6", "rounds": "2", "boards": "2"},
    "session_results_fixtures": {"first": "2026-12-04", "days": "7"},
}
"""What is typed in forms where no other filling makes sense."""
SAID_BEFORE = {
    "party_play_finish": "Still playing",
    "session_play_look": "A table is asked on its phone",
}
"""Forms that wait for something, and the words with which their page says so."""
OF_PUBLISHING = ("event_publish", "event_unpublish", "event_open", "event_final")
"""Forms by which the director decides what the public sees, so that nothing is to be asked."""


@dataclass
class Table:
    """What became of the actions of an event in one state."""

    worked: set[str] = field(default_factory=set)
    explained: set[str] = field(default_factory=set)
    wrong: dict[str, str] = field(default_factory=dict)
    unasked: set[str] = field(default_factory=set)  # changed what is published, without a question
    page_count: int = 0
    taken: set[object] = field(default_factory=set)  # kinds of doors and addresses, of any page

    @property
    def offered(self) -> set[str]:
        """The actions that stand on a page, open or closed with the reason."""
        return self.worked | self.explained | set(self.wrong)


def advance(evening: Evening, state: str) -> None:
    """Bring *evening* into *state*, as far as its pages lead there."""
    for name in ACTS_BY_STATE[state]:
        with transaction.atomic():
            try:
                ACTS[name](evening, Pick(0))
            except (NoDoorError, RefusedError):
                transaction.set_rollback(True)
    evening.seen.clear()


def make_table(evening: Evening, paths: list[str] | None = None) -> Table:
    """Press every button and open every link of the pages at *paths*, or of all pages, once."""
    table = Table()
    seen: set[str] = set()
    for path in list_pages_with_forms(evening) if paths is None else paths:
        name = resolve_name(path)
        if name in seen:
            continue
        page = evening.desk.open(path)
        if not is_page(page):
            continue
        seen.add(name)
        table.page_count += 1
        _press_all(evening, table, path, page)
    return table


def _press_all(evening: Evening, table: Table, path: str, page: HttpResponse) -> None:
    page_name = resolve_name(path)
    for door in iterate_doors(path, page):
        action = f"{page_name}: {' '.join(map(str, (door.kind[0], door.kind[2])))}"
        if door.name in LEFT_OUT or door.name.startswith(OF_THE_CLUB) or action in table.offered:
            continue
        if not _can_be_sent(door):
            continue
        # What one page offers and takes, such as Publish, the next page does too.
        refusal = "" if door.kind in table.taken else _press(evening, door)
        if not refusal:
            _note_taken(evening, table, door, action)
        if not refusal or (door.name in NEEDS and FINAL_WORDS not in refusal):
            table.worked.add(action)
        elif SAID_BEFORE.get(door.name, FINAL_WORDS) in " ".join(find_texts(page, "main p")):
            table.explained.add(action)
        else:
            table.wrong[action] = refusal
    for address in _list_button_links(path, page):
        action = f"{page_name}: → {resolve_name(address)}"
        if action not in table.offered:
            refusal = "" if address in table.taken else _follow(evening, address)
            table.taken |= set() if refusal else {address}
            table.wrong |= {action: refusal} if refusal else {}
            table.worked |= set() if refusal else {action}
    closed = {f"{page_name}: closed {number}" for number in range(_count_closed_buttons(page))}
    if closed and FINAL_WORDS not in " ".join(find_texts(page, ".say")):
        table.wrong |= dict.fromkeys(closed, "closed without a reason")
    else:
        table.explained |= closed


def _note_taken(evening: Evening, table: Table, door: Door, action: str) -> None:
    is_new = door.kind not in table.taken
    table.taken.add(door.kind)
    if is_new and _changes_public_page(evening, door):
        table.unasked.add(action)


def _can_be_sent(door: Door) -> bool:
    """Return whether *door* has a button, or a box in which somebody presses Enter."""
    controls = [part for part in door.form if part.tag in CONTROLS]
    return any(control.get("type") != "hidden" for control in controls)


def _press(evening: Evening, door: Door) -> str:
    """Press *door* until it is taken, each time with other boxes. Return why it never was."""
    refusals = []
    fillings = [{} if number is None else draw_boxes(door, Pick(number)) for number in FILLINGS]
    for boxes in (*fillings, *filter(None, [BOXES.get(door.name)])):
        with _roll_back():
            try:
                answer = evening.desk.post(
                    door.address, fill_door(door, boxes), is_htmx=door.is_htmx
                )
                refusal = _find_refusal(evening, answer)
            except (NoDoorError, RefusedError) as error:
                refusal = "" if _confirm(evening, door, error) else str(error)
        if not refusal:
            return ""
        refusals.append(refusal)
    return " / ".join(dict.fromkeys(refusals))


def _changes_public_page(evening: Evening, door: Door) -> bool:
    """Return whether *door*, pressed as it stands, changes what visitors read and asks nothing.

    What somebody types is its own answer, so nothing is filled in.
    """
    event = evening.event
    if door.name in OF_PUBLISHING or not event.is_published or event.is_final:
        return False
    forget_cached()
    before = _read_public_page(evening)
    after = before
    with _roll_back(), suppress(NoDoorError, RefusedError):
        evening.desk.post(door.address, fill_door(door, {}), is_htmx=door.is_htmx)
        forget_cached()
        after = _read_public_page(evening)
    forget_cached()
    return after != before


def _read_public_page(evening: Evening) -> list[str]:
    return find_texts(Client().get(f"/events/{evening.event_id}/"), "main")


def _confirm(evening: Evening, door: Door, error: Exception) -> bool:
    """Press the same action on the page that asks about it. Return whether it was taken."""
    answer = getattr(error, "answer", None)
    if answer is None or not is_page(answer):
        # A page of its own that asks, which :func:`is_page` leaves out.
        return answer is not None and answer.status_code == HTTPStatus.CONFLICT
    for asked in iterate_doors(door.address, answer):
        if asked.name == door.name and asked.button != door.button:
            try:
                evening.desk.post(asked.address, fill_door(asked, {}))
            except (NoDoorError, RefusedError):
                continue
            return True
    return False


def _find_refusal(evening: Evening, answer: HttpResponse) -> str:
    """Return what the page after an action says in red, such as a message after a redirect."""
    if answer.status_code in (301, 302):
        return _follow(evening, answer.headers["Location"])
    return ""


def _follow(evening: Evening, address: str) -> str:
    """Open *address*. Return what its page says in red, or ""."""
    page = evening.desk.open(address.partition("#")[0])
    if page.status_code in (301, 302):
        page = evening.desk.open(page.headers["Location"].partition("#")[0])
    return " ".join(find_texts(page, ".bad")) if is_page(page) else ""


def _list_button_links(path: str, page: HttpResponse) -> Iterator[str]:
    """Yield where the links of *page* lead that look like buttons, to pages of the program."""
    for link in find_elements(page, "main a.button"):
        address = link.get("href", "").partition("#")[0]
        if address.startswith("?"):
            address = path.partition("?")[0] + address
        try:
            name = resolve_name(address)
        except Resolver404:
            continue
        if name and address.startswith("/") and not name.startswith(OF_THE_CLUB):
            yield address


def _count_closed_buttons(page: HttpResponse) -> int:
    """Return how many buttons of *page* are in a part that is closed."""
    fieldsets = [part for part in parse_page(page).iter("fieldset") if "disabled" in part.attrib]
    return sum(is_button(part) for fieldset in fieldsets for part in fieldset.iter())


@contextmanager
def _roll_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def count_outcomes(tables: dict[str, Table]) -> dict[str, Counter[str]]:
    """Return how many actions worked, were explained, absent or wrong in each state."""
    every_action = set().union(*(table.offered for table in tables.values()))
    counts = {}
    for state, table in tables.items():
        counts[state] = Counter(
            pages=table.page_count,
            worked=len(table.worked),
            explained=len(table.explained),
            absent=len(every_action - table.offered),
            wrong=len(table.wrong),
        )
    return counts
