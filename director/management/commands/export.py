"""``manage.py export``: an event as a file, or events as a site."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

from django.core.management.base import ALL_CHECKS

from director.core.club.club import get_or_create_club
from director.core.files.exports import (
    export_file,
    list_addition_formats,
    list_format_keys,
    make_event_tables,
)
from director.core.files.site import fetch_published_events, make_club_site, make_event_site
from director.errors import DeskError
from director.formats.errors import ExportError
from director.formats.figures import zip_files
from director.management.command import (
    FILE_NOT_WRITTEN_MESSAGE,
    SentenceCommand,
    fetch_event,
    make_refusal,
)
from director.management.serving import write_folder
from scoring.errors import ScoringError

SITE = "site"


class Command(SentenceCommand):
    """Write an event to a file or to standard output, or published events to the folder of a site."""

    requires_system_checks = ALL_CHECKS

    @property
    def help(self) -> str:  # type: ignore[override]
        """What the command does, with the formats that additions have."""
        added = ", ".join(known.key for known in list_addition_formats())
        added_text = f"a file for unions and public sites ({added}), " if added else ""
        return (
            "Save an event as a workbook (xlsx), one table of it as CSV (csv), all tables as CSV (zip), "
            f"{added_text}the whole event with its history (json), or the public pages of one event, of several, "
            "or of all that are published (site)."
        )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which event, in which format, and where it goes."""
        parser.add_argument(
            "events",
            type=int,
            nargs="*",
            metavar="event",
            help="number of the event; of a site several",
        )
        parser.add_argument(
            "--format",
            required=True,
            metavar="FORMAT",
            dest="form",
            help=", ".join(list_format_keys()),
        )
        parser.add_argument(
            "--table", default="", metavar="NAME", help="which table a CSV file holds (standings)"
        )
        parser.add_argument(
            "--separator",
            default="",
            metavar="WORD",
            help="of CSV: comma (default), or semicolon with a decimal comma",
        )
        receivers = [
            f"of {known.key.upper()}: {', '.join(known.receivers)}"
            for known in list_addition_formats()
            if known.receivers
        ]
        if receivers:
            parser.add_argument("--receiver", default="", metavar="WORD", help="; ".join(receivers))
        parser.add_argument(
            "--output",
            type=Path,
            metavar="FILE",
            help="file to write (default: standard output); for a site a folder",
        )

    def handle(
        self,
        *_args: object,
        events: Sequence[int],
        form: str,
        table: str,
        separator: str,
        output: Path | None,
        receiver: str = "",
        **_options: object,
    ) -> None:
        """Write the file or the folder."""
        try:
            if form == SITE:
                self._write_site(events, output)
                return
            if len(events) != 1:
                raise make_refusal("A {form} file has one event. Give its number.", form=form)
            event = fetch_event(events[0])
            tables = make_event_tables(event)
            file = export_file(
                tables,
                form,
                table=table,
                separator=separator,
                paper=event.club.paper,
                receiver=receiver,
            )
            self._write(file.content, output, is_text=file.content_type.startswith("text/"))
        except (DeskError, ExportError, ScoringError) as error:
            raise make_refusal("{error}", error=error) from error
        except BrokenPipeError:  # A reader that stops early is no error of the file.
            raise
        except OSError as error:
            raise make_refusal(
                FILE_NOT_WRITTEN_MESSAGE, file=output, reason=error.strerror
            ) from error

    def _write_site(self, numbers: Sequence[int], output: Path | None) -> None:
        if output is None and self.stdout.isatty():
            raise make_refusal("A site needs a folder or a .zip file. Name one with --output.")
        site_events = [fetch_event(number) for number in numbers] or list(
            fetch_published_events(get_or_create_club())
        )
        if not site_events:
            raise make_refusal(
                "No event is published yet, so the site would be empty. Publish one."
            )
        files = (
            make_event_site(site_events[0])
            if len(numbers) == 1
            else make_club_site(site_events[0].club, site_events)
        )
        if output is None or output.suffix == ".zip":
            self._write(zip_files(files), output, is_text=False)
        else:
            write_folder(output, files)

    def _write(self, content: bytes, output: Path | None, *, is_text: bool) -> None:
        if output is not None:
            output.write_bytes(content)
            return
        if not is_text and self.stdout.isatty():
            raise make_refusal(
                "This format can’t be shown in a terminal. Name a file with --output."
            )
        self.stdout.flush()
        # Django's wrapper has all attributes of the stream.
        buffer = cast(BinaryIO, self.stdout.buffer)
        buffer.write(content)
        buffer.flush()
