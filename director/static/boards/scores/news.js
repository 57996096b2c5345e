// What others enter, correct or undo appears by itself: the page asks for it every few seconds.
import { waitForRelease } from "../../core/desk/press.js";
import { showNewsText } from "./answers.js";
import { heldKeys } from "./held_keys.js";
import { describeShownLines } from "./lines.js";
import { fetchAhead, getShownPath } from "./pages.js";
import { queue } from "./queue.js";
import { noteNews, showStatus } from "./status.js";

const PAUSE = 5_000; // milliseconds
const ANSWER_TIMEOUT = 12_000; // milliseconds

// Characters of the query that tell which lines are shown, about 170 lines. Servers refuse
// addresses of more than 8,000, and the commas and colons are sent as three each.
const MAX_SHOWN_LENGTH = 3_000;

// The lines beyond the bound come whole, as to a browser that tells nothing.
function cutShownLines(text) {
  if (text.length <= MAX_SHOWN_LENGTH) return text;
  return text.slice(0, text.lastIndexOf(",", MAX_SHOWN_LENGTH));
}

async function fetchNews() {
  if (document.hidden || !queue.isIdle || heldKeys.isHolding) return;
  const path = getShownPath();
  // The answer to an entry is newer than this answer, and another page has its own news.
  const isOutdated = () => path !== getShownPath() || !queue.isIdle;
  const params = new URLSearchParams({
    state: document.getElementById("lines").dataset.state,
    undone: document.getElementById("undone").dataset.since,
    lines: cutShownLines(describeShownLines(path)),
  });
  try {
    const answer = await fetch(`${path}?${params}`, {
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    if (answer.status < 500) noteNews();
    const hasNews = answer.status === 200 && !answer.redirected;
    if (!hasNews || isOutdated()) return;
    const text = await answer.text();
    await waitForRelease(); // the news may replace what a finger holds down
    if (isOutdated()) return;
    showNewsText(text, path);
    fetchAhead();
  } catch {
    // The next question may be answered; the status line says since when there was no answer.
  } finally {
    showStatus();
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  noteNews(); // a hidden page doesn't ask, so the wait for an answer begins now
  fetchNews();
});
setInterval(fetchNews, PAUSE);
