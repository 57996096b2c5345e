"""What single players add to the program: their movements, and a kind of event."""

from director.addition_config import AdditionConfig
from movements.individual.register import register_individual_movements


class IndividualsConfig(AdditionConfig):
    """Contests of single players who change partners."""

    name = "director.additions.individuals"

    def ready(self) -> None:
        """Register the movements."""
        register_individual_movements()
        super().ready()

    def register(self) -> None:
        """Register the kind of event."""
        from director.boards.contests import INDIVIDUAL
        from director.boards.kind import BoardsKind
        from director.event_kinds import register_event_kind

        register_event_kind(BoardsKind(INDIVIDUAL))
