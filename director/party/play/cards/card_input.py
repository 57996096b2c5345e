"""A typed card, before it is checked and stored."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from director.errors import PartyError
from director.party.play.cards.write import CardFigures
from director.party.sentences import PartySentences

_FIGURE = re.compile(r"[-−–]?[0-9]{1,6}")
_ROUNDS = re.compile(r"(?:([0-9]{1,3})\s*[-−–]\s*)?([0-9]{1,3})?")
BOXES = ("number", "half", "second", "total", "lone", "rounds", "version")
WORDS = {"half": "first half", "second": "second half", "total": "total", "lone": "lone hands"}


@dataclass(frozen=True, slots=True)
class TypedCard:
    """The boxes of a card as typed, and its round."""

    boxes: Mapping[str, str]
    part: int  # round of the card, 0 for a card of the whole evening
    press: str

    @property
    def number(self) -> int:
        """The number on the card.

        :raises PartyError: if it isn't a number
        """
        text = self.boxes["number"]
        if not (text.isascii() and text.isdecimal() and len(text) <= 4):
            raise PartyError(PartySentences.CARD_WITHOUT_NUMBER, text=text[:20] or "nothing")
        return int(text)

    @property
    def version(self) -> int:
        """The version of the card that the page showed, 0 for none."""
        text = self.boxes["version"]
        if text.isdecimal() and len(text) <= 9:  # fits into the database's integer
            return int(text)
        return 0

    def parse_figures(self) -> CardFigures:
        """Return the figures of the card. Without a total both halves are added.

        :raises PartyError: for an unreadable box
        """
        half = self._parse_box("half")
        second = self._parse_box("second")
        total = self._parse_box("total")
        lone = self._parse_box("lone")
        if total is None and half is not None and second is not None:
            total = half + second
        if total is None:
            raise PartyError(PartySentences.CARD_WITHOUT_TOTAL, number=self.number)
        first_round, last_round = self._parse_rounds()
        return CardFigures(total, half, second, lone or 0, first_round, last_round)

    def _parse_box(self, name: str) -> int | None:
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

    def _parse_rounds(self) -> tuple[int | None, int | None]:
        """Return the first and last round typed: "20" means up to 20, "5-" from 5 on."""
        text = self.boxes["rounds"].replace(" ", "")
        if not text:
            return None, None
        match = _ROUNDS.fullmatch(text)
        if not match:
            raise PartyError(
                PartySentences.CARD_ROUNDS_UNREADABLE, number=self.number, text=text[:20]
            )
        first, last = (int(digits) if digits else None for digits in match.groups())
        if first == 1:
            first = None  # the same as a card without a first round
        return first, last


def read_typed_card(data: Mapping[str, str]) -> TypedCard:
    """Return the card in the form's *data*."""
    boxes = {name: " ".join(data.get(name, "").split()) for name in BOXES}
    part_text = data.get("part", "")
    part = int(part_text) if part_text.isdecimal() and len(part_text) <= 3 else 0
    return TypedCard(boxes, part, data.get("press", ""))
