// The evening page of a party at the desk: answers that arrive out of order, and the boxes and keys
// for points.
"use strict";

// Two taps right after each other may be answered in another order, so an older status never
// replaces a newer one. The same status doesn't replace itself either: a button that is being
// pressed would be gone before its release.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target: shownStatus, fragment } = event.detail;
  if (shownStatus.id !== "party-status") return;
  const newStatus = fragment.querySelector?.("#party-status");
  if (!newStatus) return;
  const isNewer = Number(newStatus.dataset.seen) > Number(shownStatus.dataset.seen);
  if (!isNewer) event.detail.shouldSwap = false;
});

// When the whole page is replaced, the answer to an earlier poll is about a round that is over. It
// must not load the new page again.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.id === "party-poll") htmx.trigger(target, "htmx:abort");
});

// Fill in the tricks that one side leaves to the other, unless somebody has typed these.
document.addEventListener("input", ({ target: typedBox }) => {
  if (!typedBox.matches?.("[data-whole]")) return;
  delete typedBox.dataset.follows;
  const trickBoxes = [...typedBox.form.querySelectorAll("[data-whole]")];
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
});

// A table that plays fewer hands has fewer tricks to share.
document.addEventListener("input", ({ target }) => {
  if (target.name !== "hands" || !target.dataset.of) return;
  const hands = Number(target.value || target.dataset.of);
  for (const box of target.form.querySelectorAll("[data-whole]")) box.dataset.whole = 13 * hands;
});

// A key adds what one hand has brought to the box of its side.
document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-add]");
  if (!key) return;
  const box = key.closest(".side").querySelector("input");
  box.value = String((Number(box.value) || 0) + Number(key.dataset.add));
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

// Disable the keys once a side has reached the goal, and say which.
function stopAtGoal(form) {
  const boxes = [...form.querySelectorAll("[data-goal]")];
  if (!boxes.length) return;
  const winnerBox = boxes.find((box) => Number(box.value) >= Number(box.dataset.goal));
  for (const key of form.querySelectorAll("[data-add]")) key.disabled = Boolean(winnerBox);
  const message = form.querySelector("[data-reached]");
  message.hidden = !winnerBox;
  message.textContent = winnerBox
    ? `${winnerBox.dataset.side}: ${winnerBox.value} points, the game is won.`
    : "";
}

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("[data-goal]")) stopAtGoal(target.form);
});
document.addEventListener("htmx:load", ({ target }) => {
  for (const box of target.querySelectorAll?.("[data-goal]") ?? []) stopAtGoal(box.form);
});
