// Enter in a box for names goes on to the next box instead of sending the whole page.
"use strict";
document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.("input[data-enter=next]");
  if (!box || event.key !== "Enter" || event.ctrlKey || event.isComposing) return;
  const boxes = [...box.form.querySelectorAll("input[data-enter=next]")];
  const next = boxes[boxes.indexOf(box) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
