"""Published nights of every kind with things that must never leave, and the links of a folder of pages."""

from datetime import date
from html.parser import HTMLParser
from posixpath import dirname, join, normpath

from director.core.night.publishing import publish_results
from director.event_kinds import list_event_kinds
from director.models import Access, Act, Club, Event, Person
from tests.factories import make_played_section, make_section

SECRET = "sEcReT"  # noqa: S105  what is looked for
"""Planted wherever something private is kept; no public page holds it."""


KINDS = {kind.default_name: kind for kind in list_event_kinds()}


def make_published(called: str = "") -> Event:
    """Return a published night of the kind *called* so, a small one of pairs without, with secrets wherever something
    private is kept."""
    event = (
        KINDS[called].create_demo_event(seed=4, event_date=date(2026, 11, 17))
        if called
        else make_played_section().session.event
    )
    event.refresh_from_db()
    if not event.is_published:
        publish_results(event=event)
    plant_secrets()
    return event


def plant_secrets() -> None:
    """Write the secret into all that only the club may know."""
    for person in Person.objects.all():
        person.number = f"{SECRET}{person.pk}"
        person.save()
    Club.objects.update(wifi_name=f"{SECRET}-net", wifi_code=f"{SECRET}-code")
    Act.objects.update(words=f"{SECRET} was done")
    for access in Access.objects.all():
        access.token = f"{SECRET}-{access.pk}"
        access.save()
    unpublished = make_section(name=f"{SECRET} night").session.event
    assert unpublished.published_at is None


class _Links(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.links, self.tags = [], set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src", "action", "data")]
        assert not [name for name, _value in attrs if name.startswith(("hx-", "on"))]


def find_broken_links(files: dict[str, bytes]) -> list[str]:
    """Return the links of the pages among *files* that lead to none of them."""
    lost = []
    for name, content in files.items():
        if name.endswith(".html"):
            page = _Links(content.decode())
            assert not page.tags & {"script", "form", "iframe"}, name
            for link in page.links:
                target = link.partition("#")[0]
                if target and normpath(join(dirname(name), target)) not in files:
                    lost.append(f"{name}: {link}")
    return lost
