"""Give tables and pairs their private addresses, and store what they send.

It also holds the settings of entering results at tables (``TableSettings``). Which phones may send
is decided in ``connected``; what the entries of boards mean is left to the kinds of events.
"""

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, time, timedelta
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from director.core.base.changes import count_change
from director.core.base.sentences import DeskSentences
from director.core.night.history.read import SETTINGS
from director.core.night.history.write import lock_event, record_act
from director.core.night.links.read import fetch_open_captains, fetch_open_pairs, fetch_open_tables
from director.core.night.screens.write import add_call
from director.errors import DeskError
from director.formats.reading import strip_invisible
from director.kinds import PhoneAnswer, PhoneEntry
from director.models import Access, Call, Section, Session, TableWord


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How results are entered at a table. The defaults are the usual settings.

    - *entry*: on ``phones`` or on ``paper``
    - *lead*: whether the lead is asked
    - *confirm*: opponents confirm on the ``same`` phone, on their ``own``, or ``nobody`` does
    - *result*: tricks as ``plus`` and minus, or their ``total``
    - *order*: boards are played in ``free`` or ``fixed`` order
    - *others*: other results of a board are shown after the ``board``, the ``round`` or ``never``
    - *names*: whether the players' names are asked in the first round
    - *ranking*: whether the standings are shown once they are published
    - *clock*: whether the time left is shown
    """

    entry: str = "phones"
    lead: bool = False
    confirm: str = "same"
    result: str = "plus"
    order: str = "free"
    others: str = "board"
    names: bool = False
    ranking: bool = False
    clock: bool = True

    def changed(self, wishes: Mapping[str, Any]) -> "TableSettings":
        """Return the settings with *wishes*, without unknown names and impossible values."""
        valid = {name: value for name, value in wishes.items() if value in CHOICES.get(name, ())}
        return replace(self, **valid)

    def unusual(self, usual: "TableSettings") -> dict[str, Any]:
        """Return the settings that differ from *usual*."""
        usual_values = asdict(usual)
        return {name: value for name, value in asdict(self).items() if value != usual_values[name]}


CHOICES: dict[str, tuple[Any, ...]] = {
    "entry": ("phones", "paper"),
    "confirm": ("same", "own", "nobody"),
    "result": ("plus", "total"),
    "order": ("free", "fixed"),
    "others": ("board", "round", "never"),
} | {field.name: (True, False) for field in fields(TableSettings) if field.type in (bool, "bool")}
"""The possible values of each setting."""
USUAL = TableSettings()


def get_section_settings(section: Section) -> TableSettings:
    """Return the settings that all tables of *section* share.

    No query.
    """
    return USUAL.changed(section.at_tables)


def get_table_settings(section: Section, table_no: int) -> TableSettings:
    """Return the settings of one table, based on its section's.

    No query.
    """
    return get_section_settings(section).changed(
        get_settings_by_table(section).get(str(table_no), {})
    )


def get_settings_by_table(section: Section) -> dict[str, dict[str, Any]]:
    """Return the settings of single tables that differ from their section's, by table number."""
    by_table: dict[str, dict[str, Any]] = section.at_tables.get("tables", {})
    return by_table


def serialize_settings(
    settings: TableSettings, tables: Mapping[int, TableSettings]
) -> dict[str, Any]:
    """Return a section's *settings* and those of single *tables* as they are stored.

    Only what differs is stored: a section's settings from the usual ones, a table's from its
    section's.
    """
    unusual_by_table = {}
    for table_no, table_settings in tables.items():
        unusual = table_settings.unusual(settings)
        if unusual:
            unusual_by_table[str(table_no)] = unusual
    stored = settings.unusual(USUAL)
    if unusual_by_table:
        stored["tables"] = unusual_by_table
    return stored


