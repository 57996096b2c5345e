"""The money of a session: who has paid, and with boards table money by class and the account.

The amounts of a night are those of the latest night of the same name until they are saved or somebody
pays. Saving them is an act of the history. A payment is none: the same button undoes it, and no
result depends on it. Both are possible for a final event too, since the till is counted last.

A payment stays with the person who paid, also if somebody else has the seat now.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Length
from django.utils import timezone

from director.additions.money.replaced import fetch_newcomers_by_payer
from director.boards.movement.sections import fetch_session_sections
from director.core.base.act_kinds import ActKind
from director.core.base.refusals import make_paid_amounts_error
from director.core.base.versions import increment_event_version
from director.core.night.history import have_common_field, redo_act, undo_act
from director.core.night.journal import (
    lock_event,
    record_act,
)
from director.core.night.money import (
    LineKind,
    MoneyLine,
    MoneyStatement,
    NightAccount,
    Part,
    format_sum,
    make_statement,
)
from director.errors import DeskError
from director.event_kinds import EventKind, get_event_kind, list_event_kinds
from director.models import Act, EntryPlayer, Event, NightMoney, Payment, Section, Session
from director.models.money import PayerClass

PAID_CLASSES = (PayerClass.MEMBER, PayerClass.VISITOR, PayerClass.STUDENT)
"""The classes with an amount, in the order of the page."""
_INHERITED_FIELDS = ("sign", "fees", "hall", "hall_each")
"""What a night has from the night before until its own is saved."""
_GROUPS_OF_LINES = {
    (Part.INCOME, LineKind.OTHER): "income",
    (Part.PAID, LineKind.PRIZES): "prizes",
    (Part.PAID, LineKind.OTHER): "costs",
}
"""The field of the typed lines of each part of the account."""
_MAX_LINES = 30
_CLASS_PLURALS = {
    PayerClass.MEMBER: "members",
    PayerClass.VISITOR: "visitors",
    PayerClass.STUDENT: "students",
    PayerClass.FREE: "no charge",
}


@dataclass(frozen=True, slots=True)
class Payer:
    """Somebody who plays or has paid."""

    person_id: int
    name: str
    payer_class: PayerClass
    cents: int
    amount: str  # with the sign of the currency
    payment_id: int | None  # None if nothing is paid yet
    paid_at: datetime | None = None
    seat_label: str = ""  # "A3", empty for somebody without a seat
    section_id: int | None = None
    pair_no: int = 0
    newcomer_id: int = 0  # who has the seat of somebody who has paid and no longer plays
    newcomer_name: str = ""
    previous_payer: "Payer | None" = None  # who paid and had this seat before

    @property
    def is_paid(self) -> bool:
        """Whether the table money is paid."""
        return self.payment_id is not None

    @property
    def class_label(self) -> str:
        """What the person pays as, with its amount."""
        if not self.cents:
            return str(self.payer_class.label)
        return f"{self.payer_class.label}, {self.amount}"


@dataclass(frozen=True, slots=True)
class TillLine:
    """What came into the till or left it. A typed line has a *key* by which it is removed."""

    title: str
    amount: str
    key: str = ""


@dataclass(frozen=True)
class NightBooks:
    """The money of *session* with everybody who plays or has paid."""

    session: Session
    money: NightMoney
    payers: tuple[Payer, ...]

    @property
    def session_name(self) -> str:
        """The name of the session, or "" if its event has no other."""
        return _get_session_name(self.session)

    @property
    def is_stored(self) -> bool:
        """Whether the night has amounts of its own."""
        return not self.money._state.adding

    @property
    def has_fees(self) -> bool:
        """Whether table money is set."""
        return any(self.money.fees.values())

    @cached_property
    def paid_counts(self) -> Counter[str]:
        """How many have paid, by class, with those who have no name at a seat."""
        counts = Counter(payer.payer_class.value for payer in self.payers if payer.is_paid)
        counts.update(self.money.other_payers)
        return counts

    @property
    def payer_count(self) -> int:
        """How many have paid."""
        return self.paid_counts.total()

    @property
    def status(self) -> str:
        """How many of those on the list have paid, or "" before table money is set."""
        if not self.has_fees:
            return ""
        return f"{sum(payer.is_paid for payer in self.payers)} of {len(self.payers)} paid"

    @property
    def class_choices(self) -> list[tuple[str, str]]:
        """The classes that somebody can pay as, each with its amount."""
        money = self.money
        amounts = [
            (payer_class.value, f"{payer_class.label}, {format_sum(money.sign, cents)}")
            for payer_class in PAID_CLASSES
            if (cents := money.fees.get(payer_class, 0))
        ]
        return [*amounts, (PayerClass.FREE.value, str(PayerClass.FREE.label))]

    @property
    def other_payer_classes(self) -> list[tuple[PayerClass, int]]:
        """How many have paid without a name at a seat, by class."""
        counts = self.money.other_payers
        return [
            (payer_class, counts[payer_class])
            for payer_class in PAID_CLASSES
            if counts.get(payer_class)
        ]

    @property
    def outstanding(self) -> str:
        """The sum that players on the list still owe, or ""."""
        cents = sum(payer.cents for payer in self.payers if not payer.is_paid)
        return format_sum(self.money.sign, cents) if cents else ""

    @property
    def owing_payers(self) -> list[Payer]:
        """Those who haven't paid."""
        return [payer for payer in self.payers if not payer.is_paid]

    @property
    def shared_payment_id(self) -> int | None:
        """One of the latest payments, if several were stored by one press."""
        paid = [payer for payer in self.payers if payer.paid_at is not None]
        latest = max(paid, key=lambda payer: payer.paid_at or datetime.min, default=None)
        if latest is None or [payer.paid_at for payer in paid].count(latest.paid_at) == 1:
            return None
        return latest.payment_id

    @property
    def till_lines(self) -> list[TillLine]:
        """What came in and then what went out."""
        return [self._make_till_line(line) for line in self._cash_lines]

    @property
    def income(self) -> str:
        """What came in."""
        return self._format_part(Part.INCOME)

    @property
    def expenses(self) -> str:
        """What went out."""
        return self._format_part(Part.PAID)

    @property
    def expected(self) -> str:
        """What should be in the tin."""
        return format_sum(self.money.sign, self._expected_cents)

    @property
    def difference(self) -> str:
        """What is in the tin beyond what should be, or "" if it wasn't counted."""
        if not self.money.counted:
            return ""
        return format_sum(self.money.sign, self.money.counted - self._expected_cents)

    @cached_property
    def _cash_lines(self) -> list[MoneyLine]:
        lines = self.account.lines if self.is_stored and self.account else ()
        return [line for line in lines if line.part in (Part.INCOME, Part.PAID)]

    @property
    def _expected_cents(self) -> int:
        return self._sum_part(Part.INCOME) - self._sum_part(Part.PAID)

    def _sum_part(self, part: Part) -> int:
        return sum(line.cents for line in self._cash_lines if line.part is part)

    def _format_part(self, part: Part) -> str:
        return format_sum(self.money.sign, self._sum_part(part))

    def _make_till_line(self, line: MoneyLine) -> TillLine:
        direction = "+" if line.part is Part.INCOME else "−"
        group = _GROUPS_OF_LINES.get((line.part, line.kind))
        # Other lines, such as table money or the prizes of a party, have no Remove.
        is_typed = group and [line.title, line.cents] in getattr(self.money, group)
        key = f"{group}:{line.cents}:{line.title}" if is_typed else ""
        return TillLine(line.title, f"{direction}{format_sum(self.money.sign, line.cents)}", key)

    @property
    def account(self) -> NightAccount | None:
        """The account of the night."""
        return _make_account(self.session, self.money, self.paid_counts)

    @property
    def statement(self) -> MoneyStatement | None:
        """The account in words, or None before the night has money of its own."""
        account = self.account if self.is_stored else None
        if not (account and account.lines):
            return None
        return make_statement(account.lines, self.money.sign)


