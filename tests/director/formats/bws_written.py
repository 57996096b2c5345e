"""A page of cards for the file of table units: rows of ``HandRecord`` as Access 97 keeps them."""

import struct

PAGE = 2048
HAND_RECORD = 26  # the page at which the table of the real file is defined
_SUITS = 16


def with_hands(data: bytes, hands) -> bytes:
    """Return the file *data* with a row of ``HandRecord`` for each ``(section, board_no, deal)`` of *hands*."""
    pages = [_page(hands[at : at + 20]) for at in range(0, len(hands), 20)]
    return data + b"".join(pages)


def _page(hands) -> bytes:
    rows = [_row(*hand) for hand in hands]
    places, end = [], PAGE
    for row in rows:
        end -= len(row)
        places.append(end)
    head = struct.pack("<2sHIH", b"\x01\x01", 0, HAND_RECORD, len(rows))
    head += b"".join(struct.pack("<H", place) for place in places)
    return head + bytes(end - len(head)) + b"".join(reversed(rows))


def _row(section_id, board_no, deal) -> bytes:
    row = struct.pack("<Bhh", 2 + _SUITS, section_id, board_no)
    starts = []
    for seat, suit in _PLACES:
        starts.append(len(row))
        row += deal.suit(seat, suit).encode("ascii")
    return row + bytes([len(row), *reversed(starts), _SUITS]) + b"\xff\xff\x03"


_PLACES = [(seat, suit) for seat in "NESW" for suit in "SHDC"]
