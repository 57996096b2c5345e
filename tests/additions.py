"""The additions of the program: their packages by name."""

from pathlib import Path

_ROOT = Path(__file__).parent.parent
ADDITIONS = {
    folder.name: ".".join(folder.relative_to(_ROOT).parts)
    for folder in sorted((_ROOT / "director/additions").iterdir())
    if (folder / "apps.py").exists()
}
