"""What is remembered of paper that was printed."""

from urllib.parse import parse_qs

from django.db import transaction

from director.core.base.changes import count_change
from director.models import Club, Section, Session


def cards_printed(*, of: Section | Session, fingerprint: str) -> None:
    """Remember that the cards on the tables, *of* a section or a party's session, belong to *fingerprint*."""
    of.printed_fingerprint = fingerprint
    session = of.session if isinstance(of, Section) else of
    with transaction.atomic():
        of.save(update_fields=["printed_fingerprint"])
        count_change(session.event_id)


def keep_print_choice(*, club: Club, key: str, query: str) -> None:
    """Remember *query* as the last choice of paper of the *club* for *key*."""
    others = [line for line in club.print_choices.splitlines() if line.partition(" ")[0] != key]
    club.print_choices = "\n".join([*others, f"{key} {query}"])
    club.save(update_fields=["print_choices"])


def last_choice(club: Club, key: str) -> dict[str, list[str]]:
    """Return what :func:`keep_print_choice` remembered for *key*, by name."""
    choices = dict(line.split(" ", 1) for line in club.print_choices.splitlines())
    return parse_qs(choices.get(key, ""))
