"""The sites that may show a club's standings in a frame (they *embed* them)."""

import re

from director.core.base.sentences import DeskSentences
from director.errors import DeskError

ANY_SITE = "*"
_SITE = re.compile(
    r"(?P<site>https?://(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)(?:/\S*)?",
    re.IGNORECASE,
)
"""The address of a site. The path of a page may follow and is ignored."""


def clean_sites(text: str) -> str:
    """Return the sites in *text* as they are stored, separated by spaces.

    >>> clean_sites("https://club.example/results/, https://Club.example  http://*.league.example:8080")
    'https://club.example http://*.league.example:8080'
    >>> clean_sites("club.example")
    Traceback (most recent call last):
    director.errors.DeskError: “club.example” isn’t the address of a site. Type it as https://club.example.

    :raises DeskError: if a word isn't the address of a site
    """
    sites: dict[str, None] = {}
    for word in text.replace(",", " ").split():
        match = _SITE.fullmatch(word)
        if match:
            sites[match["site"].lower()] = None
        elif word == ANY_SITE:
            sites[word] = None
        else:
            raise DeskError(DeskSentences.NO_SITE, text=word)
    return " ".join(sites)


def format_frame_ancestors(sites: str) -> str:
    """Return the stored *sites* as the value of the header directive ``frame-ancestors``.

    >>> format_frame_ancestors("https://club.example"), format_frame_ancestors("")
    ('https://club.example', "'none'")
    """
    return sites or "'none'"
