"""What the pages of Results share: publication, tabs and history."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from director.core.base.tags.tabs import Tab
from director.core.pages.history import History, Undo, filter_by_words, says_who
from director.core.pages.publishing import results_desk
from director.party.models import Party
from director.party.movement.games.read import Evening
from director.party.movement.games.ties import OpenTieForm, open_ties
from director.party.movement.options import counted_unit, is_skat
from director.party.movement.parties import PartyNight, party_of_session
from director.party.movement.seating.read import party_names
from director.party.pages.shell import party_shell
from director.party.scoring.sheets import cached_sheets
from director.party.scoring.skat import skat_sessions
from scoring import ScoringError


def results_shell(request: HttpRequest, party: Party, tab: str) -> dict[str, Any]:
    """Return the context of a page of Results with *tab* open."""
    context, event, key = party_shell(party, "results"), party.session.event, party.session_id
    base, paper = (
        reverse("party_results", args=[key]),
        f"{reverse('party_print_pdf', args=[key])}?paper={event.club.paper}",
    )
    evening = cached_sheets(party).evening
    try:
        ties = ties_of(evening)
    except ScoringError:
        ties = []
    unit = counted_unit(party) or "points"
    tabs = [
        Tab("standings", "Standings", base),
        Tab("prizes", "Prizes", f"{base}?tab=prizes", len(ties)),
        Tab("money", "Money", reverse("party_money", args=[key])),
        Tab("season", "Season", f"{base}?tab=season"),
        Tab("history", "History", reverse("party_acts", args=[key])),
        Tab("export", "Export", f"{base}?tab=export"),
    ]
    standings = "" if is_skat(party) else f"{paper}&kinds=standings"
    more = [Tab("", "Print standings", standings)] if ties and standings else []
    more.append(Tab("", "Print prize list", f"{paper}&kinds=prize-list"))
    if standings:
        more.append(Tab("", "Print prize-giving sheet", f"{paper}&kinds=prize-giving"))
        more.append(Tab("", "Show prize-giving", reverse("party_prize_giving", args=[key])))
    return {
        **context,
        **results_desk(request, event, tab, tabs, more),
        "due": Tab("prizes", "Settle ties", f"{base}?tab=prizes") if ties else None,
        "missing": _missing(party, context["night"]),
        "sums_off": [line.words(unit) for line in evening.sums_off],
        "printout": "" if ties else standings,
    }


def ties_of(evening: Evening, typed: Any = None) -> list[OpenTieForm]:
    """Return the open ties for prizes of *evening*, with what was *typed*."""
    if is_skat(evening.party):
        return [tie for session in skat_sessions(evening, typed) for tie in session.ties]
    return open_ties(evening, typed)


def _missing(party: Party, night: PartyNight) -> str:
    """Return how far play is, in words, or ""."""
    if night.is_over:
        return ""
    if night.cards_missing is not None:
        return f"{night.cards_due - night.cards_missing} of {night.cards_due} cards entered"
    if not night.round_no:
        return ""
    tables = f", {night.waiting} table{'s' * (night.waiting != 1)} missing" if night.waiting else ""
    return f"{party.round_title} {night.round_no} of {party.rounds}{tables}"


def _undos(context: dict[str, Any]) -> list[Undo]:
    act = context["undo"]
    if act:
        return [
            Undo(
                act, reverse("party_play_undo", args=[context["session"].pk, act.number]), "number"
            )
        ]
    return []


def _people(context: dict[str, Any]) -> list[tuple[int, str]]:
    return [
        (each.number, f"{each.number} {each}")
        for each in party_names(context["party"]).by_player.values()
    ]


HISTORY = History(
    context=lambda request, session_id: results_shell(
        request, party_of_session(session_id), "history"
    ),
    people=_people,
    of_table=lambda _context, table_no: filter_by_words(f"tables? {table_no}"),
    of_number=lambda _context, number: says_who(str(number), "player"),
    undos=_undos,
)
