"""The money of a session: its amounts, who has paid, the account and the receipts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from director.additions.money.books import (
    PAID_CLASSES,
    NightBooks,
    add_money_line,
    fetch_books,
    fetch_money,
    fetch_money_acts,
    mark_everybody_paid,
    mark_paid,
    move_payment,
    redo_money,
    remove_money_line,
    store_money,
    undo_money,
    withdraw_payment,
    withdraw_shared_payments,
)
from director.additions.money.receipts import render_receipts
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context
from director.core.base.forms import (
    HundredthsField,
    PageForm,
    TextField,
    WholeNumberField,
    make_validation_error,
    parse_record_number,
)
from director.core.base.requests import DeskRequest, make_file_response, make_file_stem, render_page
from director.core.base.roles import Role, require_role_to_read, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.night.history import select_undo_and_redo_acts, split_undo_and_redo_acts
from director.core.pages.history import find_undo_question_page
from director.errors import DeskError
from director.event_kinds import list_event_kinds
from director.models import NightMoney, Section, Session
from director.models.event import SectionRef
from director.models.money import MAX_LINE_TITLE_LENGTH, MAX_SIGN_LENGTH

_MAX_OTHER_PAYERS = 400
TILL_GROUPS = {"income": "Income", "prizes": "Prize", "costs": "Expense"}
"""What can be added to the till, with the title of a line for which none is typed."""
_TILL_BUTTONS = frozenset({"add", "remove", "count"})


class NightMoneyForm(PageForm):
    """The amounts of a session: table money by class, and behind *More* what few nights need."""

    sign = TextField(
        label="Currency",
        required=False,
        max_length=MAX_SIGN_LENGTH,
        widget=forms.TextInput(attrs={"class": "n", "placeholder": "£"}),
    )
    hall = HundredthsField(label="Hall hire, in all")
    hall_each = HundredthsField(label="Hall hire, per player")

    def __init__(self, data: Mapping[str, str] | None, *, money: NightMoney) -> None:
        stored = {"sign": money.sign, "hall": money.hall, "hall_each": money.hall_each}
        super().__init__(data, initial=stored)
        for payer_class in PAID_CLASSES:
            self.fields[f"fee_{payer_class}"] = HundredthsField(
                label=payer_class.label, initial=money.fees.get(payer_class, 0)
            )
        for payer_class in PAID_CLASSES:
            self.fields[f"others_{payer_class}"] = WholeNumberField(
                what="a number of players",
                example=2,
                label=f"{payer_class.label}s not on the list who paid",
                min_value=0,
                max_value=_MAX_OTHER_PAYERS,
                required=False,
                initial=money.other_payers.get(payer_class) or None,
            )
        self.add_shown_values()

    @property
    def fee_fields(self) -> list[forms.BoundField]:
        """The amounts of table money."""
        return [self[f"fee_{payer_class}"] for payer_class in PAID_CLASSES]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The currency, the hall, and how many paid without a name at a seat."""
        other_payers = [self[f"others_{payer_class}"] for payer_class in PAID_CLASSES]
        return [self["sign"], self["hall"], self["hall_each"], *other_payers]

    def make_settings(self) -> dict[str, Any]:
        """Return the fields of the money of the session."""
        data = self.cleaned_data
        settings = {name: data[name] for name in ("sign", "hall", "hall_each")}
        settings["fees"] = _collect_by_class(data, "fee")
        settings["other_payers"] = _collect_by_class(data, "others")
        return settings


class TillLineForm(PageForm):
    """A line of the till to be added."""

    title = TextField(
        label="What for",
        required=False,
        max_length=MAX_LINE_TITLE_LENGTH,
        widget=forms.TextInput(attrs={"placeholder": "Raffle"}),
    )
    cents = HundredthsField(label="Amount")

    def clean_cents(self) -> int:
        """Return the amount. Raise if it is 0."""
        cents: int = self.cleaned_data["cents"]
        if not cents:
            raise make_validation_error("money-line", "Type the amount, such as 12 or 7.50.")
        return cents


class CountForm(PageForm):
    """What was counted in the tin."""

    counted = HundredthsField(label="Counted")


def _collect_by_class(data: Mapping[str, Any], prefix: str) -> dict[str, int]:
    """Return the numbers of the fields with *prefix* that aren't 0, by class."""
    numbers_by_class = {}
    for payer_class in PAID_CLASSES:
        number = data[f"{prefix}_{payer_class}"]
        if number:
            numbers_by_class[payer_class.value] = number
    return numbers_by_class


