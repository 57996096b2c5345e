"""Custom movements of parties: choose the moves, watch them in a room, and save the movement.

The moves depend on the result or on the chair. By result, each *mover* (the winner in seat A, and
so on) has a move, and a last choice says how partners change; table 1 and the last table may have
other moves. By chair, each chair is *shifted* by some tables.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.core.base.forms import PageForm
from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import show_refusals_as_messages
from director.party.models import PartyWay
from director.party.movement.custom import fetch_club_movements, simulate_sample_room
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.shell import make_party_context
from director.party.play.custom import archive_movement, save_movement
from movements.party.custom import (
    MOVE_PHRASE_BY_LETTER,
    PARTNERS_PHRASE_BY_LETTER,
    CustomMovement,
    TableRule,
    list_custom_movement_errors,
    parse_custom_movement,
)

MOVERS = (
    ("win_a", "Winner in seat A"),
    ("win_b", "Winner in seat B"),
    ("lose_a", "Loser in seat A"),
    ("lose_b", "Loser in seat B"),
)
CHAIRS = (
    ("n", "Chair N (seat A)"),
    ("s", "Chair S (seat B)"),
    ("e", "Chair E (seat A)"),
    ("w", "Chair W (seat B)"),
)
DEFAULT_MOVEMENT_KEY = "own-hlssc"
"""The key of the movement that the page begins with: by result, with a move for each mover.

