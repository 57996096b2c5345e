"""Phones that are no phones: each plays its table's night over a bad network, with slips, and forgets nothing."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.live.browsers import LOST, PATIENCE, Answer, Browser

LEVELS, SUITS, SEATS = "1234567", ("C", "D", "H", "S", "NT"), "NESW"


def make_expected_text(board_no: int, ns: int, ew: int) -> str:
    """Return what was really made by two pairs on a board: the same whenever it is asked."""
    dice = random.Random(f"{board_no}-{ns}-{ew}")
    if dice.random() < 0.03:
        return "PASS"
    level, suit, seat = dice.choice(LEVELS[:5]), dice.choice(SUITS), dice.choice(SEATS)
    over = dice.choice((-2, -1, 0, 0, 0, 1, 2))
    over = min(over, 7 - int(level))
    return f"{level}{suit}{dice.choice(('', '', '', 'X'))}{seat}{f'{over:+d}' if over else '='}"


class Trouble:
    """What the network and people do wrong, by chance but always the same: each a share of what is sent."""

    def __init__(self, seed: str, share: float) -> None:
        self.dice, self.share = random.Random(seed), share

    def strikes(self) -> bool:
        """Return whether something goes wrong now."""
        return self.dice.random() < self.share


class SimulatedPhone:
    """A phone at a table: *side* ``ns`` brings results, ``ew`` agrees to them."""

    def __init__(
        self, port: int, path: str, side: str, *, trouble: float, counts: Counter[str]
    ) -> None:
        self.port, self.path, self.side = port, path, side
        self.device = f"{side}{path[3:20]}"
        self.trouble, self.counts = Trouble(self.device, trouble), counts
        self.browser, self.tag, self.state = Browser(port), "", {}
        self.sent, self.took = 0, []

    def play(
        self, is_over: Callable[[dict[str, Any]], bool], stop: threading.Event, pause: float
    ) -> None:
        """Poll, and bring or agree to what there is, until *is_over* says so of the state, or somebody *stop*s all."""
        try:
            while not stop.is_set():
                self.look()
                if self.state and is_over(self.state):
                    return
                if not self.act():
                    time.sleep(pause * self.trouble.dice.uniform(0.5, 1.5))
        except BaseException:
            stop.set()
            raise

    def look(self) -> None:
        """Ask for the state, unchanged where it is."""
        if self.trouble.strikes():
            self.browser.close()  # the page was closed, and opened again
            self.tag = ""
        headers = {"If-None-Match": self.tag} if self.tag else {}
        response = self._ask(
            lambda: self.browser.get(f"{self.path}state.json?device={self.device}", headers)
        )
        self.counts[f"state {response.status}"] += 1
        if response.status == 200:
            self.state, self.tag = json.loads(response.body), response.headers["ETag"]

    def act(self) -> bool:
        """Do the first thing that this side can do; return whether there was one."""
        boards = [
            *((self.state.get("left") or {}).get("boards", ())),
            *self.state.get("boards", ()),
        ]
        if self.side == "ew":
            waiting = [board for board in boards if board["state"] == "waiting" or board["asked"]]
            for board in waiting[:1]:
                self.say({"board": board["board"], "confirm": True})
            return bool(waiting)
        empty = [
            board["board"] for board in self.state.get("boards", ()) if board["state"] == "empty"
        ]
        for board_no in empty[:1]:
            self.bring(board_no)
        return bool(empty)

    def bring(self, board_no: int) -> None:
        """Bring what was made, now and then with a slip before it that both sides then mend."""
        ns, ew = self.state["ns"], self.state["ew"]
        right = make_expected_text(board_no, ns, ew)
        line = {"board": board_no, "ns": ns, "ew": ew}
        if self.trouble.strikes():
            wrong = self.say({"board": board_no, "ns": ns, "ew": ew + 1, "result": right})
            assert wrong.status == 422, wrong.text
        if self.trouble.strikes():
            self.say({**line, "result": "7NTN=" if right != "7NTN=" else "PASS"})
            self.say({**line, "result": right, "change": True})
            self.say({**line, "result": right, "confirm": True, "change": True})
            return
        self.say({**line, "result": right})

    def say(self, data: dict[str, Any]) -> Answer:
        """Send until an answer comes: lost on the way there, lost on the way back, or sent twice, by chance."""
        self.sent += 1
        sent = {
            "key": f"{self.device}-{self.sent}",
            "device": self.device,
            "side": self.side,
            **data,
        }
        began = time.monotonic()
        if self.trouble.strikes():
            self._lose(sent)
        answer = self._ask(lambda: self._post(sent))
        self.took.append(time.monotonic() - began)
        if self.trouble.strikes():
            again = self._ask(lambda: self._post(sent))
            if answer.status in (200, 201, 409):
                assert (again.status in (200, 409), again.body) == (True, answer.body), (
                    answer.text,
                    again.text,
                )
        assert answer.status in (200, 201, 409, 422), (answer.status, answer.text)
        self.counts[f"say {answer.status}"] += 1
        return answer

    def _lose(self, sent: dict[str, Any]) -> None:
        """Send, and hang up before the answer comes."""
        try:
            self.browser.connection.request("POST", f"{self.path}results", json.dumps(sent), _JSON)
            time.sleep(self.trouble.dice.uniform(0, 0.02))
        except LOST:
            pass
        self.browser.close()
        self.counts["lost"] += 1

    def _post(self, sent: dict[str, Any]) -> Answer:
        connection = self.browser.connection
        connection.request("POST", f"{self.path}results", json.dumps(sent), _JSON)
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())

    def _ask(self, ask: Callable[[], Answer]) -> Answer:
        """Ask until there is an answer, each time a little later."""
        until, wait = time.monotonic() + PATIENCE, 0.1
        while True:
            try:
                answer = ask()
                if answer.status < 500:
                    return answer
            except LOST:
                self.browser.close()
            assert time.monotonic() < until, "the program does not answer any more"
            time.sleep(wait * self.trouble.dice.uniform(0.5, 1.5))
            wait = min(2.0, 2 * wait)
            self.counts["again"] += 1


_JSON = {"Content-Type": "application/json"}
