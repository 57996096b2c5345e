"""Pages that were opened before another desk did something, and what becomes of a press on them.

An act at the other desk undoes, deletes, merges or finishes something, or makes it final. A press on an
older page may be taken or refused, but it never fails, and nothing typed disappears without a word.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from http import HTTPStatus
from itertools import filterfalse, islice
from random import Random
from typing import Any

from django.db import connection, transaction
from django.http import HttpResponse

from tests.director.doors.checks import list_undone_acts
from tests.director.doors.page_forms import Door, is_page, iterate_doors
from tests.director.pages import find_texts
from tests.director.sent_forms import Sent, fill_form, iterate_controls, read_shown_values
from tests.factories import forget_cached
from tests.walk.acts import LEFT_OUT
from tests.walk.desk import Desk, NoDoorError, RefusedError, fill_door
from tests.walk.evening import Evening, resolve_name
from tests.walk.filling import draw_boxes
from tests.walk.pick import Pick

FILLINGS = (0, None, 5)
"""How the boxes of a form are filled: by these picks, or as the page shows them."""
ELSEWHERE = re.compile(
    "undo|redo|delete|remove|merge|finish|final|clear|withdraw|publish|shut|forget|settle|void|next"
)
"""What the names of acts say that another desk does meanwhile."""
OWN_ACCOUNT = ("own_", "sign_", "account")
"""How the names of forms begin that end the session of the desk itself."""
BY_SCRIPT = ("session_scores_board", "session_scores_table", "session_scores_match")
"""Forms that a script sends line by line, without an attribute that says so."""
NOT_SHOWN = ("django_session", "director_submission")
"""Tables that are written with every form."""
QUESTION_FIELD = "sure"
ACT_COUNT = 4
"""How many acts at the other desk are drawn for an evening."""
PRESS_COUNT = 16
"""How many other buttons are drawn that somebody presses after each of them."""


@dataclass(frozen=True)
class Press:
    """A button of a page that stays open, and what its form sends."""

    door: Door
    sent: Sent
    is_stored: bool  # whether something is stored if nobody does anything meanwhile

    @property
    def title(self) -> str:
        """The page and the button, for a failure."""
        way = " by script" if self.door.is_htmx else ""
        return f"{self.door.path}: {self.door.name} {dict(self.door.button)}{way}"

    @property
    def typed_texts(self) -> list[str]:
        """What was typed and differs from what the page shows."""
        texts = []
        for box in iterate_controls(self.door.form):
            kind = box.get("type", "text")
            if box.tag == "textarea" or (box.tag == "input" and kind in ("text", "number")):
                shown = read_shown_values(box)
                values = self.sent.get(box.get("name", ""), [])
                texts += [value for value in values if value and value not in shown]
        return texts


class Writes:
    """The tables that are written while a query runs through it."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Note the table of a statement that writes, and run it."""
        if found := re.match(r'(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"', sql):
            self.tables |= {found[1]} - {*NOT_SHOWN}
        return execute(sql, params, many, context)


@contextmanager
def roll_back(*desks: Desk) -> Iterator[None]:
    """Forget what is stored in the block and what the program cached of it; *desks* stay signed in."""
    cookies = [desk.client.cookies.output() for desk in desks]
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    for desk, text in zip(desks, cookies, strict=True):
        desk.client.cookies.clear()
        desk.client.cookies.load(text.replace("Set-Cookie: ", ""))
    forget_cached()


def list_presses(
    evening: Evening, paths: list[str], *, chance: Random | None = None
) -> list[Press]:
    """Return a press of each kind of button on the pages at *paths*, as the director has them open.

    With *chance* these are only some of them, drawn by it.
    """
    doors = _list_doors(evening, paths)
    make = partial(_make_press, evening.desk)
    if chance is None:
        return list(map(make, doors))
    chance.shuffle(doors)
    acts = map(make, filter(_is_act_elsewhere, doors))
    others = map(make, filterfalse(_is_act_elsewhere, doors))
    stored_acts = (act for act in acts if act.is_stored)
    return [*islice(stored_acts, ACT_COUNT), *islice(others, PRESS_COUNT)]


def _list_doors(evening: Evening, paths: list[str]) -> list[Door]:
    doors: dict[object, Door] = {}
    seen: set[str] = set()
    for path in paths:
        page = evening.desk.open(path)
        if resolve_name(path) in seen or not is_page(page):
            continue
        seen.add(resolve_name(path))
        for door in iterate_doors(path, page):
            if door.name in LEFT_OUT or door.name.startswith(OWN_ACCOUNT):
                continue
            doors.setdefault((door.kind, door.is_htmx), door)
            if door.name in BY_SCRIPT or _is_sent_by_htmx(door):
                doors.setdefault((door.kind, True), replace(door, is_htmx=True))
    return [*doors.values()]


def _is_act_elsewhere(door: Door) -> bool:
    """Return whether *door* is one of those that another desk presses meanwhile."""
    return not door.is_htmx and bool(ELSEWHERE.search(f"{door.name} {dict(door.button)}"))


def _is_sent_by_htmx(door: Door) -> bool:
    return any(name.startswith("hx-") for part in door.form for name in part.attrib)


def _make_press(desk: Desk, door: Door) -> Press:
    """Return *door* with the first filling that stores something, or as the page shows it."""
    for number in FILLINGS:
        with roll_back(desk), connection.execute_wrapper(writes := Writes()):
            boxes = {} if number is None else draw_boxes(door, Pick(number))
            with suppress(NoDoorError):
                press = Press(door, fill_door(door, boxes), is_stored=True)
                try:
                    send(desk, press)
                except RefusedError as refused:
                    answer_question(desk, press, refused.answer)
        if writes.tables:
            return press
    return Press(door, fill_form(door.form, {}, button=door.button), is_stored=False)


