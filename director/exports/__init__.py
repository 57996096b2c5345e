"""The tables of an event as files that other programs open; only ``director.sheets`` goes in, only bytes come out."""

from director.exports.csv import boards_csv, event_csv_zip, pairs_csv, recap_csv, standings_csv, table_csv
from director.exports.figures import file_value
from director.exports.party import party_tables
from director.exports.tables import (
    Column,
    Kind,
    TableData,
    boards_table,
    event_table,
    event_tables,
    pairs_table,
    recap_table,
    standings_table,
)
from director.exports.xlsx import event_xlsx

__all__ = [
    "Column",
    "Kind",
    "TableData",
    "boards_csv",
    "boards_table",
    "event_csv_zip",
    "event_table",
    "event_tables",
    "event_xlsx",
    "file_value",
    "pairs_csv",
    "pairs_table",
    "party_tables",
    "recap_csv",
    "recap_table",
    "standings_csv",
    "standings_table",
    "table_csv",
]
