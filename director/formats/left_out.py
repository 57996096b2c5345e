"""Name the parts of a file that aren't imported, once each, with a count and an example."""

from director.formats.errors import Doubt
from director.formats.sentences import FileSentences

_MAX_NAMES = 8
_MAX_EXAMPLE = 30
_MAX_KNOWN = 1_000
"""Different names that are counted. A hostile file may have millions."""


class IgnoredParts:
    """Counts the parts that a reader has no use for.

    >>> left_out = IgnoredParts()
    >>> for fee in ("5.00", "4.00"):
    ...     left_out.count_part("Fee", fee)
    >>> left_out.count_part("Weather", "fine")
    >>> left_out.names
    '“Fee” (2 times, such as “5.00”), “Weather” (“fine”)'
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, str] = {}

    def count_part(self, name: str, example: str = "", times: int = 1) -> None:
        """Count a part called *name*. The first *example* of its values is kept."""
        if name in self._counts or len(self._counts) < _MAX_KNOWN:
            self._counts[name] = self._counts.get(name, 0) + times
            if example and name not in self._examples:
                self._examples[name] = example

    @property
    def names(self) -> str:
        """All names in words, or "" if nothing was left out."""
        names = [self._describe(name) for name in list(self._counts)[:_MAX_NAMES]]
        others = len(self._counts) - len(names)
        return ", ".join(names) + (f" and {others} more" if others else "")

    def make_doubts(self, what: str) -> list[Doubt]:
        """Return a doubt that names the parts, or nothing if none was left out.

        *what* is the word for the parts, such as "Columns".
        """
        if not self._counts:
            return []
        return [Doubt(FileSentences.DOUBT_LEFT_OUT, what=what, names=self.names)]

    def _describe(self, name: str) -> str:
        count, example = self._counts[name], self._examples.get(name, "")
        shown = f"“{example[:_MAX_EXAMPLE]}{'…' if len(example) > _MAX_EXAMPLE else ''}”"
        parts = []
        if count > 1:
            parts.append(f"{count} times")
        if example:
            parts.append(f"such as {shown}" if count > 1 else shown)
        return f"“{name}”" + (f" ({', '.join(parts)})" if parts else "")
