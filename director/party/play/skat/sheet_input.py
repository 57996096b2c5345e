"""The sheets of a Skat session as they are typed or pasted."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from director.errors import PartyError
from director.party.scoring.skat import BOXES
from director.party.sentences import PartySentences
from scoring import SKAT_SUITS, PrizeGame, SkatCard

WORDS = {
    "won": "games won",
    "lost": "games lost",
    "points": "points",
    "highest": "the highest game",
    "solo": "the solo against matadores",
    "tournee": "the tournée against matadores",
}
_NUMBER = re.compile(r"[-−–+]?[0-9]{1,5}")
_GAME = re.compile(r"([0-9]{1,2})\s+([a-z]+)\s+([0-9]{1,4})")
_CELLS = re.compile(r"\s*[\t;|]\s*")
_WORDY = re.compile(r"(solo|tourn[eé]e?)\b[\s:]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """What stands in the boxes of a player, and what stood there when the page was made."""

    number: int
    boxes: tuple[str, ...]
    before: str

    @property
    def is_changed(self) -> bool:
        """Whether something else was typed than was shown."""
        return "|".join(self.boxes) != self.before

    def card(self) -> SkatCard | None:
        """Return the sheet that is typed, ``None`` for empty boxes.

        :raises PartyError: for a box that cannot be read, with the player in
            ``params["at_player"]``
        """
        if not any(self.boxes):
            return None
        text = dict(zip(BOXES, self.boxes, strict=True))
        won, lost, points = (self._number(key, text[key]) for key in BOXES[:3])
        highest_game = self._number("highest", text["highest"]) if text["highest"] else 0
        return SkatCard(
            player=str(self.number),
            won=won,
            lost=lost,
            points=points,
            highest_game=highest_game,
            solo=self._game("solo", text["solo"]),
            tournee=self._game("tournee", text["tournee"]),
        )

    def _number(self, key: str, text: str) -> int:
        if not _NUMBER.fullmatch(text):
            said = f"“{text[:20]}” isn’t a number" if text else "the figure is missing"
            raise PartyError(
                PartySentences.NO_NUMBER_IN_BOX,
                number=self.number,
                box=WORDS[key],
                said=said,
                at_player=self.number,
            )
        digits = int(text.lstrip("-−–+"))
        if text[0] in "-−–":
            return -digits
        return digits

    def _game(self, key: str, text: str) -> PrizeGame | None:
        if not text:
            return None
        match = _GAME.fullmatch(text.casefold())
        suit = next((suit for suit in SKAT_SUITS if match and suit.startswith(match[2])), None)
        if not match or suit is None:
            raise PartyError(
                PartySentences.SOLO_UNREADABLE,
                number=self.number,
                box=WORDS[key],
                text=text[:30],
                at_player=self.number,
            )
        return PrizeGame(int(match[1]), suit, int(match[3]))


def typed_sheets(data: Mapping[str, str], numbers: Iterable[int]) -> dict[int, TypedSheet]:
    """Return by number what *data* of the page says, for the players whose boxes were sent."""
    return {
        number: TypedSheet(
            number,
            tuple(" ".join(data.get(f"{box}-{number}", "").split()) for box in BOXES),
            data.get(f"was-{number}", "|" * (len(BOXES) - 1)),
        )
        for number in numbers
        if f"won-{number}" in data
    }


def pasted_sheets(text: str) -> list[tuple[int, TypedSheet]]:
    """Return line number and sheet of every line of a pasted list.

    Player, won, lost, points, highest game, solo, tournée.

    Columns are parted by tabs, semicolons or bars; in a line with spaces only, the words solo and
    tournée stand before those games.  Lines without a figure are headings.

    >>> [sheet.boxes for _line, sheet in pasted_sheets("7 12 3 650 120 solo 4 clubs 60")]
    [('12', '3', '650', '120', '4 clubs 60', '')]
    >>> [sheet.boxes for _line, sheet in pasted_sheets("7; 12; 3; 650; ; ; 1 hearts 14")]
    [('12', '3', '650', '', '', '1 hearts 14')]

    :raises PartyError: for a line that names no player, a player twice, or a list without any sheet
    """
    sheets: dict[int, tuple[int, TypedSheet]] = {}
    for line_no, line in enumerate(text.splitlines(), 1):
        if not any(sign.isdecimal() for sign in line):
            continue
        first, *cells = _cells(line)
        if not (first.isdecimal() and len(first) <= 4) or len(cells) > len(BOXES):
            raise PartyError(
                PartySentences.LINE_UNREADABLE, line_no=line_no, text=line.strip()[:40]
            )
        number = int(first)
        if number in sheets:
            raise PartyError(
                PartySentences.PLAYER_LISTED_TWICE,
                line_no=line_no,
                number=number,
                first_line_no=sheets[number][0],
            )
        boxes = (*cells, *[""] * (len(BOXES) - len(cells)))
        sheets[number] = (
            line_no,
            TypedSheet(number, tuple(" ".join(box.split()) for box in boxes), ""),
        )
    if text.strip() and not sheets:
        raise PartyError(PartySentences.NO_SHEETS)
    return list(sheets.values())


def _cells(line: str) -> list[str]:
    cells = _CELLS.split(line.strip())
    if len(cells) > 1:
        return cells
    figures, *games = _WORDY.split(line.strip())
    said = {games[at][0].casefold(): games[at + 1].strip() for at in range(0, len(games), 2)}
    plain = figures.split()
    if not said:
        return plain
    return [*plain, *[""] * (5 - len(plain)), said.get("s", ""), said.get("t", "")]
