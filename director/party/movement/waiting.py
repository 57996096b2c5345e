"""Players who wait to come in at a table, and players who go out for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from director.names import join_names
from director.party.models import Party, PartyResult
from director.party.movement.next_games import make_table_outcome
from director.party.movement.seating.read import PartyNames
from movements.party.model import PartyTable
from movements.party.rounds import going_out

OUT_FIELDS = tuple(f"out-{place}" for place in range(1, 5))
"""Fields for the players who go out. A table shows one per player who waits there."""
_MAX_DIGITS = 6  # longer than any player's number


def parse_leaving_players(data: Mapping[str, object]) -> tuple[str, ...]:
    """Return the players chosen to go out in the form's *data*."""
    players = [str(data.get(name, "")).strip()[:_MAX_DIGITS] for name in OUT_FIELDS]
    return tuple(dict.fromkeys(filter(None, players)))


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """Players who wait at a table, its seated players, and the fields for who goes out.

    Each of *fields* is a field's name and the player chosen in it, empty if the rule decides.
    After the report, *words* says who goes out and who comes in.
    """

    names: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, str], ...]
    words: str = ""

    @property
    def text(self) -> str:
        """Who waits, in a sentence."""
        verb = "waits" if len(self.names) == 1 else "wait"
        return f"{join_names(self.names)} {verb} here."

    @property
    def is_named(self) -> bool:
        """Whether a player was chosen to go out instead of the one by the rule."""
        return any(player for _name, player in self.fields)

    def with_typed(self, data: Mapping[str, str]) -> "WaitingLine":
        """Return the line with the form's *data* in its fields."""
        return replace(
            self,
            fields=tuple((name, data.get(name, player)) for name, player in self.fields),
            words="",
        )


def make_waiting_line(
    party: Party,
    names: PartyNames,
    table: PartyTable,
    waiting: Sequence[str],
    result: PartyResult | None,
) -> WaitingLine:
    """Return the line of the players *waiting* at *table*. No query."""
    chosen = result.out if result else ()
    field_values = [*chosen, *[""] * len(waiting)][: len(waiting)]
    line = WaitingLine(
        names=tuple(names[player] for player in waiting),
        players=tuple((player, names[player]) for player in table.players),
        # OUT_FIELDS is as long as the largest table; fewer players may wait.
        fields=tuple(zip(OUT_FIELDS, field_values, strict=False)),
    )
    if result is None:
        return line
    leavers = going_out(
        party.system, table, len(waiting), make_table_outcome(party, result), options=party.options
    )
    leaver_names = join_names([names[player] for player in leavers])
    arrival_names = join_names(line.names[: len(leavers)])
    return replace(line, words=f"Out: {leaver_names}. In: {arrival_names}.")
