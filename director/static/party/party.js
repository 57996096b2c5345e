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
