"""The files that are mutated: most are written by the program itself, the rest are real ones."""

import json
import struct
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from director.boards.movement.sections import fetch_first_section
from director.boards.play.hands import store_deals
from director.core.files.backups.database import write_backup_file
from director.core.files.event_file import make_event_archive
from director.core.files.exports import export_file
from director.formats.deals import read_deals
from director.formats.xlsx import write_workbook
from director.models.event import Contest
from movements.files.formats import write_plan
from movements.files.library import library_to_json
from movements.registry import make_plan
from scoring.hands.cards import make_numbered_deal
from tests.director.additions.exports.nights import list_export_tables, make_export_event
from tests.director.additions.imports.formats.columns.books import (
    make_workbook,
    make_worksheet,
    make_zip,
)
from tests.director.additions.imports.formats.usebio.factories import USEBIO_FIXTURES
from tests.director.additions.imports.units.bws_events import enter_contracts, make_tables
from tests.director.additions.imports.units.bws_written import hand_record, with_hands
from tests.director.boards.others import make_contest_section
from tests.director.formats.test_deal_formats import bri, dge, dlm, rbn, rbx
from tests.director.mutated.mutations import PAGE
from tests.factories import make_night
from tests.movements.files.test_mov import make_mov

FIXTURES = Path(__file__).parents[2] / "fixtures"
DEALS = {number: make_numbered_deal(number * 10**25 + 7) for number in (1, 2, 3)}
NIGHTS = (
    {"letters": "A", "key": "howell", "pairs": 4},
    {"letters": "AB", "sessions": 2, "key": "mitchell", "pairs": 4, "scoring": "cross-imps"},
)
FORMS = ("usebio", "pbn", "pbn-results", "bridgewebs", "csv")
READ_TABLES = (2, 26, 42, 46, 48, 50, 52, 54)
"""Pages of the real file of table units with definitions: the catalogue and the tables that are read."""
TYPED = """Board;N-S;E-W;Contract;By;Lead;Tricks;Score
1;1;2;4S;N;HK;=;420
2;1;2;3NTX;E;;-1;100
"""
_written: dict[str, list[bytes]] = {}


def get_written_samples(form: str) -> list[bytes]:
    """Return small events in the format *form*, written once. Needs the database."""
    if not _written:
        _written.update(_write_all())
    return _written[form]


def _write_all() -> dict[str, list[bytes]]:
    contents: dict[str, list[bytes]] = {form: [] for form in FORMS}
    contents |= {"xlsx": [], "json": [], "backup": []}
    for seed, night in enumerate(NIGHTS):
        event = make_export_event(seed, **night)
        deals = read_deals(rbn(DEALS).encode())
        store_deals(section=fetch_first_section(event), deals=deals, source="deals.pbn", user=None)
        files = list_export_tables(event)
        for form in FORMS:
            # Of the tables in CSV, only the one with the results is read in.
            table = "boards" if form == "csv" else ""
            contents[form].append(export_file(files, form, table=table).content)
        contents["xlsx"].append(
            write_workbook([files.make_table_by_name["boards"]()], files.heading)
        )
        contents["json"].append(make_event_archive(event))
    with TemporaryDirectory() as folder:
        path = Path(folder, "night.backup")
        write_backup_file(path=path)
        contents["backup"].append(path.read_bytes())
    return contents


def list_usebio_samples() -> list[bytes]:
    """Return two events of this program and a real one in USEBIO."""
    return [
        *get_written_samples("usebio"),
        (USEBIO_FIXTURES / "club-cross-imp-9-pairs.xml").read_bytes()[:9_000],
    ]


def list_pbn_samples() -> list[bytes]:
    """Return events in PBN by board and by result, and the beginning of a real one."""
    real = (FIXTURES / "pbn" / "nine-pairs-cross-imps.scoretable.pbn").read_bytes()
    return [*get_written_samples("pbn"), *get_written_samples("pbn-results"), real[:4_000]]


def list_csv_samples() -> list[bytes]:
    """Return tables of results as CSV: with commas, with semicolons, by hand, from BridgeWebs."""
    tables = get_written_samples("csv")
    return [*tables, tables[0].replace(b",", b";"), TYPED.encode()]


