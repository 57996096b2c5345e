"""``manage.py export``: an event as a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import BinaryIO, cast

from director.desk.files.read import event_tables
from director.errors import AS_SAID
from director.files.errors import ExportError
from director.files.formats import export_file, export_formats
from director.management import sentences
from director.management.command import SentenceCommand, event_called, refusal
from scoring import ScoringError


class Command(SentenceCommand):
    """Write an event to a file or to standard output."""

    help = (
        "Save an event as a workbook (xlsx), one table of it as CSV (csv), all tables as CSV (zip), a file for "
        "unions and public sites (usebio, pbn, pbn-results, bridgewebs), or the whole event with its history (json)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which event, in which format, and where it goes."""
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument("--format", required=True, metavar="FORMAT", dest="form", help=", ".join(export_formats()))
        parser.add_argument("--table", default="", metavar="NAME", help="which table a CSV file holds (standings)")
        parser.add_argument(
            "--separator", default="", metavar="WORD", help="of CSV: comma (default), or semicolon with a decimal comma"
        )
        parser.add_argument("--output", type=Path, metavar="FILE", help="where to write (default: standard output)")

    def handle(
        self,
        *_args: object,
        event: int,
        form: str,
        table: str,
        separator: str,
        output: Path | None,
        **_options: object,
    ) -> None:
        """Write the file."""
        called = event_called(event)
        try:
            tables = event_tables(called)
            content = export_file(tables, form, table=table, separator=separator, paper=called.club.paper).content
        except (ExportError, ScoringError) as error:
            raise refusal(AS_SAID, text=error) from error
        if output is None:
            self._print(content, is_text=form == "csv")
            return
        try:
            output.write_bytes(content)
        except OSError as error:
            raise refusal(sentences.FILE_NOT_WRITTEN, file=output, reason=error.strerror) from error

    def _print(self, content: bytes, *, is_text: bool) -> None:
        if not is_text and self.stdout.isatty():
            raise refusal(sentences.NO_TEXT_FOR_TERMINAL)
        self.stdout.flush()
        buffer = cast(BinaryIO, self.stdout.buffer)  # Django's wrapper hands on whatever the stream has
        buffer.write(content)
        buffer.flush()
