"""What money adds to Results, the door and parties."""

from director.addition_config import AdditionConfig


class MoneyConfig(AdditionConfig):
    """Table money, who has paid, the account of a night, and the workbook of a month."""

    name = "director.additions.money"

    def register(self) -> None:
        """Register where scorers tick who has paid."""
        from director.additions.money.desk import Treasurer
        from director.core.night.hooks import MONEY_DESK

        MONEY_DESK.register(Treasurer())
