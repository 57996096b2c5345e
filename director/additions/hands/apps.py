"""What the page Hands adds to Print, Scores, imports and exports."""

from director.addition_config import AdditionConfig


class HandsConfig(AdditionConfig):
    """Deals from files or at random, makeable tricks, and boards that were dealt wrongly."""

    name = "director.additions.hands"

    def register(self) -> None:
        """Register where directors bring in hands."""
        from director.additions.hands.desk import StoredHands
        from director.boards.play.hooks import HANDS_DESK

        HANDS_DESK.register(StoredHands())
