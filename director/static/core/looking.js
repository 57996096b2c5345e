// Forms that are answered while somebody fills them in.
import { isPress } from "./desk/press.js";

const readForm = (form) => new URLSearchParams(/** @type {any} */ (new FormData(form)));
const serialiseForm = (form) => readForm(form).toString();

// A form with data-look is sent at each change, and its answer replaces it. An answer to an older
// state of the form would delete what was typed since, so it is dropped. The next change has sent,
// or will send, the newer state.
//
// The answer to a press is never dropped. What was typed since is filled in again, and looked at.
const sentStates = new WeakMap(); // by form
let changedFields = []; // [name, value] pairs of the form that the answer to a press replaces

document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
  const form = elt.closest("form[data-look]");
  if (form) sentStates.set(form, serialiseForm(form));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt } = detail.requestConfig;
  const form = elt.closest("form[data-look]");
  if (!sentStates.has(form)) return;
  const isChangedSince = sentStates.get(form) !== serialiseForm(form);
  if (!isChangedSince) return;
  if (isPress(detail.requestConfig)) changedFields = listChangedFields(form);
  else detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSettle", () => {
  const fields = changedFields.splice(0);
  const form = document.querySelector("form[data-look]");
  for (const [name, value] of fields) if (form.elements[name]) form.elements[name].value = value;
  if (fields.length) htmx.trigger(form, "change");
});

function listChangedFields(form) {
  const sentFields = new URLSearchParams(sentStates.get(form));
  return [...readForm(form)].filter(([name, value]) => sentFields.get(name) !== value);
}

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
