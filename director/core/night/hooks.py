"""What a night asks applications: entry by phone, and money."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from director.core.base.hooks import PagePart
from director.core.night.phones import TableWithNewPhones
from director.core.night.table_api import TableApi
from director.hooks import Hook
from director.models import Event, Section, Session
from director.pdf.table_cards import TableCard
from director.sheets import Heading


class PhoneDesk:
    """Where tables enter results by phone. Play and paper lead there."""

    has_phones: bool = False
    """Whether tables can enter results by phone at all."""

    def find_table_api(self, event: Event) -> TableApi | None:
        """Return how the tables of *event* enter results, or None if they can't."""
        return None

    def make_table_cards(
        self,
        *,
        session: Session,
        tables: Iterable[int],
        heading: Heading,
        address: str,
        method_text: str,
        section: Section | None = None,
        is_preview: bool = False,
    ) -> Sequence[TableCard]:
        """Return a card for each of *tables*, with its link or, in a preview, a sample link.

        *address* is where phones find the program, and *method_text* says what players do there.

        :raises PrintingError: if a table has no open address
        """
        return ()

    def fetch_tables_with_new_phones(self, session: Session) -> Sequence[TableWithNewPhones]:
        """Return the tables of *session* with phones that are new or wait to be let in."""
        return ()


PHONE_DESK = Hook(PhoneDesk())


@dataclass(frozen=True, slots=True)
class DoorMoney:
    """What At the door of a section shows about table money.

    They are how many have paid, "" before amounts are set, and by contestant who pays.
    """

    status: str
    part_by_number: Mapping[int, PagePart]


MONEY_BUTTONS = frozenset({"paid", "unpaid", "move"})
"""The names of the buttons of payments at the door."""


class MoneyDesk:
    """Who has paid, and the club's account of a night. Results and the door lead there."""

    def make_door_money(self, section: Section) -> DoorMoney | None:
        """Return what At the door of *section* shows, or None."""
        return None

    def store_payment(self, session: Session, data: Mapping[str, str], user: User | None) -> None:
        """Store the payment that was pressed in *session*, with the button in *data*.

        :raises DeskError: if it can't be stored
        """

    def make_party_part(self, session: Session) -> PagePart | None:
        """Return what scorers see beside the money of the party in *session*, or None."""
        return None


MONEY_DESK = Hook(MoneyDesk())
