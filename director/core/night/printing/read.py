"""What is to be said of names and of codes before they are printed."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest

from director.core.base.address import program_address
from director.core.base.sentences import DeskSentences
from director.pdf.fonts import lacks_letters
from director.pdf.kinds import SheetKind, find_kind

MOST_NAMED = 6


def letters_lacking(texts: Iterable[str]) -> tuple[str, ...]:
    """Return what is to be said of those *texts* that no face prints whole, in one sentence or none."""
    lacking = [text for text in dict.fromkeys(texts) if lacks_letters(text)]
    if not lacking:
        return ()
    named = [f"“{text}”" for text in lacking[:MOST_NAMED]]
    if len(lacking) > MOST_NAMED:
        named.append(f"{len(lacking) - MOST_NAMED} more")
    listed = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    return (
        DeskSentences.LETTERS_LACKING.says(
            names_have=f"{listed} {'has' if len(lacking) == 1 else 'have'}"
        ),
    )


def codes_lead_here(
    request: HttpRequest,
    keys: Iterable[str],
    among: Sequence[SheetKind[Any]],
    *,
    wanted: bool = False,
) -> tuple[str, ...]:
    """Return a warning about codes that no phone could open.

    Only if they are *wanted*, or a sheet has any.
    """
    has_codes = wanted or any(find_kind(key, among).asks == "address" for key in keys)
    if has_codes and not program_address(request):
        return (DeskSentences.CODES_LEAD_HERE.says(),)
    return ()
