"""docs/hosting.md, done as it is printed: its commands, its settings, its service and its web server.

What needs a whole machine is replaced: folders and ports by free ones, accounts and services by commands that only
write down how they were called, and the new environment by the one that runs the tests.
"""

import contextlib
import http.client
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.servers import (
    ROOT,
    TWO_WORKERS,
    create_postgresql_database,
    create_redis_database,
    find_free_port,
    find_missing_requirement,
)

pytestmark = pytest.mark.live

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
CALLED_PROGRAMS = ("useradd", "systemctl", "install")
"""Commands of the page that would change this machine."""
START_SECONDS = 60


def blocks(language: str, chapter: str) -> list[str]:
    """Return the blocks in *language* of a *chapter* of the page."""
    text = re.split(r"^## ", PAGE.split(f"\n## {chapter}\n")[1], flags=re.M)[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.M | re.S)


def find_block(language: str, chapter: str, first_line: str) -> str:
    (found,) = (block for block in blocks(language, chapter) if block.startswith(first_line))
    return found


UNIT = find_block("ini", "Set up", "# /etc/systemd/system/kalamazoo@.service")
SETTINGS = find_block("sh", "Set up", "# /etc/kalamazoo/club.env")
(NGINX,) = blocks("nginx", "Web server")


def test_service_is_confined(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    folder = tmp_path / "etc" / "systemd" / "system"
    folder.mkdir(parents=True)
    (folder / "kalamazoo@.service").write_text(UNIT)
    command = ["systemd-analyze", "security", "--offline=true", f"--root={tmp_path}", "--no-pager"]
    run = subprocess.run(
        [*command, "kalamazoo@.service"], capture_output=True, text=True, check=False
    )
    if "unrecognized option" in run.stderr:
        pytest.skip("this systemd can't judge a file")
    exposure = re.search(r"Overall exposure level for \S+ ([\d.]+)", run.stdout)
    assert exposure, run.stderr
    assert float(exposure[1]) <= 3
    assert f"calls it {exposure[1]}." in PAGE


class Machine:
    """A machine in a folder, set up by the commands of the page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.https_port, self.http_port = (find_free_port() for _port in range(3))
        self.calls = folder / "calls"
        self.log = folder / "log"
        self._program: subprocess.Popen[bytes] | None = None

    def here(self, text: str) -> str:
        """Return *text* with the folders and ports of this machine."""
        for written, meant in (
            ("/srv/kalamazoo", f"{self.folder}/srv"),
            ("/etc/kalamazoo", f"{self.folder}/etc"),
            ("/etc/letsencrypt/live/bridge.example", str(self.folder)),
            ("/path/to/the/program", str(ROOT)),
            ("/path/to/the/new/program", str(ROOT)),
            ("127.0.0.1:8000", f"127.0.0.1:{self.port}"),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.https_port} ssl"),
            ("listen 80", f"listen 127.0.0.1:{self.http_port}"),
        ):
            text = text.replace(written, meant)
        return text

    def run(self, script: str) -> None:
        """Run commands of the page, as they are printed."""
        programs = self.folder / "programs"
        if not programs.exists():
            self._write_programs(programs)
        environment = os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "CALLS": str(self.calls),
        }
        subprocess.run(
            ["/bin/sh", "-ec", self.here(script)], env=environment, check=True, timeout=120
        )

    def _write_programs(self, folder: Path) -> None:
        written = dict.fromkeys(CALLED_PROGRAMS, 'echo "${0##*/} $*" >>"$CALLS"')
        written["install"] += (
            '\nfor last; do case $last in /*) mkdir -p "$last"; chmod "$3" "$last";; esac; done'
        )
        # A new environment is one that the tests run in, and pip has nothing to do there.
        written["python3"] = (
            'mkdir -p "$3/bin"; for name in python gunicorn; do cp "${0%/*}/env-$name" "$3/bin/$name"; done'
        )
        written["env-python"] = 'echo "python $*" >>"$CALLS"'
        written["env-gunicorn"] = f'exec "{sys.executable}" -m gunicorn "$@"'
        folder.mkdir()
        for name, commands in written.items():
            (folder / name).write_text(f"#!/bin/sh\n{commands}\n")
            (folder / name).chmod(0o755)

    def start_program(self) -> None:
        """Start the service as systemd does: its environment, then its command."""
        settings = (self.folder / "etc" / "club.env").read_text().splitlines()
        inline = re.findall(r"^Environment=(.*)$", UNIT, flags=re.M)
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
        for line in [self.here(entry.replace("%i", "club")) for entry in inline] + settings:
            if not line.startswith("#"):
                name, _sign, value = line.partition("=")
                environment[name] = value
        (command,) = re.findall(r"^ExecStart=(.*)$", UNIT, flags=re.M)
        with self.log.open("ab") as log:
            self._program = subprocess.Popen(
                shlex.split(self.here(command)),
                cwd=self.folder,
                env=environment,
                stdout=log,
                stderr=log,
            )

    def stop_program(self) -> None:
        if self._program:
            self._program.terminate()
            self._program.wait(timeout=40)
            self._program = None

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[http.client.HTTPResponse, str]:
        """Ask the web server, as a browser at https://bridge.example does on this machine's port."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        door = http.client.HTTPSConnection(
            "127.0.0.1", self.https_port, context=context, timeout=60
        )
        own = {"Host": f"bridge.example:{self.https_port}"}
        own |= {name.replace("_", "-"): value for name, value in headers.items()}
        door.request(method, path, body, own)
        with contextlib.closing(door):
            answer = door.getresponse()
            return answer, answer.read().decode()

    def wait_until_ready(self) -> None:
        until = time.monotonic() + START_SECONDS
        while self.ask("GET", "/health/ready/")[0].status != 200:
            assert time.monotonic() < until, self.log.read_text()
            time.sleep(0.2)


