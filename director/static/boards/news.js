// Step 5, news: what others enter, correct or undo comes in by itself. A line in which somebody
// types is left alone, with the version that it shows: when it is sent, the program asks which of
// the two results counts.
"use strict";
/* global fetchAhead, findFocusedBox, findPlace, isOpen, sending, showParts, shownPath
   -- boards/turning.js */
/* global findBox, updateLine -- boards/sending.js */
/* global TIME_TO_SEE, heldKeys, showStatus -- boards/scores.js */

const LISTEN_EVERY = 5_000; // milliseconds
const UNHEARD_AFTER = 25_000; // milliseconds without an answer

let heard = new Date();
// The line with the caret that changed by itself, its hidden fields of before, and when.
let surprise = null;

function updateOtherLines(answer) {
  const lines =
    answer.querySelector("template[data-others]")?.content.querySelectorAll(".line") ?? [];
  for (const fresh of lines) {
    const line = findPlace().querySelector(`#${CSS.escape(fresh.id)}`);
    if (line) updateOtherLine(line, fresh);
  }
}

// Of a line in which somebody types only the points may change, and only those of the result that
// it had before.
function updateOtherLine(line, fresh) {
  const box = findBox(line);
  const isSame = box.dataset.stored === findBox(fresh).dataset.stored;
  if (isOpen(line)) {
    if (isSame) line.querySelector(".points").replaceWith(fresh.querySelector(".points"));
    return;
  }
  const versionOf = (row) => row.querySelector("[name^=version-]").value;
  if (
    isSame &&
    versionOf(line) === versionOf(fresh) &&
    line.rows[0].textContent === fresh.rows[0].textContent
  ) {
    return;
  }
  if (!isSame && box === findFocusedBox()) {
    surprise = { line, at: performance.now(), fields: [...line.querySelectorAll("[type=hidden]")] };
  }
  updateLine(line, fresh, box.dataset.stored);
}

// A key came too soon to be meant for the result that has just come in: the program asks which one
// counts.
function restoreSeenVersion() {
  if (
    surprise &&
    surprise.line.contains(findFocusedBox()) &&
    performance.now() - surprise.at < TIME_TO_SEE
  ) {
    for (const { name, value } of surprise.fields) {
      surprise.line.querySelector(`[name="${name}"]`).value = value;
    }
  }
  surprise = null;
}

async function fetchNews() {
  if (document.hidden || !sending.isIdle || heldKeys) return;
  const path = shownPath;
  const params = new URLSearchParams({
    state: document.getElementById("lines").dataset.state,
    undone: document.getElementById("undone").dataset.since,
  });
  try {
    const answer = await fetch(`${path}?${params}`, {
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout(12_000),
    });
    if (answer.status < 500) heard = new Date();
    // What was entered or turned to meanwhile brings newer lines than these.
    if (answer.status !== 200 || answer.redirected || path !== shownPath || !sending.isIdle) return;
    const news = document.createElement("template");
    news.innerHTML = await answer.text();
    if (path !== shownPath || !sending.isIdle) return;
    updateOtherLines(news.content);
    showParts(news.content, path);
    fetchAhead();
  } catch {
    /* the next question may be answered */
  } finally {
    showStatus();
  }
}

// Since when nothing was heard, for a page that may be out of date.
const getSilenceStart = () =>
  Date.now() - heard.getTime() < UNHEARD_AFTER
    ? ""
    : heard.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  heard = new Date(); // nobody asks while the page is hidden
  fetchNews();
});
setInterval(fetchNews, LISTEN_EVERY);
