"""Step 2 of a party: names, groups and the draw."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.urls import reverse

from director.core.base.forms import act_number, small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import may_score
from director.core.club.people.read import distinct_names
from director.core.pages.seats.forms import ListForm
from director.core.pages.seats.views import MAX_FAULTS_SHOWN, SeatsPage, SeatsState
from director.formats.names.players import lines_passed_over, numbers_without_names, read_players
from director.models import Act
from director.names import has_words
from director.party.models import Party
from director.party.movement.options import contest_word, ranks_pairs, tells_groups
from director.party.movement.parties import party_of_session
from director.party.movement.seating.read import draw_version
from director.party.pages.seats.forms import TypedPlayer, typed_player, typed_players
from director.party.pages.seats.page import party_seats
from director.party.pages.shell import party_shell
from director.party.play.draw import draw_party, swap_players, undo_party_draw
from director.party.play.history import redo_party, undo_party
from director.party.play.seats import Listed, name_player, name_players

ROWS_PER_PAGE = 50
_KINDS = ("draw", "name")
"""The acts of this step."""


def _draw(request: DeskRequest, party: Party) -> str:
    """Draw the seats by lot, or seat everybody by number."""
    seed = None if request.POST.get("how") == "number" else secrets.randbelow(1_000_000)
    draw_party(party=party, seed=seed, seen=request.POST.get("seen"), user=request.user)
    if party.seed is None:
        return "Players seated by number."
    return "Seats drawn."


def _undraw(request: DeskRequest, party: Party) -> str:
    undo_party_draw(party=party, user=request.user)
    return "Draw undone."


def _swap(request: DeskRequest, party: Party) -> str:
    """Exchange the places of the two players that were chosen."""
    first, second = (small_number(request.POST.get(name, "")) for name in ("first", "second"))
    swap_players(party=party, first=first, second=second, user=request.user)
    return f"Players {first} and {second} swapped."


def _undo(request: DeskRequest, party: Party) -> str:
    """Undo the act that the button names: names, places or a draw."""
    number = act_number(request.POST.get("undo", ""))
    undone = undo_party(party=party, number=number, user=request.user, kinds=_KINDS)
    return f"Undone: {undone.words}"


def _redo(request: DeskRequest, party: Party) -> str:
    number = act_number(request.POST.get("redo", ""))
    again = redo_party(party=party, number=number, user=request.user, kinds=_KINDS)
    return f"Redone: {again.words}"


ACTS = {"draw": _draw, "undraw": _undraw, "swap": _swap, "undo": _undo, "redo": _redo}
"""What the buttons do, by the word in their address."""


def _take(
    request: DeskRequest,
    party: Party,
    source: str | bytes,
    changed: Sequence[TypedPlayer],
    *,
    group: str = "",
    is_whole: bool,
) -> str:
    """Import a list. Players without a group join *group*, or groups in turn."""
    before = party.players.count()
    with_teams = contest_word(party) if ranks_pairs(party) else ""
    players = read_players(source, with_teams=with_teams)
    apart = distinct_names(party.session.event.club, [player.name for player in players])
    listed = [
        (who.number, name, who.group or group or None, who.team or None)
        for who, name in zip(players, apart, strict=True)
    ]
    name_players(
        party=party,
        names=[*map(_list_as_typed, changed), *listed],
        is_whole=is_whole,
        user=request.user,
    )
    told = _grown(party, before) + _name_remarks(source, [player.name for player in players])
    return f"Imported {_players(party, len(listed))}.{told}"


def _list_as_typed(typed: TypedPlayer) -> Listed:
    return typed.number, typed.name, typed.group, typed.team


def _keep(request: DeskRequest, party: Party, changed: Sequence[TypedPlayer]) -> str:
    name_players(party=party, names=list(map(_list_as_typed, changed)), user=request.user)
    return ""


def _keep_one(request: DeskRequest, party: Party, number: int) -> dict[str, Any]:
    typed = typed_player(request.POST, number)
    name_player(
        party=party,
        number=number,
        name=typed.name,
        group=typed.group,
        team=typed.team,
        user=request.user,
    )
    named, places = party.players.filter(person__isnull=False).count(), party.players.count()
    shell = party_shell(party, "seats")
    shown = {"before": typed.text, "named": named, "places": places, "called": "player"}
    return shell | shown | _steps(shell)


def _list_form(party: Party, *data: Any) -> ListForm:
    names = [("Ada Ash", "A"), ("Bert Birch", "B")]
    lines = (
        f"{name} ({party.member_word(group)})" if party.tells_groups else name
        for name, group in names
    )
    example = "\n".join(lines)
    if ranks_pairs(party):
        several = [("Ada Ash", "Bert Birch"), ("Cid Cole", "Dee Dunn")]
        example = "\n".join(" & ".join(pair) for pair in several)
        if contest_word(party) != "pair":
            example = f"Red Lions: {example}".replace("\n", " & ")
    groups: list[tuple[str, str]] = []
    if tells_groups(party):
        in_turn = ", ".join(map(party.member_word, ("A", "B")))
        groups = [
            ("", f"In turn: {in_turn}"),
            *((key, f"{party.group_name(key)} only") for key in ("A", "B")),
        ]
    return ListForm(*data, called="player", example=example, groups=groups)


def _context(request: DeskRequest, party: Party, shown: SeatsState) -> dict[str, Any]:
    """Return the context of Seats, with what was typed."""
    context = party_shell(party, "seats")
    all_seats, typed = party_seats(party, numbered=may_score(request)), shown.typed or {}
    asked = request.POST if request.method == "POST" else request.GET
    find = asked.get("find", "").strip()
    listed = [
        seat
        for seat in all_seats.rows
        if not find or has_words(find, seat.name, [str(seat.number)])
    ]
    pages = Paginator(listed, ROWS_PER_PAGE).get_page(asked.get("page"))
    seats = [seat for seat in all_seats.rows if seat.number in typed] or list(pages.object_list)
    at_player = getattr(shown.error, "params", {}).get("at_player")
    at_player = at_player if any(seat.number == at_player for seat in seats) else None
    rows = [
        {
            "seat": seat,
            "name": typed[seat.number].name if seat.number in typed else seat.name,
            "group": typed[seat.number].group if seat.number in typed else seat.group,
            "team": (typed[seat.number].team or "") if seat.number in typed else seat.team,
            "before": typed[seat.number].before if seat.number in typed else seat.text,
            "error": str(shown.error) if seat.number == at_player else "",
        }
        for seat in seats
    ]
    together = contest_word(party) if ranks_pairs(party) else ""
    groups = (("A", party.group_name("A")), ("B", party.group_name("B")))
    facts = ", ".join(
        f"{count} {name}" for count, (_key, name) in zip(all_seats.groups, groups, strict=True)
    )
    return context | {
        "rows": rows,
        "pages": pages,
        "find": find,
        "base": reverse("party_seats", args=[party.pk]),
        "called": "player",
        "no_plan": "" if party.system else "Choose a movement in Field first.",
        "by_table": asked.get("by") == "table" and bool(all_seats.tables),
        "heads": (
            "No.",
            "Name",
            *([together.capitalize()] if together else ["Group"] if party.tells_groups else []),
        ),
        "facts": "" if together or not party.tells_groups else facts,
        "seeds": [] if party.seed is None else [party.seed],
        "draws": [("how", "number", "Seat by number")],
        "draw": bool(all_seats.tables),
        "can_draw": not all_seats.is_begun,
        "next_act": "print"
        if all_seats.tables or all_seats.is_begun
        else "draw"
        if all_seats.rows
        else "paste",
        "all_seats": all_seats,
        "groups": groups,
        "error": "" if at_player else shown.error,
        "seen": draw_version(party),
        "together": together,
        "first_open": next(
            (seat.number for seat in seats if shown.is_whole and not seat.text), None
        ),
        **_steps(context),
        **(
            {"undone": context["redo"], "redo": None}
            if shown.is_whole and not all_seats.tables
            else {}
        ),
    }


def _steps(offered: Mapping[str, Any]) -> dict[str, Act | None]:
    """Return what can be undone and redone here."""
    acts = {name: offered[name] for name in ("undo", "redo")}
    return {name: act if act and act.kind in _KINDS else None for name, act in acts.items()}


def _name_remarks(source: str | bytes, names: Sequence[str]) -> str:
    """Return remarks on lines without a name, and on *names* that occur twice."""
    passed = [line for line in lines_passed_over(source) if not numbers_without_names(line)]
    twice = [
        name for name, times in Counter(name.casefold() for name in names).items() if times > 1
    ]
    known = {name.casefold(): name for name in reversed(names)}
    headings = f" Read as a heading: {', '.join(passed[:MAX_FAULTS_SHOWN])}." if passed else ""
    return headings + "".join(
        f" {known[name]} is listed twice, so there are two of that name." for name in twice
    )


def _people(party: Party) -> list[tuple[int, str]]:
    return list(party.players.filter(person__isnull=False).values_list("person_id", "person__name"))


def _grown(party: Party, before: int) -> str:
    """Return a remark if a list added players to *before*."""
    now = party.players.count()
    if now <= before:
        return ""
    return f" The party now has {now} players, {now - before} more than before: check Field."


def _players(_party: Party, count: int) -> str:
    if count == 1:
        return "1 player"
    return f"{count} players"


SEATS = SeatsPage(
    "party",
    "party/seats",
    field=party_of_session,
    typed=lambda data, party: typed_players(data, party.players.values_list("number", flat=True)),
    people=_people,
    keep=_keep,
    keep_one=_keep_one,
    take=_take,
    list_form=_list_form,
    counted=_players,
    context=_context,
    acts=ACTS,
)
