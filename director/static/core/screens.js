// The room's screen shows a long list page by page, and asks for as many rows as fit the window.

const LIST = "[data-rows], [data-places]";
const SETTLE_TIME = 300; // milliseconds without a further change of the window's size
const IDLE_TIME = 5000; // milliseconds until the buttons disappear

const getRoom = () => document.getElementById("room");
const getRoomUrl = () => new URL(getRoom().getAttribute("hx-get"), location.href);

const isTooHighForWindow = () =>
  document.documentElement.scrollHeight > window.innerHeight;

// *rows* are rows of seats, *places* those of a column of standings.
function loadPage({ page, rows = null, places = null }) {
  const room = getRoom();
  const url = getRoomUrl();
  // With "state" the program answers only if something has changed.
  url.searchParams.delete("state");
  url.searchParams.set("page", page);
  for (const [name, count] of Object.entries({ rows, places })) {
    if (count === null) url.searchParams.delete(name);
    else url.searchParams.set(name, count);
  }
  htmx.ajax("GET", url.pathname + url.search, { source: room, target: room, swap: "outerHTML" });
}

// The height between the top of the list and what follows it on the page.
function getAvailableHeight(list) {
  const main = list.closest("main");
  const listBox = list.getBoundingClientRect();
  const mainEnd = main.lastElementChild.getBoundingClientRect().bottom;
  const heightBelow = mainEnd - listBox.bottom;
  const padding = parseFloat(getComputedStyle(main).paddingBottom);
  return window.innerHeight - (listBox.top + window.scrollY) - heightBelow - padding;
}

// If a later page got more rows than the pages before it, it would begin further down and skip some
// lines. Fewer rows only show some lines twice. So only the first page may get more.
function fitRows() {
  const list = document.querySelector(LIST);
  const page = Number(list?.dataset.page);
  // The places of standings are as large as the room needs them, so only a low window shows fewer.
  const places = Number(list?.dataset.places);
  if (places > 1 && isTooHighForWindow()) loadPage({ page, places: places - 1 });
  const rows = Number(list?.dataset.rows);
  if (!rows) return;
  const fittingRows = Math.floor((rows * getAvailableHeight(list)) / list.offsetHeight);
  const roomParams = getRoomUrl().searchParams;
  const isFirstLook = !roomParams.has("rows") && roomParams.has("page");
  if (isTooHighForWindow() && list.children.length > 1) {
    loadPage({ page, rows: Math.min(Math.max(1, fittingRows), rows - 1) });
  } else if (isFirstLook) {
    loadPage({ page: 1, rows: Math.max(fittingRows, rows) });
  }
}

let resizeTimer;
addEventListener("resize", () => {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(() => {
    if (document.querySelector(LIST)) loadPage({ page: 1 });
  }, SETTLE_TIME);
});
// Until the fonts are loaded, rows have another height.
addEventListener("load", () => document.fonts.ready.then(fitRows));
document.addEventListener("htmx:afterSettle", fitRows);

// The room wants to see the list, not the buttons. They appear when somebody is at the computer.
let idleTimer;
function showButtons() {
  document.body.classList.remove("idle");
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => document.body.classList.add("idle"), IDLE_TIME);
}
for (const eventName of ["pointermove", "pointerdown", "keydown", "focusin"]) {
  addEventListener(eventName, showButtons);
}
