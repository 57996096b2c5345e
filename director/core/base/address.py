"""Addresses of pages, to type and to scan as QR codes."""

import contextlib
import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.urls.converters import IntConverter
from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_wifi_data

from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.models.event import Section, SectionPlace, Session

_ANSWERS_SOON = 0.5  # seconds that this machine has to answer itself
_MASK = 2  # any of the eight reads well; trying all of them takes most of the time of a code


def is_local(host: str) -> bool:
    """Return whether *host*, as in an address, means something on this machine only.

    >>> [is_local(host) for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.7:8000", "club.example")]
    [True, True, True, False, False]
    """
    name = split_domain_port(host)[0].strip("[]")
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        return f".{name}".endswith(".localhost")
    return number.is_loopback or number.is_unspecified


def lan_address() -> str:
    """Return this machine's address on the local network, empty if it has none.

    Asking for a route to a documentation address sends nothing.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        own = str(probe.getsockname()[0])
        if is_local(own):
            return ""
        return own
    return ""


@lru_cache(maxsize=32)
def qr_code(address: str) -> SafeString:
    """Return *address* as a QR code in SVG, dark on white in every colour scheme."""
    code = segno.make(address, error="m", micro=False, mask=_MASK)
    svg = code.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(svg)  # noqa: S308  squares drawn by segno; the address itself is not in it


def frame_around(request: HttpRequest, path: str) -> str:
    """Return the HTML that embeds the page at *path* in another site, or ""."""
    if not (base := program_address(request)):
        return ""
    address = f"{base}{path}"
    return f'<iframe src="{address}" title="Results" width="100%" height="480" frameborder="0" loading="lazy"></iframe>'


def program_address(request: HttpRequest) -> str:
    """Return where phones find the program (``"http://192.168.1.7:8000"``), or "".

    That is where whoever asks has found it; for a local name this machine's own address, if the
    program answers there.
    """
    if not is_local(request.get_host()):
        return request.build_absolute_uri("/").rstrip("/")
    own, port = lan_address(), split_domain_port(request.get_host())[1] or "80"
    if not own or request.is_secure() or not validate_host(own, settings.ALLOWED_HOSTS):
        return ""
    with (
        contextlib.suppress(OSError),
        socket.create_connection((own, int(port)), timeout=_ANSWERS_SOON),
    ):
        return f"http://{own}:{port}"
    return ""


def page_address(request: HttpRequest, path: str) -> dict[str, object]:
    """Return the *address* of the page at *path*, and its *qr* code if phones can open it."""
    if base := program_address(request):
        return {"address": f"{base}{path}", "qr": qr_code(f"{base}{path}")}
    return {"address": request.build_absolute_uri(path), "qr": ""}


@lru_cache(maxsize=64)
def qr_rows(address: str) -> tuple[bytes, ...]:
    """Return *address* as a QR code for paper: rows of bytes, 1 is dark."""
    return tuple(
        bytes(row) for row in segno.make(address, error="m", micro=False, mask=_MASK).matrix
    )


def wifi_rows(name: str, code: str) -> tuple[bytes, ...]:
    """Return the QR code for joining the Wi-Fi *name*, an open one without *code*."""
    return qr_rows(make_wifi_data(name, code or None, "WPA" if code else None))


def address_for_phones(text: str) -> str:
    """Return the address that codes on paper begin with, as typed, or "".

    :raises DeskError: if *text* is no address, or one of this machine only
    """
    if text and (not text.startswith(("http://", "https://")) or is_local(urlsplit(text).netloc)):
        raise DeskError(DeskSentences.NO_ADDRESS_FOR_PHONES, address=text)
    return text.rstrip("/")


class Number(IntConverter):
    """A number of at most nine digits, since no database here has longer ones."""

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
    """Return what counts as one client: an IPv4 address, or the first half of an IPv6 one.

    >>> network_of("192.168.1.7"), network_of("2001:db8::17"), network_of("")
    ('192.168.1.7', '2001:db8::/64', 'unknown')
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address[:45] or "unknown"
    if known.version == 4:
        return str(known)
    return str(ipaddress.ip_network((known, 64), strict=False))
