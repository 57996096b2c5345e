"""Calculate every figure of an event a second time."""

from director.additions.proof.boards import find_field_differences
from director.additions.proof.party import find_party_differences
from director.kinds import PartyFigures, get_event_kind
from director.models import Event


def find_differences(event: Event) -> list[str]:
    """Return the differences between two independent calculations of every figure of *event*.

    :raises ScoringError: if its results can't be scored
    """
    differences: list[str] = []
    for figures in get_event_kind(event).list_figures(event):
        if isinstance(figures, PartyFigures):
            differences += find_party_differences(figures)
        else:
            differences += find_field_differences(figures)
    return differences
