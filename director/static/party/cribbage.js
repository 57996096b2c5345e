// A card of games typed by keyboard: Enter goes on to the next box, and stores at the last. The
// number of the next card stands there while nothing is typed, also when another desk has stored
// that one.
"use strict";

{
  const form = document.querySelector("#game-card form");
  const boxes = [...form.querySelectorAll("input.n")].filter((box) => !box.readOnly);
  const { number } = form.elements;

  form.addEventListener("keydown", (/** @type {any} */ event) => {
    const next = boxes[boxes.indexOf(event.target) + 1];
    if (event.key !== "Enter" || !next || !boxes.includes(event.target)) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (
      number.readOnly ||
      number.value !== number.defaultValue ||
      boxes.some((box) => box !== number && box.value)
    ) {
      return;
    }
    number.value = number.defaultValue = document.getElementById("cards-state").dataset.next;
    if (number === document.activeElement) number.select();
  });
  boxes[0].focus();
  boxes[0].select();
}
