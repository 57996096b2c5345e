"""Files that name seats or tables where pairs should be: refused with the reason, whatever the format."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.columns.books import make_workbook, make_worksheet

TABLES, ROUNDS = 4, 10
CHAIRS = ("North", "East", "South", "West")
PLAYED = [
    (board_no, table_no) for board_no in range(1, ROUNDS + 1) for table_no in range(1, TABLES + 1)
]


def seats_not_pairs(label):
    return (
        f"The file names seats such as {label}, not pairs, so nobody knows who played where. Export it with pair "
        "numbers or names."
    )


UNNAMED = (
    "The results name no pairs, by number or by name. Export the file with pair numbers or names."
)
TABLES_NOT_PAIRS = (
    "In all 40 results pair 1 meets pair 1, pair 2 pair 2 and so on. These are table numbers. Export the file with "
    "pair numbers."
)
LABELS = {
    "N1": lambda chair, table: f"{chair[0]}{table}",
    "1N": lambda chair, table: f"{table}{chair[0]}",
    "N-1": lambda chair, table: f"{chair[0]}-{table}",
    "N 01": lambda chair, table: f"{chair[0]} {table:02}",
    "North 1": lambda chair, table: f"{chair} {table}",
    "NORTH": lambda chair, table: chair.upper(),
    "N": lambda chair, table: chair[0],
    "Table 1 North": lambda chair, table: f"Table {table} {chair}",
    "North T1": lambda chair, table: f"{chair} T{table}",
    "Nord 1": lambda chair, table: (
        f"{dict(zip(CHAIRS, ('Nord', 'Ost', 'Süd', 'West'), strict=True))[chair]} {table}"
    ),
    "N.1": lambda chair, table: f"{chair[0]}.{table}",
}


def pbn(tags):
    """Return a game a result; *tags* says what stands beside board and table."""
    games = []
    for board_no, table_no in PLAYED:
        given = {"Event": "Club", "Board": board_no, **tags(board_no, table_no)}
        given |= {"Contract": "4S", "Declarer": "N", "Result": 9 + (board_no + table_no) % 3}
        games.append("\n".join(f'[{name} "{value}"]' for name, value in given.items()))
    return "\n\n".join(games).encode()


def columns(headings, cells, separator=","):
    """Return a table with *headings*, and *cells* for each result after its board."""
    rows = [["Board", *headings, "Contract", "By", "Tricks"]]
    rows += [
        [board, *cells(board, table), "4S", "N", 9 + (board + table) % 3] for board, table in PLAYED
    ]
    return rows


def csv(rows):
    return "\n".join(",".join(map(str, row)) for row in rows).encode()


def xlsx(rows):
    cells = [
        "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) for row in rows
    ]
    return make_workbook(make_worksheet("".join(f"<row>{row}</row>" for row in cells)))


def refusal(data):
    with pytest.raises(ImportFileError) as refused:
        read_source(data)
    return str(refused.value)


@pytest.mark.parametrize("written", LABELS)
def test_a_pbn_file_that_names_seats_is_refused(written):
    label = LABELS[written]
    data = pbn(lambda board_no, table_no: {chair: label(chair, table_no) for chair in CHAIRS})
    assert refusal(data) == seats_not_pairs(label("North", 1))


@pytest.mark.parametrize("unknown", ["?", "", "-"])
def test_results_that_name_nobody_are_refused_once(unknown):
    assert refusal(pbn(lambda board_no, table_no: dict.fromkeys(CHAIRS, unknown))) == UNNAMED


@pytest.mark.parametrize(
    "tags",
    [
        lambda board_no, table_no: {"PairNS": f"N{table_no}", "PairEW": f"E{table_no}"},
        lambda board_no, table_no: {"PairNS": table_no, "PairEW": table_no},
        lambda board_no, table_no: dict.fromkeys(CHAIRS, f"Para-{table_no}"),
    ],
    ids=["seats", "numbers", "names"],
)
def test_a_pbn_file_whose_pair_numbers_are_tables_is_refused(tags):
    assert refusal(pbn(tags)) == TABLES_NOT_PAIRS


def test_a_usebio_file_whose_pair_numbers_are_tables_is_refused():
    pairs = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{side}</DIRECTION></PAIR>"
        for side in ("NS", "EW")
        for number in range(1, TABLES + 1)
    )
    lines = {board_no: "" for board_no, _table_no in PLAYED}
    for board_no, table_no in PLAYED:
        lines[board_no] += (
            f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{table_no}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{table_no}</EW_PAIR_NUMBER>"
            f"<CONTRACT>1NT</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>{6 + table_no}</TRICKS></TRAVELLER_LINE>"
        )
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{no}</BOARD_NUMBER>{text}</BOARD>" for no, text in lines.items()
    )
    event = f'<EVENT EVENT_TYPE="MP_PAIRS"><WINNER_TYPE>2</WINNER_TYPE><PARTICIPANTS>{pairs}</PARTICIPANTS>{boards}</EVENT>'
    assert refusal(f"<USEBIO>{event}</USEBIO>".encode()) == TABLES_NOT_PAIRS


def moved(board_no, table_no):
    """Return the E-W pair at a table: it moves a table with every board."""
    return (table_no + board_no - 2) % TABLES + 1


def test_names_of_seats_beside_pair_numbers_are_no_people():
    def tags(board_no, table_no):
        ew = moved(board_no, table_no)
        return {
            "PairNS": table_no,
            "PairEW": ew,
            **{chair: f"{chair} {table_no}" for chair in CHAIRS},
        }

    event = read_source(pbn(tags))
    assert [player for pair in event.sections[0].pairs for player in pair.players] == []
    assert [str(doubt) for doubt in event.warnings][-2:-1] == [
        "The file has no names. Enter them under Seats after importing."
    ]


def test_people_called_as_a_chair_are_people():
    def tags(board_no, table_no):
        ew = moved(board_no, table_no)
        return {
            "North": f"Nora {table_no}x",
            "East": f"East {ew}",
            "South": f"Bob {table_no}x",
            "West": f"West {ew}",
        }

    assert len(read_source(pbn(tags)).sections[0].pairs) == 2 * TABLES
