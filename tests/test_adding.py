"""The pages of ``docs/adding`` are true: each change is made in a copy, and the page's check runs there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs/adding").glob("*.md"))
CHANGES = [page for page in PAGES if page.name != "README.md"]


def test_the_index_names_every_page():
    index = (ROOT / "docs/adding/README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\((\w+\.md)\)", index)) == {page.name for page in CHANGES}