def send(desk: Desk, press: Press) -> HttpResponse:
    """Send *press*.

    :raises RefusedError: if the program refused or asked, with its sentence
    """
    return desk.post(press.door.address, press.sent, is_htmx=press.door.is_htmx)


def answer_question(desk: Desk, press: Press, answer: HttpResponse | None) -> bool:
    """Say yes to what *answer* asks about *press*. Return whether that was taken."""
    asked = _list_asked_doors(press, answer)
    for door in [one for one in asked if QUESTION_FIELD in one.boxes.split()]:
        with suppress(RefusedError):
            desk.post(door.address, fill_door(door, {}), is_htmx=press.door.is_htmx)
            return True
    return False


def _list_asked_doors(press: Press, answer: HttpResponse | None) -> list[Door]:
    """Return the buttons of a refusing or asking page that go where *press* went."""
    if answer is None or not answer.get("Content-Type", "").startswith("text/html"):
        return []
    if answer.status_code == HTTPStatus.CONFLICT:
        answer.status_code = 200  # a page of its own that asks, which is_page leaves out
    return [
        door for door in iterate_doors(press.door.address, answer) if door.name == press.door.name
    ]


def do_elsewhere(desk: Desk, press: Press) -> bool:
    """Do *press* at another desk, with yes to its question. Return whether it was taken."""
    try:
        send(desk, press)
    except RefusedError as refused:
        return answer_question(desk, press, refused.answer)
    return True


def undo_everything(evening: Evening, desk: Desk) -> int:
    """Undo every act that a page offers to undo, the latest first. Return how many were undone."""
    pages = ("scores/boards/1/", "play/", "seats/", "acts/")
    undone = -1
    while undone < (undone := len(list_undone_acts(evening.event))):
        paths = [base + page for base in evening.bases for page in pages]
        doors = (
            door
            for path in paths
            for door in iterate_doors(path, desk.open(path))
            if door.name.endswith("undo")
        )
        door = next(doors, None)
        if door is None or not do_elsewhere(desk, Press(door, fill_door(door, {}), True)):
            break
    return undone


def find_fault(desk: Desk, press: Press) -> str:
    """Send *press* from a page that is older than what another desk did. Return what is wrong, or "".

    Whatever a refusal offers then, such as *Keep theirs* and *Use mine*, is pressed too.
    """
    with connection.execute_wrapper(writes := Writes()):
        try:
            answer = send(desk, press)
        except RefusedError as refused:
            return _find_fault_of_refusal(desk, press, refused.answer)
    if not press.is_stored or writes.tables:
        return ""
    return "" if _is_answered(desk, press, answer) else "nothing is stored, and no page says so"


def _find_fault_of_refusal(desk: Desk, press: Press, answer: HttpResponse | None) -> str:
    is_whole = answer is not None and is_page(answer) and bool(find_texts(answer, "main"))
    text = answer.content.decode() if answer is not None else ""
    lost = [typed for typed in press.typed_texts if not _has_text(text, typed)]
    for door in _list_asked_doors(press, answer):
        with roll_back(desk), suppress(RefusedError, NoDoorError):
            desk.post(door.address, fill_door(door, {}), is_htmx=press.door.is_htmx)
    # A part of a page leaves the boxes as they are.
    return f"refused without what was typed: {lost}" if is_whole and lost else ""


def _has_text(text: str, typed: str) -> bool:
    return all(escape(line) in text or line in text for line in typed.splitlines())


def _is_answered(desk: Desk, press: Press, answer: HttpResponse) -> bool:
    """Return whether a page says what became of *press*, or shows that it was done already."""
    path = press.door.path
    if answer.status_code in (HTTPStatus.FOUND, HTTPStatus.MOVED_PERMANENTLY):
        path = answer.headers["Location"].partition("#")[0]
        answer = desk.open(path)
    if not is_page(answer):
        return True
    if find_texts(answer, "#messages .say") or find_texts(answer, ".bad"):
        return True
    text = answer.content.decode()
    if press.typed_texts:
        return all(_has_text(text, typed) for typed in press.typed_texts)
    # What was to be done is done if nobody is offered it any more.
    here = iterate_doors(press.door.path, desk.open(press.door.path))
    return all((one.address, one.button) != (press.door.address, press.door.button) for one in here)


def find_faults(evening: Evening, presses: list[Press], *, undoes_everything: bool) -> list[str]:
    """Return what goes wrong after each act of *presses* at another desk, for each press here."""
    second = evening.people.second
    acts = [act for act in presses if act.is_stored and _is_act_elsewhere(act.door)]
    faults = []
    for act in (None,) if undoes_everything else acts:
        with roll_back(evening.desk, second):
            is_done = do_elsewhere(second, act) if act else undo_everything(evening, second)
            forget_cached()
            for press in presses if is_done else ():
                if act and press.door.kind == act.door.kind:
                    continue  # twice the same is the matter of idempotency
                with roll_back(evening.desk):
                    try:
                        fault = find_fault(evening.desk, press)
                    except Exception as error:
                        fault = f"failed: {error!r}"
                if fault:
                    title = act.title if act else "everything is undone"
                    faults.append(f"{title} | {press.title} | {fault}")
    return faults
