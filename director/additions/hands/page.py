"""The page Hands, for directors only: cards, deals of files, and hand records.

Cards are *known* if they are stored. A board is *visible* if everybody may see its cards: all
tables of this session have played it, and no other session that shares the cards still has to.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from director.additions.hands.deals import (
    SEED_ERROR,
    analyse_deals,
    correct_deals,
    deal_hands,
    find_field_correction,
    is_solver_installed,
    make_no_hands_error,
    remove_deals,
    turn_deal,
)
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_field_lines,
    fetch_plans_by_section,
)
from director.boards.movement.sections import (
    ScoringField,
    fetch_scoring_field,
    fetch_section,
    fetch_section_acts,
    fetch_undo_and_redo_acts,
)
from director.boards.movement.words import (
    format_boards,
    format_runs,
    format_vulnerability,
    get_dealer_name,
    make_section_stem,
)
from director.boards.pages.steps import make_session_context
from director.boards.paper.hands import draw_hand_records
from director.boards.play.hands import (
    HandRecords,
    HandSheet,
    make_board_hands,
    make_hand_records,
    preview_deals,
    store_deals,
)
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.scoring.deals import (
    BoardDeal,
    DealKey,
    SharingSession,
    compute_played_boards,
    fetch_awaiting_session_by_key,
    fetch_hands_by_key,
)
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.act_kinds import ActKind
from director.core.base.forms import PageForm, parse_record_number, parse_small_number
from director.core.base.requests import DeskRequest, make_file_response, refuse_file, render_page
from director.core.base.roles import Role, require_role_to_read
from director.core.base.uploads import (
    SubmittedFile,
    list_destinations,
    read_hands,
    read_submitted_file,
)
from director.core.pages.history import find_undo_question_page
from director.errors import DeskError
from director.formats.deals import DealInFile, write_deals
from director.formats.door import FileUse
from director.formats.errors import ImportFileError, summarize_problems
from director.models import Deal, Section
from director.models.event import SectionRef
from director.pdf.sheet_kinds import SheetKind
from director.pdf.sheet_kinds import render as render_pdf
from movements.option import format_count
from scoring.errors import ScoringError
from scoring.hands.misplaced import DealCorrection


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board: whether its cards are known and may be seen, and how far it is played."""

    board_no: int
    dealer: str
    vulnerability: str
    is_known: bool
    has_makeable: bool
    entered_count: int
    due_count: int
    is_visible: bool
    source_label: str  # the file, or "dealt here"


