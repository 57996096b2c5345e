"""Reading PBN strictly, as the rules of its export format have it: what is not as it should be fails."""

import re

MANDATORY = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
]
_TAG = re.compile(r'\[(?P<name>[A-Z][A-Za-z]+) "(?P<value>(?:[^"\\]|\\["\\]|\\\d)*)"\]')


def read_pbn_games(data: bytes) -> list[dict]:
    """Return the games of *data*: its tags by name, and of its tables the columns and rows."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    lines = text.split("\r\n")
    assert lines[:3] == ["% PBN 2.1", "% EXPORT", ""]
    assert lines[-1] == ""
    assert not re.search(r"[\t\x00-\x09\x0b\x0c\x0e-\x1f]|[^\r]\n", text)
    assert max(map(len, lines)) <= 255
    found = []
    for block in "\n".join(lines[3:-1]).split("\n\n"):
        found.append(_read_game(block.split("\n")))
    return found


def _read_game(lines):
    tags, tables, columns = {}, {}, None
    for line in lines:
        if match := _TAG.fullmatch(line):
            name, value = match["name"], re.sub(r"\\([\"\\])", r"\1", match["value"])
            assert name not in tags
            tags[name] = value
            columns = None
            if name.endswith("Table"):
                if name == "Table":
                    continue
                columns = [column.partition("\\")[0] for column in value.split(";")]
                tables[name] = []
        else:
            cells = re.findall(r'"(?:[^"\\]|\\.)*"|\S+', line)
            assert columns, line
            assert len(cells) == len(columns), line
            row = [
                re.sub(r"\\(.)", r"\1", cell[1:-1]) if cell.startswith('"') else cell
                for cell in cells
            ]
            tables[[*tables][-1]].append(dict(zip(columns, row, strict=True)))
    names = [*tags]
    assert names[:15] == MANDATORY
    assert names[15:] == sorted(names[15:])
    return tags | tables


def reorder_name(text: str) -> str:
    """Return a name as people write it, first name first. A blank before a comma marks its own."""
    if " ," in text:
        return text.replace(" ,", ",")
    family, comma, first = text.partition(", ")
    return f"{first} {family}" if comma else family
