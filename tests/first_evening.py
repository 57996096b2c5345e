"""The first evening of the help (docs/first-evening.md), pressed as a browser sends it.

Run as a program, it plays the evening on a new database, with the settings that the environment
names. Nobody starts a clock, so the results alone say where the night is.
"""

import re
import sys
from typing import Any
from xml.etree.ElementTree import Element

import django

ROUNDS = 3
TABLES = (1, 2, 3)
PARTY_TABLES = (1, 2)
MOST_PAGES = 150


class Desk:
    """A director's browser: the page that it shows, and the buttons that are pressed."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._path = ""
        self.page: Any = None

    def open(self, path: str) -> None:
        """Open *path*, and follow where it leads."""
        self._show(path, self._client.get(path, follow=True))

    def follow(self, label: str) -> None:
        """Follow the first link with this *label*."""
        links = [link for link in self._find("a") if read_label(link) == label]
        assert links, f"{self._path} has no link {label}"
        self.open(links[0].get("href", ""))

    def press(self, label: str, *, action: str = "", **boxes: str) -> None:
        """Fill *boxes* of a form and press its button *label*, or its first one without a label.

        *action* is the end of the form's address.
        """
        from tests.director.sent_forms import is_submit_button, list_form_parts, send_form

        for form in self._find("form"):
            path = form.get("action") or self._path
            parts = list_form_parts(self._find("html")[0], form)
            labels = [read_label(part) for part in parts if is_submit_button(part)]
            if not path.endswith(action) or (label and label not in labels):
                continue
            which = labels.index(label) if label else 0
            page = send_form(self._client, path, self.page, form, boxes, which=which, follow=True)
            self._show(path, page)
            return
        raise AssertionError(f"{self._path} has no button {label or action}")

    def read(self, selector: str = "main") -> str:
        """Return the text of what *selector* finds on the page."""
        from tests.director.pages import find_texts

        return " ".join(find_texts(self.page, selector))

    def find_night(self) -> str:
        """Return the address of the night that the page is of."""
        night = re.match(r"/(sessions|parties)/\d+/", self._path)
        assert night, self._path
        return night[0]

    def list_boxes(self, prefix: str) -> list[str]:
        """Return the names of the boxes that begin with *prefix*."""
        names = [box.get("name", "") for box in self._find("input")]
        return [name for name in names if name.startswith(prefix)]

    def _show(self, path: str, page: Any) -> None:
        assert page.status_code == 200, (path, page.status_code)
        self._path = page.redirect_chain[-1][0] if page.redirect_chain else path
        self.page = page

    def _find(self, selector: str) -> list[Element]:
        from tests.director.pages import find_elements, parse_page

        return [parse_page(self.page)] if selector == "html" else find_elements(self.page, selector)


def read_label(element: Element) -> str:
    """Return the label of a button or link, without its key."""
    texts = [element.text or ""]
    for part in element:
        if part.tag != "kbd":
            texts.append("".join(part.itertext()))
        texts.append(part.tail or "")
    return " ".join("".join(texts).split())


def play_first_evening(desk: Desk) -> None:
    """Play a night of pairs and a euchre night, from the start to the published results."""
    start_pairs(desk)
    night = desk.find_night()
    for round_no in range(1, ROUNDS + 1):
        enter_round(desk, night, round_no)
    desk.open(f"{night}play/")
    assert "Play is over." in desk.read("#clock")
    assert "Go to Results" in desk.read("#clock")
    desk.open(f"{night}room/")
    assert "Thank you" in desk.read()
    publish_results(desk, night, "Tuesday pairs")
    desk.open(f"{night}results/?tab=export")
    desk.press("Download")
    assert desk.page.content.startswith(b"PK")
    play_party(desk)


def start_pairs(desk: Desk) -> None:
    """Start a night, choose its movement, paste the names, and print the cards."""
    desk.open("/")
    desk.follow("Start a night")
    desk.press("Start", name="Tuesday pairs", game="bridge")
    desk.press("Find movements", pairs="6")
    desk.follow("Mitchell")
    desk.press("Use this movement")
    desk.follow("Continue to Seats")
    names = [f"Ada Ash{letter} & Bert Birch{letter}" for letter in "abcdef"]
    desk.press("Import names", text="\n".join(names))
    desk.follow("Continue to Print")
    printed_from = desk.find_night()
    desk.press("Download PDF")
    assert desk.page["Content-Type"] == "application/pdf"
    desk.open(f"{printed_from}play/")


def enter_round(desk: Desk, night: str, round_no: int) -> None:
    """Enter a round table by table, and look at every page that says where the night is."""
    title = f"Round {round_no} of {ROUNDS}"
    check_where_the_night_is(desk, night, title, "Not started.")
    assert "table 1" in desk.read()  # the seats of the round
    for table_no in TABLES:
        desk.open(f"{night}scores/rounds/{round_no}/tables/{table_no}/")
        desk.press("Save", **dict.fromkeys(desk.list_boxes("text-"), "4SS="))
        if table_no < TABLES[-1]:
            check_where_the_night_is(desk, night, title, "The clock isn’t running.")
            assert "Still playing: table" in desk.read()
    if round_no < ROUNDS:
        desk.open("/")
        assert f"Round {round_no + 1} of {ROUNDS}" in desk.read()


def check_where_the_night_is(desk: Desk, night: str, title: str, note: str) -> None:
    """Check the round and the *note* on Play, and end on the room's screen of the same round."""
    desk.open(f"{night}play/")
    clock = desk.read("#clock")
    assert title in clock, clock
    assert note in clock, clock
    desk.open(f"{night}room/")
    assert title in desk.read(), desk.read()


