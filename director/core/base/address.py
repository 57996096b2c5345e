"""Addresses of pages, to type and to scan as QR codes.

Phones can't use the address by which the director has opened a page if that is a local name such as
``localhost``. Some functions find an address for phones instead, others draw it as a QR code for
screens and paper. The two converters at the end are for the program's own URL patterns.
"""

import contextlib
import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.urls import NoReverseMatch, reverse
from django.urls.converters import IntConverter
from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_wifi_data

from director.errors import DeskError
from director.models.event import Section, SectionRef, Session

_CONNECT_SECONDS = 0.5  # this machine answers itself at once, or not at all
_HOME_DOMAINS = ("", "local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""What networks at home and in clubs write behind a machine's name. Nobody can register them."""
# any of the eight masks can be scanned; trying all of them would take most of the time
_QR_MASK = 2


def find_url(name: str, *args: object) -> str:
    """Return the address of the page *name*, or "" if its application was left out."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def is_loopback_host(host: str) -> bool:
    """Return whether *host* in an address can be opened on this machine only.

    >>> [is_loopback_host(host) for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.7:8000", "club.example")]
    [True, True, True, False, False]
    """
    name = split_domain_port(host)[0].strip("[]")
    try:
        ip = ipaddress.ip_address(name)
    except ValueError:
        return f".{name}".endswith(".localhost")
    return ip.is_loopback or ip.is_unspecified


def describe_readers(address: str) -> str:
    """Return who can read the results at *address*, by its host.

    >>> describe_readers("http://192.168.1.7:8000/events/1/")
    'Anyone on the same network can read the results.'
    >>> describe_readers("https://club.example/events/1/")
    'Anyone with this address can read the results.'
    >>> describe_readers("http://localhost:8000/events/1/")
    'The results can be read on this computer only.'
    """
    host = urlsplit(address).netloc
    if is_loopback_host(host):
        return "The results can be read on this computer only."
    name = split_domain_port(host)[0].strip("[]")
    try:
        is_private = ipaddress.ip_address(name).is_private
    except ValueError:
        is_private = name.partition(".")[2] in _HOME_DOMAINS
    if is_private:
        return "Anyone on the same network can read the results."
    return "Anyone with this address can read the results."


def is_own_host(name: str) -> bool:
    """Return whether *name*, a host without its port, is a name or an address of this machine.

    >>> [is_own_host(name) for name in ("localhost", "127.0.0.1", "[::1]", "club.example", "192.0.2.1")]
    [True, True, True, False, False]
    """
    if is_loopback_host(name):
        return True
    try:
        ip = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        machine_name = socket.gethostname().lower().partition(".")[0]
        first_label, _dot, domain = name.lower().rstrip(".").partition(".")
        return bool(machine_name) and first_label == machine_name and domain in _HOME_DOMAINS
    family = socket.AF_INET6 if ip.version == 6 else socket.AF_INET
    # Only an address of this machine can be bound. The answer isn't cached, because a laptop gets
    # other addresses in other networks.
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as test_socket:
        test_socket.bind((str(ip), 0))
        return True
    return False


def detect_lan_address() -> str:
    """Return this machine's address on the local network, or ""."""
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as test_socket,
    ):
        # Connecting a datagram socket only chooses a route and sends nothing. The target is an
        # address reserved for documentation.
        test_socket.connect(("192.0.2.1", 9))
        address = str(test_socket.getsockname()[0])
        if not is_loopback_host(address):
            return address
    return ""


@lru_cache(maxsize=32)
def make_qr_code(address: str) -> SafeString:
    """Return *address* as a QR code in SVG, dark on white in every colour scheme."""
    code = segno.make(address, error="m", micro=False, mask=_QR_MASK)
    svg = code.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(svg)  # noqa: S308  squares drawn by segno; the address itself is not in it


def make_frame_html(program_address: str, path: str) -> str:
    """Return the HTML that embeds the page at *path* in another site.

    It is "" if other machines can't reach the program, which then has no *program_address*.
    """
    if not program_address:
        return ""
    return (
        f'<iframe src="{program_address}{path}" title="Results" width="100%" height="480"'
        ' frameborder="0" loading="lazy"></iframe>'
    )


def detect_program_address(request: HttpRequest) -> str:
    """Return the address of the program for phones (``"http://192.168.1.7:8000"``), or "".

    This is the address of *request*. If that is a local name, it is the machine's network address,
    provided that the program answers there.
    """
    if not is_loopback_host(request.get_host()):
        return request.build_absolute_uri("/").rstrip("/")
    lan_host = detect_lan_address()
    port = split_domain_port(request.get_host())[1] or "80"
    # A certificate for the local name wouldn't be valid for the network address.
    if not lan_host or request.is_secure() or not validate_host(lan_host, settings.ALLOWED_HOSTS):
        return ""
    with (
        contextlib.suppress(OSError),
        socket.create_connection((lan_host, int(port)), timeout=_CONNECT_SECONDS),
    ):
        return f"http://{lan_host}:{port}"
    return ""


def make_address_context(
    request: HttpRequest, path: str, *, frame_path: str = ""
) -> dict[str, object]:
    """Return the *address* of the page at *path*, and its *qr* code if phones can open it.

    The *snippet* embeds the page at *frame_path* in another site.
    """
    program_address = detect_program_address(request)
    address, qr_code = request.build_absolute_uri(path), ""
    if program_address:
        address = f"{program_address}{path}"
        qr_code = make_qr_code(address)
    return {
        "address": address,
        "qr": qr_code,
        "snippet": make_frame_html(program_address, frame_path) if frame_path else "",
    }


def get_network(address: str) -> str:
    """Return the part of *address* that identifies a client: IPv4 whole, IPv6 the first half.

    A single client can use any address in its IPv6 network.

    >>> get_network("192.168.1.7"), get_network("2001:db8::17"), get_network("")
    ('192.168.1.7', '2001:db8::/64', 'unknown')
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address[:45] or "unknown"  # as long as the longest IPv6 address
    if ip.version == 4:
        return str(ip)
    # Not strict, because the address has bits set behind the network.
    return str(ipaddress.ip_network((ip, 64), strict=False))


@lru_cache(maxsize=64)
def make_qr_rows(address: str) -> tuple[bytes, ...]:
    """Return *address* as a QR code for paper, in rows of bytes. A 1 is dark."""
    code = segno.make(address, error="m", micro=False, mask=_QR_MASK)
    return tuple(bytes(row) for row in code.matrix)


def make_wifi_rows(name: str, password: str) -> tuple[bytes, ...]:
    """Return the QR code for joining the Wi-Fi *name*, an open one without *password*."""
    if password:
        return make_qr_rows(make_wifi_data(name, password, "WPA"))
    return make_qr_rows(make_wifi_data(name, None, None))


def clean_phone_address(text: str) -> str:
    """Return the typed address that codes on paper begin with, or "".

    :raises DeskError: if *text* isn't an address, or is one of this machine only
    """
    if text:
        is_web_address = text.startswith(("http://", "https://"))
        if not is_web_address or is_loopback_host(urlsplit(text).netloc):
            raise DeskError(
                "no-address-for-phones",
                "“{address}” isn’t an address for phones. Try one such as http://192.168.1.5:8000.",
                address=text,
            )
    return text.rstrip("/")


class NumberConverter(IntConverter):
    """A URL part of at most nine digits, the longest that a primary key can be here."""

    regex = "[0-9]{1,9}"


class SectionRefConverter:
    """A section in an address: ``12`` is the first section of session 12, ``12-B`` its section B.

    ``reverse()`` accepts a section, its place, a session, or the number of a session.
    """

    regex = f"{NumberConverter.regex}(?:-[A-Z]{{1,2}})?"

    def to_python(self, value: str) -> SectionRef:
        """Return the place of the section in the address."""
        number, _dash, letter = value.partition("-")
        return SectionRef(int(number), letter)

    def to_url(self, value: int | SectionRef | Session | Section) -> str:
        """Return *value* as a part of an address."""
        if isinstance(value, Session):
            return str(value.pk)
        if isinstance(value, Section):
            return str(value.ref)
        if isinstance(value, SectionRef):
            return str(value.without_first_letter)
        return str(value)
