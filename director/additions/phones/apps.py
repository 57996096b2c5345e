"""What phones add to Play and to paper."""

from director.addition_config import AdditionConfig


class PhonesConfig(AdditionConfig):
    """Phones at the tables."""

    name = "director.additions.phones"

    def register(self) -> None:
        """Register where tables enter results."""
        from director.additions.phones.desk import TABLE_PHONES_DESK
        from director.core.night.hooks import PHONE_DESK

        PHONE_DESK.register(TABLE_PHONES_DESK)
