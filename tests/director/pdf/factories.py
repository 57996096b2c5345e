"""Sheets made up for the tests: a Mitchell field of any size, played with made-up results."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction

from director.additions.classic import sheet_kinds as classic
from director.additions.classic.cards import HowellCard, SaffordCard, SaffordRow
from director.additions.contests.draws.rounds import DrawnMatch
from director.additions.contests.paper.records import DrawSheet, MatchCard
from director.additions.contests.scoring.brackets import Bracket
from director.additions.contests.scoring.fixtures import FixtureList
from director.additions.contests.scoring.sheets import (
    CrossTable,
    ScoredMatch,
    SwissCell,
    SwissRow,
    SwissTable,
)
from director.boards.movement.cards.cards import Badge, GuideLine, PersonalGuide, Poster, TrumpSlip
from director.boards.paper.sheet_kinds import list_all_kinds
from director.boards.play.hands import HandRecords, make_hand_sheet
from director.boards.scoring.deals import BoardDeal
from director.pdf.sheet_kinds import SheetKind, render
from director.pdf.table_cards import TableCard, TableSign, WifiNetwork
from director.sheets import (
    BoardLine,
    BoardSheet,
    GuideCard,
    GuideCardRow,
    Heading,
    LineSide,
    PairCard,
    Recap,
    RecapRow,
    ScoreSlip,
    SlipBoard,
    StandingGroup,
    StandingRow,
    Standings,
    Traveller,
    TravellerRow,
)
from scoring.hands.cards import make_seeded_deal

HOW = (
    "Scan the code with a phone, enter each board when it is played, and let your opponents agree."
)
PRINTED_AT = datetime(2025, 11, 20, 19, 2)
FINGERPRINT = "K7QX2M"
LONG_NAMES = "Wilhelmina Featherstonehaugh-Cholmondeley & Bartholomew Fotheringay-Smythe"
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
DEALERS = ("North", "East", "South", "West")
VULNERABILITIES = ("None", "N-S", "E-W", "All")
CONTRACTS = ("4S", "3NT", "2HX", "PASS", "6D", "1C", "5CXX", "A6040", "NP")


@dataclass(frozen=True, slots=True)
class PrintJob:
    """The sheets of one session, all known from the start; those that are not to be printed are left empty."""

    guide_cards: tuple[GuideCard, ...] = ()
    howell_cards: tuple[HowellCard, ...] = ()
    safford_cards: tuple[SaffordCard, ...] = ()
    table_letters: tuple[TableSign, ...] = ()
    travellers: tuple[Traveller, ...] = ()
    score_slips: tuple[ScoreSlip, ...] = ()
    trump_slips: tuple[TrumpSlip, ...] = ()
    standings: tuple[Standings, ...] = ()
    boards: tuple[BoardSheet, ...] = ()
    pairs: tuple[PairCard, ...] = ()
    recap: Recap | None = None
    guides: tuple[PersonalGuide, ...] = ()
    poster: Poster | None = None
    draws: tuple[DrawSheet, ...] = ()
    fixtures: FixtureList | None = None
    brackets: tuple[Bracket, ...] = ()
    badges: tuple[Badge, ...] = ()
    table_cards: tuple[TableCard, ...] = ()
    is_for_reading: bool = False
    spare_slips: int = 0  # pick-up slips without table, round and pairs
    match_cards: tuple[MatchCard, ...] = ()
    cross_tables: tuple[CrossTable, ...] = ()
    swiss_table: SwissTable | None = None
    matches: tuple[ScoredMatch, ...] = ()
    hand_records: HandRecords | None = None
    no_hand_records_reason: str = ""
    no_travellers_reason: str = ""  # why this movement can have none, a whole sentence

    def has(self, kind: SheetKind["PrintJob"]) -> bool:
        """Return whether there is any sheet of *kind*."""
        return kind.has_sheets(self)

    @property
    def without_selection(self):
        return self

    def get_added_sheets(self, _make):
        """Return the sheets of applications, which lie beside the others here."""
        return self

    @property
    def has_plan(self):
        return bool(self.guide_cards or self.guides)

    @property
    def all_guide_cards(self):
        return self.guide_cards

    @property
    def guides_with_codes(self):
        return self.guides

    @property
    def has_addresses(self):
        return bool(self.table_cards)


def make_heading(tables=7, **changes):
    usual = {
        "club": "Riverside Bridge Club",
        "event": "Tuesday Pairs",
        "date": date(2025, 11, 20),
        "session": "Session 1",
        "section": "A",
        "movement": f"Mitchell, {tables} tables, {2 * tables} pairs",
        "fingerprint": FINGERPRINT,
    }
    return Heading(**{**usual, **changes})


def make_names(pair):
    partner = pair * 5 + 3
    first = f"{FIRST[pair % 14]} {LAST[pair % 13]}"
    return f"{first} & {FIRST[partner % 14]} {LAST[(partner + pair // 13) % 13]}"


def get_dealer(board_no):
    return DEALERS[(board_no - 1) % 4]


def get_vulnerability(board_no):
    return VULNERABILITIES[(board_no + (board_no - 1) // 4 - 1) % 4]


def list_board_numbers(board_set, per_set):
    return tuple(range((board_set - 1) * per_set + 1, board_set * per_set + 1))


def format_boards(board_set, per_set):
    numbers = list_board_numbers(board_set, per_set)
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def get_mitchell_meeting(tables, table_no, round_no):
    """The E-W pair (numbered on from the N-S pairs) and the board set of one table in one round."""
    ew = tables + (table_no - round_no) % tables + 1
    return ew, (table_no + round_no - 2) % tables + 1


def make_guide_card(tables, table_no, rounds, per_set, top=None, *, bye_stand=False):
    up, down = table_no % tables + 1, (table_no - 2) % tables + 1
    boards_move = "to the bye-stand between tables 4 and 5" if bye_stand else f"to table {down}"
    rows = []
    for round_no in range(1, rounds + 1):
        ew, board_set = get_mitchell_meeting(tables, table_no, round_no)
        is_last = round_no == rounds
        marks = ("boards shared with table 6",) if bye_stand else ()
        if is_last and rounds > 3:
            marks = (*marks, "arrow-switch")
        rows.append(
            GuideCardRow(
                round_no=round_no,
                ns=str(table_no),
                ew=str(ew),
                boards=format_boards(board_set, per_set),
                marks=marks,
                ns_next="" if is_last else "stay",
                ew_next="" if is_last else f"to table {up}",
                boards_next="" if is_last else boards_move,
            )
        )
    return GuideCard(
        top or make_heading(tables), table_no, tuple(rows), "stay", f"to table {up}", boards_move
    )


def make_howell_card(table_no, rounds, *, sit_out_round=0):
    """A card on which every move is different, so that the edges cannot say it."""
    rows = []
    for round_no in range(1, rounds + 1):
        is_sit_out = round_no == sit_out_round
        rows.append(
            GuideCardRow(
                round_no=round_no,
                ns=str(round_no),
                ew="–" if is_sit_out else str(40 - round_no),
                boards="" if is_sit_out else f"{3 * round_no - 2}–{3 * round_no}",
                marks=("sit-out",) if is_sit_out else (),
                ns_next="to table 12, E-W",
                ew_next="sit out" if round_no % 2 else "to table 3, N-S",
                boards_next="to table 14",
            )
        )
    movement = make_heading(movement="Howell, 20 tables, 39 pairs")
    return GuideCard(movement, table_no, tuple(rows), "", "", "to table 14")


CODE = tuple(bytes((down * across) % 2 for across in range(29)) for down in range(29))


def make_guide_lines(pair, tables, rounds, per_set, *, named=True):
    """What one pair of a Mitchell does; the first pair sits out its second round."""
    for round_no in range(1, rounds + 1):
        is_ns = pair <= tables
        table_no = pair if is_ns else (pair - tables - 1 + round_no - 1) % tables + 1
        other, board_set = get_mitchell_meeting(tables, table_no, round_no)
        other = other if is_ns else table_no
        boards = tuple(
            SlipBoard(no, get_dealer(no), get_vulnerability(no))
            for no in list_board_numbers(board_set, per_set)
        )
        if pair == 1 and round_no == 2:
            yield GuideLine(round_no, f"A{table_no}", "", "", "", ())
        else:
            side = "N-S" if is_ns else "E-W"
            yield GuideLine(
                round_no,
                f"A{table_no}",
                side,
                f"A{other}",
                make_names(other) if named else "",
                boards,
            )


def make_guides(tables, rounds, per_set, top=None):
    return tuple(
        PersonalGuide(
            heading=top or make_heading(tables),
            pair_no=pair,
            number=pair,
            label=f"A{pair}",
            players=tuple(make_names(pair).split(" & ")),
            lines=tuple(make_guide_lines(pair, tables, rounds, per_set)),
            qr_rows=CODE,
        )
        for pair in range(1, 2 * tables + 1)
    )


def make_first_card(table_no, top=None):
    """A card of Howell's for one table: what lies there at first, and the next seats."""
    rows = make_guide_card(4, table_no, 7, 1, top).rows
    seats = ("East at table 4", "East at table 3", "West at table 4", "West at table 3")
    return HowellCard(
        top or make_heading(4), table_no, "6", "3", ("4", "5"), *seats, "to table 1", rows
    )


