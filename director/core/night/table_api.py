"""How tables enter results by phone: what a kind of event answers, and what it is asked."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.forms import Form
from django.http import QueryDict

from director.models import Access, Session

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableState:
    """The state that the phones of a table show."""

    state: Json
    valid_until: datetime | None = None  # when time alone changes it, or None


@dataclass(frozen=True, slots=True)
class PhoneEntry:
    """An entry of a phone: figures, and a description of the phone."""

    key: str  # chosen by the phone; an entry that is sent twice has the same key
    data: Mapping[str, Any] = field(default_factory=dict)
    device: str = ""
    side: str = ""
    entered_at: datetime | None = None  # by the phone's own clock


@dataclass(frozen=True, slots=True)
class PhoneAnswer:
    """The answer to an entry: an HTTP status and a body."""

    status: int
    body: Json


class ResultsReader(Enum):
    """The reader of other tables' results."""

    TABLE = "table"
    PAIR = "pair"
    DESK = "desk"

    @property
    def is_player(self) -> bool:
        """Whether players read the results, who then may no longer change their own."""
        return self is not ResultsReader.DESK


class TableApi(ABC):
    """How tables enter results by phone."""

    template: ClassVar[str]
    """The template of the page."""

    @abstractmethod
    def read_state(self, access: Access) -> TableState:
        """Return the state of the table with the private link *access*."""

    @abstractmethod
    def store_result(self, access: Access, entry: PhoneEntry) -> PhoneAnswer:
        """Store a result that a table entered, or the confirmation of the opponents.

        :raises DeskError: if the entry isn't allowed now
        :raises ScoringError: if the result can't be parsed, or is impossible
        """

    def reveal_board(self, access: Access, board_no: int, *, reader: ResultsReader) -> Json | None:
        """Return other tables' results of a board, and record that *reader* has seen them.

        None if the table may not see them, or plays no boards.
        """
        return None


class PhonesPage(ABC):
    """What differs between kinds of event on the page of private links.

    The other methods take the context that :meth:`make_context` returned.
    """

    url_prefix: ClassVar[str]
    """The beginning of its URL names."""
    no_tables_template: ClassVar[str]
    """The template that says why there are no tables."""
    new_phones_template: ClassVar[str] = ""
    """The part of Play with new phones, if it is asked for apart."""

    @abstractmethod
    def load_session(self, ref: Any) -> Session:
        """Return the session of a section or party."""

    @abstractmethod
    def make_context(self, ref: Any) -> dict[str, Any]:
        """Return the context of the page of a section or party."""

    @abstractmethod
    def list_tables(self, context: dict[str, Any]) -> list[int]:
        """Return the numbers of the tables."""

    def make_form(self, context: dict[str, Any], data: QueryDict | None) -> Form | None:
        """Return the form of how results are entered, or None if there is nothing to set."""
        return None

    def store_settings(self, context: dict[str, Any], form: Any, user: User) -> str:
        """Store the valid *form* and return a message."""
        raise NotImplementedError

    def is_on_paper(self, context: dict[str, Any], table_no: int) -> bool:
        """Return whether a table enters its results on paper."""
        return False
