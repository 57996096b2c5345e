"""What a row gives: its standings, and what must not be on paper."""

import json
from collections.abc import Iterable

from tests.director.pdf.reading import Page
from tests.walk.desk import Desk


def list_cut_texts(pages: Iterable[Page]) -> list[str]:
    """Return the texts that were shortened or lie past the edge of their page."""
    return [
        text.text
        for page in pages
        for text in page.drawn
        if "…" in text.text
        or min(text.left, text.bottom) < 0
        or text.right > page.width
        or text.top > page.height
    ]


def read_standings(desk: Desk, event_id: int) -> list[tuple[str, str]]:
    """Return the place and the total of everybody in the standings."""
    response = desk.open(f"/events/{event_id}/results.json")
    assert response.status_code == 200
    rows = json.loads(response.content)["standings"]
    return [(str(row["place"] or ""), str(row["total"])) for row in rows]