def _make_account(session: Session, money: NightMoney, paid_counts: Counter[str]) -> NightAccount:
    """Return the account of *session*, whose balance closes it. *paid_counts* are by class."""
    payer_count = paid_counts.total()
    lines = [*_iter_income(money, paid_counts), *_iter_expenses(money, payer_count)]
    income = sum(line.cents for line in lines if line.part is Part.INCOME)
    balance = 2 * income - sum(line.cents for line in lines)
    if lines:
        lines.append(MoneyLine(Part.KEPT, LineKind.OTHER, "Balance", balance))
    return NightAccount(
        event=session.event,
        day=session.day,
        session_name=_get_session_name(session),
        sign=money.sign,
        payer_count=payer_count,
        lines=tuple(lines),
    )


def _get_session_name(session: Session) -> str:
    """Return the name of *session*, or "" if its event has no other."""
    return session.title if session.event.session_counts_by_stage.total() > 1 else ""


def _iter_income(money: NightMoney, paid_counts: Counter[str]) -> Iterator[MoneyLine]:
    for payer_class in PAID_CLASSES:
        count = paid_counts[payer_class]
        fee = money.fees.get(payer_class, 0)
        if count and fee:
            calculation = f"{count} × {format_sum(money.sign, fee)}"
            title = f"Table money, {_CLASS_PLURALS[payer_class]}: {calculation}"
            yield MoneyLine(Part.INCOME, LineKind.FEES, title, count * fee)
    for title, cents in money.income:
        yield MoneyLine(Part.INCOME, LineKind.OTHER, title, cents)


