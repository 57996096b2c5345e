"""How many requests a second a night of 100 tables by phones can ask before answers become late.

``python -m tests.bench.knee`` serves a night of 100 tables, and lets its 200 phones and 100 visitors
ask at a rate that rises by steps. Every request has its moment, whatever became of those before it, and
its time counts from that moment: a server that falls behind is seen to. Of 20 requests 16 are looks of
phones, 2 results or words of the opponents, and 2 pages of the published standings. For each rate it prints
how many were answered in time, how long the middle one and the slowest of 20 took, and how much of a processor
the program used. The knee is the last rate at which 19 of 20 are answered within 250 ms. With
``two-workers`` behind it the night is served as docs/hosting.md says.

The phones themselves take a part of a processor: on two processors beside nothing else, one process
of the program is measured well, two only roughly.
"""

import queue
import random
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.bench.load import measure_cpu
from tests.live.browsers import Browser
from tests.live.phones import SimulatedPhone
from tests.live.servers import EMBEDDED, serve_program

SECTIONS, TABLES, VISITORS = "ABCD", 25, 100
LAY = """
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.core.night.links.finding import open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from movements.registry import make_plan
from tests.factories import make_director, make_played_section, make_section
make_director()
published = make_played_section()
settings = DEFAULT_TABLE_SETTINGS.with_changes({{"confirm": "own"}})
session, tokens = make_section().session, []
movement = make_plan("mitchell", pairs=2 * {tables}, rounds=min({tables}, 13), boards_per_set=2)
for letter in "{letters}":
    section = session.sections.get_or_create(letter=letter)[0]
    store_plan(section=section, movement=movement)
    section = fetch_section(section.ref)
    store_table_settings(section=section, settings=settings, settings_by_table={{}})
    tables = open_table_addresses(session=session, section=section, tables=range(1, {tables} + 1))
    tokens += [access.token for access in tables.values()]
tell({{"event": published.session.event_id, "paths": [f"/t/{{token}}/" for token in tokens]}})
"""
RATES = (25, 50, 100, 150, 200, 250, 300)
SECONDS = 8
THREADS = 64
"""How many requests may be under way at once; more of them wait, and their time counts."""
LATE = 250
"""Milliseconds after which a person notices that an answer is late."""
LOOKS, RESULTS, VISITS = 16, 2, 2
"""Of so many requests together, by kind."""

Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Step:
    """What was answered at one rate: a time in milliseconds for each request, and the processor's share."""

    rate: int
    times: list[float]
    processor: float

    @property
    def slowest_of_20(self) -> float:
        """The time that 19 of 20 requests took at most."""
        return statistics.quantiles(self.times, n=20)[18]

    @property
    def is_in_time(self) -> bool:
        """Whether 19 of 20 were answered before anybody notices."""
        return self.slowest_of_20 <= LATE

    def __str__(self) -> str:
        """Return the figures in a line."""
        return (
            f"{self.rate} a second: {statistics.median(self.times):.0f} ms in the middle, "
            f"{self.slowest_of_20:.0f} ms for 19 of 20, {self.processor:.0%} of a processor"
        )


class Crowd:
    """The phones and visitors of a night: what each asks when its moment comes."""

    def __init__(self, port: int, paths: list[str], standings: str) -> None:
        self.counts: Counter[str] = Counter()
        self._phones = [
            SimulatedPhone(port, path, side, trouble=0, counts=self.counts)
            for path in paths
            for side in ("ns", "ew")
        ]
        self._locks = [threading.Lock() for _phone in self._phones]
        self._visitors = [(threading.Lock(), Browser(port)) for _visitor in range(VISITORS)]
        self._tags: dict[int, str] = {}
        self._standings = standings
        self._dice = random.Random(26)

    def iter_acts(self) -> Iterator[Act]:
        """Yield what is asked next, without an end."""
        kinds = [self._make_look] * LOOKS + [self._make_result] * RESULTS
        kinds += [self._make_visit] * VISITS
        while True:
            self._dice.shuffle(kinds)
            for make in kinds:
                yield make()

    def _make_look(self) -> Act:
        number = self._dice.randrange(len(self._phones))

        def look() -> None:
            with self._locks[number]:
                self._phones[number].look()

        return look

    def _make_result(self) -> Act:
        number = self._dice.randrange(len(self._phones))

        def bring() -> None:
            with self._locks[number]:
                phone = self._phones[number]
                if not phone.state or not phone.act():
                    phone.look()

        return bring

    def _make_visit(self) -> Act:
        number = self._dice.randrange(VISITORS)

        def visit() -> None:
            lock, browser = self._visitors[number]
            with lock:
                tag = self._tags.get(number)
                headers = {"If-None-Match": tag} if tag else {}
                response = browser.get(self._standings, headers, again=True)
                self.counts[f"page {response.status}"] += 1
                self._tags[number] = response.headers["ETag"] or ""

        return visit


def measure_step(acts: Iterator[Act], rate: int, seconds: float, pids: list[int]) -> Step:
    """Ask *rate* times a second for so many *seconds*, and return how long each took from its moment on."""
    waiting: queue.SimpleQueue[tuple[float, Act] | None] = queue.SimpleQueue()
    times: list[float] = []

    def answer() -> None:
        while (asked := waiting.get()) is not None:
            moment, act = asked
            act()
            times.append(1000 * (time.monotonic() - moment))

    threads = [threading.Thread(target=answer, daemon=True) for _thread in range(THREADS)]
    for thread in threads:
        thread.start()
    began, cpu = time.monotonic(), measure_cpu(pids)
    for number in range(round(rate * seconds)):
        moment = began + number / rate
        time.sleep(max(0, moment - time.monotonic()))
        waiting.put((moment, next(acts)))
    for _thread in threads:
        waiting.put(None)
    for thread in threads:
        thread.join()
    return Step(rate, times, (measure_cpu(pids) - cpu) / (time.monotonic() - began))


@contextmanager
def serve_crowd(
    kind: str = EMBEDDED, *, letters: str = SECTIONS, tables: int = TABLES
) -> Iterator[tuple[Crowd, list[int]]]:
    """Serve a night by phones of sections of so many *tables*; yield its crowd and the program's processes."""
    with serve_program(kind) as program:
        laid = program.python(LAY.format(letters=letters, tables=tables))
        standings = f"/events/{laid['event']}/"
        yield Crowd(program.port, laid["paths"], standings), program.workers()


def main() -> None:
    """Let the rate rise until answers are late, and print a line for each step."""
    with serve_crowd(*sys.argv[1:2]) as (crowd, pids):
        acts = crowd.iter_acts()
        measure_step(acts, RATES[0], SECONDS, pids)  # everybody's first look
        knee = 0
        for rate in RATES:
            step = measure_step(acts, rate, SECONDS, pids)
            sys.stdout.write(f"{step}\n")
            sys.stdout.flush()
            if not step.is_in_time:
                break
            knee = rate
        sys.stdout.write(f"knee: {knee} a second; {dict(sorted(crowd.counts.items()))}\n")


if __name__ == "__main__":
    main()
