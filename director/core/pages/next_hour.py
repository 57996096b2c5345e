"""A session in the list on Tonight, and what its next hour needs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from director.core.night.phones import count_live_addresses
from director.models import Access, Session
from director.models.event import SectionRef


class TonightRow(Protocol):
    """A session in the list on the page Tonight."""

    url_name: ClassVar[str]  # the name of the URL that opens it

    @property
    def session(self) -> Session:
        """The session."""

    @property
    def ref(self) -> SectionRef:
        """The reference to its section in the addresses of its steps."""

    @property
    def progress_text(self) -> str:
        """The progress of the session, in words."""

    @property
    def progress(self) -> Any:
        """The progress of the session, in figures (``NightProgress``)."""

    @property
    def next_step(self) -> Any:
        """The step that needs the director."""


@dataclass(frozen=True, slots=True)
class HourFact:
    """Something that a director looks up while a night runs: *label* "Late", *text* "table 3"."""

    label: str
    text: str
    address: str = ""  # of the page where the director deals with it
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class NextHour:
    """What the next hour of a running night needs: its *facts* and the room's screen."""

    room_address: str
    facts: tuple[HourFact, ...] = ()
    render_tables: Callable[[], str] | None = None
    """Draws the grid of tables and boards. Called only if the night has the page to itself."""


def list_phone_facts(accesses: Sequence[Access], address: str) -> list[HourFact]:
    """Return at how many of the tables with *accesses* a phone is there, or nothing without any.

    *address* is where the director deals with phones. No query.
    """
    if not accesses:
        return []
    return [HourFact("Phones", f"{count_live_addresses(accesses)} of {len(accesses)}", address)]