def _iter_expenses(money: NightMoney, payer_count: int) -> Iterator[MoneyLine]:
    for title, cents in money.prizes:
        yield MoneyLine(Part.PAID, LineKind.PRIZES, title, cents)
    hall_cents = money.hall + money.hall_each * payer_count
    if hall_cents:
        yield MoneyLine(Part.PAID, LineKind.HALL, "Hall", hall_cents)
    for title, cents in money.costs:
        yield MoneyLine(Part.PAID, LineKind.OTHER, title, cents)


@dataclass(frozen=True)
class PartyBooks(NightBooks):
    """The entry fees of a party, and its till.

    Its own rules make its account, as if everybody had paid. They don't know the lines of the till.
    """

    @property
    def is_stored(self) -> bool:
        """Whether the night has amounts of its own: those of the party."""
        return True

    @property
    def class_choices(self) -> list[tuple[str, str]]:
        """No classes: everybody pays the same fee."""
        return []

    @cached_property
    def account(self) -> NightAccount | None:
        """The account of the party with the lines of its till, or None without money."""
        event = self.session.event
        kind = get_event_kind(event)
        return next(iter(_fetch_kind_accounts(kind, Event.objects.filter(pk=event.pk))), None)


def fetch_books(session: Session) -> NightBooks:
    """Return the money of *session*. Eight queries at most, for any number of players."""
    kind = get_event_kind(session.event)
    if kind.has_accounts:
        fee = kind.fetch_entry_fee(session.event)
        fees = {PayerClass.MEMBER.value: fee.cents} if fee.cents else {}
        money = fetch_money(session)
        money.sign, money.fees = fee.sign, fees
        seats = [
            _Seat(person_id, name, PayerClass.MEMBER, label)
            for person_id, name, label in fee.players
        ]
        return PartyBooks(session, money, tuple(_fetch_payers(session, money, seats)))
    money = fetch_money(session)
    seats = list(_fetch_seats(session, money))
    return NightBooks(session, money, tuple(_fetch_payers(session, money, seats)))


