"""Read a file of movements, and raise one sentence if it can't be parsed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from movements.errors import MovementError
from movements.sentences import MovementSentences

MAX_FILE_BYTES = 5_000_000
"""Limit of a file. A plan of 40 tables and 40 rounds is a twentieth of it."""

Read = TypeVar("Read")


def parse_file(path: Path, read: Callable[[str], Read], otherwise: str) -> Read:
    """Return the result of *read* for the text of the file at *path*.

    *otherwise* is the reason to name if *read* expects JSON and the file doesn't look like JSON.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.json")
    ...     _ = path.write_text("[1, 2]")
    ...     parse_file(path, json.loads, "it is not JSON")
    [1, 2]

    :raises MovementError: with the reason, if the file can't be opened or parsed
    :raises MovementError: if *read* raises one
    """
    content = _read_bytes(path)
    try:
        return read(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise MovementError(MovementSentences.UNREADABLE_TEXT, file=path) from None
    except json.JSONDecodeError as error:
        looks_like_json = content.lstrip()[:1] in (b"{", b"[", b"")
        if not looks_like_json:
            raise MovementError(
                MovementSentences.UNREADABLE_FILE, file=path, reason=otherwise
            ) from None
        raise MovementError(
            MovementSentences.UNREADABLE_JSON, file=path, line=error.lineno, column=error.colno
        ) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, MovementError):  # which is a ValueError
            raise
        # Python gives up at thousands of nested lists, or a number of thousands of digits.
        raise MovementError(MovementSentences.UNREADABLE_DEPTH, file=path) from None


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)  # one byte more shows that a file is too large
    except OSError as error:
        raise MovementError(
            MovementSentences.UNREADABLE_FILE,
            file=path,
            reason=(error.strerror or "it can't be opened").lower(),
        ) from None
    if len(content) > MAX_FILE_BYTES:
        raise MovementError(
            MovementSentences.UNREADABLE_SIZE, file=path, most=MAX_FILE_BYTES // 1_000_000
        )
    return content
