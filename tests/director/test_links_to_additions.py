"""Links to an addition are "" where it isn't installed, so no page would show a misspelt name."""

import re

from django.urls import get_resolver

from tests.imported_modules import ROOT

IN_PYTHON = re.compile(r"""find_url\(\s*(?:["'](\w+)["'])?""")
IN_TEMPLATES = re.compile(r"""\{% url ["'](\w+)["'][^%]* as \w+ %\}""")


def test_every_link_that_may_be_missing_leads_somewhere_with_all_additions():
    names = []
    for path in (ROOT / "director").rglob("*.py"):
        text = path.read_text(encoding="utf-8").replace("def find_url(", "")
        names += IN_PYTHON.findall(text)
    for path in (*(ROOT / "director").rglob("*.html"), *(ROOT / "templates").rglob("*.html")):
        names += IN_TEMPLATES.findall(path.read_text(encoding="utf-8"))
    assert "session_draw" in names
    # A name that is computed is "" here, and not known either.
    assert set(names) <= set(get_resolver().reverse_dict)
