"""Giving tables and pairs their private addresses, and taking in what they say by them."""

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, time, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from director.core.base.changes import count_change
from director.core.base.sentences import DeskSentences
from director.core.night.history.write import event_locked
from director.core.night.phones.read import open_pairs, open_tables
from director.core.night.screens.write import call_add
from director.errors import DeskError
from director.formats.reading import visible_text
from director.kinds import Json, PhoneAnswer, PhoneEntry
from director.models import Access, Call, Section, Session, TableWord


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How results are entered at a table, each with what is usual.

    *entry* is ``phones`` or ``paper``; *lead* and *names* whether the lead and, in the first round,
    the names are asked; *confirm* where the opponents agree: on the ``same`` phone, on their
    ``own``, or ``nobody`` does; *result* whether it is given by ``plus`` and minus or as the
    ``total`` of tricks; *order* whether boards are played in ``free`` or ``fixed`` order; *others*
    when the other results of a board are shown: after the ``board``, the ``round``, or ``never``;
    *ranking* whether the standings are shown once they are published; *clock* whether the time left
    is.
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
        """Return them with those of *wishes* that there are, and can be."""
        known = {name: value for name, value in wishes.items() if value in CHOICES.get(name, ())}
        return replace(self, **known)

    def unusual(self, usual: "TableSettings") -> dict[str, Any]:
        """Return what is set otherwise than in *usual*."""
        before = asdict(usual)
        return {name: value for name, value in asdict(self).items() if value != before[name]}


CHOICES: dict[str, tuple[Any, ...]] = {
    "entry": ("phones", "paper"),
    "confirm": ("same", "own", "nobody"),
    "result": ("plus", "total"),
    "order": ("free", "fixed"),
    "others": ("board", "round", "never"),
} | {field.name: (True, False) for field in fields(TableSettings) if field.type in (bool, "bool")}
"""What each can be."""
USUAL = TableSettings()


def section_settings(section: Section) -> TableSettings:
    """Return what is set for all tables of *section*.

    No query.
    """
    return USUAL.changed(section.at_tables)


def table_settings(section: Section, table_no: int) -> TableSettings:
    """Return what is set for one table of *section*.

    No query.
    """
    return section_settings(section).changed(own_settings(section).get(str(table_no), {}))


def own_settings(section: Section) -> dict[str, dict[str, Any]]:
    """Return what single tables have otherwise than their section, by their numbers."""
    own: dict[str, dict[str, Any]] = section.at_tables.get("tables", {})
    return own


def stored_settings(settings: TableSettings, tables: Mapping[int, TableSettings]) -> dict[str, Any]:
    """Return what is stored of the *settings* of a section and of single *tables* of it."""
    own = {
        str(table_no): other for table_no, at in tables.items() if (other := at.unusual(settings))
    }
    return settings.unusual(USUAL) | ({"tables": own} if own else {})


AFTER_NIGHT = timedelta(hours=36)
"""How long an address is open after the day of its event, or after it was made if that is later."""
UNTIL_FINAL = timedelta(days=400)
"""How long the address of a pair is open, counted likewise, where its results never become final."""
LONGEST_KEY = 200


def open_tables_to_phones(
    *, session: Session, tables: Iterable[int], section: Section | None = None
) -> dict[int, Access]:
    """Return the open address of each of *tables*, made where there is none yet, by their numbers."""
    with transaction.atomic():
        event_locked(session.event)
        _expired_revoke(session.accesses.filter(section=section, table_no__isnull=False))
        open_by_table = open_tables(session, section)
        missing = [table_no for table_no in tables if table_no not in open_by_table]
        fresh = Access.objects.bulk_create(
            [_access(session, section=section, table_no=table_no) for table_no in missing]
        )
        return open_by_table | {access.table_no or 0: access for access in fresh}


def close_tables(*, session: Session, section: Section | None = None) -> int:
    """Close the open addresses of all tables.

    Return the number of the last, 0 if there are none.
    """
    live = session.accesses.filter(section=section, table_no__isnull=False, revoked_at__isnull=True)
    last = live.order_by("pk").values_list("pk", flat=True).last()
    live.update(revoked_at=timezone.now())
    return last or 0


def reopen_tables(*, session: Session, section: Section | None, last: int) -> None:
    """Reopen what :func:`close_tables` closed together with address *last*.

    Tables with a new address are left out.
    """
    with transaction.atomic():
        event_locked(session.event)
        of_tables = session.accesses.filter(section=section, table_no__isnull=False)
        closed = of_tables.filter(revoked_at__in=of_tables.filter(pk=last).values("revoked_at"))
        closed.exclude(table_no__in=list(open_tables(session, section))).update(revoked_at=None)


