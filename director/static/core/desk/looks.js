// A look is what a page asks without a press: every few seconds (data-poll), when it is loaded, or
// while somebody fills in a form. It stores nothing: it is a GET, or a POST of an element with
// data-look or data-check.
//
// A press always wins. The answer to a look may be older than the press, or replace the part that
// shows the answer to the press. So a press ends the looks that are on their way, and no look is
// sent until the press is answered. Then the looks that are still needed are sent again.
import { isPress, waitForRelease } from "./press.js";

const RELOAD_HEADERS = ["HX-Redirect", "HX-Refresh"];
const LEAVE_TIME = 10_000; // milliseconds in which a pressed page or download is there

const isPoll = (element) => element.hasAttribute("data-poll");

function isLook({ elt, verb, triggeringEvent }) {
  const storesNothing = verb === "get" || elt.matches("[data-look], [data-check]");
  return storesNothing && !isPress({ elt, triggeringEvent });
}

const sentLooks = new Map(); // by XMLHttpRequest
const sentPresses = new Set(); // of XMLHttpRequest
const waitingLooks = new Map(); // by element, whose later look replaces an earlier one
let leaveStart = -LEAVE_TIME; // when a press began to load another page

document.addEventListener("htmx:confirm", (event) => {
  const { detail: look } = event;
  if (isPress(look)) {
    endLooks();
    // A press may come to nothing, such as one of an empty required box.
    setTimeout(sendWaitingLooks);
  } else if (isLook(look) && sentPresses.size) {
    event.preventDefault();
    holdLook({ ...look, isNewer: true }); // such as of what is typed after Enter
  }
});

// Nobody sees the news of a hidden page, so it doesn't ask.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isPoll(event.detail.elt) && document.hidden) event.preventDefault();
});

document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig, target } }) => {
  const isOfPress = isPress(requestConfig);
  const isOfLook = isLook(requestConfig);
  if (isOfPress) sentPresses.add(xhr);
  if (isOfLook) sentLooks.set(xhr, { ...requestConfig, target });
  const showAnswer = xhr.onload;
  xhr.onload = async () => {
    await waitForRelease();
    const isEnded = isOfLook && !sentLooks.has(xhr);
    if (!isEnded) showAnswer();
  };
  xhr.addEventListener("loadend", async () => {
    await waitForRelease();
    sentLooks.delete(xhr);
    sentPresses.delete(xhr);
    sendWaitingLooks();
  });
});

function endLooks() {
  // Ending a look may send the next one of its element, which then comes last here.
  for (const [xhr, look] of sentLooks) {
    sentLooks.delete(xhr);
    holdLook(look);
    // An answer that waits for the release of a button can't be aborted any more.
    if (xhr.readyState === xhr.DONE) xhr.onabort();
    else xhr.abort();
  }
}

// The next poll follows by itself.
function holdLook(look) {
  if (!isPoll(look.elt)) waitingLooks.set(look.elt, look);
}

function sendWaitingLooks() {
  if (sentPresses.size) return;
  const looks = [...waitingLooks.values()];
  waitingLooks.clear();
  for (const { elt, target, verb, path, triggeringEvent, isNewer } of looks) {
    // What the answer to the press has replaced is newer than a look from before it.
    if (!elt.isConnected || !(isNewer || target.isConnected)) continue;
    htmx.ajax(verb, path, { source: elt, event: triggeringEvent }).catch(() => {});
  }
}

// A look that loads the page again would end a press that is loading another one.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr, requestConfig } = event.detail;
  const isReload = RELOAD_HEADERS.some((name) => xhr.getResponseHeader(name));
  if (!isReload) return;
  if (isPress(requestConfig)) leaveStart = performance.now();
  else if (performance.now() - leaveStart < LEAVE_TIME) event.preventDefault();
});

function noteLeaving(event) {
  const link = event.target.closest?.("a[href]");
  const isLeaving = event.type === "submit" || (link && !link.target);
  if (isLeaving && !event.defaultPrevented) leaveStart = performance.now();
}

addEventListener("submit", noteLeaving);
addEventListener("click", noteLeaving);