@cache
def list_bws_samples() -> list[bytes]:
    """Return the real file of table units with a few rows of the tables that are read, and with cards.

    The whole file takes a quarter of a second to read.
    """
    data = (FIXTURES / "bws" / "bridgemate-11-tables.bws").read_bytes()
    kept: list[bytes] = []
    owners: set[int] = set()
    for number in range(len(data) // PAGE):
        page = bytearray(data[number * PAGE : (number + 1) * PAGE])
        owner, row_count = struct.unpack_from("<IH", page, 4)
        is_read = number in READ_TABLES or number == 0
        if page[:2] == b"\x02\x01" and number in READ_TABLES[1:]:
            # The number of rows that the definition promises.
            struct.pack_into("<I", page, 12, 0)
        if page[:2] == b"\x01\x01":
            is_read = owner in READ_TABLES and (owner == READ_TABLES[0] or owner not in owners)
            owners.add(owner)
            if owner != READ_TABLES[0]:
                struct.pack_into("<H", page, 8, min(row_count, 5))
        if is_read or number <= READ_TABLES[-1]:
            # References are numbers of pages, so the place of a definition can't change.
            kept.append(bytes(page) if is_read else bytes(PAGE))
    hands = [(1, board_no, deal) for board_no, deal in DEALS.items()]
    return [with_hands(b"".join(kept), hands)]


@cache
def list_bws_table_samples() -> list[bytes]:
    """Return the tables of table units as JSON: two contests of pairs, single players, and teams."""
    nights = [
        make_night(key="howell", pairs=5, boards_per_set=2),
        make_night(key="mitchell", pairs=6, boards_per_set=1),
        make_contest_section(Contest.INDIVIDUAL),
        make_contest_section(Contest.TEAMS, size=3, boards_per_set=2),
        make_contest_section(Contest.TEAMS, key="team-match", size=2, boards_per_set=6),
    ]
    contents = []
    for section in nights:
        enter_contracts(section)
        tables = make_tables(section.session.event)
        # Hands have a section, and days aren't in JSON.
        tables["HandRecord"] = [hand_record(1, number, deal) for number, deal in DEALS.items()]
        tables["Session"] = [{"ID": 1, "Name": "Night"}]
        for rows in tables.values():
            for row in rows:
                row.update({"Section": 1} if "Section" in row else {})
        for row in tables["Section"]:
            row.update({"ID": 1, "Winners": 0, "ScoringType": 1})
        contents.append(json.dumps(tables).encode())
    return contents


def list_workbook_samples() -> list[bytes]:
    """Return tables of results as workbooks, as the program writes them and by hand."""
    cells = "".join(
        f"<row>{''.join(map(_cell, line.split(';')))}</row>" for line in TYPED.splitlines()
    )
    return [
        *get_written_samples("xlsx"),
        make_workbook(make_worksheet(cells)),
        make_workbook(make_worksheet(cells), make_worksheet("<row/>")),
    ]


def _cell(text: str) -> str:
    if text.isdecimal():
        return f"<c><v>{text}</v></c>"
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def list_machine_samples() -> list[bytes]:
    """Return deals of old dealing machines."""
    deals = list(DEALS.values())
    bris = [bri(deal).encode() for deal in deals]
    dups = [record.ljust(156, b"\x06") for record in bris]
    return [b"\r\n".join(bris), b"".join(dups), "".join(map(dge, deals)).encode("latin-1")]


def list_lin_samples() -> list[bytes]:
    """Return deals in LIN."""
    lines = []
    for board_no, deal in DEALS.items():
        hands = [
            "".join(f"{suit}{deal.get_suit(seat, suit)}" for suit in "SHDC") for seat in "SWNE"
        ]
        lines.append(f"qx|o{board_no}|md|3{','.join(hands)}|rh||ah|Board {board_no}|sv|o|pg||")
    return ["\n".join(lines).encode()]


def list_deal_text_samples() -> list[bytes]:
    """Return deals in RBN, RBX, DLM and PBN."""
    texts = (rbn(DEALS), rbx(DEALS), dlm(DEALS))
    return [
        *map(str.encode, texts),
        (FIXTURES / "deals" / "club-28-boards.pbn").read_bytes()[:2_500],
    ]


@cache
def list_movement_text_samples() -> list[bytes]:
    """Return movements in movement text, as grids and as lists."""
    plans = [make_plan("howell", pairs=6), make_plan("mitchell", pairs=8)]
    forms = [write_plan(plan, form) for plan in plans for form in ("text", "csv")]
    several = (FIXTURES / "movement_texts" / "movements-three-in-one.txt").read_text()
    return [text.encode() for text in (*forms, several)]


@cache
def list_movement_json_samples() -> list[bytes]:
    """Return a movement and a library in JSON."""
    plans = [
        make_plan("howell", pairs=4),
        make_plan("mitchell", pairs=4),
        make_plan("individual", players=8),
    ]
    single = write_plan(plans[0], "json")
    return [single.encode(), library_to_json([(plan, "For us") for plan in plans]).encode()]


@cache
def list_movement_file_samples() -> list[bytes]:
    """Return movements of ACBLscore."""
    return [
        make_mov(make_plan("howell", pairs=6)),
        make_mov(make_plan("mitchell", pairs=8), kind=0, offset=4),
    ]


def list_movement_zip_samples() -> list[bytes]:
    """Return a zip of movement files of all forms."""
    parts = (
        *list_movement_text_samples()[:2],
        *list_movement_json_samples()[:1],
        *list_movement_file_samples(),
    )
    return [make_zip({f"m{number}.txt": part for number, part in enumerate(parts)})]


def list_people_samples() -> list[bytes]:
    """Return lists of people, with headings and without."""
    headed = b"Name;EBU number;Number;E-mail;Visitor\nAda Ash;1234;7;ada@example.org;yes\nBert Birch;;8;;\n"
    split = b'Surname,First name,Membership number\nAsh,Ada,1001\n"O\'Neil, jr.",Zo\xc3\xab,1002\n'
    return [headed, split, b"Ada Ash 20001\nBert Birch 20002\n"]


def list_name_list_samples() -> list[bytes]:
    """Return lists of pairs, players and teams."""
    pairs = b"Pair;Names\n1. Ada Ash & Bert Birch\n2 N-S Cid Cole / Dee Dunn\nEast-West\n3) Eve Elm; Fay Fir\n"
    teams = b"1. Red Lions: Ada Ash, Bert Birch (c), Cid Cole, Dee Dunn\n\nBlues\nEve Elm\nFay Fir\nGus Gum\nHal Holm\n"
    return [
        pairs,
        teams,
        b"Ladies\n1 Ada Ash\n2 Bea Birch\nGentlemen\n1. Cid Cole\nDan Dunn 4711\n",
    ]


def list_program_file_samples(folder: str) -> list[bytes]:
    """Return the files in the shapes of other programs that lie in *folder*."""
    return [path.read_bytes() for path in sorted((FIXTURES / "programs" / folder).iterdir())]
