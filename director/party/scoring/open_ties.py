"""The open ties for prizes, each with the form that settles it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.party.models import Party
from director.party.movement.games import PartyRecord, read_tie_decisions
from director.party.movement.words import format_prize_title
from scoring.party.awarding import Prize
from scoring.party.prize_ties import Decision, OpenTie

FIGURE_LABELS = {"cut": "Card (ace 14)", "slips": "Number on the slip"}
"""The figure to enter for each player, by tie-break. A hand or game is settled by its points."""
_WITHOUT_FIGURES = ("halves", "wait", "draw")
"""Tie-breaks without figures: the prize is shared, or waits for an earlier tie or a drawn number."""


@dataclass(frozen=True, slots=True)
class OpenTieForm:
    """A tie for one or several prizes, with instructions and a box for each player."""

    key: str
    prize_titles: str
    text: str
    method: str
    figure_label: str
    figures: tuple[tuple[str, str, str], ...]  # player, name and typed text
    session: int = 0  # of a Skat congress

    @property
    def has_typed_figure(self) -> bool:
        """Whether any figure was typed."""
        return any(typed for _player, _name, typed in self.figures)


def list_open_tie_forms(
    record: PartyRecord, typed_figures: Mapping[str, str] | None = None
) -> list[OpenTieForm]:
    """Return the open ties of *record*, with the *typed_figures*."""
    if not record.is_ranked:
        return []
    # One tie may hold up several prizes: the same players settle them all at once.
    prizes_by_players: dict[tuple[str, ...], list[tuple[Prize, OpenTie]]] = {}
    for prize in record.prizes:
        if prize.tie and prize.tie.rule_key not in _WITHOUT_FIGURES:
            prizes = prizes_by_players.setdefault(tuple(prize.tie.players), [])
            prizes.append((prize, prize.tie))
    return [
        _make_open_tie_form(record, players, prizes, typed_figures or {})
        for players, prizes in prizes_by_players.items()
    ]


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


def _make_open_tie_form(
    record: PartyRecord,
    players: tuple[str, ...],
    prizes: list[tuple[Prize, OpenTie]],
    typed_figures: Mapping[str, str],
) -> OpenTieForm:
    _prize, tie = prizes[0]
    return OpenTieForm(
        key="-".join(players),
        prize_titles="; ".join(format_prize_title(record.party, prize) for prize, _tie in prizes),
        text=tie.instructions,
        method=tie.rule_key,
        figure_label=FIGURE_LABELS.get(tie.rule_key, "Points"),
        figures=tuple(
            (player, record.contestants[player], typed_figures.get(f"figure-{player}", ""))
            for player in players
        ),
    )
