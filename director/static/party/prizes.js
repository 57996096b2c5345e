// Prize-giving: arrow keys, the space bar and the keys of a presenter go forward and back. Without
// scripts the links of the page do.
"use strict";

const DIRECTIONS = {
  ArrowRight: "forward",
  PageDown: "forward",
  " ": "forward",
  ArrowLeft: "back",
  PageUp: "back",
};

document.addEventListener("keydown", (event) => {
  const direction = DIRECTIONS[event.key];
  if (!direction) return;
  // A shortcut of the browser isn't for this page, and a key held down would skip prizes.
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const link = document.querySelector(`[data-${direction}]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