CREATED = 201
"""The status of an answer to an entry that was stored."""
AFTER_NIGHT = timedelta(hours=36)
"""How long an address is open after the day of its event or after it was made, the later one."""
UNTIL_FINAL = timedelta(days=400)
"""How long the address of a pair is open, counted likewise.

A pair reads its results by it, and an event may never become final.
"""
MAX_KEY_LENGTH = 200
_TRANSPORT_FIELDS = {"key", "device", "waiting", "at"}
"""Fields about the phone and the moment of sending. All others are the content of the entry."""


def open_tables_to_phones(
    *, session: Session, tables: Iterable[int], section: Section | None = None
) -> dict[int, Access]:
    """Return an open address for each table, by number. Missing ones are made."""
    with transaction.atomic():
        # Two requests at once would make two addresses for one table.
        lock_event(session.event)
        _revoke_expired(session.accesses.filter(section=section, table_no__isnull=False))
        open_by_table = fetch_open_tables(session, section)
        missing_tables = [table_no for table_no in tables if table_no not in open_by_table]
        fresh = Access.objects.bulk_create(
            [
                _make_access(session, section=section, table_no=table_no)
                for table_no in missing_tables
            ]
        )
        return open_by_table | {access.table_no or 0: access for access in fresh}


def close_tables(*, session: Session, section: Section | None = None) -> int:
    """Close the open addresses of all tables.

    Return the key of the last one, which :func:`reopen_tables` needs, or 0 without any.
    """
    open_accesses = session.accesses.filter(
        section=section, table_no__isnull=False, revoked_at__isnull=True
    )
    # The key has to be read before the addresses are revoked.
    last_key = open_accesses.order_by("pk").values_list("pk", flat=True).last()
    open_accesses.update(revoked_at=timezone.now())
    return last_key or 0


def create_closed_links(*, section: Section, tables: Iterable[int]) -> dict[int, Access]:
    """Return a link for each table that never opens.

    Entries of the table can be stored with it all the same.
    """
    closed_links = [
        _make_access(section.session, section=section, table_no=number) for number in tables
    ]
    for link in closed_links:
        # It looks expired, so the table can still get a link that works.
        link.expires_at = link.revoked_at = link.made_at
    return {link.table_no or 0: link for link in Access.objects.bulk_create(closed_links)}


def reopen_tables(*, session: Session, section: Section | None, last: int) -> None:
    """Reopen the addresses that :func:`close_tables` closed together with address *last*.

    A table that has a new address since keeps that one.
    """
    with transaction.atomic():
        lock_event(session.event)
        table_accesses = session.accesses.filter(section=section, table_no__isnull=False)
        # All were closed with one time stamp, by which they are found again.
        closed = table_accesses.filter(
            revoked_at__in=table_accesses.filter(pk=last).values("revoked_at")
        )
        closed.exclude(table_no__in=list(fetch_open_tables(session, section))).update(
            revoked_at=None
        )


def open_entry_addresses(*, section: Section, pairs: Iterable[int]) -> dict[int, Access]:
    """Return an open address for each of *pairs*, made if missing.

    Numbers of *pairs* that are not in the section are left out.
    """
    return _open_addresses(section, pairs, fetch_open_pairs, is_captain=False)


def open_captain_addresses(*, section: Section, teams: Iterable[int]) -> dict[int, Access]:
    """Return an open address for each team's captain, made if missing.

    Numbers of *teams* that are not in the section are left out.
    """
    return _open_addresses(section, teams, fetch_open_captains, is_captain=True)


def _open_addresses(
    section: Section,
    numbers: Iterable[int],
    read_open: Callable[[Section], dict[int, Access]],
    *,
    is_captain: bool,
) -> dict[int, Access]:
    with transaction.atomic():
        lock_event(section.session.event)
        _revoke_expired(Access.objects.filter(entry__section=section))
        open_by_number = read_open(section)
        missing_numbers = set(numbers) - set(open_by_number)
        fresh = []
        for entry in section.entries.order_by("pair_no"):
            if entry.pair_no in missing_numbers:
                fresh.append(
                    _make_access(
                        section.session, section=section, entry=entry, is_captain=is_captain
                    )
                )
        made = Access.objects.bulk_create(fresh)
        if is_captain and made:
            count_change(section.session.event_id)
        return open_by_number | {access.entry.pair_no: access for access in made if access.entry}


