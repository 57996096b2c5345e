"""Frozen records of the paper of pairs: what one pair does all night, and what hangs on the wall."""

from dataclasses import dataclass

from director.sheets import Heading, SlipBoard

QrRows = tuple[bytes, ...]
"""A QR code without its border: a byte for each square, 1 where it is dark."""


@dataclass(frozen=True, slots=True)
class GuideLine:
    """One round of one pair; without boards it sits out, at a table if the movement names one."""

    round_no: int
    table: str  # "3", "B3"; "" where a sit-out has none
    side: str  # "N-S", "E-W"; "" in a sit-out
    opponents: str  # label
    opponent_names: str
    boards: tuple[SlipBoard, ...]
    marks: tuple[str, ...] = ()  # as on the guide card

    @property
    def sits_out(self) -> bool:
        """Whether the pair has no opponents."""
        return not self.boards


@dataclass(frozen=True, slots=True)
class PersonalGuide:
    """Where one pair is in every round, against whom, with which boards."""

    heading: Heading
    pair_no: int  # of the movement
    number: int  # what people call it
    label: str
    players: tuple[str, ...]  # names; empty where nobody is named
    lines: tuple[GuideLine, ...]
    code: QrRows = ()  # leads to the page of the pair

    @property
    def names(self) -> str:
        """The players in one line."""
        return " & ".join(self.players)


@dataclass(frozen=True, slots=True)
class Poster:
    """What leads visitors to the results of a night: an address and its code."""

    heading: Heading
    address: str
    code: QrRows
