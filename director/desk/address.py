"""The address of a page, for those who type it and for those who scan it."""

import ipaddress

import segno
from django.http import HttpRequest
from django.urls.converters import IntConverter
from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_wifi_data

from director.desk import sentences
from director.errors import DeskError
from director.models.event import Section, SectionPlace, Session

_HERE = ("localhost", "127.0.0.1", "[::1]")


def is_local(request: HttpRequest) -> bool:
    """Return whether the page was asked for by a name that means something on this machine only."""
    return request.get_host().rpartition(":")[0] in _HERE or request.get_host() in _HERE


def qr_code(address: str) -> SafeString:
    """Return *address* as a QR code, dark on white in every colour scheme, as SVG that fills its box."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308  squares drawn by segno; the address itself is not in it


def frame_around(request: HttpRequest, path: str) -> str:
    """Return the lines by which a page of another site shows the page at *path* in a frame."""
    address = request.build_absolute_uri(path)
    return f'<iframe src="{address}" title="Results" width="100%" height="480" frameborder="0" loading="lazy"></iframe>'


_MASK = 2  # any of the eight reads well on paper; trying all of them takes most of the time of a code


def program_address(request: HttpRequest) -> str:
    """Return where whoever asks has found the program: ``"http://192.168.1.7:8000"``."""
    return request.build_absolute_uri("/").rstrip("/")


def qr_rows(address: str) -> tuple[bytes, ...]:
    """Return *address* as a QR code for paper, without border: rows with a byte for each square, 1 where it is dark."""
    return tuple(bytes(row) for row in segno.make(address, error="m", micro=False, mask=_MASK).matrix)


def wifi_rows(name: str, code: str) -> tuple[bytes, ...]:
    """Return the QR code by which a phone joins the Wi-Fi called *name*, an open one without *code*: as qr_rows."""
    return qr_rows(make_wifi_data(name, code or None, "WPA" if code else None))


def address_for_phones(text: str) -> str:
    """Return the beginning of addresses that codes on paper lead to, as somebody typed it; empty where nobody did.

    :raises DeskError: if *text* is no address
    """
    if text and not text.startswith(("http://", "https://")):
        raise DeskError(sentences.NO_ADDRESS_FOR_PHONES, address=text)
    return text.rstrip("/")


class Number(IntConverter):
    """A number of at most nine digits: no database here holds a longer one, so a longer one is no page."""

    regex = "[0-9]{1,9}"


class PlaceOfSection:
    """A section in an address: ``12`` is the first one of session 12, ``12-B`` its section B.

    An address is made of a section, of its place, of a session, or of the number of one.
    """

    regex = f"{Number.regex}(?:-[A-Z]{{1,2}})?"

    def to_python(self, value: str) -> SectionPlace:
        """Return which section the address names."""
        number, _dash, letter = value.partition("-")
        return SectionPlace(int(number), letter)

    def to_url(self, value: int | SectionPlace | Session | Section) -> str:
        """Return how an address names it."""
        if isinstance(value, Session):
            return str(value.pk)
        place = value.place if isinstance(value, Section) else value
        return str(place.usual if isinstance(place, SectionPlace) else place)


def network_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the first half, because one house has all addresses below it.

    >>> network_of("192.168.1.7"), network_of("2001:db8::17"), network_of("")
    ('192.168.1.7', '2001:db8::/64', 'unknown')
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address[:45] or "unknown"
    return str(known) if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
