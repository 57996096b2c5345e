// Step 5, turning: boards change in place, and the next one is fetched before it is wanted. Nothing
// is taken from a page of before that a newer answer knows better.
"use strict";
/* global SIGNED_OUT, SendQueue, findBox, findLine, isChanged, isSent, isUnsent, isWrong,
   updateLine -- boards/sending.js */
/* global holdKeys, leaveAllBoxes, releaseKeys, returnToRefused, sendLine, showStatus
   -- boards/scores.js */
/* global showMessage -- core/desk.js */
/* global updateOtherLines -- boards/news.js */

// Lines of boards left behind: on their way, refused, or the last.
const before = document.getElementById("before");
const findPlace = () => document.getElementById("place");
const listBoxes = () => [...document.querySelectorAll(".entry-box")];
const listBoxesHere = (page = findPlace()) => [...page.querySelectorAll(".entry-box")];
const findFocusedBox = () =>
  document.activeElement.matches(".entry-box") ? document.activeElement : null;
const isEmpty = (box) => box.value.trim() === "";
const isOpen = (line) => isSent(line) || isWrong(line) || isChanged(line);
const getPath = (link) => link.getAttribute("href").split("#")[0];
const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");
const getNextPath = (page = findPlace()) => page.querySelector("#lines").dataset.next;

let shownPath = location.pathname;
let lastSentLine = null;
const addresses = []; // of pages turned to whose former page is not settled yet
let prefetch = null; // the next page: its path, its request and, once loaded, its document
// Pages left with something in every box: what another page says of them may be older.
const full = new Set();

const sending = new SendQueue({
  stored: (batch, text) => showAnswer(batch, text),
  waiting: () => showStatus(),
});

function focusBox(box) {
  if (!box) return;
  box.focus();
  box.select();
}

function focusFirst(hash = location.hash) {
  const marked = hash.startsWith("#line-") && document.getElementById(hash.slice(1));
  const boxes = listBoxesHere();
  focusBox(
    marked
      ? findBox(marked)
      : boxes.find((box) => isWrong(findLine(box))) || boxes.find(isEmpty) || boxes[0],
  );
}

// Whether lines of the page at `path` wait: what the program says of it now would be too old.
const isOnItsWay = (path) => sending.jobs.some((job) => job.path === path);

async function fetchPage(path) {
  const answer = await sending.fetchAnswer(path);
  const page = answer.ok ? parsePage(await answer.text()) : null;
  return page?.getElementById("place") ? page : null;
}

// The page at `path` as soon as somebody is signed in; then what was not stored meanwhile goes out
// again.
async function fetchPageSignedIn(path) {
  let page = await fetchPage(path);
  if (!sending.isSignedOut) return page;
  showMessage(SIGNED_OUT);
  while (sending.isSignedOut) {
    showStatus();
    await sending.pause();
    page = await fetchPage(path);
  }
  document.querySelector("#messages [data-said]")?.remove();
  for (const box of listBoxes()) if (isUnsent(findLine(box))) sending.addLine(box);
  return page;
}

// Have the next page here before the last line of this one is typed.
function fetchAhead() {
  const path = getNextPath();
  if (
    !path ||
    prefetch?.path === path ||
    listBoxesHere().filter(isEmpty).length > 3 ||
    isOnItsWay(path)
  ) {
    return;
  }
  const wanted = { path, page: null, loading: fetchPage(path) };
  prefetch = wanted;
  wanted.loading.then((page) => {
    wanted.page = page;
    if (!page && prefetch === wanted) prefetch = null;
  });
}

// Which page comes next may be told by one that did not know of the latest lines yet: then the
// answers are waited for.
async function turnToNext(box) {
  if (full.has(getNextPath())) {
    holdKeys();
    await sending.waitUntilSent();
    full.clear();
  }
  if (getNextPath()) return turnTo(getNextPath(), { isNext: true });
  leaveAllBoxes(box);
  releaseKeys();
}

async function turnTo(path, { hash = "", push = true, isNext = false } = {}) {
  const box = findFocusedBox();
  if (box) sendLine(box);
  let page = prefetch?.path === path ? prefetch.page : null;
  if (!page) {
    holdKeys();
    if (isOnItsWay(path)) await sending.waitUntilSent();
    page = (prefetch?.path === path && (await prefetch.loading)) || (await fetchPageSignedIn(path));
    const further = isNext && page && !listBoxesHere(page).some(isEmpty) ? getNextPath(page) : "";
    // Somebody filled it meanwhile.
    if (further && further !== shownPath) return turnTo(further, { isNext: false });
  }
  if (!page) {
    await sending.waitUntilSent(); // an answer that comes now would take the message away
    const hasOpenLines = listBoxes().some((other) => isOpen(findLine(other)));
    showMessage(`The page ${path} can’t be shown.${hasOpenLines ? "" : " Reload this page."}`);
    leaveAllBoxes(box);
    return releaseKeys();
  }
  showPage(page, hash, push);
  releaseKeys();
}

