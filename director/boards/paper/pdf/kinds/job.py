"""The sheets of one session that a kind of sheet can draw from.

``SectionJob`` in ``paper/printing`` implements them from the database, tests from plain records.
"""

from typing import Any, Protocol

from director.boards.movement.cards.guides import (
    Badge,
    PersonalGuide,
    Poster,
    TrumpSlip,
)
from director.boards.play.hands import HandRecords
from director.pdf.kinds import SheetKind
from director.pdf.table_cards import TableCard
from director.sheets import (
    BoardSheet,
    GuideCard,
    HowellCard,
    PairCard,
    Recap,
    SaffordCard,
    ScoreSlip,
    Standings,
    Traveller,
)

# Remedies: what to do before a sheet can be printed, as the page says it.
CHOOSE = "choose a movement first"
SCORE = "enter results first"


class PrintJob(Protocol):
    """The sheets of one session. What can't be printed is empty."""

    def has(self, kind: "SheetKind[PrintJob]") -> bool:
        """Return whether there is any sheet of *kind*."""

    @property
    def without_selection(self) -> "PrintJob":
        """The job with nothing left out."""

    @property
    def has_plan(self) -> bool:
        """Whether a movement is chosen."""

    @property
    def schedule(self) -> tuple[GuideCard, ...]:
        """The guide card of every table, also of tables that aren't selected."""

    @property
    def guide_cards(self) -> tuple[GuideCard, ...]:
        """A card for every table."""

    @property
    def howell_cards(self) -> tuple[HowellCard, ...]:
        """Howell's card of every table, if the movement is his."""

    @property
    def safford_cards(self) -> tuple[SaffordCard, ...]:
        """Safford's card of every pair, if the movement is his."""

    @property
    def travellers(self) -> tuple[Traveller, ...]:
        """A traveller for every board."""

    @property
    def score_slips(self) -> tuple[ScoreSlip, ...]:
        """A slip for every table in every round."""

    @property
    def trump_slips(self) -> tuple[TrumpSlip, ...]:
        """A slip for every tray of duplicate whist."""

    @property
    def guides(self) -> tuple[PersonalGuide, ...]:
        """A personal guide for every pair or player."""

    @property
    def coded_guides(self) -> tuple[PersonalGuide, ...]:
        """The guides with a QR code of each pair's page."""

    @property
    def contest(self) -> Any:
        """The sheets of matches and drawn rounds, of which only the kinds of contests ask."""

    @property
    def badges(self) -> tuple[Badge, ...]:
        """A badge for every single player. Pairs have none."""

    @property
    def poster(self) -> Poster | None:
        """The poster with the address of the results."""

    @property
    def table_cards(self) -> tuple[TableCard, ...]:
        """The card of every table with its private link."""

    @property
    def has_addresses(self) -> bool:
        """Whether private links can be printed."""

    @property
    def is_for_reading(self) -> bool:
        """Whether the user may not see private links."""

    @property
    def standings(self) -> tuple[Standings, ...]:
        """The standings of the event and the session, if a result is entered."""

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The scored travellers."""

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of the pairs."""

    @property
    def recap(self) -> Recap | None:
        """The recap, if a result is entered."""

    @property
    def hand_records(self) -> HandRecords | None:
        """The hands of all boards, or None before everybody may see them."""

    @property
    def no_hand_records(self) -> str:
        """A sentence why there are no hand records though some hands are known, or ""."""

    @property
    def spare_slips(self) -> int:
        """The number of spare pick-up slips, without table, round and pairs."""

    @property
    def no_travellers(self) -> str:
        """The reason why this movement can have no travellers, or ""."""