def make_score_card(pair, pairs, top=None):
    """A score card of Safford's on which every second pair shares each total."""
    others = tuple(str(other) for other in range(1, pairs + 1) if other != pair)
    lines = tuple(
        SaffordRow(
            round_no,
            1 + round_no % 4,
            "N-S",
            (str(round_no),),
            others[round_no - 1],
            others[round_no % 2 :: 2],
        )
        for round_no in range(1, pairs)
    )
    return SaffordCard(top or make_heading(4), str(pair), others, lines)


def list_meetings(tables, rounds, board_set):
    """(N-S pair, E-W pair, round, table) of everyone who plays a board set, by N-S pair."""
    return [
        (table_no, get_mitchell_meeting(tables, table_no, round_no)[0], round_no)
        for table_no in range(1, tables + 1)
        for round_no in range(1, rounds + 1)
        if get_mitchell_meeting(tables, table_no, round_no)[1] == board_set
    ]


def make_travellers(tables, rounds, per_set, top=None):
    return tuple(
        Traveller(
            heading=top or make_heading(tables),
            board_no=board_no,
            dealer=get_dealer(board_no),
            vulnerability=get_vulnerability(board_no),
            rows=tuple(
                TravellerRow(ns=str(ns), ew=str(ew), round_no=round_no, table_no=ns)
                for ns, ew, round_no in list_meetings(tables, rounds, board_set)
            ),
        )
        for board_set in range(1, tables + 1)
        for board_no in list_board_numbers(board_set, per_set)
        if list_meetings(tables, rounds, board_set)
    )


