// The room's screen: asks for pages of as many rows of writing as fit the window.
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

// The height that the lines have: down to what stands below them.
const getAvailableHeight = (list) => {
  const main = list.closest("main");
  const below =
    main.lastElementChild.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  const top = list.getBoundingClientRect().top + window.scrollY;
  return window.innerHeight - top - below - parseFloat(getComputedStyle(main).paddingBottom);
};

// Only the first page may get more rows: on a later one lines would be left out. Fewer show some
// twice.
const fitRows = () => {
  const list = document.querySelector(".room-lines");
  const rows = Number(list?.dataset.rows);
  if (!rows) return;
  const said = new URL(document.getElementById("room").getAttribute("hx-get"), location.href)
    .searchParams;
  const page = Number(list.dataset.page);
  const fitting = Math.max(1, Math.floor((rows * getAvailableHeight(list)) / list.offsetHeight));
  if (getOverflow() > 0 && list.children.length > 1) {
    loadPage({ page, rows: Math.min(fitting, rows - 1) });
  } else if (!said.has("rows") && said.has("page")) {
    loadPage({ page: 1, rows: Math.max(fitting, rows) });
  }
};

let waits;
window.addEventListener("resize", () => {
  clearTimeout(waits);
  waits = setTimeout(() => document.querySelector(".room-lines") && loadPage({ page: 1 }), 300);
});
window.addEventListener("load", () => document.fonts.ready.then(fitRows));
document.addEventListener("htmx:afterSettle", fitRows);

// Nobody in the room needs the buttons: they come with the pointer, a tap or a key, and go after a
// while.
let resting;
const showButtons = () => {
  document.body.classList.remove("idle");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.add("idle"), 5000);
};
for (const sign of ["pointermove", "pointerdown", "keydown", "focusin"]) {
  window.addEventListener(sign, showButtons);
}
