import pytest

from director.additions.exports.sending import receivers
from director.additions.exports.sending.receivers import ServerAddress
from tests.director.additions.exports.sending.servers import run_bridgewebs

SECRET = "felt & green = 17%"  # noqa: S105  with signs that a form encodes
BRIDGEWEBS_PART = f"[bridgewebs]\nclub = riverside\npassword = {SECRET}\n"


@pytest.fixture
def write_accounts(settings, tmp_path):
    """Return a function that writes the file of accounts, readable by its owner alone."""
    path = settings.SENDING_FILE = tmp_path / "sending.conf"

    def write(text, mode=0o600):
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    return write


@pytest.fixture
def site(monkeypatch, write_accounts):
    """Give the record of a server that stands in for BridgeWebs, with the club's account."""
    write_accounts(BRIDGEWEBS_PART)
    with run_bridgewebs() as recorded:
        use_port(monkeypatch, recorded.port)
        yield recorded


def use_port(monkeypatch, port):
    """Let what is sent to BridgeWebs go to *port* of this machine."""
    address = ServerAddress("127.0.0.1", "/cgi-bin/bwx/api.cgi", port, is_secure=False)
    monkeypatch.setattr(receivers, "BRIDGEWEBS_ADDRESS", address)
