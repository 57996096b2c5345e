"""The additions of the program: their packages by name, whichever of them this run has."""

from pathlib import Path

_ROOT = Path(__file__).parent.parent
_FOLDERS = [_ROOT / "director/party", *sorted((_ROOT / "director/additions").iterdir())]
ADDITIONS = {
    folder.name: ".".join(folder.relative_to(_ROOT).parts)
    for folder in _FOLDERS
    if (folder / "apps.py").exists()
}