class HandsPage:
    """The content of the page Hands of a session. Ten queries at most for any size."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.scoring_field: ScoringField = fetch_scoring_field(section)

    @cached_property
    def lines(self) -> SectionLines:
        """All lines of the session."""
        return fetch_field_lines(self.scoring_field, fetch_plans_by_section(self.scoring_field))

    @cached_property
    def hands(self) -> dict[DealKey, BoardDeal]:
        """The cards of all sections."""
        return fetch_hands_by_key(self.scoring_field)

    @cached_property
    def visible_boards(self) -> frozenset[int]:
        """The boards whose cards may be seen by anybody."""
        return (
            compute_played_boards(self.scoring_field, self.lines)
            - self.sharing_sessions_by_board.keys()
        )

    @cached_property
    def sharing_sessions_by_board(self) -> dict[int, SharingSession]:
        """Other sessions of the club that still have to play the same cards, by board."""
        sharing_sessions = fetch_awaiting_session_by_key(self.scoring_field, self.hands)
        return {board_no: session for (_section, board_no), session in sharing_sessions.items()}

    @property
    def sharing_sessions(self) -> tuple[tuple[str, SharingSession], ...]:
        """Other sessions that still have to play some of the hands, after a text of the boards."""
        boards_by_session: dict[SharingSession, list[int]] = {}
        for board_no, session in sorted(self.sharing_sessions_by_board.items()):
            boards_by_session.setdefault(session, []).append(board_no)
        return tuple(
            (format_runs(boards), session) for session, boards in boards_by_session.items()
        )

    @cached_property
    def rows(self) -> tuple[BoardRow, ...]:
        """The boards in play, and any others with stored cards."""
        deals = Deal.objects.filter(section__session=self.scoring_field.session)
        # In descending order, so that the source of the first section stays in the dictionary.
        sources = dict(deals.order_by("-section").values_list("board_no", "source"))
        hands_by_board = {board_no: hand for (_section, board_no), hand in self.hands.items()}
        board_numbers = sorted({*self.lines.boards, *hands_by_board})
        return tuple(
            self._make_board_row(board_no, hands_by_board.get(board_no), sources.get(board_no, ""))
            for board_no in board_numbers
        )

    def _make_board_row(self, board_no: int, hand: BoardDeal | None, source: str) -> BoardRow:
        lines = self.lines.get_board_lines(board_no)
        hand_source = ""
        if hand:
            hand_source = source or "dealt here"
        return BoardRow(
            board_no,
            get_dealer_name(board_no),
            format_vulnerability(board_no),
            is_known=hand is not None,
            has_makeable=hand is not None and hand.makeable is not None,
            entered_count=sum(line.is_entered for line in lines),
            due_count=len(lines),
            is_visible=board_no in self.visible_boards,
            source_label=hand_source,
        )

    @property
    def known_count(self) -> int:
        """The number of boards with known cards."""
        return sum(row.is_known for row in self.rows)

    @property
    def unanalysed_count(self) -> int:
        """The number of boards with known cards, but without makeable tricks."""
        return sum(row.is_known and not row.has_makeable for row in self.rows)

    @property
    def unknown_boards(self) -> tuple[int, ...]:
        """The boards in play whose cards are not known."""
        return tuple(row.board_no for row in self.rows if row.due_count and not row.is_known)

    @property
    def has_solver(self) -> bool:
        """Whether makeable tricks can be worked out on this computer."""
        return is_solver_installed()

    @property
    def are_all_visible(self) -> bool:
        """Whether the cards of every board may be seen."""
        return all(row.is_visible for row in self.rows if row.due_count)

    @cached_property
    def correction(self) -> DealCorrection | None:
        """The moves of cards between boards by which the results would fit them."""
        return find_field_correction(self.scoring_field, self.hands, self.lines)

    def make_hand_sheets(self, board_no: int) -> tuple[HandSheet, ...]:
        """Return the cards of a board, visible or not. See :func:`make_board_hands`."""
        return make_board_hands(self.scoring_field, self.hands, board_no)


@dataclass(frozen=True, slots=True)
class UnplayedRecords:
    """Hand records that a director asks for while some table has still to play."""

    records: HandRecords

    def has(self, kind: "SheetKind[UnplayedRecords]") -> bool:
        """Return whether *kind* can be printed."""
        return kind.has_sheets(self)

    @property
    def without_selection(self) -> "UnplayedRecords":
        """The job itself, because all hands are always printed."""
        return self


UNPLAYED_RECORDS_KIND: SheetKind[UnplayedRecords] = SheetKind(
    "hands-early",
    "Hand records",
    help="All hands, including those of boards that some tables haven’t played yet.",
    remedy="import or deal the hands first",
    has_sheets=lambda job: bool(job.records.hands),
    draw=lambda pen, job: draw_hand_records(pen, job.records.heading, job.records.hands),
)


MAX_SHOWN_PROBLEMS = 10
"""Problems of a file that the page lists."""


class DealsForm(PageForm):
    """The file of the deals, and whether all sections of the session play them."""

    file = forms.FileField(
        label="Deal file",
        allow_empty_file=True,  # the reader says it better
        help_text="PBN (.pbn), RBN (.rbn, .rbx), LIN (.lin), a dealing machine file (.dup, .dlm, .bri, .dge), or a file "
        "of results with hands.",
        error_messages={"required": "Choose a file first."},
        widget=forms.ClearableFileInput(
            attrs={"accept": ".pbn,.rbn,.rbx,.lin,.dup,.dlm,.bri,.dge,.xml,.bws,.csv,.xlsx,.html"}
        ),
    )
    all_sections = forms.BooleanField(label="All sections", required=False, initial=True)

    def __init__(self, *args: Any, has_file: bool = False) -> None:
        super().__init__(*args)
        self.fields["file"].required = not has_file


class SeedForm(PageForm):
    """The seed of a deal. Empty for a new one."""

    seed = forms.RegexField(
        r"^[A-Za-z0-9]{1,64}$",
        label="Seed",
        required=False,
        widget=forms.TextInput(attrs={"maxlength": 64}),
        help_text="The same seed deals the same boards. Leave it empty for new boards.",
        error_messages={"invalid": SEED_ERROR[1].replace("{seed}", "%(value)s")},
    )


@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_hands(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show which boards have deals, and one of them on request. A POST changes them."""
    section = fetch_section(ref)
    if request.method != "POST":
        return _render_hands_page(request, section)
    action = request.POST.get("action", "")
    if action not in _ACTIONS_BY_NAME:
        return redirect("session_hands", ref=ref)
    if question := _find_undo_question(request, section, action):
        return question
    submitted_file = read_submitted_file(request)
    preview_text = ""
    problems: list[str] = []
    form = _make_action_form(request, action, submitted_file)
    try:
        if form is None or form.is_valid():
            preview_text = _ACTIONS_BY_NAME[action](request, section, form, submitted_file) or ""
            if not preview_text:
                return redirect("session_hands", ref=ref)
    except ImportFileError as error:
        problems = summarize_problems(error.problems, MAX_SHOWN_PROBLEMS)[:MAX_SHOWN_PROBLEMS]
    except (DeskError, ScoringError) as error:
        problems = [str(error)]
    destinations = list_destinations(submitted_file, FileUse.HANDS) if action == "read" else []
    if form:  # each form has one box that can be wrong, its first
        first_field = next(iter(form.fields))
        for problem in problems:
            form.add_error(first_field, problem)
        problems = []
    context = {
        "preview_text": preview_text,
        "submitted_file": submitted_file,
        "problems": problems,
        "destinations": [] if preview_text else destinations,
    }
    return _render_hands_page(
        request, fetch_section(ref), form, is_refused=not preview_text, **context
    )


