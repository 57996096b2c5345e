"""What phones add to Play, to paper and to what programs may do."""

from typing import Any

from director.additions import PhoneDesk
from director.additions.phones.boards.others import reveal_board
from director.additions.phones.boards.state import fetch_table_play, make_table_state
from director.additions.phones.boards.write import receive_result
from director.additions.phones.codes import make_table_cards
from director.additions.phones.page import NewPhoneTable, fetch_new_phone_tables
from director.boards.contests import CONTESTS
from director.event_kinds import (
    Json,
    PhoneAnswer,
    PhoneEntry,
    ResultsReader,
    TableApi,
    TableState,
    get_event_kind,
)
from director.models import Access, Event, Session
from director.pdf.table_cards import TableCard


class BoardsApi(TableApi):
    """What tables enter in any contest with boards."""

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


class EntryByPhone(PhoneDesk):
    """Entry at the tables by phones, and a page for each pair."""

    def find_table_api(self, event: Event) -> TableApi | None:
        """Return how the tables of *event* enter results, or None if they can't."""
        kind_api = get_event_kind(event).table_api
        if kind_api is None and event.contest in CONTESTS:
            return BOARDS_API
        return kind_api

    def make_table_cards(self, **options: Any) -> tuple[TableCard, ...]:
        """Return a card for each table, with its link or, in a preview, a sample link.

        :raises PrintingError: if a table has no open address
        """
        return make_table_cards(**options)

    def fetch_tables_with_new_phones(self, session: Session) -> tuple[NewPhoneTable, ...]:
        """Return the tables of *session* with phones that are new or wait to be let in."""
        return fetch_new_phone_tables(session)
