"""Seats for the next round, computed from the tables' reports."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from director.errors import PartyError
from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.games.read import PlayedRound
from director.party.movement.options import compute_deciding_points, is_fixed
from director.party.sentences import PartySentences
from movements.party.model import Seating, TableOutcome
from movements.party.rounds import change_players, next_seating


def compute_next_seating(party: Party, played_round: PlayedRound) -> Seating:
    """Return the seats of the round after *played_round*.

    :raises PartyError: if reports are missing
    :raises MovementError: if the movement can't seat the players after these reports
    """
    waiting = played_round.unreported_tables
    if waiting and not is_fixed(party):
        raise make_winners_missing_error(party, waiting, played_round.round_no)
    outcomes = {
        table_no: make_table_outcome(party, result)
        for table_no, result in played_round.results.items()
    }
    seating = next_seating(
        party.system,
        played_round.seating,
        outcomes,
        options=party.options,
        round_no=played_round.round_no,
    )
    return with_announced_changes(
        party,
        seating,
        fetch_announced_changes(party, played_round.round_no + 1),
        played_round.round_no + 1,
    )


def make_table_outcome(party: Party, result: PartyResult) -> TableOutcome:
    """Return the part of *result* that decides who moves."""
    return TableOutcome(
        result.winner,
        compute_deciding_points(party, result.points, result.beside),
        tuple(result.cut),
        tuple(result.out),
    )


@dataclass(frozen=True, slots=True)
class AnnouncedChanges:
    """Arrivals and leavers announced for a round before its seats are made."""

    round_no: int
    arrivals: tuple[PartyPlayer, ...]
    leavers: tuple[PartyPlayer, ...]
    word: str = "round"

    @property
    def text(self) -> str:
        """All arrivals and leavers in a sentence, or ""."""
        parts = [
            _join_names_with_verb(self.arrivals, "comes", "come"),
            _join_names_with_verb(self.leavers, "leaves", "leave"),
        ]
        text = "; ".join(filter(None, parts))
        if text:
            return f"From {self.word} {self.round_no}: {text}."
        return ""


def fetch_announced_changes(party: Party, round_no: int) -> AnnouncedChanges:
    """Return arrivals and leavers announced before *round_no*. One query."""
    players = party.players.select_related("person").filter(
        Q(joined_round=round_no) | Q(left_round=round_no)
    )
    # Somebody announced for this round who has already withdrawn takes no seat.
    arrivals = tuple(
        player
        for player in players
        if player.joined_round == round_no and player.left_round is None
    )
    leavers = tuple(player for player in players if player.left_round == round_no)
    return AnnouncedChanges(round_no, arrivals, leavers, party.round_word)


def with_announced_changes(
    party: Party, seating: Seating, people: AnnouncedChanges, round_no: int
) -> Seating:
    """Return *seating* of round *round_no* with arrivals and without leavers.

    :raises MovementError: if the system can't seat this number of players
    """
    seated = {player for table in seating for player in table.players}
    leavers = [str(player.number) for player in people.leavers if str(player.number) in seated]
    arrivals_a: list[str] = []
    arrivals_b: list[str] = []
    for player in people.arrivals:
        # Players without a group take B seats.
        arrivals = arrivals_a if player.group == "A" else arrivals_b
        arrivals.append(str(player.number))
    return change_players(
        party.system,
        seating,
        leavers,
        arrivals_a,
        arrivals_b,
        options=party.options,
        round_no=round_no,
    )


def _join_names_with_verb(players: Sequence[PartyPlayer], singular: str, plural: str) -> str:
    names = [str(player) for player in players]
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} {singular}"
    return f"{', '.join(names[:-1])} and {names[-1]} {plural}"


def make_winners_missing_error(party: Party, waiting: Sequence[int], round_no: int) -> PartyError:
    """Return the error for a step that needs the reports of the *waiting* tables."""
    return PartyError(
        PartySentences.WINNERS_MISSING,
        tables_have=format_tables_have(waiting),
        word=party.round_word,
        round_no=round_no,
    )


def format_tables_have(numbers: Sequence[int]) -> str:
    """Return the beginning of a sentence about tables.

    >>> format_tables_have([4]), format_tables_have([4, 7])
    ('Table 4 has', 'Tables 4 and 7 have')
    """
    if len(numbers) == 1:
        return f"Table {numbers[0]} has"
    return f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} have"
