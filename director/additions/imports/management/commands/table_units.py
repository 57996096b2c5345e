"""``manage.py table_units``: start Bridgemate table units, and store what they enter."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from director.additions.imports.units.connector import Connector, Licence
from director.additions.imports.units.results import store_unit_results
from director.additions.imports.units.tables import (
    make_session_guid,
    make_start_data,
    make_update_data,
)
from director.boards.movement.sections import fetch_session_sections
from director.errors import DeskError
from director.management.command import (
    FILE_NOT_WRITTEN_MESSAGE,
    NO_BOARDS_MESSAGE,
    SentenceCommand,
    fetch_event,
    make_refusal,
)
from director.models import Section

ACTIONS = ("start", "read", "update", "show")
MAX_PRINTED_PROBLEMS = 50


class Command(SentenceCommand):
    """Start table units for a session, read their results, or change their movement."""

    help = (
        "Table units of the Bridgemate make, through their Data Connector: start gives them tables, rounds, boards "
        "and names; read stores their results; update gives them the movement as it was changed during play; show "
        "prints what start would send."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read what to do, for which session, and where the Data Connector is."""
        parser.add_argument("action", choices=ACTIONS, help="what to do")
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument("--session", type=int, default=1, help="number of the session (1)")
        parser.add_argument(
            "--address",
            default=settings.UNITS_ADDRESS,
            metavar="URL",
            help="address of the Data Connector (default: KALAMAZOO_UNITS)",
        )
        parser.add_argument(
            "--every", type=int, metavar="SECONDS", help="read again and again, until Ctrl+C"
        )
        parser.add_argument("--all", action="store_true", help="read all results once more")
        parser.add_argument(
            "--replace", action="store_true", help="let units replace results that differ"
        )
        parser.add_argument(
            "--output",
            type=Path,
            metavar="FILE",
            help="file to write (show; default: standard output)",
        )

    def handle(
        self,
        *_args: object,
        action: str,
        event: int,
        session: int,
        address: str,
        every: int | None,
        output: Path | None,
        **options: bool,
    ) -> None:
        """Do one of the actions."""
        try:
            if action == "show":
                self._write_start_data(_fetch_sections(event, session), output)
                return
            connector = Connector(address, Licence(settings.UNITS_CLUB, settings.UNITS_KEY))
            if action == "start":
                connector.start(make_start_data(_fetch_sections(event, session)))
                self.stderr.write("The table units have the session. Now read their results.")
            elif action == "update":
                self._update(connector, _fetch_sections(event, session), options)
            elif every:
                self._read_repeatedly(connector, (event, session), options, max(1, every))
            else:
                self._read_results(connector, _fetch_sections(event, session), options)
        except DeskError as error:
            raise make_refusal("{error}", error=error) from error

    def _read_repeatedly(
        self,
        connector: Connector,
        session_ref: tuple[int, int],
        options: dict[str, bool],
        seconds: int,
    ) -> None:
        """Read every so many *seconds* until Ctrl+C, whatever the network does."""
        latest_problem = ""
        with suppress(KeyboardInterrupt):
            while True:
                problem = ""
                try:
                    # Read anew, because the movement or the scoring may have changed.
                    self._read_results(connector, _fetch_sections(*session_ref), options)
                except DeskError as error:
                    problem = str(error)
                if problem and problem != latest_problem:
                    self.stderr.write(problem)
                latest_problem = problem
                time.sleep(seconds)

    def _update(
        self, connector: Connector, sections: Sequence[Section], options: dict[str, bool]
    ) -> None:
        """Give the units the movement as it is now, after storing what they have."""
        # Data of all sections first, so that a refused one changes nothing.
        updates = [make_update_data(section) for section in sections]
        self._read_results(connector, sections, options)
        changed_letters = [
            update["Letters"] for update in updates if connector.update_movement(update)
        ]
        if not changed_letters:
            self.stderr.write("The table units have this movement already.")
            return
        self.stderr.write(
            f"The table units have the new movement of section {', '.join(changed_letters)}. They forgot the results of a "
            "table from its first changed round on. All results stay here."
        )

    def _write_start_data(self, sections: Sequence[Section], output: Path | None) -> None:
        text = json.dumps(make_start_data(sections), ensure_ascii=False, indent=1)
        if output is None:
            self.stdout.write(text)
            return
        try:
            output.write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise make_refusal(
                FILE_NOT_WRITTEN_MESSAGE, file=output, reason=error.strerror
            ) from error

    def _read_results(
        self, connector: Connector, sections: Sequence[Section], options: dict[str, bool]
    ) -> None:
        guid = make_session_guid(sections[0].session)
        queue = connector.read_results(guid, is_all=options["all"])
        if not queue.records:
            return
        report = store_unit_results(
            sections, queue.records, user=None, is_replacing=options["replace"]
        )
        # Only now may the queue forget them: they are stored, or told to the director.
        connector.accept_results(guid, queue.last_number)
        self.stderr.write(f"{report.stored_count} of {len(queue.records)} results stored.")
        for problem in report.problems[:MAX_PRINTED_PROBLEMS]:
            self.stderr.write(problem)
        if len(report.problems) > MAX_PRINTED_PROBLEMS:
            self.stderr.write(f"… and {len(report.problems) - MAX_PRINTED_PROBLEMS} more.")


def _fetch_sections(event_id: int, session_no: int) -> list[Section]:
    event = fetch_event(event_id)
    session = event.sessions.filter(number=session_no).first()
    sections = fetch_session_sections(session.pk) if session else []
    if not sections:
        raise make_refusal(NO_BOARDS_MESSAGE, event_id=event_id)
    return sections
