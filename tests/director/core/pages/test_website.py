"""The club's website: one zip with every published page, for directors alone."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from director.core.base.roles import Role
from director.models import Club, Event
from tests.director.pages import find_elements
from tests.factories import make_account, make_club, make_played_section, sign_in

pytestmark = pytest.mark.django_db
ZIP_ADDRESS = "/club/website/website.zip"


def download_files(client):
    """Return the files of the zip by their names below its one folder."""
    response = client.get(ZIP_ADDRESS)
    assert response.headers["Content-Disposition"].startswith(
        'attachment; filename="riverside-club-website-'
    )
    content = b"".join(response.streaming_content)
    with ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        folders = {name.partition("/")[0] for name in archive.namelist()}
        assert len(folders) == 1
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_players_have_pages_only_if_the_club_allows_it(desk):
    make_played_section()
    Club.objects.update(has_player_pages=False)
    assert [name for name in download_files(desk) if name.startswith("players/")] == []
    assert "a page for each player" not in desk.get("/club/").content.decode()


def test_without_a_published_night_there_is_no_download(desk):
    make_club()
    page = desk.get("/club/")
    assert ZIP_ADDRESS not in [link.get("href") for link in find_elements(page, "a")]
    assert "No results are published yet." in page.content.decode()
    assert list(download_files(desk)) != []  # an empty list is no error


def test_only_directors_have_the_download(desk):
    make_played_section()
    scorer = sign_in(make_account("sam", Role.SCORER))
    assert scorer.get(ZIP_ADDRESS).status_code == 403
    for client, has_download in ((desk, True), (scorer, False)):
        links = [link.get("href") for link in find_elements(client.get("/club/"), "a")]
        assert (ZIP_ADDRESS in links) is has_download


@pytest.mark.slow
def test_each_further_night_costs_the_same(desk, django_assert_max_num_queries):
    section = make_played_section()
    queries = []
    for _ in range(3):
        with django_assert_max_num_queries(1000) as captured:
            download_files(desk)
        queries.append(len(captured))
        make_played_section()
    assert queries[2] - queries[1] == queries[1] - queries[0]
    assert section.session.event in Event.objects.all()
