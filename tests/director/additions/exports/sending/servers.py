"""Servers on this machine that record what they are sent: one like BridgeWebs, one for mail, one that
drips."""

import socket
import socketserver
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs

SUCCESS = "Content received\nmessage = Upload Successful\n"


class ServerRecord:
    """What a server received, and what it answers."""

    def __init__(self, status=200, body=SUCCESS, headers=()):
        self.status, self.body, self.headers = status, body, dict(headers)
        self.requests = []
        self.port = 0


@contextmanager
def run_bridgewebs(**answer):
    """Run a server like that of BridgeWebs and give its record."""
    recorded = ServerRecord(**answer)

    class Handler(BaseHTTPRequestHandler):
        timeout = 5

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            fields = {name: values[0] for name, values in parse_qs(body).items()}
            recorded.requests.append((self.path, fields))
            self.send_response(recorded.status)
            for name, value in recorded.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(recorded.body.encode())

        def log_message(self, *_args):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        recorded.port = server.server_port
        yield from _served(server, recorded)


@contextmanager
def run_dripping_server(opening):
    """Run a server that answers *opening* and then a byte now and then. Give its record."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            # Until the client hangs up.
            with suppress(OSError):
                self.request.sendall(opening)
                while True:
                    time.sleep(0.02)
                    self.request.sendall(b"x")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        recorded = ServerRecord()
        recorded.port = server.server_address[1]
        yield from _served(server, recorded)


REPLIES = {
    "EHLO": "250-here\r\n250 AUTH PLAIN",
    "AUTH": "235 welcome",
    "RCPT": "250 ok",
    "DATA": "354 go on",
    ".": "250 taken",
    "QUIT": "221 bye",
}
"""What a mail server answers to each command, and to the end of a message."""


class _MailHandler(socketserver.StreamRequestHandler):
    timeout = 5  # so that a client that doesn't hang up fails the test instead of stopping it

    def handle(self):
        self._say("220 ready")
        while line := self.rfile.readline().decode().strip():
            self.server.recorded.requests.append(line)
            command = line.split()[0].upper()
            self._say(self.server.replies.get(command, "250 ok"))
            if command == "DATA":
                self._read_message()

    def _read_message(self):
        lines = []
        while (line := self.rfile.readline().decode()) not in (".\r\n", ""):
            lines.append(line)
        self.server.recorded.body = "".join(lines)
        self._say(self.server.replies["."])

    def _say(self, line):
        if line:
            self.wfile.write(f"{line}\r\n".encode())
        else:
            self.connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def run_mail_server(**replies):
    """Run a mail server with other *replies* to some commands and give its record.

    An empty reply ends the connection.
    """
    with socketserver.TCPServer(("127.0.0.1", 0), _MailHandler) as server:
        server.recorded = ServerRecord(body="")
        server.replies = REPLIES | replies
        server.recorded.port = server.server_address[1]
        yield from _served(server, server.recorded)


def _served(server, recorded):
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield recorded
    finally:
        server.shutdown()
        thread.join()
