"""Beside step 5: the log of rulings, given, appealed and withdrawn."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from director.boards.rulings.forms import AppealForm, RulingForm, WithdrawForm
from director.boards.rulings.read import section_rulings
from director.boards.rulings.write import ruling_appeal, ruling_give, ruling_withdraw
from director.boards.sections import section_of_session
from director.boards.steps import shell
from director.core.forms import small_number
from director.core.requests import DeskRequest
from director.errors import AS_SAID, DeskError
from director.models import Ruling, Section
from director.models.event import SectionPlace
from scoring import ScoringError


@require_http_methods(["GET", "HEAD", "POST"])
def session_rulings(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show every ruling of the night, and give one; ``?board=7`` begins one about a board."""
    section = section_of_session(session_id)
    if request.method != "POST":
        board_no = small_number(request.GET.get("board", ""))
        return _show(request, section, RulingForm(section=section, initial={"board_no": board_no or None}))
    form = RulingForm(request.POST, section=section)
    if form.is_valid():
        try:
            ruling = ruling_give(section=section, typed=form.ruling(), user=request.user)
        except (DeskError, ScoringError) as error:
            _refuse(form, error)
        else:
            messages.success(request, f"Ruling {ruling.number} is stored.")
            return redirect("session_rulings", session_id=session_id)
    return _show(request, section, form)


@require_POST
def session_rulings_withdraw(request: DeskRequest, session_id: SectionPlace, number: int) -> HttpResponse:
    """Withdraw a ruling: it is kept, struck through."""
    section, ruling = _ruling(session_id, number)
    form = WithdrawForm(request.POST)
    try:
        if not form.is_valid():
            raise DeskError(AS_SAID, text=form.errors["why"][0])
        stood = ruling.award is not None and ruling.award.in_force
        ruling = ruling_withdraw(ruling=ruling, user=request.user, **form.cleaned_data)
    except (DeskError, ScoringError) as error:
        return _show(request, section, RulingForm(section=section), refused={number: str(error)})
    messages.success(request, withdrawn_words(ruling, stood=stood))
    return redirect("session_rulings", session_id=session_id)


@require_POST
def session_rulings_appeal(request: DeskRequest, session_id: SectionPlace, number: int) -> HttpResponse:
    """Note an appeal against a ruling and its outcome."""
    section, ruling = _ruling(session_id, number)
    form = AppealForm.of(ruling, request.POST)
    if form.is_valid():
        try:
            ruling_appeal(ruling=ruling, user=request.user, **form.cleaned_data)
        except DeskError as error:
            _refuse(form, error)
        else:
            messages.success(request, f"The appeal against ruling {number} is stored.")
            return redirect("session_rulings", session_id=session_id)
    return _show(request, section, RulingForm(section=section), appeals={number: form})


def withdrawn_words(ruling: Ruling, *, stood: bool) -> str:
    """Return what became of *ruling*, now withdrawn, and its line, on which its result *stood* until then or not."""
    if not ruling.award:
        return f"Ruling {ruling.number} is withdrawn."
    stands = ruling.award.result.counted or "empty"
    words = f"is {stands} again" if stood else f"was changed after it and stays {stands}"
    return f"Ruling {ruling.number} is withdrawn; board {ruling.board_no} {words}."


def _ruling(session_id: SectionPlace, number: int) -> tuple[Section, Ruling]:
    section = section_of_session(session_id)
    return section, get_object_or_404(section.rulings.select_related("award__result"), number=number)


def _refuse(form: RulingForm | AppealForm, error: DeskError | ScoringError) -> None:
    """Put the sentence where the input is, as far as the error says which."""
    field = getattr(error, "field", "")
    form.add_error(field if field in form.fields else None, str(error))


def _show(
    request: DeskRequest,
    section: Section,
    form: RulingForm,
    *,
    appeals: dict[int, AppealForm] | None = None,
    refused: dict[int, str] | None = None,
) -> HttpResponse:
    appeals, refused = appeals or {}, refused or {}
    rows = [
        {
            "sheet": sheet,
            "appeal": appeals.get(sheet.ruling.number) or AppealForm.of(sheet.ruling),
            "withdraw": WithdrawForm(auto_id=f"id_{sheet.ruling.number}_%s"),
            "refused": refused.get(sheet.ruling.number, ""),
        }
        for sheet in section_rulings(section)
    ]
    status = 422 if form.errors or appeals or refused else 200
    context = shell(section, "scores") | {"form": form, "rows": rows}
    return render(request, "boards/rulings.html", context, status=status)