def fetch_accounts(events: QuerySet[Event]) -> list[NightAccount]:
    """Return the accounts of the sessions of *events* that have money of their own.

    Two queries, and those of each kind of event that makes accounts by its own rules.
    """
    account_kinds = [kind for kind in list_event_kinds() if kind.has_accounts]
    other_events = events.exclude(contest__in=[kind.contest for kind in account_kinds])
    payments = Payment.objects.filter(session__event__in=other_events).order_by()
    paid_counts_by_session = defaultdict[int, Counter[str]](Counter)
    rows = payments.values_list("session", "payer_class").annotate(count=Count("pk"))
    for session_id, payer_class, count in rows:
        paid_counts_by_session[session_id][payer_class] = count
    accounts = []
    for money in _fetch_moneys(other_events):
        paid_counts = paid_counts_by_session[money.session_id]
        paid_counts.update(money.other_payers)
        account = _make_account(money.session, money, paid_counts)
        if account.lines:
            accounts.append(account)
    for kind in account_kinds:
        accounts += _fetch_kind_accounts(kind, events.filter(contest=kind.contest))
    return accounts


def _fetch_moneys(events: QuerySet[Event]) -> QuerySet[NightMoney]:
    return (
        NightMoney.objects.filter(session__event__in=events)
        .select_related("session__event__club", "session__stage")
        .prefetch_related("session__event__sessions")
        .order_by("session__event__date", "session__event", "session__number")
    )


def _fetch_kind_accounts(kind: EventKind, events: QuerySet[Event]) -> list[NightAccount]:
    """Return the accounts that *kind* makes of its *events*, with the lines of each till."""
    account_by_event = {account.event.pk: account for account in kind.fetch_accounts(events)}
    for money in _fetch_moneys(events):
        till_account = _make_account(money.session, money, Counter())
        event = money.session.event
        if till_account.lines:
            account_by_event[event.pk] = _join_accounts(
                account_by_event.get(event.pk), till_account
            )
    return list(account_by_event.values())


def _join_accounts(account: NightAccount | None, till_account: NightAccount) -> NightAccount:
    """Return *account*, if there is one, followed by the lines of *till_account*."""
    if account is None:
        return till_account
    return replace(account, lines=account.lines + till_account.lines)


def fetch_money(session: Session) -> NightMoney:
    """Return the amounts of *session*, or new ones like those of the latest night. Two queries.

    A party begins without any, since its amounts are its own.
    """
    money = NightMoney.objects.filter(session=session).first()
    if money:
        return money
    event = session.event
    account_contests = [kind.contest for kind in list_event_kinds() if kind.has_accounts]
    if event.contest in account_contests:
        return NightMoney(session=session)
    has_same_name = Case(When(session__event__name=event.name, then=Value(0)), default=Value(1))
    other_nights = NightMoney.objects.filter(
        session__event__club=event.club_id, session__event__removed_at__isnull=True
    ).exclude(session__event__contest__in=account_contests)
    # Of the nights of this name, or else of all, the latest.
    latest = other_nights.order_by(has_same_name, "-session__event__date", "-session").first()
    if latest is None:
        return NightMoney(session=session)
    inherited = {name: getattr(latest, name) for name in _INHERITED_FIELDS}
    return NightMoney(session=session, **inherited)


class _Seat(NamedTuple):
    """Who sits at a seat, and what they are likely to pay as."""

    person_id: int
    name: str
    payer_class: PayerClass
    label: str
    section_id: int | None = None
    pair_no: int = 0


def _fetch_payers(session: Session, money: NightMoney, seats: Sequence[_Seat]) -> list[Payer]:
    """Return everybody at *seats*, in their order, then those who have paid without one.

    One query, and another if somebody has paid without a seat.
    """
    payments = Payment.objects.filter(session=session).select_related("person")
    payment_by_person = {payment.person_id: payment for payment in payments}
    seated = [
        _make_payer(money, seat, payment_by_person.pop(seat.person_id, None)) for seat in seats
    ]
    unseated = []
    for payment in payment_by_person.values():
        payer_class = PayerClass(payment.payer_class)
        seat = _Seat(payment.person_id, payment.person.name, payer_class, label="")
        unseated.append(_make_payer(money, seat, payment))
    return _link_newcomers(session, seated, unseated)


