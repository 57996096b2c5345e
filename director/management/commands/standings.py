"""``manage.py standings``: the places of an event, for people or for programs."""

import json
from argparse import ArgumentParser

from director.event_kinds import get_event_kind
from director.formats.figures import (
    ColumnKind,
    FileValue,
    TableData,
    compute_column_decimals,
    to_file_rows,
)
from director.management.command import (
    SentenceCommand,
    fetch_event,
    make_refusal,
    pause_garbage_collection,
)
from scoring.errors import ScoringError


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
        called = fetch_event(event)
        kind = get_event_kind(called)
        try:
            with pause_garbage_collection():
                if as_json:
                    output = json.dumps(kind.serialize_results(called), ensure_ascii=False)
                else:
                    output = format_table(kind.make_export_tables(called).main_table)
        except ScoringError as error:
            raise make_refusal("{error}", error=error) from error
        self.stdout.write(output)


def format_table(table: TableData) -> str:
    """Return *table* as lines of text, with columns as wide as their text and figures on the right."""
    rows = to_file_rows(table)
    decimals = compute_column_decimals(table)
    columns = []
    for index, column in enumerate(table.columns):
        cells = [column.title, *(_format_table_cell(row[index], decimals[index]) for row in rows)]
        width = max(map(len, cells))
        columns.append(
            [
                cell.ljust(width) if column.kind is ColumnKind.TEXT else cell.rjust(width)
                for cell in cells
            ]
        )
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns, strict=True))


def _format_table_cell(value: FileValue, decimals: int) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return f"{value:.{decimals}f}"
