"""Warnings about names and codes before they are printed."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest

from director.core.base.address import find_program_address
from director.core.base.sentences import DeskSentences
from director.pdf.fonts import has_missing_letters
from director.pdf.kinds import SheetKind, find_kind

MAX_NAMED_TEXTS = 6  # in a warning; the others are counted


def list_unprintable_text_warnings(texts: Iterable[str]) -> tuple[str, ...]:
    """Return a warning about *texts* with letters that no font has, or nothing."""
    unprintable = [text for text in dict.fromkeys(texts) if has_missing_letters(text)]
    if not unprintable:
        return ()
    parts = [f"“{text}”" for text in unprintable[:MAX_NAMED_TEXTS]]
    if len(unprintable) > MAX_NAMED_TEXTS:
        parts.append(f"{len(unprintable) - MAX_NAMED_TEXTS} more")
    listed = parts[-1]
    if len(parts) > 1:
        listed = f"{', '.join(parts[:-1])} and {listed}"
    verb = "has" if len(unprintable) == 1 else "have"
    return (DeskSentences.LETTERS_LACKING.format(names_have=f"{listed} {verb}"),)


def list_unreachable_code_warnings(
    request: HttpRequest,
    keys: Iterable[str],
    among: Sequence[SheetKind[Any]],
    *,
    are_wanted: bool = False,
) -> tuple[str, ...]:
    """Return a warning if codes are to be printed that no phone could open.

    Codes are printed if they *are_wanted*, or if one of the sheets *keys* has any.
    """
    has_codes = are_wanted or any(find_kind(key, among).extra_field == "address" for key in keys)
    if has_codes and not find_program_address(request):
        return (DeskSentences.CODES_LEAD_HERE.format(),)
    return ()
