"""Who waits at a table to come in, and who goes out for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from director.names import names_in_sentence
from director.party.models import Party, PartyResult
from director.party.movement.next_games import table_outcome
from director.party.movement.seating.read import Names
from movements import (
    PartyTable,
    going_out,
)

OUT_FIELDS = tuple(f"out-{place}" for place in range(1, 5))
"""The fields that name who goes out; a table has as many as wait there."""
_MOST_DIGITS = 6


def out_named(data: Mapping[str, object]) -> tuple[str, ...]:
    """Return the players that the fields of a table send out."""
    named = (str(data.get(name, "")).strip()[:_MOST_DIGITS] for name in OUT_FIELDS)
    return tuple(dict.fromkeys(player for player in named if player))


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """Those who wait at a table, its players, and the fields for who goes out.

    Each field comes with the number that stands in it, empty where the rule decides.  *words* say
    who goes out and who comes in, once that is known.
    """

    names: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, str], ...]
    words: str = ""

    @property
    def text(self) -> str:
        """Who waits, in a sentence."""
        return (
            f"{names_in_sentence(self.names)} {'waits' if len(self.names) == 1 else 'wait'} here."
        )

    @property
    def is_named(self) -> bool:
        """Whether somebody was named who goes out, whatever the rule is."""
        return any(player for _name, player in self.fields)

    def typed(self, data: Mapping[str, str]) -> "WaitingLine":
        """Return the line with what was typed."""
        return replace(
            self,
            fields=tuple((name, data.get(name, player)) for name, player in self.fields),
            words="",
        )


def waiting_line(
    party: Party,
    names: Names,
    table: PartyTable,
    waiting: Sequence[str],
    result: PartyResult | None,
) -> WaitingLine:
    """Return the line of those *waiting* at *table*. No query."""
    named = [*(result.out if result else ()), *[""] * len(waiting)]
    line = WaitingLine(
        names=tuple(names[player] for player in waiting),
        players=tuple((player, names[player]) for player in table.players),
        fields=tuple(zip(OUT_FIELDS, named[: len(waiting)], strict=False)),
    )
    if result is None:
        return line
    out = going_out(
        party.system, table, len(waiting), table_outcome(party, result), options=party.options
    )
    gone = names_in_sentence([names[player] for player in out])
    return replace(line, words=f"Out: {gone}. In: {names_in_sentence(line.names[: len(out)])}.")