The letters are explained in :mod:`movements.party.custom`.
"""
DEFAULT_SHIFTS = (0, -1, 1, 2)
"""Shifts of the chairs N, S, E and W that the page begins with, in tables."""
MAX_TABLES = 12
MAX_ROUND = 30
MAX_SHIFT = 3
_MOVES = list(MOVE_PHRASE_BY_LETTER.items())
_RULE_FIELDS = (*(mover for mover, _ in MOVERS), "partners")
"""The fields of one rule, in the order of its code."""
_RULE_SCOPES = (("", ""), ("head_", "at table 1"), ("foot_", "at the last table"))
"""The prefix of the fields of each rule, and where the rule applies."""


def _list_shift_choices() -> list[tuple[str, str]]:
    choices = [("0", "stays")]
    for sign, direction in ((1, "higher"), (-1, "lower")):
        for table_count in range(1, MAX_SHIFT + 1):
            noun = "table" if table_count == 1 else "tables"
            choices.append(
                (str(sign * table_count), f"{table_count} {noun} towards the {direction} numbers")
            )
    return choices


class CustomMovementForm(PageForm):
    """The choices of a custom movement."""

    by = forms.ChoiceField(
        label="Moves depend on",
        choices=(("result", "who won"), ("chair", "the chair or card colour")),
    )
    tables = forms.TypedChoiceField(
        label="Show with",
        coerce=int,
        choices=[(str(tables), f"{tables} tables") for tables in range(2, MAX_TABLES + 1)],
    )
    round = forms.IntegerField(min_value=1, max_value=MAX_ROUND, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, key: str = DEFAULT_MOVEMENT_KEY) -> None:
        # The form is always bound: the page shows the movement of its choices at once.
        values = _make_form_values(parse_custom_movement(key) or CustomMovement())
        submitted = dict(data.items()) if data else {}
        values |= submitted
        if "win_a" in submitted:
            # The whole form was submitted, and a check box is submitted only if it is ticked.
            values |= {name: submitted.get(name, "") for name in ("head", "foot")}
        super().__init__(values)
        for prefix, scope in _RULE_SCOPES:
            for mover, label in MOVERS:
                self.fields[prefix + mover] = forms.ChoiceField(
                    label=f"{label} {scope}".strip(), choices=_MOVES
                )
            self.fields[f"{prefix}partners"] = forms.ChoiceField(
                label=f"Then {scope}".strip(), choices=list(PARTNERS_PHRASE_BY_LETTER.items())
            )
        self.fields["head"] = forms.BooleanField(label="Table 1 moves differently", required=False)
        self.fields["foot"] = forms.BooleanField(
            label="The last table moves differently", required=False
        )
        for chair, label in CHAIRS:
            self.fields[chair] = forms.ChoiceField(label=label, choices=_list_shift_choices())

    def make_movement(self) -> CustomMovement:
        """Return the movement of the valid choices."""
        data = self.cleaned_data
        if data["by"] == "chair":
            north, south, east, west = (int(data[chair]) for chair, _ in CHAIRS)
            return CustomMovement(shifts=(north, south, east, west))
        return CustomMovement(
            self._make_table_rule(""),
            self._make_table_rule("head_") if data["head"] else None,
            self._make_table_rule("foot_") if data["foot"] else None,
        )

    def _make_table_rule(self, prefix: str) -> TableRule:
        return TableRule(*(self.cleaned_data[prefix + name] for name in _RULE_FIELDS))

    def _get_bound_fields(self, names: tuple[str, ...], prefix: str = "") -> list[forms.BoundField]:
        return [self[prefix + name] for name in names]

    @property
    def middle_fields(self) -> list[forms.BoundField]:
        """The fields of the rule for all tables."""
        return self._get_bound_fields(_RULE_FIELDS)

    @property
    def head_fields(self) -> list[forms.BoundField]:
        """The fields of the rule for table 1."""
        return self._get_bound_fields(_RULE_FIELDS, "head_")

    @property
    def foot_fields(self) -> list[forms.BoundField]:
        """The fields of the rule for the last table."""
        return self._get_bound_fields(_RULE_FIELDS, "foot_")

    @property
    def chair_fields(self) -> list[forms.BoundField]:
        """The fields of the chairs."""
        return self._get_bound_fields(tuple(chair for chair, _ in CHAIRS))


def _make_form_values(movement: CustomMovement) -> dict[str, str]:
    """Return the form data that makes *movement*."""
    values = {"by": "chair" if movement.shifts else "result", "tables": "4", "round": "1"}
    shifts = movement.shifts or DEFAULT_SHIFTS
    for (chair, _), shift in zip(CHAIRS, shifts, strict=True):
        values[chair] = str(shift)
    default_movement = parse_custom_movement(DEFAULT_MOVEMENT_KEY)
    default_rule = default_movement.between if default_movement else None
    # A movement by chair has no rule, so its hidden fields begin with the default one.
    rules = (("", movement.between), ("head_", movement.head), ("foot_", movement.foot))
    for prefix, table_rule in rules:
        # Hidden fields need a value too: table 1 begins with the moves of the other tables.
        rule = table_rule or movement.between or default_rule
        for name, letter in zip(_RULE_FIELDS, rule.code, strict=True):  # type: ignore[union-attr]
            values[prefix + name] = letter
    if movement.head:
        values["head"] = "on"
    if movement.foot:
        values["foot"] = "on"
    return values


@require_safe
def show_custom_movements(request: DeskRequest, ref: int) -> HttpResponse:
    """Show the form, its problems or a sample room, and the saved movements."""
    party = fetch_party_by_session(ref)
    form = CustomMovementForm(request.GET, key=request.GET.get("way", DEFAULT_MOVEMENT_KEY))
    context = make_party_context(party, "field") | {
        "form": form,
        "movements": fetch_club_movements(party),
        "name": request.GET.get("name", "")[:60],
    }
    if not form.is_valid():
        return render_page(request, "party/custom.html", context, problems=form.errors)
    movement = form.make_movement()
    round_no = form.cleaned_data["round"]
    problems = list_custom_movement_errors(movement)
    context |= {"problems": problems, "key": movement.key}
    if not problems:
        context |= {
            "room": simulate_sample_room(movement.key, form.cleaned_data["tables"], round_no),
            "previous_query": _make_round_query(request, round_no - 1),
            "next_query": _make_round_query(request, round_no + 1),
        }
    return render(request, "party/custom.html", context)


def _make_round_query(request: DeskRequest, round_no: int) -> str:
    """Return the query for another round of the same room, or "" if there is none."""
    params = request.GET.copy()
    params["round"] = str(round_no)
    if 1 <= round_no <= MAX_ROUND:
        return params.urlencode()
    return ""


@require_POST
def save_custom_movement(request: DeskRequest, ref: int) -> HttpResponse:
    """Save a custom movement under a name."""
    party = fetch_party_by_session(ref)
    key = request.POST.get("key", "")
    with show_refusals_as_messages(request):
        saved_movement = save_movement(
            club=party.session.event.club, name=request.POST.get("name", ""), key=key
        )
        messages.success(
            request, f"“{saved_movement.name}” saved. Choose it in Field under Other systems."
        )
    return redirect(f"{reverse('party_ways', args=[ref])}?way={key}")


@require_POST
def archive_custom_movement(request: DeskRequest, ref: int, number: int) -> HttpResponse:
    """Archive a custom movement, or restore it if the form has ``back``."""
    party = fetch_party_by_session(ref)
    movement = get_object_or_404(PartyWay, pk=number, club=party.session.event.club_id)
    is_archived = "back" not in request.POST
    archive_movement(movement=movement, is_archived=is_archived)
    outcome = "archived. Parties that use it keep it." if is_archived else "restored."
    messages.success(request, f"“{movement.name}” {outcome}")
    return redirect("party_ways", ref=ref)
