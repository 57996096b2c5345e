"""Remember which cards were printed, and the last choices of paper."""

from urllib.parse import parse_qs

from django.db import transaction

from director.core.base.changes import count_change
from director.models import Club, Section, Session


def store_printed_cards(*, owner: Section | Session, fingerprint: str) -> None:
    """Store the movement's *fingerprint* on the section or party session whose cards were printed."""
    owner.printed_fingerprint = fingerprint
    session = owner.session if isinstance(owner, Section) else owner
    with transaction.atomic():
        owner.save(update_fields=["printed_fingerprint"])
        count_change(session.event_id)


def keep_print_choice(*, club: Club, key: str, query: str) -> None:
    """Store *query* as the *club*'s last choice of paper for *key*."""
    other_lines = [
        line for line in club.print_choices.splitlines() if line.partition(" ")[0] != key
    ]
    club.print_choices = "\n".join([*other_lines, f"{key} {query}"])
    club.save(update_fields=["print_choices"])


def get_last_print_choice(club: Club, key: str) -> dict[str, list[str]]:
    """Return the query that :func:`keep_print_choice` stored for *key*, by parameter name."""
    choices = dict(line.split(" ", 1) for line in club.print_choices.splitlines())
    return parse_qs(choices.get(key, ""))
