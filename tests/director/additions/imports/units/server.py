"""A Data Connector for tests: it answers on this computer, and keeps what it was asked."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

OK, ERROR, RESULTS = 1, 4, 12


class Queue:
    """The results that wait, by their numbers, and every request that came."""

    def __init__(self):
        self.waiting, self.asked, self.address = {}, [], ""
        self.raw = None  # an answer in place of the usual one
        self.status = 200
        self.known_movement = False  # whether a sent movement is the one they have

    def put(self, *records):
        for record in records:
            self.waiting[len(self.waiting) + 1] = (record, True)

    def answer(self, asked):
        self.asked.append(asked)
        if asked["LicenceKey"] != "secret":
            return {"DataType": ERROR, "ErrorType": 14, "SerializedData": json.dumps("No licence.")}
        if asked["Command"] in (19, 23):
            found = {
                number: record
                for number, (record, is_new) in self.waiting.items()
                if is_new or asked["Command"] == 23
            }
            if not found:
                return {"DataType": ERROR, "ErrorType": 2, "SerializedData": json.dumps("No data")}
            return {
                "DataType": RESULTS,
                "ErrorType": 0,
                "LastQueueItemId": max(found),
                "SerializedData": json.dumps(list(found.values())),
            }
        if asked["Command"] == 6 and self.known_movement:
            return {"DataType": ERROR, "ErrorType": 3, "SerializedData": json.dumps("Known")}
        if asked["Command"] == 27:
            for number in range(1, json.loads(asked["SerializedData"]) + 1):
                self.waiting[number] = (self.waiting[number][0], False)
        return {"DataType": OK, "ErrorType": 0, "SerializedData": json.dumps("Done")}


@contextmanager
def run_data_connector():
    """Yield the queue of a Data Connector that runs meanwhile."""
    queue = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = queue.raw
            if body is None:
                body = json.dumps(queue.answer(payload)).encode()
            self.send_response(queue.status if self.path == "/dc-scoringprogram" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args):
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    queue.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield queue
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