def open_entry_addresses(*, section: Section, pairs: Iterable[int]) -> dict[int, Access]:
    """Return the open address of each of *pairs* of *section*, made if missing.

    A number that is no place of the section has none.
    """
    with transaction.atomic():
        event_locked(section.session.event)
        _expired_revoke(Access.objects.filter(entry__section=section))
        open_by_pair = open_pairs(section)
        wanted = set(pairs) - set(open_by_pair)
        missing = [
            entry for entry in section.entries.order_by("pair_no") if entry.pair_no in wanted
        ]
        fresh = Access.objects.bulk_create(
            [_access(section.session, section=section, entry=entry) for entry in missing]
        )
        return open_by_pair | {access.entry.pair_no: access for access in fresh if access.entry}


def _expired_revoke(accesses: QuerySet[Access]) -> None:
    now = timezone.now()
    accesses.filter(revoked_at__isnull=True, expires_at__lte=now).update(revoked_at=now)


def renew_access(*, access: Access) -> Access:
    """Close an address for good and return a new one for the same table or pair.

    Where somebody else renewed it a moment ago, that is the new one.
    """
    with transaction.atomic():
        event_locked(access.session.event)
        same = Access.objects.filter(
            session=access.session, section=access.section, revoked_at__isnull=True
        )
        live = same.filter(table_no=access.table_no, entry=access.entry).first()
        if live is not None and live.pk != access.pk:
            return live
        revoke_access(access=access)
        fresh = _access(
            access.session, section=access.section, table_no=access.table_no, entry=access.entry
        )
        fresh.save()
    return fresh


def revoke_access(*, access: Access) -> None:
    """Close an address for good."""
    Access.objects.filter(pk=access.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


def keep_table_settings(
    *, section: Section, settings: TableSettings, tables: dict[int, TableSettings]
) -> None:
    """Set how results are entered at the tables of *section*, and at single ones otherwise."""
    section.at_tables = stored_settings(settings, tables)
    with transaction.atomic():
        section.save(update_fields=["at_tables"])
        count_change(section.session.event_id)


def earlier_answer(access: Access, key: str) -> PhoneAnswer | None:
    """Return the answer that *key* got when it was said before.

    One query.
    """
    words = TableWord.objects.filter(access=access, key=hashed_key(key)).values_list(
        "status", "answer"
    )
    return next((repeated_answer(status, answer) for status, answer in words), None)


def repeated_answer(status: int, answer: Json) -> PhoneAnswer:
    """Return what is answered to what was said before, which got *status* and *answer*."""
    return PhoneAnswer(200 if status == 201 else status, answer)


def store_phone_entry(
    access: Access, said: PhoneEntry, *, kind: str, heard: PhoneAnswer, **fields: Any
) -> TableWord:
    """Keep what was *said* with its answer, in a transaction of the caller."""
    return TableWord.objects.create(
        access=access,
        key=hashed_key(said.key),
        kind=kind,
        device=said.device,
        side=said.side,
        said_at=said.at,
        heard_at=timezone.now(),
        status=heard.status,
        answer=heard.body,
        **fields,
    )


def hashed_key(key: str) -> str:
    """Return what is kept of the key that a phone made: always 64 signs.

    :raises DeskError: if there is none, or it is too long
    """
    if not key or len(key) > LONGEST_KEY:
        raise DeskError(DeskSentences.NO_KEY, most=LONGEST_KEY)
    return sha256(key.encode()).hexdigest()


def call_receive(access: Access, said: PhoneEntry) -> PhoneAnswer:
    """Let the table of *access* call the director, once however often it says so.

    :raises DeskError: if this address calls nobody
    """
    if access.section is None or access.table_no is None:
        raise DeskError(DeskSentences.NO_CALL_HERE)
    with transaction.atomic():
        event_locked(access.session.event)
        if before := earlier_answer(access, said.key):
            return before
        waiting = Call.objects.filter(
            section=access.section, table_no=access.table_no, done_at__isnull=True
        ).first()
        reason = said.data.get("reason")
        reason = visible_text(reason) if isinstance(reason, str) else ""
        call = waiting or call_add(
            section=access.section, table_no=access.table_no, reason=reason, user=None
        )
        heard = PhoneAnswer(
            201, {"called": True, "since": f"{timezone.localtime(call.made_at):%H:%M}"}
        )
        store_phone_entry(access, said, kind=TableWord.Kind.CALL, heard=heard)
        return heard


def _access(session: Session, **whose: Any) -> Access:
    now = timezone.now()
    night = timezone.make_aware(datetime.combine(session.event.date, time(12)))
    after = UNTIL_FINAL if whose.get("entry") else AFTER_NIGHT
    return Access(
        token=secrets.token_urlsafe(16),
        session=session,
        made_at=now,
        expires_at=max(now, night) + after,
        **whose,
    )


def discard_phone_entries(section: Section) -> None:
    """Discard all entries of tables of *section*, whose movement was replaced."""
    said = TableWord.objects.filter(
        access__section=section, board_no__isnull=False, dropped_at__isnull=True
    )
    said.update(dropped_at=timezone.now())


def dismiss_phone_entries(words: Collection[TableWord]) -> None:
    """Let what was asked by *words* be decided otherwise."""
    TableWord.objects.filter(pk__in=[word.pk for word in words], dropped_at__isnull=True).update(
        dropped_at=timezone.now()
    )
