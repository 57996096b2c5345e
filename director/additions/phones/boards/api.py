"""What a table's private link shows and stores where boards are played.

``state`` has the page, ``write`` stores results, ``others`` shows results of other tables.
"""

from director.additions.phones.boards.others import reveal_board
from director.additions.phones.boards.state import build_table_state, load_table_play
from director.additions.phones.boards.write import receive_result
from director.kinds import Json, PhoneAnswer, PhoneEntry, ResultsReader, TableApi, TableState
from director.models import Access


class BoardsApi(TableApi):
    """What tables enter in any contest with boards."""

    template = "additions/phones/table/table.html"

    def read_state(self, access: Access) -> TableState:
        """Return what the table of *access* is shown."""
        return build_table_state(access)

    def store_result(self, access: Access, entry: PhoneEntry) -> PhoneAnswer:
        """Store a result, or the opponents' confirmation."""
        return receive_result(access, entry)

    def reveal_board(self, access: Access, board_no: int, *, reader: ResultsReader) -> Json | None:
        """Return other tables' results of a board, and mark them as seen by *reader*."""
        return reveal_board(load_table_play(access), board_no, reader=reader)


BOARDS_API = BoardsApi()
