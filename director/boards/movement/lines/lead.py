"""The opening lead as it is typed."""

import re

_LEAD = re.compile(
    r"(?P<suit>[SHDC])?(?P<rank>10|[2-9TJQKA])(?P<after>(?(suit)|[SHDC]))", re.IGNORECASE | re.ASCII
)


def read_lead(text: object) -> str | None:
    """Return the card named by *text*, suit first (``"HK"``, ``"S10"``), or None.

    >>> read_lead(" st "), read_lead("kh"), read_lead("K"), read_lead(None)
    ('S10', 'HK', None, None)
    """
    match = _LEAD.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        return None
    rank = match["rank"].upper().replace("T", "10")
    return f"{(match['suit'] or match['after']).upper()}{rank}"
