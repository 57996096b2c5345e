// The order of answers on the evening page of a party.
"use strict";

// Two taps right after each other may be answered in another order: how far the round is, is never
// set back. Nor is the same put there again: a button that is just being pressed would be gone
// before it is let go.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const [shown, comes] = [
    event.detail.target,
    event.detail.fragment.querySelector?.("#party-status"),
  ];
  if (shown.id === "party-status" && Number(comes?.dataset.seen) <= Number(shown.dataset.seen)) {
    event.detail.shouldSwap = false;
  }
});

// What the page asked before all of it was replaced is answered to a round that is over: it must
// not load this page anew.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.id === "party-poll") htmx.trigger(target, "htmx:abort");
});

// One side's tricks give the other's, unless that was typed itself by now.
document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-whole]")) return;
  delete target.dataset.follows;
  const [rival, ...more] = [...target.form.querySelectorAll("[data-whole]")].filter(
    (box) => box !== target,
  );
  if (
    !rival ||
    more.length ||
    (rival.value && rival.value !== rival.defaultValue && !("follows" in rival.dataset))
  ) {
    return;
  }
  const own = Number(target.value);
  const isTricks = /^\d+$/.test(target.value.trim()) && own <= Number(target.dataset.whole);
  rival.value = isTricks ? String(Number(target.dataset.whole) - own) : "";
  rival.dataset.follows = "";
});

// Fewer hands have fewer tricks.
document.addEventListener("input", ({ target }) => {
  if (target.name !== "hands" || !target.dataset.of) return;
  for (const box of target.form.querySelectorAll("[data-whole]")) {
    box.dataset.whole = 13 * Number(target.value || target.dataset.of);
  }
});

// A key adds what one hand brought to the box of its side.
document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-add]");
  if (!key) return;
  const box = key.closest(".side").querySelector("input");
  box.value = String((Number(box.value) || 0) + Number(key.dataset.add));
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

// At the goal the keys stop, and it is told who has made it.
function stopAtGoal(form) {
  const boxes = [...form.querySelectorAll("[data-goal]")];
  if (!boxes.length) return;
  const first = boxes.find((box) => Number(box.value) >= Number(box.dataset.goal));
  for (const key of form.querySelectorAll("[data-add]")) key.disabled = Boolean(first);
  const told = form.querySelector("[data-reached]");
  told.hidden = !first;
  told.textContent = first ? `${first.dataset.side}: ${first.value} points, the game is won.` : "";
}

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("[data-goal]")) stopAtGoal(target.form);
});
document.addEventListener("htmx:load", ({ target }) => {
  for (const box of target.querySelectorAll?.("[data-goal]") ?? []) stopAtGoal(box.form);
});
