"""``manage.py standings``: the places of an event, for people or for programs."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass

from director.boards.results.read.json import results_json
from director.boards.results.read.sheets import event_scored
from director.files.figures import FileValue, column_decimals, file_rows
from director.files.grid import Kind, TableData
from director.management.sentences import SentenceCommand, event_party, event_section, refusal
from director.models import Section
from director.pairs.files import standings_table
from director.party.files import party_tables
from director.party.models import Party
from director.party.play.read.games import party_evening
from director.party.results.read.json import party_results_json
from director.party.results.read.sheets import evening_sheets
from scoring import ScoringError


class Command(SentenceCommand):
    """Print the standings."""

    help = "Print the standings of an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which event, and whether a program asks."""
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument("--json", action="store_true", dest="as_json", help="everything, for programs")

    def handle(self, *args: object, event: int, as_json: bool, **options: object) -> None:
        """Print the standings of one event."""
        party = event_party(event)
        try:
            found = _of_party(party) if party else _of_section(event_section(event))
        except ScoringError as error:
            raise refusal(error) from error
        self.stdout.write(json.dumps(found.json(), ensure_ascii=False) if as_json else table_text(found.table))


@dataclass(frozen=True, slots=True)
class _Found:
    """The standings for people, and what makes those for programs."""

    table: TableData
    json: Callable[[], dict[str, object]]


def _of_section(section: Section) -> _Found:
    scored, sheets = event_scored(section)
    return _Found(standings_table(sheets.standings), lambda: results_json(scored, sheets))


def _of_party(party: Party) -> _Found:
    evening = party_evening(party)
    sheets = evening_sheets(evening)
    return _Found(party_tables(sheets)[0], lambda: party_results_json(evening))


def table_text(table: TableData) -> str:
    """Return *table* as lines of text, the columns as wide as they need to be and figures right aligned."""
    rows = file_rows(table)
    decimals = column_decimals(table.columns, rows)
    columns = []
    for index, column in enumerate(table.columns):
        cells = [column.title, *(_cell(row[index], decimals[index]) for row in rows)]
        width = max(map(len, cells))
        columns.append([cell.ljust(width) if column.kind is Kind.TEXT else cell.rjust(width) for cell in cells])
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns, strict=True))


def _cell(value: FileValue, decimals: int) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value:.{decimals}f}"
