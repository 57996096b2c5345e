"""Tables that enter results by their private addresses, for the tests of what the director sees of it."""

import json
from datetime import timedelta
from itertools import count

from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from director.additions.phones.keys import make_phone_label
from director.core.night import phones as alive
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import TablePhone, TableWord

KEYS = count(1)


class TablePhones:
    """The tables of a section, each with its address; *settings* are those of all of them."""

    def __init__(self, section, *, tables=5, paper=(), **settings):
        self.section, self.client = section, Client()
        usual = DEFAULT_TABLE_SETTINGS.with_changes(settings)
        store_table_settings(
            section=section,
            settings=usual,
            settings_by_table={no: usual.with_changes({"entry": "paper"}) for no in paper},
        )
        self.open = open_table_addresses(
            session=section.session, section=section, tables=range(1, tables + 1)
        )

    def say(self, line, text, **data):
        """Let the table of *line* send *text*."""
        board_no, ns, ew = line.board_no, line.ns, line.ew
        sent = {
            "key": f"key-{next(KEYS)}",
            "board": board_no,
            "ns": ns,
            "ew": ew,
            "result": text,
            **data,
        }
        return self._send(line.table_no, "results", sent)

    def agree(self, line, **data):
        """Let the opponents agree to what stands on *line*."""
        sent = {
            "key": f"key-{next(KEYS)}",
            "board": line.board_no,
            "ns": line.ns,
            "ew": line.ew,
            "confirm": True,
        }
        return self._send(line.table_no, "results", sent | data)

    def call(self, table_no, reason=""):
        """Let a table call the director."""
        return self._send(
            table_no, "calls", {"key": f"key-{next(KEYS)}", "what": "director", "reason": reason}
        )

    def reveal_match(self, table_no) -> dict:
        """Press *Show result* at a table, and return the match."""
        path = f"/t/{self.open[table_no].token}/matches/1.json"
        return self.client.post(path).json()

    def heard(self, table_no, *, device="aa", minutes=0, waiting=0):
        """Let a phone of a table have been heard so many *minutes* ago."""
        phone = alive.Phone(device, "ns", timezone.now() - timedelta(minutes=minutes), waiting)
        name = alive._make_cache_key(self.open[table_no].pk)
        cache = caches["tables"]
        cache.set(name, [*cache.get(name, ()), phone])

    def came(self, table_no, *, refused=False):
        """Let phones of N-S with long names have come to a table one in place of the other, the second refused."""
        since = [timezone.now() - timedelta(minutes=minutes) for minutes in (190, 5, 4)]
        standings = ["new", "out", "waits"] if refused else ["new", "new"]
        for index, standing in enumerate(standings):
            own = {"since": since[index], "side": "ns", "standing": standing}
            TablePhone.objects.create(
                access=self.open[table_no], device=f"{'W' * 30}{index}", **own
            )
        self.heard(table_no, device=f"{'W' * 30}1")

    def _send(self, table_no, where, sent):
        path = f"/t/{self.open[table_no].token}/{where}"
        return self.client.post(path, json.dumps(sent), content_type="application/json")


def shift_entry_times(minutes: int) -> None:
    """Let everything that was said have been said so many *minutes* earlier."""
    for word in TableWord.objects.all():
        TableWord.objects.filter(pk=word.pk).update(
            heard_at=word.heard_at - timedelta(minutes=minutes)
        )


def get_phone_label(tables, device):
    """Return what others are told of a phone of table 1."""
    return make_phone_label(tables.open[1].pk, device)


def read_table_state(tables, table_no=1):
    """Return what the page of a table asks for."""
    return Client().get(f"/t/{tables.open[table_no].token}/state.json").json()


def read_results_of_1_and_6(section) -> dict[int, str]:
    """Return the results that pairs 1 and 6 have, as they count, by board."""
    return {
        result.board_no: result.counted for result in section.results.filled().filter(ns=1, ew=6)
    }


def open_pair_address(section, pair_no: int = 1) -> str:
    """Return the address of a pair's own page."""
    return f"/my/{open_entry_addresses(section=section, pairs=[pair_no])[pair_no].token}/"
