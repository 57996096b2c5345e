// Forms that look for something while they are filled in.
"use strict";
{
  // A form that shows what follows from it while it is filled in: an answer to less than stands there by now would take
  // away what was typed meanwhile, so it is left out; the answer to the rest comes with the next change.
  const asked = new WeakMap();
  const filled = (form) => new URLSearchParams(new FormData(form)).toString();
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.matches("form[data-look]")) asked.set(event.detail.elt, filled(event.detail.elt));
  });

  // Enter in a form that looks for something goes on to the first thing found, unless something else is typed by then.
  const looked = new WeakMap();
  document.addEventListener("submit", (event) => {
    if (event.target.matches("form[data-then]")) looked.set(event.target, filled(event.target));
  }, true);
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const { elt: form, triggeringEvent } = detail.requestConfig ?? {};
    if (triggeringEvent?.type !== "submit" || !form.matches("form[data-then]") || looked.get(form) !== filled(form)) return;
    document.querySelector(form.dataset.then)?.focus();
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.requestConfig.elt;
    if (asked.has(form) && (asked.get(form) !== filled(form) || (pressed?.matches("button") && form.contains(pressed)))) event.detail.shouldSwap = false;
  });
}
