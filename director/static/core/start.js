// Start a night: the suggested name follows the game, until somebody types another.
"use strict";
document.addEventListener("change", ({ target }) => {
  const names = JSON.parse(target.form.dataset.names);
  const box = target.form.elements.name;
  if (target.name === "game" && Object.values(names).includes(box.value)) box.value = names[target.value];
});
