"""The seats of the next round, from the reports of the tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from director.errors import PartyError
from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.games.read import PlayedRound
from director.party.movement.options import deciding_points, is_fixed
from director.party.sentences import PartySentences
from movements import (
    Seating,
    TableOutcome,
    change_players,
    next_seating,
)


def next_seats(party: Party, played_round: PlayedRound) -> Seating:
    """Return the seats that follow from round *played_round*.

    :raises PartyError: if tables have not told who won
    :raises MovementError: if the seats cannot follow from what the tables told
    """
    if (waiting := played_round.waiting) and not is_fixed(party):
        raise winners_missing(party, waiting, played_round.round_no)
    outcomes = {
        table_no: table_outcome(party, result) for table_no, result in played_round.results.items()
    }
    seating = next_seating(
        party.system,
        played_round.seating,
        outcomes,
        options=party.options,
        round_no=played_round.round_no,
    )
    return with_announced(
        party,
        seating,
        announced_changes(party, played_round.round_no + 1),
        played_round.round_no + 1,
    )


def table_outcome(party: Party, result: PartyResult) -> TableOutcome:
    """Return what *result* says about who moves."""
    return TableOutcome(
        result.winner,
        deciding_points(party, result.points, result.beside),
        tuple(result.cut),
        tuple(result.out),
    )


@dataclass(frozen=True, slots=True)
class Announced:
    """Who comes and who leaves with the seats of a round that is not seated yet."""

    round_no: int
    arrivals: tuple[PartyPlayer, ...]
    leavers: tuple[PartyPlayer, ...]
    word: str = "round"

    @property
    def text(self) -> str:
        """All arrivals and leavers in a sentence, or ""."""
        parts = [
            _together(self.arrivals, "comes", "come"),
            _together(self.leavers, "leaves", "leave"),
        ]
        said = "; ".join(part for part in parts if part)
        if said:
            return f"From {self.word} {self.round_no}: {said}."
        return ""


def announced_changes(party: Party, round_no: int) -> Announced:
    """Return arrivals and leavers announced before *round_no*. One query."""
    players = party.players.select_related("person").filter(
        Q(joined_round=round_no) | Q(left_round=round_no)
    )
    return Announced(
        round_no,
        tuple(
            player
            for player in players
            if player.joined_round == round_no and player.left_round is None
        ),
        tuple(player for player in players if player.left_round == round_no),
        party.round_word,
    )


def with_announced(party: Party, seating: Seating, people: Announced, round_no: int) -> Seating:
    """Return *seating* of round *round_no* with arrivals and without leavers.

    :raises MovementError: if the system cannot seat so many
    """
    how = {"options": party.options, "round_no": round_no}
    seated = {player for table in seating for player in table.players}
    leavers = [str(player.number) for player in people.leavers if str(player.number) in seated]
    a, b = (
        [str(player.number) for player in people.arrivals if (player.group == "A") is is_a]
        for is_a in (True, False)
    )
    return change_players(party.system, seating, leavers, a, b, **how)


def _together(players: Sequence[PartyPlayer], single: str, several: str) -> str:
    """Return names with the verb in the right number."""
    names = [str(player) for player in players]
    if len(names) < 2:
        return "".join(f"{name} {single}" for name in names)
    return f"{', '.join(names[:-1])} and {names[-1]} {several}"


def winners_missing(party: Party, waiting: Sequence[int], round_no: int) -> PartyError:
    """Return the refusal of what needs all tables of a round while these are *waiting*."""
    told: dict[str, Any] = {
        "tables_have": tables_have(waiting),
        "word": party.round_word,
        "round_no": round_no,
    }
    return PartyError(PartySentences.WINNERS_MISSING, **told)


def tables_have(numbers: Sequence[int]) -> str:
    """Return the beginning of a sentence about tables.

    >>> tables_have([4]), tables_have([4, 7])
    ('Table 4 has', 'Tables 4 and 7 have')
    """
    if len(numbers) == 1:
        return f"Table {numbers[0]} has"
    return f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} have"
