// What was entered and is not stored by the program yet. Each entry is kept before it is sent,
// under a key of its own, so that sending it again does no harm; it is let go only once the program
// has answered, and people have seen a refusal.
import { device, makeRandomText, storage } from "./storage.js";

const LONGEST_PAUSE = 30; // seconds
const ANSWER_WITHIN = 12_000; // milliseconds

// The pause after so many failures: 1, 2, 4 … 30 seconds, a little more or less so that no two
// phones go in step.
export const getRetryPause = (failures) =>
  Math.min(LONGEST_PAUSE, 2 ** (failures - 1)) * (750 + 500 * Math.random());

// What the program answers, as {status, body, date, tag}; status 0 where it does not, or something
// else answers for it.
export async function fetchJson(path, options = {}) {
  // A browser without AbortController waits as long as it likes.
  /** @type {{abort(): void, signal?: AbortSignal}} */
  const stop = window.AbortController ? new AbortController() : { abort() {} };
  const late = setTimeout(() => stop.abort(), ANSWER_WITHIN);
  try {
    const answer = await fetch(path, {
      cache: "no-store",
      redirect: "error",
      signal: stop.signal,
      ...options,
    });
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    const body = isJson ? await answer.json() : null;
    const isForeign = answer.ok && !body; // a hotel's sign-in page says 200 to everything
    return {
      status: isForeign ? 0 : answer.status,
      body,
      date: answer.headers.get("Date"),
      tag: answer.headers.get("ETag"),
    };
  } catch {
    return { status: 0, body: null };
  } finally {
    clearTimeout(late);
  }
}

export class Queue {
  // Tells `on.changed()` whenever an entry comes, goes or is refused, `on.stored(item, answer)` and
  // `on.answered(status, body)`; `on.ahead()`, if there is one, says by how many milliseconds the
  // program's clock is ahead.
  constructor(on) {
    this.on = on;
    this.failures = 0;
    this.isBusy = false;
    this.lastNumber = 0;
    addEventListener("storage", () => on.changed()); // another tab of this table
  }

  get all() {
    return storage
      .listNames("entry.")
      .map((name) => ({ name, ...storage.get(name) }))
      .filter((item) => item.body);
  }

  get waiting() {
    return this.all.filter((item) => !item.refused);
  }

  // Keep an entry and send it as soon as can be. `body` is what goes to the program; `board` and
  // `round` say what it is about.
  add(path, body, { board = 0, round = 0 } = {}) {
    this.lastNumber = Math.max(Date.now(), this.lastNumber + 1);
    // By the program's clock.
    const at = new Date(Date.now() + (this.on.ahead ? this.on.ahead() : 0)).toISOString();
    const said = { key: makeRandomText(16), device, at, ...body };
    const name = `entry.${this.lastNumber}.${said.key.slice(0, 8)}`;
    storage.store(name, { path, board, round, body: said });
    this.on.changed();
    this.send(true);
  }

  remove(item) {
    storage.remove(item.name);
    this.on.changed();
  }

  // Send what waits, in the order in which it was entered; at once if `isNow`, else when the pause
  // is over.
  async send(isNow = false) {
    if (this.isBusy) return;
    if (!isNow && this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.isBusy = true;
    while (await this.sendFirst()) this.failures = 0;
    this.isBusy = false;
    if (!this.waiting.length) return;
    this.failures += 1;
    this.timer = setTimeout(() => this.send(true), getRetryPause(this.failures));
  }

  // Send the first that waits; whether the program took it or refused it.
  async sendFirst() {
    const waiting = this.waiting;
    if (!waiting.length) return false;
    const [item] = waiting;
    const { status, body } = await fetchJson(item.path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...item.body, waiting: waiting.length - 1 }),
    });
    this.on.answered(status, body);
    if ((status === 200 || status === 201) && (body.stored || body.called)) {
      storage.remove(item.name);
      this.on.stored(item, body);
    } else if ([409, 413, 422].includes(status) && body) {
      storage.store(item.name, {
        path: item.path,
        board: item.board,
        round: item.round,
        body: item.body,
        refused: { status, ...body },
      });
    } else {
      return false;
    }
    this.on.changed();
    return true;
  }
}
