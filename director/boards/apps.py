"""What is played with boards: pairs, the kind of event that is always there."""

from django.apps import AppConfig

from director.hooks import register_when_asked


class BoardsConfig(AppConfig):
    """Events played with boards, of pairs unless an addition brings others."""

    name = "director.boards"

    def ready(self) -> None:
        """Have the kind of event registered before it is asked."""
        register_when_asked(self.register)

    def register(self) -> None:
        """Register the kind of event."""
        from director.boards.kind import PAIRS_KIND
        from director.event_kinds import register_event_kind

        register_event_kind(PAIRS_KIND)
