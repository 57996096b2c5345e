"""Files of table units for tests: databases of Access 97 and 2000, and a page of cards for the real file."""

import struct
from datetime import date

PAGE = 2048
HAND_RECORD = 26  # the page at which the table of the real file is defined
_SUITS = 16
_CATALOG_PAGE = 2
_BOOL, _SHORT, _LONG, _DATE, _TEXT = 1, 3, 4, 8, 10
_SIZES = {_BOOL: 0, _SHORT: 2, _LONG: 4, _DATE: 8}
_FORMATS = {_SHORT: "<h", _LONG: "<i", _DATE: "<d"}
_ZERO_DAY = date(1899, 12, 30)

_PLACES = [(seat, suit) for seat in "NESW" for suit in "SHDC"]
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SUIT_NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
_RESULT = {
    "ID": _LONG, "Section": _SHORT, "Table": _SHORT, "Round": _SHORT, "Board": _SHORT,
    "PairNS": _SHORT, "PairEW": _SHORT, "Declarer": _SHORT, "NS/EW": _TEXT, "Contract": _TEXT,
    "Result": _TEXT, "LeadCard": _TEXT, "Remarks": _TEXT, "DateLog": _DATE, "Processed": _BOOL,
    "Erased": _BOOL,
}  # fmt: skip
COLUMNS = {
    "Section": {
        "ID": _SHORT, "Letter": _TEXT, "Tables": _SHORT, "MissingPair": _SHORT, "Session": _SHORT,
        "ScoringType": _SHORT, "Winners": _SHORT,
    },
    "Session": {"ID": _SHORT, "Name": _TEXT, "Date": _DATE},
    "RoundData": {
        "Section": _SHORT, "Table": _SHORT, "Round": _SHORT, "NSPair": _SHORT, "EWPair": _SHORT,
        "LowBoard": _SHORT, "HighBoard": _SHORT, "CustomBoards": _TEXT,
    },
    "ReceivedData": _RESULT,
    "IntermediateData": _RESULT,
    "PlayerNumbers": {
        "Section": _SHORT, "Table": _SHORT, "Round": _SHORT, "Direction": _TEXT, "Number": _TEXT,
        "Name": _TEXT,
    },
    "PlayerNames": {"ID": _LONG, "Name": _TEXT, "strID": _TEXT},
    "HandRecord": {"Section": _SHORT, "Board": _SHORT}
    | {f"{_SEATS[seat]}{_SUIT_NAMES[suit]}": _TEXT for seat, suit in _PLACES},
}  # fmt: skip
"""The tables and columns of [BMDEV], without those that only say how units look."""
_CATALOG = {"Id": _LONG, "Type": _SHORT, "Flags": _LONG, "Name": _TEXT}
SINGLES = ("South", "West")
"""The columns that RoundData and ReceivedData have in addition if single players play."""


def with_hands(data: bytes, hands) -> bytes:
    """Return the file *data* with a row of ``HandRecord`` for each ``(section, board_no, deal)`` of *hands*."""
    rows = [_make_hand_row(*hand) for hand in hands]
    pages = _write_data_pages(3, HAND_RECORD, rows)
    first_no = len(data) // PAGE
    used_data = with_used_pages(data, HAND_RECORD, range(first_no, first_no + len(pages)))
    return used_data + b"".join(pages)


def with_used_pages(data: bytes, definition_no: int, page_numbers) -> bytes:
    """Return the file *data* of Access 97 with other pages in the map of those that a table uses."""
    (pointer,) = struct.unpack_from("<I", data, definition_no * PAGE + 35)
    map_at = (pointer >> 8) * PAGE
    (start,) = struct.unpack_from("<H", data, map_at + 10 + 2 * (pointer & 0xFF))
    first_no = min(page_numbers)
    bits = sum(1 << number - first_no for number in page_numbers)
    row = struct.pack("<BI", 0, first_no) + bits.to_bytes(123, "little")
    row_at = map_at + (start & 0x1FFF)
    return data[:row_at] + row + data[row_at + len(row) :]


def _make_hand_row(section_id, board_no, deal) -> bytes:
    row = struct.pack("<Bhh", 2 + _SUITS, section_id, board_no)
    return (
        _append_texts(3, row, [deal.get_suit(seat, suit).encode("ascii") for seat, suit in _PLACES])
        + b"\xff\xff\x03"
    )


def hand_record(section_id, board_no, deal) -> dict:
    """Return the row of ``HandRecord`` of *deal*."""
    cards = {
        f"{_SEATS[seat]}{_SUIT_NAMES[suit]}": deal.get_suit(seat, suit) for seat, suit in _PLACES
    }
    return {"Section": section_id, "Board": board_no} | cards


