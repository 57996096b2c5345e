"""The contests that are played with boards: pairs, single players and teams.

Each is a record of what the program needs to know about its contestants, so that other modules
need not ask which contest it is. A *contestant* is ranked in the standings: a pair, a player or a
team. Its *players* are people.

A new contest needs a record in ``CONTESTS``, a choice in ``Contest`` and an application that registers
a kind of event for it (``register_event_kind``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from director.formats.names.pairs import read_pairs
from director.formats.names.players import read_players
from director.formats.names.tables.table import PAIRS as OF_PAIRS
from director.formats.names.tables.table import PLAYERS as OF_PLAYERS
from director.formats.names.tables.table import TEAMS as OF_TEAMS
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
    """The entered names of a contestant."""

    names: Sequence[str]  # in the order of their boxes, "" for an empty box
    team: str | None = None  # the name of a team, None to leave the stored one as it is
    captain: int = 0  # the captain's box, counted from 1, or 0 if none is marked
    # Somebody typed the names, so a box may hold two people. A name from a file is one person.
    is_typed: bool = False


ListItem = tuple[int | None, str, Entrant]
"""A line of a list: a number or None, a direction or ``""``, and the names."""


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """How a contest is offered, and how its contestants are entered, seated and ranked."""

    key: str  # the stored value
    game_phrases: tuple[str, ...]  # what can be played, in a sentence
    game_group: tuple[str, str]  # the heading of its games in the list of games, and a line below
    offer: str  # follows the name of each game
    make_demo_movement: Callable[[], Movement]
    contestant_noun: str  # the noun for one contestant
    # "pairs", "individual" or "teams": its movements, methods and sheets. Contests can share them.
    movement_contest: str
    players_at_once: int  # players of a contestant who play at the same time
    max_names: int  # of one contestant
    example: str  # a line of a list, with the fewest or the most names of a contestant
    read_list: Callable[[str | bytes, int, int], list[ListItem]]
    list_shape: str  # the columns of a list, as ``arrange_list`` names them
    example_count: int  # a typical number of contestants
    size_range: str  # the possible numbers of contestants, in words
    meetings_title: str  # of a column
    help: str  # explains the figures of movements
    prefix: str = ""  # precedes the key of a game that another contest offers too
    demo_teams: tuple[str, ...] = ()
    join_players: Callable[[Sequence[str]], str] = " & ".join
    # How scoring treats the sides of a line. Partnerships of single players are scored as pairs.
    scoring_contest: str = "pairs"
    has_match_methods: bool = False  # methods for matches of pairs score it too
    has_matches: Callable[[str], bool] = lambda _scoring: False  # whether a method counts matches
    has_movement_advice: bool = False  # movements are compared by fairness, with one or two winners
    has_halves: bool = False  # a contestant plays every board at two tables, N-S and E-W
    has_line_ups: bool = False  # players of a contestant, and their seats, can change every round
    has_own_name: bool = False  # a contestant has a name besides its players' names, and a captain
    has_changing_partners: bool = False  # a contestant is ranked by all its partnerships

    @property
    def contestants_noun(self) -> str:
        """The plural of *contestant_noun*, also the name of the number in addresses."""
        return f"{self.contestant_noun}s"

    @property
    def entry_preposition(self) -> str:
        """The word before the entry of a person: "in pair 3", "as player 3"."""
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
        """The methods for matches that score it in addition to its own, as far as registered."""
        return MATCH_METHODS if self.has_match_methods else ()

    @property
    def movement_count(self) -> int:
        """The number of movements for it."""
        return len(list_movements(self.movement_contest))

    @property
    def sheet_noun(self) -> str:
        """The noun on printed sheets for a contestant: "pair", "player" or "team"."""
        return NOUN_BY_CONTEST[self.movement_contest]


PAIRS = ContestRecord(
    key=Contest.PAIRS,
    game_phrases=("duplicate bridge", "duplicate whist"),
    game_group=("Duplicate pairs", "Partners stay together: Mitchell, Howell and others."),
    offer="pairs",
    make_demo_movement=partial(make_plan, "mitchell", pairs=14, boards_per_set=3),
    contestant_noun="pair",
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
    contestant_noun="player",
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
    contestant_noun="team",
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
CONTESTANTS = {contest.contestant_noun: contest for contest in CONTESTS.values()}
"""Every contest with boards by its noun for a contestant."""


def get_contest_record(section: Section) -> ContestRecord:
    """Return the contest of *section*."""
    return CONTESTS[section.session.event.contest]
