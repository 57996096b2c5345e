"""Parties made up for the tests of paper and files: seats of any system, no database."""

from datetime import date
from fractions import Fraction

from director.party.movement.words import describe_rest
from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.sheets import (
    PartyHeading,
    PartyLine,
    PartyPrizeRow,
    PartyRoundSheet,
    PartySeat,
    PartySheets,
    PartyStandingRow,
    PartyTableSheet,
    TallyCard,
)
from director.pdf.kinds import render
from movements import find_party_system, first_seating, next_seating
from tests.director.pdf.factories import PRINTED_AT, heading

FIRST = (
    "Ada",
    "Bert",
    "Cora",
    "Dirk",
    "Elsa",
    "Fred",
    "Gwen",
    "Hugo",
    "Ines",
    "Joan",
    "Karl",
    "Lise",
    "Mona",
    "Nils",
)
LAST = (
    "Ash",
    "Birch",
    "Cedar",
    "Elder",
    "Fir",
    "Hazel",
    "Juniper",
    "Larch",
    "Maple",
    "Oak",
    "Pine",
    "Rowan",
    "Yew",
)
HARD = (
    "Wilhelmina Featherstonehaugh-Cholmondeley-Warner",
    "عبد الرحمن بن محمد الفارسي",
    "Παναγιώτης Παπαδόπουλος",
)


def name_of(number):
    """The invented name of a player; the first three have names that are hard to print."""
    if number <= len(HARD):
        return HARD[number - 1]
    return f"{FIRST[number % 14]} {LAST[number // 14 % 13]} {number // 182 or ''}".strip()


def group_of(number):
    return "AB"[(number - 1) % 2]


def party_heading(rounds=12, **changes):
    usual = {
        "club": "Riverside Club",
        "event": "Friday party",
        "date": date(2026, 11, 20),
        "game": "Euchre",
        "system": "Progressive euchre",
        "options": (("Tie at a table", "cut"),),
        "method": "Points won",
        "unit": "points",
        "rounds": rounds,
        "minutes": 10,
        "bell": "The head table rings",
        "seed": 1916,
        "group_names": ("Ladies", "Gentlemen"),
    }
    return PartyHeading(**{**usual, **changes})


def seatings(players, system="progressive-euchre", rounds=1, options=None):
    """The seatings of so many rounds; those of a system that is not fixed only of the first."""
    numbers = [str(number) for number in range(1, players + 1)]
    found = [first_seating(system, numbers[::2], numbers[1::2], options=options)]
    for round_no in range(1, rounds):
        found.append(next_seating(system, found[-1], {}, options=options, round_no=round_no))
    return found


def table_sheet(table):
    letters = iter(table.letters)
    sides = tuple(
        tuple(
            PartySeat(int(one), name_of(int(one)), next(letters), group_of(int(one)))
            for one in side
        )
        for side in table.sides
    )
    rest = describe_rest(table.waits_at) if table.sits_out else ""
    return PartyTableSheet(table.table_no, table.row, sides, table.sits_out, rest=rest)


def round_sheets(found):
    return tuple(
        PartyRoundSheet(at, tuple(map(table_sheet, seating))) for at, seating in enumerate(found, 1)
    )


def tally_card(number, rounds, first):
    places = {
        seat.number: (table.table_no, table.row, seat.seat)
        for one in first
        for table in one.tables
        for side in table.sides
        for seat in side
    }
    table_no, row, seat = places.get(number, (None, 1, ""))
    group = group_of(number)
    word = {"A": "Ladies", "B": "Gentlemen"}[group]
    return TallyCard(
        number, name_of(number), True, group, word, table_no, row, seat, rounds, f"/p/{number}/"
    )


def party_job(
    players=12, *, system="progressive-euchre", rounds=12, planned=0, seated=True, **changes
):
    """The paper of a party; *planned* rounds are known beforehand."""
    options = changes.pop("options", None)
    first = round_sheets(seatings(players, system, 1, options)) if seated else ()
    sheets = PartySheets(
        heading=party_heading(rounds, system=find_party_system(system).name),
        cards=tuple(tally_card(number, rounds, first) for number in range(1, players + 1)),
        rounds=first,
        lines=(),
        standings=changes.pop("standings", ()),
        prizes=(),
    )
    movement = f"{find_party_system(system).name}, {players} players"
    game = changes.pop("game", "euchre")
    usual = {
        "heading": heading(
            event="Friday party", session="", section="", game=game, movement=movement
        ),
        "sheets": sheets,
        "planned": round_sheets(seatings(players, system, planned, options)) if planned else (),
    }
    return PartyJob(**{**usual, **changes})


def printed_party(job, *kinds, paper="a4", large_print=False):
    return render(
        job, kinds, paper, among=PARTY_KINDS, large_print=large_print, printed_at=PRINTED_AT
    )


def blank_prizes(*groups):
    return tuple(
        PrizeLine(f"{title} prize, {group}", rule, ())
        for group in groups
        for title, rule in (
            ("First", "Most points"),
            ("Second", "Second most points"),
            ("Booby", "Fewest points"),
        )
    )


def standings(players):
    """Standings in which two and two are tied; a half point for everybody."""
    rows = []
    for at in range(players):
        total = Fraction(2 * (players - at // 2) + 1, 2)
        columns = (
            ("points", total),
            ("games", Fraction(players - at)),
            ("lone hands", Fraction(0)),
        )
        place = f"{at // 2 * 2 + 1}="
        number, word = at + 1, {"A": "Ladies", "B": "Gentlemen"}[group_of(at + 1)]
        rows.append(
            PartyStandingRow(
                place, number, name_of(number), group_of(number), word, 1, total, columns, 12, 0
            )
        )
    return tuple(rows)


def played_sheets(players=8, rounds=2, **changes):
    """A party in which the first side of every table has won by 5 to 3, and the last round is not in."""
    found = round_sheets(seatings(players, "progressive-whist-3", rounds))
    job = party_job(players, rounds=rounds, standings=standings(players))
    lines = [line for one in found for line in _lines(one, is_in=one.round_no < rounds)]
    usual = {
        "heading": party_heading(rounds),
        "cards": job.sheets.cards,
        "rounds": found,
        "lines": tuple(lines),
        "standings": standings(players),
        "prizes": (
            PartyPrizeRow(
                "First prize, Ladies", ("1",), (name_of(1),), "", "First prize, Ladies", "number 1."
            ),
        ),
        "drawn": (1442, 7),
    }
    return PartySheets(**{**usual, **changes})


def _lines(one, *, is_in):
    for table in one.tables:
        for at, side in enumerate(table.sides):
            others = tuple(
                seat.number for no, other in enumerate(table.sides) if no != at for seat in other
            )
            for seat in side:
                yield PartyLine(
                    round_no=one.round_no,
                    number=seat.number,
                    name=seat.name,
                    group=seat.group,
                    table_no=table.table_no,
                    row=table.row,
                    seat=seat.seat,
                    partners=tuple(other.number for other in side if other != seat),
                    opponents=others,
                    sits_out=table.sits_out,
                    is_in=is_in,
                    own=(5, 3)[at] if is_in else None,
                    other=(3, 5)[at] if is_in else None,
                    won=Fraction(1 - at if is_in else 0),
                    lone=int(is_in and seat.number == 1),
                    counts=True,
                )
