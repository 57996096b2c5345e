"""What tables of results ask an application that knows matches."""

from django.http import HttpRequest

from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.core.base.grids import PageTable
from director.hooks import Hook
from director.sheets import PairCard


class MatchTables:
    """Tables that show results match by match."""

    def make_card_grid(
        self,
        sheets: SessionResults,
        card: PairCard,
        *,
        addresses: ResultAddresses,
        request: HttpRequest,
    ) -> PageTable | None:
        """Return the card of a team match by match, or None if it is shown board by board."""
        return None


MATCH_TABLES = Hook(MatchTables())