def _link_newcomers(
    session: Session, seated: Sequence[Payer], unseated: Sequence[Payer]
) -> list[Payer]:
    """Return all payers, with those who came into the seats of *unseated* and haven't paid."""
    owing_names = {payer.person_id: payer.name for payer in seated if not payer.is_paid}
    newcomers_by_payer = fetch_newcomers_by_payer(
        session.event, [payer.person_id for payer in unseated], owing_ids=owing_names
    )
    payer_by_newcomer = {
        newcomers_by_payer[payer.person_id]: payer
        for payer in unseated
        if payer.person_id in newcomers_by_payer
    }
    payers = [
        replace(payer, previous_payer=payer_by_newcomer.get(payer.person_id)) for payer in seated
    ]
    for payer in unseated:
        newcomer_id = newcomers_by_payer.get(payer.person_id, 0)
        newcomer_name = owing_names.get(newcomer_id, "")
        payers.append(replace(payer, newcomer_id=newcomer_id, newcomer_name=newcomer_name))
    return payers


def _make_payer(money: NightMoney, seat: _Seat, payment: Payment | None) -> Payer:
    payer_class = PayerClass(payment.payer_class) if payment else seat.payer_class
    cents = money.fees.get(payer_class, 0)
    return Payer(
        person_id=seat.person_id,
        name=seat.name,
        payer_class=payer_class,
        cents=cents,
        amount=format_sum(money.sign, cents),
        payment_id=payment.pk if payment else None,
        paid_at=payment.received_at if payment else None,
        seat_label=seat.label,
        section_id=seat.section_id,
        pair_no=seat.pair_no,
    )


def _fetch_seats(session: Session, money: NightMoney) -> Iterator[_Seat]:
    """Yield the seats of a session with boards, in order."""
    sections_by_id = {section.pk: section for section in fetch_session_sections(session.pk)}
    for player in _fetch_players(session):
        section = sections_by_id[player.section_id]
        letter = section.letter if len(sections_by_id) > 1 else ""
        yield _Seat(
            player.person_id,
            player.person.name,
            _choose_class(player, money),
            f"{letter}{section.get_label(player.entry.pair_no)}",
            section.pk,
            player.entry.pair_no,
        )


def _fetch_players(session: Session) -> list[EntryPlayer]:
    """Return the seated players in order, each with the class of their latest payment elsewhere."""
    other_payments = Payment.objects.filter(person=OuterRef("person")).exclude(session=session)
    players = EntryPlayer.objects.filter(section__session=session).annotate(
        last_class=Subquery(other_payments.order_by("-pk").values("payer_class")[:1])
    )
    return list(
        players.select_related("person", "entry").order_by(
            Length("section__letter"), "section__letter", "entry__pair_no", "order"
        )
    )


def _choose_class(player: EntryPlayer, money: NightMoney) -> PayerClass:
    """Return what *player* is likely to pay as: a class that has an amount, or nothing as before."""
    person = player.person
    last_class = getattr(player, "last_class", None)
    payer_class = PayerClass.MEMBER
    if person.is_visitor or person.is_placeholder:
        payer_class = PayerClass.VISITOR
    # A visitor who has become a member pays as one.
    elif last_class in (PayerClass.STUDENT, PayerClass.FREE):
        payer_class = PayerClass(last_class)
    if payer_class is PayerClass.FREE or money.fees.get(payer_class):
        return payer_class
    return PayerClass.MEMBER


