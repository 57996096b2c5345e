"""Titles of movement text: a code in brackets and a name, as people type them."""

import re

_CODE = re.compile(r"\[([^\[\]]*)\]")
_TO_ROUND = str.maketrans("[]", "()")
_MAX_SHOWN = 200
"""Characters of a title that a message repeats. Titles written by programs are far shorter."""


def split_title(line: str) -> tuple[str, str] | None:
    """Return the code and name of a title line, or None without exactly one code.

    A single bracket elsewhere is a typing error: it becomes a round one if that closes another, else
    it is removed.

    >>> split_title("[F27] Full Howell (SBU 6T 33B HOW] (Set 1 at 1)")
    ('F27', 'Full Howell (SBU 6T 33B HOW) (Set 1 at 1)')
    >>> split_title("Night ] [X]"), split_title("[X] Night [new]")
    (('X', 'Night'), None)
    """
    codes = list(_CODE.finditer(line))
    if len(codes) != 1:
        return None
    (code,) = codes
    name = f"{line[: code.start()].strip()} {line[code.end() :].strip()}".strip()
    rounded = name.translate(_TO_ROUND)
    if _is_balanced(rounded):
        name = rounded
    else:
        name = name.replace("[", "").replace("]", "")
    return code[1].strip(), " ".join(name.split())


def _is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        if depth < 0:
            return False
    return depth == 0


def describe_title_fault(line: str) -> str:
    """Return the problem of a title line that :func:`split_title` can't read."""
    shown_line = line if len(line) <= _MAX_SHOWN else f"{line[:_MAX_SHOWN]}…"
    return f'the title "{shown_line}" needs one code in brackets and no others, as in [M5] Mitchell'