def _find_undo_question(request: DeskRequest, section: Section, action: str) -> HttpResponse | None:
    if action not in ("undo", "redo"):
        return None
    return find_undo_question_page(
        request,
        fetch_section_acts(section, (ActKind.HANDS,)),
        parse_record_number(request.POST.get("number", "")),
        back=reverse("session_hands", args=[section]),
        is_redo=action == "redo",
    )


def _make_action_form(
    request: DeskRequest, action: str, submitted_file: SubmittedFile | None
) -> DealsForm | SeedForm | None:
    if action == "read":
        return DealsForm(request.POST, request.FILES, has_file=submitted_file is not None)
    if action == "deal":
        return SeedForm(request.POST)
    return None


def _refuse_hands_file(request: DeskRequest, section: Section) -> HttpResponse:
    back = reverse("session_hands", args=[section.ref])
    reason = str(make_no_hands_error())
    return refuse_file(request, reason, back=back, back_label="Hands", status=404)


@require_role_to_read(Role.DIRECTOR)
@require_safe
def download_deals_as_pbn(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Answer with the cards as PBN, for the dealing machine."""
    section = fetch_section(ref)
    page = HandsPage(section)
    section_hands = {
        board_no: hand
        for (section_id, board_no), hand in page.hands.items()
        if section_id == section.pk
    }
    if not section_hands:
        return _refuse_hands_file(request, section)
    event = section.session.event
    deals = (_make_filed_deal(section_hands[board_no]) for board_no in sorted(section_hands))
    content = write_deals(deals, event=event.name, date=f"{event.date.year:04}.{event.date:%m.%d}")
    return make_file_response(content, f"{make_section_stem(section)}-deals.pbn", "text/plain")


@require_role_to_read(Role.DIRECTOR)
@require_safe
@xframe_options_sameorigin
def show_hand_records(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Answer with the hand records of all stored deals."""
    section = fetch_section(ref)
    session_results = SessionResults(fetch_scoring_field(section))
    if not session_results.hands_by_key:
        return _refuse_hands_file(request, section)
    job = UnplayedRecords(make_hand_records(session_results, session_results.hands_by_key))
    paper = section.session.event.club.paper
    content = render_pdf(
        job,
        [UNPLAYED_RECORDS_KIND.key],
        paper,
        available_kinds=(UNPLAYED_RECORDS_KIND,),
        printed_at=timezone.localtime(),
    )
    return make_file_response(
        content, f"{make_section_stem(section)}-hands.pdf", "application/pdf", is_attachment=False
    )


def _make_filed_deal(hand: BoardDeal) -> DealInFile:
    return DealInFile(hand.board_no, hand.cards, hand.makeable)


def _import_deals(
    request: DeskRequest, section: Section, form: DealsForm, submitted_file: SubmittedFile
) -> str:
    """Import the deals and return "". For a preview, return what an import would do instead."""
    deals = read_hands(submitted_file.content)
    all_sections = form.cleaned_data["all_sections"] or not section.is_one_of_several
    if submitted_file.is_preview:
        imported_deals = preview_deals(
            section=section, deals=deals, is_for_all_sections=all_sections
        )
        preview_sentences = [f"hands for {format_runs(imported_deals.boards)}."]
        if imported_deals.replaced_boards:
            preview_sentences.append(
                f"Replaces the hands of {format_runs(imported_deals.replaced_boards)}."
            )
        if imported_deals.skipped_boards:
            preview_sentences.append(
                f"Left out, not in play: {format_runs(imported_deals.skipped_boards)}."
            )
        return " ".join(preview_sentences)
    imported_deals = store_deals(
        section=section,
        deals=deals,
        source=submitted_file.name,
        user=request.user,
        is_for_all_sections=all_sections,
    )
    count = len(imported_deals.boards)
    messages.success(
        request,
        f"Hands of {format_count(count, 'board')} imported. Players see a board once all tables have played it.",
    )
    if imported_deals.skipped_boards:
        messages.info(
            request,
            f"Boards {format_boards(imported_deals.skipped_boards)} in the file aren’t in play and were left out.",
        )
    return ""


def _deal_boards(request: DeskRequest, section: Section, form: SeedForm, _file: None) -> None:
    dealt_hands = deal_hands(section=section, user=request.user, seed=form.cleaned_data["seed"])
    count = len(dealt_hands.boards)
    messages.success(
        request, f"{format_count(count, 'board')} dealt. Save them for the dealing machine."
    )


def _analyse_deals(request: DeskRequest, section: Section, *_form: None) -> None:
    count = analyse_deals(section=section, user=request.user)
    messages.success(request, f"Makeable tricks worked out for {format_count(count, 'board')}.")


def _remove_hands(request: DeskRequest, section: Section, *_form: None) -> None:
    remove_deals(section=section, user=request.user)
    messages.success(request, "Hands removed. You can undo it.")


def _turn_hand(request: DeskRequest, section: Section, *_form: None) -> None:
    board_no, quarters = (
        parse_small_number(request.POST.get(name, "")) for name in ("board", "quarters")
    )
    turn_deal(section=section, board_no=board_no, quarters=quarters, user=request.user)
    messages.success(request, f"Board {board_no} turned.")


def _correct_deals(request: DeskRequest, section: Section, *_form: None) -> None:
    moves = {}
    for text in request.POST.getlist("move"):
        numbers = [parse_small_number(part) for part in text.split("-")]
        # A broken move has missing numbers; zeros make the service refuse it.
        board_no, source_board_no, quarters = [*numbers, 0, 0, 0][:3]
        moves[board_no] = source_board_no, quarters
    correct_deals(section=section, moves_by_board=moves, user=request.user)
    messages.success(request, "Hands moved.")


def _make_undo_action(
    undo_or_redo: Callable[..., object], success_text: str
) -> Callable[..., None]:
    def run_step(request: DeskRequest, section: Section, *_form: None) -> None:
        number = parse_record_number(request.POST.get("number", ""))
        undo_or_redo(section=section, number=number, user=request.user, kinds=(ActKind.HANDS,))
        messages.success(request, success_text)

    return run_step


_ACTIONS_BY_NAME: dict[str, Callable[..., str | None]] = {
    "read": _import_deals,
    "deal": _deal_boards,
    "weigh": _analyse_deals,
    "remove": _remove_hands,
    "turn": _turn_hand,
    "mend": _correct_deals,
    "undo": _make_undo_action(undo_section, "Undone."),
    "redo": _make_undo_action(redo_section, "Redone."),
}


def _render_hands_page(
    request: DeskRequest,
    section: Section,
    form: DealsForm | SeedForm | None = None,
    *,
    is_refused: bool = False,
    **context: Any,
) -> HttpResponse:
    page = HandsPage(section)
    shown_board = parse_small_number(request.GET.get("show", ""))
    undo, redo = fetch_undo_and_redo_acts(section, (ActKind.HANDS,))
    seeds = section.deals.exclude(seed="").values_list("seed", flat=True).distinct()
    context |= {
        **make_session_context(section, "print"),
        "page": page,
        "shown_board": shown_board,
        "sheets": page.make_hand_sheets(shown_board) if shown_board else (),
        "is_shown_board_visible": shown_board in page.visible_boards,
        "seeds": list(seeds) if "seed" in request.GET else [],
        "is_dealt": bool(seeds),
        "deals_form": form if isinstance(form, DealsForm) else DealsForm(),
        "seed_form": form if isinstance(form, SeedForm) else SeedForm(),
        "undo": undo,
        "redo": redo,
    }
    return render_page(request, "additions/hands/page.html", context, problems=is_refused)
