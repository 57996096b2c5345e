"""Recognise the pages of sites and programs that publish results, and say what to choose instead.

A page is known by the address that the browser noted, by classes that no other site has, by the
program that wrote it, by its title, or by a sentence such as “Scored by …”.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto

from director.additions.imports.formats.saved_pages import SavedPage
from director.formats.errors import ImportFileError

RANKING_CONTENTS = "a ranking, but no results of boards"
_PART_CONTENTS = "a part of the results"
_PLAYER_CONTENTS = "the boards of one player"
_BOARD_CONTENTS = "the results of one board"
_NO_TABLE_CONTENTS = "no table of all results"

ACBL_ADVICE = (
    "Save the results page of the club game again as “Webpage, HTML Only”, or choose its "
    "PBN or .bws file"
)
_POLISH_ADVICE = "Export the session as PBN, or copy all travellers into one table"
_USEBIO_ADVICE = "Export the session as USEBIO (.xml) and choose that file"
_PBN_ADVICE = "Export the session as PBN and choose that file"
_TYPING_ADVICE = "Copy all its results into one table with the headings Board, NS, EW, Contract, By, Tricks, Score"

_MAX_CHARACTERS = 20_000
_MAX_CELLS = 2_000
_NEVER = re.compile(r"(?!)")  # matches nothing


class _Sign(IntEnum):
    """What a program is known by, the surest sign first."""

    ADDRESS = auto()
    CLASSES = auto()
    GENERATOR = auto()
    TITLE = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Program:
    """A site or program with the signs by which its pages are known.

    - *name_pattern* matches its name as generator and in titles.
    - *author_pattern* matches a sentence such as “Scored by …” in the text of a page.
    - *describe_contents* returns what a page holds, if its pages don't all hold *contents*.
    """

    name: str
    name_pattern: re.Pattern[str]
    advice: str
    address_pattern: re.Pattern[str] = _NEVER
    author_pattern: re.Pattern[str] = _NEVER
    classes: Collection[str] = ()
    contents: str = _PART_CONTENTS
    describe_contents: Callable[[SavedPage], str] | None = None

    def find_sign(self, page: SavedPage, text: str = "") -> _Sign | None:
        """Return the surest sign of the program in *page* with its *text*, or None without any."""
        if self.address_pattern.search(page.address):
            return _Sign.ADDRESS
        if not page.classes.isdisjoint(self.classes):
            return _Sign.CLASSES
        if self.name_pattern.search(page.generator):
            return _Sign.GENERATOR
        if self.name_pattern.search(page.title):
            return _Sign.TITLE
        if self.author_pattern.search(text):
            return _Sign.TEXT
        return None

    def explain_page(self, page: SavedPage) -> ImportFileError:
        """Return why *page* can't be imported."""
        contents = self.describe_contents(page) if self.describe_contents else self.contents
        return make_page_error(self.name, contents, self.advice)


def _describe_bbo_page(page: SavedPage) -> str:
    first_cells = " ".join(" ".join(row) for row in page.rows[:5])
    if "Traveller" in first_cells or "EW Points" in first_cells:
        return _BOARD_CONTENTS
    if page.classes & {"tourney", "mbc", "team", "handnum"}:
        return _PLAYER_CONTENTS
    return RANKING_CONTENTS


def _describe_acbl_live_page(page: SavedPage) -> str:
    if "board-detail" in page.address:
        return _BOARD_CONTENTS
    if "/scores/" in page.address or "player-results" in page.address:
        return _PLAYER_CONTENTS
    return _PART_CONTENTS


