"""``manage.py import_results``: one file of results becomes one event."""

import datetime
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Unpack

from director.additions.imports.formats.source.choices import SeveralEventsError, list_asked_dates
from director.additions.imports.formats.source.contest import CONTEST_CHOICES
from director.additions.imports.store.event import ImportReport, ImportSettings, import_file
from director.errors import DeskError, DuplicateImportError
from director.formats.dates import parse_date
from director.formats.errors import ImportFileError
from director.formats.headings import FIELD_LABELS
from director.management.command import (
    FILE_NOT_READ_MESSAGE,
    SentenceCommand,
    make_refusal,
    pause_garbage_collection,
)
from scoring.errors import ScoringError
from scoring.registry import TEAM_METHODS, list_methods_in_files

MAX_PRINTED_DOUBTS = 50


class Command(SentenceCommand):
    """Import a file, print the new event's number, and on standard error what needs a check."""

    help = "Import an event scored elsewhere (USEBIO, PBN, BWS, CSV, XLSX) and print its number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file and the options of the import."""
        parser.add_argument(
            "file",
            type=Path,
            help="results of one event in one of these formats, or a whole event",
        )
        parser.add_argument(
            "--columns",
            default="",
            metavar="FIELDS",
            help="what each column holds, from the left, if the headings don’t say: "
            f"board,ns,ew,-,score ({', '.join(FIELD_LABELS)}; - skips a column)",
        )
        parser.add_argument(
            "--club", default="", metavar="NAME", help="club of the event (default: the club here)"
        )
        parser.add_argument(
            "--again", action="store_true", help="import it even if it has been imported before"
        )
        parser.add_argument(
            "--date",
            type=_parse_date,
            metavar="YYYY-MM-DD",
            help="date of the event, if the file has none, or one that may have its day or month first",
        )
        parser.add_argument(
            "--method",
            default="",
            choices=[
                scoring_method.key for scoring_method in (*list_methods_in_files(), *TEAM_METHODS)
            ],
            help="how it was scored (default: the method of the file)",
        )
        parser.add_argument(
            "--contest",
            default="",
            choices=list(CONTEST_CHOICES),
            help="pairs or teams, if each pair meets one opponent only and the file doesn’t say",
        )
        parser.add_argument(
            "--event",
            type=int,
            default=0,
            metavar="NUMBER",
            help="which event, if the file has several (1 is the first)",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="option of the scoring method; the others are worked out from the figures in the file",
        )

    def handle(  # noqa: PLR0913  as many as there are options
        self,
        *_args: object,
        file: Path,
        columns: str,
        club: str,
        again: bool,
        date: datetime.date | None,
        method: str,
        contest: str,
        event: int,
        option: list[str],
        **_options: object,
    ) -> None:
        """Store the event and print its number."""
        imported = _import_file(
            file,
            club,
            fields=_parse_fields(columns),
            file_name=file.name,
            again=again,
            on=date,
            method=method,
            contest=contest,
            event_no=event,
            options=_parse_options(option),
        )
        for sentence in (
            *imported.notes,
            *imported.ignored_parts,
            *imported.difference_texts,
            *imported.doubts[:MAX_PRINTED_DOUBTS],
        ):
            self.stderr.write(sentence)
        if (hidden_count := len(imported.doubts) - MAX_PRINTED_DOUBTS) > 0:
            self.stderr.write(f"… and {hidden_count} more like these.")
        self.stdout.write(str(imported.event.pk))


def _import_file(
    file: Path,
    club: str,
    *,
    fields: list[str],
    contest: str,
    event_no: int,
    **settings: Unpack[ImportSettings],
) -> ImportReport:
    try:
        # A large file makes millions of records, see pause_garbage_collection.
        with file.open("rb") as data, pause_garbage_collection():
            return import_file(
                data=data,
                club_name=club,
                fields=fields,
                contest=contest,
                event_no=event_no,
                **settings,
            )
    except OSError as error:
        raise make_refusal(FILE_NOT_READ_MESSAGE, file=file, reason=error.strerror) from error
    except SeveralEventsError as error:
        numbered_names = "; ".join(
            f"{number} {name}" for number, name in enumerate(error.names, start=1)
        )
        raise make_refusal(
            "The file has {count} events: {numbered}. Import each with --event and its number.",
            count=len(error.names),
            numbered=numbered_names,
        ) from error
    except DuplicateImportError as error:
        raise make_refusal("{reason} Add --again to import it twice.", reason=error) from error
    except (ImportFileError, DeskError, ScoringError) as error:
        dates = list_asked_dates(error) if isinstance(error, ImportFileError) else ()
        if dates:
            days = " or ".join(f"--date {day}" for day in dates)
            raise make_refusal("{reason} Add {days}.", reason=error, days=days) from error
        raise make_refusal("{error}", error=error) from error


def _parse_date(text: str) -> datetime.date:
    event_date = parse_date(text)
    if event_date:
        return event_date
    raise ArgumentTypeError(f"{text} isn’t a date; try 2026-11-17")


def _parse_fields(text: str) -> list[str]:
    """Return the fields in ``board,ns,-,score``, with "" for a column to skip."""
    if not text:
        return []
    fields = []
    for column in text.split(","):
        field = column.strip().replace("-", "")
        if field and field not in FIELD_LABELS:
            raise make_refusal(
                "Unknown column “{field}”. Use {known}, or - to skip a column.",
                field=field,
                known=", ".join(FIELD_LABELS),
            )
        fields.append(field)
    return fields


def _parse_options(texts: list[str]) -> dict[str, str]:
    """Return ``NAME=VALUE`` texts as options."""
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise make_refusal("--option “{option}” needs a value. Use NAME=VALUE.", option=text)
        options[name] = value
    return options
