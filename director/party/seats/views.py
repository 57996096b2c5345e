"""Step 2 of a party: names, groups and the draw.

Every button of the page sends all boxes along, so that names that were typed are stored before it does its own.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.desk.account.roles import may_score
from director.desk.forms import act_number, small_number
from director.desk.people.read import told_apart
from director.desk.requests import DeskRequest
from director.errors import DeskError
from director.files.errors import ImportFileError
from director.files.names.players import lines_passed_over, names_gone, numbers_alone, read_players
from director.models import Act
from director.names import has_words
from director.party.journal.write import party_redo, party_undo
from director.party.models import Party
from director.party.options import contest_word, ranks_pairs
from director.party.parties import party_of_session
from director.party.seats.forms import PlayerListForm, TypedPlayer, typed_player, typed_players
from director.party.seats.read.page import party_seats
from director.party.seats.read.seating import draw_seen
from director.party.seats.write import Listed, party_draw, party_undraw, player_name, players_name, players_swap
from director.party.shell import party_shell, undo_context
from movements import MovementError

MOST_SHOWN = 10
ROWS_PER_PAGE = 50
Typed = Mapping[int, TypedPlayer]
_KINDS = ("draw", "name")
"""The acts of this step."""


@vary_on_headers("HX-Request")
def party_seats_page(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show every player's boxes; a POST stores what was typed."""
    if request.method == "POST":
        return _store(request, session_id)
    return _page(request, party_of_session(session_id))


