"""The contests that are played with boards: pairs, single players and teams.

Each is a record of what the program needs to know about its contestants, so that other modules
need not ask which contest it is. Words used here: a *contestant* is what has a place in the
standings (a pair, a player or a team); its *players* are people.

A new contest needs a record in ``CONTESTS``, a choice in ``Contest`` and an addition that offers it
(``Addition.kinds``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from director.formats.names.pairs import read_pairs
from director.formats.names.players import read_players
from director.formats.names.tables import PAIRS as OF_PAIRS
from director.formats.names.tables import PLAYERS as OF_PLAYERS
from director.formats.names.tables import TEAMS as OF_TEAMS
from director.formats.names.teams import MAX_MEMBERS, MIN_MEMBERS, read_teams
from director.models import Section
from director.models.event import Contest
from director.names import get_family_name
from movements.model import NOUN_BY_CONTEST, Movement
from movements.registry import list_movements, make_plan
from scoring.method import ScoringMethod
from scoring.registry import MATCH_METHODS


@dataclass(frozen=True, slots=True)
class Entrant:
    """The entered names of a contestant, in the order of their boxes. An empty box is ``""``.

    *team* is the name of a team, or None to leave the stored one as it is. *captain* is the box of
    the captain, counted from 1, or 0 if none is marked. If somebody typed the names (*is_typed*),
    one box may hold two people; a name from a file, or stored before, is always one person.
    """

    names: Sequence[str]
    team: str | None = None
    captain: int = 0
    is_typed: bool = False


ListItem = tuple[int | None, str, Entrant]
"""A line of a list: a number or None, a direction or ``""``, and the names."""


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """How a contest is offered, how its contestants are entered, seated and ranked, and its words.

    - *game_phrases* say in a sentence what can be played. *game_group* is the name of its games in the
      list of games, with a line about them; *offer* follows the name of each game, and *prefix*
      precedes the key of a game that another contest offers too.
    - *make_demo_movement* makes the movement of its invented event, *demo_teams* are its teams.
    - *key* is the stored value, *contestant_word* the word for one contestant.
    - *movement_contest* (``"pairs"``, ``"individual"`` or ``"teams"``) decides its movements,
      methods and printed sheets. Two contests can share them.
    - *players_at_once* of a contestant play at the same time. It can have *max_names* names.
    - *example* is a line of a list, which *read_list* reads. It takes the fewest and the most
      names of a contestant. *list_shape* is what a table of it has, as ``arrange_list`` names it.
    - *example_count* is a usual number of contestants, *size_range* the possible numbers in words.
    - *meetings_title* is the title of a column, *help* explains the figures of movements.
    - *join_players* joins the names of a contestant's players.
    - *scoring_contest* says how scoring treats the sides of a line. Partnerships of single players
      are scored as pairs.
    - *has_match_methods*: methods for matches of pairs score it too. *has_matches* says whether a
      method counts matches.
    - *has_movement_advice*: its movements are compared by fairness, with one or two winners.
    - *has_halves*: a contestant plays every board at two tables, N-S and E-W.
    - *has_line_ups*: the players of a contestant, and their seats, can change every round.
    - *has_own_name*: a contestant has a name besides those of its players, and a captain.
    - *has_changing_partners*: a contestant is ranked by the lines of all its partnerships.
    """

    key: str
    game_phrases: tuple[str, ...]
    game_group: tuple[str, str]
    offer: str
    make_demo_movement: Callable[[], Movement]
    contestant_word: str
    movement_contest: str
    players_at_once: int
    max_names: int
    example: str
    read_list: Callable[[str | bytes, int, int], list[ListItem]]
    list_shape: str
    example_count: int
    size_range: str
    meetings_title: str
    help: str
    prefix: str = ""
    demo_teams: tuple[str, ...] = ()
    join_players: Callable[[Sequence[str]], str] = " & ".join
    scoring_contest: str = "pairs"
    has_match_methods: bool = False
    has_matches: Callable[[str], bool] = lambda _scoring: False
    has_movement_advice: bool = False
    has_halves: bool = False
    has_line_ups: bool = False
    has_own_name: bool = False
    has_changing_partners: bool = False

    @property
    def contestants_word(self) -> str:
        """The plural of *contestant_word*, also the name of the number in addresses."""
        return f"{self.contestant_word}s"

    @property
    def place_preposition(self) -> str:
        """The word in "in pair 3" or "as player 3", where a person plays."""
        return "as" if self.max_names == 1 else "in"

    @property
    def has_fairness(self) -> bool:
        """Whether the fairness of a movement is shown."""
        return self.has_movement_advice

    @property
    def has_captain(self) -> bool:
        """Whether one of the players is marked as captain."""
        return self.has_own_name

    @property
    def is_whole_side(self) -> bool:
        """Whether a contestant is a whole side of a line.

        A team is both sides, in two halves, and a single player is only half of a side.
        """
        return not (self.has_halves or self.has_changing_partners)

    @property
    def late_entrant_labels(self) -> tuple[str, ...]:
        """The labels of the boxes for the names of a late contestant, after its number."""
        if self.has_own_name:
            return ("name (optional)",)
        if self.max_names == 1:
            return ("player’s name (optional)",)
        return ("first player (optional)", "second player (optional)")

    def make_late_entrant(self, names: Sequence[str]) -> Entrant:
        """Return what was typed in the boxes of :attr:`late_entrant_labels` as an entrant."""
        if self.has_own_name:
            return Entrant((), team=names[0])
        return Entrant(names, is_typed=True)

    @property
    def match_methods(self) -> Sequence[ScoringMethod]:
        """The methods that score its matches beside its usual ones, as long as any are registered."""
        return MATCH_METHODS if self.has_match_methods else ()

    @property
    def movement_count(self) -> int:
        """The number of movements for it."""
        return len(list_movements(self.movement_contest))

    @property
    def sheet_word(self) -> str:
        """The word on printed sheets for a contestant: "pair", "player" or "team"."""
        return NOUN_BY_CONTEST[self.movement_contest]


PAIRS = ContestRecord(
    key=Contest.PAIRS,
    game_phrases=("duplicate bridge", "duplicate whist"),
    game_group=("Duplicate pairs", "Partners stay together: Mitchell, Howell and others."),
    offer="pairs",
    make_demo_movement=partial(make_plan, "mitchell", pairs=14, boards_per_set=3),
    contestant_word="pair",
    movement_contest="pairs",
    players_at_once=2,
    max_names=2,
    example="1 Ada Ash & Bert Birch",
    read_list=lambda source, _least, _most: [
        (pair.number, pair.direction, Entrant(pair.players)) for pair in read_pairs(source)
    ],
    list_shape=OF_PAIRS,
    example_count=13,
    size_range="3 to 80 pairs",
    meetings_title="Opponents met",
    help="Fairness: how equally pairs in one ranking are compared. 100 is perfect.",
    has_match_methods=True,
    has_matches=lambda scoring: any(method.key == scoring for method in MATCH_METHODS),
    has_movement_advice=True,
)
INDIVIDUAL = ContestRecord(
    key=Contest.INDIVIDUAL,
    game_phrases=("a contest of single players",),
    game_group=("Duplicate for single players", "Everybody changes partners."),
    offer="individual",
    prefix="individual-",
    make_demo_movement=partial(make_plan, "individual", players=12, boards_per_set=2),
    contestant_word="player",
    movement_contest="individual",
    players_at_once=1,
    max_names=1,
    example="1 Ada Ash",
    read_list=lambda source, _least, _most: [
        (player.number, "", Entrant((player.name,)))
        for player in read_players(source, has_partners=False)
    ],
    list_shape=OF_PLAYERS,
    example_count=12,
    size_range="4 to 116 players",
    meetings_title="Partners",
    help="Partners: with how many of the others each player plays.",
    has_changing_partners=True,
)
TEAMS = ContestRecord(
    key=Contest.TEAMS,
    game_phrases=("a contest of teams",),
    game_group=("Duplicate teams", "Round robins, leagues, Swiss and knock-outs."),
    offer="teams, league, Swiss, knock-out",
    prefix="teams-",
    make_demo_movement=partial(make_plan, "round-robin", teams=6, boards_per_set=4),
    demo_teams=(
        "Green Dragons",
        "Night Owls",
        "Old Mill",
        "Red Lions",
        "Riverside",
        "Seven Oaks",
    ),
    contestant_word="team",
    movement_contest="teams",
    players_at_once=MIN_MEMBERS,
    max_names=MAX_MEMBERS,
    example="1 Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn",
    read_list=lambda source, least, most: [
        (team.number, "", Entrant(team.players, team.name, team.captain_no))
        for team in read_teams(source, least, most)
    ],
    list_shape=OF_TEAMS,
    example_count=6,
    size_range="2 to 40 teams",
    meetings_title="Teams met",
    help="Teams met: how many of the other teams each team plays.",
    join_players=lambda players: ", ".join(map(get_family_name, players)),
    scoring_contest="teams",
    has_matches=lambda _scoring: True,
    has_halves=True,
    has_line_ups=True,
    has_own_name=True,
)

CONTESTS = {contest.key: contest for contest in (PAIRS, INDIVIDUAL, TEAMS)}
"""Every contest with boards by its stored value."""
CONTESTANTS = {contest.contestant_word: contest for contest in CONTESTS.values()}
"""Every contest with boards by the word for a contestant."""


def get_contest_record(section: Section) -> ContestRecord:
    """Return the contest of *section*."""
    return CONTESTS[section.session.event.contest]
