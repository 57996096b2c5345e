"""The door of a table where boards are played."""

from director.boards.tables.others import others_told
from director.boards.tables.state import night_of, table_told
from director.boards.tables.write import result_said
from director.desk.tables.read import TABLE_PAGE
from director.kinds import Heard, Json, Said, Told
from director.models import Access


class BoardsDoor:
    """What tables enter in any contest with boards."""

    template = TABLE_PAGE

    def told(self, access: Access) -> Told:
        """Return what the table of *access* is shown."""
        return table_told(access)

    def result(self, access: Access, said: Said) -> Heard:
        """Take in a result, or the word of the opponents."""
        return result_said(access, said)

    def others(self, access: Access, board_no: int) -> Json | None:
        """Return what other tables made of a board, ``None`` where that is not to be seen."""
        return others_told(access, night_of(access), board_no)


BOARDS_DOOR = BoardsDoor()
