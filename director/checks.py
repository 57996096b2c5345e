"""System checks: the program refuses to start half installed."""

from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, register

STYLES = {
    "core": ("kalamazoo", "desk", "embedded", "results", "print", "screens", "site", "table"),
    "boards": ("draws", "field", "hands", "irregularities", "match", "replanning", "scores"),
    "party": ("party", "phone", "prizes"),
}
FONTS = ("DejaVuSans", "DejaVuSans-Bold")
NEEDED_FILES = (
    *(f"{room}/{name}.css" for room, names in STYLES.items() for name in names),
    *(f"pdf/fonts/{name}.ttf" for name in FONTS),
)


@register()
def needed_files(**_asked: object) -> list[CheckMessage]:
    """Return an error for each stylesheet or font that is missing: pages and cards cannot be made without them."""
    return [
        Error(f"The file static/{name} is missing.", hint="Download the program again.", id="director.E001")
        for name in NEEDED_FILES
        if finders.find(name) is None
    ]
