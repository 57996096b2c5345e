// The page of a table: drawing it without disturbing a finger or a caret, and following what the
// browser tells of the network, sleep and return.
import { scheduleFetch } from "./answers.js";
import { applyColours } from "./colours.js";
import { findStep, goBack, isStillPlayed } from "./draft.js";
import { createElement, createKey, createNote, renderHeading } from "./elements.js";
import { renderHead, updateClock } from "./head.js";
import { followNewState, showHomeScreen } from "./home.js";
import { renderNotes } from "./notes.js";
import { PAGES } from "./pages.js";
import { findBoard } from "./rounds.js";
import { queue, table } from "./state.js";
import { storage } from "./storage.js";
import {
  draw,
  isDraftBegun,
  isSubscreen,
  isTapTooEarly,
  setPageFunctions,
  showHome,
  showScreen,
  ui,
} from "./ui.js";

const app = document.getElementById("app");
const head = document.getElementById("app-head");
const main = document.getElementById("app-main");
const foot = document.getElementById("app-foot");
const liveRegion = document.getElementById("app-live"); // read aloud by a screen reader

const SCREENS_WITHOUT_BOARDS_KEY = ["round", "side", "gone", "shut", "sit", "end", "unused"];
const SCREENS_WITHOUT_CALL_KEY = ["call", "notUs", "gone", "shut"];

// While a finger is on the page, the keys under it stay where they are.
const press = { isDown: false, isDrawingLate: false };

setPageFunctions({ draw: drawPage, showHome: showHomeScreen, followState: followNewState });

function drawPage() {
  if (!ui.screen) return;
  press.isDrawingLate = press.isDown;
  if (press.isDown) return;
  const caret = findCaret();
  const page = PAGES[ui.screen]();
  if (page.primary && isTapTooEarly()) page.primary.setAttribute("aria-disabled", "true");
  updateChildren(head, renderHead());
  updateChildren(main, renderMain(page));
  updateChildren(foot, [page.primary || "", renderFootKeys()]);
  document.title = `Table ${table.state.table} · ${page.title}`;
  if (ui.isMoved) presentScreen();
  else if (caret) restoreCaret(caret);
  updateClock();
}

function renderMain(page) {
  const messages = table.state.say.map((message) => createNote("", message));
  const heading = renderHeading(page);
  // A new message must not move the keys of the pad under a finger.
  if (ui.screen === "pad") return [renderNotes(), heading, page.main, messages];
  return [messages, renderNotes(), heading, page.main];
}

function renderFootKeys() {
  const hasBoards = !table.state.unused && !SCREENS_WITHOUT_BOARDS_KEY.includes(ui.screen);
  const hasCall = !SCREENS_WITHOUT_CALL_KEY.includes(ui.screen);
  const callLabel = table.state.call ? "Director called" : "Call director";
  const quiet = { class: "quiet" };
  return createElement(
    "div",
    { class: "feet" },
    hasBoards ? createKey("to-round", "Boards", () => showScreen("round"), quiet) : "",
    hasCall ? createKey("to-call", callLabel, () => showScreen("call"), quiet) : "",
  );
}

// Replace the children of `container` if they changed. Otherwise a screen reader would lose its
// place.
function updateChildren(container, ...children) {
  const { childNodes: newNodes } = createElement("div", {}, children);
  const shownNodes = container.childNodes;
  const isSame =
    newNodes.length === shownNodes.length &&
    [...newNodes].every((node, index) => node.isEqualNode(shownNodes[index]));
  if (isSame) return;
  container.textContent = "";
  container.append(...newNodes);
}

// Go to the top of a new screen, and read it aloud.
function presentScreen() {
  ui.isMoved = false;
  scrollTo(0, 0);
  // The browser itself begins with the first screen.
  if (ui.isStarted) document.getElementById("heading").focus({ preventScroll: true });
  const sentence = main.querySelector(".sentence");
  liveRegion.textContent = `${ui.note} ${sentence ? getSpokenText(sentence) : ""}`;
  ui.isNoteShown = true;
}

function getSpokenText(element) {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll("[aria-hidden]")) hidden.remove();
  return copy.textContent;
}

function findCaret() {
  const element = document.activeElement;
  if (!element || !element.id || !app.contains(element)) return null;
  return { id: element.id, start: element.selectionStart, end: element.selectionEnd };
}

function restoreCaret({ id, start, end }) {
  const element = document.getElementById(id);
  if (!element) return;
  element.focus({ preventScroll: true });
  // Only text boxes have a caret.
  const hasCaret = typeof start === "number" && element.setSelectionRange;
  if (hasCaret) element.setSelectionRange(start, end);
}

// Somebody has come back to the page, or the network has.
function refresh() {
  if (document.hidden) return;
  queue.send(true);
  scheduleFetch(0);
  keepScreenOn();
}

// Browsers offer this only over https. Without it the phone sleeps, and nothing is lost.
async function keepScreenOn() {
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    /* The phone may sleep. */
  }
}

function endPress() {
  press.isDown = false;
  // The click follows the end of the press, and must find its key.
  setTimeout(() => press.isDrawingLate && draw());
}

addEventListener("pointerdown", () => {
  press.isDown = true;
});
addEventListener("pointerup", endPress);
addEventListener("pointercancel", endPress);
// A browser doesn't tell when a mouse button is released outside the window. A key shows that the
// press is over.
addEventListener("keydown", endPress);
addEventListener("online", refresh);
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
addEventListener("popstate", () => {
  if (ui.screen === "pad" && isDraftBegun()) goBack();
  else if (isSubscreen()) showHome();
});
setInterval(() => document.hidden || updateClock(), 1000);
// After a while the screen of a board offers to hand the phone over.
setInterval(() => ui.screen === "board" && draw(), 5000);

function start() {
  const lastDraft = storage.get("draft"); // before a new draft replaces it
  applyColours();
  showHome();
  if (ui.screen === "pad" && lastDraft) restoreDraft(lastDraft);
  // A browser that is too old for this script never gets here, and keeps the plain forms.
  document.getElementById("plain").remove();
  app.hidden = false;
  ui.isStarted = true;
  // Browsers offer service workers only over https.
  if (navigator.serviceWorker) navigator.serviceWorker.register("worker.js").catch(() => {});
}

// Go on with the entry that somebody had begun when the page was closed.
function restoreDraft(draft) {
  if (draft.round !== table.state.round || !isStillPlayed(draft)) return;
  if (findBoard(draft.round, draft.board).state !== "empty") return;
  ui.draft = draft;
  showScreen("pad", { step: findStep(draft) });
}

start();
