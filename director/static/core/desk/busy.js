// An answer that takes long: the page says that the program works. The pressed button reads
// "Working…" and can't be pressed again. The part that will change is dimmed (kalamazoo.css).
import { isPress } from "./press.js";

const BUSY_DELAY = 300; // milliseconds without an answer
const BUSY = "aria-busy";
const NEWS_PERIOD = 300; // milliseconds between two looks for the cookie of a sent file
const waitCounts = new WeakMap(); // by element: a region may wait for several answers
let endLeaving = null; // ends the wait for the page or file that a press asked for

// Wait for an answer to the press of `pressed` that changes `region`. Both may be null. Return what
// ends the wait.
function beginWait(pressed, region) {
  const elements = [pressed, region].filter((element) => element !== null);
  let markedElements = [];
  const timer = setTimeout(() => {
    markedElements = elements;
    markedElements.forEach(markBusy);
    sayBusy("Working…");
  }, BUSY_DELAY);
  return () => {
    clearTimeout(timer);
    markedElements.splice(0).forEach(unmarkBusy);
  };
}

function markBusy(element) {
  waitCounts.set(element, (waitCounts.get(element) ?? 0) + 1);
  element.setAttribute(BUSY, "true");
}

function unmarkBusy(element) {
  const count = waitCounts.get(element) - 1;
  waitCounts.set(element, count);
  if (count) return;
  element.removeAttribute(BUSY);
  if (!document.querySelector(`[${BUSY}]`)) sayBusy("");
}

// Screen readers read a text only if its line was there before, and nothing in a part that is busy.
const busyLine = document.createElement("p");
busyLine.className = "hidden";
busyLine.setAttribute("aria-live", "polite");
document.body.append(busyLine);

function sayBusy(text) {
  busyLine.textContent = text;
}

for (const eventName of ["click", "submit"]) {
  const refuseSecondPress = (event) => {
    const pressed = eventName === "click" ? event.target.closest("a, button") : event.target;
    if (pressed?.getAttribute(BUSY) !== "true") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener(eventName, refuseSecondPress, { capture: true });
}

// Requests of htmx, but for those that a page repeats by itself.
document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig, target } }) => {
  const { elt, triggeringEvent } = requestConfig;
  if (elt.hasAttribute("data-poll")) return;
  const pressed = isPress(requestConfig) ? findPressed(triggeringEvent, elt) : null;
  const endWait = beginWait(pressed, target);
  xhr.addEventListener("loadend", () => {
    const isLeaving = xhr.getResponseHeader("HX-Redirect") || xhr.getResponseHeader("HX-Refresh");
    if (isLeaving) endLeaving = endWait;
    else endWait();
  });
});

function findPressed(event, elt) {
  if (event.type === "submit") return event.submitter;
  return event.type === "click" ? event.target.closest("a, button") : elt.querySelector("button");
}

// Forms and links that load a page or a file. Only desk pages send anything, and only their files
// have a cookie.
const isDeskPage = document.body.hasAttribute("hx-headers");

addEventListener("submit", (event) => {
  const { target: form, submitter, defaultPrevented } = event;
  if (defaultPrevented || !isDeskPage) return;
  const windowName = submitter?.getAttribute("formtarget") ?? form.target;
  waitForPage(submitter ?? form, windowName === "_blank");
});
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isOwnWay = event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!isDeskPage || !link || isOwnWay || link.target) return;
  const isPart = link.hash && link.href.split("#")[0] === location.href.split("#")[0];
  if (link.origin === location.origin && !isPart) waitForPage(link, false);
});

function waitForPage(pressed, isOtherWindow) {
  endLeaving?.();
  const endWait = beginWait(pressed, isOtherWindow ? null : document.querySelector("main"));
  // A file changes nothing on this page, so only its cookie tells that it is here.
  const readFileMark = () => document.cookie.match(/(?:^|; )file_sent=([^;]+)/)?.[1];
  const fileMark = readFileMark();
  const timer = setInterval(() => {
    if (readFileMark() !== fileMark) endLeaving?.();
  }, NEWS_PERIOD);
  const returned = new AbortController();
  if (isOtherWindow) addEventListener("focus", () => endLeaving?.(), { signal: returned.signal });
  endLeaving = () => {
    clearInterval(timer);
    returned.abort();
    endWait();
    endLeaving = null;
  };
}

// Whoever stops loading, stays on a page with unsent entries, or comes back to it can go on.
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") endLeaving?.();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) endLeaving?.();
});
addEventListener("beforeunload", (event) => {
  // The question whether to leave comes after this event.
  setTimeout(() => {
    if (event.defaultPrevented) endLeaving?.();
  });
});