// Show `page` in the place of this one; lines that are on their way, or refused, stay above until
// they are settled.
function showPage(page, hash, push = true) {
  const [old, fresh] = [findPlace(), document.adoptNode(page.getElementById("place"))];
  const path = fresh.querySelector("#lines").getAttribute("action");
  if (!listBoxesHere().some(isEmpty)) full.add(shownPath);
  full.delete(path);
  const table = old.querySelector("table");
  for (const line of document.querySelectorAll(".line")) {
    const twin = fresh.querySelector(`#${CSS.escape(line.id)}`);
    if (twin && isOpen(line)) twin.replaceWith(line);
    else if (twin) line.remove();
  }
  const staysAbove = (line) => isOpen(line) || line === lastSentLine;
  if ([...table.tBodies].some(staysAbove)) before.append(table);
  swapSurroundings(page, path, fresh);
  old.replaceWith(fresh);
  if (push && path !== shownPath) addresses.push(path + hash);
  shownPath = path;
  prefetch = null;
  for (const hint of document.querySelectorAll("[data-needs-script]")) hint.hidden = false;
  for (const button of document.querySelectorAll("[data-fill]")) button.disabled = false;
  document.title = page.title;
  focusFirst(hash);
  removeSettledLines();
  showStatus();
  fetchAhead();
}

// What stands around the lines: of a page that was fetched ahead only what belongs to its place is
// taken.
function swapSurroundings(page, path, fresh) {
  const isNewest = prefetch?.page !== page && sending.jobs.every((job) => job.step);
  if (!isNewest) {
    for (const id of ["undo", "redo"]) {
      fresh.querySelector(`#${id}`).replaceWith(document.getElementById(id));
    }
  }
  for (const id of isNewest
    ? ["entry-help", "messages", "grid", "in-words", "leaders"]
    : ["entry-help", "messages"]) {
    const [old, news] = [document.getElementById(id), page.getElementById(id)];
    for (const fold of old.querySelectorAll("details[id][open]")) {
      news.querySelector(`#${fold.id}`)?.setAttribute("open", "");
    }
    if (id === "messages") news.append(...old.querySelectorAll("[data-said]"));
    old.replaceWith(news);
  }
  showStops(page.getElementById("stops"), { path, isPlace: true, isNewest });
}

// The pages to choose from: the same ones take on what is new about them, others take their place.
function showStops(news, { path, isPlace, isNewest }) {
  const stops = document.getElementById("stops");
  const links = [...stops.querySelectorAll("a")];
  // A round leads to its first table.
  const keyOf = (link) => `${link.closest("p").nextElementSibling ? "round" : ""} ${getPath(link)}`;
  const known = new Map(links.map((link) => [keyOf(link), link]));
  for (const link of news.querySelectorAll("a")) {
    const old = known.get(keyOf(link));
    if (!old && isPlace) return stops.replaceWith(news);
    if (!old || !isNewest) continue;
    old.className = link.className;
    old.replaceChildren(...link.childNodes);
  }
  if (!isPlace) return;
  for (const link of links) {
    if (link.closest("p") === stops.lastElementChild) link.removeAttribute("aria-current");
  }
  known.get(` ${path}`)?.setAttribute("aria-current", "page");
}

// Of a board left behind all lines stay until the last answer is in, then only the last one and
// those refused; only then the next one has taken its place, and the address says so.
function removeSettledLines() {
  const tables = [...before.querySelectorAll("table")];
  for (const table of tables) {
    const lines = [...table.tBodies];
    if (table === tables.at(-1) && lines.some(isSent)) continue;
    for (const line of lines) {
      const isInUse = line.contains(document.activeElement);
      if (!isOpen(line) && line !== lastSentLine && !isInUse) line.remove();
    }
    if (table.tBodies.length === 0) table.remove();
  }
  if (before.querySelector("[data-sent]")) return;
  for (const address of addresses.splice(0)) history.pushState(null, "", address);
}

// Lines came back, stored or refused, with all that they change elsewhere.
function showAnswer(batch, text) {
  const answer = document.createElement("template");
  answer.innerHTML = text;
  const texts = new Map(batch.map((job) => [job.line.id, job]));
  for (const fresh of answer.content.querySelectorAll(".line")) {
    const job = texts.get(fresh.id);
    if (job) updateLine(job.line, fresh, job.text);
  }
  updateOtherLines(answer.content);
  showParts(answer.content, batch[0].path);
  document.querySelector("#messages [data-said]")?.remove();
  if (prefetch?.path === batch[0].path) prefetch = null; // it was fetched before
  removeSettledLines();
  fetchAhead();
  if (isWrong(batch.at(-1).line)) returnToRefused(batch.at(-1).line);
}

// The lines of this page whose boxes are named, as they are now; a box in which somebody types
// keeps what it holds.
async function refreshLines(names) {
  prefetch = null; // it was fetched before
  const page = await fetchPage(shownPath);
  for (const box of page ? listBoxesHere().filter((other) => names.includes(other.name)) : []) {
    const fresh = page.getElementById(findLine(box).id);
    if (fresh) updateLine(findLine(box), fresh, box.dataset.stored);
  }
  fetchAhead();
}

function showParts(answer, path) {
  for (const part of answer.querySelectorAll("template")) {
    for (const news of part.content.querySelectorAll("[hx-swap-oob]")) showPart(news, path);
  }
}

function showPart(news, path) {
  const old = document.getElementById(news.id);
  news.removeAttribute("hx-swap-oob");
  if (news.id === "stops") showStops(news, { path, isPlace: false, isNewest: true });
  else if (news.id === "said") {
    old.textContent = news.textContent;
    const form = document.getElementById("lines");
    if (path !== shownPath) return;
    form.dataset.next = news.dataset.next;
    if (news.dataset.state) form.dataset.state = news.dataset.state;
  } else if (old && (news.id !== "odd" || path === shownPath)) old.replaceWith(news);
}
