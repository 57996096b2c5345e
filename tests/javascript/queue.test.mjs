// The phone's queue: what was entered is kept, sent in order, and let go only once the program has answered.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, test } from "node:test";
import vm from "node:vm";

const FOLDER = new URL("../../director/static/core/phones/", import.meta.url);
const MODULE_SYNTAX = /^(import \{[^}]*\} from "[^"]*";\n|export )/gm; // in one piece, as on a phone
const SCRIPTS = ["storage.js", "queue.js"]
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8").replace(MODULE_SYNTAX, ""))
  .join("\n");

/** Browser storage; a full one refuses what is put. */
class Storage {
  constructor() {
    this.values = new Map();
    this.isFull = false;
  }

  get length() {
    return this.values.size;
  }

  key(at) {
    return [...this.values.keys()][at] ?? null;
  }

  getItem(name) {
    return this.values.get(name) ?? null;
  }

  setItem(name, value) {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.values.set(name, value);
  }

  removeItem(name) {
    this.values.delete(name);
  }
}

const json = (status, body) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

/** A page with the scripts of the queue; *answers* are what the program says, in turn, functions of what was sent. */
function openPage({ storage = new Storage(), answers = [] } = {}) {
  const page = { requests: [], events: [], timers: [], storage };
  const window = { AbortController, name: "" };
  const context = vm.createContext({
    AbortController,
    Response,
    console,
    crypto,
    window,
    localStorage: storage,
    location: { pathname: "/t/ABC/" },
    document: { cookie: "" },
    addEventListener() {},
    clearTimeout() {},
    setTimeout(call, after) {
      page.timers.push({ call, after });
      return page.timers.length;
    },
    async fetch(path, options) {
      const sent = JSON.parse(options.body);
      page.requests.push({ path, sent });
      const answer = answers.shift();
      if (!answer) throw new TypeError("Failed to fetch");
      return answer(sent);
    },
  });
  vm.runInContext(SCRIPTS, context);
  const handlers = {
    onChange: () => page.events.push("changed"),
    onStored: (item, answer) => page.events.push(["stored", item.body.text, answer]),
    onAnswer: (status) => page.events.push(["answered", status]),
  };
  context.handlers = handlers;
  page.queue = vm.runInContext("const queue = new Queue(handlers); queue", context);
  page.tableStorage = vm.runInContext("storage", context);
  page.window = window;
  return page;
}

/** Wait until the queue has nothing more to do by itself. */
const settled = () => new Promise((done) => setImmediate(() => setImmediate(() => setImmediate(done))));

const stored = () => json(201, { stored: true });
const texts = (items) => Array.from(items, (item) => item.body.text);

describe("an entry", () => {
  test("is kept before it is sent, and let go once it is stored", async () => {
    const page = openPage({ answers: [stored] });
    let keptAtSending = null;
    const add = page.queue.sendFirst.bind(page.queue);
    page.queue.sendFirst = () => {
      keptAtSending ??= texts(page.queue.waiting);
      return add();
    };
    page.queue.add("results", { text: "4SS=" }, { board: 7, round: 2 });
    await settled();
    assert.deepEqual(keptAtSending, ["4SS="]);
    assert.deepEqual(texts(page.queue.all), []);
    assert.equal(page.requests[0].path, "results");
    assert.equal(page.requests[0].sent.text, "4SS=");
    assert.ok(page.events.some((event) => event[0] === "stored" && event[1] === "4SS="));
  });

  test("has a key of its own, which stays when it is sent again", async () => {
    const page = openPage();
    page.queue.add("results", { text: "4SS=" });
    await settled();
    await page.queue.send(true);
    const keys = page.requests.map((request) => request.sent.key);
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.match(keys[0], /^[0-9a-f]{32}$/);
    page.queue.add("results", { text: "3NTN=" });
    await settled();
    assert.equal(new Set(Array.from(page.queue.all, (item) => item.body.key)).size, 2);
  });

  test("says the time by the program's clock", () => {
    const page = openPage();
    page.queue.handlers.getClockLead = () => 3_600_000;
    page.queue.add("results", { text: "4SS=" });
    const [item] = page.queue.all;
    assert.ok(Math.abs(Date.parse(item.body.at) - Date.now() - 3_600_000) < 5_000);
  });
});

