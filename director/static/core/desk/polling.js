// Parts of a page that ask the program for news every few seconds (data-poll).

// Nobody sees the news of a hidden page, so it doesn't ask.
document.addEventListener("htmx:beforeRequest", (event) => {
  const isPoll = event.detail.elt.hasAttribute("data-poll");
  if (isPoll && document.hidden) event.preventDefault();
});

// If a button is replaced between press and release, the browser sends no click. So what an answer
// would change waits for the release, and the answer of a poll is dropped: the next one follows in
// a few seconds.
const PRESSABLE_ELEMENTS = "a, button, label, summary";
let pressedElement = null; // held down by a finger or the mouse
const releaseCallbacks = [];

export const getPressedElement = () => pressedElement;

export const waitForRelease = () =>
  pressedElement ? new Promise((resolve) => releaseCallbacks.push(resolve)) : Promise.resolve();

function endPress() {
  // The browser sends the click right after the release. A timeout runs after both.
  setTimeout(() => {
    pressedElement = null;
    for (const callback of releaseCallbacks.splice(0)) callback();
  });
}

addEventListener("pointerdown", ({ target }) => {
  pressedElement = target.closest(PRESSABLE_ELEMENTS);
});
// A release outside the window sends no event, so a key ends the press too.
for (const eventName of ["pointerup", "pointercancel", "keydown"]) {
  addEventListener(eventName, endPress);
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const isPoll = detail.requestConfig.elt.hasAttribute("data-poll");
  if (isPoll && pressedElement) detail.shouldSwap = false;
});
