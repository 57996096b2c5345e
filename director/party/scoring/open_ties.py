"""The open ties for prizes, each with the form that settles it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from director.party.models import Party
from director.party.movement.contestants import Contestants
from director.party.movement.games import PartyRecord, read_tie_decisions
from director.party.movement.seating import PartyNames
from director.party.movement.words import format_prize_title
from scoring.party.prize_ties import Decision, OpenTie

_FIGURE_LABELS = {"cut": "Card (ace 14)", "slips": "Number on the slip"}
"""The figure to enter for each player, by tie-break. A hand or game is settled by its points."""
_RULES_WITHOUT_FIGURES = ("halves", "wait", "draw")
"""Tie-breaks without figures: the prize is shared, or waits for an earlier tie or a drawn number."""


class TieBox(NamedTuple):
    """The box for the figure of one tied player."""

    player: str
    name: str
    typed_text: str


@dataclass(frozen=True, slots=True)
class OpenTieForm:
    """A tie for one or several prizes, with instructions and a box for each player."""

    key: str
    prize_titles: str
    instructions: str
    method: str
    figure_label: str
    boxes: tuple[TieBox, ...]

    @property
    def has_typed_figure(self) -> bool:
        """Whether any figure was typed."""
        return any(box.typed_text for box in self.boxes)


def list_open_tie_forms(
    record: PartyRecord, typed_figures: Mapping[str, str] | None = None
) -> list[OpenTieForm]:
    """Return the open ties of *record*, with the *typed_figures*."""
    if not record.is_ranked:
        return []
    # One tie may hold up several prizes: the same players settle them all at once.
    tie_by_players: dict[tuple[str, ...], OpenTie] = {}
    titles_by_players: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for prize in record.prizes:
        tie = prize.tie
        if tie and tie.rule_key not in _RULES_WITHOUT_FIGURES:
            tie_by_players.setdefault(tie.players, tie)
            titles_by_players[tie.players].append(format_prize_title(record.party, prize))
    return [
        make_open_tie_form(
            tie,
            record.contestants,
            key="-".join(players),
            prize_titles="; ".join(titles_by_players[players]),
            typed_figures=typed_figures or {},
        )
        for players, tie in tie_by_players.items()
    ]


def make_open_tie_form(
    tie: OpenTie,
    names: Contestants | PartyNames,
    *,
    key: str,
    prize_titles: str,
    typed_figures: Mapping[str, str],
) -> OpenTieForm:
    """Return the form for *tie*, with the *names* of its players."""
    return OpenTieForm(
        key=key,
        prize_titles=prize_titles,
        instructions=tie.instructions,
        method=tie.rule_key,
        figure_label=_FIGURE_LABELS.get(tie.rule_key, "Points"),
        boxes=tuple(
            TieBox(player, names[player], typed_figures.get(f"figure-{player}", ""))
            for player in tie.players
        ),
    )


def parse_tie_key(key: str) -> tuple[int, list[str]]:
    """Return the session (0 for the whole party) and players of the tie *key*.

    >>> parse_tie_key("3-12"), parse_tie_key("s2-3-12")
    ((0, ['3', '12']), (2, ['3', '12']))
    """
    first_part, *key_parts = key.split("-")
    if not first_part.startswith("s"):
        return 0, [first_part, *key_parts]
    session = first_part.removeprefix("s")
    return int(session) if session.isdecimal() else 0, key_parts


def find_tie_decision(party: Party, players: Sequence[str], session: int = 0) -> Decision | None:
    """Return how a tie between exactly these *players* was settled, or None if it is open."""
    for decision in read_tie_decisions(party, session):
        if set(decision.sorted_players) == set(players):
            return decision
    return None
