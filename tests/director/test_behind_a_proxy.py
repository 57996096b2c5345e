"""The program as a web host runs it: behind a server that speaks HTTPS and passes requests on."""

import contextlib
import http.client
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.director.management.test_serve import Running

NAME = "bridge.example"


class Proxy(BaseHTTPRequestHandler):
    """Passes everything on to the program, as from a browser that asked *NAME* by HTTPS."""

    program_port: int

    def pass_on(self) -> None:
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.program_port, timeout=10)
        ) as program:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = dict(self.headers) | {
                "Host": "localhost",
                "X-Forwarded-Host": NAME,
                "X-Forwarded-Proto": "https",
                "X-Forwarded-For": "203.0.113.9",
            }
            program.request(self.command, self.path, body, headers)
            answer = program.getresponse()
            content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = pass_on  # noqa: N815

    def log_message(self, *args: object) -> None:
        """Say nothing on the terminal."""


class Visitor:
    """A browser that keeps its cookies and asks through the proxy."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies = port, {}

    def ask(
        self, method: str, path: str, body: str = ""
    ) -> tuple[int, http.client.HTTPMessage, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method == "POST":
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"https://{NAME}",
            }
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        ) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for cookie in answer.msg.get_all("Set-Cookie", []):
                assert "; Secure" in cookie
                name, _equals, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.msg, answer.read().decode()


@contextlib.contextmanager
def proxy_to(port: int):
    """A running proxy's port."""
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), type("ProxyHere", (Proxy,), {"program_port": port})
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.slow
def test_first_night_behind_https_has_no_endless_redirect(data_folder):
    with Running(data_folder, KALAMAZOO_HTTPS="1", KALAMAZOO_HOSTS=f"{NAME},localhost") as program:
        welcome = re.search(rf"https://{NAME}(/welcome/\S+)", program.printed)[1]
        with proxy_to(program.port) as port:
            visitor = Visitor(port)
            status, headers, page = visitor.ask("GET", "/")
            # Nobody has an account yet: whoever opened the program is led to its first page.
            assert status == 302
            assert headers["Location"] == "/sign-in/"
            assert "max-age" in headers["Strict-Transport-Security"]
            status, _headers, page = visitor.ask("GET", welcome)
            assert status == 200
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
            form = "club_name=Riverside&paper=a4&username=dora&password=felt-green-17"
            status, headers, _page = visitor.ask(
                "POST", welcome, f"{form}&csrfmiddlewaretoken={token}"
            )
            assert status == 302
            assert headers["Location"] == "/"
            status, _headers, page = visitor.ask("GET", "/")
            assert status == 200
            assert "Sign out everywhere" in page


@pytest.mark.slow
def test_headers_of_an_unknown_proxy_are_ignored(data_folder):
    with (
        Running(data_folder, KALAMAZOO_HTTPS="1", KALAMAZOO_PROXY="192.0.2.1") as program,
        proxy_to(program.port) as port,
    ):
        status, headers, _page = Visitor(port).ask("GET", "/sign-in/")
        assert status == 301
        assert headers["Location"] == "https://localhost/sign-in/"
