// The bell of a round: rings when its clock runs out or somebody rings, and once when the last
// minutes begin, where the clock says how many; needs one tap first, for the sound.
"use strict";

let sound = null; // made by a tap, as browsers want it
let state = null; // of the bell when it was looked at last
let rung = null; // the end of the round that has rung already
let warned = null; // the end of the round whose last minutes were rung in

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
    for (const [partial, loudness] of [
      [1, 0.5],
      [2.76, 0.25],
      [5.4, 0.12],
    ]) {
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

function checkBell() {
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
  if (now === "runs" && clock.classList.contains("last") && warned !== clock.dataset.ends) {
    warned = clock.dataset.ends;
    ring(1);
  }
  state = now;
}
setInterval(checkBell, 500);
