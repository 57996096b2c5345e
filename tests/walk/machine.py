"""The state machine of the walk: Hypothesis draws the acts, and looks at the evening after each."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from director.models import Event, Session
from tests.director.doors import checks
from tests.director.doors.databases import Place
from tests.walk import agreements, contest_acts
from tests.walk.acts import ACTS
from tests.walk.desk import NoDoorError, RefusedError, Trail
from tests.walk.evening import Evening, make_evening
from tests.walk.everything import open_everything
from tests.walk.pick import Pick

assert contest_acts  # adds its acts to those of every evening
TRAIL = Trail()
"""What all walks of this process have reached."""
PARTS = 40
"""After each act one in so many addresses is opened, another part each time."""
TURNED = 3
"""One act in so many is undone and redone at once."""
A_ROUND = ("enter_all_that_is_missing", "go_to_the_next_round")
"""What is done for each round that has been played when the walk begins."""
ON_THE_WAY = 50
"""After one act in so many the evening is taken to another place."""
ELSEWHERE = 3
"""One evening in so many is taken to another place at its end."""
CLOCK = Session._meta.label
"""The records that hold the clock."""
SEES_ALL = 25
"""After so many acts everything is opened, by everybody."""


class TimeOver(BaseException):
    """The time of the walk is over. Hypothesis catches no exception of this kind."""


class Walk:
    """An evening of a *kind* on which acts are done one after the other.

    What is stored is forgotten at the end.
    """

    def __init__(self, kind: str) -> None:
        self.script: list[tuple[str, int]] = []
        self.kind = kind
        self._open = ExitStack()
        # The same draw each time, so that a script comes out the same.
        self._open.enter_context(patch("secrets.randbelow", lambda limit: 7 % limit))
        self._open.enter_context(transaction.atomic())
        try:
            self.evening: Evening = make_evening(kind, TRAIL)
        except BaseException:
            self.end()
            raise

    def do(self, name: str, number: int = 0) -> str:
        """Do the act called *name* and look at the evening. Return what was refused, if so."""
        self.script.append((name, number))
        said = ""
        is_turned = number % TURNED == 0
        before, latest = (checks.state_of_club() if is_turned else {}), self._latest()
        try:
            ACTS[name](self.evening, Pick(number))
        except NoDoorError:
            return "there is no such form"
        except RefusedError as refused:
            said = str(refused)
        TRAIL.acts.add(name)
        if is_turned:
            self._turn_back(before, *latest)
        self.look()
        return said

    def _latest(self) -> tuple[int, set[int]]:
        """Return the number of the latest act in the history, and which are undone."""
        event = self.evening.event
        return checks.latest_act(event), checks.list_undone_acts(event)

    def _turn_back(self, before: dict[str, Any], number: int, undone: set[int]) -> None:
        """Undo and redo what was done, after which all must be as before and after it."""
        event = self.evening.event
        has_one_act = event.acts.filter(number__gt=number).count() == 1
        is_plain = checks.list_undone_acts(event) == undone and not event.is_final
        # The clock goes on with what phones enter, and stays where play is if that is undone.
        if event.acts.filter(number__gt=number, made_by__isnull=True).exists():
            before = {label: rows for label, rows in before.items() if label != CLOCK}
        if has_one_act and is_plain and checks.has_new_act(event, number):
            checks.undo_and_redo(event, before, self.evening.desk.user)

    def look(self) -> None:
        """See that all pages agree, and open a part of everything."""
        agreements.check_agreements(self.evening)
        acts = len(self.script)
        open_everything(self.evening, self.evening.desk, part=acts % PARTS, of=PARTS)
        if acts % SEES_ALL == 0:
            self.look_at_everything()

    def look_at_everything(self) -> None:
        """Open everything as everybody."""
        for desk in self.evening.people.readers:
            open_everything(self.evening, desk)

    def look_elsewhere(self, place: Place) -> None:
        """See that a restored backup and the imported file of the event are as the event is here."""
        steps = self.evening.steps
        checks.restore_elsewhere(place, steps)
        for event in Event.objects.all():
            checks.import_elsewhere(event, place)

    def end(self) -> None:
        """Forget the evening."""
        transaction.set_rollback(True)
        self._open.close()


def play(kind: str, *script: tuple[str, int], place: Place | None = None) -> list[str]:
    """Play an evening of *kind* as *script* tells, and see that everything agrees after each act.

    Return why acts were not possible. At the end it is taken to another *place*, if one is given.

    A failure tells the script, so that it can be kept as a case.
    """
    walk = Walk(kind)
    try:
        said = [f"{name}: {why}" for name, number in script if (why := walk.do(name, number))]
        if place:
            walk.look_elsewhere(place)
        return said
    except Exception as error:
        error.add_note(format_script(walk))
        raise
    finally:
        walk.end()


def format_script(walk: Walk) -> str:
    """Return what *walk* did, as a case is written."""
    acts = ", ".join(str(act) for act in walk.script)
    return f"play({walk.kind!r}, {acts})"


class Evenings(RuleBasedStateMachine):
    """Evenings of some *kinds*, until the time *end*. A failure is shrunk also after that."""

    kinds: tuple[str, ...] = ()
    end = 0.0
    place: Place
    failures: list[Exception]

    def __init__(self) -> None:
        super().__init__()
        self.walk: Walk | None = None

    @initialize(which=st.integers(0, 99), rounds=st.integers(0, 2))
    def begin(self, which: int, rounds: int) -> None:
        """Begin an evening of which so many rounds are played."""
        self.run(lambda: setattr(self, "walk", Walk(Pick(which).one_of(self.kinds))))
        for name in A_ROUND * rounds:
            self.act(name, 0)

    def act(self, name: str, number: int) -> None:
        """Do the act called *name*, and rarely take the evening elsewhere in the middle of it."""
        self.run(lambda: self.walk.do(name, number))
        if number % ON_THE_WAY == 1:
            self.run(lambda: self.walk.look_elsewhere(self.place))

    def run(self, function: Callable[[], object]) -> None:
        """Call *function*, if there is time. A failure tells the script that leads to it."""
        if time.monotonic() > self.end and not self.failures:
            raise TimeOver
        try:
            function()
        except Exception as error:
            if self.walk:
                error.add_note(format_script(self.walk))
            self.failures.append(error)
            raise

    def teardown(self) -> None:
        """Take some of the evenings elsewhere, and forget each."""
        if not self.walk:
            return
        try:
            is_asked = len(self.walk.script) % ELSEWHERE == 0
            if is_asked and not self.failures and time.monotonic() < self.end:
                self.run(lambda: self.walk.look_elsewhere(self.place))
        finally:
            self.walk.end()


def make_state_machine(kinds: list[str], end: float, place: Place) -> type[Evenings]:
    """Return the state machine of evenings of *kinds*. Its rules are the acts."""
    settings = {"kinds": tuple(kinds), "end": end, "place": place, "failures": []}
    rules = {name: rule(number=st.integers(0, 10**6))(_make_rule(name)) for name in ACTS}
    return type("Walks", (Evenings,), settings | rules)


def _make_rule(name: str) -> Callable[..., None]:
    def do(self: Evenings, number: int) -> None:
        self.act(name, number)

    do.__name__ = name
    return do
