"""The contests that are played with boards.

Each is a record of what the program needs to know about those who compete.

A further one is a record more in ``CONTESTS``, beside its name among the choices of an event and
its kind of event.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from director.formats.names.pairs import read_names
from director.formats.names.players import read_players
from director.formats.names.teams import FEWEST_MEMBERS, MOST_MEMBERS, read_teams
from director.models import Section
from director.models.event import Contest
from director.names import family_name
from movements import CALLED, movements_of
from scoring import MATCH_METHODS, ScoringMethod


@dataclass(frozen=True, slots=True)
class Entrant:
    """What is said of a place: the *names* in the order of their boxes, ``""`` for an empty one.

    A team has a *team* name, ``None`` where nothing is said of it, and a *captain*: which box,
    counted from 1, or 0 where none is marked.
    """

    names: Sequence[str]
    team: str | None = None
    captain: int = 0


Item = tuple[int | None, str, Entrant]
"""One of a list: a number or none, a direction or ``""``, and who it is."""


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """Who competes, how they are entered, seated and ranked, and in which words.

    Its movements, methods and paper are those of what it *plays*; a list is read for the fewest and
    most names of one.
    """

    key: str  # as an event stores it
    called: str  # what one contestant is
    plays: str  # "pairs", "individual" or "teams"
    players: int  # how many of one play at once
    boxes: int  # how many names one can have
    example: str  # how a line of a list can look
    read_list: Callable[[str | bytes, int, int], list[Item]]
    came: int  # how many come, as an example
    sizes: str
    met: str  # the head of a column
    help: str  # what the figures of movements mean
    as_place: str = "in"  # somebody plays "in pair 3", but "as player 3"
    joined: Callable[[Sequence[str]], str] = " & ".join  # the names of its players in one text
    scored_as: str = (
        "pairs"  # what the sides of a line are to the scoring; partnerships are as pairs
    )
    match_methods: tuple[
        ScoringMethod, ...
    ] = ()  # for matches, which an ordinary night does not play
    has_matches: Callable[[str], bool] = lambda _scoring: (
        False
    )  # whether matches count by that method
    is_advised: bool = False  # whether movements are compared for it, by one or two winners
    has_fairness: bool = True  # whether that figure means anything
    has_halves: bool = False  # whether one plays every board at two tables, N-S and E-W
    has_line_ups: bool = (
        False  # whether who of one plays, and where, may change from round to round
    )
    has_own_name: bool = False  # besides those of its players
    has_captain: bool = False
    changes_partners: bool = False  # whether each is ranked by the lines of all its partnerships

    @property
    def unit(self) -> str:
        """The plural, by which an address names the number too."""
        return f"{self.called}s"

    @property
    def is_side(self) -> bool:
        """Whether one is a side of a line all night: two halves are both, and partners who change are none."""
        return not (self.has_halves or self.changes_partners)

    @property
    def movements(self) -> int:
        """How many movements there are for it."""
        return len(movements_of(self.plays))

    @property
    def paper(self) -> str:
        """Whose paper it takes: that of a "pair", a "player" or a "team"."""
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
    help="Fairness: how equally players are compared. 100 is perfect.",
    as_place="as",
    changes_partners=True,
)
TEAMS = ContestRecord(
    key=Contest.TEAMS,
    called="team",
    plays="teams",
    players=FEWEST_MEMBERS,
    boxes=MOST_MEMBERS,
    example="1 Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn",
    read_list=lambda source, least, most: [
        (team.number, "", Entrant(team.players, team.name, team.captain))
        for team in read_teams(source, least, most)
    ],
    came=6,
    sizes="2 to 40 teams",
    met="Teams met",
    help="Teams met: how many of the other teams each team plays.",
    joined=lambda players: ", ".join(map(family_name, players)),
    scored_as="teams",
    has_matches=lambda _scoring: True,
    has_fairness=False,
    has_halves=True,
    has_line_ups=True,
    has_own_name=True,
    has_captain=True,
)

CONTESTS = {contest.key: contest for contest in (PAIRS, INDIVIDUAL, TEAMS)}
"""Every contest with boards, by what an event, or a movement of it, stores."""
CONTESTANTS = {contest.called: contest for contest in CONTESTS.values()}
"""The same by what a heading calls those who play."""


def contest_of(section: Section) -> ContestRecord:
    """Return who competes in *section*."""
    return CONTESTS[section.session.event.contest]
