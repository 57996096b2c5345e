"""Reading the lines of an entry page as they were typed."""

import re
from collections.abc import Mapping

from director.boards.lines.typed import TypedLine

_FIELD = re.compile(r"text-([1-9]\d{0,3})-(\d{1,5})-(\d{1,5})")
_GROUP = re.compile(r"group-(\d{1,5})-(\d{1,5})")
_VERSION = re.compile(r"\d{1,9}")


def read_lines(data: Mapping[str, str]) -> list[TypedLine]:
    """Return the lines of a posted page, in its order.

    Each line comes as ``text-7-4-11`` (board, N-S, E-W) with ``shown-7-4-11``, what stood there before, and
    ``version-7-4-11``.  Where somebody else changed a line meanwhile the page asks which result stands: ``put`` names
    the line to store over theirs (whose version is ``theirs-7-4-11``), ``keep`` the line to leave as it is.
    """
    lines = []
    for name in data:
        match = _FIELD.fullmatch(name)
        if match is None or (key := name.removeprefix("text-")) == data.get("keep"):
            continue
        board_no, ns, ew = map(int, match.groups())
        is_chosen = data.get("put") == key
        version = _number(data.get(f"theirs-{key}" if is_chosen else f"version-{key}", ""))
        lines.append(TypedLine(board_no, ns, ew, data[name], data.get(f"shown-{key}", ""), version, is_chosen))
    return lines


def read_groups(data: Mapping[str, str]) -> dict[tuple[int, int], str]:
    """Return the group of each line of a posted board: ``group-4-11`` (N-S, E-W) holds its letter, or nothing."""
    return {(int(match[1]), int(match[2])): data[name].strip() for name in data if (match := _GROUP.fullmatch(name))}


def read_act(data: Mapping[str, str]) -> int:
    """Return the number of the act that a button names, 0 if it names none."""
    return _number(data.get("change", ""))


def _number(text: str) -> int:
    """Return the number that a page sends, such as the version it was made from; 0 if it says none."""
    return int(text) if _VERSION.fullmatch(text) else 0
