"""What the desk of a Skat congress shows of one session while it is played."""

from dataclasses import dataclass

from director.core.night.clock.read import ClockFace
from director.party.models import Party
from director.party.movement.clock import party_clock
from director.party.movement.games.read import Evening
from director.party.scoring.skat import SkatSession, skat_sessions


@dataclass(frozen=True, slots=True)
class SkatPlay:
    """The page of one session: it, how many have seats, the seed of its draw, and the clock."""

    session: SkatSession
    latest_no: int
    seed: int | None
    clock: ClockFace

    @property
    def round_no(self) -> int:
        """The session that is shown."""
        return self.session.round_no

    @property
    def rounds(self) -> range:
        """The sessions that have seats."""
        return range(1, self.latest_no + 1)

    @property
    def is_current(self) -> bool:
        """Whether no later session has seats."""
        return self.round_no == self.latest_no


def skat_play(evening: Evening, round_no: int) -> SkatPlay | None:
    """Return the page of session *round_no*, or of the latest one, or ``None`` before the draw."""
    sessions = skat_sessions(evening)
    if not sessions:
        return None
    shown = next((session for session in sessions if session.round_no == round_no), sessions[-1])
    return SkatPlay(
        shown,
        len(sessions),
        session_seed(evening.party, shown.round_no),
        party_clock(evening.party),
    )


def session_seed(party: Party, round_no: int) -> int | None:
    """Return the seed with which the seats of a session were drawn, ``None`` for seats by number."""
    return party.seed if round_no == 1 else party.answers.get("seeds", {}).get(str(round_no))
