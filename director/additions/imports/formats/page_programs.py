"""Recognise the pages of sites and programs that publish results, and say what to choose instead.

A page is known by the address that the browser noted, by classes that no other site has, by the
program that wrote it, by its title, or by a sentence such as “Scored by …”.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from director.additions.imports.formats.saved_pages import SavedPage
from director.formats.errors import ImportFileError

ADVICE_ACBL_TEXT = (
    "Save the results page of the club game again as “Webpage, HTML Only”, or choose its "
    "PBN or .bws file"
)
PAGE_RANKING_TEXT = "a ranking, but no results of boards"
_ADVICE_POLISH_TEXT = "Export the session as PBN, or copy all travellers into one table"
_PAGE_PARTS_TEXT = "a part of the results"
_PAGE_PLAYER_TEXT = "the boards of one player"
_PAGE_TRAVELLER_TEXT = "the results of one board"
_NO_TABLE_TEXT = "no table of all results"


@dataclass(frozen=True, slots=True)
class _Site:
    """A site with the patterns and *classes* by which its pages are known."""

    name: str
    address_pattern: re.Pattern[str]
    title_pattern: re.Pattern[str]
    classes: frozenset[str]
    advice: str
    describe_contents: Callable[[SavedPage], str]


@dataclass(frozen=True, slots=True)
class _Program:
    """A program with patterns of its *address* and of the name by which its pages are known."""

    name: str
    address: str
    name_pattern: str
    advice: str
    classes: frozenset[str] = frozenset()


def _describe_bbo_page(page: SavedPage) -> str:
    first_cells = " ".join(" ".join(row) for row in page.rows[:5])
    if "Traveller" in first_cells or "EW Points" in first_cells:
        return _PAGE_TRAVELLER_TEXT
    if page.classes & {"tourney", "mbc", "team", "handnum"}:
        return _PAGE_PLAYER_TEXT
    return PAGE_RANKING_TEXT


def _describe_acbl_live_page(page: SavedPage) -> str:
    if "board-detail" in page.address:
        return _PAGE_TRAVELLER_TEXT
    if "/scores/" in page.address or "player-results" in page.address:
        return _PAGE_PLAYER_TEXT
    return _PAGE_PARTS_TEXT


def _describe_page_without_data(_page: SavedPage) -> str:
    return "no results that can be read"


def _describe_partial_page(_page: SavedPage) -> str:
    return _PAGE_PARTS_TEXT


_NEVER = re.compile(r"(?!)")  # matches nothing
_SITES = (
    _Site(
        "ACBL Live for Clubs",
        re.compile(r"my\.acbl\.org"),
        re.compile(r"Live for Clubs"),
        frozenset({"results-main-content", "result-details-sessions"}),
        ADVICE_ACBL_TEXT,
        _describe_page_without_data,
    ),
    _Site(
        "ACBL Live",
        re.compile(r"live\.acbl\.org"),
        re.compile(r"ACBL Live"),
        frozenset(),
        "Choose the PBN, USEBIO or .bws file of the session instead",
        _describe_acbl_live_page,
    ),
    _Site(
        "BBO",
        re.compile(r"bridgebase\.com"),
        re.compile(r"Bridge Base Online|BBO "),
        frozenset({"bbo_content", "bbo_t_l", "bbo_tr_o", "tourneySummary"}),
        "Choose the CSV or USEBIO file of the whole tournament instead",
        _describe_bbo_page,
    ),
    _Site(
        "RealBridge",
        re.compile(r"realbridge\.online"),
        re.compile(r"RealBridge"),
        frozenset(),
        "In RealBridge, download the session’s results as PBN or CSV and choose that file",
        _describe_partial_page,
    ),
    _Site(
        "BridgeWebs",
        re.compile(r"bridgewebs\.com"),
        re.compile(r"BridgeWebs", re.IGNORECASE),
        frozenset(),
        "Choose the file that was sent to BridgeWebs instead",
        _describe_partial_page,
    ),
    # Its pages name both programs as their generator.
    _Site(
        "KoPS",
        re.compile(r"kops", re.IGNORECASE),
        re.compile(r"\bKoPS"),
        frozenset(),
        _ADVICE_POLISH_TEXT,
        _describe_partial_page,
    ),
    _Site(
        "JFR Pary or Teamy",
        _NEVER,
        re.compile(r"\bJFR\b"),
        frozenset({"bdcc2", "bdcc12", "bdc12", "noc", "nol", "nor"}),
        _ADVICE_POLISH_TEXT,
        _describe_partial_page,
    ),
)


# Their pages are read if they have a table of all results, and named if not.

_ADVICE_USEBIO = "Export the session as USEBIO (.xml) and choose that file"
_ADVICE_PBN = "Export the session as PBN and choose that file"
_ADVICE_TYPED = "Copy all its results into one table with the headings Board, NS, EW, Contract, By, Tricks, Score"
_PROGRAMS = (
    _Program("Pianola", r"pianola\.(?:net|com)", "Pianola", _ADVICE_USEBIO),
    _Program("ScoreBridge", r"scorebridge\.", "Score ?Bridge", _ADVICE_USEBIO),
    _Program(
        "PairsScorer", r"jeff-?smith", "Pairs ?Scorer|Teams ?Scorer|JSS ?Scor", _ADVICE_USEBIO
    ),
    _Program("EBUScore", r"ebuscore", "EBU ?Score", _ADVICE_USEBIO),
    _Program(
        "Bridge-It",
        r"bridge-?it\.",
        "Bridge-?It",
        "Export the session as USEBIO, PBN or CSV and choose that file",
    ),
    _Program("Compscore", r"altosoft|compscore", "Compscore", _ADVICE_USEBIO),
    _Program("ASE Scorer", r"asecomputing", "ASE ?Scorer|Scorer \\(ASE\\)", _ADVICE_USEBIO),
    _Program(
        "BridgeComposer",
        r"bridgecomposer",
        "Bridge ?Composer",
        "In BridgeComposer, save the boards as PBN and choose that file",
        classes=frozenset({"bcst", "bchand", "bclabeldealer"}),
    ),
    _Program(
        "Bridgemate’s program (BCS)",
        r"bridgemate",
        "Bridgemate",
        "Choose the .bws file of the session instead",
    ),
    _Program("Funbridge", r"funbridge\.", "Fun ?Bridge", _ADVICE_TYPED),
    _Program("IntoBridge", r"intobridge\.", "IntoBridge", _ADVICE_TYPED),
    _Program(
        "LoveBridge",
        r"lovebridge\.",
        "LoveBridge",
        "Export the session as PBN or USEBIO and choose that file",
    ),
    _Program("Bridge Club Live", r"bridgeclublive", "Bridge Club Live", _ADVICE_TYPED),
    _Program("StepBridge", r"stepbridge\.", "Step ?Bridge", _ADVICE_TYPED),
    _Program(
        "the NBB’s calculation program",
        r"(?<![a-z])bridge\.nl",
        "NBB-?Reken",
        _ADVICE_PBN,
    ),
    _Program(
        "ECats Bridge", r"ecatsbridge", "ECats", "Choose the file that was sent to ECats instead"
    ),
    _Program("FFBridge", r"ffbridge\.", "FFBridge", _ADVICE_PBN),
)
_TEXT_PROGRAMS = (
    _Program("ACBLscore", r"acblscore", "ACBL ?score", ADVICE_ACBL_TEXT),
    _Program(
        "Magic Contest",
        r"brenning\.se",
        "Magic Contest|Ruter",
        "In Magic Contest, save the contest as PBN and choose that file",
    ),
    _Program("KoPS, JFR Pary or Teamy", r"jfr\.pl|kops2", "KoPS|JFR", _ADVICE_POLISH_TEXT),
    *_PROGRAMS,
)
"""Programs that also print or save results as plain text."""
_MAX_TEXT = 20_000
_WRITTEN_BY = r"(?:by|with|using|from|par|mit|von|con|med|door|av|af|przez)\s+(?:the\s+)?(?:%s)\b"
_MAX_TEXTS = 2_000


def explain_page_program(page: SavedPage) -> ImportFileError | None:
    """Return why a *page* without a table of results can't be imported, or None for unknown ones.

    >>> print(explain_page_program(SavedPage(rows=[["Scored by PairsScorer 3.1"]])))
    This is a page saved from PairsScorer. It holds no table of all results. Export the session as USEBIO (.xml) and \
