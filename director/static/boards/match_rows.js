// Results of matches: Enter goes on to the next box in sight, and from the last one sends the form.
"use strict";
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || !(box instanceof HTMLInputElement) || !("matchBox" in box.dataset)) {
    return;
  }
  const boxes = [...box.form.querySelectorAll("[data-match-box]")].filter((each) =>
    each.checkVisibility(),
  );
  const next = boxes[boxes.indexOf(box) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});
