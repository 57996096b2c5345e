"""Boxes that several pages of a party have."""

from director.core.base.forms import TextField, make_validation_error
from director.errors import AS_SAID, PartyError
from director.party.trumps import parse_trump_order


class TrumpsField(TextField):
    """The order of trumps: H, C, D, S, NT, or any words. Empty for none."""

    def clean(self, value: object) -> tuple[str, ...]:
        """Return the labels in order.

        >>> TrumpsField(required=False).clean("h c, d-s N")
        ('H', 'C', 'D', 'S', 'NT')
        """
        try:
            return parse_trump_order(super().clean(value))
        except PartyError as error:
            raise make_validation_error(*AS_SAID, text=error) from error
