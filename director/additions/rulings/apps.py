"""What rulings add to Seats, Play, Scores and Results."""

from director.addition_config import AdditionConfig


class RulingsConfig(AdditionConfig):
    """Rulings with penalties and appeals, and the awards that the laws propose."""

    name = "director.additions.rulings"

    def register(self) -> None:
        """Register where directors rule."""
        from director.additions.rulings.desk import LawBook
        from director.boards.play.hooks import RULING_DESK

        RULING_DESK.register(LawBook())