def publish_results(desk: Desk, night: str, name: str) -> None:
    """Publish the night, and find its *name* among the published results."""
    desk.open(f"{night}results/")
    desk.press("Publish")
    desk.open("/results/")
    assert name in desk.read()


def play_party(desk: Desk) -> None:
    """Play two rounds of euchre, close the evening, and publish it."""
    desk.open("/events/new/")
    desk.press("Start", name="Euchre night", game="party-euchre-bell")
    desk.press("Save and continue", players="8")
    desk.press("Import names", text="\n".join(f"Guest {letter}" for letter in "abcdefgh"))
    desk.press("Draw for seats")
    night = desk.find_night()
    for round_no in (1, 2):
        title = f"Round {round_no} of 12"
        check_party(desk, night, title, "Not started.", "ake your seats")
        for table_no in PARTY_TABLES:
            desk.open(f"{night}play/")
            desk.press("", action=f"/rounds/{round_no}/tables/{table_no}/")
            if table_no < PARTY_TABLES[-1]:
                check_party(desk, night, title, "The clock isn’t running.", "Still playing")
        desk.open(f"{night}play/")
        if round_no == 1:
            desk.press("Next round")
    desk.press("End play")
    desk.open(f"{night}room/")
    assert "Thank you" in desk.read()
    publish_results(desk, night, "Euchre night")


def check_party(desk: Desk, night: str, title: str, note: str, room_note: str) -> None:
    """Check the *note* on Play, and the round and its note on the room's screen."""
    desk.open(f"{night}play/")
    assert note in desk.read("#clock"), desk.read("#clock")
    desk.open(f"{night}room/")
    assert title in desk.read(), desk.read()
    assert room_note in desk.read(), desk.read()


def open_links(client: Any) -> None:
    """Open what the pages lead to, one after the other, and check that each answers."""
    waiting, opened = ["/"], set[str]()
    while waiting and len(opened) < MOST_PAGES:
        path = waiting.pop(0)
        if path in opened:
            continue
        opened.add(path)
        page = client.get(path)
        assert page.status_code < 500, (path, page.status_code)
        assert page.status_code != 404, path
        if page.headers.get("Content-Type", "").startswith("text/html"):
            links = re.findall(r'href="(/(?!static)[^"#]*)', page.content.decode())
            waiting += [link.replace("&amp;", "&") for link in links]


def main() -> None:
    """Play the evening on the database of the settings, and print the modules that it loaded."""
    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    from tests.factories import make_club, make_director

    setup_test_environment()
    call_command("migrate", verbosity=0)
    make_club()
    client = Client(HTTP_HOST="localhost")
    client.force_login(make_director())
    play_first_evening(Desk(client))
    open_links(client)
    sys.stdout.write(f"loaded: {' '.join(sys.modules)}\n")


if __name__ == "__main__":
    main()
