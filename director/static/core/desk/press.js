// What somebody presses. If a button is replaced between press and release, the browser sends no
// click. So what an answer would change waits for the release.

const PRESSABLE_ELEMENTS = "a, button, label, summary";
let pressedElement = null; // held down by a finger, the mouse or the space bar
const releaseCallbacks = [];

export const waitForRelease = () =>
  pressedElement ? new Promise((resolve) => releaseCallbacks.push(resolve)) : Promise.resolve();

function beginPress({ target }) {
  pressedElement = target.closest(PRESSABLE_ELEMENTS);
}

function endPress() {
  // The browser sends the click right after the release. A timeout runs after both.
  setTimeout(() => {
    pressedElement = null;
    for (const callback of releaseCallbacks.splice(0)) callback();
  });
}

addEventListener("pointerdown", beginPress);
// A release outside the window sends no event, so a key ends the press too.
for (const eventName of ["pointerup", "pointercancel", "keyup"]) {
  addEventListener(eventName, endPress);
}
addEventListener("keydown", (event) => {
  const isButtonHeld = event.key === " " && event.target.matches?.("button, summary");
  if (isButtonHeld) beginPress(event);
  else endPress();
});

// The event of a press that had no answer and is sent again.
export const RESEND_EVENT = "resend";

// Whether a request of htmx is a press of its element. Some elements listen to presses elsewhere.
export function isPress({ elt, triggeringEvent: event }) {
  if (event?.type === RESEND_EVENT) return true;
  if (event?.type === "submit") return event.target === elt;
  return event?.type === "click" && elt.contains(event.target);
}
