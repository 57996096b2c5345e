// The bell of a round. It rings when the time is up, when the director rings it, and once when the
// last minutes begin, if the clock has a time for that.

const RING_STROKES = 4;
const WARNING_STROKES = 1;
const SOUND_BUTTONS = "[data-sound]";
const HIDDEN_BUTTONS = "[data-sound], [data-full]"; // they need scripts

let audioContext = null; // browsers allow sound only after a tap, so Sound makes it
let lastBellState = null;
let rungEndTime = null; // of the round whose end has rung
let warnedEndTime = null; // of the round whose last minutes have rung

document.addEventListener("click", ({ target }) => {
  const soundButton = target.closest(SOUND_BUTTONS);
  if (soundButton) {
    audioContext ??= new AudioContext();
    ring(1); // so that the room hears whether it is loud enough
    soundButton.setAttribute("aria-pressed", "true");
  }
  if (target.closest("[data-full]")) document.documentElement.requestFullscreen?.();
});

// A hand bell is a few partials that fade. A partial is a multiple of the bell's lowest frequency.
const BELL_FREQUENCY = 660; // hertz
const PARTIALS = [
  { multiple: 1, loudness: 0.5 },
  { multiple: 2.76, loudness: 0.25 },
  { multiple: 5.4, loudness: 0.12 },
];
const SECONDS_BETWEEN_STROKES = 0.6;
const SECONDS_OF_FADING = 1.2;

function ring(strokes) {
  if (!audioContext) return;
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    const startTime = audioContext.currentTime + stroke * SECONDS_BETWEEN_STROKES;
    for (const partial of PARTIALS) playPartial(partial, startTime);
  }
}

function playPartial({ multiple, loudness }, startTime) {
  const fadedTime = startTime + SECONDS_OF_FADING;
  const tone = audioContext.createOscillator();
  tone.frequency.value = BELL_FREQUENCY * multiple;
  const volume = audioContext.createGain();
  volume.gain.setValueAtTime(loudness, startTime);
  volume.gain.exponentialRampToValueAtTime(0.001, fadedTime); // a ramp can't end at 0
  tone.connect(volume).connect(audioContext.destination);
  tone.start(startTime);
  tone.stop(fadedTime + 0.1);
}

// Answers of htmx replace the buttons and the clock, so both are looked up each time.
function updateBell() {
  revealButtons();
  const clock = document.querySelector("[data-bell]");
  if (!clock) return;
  const { bell: bellState, ends: endTime } = clock.dataset;
  const isRunning = bellState === "runs";
  if (bellState === "rung" && lastBellState === "runs") ring(RING_STROKES);
  // core/clock.js adds the classes "over" and "last".
  if (isRunning && clock.classList.contains("over") && rungEndTime !== endTime) {
    rungEndTime = endTime;
    ring(RING_STROKES);
  }
  if (isRunning && clock.classList.contains("last") && warnedEndTime !== endTime) {
    warnedEndTime = endTime;
    ring(WARNING_STROKES);
  }
  lastBellState = bellState;
}

function revealButtons() {
  for (const button of document.querySelectorAll(HIDDEN_BUTTONS)) {
    button.hidden = false;
    const isSoundButton = button.matches(SOUND_BUTTONS);
    if (isSoundButton) button.setAttribute("aria-pressed", String(audioContext !== null));
  }
}

revealButtons();
setInterval(updateBell, 500);
