// The bell of a party: rings when the round's clock runs out or somebody rings; needs one tap first, for the sound.
// And the order of answers on its evening page.
"use strict";

let sound = null; // made by a tap, as browsers want it
let state = null; // of the bell when it was looked at last
let rung = null; // the end of the round that has rung already

for (const button of document.querySelectorAll("[data-sound], [data-full]")) button.hidden = false;

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sound]");
  if (button) {
    sound ??= new AudioContext();
    ring(1);
    button.setAttribute("aria-pressed", "true");
  }
  if (event.target.closest("[data-full]")) document.documentElement.requestFullscreen?.();
});

// A hand bell: a few partials that fade, struck some times.
function ring(times) {
  if (!sound) return;
  for (let stroke = 0; stroke < times; stroke += 1) {
    for (const [partial, loudness] of [[1, 0.5], [2.76, 0.25], [5.4, 0.12]]) {
      const at = sound.currentTime + stroke * 0.6;
      const tone = sound.createOscillator();
      const volume = sound.createGain();
      tone.frequency.value = 660 * partial;
      volume.gain.setValueAtTime(loudness, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 1.2);
      tone.connect(volume).connect(sound.destination);
      tone.start(at);
      tone.stop(at + 1.3);
    }
  }
}

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

function listen() {
  for (const button of document.querySelectorAll("[data-sound], [data-full]")) {
    button.hidden = false;
    if (button.matches("[data-sound]")) button.setAttribute("aria-pressed", String(sound !== null));
  }
  const clock = document.querySelector("[data-bell]");
  if (!clock) return;
  const now = clock.dataset.bell;
  if (now === "rung" && state === "runs") ring(4);
  if (now === "runs" && clock.classList.contains("over") && rung !== clock.dataset.ends) {
    rung = clock.dataset.ends;
    ring(4);
  }
  state = now;
}
setInterval(listen, 500);
