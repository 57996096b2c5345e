// The pages of boards. The next board takes the place of the shown one without loading a page, and
// is fetched before its turn, so that typing never waits. Lines that are not settled move above it.
//
// A fetched page is older than the answers that came after it. What it says about other boards is
// then not used.
import { revealScriptParts } from "../../core/desk/script_parts.js";
import {
  listScriptMessages,
  removeScriptMessages,
  showMessage,
} from "../../core/desk/messages.js";
import { focusFirst, leaveAllBoxes } from "./caret.js";
import { heldKeys } from "./held_keys.js";
import {
  findFocusedBox,
  findLine,
  getEntryPage,
  isEmpty,
  isSent,
  isUnsettled,
  listAllBoxes,
  listBoxesOn,
  listShownBoxes,
} from "./lines.js";
import { isLastSent, queue, sendLine, sendUnsentLines, SIGNED_OUT } from "./queue.js";
import { showStatus } from "./status.js";
import { updateLinks } from "./links.js";

const MAX_EMPTY_LINES = 3; // the next page is fetched when so few lines are left to fill
const PARTS_OF_PAGE = ["entry-help", "messages"];
const PARTS_OF_NIGHT = ["grid", "in-words", "leaders"];

const getLeftLines = () => document.getElementById("left-lines");
const getForm = (entryPage) => entryPage.querySelector("#lines");

/** @typedef {{path: string, page: Document | null, loading: Promise<Document | null>}} Prefetch */

let shownPath = location.pathname;
/** @type {Prefetch | null} */
let prefetch = null; // `page` is null until it is loaded
// Addresses for the browser's history. They wait until the lines of the previous page are settled:
// until then the browser's address stays the previous page's.
const waitingAddresses = [];
// Pages that were left without an empty line. Another page may have been made before that, and
// still send people there.
const filledPaths = new Set();

export const getShownPath = () => shownPath;
const getNextPath = (entryPage = getEntryPage()) => getForm(entryPage).dataset.next;

export const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");

// The page at `path`, or null if the answer is another page, such as Sign in.
export async function fetchPage(path) {
  const answer = await queue.fetchAnswer(path);
  if (!answer.ok) return null;
  const page = parsePage(await answer.text());
  return page.getElementById("entry-page") ? page : null;
}

// The page at `path`. If nobody is signed in, wait until somebody is, and then send what couldn't
// be saved.
async function fetchPageSignedIn(path) {
  let page = await fetchPage(path);
  if (!queue.isSignedOut) return page;
  showMessage(SIGNED_OUT);
  while (queue.isSignedOut) {
    showStatus();
    await queue.pause();
    page = await fetchPage(path);
  }
  removeScriptMessages();
  sendUnsentLines();
  return page;
}

// Fetch the next page before the last line of this one is typed.
export function fetchAhead() {
  const path = getNextPath();
  const isFetched = prefetch?.path === path;
  const isTooEarly = listShownBoxes().filter(isEmpty).length > MAX_EMPTY_LINES;
  // The program doesn't know the waiting lines yet, so its page would lack them.
  if (!path || isFetched || isTooEarly || queue.hasLinesOf(path)) return;
  /** @type {Prefetch} */
  const newPrefetch = { path, page: null, loading: fetchPage(path) };
  prefetch = newPrefetch;
  newPrefetch.loading.then((page) => {
    newPrefetch.page = page;
    if (!page && prefetch === newPrefetch) prefetch = null;
  });
}

export function forgetPrefetch() {
  prefetch = null;
}
export function forgetPrefetchOf(path) {
  if (prefetch?.path === path) prefetch = null;
}

// Turn to the page that the shown one names as next; on the last page, leave the cursor in no box.
export async function turnToNext(box) {
  // The shown page's link to the next one is out of date: that page has been filled since. The
  // answers that are on their way name another next page.
  if (filledPaths.has(getNextPath())) {
    heldKeys.hold();
    await queue.waitUntilIdle();
    filledPaths.clear();
  }
  const path = getNextPath();
  if (path) return turnTo(path, { isNext: true });
  leaveAllBoxes(box);
  heldKeys.release();
}

export async function turnTo(path, { hash = "", hasAddress = true, isNext = false } = {}) {
  const box = findFocusedBox();
  if (box) sendLine(box);
  let page = prefetch?.path === path ? prefetch.page : null;
  if (!page) {
    heldKeys.hold();
    if (queue.hasLinesOf(path)) await queue.waitUntilIdle();
    page = await loadPage(path);
    // Somebody else may have filled the next page since. Then the one after it is next.
    const isFilled = page && !listBoxesOn(getEntryPageOf(page)).some(isEmpty);
    const furtherPath = isNext && isFilled ? getNextPath(getEntryPageOf(page)) : "";
    if (furtherPath && furtherPath !== shownPath) return turnTo(furtherPath);
  }
  if (page) showPage(page, { hash, hasAddress });
  else await showMissingPage(path, box);
  heldKeys.release();
}

