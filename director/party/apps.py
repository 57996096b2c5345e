"""What parties add to the program: a kind of event."""

from django.apps import AppConfig

from director.hooks import register_when_asked


class PartyConfig(AppConfig):
    """Whist drives, euchre evenings and other progressive parties."""

    name = "director.party"

    def ready(self) -> None:
        """Have the kind of event registered before it is asked."""
        register_when_asked(self.register)

    def register(self) -> None:
        """Register the kind of event."""
        from director.event_kinds import register_event_kind
        from director.party.kind import PartyKind

        register_event_kind(PartyKind())
