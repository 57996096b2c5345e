"""Late arrivals and leavers, with a preview of the changes."""

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from director.core.base.forms import PageForm, TextField, WholeNumberField, make_validation_error
from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import Refusal, show_refusals_at
from director.core.pages.standings_question import ask_before_standings_change
from director.formats.errors import ImportFileError
from director.formats.names.players import read_players
from director.formats.names.tables.questions import needs_column_answers
from director.party.models import Party
from director.party.movement.clock import fetch_current_round
from director.party.movement.next_round import fetch_announced_changes
from director.party.movement.options import has_seat_groups
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import describe_moves, fetch_party_names
from director.party.pages.shell import make_party_context
from director.party.play.people import (
    LateArrival,
    SeatingChange,
    change_players,
    make_play_over_error,
    preview_people,
)
from director.party.play.play import finish_party

_NUMBERS = re.compile(r"[\s,;.]+")


class PartyPeopleForm(PageForm):
    """Arrivals, by name or number, and the numbers of leavers.

    If the party has groups, *more_a* and *more_b* are the arrivals without a name in each; otherwise
    *more_a* is their number.
    """

    names = TextField(
        label="Late arrivals",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One name per line. Players who return keep their number and points: enter the name or the number.",
    )
    more_a = WholeNumberField(
        what="a number of people", example=1, label="", required=False, min_value=0, max_value=50
    )
    more_b = WholeNumberField(
        what="a number of people", example=1, label="", required=False, min_value=0, max_value=50
    )
    leavers = TextField(
        label="Withdrawals",
        required=False,
        help_text="Player numbers, such as 12, 17.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, party: Party, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names_field = self.fields["names"]
        if not has_seat_groups(party):
            del self.fields["more_b"]
            self.fields["more_a"].label = "Players without a name"
            names_field.widget.attrs["placeholder"] = "Ada Ash"
            return
        self.fields["more_a"].label = f"Without a name: {party.get_group_name('A')}"
        self.fields["more_b"].label = f"Without a name: {party.get_group_name('B')}"
        noun_a = party.get_member_noun("A")
        noun_b = party.get_member_noun("B")
        names_field.help_text += f" Add {noun_a} or {noun_b} in brackets."
        names_field.widget.attrs["placeholder"] = f"Ada Ash ({noun_a})"

    def clean_names(self) -> list[tuple[str, str]]:
        """Return name and group of the arrivals that are typed. A number stands for its player."""
        text = self.cleaned_data["names"]
        if not text.strip():
            return []
        lines = [line.strip() for line in text.splitlines()]
        returning_players = []
        for line in lines:
            if line.isdecimal() and len(line) <= 4:
                returning_players.append((str(int(line)), ""))
        if not any(line and not line.isdecimal() for line in lines):
            return returning_players
        try:
            players = read_players(text)
        except ImportFileError as error:
            if needs_column_answers(error):
                # A few arrivals are typed, so there is no table to choose columns of.
                raise make_validation_error(
                    "arrivals-in-columns",
                    "These lines have several columns. Type one player per line, such as Ada Ash.",
                ) from error
            problems = [str(problem) for problem in error.problems]
            raise forms.ValidationError(problems or [str(error)]) from error
        return [*returning_players, *((player.name, player.group or "") for player in players)]

    def clean_leavers(self) -> list[int]:
        """Return the numbers of the leavers."""
        parts = [part for part in _NUMBERS.split(self.cleaned_data["leavers"]) if part]
        for part in parts:
            if not (part.isdecimal() and len(part) <= 4):
                raise make_validation_error(
                    "no-number-of-player",
                    "“{text}” isn’t a player’s number. Type numbers, such as 12, 17.",
                    text=part[:20],
                )
        return list(dict.fromkeys(int(part) for part in parts))

    def get_arrivals(self) -> list[tuple[str, str]]:
        """Return the name and group of all arrivals. Both may be empty."""
        data = self.cleaned_data
        typed_arrivals: list[tuple[str, str]] = data["names"]
        first_group = "A" if "more_b" in data else ""
        more_a = data["more_a"] or 0
        more_b = data.get("more_b") or 0
        return typed_arrivals + [("", first_group)] * more_a + [("", "B")] * more_b

    @property
    def unnamed_fields(self) -> list[forms.BoundField]:
        """The fields for people without a name: one per group, or one."""
        return [self[name] for name in ("more_a", "more_b") if name in self.fields]


@ask_before_standings_change
def change_people(request: DeskRequest, ref: int) -> HttpResponse:
    """Preview arrivals and leavers. ``accept`` stores them, ``reopen`` resumes play."""
    party = fetch_party_by_session(ref)
    if "reopen" in request.POST:
        finish_party(party=party, is_over=False, user=request.user)
        party = fetch_party_by_session(ref)
        messages.success(request, "Play reopened.")
    form = PartyPeopleForm(request.POST if request.method == "POST" else None, party=party)
    # With arrivals or leavers in the form, reopening goes on to their preview.
    if "reopen" in request.POST and not form.has_changed():
        return redirect("party_people", ref=ref)
    preview = None
    arrivals: list[LateArrival] = []
    leavers: list[int] = []
    if form.is_bound and form.is_valid():
        arrivals = [LateArrival(*name_and_group) for name_and_group in form.get_arrivals()]
        leavers = form.cleaned_data["leavers"]
        with show_refusals_at(form, _find_refused_field):
            if "accept" in request.POST:
                messages.success(request, _store_people_changes(request, party, arrivals, leavers))
                return redirect("party_play", ref=ref)
            preview = preview_people(party=party, arrivals=arrivals, leavers=leavers)
    context = _make_people_context(party, form, preview)
    if preview:
        context |= {"arrivals": arrivals, "leavers": leavers}
    return render_page(request, "party/play/people.html", context, problems=form.errors)


def _find_refused_field(refusal: Refusal) -> str | None:
    form_fields = {"arrivals": "names", "leavers": "leavers"}
    return form_fields.get(getattr(refusal, "field", ""))


def _make_people_context(
    party: Party, form: PartyPeopleForm, preview: SeatingChange | None
) -> dict[str, Any]:
    context = make_party_context(party, "play") | {
        "form": form,
        "preview": preview,
        "tells_groups": has_seat_groups(party),
    }
    latest_round = party.played_rounds.order_by("-round_no").first()
    if party.is_over:
        context["ended_message"] = str(make_play_over_error())
    if latest_round:
        current_round = fetch_current_round(party, latest_round)
        announced_round = max(current_round.next_unstarted_round, latest_round.round_no + 1)
        announcement = fetch_announced_changes(party, announced_round).text
        context |= {"current_round": current_round, "announcement": announcement}
    if preview:
        context |= {
            "moves": _list_seat_moves(party, preview),
            "joining_players": _list_joining_players(party, preview),
        }
    return context


def _store_people_changes(
    request: DeskRequest, party: Party, arrivals: list[LateArrival], leavers: list[int]
) -> str:
    change = change_players(party=party, arrivals=arrivals, leavers=leavers, user=request.user)
    count_text = _format_counts(len(arrivals), len(leavers))
    if change.is_announced:
        outcome = f"Saved for {party.round_noun} {change.round_no}."
        seat_texts = _describe_card_seats(party, change)
        for arrival in change.arrivals:
            if text := seat_texts.get(arrival.number):
                # A number stands for somebody who returns.
                is_named = arrival.name and not arrival.name.isdecimal()
                name = arrival.name if is_named else f"Player {arrival.number}"
                outcome += f" {name} {text}."
    else:
        outcome = "Seats changed."
    return f"{count_text} {outcome} You can undo it."


def _list_joining_players(party: Party, preview: SeatingChange) -> list[tuple[str, str, str]]:
    """Return the name, the group and the first place of each player who joins."""
    seat_texts = _describe_card_seats(party, preview)
    joining_players = []
    for arrival in preview.arrivals:
        group_name = party.get_group_name(arrival.group)
        seat_text = seat_texts.get(arrival.number, "")
        joining_players.append((_format_arriving_player(party, arrival), group_name, seat_text))
    return joining_players


def _describe_card_seats(party: Party, change: SeatingChange) -> dict[int, str]:
    """Return where each arrival sits in rounds on cards, in words after the name."""
    names = fetch_party_names(party)
    texts = {}
    for card_seat in change.card_seats:
        seat_text = ""
        if card_seat.table_no:
            seat_text = f"table {card_seat.table_no}, seat {card_seat.seat}"
        leaver = names.format_with_number(str(card_seat.leaver_number))
        if card_seat.leaver_number and seat_text:
            text = f"takes the place of {leaver}: {seat_text}"
        elif card_seat.leaver_number:
            text = f"sits where {leaver} would go next"
        else:
            text = f"sits at {seat_text}" if seat_text else "sits out"
        texts[card_seat.number] = text
    return texts


def _list_seat_moves(party: Party, preview: SeatingChange) -> list[dict[str, str]]:
    """Return who changes seats. Arrivals aren't stored yet and have the name that was typed."""
    names = fetch_party_names(party)
    arrival_by_player = {str(arrival.number): arrival for arrival in preview.arrivals}
    moves = []
    for move in describe_moves(
        names, preview.seating_before, preview.seating_after, preview.changes
    ):
        name = move.name
        group = names.get_group(move.player)
        arrival = arrival_by_player.get(move.player)
        if arrival:
            group = arrival.group
            # A number was typed for somebody who returns.
            if arrival.name and not arrival.name.isdecimal():
                name = arrival.name
        moves.append(
            {
                "name": name,
                "group": party.get_group_name(group),
                "previous_seat": move.previous_seat,
                "new_seat": move.new_seat,
            }
        )
    return moves


def _format_arriving_player(party: Party, arrival: LateArrival) -> str:
    if party.players.filter(number=arrival.number).exists():
        name = f"Player {arrival.number}" if arrival.name.isdecimal() else arrival.name
        return f"{name} ({arrival.number}, returns)"
    return arrival.name or "no name"


def _format_counts(arrivals: int, leavers: int) -> str:
    parts = []
    if arrivals:
        parts.append(f"{arrivals} came")
    if leavers:
        parts.append(f"{leavers} left")
    return f"{' and '.join(parts)}."
