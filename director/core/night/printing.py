"""Printed paper of an event: warnings before printing, and choices remembered after it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.db import transaction
from django.http import HttpRequest

from director.core.base.address import detect_program_address
from director.core.base.versions import increment_event_version
from director.core.night.hooks import PHONE_DESK
from director.models import Club, Event, Section, Session
from director.pdf.fonts import has_missing_letters
from director.pdf.selection import ALL_SHEETS, Selection
from director.pdf.sheet_kinds import SheetKind, get_kind

MAX_NAMED_TEXTS = 6  # in a warning; the others are counted


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Options for printing the sheets of an event."""

    spare_count: int = 0  # number of empty slips or cards
    has_names: bool = True
    program_url: str = ""  # of the program, for codes that phones scan
    trump_order: str = ""  # the order of trump suits
    session_no: int = 0  # 0 for the last session
    section_letter: str = ""  # empty for all sections of the session
    selection: Selection = ALL_SHEETS  # may leave some sheets out
    # False for users who may only read: private links are neither created nor printed.
    can_open_links: bool = True
    is_preview: bool = False  # has an invalid code in place of each private one


DEFAULT_PRINT_OPTIONS = PrintOptions()


@dataclass(frozen=True, slots=True)
class PrintService:
    """The sheets of a kind of event, and the functions that print them."""

    sheet_kinds: Sequence[SheetKind[Any]]
    # Returns the contents of an event's sheets.
    make_print_job: Callable[[Event, PrintOptions], Any]
    # Creates the private links on the sheets with these keys.
    create_links: Callable[[Event, Any, Sequence[str]], None]
    # Records that the sheets with these keys were printed.
    record_printed: Callable[[Event, Any, Sequence[str]], None]
    blank_sheets_label: str  # names the sheets that can be printed empty
    cards_per_page_choices: tuple[int, ...] = (1,)  # the choices of how many cards share a page
    is_selective: bool = False  # whether single tables, rounds, boards and pairs can be printed
    # Returns sentences about options that can't be followed.
    list_warnings: Callable[..., tuple[str, ...]] = lambda *_args, **_options: ()


def list_usable_kinds(paper: PrintService) -> Sequence[SheetKind[Any]]:
    """Return the kinds of sheets of *paper*, without those for phones if the program has none."""
    if PHONE_DESK.answers.has_phones:
        return paper.sheet_kinds
    return [kind for kind in paper.sheet_kinds if kind.needed_links != "tables"]


def list_unprintable_text_warnings(texts: Iterable[str]) -> tuple[str, ...]:
    """Return a warning about *texts* with letters that no font has, or nothing."""
    unprintable = [text for text in dict.fromkeys(texts) if has_missing_letters(text)]
    if not unprintable:
        return ()
    parts = [f"“{text}”" for text in unprintable[:MAX_NAMED_TEXTS]]
    if len(unprintable) > MAX_NAMED_TEXTS:
        parts.append(f"{len(unprintable) - MAX_NAMED_TEXTS} more")
    listed_texts = parts[-1]
    if len(parts) > 1:
        listed_texts = f"{', '.join(parts[:-1])} and {listed_texts}"
    verb = "has" if len(unprintable) == 1 else "have"
    return (
        (
            "{names_have} letters that no font here can print; they appear as □. Add the name in "
            "Latin letters. Or install a TrueType font with them, such as WenQuanYi Zen Hei or "
            "Nanum Gothic, and restart the program."
        ).format(names_have=f"{listed_texts} {verb}"),
    )


def list_unreachable_code_warnings(
    request: HttpRequest,
    keys: Iterable[str],
    kinds: Sequence[SheetKind[Any]],
    *,
    needs_codes: bool = False,
) -> tuple[str, ...]:
    """Return a warning if codes are to be printed that no phone could open.

    Codes are printed if they *needs_codes*, or if one of the sheets *keys* has any.
    """
    has_codes = needs_codes or any(get_kind(key, kinds).extra_field == "address" for key in keys)
    if has_codes and not detect_program_address(request):
        return (
            (
                "No codes are printed: you opened this page by an address that works on this computer "
                "only. Connect the computer to the club’s network and open the page by the network "
                "address that the terminal shows."
            ),
        )
    return ()


def store_printed_cards(*, owner: Section | Session, fingerprint: str) -> None:
    """Store the movement's *fingerprint* on the section or party session whose cards were printed."""
    owner.printed_fingerprint = fingerprint
    session = owner.session if isinstance(owner, Section) else owner
    with transaction.atomic():
        owner.save(update_fields=["printed_fingerprint"])
        increment_event_version(session.event_id)


def store_print_choice(*, club: Club, key: str, query: str) -> None:
    """Store *query* as the *club*'s last choice of paper for *key*."""
    other_lines = [
        line for line in club.print_choices.splitlines() if line.partition(" ")[0] != key
    ]
    club.print_choices = "\n".join([*other_lines, f"{key} {query}"])
    club.save(update_fields=["print_choices"])


def get_print_choice_by_param(club: Club, key: str) -> dict[str, list[str]]:
    """Return the query that :func:`store_print_choice` stored for *key*, by parameter name."""
    queries_by_key = dict(line.split(" ", 1) for line in club.print_choices.splitlines())
    return parse_qs(queries_by_key.get(key, ""))
