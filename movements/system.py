"""What is said alike of every registered movement and system: its names, sizes and options."""

from collections.abc import Sequence
from dataclasses import dataclass

from movements.option import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A registered movement, draw or progressive system.

    - ``key`` and ``name``, and ``aliases``, other names by which it is found.
    - ``contest``: what plays: "pairs", "individual", "teams" or "party".
    - ``sizes``: the possible sizes in words. ``legal_sizes``: the same as ascending numbers.
    - ``options``: what can be chosen.
    - ``guarantees``: all that it can promise, whatever the size.
    - ``source``: where it was printed.
    """

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    contest: str
    sizes: str
    legal_sizes: Sequence[int]
    options: tuple[Option, ...] = ()
    guarantees: tuple[str, ...] = ()
    source: str
