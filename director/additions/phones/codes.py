"""Cards on tables: their private addresses, and the codes for players who can't scan.

A code follows from the address itself, so nothing more is stored and a new address has a new code.
Thirty bits are few for a secret, so wrong ones are counted. A right code opens its table however
often others of the same network have mistyped theirs.
"""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from director.core.base.address import get_network, make_qr_rows, make_wifi_rows
from director.core.base.refusals import CODES_TRIED_TEXT
from director.core.night.links.finding import (
    PREVIEW_TOKEN,
    fetch_open_accesses_by_table,
    require_open_addresses,
)
from director.core.night.links.requests import count_try, get_try_count
from director.models import Access, Club, Section, Session
from director.pdf.table_cards import TableCard, WifiNetwork
from director.sheets import Heading

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0, O, 1 and I, which look alike
CODE_LENGTH = 6
MAX_WRONG_CODES = 30
"""Wrong codes of one browser before it gets no further answer."""
WRONG_CODE_SECONDS = 600
"""The time for which wrong codes count."""
MAX_WRONG_CODES_OF_NETWORK = 3000
"""Wrong codes accepted from one network, which all phones of a hall share.

At this rate the code of one of fifty tables would be found in two months.
"""


def make_short_code(token: str) -> str:
    """Return the short code of the private address *token*.

    >>> make_short_code("nBsvlke5EUtNUBcMM0DrEQ")
    'ZVNR3B'
    """
    number = int.from_bytes(sha256(f"table code {token}".encode()).digest()[:4], "big")
    letters = []
    for _position in range(CODE_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def fetch_token_by_code(code: str) -> str:
    """Return the token of the table with the typed *code*, or "" if not exactly one has it.

    Capitals, spaces and hyphens make no difference. One query.
    """
    typed_letters = "".join(letter for letter in code.upper() if letter.isalnum())
    if len(typed_letters) != CODE_LENGTH:
        return ""
    open_accesses = Access.objects.filter(
        table_no__isnull=False, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )
    tokens = [
        token
        for token in open_accesses.values_list("token", flat=True)
        if make_short_code(token) == typed_letters
    ]
    # Two of a thousand tables share a code about once in two thousand evenings. Then it opens neither.
    if len(tokens) == 1:
        return tokens[0]
    return ""


def has_network_tried_too_often(remote_address: str) -> bool:
    """Return whether too many wrong codes came from the network of *remote_address*."""
    return get_try_count(_make_network_key(remote_address)) >= MAX_WRONG_CODES_OF_NETWORK


def record_wrong_code(remote_address: str, browser: str) -> bool:
    """Count a wrong code, and return whether *browser* has typed too many.

    *browser* is "" without its cookie. Browsers of a network that take no cookie count together.
    """
    count_try(_make_network_key(remote_address), WRONG_CODE_SECONDS)
    browser_key = f"wrong-code-of-{browser or get_network(remote_address)}"
    return count_try(browser_key, WRONG_CODE_SECONDS) > MAX_WRONG_CODES


def _make_network_key(remote_address: str) -> str:
    return f"wrong-code-{get_network(remote_address)}"


# Cards that lie on tables, with the private address of each.


def make_table_cards(
    *,
    session: Session,
    tables: Iterable[int],
    heading: Heading,
    address: str,
    method_text: str,
    section: Section | None = None,
    is_preview: bool = False,
) -> tuple[TableCard, ...]:
    """Return a card for each table, with its link or, in a preview, a sample link.

    *address* is where phones find the program, such as ``"http://192.168.1.7:8000"``; *method_text*
    says what players do there.

    :raises PrintingError: if one of *tables* has no open address
    """
    table_nos = list(tables)
    access_by_table: dict[int, Access] = {}
    if not is_preview:
        access_by_table = fetch_open_accesses_by_table(session, section)
        require_open_addresses(table_nos, access_by_table)
    wifi = _make_wifi(session.event.club)
    code_address = f"{address}{reverse('table_code')}"
    card_by_table: dict[int, TableCard] = {}
    for number in table_nos:
        token = access_by_table[number].token if access_by_table else PREVIEW_TOKEN
        page_address = f"{address}{reverse('table_page', args=[token])}"
        card_by_table[number] = TableCard(
            heading,
            number,
            page_address=page_address,
            typed_address=code_address,
            short_code=make_short_code(token),
            qr_rows=make_qr_rows(page_address),
            instructions=method_text,
            wifi=wifi,
        )
    return tuple(card_by_table.values())


def _make_wifi(club: Club) -> WifiNetwork | None:
    if not club.wifi_name:
        return None
    return WifiNetwork(
        club.wifi_name, club.wifi_code, make_wifi_rows(club.wifi_name, club.wifi_code)
    )


# The page on which players who can't scan type the code of their table card.

MAX_TYPED_LENGTH = 40
BROWSER_COOKIE = "code_browser"
"""The cookie by which the wrong codes of a browser are counted."""


@login_not_required
@require_safe
def enter_table_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a table, and lead to its private page."""
    typed_code = request.GET.get("code", "")[:MAX_TYPED_LENGTH]
    if not typed_code:
        return _render_code_page(request)
    remote_address = request.META.get("REMOTE_ADDR", "")
    # Nobody types that many codes. A program that guesses them isn't told which one is right.
    if has_network_tried_too_often(remote_address):
        return _refuse_further_tries(request)
    # Right codes come first: one guest who mistypes must not close the tables of a hall.
    if token := fetch_token_by_code(typed_code):
        return redirect("table_page", token=token)
    if record_wrong_code(remote_address, _get_browser(request)):
        return _refuse_further_tries(request)
    error = (
        "No table has this code tonight. Type the six letters and figures on the card, or ask "
        "the director."
    )
    return _render_code_page(
        request, typed_code=typed_code, error=error, status=HTTPStatus.NOT_FOUND
    )


def _get_browser(request: HttpRequest) -> str:
    return request.get_signed_cookie(BROWSER_COOKIE, default="", salt=BROWSER_COOKIE) or ""


def _refuse_further_tries(request: HttpRequest) -> HttpResponse:
    status = HTTPStatus.TOO_MANY_REQUESTS
    return _render_code_page(request, error=CODES_TRIED_TEXT.format(), status=status)


def _render_code_page(
    request: HttpRequest, *, typed_code: str = "", error: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"typed": typed_code, "error": error}
    response = render(request, "additions/phones/table/code.html", context, status=status)
    if not _get_browser(request):
        response.set_signed_cookie(
            BROWSER_COOKIE,
            secrets.token_hex(8),
            salt=BROWSER_COOKIE,
            max_age=WRONG_CODE_SECONDS,
            path=reverse("table_code"),
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return response
