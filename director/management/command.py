"""The base class of the commands, whose output other programs can read.

Only the answer is on standard output; a refusal is one sentence on standard error.
"""

import gc
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, NoReturn

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser
from django.db import DatabaseError
from django.utils import timezone

from director.core.base.machine_time import get_zone
from director.core.base.program import read_program_call, read_program_version
from director.core.base.refusals import refuse_unplayable
from director.core.files.backups.storage_errors import find_storage_problem
from director.core.files.running.setup import prepare_data
from director.errors import DeskError
from director.models import Event

NO_BOARDS_MESSAGE = (
    "Event {event_id} has no such session or section with boards. See standings {event_id}."
)


FILE_NOT_WRITTEN_MESSAGE = "The file {file} can’t be written ({reason}). Use another name."


FILE_NOT_READ_MESSAGE = "The file {file} can’t be read ({reason}). Check its name and folder."


REFUSED_STATUS = 2
"""The exit status of a refused command."""
FIRST_IMPOSSIBLE_ID = 10**9
"""The first number that no record can have, as in the addresses of pages."""


class SentenceCommand(BaseCommand):
    """A command that refuses with one sentence and status 2.

    Django would add a class name or the usage.

    Commands that make pages or paper run the system checks, which report a missing stylesheet or
    font. The others skip them, because the checks import every page of the program.
    """

    needs_database = True
    """Whether the database must be complete and up to date before the command begins."""
    requires_migrations_checks = False
    requires_system_checks: tuple[str, ...] | Literal["__all__"] = ()
    _called_from_command_line: bool  # set by Django

    def run_from_argv(self, argv: list[str]) -> None:
        """Run from a terminal. The output is always UTF-8, for programs that read it."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8")
        super().run_from_argv(argv)

    def get_version(self) -> str:
        """Return the version of the program, where Django would return its own."""
        return read_program_version()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return a parser that refuses with a sentence too."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)

        def refuse(message: str) -> NoReturn:
            capitalised_message = f"{message[:1].upper()}{message[1:]}"
            error = make_refusal(
                "{what}; see {program} {command} --help.",
                what=capitalised_message,
                program=read_program_call(),
                command=subcommand,
            )
            if not self._called_from_command_line:
                raise error
            self._exit_with_message(str(error))

        parser.error = refuse  # type: ignore[method-assign]  # Django makes the parser, of a class of its own
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command.

        A refusal ends the program with its sentence, or is raised if other code called the command.

        From a terminal the database is prepared first, so the first command works in an empty
        folder.
        """
        try:
            if self._called_from_command_line and self.needs_database:
                # Not among what a command prints for programs.
                for message in prepare_data():
                    self.stderr.write(message)
            with timezone.override(get_zone()):
                return super().execute(*args, **options)
        except CommandError as error:
            if not self._called_from_command_line:
                raise
            self._exit_with_message(str(error))
        except DatabaseError as error:
            problem = find_storage_problem(error)
            if not self._called_from_command_line or not problem:
                raise
            self._exit_with_message(problem.message)

    def _exit_with_message(self, message: str) -> NoReturn:
        self.stderr.write(message)
        raise SystemExit(REFUSED_STATUS)


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector.

    A large field makes millions of records and no reference cycles. Looking for cycles would take
    a third of the time, and the command ends soon after.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def make_refusal(message: str, /, **params: object) -> CommandError:
    """Return the error that ends a command with *message* about *params*."""
    return CommandError(message.format(**params), returncode=REFUSED_STATUS)


def fetch_event(event_id: int) -> Event:
    """Return the event with *event_id*, with its club fetched.

    :raises CommandError: if there is no such event, and the error names the latest ones; or if this
        version no longer has its kind or its scoring method
    """
    events = Event.objects.select_related("club")
    if 0 < event_id < FIRST_IMPOSSIBLE_ID and (event := events.filter(pk=event_id).first()):
        try:
            refuse_unplayable(event)
        except DeskError as error:
            raise CommandError(str(error), returncode=REFUSED_STATUS) from error
        return event
    latest_events = [
        f"{event.pk} ({event.name}, {event.date:%d %B %Y})" for event in events.order_by("-pk")[:3]
    ]
    hint = (
        f"the latest are {', '.join(latest_events)}."
        if latest_events
        else "there are no events yet."
    )
    raise make_refusal("There is no event {event_id}; {hint}", event_id=event_id, hint=hint)