@transaction.atomic
def mark_paid(
    *, session: Session, person_id: int, payer_class: str = "", user: User | None
) -> Payment:
    """Store that somebody at a seat of *session* has paid as *payer_class*, or as usual.

    The amounts of the night are stored with the first payment, so that those of a later night don't
    change them.

    :raises DeskError: if nobody of that number has a seat, or there is no such class
    """
    event = lock_event(session.event)
    books = fetch_books(session)
    payer = next((payer for payer in books.payers if payer.person_id == person_id), None)
    if payer is None:
        raise DeskError(
            "payer-gone",
            "This player is no longer on the list, so nothing was saved. Press another.",
        )
    _refuse_unknown_class(payer_class or payer.payer_class, payer)
    if not books.is_stored:
        books.money.save(force_insert=True)
    payment, _is_new = Payment.objects.get_or_create(
        session=session,
        person_id=person_id,
        defaults={
            "payer_class": payer_class or payer.payer_class,
            "received_at": timezone.now(),
            "received_by": user,
        },
    )
    increment_event_version(event.pk)
    return payment


@transaction.atomic
def mark_everybody_paid(
    *,
    session: Session,
    classes: Mapping[int, str],
    owing_ids: Collection[int],
    user: User | None,
) -> int:
    """Store that everybody on the list of *session* has paid but *owing_ids*. Return how many.

    *classes* are by person; others pay as usual. The payments have one time, so that one press withdraws
    them.

    :raises DeskError: if there is no such class
    """
    event = lock_event(session.event)
    books = fetch_books(session)
    received_at = timezone.now()
    payments = []
    for payer in books.owing_payers:
        if payer.person_id not in owing_ids:
            payer_class = classes.get(payer.person_id) or payer.payer_class
            _refuse_unknown_class(payer_class, payer)
            payment = Payment(
                session=session,
                person_id=payer.person_id,
                payer_class=payer_class,
                received_at=received_at,
                received_by=user,
            )
            payments.append(payment)
    if payments and not books.is_stored:
        books.money.save(force_insert=True)
    Payment.objects.bulk_create(payments)
    increment_event_version(event.pk)
    return len(payments)


def _refuse_unknown_class(payer_class: str, payer: Payer) -> None:
    if payer_class not in PayerClass.values:
        raise DeskError("payer-class", "Choose what {name} pays as from the list.", name=payer.name)


@transaction.atomic
def withdraw_shared_payments(*, session: Session, payment_id: int) -> None:
    """Store that a payment of *session* wasn't made, nor those that were stored with it."""
    event = lock_event(session.event)
    payment = Payment.objects.filter(session=session, pk=payment_id).first()
    if payment is not None:
        Payment.objects.filter(session=session, received_at=payment.received_at).delete()
        increment_event_version(event.pk)


@transaction.atomic
def withdraw_payment(*, session: Session, payment_id: int) -> int | None:
    """Store that a payment of *session* wasn't made. Return whose it was, None if unknown.

    A payment that is gone already changes nothing.
    """
    event = lock_event(session.event)
    payment = Payment.objects.filter(session=session, pk=payment_id).first()
    if payment is None:
        return None
    person_id = payment.person_id
    payment.delete()
    increment_event_version(event.pk)
    return person_id


@transaction.atomic
def move_payment(*, session: Session, payment_id: int) -> Payer:
    """Give a payment of *session* to the one who came into the payer's seat. Return who had paid.

    :raises DeskError: if the payer plays again, or the newcomer has paid or left
    """
    event = lock_event(session.event)
    books = fetch_books(session)
    payer = next((payer for payer in books.payers if payer.payment_id == payment_id), None)
    if payer is None or not payer.newcomer_id:
        raise DeskError(
            "payment-not-moved",
            "Somebody has changed this payment or its seat, so nothing was moved. Look at the list "
            "again.",
        )
    Payment.objects.filter(pk=payment_id).update(person=payer.newcomer_id)
    increment_event_version(event.pk)
    return payer


def fetch_money_acts(session: Session) -> QuerySet[Act]:
    """Return the acts that changed the amounts of *session*."""
    return Act.objects.filter(section__session=session, kind=ActKind.MONEY).order_by("-number")


