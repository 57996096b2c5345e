"""In which order requests that wait for the same threads are answered: what is entered before what is looked at."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from threading import Event, Lock
from time import monotonic
from typing import Any, Generic, TypeVar

T = TypeVar("T")

PHONES_AT = "/t/"
"""How the addresses of the tables begin."""
PATIENCE = 1.0
"""For how many seconds others go before a request that enters nothing: however many there are, it has its turn then."""


class Waiting(Generic[T]):
    """What waits, in the order in which it came; what *is_patient* lets others go before it for a second.

    It takes the place of the queue of a server: what goes in at one end comes out at the other.

    >>> waiting = Waiting(str.islower)
    >>> for request in ("look", "RESULT", "page", "WORD"):
    ...     waiting.append(request)
    >>> [waiting.popleft() for _request in range(len(waiting))]
    ['RESULT', 'WORD', 'look', 'page']
    """

    def __init__(self, is_patient: Callable[[T], bool]) -> None:
        self._is_patient = is_patient
        self._came = count()
        self._heap: list[tuple[float, int, T]] = []

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._heap)

    def append(self, request: T) -> None:
        """Let *request* wait."""
        turn = monotonic() + PATIENCE * self._is_patient(request)
        heappush(self._heap, (turn, next(self._came), request))

    def popleft(self) -> T:
        """Return what is next, which waits no more.

        :raises IndexError: if nothing waits
        """
        return heappop(self._heap)[-1]


class PhonesInTurn:
    """A program whose tables' phones are answered so many at a time, in the order of :class:`Waiting`.

    For a server whose threads take requests up before they know what is asked: more of them at once would hold each
    other up, since one thread of Python code runs at a time and one of them changes an event.
    """

    def __init__(self, program: Callable[..., Any], *, most: int) -> None:
        self._program, self._free = program, most
        self._lock = Lock()
        self._waiting: Waiting[tuple[str, Event]] = Waiting(lambda waiter: waiter[0] != "POST")

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Answer the request of *environ*, a phone's when its turn has come."""
        if not environ.get("PATH_INFO", "").startswith(PHONES_AT):
            return self._program(environ, start_response)
        self._take(environ["REQUEST_METHOD"])
        try:
            return self._program(environ, start_response)
        finally:
            self._give()

    def _take(self, method: str) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            turn = Event()
            self._waiting.append((method, turn))
        turn.wait()

    def _give(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft()[1].set()
            else:
                self._free += 1
