"""Deals as PBN: for dealing machines and other programs, alone or beside results."""

from collections.abc import Iterable

from director.formats.deals.model import FiledDeal
from director.formats.pbn.games import Table, Tags, format_game, make_pbn_file
from scoring.bridge.contracts import Vulnerability, dealer, vulnerability
from scoring.hands.makeable import MakeableTricks, par

_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.ALL: "All",
}
_SEATS, _DENOMINATIONS = ("N", "S", "E", "W"), ("NT", "S", "H", "D", "C")
_COLUMNS = ("Declarer", "Denomination\\2R", "Result\\2R")


def write_deals(deals: Iterable[FiledDeal], *, event: str = "", date: str = "") -> bytes:
    """Return *deals* as a PBN file in export form.

    *date* is as PBN has it, ``"2026.11.17"``.

    Source: [PBN21].
    """
    return make_pbn_file(_make_deal_game(deal, event, date) for deal in deals)


def make_deal_tables(
    board_no: int, makeable: MakeableTricks | None
) -> tuple[Tags, dict[str, Table]]:
    """Return the tags and table of what a deal makes, if known."""
    if makeable is None:
        return [], {}
    score = par(makeable, vulnerability(board_no), dealer(board_no)).score
    tags = [
        ("DoubleDummyTricks", str(makeable)),
        ("OptimumScore", f"EW {-score}" if score < 0 else f"NS {score}"),
    ]
    rows = []
    for seat in _SEATS:
        for denomination in _DENOMINATIONS:
            rows.append([seat, denomination, str(makeable.tricks(seat, denomination))])
    return tags, {"OptimumResultTable": (_COLUMNS, rows)}


def _make_deal_game(deal: FiledDeal, event: str, date: str) -> list[str]:
    first_dealer = dealer(deal.board_no)
    tags = [
        ("Event", event),
        ("Site", ""),
        ("Date", date or "????.??.??"),
        ("Board", str(deal.board_no)),
        *((seat, "") for seat in ("West", "North", "East", "South")),
        ("Dealer", first_dealer),
        ("Vulnerable", _VULNERABLE[vulnerability(deal.board_no)]),
        ("Deal", deal.cards.text(first_dealer)),
        *((name, "") for name in ("Scoring", "Declarer", "Contract", "Result")),
    ]
    makeable_tags, tables = make_deal_tables(deal.board_no, deal.makeable)
    return format_game([*tags, *makeable_tags], tables)
