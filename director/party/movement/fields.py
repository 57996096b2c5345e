"""Boxes that several pages of a party have."""

from director.core.base.forms import TextField, invalid
from director.errors import AS_SAID, PartyError
from director.party.trumps import trumps_of


class TrumpsField(TextField):
    """The order of trumps: H, C, D, S, NT, or any words. Empty for none."""

    def clean(self, value: object) -> tuple[str, ...]:
        """Return the labels in order.

        >>> TrumpsField(required=False).clean("h c, d-s N")
        ('H', 'C', 'D', 'S', 'NT')
        """
        try:
            return trumps_of(super().clean(value))
        except PartyError as error:
            raise invalid(AS_SAID, text=error) from error
