"""Couples who write their surname once, as in ``Bob & Ann Ash``.

Nobody but the director knows whether Bob is an Ash, so lists with such lines ask once for all of them.
"""

import re
from collections.abc import Iterator

from director.formats.errors import ImportFileError
from director.formats.names.headings import match_list_column
from director.formats.names.person import DEGREES, TITLES, is_placeholder
from director.formats.names.players import join_first_texts
from director.names import get_family_name

COUPLES = "couples"
"""The field of a form with the answer, ``SHARED`` or ``ALONE``."""
SHARED, ALONE = "shared", "alone"
COUPLES_UNSETTLED = "names-couples"

_GIVEN_NAME = r"[^\W\d_]{2,}(?:[-'’][^\W\d_]+)*"
# A bullet, the number of a pair and its direction.
_BEFORE_COUPLE = r"\s{0,9}(?:[-*•·]\s+)?(?:[0-9]{1,3}[.):]?\s+)?(?:(?:N-S|E-W|NS|EW)\s+)?"
_AND = r"(?:[^\S\n]*[&+][^\S\n]*|[^\S\n]+(?:and|und|et|en|och|og|ja|y|e|i|a|ve|и)[^\S\n]+)"
_COUPLE = re.compile(
    rf"""(?:^|(?<=[\t;:,|])|(?<=\s[-–—]\s))
    {_BEFORE_COUPLE}
    (?P<first>{_GIVEN_NAME}){_AND}(?P<second>{_GIVEN_NAME}(?:[^\S\n]+[^\W\d_][\w.'’-]*){{1,4}})
    (?=[^\S\n]*(?:$|[\t;,|(]|[-–—][^\S\n]|[0-9]))""",
    re.MULTILINE | re.VERBOSE,
)
_SURNAME_FIRST_COUPLE = re.compile(
    rf"""(?:^|(?<=[\t;:|"]))
    {_BEFORE_COUPLE}
    (?P<family>[^\W\d_][\w.'’-]*(?:[^\S\n]+[^\W\d_][\w.'’-]*){{0,3}}),[^\S\n]+
    (?P<first>{_GIVEN_NAME}){_AND}(?P<second>{_GIVEN_NAME})
    (?=[^\S\n]*(?:$|[\t;|("]|,(?!\s*[^\W\d_])|[-–—][^\S\n]|[0-9]))""",
    re.MULTILINE | re.VERBOSE,
)
"""As in ``Ash, Bob & Ann``."""


def find_couples(text: str) -> list[tuple[str, str]]:
    """Return each couple in a list who may share a surname: as written, and with the surname twice.

    >>> find_couples("Ash, Bob & Ann\\nAsh, Bob & Elm, Ann")
    [('Ash, Bob & Ann', 'Ash, Bob & Ash, Ann')]
    >>> find_couples("1 Bob & Ann Ash\\nAnn and Tom van den Berg (701)\\nAda Ash & Bert Birch")
    [('Bob & Ann Ash', 'Bob Ash & Ann Ash'), ('Ann and Tom van den Berg', 'Ann van den Berg & Tom van den Berg')]
    """
    return [(_get_text(match), _write_both(match)) for match in _iter_couples(text)]


def share_surnames(text: str) -> str:
    """Return a list with the surname of each couple behind both given names.

    >>> share_surnames("3 Bob & Ann Ash;701")
    '3 Bob Ash & Ann Ash;701'
    """
    parts = []
    end = 0
    for match in _iter_couples(text):
        parts += [text[end : _get_start(match)], _write_both(match)]
        end = match.end("second")
    return "".join([*parts, text[end:]])


def settle_couples(text: str, answer: str) -> str:
    """Return the list *text* as the director's *answer* has it.

    :raises ImportFileError: with the question, if there are couples and no answer yet
    """
    couples = find_couples(text)
    if not couples or answer == ALONE:
        return text
    if answer == SHARED:
        return share_surnames(text)
    raise ImportFileError(
        "names-couples",
        "Is the surname in {couples} that of both? Choose, then press again.",
        couples=join_first_texts([f"“{written}”" for written, _shared in couples]),
    )


def _iter_couples(text: str) -> Iterator[re.Match[str]]:
    needs_quotes = _has_commas_between_columns(text)
    matches = [match for match in _COUPLE.finditer(text) if not _has_own_surname(match)]
    for match in _SURNAME_FIRST_COUPLE.finditer(text):
        is_quoted = text.endswith('"', 0, match.start("family"))
        is_heading = match_list_column(match["family"]).field
        if (is_quoted or not needs_quotes) and not is_heading:
            matches.append(match)
    for match in sorted(matches, key=re.Match.start):
        first, second = match["first"], match["second"]
        is_heading = match_list_column(first).field or match_list_column(second).field
        is_named = first[0].isupper() and second[0].isupper() and first != second.split()[0]
        is_nobody = first.casefold() in TITLES | DEGREES or is_placeholder(first)
        if is_named and not (is_heading or is_nobody):
            yield match


def _has_own_surname(match: re.Match[str]) -> bool:
    """Return whether the first of a couple has the surname before the comma: ``Ash, Bob & Ann Ash``."""
    before = match.string[: match.start("first")].rstrip()
    return before.endswith(f"{get_family_name(match['second'])},")


def _has_commas_between_columns(text: str) -> bool:
    """Return whether the first line has headings with commas between them."""
    headings = text.lstrip().partition("\n")[0].split(",")
    return len(headings) > 1 and all(match_list_column(heading).field for heading in headings)


def _get_start(match: re.Match[str]) -> int:
    """Return where the names of a couple begin."""
    return match.start("family" if _has_surname_first(match) else "first")


def _has_surname_first(match: re.Match[str]) -> bool:
    return match.re is _SURNAME_FIRST_COUPLE


def _get_text(match: re.Match[str]) -> str:
    return match.string[_get_start(match) : match.end("second")]


def _write_both(match: re.Match[str]) -> str:
    if _has_surname_first(match):
        family = match["family"]
        return f"{family}, {match['first']} & {family}, {match['second']}"
    return f"{match['first']} {get_family_name(match['second'])} & {match['second']}"
