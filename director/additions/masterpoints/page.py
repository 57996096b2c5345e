"""The page of the masterpoints of a month or a season, and its files."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from director.additions.masterpoints.files import (
    CREDIT_SUFFIX,
    PLAYERS_TABLE,
    make_return_tables,
    write_credit_file,
)
from director.additions.masterpoints.paper import render_return
from director.additions.masterpoints.returns import (
    AwardRule,
    PointsReturn,
    compute_return,
    count_nights_by_month,
    make_scale_rule,
    make_table_rule,
)
from director.core.base.forms import PageForm, WholeNumberField
from director.core.base.requests import DeskRequest, make_file_response, refuse_file, render_page
from director.core.base.roles import Role, require_role_to_read
from director.core.base.shown_refusals import raise_refusals_as_form_errors
from director.core.club.club import get_or_create_club
from director.core.files.exports import export_file
from director.errors import DeskError
from director.formats.errors import ExportError
from director.models import Club
from scoring.masterpoints import (
    SCALES,
    MasterpointField,
    MasterpointScale,
    compute_award,
    get_scale,
)
from scoring.season import parse_rank_points_table

OWN_TABLE = "own"
"""The club's own table in place of a federation's scale."""
CREDIT_FILE = "abf"
"""The federation's file, in place of the key of a spreadsheet."""
CSV_FILE = "csv"
PDF_FILE = "pdf"
_MAX_TABLE_LENGTH = 2000
_MAX_LIMIT = 99_999
_EXAMPLE = MasterpointField(entrants=8, tables=8, is_two_winner=True)
_NOT_A_MONTH = "Type a month such as 2026-11."
_NOT_A_SCALE = "Choose a scale from the list."
_NO_TABLE = "Type your table, such as “8: 8 6 4 2”."


class MonthField(forms.DateField):
    """A month, as browsers send it: ``2026-11``."""

    def __init__(self, *, label: str, required: bool = True, help_text: str = "") -> None:
        super().__init__(
            label=label,
            required=required,
            help_text=help_text,
            input_formats=["%Y-%m"],
            widget=forms.DateInput(attrs={"type": "month"}, format="%Y-%m"),
            error_messages={"required": _NOT_A_MONTH, "invalid": _NOT_A_MONTH},
        )


def _make_limit_field(letter: str) -> WholeNumberField:
    return WholeNumberField(
        what="a number of masterpoints",
        example=750,
        label=f"Limit of {letter}",
        required=False,
        min_value=1,
        max_value=_MAX_LIMIT,
    )


class MasterpointsForm(PageForm):
    """The months, and the scale or the club's own table."""

    scale = forms.ChoiceField(
        label="Scale",
        choices=[
            ("", "Choose your scale"),
            *((scale.key, scale.name) for scale in SCALES),
            (OWN_TABLE, "Our own table"),
        ],
        error_messages={"required": _NOT_A_SCALE, "invalid_choice": _NOT_A_SCALE},
    )
    month = MonthField(label="Month")
    last = MonthField(label="To month", required=False, help_text="For a season.")
    limit_b = _make_limit_field("B")
    limit_c = _make_limit_field("C")
    table = forms.CharField(
        label="Our own table",
        required=False,
        max_length=_MAX_TABLE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Per line the smallest field, a colon, and points from first place: “8: 8 6 4 2”.",
        error_messages={"max_length": f"Shorten this to {_MAX_TABLE_LENGTH} characters."},
    )

    def clean_last(self) -> date:
        """Return the last month, which is the first one if nothing is typed."""
        first_month: date | None = self.cleaned_data.get("month")
        last_month: date | None = self.cleaned_data["last"] or first_month
        if first_month and last_month and last_month < first_month:
            raise forms.ValidationError(
                "The last month is before the first. Correct one.", code="months-order"
            )
        return last_month or timezone.localdate()

    def clean_table(self) -> str:
        """Return the club's table. Raise if it is used and can't be read."""
        text: str = self.cleaned_data["table"]
        if self.cleaned_data.get("scale") == OWN_TABLE:
            with raise_refusals_as_form_errors():
                table = parse_rank_points_table(text)
            if not table:
                raise forms.ValidationError(_NO_TABLE, code="table-missing")
        return text