@require_POST
@vary_on_headers("HX-Request")
def party_seats_player(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Store name and group of one player as soon as they are typed, and answer with what became of them."""
    party = party_of_session(session_id)
    typed = typed_player(request.POST, number)
    context: dict[str, object] = {"number": number, "before": typed.before}
    try:
        player_name(party=party, number=number, name=typed.name, group=typed.group, team=typed.team, user=request.user)
    except DeskError as error:
        context["error"] = str(error)
    else:
        context |= {"before": typed.text, "saved": True, "session": party.session} | _steps(undo_context(party))
    return render(request, "party/seats/_seat_state.html", context, status=422 if "error" in context else 200)


@require_POST
@vary_on_headers("HX-Request")
def party_seats_draw(request: DeskRequest, session_id: int) -> HttpResponse:
    """Draw the seats by lot, or seat everybody by number."""
    is_lot = request.POST.get("how") != "number"

    def act(party: Party) -> str:
        seed = secrets.randbelow(1_000_000) if is_lot else None
        party_draw(party=party, seed=seed, seen=request.POST.get("seen"), user=request.user)
        if party.seed is None:
            return "Everybody is seated by number."
        return f"The seats are drawn by lot, with the seed {party.seed}."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def party_seats_undraw(request: DeskRequest, session_id: int) -> HttpResponse:
    """Undo the draw."""

    def act(party: Party) -> str:
        party_undraw(party=party, user=request.user)
        return "The draw is taken back."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def party_seats_swap(request: DeskRequest, session_id: int) -> HttpResponse:
    """Exchange the places of the two players that were chosen."""
    first, second = (small_number(request.POST.get(name, "")) for name in ("first", "second"))

    def act(party: Party) -> str:
        players_swap(party=party, first=first, second=second, user=request.user)
        return f"Players {first} and {second} have changed places."

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def party_seats_undo(request: DeskRequest, session_id: int) -> HttpResponse:
    """Undo the act that the button names: names, places or a draw."""

    def act(party: Party) -> str:
        undone = party_undo(party=party, number=act_number(request.POST.get("undo", "")), user=request.user)
        return f"Undone: {undone.words}"

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def party_seats_redo(request: DeskRequest, session_id: int) -> HttpResponse:
    """Do the act that the button names again."""

    def act(party: Party) -> str:
        again = party_redo(party=party, number=act_number(request.POST.get("redo", "")), user=request.user)
        return f"Done again: {again.words}"

    return _store(request, session_id, act)


@require_POST
@vary_on_headers("HX-Request")
def party_seats_list(request: DeskRequest, session_id: int) -> HttpResponse:
    """Take over the players of a pasted or uploaded list."""
    party = party_of_session(session_id)
    form = PlayerListForm(request.POST, request.FILES, party=party)
    typed = _typed(request, party)
    try:
        faults = [str(error) for errors in form.errors.values() for error in errors]
        if not faults:
            source, is_whole, before = form.source(), "replace" in request.POST, party.players.count()
            people = _people(party)
            players = read_players(source, with_teams=contest_word(party) if ranks_pairs(party) else "")
            apart = told_apart(party.session.event.club, [player.name for player in players])
            listed = [(who.number, name, who.group, who.team or None) for who, name in zip(players, apart, strict=True)]
            names = [*([] if is_whole else _changed(typed)), *listed]
            players_name(party=party, names=names, is_whole=is_whole, user=request.user)
            gone = names_gone(people, _people(party)) if is_whole else ""
            said = f"The names of {_players(len(listed))} are in.{_grown(party, before)}{gone}{numbers_alone(source)}"
            return _done(request, party, f"{said}{_beside(source, [player.name for player in players])}")
    except ImportFileError as error:
        faults = [str(fault) for fault in error.faults]
    except DeskError as error:
        faults = [str(error)]
    return _page(request, party, typed=typed, list_form=form, list_faults=faults)


def _store(request: DeskRequest, session_id: int, act: Callable[[Party], str] | None = None) -> HttpResponse:
    """Store the names that were changed, then do what the button says; both say what happened."""
    party = party_of_session(session_id)
    typed = _typed(request, party)
    changed = _changed(typed)
    try:
        if changed:
            players_name(party=party, names=changed, user=request.user)
        said = f"The names of {_players(len(changed))} are saved." if changed else "Nothing was changed."
        said = act(party) if act else said
    except (DeskError, MovementError) as error:
        return _page(request, party, typed=typed, error=error, list_form=_list_typed(request, party))
    return _done(request, party, said, list_form=_list_typed(request, party))


def _typed(request: DeskRequest, party: Party) -> dict[int, TypedPlayer]:
    return typed_players(request.POST, party.players.values_list("number", flat=True))


def _changed(typed: Typed) -> list[Listed]:
    return [(who.number, who.name, who.group, who.team) for who in typed.values() if who.is_changed]


def _list_typed(request: DeskRequest, party: Party) -> PlayerListForm | None:
    """Return the form with a list that was typed and is still to be taken over, if there is one."""
    return PlayerListForm(request.POST, party=party) if request.POST.get("text", "").strip() else None


def _done(request: DeskRequest, party: Party, said: str, *, list_form: PlayerListForm | None = None) -> HttpResponse:
    """Say what happened; a list that is still to be taken over stays on the page, which a redirect would lose."""
    if request.htmx or list_form:
        return _page(request, party_of_session(party.pk), said=said, list_form=list_form)
    messages.success(request, said)
    shown = urlencode({name: request.POST[name] for name in ("find", "page") if request.POST.get(name)})
    return redirect(reverse("party_seats", args=[party.pk]) + (f"?{shown}" if shown else ""))


def _page(
    request: DeskRequest,
    party: Party,
    *,
    typed: Typed | None = None,
    error: Exception | None = None,
    list_form: PlayerListForm | None = None,
    list_faults: Sequence[str] = (),
    said: str = "",
) -> HttpResponse:
    """Render the page, or for htmx all of it below the steps; with anything wrong nothing typed is lost."""
    context = party_shell(party, "seats")
    all_seats, typed = party_seats(party, numbered=may_score(request)), typed or {}
    asked = request.POST if request.method == "POST" else request.GET
    find = asked.get("find", "").strip()
    listed = [seat for seat in all_seats.rows if has_words(find, seat.name, [str(seat.number)])]
    pages = Paginator(listed, ROWS_PER_PAGE).get_page(asked.get("page"))
    # What was typed stays on the page, whatever became of the list meanwhile.
    seats = [seat for seat in all_seats.rows if seat.number in typed] or list(pages.object_list)
    at_player = getattr(error, "params", {}).get("at_player") if error else None
    at_player = at_player if any(seat.number == at_player for seat in seats) else None
    rows = [
        {
            "seat": seat,
            "name": typed[seat.number].name if seat.number in typed else seat.name,
            "group": typed[seat.number].group if seat.number in typed else seat.group,
            "team": (typed[seat.number].team or "") if seat.number in typed else seat.team,
            "before": typed[seat.number].before if seat.number in typed else seat.text,
            "error": str(error) if seat.number == at_player else "",
        }
        for seat in seats
    ]
    context |= {
        "rows": rows,
        "pages": pages,
        "find": find,
        "all_seats": all_seats,
        "groups": (("A", party.group_name("A")), ("B", party.group_name("B"))),
        "error": "" if at_player else error,
        "list_form": list_form or PlayerListForm(party=party),
        "list_faults": list_faults[:MOST_SHOWN],
        "seen": draw_seen(party),
        "together": contest_word(party) if ranks_pairs(party) else "",
        "said": said,
        "undone": None if all_seats.tables else context["redo"],
        **_steps(context),
    }
    whole = not request.htmx or request.htmx.history_restore_request
    if whole and context["undone"]:
        context["redo"] = None  # the whole page offers it above the names
    context["first_open"] = next((seat.number for seat in seats if whole and not seat.text), None)
    template = "party/seats.html" if whole else "party/seats/_seats.html"
    return render(request, template, context, status=422 if error or list_faults else 200)


def _steps(offered: Mapping[str, Any]) -> dict[str, Act | None]:
    """Return what can be undone and done again here, of all that is *offered*: names, places and draws."""
    acts = {name: offered[name] for name in ("undo", "redo")}
    return {name: act if act and act.kind in _KINDS else None for name, act in acts.items()}


def _beside(source: str | bytes, names: Sequence[str]) -> str:
    """Return what is to be said of the lines of a list that name nobody, and of *names* that stand there twice."""
    passed = [line for line in lines_passed_over(source) if not numbers_alone(line)]
    twice = [name for name, times in Counter(name.casefold() for name in names).items() if times > 1]
    known = {name.casefold(): name for name in reversed(names)}
    headings = f" Read as a heading: {', '.join(passed[:MOST_SHOWN])}." if passed else ""
    return headings + "".join(f" {known[name]} is there twice and was entered as two people." for name in twice)


def _people(party: Party) -> list[tuple[int, str]]:
    return list(party.players.filter(person__isnull=False).values_list("person_id", "person__name"))


def _grown(party: Party, before: int) -> str:
    """Return what is to be said of a party that had *before* players and got more by a list."""
    now = party.players.count()
    if now <= before:
        return ""
    return f" The party has {now} players now, {now - before} more than before: look at step 1, Field, whether all fit."


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"
