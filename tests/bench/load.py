"""A club night as the network sees it: the program really served, on this machine, and a bounded crowd of phones.

``python -m tests.bench.load`` lays a published night of 100 pairs and 26 boards and a party of 100
in a folder of its own, serves it, and prints how many pages a second visitors get and how long an
entry at the desk takes meanwhile.  It asks for so many pages and no more, stops after two minutes
at the latest, and takes everything away again. ``python -m tests.bench.load two-workers`` serves it
as docs/hosting.md says (``tests/live/servers.py``).
"""

import os
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.live.browsers import Browser
from tests.live.servers import EMBEDDED
from tests.live.servers import serve_program as program_served

LONGEST = 120  # seconds
LAY = """
from director.models import Result
from tests.bench.test_standings_page import played
from tests.director.party.parties import make_seated_party, play_round
from tests.factories import make_director
make_director()
section = played({pairs} // 2)
party = make_seated_party(players={players}, named=True)
play_round(party)
tell({{
    "event": section.session.event_id,
    "session": section.session_id,
    "pairs": list(section.entries.values_list("pair_no", flat=True)),
    "board": list(section.results.filter(board_no=1).values_list("board_no", "ns", "ew", "text", "version")),
    "tokens": list(party.players.values_list("token", flat=True)),
}})
"""


@dataclass(frozen=True, slots=True)
class Night:
    """What is served: the port and processes of the program, and what there is to ask for."""

    port: int
    pids: list[int]
    event: int
    session: int
    pairs: list[int]
    board: list[list]
    tokens: list[str]


@dataclass(frozen=True, slots=True)
class Rate:
    """How many pages were answered, in how many seconds by the clock, and of the program's own processor time."""

    pages: int
    seconds: float
    cpu_seconds: float
    statuses: frozenset[int]

    @property
    def a_second(self) -> float:
        """Pages a second by the clock."""
        return self.pages / self.seconds

    @property
    def a_cpu_second(self) -> float:
        """Pages for each second of processor time of the program, whatever else the machine does."""
        return self.pages / self.cpu_seconds


@contextmanager
def serve_night(kind: str = EMBEDDED, *, pairs: int = 100, players: int = 100) -> Iterator[Night]:
    """Serve a new data folder with a published night and a party, and take it away again."""
    with program_served(kind) as program:
        laid = program.python(LAY.format(pairs=pairs, players=players))
        yield Night(program.port, program.workers(), **laid)


def measure_visitors(night: Night, *, pages: int, connections: int = 4, held: bool = False) -> Rate:
    """Ask for the standings so often, over so many connections; with *held* as somebody who has the page already."""
    path = f"/events/{night.event}/"
    browser = Browser(night.port)
    tag = browser.get(path).headers["ETag"]
    headers = {"If-None-Match": tag} if held else {}
    statuses: list[int] = []

    def ask() -> None:
        own = Browser(night.port)
        statuses.extend(own.get(path, headers).status for _page in range(pages // connections))

    began, cpu = time.perf_counter(), measure_cpu(night.pids)
    _run_threads([threading.Thread(target=ask) for _connection in range(connections)])
    return Rate(
        len(statuses),
        time.perf_counter() - began,
        measure_cpu(night.pids) - cpu,
        frozenset(statuses),
    )


def measure_entries(
    night: Night, *, results: int, phones: int = 80, every: float = 15, pause: float = 1
) -> list[float]:
    """Return the seconds that each of so many *results* took at the desk, while phones ask *every* so many seconds.

    Half of the phones are players' of the party, whose pages ask so often by themselves; half read
    cards and travellers of the published night, which every entry changes.
    """
    over = threading.Event()
    home = f"/events/{night.event}/"
    pages = [f"/p/{token}/" for token in night.tokens[: phones // 2]]
    pages += [f"{home}pairs/{pair_no}/" for pair_no in night.pairs[: phones - len(pages)]]

    def poll(number: int, path: str) -> None:
        own, tag = Browser(night.port), ""
        over.wait(every * number / phones)
        while not over.is_set():
            response = own.get(path, {"If-None-Match": tag} if tag else {})
            assert response.status in (200, 304), response.status
            tag = response.headers["ETag"] or tag
            over.wait(every)

    crowd = [threading.Thread(target=poll, args=one, daemon=True) for one in enumerate(pages)]
    desk = Browser(night.port)
    desk.sign_in()
    for thread in crowd:
        thread.start()
    try:
        desk.get(f"/sessions/{night.session}/scores/boards/1/")
        return list(_type_results(night, desk, results, pause))
    finally:
        over.set()
        for thread in crowd:
            thread.join(timeout=20)


def _type_results(night: Night, desk: Browser, results: int, pause: float) -> Iterator[float]:
    """Enter one result after the other on board 1, and yield how long each took."""
    stop = time.monotonic() + LONGEST / 2
    for number in range(results):
        line = night.board[number % len(night.board)]
        board_no, ns, ew, stored, version = line
        text = "4SN=" if stored != "4SN=" else "4SN-1"
        key = f"{board_no}-{ns}-{ew}"
        fields = {f"text-{key}": text, f"shown-{key}": stored, f"version-{key}": version}
        began = time.perf_counter()
        response = desk.post(
            f"/sessions/{night.session}/scores/boards/1/", fields, {"HX-Request": "true"}
        )
        assert response.status == 200, response.status
        yield time.perf_counter() - began
        line[3:] = [text, version + 1]
        if time.monotonic() > stop:
            return
        time.sleep(pause)


def _run_threads(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=LONGEST)


def measure_cpu(pids: list[int]) -> float:
    """Return the processor seconds that processes have used, where the system tells."""
    try:
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    except OSError:
        return 0
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure the kind of server that the command line names, and print."""
    with serve_night(*sys.argv[1:]) as night:
        for name, held in (("pages", False), ("pages held already (304)", True)):
            rate = measure_visitors(night, pages=2000, held=held)
            print_line(
                f"{rate.pages} {name}: {rate.a_second:.0f} a second, {rate.a_cpu_second:.0f} a processor second"
            )
        took = sorted(measure_entries(night, results=40))
        quantiles = statistics.quantiles(took, n=20)
        median, slowest = (1000 * quantiles[at] for at in (9, 18))
        print_line(
            f"{len(took)} entries among 80 phones: median {median:.0f} ms, p95 {slowest:.0f} ms"
        )


def print_line(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