def write_bws(tables, jet=4, more=()) -> bytes:
    """Return a database with the rows of *tables*, by name of the table and then of the column.

    *jet* is 3 for Access 97 and 4 for Access 2000. *more* are columns that RoundData and
    ReceivedData have in addition, such as ``SINGLES``.
    """
    columns = {name: dict(COLUMNS[name]) for name in tables}
    for name in columns.keys() & {"RoundData", "ReceivedData"}:
        columns[name] |= dict.fromkeys(more, _SHORT)
    page_size = 2048 if jet == 3 else 4096
    pages = [_write_header(jet).ljust(page_size, b"\0"), bytes(page_size), b"", b""]
    catalog = []
    for name, rows in tables.items():
        catalog.append({"Id": len(pages), "Type": 1, "Flags": 0, "Name": name})
        pages += _write_table(jet, len(pages), columns[name], rows)
    pages[_CATALOG_PAGE : _CATALOG_PAGE + 2] = _write_table(jet, _CATALOG_PAGE, _CATALOG, catalog)
    return b"".join(pages)


def _write_header(jet) -> bytes:
    return b"\x00\x01\x00\x00Standard Jet DB\x00" + struct.pack("<I", jet - 3)


def _write_table(jet, number, columns, rows) -> list[bytes]:
    """Return the page that defines a table, which has the *number*, and the pages of its *rows*."""
    packed = [_write_row(jet, columns, row) for row in rows]
    return [_write_definition(jet, columns, len(rows)), *_write_data_pages(jet, number, packed)]


def _write_definition(jet, columns, row_count) -> bytes:
    texts = [name for name, kind in columns.items() if kind == _TEXT]
    head = struct.pack("<2sHI", b"\x02\x01", 0, 0)
    if jet == 3:
        head += struct.pack("<III", 0, row_count, 0)
    else:
        head += struct.pack("<8I", 0, 0, row_count, 0, 0, 0, 0, 0)
    head += struct.pack("<BHHHIIII", 0x4E, len(columns), len(texts), len(columns), 0, 0, 0, 0)
    names, fixed_at = b"", 0
    for index, (name, kind) in enumerate(columns.items()):
        text_no = texts.index(name) if kind == _TEXT else 0
        size = _SIZES.get(kind, 255)
        flags = 2 if kind == _TEXT else 3
        at = 0 if kind == _TEXT else fixed_at
        if jet == 3:
            head += struct.pack("<BHHH6xBHH", kind, index, text_no, index, flags, at, size)
            names += bytes([len(name)]) + name.encode()
        else:
            head += struct.pack("<B4xHHH4xBB4xHH", kind, index, text_no, index, flags, 1, at, size)
            names += struct.pack("<H", 2 * len(name)) + name.encode("utf-16-le")
        if kind != _TEXT:
            fixed_at += size
    page = head + names
    assert len(page) <= (2048 if jet == 3 else 4096)
    return page.ljust(2048 if jet == 3 else 4096, b"\0")


def _write_row(jet, columns, values) -> bytes:
    assert values.keys() <= columns.keys(), values.keys() - columns.keys()
    row = struct.pack("<B" if jet == 3 else "<H", len(columns))
    texts, known = [], 0
    for index, (name, kind) in enumerate(columns.items()):
        value = values.get(name)
        known |= bool(value if kind == _BOOL else value is not None) << index
        if kind == _TEXT:
            texts.append(_encode_text(jet, value or ""))
        elif kind != _BOOL:
            if kind == _DATE and value is not None:
                value = (value - _ZERO_DAY).days
            row += struct.pack(_FORMATS[kind], value or 0)
    return _append_texts(jet, row, texts) + known.to_bytes((len(columns) + 7) // 8, "little")


def _encode_text(jet, text) -> bytes:
    if jet == 3:
        return text.encode("latin-1")
    # Text of one byte a letter is marked, all other text has two.
    return b"\xff\xfe" + text.encode("latin-1") if text.isascii() else text.encode("utf-16-le")


def _append_texts(jet, row, texts) -> bytes:
    """Return *row* with *texts* and the places where they begin, the last first."""
    starts = []
    for text in texts:
        starts.append(len(row))
        row += text
    places = [len(row), *reversed(starts), len(texts)]
    if jet == 3:
        assert len(row) < 256  # A longer row has one more table of places.
        return row + bytes(places)
    return row + struct.pack(f"<{len(places)}H", *places)


def _write_data_pages(jet, owner, rows) -> list[bytes]:
    """Return the pages of *rows*, each filled from its end."""
    page_size = 2048 if jet == 3 else 4096
    pages, waiting = [], list(rows)
    # Even an empty table has a page.
    while waiting or not pages:
        taken, end = [], page_size
        while waiting and end - len(waiting[0]) > 16 + 2 * (len(taken) + 1):
            taken.append(waiting.pop(0))
            end -= len(taken[-1])
        pages.append(_write_data_page(jet, owner, taken, page_size))
    return pages


def _write_data_page(jet, owner, rows, page_size) -> bytes:
    places, end = [], page_size
    for row in rows:
        end -= len(row)
        places.append(end)
    head = struct.pack("<2sHI", b"\x01\x01", 0, owner) + (b"" if jet == 3 else bytes(4))
    head += struct.pack(f"<H{len(rows)}H", len(rows), *places)
    return head + bytes(end - len(head)) + b"".join(reversed(rows))
