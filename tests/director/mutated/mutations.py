"""Mutated files: real ones with a few changes, the same for the same random numbers."""

import copy
import gzip
import hashlib
import io
import json
import random
import re
import struct
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

from tests.director.additions.imports.units.bws_written import SINGLES, write_bws

WORDS = (
    b"", b"0", b"-1", b"007", b"1e999", b"NaN", b"-", b"=1+1", b"1/0", b"100%", b"0.5", b"1,5",
    b"9" * 20, b"9" * 5_000, b"\x00", b"\x1a", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n\n", b"\t",
    b"'", b'"', b'""', b";", b",", b"|", b"[", b"]", b"{", b"}", b"<", b">", b"&amp;", b"&lt;",
    b"&#0;", b"<!--", b"]]>", b"<b>x</b>", b"%", b"\\", b"31/02/2026", b"0000-00-00", b"9999-12-31",
    b"A6040", b"PASS", b"7NTXX", b"10S", b"NS", b"EW", b"None", b"true",
    "²".encode(), "½".encode(), "①".encode(), "٣".encode(), "−1".encode(), "İ".encode(),
    "ß".encode(), "\u202e".encode(), "\u2028".encode(), "\ufeff".encode(), "é".encode("latin-1"),
    b"\xed\xa0\x80", b"x" * 3_000,
)  # fmt: skip
"""What stands in place of words and numbers of a file. Each has made some program stumble."""
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**70), 0.5, 1e308, "", "0", "-1", "²",
    "x" * 3_000, "\0", "\ud800", "2026-02-31", "2026-01-01T25:00:00", "9999-12-31T23:59:59Z",
    [], [[]], {}, {"": None}, [None], ["1", 1],
)  # fmt: skip
"""What stands in place of a value of JSON."""
NUMBER, WORD, LINE = re.compile(rb"[0-9]+"), re.compile(rb"[A-Za-z]+"), re.compile(rb"[^\n]*\n?")
PAGE = 2048

Mutate = Callable[[Sequence[bytes], random.Random], bytes]


