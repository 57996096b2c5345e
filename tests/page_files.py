"""The templates and static files of the program: of the core, and in the folder of each addition."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
_ADDITIONS = sorted((ROOT / "director/additions").iterdir())
TEMPLATE_FOLDERS = [ROOT / "templates", *(folder / "templates" for folder in _ADDITIONS)]
STATIC_FOLDERS = [ROOT / "director/static", *(folder / "static" for folder in _ADDITIONS)]


def list_templates(room: str = "") -> list[Path]:
    """Return the templates of a *room*, such as ``"boards"``, or all of them."""
    return _list_files(TEMPLATE_FOLDERS, room, "*.html")


def list_static_files(pattern: str) -> list[Path]:
    """Return the static files whose name matches *pattern*."""
    return _list_files(STATIC_FOLDERS, "", pattern)


def find_template(name: str) -> Path:
    """Return the path of the template that a page calls *name*."""
    return _find_file(TEMPLATE_FOLDERS, name)


def find_static_file(name: str) -> Path:
    """Return the path of the static file that a page calls *name*."""
    return _find_file(STATIC_FOLDERS, name)


def get_page_name(path: Path) -> str:
    """Return what pages call the template or static file at *path*."""
    folders = [*TEMPLATE_FOLDERS, *STATIC_FOLDERS]
    (folder,) = [folder for folder in folders if path.is_relative_to(folder)]
    return path.relative_to(folder).as_posix()


def _list_files(folders: list[Path], room: str, pattern: str) -> list[Path]:
    return [path for folder in folders for path in sorted((folder / room).rglob(pattern))]


def _find_file(folders: list[Path], name: str) -> Path:
    return next(folder / name for folder in folders if (folder / name).exists())