_SITES = (
    _Program(
        name="ACBL Live for Clubs",
        address_pattern=re.compile(r"my\.acbl\.org"),
        name_pattern=re.compile(r"Live for Clubs"),
        classes={"results-main-content", "result-details-sessions"},
        advice=ACBL_ADVICE,
        contents="no results that can be read",
    ),
    _Program(
        name="ACBL Live",
        address_pattern=re.compile(r"live\.acbl\.org"),
        name_pattern=re.compile(r"ACBL Live"),
        advice="Choose the PBN, USEBIO or .bws file of the session instead",
        describe_contents=_describe_acbl_live_page,
    ),
    _Program(
        name="BBO",
        address_pattern=re.compile(r"bridgebase\.com"),
        name_pattern=re.compile(r"Bridge Base Online|BBO "),
        classes={"bbo_content", "bbo_t_l", "bbo_tr_o", "tourneySummary"},
        advice="Choose the CSV or USEBIO file of the whole tournament instead",
        describe_contents=_describe_bbo_page,
    ),
    _Program(
        name="RealBridge",
        address_pattern=re.compile(r"realbridge\.online"),
        name_pattern=re.compile(r"RealBridge"),
        advice="In RealBridge, download the session’s results as PBN or CSV and choose that file",
    ),
    _Program(
        name="BridgeWebs",
        address_pattern=re.compile(r"bridgewebs\.com"),
        name_pattern=re.compile(r"BridgeWebs", re.IGNORECASE),
        advice="Choose the file that was sent to BridgeWebs instead",
    ),
    # Pages of KoPS name JFR's program beside it as their generator, so KoPS comes first.
    _Program(
        name="KoPS",
        address_pattern=re.compile(r"kops", re.IGNORECASE),
        name_pattern=re.compile(r"\bKoPS"),
        advice=_POLISH_ADVICE,
    ),
    _Program(
        name="JFR Pary or Teamy",
        name_pattern=re.compile(r"\bJFR\b"),
        classes={"bdcc2", "bdcc12", "bdc12", "noc", "nol", "nor"},
        advice=_POLISH_ADVICE,
    ),
)
"""Sites whose pages have no table of all results."""


def _make_program(
    name: str, address: str, name_pattern: str, advice: str, classes: Collection[str] = ()
) -> _Program:
    """Return a program with patterns of its *address* and of its name in any case."""
    written_by = r"(?:by|with|using|from|par|mit|von|con|med|door|av|af|przez)\s+(?:the\s+)?"
    return _Program(
        name=name,
        address_pattern=re.compile(address, re.IGNORECASE),
        name_pattern=re.compile(rf"\b(?:{name_pattern})", re.IGNORECASE),
        author_pattern=re.compile(rf"{written_by}(?:{name_pattern})\b", re.IGNORECASE),
        classes=classes,
        advice=advice,
        contents=_NO_TABLE_CONTENTS,
    )


_PROGRAMS = (
    _make_program("Pianola", r"pianola\.(?:net|com)", "Pianola", _USEBIO_ADVICE),
    _make_program("ScoreBridge", r"scorebridge\.", "Score ?Bridge", _USEBIO_ADVICE),
    _make_program(
        "PairsScorer", r"jeff-?smith", "Pairs ?Scorer|Teams ?Scorer|JSS ?Scor", _USEBIO_ADVICE
    ),
    _make_program("EBUScore", r"ebuscore", "EBU ?Score", _USEBIO_ADVICE),
    _make_program(
        "Bridge-It",
        r"bridge-?it\.",
        "Bridge-?It",
        "Export the session as USEBIO, PBN or CSV and choose that file",
    ),
    _make_program("Compscore", r"altosoft|compscore", "Compscore", _USEBIO_ADVICE),
    _make_program("ASE Scorer", r"asecomputing", "ASE ?Scorer|Scorer \\(ASE\\)", _USEBIO_ADVICE),
    _make_program(
        "BridgeComposer",
        r"bridgecomposer",
        "Bridge ?Composer",
        "In BridgeComposer, save the boards as PBN and choose that file",
        classes={"bcst", "bchand", "bclabeldealer"},
    ),
    _make_program(
        "Bridgemate’s program (BCS)",
        r"bridgemate",
        "Bridgemate",
        "Choose the .bws file of the session instead",
    ),
    _make_program("Funbridge", r"funbridge\.", "Fun ?Bridge", _TYPING_ADVICE),
    _make_program("IntoBridge", r"intobridge\.", "IntoBridge", _TYPING_ADVICE),
    _make_program(
        "LoveBridge",
        r"lovebridge\.",
        "LoveBridge",
        "Export the session as PBN or USEBIO and choose that file",
    ),
    _make_program("Bridge Club Live", r"bridgeclublive", "Bridge Club Live", _TYPING_ADVICE),
    _make_program("StepBridge", r"stepbridge\.", "Step ?Bridge", _TYPING_ADVICE),
    _make_program(
        "the NBB’s calculation program",
        r"(?<![a-z])bridge\.nl",
        "NBB-?Reken",
        _PBN_ADVICE,
    ),
    _make_program(
        "ECats Bridge", r"ecatsbridge", "ECats", "Choose the file that was sent to ECats instead"
    ),
    _make_program("FFBridge", r"ffbridge\.", "FFBridge", _PBN_ADVICE),
)
"""Programs whose pages are read if they have a table of all results."""
_TEXT_PROGRAMS = (
    _make_program("ACBLscore", r"acblscore", "ACBL ?score", ACBL_ADVICE),
    _make_program(
        "Magic Contest",
        r"brenning\.se",
        "Magic Contest|Ruter",
        "In Magic Contest, save the contest as PBN and choose that file",
    ),
    _make_program("KoPS, JFR Pary or Teamy", r"jfr\.pl|kops2", "KoPS|JFR", _POLISH_ADVICE),
    *_PROGRAMS,
)
"""Programs that also print or save results as plain text."""