def mutate_text(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of *samples* with one to six changes of its numbers, words, lines and bytes."""
    data = chance.choice(samples)
    for _change in range(chance.randint(1, 6)):
        data = chance.choice(TEXT_CHANGES)(data, chance)
    if chance.random() < 0.05:
        data = _recode(data, chance)
    if chance.random() < 0.05:
        other = chance.choice(samples)
        data = data[: _place(data, chance)] + other[_place(other, chance) :]
    return data


def mutate_json(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of *samples*, which are JSON, with other values in one to four places, or as text."""
    if chance.random() < 0.3:
        return mutate_text(samples, chance)
    content = json.loads(chance.choice(samples))
    for _change in range(chance.randint(1, 4)):
        content = _other_value(content, chance)
    return json.dumps(content).encode()


def mutate_zip(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of *samples*, which are zips, with a changed, lost or renamed member, or as bytes."""
    if chance.random() < 0.2:
        return mutate_binary(samples, chance)
    with zipfile.ZipFile(io.BytesIO(chance.choice(samples))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(list(members))
    content = members.pop(name)
    if chance.random() < 0.9:
        members[name] = mutate_text([content], chance)
    elif chance.random() < 0.5:
        members[name + "x"] = content
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in members.items():
            archive.writestr(member, text)
    return buffer.getvalue()


def mutate_backup(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of *samples*, which are backups, with changed lines and often a true checksum."""
    if chance.random() < 0.2:
        return mutate_binary(samples, chance)
    lines = gzip.decompress(chance.choice(samples)).splitlines(keepends=True)
    at = chance.randrange(len(lines))
    lines[at] = mutate_json([lines[at]], chance).rstrip(b"\n") + b"\n"
    if chance.random() < 0.7 and at < len(lines) - 1:
        checksum = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
        last = {"count": len(lines) - 2, "sha256": checksum}
        lines[-1] = json.dumps(last).encode() + b"\n"
    return gzip.compress(b"".join(lines), compresslevel=1)


def mutate_binary(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of *samples* with one to thirty other bytes, sometimes cut short."""
    data = bytearray(chance.choice(samples))
    for _change in range(chance.randint(1, 30)):
        at = chance.randrange(len(data))
        _overwrite(data, at, chance)
    if chance.random() < 0.05:
        del data[chance.randrange(len(data)) :]
    return bytes(data)


def mutate_pages(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of *samples*, databases of pages, with other bytes in pages that hold something."""
    data = bytearray(chance.choice(samples))
    starts = [start for start in range(0, len(data), PAGE) if data[start] == 1]
    for _change in range(chance.randint(1, 12)):
        start = chance.choice(starts)
        # The heads of pages say where rows and columns are, so half of the changes are there.
        span = chance.choice((64, PAGE))
        _overwrite(data, start + chance.randrange(span), chance)
    if chance.random() < 0.1:
        start, source = chance.choice(starts), chance.choice(starts)
        data[start : start + PAGE] = data[source : source + PAGE]
    if chance.random() < 0.02:
        del data[chance.randrange(len(data)) :]
    return bytes(data)


ROW_NUMBERS = (0, -1, 1, 2, 3, 4, 5, 6, 9, 127, 1000, 1001, 16_000, 16_001, 32_767, -32_768)
ROW_TEXTS = (
    "", "0", "A", "N", "EW", "=", "+9", "-13", "x", "PASS", "7 NT xx", "4 S x", "4 H", "60%-40%", "0%-0%",
    "100%-1%", "Not played", "Wrong direction", "Arbitral score", "S10", "999,1000", "1,2,3", "²", "Ünal Ö",
)  # fmt: skip
"""What stands in place of the numbers and texts of a row."""


def mutate_tables(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of *samples*, tables of table units as JSON, as a database with other rows."""
    tables = json.loads(chance.choice(samples))
    filled = [name for name, rows in tables.items() if rows]
    for _change in range(chance.randint(1, 8)):
        rows = tables[chance.choice(filled)]
        if not rows:
            continue
        row = chance.choice(rows)
        kind = chance.random()
        if kind < 0.1:
            rows.remove(row)
        elif kind < 0.2:
            rows.append(dict(row))
        elif kind < 0.3:
            # The same change everywhere, as if a program filled the column by its own rule.
            name = chance.choice(list(row))
            value = _row_value(row[name], chance)
            for other in rows:
                other[name] = value
        else:
            name = chance.choice(list(row))
            row[name] = _row_value(row[name], chance)
    return write_bws(tables, jet=chance.choice((3, 4)), more=SINGLES)


def _row_value(value: Any, chance: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    # What an empty cell would hold isn't known.
    if value is None or chance.random() < 0.1:
        return None
    return chance.choice(ROW_NUMBERS if isinstance(value, int) else ROW_TEXTS)


def _overwrite(data: bytearray, at: int, chance: random.Random) -> None:
    new = chance.choice(
        (
            bytes([chance.randrange(256)]),
            bytes([data[at] ^ 1 << chance.randrange(8)]),
            struct.pack("<H", chance.choice((0, 1, 0x7FFF, 0x8000, 0xFFFF, PAGE))),
            struct.pack("<I", chance.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF))),
            chance.randbytes(4),
        )
    )
    data[at : at + len(new)] = new


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randint(0, len(data))


def _span(data: bytes, chance: random.Random, most: int = 200) -> tuple[int, int]:
    start = _place(data, chance)
    return start, min(len(data), start + chance.randint(0, most))


def _other_match(pattern: re.Pattern[bytes]) -> Callable[[bytes, random.Random], bytes]:
    """Return a change of the first match of *pattern* behind a random place."""

    def change(data: bytes, chance: random.Random) -> bytes:
        match = pattern.search(data, _place(data, chance))
        if match is None:
            return data
        return data[: match.start()] + chance.choice(WORDS) + data[match.end() :]

    return change


def _nearby_number(data: bytes, chance: random.Random) -> bytes:
    """Return *data* with another plausible number, so that the file is likely to be read."""
    match = NUMBER.search(data, _place(data, chance))
    if match is None:
        return data
    return data[: match.start()] + b"%d" % chance.randint(0, 40) + data[match.end() :]


def _insert(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + chance.choice(WORDS) + data[at:]


def _delete(data: bytes, chance: random.Random) -> bytes:
    start, stop = _span(data, chance)
    return data[:start] + data[stop:]


def _repeat(data: bytes, chance: random.Random) -> bytes:
    start, stop = _span(data, chance)
    return data[:stop] + data[start:stop] * chance.choice((1, 2, 30)) + data[stop:]


def _delete_line(data: bytes, chance: random.Random) -> bytes:
    match = LINE.search(data, _place(data, chance))
    return data if match is None else data[: match.start()] + data[match.end() :]


def _swap(data: bytes, chance: random.Random) -> bytes:
    """Return *data* with two parts, at lines or anywhere, in each other's place."""
    parts = data.splitlines(keepends=True)
    if len(parts) < 4:
        return data
    first, second = chance.sample(range(len(parts)), 2)
    parts[first], parts[second] = parts[second], parts[first]
    return b"".join(parts)


def _flip(data: bytes, chance: random.Random) -> bytes:
    if not data:
        return data
    changed = bytearray(data)
    changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


def _replace_everywhere(data: bytes, chance: random.Random) -> bytes:
    """Return *data* with another sign in place of one of its signs, such as its separator."""
    at = _place(data, chance)
    return data.replace(
        data[at : at + 1] or b",", chance.choice((b"", b";", b",", b"\t", b"|", b" "))
    )


def _cut(data: bytes, chance: random.Random) -> bytes:
    # Mostly near the end, or each cut would undo the other changes.
    at = _place(data, chance)
    return data[: len(data) - at // 20]


TEXT_CHANGES = (
    _other_match(NUMBER), _other_match(NUMBER), _other_match(WORD), _nearby_number, _nearby_number,
    _insert, _delete, _repeat, _delete_line, _swap, _flip, _replace_everywhere, _cut,
)  # fmt: skip


def _recode(data: bytes, chance: random.Random) -> bytes:
    text = data.decode("utf-8", errors="replace")
    code = chance.choice(("utf-16", "utf-16-le", "utf-8-sig", "cp1252", "utf-32"))
    return text.encode(code, errors="replace")


def _value(chance: random.Random) -> Any:
    # A copy, since later changes may be made inside it.
    return copy.deepcopy(chance.choice(VALUES))


def _other_value(content: Any, chance: random.Random) -> Any:
    """Return *content* with a change at a random depth."""
    if isinstance(content, dict | list) and content and chance.random() < 0.85:
        # Text and key alike: a list is indexed by numbers.
        at = chance.choice(list(content) if isinstance(content, dict) else range(len(content)))
        if chance.random() < 0.1:
            del content[at]
        elif chance.random() < 0.1:
            other = chance.choice(
                list(content) if isinstance(content, dict) else range(len(content))
            )
            # A copy, since a value inside itself can't be written.
            content[at] = copy.deepcopy(content[other])
        else:
            content[at] = _other_value(content[at], chance)
        return content
    if isinstance(content, dict):
        return content | {chance.choice(("", "pk", "fields", "rows", "x" * 300)): _value(chance)}
    if isinstance(content, list) and chance.random() < 0.5:
        return [*content, *content[:1], _value(chance)]
    return _value(chance)
