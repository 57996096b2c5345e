"""Parties made up for the tests of paper and files: seats of any system, no database."""

from datetime import date
from fractions import Fraction

from director.party.movement.seating import describe_rest
from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.sheets import (
    PartyEventResults,
    PartyHeading,
    PartyLine,
    PartySeat,
    PartyStandingRow,
    PrizeRow,
    RoundRecord,
    TableRecord,
    TallyCard,
)
from director.pdf.sheet_kinds import render
from movements.party.rounds import get_progressive_system, make_next_seating, make_opening_seating
from tests.director.pdf.factories import FIRST, LAST, PRINTED_AT, make_heading

HARD = (
    "Wilhelmina Featherstonehaugh-Cholmondeley-Warner",
    "عبد الرحمن بن محمد الفارسي",
    "Παναγιώτης Παπαδόπουλος",
)


def make_player_name(number):
    """The invented name of a player; the first three have names that are hard to print."""
    if number <= len(HARD):
        return HARD[number - 1]
    return f"{FIRST[number % 14]} {LAST[number // 14 % 13]} {number // 182 or ''}".strip()


def get_group(number):
    return "AB"[(number - 1) % 2]


def make_party_heading(rounds=12, **changes):
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


def make_seatings(players, system="progressive-euchre", rounds=1, options=None):
    """The seatings of so many rounds; those of a system that is not fixed only of the first."""
    numbers = [str(number) for number in range(1, players + 1)]
    found = [make_opening_seating(system, numbers[::2], numbers[1::2], options=options)]
    for round_no in range(1, rounds):
        found.append(make_next_seating(system, found[-1], {}, options=options, round_no=round_no))
    return found


def make_table_sheet(table):
    letters = iter(table.letters)
    sides = tuple(
        tuple(
            PartySeat(int(one), make_player_name(int(one)), next(letters), get_group(int(one)))
            for one in side
        )
        for side in table.sides
    )
    rest = describe_rest(table.waits_at) if table.sits_out else ""
    return TableRecord(table.table_no, table.row, sides, table.sits_out, rest=rest)


def make_round_sheets(found):
    return tuple(
        RoundRecord(number, tuple(map(make_table_sheet, seating)))
        for number, seating in enumerate(found, 1)
    )


def make_tally_card(number, rounds, first):
    places = {
        seat.number: (table.table_no, table.row, seat.seat)
        for one in first
        for table in one.tables
        for side in table.sides
        for seat in side
    }
    table_no, row, seat = places.get(number, (None, 1, ""))
    group = get_group(number)
    word = {"A": "Ladies", "B": "Gentlemen"}[group]
    return TallyCard(
        number,
        make_player_name(number),
        True,
        group,
        word,
        table_no,
        row,
        seat,
        rounds,
        f"/p/{number}/",
    )


def make_party_job(
    players=12, *, system="progressive-euchre", rounds=12, planned=0, seated=True, **changes
):
    """The paper of a party; *planned* rounds are known beforehand."""
    options = changes.pop("options", None)
    first = make_round_sheets(make_seatings(players, system, 1, options)) if seated else ()
    sheets = PartyEventResults(
        heading=make_party_heading(rounds, system=get_progressive_system(system).name),
        cards=tuple(make_tally_card(number, rounds, first) for number in range(1, players + 1)),
        rounds=first,
        lines=(),
        standings=changes.pop("standings", ()),
        prizes=(),
    )
    movement = f"{get_progressive_system(system).name}, {players} players"
    game = changes.pop("game", "euchre")
    usual = {
        "heading": make_heading(
            event="Friday party", session="", section="", game=game, movement=movement
        ),
        "results": sheets,
        "planned_rounds": make_round_sheets(make_seatings(players, system, planned, options))
        if planned
        else (),
    }
    return PartyJob(**{**usual, **changes})


def print_party_sheets(job, *kinds, paper="a4", large_print=False):
    return render(
        job,
        kinds,
        paper,
        available_kinds=PARTY_KINDS,
        large_print=large_print,
        printed_at=PRINTED_AT,
    )


def make_blank_prizes(*groups):
    return tuple(
        PrizeLine(f"{title} prize, {group}", rule, ())
        for group in groups
        for title, rule in (
            ("First", "Most points"),
            ("Second", "Second most points"),
            ("Booby", "Fewest points"),
        )
    )


def make_party_standings(players):
    """Standings in which two and two are tied; a half point for everybody."""
    rows = []
    for index in range(players):
        total = Fraction(2 * (players - index // 2) + 1, 2)
        columns = (
            ("points", total),
            ("games", Fraction(players - index)),
            ("lone hands", Fraction(0)),
        )
        place = f"{index // 2 * 2 + 1}="
        number, word = index + 1, {"A": "Ladies", "B": "Gentlemen"}[get_group(index + 1)]
        rows.append(
            PartyStandingRow(
                place,
                number,
                make_player_name(number),
                get_group(number),
                word,
                1,
                total,
                columns,
                12,
                0,
            )
        )
    return tuple(rows)


def make_played_sheets(players=8, rounds=2, **changes):
    """A party in which the first side of every table has won by 5 to 3, and the last round is not in."""
    found = make_round_sheets(make_seatings(players, "progressive-whist-3", rounds))
    job = make_party_job(players, rounds=rounds, standings=make_party_standings(players))
    lines = [
        line for one in found for line in _make_score_lines(one, is_entered=one.round_no < rounds)
    ]
    usual = {
        "heading": make_party_heading(rounds),
        "cards": job.results.cards,
        "rounds": found,
        "lines": tuple(lines),
        "standings": make_party_standings(players),
        "prizes": (
            PrizeRow(
                "First prize, Ladies",
                ("1",),
                (make_player_name(1),),
                "",
                "First prize, Ladies",
                "number 1.",
            ),
        ),
        "drawn_number": 1442,
        "drawn_number_seed": 7,
    }
    return PartyEventResults(**{**usual, **changes})


def _make_score_lines(one, *, is_entered):
    for table in one.tables:
        for index, side in enumerate(table.sides):
            others = tuple(
                seat.number for no, other in enumerate(table.sides) if no != index for seat in other
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
                    is_entered=is_entered,
                    own_points=(5, 3)[index] if is_entered else None,
                    best_other_points=(3, 5)[index] if is_entered else None,
                    games_won=Fraction(1 - index if is_entered else 0),
                    lone_hands=int(is_entered and seat.number == 1),
                    is_counted=True,
                )
