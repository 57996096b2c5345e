"""How a party fills the page of the private links of its tables."""

from typing import Any

from director.kinds import PhonesPage
from director.party.movement.parties import get_party_by_session
from director.party.pages.shell import make_party_context


def _count_tables(context: dict[str, Any]) -> int:
    """Return the number of tables in the latest round, 0 before the draw."""
    latest_round = context["party"].played_rounds.order_by("-round_no").first()
    if latest_round is None:
        return 0
    # Those who wait at a table are stored like a table of their own.
    table_numbers = [table["table"] for table in latest_round.seating if not table.get("waits_at")]
    return max(table_numbers, default=0)


PHONES = PhonesPage(
    "party",
    lambda place: get_party_by_session(place).session,
    lambda place: make_party_context(get_party_by_session(place), "play"),
    _count_tables,
    "party/phones/_none.html",
    new_phones_template="party/phones/_came.html",
)