const getEntryPageOf = (page) => page.getElementById("entry-page");

async function loadPage(path) {
  const prefetchedPage = prefetch?.path === path ? await prefetch.loading : null;
  return prefetchedPage || fetchPageSignedIn(path);
}

async function showMissingPage(path, box) {
  await queue.waitUntilIdle(); // an answer would remove the message
  const hasUnsettledLine = listAllBoxes().some((otherBox) => isUnsettled(findLine(otherBox)));
  // Reloading would lose what is typed in an unsettled line.
  const advice = hasUnsettledLine ? "" : " Reload this page.";
  showMessage(`The page ${path} can’t be shown.${advice}`);
  leaveAllBoxes(box);
}

// Show `page` in place of the shown one.
export function showPage(page, { hash, hasAddress = true }) {
  const previousEntryPage = getEntryPage();
  const entryPage = document.adoptNode(getEntryPageOf(page));
  const path = getForm(entryPage).getAttribute("action");
  if (!listShownBoxes().some(isEmpty)) filledPaths.add(shownPath);
  filledPaths.delete(path);
  const previousTable = previousEntryPage.querySelector("table");
  moveUnsettledLines(entryPage);
  const previousLines = [...previousTable.tBodies];
  const hasLineToKeep = previousLines.some((line) => isUnsettled(line) || isLastSent(line));
  if (hasLineToKeep) getLeftLines().append(previousTable);
  replaceSurroundings(page, { path, entryPage });
  previousEntryPage.replaceWith(entryPage);
  if (hasAddress && path !== shownPath) waitingAddresses.push(path + hash);
  shownPath = path;
  prefetch = null;
  revealScriptParts();
  enableFillButtons();
  document.title = page.title;
  focusFirst(hash);
  removeSettledLines();
  showStatus();
  fetchAhead();
}

// An unsettled line keeps its element, because its job in the queue refers to it. If `entryPage`
// has the same line, the element moves there.
function moveUnsettledLines(entryPage) {
  for (const line of document.querySelectorAll(".line")) {
    const newLine = entryPage.querySelector(`#${CSS.escape(line.id)}`);
    if (newLine && isUnsettled(line)) newLine.replaceWith(line);
    else if (newLine) line.remove();
  }
}

// The buttons of F2 work only with scripts.
export function enableFillButtons() {
  for (const button of document.querySelectorAll("[data-fill]")) button.disabled = false;
}

// Replace what stands around the lines. A page that was fetched ahead, or before the last answers,
// may be older than what is shown.
function replaceSurroundings(page, { path, entryPage }) {
  const isFetchedAhead = prefetch?.page === page;
  // A line in the queue may be stored after the page was made.
  const isNewest = !isFetchedAhead && queue.hasOnlySteps;
  if (!isNewest) {
    for (const id of ["undo", "redo"]) {
      entryPage.querySelector(`#${id}`).replaceWith(document.getElementById(id));
    }
  }
  page.getElementById("messages").append(...listScriptMessages());
  const ids = isNewest ? [...PARTS_OF_PAGE, ...PARTS_OF_NIGHT] : PARTS_OF_PAGE;
  for (const id of ids) replacePart(document.getElementById(id), page.getElementById(id));
  updateLinks(page.getElementById("stops"), { shownPath: path, isNewest });
}

// What somebody has unfolded stays open.
function replacePart(part, newPart) {
  const openIds = [...part.querySelectorAll("details[id][open]")].map((fold) => fold.id);
  part.replaceWith(newPart);
  // A fold that fetches what it holds does so when it is opened, so it is prepared before that.
  htmx.process(newPart);
  for (const id of openIds) newPart.querySelector(`#${id}`)?.setAttribute("open", "");
}

// Remove lines above the shown board that are settled, except the last one entered and the one with
// the cursor. The board that was left last goes as a whole, once all its answers are in: until then
// its scores would jump away one by one.
export function removeSettledLines() {
  const leftLines = getLeftLines();
  const tables = [...leftLines.querySelectorAll("table")];
  for (const table of tables) {
    const lines = [...table.tBodies];
    const isLastTable = table === tables.at(-1);
    if (isLastTable && lines.some(isSent)) continue;
    for (const line of lines) {
      const hasFocus = line.contains(document.activeElement);
      if (!isUnsettled(line) && !isLastSent(line) && !hasFocus) line.remove();
    }
    if (table.tBodies.length === 0) table.remove();
  }
  if (leftLines.querySelector("[data-sent]")) return;
  for (const address of waitingAddresses.splice(0)) history.pushState(null, "", address);
}
