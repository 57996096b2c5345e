"""Who is ranked at a party: players, pairs or teams.

A *contestant* is one line of the standings. Pairs and teams follow from the seats: those who sat
together. If somebody comes in for one of them, the pair or team stays the same contestant.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from director.party.models import Party
from director.party.movement.options import (
    get_contestant_word,
    get_party_system,
    is_ranked_by_pairs,
    list_ranked_partners,
)
from director.party.movement.seating.read import PartyNames, fetch_party_names, read_seating
from movements.party.model import Seating

Rounds = Iterable[tuple[int, Iterable[tuple[str, ...]]]]
"""The number of each round with the players of each pair or team in it."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A line of the standings: its *players*, and *former_players* ones with their last round."""

    players: tuple[str, ...]
    former_players: tuple[tuple[str, int], ...] = ()
    index: int = 0  # among the teams, from 0

    @property
    def all_players(self) -> tuple[str, ...]:
        """Present and former players, by number."""
        if len(self.players) == 1 and not self.former_players:
            return self.players
        former_players = [player for player, _last_round in self.former_players]
        return tuple(sorted((*self.players, *former_players), key=int))

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

    *rounds* say who was a pair or team in each round, *word* is the word for one of them. Without
    *rounds* each player is a contestant.
    """

    def __init__(self, names: PartyNames, rounds: Rounds = (), word: str = "pair") -> None:
        self.names = names
        self._pairs = _group_pairs_by_player(rounds)
        self.word = word if self._pairs else "player"

    def with_names(self, names: PartyNames) -> "Contestants":
        """Return the same contestants with other *names*."""
        contestants = Contestants(names)
        contestants._pairs, contestants.word = self._pairs, self.word
        return contestants

    @property
    def are_pairs(self) -> bool:
        """Whether pairs or teams are ranked."""
        return bool(self._pairs)

    @property
    def are_teams(self) -> bool:
        """Whether teams are ranked, whose players may sit at two tables."""
        return self.are_pairs and self.word != "pair"

    def find(self, player: str) -> Contestant:
        """Return the contestant that *player* is or belongs to."""
        return self._pairs.get(player) or Contestant((player,))

    def __iter__(self) -> Iterator[Contestant]:
        contestants = {}
        for player in self.names.by_player:
            contestant = self.find(player)
            contestants[contestant.key] = contestant
        return iter(contestants.values())

    @property
    def present_contestants(self) -> tuple[Contestant, ...]:
        """The contestants with a player who has not left."""
        by_player = self.names.by_player
        return tuple(
            contestant
            for contestant in self
            if any(by_player[player].left_round is None for player in contestant.players)
        )

    def __getitem__(self, key: str) -> str:
        """Return the name of a contestant: ``"Ada Ash & Bert Birch"``, or a team's."""
        player_names = self.names.join(self.find(key).players)
        if self._titles:
            return f"{self.get_team_title(key)}: {player_names}"
        return player_names

    def get_team_title(self, player: str) -> str:
        """Return the team of *player* with its colour: ``"Fort 3 (blue)"``, or ""."""
        if self._titles:
            return self._titles.get(self.find(player).key, "")
        return ""

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The names of the teams by key."""
        system = get_party_system(self.names.party)
        titles: dict[str, str] = {}
        if system is None or not self.are_teams:
            return titles
        teams = {team.key: team for team in self._pairs.values()}
        used_names = {""}
        for team in sorted(teams.values(), key=attrgetter("index")):
            first_player = self.names.by_player.get(team.key)
            # A name belongs to the first team that entered it, a later one is only numbered.
            if first_player and first_player.team not in used_names:
                name = first_player.team
            else:
                name = f"{self.word.capitalize()} {team.index + 1}"
            used_names.add(name)
            titles[team.key] = f"{name} ({system.colours[team.index]})"
        return titles

    def format_with_numbers(self, key: str) -> str:
        """Return the name with numbers: ``"Ada Ash & Bert Birch (4 & 17)"``."""
        contestant = self.find(key)
        named_players = map(self.names.by_player.get, contestant.players)
        if any(player and player.person_id for player in named_players):
            return f"{self[key]} ({contestant.number})"
        title = self.get_team_title(key) or self.word.capitalize()
        return f"{title} {contestant.number}"


def fetch_party_contestants(party: Party) -> Contestants:
    """Return the contestants of *party*. At most two queries."""
    rounds = []
    if is_ranked_by_pairs(party):
        stored_rounds = party.played_rounds.order_by("round_no")
        for round_no, seating in stored_rounds.values_list("round_no", "seating"):
            rounds.append((round_no, list_ranked_partners(party, round_no, read_seating(seating))))
    return Contestants(fetch_party_names(party), rounds, get_contestant_word(party))


def fetch_contestant(party: Party, number: int) -> Contestant:
    """Return the contestant of player *number*."""
    if is_ranked_by_pairs(party):
        return fetch_party_contestants(party).find(str(number))
    return Contestant((str(number),))


def make_round_contestants(names: PartyNames, round_no: int, seating: Seating) -> Contestants:
    """Return the contestants as they sit in one round."""
    party = names.party
    return Contestants(
        names,
        [(round_no, list_ranked_partners(party, round_no, seating))],
        get_contestant_word(party),
    )


def _group_pairs_by_player(rounds: Rounds) -> dict[str, Contestant]:
    """Return the pair or team of each player in *rounds*."""
    # All members of a pair share one dictionary: each member with the last round in it.
    pair_by_player: dict[str, dict[str, int]] = {}
    index_by_player: dict[str, int] = {}
    for round_no, sides in rounds:
        for index, side in enumerate(sides):
            # One known member is enough: the others have come in for somebody.
            known_pairs = (pair_by_player[player] for player in side if player in pair_by_player)
            pair = next(known_pairs, {})
            pair |= dict.fromkeys(side, round_no)
            pair_by_player |= dict.fromkeys(side, pair)
            index_by_player |= dict.fromkeys(pair, index)
    return {
        player: _make_pair(last_rounds, index_by_player[player])
        for player, last_rounds in pair_by_player.items()
    }


def _make_pair(last_rounds: dict[str, int], index: int) -> Contestant:
    latest_round = max(last_rounds.values())
    players, former = [], []
    for player in sorted(last_rounds, key=int):
        if last_rounds[player] == latest_round:
            players.append(player)
        else:
            former.append((player, last_rounds[player]))
    return Contestant(tuple(players), tuple(former), index)
