"""The page of the cards, for directors only: whoever plays may have an account of another role."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from director.boards import sentences
from director.boards.acts import HANDS, section_acts
from director.boards.deals.double_dummy import LIBRARY
from director.boards.deals.read import Hand
from director.boards.hands.forms import DealsForm, SeedForm
from director.boards.hands.paper import RECORDS, EarlyRecords
from director.boards.hands.read import HandsPage, hand_records
from director.boards.hands.write import (
    deal_turn,
    deals_make,
    deals_mend,
    deals_remove,
    deals_take,
    deals_weigh,
)
from director.boards.results.read.sheets import SessionSheets
from director.boards.results.write.acts import section_redo, section_undo
from director.boards.sections import section_of_session
from director.boards.sitting import sitting_of
from director.boards.steps import shell
from director.boards.words import boards_text, section_stem
from director.core.accounts.roles import Role, read_by
from director.core.answers import file_answer, sentence
from director.core.forms import act_number, small_number
from director.core.history.read import acts_to_offer
from director.core.requests import DeskRequest
from director.errors import DeskError
from director.formats.deals.model import FiledDeal
from director.formats.deals.read import read_deals
from director.formats.errors import ImportFileError
from director.formats.pbn.games import write_deals
from director.models import Section
from director.models.event import SectionPlace
from director.pdf.kinds import render as render_pdf
from scoring import ScoringError


@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def session_hands(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show of which boards the cards are kept, those of one board only on asking; a press changes them."""
    section = section_of_session(session_id)
    if request.method != "POST":
        return _show(request, section)
    act = _ACTS.get(request.POST.get("action", ""))
    if act is None:
        return redirect("session_hands", session_id=session_id)
    form: DealsForm | SeedForm | None = None
    try:
        if act is _read:
            form = DealsForm(request.POST, request.FILES)
        elif act is _make:
            form = SeedForm(request.POST)
        if form is None or form.is_valid():
            act(request, section, form)
            return redirect("session_hands", session_id=session_id)
        refused = [str(error) for errors in form.errors.values() for error in errors]
    except ImportFileError as error:
        refused = [str(fault) for fault in error.faults]
    except (DeskError, ScoringError) as error:
        refused = [str(error)]
    return _show(request, section_of_session(session_id), refused=refused, form=form)


@read_by(Role.DIRECTOR)
@require_safe
def session_hands_pbn(_request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Answer with the cards as PBN, for the dealing machine."""
    section = section_of_session(session_id)
    page = HandsPage(section)
    own = {board_no: hand for (section_id, board_no), hand in page.hands.items() if section_id == section.pk}
    if not own:
        return sentence(sentences.NO_HANDS.says(), 404)
    event = section.session.event
    deals = (_filed(own[board_no]) for board_no in sorted(own))
    content = write_deals(deals, event=event.name, date=f"{event.date.year:04}.{event.date:%m.%d}")
    return file_answer(content, f"{section_stem(section)}-deals.pbn", "text/plain; charset=iso-8859-1")


@read_by(Role.DIRECTOR)
@require_safe
@xframe_options_sameorigin
def session_hands_records(_request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Answer with the hand records of all boards of which cards are kept, whoever has still to play them."""
    section = section_of_session(session_id)
    sheets = SessionSheets(sitting_of(section))
    if not sheets.hands:
        return sentence(sentences.NO_HANDS.says(), 404)
    job = EarlyRecords(hand_records(sheets, sheets.hands))
    paper = section.session.event.club.paper
    content = render_pdf(job, [RECORDS.key], paper, among=(RECORDS,), printed_at=timezone.localtime())
    return file_answer(content, f"{section_stem(section)}-hands.pdf", "application/pdf", attached=False)


def _filed(hand: Hand) -> FiledDeal:
    return FiledDeal(hand.board_no, hand.cards, hand.makeable)


def _read(request: DeskRequest, section: Section, form: DealsForm) -> None:
    upload = form.cleaned_data["file"]
    taken = deals_take(
        section=section,
        deals=read_deals(upload),
        source=str(upload.name),
        user=request.user,
        all_sections=form.cleaned_data["all_sections"] or not section.is_one_of_several,
    )
    count = len(taken.boards)
    messages.success(
        request,
        f"The cards of {count} board{'s' * (count != 1)} are stored. Players see a board once all have played it.",
    )
    if taken.others:
        messages.info(request, f"Boards {boards_text(taken.others)} of the file are not in play and were left out.")


def _make(request: DeskRequest, section: Section, form: SeedForm) -> None:
    dealt = deals_make(section=section, user=request.user, seed=form.cleaned_data["seed"])
    count = len(dealt.boards)
    messages.success(
        request, f"{count} board{'s are' if count != 1 else ' is'} dealt. Save them for the dealing machine."
    )


def _weigh(request: DeskRequest, section: Section, _form: None) -> None:
    count = deals_weigh(section=section, user=request.user)
    messages.success(request, f"What can be made is worked out for {count} board{'s' * (count != 1)}.")


def _remove(request: DeskRequest, section: Section, _form: None) -> None:
    deals_remove(section=section, user=request.user)
    messages.success(request, "The cards are taken out. Undo brings them back.")


def _turn(request: DeskRequest, section: Section, _form: None) -> None:
    board_no, quarters = (small_number(request.POST.get(name, "")) for name in ("board", "quarters"))
    deal_turn(section=section, board_no=board_no, quarters=quarters, user=request.user)
    messages.success(request, f"Board {board_no} is turned.")


def _mend(request: DeskRequest, section: Section, _form: None) -> None:
    moves = {}
    for text in request.POST.getlist("move"):
        board_no, cards_of, quarters = ([small_number(part) for part in text.split("-")] + [0, 0, 0])[:3]
        moves[board_no] = cards_of, quarters
    deals_mend(section=section, moves=moves, user=request.user)
    messages.success(request, "The cards are where they were played.")


def _to_and_fro(step: Callable[..., object], words: str) -> Callable[..., None]:
    def act(request: DeskRequest, section: Section, _form: None) -> None:
        number = act_number(request.POST.get("number", ""))
        step(section=section, number=number, user=request.user, kinds=(HANDS,))
        messages.success(request, words)

    return act


_ACTS: dict[str, Callable[..., None]] = {
    "read": _read,
    "deal": _make,
    "weigh": _weigh,
    "remove": _remove,
    "turn": _turn,
    "mend": _mend,
    "undo": _to_and_fro(section_undo, "The cards are what they were before."),
    "redo": _to_and_fro(section_redo, "The cards are again what they were changed to."),
}


def _show(
    request: DeskRequest,
    section: Section,
    *,
    refused: list[str] | None = None,
    form: DealsForm | SeedForm | None = None,
) -> HttpResponse:
    page = HandsPage(section)
    shown = small_number(request.GET.get("show", ""))
    undo, redo = acts_to_offer(section_acts(section, (HANDS,)))
    seeds = section.deals.exclude(seed="").values_list("seed", flat=True).distinct()
    context = {
        **shell(section, "print"),
        "page": page,
        "shown": shown,
        "sheets": page.sheets(shown) if shown else (),
        "shown_open": shown in page.open_boards,
        "seeds": list(seeds) if "seed" in request.GET else [],
        "is_dealt": bool(seeds),
        "refused": refused,
        "deals_form": form if isinstance(form, DealsForm) else DealsForm(),
        "seed_form": form if isinstance(form, SeedForm) else SeedForm(),
        "undo": undo,
        "redo": redo,
        "library": LIBRARY,
    }
    return render(request, "boards/hands/page.html", context, status=422 if refused else 200)
