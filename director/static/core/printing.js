// Print: one box ticks all kinds of sheets, and the preview shows the kind that was ticked last.
"use strict";

// Before htmx reads the form, which it does as the same event arrives there.
document.addEventListener(
  "change",
  ({ target }) => {
    const { form, name, dataset } = target;
    if (dataset.ticks) {
      for (const box of form.querySelectorAll(`input[name="${dataset.ticks}"]:enabled`)) {
        box.checked = target.checked;
      }
    }
    const preview = form?.elements.preview;
    if (!preview) return;
    preview.disabled = name !== "kinds" || !target.checked;
    preview.value = preview.disabled ? "" : target.value;
    const all = form.querySelector("[data-ticks]");
    if (name === "kinds" && !target.checked && all) all.checked = false;
  },
  true,
);

// Enter in an empty range would print everything.
document.addEventListener("keydown", (event) => {
  const ranges = event.target.closest?.(".number-ranges");
  if (event.key !== "Enter" || !ranges) return;
  if (![...ranges.querySelectorAll("input")].some((box) => box.value)) event.preventDefault();
});
