"""How a party fills the page of the private links of its tables."""

from typing import Any

from director.event_kinds import PhonesPage
from director.models import Session
from director.party.movement.parties import get_party_by_session
from director.party.pages.shell import make_party_context


class PartyTables(PhonesPage):
    """The private links of a party's tables."""

    step = "party"
    no_tables_template = "party/phones/_none.html"
    new_phones_template = "party/phones/_came.html"

    def load_session(self, place: int) -> Session:
        """Return the session of the party at *place*."""
        return get_party_by_session(place).session

    def make_context(self, place: int) -> dict[str, Any]:
        """Return the context of the party's page."""
        return make_party_context(get_party_by_session(place), "play")

    def count_tables(self, context: dict[str, Any]) -> int:
        """Return the number of tables in the latest round, 0 before the draw."""
        latest_round = context["party"].played_rounds.order_by("-round_no").first()
        if latest_round is None:
            return 0
        # Those who wait at a table are stored like a table of their own.
        numbers = [table["table"] for table in latest_round.seating if not table.get("waits_at")]
        return max(numbers, default=0)
