"""Recognise a file by what is in it, whatever page it was sent to.

The structure comes first (tagged text, table). Then each kind of content says what it found there.
Additions read more kinds. Cards inside a file of results are its hands, never its kind.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from director.formats.cells import WORKBOOK, detect_heading_index, read_cells
from director.formats.deals import is_deal_file
from director.formats.headings import are_board_fields, are_of_standings, get_index_by_field
from director.formats.kinds import PBN, PLAIN_TEXT, describe_file_kind
from director.formats.names.headings import are_of_people
from director.formats.pbn import read_games
from director.formats.reading import MAX_BYTES, cut_sample, unwrap_file

_MAX_LIST_BYTES = 2_000_000
"""Bytes of a list of people. Its reader isn't made for more."""
_MAX_TITLE_ROWS = 10
_MAX_NAME_WORDS = 12
_MAX_LOWER_CASE_WORDS = 4
"""Words of a name in small letters. A longer line is a sentence."""
# Both patterns begin at a word only: tried at each letter, they take the square of a long word.
_ADDRESS = re.compile(r"(?<!\S)\S+@\S+")
_WORD = re.compile(r"[^\W_]+")
_SIGNS_OUTSIDE_NAMES = re.compile(
    r"://|[=|<>{}\[\]\\?!%*]|\b[0-9]{1,2}[-–][0-9]{1,2}\b|\b\w{5,}\.$"
)
"""Signs that no line of names has, such as boards 1-3 of a movement or the end of a sentence."""


class FileUse(StrEnum):
    """What a file is for."""

    RESULTS = "results"
    HANDS = "hands"
    MOVEMENTS = "movements"
    PEOPLE = "people"


_MIN_SHARE_OF_BEST = 0.8
"""How much of the best candidate's share another one needs to be named beside it."""


@dataclass(frozen=True, slots=True)
class FormatCandidate:
    """What a file can be used for: its format, and how many of its parts were understood.

    *unclear_count* is the number of the other parts. A candidate *is_sure* if tags, elements or headings say
    so, and not only the look of the lines.
    """

    use: FileUse
    format_name: str
    understood_count: int
    unclear_count: int = 0
    is_sure: bool = True

    @property
    def understood_share(self) -> float:
        """The part that was understood, from 0 to 1."""
        return self.understood_count / (self.understood_count + self.unclear_count)

    def is_close_to(self, other: "FormatCandidate") -> bool:
        """Return whether this candidate understood nearly as much as the *other*."""
        return self.understood_share >= other.understood_share * _MIN_SHARE_OF_BEST


def rank_candidates(candidates: Iterable[FormatCandidate]) -> list[FormatCandidate]:
    """Return *candidates*, the best first: sure ones before others, then by the share understood."""
    order = list(FileUse)
    return sorted(
        candidates,
        key=lambda candidate: (
            not candidate.is_sure,
            -candidate.understood_share,
            order.index(candidate.use),
        ),
    )


RecogniseFile = Callable[[bytes, str], Sequence[FormatCandidate]]
"""What returns candidates for an unpacked file, which is of a kind (``describe_file_kind``)."""


def list_candidates(
    data: bytes, recognisers: Iterable[RecogniseFile] = ()
) -> list[FormatCandidate]:
    """Return what *data* can be used for, the best first. The list is empty for other files.

    *recognisers* are those of additions.

    >>> [candidate.use.value for candidate in list_candidates(b"Ada Ash & Bert Birch")]
    ['people']
    """
    data = unwrap_file(data, MAX_BYTES)
    kind = describe_file_kind(data)
    candidates = _make_deal_candidates(data, kind)
    for recogniser in recognisers:
        candidates += recogniser(data, kind)
    # A line of a movement may look like names, so those of people are counted too.
    if kind in (PLAIN_TEXT, WORKBOOK) and not any(
        candidate.is_sure and candidate.use != FileUse.MOVEMENTS for candidate in candidates
    ):
        candidates += _make_people_candidates(data)
    return rank_candidates(candidates)


def is_read_as_deals(data: bytes, kind: str) -> bool:
    """Return whether *data*, a file of *kind*, is read as one of deals, even if it has results."""
    return kind == PBN or is_deal_file(data)


def _make_deal_candidates(data: bytes, kind: str) -> list[FormatCandidate]:
    if kind == PBN:
        have_deals = [bool(game.get_tag("Deal")) for game in read_games(cut_sample(data))]
        deal_count = sum(have_deals)
        if not deal_count:
            return []
        return [FormatCandidate(FileUse.HANDS, "PBN", deal_count, len(have_deals) - deal_count)]
    if is_deal_file(data):
        return [FormatCandidate(FileUse.HANDS, "a file of deals", 1)]
    return []


def _make_people_candidates(data: bytes) -> list[FormatCandidate]:
    """Return a candidate for the lines of *data* that name people, if nearly all do."""
    if len(data) > _MAX_LIST_BYTES:
        return []
    rows = read_cells(data)
    if any(map(are_of_standings, rows[:_MAX_TITLE_ROWS])):
        return []
    for index, row in enumerate(rows[:_MAX_TITLE_ROWS]):
        if are_of_people(row) and len(rows) > index + 1:
            named_count = sum(any(map(str.isalpha, "".join(cells))) for cells in rows[index + 1 :])
            if named_count:
                unclear_count = len(rows) - index - 1 - named_count
                return [
                    FormatCandidate(FileUse.PEOPLE, "a list of people", named_count, unclear_count)
                ]
    heading_index = detect_heading_index(rows)
    if heading_index >= 0 and are_board_fields(get_index_by_field(rows[heading_index])):
        return []
    count = sum(map(_is_row_of_people, rows))
    if count and count * 5 >= len(rows) * 4:
        return [
            FormatCandidate(
                FileUse.PEOPLE, "a list of people", count, len(rows) - count, is_sure=False
            )
        ]
    return []


def _is_row_of_people(row: Sequence[str]) -> bool:
    """Return whether the cells of *row* are names, numbers and addresses of mail."""
    text = " ".join(row)
    words = [word for word in _WORD.findall(_ADDRESS.sub("", text)) if not word.isdigit()]
    if not 2 <= len(words) <= _MAX_NAME_WORDS or _SIGNS_OUTSIDE_NAMES.search(text):
        return False
    # Names have capitals, where their script has some; a whole list may be in small letters.
    lower_case_count = sum(word[0].islower() for word in words)
    return lower_case_count * 2 <= len(words) or (
        lower_case_count == len(words) and len(words) <= _MAX_LOWER_CASE_WORDS
    )
