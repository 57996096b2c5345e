// Prize-giving: arrows, the space bar and a presenter's keys go forward and back; without scripts
// the links do.
"use strict";

const KEYS = {
  ArrowRight: "forward",
  PageDown: "forward",
  " ": "forward",
  ArrowLeft: "back",
  PageUp: "back",
};

document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const link = document.querySelector(`[data-${way}]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