def explain_page_program(page: SavedPage) -> ImportFileError | None:
    """Return why a *page* without a table of results can't be imported, or None for unknown ones.

    >>> print(explain_page_program(SavedPage(rows=[["Scored by PairsScorer 3.1"]])))
    This is a page saved from PairsScorer. It holds no table of all results. Export the session as USEBIO (.xml) and \
choose that file.
    """
    cells = [cell for row in page.rows[:_MAX_CELLS] for cell in row]
    # Programs name themselves at the beginning or at the end.
    text = " ".join([*cells[:_MAX_CELLS], *cells[-_MAX_CELLS:]])
    program = _find_program(_PROGRAMS, page, text)
    return program.explain_page(page) if program else None


def explain_text_program(text: str) -> ImportFileError | None:
    """Return why a *text* without a table of results can't be imported, or None for unknown programs.

    >>> print(explain_text_program("Riverside pairs\\nMP  Pair\\nACBLscore 7.85"))
    This looks like a text of ACBLscore, without a table of all results. Save the results page of the club game again as \
“Webpage, HTML Only”, or choose its PBN or .bws file.
    """
    sample = f"{text[:_MAX_CHARACTERS]}\n{text[-_MAX_CHARACTERS:]}"
    for program in _TEXT_PROGRAMS:
        if program.address_pattern.search(sample) or program.author_pattern.search(sample):
            return ImportFileError(
                "text-known",
                "This looks like a text of {program}, without a table of all results. {advice}.",
                program=program.name,
                advice=program.advice,
            )
    return None


def explain_known_page(page: SavedPage) -> ImportFileError | None:
    """Return why *page* can't be imported, or None if its site isn't known.

    >>> print(explain_known_page(SavedPage(address="https://www.bridgebase.com/myhands/", classes={"tourney"})))
    This is a page saved from BBO. It holds the boards of one player. Choose the CSV or USEBIO file of the whole \
tournament instead.
    >>> explain_known_page(SavedPage(title="Our club")) is None
    True
    """
    site = _find_program(_SITES, page)
    return site.explain_page(page) if site else None


def _find_program(programs: Sequence[_Program], page: SavedPage, text: str = "") -> _Program | None:
    """Return the first of *programs* with the surest sign in *page*, or None."""
    program_by_sign: dict[_Sign, _Program] = {}
    for program in programs:
        if sign := program.find_sign(page, text):
            program_by_sign.setdefault(sign, program)
    if program_by_sign:
        return program_by_sign[min(program_by_sign)]
    return None


def make_page_error(site: str, contents: str, advice: str) -> ImportFileError:
    """Return why a page of *site* with *contents* can't be imported."""
    return ImportFileError(
        "page-known",
        "This is a page saved from {site}. It holds {contents}. {advice}.",
        site=site,
        contents=contents,
        advice=advice,
    )
