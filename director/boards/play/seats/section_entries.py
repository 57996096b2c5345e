"""The entries of a section and their players, read once for an act that changes many of them."""

from collections import defaultdict
from collections.abc import Iterable

from director.core.night.journal import Journal
from director.models import Entry, EntryPlayer, Section


class SectionEntries:
    """The entries of *section* by number, and their players, as an act changes them. Two queries."""

    def __init__(self, section: Section) -> None:
        self.entries = {entry.pair_no: entry for entry in section.entries.order_by("pair_no")}
        self._players: dict[int, list[EntryPlayer]] = defaultdict(list)
        players = EntryPlayer.objects.filter(section=section).select_related("person")
        for player in players.order_by("entry__pair_no", "order"):
            self._players[player.entry_id].append(player)

    def get_players(self, entry: Entry) -> list[EntryPlayer]:
        """Return the players of *entry* in their order."""
        return self._players[entry.pk]

    def is_empty(self, entry: Entry) -> bool:
        """Return whether *entry* has neither players nor a name."""
        return not (self._players[entry.pk] or entry.name)

    def get_pair_no_by_person(self) -> dict[tuple[int, str], int]:
        """Return the entry number of all people, by their keys and names."""
        number_by_person = {}
        for entry in self.entries.values():
            for player in self._players[entry.pk]:
                number_by_person[player.person_id, player.person.name] = entry.pair_no
        return number_by_person

    def clear(self, numbers: Iterable[int], journal: Journal) -> list[EntryPlayer]:
        """Remove the players and the team names of entries. Return the removed players."""
        entries = [self.entries[number] for number in numbers if number in self.entries]
        removed_players: list[EntryPlayer] = []
        for entry in entries:
            removed_players += self._players.pop(entry.pk, ())
        journal.delete_all(removed_players)
        with journal.change_together():
            for entry in entries:
                journal.change(entry, name="")
        return removed_players
