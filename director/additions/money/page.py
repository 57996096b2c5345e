"""The money of a session: its amounts, who has paid, the account and the receipts."""

from collections.abc import Iterator, Mapping, Sequence
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
    fetch_books,
    fetch_money,
    fetch_money_acts,
    mark_paid,
    move_payment,
    redo_money,
    store_money,
    undo_money,
    withdraw_payment,
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
from director.event_kinds import list_event_kinds
from director.models import NightMoney, Section, Session
from director.models.event import SectionRef
from director.models.money import MAX_LINE_TITLE_LENGTH, MAX_SIGN_LENGTH

_LINE_LABELS = {
    "income": ("Other income", "Raffle"),
    "prizes": ("Prize", "1st N-S"),
    "costs": ("Other expense", "Tea"),
}
"""The label of a typed line, which is its title if none is typed, and an example."""
_EMPTY_ROWS = 2
"""Empty rows below the lines that are stored."""
_MIN_ROWS = 3
_MAX_ROWS = 30
_MAX_OTHER_PAYERS = 400


class NightMoneyForm(PageForm):
    """The amounts of a session: table money by class, the hall, and typed lines."""

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
                label=payer_class.label,
                min_value=0,
                max_value=_MAX_OTHER_PAYERS,
                required=False,
                initial=money.other_payers.get(payer_class) or None,
            )
        self._row_counts = {}
        for group in _LINE_LABELS:
            lines = getattr(money, group)
            self._row_counts[group] = self._count_rows(group, lines)
            for number in range(self._row_counts[group]):
                title, cents = lines[number] if number < len(lines) else ("", 0)
                self._add_row(group, number, title=title, cents=cents)
        self.add_shown_values()

    def _count_rows(self, group: str, lines: Sequence[Any]) -> int:
        """Return how many rows *group* has: those that were sent, or some more than are stored."""
        count = max(len(lines) + _EMPTY_ROWS, _MIN_ROWS)
        # Another desk may have removed lines since the page was shown.
        while f"{group}_{count}_cents" in self.data:
            count += 1
        return min(count, _MAX_ROWS)

    def _add_row(self, group: str, number: int, *, title: str, cents: int) -> None:
        label, example = _LINE_LABELS[group]
        placeholder = example if number == 0 else ""
        self.fields[f"{group}_{number}_title"] = TextField(
            label=f"{label} {number + 1}",
            required=False,
            max_length=MAX_LINE_TITLE_LENGTH,
            initial=title,
            widget=forms.TextInput(attrs={"placeholder": placeholder}),
        )
        self.fields[f"{group}_{number}_cents"] = HundredthsField(
            label=f"Amount of {label.lower()} {number + 1}", initial=cents
        )

    @property
    def fee_fields(self) -> list[forms.BoundField]:
        """The amounts of table money."""
        return [self["sign"], *(self[f"fee_{payer_class}"] for payer_class in PAID_CLASSES)]

    @property
    def other_payer_fields(self) -> list[forms.BoundField]:
        """The numbers of those who paid without a name at a seat."""
        return [self[f"others_{payer_class}"] for payer_class in PAID_CLASSES]

    @property
    def hall_fields(self) -> list[forms.BoundField]:
        """The amounts of the hall."""
        return [self["hall"], self["hall_each"]]

    @property
    def line_groups(self) -> list[tuple[str, list[tuple[forms.BoundField, forms.BoundField]]]]:
        """The heading of each group of typed lines, and its rows of title and amount."""
        headings = {"income": "Other income", "prizes": "Prizes", "costs": "Other expenses"}
        return [(heading, list(self._iter_rows(group))) for group, heading in headings.items()]

    def _iter_rows(self, group: str) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        for number in range(self._row_counts[group]):
            yield self[f"{group}_{number}_title"], self[f"{group}_{number}_cents"]

    def clean(self) -> dict[str, Any]:
        """Return the data. Add an error to each line that has a title and no amount."""
        super().clean()
        for group in _LINE_LABELS:
            for title_box, cents_box in self._iter_rows(group):
                title = self.cleaned_data.get(title_box.name)
                if title and self.cleaned_data.get(cents_box.name) == 0:
                    self.add_error(
                        cents_box.name,
                        make_validation_error(
                            "money-line",
                            "Type the amount of “{title}”, or empty its name.",
                            title=title,
                        ),
                    )
        return self.cleaned_data

    def make_settings(self) -> dict[str, Any]:
        """Return the fields of the money of the session."""
        data = self.cleaned_data
        settings = {name: data[name] for name in ("sign", "hall", "hall_each")}
        settings["fees"] = _collect_by_class(data, "fee")
        settings["other_payers"] = _collect_by_class(data, "others")
        for group in _LINE_LABELS:
            settings[group] = self._list_lines(group)
        return settings

    def _list_lines(self, group: str) -> list[list[Any]]:
        label, _example = _LINE_LABELS[group]
        lines = []
        for title_box, cents_box in self._iter_rows(group):
            cents = self.cleaned_data[cents_box.name]
            if cents:
                lines.append([self.cleaned_data[title_box.name] or label, cents])
        return lines


