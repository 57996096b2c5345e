"""The table of rows: what of the books and of the list of movements is played, and what it gives."""

import csv
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).parent / "rows.csv"


@dataclass(frozen=True)
class Row:
    """A movement, how many play it, and its method and number of kinds of sheets.

    *options* are its choices (``form=1``), *game* what is chosen at Start (``individual-whist``).
    """

    key: str
    size: int
    options: str
    game: str
    boards: int
    method: str
    kinds_of_sheets: int
    compared: str

    @property
    def name(self) -> str:
        """The key of the movement with its size, options and game."""
        return " ".join(filter(None, (self.key, str(self.size), self.options, self.game)))

    @property
    def unit(self) -> str:
        """What its size counts."""
        contest = self.game.partition("-")[0]
        return {"teams": "teams", "individual": "players"}.get(contest, "pairs")

    @property
    def query(self) -> str:
        """What chooses it at Field."""
        parts = [f"{self.unit}={self.size}", f"key={self.key}", f"boards={self.boards}"]
        return "&".join([*parts, *self.options.split()])


def read_rows() -> list[Row]:
    """Return all rows, in the order of the list of movements."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return [
            Row(
                record["key"],
                int(record["size"]),
                record["options"],
                record["game"],
                int(record["boards"]),
                record["method"],
                int(record["sheets"]),
                record["compared"],
            )
            for record in csv.DictReader(lines)
        ]


def format_table(rows: list[Row]) -> str:
    """Return the table of *rows* as docs/movements.md shows it."""
    lines = [
        "| Row | Played by | Method | Sheets | Compared with |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        game = row.game.rpartition("-")[2]
        options = f", `{'`, `'.join(row.options.split())}`" if row.options else ""
        players = f"{row.size} {row.unit}, {game}{options}"
        cells = (f"`{row.key}`", players, f"`{row.method}`", str(row.kinds_of_sheets), row.compared)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
