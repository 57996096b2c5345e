"""USEBIO files to read in: good ones, changed ones, and bad ones with what is said about them."""

from director.models import Club, Entry, Event, Person, Result
from tests.scoring.printed import usebio

SESSIONS = ("club-mitchell-13-pairs", "club-howell-12-pairs", "club-cross-imp-9-pairs")
HOWELL = "club-howell-12-pairs"


def read_fixture(name=HOWELL):
    return (usebio.FIXTURES / f"{name}.xml").read_bytes()


def replace_in_fixture(name=HOWELL, *changes):
    text = read_fixture(name).decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def is_nothing_stored():
    return [model.objects.count() for model in (Club, Event, Entry, Person, Result)] == [0] * 5


EXTERNAL = b'<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY x SYSTEM "file:///etc/passwd">]><USEBIO>&x;</USEBIO>'
LAUGHS = b'<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><USEBIO>&b;</USEBIO>'
BAD_FILES = {
    "empty": (b"", "The file is empty. Export it again and choose that file."),
    "not XML": (
        b"Ada Ash & Bert Hazel",
        "The file looks like plain text, not a table of results. Add a row of headings such as Board, NS, EW, "
        "Contract, By, Tricks, Score.",
    ),
    "a workbook": (
        b"PK\x03\x04" + b"\x00" * 40 + b"xl/workbook.xml",
        "The workbook can’t be read here. Open it in a spreadsheet and save the sheet with the results as CSV.",
    ),
    "cut short": (
        read_fixture()[:20_000],
        "The file is incomplete: it ends near line 652. Export it again.",
    ),
    "an external entity": (
        EXTERNAL,
        "The file asks to fetch “file:///etc/passwd” as its entity “x”, which isn’t allowed. Delete the <!ENTITY "
        "…> lines or export the event again.",
    ),
    "a billion laughs": (
        LAUGHS,
        "The file has an XML entity “a”, which can be unsafe. Delete the <!ENTITY …> lines or export the event again.",
    ),
}
