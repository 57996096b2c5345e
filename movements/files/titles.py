"""Titles of movement text: a code in brackets and a name, as people type them."""

import re

_CODE = re.compile(r"\[([^\[\]]*)\]")
_AS_ROUND = str.maketrans("[]", "()")
_SHOWN = 200
"""How much of a title is repeated in a sentence; titles that programs write are far shorter."""


def title_parts(line: str) -> tuple[str, str] | None:
    """Return the code and name of a title line, or None without exactly one code.

    Another bracket, to which none belongs, is a slip of the hand for a round one or for nothing.

    >>> title_parts("[F27] Full Howell (SBU 6T 33B HOW] (Set 1 at 1)")
    ('F27', 'Full Howell (SBU 6T 33B HOW) (Set 1 at 1)')
    >>> title_parts("Night ] [X]"), title_parts("[X] Night [new]")
    (('X', 'Night'), None)
    """
    codes = list(_CODE.finditer(line))
    if len(codes) != 1:
        return None
    (code,) = codes
    name = f"{line[: code.start()].strip()} {line[code.end() :].strip()}".strip()
    rounded = name.translate(_AS_ROUND)
    plain = name.replace("[", "").replace("]", "")
    return code[1].strip(), " ".join((rounded if _is_balanced(rounded) else plain).split())


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def title_fault(line: str) -> str:
    """Return the problem of a title line that :func:`title_parts` can't read."""
    shown = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
    return f'the title "{shown}" needs one code in brackets and no others, as in [M5] Mitchell'
