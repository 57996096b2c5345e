"""A card that is handed in, as it is typed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from director.errors import PartyError
from director.party.play.cards.write import Handed
from director.party.sentences import PartySentences

_FIGURE = re.compile(r"[-−–]?[0-9]{1,6}")
_ROUNDS = re.compile(r"(?:([0-9]{1,3})\s*[-−–]\s*)?([0-9]{1,3})?")
BOXES = ("number", "half", "second", "total", "lone", "rounds", "version")
WORDS = {"half": "first half", "second": "second half", "total": "total", "lone": "lone hands"}


@dataclass(frozen=True, slots=True)
class TypedCard:
    """The boxes of a card as typed, and its round."""

    boxes: Mapping[str, str]
    part: int
    press: str

    @property
    def number(self) -> int:
        """The number on the card.

        :raises PartyError: if it is none
        """
        text = self.boxes["number"]
        if not (text.isdecimal() and len(text) <= 4):
            raise PartyError(PartySentences.CARD_WITHOUT_NUMBER, text=text[:20] or "nothing")
        return int(text)

    @property
    def version(self) -> int:
        """Which version of the card the page showed, 0 for none."""
        text = self.boxes["version"]
        if text.isdecimal() and len(text) <= 9:
            return int(text)
        return 0

    def handed(self) -> Handed:
        """Return the figures of the card. Two halves make a missing total.

        :raises PartyError: for a box that cannot be read
        """
        half, second, total, lone = (self._figure(name) for name in WORDS)
        if total is None and half is not None and second is not None:
            total = half + second
        if total is None:
            raise PartyError(PartySentences.CARD_WITHOUT_TOTAL, number=self.number)
        first_round, last_round = self._rounds()
        return Handed(total, half, second, lone or 0, first_round, last_round)

    def _figure(self, name: str) -> int | None:
        text = self.boxes[name]
        if not text:
            return None
        if not _FIGURE.fullmatch(text):
            raise PartyError(
                PartySentences.CARD_UNREADABLE, number=self.number, box=WORDS[name], text=text[:20]
            )
        digits = int(text.lstrip("-−–"))
        if text[0].isdecimal():
            return digits
        return -digits

    def _rounds(self) -> tuple[int | None, int | None]:
        """Return the first and last round typed: "20" is up to 20, "5-" from 5 on."""
        text = self.boxes["rounds"].replace(" ", "")
        if not text:
            return None, None
        match = _ROUNDS.fullmatch(text)
        if not match:
            raise PartyError(
                PartySentences.CARD_ROUNDS_UNREADABLE, number=self.number, text=text[:20]
            )
        first, last = (int(part) if part else None for part in match.groups())
        return None if first == 1 else first, last


def typed_card(data: Mapping[str, str]) -> TypedCard:
    """Return the card that *data* of the page says."""
    part = data.get("part", "")
    return TypedCard(
        {name: " ".join(data.get(name, "").split()) for name in BOXES},
        int(part) if part.isdecimal() and len(part) <= 3 else 0,
        data.get("press", ""),
    )