def make_score_slips(tables, rounds, per_set, top=None):
    return tuple(
        ScoreSlip(
            heading=top or make_heading(tables),
            table_no=table_no,
            round_no=round_no,
            ns=str(table_no),
            ew=str(get_mitchell_meeting(tables, table_no, round_no)[0]),
            boards=tuple(
                SlipBoard(number, get_dealer(number), get_vulnerability(number))
                for number in list_board_numbers(
                    get_mitchell_meeting(tables, table_no, round_no)[1], per_set
                )
            ),
        )
        for round_no in range(1, rounds + 1)
        for table_no in range(1, tables + 1)
    )


def make_trump_slips(boards, top, copies=1):
    """A slip for every tray: of every second deal the trump is known."""
    return tuple(
        TrumpSlip(
            top,
            board_no,
            get_dealer(board_no),
            f"copy {copy_no} of {copies}" if copies > 1 else "",
            "" if board_no % 2 else "♣",
        )
        for board_no in range(1, boards + 1)
        for copy_no in range(1, copies + 1)
    )


def make_standing_row(contestant, place, *, label="", direction="", name=None, boards=26):
    percent = Fraction(7000 - 97 * place, 101)
    return StandingRow(
        place=str(place),
        contestant=contestant,
        label=label or str(contestant),
        names=make_names(contestant) if name is None else name,
        direction=direction,
        boards=boards,
        total=Fraction(600 - 7 * place, 2),
        percent=percent,
    )


