"""System checks: the program refuses to start half installed."""

from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, register

STYLES = {
    "desk": ("kalamazoo", "desk", "embedded", "results", "print", "room", "site", "table"),
    "boards": ("changed", "draws", "field", "hands", "happened", "match", "scores"),
    "party": ("giving", "party", "phone"),
}
FONTS = ("DejaVuSans", "DejaVuSans-Bold")
NEEDED_FILES = (
    *(f"{room}/{name}.css" for room, names in STYLES.items() for name in names),
    *(f"paper/fonts/{name}.ttf" for name in FONTS),
)


@register()
def needed_files(**_asked: object) -> list[CheckMessage]:
    """Return an error for each stylesheet or font that is missing: pages and cards cannot be made without them."""
    return [
        Error(f"The file static/{name} is missing.", hint="Download the program again.", id="director.E001")
        for name in NEEDED_FILES
        if finders.find(name) is None
    ]
