// The room's screen: asks for pages with as many rows as fit the window.
"use strict";

// How far the page is too long for the window.
const getOverflow = () => document.documentElement.scrollHeight - window.innerHeight;

const loadPage = (changes) => {
  const shown = document.getElementById("room");
  const url = new URL(shown.getAttribute("hx-get"), location.href);
  url.searchParams.delete("state");
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  if (!("rows" in changes)) url.searchParams.delete("rows");
  window.htmx.ajax("GET", url.pathname + url.search, {
    source: shown,
    target: shown,
    swap: "outerHTML",
  });
};

// The height available for the list, above what follows it.
const getAvailableHeight = (list) => {
  const main = list.closest("main");
  const below =
    main.lastElementChild.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  const top = list.getBoundingClientRect().top + window.scrollY;
  return window.innerHeight - top - below - parseFloat(getComputedStyle(main).paddingBottom);
};

// Only the first page may get more rows: on a later one they would skip some. Fewer repeat some.
const fitRows = () => {
  const list = document.querySelector(".room-lines");
  const rows = Number(list?.dataset.rows);
  if (!rows) return;
  const params = new URL(document.getElementById("room").getAttribute("hx-get"), location.href)
    .searchParams;
  const page = Number(list.dataset.page);
  const fitting = Math.max(1, Math.floor((rows * getAvailableHeight(list)) / list.offsetHeight));
  if (getOverflow() > 0 && list.children.length > 1) {
    loadPage({ page, rows: Math.min(fitting, rows - 1) });
  } else if (!params.has("rows") && params.has("page")) {
    loadPage({ page: 1, rows: Math.max(fitting, rows) });
  }
};

const loadFirstPage = () => document.querySelector(".room-lines") && loadPage({ page: 1 });

let resizeTimer;
window.addEventListener("resize", () => {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(loadFirstPage, 300); // once the window has kept its size
});
window.addEventListener("load", () => document.fonts.ready.then(fitRows));
document.addEventListener("htmx:afterSettle", fitRows);

// Nobody in the room needs the buttons: they come with the pointer, a tap or a key, and go after a
// while.
let idleTimer;
const showButtons = () => {
  document.body.classList.remove("idle");
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => document.body.classList.add("idle"), 5000);
};
for (const eventName of ["pointermove", "pointerdown", "keydown", "focusin"]) {
  window.addEventListener(eventName, showButtons);
}
