"""An evening of a row of the table, played by the forms that a director has."""

from director.boards.movement.sections import fetch_section
from director.boards.paper.section_job import SectionJob
from director.boards.paper.sheet_kinds import list_offered_kinds
from director.models import Section
from tests.director.pdf.reading import Page, read_pages
from tests.factories import make_club
from tests.rows.table import Row
from tests.walk.desk import read_sentence
from tests.walk.evening import Evening
from tests.walk.kinds import (
    choose_movement,
    make_pair_lines,
    make_player_lines,
    name_everybody,
    start_night,
)
from tests.walk.machine import TRAIL
from tests.walk.people import make_people

ENTRIES_BY_GAME = {
    "whist": ("7", "5", "9", "8", "6", "10", "4"),
    "bridge": ("3NTN=", "4SE-1", "PASS", "2HS+1", "1CW-2", "3DE=", "6NTN-1"),
    "auction": ("3HS=", "+221", "2SE-1", "PASS", "3NTW=", "4CN-2", "1NTS+1"),
}
"""What the slips of a game have, in the order in which it is typed."""


class RowEvening:
    """The evening of *row*: begun at Start, with its movement chosen at Field and named at Seats."""

    def __init__(self, row: Row) -> None:
        make_club()
        people = make_people(TRAIL)
        self.desk = people.director
        self.game = row.game.rpartition("-")[2]
        self.base = start_night(self.desk, row.game, "By the book")
        self.session_id = int(self.base.split("/")[2])
        choose_movement(self.desk, self.base, row.query)
        name_everybody(self.desk, self.base, self._make_lines(row))
        self.evening = Evening(row.name, self.section.session.event_id, people)

    def _make_lines(self, row: Row) -> list[str]:
        if row.unit == "pairs":
            return make_pair_lines(row.size)
        if row.unit == "players":
            return make_player_lines(row.size)
        players = self.section.team_size or 4
        people = make_player_lines(players * row.size)
        return [
            ", ".join(people[players * number : players * (number + 1)])
            for number in range(row.size)
        ]

    @property
    def section(self) -> Section:
        """The section as it is stored now."""
        return fetch_section(self.session_id)

    def enter_everything(self) -> None:
        """Type a result in every box of every board."""
        plan = self.section.plan
        for board_no in sorted({board for row in plan.rows.all() for board in row.boards}):
            self._enter_board(board_no)

    def _enter_board(self, board_no: int) -> None:
        path = f"{self.base}scores/boards/{board_no}/"
        door = self.desk.doors(path, "session_scores_board")[0]
        names = [str(box.get("name")) for box in door.form if _is_empty_result(box)]
        entries = ENTRIES_BY_GAME[self.game]
        texts = {
            name: entries[(index * index + 3 * index + board_no * board_no) % len(entries)]
            for index, name in enumerate(names)
        }
        self.desk.send(door, texts)

    def list_kinds_of_sheets(self) -> list[str]:
        """Return the keys of the kinds that Print has for the row."""
        offered = list_offered_kinds(SectionJob(self.section))
        return [kind.key for kind, is_there in offered if is_there]

    def read_sheets(self, kinds: list[str]) -> list[Page]:
        """Return every page of these *kinds* of sheets."""
        asked = {"kinds": kinds, "paper": "a4", "spare": "0"}
        response = self.desk.post(f"{self.base}print/", asked)
        sheets = self.desk.open(response.headers["Location"])
        assert sheets.status_code == 200, read_sentence(sheets)
        return read_pages(sheets.content)


def _is_empty_result(box) -> bool:
    return str(box.get("name")).startswith("text-") and not box.get("value")
