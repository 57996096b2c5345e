// Forms that look for something while they are filled in.
"use strict";
/* global pressed -- core/desk.js */
{
  // A form that shows what follows from it while it is filled in: an answer to less than stands
  // there by now would take away what was typed meanwhile, so it is left out; the answer to the
  // rest comes with the next change.
  const asked = new WeakMap();
  const serialiseForm = (form) =>
    new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt.closest("form[data-look]");
    if (form) asked.set(form, serialiseForm(form));
  });

  // Enter in a form that looks for something goes on to the first thing found, unless something
  // else is typed by then.
  const looked = new WeakMap();
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target.matches("form[data-then]")) {
        looked.set(event.target, serialiseForm(event.target));
      }
    },
    true,
  );
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const { elt: form, triggeringEvent } = detail.requestConfig ?? {};
    if (
      triggeringEvent?.type !== "submit" ||
      !form.matches("form[data-then]") ||
      looked.get(form) !== serialiseForm(form)
    ) {
      return;
    }
    document.querySelector(form.dataset.then)?.focus();
  });

  // A link that takes along what is typed in a box, also before the form has been answered.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[data-takes]");
    const typed = document.getElementById(link?.dataset.takes)?.value.trim();
    if (!typed) return;
    const address = new URL(link.href);
    address.searchParams.set(link.dataset.as, typed);
    link.href = address.href;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt } = event.detail.requestConfig;
    const form = elt.closest("form[data-look]");
    const isPressed = elt === form && pressed?.matches("button") && form.contains(pressed);
    if (asked.has(form) && (isPressed || asked.get(form) !== serialiseForm(form))) {
      event.detail.shouldSwap = false;
    }
  });
}
