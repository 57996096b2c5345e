"""Who is ranked at a party: players, pairs or teams.

A pair is who has sat together: where somebody comes in for one of the two it stays the same pair,
as does a team.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from director.party.models import Party
from director.party.movement.options import contest_word, party_system, ranked_as_one, ranks_pairs
from director.party.movement.seating.read import Names, party_names, read_seating
from movements import Seating

Rounds = Iterable[tuple[int, Iterable[tuple[str, ...]]]]
"""The numbers of rounds with those who were one in each."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A line of the standings: its *players*, and *former* ones with their last round."""

    players: tuple[str, ...]
    former: tuple[tuple[str, int], ...] = ()
    at: int = 0  # among the teams, from 0

    @property
    def everybody(self) -> tuple[str, ...]:
        """Whoever has played in it, by number."""
        if len(self.players) == 1 and not self.former:
            return self.players
        return tuple(sorted((*self.players, *(player for player, _last in self.former)), key=int))

    @property
    def key(self) -> str:
        """The lowest number, by which it is called in files, ties and addresses."""
        return self.everybody[0]

    @property
    def number(self) -> str:
        """The numbers as they are read: ``"4 & 17"``."""
        return " & ".join(self.players)


class Contestants:
    """The contestants of a party and their names.

    *rounds* are their numbers with those who were one in each, *word* is what those are called.
    """

    def __init__(self, names: Names, rounds: Rounds = (), word: str = "pair") -> None:
        self.names = names
        self._pairs = _pairs(rounds)
        self.word = word if self._pairs else "player"

    def called(self, names: Names) -> "Contestants":
        """Return the same contestants, called by *names*."""
        same = Contestants(names)
        same._pairs, same.word = self._pairs, self.word
        return same

    @property
    def are_pairs(self) -> bool:
        """Whether two who stay together are one, or a team is."""
        return bool(self._pairs)

    @property
    def are_teams(self) -> bool:
        """Whether several are one who are no two partners, and may play at two tables."""
        return self.are_pairs and self.word != "pair"

    def of(self, player: str) -> Contestant:
        """Return the contestant that *player* is or belongs to."""
        return self._pairs.get(player) or Contestant((player,))

    def __iter__(self) -> Iterator[Contestant]:
        return iter(
            {
                contestant.key: contestant for contestant in map(self.of, self.names.by_player)
            }.values()
        )

    @property
    def playing(self) -> tuple[Contestant, ...]:
        """Those who have not left."""
        known = self.names.by_player
        return tuple(
            each
            for each in self
            if any(known[player].left_round is None for player in each.players)
        )

    def __getitem__(self, key: str) -> str:
        """Return the name of a contestant: ``"Ada Ash & Bert Birch"``, or a team's."""
        words = self.names.of(self.of(key).players)
        if self._titles:
            return f"{self.title(key)}: {words}"
        return words

    def title(self, player: str) -> str:
        """Return the team of *player* with its colour: ``"Fort 3 (blue)"``, or ""."""
        if self._titles:
            return self._titles.get(self.of(player).key, "")
        return ""

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The names of the teams by key."""
        system, titles, taken = party_system(self.names.party), dict[str, str](), {""}
        if system is None or not self.are_teams:
            return titles
        for team in sorted(
            {team.key: team for team in self._pairs.values()}.values(), key=attrgetter("at")
        ):
            first = self.names.by_player.get(team.key)
            if first and first.team not in taken:
                name = first.team
            else:
                name = f"{self.word.capitalize()} {team.at + 1}"
            taken.add(name)
            titles[team.key] = f"{name} ({system.colours[team.at]})"
        return titles

    def words(self, key: str) -> str:
        """Return the name with numbers: ``"Ada Ash & Bert Birch (4 & 17)"``."""
        players = self.of(key).players
        if any(who.person_id for player in players if (who := self.names.by_player.get(player))):
            return f"{self[key]} ({self.of(key).number})"
        return f"{self.title(key) or self.word.capitalize()} {self.of(key).number}"


def party_contestants(party: Party) -> Contestants:
    """Return the contestants of *party*. At most two queries."""
    stored = (
        party.played_rounds.order_by("round_no").values_list("round_no", "seating")
        if ranks_pairs(party)
        else ()
    )
    rounds = (
        (round_no, ranked_as_one(party, round_no, read_seating(seating)))
        for round_no, seating in stored
    )
    return Contestants(party_names(party), rounds, contest_word(party))


def contestant_of(party: Party, number: int) -> Contestant:
    """Return the contestant of player *number*."""
    if ranks_pairs(party):
        return party_contestants(party).of(str(number))
    return Contestant((str(number),))


def contestants_of_round(names: Names, round_no: int, seating: Seating) -> Contestants:
    """Return the contestants as they sit in one round."""
    party = names.party
    return Contestants(
        names, [(round_no, ranked_as_one(party, round_no, seating))], contest_word(party)
    )


def _pairs(rounds: Rounds) -> dict[str, Contestant]:
    """Return by player the first pair or team of everybody in *rounds*."""
    last_rounds: dict[
        str, dict[str, int]
    ] = {}  # by player those of the pair, each with the last round of it
    places: dict[str, int] = {}
    for round_no, together in rounds:
        for at, side in enumerate(together):
            pair = next((last_rounds[player] for player in side if player in last_rounds), {})
            pair |= dict.fromkeys(side, round_no)
            last_rounds |= dict.fromkeys(side, pair)
            places |= dict.fromkeys(pair, at)
    return {player: _pair(pair, places[player]) for player, pair in last_rounds.items()}


def _pair(last_rounds: dict[str, int], at: int) -> Contestant:
    now, by_number = max(last_rounds.values()), sorted(last_rounds, key=int)
    return Contestant(
        tuple(player for player in by_number if last_rounds[player] == now),
        tuple((player, last_rounds[player]) for player in by_number if last_rounds[player] < now),
        at,
    )
