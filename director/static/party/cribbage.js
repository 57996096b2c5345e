// A card of games typed by keyboard: Enter goes on to the next box, and stores at the last.
"use strict";

{
  const form = document.querySelector("#game-card form");
  const boxes = [...form.querySelectorAll("input.n")].filter((box) => !box.readOnly);

  form.addEventListener("keydown", (event) => {
    const next = boxes[boxes.indexOf(event.target) + 1];
    if (event.key !== "Enter" || !next || !boxes.includes(event.target)) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
  boxes[0].focus();
  boxes[0].select();
}
