"""The hooks of phones at tables: links for Play, cards for paper, and the API of tables."""

from collections.abc import Iterable

from director.additions.phones.boards.others import reveal_board
from director.additions.phones.boards.state import fetch_table_play, make_table_state
from director.additions.phones.boards.write import receive_result
from director.additions.phones.codes import make_table_cards
from director.additions.phones.page import fetch_new_phone_tables
from director.boards.contests import CONTESTS
from director.core.night.hooks import PhoneDesk
from director.core.night.phones import TableWithNewPhones
from director.core.night.table_api import (
    Json,
    PhoneAnswer,
    PhoneEntry,
    ResultsReader,
    TableApi,
    TableState,
)
from director.event_kinds import get_event_kind
from director.models import Access, Event, Section, Session
from director.pdf.table_cards import TableCard
from director.sheets import Heading


class BoardsApi(TableApi):
    """The table API of contests with boards."""

    template = "additions/phones/table/table.html"

    def read_state(self, access: Access) -> TableState:
        """Return what the table of *access* is shown."""
        return make_table_state(access)

    def store_result(self, access: Access, entry: PhoneEntry) -> PhoneAnswer:
        """Store a result, or the opponents' confirmation."""
        return receive_result(access, entry)

    def reveal_board(self, access: Access, board_no: int, *, reader: ResultsReader) -> Json | None:
        """Return other tables' results of a board, and mark them as seen by *reader*."""
        return reveal_board(fetch_table_play(access), board_no, reader=reader)


BOARDS_API = BoardsApi()


class TablePhonesDesk(PhoneDesk):
    """Entry at the tables by phones, and a page for each pair."""

    has_phones = True

    def find_table_api(self, event: Event) -> TableApi | None:
        """Return how the tables of *event* enter results, or None if they can't."""
        kind = get_event_kind(event)
        if kind.table_api is not None:
            return kind.table_api
        return BOARDS_API if event.contest in CONTESTS else None

    def make_table_cards(
        self,
        *,
        session: Session,
        tables: Iterable[int],
        heading: Heading,
        address: str,
        method_text: str,
        section: Section | None = None,
        is_preview: bool = False,
    ) -> tuple[TableCard, ...]:
        """Return a card for each table, with its link or, in a preview, a sample link.

        :raises PrintingError: if a table has no open address
        """
        return make_table_cards(
            session=session,
            tables=tables,
            heading=heading,
            address=address,
            method_text=method_text,
            section=section,
            is_preview=is_preview,
        )

    def fetch_tables_with_new_phones(self, session: Session) -> tuple[TableWithNewPhones, ...]:
        """Return the tables of *session* with phones that are new or wait to be let in."""
        return fetch_new_phone_tables(session)


TABLE_PHONES_DESK = TablePhonesDesk()
