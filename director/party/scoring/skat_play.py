"""The page of one session of a Skat congress during play."""

from dataclasses import dataclass

from director.core.night.clock import ClockFace
from director.party.models import Party
from director.party.movement.clock import build_party_clock
from director.party.movement.games.read import Evening
from director.party.scoring.skat import SkatSession, fetch_skat_sessions


@dataclass(frozen=True, slots=True)
class SkatPlay:
    """The page of one session: its sheets, the seed of its draw and the clock."""

    session: SkatSession
    latest_no: int  # the latest session that has seats
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


def fetch_skat_play(evening: Evening, round_no: int) -> SkatPlay | None:
    """Return the page of session *round_no*, or else the latest one. None before the draw."""
    sessions = fetch_skat_sessions(evening)
    if not sessions:
        return None
    shown_session = next(
        (session for session in sessions if session.round_no == round_no), sessions[-1]
    )
    return SkatPlay(
        shown_session,
        len(sessions),
        get_session_seed(evening.party, shown_session.round_no),
        build_party_clock(evening.party),
    )


def get_session_seed(party: Party, round_no: int) -> int | None:
    """Return the seed of the draw for seats of a session, None if seats go by number."""
    if round_no == 1:
        return party.seed
    seed: int | None = party.answers.get("seeds", {}).get(str(round_no))
    return seed
