"""What people may type into a box, however odd: texts of all scripts, numbers, dates, times and files."""

from random import Random

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from tests.director.mutated.samples import FORMS, get_written_samples

NAMES = (
    "Mary Smith",
    "O'Brien",
    "D. Jones",
    "Ann,Bob",
    "Smith, John",
    "Ann / Bob",
    "Ann/2",
    "Van der Berg - Hill",
    "Ann (desk)",
    "Bob Hill (12)",
    "#1",
    "007",
    "12 Bob",
    "Émile Zola",
    "émile Zola",
    "e\N{COMBINING ACUTE ACCENT}mile",
    "Ärne Öst",
    "ärne öst",
    "Straße",
    "STRASSE",
    "İstanbul",
    "ıI",
    "\N{LATIN SMALL LIGATURE FI}ona",
    "שרה כהן",
    "שלום Cohen",
    "فاطمة",
    "李小龍",
    "Владимир",
    "नीलम",
    "😀",
    "👩\N{ZERO WIDTH JOINER}👧 Bell",
    "\N{RIGHT-TO-LEFT OVERRIDE}abc",
    "a\N{NO-BREAK SPACE}b",
    "  two  blanks  ",
    "\N{ZERO WIDTH SPACE}",
    "=1+1",
    "-",
    "<b>&amp;</b>",
    "%s {name} %(x)d",
    "null",
    "Former player 1",
    "x",
    "x" * 40,
    "x" * 80,
    "ß" * 80,
    "x" * 81,
    "x" * 200,
    "x" * 201,
    "x" * 2001,
)
NUMBERS = ("0", "1", "2", "3", "5", "12", "007", "40", "400", "999", "1000", "-1", "1,5", "x", "")
DECIMALS = ("0", "1,5", "1.5", "-7,5", "1,234", "1.234", "9999.999", "10000", ".5", "−2", "x", "")
DAYS = (
    "1899-01-01",
    "2100-12-31",
    "1898-12-31",
    "2101-01-01",
    "1800-05-01",
    "2026-03-29",
    "2026-10-25",
    "2024-02-29",
    "2026-02-30",
    "2026-11-17",
    "",
)
TIMES = ("00:00", "02:30", "01:30", "23:59", "24:00", "19:30", "")
ENTRIES = ("4SS=", "3NTXE-2", "PASS", "A6040", "+140", "NP", "4ss", "later", "60% 4SS= 40% 4SS-1")
EMAILS = (
    "ada@example.org",
    "a" * 64 + "@example.org",
    "x",
    f"a@{'b.' * 120}org",
    "ä@example.org",
    "",
)

SCRIPTS = ((0x20, 0x7E), (0xA0, 0x24F), (0x370, 0x3FF), (0x400, 0x4FF), (0x590, 0x6FF))
SCRIPTS += ((0x900, 0x97F), (0x1E00, 0x1EFF), (0x2000, 0x206F), (0x3040, 0x30FF), (0x4E00, 0x4EFF))
SCRIPTS += ((0xAC00, 0xACFF), (0xFB00, 0xFB06), (0x1F600, 0x1F64F))


EVENT_FILES: list[bytes] = []
"""Events that were played elsewhere, in every format. Making them takes seconds."""


def prepare_event_files() -> None:
    """Make the files of events, without leaving the events."""
    if not EVENT_FILES:
        with transaction.atomic():
            for form in (*FORMS, "xlsx", "json"):
                EVENT_FILES.extend(get_written_samples(form))
            transaction.set_rollback(True)


def draw_text(chance: Random) -> str:
    """Return a text of one line, as odd as somebody may type it."""
    if chance.random() < 0.7:
        return chance.choice(NAMES)
    first, last = chance.choice(SCRIPTS)
    length = chance.choice((1, 2, 5, 20, 80))
    return "".join(chr(chance.randint(first, last)) for _letter in range(length))


def draw_typed(chance: Random) -> str:
    """Return what is typed into a box of one line: a name, a number or a result."""
    return chance.choice((draw_text(chance), chance.choice(NUMBERS), chance.choice(ENTRIES)))


def draw_lines(chance: Random) -> str:
    """Return what a browser sends of a larger box."""
    if chance.random() < 0.2:
        return "\r\n".join(["x"] * chance.choice((999, 1000, 2000)))
    return "\r\n".join(draw_text(chance) for _line in range(chance.randint(1, 8)))


def draw_file(chance: Random) -> SimpleUploadedFile:
    """Return a list of odd names, or an event that was played elsewhere."""
    names = [draw_text(chance) for _name in range(chance.randint(1, 6))]
    form = chance.choice(("list", "lines", "event"))
    if form == "event" and EVENT_FILES:
        data = chance.choice(EVENT_FILES)
    elif form == "list":
        rows = [f"{name};{number}" for number, name in enumerate(names, 1)]
        data = "\r\n".join(["Name;Number", *rows]).encode()
    else:
        data = "\n".join(names).encode()
    return SimpleUploadedFile("file.txt", data)


def draw_message(chance: Random) -> dict[str, object]:
    """Return what the script of a phone sends, with odd values."""
    message = {
        "key": f"phone-{chance.randint(0, 10**9)}",
        "board": chance.choice((1, 2, 3, 999, "1")),
        "ns": chance.randint(1, 8),
        "ew": chance.randint(1, 8),
        "result": chance.choice(ENTRIES),
        "round": chance.choice((1, 2, 9)),
        "seat": chance.choice(("N", "S", "E", "W", "NS", "EW")),
        "name": draw_text(chance),
        "number": draw_text(chance)[:20],
        "visitor": chance.random() < 0.5,
        "what": chance.choice(("director", "score", "x")),
        "reason": draw_text(chance),
        "device": draw_text(chance),
        "side": chance.choice(("ns", "ew", "both")),
        "version": chance.choice((0, 1, 2)),
    }
    names = chance.sample(sorted(message), chance.randint(4, len(message)))
    return {name: message[name] for name in ("key", *names)}


def list_odd_values(kind: str, mode: str) -> tuple[str, ...]:
    """Return the odd values of a box of this *kind* and input *mode*, none for a box of text."""
    by_kind = {"date": DAYS, "time": TIMES, "email": EMAILS, "number": NUMBERS}
    by_mode = {"numeric": NUMBERS, "decimal": DECIMALS}
    return by_kind.get(kind) or by_mode.get(mode) or ()
