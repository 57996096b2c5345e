"""A party as one table sees it."""

from dataclasses import dataclass

from director.models import Access
from director.party.models import Party, PartyResult, PartyRound
from director.party.movement.parties import get_party_by_session
from director.party.movement.seating.read import read_seating
from movements.party.model import PartyTable, Seating


@dataclass(frozen=True, slots=True)
class PartyAtTable:
    """One table in the latest round of a party. Before the draw it has no round and no table."""

    party: Party
    round_row: PartyRound | None
    table: PartyTable | None
    result: PartyResult | None
    waiting: tuple[str, ...] = ()  # players who wait here to come in
    seating: Seating = ()  # of the whole room

    @property
    def is_by_director(self) -> bool:
        """Whether the director entered the report."""
        return self.result is not None and self.result.entered_by_id is not None


def fetch_party_at_table(access: Access) -> PartyAtTable:
    """Return the table of *access* in the latest round. Three queries.

    :raises Http404: if the party was deleted
    """
    party = get_party_by_session(access.session_id)
    round_row = party.played_rounds.order_by("-round_no").first()
    if round_row is None:
        return PartyAtTable(party, None, None, None)
    seating = read_seating(round_row.seating)
    table = next((table for table in seating if table.table_no == access.table_no), None)
    result = round_row.results.filter(table_no=access.table_no or 0).first()
    waiting: list[str] = []
    if table:
        for waiting_table in seating:
            if waiting_table.waits_at == table.table_no:
                waiting.extend(waiting_table.players)
    return PartyAtTable(party, round_row, table, result, tuple(waiting), seating)
