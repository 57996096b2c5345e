"""Who is ranked at a party: players, pairs or teams.

A *contestant* is one line of the standings. Pairs and teams follow from the seats: they are the
players who sat together. If somebody comes in for one of them, the pair or team stays the same
contestant.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from director.party.models import Party
from director.party.movement.options import (
    get_contestant_noun,
    get_party_system,
    is_ranked_by_pairs,
    list_ranked_partners,
)
from director.party.movement.seating import PartyNames, fetch_party_names, read_seating
from movements.party.model import Seating

PartnersByRound = Iterable[tuple[int, Iterable[tuple[str, ...]]]]
"""Rounds by number, each with the players of every pair or team in it."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A line of the standings: a player, a pair or a team."""

    players: tuple[str, ...]
    previous_players: tuple[tuple[str, int], ...] = ()  # with the last round of each
    index: int = 0  # among the teams, from 0

    @property
    def all_players(self) -> tuple[str, ...]:
        """Present and previous players, by number."""
        if len(self.players) == 1 and not self.previous_players:
            return self.players
        previous_players = [player for player, _last_round in self.previous_players]
        return tuple(sorted((*self.players, *previous_players), key=int))

    @property
    def key(self) -> str:
        """The lowest player number, used in files, ties and addresses."""
        return self.all_players[0]

    @property
    def number(self) -> str:
        """The player numbers as text: ``"4 & 17"``."""
        return " & ".join(self.players)


class Contestants:
    """The contestants of a party and their names.

    *partners_by_round* are the pairs or teams of each round, and *noun* is what one of them is
    called. Without pairs or teams each player is a contestant.
    """

    def __init__(
        self, names: PartyNames, partners_by_round: PartnersByRound = (), noun: str = "pair"
    ) -> None:
        self.names = names
        self._pair_by_player = _group_pairs_by_player(partners_by_round)
        self.contestant_noun = noun if self._pair_by_player else "player"

    def with_names(self, names: PartyNames) -> "Contestants":
        """Return the same contestants with other *names*."""
        contestants = Contestants(names)
        contestants._pair_by_player = self._pair_by_player
        contestants.contestant_noun = self.contestant_noun
        return contestants

    @property
    def are_pairs(self) -> bool:
        """Whether pairs or teams are ranked."""
        return bool(self._pair_by_player)

    @property
    def are_teams(self) -> bool:
        """Whether teams are ranked, whose players may sit at two tables."""
        return self.are_pairs and self.contestant_noun != "pair"

    def get_contestant(self, player: str) -> Contestant:
        """Return the contestant that *player* is or belongs to."""
        return self._pair_by_player.get(player) or Contestant((player,))

    def __iter__(self) -> Iterator[Contestant]:
        contestant_by_key = {}
        for player in self.names.facts_by_player:
            contestant = self.get_contestant(player)
            contestant_by_key[contestant.key] = contestant
        return iter(contestant_by_key.values())

    @property
    def present_contestants(self) -> tuple[Contestant, ...]:
        """The contestants with a player who has not left."""
        facts_by_player = self.names.facts_by_player
        return tuple(
            contestant
            for contestant in self
            if any(facts_by_player[player].left_round is None for player in contestant.players)
        )

    def __getitem__(self, key: str) -> str:
        """Return the name of a contestant: ``"Ada Ash & Bert Birch"``, or a team's."""
        player_names = self.names.join(self.get_contestant(key).players)
        if self._title_by_team:
            return f"{self.get_team_title(key)}: {player_names}"
        return player_names

    def get_team_title(self, player: str) -> str:
        """Return the team of *player* with its colour: ``"Fort 3 (blue)"``, or ""."""
        if self._title_by_team:
            return self._title_by_team.get(self.get_contestant(player).key, "")
        return ""

    @cached_property
    def _title_by_team(self) -> dict[str, str]:
        """The names of the teams by key."""
        system = get_party_system(self.names.party)
        title_by_team: dict[str, str] = {}
        if system is None or not self.are_teams:
            return title_by_team
        team_by_key = {team.key: team for team in self._pair_by_player.values()}
        used_names = {""}
        for team in sorted(team_by_key.values(), key=attrgetter("index")):
            first_player = self.names.facts_by_player.get(team.key)
            # A name belongs to the first team that entered it. A later team is only numbered.
            if first_player and first_player.team not in used_names:
                name = first_player.team
            else:
                name = f"{self.contestant_noun.capitalize()} {team.index + 1}"
            used_names.add(name)
            title_by_team[team.key] = f"{name} ({system.colours[team.index]})"
        return title_by_team

    def format_with_numbers(self, key: str) -> str:
        """Return the name with numbers: ``"Ada Ash & Bert Birch (4 & 17)"``."""
        contestant = self.get_contestant(key)
        named_players = map(self.names.facts_by_player.get, contestant.players)
        if any(player and player.person_id for player in named_players):
            return f"{self[key]} ({contestant.number})"
        title = self.get_team_title(key) or self.contestant_noun.capitalize()
        return f"{title} {contestant.number}"


def fetch_party_contestants(party: Party) -> Contestants:
    """Return the contestants of *party*. (Costs at most two queries.)"""
    partners_by_round = []
    if is_ranked_by_pairs(party):
        stored_rounds = party.played_rounds.order_by("round_no")
        for round_no, seating in stored_rounds.values_list("round_no", "seating"):
            partners = list_ranked_partners(party, round_no, read_seating(seating))
            partners_by_round.append((round_no, partners))
    return Contestants(fetch_party_names(party), partners_by_round, get_contestant_noun(party))


def fetch_contestant(party: Party, number: int) -> Contestant:
    """Return the contestant of player *number*."""
    if is_ranked_by_pairs(party):
        return fetch_party_contestants(party).get_contestant(str(number))
    return Contestant((str(number),))


def make_round_contestants(names: PartyNames, round_no: int, seating: Seating) -> Contestants:
    """Return the contestants as they sit in one round."""
    party = names.party
    return Contestants(
        names,
        [(round_no, list_ranked_partners(party, round_no, seating))],
        get_contestant_noun(party),
    )


def _group_pairs_by_player(partners_by_round: PartnersByRound) -> dict[str, Contestant]:
    """Return the pair or team of each player."""
    # All members of a pair share one dictionary: each member with the last round in it.
    last_rounds_by_player: dict[str, dict[str, int]] = {}
    index_by_player: dict[str, int] = {}
    for round_no, sides in partners_by_round:
        for index, side in enumerate(sides):
            # One known member is enough: the others have come in for somebody.
            known_pairs = (
                last_rounds_by_player[player] for player in side if player in last_rounds_by_player
            )
            pair = next(known_pairs, {})
            pair |= dict.fromkeys(side, round_no)
            last_rounds_by_player |= dict.fromkeys(side, pair)
            index_by_player |= dict.fromkeys(pair, index)
    return {
        player: _make_pair(last_round_by_player, index_by_player[player])
        for player, last_round_by_player in last_rounds_by_player.items()
    }


def _make_pair(last_round_by_player: dict[str, int], index: int) -> Contestant:
    latest_round = max(last_round_by_player.values())
    players = []
    previous_players = []
    for player in sorted(last_round_by_player, key=int):
        if last_round_by_player[player] == latest_round:
            players.append(player)
        else:
            previous_players.append((player, last_round_by_player[player]))
    return Contestant(tuple(players), tuple(previous_players), index)
