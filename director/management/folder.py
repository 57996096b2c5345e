"""A folder of files that this program writes, and writes again without leaving anything old behind."""

import json
from collections.abc import Mapping
from pathlib import Path

from director.management import sentences
from director.management.command import refusal

LIST = "files.json"
"""The file that names all others, so that those that are no more can be taken away."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* below *folder*, made if it is not there; what was written there before and is no more, goes.

    :raises CommandError: if there is anything in it that this program did not write
    :raises OSError: if something cannot be written
    """
    former = _written_before(folder)
    for name in sorted(former - set(files)):
        (folder / name).unlink(missing_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / LIST).write_text(json.dumps(sorted(files), indent=1) + "\n", encoding="utf-8")


def _written_before(folder: Path) -> set[str]:
    """Return the names of the files that an earlier call wrote below *folder*."""
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        names = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise refusal(sentences.FOREIGN_FOLDER, folder=folder) from error
    if not isinstance(names, list) or not all(isinstance(name, str) and _is_below(name) for name in names):
        raise refusal(sentences.FOREIGN_FOLDER, folder=folder)
    return set(names)


def _is_below(name: str) -> bool:
    path = Path(name)
    return not path.is_absolute() and ".." not in path.parts and name != LIST
