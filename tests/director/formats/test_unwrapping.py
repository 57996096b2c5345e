"""Files in a wrapper are read as the files themselves."""

import gzip
import io
import zipfile

import pytest

from director.additions.imports.formats.door import read_source
from director.core.base.uploads import recognise_file
from director.formats.errors import ImportFileError
from director.formats.kinds import describe_file_kind
from director.formats.reading import read_limited
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_usebio,
)

TABLE = "Board;NS;EW;Contract;By;Tricks;Score\n1;1;2;4S;N;10;420\n1;3;4;3NT;S;9;-50\n"
PBN = '[Board "1"]\n[PairNS "1"]\n[PairEW "2"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n'
USEBIO = write_usebio(boards=[write_board(write_line())]).decode()
FILES = {"table": TABLE, "PBN": PBN, "USEBIO": USEBIO, "page": f"<html><pre>{TABLE}</pre></html>"}


def zipped(*names, content=b"1;2"):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, content)
    return file.getvalue()


WRAPPERS = {
    "zip": lambda text: zipped("night/results.txt", "__MACOSX/._x", content=text.encode()),
    "gzip": lambda text: gzip.compress(text.encode()),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16-be": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "utf-16-le without mark": lambda text: text.encode("utf-16-le"),
    "end mark of DOS": lambda text: text.encode() + b"\x1a",
    "filled up": lambda text: text.encode() + b"\0" * 30,
}


def sections(data):
    try:
        return read_source(data).sections
    except ImportFileError as error:
        return str(error)


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("name", FILES)
def test_wrapper_makes_no_difference(name, wrapper):
    data = WRAPPERS[wrapper](FILES[name])
    assert sections(data) == sections(FILES[name].encode())
    assert recognise_file(data) == recognise_file(FILES[name].encode())


def test_archive_within_an_archive_is_not_taken_for_a_workbook():
    assert (
        describe_file_kind(zipped("results.xlsx", content=zipped("xl/workbook.xml")))
        == "a zip archive"
    )
    assert describe_file_kind(zipped("xl/workbook.xml")) == "an Excel workbook (.xlsx)"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(
            zipped("a.pbn", "b.xml"),
            "The archive has 2 files (a.pbn, b.xml). Unpack it and choose one of them.",
            id="several",
        ),
        pytest.param(
            zipped("night/"), "The archive has no files. Choose the file itself.", id="none"
        ),
        pytest.param(
            zipped("a.pbn")[:60],
            "The archive can’t be unpacked here. Unpack it and choose the file in it.",
            id="cut",
        ),
        pytest.param(
            b"\x1f\x8b\x08 nothing",
            "The archive can’t be unpacked here. Unpack it and choose the file in it.",
            id="gzip",
        ),
        pytest.param(
            gzip.compress(b" " * 2000),
            "The file is larger than 1000 bytes. Choose another file.",
            id="large",
        ),
    ],
)
def test_archive_that_cannot_be_unpacked_says_why(data, sentence):
    with pytest.raises(ImportFileError) as refusal:
        read_limited(data, 1000)
    assert str(refusal.value) == sentence


def test_records_of_dealing_machines_keep_their_filling():
    record = b"01" * 39 + b" " * 18 + b"\0" * 32
    assert read_limited(record, 1000) == record


def test_files_that_a_folder_gets_beside_the_results_are_no_choice():
    data = zipped("night/results.csv", "night/Thumbs.db", "night/desktop.ini", "night/README.txt")
    assert read_limited(data, 1_000) == b"1;2"


@pytest.mark.parametrize("folder", ["Data", "Index"])
def test_zipped_folder_may_have_the_name_of_a_part_of_a_spreadsheet(folder):
    assert read_limited(zipped(f"{folder}/results.csv"), 1_000) == b"1;2"


KINDS = {
    "bz2": (b"BZh91AY&SY", "a compressed file (.bz2)"),
    "lzh": (b"\x24\x5c-lh5-" + bytes(40), "a compressed file (.lzh)"),
    "tar": (b"results.csv".ljust(257, b"\0") + b"ustar\x0000", "an archive (.tar)"),
    "ACBLscore": (b"\x12\x0a\x03AC3" + bytes(200), "a game file of ACBLscore"),
    "rtf": (b"{\\rtf1\\ansi Board}", "a text with formats (.rtf)"),
    "vcf": (b"BEGIN:VCARD\nFN:Ada Ash\nEND:VCARD", "contacts (.vcf)"),
    "Numbers": (zipped("Index/Document.iwa", "Metadata/x"), "a Numbers spreadsheet"),
    "Numbers with a picture": (zipped("preview.jpg", "Index/x.iwa"), "a Numbers spreadsheet"),
}


@pytest.mark.parametrize("name", KINDS)
def test_file_that_nobody_reads_is_named(name):
    data, kind = KINDS[name]
    assert describe_file_kind(data) == kind


def test_packed_file_is_to_be_unpacked():
    assert sections(KINDS["lzh"][0]) == (
        "The file looks like a compressed file (.lzh), not results; unpack it and choose the file in it."
    )
