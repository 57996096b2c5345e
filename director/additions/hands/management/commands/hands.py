"""``manage.py hands``: import the deals of an event."""

from argparse import ArgumentParser
from pathlib import Path

from director.boards.movement.sections import fetch_session_sections
from director.boards.movement.words import format_boards
from director.boards.play.hands import store_deals
from director.core.base.uploads import read_hands
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.management.command import (
    FILE_NOT_READ_MESSAGE,
    NO_BOARDS_MESSAGE,
    SentenceCommand,
    fetch_event,
    make_refusal,
)


class Command(SentenceCommand):
    """Store the hands of the boards of an event.

    Players don't see them before they have played them.
    """

    help = "Import the deals of an event (PBN or a dealing-machine file) and print how many were imported."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which event, which of its sessions, and the file."""
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument("file", type=Path, help="a PBN, DUP, DLM, BRI, DGE, LIN or RBN file")
        parser.add_argument(
            "--session", type=int, default=0, metavar="N", help="which session (default: the last)"
        )
        parser.add_argument(
            "--section", default="", metavar="LETTER", help="one section only (default: all)"
        )

    def handle(
        self, *_args: object, event: int, file: Path, session: int, section: str, **_options: object
    ) -> None:
        """Store the cards and print the number of boards."""
        sessions = fetch_event(event).sessions.order_by("number")
        chosen_session = sessions.filter(number=session).first() if session else sessions.last()
        sections = fetch_session_sections(chosen_session.pk) if chosen_session else []
        chosen_sections = [candidate for candidate in sections if section in ("", candidate.letter)]
        if not chosen_sections:
            raise make_refusal(NO_BOARDS_MESSAGE, event_id=event)
        try:
            deals = read_hands(file.read_bytes())
            stored = store_deals(
                section=chosen_sections[0],
                deals=deals,
                source=file.name,
                user=None,
                is_for_all_sections=not section,
            )
        except OSError as error:
            raise make_refusal(FILE_NOT_READ_MESSAGE, file=file, reason=error.strerror) from error
        except (DeskError, ImportFileError) as error:
            raise make_refusal("{error}", error=error) from error
        if stored.skipped_boards:
            self.stderr.write(
                f"Boards {format_boards(stored.skipped_boards)} of the file are not in play and were left out."
            )
        self.stdout.write(str(len(stored.boards)))
