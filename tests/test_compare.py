"""What the comparison of two checkouts sees of an answer."""

from django.http import HttpResponse

from tests.compare import ReadPage, list_content, list_differences

FORM = """<p>Played at 19:30, seed 4711</p><form method="post" action="/go/">
<input type="hidden" name="idempotency_key" value="1">
<input name="pair" value="3"><input type="checkbox" name="late"><input type="checkbox" name="away" checked>
<select name="kind"><option value="a">A<option value="b" selected>B</select><textarea name="text">so
it is</textarea><input type="file" name="file"><button name="act" value="save">Save</button>
<button name="act" value="x"></button></form><script>unread()</script>"""


def test_page_reads_a_form_as_a_browser_would_send_it():
    sent = [
        ("idempotency_key", "1"),
        ("pair", "3"),
        ("away", "on"),
        ("kind", "b"),
        ("text", "so\nit is"),
        ("act", "save"),
    ]
    assert ReadPage(FORM).forms == [("post", "/go/", sent)]


def test_content_leaves_out_what_is_new_every_time():
    assert list_content(HttpResponse(FORM), {}) == [
        "200",
        "text/html",
        "",
        "Played at TIME, SEED",
        "A",
        "B",
        "Save",
        "post /go/: act away kind pair text",
    ]


def test_differ_names_what_is_not_the_same_and_what_is_gone():
    old = {"GET /": ["200", "Tonight"], "GET /a/": ["200"], "GET /b/": ["200"]}
    new = {"GET /": ["200", "Today"], "GET /a/": ["200"]}
    assert list(list_differences(old, new)) == [
        "== GET /\n@@ -2 +2 @@\n-Tonight\n+Today",
        "== GET /b/\n@@ -1 +0,0 @@\n-200",
    ]
