"""Where a night is now: not over yet, over, published or final, and what its pages say of it."""

from enum import StrEnum

from director.models import Event


class NightState(StrEnum):
    """Where a night is now."""

    OPEN = "open"  # it is set up or played
    OVER = "over"  # only its staff can read the results
    PUBLISHED = "published"
    FINAL = "final"

    @property
    def is_over(self) -> bool:
        """Whether play is over."""
        return self is not NightState.OPEN

    @property
    def takes_corrections(self) -> bool:
        """Whether results can be entered and corrected."""
        return self is not NightState.FINAL


def get_night_state(event: Event, *, is_played: bool) -> NightState:
    """Return the state of *event*. *is_played* says whether no round is left to play."""
    if event.is_final:
        return NightState.FINAL
    if not is_played:
        return NightState.OPEN
    if event.is_published:
        return NightState.PUBLISHED
    return NightState.OVER


def format_room_note(state: NightState, *, has_standings: bool) -> str:
    """Return what the screens say once play is over.

    *has_standings* says whether the director shows the standings on the screens.
    """
    if state is NightState.FINAL:
        outcome = "The results are final."
    elif state is NightState.PUBLISHED:
        outcome = "The results are published."
    elif has_standings:
        outcome = "The standings are shown."
    else:
        outcome = "Standings follow soon."
    return f"Play is over. {outcome}"
