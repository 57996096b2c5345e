"""Hand records that a director prints before every table has played."""

from dataclasses import dataclass

from director.boards.paper.hands import draw_hand_records
from director.boards.play.hands import HandRecords
from director.pdf.kinds import SheetKind


@dataclass(frozen=True, slots=True)
class EarlyRecords:
    """Hand records that a director asks for while some table has still to play."""

    records: HandRecords

    def has(self, kind: "SheetKind[EarlyRecords]") -> bool:
        """Return whether there is any."""
        return kind.has_sheets(self)

    @property
    def without_selection(self) -> "EarlyRecords":
        """The same."""
        return self


RECORDS: SheetKind[EarlyRecords] = SheetKind(
    "hands-early",
    "Hand records",
    "All hands, including those of boards that some tables haven’t played yet.",
    "import or deal the hands first",
    lambda job: bool(job.records.hands),
    lambda pen, job: draw_hand_records(pen, job.records.heading, job.records.hands),
)
