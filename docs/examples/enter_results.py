"""Enter results in Kalamazoo from a CSV file, with Python alone.

    python enter_results.py http://192.168.1.7:8000 kz_TOKEN results.csv

The file has a line for each result, in the order section, table, board, result: A,3,7,4SS=
"""

import csv
import hashlib
import json
import sys
import time
import urllib.error
import urllib.request

TRIES = 5


def ask(server, token, path, payload=None):
    """Return the status and the JSON of an answer. Wait and try again if the server is busy."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = None if payload is None else json.dumps(payload).encode()
    for attempt in range(TRIES):
        request = urllib.request.Request(f"{server}/api/v1{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                return error.code, json.load(error)
            time.sleep(int(error.headers.get("Retry-After", 5)))
        except urllib.error.URLError:
            # The same key makes it safe to send an entry again whose answer was lost.
            time.sleep(2**attempt)
    sys.exit(f"{server} doesn't answer.")


def main(server, token, file_name):
    """Enter every line of the file in the first session of the token."""
    status, answer = ask(server, token, "/token")
    if status != 200:
        sys.exit(answer["error"])
    path = f"/sessions/{answer['sessions'][0]}/results"
    refused = 0
    with open(file_name, newline="", encoding="utf-8-sig") as file:
        for row in csv.reader(file):
            section, table, board, result = row
            entry = {"section": section, "table": int(table), "board": int(board)}
            entry |= {"result": result, "confirm": True}
            # A key of the whole line: a corrected line is another entry.
            entry["key"] = hashlib.sha256(repr(row).encode()).hexdigest()
            status, answer = ask(server, token, path, entry)
            refused += status >= 400
            print(f"{section}{table} board {board}: {answer.get('error', result)}")
    return refused


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(1 if main(*sys.argv[1:]) else 0)
