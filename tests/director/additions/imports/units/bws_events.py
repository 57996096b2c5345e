"""Stored events as table units would leave them."""

import re

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.models import EntryPlayer, Section
from tests.director.additions.imports.units.bws_written import SINGLES

_PLAYED = re.compile(r"([1-7])(NT|[CDHS])(X{0,2})([NESW])(=|[+-][0-9]+)")
_ARTIFICIAL = re.compile(r"A([0-9]{2})([0-9]{2})")
_SEATS = "NESW"


CONTRACTS = ("4SN=", "3NTE-1", "2HS+1", "PASS", "1NTW+2", "5CXN-2", "6DE=")


def enter_contracts(section, *, leave=0) -> None:
    """Enter a contract on every line of *section*, but not on the last *leave* lines."""
    lines = fetch_section_lines(section).all
    for number, line in enumerate(lines[: len(lines) - leave]):
        text = CONTRACTS[(number * 3 + line.ns) % len(CONTRACTS)]
        import_result(section=section, line=line, text=text, user=None)


def make_tables(event) -> dict[str, list[dict]]:
    """Return the tables of the database of *event*, by name."""
    tables = {
        "Session": [{"ID": 1, "Name": event.name, "Date": event.date}],
        "Section": [],
        "RoundData": [],
        "ReceivedData": [],
        "PlayerNumbers": [],
        "PlayerNames": [],
        "IntermediateData": [],
    }
    for section in Section.objects.filter(session__event=event):
        _add_section(tables, section)
    return tables


def _add_section(tables, section) -> None:
    of_section = {"Section": section.pk % 30_000}
    plan = section.plan
    tables["Section"].append(
        {
            "ID": of_section["Section"],
            "Letter": section.letter or "A",
            "Tables": plan.tables,
            "MissingPair": 0,
            "Session": section.session.number,
        }
    )
    names = {}
    for player in EntryPlayer.objects.filter(section=section).select_related("person", "entry"):
        names.setdefault(player.entry.pair_no, []).append(player.person.name)
    seated, named = {}, set()
    for row in plan.rows.order_by("round_no", "table_no"):
        place = of_section | {"Table": row.table_no, "Round": row.round_no}
        sides = dict(zip(("NSPair", "EWPair", *SINGLES), _get_numbers(section, row), strict=False))
        boards = {"LowBoard": min(row.boards), "HighBoard": max(row.boards)}
        tables["RoundData"].append(place | sides | boards)
        seated[row.round_no, row.table_no] = _get_numbers(section, row)
        for seat, name in _list_people_at(row, names):
            if name not in named:
                # Whoever sat out in round 1 gives a number later.
                round_no = 0 if row.round_no == 1 else row.round_no
                player = {"Round": round_no, "Direction": seat, "Name": name}
                tables["PlayerNumbers"].append(place | player)
                named.add(name)
    for line in fetch_section_lines(section).all:
        if line.text:
            tables["ReceivedData"].append(
                {"ID": len(tables["ReceivedData"]) + 1, "Board": line.board_no}
                | of_section
                | {"Round": line.round_no, "Table": line.table_no}
                | _get_sides(section, line, seated)
                | _format_result(line.text)
            )


def _get_numbers(section, row) -> tuple[int, ...]:
    return tuple(
        row.players or (section.get_printed_number(row.ns), section.get_printed_number(row.ew))
    )


def _get_sides(section, line, seated) -> dict:
    numbers = seated[line.round_no, line.table_no]
    if len(numbers) == 2:
        numbers = section.get_printed_number(line.ns), section.get_printed_number(line.ew)
    return dict(zip(("PairNS", "PairEW", *SINGLES), numbers, strict=False))


def _list_people_at(row, names) -> list[tuple[str, str]]:
    """Return who sit N, E, S and W. The first two of a team sit N-S, its last two E-W."""
    if row.players:
        people = [names[player][0] for player in row.players]
    else:
        ns, ew = names[row.ns][:2], names[row.ew][-2:]
        people = [ns[0], ew[0], ns[1], ew[1]]
    return list(zip(_SEATS, people, strict=True))


def _format_result(text) -> dict:
    if match := _PLAYED.fullmatch(text):
        level, denomination, doubles, seat, tricks = match.groups()
        contract = f"{level} {denomination} {doubles.lower()}".strip()
        return {"Contract": contract, "NS/EW": seat, "Result": tricks}
    if match := _ARTIFICIAL.fullmatch(text):
        return {"Remarks": f"{match[1]}%-{match[2]}%"}
    assert text == "PASS", text
    return {"Contract": "PASS"}