def undo_money(*, session: Session, number: int, user: User | None) -> None:
    """Undo act *number* of the money of *session*, also of a final event.

    :raises DeskError: if another act is the latest, or people have paid by the amounts that it made
    """
    with transaction.atomic():
        lock_event(session.event)
        acts = fetch_money_acts(session)
        _refuse_undo_of_paid_amounts(session, acts.filter(number=number, undone_at=None).first())
        undo_act(acts=acts, number=number, user=user, depends_on=have_common_field)


def _refuse_undo_of_paid_amounts(session: Session, act: Act | None) -> None:
    """Raise if *act* made the amounts of *session* and somebody has paid."""
    has_made_amounts = act is not None and any(
        change["model"] == NightMoney._meta.label_lower and change["before"] is None
        for change in act.changes
    )
    if has_made_amounts and Payment.objects.filter(session=session).exists():
        raise make_paid_amounts_error()


def redo_money(*, session: Session, number: int, user: User | None) -> None:
    """Redo act *number* of the money of *session*, also of a final event.

    :raises DeskError: if the money was changed since the undo
    """
    with transaction.atomic():
        event = lock_event(session.event)
        redo_act(
            event=event,
            acts=fetch_money_acts(session),
            number=number,
            user=user,
            depends_on=have_common_field,
        )


_FIELD_LABELS = {
    "sign": "currency",
    "fees": "table money",
    "hall": "hall",
    "hall_each": "hall per player",
    "income": "other income",
    "prizes": "prizes",
    "costs": "other expenses",
    "other_payers": "players not on the list",
    "counted": "the tin",
}
"""What the history calls the fields of the money of a night."""


def store_money(
    *, session: Session, user: User | None, section: Section | None = None, **fields: Any
) -> NightMoney:
    """Store *fields* of the money of *session*, also of a final event.

    The act belongs to *section*, None at a party.
    """
    with transaction.atomic():
        event = lock_event(session.event)
        message = "The amounts of the night were entered."
        # Not a correction: visitors never see the money of a night.
        with record_act(
            event=event, section=section, kind=ActKind.MONEY, message=message, user=user
        ) as journal:
            money = fetch_money(session)
            if money._state.adding:
                for name, value in fields.items():
                    setattr(money, name, value)
                journal.create(money)
            else:
                labels = [
                    label
                    for name, label in _FIELD_LABELS.items()
                    if name in fields and fields[name] != getattr(money, name)
                ]
                journal.message = f"The money was changed: {', '.join(labels)}."
                journal.change(money, **fields)
    return money


@transaction.atomic
def add_money_line(
    *,
    session: Session,
    section: Section | None,
    group: str,
    title: str,
    cents: int,
    user: User | None,
) -> None:
    """Add a typed line to *group* of the money of *session*.

    :raises DeskError: if there are as many lines as there may be
    """
    lock_event(session.event)
    lines = getattr(fetch_money(session), group)
    if len(lines) >= _MAX_LINES:
        raise DeskError(
            "money-lines",
            "The till has {most} such lines, which is the most. Add amounts together.",
            most=_MAX_LINES,
        )
    store_money(session=session, section=section, user=user, **{group: [*lines, [title, cents]]})


@transaction.atomic
def remove_money_line(
    *, session: Session, section: Section | None, key: str, user: User | None
) -> None:
    """Remove the typed line of *key* from the money of *session*.

    :raises DeskError: if another desk removed it
    """
    lock_event(session.event)
    group, _, rest = key.partition(":")
    cents, _, title = rest.partition(":")
    is_group = group in _GROUPS_OF_LINES.values()
    lines = list(getattr(fetch_money(session), group)) if is_group else []
    matching_lines = [line for line in lines if [f"{line[1]}", line[0]] == [cents, title]]
    if not matching_lines:
        raise DeskError("money-line-gone", "This line is no longer in the till.")
    lines.remove(matching_lines[0])
    store_money(session=session, section=section, user=user, **{group: lines})