@dataclass(frozen=True, slots=True)
class _ReturnChoice:
    """The return that the form asks for."""

    first_month: date
    last_month: date
    rule: AwardRule
    has_credit_file: bool


def _read_choice(form: MasterpointsForm) -> _ReturnChoice:
    values = form.cleaned_data
    if values["scale"] == OWN_TABLE:
        rule = make_table_rule(parse_rank_points_table(values["table"]))
        has_credit_file = False
    else:
        scale = get_scale(values["scale"])
        limits = {"B": values["limit_b"], "C": values["limit_c"]}
        known_limits = {letter: limit for letter, limit in limits.items() if limit}
        rule = make_scale_rule(scale, known_limits)
        has_credit_file = scale.federation == "ABF"
    return _ReturnChoice(values["month"], values["last"], rule, has_credit_file=has_credit_file)


def _compute_return(club: Club, choice: _ReturnChoice) -> PointsReturn:
    return compute_return(club, choice.first_month, choice.last_month, rule=choice.rule)


def _list_example_awards() -> list[tuple[MasterpointScale, list[Fraction]]]:
    """Return the first awards of one direction of a Mitchell by each scale, for comparison."""
    return [
        (scale, [compute_award(scale, _EXAMPLE, rank=rank) for rank in range(1, 5)])
        for scale in SCALES
    ]


@require_role_to_read(Role.SCORER)
@require_safe
def show_masterpoints(request: DeskRequest) -> HttpResponse:
    """Show the masterpoints of a month or a season, and why events earned none."""
    club = get_or_create_club()
    # Until somebody has chosen a scale there is no return: a guessed one could be sent unnoticed.
    form = MasterpointsForm(request.GET or None, initial={"month": timezone.localdate()})
    context: dict[str, object] = {"form": form, "nav": "people"}
    if form.is_valid():
        choice = _read_choice(form)
        context |= {
            "points_return": _compute_return(club, choice),
            "has_credit_file": choice.has_credit_file,
            "query": urlencode(form.data, doseq=True),
        }
    else:
        context |= {
            "example_tables": _EXAMPLE.tables,
            "examples": _list_example_awards(),
            "month_counts": count_nights_by_month(club),
        }
    return render_page(request, "additions/masterpoints/page.html", context, problems=form.errors)


@require_role_to_read(Role.SCORER)
@require_safe
def download_masterpoints(request: DeskRequest, form: str) -> HttpResponse:
    """Answer with the return as a spreadsheet, on paper, or as the federation's file."""
    club = get_or_create_club()
    choice_form = MasterpointsForm(request.GET)
    if not choice_form.is_valid():
        errors = [str(error) for messages in choice_form.errors.values() for error in messages]
        return _refuse_masterpoints_file(request, " ".join(errors))
    choice = _read_choice(choice_form)
    points_return = _compute_return(club, choice)
    stem = slugify(f"masterpoints {points_return.period}")
    try:
        if form == CREDIT_FILE and choice.has_credit_file:
            content = write_credit_file(points_return)
            return make_file_response(content, f"{stem}{CREDIT_SUFFIX}", "text/plain")
        if form == PDF_FILE:
            content = render_return(club, points_return, printed_at=timezone.localtime())
            return make_file_response(
                content, f"{stem}.pdf", "application/pdf", is_attachment=False
            )
        table = PLAYERS_TABLE if form == CSV_FILE else ""  # a workbook has every table
        tables = make_return_tables(club, points_return)
        file = export_file(tables, form, table=table, paper=club.paper)
    except (DeskError, ExportError) as error:
        return _refuse_masterpoints_file(request, str(error), status=404)
    return make_file_response(file.content, f"{stem}{file.suffix}", file.content_type)


def _refuse_masterpoints_file(
    request: DeskRequest, reason: str, *, status: int = 422
) -> HttpResponse:
    # With the choices, so that the page shows which of them is wrong.
    back = f"{reverse('people_masterpoints')}?{request.GET.urlencode()}"
    return refuse_file(request, reason, back=back, back_label="Masterpoints", status=status)