def close_captains(*, section: Section) -> int:
    """Close all open captains' addresses in *section*.

    Return the key of the last one, which :func:`reopen_captains` needs, or 0 without any.
    """
    open_accesses = Access.objects.filter(
        entry__section=section, is_captain=True, revoked_at__isnull=True
    )
    # The key has to be read before the addresses are revoked.
    last_key = open_accesses.order_by("pk").values_list("pk", flat=True).last()
    open_accesses.update(revoked_at=timezone.now())
    count_change(section.session.event_id)
    return last_key or 0


def reopen_captains(*, section: Section, last: int) -> None:
    """Reopen the captains' addresses of *section* that were closed together with address *last*.

    A team that has a new address since keeps that one.
    """
    with transaction.atomic():
        lock_event(section.session.event)
        accesses = Access.objects.filter(entry__section=section, is_captain=True)
        # All were closed with one time stamp, by which they are found again.
        closed = accesses.filter(revoked_at__in=accesses.filter(pk=last).values("revoked_at"))
        closed.exclude(entry__pair_no__in=list(fetch_open_captains(section))).update(
            revoked_at=None
        )
        count_change(section.session.event_id)


def _revoke_expired(accesses: QuerySet[Access]) -> None:
    now = timezone.now()
    accesses.filter(revoked_at__isnull=True, expires_at__lte=now).update(revoked_at=now)


def renew_access(*, access: Access) -> Access:
    """Revoke an address for good. Return a new one for the same table or pair.

    If somebody else renewed it a moment ago, return that new address.
    """
    with transaction.atomic():
        lock_event(access.session.event)
        same = Access.objects.filter(
            session=access.session, section=access.section, revoked_at__isnull=True
        )
        same = same.filter(is_captain=access.is_captain)
        live = same.filter(table_no=access.table_no, entry=access.entry).first()
        # Somebody else has renewed the address since the page was made.
        if live is not None and live.pk != access.pk:
            return live
        revoke_access(access=access)
        fresh = _make_access(
            access.session,
            section=access.section,
            table_no=access.table_no,
            entry=access.entry,
            is_captain=access.is_captain,
        )
        fresh.save()
    return fresh


