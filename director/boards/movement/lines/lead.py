"""The opening lead as it is typed."""

import re

# The suit may come before or after the rank, but must come once.
_LEAD = re.compile(
    r"(?P<suit>[SHDC])?(?P<rank>10|[2-9TJQKA])(?P<suit_after>(?(suit)|[SHDC]))",
    re.IGNORECASE | re.ASCII,
)


def read_lead(text: object) -> str | None:
    """Return the card named by *text*, suit first (``"HK"``, ``"S10"``), or None.

    >>> read_lead(" st "), read_lead("kh"), read_lead("K"), read_lead(None)
    ('S10', 'HK', None, None)
    """
    if not isinstance(text, str):
        return None
    match = _LEAD.fullmatch(text.strip())
    if match is None:
        return None
    rank = match["rank"].upper().replace("T", "10")
    suit = match["suit"] or match["suit_after"]
    return f"{suit.upper()}{rank}"