def _collect_by_class(data: Mapping[str, Any], prefix: str) -> dict[str, int]:
    """Return the numbers of the fields with *prefix* that aren't 0, by class."""
    numbers_by_class = {}
    for payer_class in PAID_CLASSES:
        number = data[f"{prefix}_{payer_class}"]
        if number:
            numbers_by_class[payer_class.value] = number
    return numbers_by_class


@require_role_to_read(Role.SCORER)
def edit_money(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show who has paid, the account and the amounts. A POST stores the amounts."""
    section = fetch_section(session_id)
    if request.method == "POST" and ("undo" in request.POST or "redo" in request.POST):
        return _undo_or_redo_money(request, section)
    form = NightMoneyForm(
        request.POST if request.method == "POST" else None, money=fetch_money(section.session)
    )
    if request.method == "POST" and form.is_valid():
        with show_refusals_at(form):
            store_money(section=section, user=request.user, **form.make_settings())
            messages.success(request, "Money saved.")
            return redirect("session_money", session_id=section.ref)
    payers_context = make_payers_context(section.session, section.ref)
    offered_acts = select_undo_and_redo_acts(fetch_money_acts(section.session))
    undo, redo = split_undo_and_redo_acts(offered_acts)
    context = make_results_page_context(request, section, "money") | {
        "own_action": True,
        "form": form,
        "account": payers_context["books"].statement,
        "undo": undo,
        "redo": redo,
        **payers_context,
    }
    return render_page(request, "additions/money/page.html", context, problems=form.errors)


def make_payers_context(session: Session, section: SectionRef | None = None) -> dict[str, Any]:
    """Return the context of the list of payers, of a *section* of boards or of a party."""
    prefix, ref = ("session", section) if section else ("party", session.pk)
    books = fetch_books(session)
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
def change_payment(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Store that somebody has paid, or hasn't."""
    section = fetch_section(session_id)
    return _change_payment(request, section.session, reverse("session_money", args=[section.ref]))


@require_role_to_send(Role.SCORER)
@require_POST
def change_party_payment(request: DeskRequest, session_id: int) -> HttpResponse:
    """Store that somebody has paid the entry fee of a party, or hasn't."""
    session = _get_party_session(session_id)
    return _change_payment(request, session, reverse("party_money", args=[session_id]))


def _get_party_session(session_id: int) -> Session:
    sessions = Session.objects.select_related("event__club", "stage")
    contests = [kind.contest for kind in list_event_kinds() if kind.has_accounts]
    return get_object_or_404(
        sessions, pk=session_id, event__contest__in=contests, event__removed_at__isnull=True
    )


def _change_payment(request: DeskRequest, session: Session, back: str) -> HttpResponse:
    person_id = 0
    with show_refusals_as_messages(request):
        person_id = store_pressed_payment(session, request.POST, request.user)
    return redirect(f"{back}#pays-{person_id}")


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
    session_id: SectionRef,
) -> HttpResponse:
    """Answer with the receipts and the account as PDF."""
    return _make_receipts_response(fetch_section(session_id).session)


@require_role_to_read(Role.SCORER)
@require_safe
def print_party_receipts(
    request: DeskRequest,  # noqa: ARG001  a view
    session_id: int,
) -> HttpResponse:
    """Answer with the receipts and the account of a party as PDF."""
    return _make_receipts_response(_get_party_session(session_id))


def _make_receipts_response(session: Session) -> HttpResponse:
    content = render_receipts(fetch_books(session), printed_at=timezone.localtime())
    name = f"{make_file_stem(session.event)}-receipts.pdf"
    return make_file_response(content, name, "application/pdf", is_attachment=False)