@require_role_to_read(Role.SCORER)
def edit_money(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show who has paid, the till and the amounts. A POST stores amounts or a line of the till."""
    section = fetch_section(ref)
    if request.method == "POST" and ("undo" in request.POST or "redo" in request.POST):
        return _undo_or_redo_money(request, section)
    if request.method == "POST" and not request.POST.keys().isdisjoint(_TILL_BUTTONS):
        return _change_till(request, section.session, section)
    form = NightMoneyForm(
        request.POST if request.method == "POST" else None, money=fetch_money(section.session)
    )
    if request.method == "POST" and form.is_valid():
        with show_refusals_at(form):
            settings = form.make_settings()
            store_money(session=section.session, section=section, user=request.user, **settings)
            messages.success(request, "Money saved.")
            return redirect("session_money", ref=section.ref)
    return _render_money(request, section, make_till_context(section.session, section), form)


def change_party_till(request: DeskRequest, ref: int) -> HttpResponse:
    """Store a line or count of the till of a party. What was refused stays in its boxes."""
    if request.method != "POST":
        return redirect("party_money", ref=ref)
    return _change_till(request, _get_party_session(ref), None)


def _change_till(request: DeskRequest, session: Session, section: Section | None) -> HttpResponse:
    """Store the line or count that was sent, and answer with the till, by itself for htmx.

    *section* is None at a party.
    """
    line_form = TillLineForm(request.POST if "add" in request.POST else None)
    count_form = CountForm(request.POST if "count" in request.POST else None)
    refusal = ""
    try:
        if line_form.is_bound and line_form.is_valid():
            _add_line(request, session, section, line_form)
        elif count_form.is_bound and count_form.is_valid():
            counted = count_form.cleaned_data
            store_money(session=session, section=section, user=request.user, **counted)
        elif "remove" in request.POST:
            remove_money_line(
                session=session, section=section, key=request.POST["remove"], user=request.user
            )
    except DeskError as error:
        refusal = str(error)
    problems = refusal or line_form.errors or count_form.errors
    if not (request.htmx or problems):
        return redirect(f"{_get_money_address(session, section)}#till")
    context = make_till_context(
        session,
        section,
        line_form=line_form if line_form.errors or refusal else None,
        count_form=count_form if count_form.errors else None,
    ) | {"refusal": refusal, "is_focused": True}
    if request.htmx:
        return render_page(request, "additions/money/_till.html", context, problems=problems)
    if section is None:
        context["back"] = reverse("party_money", args=[session.pk])
        return render_page(request, "additions/money/party_till.html", context, problems=problems)
    form = NightMoneyForm(None, money=fetch_money(session))
    return _render_money(request, section, context, form)


def _get_money_address(session: Session, section: Section | None) -> str:
    if section is None:
        return reverse("party_money", args=[session.pk])
    return reverse("session_money", args=[section.ref])


def _add_line(
    request: DeskRequest, session: Session, section: Section | None, form: TillLineForm
) -> None:
    group = request.POST["add"]
    if group not in TILL_GROUPS:
        raise DeskError("money-group", "Press one of the buttons below the amount.")
    add_money_line(
        session=session,
        section=section,
        group=group,
        title=form.cleaned_data["title"] or TILL_GROUPS[group],
        cents=form.cleaned_data["cents"],
        user=request.user,
    )


def make_till_context(
    session: Session,
    section: Section | None,
    *,
    line_form: TillLineForm | None = None,
    count_form: CountForm | None = None,
) -> dict[str, Any]:
    """Return the context of the till, with forms that were refused or new ones.

    At a party, whose *section* is None, the history alone undoes a change.
    """
    books = fetch_books(session)
    undo = redo = None
    if section is not None:
        acts = select_undo_and_redo_acts(fetch_money_acts(session))
        undo, redo = split_undo_and_redo_acts(acts)
    name, ref = ("session_money", section.ref) if section else ("party_money_till", session.pk)
    return {
        "books": books,
        "line_form": line_form or TillLineForm(None),
        "count_form": count_form or CountForm(None, initial={"counted": books.money.counted}),
        "till_groups": TILL_GROUPS.items(),
        "till_address": reverse(name, args=[ref]),
        "undo": undo,
        "redo": redo,
    }


def _render_money(
    request: DeskRequest, section: Section, till_context: dict[str, Any], form: NightMoneyForm
) -> HttpResponse:
    context = make_results_page_context(request, section, "money") | till_context
    payers_context = make_payers_context(section.session, section.ref, till_context["books"])
    context |= payers_context | {"own_action": True, "form": form}
    problems = form.errors or till_context["line_form"].errors or till_context["count_form"].errors
    return render_page(
        request,
        "additions/money/page.html",
        context,
        problems=problems or till_context.get("refusal"),
    )


def make_payers_context(
    session: Session, section: SectionRef | None = None, books: NightBooks | None = None
) -> dict[str, Any]:
    """Return the context of the list of payers, of a *section* of boards or of a party."""
    prefix, ref = ("session", section) if section else ("party", session.pk)
    books = books or fetch_books(session)
    return {
        "books": books,
        "payer_classes": books.class_choices,
        "paid_address": reverse(f"{prefix}_money_paid", args=[ref]),
        "receipts_address": reverse(f"{prefix}_money_receipts", args=[ref]),
        "seats_address": reverse(f"{prefix}_seats", args=[ref]),
        "month": f"{session.day:%Y-%m}",
    }


def _undo_or_redo_money(request: DeskRequest, section: Section) -> HttpResponse:
    """Undo or redo the act of the button, once a question about somebody else's is answered."""
    session = section.session
    is_redo = "redo" in request.POST
    number = parse_record_number(request.POST["redo" if is_redo else "undo"])
    back = reverse("session_money", args=[section.ref])
    acts = fetch_money_acts(session)
    question = find_undo_question_page(request, acts, number, back=back, is_redo=is_redo)
    if question:
        return question
    with show_refusals_as_messages(request):
        if is_redo:
            redo_money(session=session, number=number, user=request.user)
            messages.success(request, "Money: change redone.")
        else:
            undo_money(session=session, number=number, user=request.user)
            messages.success(request, "Money: change undone.")
    return redirect(back)


@require_role_to_send(Role.SCORER)
@require_POST
def change_payment(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Store that somebody has paid, or hasn't."""
    section = fetch_section(ref)
    return _change_payment(request, section.session, reverse("session_money", args=[section.ref]))


@require_role_to_send(Role.SCORER)
@require_POST
def change_party_payment(request: DeskRequest, ref: int) -> HttpResponse:
    """Store that somebody has paid the entry fee of a party, or hasn't."""
    session = _get_party_session(ref)
    return _change_payment(request, session, reverse("party_money", args=[ref]))


def _get_party_session(session_id: int) -> Session:
    sessions = Session.objects.select_related("event__club", "stage")
    contests = [kind.contest for kind in list_event_kinds() if kind.has_accounts]
    return get_object_or_404(
        sessions, pk=session_id, event__contest__in=contests, event__removed_at__isnull=True
    )


def _change_payment(request: DeskRequest, session: Session, back: str) -> HttpResponse:
    person_id = 0
    if "everybody" in request.POST or "undo_everybody" in request.POST:
        return _change_all_payments(request, session, back)
    with show_refusals_as_messages(request):
        person_id = store_pressed_payment(session, request.POST, request.user)
    return redirect(f"{back}#pays-{person_id}")


def _change_all_payments(request: DeskRequest, session: Session, back: str) -> HttpResponse:
    """Store that everybody has paid but those who are ticked, or withdraw these payments."""
    data = request.POST
    if "undo_everybody" in data:
        payment_id = parse_record_number(data["undo_everybody"])
        withdraw_shared_payments(session=session, payment_id=payment_id)
        messages.success(request, "Payments withdrawn.")
        return redirect(f"{back}#payers")
    classes = {
        parse_record_number(name.removeprefix("class-")): str(value)
        for name, value in data.items()
        if name.startswith("class-")
    }
    owing_ids = set(map(parse_record_number, data.getlist("but")))
    with show_refusals_as_messages(request):
        count = mark_everybody_paid(
            session=session, classes=classes, owing_ids=owing_ids, user=request.user
        )
        messages.success(request, f"Paid: {count} more.")
    return redirect(f"{back}#payers")


def store_pressed_payment(session: Session, data: Mapping[str, str], user: User | None) -> int:
    """Store that somebody has paid, or hasn't, by the button in *data*. Return who, 0 if unknown.

    The button may also move a payment to the one who has the seat now.

    :raises DeskError: as :func:`mark_paid` and :func:`move_payment`
    """
    if "move" in data:
        payment_id = parse_record_number(data["move"])
        return move_payment(session=session, payment_id=payment_id).newcomer_id
    if "paid" not in data:
        payment_id = parse_record_number(data.get("unpaid", ""))
        return withdraw_payment(session=session, payment_id=payment_id) or 0
    person_id = parse_record_number(data["paid"])
    payer_class = data.get(f"class-{person_id}", "")
    mark_paid(session=session, person_id=person_id, payer_class=payer_class, user=user)
    return person_id


@require_role_to_read(Role.SCORER)
@require_safe
def print_receipts(
    request: DeskRequest,  # noqa: ARG001  a view
    ref: SectionRef,
) -> HttpResponse:
    """Answer with the receipts and the account as PDF."""
    return _make_receipts_response(fetch_section(ref).session)


@require_role_to_read(Role.SCORER)
@require_safe
def print_party_receipts(
    request: DeskRequest,  # noqa: ARG001  a view
    ref: int,
) -> HttpResponse:
    """Answer with the receipts and the account of a party as PDF."""
    return _make_receipts_response(_get_party_session(ref))


def _make_receipts_response(session: Session) -> HttpResponse:
    content = render_receipts(fetch_books(session), printed_at=timezone.localtime())
    name = f"{make_file_stem(session.event)}-receipts.pdf"
    return make_file_response(content, name, "application/pdf", is_attachment=False)
