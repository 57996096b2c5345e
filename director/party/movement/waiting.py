"""Players who wait to come in at a table, and players who go out for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from director.names import join_names
from director.party.models import Party, PartyResult
from director.party.movement.options import make_table_outcome
from director.party.movement.seating import PartyNames
from movements.party.model import PartyTable
from movements.party.rounds import list_leaving_players

LEAVING_PLAYER_FIELDS = tuple(f"out-{field_no}" for field_no in range(1, 5))
"""Fields for the players who go out. A table shows one per player who waits there."""
_MAX_DIGITS = 6  # longer than any player's number


def parse_leaving_players(data: Mapping[str, object]) -> tuple[str, ...]:
    """Return the players chosen to go out in the form's *data*."""
    players = [str(data.get(name, "")).strip()[:_MAX_DIGITS] for name in LEAVING_PLAYER_FIELDS]
    return tuple(dict.fromkeys(filter(None, players)))


@dataclass(frozen=True, slots=True)
class WaitingGroup:
    """Players who wait at a table, its seated players, and the fields for who goes out."""

    names: tuple[str, ...]  # of the players who wait
    players: tuple[tuple[str, str], ...]  # numbers and names of the seated players
    fields: tuple[tuple[str, str], ...]  # names, each with the chosen player or "" for the rule
    exchange_text: str = ""  # after the report: who goes out and who comes in

    @property
    def text(self) -> str:
        """Who waits, in a sentence."""
        verb = "waits" if len(self.names) == 1 else "wait"
        return f"{join_names(self.names)} {verb} here."

    @property
    def is_named(self) -> bool:
        """Whether a player was chosen to go out instead of the one by the rule."""
        return any(player for _name, player in self.fields)

    def with_typed(self, data: Mapping[str, str]) -> "WaitingGroup":
        """Return the group with the form's *data* in its fields."""
        return replace(
            self,
            fields=tuple((name, data.get(name, player)) for name, player in self.fields),
            exchange_text="",
        )


def make_waiting_group(
    party: Party,
    names: PartyNames,
    table: PartyTable,
    waiting_players: Sequence[str],
    result: PartyResult | None,
) -> WaitingGroup:
    """Return the group of *waiting_players* at *table*. (Costs no query.)"""
    chosen_leavers = result.out if result else ()
    field_values = [*chosen_leavers, *[""] * len(waiting_players)]
    field_values = field_values[: len(waiting_players)]
    waiting_group = WaitingGroup(
        names=tuple(names[player] for player in waiting_players),
        players=tuple((player, names[player]) for player in table.players),
        # LEAVING_PLAYER_FIELDS is as long as the largest table; fewer players may wait.
        fields=tuple(zip(LEAVING_PLAYER_FIELDS, field_values, strict=False)),
    )
    if result is None:
        return waiting_group
    leavers = list_leaving_players(
        party.system,
        table,
        len(waiting_players),
        make_table_outcome(party, result),
        options=party.options,
    )
    leaver_names = join_names([names[player] for player in leavers])
    arrival_names = join_names(waiting_group.names[: len(leavers)])
    return replace(waiting_group, exchange_text=f"Out: {leaver_names}. In: {arrival_names}.")
