"""Open doubts: a knock-out whose drawn winner has lost since is nowhere given away unasked."""

import pytest

from director.additions.exports.sending.page import (
    list_offered_files,
    read_club_receivers,
    send_file,
)
from director.errors import DeskError
from tests.director.additions.contests.draws.test_bracket import (
    draw_next_round,
    enter_winning_slam,
    start_knock_out,
)
from tests.director.additions.contests.draws.test_draws import reload_drawn_section

pytestmark = pytest.mark.django_db
TURNED = "In round 1, team 4 now wins, but round 2 was drawn with team 1."


@pytest.fixture
def turned(desk):
    """A finished knock-out of four, of which a semi-final was corrected after the final."""
    section = start_knock_out(desk, 4)
    enter_winning_slam(section, 1, 1)
    enter_winning_slam(section, 1, 2)
    section = draw_next_round(desk, section, ())
    enter_winning_slam(section, 2, 1)
    return reload_drawn_section(section)


@pytest.mark.slow
def test_sending_asks_about_a_turned_winner_first(desk, turned, settings, tmp_path):
    accounts = tmp_path / "sending.conf"
    accounts.write_text(
        "[email]\nhost = smtp.example.org\nfrom = club@example.org\n"
        "[addresses]\nCounty = county@example.org\n"
    )
    accounts.chmod(0o600)
    settings.SENDING_FILE = accounts
    enter_winning_slam(turned, 1, 4)
    ((key, receiver),) = read_club_receivers().items()
    form, _label = list_offered_files(receiver, has_results=False)[0]
    with pytest.raises(DeskError) as asked:
        send_file(event=turned.session.event, receiver_key=key, format_key=form, user=None)
    assert TURNED in str(asked.value)
    assert asked.value.params["needs_confirmation"]
