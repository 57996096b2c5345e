// The page of a pair asks every few seconds whether anything on it has changed. Only then it is
// replaced, so that nothing moves while somebody reads.
import { waitForRelease } from "../../core/desk/press.js";

const DEFAULT_PAUSE_MS = 15_000; // milliseconds between two questions
const LONGEST_PAUSE = 120_000; // after several questions without an answer

let pause = DEFAULT_PAUSE_MS;
let shownTag = document.body.dataset.tag; // the ETag of what is shown

function showStatus(text) {
  const statusLine = document.getElementById("heard");
  if (statusLine && statusLine.textContent !== text) statusLine.textContent = text;
}

async function updatePage() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", credentials: "same-origin" });
    if (answer.status === 404) {
      showStatus("This address no longer works. Ask the director for a new one.");
      return;
    }
    if (!answer.ok) throw new Error(answer.statusText);
    // The server marks the tag of a compressed answer as weak.
    const tag = (answer.headers.get("ETag") || "").replace(/^W\/|"/g, "");
    if (tag !== shownTag) await replacePage(await answer.text());
    shownTag = tag;
    pause = DEFAULT_PAUSE_MS;
    showStatus("");
  } catch {
    pause = Math.min(pause * 2, LONGEST_PAUSE);
    showStatus("No connection. This page may be out of date.");
  }
}

async function replacePage(text) {
  await waitForRelease(); // a link that a finger holds down would lead nowhere
  const page = new DOMParser().parseFromString(text, "text/html");
  const isPlayerPage = page.querySelector(".own-rounds, #now") !== null;
  // Another page, such as the final card, needs its own styles.
  if (isPlayerPage) document.getElementById("main").replaceWith(page.getElementById("main"));
  else location.reload();
}

// Pauses differ by up to a fifth, so that the phones of a room don't all ask at once.
async function keepUpdating() {
  await updatePage();
  setTimeout(keepUpdating, pause * (0.8 + 0.4 * Math.random()));
}

document.addEventListener("visibilitychange", updatePage);
setTimeout(keepUpdating, 1000);
