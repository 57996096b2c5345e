"""A night by phones as the network sees it: who enters, who only looks, and visitors, at the pace of a club.

``python -m tests.bench.phones`` serves a night of 40 tables and lets 80 phones bring 13 rounds of 2
boards, each a result or a word of the opponents every few seconds, while 320 others and 100
visitors look on; it prints how long a result takes to be accepted, and a look.  With
``two-workers`` behind it the night is served as docs/hosting.md says.
"""

import random
import statistics
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass

from tests.live.browsers import Browser
from tests.live.phones import SimulatedPhone
from tests.live.servers import EMBEDDED, serve_program

LAY = """
from django.utils import timezone
from director.core.night.links.finding import open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from tests.factories import make_director, make_night, make_played_section
make_director()
published = make_played_section()
section = make_night(pairs={pairs}, boards_per_set=2, rounds={rounds})
settings = DEFAULT_TABLE_SETTINGS.with_changes({{"confirm": "own"}})
store_table_settings(section=section, settings=settings, settings_by_table={{}})
tables = open_table_addresses(session=section.session, section=section, tables=range(1, {pairs} // 2 + 1))
tell({{"event": published.session.event_id, "paths": [f"/t/{{access.token}}/" for access in tables.values()]}})
"""
ENTER_EVERY, LOOK_EVERY, VISIT_EVERY = 4.0, 6.5, 15.0
"""How many seconds a phone takes for a result or a word, between two looks, and a visitor between two pages."""
LOOKERS_A_THREAD = 20


@dataclass(frozen=True, slots=True)
class Night:
    """How long everything took, in milliseconds, and what was answered."""

    entries: list[float]
    looks: list[float]
    visits: list[float]
    seconds: float
    counts: dict[str, int]

    def __str__(self) -> str:
        """Return the figures in a few lines."""
        named = (
            ("a result or a word", self.entries),
            ("a look", self.looks),
            ("a visit", self.visits),
        )
        lines = [
            f"{name}: {len(took)}, {summarise_times(took)}" for name, took in named if len(took) > 1
        ]
        return "\n".join([*lines, f"{self.seconds:.0f} s; {dict(sorted(self.counts.items()))}"])


def summarise_times(took: list[float]) -> str:
    """Return median and 95th of a hundred of *took*.

    >>> figures([1.0, 2.0, 3.0])
    '2 ms in the middle, 4 ms for 95 of 100'
    """
    return f"{statistics.median(took):.0f} ms in the middle, {statistics.quantiles(took, n=20)[18]:.0f} ms for 95 of 100"


def measure_night_by_phones(
    kind: str = EMBEDDED,
    *,
    tables: int = 40,
    rounds: int = 13,
    lookers: int = 320,
    visitors: int = 100,
) -> Night:
    """Serve a night, let it be played by phones, and return how long everything took."""
    counts: Counter[str] = Counter()
    looks: list[float] = []
    visits: list[float] = []
    stop = threading.Event()
    with serve_program(kind) as program:
        laid = program.python(LAY.format(pairs=2 * tables, rounds=rounds))
        paths, port = laid["paths"], program.port
        phones = [
            SimulatedPhone(port, path, side, trouble=0, counts=counts)
            for path in paths
            for side in ("ns", "ew")
        ]
        players = [threading.Thread(target=_keep_playing, args=(phone, stop)) for phone in phones]
        states = [
            f"{paths[number % tables]}state.json?device=looker{number}" for number in range(lookers)
        ]
        pages = [f"/events/{laid['event']}/"] * visitors
        others = [
            threading.Thread(
                target=_keep_looking,
                args=(port, addresses[number : number + LOOKERS_A_THREAD], every, took, stop),
            )
            for addresses, every, took in (
                (states, LOOK_EVERY, looks),
                (pages, VISIT_EVERY, visits),
            )
            for number in range(0, len(addresses), LOOKERS_A_THREAD)
        ]
        began = time.monotonic()
        for thread in (*players, *others):
            thread.start()
        for thread in players:
            thread.join()
        seconds = time.monotonic() - began
        stop.set()
        for thread in others:
            thread.join()
    entries = [1000 * moment for phone in phones for moment in phone.took]
    return Night(entries, looks, visits, seconds, dict(counts))


def _keep_playing(phone: SimulatedPhone, stop: threading.Event) -> None:
    """Bring or agree to a board every few seconds, and look between, until the night is over."""
    dice = random.Random(phone.device)
    time.sleep(dice.uniform(0, ENTER_EVERY))
    while not stop.is_set():
        phone.look()
        left = (phone.state.get("left") or {}).get("boards", ())
        if phone.state["over"] and all(
            board["confirmed"] for board in (*left, *phone.state["boards"])
        ):
            return
        acted = phone.act()
        time.sleep(dice.uniform(0.75, 1.25) * (ENTER_EVERY if acted else ENTER_EVERY / 2))


def _keep_looking(
    port: int, addresses: list[str], every: float, took: list[float], stop: threading.Event
) -> None:
    """Let each of *addresses* be asked for *every* so many seconds, unchanged where it is, by a phone of its own."""
    asked = [(address, Browser(port)) for address in addresses]
    tags: dict[int, str] = {}
    while not stop.is_set():
        for number, (address, browser) in enumerate(asked):
            if stop.wait(every / len(asked)):
                return
            began = time.monotonic()
            response = browser.get(
                address, {"If-None-Match": tags[number]} if number in tags else {}, again=True
            )
            took.append(1000 * (time.monotonic() - began))
            if tag := response.headers["ETag"]:
                tags[number] = tag


if __name__ == "__main__":
    sys.stdout.write(f"{measure_night_by_phones(*sys.argv[1:2])}\n")
