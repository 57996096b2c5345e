// Entries that the program hasn't stored yet. The phone keeps each entry under its own key before
// it sends it, so sending an entry twice stores it once. The phone forgets an entry when the
// program has stored it, or when somebody has seen that the program refused it.
import { device, makeRandomText, storage } from "./storage.js";

const LONGEST_PAUSE = 30; // seconds
const ANSWER_WITHIN = 12_000; // milliseconds

// Return milliseconds: 1, 2, 4 … 30 seconds after as many failures. A random quarter more or less
// keeps the phones of a room from asking all at once.
export const getRetryPause = (failures) =>
  Math.min(LONGEST_PAUSE, 2 ** (failures - 1)) * (750 + 500 * Math.random());

// Return the program's answer as {status, body, date, tag}. The status is 0 if the program doesn't
// answer, or if something else answers in its place.
export async function fetchJson(path, options = {}) {
  // A browser without AbortController waits as long as it likes.
  /** @type {{abort(): void, signal?: AbortSignal}} */
  const controller = window.AbortController ? new AbortController() : { abort() {} };
  const timeout = setTimeout(() => controller.abort(), ANSWER_WITHIN);
  try {
    const response = await fetch(path, {
      cache: "no-store",
      redirect: "error",
      signal: controller.signal,
      ...options,
    });
    const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
    const body = isJson ? await response.json() : null;
    // The sign-in page of a hotel's network answers 200 to everything.
    const isForeign = response.ok && !body;
    return {
      status: isForeign ? 0 : response.status,
      body,
      date: response.headers.get("Date"),
      tag: response.headers.get("ETag"),
    };
  } catch {
    return { status: 0, body: null };
  } finally {
    clearTimeout(timeout);
  }
}

// Send JSON to the program, as `fetchJson`.
export const postJson = (path, payload) =>
  fetchJson(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });

// An item of the queue is {name, path, board, round, body}, and {refused: {status, error, …}} once
// the program has refused it. `body` is what is sent.
export class Queue {
  // `handlers` are functions that the queue calls:
  // - onChange() when an item is added, removed or refused
  // - onAnswer(status, body) after each request
  // - onStored(item, answer) when the program has stored an item
  // - getClockLead(), optional: milliseconds by which the program's clock is ahead of the phone's
  constructor(handlers) {
    this.handlers = handlers;
    this.failures = 0;
    this.isBusy = false;
    this.lastNumber = 0;
    // Another tab of this table has changed the storage.
    addEventListener("storage", () => handlers.onChange());
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

  // Keep an entry and send it. `board` and `round` say what the entry is about.
  add(path, body, { board = 0, round = 0 } = {}) {
    // Two entries of one millisecond keep their order.
    this.lastNumber = Math.max(Date.now(), this.lastNumber + 1);
    const clockLead = this.handlers.getClockLead ? this.handlers.getClockLead() : 0;
    const at = new Date(Date.now() + clockLead).toISOString();
    const payload = { key: makeRandomText(16), device, at, ...body };
    const name = `entry.${this.lastNumber}.${payload.key.slice(0, 8)}`;
    storage.store(name, { path, board, round, body: payload });
    this.handlers.onChange();
    this.send(true);
  }

  remove(item) {
    storage.remove(item.name);
    this.handlers.onChange();
  }

  // Send the waiting items in the order in which they were entered. If `isNow`, don't wait for the
  // end of the pause after a failure.
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

  // Send the first waiting item. Return whether the program stored or refused it.
  async sendFirst() {
    const waitingItems = this.waiting;
    if (!waitingItems.length) return false;
    const [item] = waitingItems;
    const payload = { ...item.body, waiting: waitingItems.length - 1 };
    const { status, body } = await postJson(item.path, payload);
    this.handlers.onAnswer(status, body);
    const isSuccess = status === 200 || status === 201;
    if (isSuccess && (body.stored || body.called)) {
      storage.remove(item.name);
      this.handlers.onStored(item, body);
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
    this.handlers.onChange();
    return true;
  }
}