describe("without an answer", () => {
  for (const [name, answer] of [
    ["no network", undefined],
    ["a hotel's sign-in page", () => new Response("<html>", { status: 200, headers: { "Content-Type": "text/html" } })],
    ["a server that failed", () => json(500, { error: "broken" })],
    ["a server that is restarting", () => new Response("", { status: 502 })],
  ]) {
    test(`an entry waits: ${name}`, async () => {
      const page = openPage({ answers: answer ? [answer] : [] });
      page.queue.add("results", { text: "4SS=" });
      await settled();
      assert.deepEqual(texts(page.queue.waiting), ["4SS="]);
    });
  }

  test("the pauses grow to half a minute", async () => {
    const page = openPage();
    page.queue.add("results", { text: "4SS=" });
    await settled();
    for (let failures = 1; failures < 9; failures += 1) await page.queue.send(true);
    const pauses = page.timers.map(({ after }) => after).filter((after) => after !== 12_000);
    const expected = [1, 2, 4, 8, 16, 30, 30, 30, 30];
    assert.equal(pauses.length, expected.length);
    for (const [at, seconds] of expected.entries()) {
      assert.ok(pauses[at] >= seconds * 750 && pauses[at] <= seconds * 1250, `pause ${at}: ${pauses[at]}`);
    }
  });

  test("what waits goes out in order once the network is back", async () => {
    const page = openPage();
    for (const text of ["first", "second", "third"]) page.queue.add("results", { text });
    await settled();
    const answers = [stored, stored, stored];
    const back = openPage({ storage: page.storage, answers });
    await back.queue.send(true);
    assert.deepEqual(back.requests.map(({ sent }) => sent.text), ["first", "second", "third"]);
    assert.deepEqual(back.requests.map(({ sent }) => sent.waiting), [2, 1, 0]);
    assert.equal(back.queue.all.length, 0);
  });
});

describe("a refusal", () => {
  for (const status of [409, 413, 422]) {
    test(`of status ${status} is kept until somebody has seen it, and stops nobody`, async () => {
      const refuse = () => json(status, { error: "Board 7 was not played here." });
      const page = openPage({ answers: [refuse, stored] });
      page.queue.add("results", { text: "wrong" }, { board: 7, round: 2 });
      page.queue.add("results", { text: "right" });
      await settled();
      assert.deepEqual(texts(page.queue.all), ["wrong"]);
      const [item] = page.queue.all;
      assert.equal(item.refused.status, status);
      assert.equal(item.refused.error, "Board 7 was not played here.");
      assert.deepEqual([item.board, item.round], [7, 2]);
      assert.equal(page.queue.waiting.length, 0);
      page.queue.remove(item);
      assert.equal(page.queue.all.length, 0);
    });
  }

  test("without a reason is taken for a failure", async () => {
    const page = openPage({ answers: [() => new Response("", { status: 409 })] });
    page.queue.add("results", { text: "4SS=" });
    await settled();
    assert.deepEqual(texts(page.queue.waiting), ["4SS="]);
  });
});

describe("two at once", () => {
  let answer;
  beforeEach(() => {
    answer = Promise.withResolvers ? Promise.withResolvers() : null;
    if (!answer) {
      answer = {};
      answer.promise = new Promise((resolve) => (answer.resolve = resolve));
    }
  });

  test("an entry is sent once while an answer is awaited", async () => {
    const page = openPage({ answers: [() => answer.promise, stored] });
    page.queue.add("results", { text: "first" });
    page.queue.add("results", { text: "second" });
    await page.queue.send(true);
    assert.equal(page.requests.length, 1);
    answer.resolve(stored());
    await settled();
    assert.deepEqual(page.requests.map(({ sent }) => sent.text), ["first", "second"]);
  });

  test("entries of the same millisecond stay in order", () => {
    const page = openPage();
    for (let number = 0; number < 20; number += 1) page.queue.add("results", { text: `entry ${number}` });
    assert.deepEqual(texts(page.queue.all), Array.from({ length: 20 }, (_, number) => `entry ${number}`));
  });
});

describe("a browser that keeps nothing", () => {
  test("holds entries in the page and its name in the window", async () => {
    const storage = new Storage();
    storage.isFull = true;
    const page = openPage({ storage, answers: [undefined, stored] });
    page.queue.add("results", { text: "4SS=" });
    await settled();
    assert.equal(page.tableStorage.isSafe, false);
    assert.match(page.window.name, /^phone [0-9a-f]{16}$/);
    assert.deepEqual(texts(page.queue.waiting), ["4SS="]);
    await page.queue.send(true);
    assert.equal(page.queue.all.length, 0);
  });

  test("that is full only now keeps what it had", async () => {
    const page = openPage();
    page.queue.add("results", { text: "first" });
    page.storage.isFull = true;
    page.queue.add("results", { text: "second" });
    assert.deepEqual(texts(page.queue.all), ["first", "second"]);
  });

  test("with spoilt storage starts empty", () => {
    const storage = new Storage();
    storage.values.set("kalamazoo/t/ABC/entry.1.abc", "{not JSON");
    assert.equal(openPage({ storage }).queue.all.length, 0);
  });
});
