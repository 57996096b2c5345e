"""Private addresses are handed out by scorers and directors: no page and no file shows one to a viewer."""

import io
import socket
import zipfile

import pytest
import segno

from director.core.base import address
from director.core.base.roles import Role
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.core.night.publishing import publish_results
from director.models import Access, Event, Section
from director.party.models import PartyPlayer
from tests.director.core.pages.accounts.test_roles import list_addresses, sign_in_role

pytestmark = pytest.mark.django_db


@pytest.fixture
def codes(monkeypatch) -> list[str]:
    """What was made a QR code."""
    written, make = [], segno.make
    monkeypatch.setattr(
        segno, "make", lambda text, **how: written.append(text) or make(text, **how)
    )
    return written


OWN = "127.0.0.2"  # stands for this machine's address on the network


@pytest.mark.slow
@pytest.mark.parametrize("answers", [True, False], ids=["on the network", "here only"])
def test_codes_lead_to_the_network_address_or_are_left_out(codes, desk, monkeypatch, answers):
    paths = list_addresses()
    party, section = PartyPlayer.objects.first().party, Section.objects.first()
    for event in Event.objects.all():
        publish_results(event=event)
    open_table_addresses(
        session=section.session, section=section, tables=range(1, section.plan.tables + 1)
    )
    open_entry_addresses(section=section, pairs=range(1, 30))
    open_table_addresses(session=party.session, tables=range(1, 10))
    pages = [paths["session_results"], paths["party_results"], paths["party_player"]]
    pages += [f"{paths[name]}?table=1" for name in ("session_tables", "party_tables")]
    pages += [
        f"{paths['session_print_pdf']}?paper=a4&kinds={kind}"
        for kind in ("table-cards", "personal-guides", "poster")
    ]
    pages += [
        f"{paths['party_print_pdf']}?paper=a4&codes=on&kinds={kind}"
        for kind in ("table-cards", "tally-cards")
    ]
    monkeypatch.setattr(address, "detect_lan_address", lambda: OWN)
    made = {}
    with socket.create_server((OWN, 0)) as program:
        port = program.getsockname()[1]
        if not answers:
            program.close()
        for page in pages:
            codes.clear()
            address.make_qr_rows.cache_clear()
            desk.get(page, headers={"host": f"localhost:{port}"})
            made[page] = {text[: text.index("/", 7)] for text in codes}
    assert made == dict.fromkeys(pages, {f"http://{OWN}:{port}"} if answers else set())


def contents(answer) -> bytes:
    """Return what an answer holds, that of a packed file unpacked."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if not content.startswith(b"PK\x03\x04"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return b"\n".join(packed.read(name) for name in packed.namelist())


@pytest.mark.slow
def test_no_page_or_file_shows_a_viewer_a_private_address(codes):
    paths = list_addresses()
    party, section = PartyPlayer.objects.first().party, Section.objects.first()
    open_table_addresses(session=section.session, section=section, tables=[1, 2])
    open_entry_addresses(section=section, pairs=[1, 2])
    open_table_addresses(session=party.session, tables=[1, 2])
    tokens = {
        *Access.objects.values_list("token", flat=True),
        *PartyPlayer.objects.values_list("token", flat=True),
    }
    assert len(tokens) >= 10
    prints = [f"{paths['party_print_pdf']}?kinds=tally-cards&paper=a4&codes=on"]
    prints += [f"{paths['session_print_pdf']}?kinds=personal-guides&paper=a4"]
    client = sign_in_role(Role.VIEWER)
    answers = {path: contents(client.get(path)) for path in ["/", *paths.values(), *prints]}
    shown = {
        path for path, content in answers.items() for token in tokens if token.encode() in content
    }
    assert {answers[path][:4] for path in prints} == {b"%PDF"}
    assert shown == set()
    assert [text for text in codes for token in tokens if token in text] == []
