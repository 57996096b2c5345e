// Enter in a box for names goes on to the next box instead of sending the whole page.
"use strict";
document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.("input[data-enter=next]");
  if (!box || event.key !== "Enter" || event.ctrlKey || event.isComposing) return;
  const boxes = [...box.form.querySelectorAll("input[data-enter=next]")].filter(
    (other) => !other.closest("details:not([open])"),
  );
  const next = boxes[boxes.indexOf(box) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// A number that is dragged onto another one: the two change places, as with Swap below More.
let dragged = null;
const findSeat = (event) => event.target.closest?.("[data-seat]");
document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[draggable]") && findSeat(event)?.dataset.seat;
});
document.addEventListener("dragover", (event) => {
  if (dragged && findSeat(event)) event.preventDefault();
});
for (const how of ["dragenter", "dragleave"]) {
  document.addEventListener(how, (event) => {
    if (dragged) findSeat(event)?.classList.toggle("over", how === "dragenter");
  });
}
document.addEventListener("drop", (event) => {
  const onto = dragged && findSeat(event)?.dataset.seat;
  if (!onto) return;
  event.preventDefault();
  for (const [name, no] of [
    ["first", dragged],
    ["second", onto],
  ]) {
    document.getElementById(`swap-${name}`).value = no;
  }
  dragged = null;
  document.getElementById("swap").click();
});
