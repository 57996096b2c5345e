// A card of games, typed with the keyboard: Enter goes to the next box, and saves in the last one.
// The number of the next card is filled in while nobody types.
"use strict";

{
  const form = document.querySelector("#game-card form");
  const boxes = [...form.querySelectorAll("input.n")].filter((box) => !box.readOnly);
  const numberBox = form.elements.number;

  form.addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.key !== "Enter" || !boxes.includes(event.target)) return;
    const nextBox = boxes[boxes.indexOf(event.target) + 1];
    if (!nextBox) return;
    event.preventDefault();
    nextBox.focus();
    nextBox.select();
  });

  function hasTypedFigures() {
    const isNumberTyped = numberBox.value !== numberBox.defaultValue;
    const figureBoxes = boxes.filter((box) => box !== numberBox);
    return isNumberTyped || figureBoxes.some((box) => box.value);
  }

  // The next number changes when another desk saves the card of this one.
  document.addEventListener("htmx:afterSettle", () => {
    if (numberBox.readOnly || hasTypedFigures()) return;
    const nextNumber = document.getElementById("cards-state").dataset.next;
    numberBox.defaultValue = nextNumber;
    numberBox.value = nextNumber;
    if (numberBox === document.activeElement) numberBox.select();
  });

  boxes[0].focus();
  boxes[0].select();
}
