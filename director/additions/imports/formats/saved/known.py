"""Recognise the pages of sites and programs that publish results, and say what to choose instead.

A page is known by the address that the browser noted, by the program that wrote it, by its title,
or by classes and links that no other site has.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from director.additions.imports.formats.saved.page import SavedPage
from director.additions.imports.formats.saved.sentences import PageSentences
from director.errors import Phrase
from director.formats.errors import ImportFileError


@dataclass(frozen=True, slots=True)
class _Site:
    """A site called *name*: the pattern of its addresses and titles, and *classes* of its pages."""

    name: str
    address: re.Pattern[str]
    title: re.Pattern[str]
    classes: frozenset[str]
    advice: Phrase
    contents: Callable[[SavedPage], Phrase]


def _describe_bbo_page(page: SavedPage) -> Phrase:
    first_cells = " ".join(" ".join(row) for row in page.rows[:5])
    if "Traveller" in first_cells or "EW Points" in first_cells:
        return PageSentences.PAGE_TRAVELLER
    if page.classes & {"tourney", "mbc", "team", "handnum"}:
        return PageSentences.PAGE_PLAYER
    return PageSentences.PAGE_RANKING


def _describe_acbl_live_page(page: SavedPage) -> Phrase:
    if "board-detail" in page.address:
        return PageSentences.PAGE_TRAVELLER
    if "/scores/" in page.address or "player-results" in page.address:
        return PageSentences.PAGE_PLAYER
    return PageSentences.PAGE_PARTS


def _describe_page_without_data(_page: SavedPage) -> Phrase:
    return PageSentences.PAGE_WITHOUT_DATA


def _describe_partial_page(_page: SavedPage) -> Phrase:
    return PageSentences.PAGE_PARTS


_NEVER = re.compile(r"(?!)")
_SITES = (
    _Site(
        "ACBL Live for Clubs",
        re.compile(r"my\.acbl\.org"),
        re.compile(r"Live for Clubs"),
        frozenset({"results-main-content", "result-details-sessions"}),
        PageSentences.ADVICE_ACBL,
        _describe_page_without_data,
    ),
    _Site(
        "ACBL Live",
        re.compile(r"live\.acbl\.org"),
        re.compile(r"ACBL Live"),
        frozenset(),
        PageSentences.ADVICE_ACBL_LIVE,
        _describe_acbl_live_page,
    ),
    _Site(
        "BBO",
        re.compile(r"bridgebase\.com"),
        re.compile(r"Bridge Base Online|BBO "),
        frozenset({"bbo_content", "bbo_t_l", "bbo_tr_o", "tourneySummary"}),
        PageSentences.ADVICE_EXTRACT,
        _describe_bbo_page,
    ),
    _Site(
        "RealBridge",
        re.compile(r"realbridge\.online"),
        re.compile(r"RealBridge"),
        frozenset(),
        PageSentences.ADVICE_REALBRIDGE,
        _describe_partial_page,
    ),
    _Site(
        "BridgeWebs",
        re.compile(r"bridgewebs\.com"),
        re.compile(r"BridgeWebs", re.IGNORECASE),
        frozenset(),
        PageSentences.ADVICE_BRIDGEWEBS,
        _describe_partial_page,
    ),
    # Its pages name both programs as their generator.
    _Site(
        "KoPS",
        re.compile(r"kops", re.IGNORECASE),
        re.compile(r"\bKoPS"),
        frozenset(),
        PageSentences.ADVICE_POLISH,
        _describe_partial_page,
    ),
    _Site(
        "JFR Pary or Teamy",
        _NEVER,
        re.compile(r"\bJFR\b"),
        frozenset({"bdcc2", "bdcc12", "bdc12", "noc", "nol", "nor"}),
        PageSentences.ADVICE_POLISH,
        _describe_partial_page,
    ),
)


def explain_known_page(page: SavedPage) -> ImportFileError | None:
    """Return why *page* can't be imported if its site is known, else None.

    >>> print(explain_known_page(SavedPage(address="https://www.bridgebase.com/myhands/", classes={"tourney"})))
    This is a page saved from BBO. It holds the boards of one player. Choose the CSV or USEBIO file of the whole \
tournament instead.
    >>> explain_known_page(SavedPage(title="Our club")) is None
    True
    """
    checks: tuple[Callable[[_Site], object], ...] = (
        lambda site: site.address.search(page.address),
        lambda site: not site.classes.isdisjoint(page.classes),
        lambda site: site.title.search(page.generator),
        lambda site: site.title.search(page.title),
    )
    for is_of in checks:
        for site in _SITES:
            if is_of(site):
                return make_page_fault(site.name, site.contents(page), site.advice)
    return None


def make_page_fault(site: str, contents: Phrase, advice: Phrase) -> ImportFileError:
    """Return why a page of *site* with *contents* can't be imported."""
    return ImportFileError(
        PageSentences.PAGE_KNOWN, site=site, contents=contents.format(), advice=advice.format()
    )
