"""Short codes for players who can't scan, one for the private address of each table.

A code follows from the address itself, so nothing more is stored and a new address has a new code.
Thirty bits are few for a secret, so wrong ones are counted. A right code opens its table however
often others of the same network have mistyped theirs.
"""

from hashlib import sha256

from django.utils import timezone

from director.core.base.address import get_network
from director.core.night.links import count_try, get_try_count
from director.models import Access

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0, O, 1 and I, which look alike
CODE_LENGTH = 6
BITS_PER_LETTER = 5
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
    for _place in range(CODE_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def find_token_by_code(code: str) -> str:
    """Return the private address that a typed *code* stands for, or "" without exactly one.

    Capitals, spaces and hyphens make no difference. One query.
    """
    typed_letters = "".join(letter for letter in code.upper() if letter.isalnum())
    if len(typed_letters) != CODE_LENGTH:
        return ""
    live = Access.objects.filter(
        table_no__isnull=False, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )
    tokens = [
        token
        for token in live.values_list("token", flat=True)
        if make_short_code(token) == typed_letters
    ]
    # Two of a thousand tables share a code about once in two thousand evenings. Then it opens neither.
    if len(tokens) == 1:
        return tokens[0]
    return ""


def has_network_tried_too_often(remote_address: str) -> bool:
    """Return whether too many wrong codes came from the network of *remote_address*."""
    return get_try_count(_make_network_key(remote_address)) >= MAX_WRONG_CODES_OF_NETWORK


def count_wrong_code(remote_address: str, browser: str) -> bool:
    """Count a wrong code, and return whether *browser* has typed too many.

    *browser* is "" for one without a cookie. All of a network that take none count together.
    """
    count_try(_make_network_key(remote_address), WRONG_CODE_SECONDS)
    browser_key = f"wrong-code-of-{browser or get_network(remote_address)}"
    return count_try(browser_key, WRONG_CODE_SECONDS) > MAX_WRONG_CODES


def _make_network_key(remote_address: str) -> str:
    return f"wrong-code-{get_network(remote_address)}"
