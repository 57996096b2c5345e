"""The standings of a season of parties: the best evenings of each person, and attendance points.

Each evening is given as totals by person. Which evenings make a season is left to ``director``.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.ranking import get_player_order, with_places
from scoring.party.sentences import PartyScoringSentences

SEASON_FIGURES = {
    "totals": "the total of each event",
    "beaten": "one per player beaten, a half per tie",
}
"""What an evening counts in a season, by key."""


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season.

    *figures* is a key of ``SEASON_FIGURES``, *best* the number of evenings that count, 0 for all.
    *attendance* is added for each evening played, whether it counts or not.

    :raises ScoringError: if a number is negative or the key unknown
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
            known_figures = ", ".join(SEASON_FIGURES)
            raise ScoringError(
                PartyScoringSentences.PARTY_RULE,
                what="The figures of a season",
                given=f'"{self.figures}"',
                wanted=f"one of {known_figures}",
            )


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """One person's place in a season.

    *figures* has the figure of each evening, None if the person was absent. *counted_nights* says which of
    them are in the *total*, to which *attendance* is added.
    """

    player: str
    figures: tuple[Fraction | None, ...]
    counted_nights: tuple[bool, ...]
    attendance: int
    total: Fraction
    place: int = 1
    tied: bool = False

    @property
    def nights(self) -> int:
        """The number of evenings on which the person played."""
        return sum(figure is not None for figure in self.figures)

    @property
    def place_text(self) -> str:
        """The place as text, ``"3="`` if it is shared."""
        if self.tied:
            return f"{self.place}="
        return str(self.place)


def season_standings(
    nights: Sequence[Mapping[str, Points]], rules: SeasonRules | None = None
) -> tuple[SeasonStanding, ...]:
    """Return the standings of a season, highest total first. Equal totals share the better place.

    Each of *nights* has the totals of all who played.

    >>> nights = [{"Ada": 5, "Bea": 9}, {"Ada": 7, "Bea": 1}, {"Ada": 6}]
    >>> standings = season_standings(nights, SeasonRules(best=2, attendance=1))
    >>> [(row.player, str(row.total), row.counted_nights, row.place_text) for row in standings]
    [('Ada', '16', (False, True, True), '1'), ('Bea', '12', (True, True, False), '2')]
    """
    rules = rules or SeasonRules()
    figures = nights
    if rules.figures == "beaten":
        figures = [_count_players_beaten(night) for night in nights]
    players = dict.fromkeys(player for night in nights for player in night)
    standings = [_make_season_standing(player, figures, rules) for player in players]
    ordered = sorted(
        standings, key=lambda standing: (-standing.total, get_player_order(standing.player))
    )
    with_place = with_places(ordered, attrgetter("total"))
    return tuple(
        replace(standing, place=place, tied=is_tied) for standing, place, is_tied in with_place
    )


def _count_players_beaten(night: Mapping[str, Points]) -> dict[str, Points]:
    """Return for each player of *night* the number with a lower total, and a half for each tie."""
    totals = sorted(night.values())
    # The left position counts the lower totals, the right one also the equal ones. Their average
    # counts ties as halves, and the player's own half is taken off.
    return {
        player: Fraction(bisect_left(totals, total) + bisect_right(totals, total) - 1, 2)
        for player, total in night.items()
    }


def _make_season_standing(
    player: str, nights: Sequence[Mapping[str, Points]], rules: SeasonRules
) -> SeasonStanding:
    figures: list[Fraction | None] = []
    for night in nights:
        figures.append(Fraction(night[player]) if player in night else None)
    played = [(figure, index) for index, figure in enumerate(figures) if figure is not None]
    # Of equal figures the earlier evening counts.
    played.sort(key=lambda item: (-item[0], item[1]))
    best = played[: rules.best or len(played)]
    best_indexes = {index for _figure, index in best}
    attendance = rules.attendance * len(played)
    return SeasonStanding(
        player=player,
        figures=tuple(figures),
        counted_nights=tuple(index in best_indexes for index in range(len(figures))),
        attendance=attendance,
        total=sum((figure for figure, _index in best), Fraction(attendance)),
    )
