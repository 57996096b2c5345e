// The boxes and keys for the points of a party's table, on a phone: the tricks of one side give
// those of the other, a key adds what one hand has brought, and the keys stop at the goal.

export function setUpPoints(form) {
  form.addEventListener("input", ({ target }) => {
    if (target.matches("[data-whole]")) fillOtherSide(form, target);
    stopAtGoal(form);
  });
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-add]");
    if (!key) return;
    const box = key.closest(".keys").previousElementSibling;
    box.value = String((Number(box.value) || 0) + Number(key.dataset.add));
    stopAtGoal(form);
  });
  stopAtGoal(form);
}

// Fill in the tricks that `typedBox` leaves to the other side, unless somebody has typed these.
function fillOtherSide(form, typedBox) {
  delete typedBox.dataset.follows;
  const trickBoxes = [...form.querySelectorAll("[data-whole]")];
  const otherBoxes = trickBoxes.filter((box) => box !== typedBox);
  if (otherBoxes.length !== 1) return;
  const [otherBox] = otherBoxes;
  const isFilledIn = "follows" in otherBox.dataset;
  const isTyped = otherBox.value && otherBox.value !== otherBox.defaultValue && !isFilledIn;
  if (isTyped) return;
  const allTricks = Number(typedBox.dataset.whole);
  const tricks = Number(typedBox.value);
  const isPossible = /^\d+$/.test(typedBox.value.trim()) && tricks <= allTricks;
  otherBox.value = isPossible ? String(allTricks - tricks) : "";
  otherBox.dataset.follows = "";
}

// Disable the keys once a side has reached the goal, and say which.
function stopAtGoal(form) {
  const boxes = [...form.querySelectorAll("[data-goal]")];
  if (!boxes.length) return;
  const winnerBox = boxes.find((box) => Number(box.value) >= Number(box.dataset.goal));
  for (const key of form.querySelectorAll("[data-add]")) key.disabled = Boolean(winnerBox);
  const message = form.querySelector("[data-reached]");
  message.hidden = !winnerBox;
  message.textContent = winnerBox
    ? `${winnerBox.dataset.side}: ${winnerBox.value} points: game won.`
    : "";
}
