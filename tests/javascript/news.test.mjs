// What a page of lines tells when it asks for news: an address that no server refuses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import vm from "node:vm";

const MODULE_SYNTAX = /^(import \{[^}]*\} from "[^"]*";\n|export )/gm; // the module by itself
const FILE = new URL("../../director/static/boards/scores/news.js", import.meta.url);
const SCRIPT = readFileSync(FILE, "utf8").replace(MODULE_SYNTAX, "");
const PATH = "/sessions/1/scores/boards/1/";

/** Return the lines that a page tells which shows *shown*. */
async function askForNews(shown) {
  const asked = [];
  const timers = [];
  const context = vm.createContext({
    AbortSignal,
    URLSearchParams,
    document: {
      hidden: false,
      addEventListener() {},
      getElementById: () => ({ dataset: { state: "7", since: "0" } }),
    },
    describeShownLines: () => shown.join(","),
    getShownPath: () => PATH,
    heldKeys: { isHolding: false },
    noteNews() {},
    queue: { isIdle: true },
    setInterval: (call) => timers.push(call),
    showStatus() {},
    async fetch(address) {
      asked.push(address);
      return { status: 204, redirected: false };
    },
  });
  vm.runInContext(SCRIPT, context);
  await timers[0]();
  assert.equal(asked.length, 1);
  const { searchParams } = new URL(asked[0], "http://desk");
  return { address: asked[0], lines: searchParams.get("lines").split(",") };
}

const makeLines = (count) =>
  Array.from({ length: count }, (_, number) => `1-${number + 1}-${number + 501}:5f3a01c2`);

describe("What a page tells of the lines that it shows", () => {
  test("names each of a hundred lines", async () => {
    const shown = makeLines(100);
    const { lines } = await askForNews(shown);
    assert.deepEqual(lines, shown);
  });

  test("of many more names whole lines only, in an address that servers take", async () => {
    const shown = makeLines(500);
    const { address, lines } = await askForNews(shown);
    assert.ok(lines.length > 100);
    assert.deepEqual(lines, shown.slice(0, lines.length));
    assert.ok(address.length < 8_000);
  });
});
