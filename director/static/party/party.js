// The order of answers on the evening page of a party.
"use strict";

// Two taps right after each other may be answered in another order: how far the round is, is never set back. Nor is the
// same put there again: a button that is just being pressed would be gone before it is let go.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const [shown, comes] = [event.detail.target, event.detail.fragment.querySelector?.("#party-status")];
  if (shown.id === "party-status" && Number(comes?.dataset.seen) <= Number(shown.dataset.seen)) event.detail.shouldSwap = false;
});

// What the page asked before all of it was replaced is answered to a round that is over: it must not load this page anew.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.id === "party-poll") htmx.trigger(target, "htmx:abort");
});

// One side's tricks give the other's, unless that was typed itself.
document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-whole]")) return;
  delete target.dataset.follows;
  const [rival, ...more] = [...target.form.querySelectorAll("[data-whole]")].filter((box) => box !== target);
  if (!rival || more.length || (rival.value && !("follows" in rival.dataset))) return;
  const own = Number(target.value);
  const isTricks = /^\d+$/.test(target.value.trim()) && own <= Number(target.dataset.whole);
  rival.value = isTricks ? String(Number(target.dataset.whole) - own) : "";
  rival.dataset.follows = "";
});

// A key adds what one hand brought to the box of its side.
document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-add]");
  if (!key) return;
  const box = key.closest(".side").querySelector("input");
  box.value = String((Number(box.value) || 0) + Number(key.dataset.add));
  box.dispatchEvent(new Event("input", { bubbles: true }));
});
