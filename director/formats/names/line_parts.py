"""What stands around the names in a line: bullets, numbers of lines, addresses of mail."""

import re
from collections.abc import Sequence

from director.formats.names.person import is_listed_number, parse_person

MAIL = re.compile(r"[<(\[]?(?:mailto:)?(?P<mail>[^\s@<>()\[\],;:]+@[^\s@<>()\[\],;]+)[>)\]]?")
"""An address of mail."""
MARKER = re.compile(r"^(?P<number>[0-9]{1,5})[.)](?:\s+(?=\S)|(?=[^\W\d_]))")
"""The number of a line in front of it."""
BULLET = re.compile(r"^(?:[*•·●▪◦‣→✓✔☑☐□–—-]\s*)+(?=[^\W_]|[(#+])")


def clean_cells(row: Sequence[str]) -> list[str]:
    """Return the cells of a line as columns are judged by: without a marker, and names alone.

    >>> clean_cells(["- Ash", "Ann 701 ann@example.org", "702"])
    ['Ash', 'Ann', '702']
    """
    cells = []
    for index, cell in enumerate(row):
        text = BULLET.sub("", MARKER.sub("", cell, count=1), count=1) if index == 0 else cell
        rest = MAIL.sub("", text).strip()
        if not any(map(str.isalpha, rest)) or is_listed_number(rest):
            cells.append(text)
            continue
        person = parse_person(rest)
        cells.append(person.name if person.number else rest)
    return cells
