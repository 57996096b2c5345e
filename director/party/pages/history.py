"""The history of a party: what was done, by table and by player."""

from typing import Any

from django.db.models import Q
from django.urls import reverse

from director.core.base.requests import DeskRequest
from director.core.pages.history import (
    HistoryUndoButton,
    HistoryView,
    filter_by_contestant,
    filter_by_words,
)
from director.party.movement.parties import get_party_by_session
from director.party.movement.seating import fetch_party_names
from director.party.pages.shell import make_results_page_context


class PartyHistory(HistoryView):
    """The history of a party."""

    def make_context(self, request: DeskRequest, place: int) -> dict[str, Any]:
        """Return the context of a page of the party's Results."""
        return make_results_page_context(request, get_party_by_session(place), "history")

    def list_contestants(self, context: dict[str, Any]) -> list[tuple[int, str]]:
        """Return the players of the party."""
        players = fetch_party_names(context["party"]).by_player.values()
        return [(player.number, f"{player.number} {player}") for player in players]

    def filter_by_table(self, _context: dict[str, Any], table_no: int) -> Q:
        """Return the filter for acts that name a table."""
        return filter_by_words(f"tables? {table_no}")

    def filter_by_number(self, _context: dict[str, Any], number: int) -> Q:
        """Return the filter for acts that name a player."""
        return filter_by_contestant(str(number), "player")

    def list_undo_buttons(self, context: dict[str, Any]) -> list[HistoryUndoButton]:
        """Return the button that undoes the party's latest act."""
        act = context["undo"]
        if act:
            address = reverse("party_play_undo", args=[context["session"].pk, act.number])
            return [HistoryUndoButton(act, address, "number")]
        return []
