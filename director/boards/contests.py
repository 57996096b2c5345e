"""The contests that are played with boards: pairs, single players and teams.

Each is a record of what the program needs to know about its contestants, so that other modules
need not ask which contest it is. Words used here: a *contestant* is what has a place in the
standings (a pair, a player or a team); its *players* are people.

A new contest needs a record in ``CONTESTS``, a choice in ``Contest`` and a kind of event.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from director.formats.names.pairs import read_names
from director.formats.names.players import read_players
from director.formats.names.teams import MAX_MEMBERS, MIN_MEMBERS, read_teams
from director.models import Section
from director.models.event import Contest
from director.names import get_family_name
from movements import CALLED, movements_of
from scoring import MATCH_METHODS, ScoringMethod


@dataclass(frozen=True, slots=True)
class Entrant:
    """The entered names of a contestant, in the order of their boxes. An empty box is ``""``.

    *team* is the name of a team, or None to leave the stored one as it is. *captain* is the box of
    the captain, counted from 1, or 0 if none is marked.
    """

    names: Sequence[str]
    team: str | None = None
    captain: int = 0


Item = tuple[int | None, str, Entrant]
"""A line of a list: a number or None, a direction or ``""``, and the names."""


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """How the contestants of a contest are entered, seated and ranked, and the words for them.

    - *key* is the stored value, *called* the word for one contestant.
    - *plays* (``"pairs"``, ``"individual"`` or ``"teams"``) decides its movements, methods and
      printed sheets.
    - *players* is how many of a contestant play at once, *boxes* the most names it can have.
    - *example* is a line of a list, which *read_list* reads. It takes the fewest and the most
      names of a contestant.
    - *came* is an example of a number of contestants, *sizes* the possible numbers in words.
    - *met* is the title of a column, *help* explains the figures of movements.
    - *as_place* is the preposition: a person plays "in pair 3", but "as player 3".
    - *joined* joins the names of the players of a contestant.
    - *scored_as* says how scoring treats the sides of a line. Partnerships of single players are
      scored as pairs.
    - *match_methods* score matches of pairs, *has_matches* says whether a method counts matches.
    - *is_advised*: movements are compared for it, with one or two winners.
    - *has_fairness*: the fairness of a movement is shown.
    - *has_halves*: a contestant plays every board at two tables, N-S and E-W.
    - *has_line_ups*: the players of a contestant, and their seats, can change every round.
    - *has_own_name*: a contestant has a name besides those of its players.
    - *changes_partners*: a contestant is ranked by the lines of all its partnerships.
    """

    key: str
    called: str
    plays: str
    players: int
    boxes: int
    example: str
    read_list: Callable[[str | bytes, int, int], list[Item]]
    came: int
    sizes: str
    met: str
    help: str
    as_place: str = "in"
    joined: Callable[[Sequence[str]], str] = " & ".join
    scored_as: str = "pairs"
    match_methods: tuple[ScoringMethod, ...] = ()
    has_matches: Callable[[str], bool] = lambda _scoring: False
    is_advised: bool = False
    has_fairness: bool = True
    has_halves: bool = False
    has_line_ups: bool = False
    has_own_name: bool = False
    has_captain: bool = False
    changes_partners: bool = False

    @property
    def unit(self) -> str:
        """The plural of *called*, also the name of the number in addresses."""
        return f"{self.called}s"

    @property
    def is_side(self) -> bool:
        """Whether a contestant is one side of a line.

        A team is both sides, in two halves, and a single player is only half of a side.
        """
        return not (self.has_halves or self.changes_partners)

    @property
    def late_boxes(self) -> tuple[str, ...]:
        """The labels of the boxes for the names of a late one, after its number."""
        if self.has_own_name:
            return ("name (optional)",)
        if self.boxes == 1:
            return ("player’s name (optional)",)
        return ("first player (optional)", "second player (optional)")

    def make_late_entrant(self, names: Sequence[str]) -> Entrant:
        """Return what was typed in the boxes of :attr:`late_boxes` as an entrant."""
        if self.has_own_name:
            return Entrant((), team=names[0])
        return Entrant(names)

    @property
    def movements(self) -> int:
        """The number of movements for it."""
        return len(movements_of(self.plays))

    @property
    def paper(self) -> str:
        """The contestant that its printed sheets are for: a "pair", a "player" or a "team"."""
        return CALLED[self.plays]


PAIRS = ContestRecord(
    key=Contest.PAIRS,
    called="pair",
    plays="pairs",
    players=2,
    boxes=2,
    example="1 Ada Ash & Bert Birch",
    read_list=lambda source, _least, _most: [
        (pair.number, pair.direction, Entrant(pair.players)) for pair in read_names(source)
    ],
    came=13,
    sizes="3 to 80 pairs",
    met="Opponents met",
    help="Fairness: how equally pairs in one ranking are compared. 100 is perfect.",
    match_methods=MATCH_METHODS,
    has_matches=[method.key for method in MATCH_METHODS].__contains__,
    is_advised=True,
)
INDIVIDUAL = ContestRecord(
    key=Contest.INDIVIDUAL,
    called="player",
    plays="individual",
    players=1,
    boxes=1,
    example="1 Ada Ash",
    read_list=lambda source, _least, _most: [
        (player.number, "", Entrant((player.name,)))
        for player in read_players(source, with_partners=False)
    ],
    came=12,
    sizes="4 to 116 players",
    met="Partners",
    help="Partners: with how many of the others each player plays.",
    as_place="as",
    has_fairness=False,
    changes_partners=True,
)
TEAMS = ContestRecord(
    key=Contest.TEAMS,
    called="team",
    plays="teams",
    players=MIN_MEMBERS,
    boxes=MAX_MEMBERS,
    example="1 Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn",
    read_list=lambda source, least, most: [
        (team.number, "", Entrant(team.players, team.name, team.captain))
        for team in read_teams(source, least, most)
    ],
    came=6,
    sizes="2 to 40 teams",
    met="Teams met",
    help="Teams met: how many of the other teams each team plays.",
    joined=lambda players: ", ".join(map(get_family_name, players)),
    scored_as="teams",
    has_matches=lambda _scoring: True,
    has_fairness=False,
    has_halves=True,
    has_line_ups=True,
    has_own_name=True,
    has_captain=True,
)

CONTESTS = {contest.key: contest for contest in (PAIRS, INDIVIDUAL, TEAMS)}
"""Every contest with boards by its stored value."""
CONTESTANTS = {contest.called: contest for contest in CONTESTS.values()}
"""Every contest with boards by the word for a contestant."""


def get_contest(section: Section) -> ContestRecord:
    """Return the contest of *section*."""
    return CONTESTS[section.session.event.contest]
