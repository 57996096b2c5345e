"""The sheets of a Skat session, typed into the page or pasted as a list.

Reads figures and refuses texts that aren't figures. Impossible figures are refused when the sheets
are stored, see :mod:`director.party.play.skat`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from director.errors import PartyError
from director.party.scoring.skat import BOXES
from scoring.party.skat_prizes import SUITS as SKAT_SUITS
from scoring.party.skat_prizes import PrizeGame, SkatCard

BOX_LABELS = {
    "won": "games won",
    "lost": "games lost",
    "points": "points",
    "highest": "the highest game",
    "solo": "the solo against matadores",
    "tournee": "the tournée against matadores",
}
_NUMBER = re.compile(r"[-−–+]?[0-9]{1,5}")
_GAME = re.compile(r"([0-9]{1,2})\s+([a-z]+)\s+([0-9]{1,4})")
_SEPARATOR = re.compile(r"\s*[\t;|]\s*")
_GAME_WORD = re.compile(r"(solo|tourn[eé]e?)\b[\s:]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """The boxes of a player as typed, and as the page had shown them."""

    number: int
    boxes: tuple[str, ...]
    shown_text: str  # the shown boxes, joined by bars

    @property
    def is_changed(self) -> bool:
        """Whether the boxes differ from those that the page had shown."""
        return "|".join(self.boxes) != self.shown_text

    def parse_card(self) -> SkatCard | None:
        """Return the typed sheet, None if all boxes are empty.

        :raises PartyError: for an unreadable box, with the player in ``params["at_player"]``
        """
        if not any(self.boxes):
            return None
        text = dict(zip(BOXES, self.boxes, strict=True))
        return SkatCard(
            player=str(self.number),
            games_won=self._parse_number("won", text["won"]),
            games_lost=self._parse_number("lost", text["lost"]),
            points=self._parse_number("points", text["points"]),
            highest_game=self._parse_number("highest", text["highest"]) if text["highest"] else 0,
            best_solo=self._parse_game("solo", text["solo"]),
            best_tournee=self._parse_game("tournee", text["tournee"]),
        )

    def _parse_number(self, key: str, text: str) -> int:
        if not _NUMBER.fullmatch(text):
            problem = f"“{text[:20]}” isn’t a number" if text else "the figure is missing"
            raise PartyError(
                "no-number-in-box",
                "Player {number}, {box}: {said}. Type a whole number, such as 12.",
                number=self.number,
                box=BOX_LABELS[key],
                said=problem,
                at_player=self.number,
            )
        # Pasted texts have longer dashes in place of a minus sign.
        digits = int(text.lstrip("-−–+"))
        if text[0] in "-−–":
            return -digits
        return digits

    def _parse_game(self, key: str, text: str) -> PrizeGame | None:
        if not text:
            return None
        match = _GAME.fullmatch(text.casefold())  # "4 clubs 60": matadores, suit, value
        suit = None
        if match:
            # The first letters of a suit are enough.
            suits = (suit for suit in SKAT_SUITS if suit.startswith(match[2]))
            suit = next(suits, None)
        if not match or suit is None:
            raise PartyError(
                "solo-unreadable",
                "Player {number}, {box}: “{text}” can’t be read. Type matadores, suit and value, such "
                "as 4 clubs 60.",
                number=self.number,
                box=BOX_LABELS[key],
                text=text[:30],
                at_player=self.number,
            )
        return PrizeGame(int(match[1]), suit, int(match[3]))


def read_typed_sheets(data: Mapping[str, str], numbers: Iterable[int]) -> dict[int, TypedSheet]:
    """Return the sheets in the form's *data*, by number, for players whose boxes were sent."""
    empty_boxes = "|" * (len(BOXES) - 1)
    sheet_by_number = {}
    for number in numbers:
        if f"won-{number}" not in data:
            continue
        boxes = tuple(" ".join(data.get(f"{box}-{number}", "").split()) for box in BOXES)
        sheet_by_number[number] = TypedSheet(number, boxes, data.get(f"was-{number}", empty_boxes))
    return sheet_by_number


def parse_pasted_sheets(text: str) -> list[tuple[int, TypedSheet]]:
    """Return line number and sheet of each line of a pasted list.

    The columns are player, won, lost, points, highest game, solo, tournée, separated by tabs,
    semicolons or bars. In a line with spaces only, the words solo and tournée precede these games.
    Lines without a figure are headings.

    >>> [sheet.boxes for _line, sheet in parse_pasted_sheets("7 12 3 650 120 solo 4 clubs 60")]
    [('12', '3', '650', '120', '4 clubs 60', '')]
    >>> [sheet.boxes for _line, sheet in parse_pasted_sheets("7; 12; 3; 650; ; ; 1 hearts 14")]
    [('12', '3', '650', '', '', '1 hearts 14')]

    :raises PartyError: for a line without a player, a repeated player, or a list without sheets
    """
    sheet_by_number: dict[int, tuple[int, TypedSheet]] = {}
    for line_no, line in enumerate(text.splitlines(), 1):
        if not any(character.isdecimal() for character in line):
            continue
        number_text, *cells = _split_cells(line)
        if not (number_text.isascii() and number_text.isdecimal() and len(number_text) <= 4) or len(
            cells
        ) > len(BOXES):
            raise PartyError(
                "line-unreadable",
                "Line {line_no}: “{text}” isn’t a sheet. Type player number, games won, games lost, "
                "points, highest game, solo and tournée.",
                line_no=line_no,
                text=line.strip()[:40],
            )
        number = int(number_text)
        if number in sheet_by_number:
            raise PartyError(
                "player-listed-twice",
                "Line {line_no}: player {number} is already in line {first_line_no}. Keep one of the "
                "two.",
                line_no=line_no,
                number=number,
                first_line_no=sheet_by_number[number][0],
            )
        padding = [""] * (len(BOXES) - len(cells))
        boxes = tuple(" ".join(cell.split()) for cell in (*cells, *padding))
        sheet_by_number[number] = (line_no, TypedSheet(number, boxes, ""))
    if text.strip() and not sheet_by_number:
        raise PartyError(
            "no-sheets",
            "The list has no sheets. Type one per line: player number, games won, games lost, "
            "points, highest game, solo and tournée.",
        )
    return list(sheet_by_number.values())


def _split_cells(line: str) -> list[str]:
    cells = _SEPARATOR.split(line.strip())
    if len(cells) > 1:
        return cells
    # Splitting by a group keeps the words: figures, word, game, word, game.
    figures, *words_and_games = _GAME_WORD.split(line.strip())
    cells = figures.split()
    if not words_and_games:
        return cells
    games = {}
    for word, game in zip(words_and_games[::2], words_and_games[1::2], strict=True):
        games[word[0].casefold()] = game.strip()
    padding = [""] * (5 - len(cells))  # player, won, lost, points and highest game come first
    return [*cells, *padding, games.get("s", ""), games.get("t", "")]
