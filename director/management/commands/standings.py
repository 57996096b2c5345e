"""``manage.py standings``: the places of an event, for people or for programs."""

import json
from argparse import ArgumentParser

from director.errors import AS_SAID
from director.formats.figures import FileValue, Kind, TableData, column_decimals, file_rows
from director.kinds import kind_of
from director.management.command import SentenceCommand, event_called, refusal, without_collecting
from scoring import ScoringError


class Command(SentenceCommand):
    """Print the standings."""

    help = "Print the standings of an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which event, and whether a program asks."""
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help="everything, for programs"
        )

    def handle(self, *_args: object, event: int, as_json: bool, **_options: object) -> None:
        """Print the standings of one event."""
        called = event_called(event)
        kind = kind_of(called)
        try:
            with without_collecting():
                if as_json:
                    output = json.dumps(kind.as_json(called), ensure_ascii=False)
                else:
                    output = table_text(kind.tables(called).first)
        except ScoringError as error:
            raise refusal(AS_SAID, text=error) from error
        self.stdout.write(output)


def table_text(table: TableData) -> str:
    """Return *table* as lines of text, with columns as wide as their text and figures on the right."""
    rows = file_rows(table)
    decimals = column_decimals(table)
    columns = []
    for index, column in enumerate(table.columns):
        cells = [column.title, *(_cell(row[index], decimals[index]) for row in rows)]
        width = max(map(len, cells))
        columns.append(
            [cell.ljust(width) if column.kind is Kind.TEXT else cell.rjust(width) for cell in cells]
        )
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns, strict=True))


def _cell(value: FileValue, decimals: int) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return f"{value:.{decimals}f}"
