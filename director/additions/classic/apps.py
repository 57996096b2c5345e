"""What was usual between 1900 and 1926: movements, scoring methods and cards."""

from director.addition_config import AdditionConfig
from movements.classic.register import register_classic_movements
from scoring.classic.register import register_classic_methods


class ClassicConfig(AdditionConfig):
    """The movements of former times, the scoring methods of 1900 and 1926, and their cards."""

    name = "director.additions.classic"

    def ready(self) -> None:
        """Register the movements, and the methods with their formulas."""
        register_classic_movements()
        register_classic_methods()
        super().ready()

    def register(self) -> None:
        """Register the kinds of sheets."""
        from director.additions.classic.sheet_kinds import SHEET_KINDS
        from director.boards.paper.sheet_kinds import register_sheet_kinds

        register_sheet_kinds(SHEET_KINDS)
