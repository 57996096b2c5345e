"""Running the program as if it had been set up without some kinds of events."""

from director.event_kinds import list_event_kinds
from director.models.prepared import PreparedQuery


def forget_kinds() -> None:
    """Forget which kinds of events there are, and the queries that name them."""
    list_event_kinds.cache_clear()
    PreparedQuery.clear_all()