def make_standings(pairs, *, winners=1, results_in=42, results_due=42, notes=(), name=None):
    if winners == 1:
        groups = (
            StandingGroup(
                "", tuple(make_standing_row(pair, pair, name=name) for pair in range(1, pairs + 1))
            ),
        )
    else:
        half = pairs // 2
        groups = tuple(
            StandingGroup(
                title,
                tuple(
                    make_standing_row(
                        first + pair,
                        pair,
                        label=f"{first + pair} {side}",
                        direction=code,
                        name=name,
                    )
                    for pair in range(1, half + 1)
                ),
            )
            for title, side, code, first in (
                ("North-South", "N-S", "NS", 0),
                ("East-West", "E-W", "EW", half),
            )
        )
    return Standings(
        make_heading(pairs // 2), "Matchpoints", groups, results_in, results_due, notes
    )


def make_board_line(index, ns, ew):
    contract = CONTRACTS[index % len(CONTRACTS)]
    is_played = contract not in {"PASS", "NP"} and not contract.startswith("A")
    return BoardLine(
        board_no=1,
        ns=make_side(ns, Fraction(index, 2), Fraction(index * 100, 24)),
        ew=make_side(ew, 12 - Fraction(index, 2)),
        contract=contract,
        declarer="NESW"[index % 4] if is_played else "",
        tricks=7 + index % 6 if is_played else None,
        score=(620 if index % 2 else -1400) if is_played else None,
    )


def make_side(number, points, percent=None, name=None):
    names = make_names(number) if name is None else name
    return LineSide(str(number), number, names, points, percent)


def replace_sides(line, *, ns=None, ew=None, **values):
    """Return *line* with other values, and those of its sides."""
    return replace(
        line, ns=replace(line.ns, **(ns or {})), ew=replace(line.ew, **(ew or {})), **values
    )


def make_board_sheets(tables, rounds, per_set, top=None):
    return tuple(
        BoardSheet(
            heading=traveller.heading,
            board_no=traveller.board_no,
            dealer=traveller.dealer,
            vulnerability=traveller.vulnerability,
            top=24,
            lines=tuple(
                make_board_line(index, int(row.ns), int(row.ew))
                for index, row in enumerate(traveller.rows)
            ),
        )
        for traveller in make_travellers(tables, rounds, per_set, top)
    )


def make_card_line(pair, pairs, board, name):
    own = make_side(pair, Fraction(board, 2), Fraction(board * 100, 27))
    opponent_names = make_names(pair + board) if name is None else name
    ns, ew = own, make_side((pair + board) % pairs + 1, None, name=opponent_names)
    if board % 3 == 0:
        ns, ew = ew, own
    return BoardLine(
        board_no=board + 1,
        ns=ns,
        ew=ew,
        contract=CONTRACTS[board % len(CONTRACTS)],
        declarer="NESW"[board % 4],
        tricks=7 + board % 6,
        score=110 - 70 * (board % 7),
        round_no=board // 2 + 1,
        seen_from="N-S" if board % 3 else "E-W",
    )


def make_pair_cards(pairs, boards, *, name=None):
    return tuple(
        PairCard(
            heading=make_heading(pairs // 2),
            standing=make_standing_row(pair, pair, boards=boards, name=name),
            lines=tuple(make_card_line(pair, pairs, board, name) for board in range(boards)),
        )
        for pair in range(1, pairs + 1)
    )


def make_recap(pairs, boards, *, name=None):
    return Recap(
        heading=make_heading(pairs // 2),
        boards=tuple(range(1, boards + 1)),
        rows=tuple(
            RecapRow(
                make_standing_row(pair, pair, name=name),
                tuple(
                    None if (pair + board) % 11 == 0 else Fraction(pair * board % 49, 4)
                    for board in range(boards)
                ),
            )
            for pair in range(1, pairs + 1)
        ),
    )


def make_swiss_table(teams, rounds, *, name="Red Lions", called="team", top=None):
    """A Swiss of an odd number: a bye in each round, the last team late, the last but one withdrawn."""
    standings = []
    for number in range(1, teams + 1):
        row = make_standing_row(number, number, name=f"{name} {number}")
        standings.append(replace(row, total=Fraction(16000 - number, 100)))
    rows = []
    for index, standing in enumerate(standings):
        cells = []
        for round_no in range(1, rounds + 1):
            score = Fraction(1800 + round_no, 100)
            running = Fraction(index + 100 * 17 * round_no, 100)
            opponent = standings[(index + round_no) % teams]
            cell = SwissCell((opponent,), score, running)
            if index == round_no:
                cell = SwissCell((), Fraction(12), running, "bye")
            if index == teams - 1 and round_no == 1:
                cell = SwissCell(mark="late")
            if index == teams - 2 and round_no == rounds:
                cell = SwissCell(mark="withdrawn")
            cells.append(cell)
        rows.append(SwissRow(standing, tuple(cells)))
    head = top or make_heading(teams, contestant_noun=called)
    return SwissTable(head, "VPs", tuple(range(1, rounds + 1)), tuple(rows))


def make_print_job(tables, rounds=None, per_set=2, *, top=None, spare_slips=0):
    """Everything of one session of a Mitchell field."""
    rounds = min(tables, 13) if rounds is None else rounds
    return PrintJob(
        guide_cards=tuple(
            make_guide_card(tables, table, rounds, per_set, top) for table in range(1, tables + 1)
        ),
        howell_cards=(make_first_card(2, top),),
        safford_cards=tuple(make_score_card(pair, 8, top) for pair in range(1, 9)),
        table_letters=tuple(TableSign(top or make_heading(tables), letter) for letter in "ABCD"),
        travellers=make_travellers(tables, rounds, per_set, top),
        score_slips=make_score_slips(tables, rounds, per_set, top),
        trump_slips=make_trump_slips(rounds * per_set, top or make_heading(tables)),
        standings=(make_standings(2 * tables),),
        boards=make_board_sheets(tables, rounds, per_set, top),
        pairs=make_pair_cards(2 * tables, rounds * per_set),
        recap=make_recap(2 * tables, rounds * per_set),
        swiss_table=make_swiss_table(2 * tables, rounds, top=top or make_heading(tables)),
        guides=make_guides(tables, rounds, per_set, top),
        poster=Poster(top or make_heading(tables), "http://192.168.178.27:8000/events/12/", CODE),
        draws=(make_drawn_round(tables, top or make_heading(tables)),),
        table_cards=make_table_cards(tables, top or make_heading(tables)),
        spare_slips=spare_slips,
        hand_records=make_hand_records(top or make_heading(tables), min(rounds * per_set, 40)),
    )


def make_hand_records(top, boards):
    """The hands of so many boards, dealt from one seed, with nothing known of what can be made."""
    dealt = (
        BoardDeal(board_no, make_seeded_deal("paper", board_no))
        for board_no in range(1, boards + 1)
    )
    return HandRecords(top, tuple(map(make_hand_sheet, dealt)))


def make_drawn_round(tables, top, name="Elm"):
    """A drawn round of as many matches as there are tables, and a team without an opponent."""
    matches = (
        DrawnMatch(
            f"{2 * match - 1} and {2 * match}",
            f"{match} {name}",
            f"{tables + match} {name}",
            (match, tables + match),
        )
        for match in range(1, tables + 1)
    )
    standings = (
        replace(make_standing_row(place, place, name=name), total=Fraction(7000 - place * 37, 100))
        for place in range(1, 2 * tables + 2)
    )
    return DrawSheet(
        top,
        "Draw of round 4",
        tuple(matches),
        (f"{2 * tables + 1} {name}",),
        standings=tuple(standings),
        standings_title="Standings after round 3, in victory points",
    )


def make_table_cards(tables, top, wifi=None):
    """The private address of every table; half of the clubs print their Wi-Fi beside it."""
    wifi = wifi or WifiNetwork("Riverside", "felt-green-17", CODE)
    return tuple(
        TableCard(
            top,
            table,
            f"http://192.168.178.27:8000/t/4T7KQ2MXWZ{table}/",
            "http://192.168.178.27:8000/t/",
            f"4T7KQ{table % 10}",
            CODE,
            HOW,
            wifi if table % 2 else None,
        )
        for table in range(1, tables + 1)
    )


def bring_own_cards(make_cards, field):
    """Return *make_cards* for sections. A ``PrintJob``, which has none, brings the cards itself."""

    def list_cards(job):
        return getattr(job, field) if isinstance(job, PrintJob) else make_cards(job)

    return list_cards


# Set once, since tests draw in several threads.
classic.list_howell_cards = bring_own_cards(classic.list_howell_cards, "howell_cards")
classic.list_safford_cards = bring_own_cards(classic.list_safford_cards, "safford_cards")
classic.list_lettered_safford_cards = bring_own_cards(
    classic.list_lettered_safford_cards, "safford_cards"
)
classic.list_table_letters = bring_own_cards(classic.list_table_letters, "table_letters")


def print_sheets(sheets, *kinds, paper="a4", **options):
    """The PDF of some kinds, as bytes."""
    return render(
        sheets, kinds, paper, available_kinds=list_all_kinds(), printed_at=PRINTED_AT, **options
    )