choose that file.
    """
    texts = [text for row in page.rows[:_MAX_TEXTS] for text in row]
    text = " ".join([*texts[:_MAX_TEXTS], *texts[-_MAX_TEXTS:]])
    checks: tuple[Callable[[_Program], object], ...] = (
        lambda program: re.search(program.address, page.address, re.IGNORECASE),
        lambda program: not program.classes.isdisjoint(page.classes),
        lambda program: re.search(rf"\b(?:{program.name_pattern})", page.generator, re.IGNORECASE),
        lambda program: re.search(rf"\b(?:{program.name_pattern})", page.title, re.IGNORECASE),
        lambda program: re.search(_WRITTEN_BY % program.name_pattern, text, re.IGNORECASE),
    )
    for is_match in checks:
        for program in _PROGRAMS:
            if is_match(program):
                return make_page_error(program.name, _NO_TABLE_TEXT, program.advice)
    return None


def explain_text_program(text: str) -> ImportFileError | None:
    """Return why a *text* without a table of results can't be imported, or None for unknown programs.

    >>> print(explain_text_program("Riverside pairs\\nMP  Pair\\nACBLscore 7.85"))
    This looks like a text of ACBLscore, without a table of all results. Save the results page of the club game again as \
“Webpage, HTML Only”, or choose its PBN or .bws file.
    """
    sample = f"{text[:_MAX_TEXT]}\n{text[-_MAX_TEXT:]}"
    for program in _TEXT_PROGRAMS:
        patterns = program.address, _WRITTEN_BY % program.name_pattern
        if any(re.search(pattern, sample, re.IGNORECASE) for pattern in patterns):
            return ImportFileError(
                "text-known",
                "This looks like a text of {program}, without a table of all results. {advice}.",
                program=program.name,
                advice=program.advice.format(),
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
    # The surest sign comes first, for all sites.
    checks: tuple[Callable[[_Site], object], ...] = (
        lambda site: site.address_pattern.search(page.address),
        lambda site: not site.classes.isdisjoint(page.classes),
        lambda site: site.title_pattern.search(page.generator),
        lambda site: site.title_pattern.search(page.title),
    )
    for is_match in checks:
        for site in _SITES:
            if is_match(site):
                return make_page_error(site.name, site.describe_contents(page), site.advice)
    return None


def make_page_error(site: str, contents: str, advice: str) -> ImportFileError:
    """Return why a page of *site* with *contents* can't be imported."""
    return ImportFileError(
        "page-known",
        "This is a page saved from {site}. It holds {contents}. {advice}.",
        site=site,
        contents=contents.format(),
        advice=advice.format(),
    )
