"""Workbooks written by hand, such as no spreadsheet writes them: small files that swell when they are read."""

import io
import zipfile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SHEET_ML = "application/vnd.openxmlformats-officedocument.spreadsheetml"
CELL = "<c><v>1</v></c>"


def make_zip(members):
    """Return a zip file of *members*, names and what is in them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def make_worksheet(rows, *, below=""):
    """Return a worksheet without a dimension."""
    return f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{below}</worksheet>'


def make_workbook(*sheets, parts=None, more="", **members):
    """Return a workbook of *sheets*; *parts* are sharedStrings or styles, *more* stands below the list of sheets."""
    parts = parts or {}
    numbers = range(1, len(sheets) + 1)
    names = {
        f"worksheets/s{number}.xml": ("worksheet", text)
        for number, text in zip(numbers, sheets, strict=True)
    }
    names |= {f"{part}.xml": (part, text) for part, text in parts.items()}
    types = "".join(
        f'<Override PartName="/xl/{name}" ContentType="{SHEET_ML}.{kind}+xml"/>'
        for name, (kind, _) in names.items()
    )
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{name}"/>'
        for number, (name, (kind, _)) in enumerate(names.items(), start=1)
    )
    listed = "".join(
        f'<sheet name="S{number}" sheetId="{number}" r:id="rId{number}"/>' for number in numbers
    )
    return make_zip(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
            f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{SHEET_ML}.sheet.main+xml"/>{types}</Types>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
            f"<sheets>{listed}</sheets>{more}</workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>',
            **{f"xl/{name}": text for name, (_, text) in names.items()},
            **{name.replace("__", "/"): data for name, data in members.items()},
        }
    )
