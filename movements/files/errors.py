"""Errors of movement files that can't be parsed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from movements.errors import MovementError
from movements.sentences import MovementSentences

LARGEST_FILE = 5_000_000
"""Bytes; a plan of 40 tables and 40 rounds is a twentieth of it."""

Read = TypeVar("Read")


def understood(path: Path, read: Callable[[str], Read], otherwise: str) -> Read:
    """Return the result of *read* for the file at *path*.

    *otherwise* is the sentence about text that can't be parsed.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.json")
    ...     _ = path.write_text("[1, 2]")
    ...     understood(path, json.loads, "it is not JSON")
    [1, 2]

    :raises MovementError: with the reason, if the file cannot be opened or is no text that *read*
        understands.
    :raises MovementError: whatever *read* raises of that kind.
    """
    content = _read_bytes(path)
    try:
        return read(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise MovementError(MovementSentences.UNREADABLE_TEXT, file=path) from None
    except json.JSONDecodeError as error:
        if content.lstrip()[:1] not in (b"{", b"[", b""):
            raise MovementError(
                MovementSentences.UNREADABLE_FILE, file=path, reason=otherwise
            ) from None
        raise MovementError(
            MovementSentences.UNREADABLE_JSON, file=path, line=error.lineno, column=error.colno
        ) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, MovementError):
            raise
        # Thousands of nested lists, or a number of thousands of digits.
        raise MovementError(MovementSentences.UNREADABLE_DEPTH, file=path) from None


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise MovementError(
            MovementSentences.UNREADABLE_FILE,
            file=path,
            reason=(error.strerror or "it can't be opened").lower(),
        ) from None
    if len(content) > LARGEST_FILE:
        raise MovementError(
            MovementSentences.UNREADABLE_SIZE, file=path, most=LARGEST_FILE // 1_000_000
        )
    return content