@contextlib.contextmanager
def run_nginx(machine: Machine) -> Iterator[None]:
    """Run nginx with the block of the page and a certificate that this machine has signed."""
    folder = machine.folder
    request = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=bridge.example"
    keys = ["-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"]
    subprocess.run([*request.split(), *keys], check=True, capture_output=True)
    own = "".join(
        f"    {name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\n"
        f"events {{}}\nhttp {{\n    access_log off;\n{own}{machine.here(NGINX)}}}\n"
    )
    command = [str(shutil.which("nginx")), "-c", str(configuration), "-p", str(folder)]
    server = subprocess.Popen(command)
    try:
        until = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError):
                machine.ask("GET", "/")
                break
            assert server.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture
def machine(tmp_path) -> Iterator[Machine]:
    """The machine of the page with its program and its web server, both running."""
    if why := find_missing_requirement(TWO_WORKERS):
        pytest.skip(why)
    if missing := [name for name in ("nginx", "openssl") if not shutil.which(name)]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    machine = Machine(tmp_path)
    with create_postgresql_database() as database, create_redis_database() as cache:
        commands, *_others = blocks("sh", "Set up")
        machine.run(commands)
        settings = re.sub(r"^DATABASE_URL=.*", f"DATABASE_URL={database}", SETTINGS, flags=re.M)
        settings = re.sub(r"^CACHE_URL=.*", f"CACHE_URL={cache}", settings, flags=re.M)
        (tmp_path / "etc" / "club.env").write_text(machine.here(settings))
        machine.run(find_block("sh", "Set up", "systemctl daemon-reload"))
        machine.start_program()
        try:
            with run_nginx(machine):
                machine.wait_until_ready()
                yield machine
        finally:
            machine.stop_program()


def test_page_leads_to_a_running_program(machine):
    srv = machine.folder / "srv"
    calls = machine.calls.read_text().splitlines()
    assert calls[0].startswith("useradd --system")
    assert calls[-1] == "systemctl enable --now kalamazoo@club"
    assert (srv / "club").stat().st_mode & 0o777 == 0o700
    assert (srv / "club" / "secret.key").exists()
    assert "https://bridge.example/welcome/" in machine.log.read_text()

    # A wrong password is a wrong password: not a form from elsewhere, on whichever port.
    page, text = machine.ask("GET", "/sign-in/")
    assert (page.status, page.getheader("Strict-Transport-Security")) == (200, "max-age=31536000")
    cookie = re.search(r"csrftoken=[^;]+", page.getheader("Set-Cookie"))[0]
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)[1]
    refused, _text = machine.ask(
        "POST",
        "/sign-in/",
        f"csrfmiddlewaretoken={token}&username=nobody&password=wrong".encode(),
        Cookie=cookie,
        Origin=f"https://bridge.example:{machine.https_port}",
        Content_Type="application/x-www-form-urlencoded",
    )
    assert refused.status == 422

    stylesheet = re.search(r'/static/[^"]+\.css', text)[0]
    assert "immutable" in machine.ask("GET", stylesheet)[0].getheader("Cache-Control")
    for path, size in (("/sign-in/", 2_000_000), (f"/t/{'x' * 22}/results", 9000)):
        large, text = machine.ask("POST", path, b"x" * size)
        assert large.status == 413
        assert text.startswith("This is too large")

    plain = http.client.HTTPConnection("127.0.0.1", machine.http_port, timeout=20)
    with contextlib.closing(plain):
        plain.request("GET", "/help/?q=skip", headers={"Host": "bridge.example"})
        sent_on = plain.getresponse()
    assert (sent_on.status, sent_on.getheader("Location")) == (
        301,
        "https://bridge.example/help/?q=skip",
    )


def test_update_of_the_page_shows_that_the_program_is_back_in_a_moment(machine):
    commands, *_others = blocks("sh", "Update")
    machine.run(commands)
    assert machine.calls.read_text().splitlines()[-1] == "systemctl restart kalamazoo@*"
    assert (machine.folder / "srv" / "current").resolve().name == "0.6.0"
    machine.stop_program()
    away, text = machine.ask("GET", "/sign-in/")
    assert (away.status, away.getheader("Retry-After")) == (503, "3")
    assert "<h1>Back in a moment</h1>" in text
    machine.start_program()
    machine.wait_until_ready()
    assert machine.ask("GET", "/sign-in/")[0].status == 200
