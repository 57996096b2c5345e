// Forms that are answered while somebody fills them in.
import { getPressedElement } from "./desk/polling.js";

const serialiseForm = (form) =>
  new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();

// A form with data-look is sent at each change, and its answer replaces it. An answer to an older
// state of the form would delete what was typed since, so it is dropped. The next change has sent,
// or will send, the newer state.
const sentStates = new WeakMap(); // by form

document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
  const form = elt.closest("form[data-look]");
  if (form) sentStates.set(form, serialiseForm(form));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt } = detail.requestConfig;
  const form = elt.closest("form[data-look]");
  if (!sentStates.has(form)) return;
  // A button of the form is held down: if the answer replaced it, there would be no click.
  const pressedElement = getPressedElement();
  const isButtonPressed = pressedElement?.matches("button") && form.contains(pressedElement);
  const isChangedSince = sentStates.get(form) !== serialiseForm(form);
  if ((elt === form && isButtonPressed) || isChangedSince) detail.shouldSwap = false;
});

// Enter in a form with data-then moves the cursor to the first thing found, which data-then
// selects. Whoever has typed on since keeps the cursor.
const submittedStates = new WeakMap(); // by form

document.addEventListener(
  "submit",
  ({ target: form }) => {
    if (form.matches("form[data-then]")) submittedStates.set(form, serialiseForm(form));
  },
  true,
);
document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
  if (requestConfig?.triggeringEvent?.type !== "submit") return;
  const form = requestConfig.elt;
  const isUnchanged = submittedStates.get(form) === serialiseForm(form);
  if (form.matches("form[data-then]") && isUnchanged) {
    document.querySelector(form.dataset.then)?.focus();
  }
});

// A link with data-takes passes on what is typed in a box, even if the form's answer, which would
// have the link with it, has not come yet. data-takes is the box's id, data-as the parameter.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[data-takes]");
  const text = document.getElementById(link?.dataset.takes)?.value.trim();
  if (!text) return;
  const address = new URL(link.href);
  address.searchParams.set(link.dataset.as, text);
  link.href = address.href;
});
