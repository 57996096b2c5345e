"""A season of parties: the best nights of each person added up, with points for attendance.

Nights are given as figures by person; who the persons are and which nights belong together is other
people's business.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.ranking import player_order, with_places
from scoring.party.sentences import PartyScoringSentences

SEASON_FIGURES = {
    "totals": "the total of each event",
    "beaten": "one per player beaten, a half per tie",
}
"""What a night brings to a season, by key."""


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season.

    *figures* is a key of ``SEASON_FIGURES``, *best* the number of nights that count, 0 for all.

    *attendance* is what every night brings to who came, whether it counts or not.

    :raises ScoringError: for what cannot be.
    """

    figures: str = "totals"
    best: int = 0
    attendance: int = 0

    def __post_init__(self) -> None:
        """Raise if the rules contradict each other."""
        for name in ("best", "attendance"):
            if getattr(self, name) < 0:
                raise ScoringError(
                    PartyScoringSentences.PARTY_RULE,
                    what=f"The number {name}",
                    given=getattr(self, name),
                    wanted="0 or more",
                )
        if self.figures not in SEASON_FIGURES:
            known = ", ".join(SEASON_FIGURES)
            raise ScoringError(
                PartyScoringSentences.PARTY_RULE,
                what="The figures of a season",
                given=f'"{self.figures}"',
                wanted=f"one of {known}",
            )


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """One person's place in a season.

    *figures* are those of each night in order, ``None`` where the person was not there; *counted*
    says which of them are in the *total*, with *attendance* for coming.
    """

    player: str
    figures: tuple[Fraction | None, ...]
    counted: tuple[bool, ...]
    attendance: int
    total: Fraction
    place: int = 1
    tied: bool = False

    @property
    def nights(self) -> int:
        """How many nights the person came."""
        return sum(figure is not None for figure in self.figures)

    @property
    def place_text(self) -> str:
        """The place as it is printed, ``"3="`` for one that is shared."""
        if self.tied:
            return f"{self.place}="
        return str(self.place)


def season_standings(
    nights: Sequence[Mapping[str, Points]], rules: SeasonRules | None = None
) -> tuple[SeasonStanding, ...]:
    """Return the standings of a season, the highest total first. Equal totals share the better
    place.

    Each of *nights* has a total for everybody who was there.

    >>> nights = [{"Ada": 5, "Bea": 9}, {"Ada": 7, "Bea": 1}, {"Ada": 6}]
    >>> standings = season_standings(nights, SeasonRules(best=2, attendance=1))
    >>> [(row.player, str(row.total), row.counted, row.place_text) for row in standings]
    [('Ada', '16', (False, True, True), '1'), ('Bea', '12', (True, True, False), '2')]
    """
    told = rules or SeasonRules()
    brought = [_beaten(night) if told.figures == "beaten" else night for night in nights]
    players = dict.fromkeys(player for night in nights for player in night)
    standings = [_standing(player, brought, told) for player in players]
    ordered = sorted(
        standings, key=lambda standing: (-standing.total, player_order(standing.player))
    )
    with_place = with_places(ordered, attrgetter("total"))
    return tuple(
        replace(standing, place=place, tied=is_tied) for standing, place, is_tied in with_place
    )


def _beaten(night: Mapping[str, Points]) -> dict[str, Points]:
    """Return, for everybody, the number of players of *night* with less, and half of those with the
    same.
    """
    totals = sorted(night.values())
    return {
        player: Fraction(bisect_left(totals, total) + bisect_right(totals, total) - 1, 2)
        for player, total in night.items()
    }


def _standing(
    player: str, nights: Sequence[Mapping[str, Points]], rules: SeasonRules
) -> SeasonStanding:
    figures = tuple(Fraction(night[player]) if player in night else None for night in nights)
    came = [at for at, figure in enumerate(figures) if figure is not None]
    best = sorted(came, key=lambda at: (-(figures[at] or 0), at))[: rules.best or len(came)]
    attendance = rules.attendance * len(came)
    return SeasonStanding(
        player=player,
        figures=figures,
        counted=tuple(at in best for at in range(len(figures))),
        attendance=attendance,
        total=sum((figures[at] or Fraction(0) for at in best), Fraction(attendance)),
    )