def revoke_access(*, access: Access) -> None:
    """Close an address for good."""
    Access.objects.filter(pk=access.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


def keep_table_settings(
    *,
    section: Section,
    settings: TableSettings,
    tables: dict[int, TableSettings],
    user: User | None = None,
) -> None:
    """Store the settings of *section*, and the single *tables* that differ."""
    place = "" if section.is_alone else f" of {section.name}"
    words = f"Settings of the phones at the tables{place} changed."
    with transaction.atomic():
        event = lock_event(section.session.event)
        with record_act(event=event, kind=SETTINGS, words=words, user=user) as journal:
            stored = Section.objects.get(pk=section.pk)
            journal.change(stored, at_tables=serialize_settings(settings, tables))
    section.at_tables = stored.at_tables


def find_earlier_answer(access: Access, entry: PhoneEntry) -> PhoneAnswer | None:
    """Return the answer that *entry* got when it was sent before, or None.

    One query.

    :raises DeskError: if its key was used for another entry
    """
    word = TableWord.objects.filter(access=access, key=hash_key(entry.key)).first()
    if word is None:
        return None
    return repeat_answer(word, entry)


def repeat_answer(word: TableWord, entry: PhoneEntry) -> PhoneAnswer:
    """Return the answer to *entry*, which was stored before as *word*.

    :raises DeskError: if *word* is another entry with the same key
    """
    if word.body_hash and word.body_hash != _hash_body(entry):
        # The earlier answer would say that this entry is stored too.
        if word.board_no:
            raise DeskError(DeskSentences.KEY_USED_FOR_BOARD, board_no=word.board_no)
        raise DeskError(DeskSentences.KEY_USED)
    if word.status == CREATED:
        return PhoneAnswer(200, word.answer)  # a repetition creates nothing
    return PhoneAnswer(word.status, word.answer)


def _hash_body(entry: PhoneEntry) -> str:
    """Return the hash of the content of *entry*, which is the same when it is sent again."""
    content = {name: value for name, value in entry.data.items() if name not in _TRANSPORT_FIELDS}
    return sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def store_phone_entry(
    access: Access, entry: PhoneEntry, *, kind: str, answer: PhoneAnswer, **fields: Any
) -> TableWord:
    """Store *entry* with its *answer*, in a transaction of the caller."""
    return TableWord.objects.create(
        access=access,
        key=hash_key(entry.key),
        body_hash=_hash_body(entry),
        kind=kind,
        device=entry.device,
        side=entry.side,
        said_at=entry.at,
        heard_at=timezone.now(),
        status=answer.status,
        answer=answer.body,
        **fields,
    )


def hash_key(key: str) -> str:
    """Return the hash of a phone's key, as it is stored: always 64 characters.

    :raises DeskError: if *key* is empty or too long
    """
    if not key or len(key) > MAX_KEY_LENGTH:
        raise DeskError(DeskSentences.NO_KEY, most=MAX_KEY_LENGTH)
    return sha256(key.encode()).hexdigest()


def receive_call(access: Access, entry: PhoneEntry) -> PhoneAnswer:
    """Record that the table of *access* calls the director. Return the answer.

    A table that waits already is not recorded again.

    :raises DeskError: if the address is not that of a section's table
    """
    if access.section is None or access.table_no is None:
        raise DeskError(DeskSentences.NO_CALL_HERE)
    with transaction.atomic():
        lock_event(access.session.event)
        # The phone sends an entry again until it gets an answer.
        previous_answer = find_earlier_answer(access, entry)
        if previous_answer:
            return previous_answer
        waiting = Call.objects.filter(
            section=access.section, table_no=access.table_no, done_at__isnull=True
        ).first()
        reason = entry.data.get("reason")
        if not isinstance(reason, str):
            reason = ""
        reason = strip_invisible(reason)
        call = waiting or add_call(
            section=access.section, table_no=access.table_no, reason=reason, user=None
        )
        answer = PhoneAnswer(
            CREATED, {"called": True, "since": f"{timezone.localtime(call.made_at):%H:%M}"}
        )
        store_phone_entry(access, entry, kind=TableWord.Kind.CALL, answer=answer)
        return answer


def _make_access(session: Session, **owner_fields: Any) -> Access:
    now = timezone.now()
    # An event made after its day still gets addresses that work.
    noon = timezone.make_aware(datetime.combine(session.event.date, time(12)))
    open_for = UNTIL_FINAL if owner_fields.get("entry") else AFTER_NIGHT
    return Access(
        token=secrets.token_urlsafe(16),  # 128 bits, which nobody can guess
        session=session,
        made_at=now,
        expires_at=max(now, noon) + open_for,
        **owner_fields,
    )


def discard_phone_entries(section: Section) -> None:
    """Discard the tables' entries in *section* after its movement was replaced."""
    of_movement = Q(board_no__isnull=False) | Q(kind=TableWord.Kind.MATCH)
    entries = TableWord.objects.filter(
        of_movement, access__section=section, dropped_at__isnull=True
    )
    entries.update(dropped_at=timezone.now())


def dismiss_phone_entries(table_words: Collection[TableWord]) -> None:
    """Discard the entries *table_words*, which the director decided another way."""
    TableWord.objects.filter(
        pk__in=[table_word.pk for table_word in table_words], dropped_at__isnull=True
    ).update(dropped_at=timezone.now())
